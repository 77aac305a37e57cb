//! The registry of games: all games that can be set up by name.

use crate::{Engine, EngineError, PlayerInfo, Query, Session};
use std::fmt;
use std::ops::Deref;
use std::slice;
use tengen_core::certificate::{Certified, Refused, Uncertified};
use tengen_core::game::{Color, Size, Variant};
use tengen_core::playable::{BenchPosition, Info, NamedPlayer, Playable, PlayerOptions};
use tengen_core::search::Resources;

/// Makes a session under a rule set, of a size, with options of players; `None` where the game's type does not hold the size.
pub type Open = fn(&str, Size, &PlayerOptions) -> Option<Result<Box<dyn Engine>, EngineError>>;

/// The name of a rule set with options, or what is wrong with the options ([`Playable::with_options`]).
pub type WithOptions = fn(&'static str, &str) -> Result<String, String>;

/// Makes and checks the certificates of a game.
pub trait Certifier: Sync {
    /// The text of a certificate of a side's win in the position on the board, where one is found within the query's limits.
    ///
    /// # Errors
    /// [`Uncertified`]: why no certificate was found.
    fn certify(
        &self,
        engine: &dyn Engine,
        winner: Color,
        query: &Query<'_>,
        resources: &Resources,
    ) -> Result<String, Uncertified>;

    /// Checks a certificate of a variant of the game by the rules alone; the position on the board does not matter.
    ///
    /// # Errors
    /// [`Refused`]: what is wrong with the certificate.
    fn verify(&self, engine: &dyn Engine, certificate: &[u8]) -> Result<Certified, Refused>;
}

/// A game that can be set up.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// The game's name, rule sets and sizes.
    pub info: &'static Info,
    /// SGF's number of the game, if it has one.
    pub sgf: Option<u32>,
    /// Makes a session under a rule set and size of [`GameEntry::info`]; `None` for a size that the game's type does not hold.
    pub open: Open,
    /// Makes a session of one of the sizes that [`GameEntry::open`] does not hold.
    pub open_large: Option<Open>,
    /// The rule set that a record names ([`Playable::recorded_rule`]).
    pub recorded_rule: fn(&str) -> Option<&'static str>,
    /// What options make of a rule set, as [`Playable::with_options`] tells.
    pub with_options: WithOptions,
    /// Positions for `tengen bench`.
    pub bench: fn() -> &'static [BenchPosition],
    /// Makes and checks certificates of the game, where it has any.
    pub certifier: Option<&'static dyn Certifier>,
}

impl GameEntry {
    /// The entry of a game whose boards are all of one type.
    pub const fn of<G: Playable>() -> Self {
        Self {
            info: G::INFO,
            sgf: G::SGF_GAME,
            open: open::<G>,
            open_large: None,
            recorded_rule: G::recorded_rule,
            with_options: G::with_options,
            bench: G::bench,
            certifier: None,
        }
    }

    /// The entry of the same game, with the large boards that another type holds.
    #[must_use]
    pub const fn and<Large: Playable>(self) -> Self {
        Self { open_large: Some(open::<Large>), ..self }
    }

    /// The entry of the same game, with what makes and checks its certificates.
    #[must_use]
    pub const fn certified_by(self, certifier: &'static dyn Certifier) -> Self {
        Self { certifier: Some(certifier), ..self }
    }

    /// The full name of the rule set that a user names, with options or without.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] for the rule set, [`EngineError::RuleOptions`].
    pub fn rule(&self, name: &str) -> Result<String, EngineError> {
        let (base, options) = name.split_once('+').map_or((name, None), |(base, options)| (base, Some(options)));
        let names = || self.info.rules.iter().map(|rule| rule.name);
        let rule = self.info.rule(base).ok_or_else(|| unknown("rule set", base, names()))?.name;
        let with_options = |options| (self.with_options)(rule, options).map_err(EngineError::RuleOptions);
        options.map_or_else(|| Ok(rule.to_owned()), with_options)
    }

    /// The rule set that a record names; `None` where it names none of this game.
    pub fn recorded(&self, text: &str) -> Option<String> {
        (self.recorded_rule)(text).map(str::to_owned).or_else(|| self.rule(text).ok())
    }

    /// A session of this game, whose players get these options; the defaults where no rule set or size is asked for.
    ///
    /// # Errors
    /// As [`GameEntry::rule`], and [`EngineError::UnacceptableSize`], [`EngineError::Options`].
    pub fn session(
        &self,
        rule: Option<&str>,
        size: Option<Size>,
        options: &PlayerOptions,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let info = self.info;
        let rule = self.rule(rule.unwrap_or(info.rules[0].name))?;
        let size = size.unwrap_or(info.default_size);
        let refused = || {
            let sizes: Vec<_> = info.sizes.iter().map(Size::to_string).collect();
            EngineError::UnacceptableSize(format!("{} has the sizes {}, not {size}", info.name, sizes.join(" ")))
        };
        let size = info.size(size).ok_or_else(refused)?;
        let mut opens = [Some(self.open), self.open_large].into_iter().flatten();
        opens.find_map(|open| open(&rule, size, options)).unwrap_or_else(|| Err(refused()))
    }
}

/// A session of `G`; `None` where the type does not hold boards of this size.
pub fn open<G: Playable>(
    rule: &str,
    size: Size,
    options: &PlayerOptions,
) -> Option<Result<Box<dyn Engine>, EngineError>> {
    let session = || Ok(Box::new(Session::<G>::new(rule, size, options.clone())?) as Box<dyn Engine>);
    G::SIZES.contains(&size).then(session)
}

/// Games that can be set up by name; the first is the default.
#[derive(Clone, Copy)]
pub struct Games(pub &'static [GameEntry]);

impl Games {
    /// The game of this name, in any case, and the rule set that the name stands for, where it is of a game under a rule set:
    /// `renju`, `nine-mens-morris`.
    ///
    /// # Errors
    /// [`EngineError::Unknown`].
    pub fn find(self, name: &str) -> Result<(&'static GameEntry, Option<&'static str>), EngineError> {
        if let Some(entry) = self.into_iter().find(|entry| entry.info.is(name)) {
            return Ok((entry, None));
        }
        let rules = self.into_iter().flat_map(|entry| entry.info.rules.iter().map(move |rule| (entry, rule)));
        let meant = rules.filter(|(_, rule)| rule.is_game(name)).map(|(entry, rule)| (entry, Some(rule.name))).next();
        meant.ok_or_else(|| unknown("game", name, self.into_iter().map(|entry| entry.info.name)))
    }

    /// A session of the game of this name; the defaults where neither rule set nor size is asked for.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] for the game or rule set, [`EngineError::UnacceptableSize`].
    pub fn open(self, game: &str, rule: Option<&str>, size: Option<Size>) -> Result<Box<dyn Engine>, EngineError> {
        let (entry, meant) = self.find(game)?;
        entry.session(rule.or(meant), size, &PlayerOptions::default())
    }

    /// A session of a variant.
    ///
    /// # Errors
    /// As [`Games::open`].
    pub fn open_variant(self, variant: &Variant) -> Result<Box<dyn Engine>, EngineError> {
        self.open(&variant.game, Some(&variant.rule), Some(variant.size))
    }

    /// True where the rule set is the one that an engine plays when it is told of the game alone.
    pub fn has_default_rule(self, variant: &Variant) -> bool {
        self.find(&variant.game).is_ok_and(|(entry, _)| entry.info.rules[0].name == variant.rule)
    }
}

impl Deref for Games {
    type Target = [GameEntry];

    fn deref(&self) -> &[GameEntry] {
        self.0
    }
}

impl IntoIterator for Games {
    type Item = &'static GameEntry;
    type IntoIter = slice::Iter<'static, GameEntry>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.into_iter().map(|entry| entry.info.name)).finish()
    }
}

fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> EngineError {
    EngineError::Unknown { what, name: name.to_owned(), known: known.collect::<Vec<_>>().join(" ") }
}

impl<G: Playable> From<&NamedPlayer<G>> for PlayerInfo {
    fn from(player: &NamedPlayer<G>) -> Self {
        Self { name: player.name, about: player.about }
    }
}
