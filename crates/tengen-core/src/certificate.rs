//! Certificates: files that hold, for every reply of the loser, the winner's move. They are checked by the rules alone.

use crate::game::{Color, Variant};
use thiserror::Error;

/// The first line of a certificate: what it is, and the version of its form.
pub const MAGIC: &str = "tengen-certificate 1";

/// What a valid certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certified {
    /// The side that wins.
    pub winner: Color,
    /// The most plies from the position of the certificate to the win.
    pub plies: u32,
    /// How many positions with the winner to move were checked.
    pub positions: u64,
}

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Uncertified {
    /// The game has no certificates.
    #[error("the game has no certificates")]
    Game,
    /// There is no win, or none that can be proven with an answer to every reply.
    #[error("no proof was found that answers every reply")]
    NotFound,
    /// The search for the answers met a limit.
    #[error("no proof was found in the time given that answers every reply")]
    Stopped,
}

/// Why a certificate does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {why}")]
pub struct Refused {
    /// The line of the certificate that does not hold, counted from 1.
    pub line: usize,
    /// What is wrong in that line.
    pub why: String,
}

impl Refused {
    /// A refusal of the certificate because of this line, counted from 1.
    pub fn new(line: usize, why: impl Into<String>) -> Self {
        Self { line, why: why.into() }
    }
}

/// The game, rule set and size that a certificate is of.
///
/// # Errors
/// [`Refused`] where the text does not begin with [`MAGIC`] and a variant.
pub fn variant_of(text: &[u8]) -> Result<Variant, Refused> {
    let mut lines = text.split(|&byte| byte == b'\n').map(std::str::from_utf8);
    if lines.next() != Some(Ok(MAGIC)) {
        return Err(Refused::new(1, format!("expected {MAGIC}")));
    }
    let variant = lines.next().and_then(Result::ok).and_then(|line| line.parse().ok());
    variant.ok_or_else(|| Refused::new(2, "expected a game, a rule set and a size"))
}
