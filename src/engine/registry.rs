//! The registry of games: the one place outside `games/` that names them.

use super::{Engine, EngineError, PlayerInfo, Session};
use crate::game::{Ended, Size, Variant};
use crate::games::{BenchPosition, Info, NamedPlayer, Playable, PlayerOptions, gomoku, mill, othello};

/// Makes a session.
pub type Open = fn(&'static str, Size, &PlayerOptions) -> Option<Result<Box<dyn Engine>, EngineError>>;

/// A game that can be set up.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// Name, rule sets, sizes.
    pub info: &'static Info,
    /// SGF's number of the game, if it has one.
    pub sgf: Option<u32>,
    /// Makes a session under a rule set and size of `info`; `None` for a size that the game's type does not hold.
    pub open: Open,
    /// Positions for `tengen bench`.
    pub bench: fn() -> &'static [BenchPosition],
    /// What the perft tables of the game's field count a game for that ended early.
    pub ended: Ended,
}

impl GameEntry {
    /// The entry of a game whose boards are all of one type.
    pub const fn of<G: Playable>() -> Self {
        Self { info: G::INFO, sgf: G::SGF_GAME, open: open::<G>, bench: G::bench, ended: Ended::Nothing }
    }

    /// A session of this game, whose players get these options; the defaults where no rule set or size is asked for.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] for the rule set, [`EngineError::UnacceptableSize`], [`EngineError::Options`].
    pub fn session(
        &self,
        rule: Option<&str>,
        size: Option<Size>,
        options: &PlayerOptions,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let info = self.info;
        let name = rule.unwrap_or(info.rules[0].name);
        let rule = info.rule(name).map(|rule| rule.name);
        let rule = rule.ok_or_else(|| unknown("rule set", name, info.rules.iter().map(|rule| rule.name)))?;
        let size = size.unwrap_or(info.default_size);
        let refused = || {
            let sizes: Vec<_> = info.sizes.iter().map(Size::to_string).collect();
            EngineError::UnacceptableSize(format!("{} has the sizes {}, not {size}", info.name, sizes.join(" ")))
        };
        (self.open)(rule, info.size(size).ok_or_else(refused)?, options).unwrap_or_else(|| Err(refused()))
    }
}

/// A session of `G`, unless the type does not hold such boards.
pub fn open<G: Playable>(
    rule: &'static str,
    size: Size,
    options: &PlayerOptions,
) -> Option<Result<Box<dyn Engine>, EngineError>> {
    let session = || Ok(Box::new(Session::<G>::new(rule, size, options.clone())?) as Box<dyn Engine>);
    G::SIZES.contains(&size).then(session)
}

/// A session of a registered game by its name; the defaults where neither rule set nor size is asked for.
///
/// # Errors
/// [`EngineError::Unknown`] for the game or rule set, [`EngineError::UnacceptableSize`].
pub fn open_session(game: &str, rule: Option<&str>, size: Option<Size>) -> Result<Box<dyn Engine>, EngineError> {
    let (entry, meant) = find(GAMES, game)?;
    entry.session(rule.or(meant), size, &PlayerOptions::default())
}

/// A session of a variant of a registered game.
///
/// # Errors
/// As [`open_session`].
pub fn open_variant(variant: &Variant) -> Result<Box<dyn Engine>, EngineError> {
    open_session(&variant.game, Some(&variant.rule), Some(variant.size))
}

/// True where the rule set is the one that an engine plays when it is told of the game alone.
pub fn has_default_rule(variant: &Variant) -> bool {
    find(GAMES, &variant.game).is_ok_and(|(entry, _)| entry.info.rules[0].name == variant.rule)
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

/// Something that is done with the type of every game: for what cannot be seen through a session, such as a test of the
/// contract.
pub trait Visit {
    /// Does it.
    fn visit<G: Playable>(&mut self);
}

/// Visits the types of all games of [`GAMES`]; one with large boards in a type of their own has two.
pub fn visit_types(visitor: &mut impl Visit) {
    visitor.visit::<othello::Othello>();
    visitor.visit::<othello::LargeOthello>();
    visitor.visit::<gomoku::Position>();
    visitor.visit::<mill::Mill>();
}

/// Every game that this program plays; the first is the default.
pub static GAMES: &[GameEntry] = &[
    GameEntry {
        open: |rule, size, options| {
            open::<othello::Othello>(rule, size, options).or_else(|| open::<othello::LargeOthello>(rule, size, options))
        },
        ended: Ended::Leaf,
        ..GameEntry::of::<othello::Othello>()
    },
    GameEntry::of::<gomoku::Position>(),
    GameEntry::of::<mill::Mill>(),
];
