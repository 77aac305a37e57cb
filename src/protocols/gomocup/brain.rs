//! The brain: executes commands on a host.

use super::notation::{self, Fault, command, numbers, refused};
use super::terms::Terms;
use crate::protocols::line_server::{LineSignals, Say};
use std::time::Duration;
use tengen_core::game::{Cell, Color, MoveCode, Setup, Size, Vertex};
use tengen_core::printable::quote;
use tengen_core::search::Limits;
use tengen_session::{Answer, EngineError, Host, Query, Report};

/// The game that the protocol is for, as [`tengen_session::Host::set_game`] takes it.
pub const GAME: &str = "gomoku";

/// The answer's line; `None` where there is none to be given.
pub type Reply = Result<Option<String>, Fault>;

/// What a list of points is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// `BOARD`: a position to move in.
    Move,
    /// `YXBOARD`: a position, no more.
    Show,
    /// `SWAP2BOARD`: an opening.
    Swap2,
    /// `YXBLOCK`: points that are not to be played.
    Block,
    /// `YXBLOCKUNDO`: points that may be played again.
    Unblock,
    /// A command of Yixin-Board's that there is not here; most of those that it has bring a list.
    Nothing,
}

/// Lines of points, until `DONE`.
#[derive(Debug)]
struct List {
    purpose: Purpose,
    lines: Vec<String>,
}

/// Plays gomoku for a manager.
pub struct Brain {
    pub(super) host: Host,
    pub(super) terms: Terms,
    /// Points that the player is not to choose.
    pub(super) blocked: Vec<Vertex>,
    list: Option<List>,
}

impl Brain {
    /// More stones than any board has points are no position.
    const LONGEST_LIST: usize = Vertex::MAX_SIZE as usize * Vertex::MAX_SIZE as usize;

    /// A brain in this host. Its game becomes gomoku; rule set and size hold until the manager says otherwise.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] where the host has no gomoku.
    pub fn new(mut host: Host) -> Result<Self, EngineError> {
        host.set_game(GAME)?;
        let terms = Terms::new(*host.settings(), host.engine().rule());
        Ok(Self { host, terms, blocked: Vec::new(), list: None })
    }

    /// Executes one line that is not blank. `say` takes the messages that come before the answer.
    ///
    /// # Errors
    /// The [`Fault`] to be answered.
    pub fn execute(&mut self, line: &str, signals: &LineSignals, say: Say<'_>) -> Reply {
        let (name, rest) = command(line);
        if let Some(mut list) = self.list.take() {
            if name == "DONE" {
                return self.use_list(&list, signals, say);
            }
            if line.starts_with(|c: char| c.is_ascii_digit() || "+-,".contains(c)) {
                if list.lines.len() <= Self::LONGEST_LIST {
                    list.lines.push(line.to_owned());
                }
                self.list = Some(list);
                return Ok(None);
            }
            if list.purpose != Purpose::Nothing {
                say(&refused("the list of stones has no end: DONE is missing").to_string());
            }
        }
        match name.as_str() {
            "START" => self.start(rest),
            "RECTSTART" => self.rect_start(rest),
            "RESTART" => self.begin_game(self.size()),
            "BEGIN" => self.begin(signals, say),
            "TURN" => self.turn(rest, signals, say),
            "PLAY" => self.play(rest),
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => Ok(self.begin_list(Purpose::Move)),
            "YXBOARD" => Ok(self.begin_list(Purpose::Show)),
            "SWAP2BOARD" => Ok(self.begin_list(Purpose::Swap2)),
            "DONE" => Err(refused("DONE without a list of stones")),
            "INFO" => self.info(rest),
            "ABOUT" => Ok(Some(about())),
            // The reader has stopped every search.
            "YXSTOP" | "STOP" => Ok(None),
            "YXSHOWINFO" => Ok(Some(self.show_info())),
            "YXSHOWFORBID" => Ok(Some(self.forbidden())),
            "YXHASHCLEAR" => self.clear_table(),
            "YXBLOCK" => Ok(self.begin_list(Purpose::Block)),
            "YXBLOCKUNDO" => Ok(self.begin_list(Purpose::Unblock)),
            "YXBLOCKRESET" => self.unblock_all(),
            "YXNBEST" => self.nbest(rest, signals, say),
            "YXSEARCHDEFEND" => self.defend(signals, say),
            "YXBALANCEONE" => self.balance(rest, false, signals, say),
            "YXBALANCETWO" => self.balance(rest, true, signals, say),
            "YXSWAP2STEP1" => self.swap2_step1(signals),
            "YXSWAP2STEP2" => self.swap2_choice("SWAP1", 3, signals, say),
            "YXSWAP2STEP3" => self.swap2_choice("SWAP2", 5, signals, say),
            _ => {
                self.list = name.starts_with("YX").then_some(List { purpose: Purpose::Nothing, lines: Vec::new() });
                Err(Fault::Unknown(quote(line)))
            }
        }
    }

    pub(super) fn size(&self) -> u8 {
        self.host.engine().size().cols
    }

    fn start(&mut self, rest: &str) -> Reply {
        // Yixin-Board sends both sides of the board.
        let same = numbers(rest).and_then(|[width, height]: [i64; 2]| (width == height).then_some(width));
        let size = numbers(rest).map(|[size]: [i64; 1]| size).or(same);
        let size = size.ok_or_else(|| refused(format!("expected the size of a square board, got {}", quote(rest))))?;
        self.begin_game(u8::try_from(size).map_err(|_| refused(format!("a board of {size} lines is not supported")))?)
    }

    fn rect_start(&mut self, rest: &str) -> Reply {
        match numbers(rest) {
            Some([width, height]) if width != height => Err(refused("rectangular boards are not supported")),
            Some([_, _]) => self.start(rest),
            _ => Err(refused(format!("expected width,height, got {}", quote(rest)))),
        }
    }

    fn begin_game(&mut self, size: u8) -> Reply {
        if size != self.size() {
            self.blocked.clear();
        }
        self.host.set_size(Size::square(size))?;
        self.adopt_rule()?;
        self.terms.begin_game();
        self.host.configure(self.terms.settings());
        // START is on no clock: what would delay the first move is done here.
        self.host.prepare();
        Ok(Some("OK".to_owned()))
    }

    /// Goes over to the manager's rule set; the board is cleared where it is another one. A rule set that there is not
    /// is an error only when a move is wanted.
    pub(super) fn adopt_rule(&mut self) -> Result<(), EngineError> {
        match self.terms.rule() {
            Ok(rule) if rule != self.host.engine().rule() => self.host.set_rule(rule),
            _ => Ok(()),
        }
    }

    fn info(&mut self, rest: &str) -> Reply {
        let (key, value) = command(rest);
        self.terms.note(&key, value);
        if key == "RULE" && self.stones().is_empty() {
            self.adopt_rule()?;
            // No answer is expected: there may be time before the first move.
            self.host.prepare();
        }
        Ok(None)
    }

    fn begin(&mut self, signals: &LineSignals, say: Say<'_>) -> Reply {
        if !self.stones().is_empty() {
            return Err(refused("the board is not empty"));
        }
        self.answer(signals, say)
    }

    fn turn(&mut self, rest: &str, signals: &LineSignals, say: Say<'_>) -> Reply {
        // Where there can be no answer, the stone is not put.
        self.terms.rule()?;
        self.put(rest)?;
        self.answer(signals, say)
    }

    fn play(&mut self, rest: &str) -> Reply {
        self.put(rest).map(Some)
    }

    /// Plays a move of the side to move; the point, as the protocol writes it.
    fn put(&mut self, text: &str) -> Result<String, Fault> {
        let vertex = notation::point(text, self.size())?;
        let written = notation::write(vertex, self.size());
        let side = self.host.engine().side_to_move();
        let played = self.host.engine_mut().play_text(side, &vertex.to_string());
        let why = |error: EngineError| notation::in_numbers(&error.to_string(), self.size());
        played.map_err(|error| refused(format!("{written} cannot be played: {}", why(error))))?;
        Ok(written)
    }

    fn take_back(&mut self, rest: &str) -> Reply {
        let vertex = notation::point(rest, self.size())?;
        let Cell::Stone(color) = self.host.engine().cell(vertex) else {
            return Err(refused(format!("there is no stone on {}", quote(rest))));
        };
        let mut stones = self.stones();
        stones.retain(|&(_, at)| at != vertex);
        self.set_up(&Setup::new(stones, color))?;
        Ok(Some("OK".to_owned()))
    }

    /// Sets up a position; a reason why it is none has points as the protocol writes them.
    pub(super) fn set_up(&mut self, setup: &Setup) -> Result<(), Fault> {
        let set_up = self.host.engine_mut().set_up(setup);
        set_up.map_err(|error| refused(notation::in_numbers(&error.to_string(), self.size())))
    }

    /// The stones on the board.
    pub(super) fn stones(&self) -> Vec<(Color, Vertex)> {
        let lines = 0..self.size();
        let points = lines.clone().flat_map(|row| lines.clone().map(move |col| Vertex::new(col, row)));
        let stone = |vertex| match self.host.engine().cell(vertex) {
            Cell::Stone(color) => Some((color, vertex)),
            _ => None,
        };
        points.filter_map(stone).collect()
    }

    fn begin_list(&mut self, purpose: Purpose) -> Option<String> {
        self.list = Some(List { purpose, lines: Vec::new() });
        None
    }

    fn use_list(&mut self, list: &List, signals: &LineSignals, say: Say<'_>) -> Reply {
        if list.lines.len() > Self::LONGEST_LIST {
            return Err(refused("there are more stones than points"));
        }
        let size = self.size();
        let points = || list.lines.iter().map(|line| notation::point(line, size)).collect::<Result<Vec<_>, _>>();
        match list.purpose {
            Purpose::Move | Purpose::Show => self.adopt_rule()?,
            Purpose::Swap2 => {
                self.adopt_rule()?;
                return self.swap2(&points()?, signals, say);
            }
            Purpose::Block => return self.block(&points()?),
            Purpose::Unblock => return self.unblock(&points()?),
            Purpose::Nothing => return Ok(None),
        }
        let stone = |line: &String| {
            let numbers = numbers(line).filter(|&[_, _, field]| (1..=3).contains(&field));
            let [x, y, field] = numbers.ok_or_else(|| refused(format!("expected x,y,1 to 3, got {}", quote(line))))?;
            Ok((field == 1, notation::on_board([x, y], size)?))
        };
        let stones = list.lines.iter().map(stone).collect::<Result<Vec<_>, Fault>>()?;
        self.set_up(&position(&stones))?;
        if list.purpose == Purpose::Show { Ok(None) } else { self.answer(signals, say) }
    }

    /// Plays a move: the book's, the level's, or the best.
    pub(super) fn answer(&mut self, signals: &LineSignals, say: Say<'_>) -> Reply {
        self.adopt_terms()?;
        let blocked = self.blocked_moves();
        let query = self.query(&blocked, signals);
        let answer = self.ask(signals, say, |side, tell| self.host.generate(side, &query, false, tell))?;
        answer.map(|answer| self.accept(answer, signals)).transpose()
    }

    /// Thinks about so many of the best moves, and plays the best, whatever the book and the level say.
    pub(super) fn play_best_of(&mut self, lines: usize, signals: &LineSignals, say: Say<'_>) -> Reply {
        self.adopt_terms()?;
        let blocked = self.blocked_moves();
        let query = Query { lines, ..self.query(&blocked, signals) };
        let answer = self.think(&query, signals, say)?;
        answer.map(|answer| self.accept(answer, signals)).transpose()
    }

    /// Goes over to the manager's settings and clocks for the next move.
    pub(super) fn adopt_terms(&mut self) -> Result<(), Fault> {
        self.terms.rule()?;
        self.host.configure(self.terms.settings());
        *self.host.clocks_mut() = self.terms.clocks();
        self.host.prepare();
        Ok(())
    }

    /// The moves to points that are blocked.
    pub(super) fn blocked_moves(&self) -> Vec<MoveCode> {
        let texts: Vec<_> = self.blocked.iter().map(Vertex::to_string).collect();
        let engine = self.host.engine();
        if texts.is_empty() { Vec::new() } else { engine.named(engine.side_to_move(), &texts) }
    }

    /// The query for the next move but for those that are blocked; its time runs since its line came.
    pub(super) fn query<'a>(&self, blocked: &'a [MoveCode], signals: &'a LineSignals) -> Query<'a> {
        let side = self.host.engine().side_to_move();
        Query { asked: Some(signals.came), avoided: blocked, ..self.host.query_for(side, &signals.stop) }
    }

    /// What is left now of the limits of the next move, for several searches.
    pub(super) fn limits(&self, signals: &LineSignals) -> Limits {
        self.host.engine().limits(&self.query(&[], signals), self.host.resources())
    }

    /// What has gone by since a line came, on the clock of the searches.
    pub(super) fn elapsed(&self, signals: &LineSignals) -> Duration {
        self.host.resources().since(signals.came)
    }

    /// The player's move; `None` where the search was cancelled. The game stays as it is.
    pub(super) fn think(
        &self,
        query: &Query<'_>,
        signals: &LineSignals,
        say: Say<'_>,
    ) -> Result<Option<Answer>, Fault> {
        self.ask(signals, say, |side, tell| self.host.think(side, query, tell))
    }

    /// The answer of a search, which gets the side to move and what takes its reports: the first one of each depth is told, and
    /// the last one.
    fn ask(
        &self,
        signals: &LineSignals,
        say: Say<'_>,
        search: impl FnOnce(Color, &mut (dyn FnMut(&Report) + Send)) -> Result<Answer, EngineError>,
    ) -> Result<Option<Answer>, Fault> {
        self.go_on()?;
        let mut told: Option<Report> = None;
        let answer = search(self.host.engine().side_to_move(), &mut |report| {
            if told.as_ref().is_none_or(|told| told.iteration() != report.iteration()) {
                self.tell(report, say);
                told = Some(report.clone());
            }
        })?;
        if signals.ended.is_raised() {
            return Ok(None);
        }
        if told.as_ref() != Some(&answer.report) {
            self.tell(&answer.report, say);
        }
        Ok(Some(answer))
    }

    /// An error where the game is over.
    pub(super) fn go_on(&self) -> Result<(), Fault> {
        self.host.engine().outcome().map_or(Ok(()), |_| Err(refused("the game is over")))
    }

    /// Says what was thought.
    fn tell(&self, report: &Report, say: Say<'_>) {
        let (size, names) = (self.size(), self.terms.names());
        let mut lines = notation::messages(report, size, names);
        if self.terms.realtime {
            lines.extend(notation::realtime(report, size, names));
        }
        for line in lines {
            say(&line);
        }
    }

    /// Plays a move that was thought of; the point, as the protocol writes it.
    pub(super) fn accept(&mut self, answer: Answer, signals: &LineSignals) -> Result<String, Fault> {
        let text = answer.text();
        let vertex = text.parse().map_err(|()| refused(format!("{text} is no point")))?;
        let took = self.elapsed(signals);
        self.host.accept(self.host.engine().side_to_move(), answer, took)?;
        self.terms.moved(took);
        Ok(notation::write(vertex, self.size()))
    }
}

/// A position from stones, each with whether it is our own; it is our move. Black has as many stones as White, or one
/// more; where the numbers say neither, whose stone came first is Black.
fn position(stones: &[(bool, Vertex)]) -> Setup {
    let own = stones.iter().filter(|(own, _)| *own).count();
    let others = stones.len() - own;
    let black = own == others || (others != own + 1 && stones.first().is_some_and(|(own, _)| *own));
    let us = if black { Color::Black } else { Color::White };
    let color = |own| if own { us } else { !us };
    Setup::new(stones.iter().map(|&(own, at)| (color(own), at)).collect(), us)
}

fn about() -> String {
    format!(r#"name="Tengen", version="{}", author="The Tengen authors""#, env!("CARGO_PKG_VERSION"))
}
