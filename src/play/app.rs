//! The game and its players, people and the engine, and what the keys do with them.

mod actions;
mod edit;
mod records;
mod walk;

use super::keys::Mode;
use super::lines::ShownLines;
use super::position::{Marks, PointChoice, name};
use super::prompt::Prompt;
use super::review::ShownReview;
use super::search::{self, lock};
use super::{BackgroundSearch, Event, Geometry, Purpose, ShownPosition};
use crate::features::analyze::Judged;
use ratatui::layout::Rect;
use records::GameBefore;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use tengen_core::game::{Color, Vertex};
use tengen_core::printable;
use tengen_session::{Answer, Engine, EngineError, Host, Report, Turn};

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

    /// Whether the game is taken back, or played again, up to a move of this side: a person's, or any where people only watch.
    fn pause_at(self, color: Color) -> bool {
        self == Self::None || self.play(color)
    }

    /// The next of [`People::ALL`].
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(_, people)| *people == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()].1
    }
}

/// The player that generates moves, and the default one, which gives hints, analyses and reviews.
type Players = [&'static str; 2];

/// What a person has before the eyes, and what works behind it.
pub struct App {
    /// Where the points of the board stand.
    pub geometry: Geometry,
    /// The game on the board, or the position that is set up.
    pub position: ShownPosition,
    /// All lines of the game.
    pub lines: ShownLines,
    /// What is known of the moves.
    pub review: ShownReview,
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
    /// The line that is being typed.
    pub prompt: Option<Prompt>,
    /// What the last key has led to, in words.
    pub message: String,
    /// The page of the explanation of the keys that is shown, from 0.
    pub help: Option<usize>,
    /// Where on the terminal the screen is drawn.
    pub area: Rect,
    pub(super) host: Arc<Mutex<Host>>,
    events: Sender<Event>,
    search: Option<BackgroundSearch>,
    searches: u64,
    /// True where the engine moves in an earlier position, too.
    goes_on: bool,
    /// True while a position is set up.
    editing: bool,
    /// The game that was on the board before this one.
    before: Option<GameBefore>,
    /// The file that the game was read from or written to.
    file: Option<String>,
    /// A file that is there already, and was named once.
    warned: Option<String>,
    players: Players,
    level: Option<u8>,
    seeds: fastrand::Rng,
}

impl App {
    /// The game on the board of a host. Searches tell of themselves by `events`.
    pub fn new(host: Host, people: People, events: Sender<Event>) -> Self {
        let engine = host.engine();
        let geometry = Geometry::of(engine);
        let mut app = Self {
            cursor: geometry.middle(),
            marks: Marks::of(&*host.session()),
            position: ShownPosition::of(engine),
            lines: ShownLines::default(),
            review: ShownReview::default(),
            geometry,
            choice: PointChoice::default(),
            people,
            report: None,
            analysis: false,
            hint: Vec::new(),
            chance: None,
            prompt: None,
            message: String::new(),
            help: None,
            area: Rect::default(),
            goes_on: false,
            editing: false,
            before: None,
            file: None,
            warned: None,
            players: players(engine),
            level: host.settings().level,
            seeds: fastrand::Rng::with_seed(host.settings().seed),
            host: Arc::new(Mutex::new(host)),
            events,
            search: None,
            searches: 0,
        };
        app.refresh();
        app
    }

    /// What the engine's side is called.
    pub fn engine_name(&self) -> String {
        let [player, default] = self.players;
        match self.level.filter(|_| player == default) {
            Some(level) => format!("{player}, level {level}"),
            None => player.to_owned(),
        }
    }

    /// What the keys are for.
    pub const fn mode(&self) -> Mode<'_> {
        match (&self.prompt, self.editing) {
            (Some(prompt), _) => Mode::Prompt(prompt),
            (None, true) => Mode::Editor,
            (None, false) => Mode::Board,
        }
    }

    /// What a search that runs is for.
    pub fn searches_for(&self) -> Option<Purpose> {
        self.search.as_ref().map(|search| search.purpose)
    }

    /// Whose turn it is, in words.
    pub fn status(&self) -> String {
        let side = name(self.position.to_move);
        match self.searches_for() {
            Some(Purpose::Review) => return format!("Review: {}. v: end", self.review.progress()),
            Some(Purpose::Move) => return format!("{side}: {} is thinking. g: move now", self.players[0]),
            Some(Purpose::Hint) => return "Looking for a hint".to_owned(),
            Some(Purpose::Analysis) | None => {}
        }
        match &self.position.result {
            _ if self.editing => format!("Position: {side} to move. p: play"),
            Some(result) => format!("{result} Press n for a new game."),
            None if self.people.play(self.position.to_move) => format!("{side} to move"),
            None => format!("{side} to move. g: {} moves; r: redo", self.players[0]),
        }
    }

    /// Shows the position, lets the engine move, or analyses for the person to move.
    ///
    /// # Errors
    /// Those of a system that has no thread left.
    pub fn settle(&mut self) -> io::Result<()> {
        self.refresh();
        let color = self.position.to_move;
        let is_persons = self.people.play(color);
        // An earlier position waits for the person.
        let goes_on = self.goes_on || self.lines.ahead().is_empty();
        if self.position.must_pass && is_persons && goes_on {
            self.message = format!("{} has to pass.", name(color));
            return self.change(|host| host.engine_mut().play(color, Turn::Pass));
        }
        if self.position.result.is_some() {
            Ok(())
        } else if !is_persons && goes_on {
            self.start(Purpose::Move)
        } else if self.analysis {
            self.start(Purpose::Analysis)
        } else {
            Ok(())
        }
    }

    fn refresh(&mut self) {
        let host = lock(&self.host);
        self.position = ShownPosition::of(host.engine());
        self.lines.update(host.engine());
        drop(host);
        self.choice = PointChoice::default();
        (self.report, self.hint, self.editing) = (None, Vec::new(), false);
    }

    /// Does something to the game; what was thought about before ends.
    fn change(&mut self, act: impl FnOnce(&mut Host) -> Result<(), EngineError>) -> io::Result<()> {
        if let Err(error) = self.change_quietly(act) {
            self.complain(&error);
        }
        self.settle()
    }

    /// Does something to the game without a look at whose turn it is afterwards.
    fn change_quietly<T>(&mut self, act: impl FnOnce(&mut Host) -> Result<T, EngineError>) -> Result<T, EngineError> {
        self.end_search();
        act(&mut lock(&self.host))
    }

    fn complain(&mut self, error: &EngineError) {
        self.message = printable::line(&error.to_string());
    }

    fn start(&mut self, purpose: Purpose) -> io::Result<()> {
        if !self.put_in_charge(purpose) {
            return Ok(());
        }
        let (host, events, number) = (self.host.clone(), self.events.clone(), self.searches + 1);
        self.search(purpose, move |stop| {
            let mut tell = |report: &Report| {
                let _ = events.send(Event::Report(number, report.clone()));
            };
            let answer = search::think(&lock(&host), purpose, stop, &mut tell);
            Event::Answer(number, answer)
        })
    }

    /// Puts the player in charge that is asked for this; false where that cannot be.
    fn put_in_charge(&mut self, purpose: Purpose) -> bool {
        let [player, default] = self.players;
        let wanted = if purpose == Purpose::Move { player } else { default };
        let done = self.change_quietly(|host| match host.engine().player().name {
            name if name == wanted => Ok(()),
            _ => host.set_player(wanted),
        });
        done.map_err(|error| self.complain(&error)).is_ok()
    }

    /// Begins a search of the next number.
    fn search(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&tengen_core::search::Stop) -> Event + Send + 'static,
    ) -> io::Result<()> {
        self.searches += 1;
        self.search = Some(BackgroundSearch::start(self.searches, purpose, self.events.clone(), run)?);
        Ok(())
    }

    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    fn runs(&self, number: u64) -> Option<Purpose> {
        self.search.as_ref().filter(|search| search.number == number).map(|search| search.purpose)
    }

    /// Takes up what a search has found so far.
    pub fn report(&mut self, number: u64, report: Report) {
        if self.runs(number) == Some(Purpose::Analysis) {
            self.note(&report);
            self.report = Some(report);
        }
    }

    /// Takes up what a review has found of a move.
    pub fn judged(&mut self, number: u64, judged: Judged) {
        if self.runs(number) == Some(Purpose::Review) {
            self.review.take(judged);
        }
    }

    /// Takes up the end of a review.
    ///
    /// # Errors
    /// As [`App::settle`].
    pub fn reviewed(&mut self, number: u64, done: Result<(), EngineError>) -> io::Result<()> {
        if self.runs(number) != Some(Purpose::Review) {
            return Ok(());
        }
        self.search = None;
        self.message = format!("Reviewed: {}.", self.review.progress());
        self.change(|_| done)
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
                self.complain(&error);
                return Ok(());
            }
        };
        self.note(&answer.report);
        let color = self.position.to_move;
        match search.purpose {
            Purpose::Move => {
                self.message = format!("{}: {} plays {}.", name(color), self.players[0], answer.text());
                let took = search.began.elapsed();
                self.change(|host| host.accept(color, answer, took))
            }
            Purpose::Hint => {
                self.message = format!("Hint: {}", answer.text());
                self.hint = answer.points();
                if self.analysis { self.start(Purpose::Analysis) } else { Ok(()) }
            }
            Purpose::Analysis | Purpose::Review => Ok(()),
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

/// The player in charge of a game, and its default player.
fn players(engine: &dyn Engine) -> Players {
    let own = engine.player().name;
    [own, engine.players().first().map_or(own, |player| player.name)]
}
