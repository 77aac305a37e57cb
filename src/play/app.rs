//! The game and its players, people and the engine, and what the keys do with them.

mod actions;

use super::position::{Marks, PointChoice, name};
use super::search::lock;
use super::{BackgroundSearch, Event, Geometry, Purpose, ShownPosition};
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use tengen_core::game::{Cell, Color, Vertex};
use tengen_core::printable;
use tengen_session::{Answer, EngineError, Host, Report, Turn};

/// Which sides people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum People {
    /// One side.
    One(Color),
    /// Both.
    Both,
    /// Neither: the engine plays against itself.
    None,
}

impl People {
    /// All, with the names that the command line has for them.
    pub const ALL: [(&str, Self); 4] = [
        (Color::Black.name(), Self::One(Color::Black)),
        (Color::White.name(), Self::One(Color::White)),
        ("both", Self::Both),
        ("none", Self::None),
    ];

    /// Whether a person plays this side.
    pub fn play(self, color: Color) -> bool {
        matches!(self, Self::Both) || self == Self::One(color)
    }

    /// The next of [`People::ALL`].
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(_, people)| *people == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()].1
    }
}

/// What a person has before the eyes, and what works behind it.
pub struct App {
    /// Where the points of the board stand.
    pub geometry: Geometry,
    /// The game on the board.
    pub position: ShownPosition,
    /// The points entered of a move.
    pub choice: PointChoice,
    /// Which points are marked: what a game has few of, from its first position on.
    pub marks: Marks,
    /// The point under the cursor.
    pub cursor: Vertex,
    /// Which sides people play.
    pub people: People,
    /// What the newest analysis of the position has found so far.
    pub report: Option<Report>,
    /// True while positions are analysed for the person to move.
    pub analysis: bool,
    /// The points of the move that the engine would play, where the person asked for it.
    pub hint: Vec<Vertex>,
    /// Black's chance of winning, 0 to 1, as the last search has it.
    pub chance: Option<f64>,
    /// The text that is being typed.
    pub typed: Option<String>,
    /// What the last key has led to, in words.
    pub message: String,
    /// True while the keys are explained.
    pub help: bool,
    host: Arc<Mutex<Host>>,
    events: Sender<Event>,
    search: Option<BackgroundSearch>,
    searches: u64,
    /// Moves taken back, the last of the game first.
    undone: Vec<(Color, String)>,
    /// The player that generates moves, and the default one, which gives hints and analyses.
    players: [&'static str; 2],
    level: Option<u8>,
    seeds: fastrand::Rng,
    /// True after a first press of the key for a new game, while one is under way.
    warned: bool,
}

impl App {
    /// The game on the board of a host. Searches tell of themselves by `events`.
    pub fn new(host: Host, people: People, events: Sender<Event>) -> Self {
        let engine = host.engine();
        let geometry = Geometry::of(engine);
        let position = ShownPosition::of(engine);
        let empty = position.cells.iter().filter(|cell| **cell == Cell::Empty).count();
        let default = engine.players().first().map_or(engine.player().name, |player| player.name);
        Self {
            cursor: geometry.middle(),
            marks: if 2 * position.legal.len() < empty { Marks::Legal } else { Marks::Forbidden },
            position,
            geometry,
            choice: PointChoice::default(),
            people,
            report: None,
            analysis: false,
            hint: Vec::new(),
            chance: None,
            typed: None,
            message: String::new(),
            help: false,
            players: [engine.player().name, default],
            level: host.settings().level,
            seeds: fastrand::Rng::with_seed(host.settings().seed),
            host: Arc::new(Mutex::new(host)),
            events,
            search: None,
            searches: 0,
            undone: Vec::new(),
            warned: false,
        }
    }

    /// What the engine's side is called.
    pub fn engine_name(&self) -> String {
        let [player, default] = self.players;
        match self.level.filter(|_| player == default) {
            Some(level) => format!("{player}, level {level}"),
            None => player.to_owned(),
        }
    }

    /// What a search that runs is for.
    pub fn searches_for(&self) -> Option<Purpose> {
        self.search.as_ref().map(|search| search.purpose)
    }

    /// Whose turn it is, in words.
    pub fn status(&self) -> String {
        let side = name(self.position.to_move);
        if let Some(result) = &self.position.result {
            return format!("{result} Press n for a new game.");
        }
        match self.searches_for() {
            Some(Purpose::Move) => format!("{side}: {} is thinking. g: move now", self.players[0]),
            Some(Purpose::Hint) => "Looking for a hint".to_owned(),
            _ if self.people.play(self.position.to_move) => format!("{side} to move"),
            _ => format!("{side} to move. g: {} moves; r: redo", self.players[0]),
        }
    }

    /// Shows the position, lets the engine move, or analyses for the person to move.
    ///
    /// # Errors
    /// Those of a system that has no thread left.
    pub fn settle(&mut self) -> io::Result<()> {
        self.refresh();
        if self.position.must_pass && self.people.play(self.position.to_move) {
            let color = self.position.to_move;
            self.message = format!("{} has to pass.", name(color));
            return self.change(|host| host.engine_mut().play(color, Turn::Pass));
        }
        if self.position.result.is_some() {
            Ok(())
        } else if !self.people.play(self.position.to_move) && self.undone.is_empty() {
            self.start(Purpose::Move)
        } else if self.analysis {
            self.start(Purpose::Analysis)
        } else {
            Ok(())
        }
    }

    fn refresh(&mut self) {
        self.position = ShownPosition::of(lock(&self.host).engine());
        self.choice = PointChoice::default();
        (self.report, self.hint) = (None, Vec::new());
    }

    /// Does something to the game; what was thought about before ends.
    fn change(&mut self, act: impl FnOnce(&mut Host) -> Result<(), EngineError>) -> io::Result<()> {
        self.end_search();
        let done = act(&mut lock(&self.host));
        if let Err(error) = done {
            self.message = printable::line(&error.to_string());
        }
        self.settle()
    }

    fn start(&mut self, purpose: Purpose) -> io::Result<()> {
        self.end_search();
        let [player, default] = self.players;
        let wanted = if purpose == Purpose::Move { player } else { default };
        {
            let mut host = lock(&self.host);
            if host.engine().player().name != wanted
                && let Err(error) = host.set_player(wanted)
            {
                self.message = printable::line(&error.to_string());
                return Ok(());
            }
        }
        self.searches += 1;
        self.search = Some(BackgroundSearch::start(self.searches, purpose, self.host.clone(), self.events.clone())?);
        Ok(())
    }

    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    /// Takes up what a search has found so far.
    pub fn report(&mut self, number: u64, report: Report) {
        let running = self.search.as_ref().filter(|search| search.number == number);
        if running.is_some_and(|search| search.purpose == Purpose::Analysis) {
            self.note(&report);
            self.report = Some(report);
        }
    }

    /// Takes up what a search has come to.
    ///
    /// # Errors
    /// As [`App::settle`].
    pub fn answer(&mut self, number: u64, answer: Result<Answer, EngineError>) -> io::Result<()> {
        let Some(search) = self.search.take_if(|search| search.number == number) else { return Ok(()) };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                self.message = printable::line(&error.to_string());
                return Ok(());
            }
        };
        self.note(&answer.report);
        let color = self.position.to_move;
        match search.purpose {
            Purpose::Move => {
                self.message = format!("{}: {} plays {}.", name(color), self.players[0], answer.text());
                self.undone.clear();
                let took = search.began.elapsed();
                self.change(|host| host.accept(color, answer, took))
            }
            Purpose::Hint => {
                self.message = format!("Hint: {}", answer.text());
                self.hint = answer.points();
                if self.analysis { self.start(Purpose::Analysis) } else { Ok(()) }
            }
            Purpose::Analysis => Ok(()),
        }
    }

    /// Keeps what a report says of the chances.
    fn note(&mut self, report: &Report) {
        if let Some(best) = report.lines.first() {
            let chance = best.win_chance(&self.position.scale);
            self.chance = Some(if self.position.to_move == Color::Black { chance } else { 1.0 - chance });
        }
    }
}
