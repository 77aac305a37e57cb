//! What SGF files are made of, and the reader put to them.

use super::tictactoe::TicTacToe;
use tengen_core::game::{Game as _, Size};
use tengen_core::playable::Playable as _;
use tengen_session::formats::sgf::{parse, replay};

/// Pieces that SGF is made of, whole and broken.
pub const PIECES: [&str; 32] = [
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "(;",
    "[]",
    ":",
    " ",
    "\n",
    "\r\n",
    "B",
    "W",
    "B[aa]",
    "W[bb]",
    "B[ca]",
    "W[]",
    "B[tt]",
    "AB[aa]",
    "AW[bb:cc]",
    "AE[aa]",
    "PL[W]",
    "GM[40]",
    "GM[1]",
    "SZ[3]",
    "SZ[3:4]",
    "RU[x]",
    "C[\\]]",
    "XP[../:b]",
    "\u{0}",
    "é",
];

/// Reads and replays; an accepted game is a legal one.
pub fn check(bytes: &[u8]) {
    if let Ok(record) = parse(bytes) {
        let standard = TicTacToe::start("normal", Size::square(3));
        for before in [None, Some(0), Some(2), Some(usize::MAX)] {
            if let Ok(replayed) = replay(standard, &record, before) {
                for (game, mv) in replayed.history.moves() {
                    assert!(game.moves().contains(&mv));
                }
            }
        }
    }
}
