//! A host: the game on the board, and what is kept from game to game: settings, clocks, threads, table.

mod beside;
mod content;
mod files;
mod found;
mod letters;
mod listed;
mod recognize;
mod thinking;

use super::book::Book;
use super::clock::Clocks;
use super::{Answer, Engine, EngineError, GameEntry, Games, PositionId, Query, Settings};
pub use content::FileContent;
pub use files::{FileGame, InFile, ListedGame, Opened, Stated};
pub use found::FoundGames;
pub use letters::LetterSetting;
use std::slice;
use tengen_core::game::{MoveCode, Size};
use tengen_core::playable::PlayerOptions;
use tengen_core::search::memory::{self, HEAP};
use tengen_core::search::{Limits, Resources, Stop};

/// The game on the board with its settings, clocks, threads and table, for a protocol or a subcommand.
pub struct Host {
    games: Games,
    entry: &'static GameEntry,
    engine: Box<dyn Engine>,
    resources: Resources,
    settings: Settings,
    options: PlayerOptions,
    letters: LetterSetting,
    clocks: Clocks,
    last: Option<Answer>,
    pondering: Option<Pondering>,
    begun: Option<Begun>,
    book: Option<Book>,
}

impl Host {
    /// A host for the first of `games`, under its default rule set, size and player.
    ///
    /// # Panics
    /// When the registry's first game cannot be set up: a fault of the registry.
    pub fn new(games: Games, settings: Settings, resources: Resources) -> Self {
        let entry = &games.0[0];
        let options = PlayerOptions::default();
        let engine = entry.session(None, None, &options).expect("the default game can be set up");
        Self {
            games,
            entry,
            engine,
            resources,
            settings,
            options,
            letters: LetterSetting::default(),
            clocks: Clocks::default(),
            last: None,
            pondering: None,
            begun: None,
            book: None,
        }
    }

    /// The games that can be set up.
    pub const fn games(&self) -> Games {
        self.games
    }

    /// The registry's entry of the game on the board.
    pub const fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// The game on the board.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The game on the board, for changes.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// How the program was asked to think.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how the program thinks, except threads and table; [`Host::configure`] changes those too.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Replaces the settings. Where they ask for other threads or another table, those are made anew.
    pub fn configure(&mut self, settings: Settings) {
        if (settings.threads, settings.hash) != (self.settings.threads, self.settings.hash) {
            self.resources = self.resources.resized(settings.threads, settings.hash);
        }
        self.settings = settings;
    }

    /// Takes now all the memory that searches of the game on the board need, and starts the search threads.
    ///
    /// # Errors
    /// [`EngineError::Memory`], which says how much is missing in all.
    pub fn reserve(&self) -> Result<(), EngineError> {
        self.reserve_with(slice::from_ref(&self.resources))
    }

    /// Resources for searches side by side: for each of this host's threads one with a single thread and an equal part of the
    /// table's size. All their memory is taken now.
    ///
    /// # Errors
    /// As [`Host::reserve`].
    pub fn workers(&self) -> Result<Vec<Resources>, EngineError> {
        let workers = self.resources.each_thread();
        self.reserve_with(&workers)?;
        Ok(workers)
    }

    fn reserve_with(&self, all: &[Resources]) -> Result<(), EngineError> {
        let sum = all.iter().fold(self.engine.memory(), |sum, resources| sum.saturating_add(resources.memory()));
        memory::check(sum.saturating_add(HEAP))?;
        for resources in all {
            resources.reserve()?;
        }
        self.engine.reserve()
    }

    /// Prepares what searches of the game on the board need, so that the next one begins at once: threads, the table, and what
    /// its player builds at its first search.
    pub fn prepare(&self) {
        self.resources.pool();
        if self.last.is_none() {
            let limits = Limits { depth: Some(1), nodes: Some(1), ..Limits::default() };
            let (color, stop) = (self.engine.side_to_move(), Stop::new());
            // A game that is over needs no search: the error is ignored.
            let _ = self.think(color, &Query::new(limits, &stop), &mut |_| ());
        }
    }

    /// The clocks of both sides.
    pub const fn clocks_mut(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    /// The options that players are made with.
    pub const fn options(&self) -> &PlayerOptions {
        &self.options
    }

    /// How many tables of the folder that the options name the player in charge looks positions up in; `None` where they name none.
    pub fn folder_tables(&self) -> Option<usize> {
        self.options.tables_path().map(|_| self.engine.folder_tables())
    }

    /// The threads and the table.
    pub const fn resources(&self) -> &Resources {
        &self.resources
    }

    /// The last answer of the player in this game.
    pub const fn last(&self) -> Option<&Answer> {
        self.last.as_ref()
    }

    /// Sets up another game, under its default rule set (or that which the name stands for), size and player. The game that is on
    /// the board already is cleared and keeps its rule set, size and player: a client that names it (Quarry always does) does not
    /// undo what the command line said.
    ///
    /// # Errors
    /// [`EngineError::Unknown`], [`EngineError::Memory`]; the game is then unchanged.
    pub fn set_game(&mut self, name: &str) -> Result<(), EngineError> {
        let (entry, rule) = self.games.find(name)?;
        let same = entry.info.name == self.entry.info.name;
        match rule {
            Some(rule) if same && rule != self.engine.rule() => self.set_rule(rule)?,
            _ if same => self.clear(),
            _ => {
                self.change(entry.session(rule, None, &self.options)?)?;
                self.entry = entry;
            }
        }
        Ok(())
    }

    /// Puts another player in charge, and clears the table, whose entries are another player's.
    ///
    /// # Errors
    /// As [`Thinker::set_player`](crate::Thinker::set_player); the player is then unchanged.
    pub fn set_player(&mut self, name: &str) -> Result<(), EngineError> {
        let before = self.engine.player();
        self.engine.set_player(name)?;
        if self.engine.player() != before {
            self.pondering = None;
            self.resources.forget();
        }
        Ok(())
    }

    /// Changes the rule set; the board is cleared, the player stays.
    ///
    /// # Errors
    /// [`EngineError::Unknown`], [`EngineError::RuleOptions`], [`EngineError::Memory`]; the game is then unchanged.
    pub fn set_rule(&mut self, name: &str) -> Result<(), EngineError> {
        self.reopen(Some(name), Some(self.engine.size()))
    }

    /// Changes the size; the board is cleared, the player stays.
    ///
    /// # Errors
    /// [`EngineError::UnacceptableSize`], [`EngineError::Memory`]; the game is then unchanged.
    pub fn set_size(&mut self, size: Size) -> Result<(), EngineError> {
        if self.entry.info.size(size) == Some(self.engine.size()) {
            self.clear();
            return Ok(());
        }
        let rule = self.engine.rule().to_owned();
        self.reopen(Some(&rule), Some(size))
    }

    fn reopen(&mut self, rule: Option<&str>, size: Option<Size>) -> Result<(), EngineError> {
        let mut engine = self.entry.session(rule, size, &self.options)?;
        engine.set_player(self.engine.player().name)?;
        self.change(engine)
    }

    /// Puts a game on the board that was forked from the one that this host had; clocks and table begin anew.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] for a game that is not this host's, [`EngineError::Memory`]; the game is then unchanged.
    pub fn resume(&mut self, engine: Box<dyn Engine>) -> Result<(), EngineError> {
        let (entry, _) = self.games.find(engine.info().name)?;
        self.change(engine)?;
        self.entry = entry;
        Ok(())
    }

    /// Gives these options to the players from now on; the board is cleared.
    ///
    /// # Errors
    /// [`EngineError::Options`], [`EngineError::Memory`]; the game and the options are then unchanged.
    pub fn set_options(&mut self, options: PlayerOptions) -> Result<(), EngineError> {
        let before = std::mem::replace(&mut self.options, options);
        let rule = self.engine.rule().to_owned();
        let done = self.reopen(Some(&rule), Some(self.engine.size()));
        if done.is_err() {
            self.options = before;
        }
        done
    }

    /// How the letters of columns are counted in this game and in those that follow.
    pub fn letters(&self) -> LetterSetting {
        self.letters
    }

    /// Counts the letters of columns so from now on, in this game and in those that follow. The last answer is forgotten, as its
    /// texts have other letters.
    pub fn set_letters(&mut self, letters: LetterSetting) {
        self.letters = letters;
        self.engine.set_letters(letters.of(self.engine.info()));
        self.last = None;
    }

    fn change(&mut self, mut engine: Box<dyn Engine>) -> Result<(), EngineError> {
        engine.reserve()?;
        engine.set_letters(self.letters.of(engine.info()));
        self.engine = engine;
        self.begin_game();
        self.tell_of_tables();
        Ok(())
    }

    /// Says where tables are given that are of no use to the game on the board. Where no player ever took them, that is an error
    /// of the caller's.
    fn tell_of_tables(&self) {
        let is_idle = self.engine.folder_tables() == 0 && !self.options.has_unused_tables();
        if let Some(folder) = self.options.tables_path().filter(|_| is_idle) {
            let (game, rule, player) = (self.engine.info().name, self.engine.rule(), self.engine.player().name);
            log::warn!(
                "{} has no tables for the player {player} of {game}, {rule}; it plays without",
                folder.display()
            );
        }
    }

    fn begin_game(&mut self) {
        self.clocks.reset();
        self.begun = None;
        self.forget();
    }

    /// Forgets the results of earlier searches.
    pub fn forget(&mut self) {
        self.last = None;
        self.pondering = None;
        self.engine.forget();
        self.resources.forget();
    }

    /// Returns to the starting position.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.begin_game();
    }

    /// Plays by this book from now on, in the book's variant.
    pub fn set_book(&mut self, book: Book) {
        self.book = Some(book);
    }

    /// A new game of the variant that is on the board, under the same player.
    pub fn session(&self) -> Box<dyn Engine> {
        let mut session = self.engine.fork();
        session.clear();
        session
    }
}

/// A move that was generated, and of which some points are still to be entered.
struct Begun {
    /// The position before the move.
    position: PositionId,
    answer: Answer,
}

/// What the host thinks about on the opponent's time.
struct Pondering {
    /// The position after the move that was generated.
    position: PositionId,
    /// The reply that is expected to the move, if any is.
    reply: Option<MoveCode>,
}
