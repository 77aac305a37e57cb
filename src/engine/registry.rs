//! The registry of games: the one place outside `games/` that names them.

use super::{Engine, EngineError, PlayerInfo, Session};
use crate::games::{BenchPosition, Info, Loader, NamedPlayer, Playable, Trainer, gomoku, mill, othello};

/// A game that can be set up.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// Name, rule sets, sizes.
    pub info: &'static Info,
    /// SGF's number of the game.
    pub sgf: u32,
    /// Makes a session under a rule set and size of `info`.
    pub open: fn(rule: &'static str, size: u8) -> Option<Box<dyn Engine>>,
    /// Positions for `tengen bench`.
    pub bench: fn() -> &'static [BenchPosition],
    /// The training of its weights, if it has any.
    pub trainer: fn() -> Option<Trainer>,
    /// How its default player gets other weights, if it has any.
    pub loader: fn() -> Option<Loader>,
}

impl GameEntry {
    /// The entry of a game whose boards are all of one type.
    pub const fn of<G: Playable>() -> Self {
        Self {
            info: G::INFO,
            sgf: G::SGF_GAME,
            open: open::<G>,
            bench: G::bench,
            trainer: G::trainer,
            loader: G::loader,
        }
    }

    /// A session of this game; the defaults where nothing is asked for.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] for the rule set, [`EngineError::UnacceptableSize`].
    pub fn session(&self, rule: Option<&str>, size: Option<u8>) -> Result<Box<dyn Engine>, EngineError> {
        let info = self.info;
        let name = rule.unwrap_or(info.rules[0].name);
        let rule = info.rule(name).map(|rule| rule.name);
        let rule = rule.ok_or_else(|| unknown("rule set", name, info.rules.iter().map(|rule| rule.name)))?;
        let size = size.unwrap_or(info.default_size);
        let refused = || {
            let sizes: Vec<_> = info.sizes.iter().map(u8::to_string).collect();
            EngineError::UnacceptableSize(format!("{} has the sizes {}, not {size}", info.name, sizes.join(" ")))
        };
        if !info.sizes.contains(&size) {
            return Err(refused());
        }
        (self.open)(rule, size).ok_or_else(refused)
    }
}

/// A session of `G`, unless the type does not hold such boards.
pub fn open<G: Playable>(rule: &'static str, size: u8) -> Option<Box<dyn Engine>> {
    Session::<G>::new(rule, size).map(|session| Box::new(session) as Box<dyn Engine>)
}

/// A session of a registered game by its name; the defaults where neither rule set nor size is asked for.
///
/// # Errors
/// [`EngineError::Unknown`] for the game or rule set, [`EngineError::UnacceptableSize`].
pub fn open_session(game: &str, rule: Option<&str>, size: Option<u8>) -> Result<Box<dyn Engine>, EngineError> {
    let (entry, meant) = find(GAMES, game)?;
    entry.session(rule.or(meant), size)
}

/// The game of this name, in any case, and the rule set that the name stands for, where it is of a game under a rule set:
/// `renju`, `nine-mens-morris`.
///
/// # Errors
/// [`EngineError::Unknown`].
pub fn find<'a>(games: &'a [GameEntry], name: &str) -> Result<(&'a GameEntry, Option<&'static str>), EngineError> {
    if let Some(entry) = games.iter().find(|entry| entry.info.is(name)) {
        return Ok((entry, None));
    }
    let rules = games.iter().flat_map(|entry| entry.info.rules.iter().map(move |rule| (entry, rule)));
    let meant = rules.filter(|(_, rule)| rule.is_game(name)).map(|(entry, rule)| (entry, Some(rule.name))).next();
    meant.ok_or_else(|| unknown("game", name, games.iter().map(|entry| entry.info.name)))
}

fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> EngineError {
    EngineError::Unknown { what, name: name.to_owned(), known: known.collect::<Vec<_>>().join(" ") }
}

impl<G: Playable> From<&NamedPlayer<G>> for PlayerInfo {
    fn from(player: &NamedPlayer<G>) -> Self {
        Self { name: player.name, about: player.about }
    }
}

/// Every game that this program plays; the first is the default.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        open: |rule, size| open::<othello::Othello>(rule, size).or_else(|| open::<othello::LargeOthello>(rule, size)),
        ..GameEntry::of::<othello::Othello>()
    },
    GameEntry::of::<gomoku::Position>(),
    GameEntry::of::<mill::Mill>(),
];
