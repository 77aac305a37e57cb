//! Certificates of wins: the winner's move for every reply of the loser, down to the winning row.
//!
//! [`Certificate::verify`] knows the rules ([`Gomoku`]) and nothing of the search that found the win.

mod text;
pub mod verify;

use super::bits::Point;
use super::board::Gomoku;
use tengen_core::game::Color;

/// A move of the winner's, and the steps that follow it. It is not bound to a position: where several positions are won in
/// the same way they share it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CertificateStep {
    /// The move; `None` only in a last step, where the loser is to move first.
    pub mv: Option<Point>,
    /// The step that answers all replies that are not listed.
    pub other: Option<u32>,
    /// Replies with the steps that answer them.
    pub replies: Vec<(Point, u32)>,
}

impl CertificateStep {
    /// A move that makes a winning row.
    pub const fn last(mv: Point) -> Self {
        Self { mv: Some(mv), other: None, replies: Vec::new() }
    }
}

/// A win of a side, with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// The position.
    pub position: Gomoku,
    /// Who wins it.
    pub winner: Color,
    /// In at most so many plies.
    pub plies: u32,
    /// The steps; those that follow one come before it. The last is that of the position.
    pub steps: Vec<CertificateStep>,
}
