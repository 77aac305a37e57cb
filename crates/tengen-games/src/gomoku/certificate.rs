//! Certificates of wins: the winner's move for every reply of the loser, down to the winning row.
//!
//! [`Certificate::verify`] knows the rules ([`Gomoku`]) and nothing of the search that found the win.

mod text;
pub(super) mod verify;

use super::bits::Point;
use super::board::Gomoku;
use tengen_core::game::Color;

/// A move of the winner's, and the steps that follow it. A step is not bound to a position: positions that are won in the same
/// way share it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CertificateStep {
    /// The winner's move; `None` only in the last step of a certificate, where the loser is to move first.
    pub mv: Option<Point>,
    /// The index of the step that answers all replies that [`CertificateStep::replies`] does not list.
    pub other: Option<u32>,
    /// Replies, each with the index of the step that answers it.
    pub replies: Vec<(Point, u32)>,
}

impl CertificateStep {
    /// A step whose move makes a winning row.
    pub const fn last(mv: Point) -> Self {
        Self { mv: Some(mv), other: None, replies: Vec::new() }
    }
}

/// A win of a side, with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// The position that is won.
    pub position: Gomoku,
    /// The side that wins.
    pub winner: Color,
    /// The most plies that the win takes.
    pub plies: u32,
    /// The steps, each behind those that follow it in play. The last step is that of the position.
    pub steps: Vec<CertificateStep>,
}
