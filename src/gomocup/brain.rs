//! The brain: executes commands on a room.

use super::parse::{command, numbers, quote};
use super::terms::Terms;
use super::{Fault, GAME, coordinates, refused};
use crate::engine::room::Question;
use crate::engine::{Answer, EngineError, Room};
use crate::game::{Cell, Color, Setup, Vertex};
use crate::search::{Budget, Limits, Stop};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// When a line came, and who may cut short what it starts.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The time that it came: a move's time counts from here.
    pub came: Instant,
    /// Raised when the answer is wanted now.
    pub stop: Stop,
    /// Raised when no answer is wanted any more.
    pub ended: Stop,
}

/// Where the brain's messages go.
pub type Say<'a> = &'a mut (dyn FnMut(&str) + Send);

/// The answer's line; `None` where there is none to be given.
pub type Reply = Result<Option<String>, Fault>;

/// What a list of stones is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// `BOARD`: a position to move in.
    Move,
    /// `YXBOARD`: a position, no more.
    Show,
    /// `SWAP2BOARD`: an opening.
    Swap2,
}

/// Lines of stones, until `DONE`.
#[derive(Debug)]
struct List {
    purpose: Purpose,
    lines: Vec<String>,
}

/// Plays gomoku for a manager.
pub struct Brain {
    pub(super) room: Room,
    pub(super) terms: Terms,
    list: Option<List>,
}

impl Brain {
    /// More stones than any board has points are no position.
    const LONGEST_LIST: usize = Vertex::MAX_SIZE as usize * Vertex::MAX_SIZE as usize;

    /// A brain in this room. Its game becomes gomoku; rule set and size hold until the manager says otherwise.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] where the room has no gomoku.
    pub fn new(mut room: Room) -> Result<Self, EngineError> {
        room.set_game(GAME)?;
        let terms = Terms::new(*room.settings(), room.engine().rule());
        Ok(Self { room, terms, list: None })
    }

    /// Executes one line that is not blank. `say` takes the messages that come before the answer.
    ///
    /// # Errors
    /// The [`Fault`] to be answered.
    pub fn execute(&mut self, line: &str, moment: &Moment, say: Say<'_>) -> Reply {
        let (name, rest) = command(line);
        if let Some(mut list) = self.list.take() {
            if name == "DONE" {
                return self.use_list(&list, moment, say);
            }
            if line.starts_with(|c: char| c.is_ascii_digit() || "+-,".contains(c)) {
                if list.lines.len() <= Self::LONGEST_LIST {
                    list.lines.push(line.to_owned());
                }
                self.list = Some(list);
                return Ok(None);
            }
            say(&refused("the list of stones has no end: DONE is missing").to_string());
        }
        match name.as_str() {
            "START" => self.start(rest),
            "RECTSTART" => self.rect_start(rest),
            "RESTART" => self.begin_game(self.size()),
            "BEGIN" => self.begin(moment, say),
            "TURN" => self.turn(rest, moment, say),
            "PLAY" => self.play(rest),
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => Ok(self.begin_list(Purpose::Move)),
            "YXBOARD" => Ok(self.begin_list(Purpose::Show)),
            "SWAP2BOARD" => Ok(self.begin_list(Purpose::Swap2)),
            "DONE" => Err(refused("DONE without a list of stones")),
            "INFO" => self.info(rest),
            "ABOUT" => Ok(Some(about())),
            "YXSHOWINFO" => Ok(Some(self.show_info())),
            "YXSHOWFORBID" => Ok(Some(self.forbidden())),
            // The reader has seen to it that nobody thinks any more; and every game begins with an empty table.
            "YXSTOP" | "STOP" | "YXHASHCLEAR" => Ok(None),
            _ => Err(Fault::Unknown(quote(line))),
        }
    }

    pub(super) fn size(&self) -> u8 {
        self.room.engine().size()
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
        self.room.set_size(size)?;
        self.adopt_rule()?;
        self.terms.begin_game();
        self.room.configure(self.terms.settings());
        // The time of START is nobody's: what would delay the first move is done here.
        self.room.prepare();
        Ok(Some("OK".to_owned()))
    }

    /// Goes over to the manager's rule set; the board is cleared where it is another one. A rule set that there is not
    /// is an error only when a move is wanted.
    fn adopt_rule(&mut self) -> Result<(), EngineError> {
        match self.terms.rule() {
            Ok(rule) if rule != self.room.engine().rule() => self.room.set_rule(rule),
            _ => Ok(()),
        }
    }

    fn info(&mut self, rest: &str) -> Reply {
        let (key, value) = command(rest);
        self.terms.note(&key, value);
        if key == "RULE" && self.stones().is_empty() {
            self.adopt_rule()?;
            // Nobody waits for an answer: there may be time before the first move.
            self.room.prepare();
        }
        Ok(None)
    }

    fn begin(&mut self, moment: &Moment, say: Say<'_>) -> Reply {
        if !self.stones().is_empty() {
            return Err(refused("the board is not empty"));
        }
        self.answer(moment, say)
    }

    fn turn(&mut self, rest: &str, moment: &Moment, say: Say<'_>) -> Reply {
        self.put(rest)?;
        self.answer(moment, say)
    }

    fn play(&mut self, rest: &str) -> Reply {
        self.put(rest).map(Some)
    }

    /// Plays a move of the side to move; the point, as the protocol writes it.
    fn put(&mut self, text: &str) -> Result<String, Fault> {
        let vertex = coordinates::point(text, self.size())?;
        let written = coordinates::write(vertex, self.size());
        let side = self.room.engine().side_to_move();
        let played = self.room.engine_mut().play(side, &vertex.to_string());
        played.map_err(|error| refused(format!("{written} cannot be played: {error}")))?;
        Ok(written)
    }

    fn take_back(&mut self, rest: &str) -> Reply {
        let vertex = coordinates::point(rest, self.size())?;
        let Cell::Stone(color) = self.room.engine().cell(vertex) else {
            return Err(refused(format!("there is no stone on {}", quote(rest))));
        };
        let mut stones = self.stones();
        stones.retain(|&(_, at)| at != vertex);
        self.room.engine_mut().set_up(&Setup { stones, side_to_move: color })?;
        Ok(Some("OK".to_owned()))
    }

    /// The stones on the board.
    fn stones(&self) -> Vec<(Color, Vertex)> {
        let lines = 0..self.size();
        let points = lines.clone().flat_map(|row| lines.clone().map(move |col| Vertex::new(col, row)));
        let stone = |vertex| match self.room.engine().cell(vertex) {
            Cell::Stone(color) => Some((color, vertex)),
            _ => None,
        };
        points.filter_map(stone).collect()
    }

    fn begin_list(&mut self, purpose: Purpose) -> Option<String> {
        self.list = Some(List { purpose, lines: Vec::new() });
        None
    }

    fn use_list(&mut self, list: &List, moment: &Moment, say: Say<'_>) -> Reply {
        if list.lines.len() > Self::LONGEST_LIST {
            return Err(refused("there are more stones than points"));
        }
        self.adopt_rule()?;
        let size = self.size();
        if list.purpose == Purpose::Swap2 {
            let points = list.lines.iter().map(|line| coordinates::point(line, size));
            return self.swap2(&points.collect::<Result<Vec<_>, _>>()?, moment, say);
        }
        let stone = |line: &String| {
            let numbers = numbers(line).filter(|&[_, _, field]| (1..=3).contains(&field));
            let [x, y, field] = numbers.ok_or_else(|| refused(format!("expected x,y,1 to 3, got {}", quote(line))))?;
            Ok((field == 1, coordinates::on_board([x, y], size)?))
        };
        let stones = list.lines.iter().map(stone).collect::<Result<Vec<_>, Fault>>()?;
        self.room.engine_mut().set_up(&position(&stones))?;
        if list.purpose == Purpose::Show { Ok(None) } else { self.answer(moment, say) }
    }

    /// Thinks, and plays what came of it.
    fn answer(&mut self, moment: &Moment, say: Say<'_>) -> Reply {
        let limits = self.limits(moment)?;
        match self.think(limits, moment, say)? {
            Some(answer) => self.accept(answer, moment, say).map(Some),
            None => Ok(None),
        }
    }

    /// The limits of the next move; what has gone by since its line came is taken off.
    pub(super) fn limits(&mut self, moment: &Moment) -> Result<Limits, Fault> {
        self.terms.rule()?;
        self.room.configure(self.terms.settings());
        self.room.prepare();
        *self.room.clocks_mut() = self.terms.clocks();
        let limits = self.room.limits(self.room.engine().side_to_move());
        let gone = moment.came.elapsed();
        let rest = |time: Duration| time.saturating_sub(gone);
        let time = limits.time.map(|budget| Budget { soft: rest(budget.soft), hard: rest(budget.hard) });
        Ok(Limits { time, ..limits })
    }

    /// The player's move; `None` where nobody wants it any more. The game stays as it is.
    pub(super) fn think(&self, limits: Limits, moment: &Moment, say: Say<'_>) -> Result<Option<Answer>, Fault> {
        let engine = self.room.engine();
        if engine.outcome().is_some() {
            return Err(refused("the game is over"));
        }
        let (size, watched) = (self.size(), self.terms.watched);
        let question = Question::new(engine.side_to_move(), limits, &moment.stop);
        let answer = self.room.think(&question, &mut |report| {
            if let Some(message) = coordinates::message(report, size).filter(|_| watched) {
                say(&message);
            }
        })?;
        Ok((!moment.ended.is_raised()).then_some(answer))
    }

    /// Plays a move that was thought of; the point, as the protocol writes it.
    pub(super) fn accept(&mut self, answer: Answer, moment: &Moment, say: Say<'_>) -> Result<String, Fault> {
        if let Some(message) = coordinates::message(&answer.report, self.size()) {
            say(&message);
        }
        let vertex = answer.text.parse().map_err(|()| refused(format!("{} is no point", answer.text)))?;
        let took = moment.came.elapsed();
        self.room.accept(self.room.engine().side_to_move(), answer, took)?;
        self.terms.moved(took);
        Ok(coordinates::write(vertex, self.size()))
    }

    /// What Yixin-Board asks at its start. From then on every iteration of a search is shown.
    fn show_info(&mut self) -> String {
        self.terms.watched = true;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        format!("MESSAGE INFO MAX_THREAD_NUM {threads}\nMESSAGE INFO MAX_HASH_SIZE 22")
    }

    /// `FORBID` and the points forbidden to the side to move, two digits for each coordinate.
    fn forbidden(&self) -> String {
        let engine = self.room.engine();
        let (size, legal) = (engine.size(), engine.legal_moves());
        let mut text = "FORBID ".to_owned();
        for row in (0..size).rev().filter(|_| engine.outcome().is_none()) {
            for vertex in (0..size).map(|col| Vertex::new(col, row)) {
                if engine.cell(vertex) == Cell::Empty && !legal.contains(&vertex.to_string()) {
                    let _ = write!(text, "{:02}{:02}", vertex.col, size - 1 - row);
                }
            }
        }
        text + "."
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
    Setup { stones: stones.iter().map(|&(own, at)| (color(own), at)).collect(), side_to_move: us }
}

fn about() -> String {
    format!(r#"name="Tengen", version="{}", author="The Tengen authors""#, env!("CARGO_PKG_VERSION"))
}
