//! A room: the game on the board, and what outlives it: settings, clocks, threads, table.

mod ponder;

use super::book::{Book, Kind};
use super::clock::Clocks;
use super::registry::find;
use super::sgf;
use super::{Answer, Ask, Engine, EngineError, Entry, Settings, TextReport};
use crate::game::Color;
use crate::search::{Budget, Limits, Resources, Stop};
use ponder::Pondering;
use std::time::Duration;

/// What is on the board, for a front door.
pub struct Room {
    games: &'static [Entry],
    entry: Entry,
    engine: Box<dyn Engine>,
    resources: Resources,
    settings: Settings,
    clocks: Clocks,
    last: Option<Answer>,
    pondering: Option<Pondering>,
    book: Option<Book>,
}

/// What to think about; the rest is the room's.
pub struct Question<'a> {
    /// Moves that are played before, for this question only.
    pub after: &'a [String],
    /// The side to be moved for.
    pub color: Color,
    /// Bounds; [`Room::limits`] gives those of the settings and the clock.
    pub limits: Limits,
    /// Raised by whoever wants an answer now.
    pub stop: &'a Stop,
    /// Lines wanted.
    pub lines: usize,
    /// The moves to choose from; empty for all.
    pub allowed: &'a [String],
    /// Moves not to choose.
    pub avoided: &'a [String],
    /// What an earlier search of the position by the same player came to.
    pub begun: Option<&'a TextReport>,
    /// False for an answer that leaves nothing to chance.
    pub chance: bool,
    /// True where a move of the room's book will do.
    pub book: bool,
}

impl<'a> Question<'a> {
    /// The plain question for one move.
    pub const fn new(color: Color, limits: Limits, stop: &'a Stop) -> Self {
        Self {
            after: &[],
            color,
            limits,
            stop,
            lines: 1,
            allowed: &[],
            avoided: &[],
            begun: None,
            chance: true,
            book: false,
        }
    }

    /// The question as a session's player hears it.
    pub fn ask(&self, resources: &'a Resources, seed: u64, report: &'a mut (dyn FnMut(&TextReport) + Send)) -> Ask<'a> {
        let &Self { after, color, limits, stop, lines, allowed, avoided, begun, .. } = self;
        Ask { after, color, limits, stop, resources, seed, lines, allowed, avoided, begun, report }
    }
}

impl Room {
    /// A room for the first of `games`, under its default rule set, size and player.
    ///
    /// # Panics
    /// When the registry's first game cannot be set up: a fault of the registry.
    pub fn new(games: &'static [Entry], settings: Settings, resources: Resources) -> Self {
        let entry = games[0];
        let engine = entry.session(None, None).expect("the default game can be set up");
        Self {
            games,
            entry,
            engine,
            resources,
            settings,
            clocks: Clocks::default(),
            last: None,
            pondering: None,
            book: None,
        }
    }

    /// The games that can be set up.
    pub const fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// The game on the board.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The game on the board, to play on it.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// How the program was asked to think.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how the program thinks, but for threads and table; [`Room::configure`] changes those too.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Takes over settings whole. Where they ask for other threads or another table, those are made anew.
    pub fn configure(&mut self, settings: Settings) {
        if (settings.threads, settings.hash) != (self.settings.threads, self.settings.hash) {
            self.resources = Resources::new(settings.threads, settings.hash);
        }
        self.settings = settings;
    }

    /// Makes ready what searches of the game on the board need, so that the next one begins at once: threads, the
    /// table, and what its player builds when it is first asked.
    pub fn prepare(&mut self) {
        self.resources.pool();
        if self.last.is_none() {
            let limits = Limits { depth: Some(1), nodes: Some(1), ..Limits::default() };
            let (color, stop) = (self.engine.side_to_move(), Stop::new());
            // There is nothing to be done about a game that is over.
            let _ = self.think(&Question::new(color, limits, &stop), &mut |_| ());
        }
    }

    /// The clocks of both sides.
    pub const fn clocks_mut(&mut self) -> &mut Clocks {
        &mut self.clocks
    }

    /// Threads and table.
    pub const fn resources(&self) -> &Resources {
        &self.resources
    }

    /// The last answer of the player in this game.
    pub const fn last(&self) -> Option<&Answer> {
        self.last.as_ref()
    }

    /// Sets up another game, under its default rule set, size and player. The game that is on the board already is
    /// cleared and keeps its own: a client that names it (Quarry always does) does not undo what the command line said.
    ///
    /// # Errors
    /// [`EngineError::Unknown`]; the game is as it was.
    pub fn set_game(&mut self, name: &str) -> Result<(), EngineError> {
        let entry = *find(self.games, name)?;
        if entry.info.name == self.entry.info.name {
            self.clear();
        } else {
            self.change(entry.session(None, None)?);
            self.entry = entry;
        }
        Ok(())
    }

    /// Changes the rule set; the board is cleared, the player stays.
    ///
    /// # Errors
    /// [`EngineError::Unknown`]; the game is as it was.
    pub fn set_rule(&mut self, name: &str) -> Result<(), EngineError> {
        self.reopen(Some(name), Some(self.engine.size()))
    }

    /// Changes the size; the board is cleared, the player stays.
    ///
    /// # Errors
    /// [`EngineError::UnacceptableSize`]; the game is as it was.
    pub fn set_size(&mut self, size: u8) -> Result<(), EngineError> {
        if size == self.engine.size() {
            self.clear();
            return Ok(());
        }
        self.reopen(Some(self.engine.rule()), Some(size))
    }

    fn reopen(&mut self, rule: Option<&str>, size: Option<u8>) -> Result<(), EngineError> {
        let mut engine = self.entry.session(rule, size)?;
        engine.set_player(self.engine.player().name)?;
        self.change(engine);
        Ok(())
    }

    fn change(&mut self, engine: Box<dyn Engine>) {
        self.engine = engine;
        self.begin_game();
    }

    fn begin_game(&mut self) {
        self.clocks.reset();
        self.last = None;
        self.pondering = None;
        self.resources.forget();
    }

    /// Back to the starting position.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.begin_game();
    }

    /// Takes over the main line of an SGF record, up to the position before move number `until`. Game, rule set and
    /// size are those of the record, where it names them and they are known here; the player stays where the game
    /// has it.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is as it was.
    pub fn load_sgf(&mut self, text: &[u8], until: Option<usize>) -> Result<(), EngineError> {
        let record = sgf::parse(text).map_err(|error| EngineError::Unreadable(error.to_string()))?;
        let entry = *self.games.iter().find(|entry| record.game == Some(entry.sgf)).unwrap_or(&self.entry);
        let same = entry.sgf == self.entry.sgf;
        let named = |rule: &&str| entry.info.rules.iter().any(|known| known.name.eq_ignore_ascii_case(rule));
        let rule = record.rule.as_deref().filter(named).or(same.then(|| self.engine.rule()));
        let size = record.size.or(same.then(|| self.engine.size()));
        let mut engine = entry
            .session(rule, size)
            .map_err(|error| EngineError::Unreadable(format!("the record cannot be set up: {error}")))?;
        if same {
            engine.set_player(self.engine.player().name)?;
        }
        engine.replay(&record, until)?;
        self.entry = entry;
        self.change(engine);
        Ok(())
    }

    /// The limits of the settings and of the side's clock; a second a move where nobody said anything.
    pub fn limits(&self, color: Color) -> Limits {
        let asked = self.settings.limits();
        let clock = self.clocks.budget(color, self.moves_to_think(color), Duration::ZERO);
        let time = match (asked.time, clock) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        };
        let unbounded = asked.depth.is_none() && asked.nodes.is_none() && time.is_none();
        Limits { time: if unbounded { Some(Settings::usual_time()) } else { time }, ..asked }
    }

    /// The moves that the time on a clock is shared among, where the rules say how many plies are left: as many as would
    /// take all the effort if each took what the next one does.
    fn moves_to_think(&self, color: Color) -> Option<u32> {
        let left = self.engine.plies_left()?.max(1);
        let pace = self.clocks.budget(color, Some(left.div_ceil(2)), Duration::ZERO)?.soft;
        let effort = |plies| (self.engine.info().effort)(plies, pace);
        let all: u32 = (1..=left).rev().step_by(2).map(effort).sum();
        Some(all.div_ceil(effort(left)))
    }

    /// Asks the player; the game stays as it is.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is not that side's turn.
    pub fn think(
        &self,
        question: &Question<'_>,
        report: &mut (dyn FnMut(&TextReport) + Send),
    ) -> Result<Answer, EngineError> {
        if let Some(answer) = self.look_up(question) {
            report(&answer.report);
            return Ok(answer);
        }
        let begun = question.begun.or_else(|| self.pondered(question));
        self.ask(&*self.engine, &Question { begun, ..*question }, report)
    }

    /// Asks the player of any session, on this room's threads and table.
    ///
    /// # Errors
    /// As [`Room::think`].
    pub fn ask(
        &self,
        engine: &dyn Engine,
        question: &Question<'_>,
        report: &mut (dyn FnMut(&TextReport) + Send),
    ) -> Result<Answer, EngineError> {
        engine.think(question.ask(&self.resources, self.seed(question), report))
    }

    fn seed(&self, question: &Question<'_>) -> u64 {
        if question.chance { self.settings.seed } else { 0 }
    }

    /// Plays by this book from now on, in the kind of game that it is of.
    pub fn set_book(&mut self, book: Book) {
        self.book = Some(book);
    }

    /// The book's answer, where it will do and there is one.
    fn look_up(&self, question: &Question<'_>) -> Option<Answer> {
        let wanted = question.book && question.allowed.is_empty() && question.avoided.is_empty();
        let book = self.book.as_ref().filter(|book| wanted && *book.kind() == Kind::of(&*self.engine))?;
        let mut session = self.session().ok()?;
        session.set_position_text(&self.engine.position_text()).ok()?;
        // A move half entered, or a game that was resigned, shows on the board.
        let whole = session.drawing() == self.engine.drawing() && self.engine.outcome().is_none();
        let turn = session.side_to_move() == question.color;
        if whole && turn { book.answer(&mut *session, self.seed(question)) } else { None }
    }

    /// A new session of the kind of game that is on the board, under the same player.
    ///
    /// # Errors
    /// As the registry's; none for what is on the board already.
    pub fn session(&self) -> Result<Box<dyn Engine>, EngineError> {
        let mut session = self.entry.session(Some(self.engine.rule()), Some(self.engine.size()))?;
        session.set_player(self.engine.player().name)?;
        Ok(session)
    }

    /// Remembers an answer that was given, for whoever asks how it was found.
    pub fn remember(&mut self, answer: Answer) {
        self.last = Some(answer);
    }

    /// Plays a move that the player was asked for, and which took it this long; its clock has run meanwhile.
    ///
    /// # Errors
    /// As [`Engine::play`].
    pub fn accept(&mut self, color: Color, answer: Answer, took: Duration) -> Result<(), EngineError> {
        self.engine.play(color, &answer.text)?;
        self.clocks.spend(color, took);
        self.pondering = Pondering::after(&answer, &*self.engine);
        self.remember(answer);
        Ok(())
    }
}
