//! The UCI-like protocol of Sanmill's mill engines, by which its tools can drive this program. It is mill's own, so
//! this module names its game. Reference: Sanmill's `docs/UCI_CLI_BRIDGE.md`; `docs/protocols/mill-uci.md` says what Tengen makes of it.
//!
//! A line travels from [`super::line_server`] to [`MillUci`], which replays games token by token on a host;
//! [`tengen_games::mill::sanmill`] has the options that name rule sets, [`tengen_games::mill::fen`] positions.

use super::line_server::{Arrival, LineSignals, Say, TextProtocol};
use super::uci::{self, Uci};
use std::collections::HashSet;
use std::time::Duration;
use tengen_core::game::{Color, MoveCode, Outcome};
use tengen_core::printable::quote_line;
use tengen_core::search::{Limits, Score, SharedClock, Stop};
use tengen_games::mill::fen;
use tengen_games::mill::sanmill::{OptionKind, SanmillRules, rest, tokens};
use tengen_session::{Answer, EngineError, Host, PositionId, Query, Report};

/// The game that the protocol is for, as [`Host::set_game`] takes it.
pub const GAME: &str = "mill";

/// Plays mill for a client.
pub struct MillUci {
    uci: Uci,
    rules: SanmillRules,
    /// The time for a move where `go` names none: `MoveTimeMs`.
    movetime: Option<Duration>,
    /// The part of a whole move that came without its removal.
    begun: String,
    /// The last whole move that was chosen, and the position before it: the removal is asked for by itself.
    chosen: Option<(PositionId, String)>,
    /// Why there is no position.
    refused: Option<String>,
}

impl TextProtocol for MillUci {
    const READER: &'static str = "mill-uci-reader";
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
            ["uci"] => self.introduce(say),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => {
                self.uci.host.forget();
                self.chosen = None;
                self.refused = self.begin().err();
            }
            ["setoption", ..] => self.set_option(&words[1..])?,
            ["position", ..] => {
                self.refused = self.set_position(&words[1..], say).err();
                return self.refused.clone().map_or(Ok(()), Err);
            }
            ["go", ..] => uci::attend(signals, say, |say| {
                if let Err(why) = self.go(&words[1..], signals, say) {
                    say(&format!("{}{why}", uci::ERROR));
                    uci::wait_for_stop(&words, signals);
                    say("bestmove none");
                }
            }),
            ["eval"] => return Err("eval is not supported: a value comes from a search, such as go depth 1".to_owned()),
            ["d"] => self.uci.host.engine().drawing().lines().for_each(say),
            _ => return Err(format!("unknown command: {}", quote_line(line))),
        }
        Ok(())
    }
}

impl MillUci {
    /// A player in this host, whose game becomes mill: `morris9`, where the host has no other rule set that the
    /// protocol can name.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] where the host has no mill.
    pub fn new(mut host: Host) -> Result<Self, EngineError> {
        host.set_game(GAME)?;
        let rules = SanmillRules::of(host.engine().rule());
        let uci = Uci::new(host);
        let mut player = Self { uci, rules, movetime: None, begun: String::new(), chosen: None, refused: None };
        player.refused = player.begin().err();
        Ok(player)
    }

    fn introduce(&self, say: Say<'_>) {
        self.uci.introduce(say);
        say("option name MoveTimeMs type spin default 0 min 0 max 60000");
        say("option name MoveTime type spin default 0 min 0 max 60");
        for line in SanmillRules::declarations() {
            say(&line);
        }
        say("uciok");
    }

    /// `name NAME [value VALUE]`.
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let (name, value) = uci::option(words)?;
        let number = |most: usize| uci::number(&name, &value, &(0..=most));
        match name.to_ascii_lowercase().as_str() {
            "movetimems" => {
                self.movetime = Some(number(60_000)? as u64).filter(|&ms| ms > 0).map(Duration::from_millis);
            }
            "movetime" => self.movetime = Some(number(60)? as u64).filter(|&s| s > 0).map(Duration::from_secs),
            _ if self.uci.set_option(&name, &value)? => {}
            _ if self.rules.set(&name, &value) => {
                self.refused = self.begin().err();
                match SanmillRules::kind(&name) {
                    Some(OptionKind::Spin(range)) => {
                        uci::number(&name, &value, &range)?;
                    }
                    Some(OptionKind::Check) if !["true", "false"].contains(&&*value.to_ascii_lowercase()) => {
                        return Err(format!("{} is no value of {name}: true or false", quote_line(&value)));
                    }
                    _ => {}
                }
            }
            _ => return Err(format!("there is no option {}", quote_line(&name))),
        }
        Ok(())
    }

    /// Begins a game by the rules that were asked for. While options are told one by one they may name no rule set.
    fn begin(&mut self) -> Result<(), String> {
        self.begun.clear();
        let rule = self.rules.rule_set()?;
        if rule == self.uci.host.engine().rule() {
            self.uci.host.engine_mut().clear();
            return Ok(());
        }
        self.chosen = None;
        self.uci.host.set_rule(&rule).map_err(|error| error.to_string())
    }

    /// `startpos` or `fen FEN`, then `moves TOKEN...`. Where anything of it is wrong, there is no position at all.
    fn set_position(&mut self, words: &[&str], say: Say<'_>) -> Result<(), String> {
        self.begin()?;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        match words[..end] {
            ["startpos"] => {}
            ["fen", ..] => {
                let (text, note) = fen::position_text(&words[1..end].join(" "), self.uci.host.engine().rule())?;
                self.uci.host.engine_mut().set_position_text(&text).map_err(|error| error.to_string())?;
                if let Some(note) = note {
                    say(&format!("info string {note}"));
                }
            }
            _ => return Err("expected position startpos or position fen FEN, and moves TOKEN...".to_owned()),
        }
        words.get(end + 1..).unwrap_or_default().iter().try_for_each(|token| self.enter(token))
    }

    /// Plays a token: a placement or slide, or the removal that belongs to it.
    fn enter(&mut self, token: &str) -> Result<(), String> {
        let engine = self.uci.host.engine_mut();
        let text = format!("{}{}", self.begun, token.to_ascii_uppercase());
        let legal = engine.legal_texts();
        let left = legal.iter().filter_map(|legal| rest(legal, &text).map(|rest| rest.len()));
        match left.min() {
            Some(0) => {
                self.begun.clear();
                return engine.play_text(engine.side_to_move(), &text).map_err(|error| error.to_string());
            }
            Some(_) => {
                self.begun = text;
                return Ok(());
            }
            None => {}
        }
        let number = engine.plies() + 1;
        Err(format!("{} is not legal as a part of move {number}", quote_line(token)))
    }

    /// Thinks, and says the next token.
    fn go(&mut self, words: &[&str], signals: &LineSignals, say: Say<'_>) -> Result<(), String> {
        let top = uci::limit(words, "topn")?;
        if words.contains(&"logical") {
            return Err("go logical is not supported".to_owned());
        }
        if let Some(refused) = &self.refused {
            return Err(format!("there is no position: {refused}"));
        }
        if let Some(outcome) = self.uci.host.engine().outcome() {
            log::debug!("the game is over: {outcome}");
            uci::wait_for_stop(words, signals);
            say(if outcome == Outcome::Draw { "bestmove draw" } else { "bestmove none" });
            return Ok(());
        }
        let allowed = self.continuations();
        let (position, begun) = (self.uci.host.engine().id(), self.begun.clone());
        let known = self.chosen.as_ref().filter(|(before, mv)| *before == position && goes_on(mv, &begun));
        let mv = match known {
            Some((_, mv)) if !begun.is_empty() => mv.clone(),
            _ => {
                let black = self.uci.host.engine().side_to_move() == Color::Black;
                let clock = if black { ["wtime", "winc"] } else { ["btime", "binc"] };
                let query = self.uci.query(words, clock, self.movetime, signals)?;
                self.think(&Query { allowed: &allowed, ..query }, say)?.text()
            }
        };
        uci::wait_for_stop(words, signals);
        if !signals.ended.is_raised() {
            if let Some(count) = top {
                self.rank(count, &allowed, say)?;
            }
            say(&format!("bestmove {}", token_after(&mv, &begun)));
        }
        self.chosen = Some((position, mv));
        Ok(())
    }

    /// The moves that go on from what is begun; none where nothing is.
    fn continuations(&self) -> Vec<MoveCode> {
        let engine = self.uci.host.engine();
        let legal = engine.legal_moves().into_iter().zip(engine.legal_texts());
        let begun = |(mv, text): (MoveCode, String)| goes_on(&text, &self.begun).then_some(mv);
        if self.begun.is_empty() { Vec::new() } else { legal.filter_map(begun).collect() }
    }

    /// Says the best tokens, so many, as Sanmill ranks them: by a search of every move to depth 2.
    fn rank(&self, count: u64, allowed: &[MoveCode], say: Say<'_>) -> Result<(), String> {
        let host = &self.uci.host;
        let (side, stop) = (host.engine().side_to_move(), Stop::new());
        let lines = host.engine().legal_moves().len();
        let query = Query { lines, allowed, ..host.query(Limits::depth(2), &stop) };
        let report = host.think(side, &query, &mut |_| ()).map_err(|error| error.to_string())?.report;
        // A move and its removal are two tokens: the first one has its best removal's value.
        let mut told = HashSet::new();
        let ranked = report.lines.iter().map(|line| (token_after(&report.first_text(line), &self.begun), line.score));
        let ranked = ranked.filter(|(token, _)| told.insert(token.clone())).zip(1..=count);
        for ((token, score), rank) in ranked {
            let score = uci::score_text(for_white(score, side), 1);
            say(&format!("info topn rank {rank} move {token} score {score}"));
        }
        Ok(())
    }

    fn think(&self, query: &Query<'_>, say: Say<'_>) -> Result<Answer, String> {
        let side = self.uci.host.engine().side_to_move();
        let tell = &mut |report: &Report| {
            if let Some(line) = info(report, side) {
                say(&line);
            }
        };
        self.uci.host.generate(side, query, false, tell).map_err(|error| error.to_string())
    }
}

/// True where a whole move goes on from `begun`.
fn goes_on(mv: &str, begun: &str) -> bool {
    rest(mv, begun).is_some_and(|rest| !rest.is_empty())
}

/// The token of a whole move that follows what is begun of it.
fn token_after(mv: &str, begun: &str) -> String {
    let next = rest(mv, begun).unwrap_or_default().first().copied().unwrap_or_default();
    let removal = if begun.is_empty() { "" } else { "x" };
    format!("{removal}{}", next.to_ascii_lowercase())
}

/// The value of a side as this protocol has it: from the view of the side that begins, White there and Black here.
const fn for_white(score: Score, side: Color) -> Score {
    if matches!(side, Color::Black) { score } else { -score }
}

/// A line about a search.
fn info(report: &Report, side: Color) -> Option<String> {
    let best = report.lines.first()?;
    let score = for_white(best.score, side);
    let pv: Vec<String> = report.texts(best).iter().flat_map(|mv| tokens(mv)).collect();
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis());
    Some(format!(
        "info depth {depth} score {} nodes {nodes} time {time} pv {}",
        uci::score_text(score, 1),
        pv.join(" ")
    ))
}
