//! The registry of games: the one place outside `games/` that names them.

use super::{Engine, PlayerInfo, Session};
use crate::games::{BenchPosition, Info, NamedPlayer, Playable, gomoku, mill, othello};

/// A game that can be set up.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Name, rule sets, sizes.
    pub info: &'static Info,
    /// SGF's number of the game.
    pub sgf: u32,
    /// Makes a session under a rule set and size of `info`.
    pub open: fn(rule: &'static str, size: u8) -> Option<Box<dyn Engine>>,
    /// Positions for `tengen bench`.
    pub bench: fn() -> &'static [BenchPosition],
}

impl Entry {
    /// The entry of a game whose boards are all of one type.
    pub const fn of<G: Playable>() -> Self {
        Self { info: G::INFO, sgf: G::SGF_GAME, open: open::<G>, bench: G::bench }
    }
}

/// A session of `G`, unless the type does not hold such boards.
pub fn open<G: Playable>(rule: &'static str, size: u8) -> Option<Box<dyn Engine>> {
    Session::<G>::new(rule, size).map(|session| Box::new(session) as Box<dyn Engine>)
}

impl<G: Playable> From<&NamedPlayer<G>> for PlayerInfo {
    fn from(player: &NamedPlayer<G>) -> Self {
        Self { name: player.name, about: player.about }
    }
}

/// Every game that this program plays; the first is the default.
pub static GAMES: &[Entry] = &[
    Entry {
        open: |rule, size| open::<othello::Othello>(rule, size).or_else(|| open::<othello::LargeOthello>(rule, size)),
        ..Entry::of::<othello::Othello>()
    },
    Entry::of::<gomoku::Position>(),
    Entry::of::<mill::Mill>(),
];
