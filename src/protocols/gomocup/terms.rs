//! What the manager says by `INFO`: rule, times, limits. The command line's limits hold as well; the narrower counts.

use super::notation::{Fault, Names, refused};
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;
use tengen_core::printable::quote;
use tengen_session::Settings;
use tengen_session::clock::{Clocks, TimeSystem};

/// `time_left` where there is no limit, in ms.
const UNLIMITED: i64 = 2_147_483_647;

/// `timeout_turn 0` asks for a move as fast as possible: this long.
const HURRY: Duration = Duration::from_millis(10);

/// Kept back of a move's time on top of the host's own reserve, for a manager that has other things to do, too: a
/// fiftieth, and 10 ms at least where the move has so many to spare. (With 5 ms, one move of fifty was 5 ms late on a busy
/// machine.)
fn usable(turn: Duration) -> Duration {
    turn.saturating_sub((turn / 50).max(Duration::from_millis(10))).max(turn / 2)
}

/// Memory that the program takes besides the transposition table, in MiB; measured: 8 with one thread, 22 with 64.
const PROGRAM_MIB: usize = 24;

/// The terms of the games to come.
#[derive(Debug)]
pub struct Terms {
    /// What the command line says.
    asked: Settings,
    /// The rule set, or why there is none.
    rule: Result<String, Fault>,
    turn: Option<Duration>,
    game: Option<Duration>,
    /// What is left of the game's time; `None` without limit.
    left: Option<Duration>,
    /// Added to it after each move.
    increment: Duration,
    /// `time_left` came since the last move.
    told_left: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: Option<usize>,
    hash: Option<usize>,
    memory: Option<usize>,
    ponder: Option<bool>,
    /// `YXSHOWINFO` came: the manager is a board for people, Yixin-Board or one of its kind.
    pub watched: bool,
    /// `show_detail` asks for what can be shown on the board while a search goes on.
    pub realtime: bool,
}

impl Terms {
    /// The terms before the manager has said anything.
    pub fn new(asked: Settings, rule: &str) -> Self {
        Self {
            asked,
            rule: Ok(rule.to_owned()),
            turn: None,
            game: None,
            left: None,
            increment: Duration::ZERO,
            told_left: false,
            depth: None,
            nodes: None,
            threads: None,
            hash: None,
            memory: None,
            ponder: None,
            watched: false,
            realtime: false,
        }
    }

    /// Takes `INFO key value`. It has no answer: what is unknown or makes no sense is ignored.
    pub fn note(&mut self, key: &str, value: &str) {
        let Some(number) = number(value) else {
            log::debug!("INFO {} {} is ignored", quote(key), quote(value));
            return;
        };
        let millis = Duration::from_millis(number.max(0) as u64);
        let positive = (number > 0).then_some(number);
        match key {
            "TIMEOUT_TURN" => self.turn = (number >= 0).then_some(if number == 0 { HURRY } else { millis }),
            "TIMEOUT_MATCH" => {
                self.game = positive.map(|_| millis);
                if !self.told_left {
                    self.left = self.game;
                }
            }
            "TIME_LEFT" => {
                self.left = (number < UNLIMITED).then_some(millis);
                self.told_left = true;
            }
            "TIME_INCREMENT" => self.increment = millis,
            "PONDERING" => self.ponder = Some(number == 1),
            "SHOW_DETAIL" => self.realtime = number & 1 == 1,
            "MAX_MEMORY" => self.memory = positive.map(|bytes| (bytes >> 20) as usize),
            "MAX_DEPTH" => self.depth = positive.map(|plies| plies.min(u32::MAX.into()) as u32),
            "MAX_NODE" => self.nodes = positive.map(|nodes| nodes as u64),
            "THREAD_NUM" => self.threads = positive.map(|threads| threads.min(1024) as usize),
            "HASH_SIZE" => self.hash = positive.map(|kib| (kib >> 10).max(1) as usize),
            "RULE" => self.rule = self.rule_of(number).map(str::to_owned),
            _ => log::debug!("INFO {} is ignored", quote(key)),
        }
    }

    /// The rule set of a sum of 1 (exactly five), 2 (continuous), 4 (renju) and 8 (caro). That a game goes on after a
    /// victory is the manager's affair; but Yixin-Board means renju by 2.
    fn rule_of(&self, bits: i64) -> Result<&'static str, Fault> {
        match bits {
            2 if self.watched => Ok("renju"),
            0 | 2 => Ok("freestyle"),
            1 | 3 => Ok("standard"),
            4 | 6 => Ok("renju"),
            8 | 10 => Ok("caro"),
            9 | 11 => Ok("caro-exact"),
            _ => Err(refused(format!("rule {bits} is not supported"))),
        }
    }

    /// The rule set to play by.
    ///
    /// # Errors
    /// [`Fault::Refused`] where the manager asked for one that there is not.
    pub fn rule(&self) -> Result<&str, Fault> {
        self.rule.as_deref().map_err(Fault::clone)
    }

    /// How to think.
    pub fn settings(&self) -> Settings {
        let Settings { threads, hash, depth, nodes, movetime, .. } = self.asked;
        let turn = self.turn.map(|turn| usable(turn).as_secs_f64());
        let memory = self.memory.map_or(usize::MAX, |mib| mib.saturating_sub(PROGRAM_MIB).max(1));
        Settings {
            threads: self.threads.unwrap_or(threads),
            hash: self.hash.unwrap_or(hash).min(memory),
            depth: depth.into_iter().chain(self.depth).min(),
            nodes: nodes.into_iter().chain(self.nodes).min(),
            movetime: movetime.into_iter().chain(turn).reduce(f64::min),
            ponder: self.ponder.unwrap_or(self.asked.ponder),
            ..self.asked
        }
    }

    /// What the clock shows.
    pub fn clocks(&self) -> Clocks {
        Clocks::new(TimeSystem::of_game(self.left, self.increment))
    }

    /// How points are named for people.
    pub const fn names(&self) -> Names {
        if self.watched { Names::YixinBoard } else { Names::Plain }
    }

    /// A new game begins, with a full clock unless the manager has already said what is left.
    pub fn begin_game(&mut self) {
        if !self.told_left {
            self.left = self.game;
        }
    }

    /// A move took so long; managers that do not send `time_left` count on us to know.
    pub fn moved(&mut self, took: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(took).saturating_add(self.increment));
        self.told_left = false;
    }
}

/// A whole number; one beyond what is counted here is the last that is.
fn number(text: &str) -> Option<i64> {
    text.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::game::Color;
    use tengen_session::clock::Left;

    fn terms(infos: &[(&str, &str)]) -> Terms {
        let mut terms =
            Terms::new(Settings { movetime: Some(2.0), depth: Some(9), ..Settings::default() }, "freestyle");
        for (key, value) in infos {
            terms.note(key, value);
        }
        terms
    }

    fn left(terms: &Terms) -> Option<u128> {
        terms.clocks().left(Color::Black).map(|Left { time, .. }| time.as_millis())
    }

    #[test]
    fn the_narrower_limit_counts() {
        let settings = terms(&[("TIMEOUT_TURN", "1000"), ("MAX_DEPTH", "12"), ("MAX_NODE", "5000")]).settings();
        assert_eq!((settings.movetime, settings.depth, settings.nodes), (Some(0.98), Some(9), Some(5000)));
        let settings = terms(&[("TIMEOUT_TURN", "9000"), ("MAX_DEPTH", "3"), ("MAX_NODE", "-1")]).settings();
        assert_eq!((settings.movetime, settings.depth, settings.nodes), (Some(2.0), Some(3), None));
        assert_eq!(terms(&[("TIMEOUT_TURN", "0")]).settings().movetime, Some(0.005));
    }

    #[test]
    fn memory_bounds_the_table() {
        let hash = |infos: &[(&str, &str)]| terms(infos).settings().hash;
        assert_eq!(hash(&[("MAX_MEMORY", "367001600")]), 64);
        assert_eq!(hash(&[("MAX_MEMORY", "83886080")]), 56);
        assert_eq!(hash(&[("MAX_MEMORY", "1000")]), 1);
        assert_eq!(hash(&[("MAX_MEMORY", "0")]), 64);
        assert_eq!(hash(&[("HASH_SIZE", "1048576")]), 1024);
        assert_eq!(hash(&[("HASH_SIZE", "99999999999999999999"), ("MAX_MEMORY", "367001600")]), 326);
        assert_eq!(hash(&[("MAX_MEMORY", "99999999999999999999")]), 64);
        assert_eq!(hash(&[("MAX_MEMORY", "-99999999999999999999")]), 64);
        assert_eq!(hash(&[("HASH_SIZE", "1048576"), ("MAX_MEMORY", "367001600")]), 326);
    }

    #[test]
    fn the_clock_is_the_managers_and_runs_on_without_him() {
        let mut terms = terms(&[("TIMEOUT_MATCH", "60000")]);
        assert_eq!(left(&terms), Some(60_000));
        terms.moved(Duration::from_secs(20));
        assert_eq!(left(&terms), Some(40_000));
        terms.note("TIME_LEFT", "30000");
        terms.begin_game();
        assert_eq!(left(&terms), Some(30_000), "told for the game that begins");
        terms.moved(Duration::from_secs(31));
        assert_eq!(left(&terms), Some(0));
        terms.begin_game();
        assert_eq!(left(&terms), Some(60_000));
        terms.note("TIME_LEFT", "-5");
        assert_eq!(left(&terms), Some(0));
        terms.note("TIME_LEFT", "2147483647");
        assert_eq!(left(&terms), None);
    }

    #[test]
    fn moves_add_the_increment() {
        let mut terms = terms(&[("TIME_LEFT", "30000"), ("TIME_INCREMENT", "5000")]);
        let (main, increment) = (Duration::from_secs(30), Duration::from_secs(5));
        assert_eq!(terms.clocks().system(), TimeSystem::Fischer { main, increment, cap: None, move_limit: None });
        terms.moved(Duration::from_secs(7));
        assert_eq!(left(&terms), Some(28_000));
        terms.note("TIME_INCREMENT", "-1");
        terms.moved(Duration::from_secs(7));
        assert_eq!(left(&terms), Some(21_000));
        assert_eq!(terms.clocks().system(), TimeSystem::Absolute { main: Duration::from_secs(21) });
    }

    #[test]
    fn rules_are_bits() {
        for (bits, rule) in [
            ("0", "freestyle"),
            ("1", "standard"),
            ("2", "freestyle"),
            ("4", "renju"),
            ("8", "caro"),
            ("9", "caro-exact"),
        ] {
            assert_eq!(terms(&[("RULE", bits)]).rule(), Ok(rule));
        }
        assert_eq!(terms(&[("RULE", "5")]).rule().unwrap_err().to_string(), "ERROR rule 5 is not supported");
        let mut board = terms(&[]);
        board.watched = true;
        board.note("RULE", "2");
        assert_eq!(board.rule(), Ok("renju"));
    }

    #[test]
    fn nonsense_is_ignored() {
        let nonsense = [("TIMEOUT_TURN", "soon"), ("RULE", ""), ("FOLDER", "3"), ("", ""), ("MAX_NODE", "1e999")];
        let heard = terms(&nonsense);
        assert_eq!((heard.settings(), heard.rule()), (terms(&[]).settings(), Ok("freestyle")));
        let huge = terms(&[("TIMEOUT_TURN", "9223372036854775807"), ("TIMEOUT_MATCH", "9223372036854775807")]);
        assert_eq!(huge.settings().movetime, Some(2.0));
    }
}
