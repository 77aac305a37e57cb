//! The contract of a game: its two sides, moves, positions and outcomes. Rules only: what a player thinks of a position belongs
//! to [`crate::search`].

pub mod board;
pub mod history;
pub mod letters;
pub mod notation;
pub mod perft;
pub mod zobrist;

pub use board::{Size, Variant, Vertex};
pub use history::History;
pub use letters::Letters;
pub use notation::{Cell, Notation, Setup, TextError};
pub use perft::{Ended, perft, perft_unless};

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

/// A side. Black begins in every game of this program unless a set-up position says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Color {
    /// `b`, `black`; drawn `X`.
    Black,
    /// `w`, `white`; drawn `O`.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White: an index into a pair.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`, as results and SGF write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Color {
    type Err = ();

    /// Reads `b`, `black`, `w` or `white` in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" => Ok(Self::White),
            _ => Err(()),
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A draw.
    Draw,
    /// The side won, by this margin: discs in Othello, 1 in games that are simply won.
    Win(Color, u16),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::Win(color, _) => Some(color),
        }
    }

    /// The margin as `side` sees it: positive when it won, 0 for a draw.
    pub fn margin_for(self, side: Color) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(color, margin) if color == side => i32::from(margin),
            Self::Win(_, margin) => -i32::from(margin),
        }
    }
}

impl fmt::Display for Outcome {
    /// GTP's `final_score`: `0`, `B+n` or `W+n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("0"),
            Self::Win(color, margin) => write!(f, "{}+{margin}", color.letter()),
        }
    }
}

/// What a side does when it is its turn, whole: a mill removal or an Othello pass is (part of) a move, so that the
/// sides always alternate.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A small number that differs between any two moves legal in the same position, below `u16::MAX`.
    /// Tables keep it in place of the move.
    fn code(self) -> u16;
}

/// A move by its [`Move::code`], where the game's type is not known. It says which move of a position it is, and nothing
/// without that position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveCode(pub u16);

/// The largest number of a symmetry. A square has seven besides the identity; some boards have more.
pub const SYMMETRIES: u8 = 15;

/// A position of a game and its rules.
///
/// Positions are small values: to undo is to keep the position before. Rules that look back along the game
/// (threefold repetition) are kept by [`History`], which needs [`Game::reversible_plies`] only.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move of this game.
    type Move: Move;

    /// The side to move; it alternates with every move, passes included.
    fn side_to_move(&self) -> Color;

    /// Appends every legal move of a game that goes on, in a fixed order. A side that must pass has exactly the pass.
    /// [`Game::outcome`] is asked before: once a node, so that it is not asked again here. (A search asks it ahead of its
    /// table: an end may depend on what is in no key, as the draw after many plies without a capture does.)
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a legal move. With an illegal one the resulting position is unspecified (but no panic is promised).
    fn play(&mut self, mv: Self::Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// A 64-bit key of the position, side to move included; equal positions have equal keys.
    fn hash(&self) -> u64;

    /// The position under a symmetry of the board, by the symmetry's number from 1 to [`SYMMETRIES`]: turned, mirrored.
    /// `None` where the board or the rules have no such symmetry, as by default for all.
    fn image(&self, _symmetry: u8) -> Option<Self> {
        None
    }

    /// The images of the position under all symmetries that the position has.
    fn images(&self) -> impl Iterator<Item = Self> {
        (1..=SYMMETRIES).filter_map(|symmetry| self.image(symmetry))
    }

    /// A key that a position shares with all its images: the smallest hash among them.
    fn symmetric_hash(&self) -> u64 {
        self.images().map(|image| image.hash()).fold(self.hash(), u64::min)
    }

    /// A key of the whole position that it shares with all its images, and with no other position: also of what [`Game::hash`]
    /// leaves out because it does not matter for repetition (mill's plies without a removal).
    fn canonical_key(&self) -> u64 {
        self.symmetric_hash()
    }

    /// True for a pass. A pass costs no search depth, and a program that never sends passes is served all the same.
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }

    /// The number of legal moves, 0 once the game is over; games that count without listing say so here (perft's last ply).
    fn count_moves(&self) -> usize {
        self.moves().len()
    }

    /// An upper bound on the plies, passes not counted, until the game must end; `None` where the rules give no
    /// useful one. A search at least this deep is exact.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// Plies within which positions can repeat: at least those since the last move that can never be taken back (a placement, a
    /// removal); 0 in games without repetition.
    fn reversible_plies(&self) -> u32 {
        0
    }

    /// The legal moves as a fresh vector; none once the game is over.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.legal_moves(&mut moves);
        }
        moves
    }

    /// The legal move of this code.
    fn decode(&self, code: MoveCode) -> Option<Self::Move> {
        self.moves().into_iter().find(|mv| mv.code() == code.0)
    }

    /// The position after a legal move.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// The pass, where it is the only legal move.
    fn forced_pass(&self) -> Option<Self::Move> {
        match self.moves()[..] {
            [mv] if Self::is_pass(mv) => Some(mv),
            _ => None,
        }
    }
}
