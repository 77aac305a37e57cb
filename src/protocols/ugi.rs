//! The Universal Game Interface, UCI for any game: a match manager asks the engines themselves whose turn it is and
//! who has won. Reference: `ugi.md` of Cute Games; `docs/protocols/ugi.md` says what Tengen makes of it.

use super::line_server::{Arrival, LineSignals, Say, TextProtocol};
use super::uci::{self, Uci};
use tengen_core::game::Color;
use tengen_core::printable::quote_line;
use tengen_core::search::SharedClock;
use tengen_session::{Host, Report};

/// The answer to `go` where there is no move.
const NO_MOVE: &str = "bestmove 0000";

/// Plays the game on the board of a host for a match manager. The first player is Black.
pub struct Ugi {
    uci: Uci,
    /// Why there is no position.
    refused: Option<String>,
}

impl TextProtocol for Ugi {
    const READER: &'static str = "ugi-reader";
    const ERROR: &'static str = uci::ERROR;

    fn clock(&self) -> SharedClock {
        self.uci.host.resources().clock().clone()
    }

    fn arrival(line: &[u8]) -> Arrival {
        uci::arrival(line)
    }

    fn execute(&mut self, line: &str, signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ugi"] => {
                self.uci.introduce(say);
                say("ugiok");
            }
            ["isready"] => say("readyok"),
            ["uginewgame"] => {
                self.uci.host.forget();
                self.uci.host.engine_mut().clear();
                self.refused = None;
            }
            ["setoption", ..] => {
                let (name, value) = uci::option(&words[1..])?;
                if !self.uci.set_option(&name, &value)? {
                    return Err(format!("there is no option {}", quote_line(&name)));
                }
            }
            ["position", ..] => {
                self.refused = self.set_position(&words[1..], say).err();
                return self.refused.clone().map_or(Ok(()), Err);
            }
            ["query", question] => say(&format!("response {}", self.answer(question))),
            ["go", ..] => uci::attend(signals, say, |say| {
                if let Err(why) = self.go(&words[1..], signals, say) {
                    say(&format!("{}{why}", uci::ERROR));
                    uci::wait_for_stop(&words, signals);
                    say(NO_MOVE);
                }
            }),
            ["d"] => {
                let engine = self.uci.host.engine();
                engine.drawing().lines().for_each(&mut *say);
                say(&format!("fen {}", engine.position_text()));
            }
            _ => return Err(format!("unknown command: {}", quote_line(line))),
        }
        Ok(())
    }
}

impl Ugi {
    /// A player of the game that this host has on its board.
    pub const fn new(host: Host) -> Self {
        Self { uci: Uci::new(host), refused: None }
    }

    /// `startpos` or `fen TEXT`, then `moves MOVE...`. Where anything of it is wrong, there is no position at all.
    fn set_position(&mut self, words: &[&str], say: Say<'_>) -> Result<(), String> {
        let host = &mut self.uci.host;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        match words[..end] {
            ["startpos"] => host.engine_mut().clear(),
            ["fen", ..] => {
                let text = words[1..end].join(" ");
                let none = |host: &mut Host| host.engine_mut().set_position_text(&text).map(|()| None);
                let set = host.set_position(&text).unwrap_or_else(|| none(host));
                if let Some(note) = set.map_err(|error| error.to_string())? {
                    say(&format!("info string {note}"));
                }
            }
            _ => return Err("expected position startpos or position fen TEXT, and moves MOVE...".to_owned()),
        }
        let engine = host.engine_mut();
        let mut moves = words.get(end + 1..).unwrap_or_default().iter();
        moves.try_for_each(|mv| engine.play_text(engine.side_to_move(), mv).map_err(|error| error.to_string()))
    }

    /// What a manager asks about the position; `none` where there is no answer.
    fn answer(&self, question: &str) -> &'static str {
        let (engine, refused) = (self.uci.host.engine(), self.refused.is_some());
        let boolean = |yes: bool| if yes { "true" } else { "false" };
        match question {
            _ if refused => "none",
            "gameover" => boolean(engine.outcome().is_some()),
            "p1turn" => boolean(engine.side_to_move() == Color::Black),
            "result" => engine.outcome().map_or("none", |outcome| match outcome.winner() {
                Some(Color::Black) => "p1win",
                Some(Color::White) => "p2win",
                None => "draw",
            }),
            _ => "none",
        }
    }

    /// Thinks, and says the move.
    fn go(&self, words: &[&str], signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        if let Some(refused) = &self.refused {
            return Err(format!("there is no position: {refused}"));
        }
        if let Some(outcome) = self.uci.host.engine().outcome() {
            return Err(format!("the game is over: {outcome}"));
        }
        let side = self.uci.host.engine().side_to_move();
        let clock = if side == Color::Black { ["p1time", "p1inc"] } else { ["p2time", "p2inc"] };
        let query = self.uci.host.with_value(self.uci.query(words, clock, None, signals)?);
        let tell = &mut |report: &Report| {
            if let Some(line) = info(report) {
                say(&line);
            }
        };
        let answer = self.uci.host.generate(side, &query, false, tell).map_err(|error| error.to_string())?;
        uci::wait_for_stop(words, signals);
        if !signals.ended.is_raised() {
            say(&format!("bestmove {}", answer.text()));
        }
        Ok(())
    }
}

/// A line about a search. Values are from the view of the side to move.
fn info(report: &Report) -> Option<String> {
    let best = report.lines.first()?;
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis());
    let (score, pv) = (uci::score_text(best.score, 2), report.texts(best).join(" "));
    Some(format!("info depth {depth} score {score} nodes {nodes} time {time} pv {pv}"))
}
