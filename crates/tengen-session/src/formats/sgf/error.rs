//! Why a file is no record of a game.

use crate::formats::renlib::LibraryError;
use tengen_core::game::Color;
use thiserror::Error;

/// Why a file is no record of a game, in one line for a person.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfError {
    /// The file has more than [`most_bytes`](super::most_bytes).
    #[error("the file is longer than 4 MiB, or a database of games longer than 256 MiB")]
    TooLong,
    /// The file is a library of RenLib that cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The file is of another kind: an archive, an image, a book, a wrong file of Piskvork.
    #[error("{0}")]
    Foreign(String),
    /// The file is not one game tree.
    #[error("there is no game tree in the file")]
    NoGame,
    /// A variation has more moves than any game.
    #[error("the variation has more than {most} moves")]
    TooManyMoves {
        /// The most moves that one is read with.
        most: usize,
    },
    /// The text breaks the grammar.
    #[error("line {line}: {what}")]
    Syntax {
        /// The line of the file, from 1.
        line: usize,
        /// What is wrong on that line.
        what: String,
    },
    /// A property of the main line has a value that it cannot have.
    #[error("line {line}, node {node}: {property}[{value}]: {why}")]
    Property {
        /// The line of the file, from 1.
        line: usize,
        /// The number of the node on the main line; the root is 0.
        node: usize,
        /// The property's name.
        property: &'static str,
        /// The beginning of the property's value.
        value: String,
        /// What is expected of the value.
        why: &'static str,
    },
    /// The record is of another game.
    #[error("the record is of {}, not of {}", named(*found), named(*expected))]
    OtherGame {
        /// The number of the game in the file.
        found: u32,
        /// The number of the game that was asked for.
        expected: u32,
    },
    /// The set-up stones stand on no board or make no position.
    #[error("the set-up position: {0}")]
    Setup(String),
    /// The record has a move that cannot be played.
    #[error("move {number}, {color} \"{text}\": {why}")]
    Move {
        /// The move's number in the file, from 1.
        number: usize,
        /// The side that makes the move.
        color: Color,
        /// The move as the file has it.
        text: String,
        /// The reason why it cannot be played.
        why: String,
    },
}

impl SgfError {
    /// The error with its line, counted from 0 in a part of the file, counted in a file where that part begins on this line.
    pub(super) fn below(self, first: usize) -> Self {
        match self {
            Self::Syntax { line, what } => Self::Syntax { line: line + first, what },
            Self::Property { line, node, property, value, why } => {
                Self::Property { line: line + first, node, property, value, why }
            }
            error => error,
        }
    }
}

/// The game that `GM` has this number for (<https://www.red-bean.com/sgf/properties.html#GM>).
fn named(game: u32) -> String {
    let name = match game {
        1 => "Go",
        2 => "Othello",
        3 => "chess",
        4 => "gomoku",
        5 => "mill",
        6 => "backgammon",
        7 => "Chinese chess",
        8 => "shogi",
        9 => "Lines of Action",
        10 => "Ataxx",
        11 => "Hex",
        _ => return format!("game GM[{game}]"),
    };
    format!("{name} (GM[{game}])")
}
