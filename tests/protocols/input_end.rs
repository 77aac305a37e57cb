//! The end of the input, in every protocol of lines: a search that has limits is finished and answered, one that has none ends
//! at once with its answer.

use crate::served::{answered, served};
use std::sync::Arc;
use tengen::protocols::gomocup::Brain;
use tengen::protocols::gtp::Server;
use tengen::protocols::line_server::{Arrival, LineSignals, Protocol, Say, TextProtocol};
use tengen::protocols::mill_uci::MillUci;
use tengen::protocols::nboard::NBoard;
use tengen::protocols::ugi::Ugi;
use tengen_core::search::{Resources, SharedClock, Stop, SystemClock};
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

fn host() -> Host {
    Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1))
}

fn gtp() -> Server {
    Server::new(host())
}

fn gomocup() -> Brain {
    Brain::new(host()).unwrap()
}

fn mill_uci() -> MillUci {
    MillUci::new(host()).unwrap()
}

fn nboard() -> NBoard {
    NBoard::new(host()).unwrap()
}

fn ugi() -> Ugi {
    Ugi::new(host())
}

/// The words of a text without the times, which differ.
fn timeless(text: &str) -> Vec<String> {
    let mut kept = Vec::new();
    for line in text.lines() {
        let mut words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["nodestats", ..] => words.truncate(2),
            ["===", _] => words = line.rsplitn(2, '/').skip(1).collect(),
            _ => {
                for name in ["time", "tm", "n/ms"] {
                    let time = words.iter().position(|&word| word == name);
                    words.drain(time.map_or(0..0, |at| at..at + 2));
                }
            }
        }
        kept.push(words.join(" "));
    }
    kept
}

/// The answers are the same whether the input ends behind the last line or, after a long while, behind `answer`.
fn finishes<P: Protocol>(protocol: fn() -> P, input: &'static str, answer: &'static str) {
    let whole = answered(&mut protocol(), &[(input, answer)]);
    assert!(whole.contains(answer), "{whole}");
    assert_eq!(timeless(&served(&mut protocol(), input)), timeless(&whole));
}

#[test]
fn a_search_that_has_limits_is_finished() {
    finishes(gtp, "set_depth 8\njson-evaluation\n3 genmove black\n", "=3 ");
    finishes(gtp, "kata-set-param maxVisits 20000\njson-evaluation\n3 genmove black\n", "=3 ");
    // The last line that is answered is that with the comma.
    finishes(gomocup, "INFO max_depth 7\nSTART 15\nYXSHOWINFO\nTURN 7,7\n", ",");
    finishes(gomocup, "INFO max_node 20000\nSTART 15\nTURN 7,7\n", ",");
    finishes(mill_uci, "position startpos moves a7 d6 d7 b4\ngo depth 8\n", "bestmove ");
    finishes(mill_uci, "position startpos moves a7 d6 d7 b4\ngo nodes 20000\n", "bestmove ");
    finishes(nboard, "set depth 8\nhint 2\n", "waiting\n");
    finishes(nboard, "set depth 8\ngo\n", "waiting\n");
    finishes(ugi, "go depth 8\n", "bestmove ");
    // With `infinite` the answer comes behind the end of the input, of the whole search.
    assert_eq!(timeless(&served(&mut ugi(), "go infinite depth 8\n")), timeless(&served(&mut ugi(), "go depth 8\n")));
}

/// With fewer moves left than that and six, the rest is solved, which is as long as it takes.
#[test]
fn a_position_that_is_to_be_solved_is_solved() {
    let game = "set depth 8\nset game (;GM[Othello]TY[8]BO[8 -OOOOO---*OOOO--OO*OOO*-OO**O***OOO**OOO*OO*OO*--***OOOO--**O--- *];)\n\
                hint 1\n";
    let lines = served(&mut nboard(), game);
    assert!(lines.lines().any(|line| line.starts_with("search ") && line.ends_with(" 100%")), "{lines}");
}

#[test]
fn a_search_that_has_no_limits_ends_at_once_with_its_answer() {
    for answers in [
        served(&mut ugi(), "go infinite\nsetoption name clear hash\nisready\n"),
        served(&mut mill_uci(), "go infinite\nsetoption name clear hash\nisready\n"),
    ] {
        let mut lines = answers.lines().filter(|line| !line.starts_with("info depth "));
        assert!(lines.next().is_some_and(|line| line.starts_with("bestmove ")), "{answers}");
        assert!(lines.eq(["readyok"]), "{answers}");
    }
    for analysis in ["lz-analyze black 1", "kata-analyze black 1", "json-analyze black 1"] {
        let answers = served(&mut gtp(), format!("1 {analysis}\n"));
        assert!(answers.starts_with("=1\n") && answers.lines().count() > 2 && answers.ends_with("\n\n"), "{answers}");
    }
}

#[test]
fn so_does_thinking_on_the_opponents_time() {
    let gomocup = answered(&mut gomocup(), &[("INFO pondering 1\nINFO max_node 100\nSTART 15\nBEGIN\n", ",")]);
    assert!(gomocup.starts_with("OK\n"), "{gomocup}");
    let gtp = answered(&mut gtp(), &[("set_ponder on\nkata-set-param maxVisits 100\n3 genmove black\n", "=3 ")]);
    assert!(gtp.ends_with("\n\n"), "{gtp}");
}

/// Keeps what came with the first line, and says of later ones which of its flags are up.
struct Flags {
    clock: SharedClock,
    first: Option<LineSignals>,
}

impl Flags {
    fn new() -> Self {
        Self { clock: Arc::new(SystemClock::start()), first: None }
    }

    /// Any input, for searches without limits, for all searches.
    fn raised(&self) -> [bool; 3] {
        let LineSignals { stop, stop_endless, superseded, .. } = self.first.as_ref().unwrap();
        [superseded, stop_endless, stop].map(Stop::is_raised)
    }
}

impl TextProtocol for Flags {
    const READER: &'static str = "flags-reader";
    const ERROR: &'static str = "error: ";

    fn clock(&self) -> SharedClock {
        self.clock.clone()
    }

    fn arrival(line: &[u8]) -> Arrival {
        if line == b"stop" { Arrival::StopAndExecute } else { Arrival::Execute }
    }

    fn execute(&mut self, _: &str, signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        self.first.get_or_insert_with(|| signals.clone());
        say(&format!("{:?}", self.raised()));
        Ok(())
    }
}

#[test]
fn other_lines_end_no_search() {
    let mut flags = Flags::new();
    let pieces = [("go\n", "\n"), ("isready\n", "\n"), ("stop\n", "\n")];
    assert_eq!(answered(&mut flags, &pieces), "[false, false, false]\n[true, false, false]\n[true, true, true]\n");
    let mut flags = Flags::new();
    answered(&mut flags, &pieces[..2]);
    assert_eq!(flags.raised(), [true, true, false], "the input has ended");
}
