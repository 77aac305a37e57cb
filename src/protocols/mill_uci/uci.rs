//! Executes commands on a host.

use super::fen;
use super::rules::Rules;
use crate::engine::clock::{Clocks, TimeSystem};
use crate::engine::{Answer, EngineError, Host, Query, Report, Settings};
use crate::game::Color;
use crate::printable::quote_line;
use crate::protocols::line_server::{Moment, Say};
use crate::search::score::{plies_by_table, plies_to_end};
use crate::search::{Limits, Score};
use std::time::Duration;

/// The game that the protocol is for, as [`Host::set_game`] takes it.
pub const GAME: &str = "mill";

/// Plays mill for a client.
pub struct MillUci {
    host: Host,
    /// What the command line says.
    asked: Settings,
    rules: Rules,
    /// The time for a move where `go` names none: `MoveTimeMs`.
    movetime: Option<Duration>,
    /// The part of a whole move that came without its removal.
    begun: String,
    /// The last whole move that was chosen, and the position before it: the removal is asked for by itself.
    chosen: Option<(String, String)>,
    /// Why there is no position.
    refused: Option<String>,
}

impl MillUci {
    /// Largest `Hash`, in MiB.
    const MOST_HASH: usize = 1 << 20;
    /// The longest time that a client can give: more is as good as this, more than thirty years.
    const MOST_MILLIS: u64 = 1 << 40;
    /// Most `Threads`.
    const MOST_THREADS: usize = 1024;

    /// A player in this host, whose game becomes mill: `morris9`, where the host has no other rule set that the
    /// protocol can name.
    ///
    /// # Errors
    /// [`EngineError::Unknown`] where the host has no mill.
    pub fn new(mut host: Host) -> Result<Self, EngineError> {
        host.set_game(GAME)?;
        let (asked, rules) = (*host.settings(), Rules::of(host.engine().rule()));
        let mut uci = Self { host, asked, rules, movetime: None, begun: String::new(), chosen: None, refused: None };
        uci.refused = uci.begin().err();
        Ok(uci)
    }

    /// Executes one line. `say` takes the answer's lines.
    ///
    /// # Errors
    /// The reason for a person.
    pub fn execute(&mut self, line: &str, moment: &Moment, say: Say<'_>) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["uci"] => self.introduce(say),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => {
                self.host.forget();
                self.chosen = None;
                self.refused = self.begin().err();
            }
            ["setoption", ..] => self.set_option(&words[1..])?,
            ["position", ..] => {
                self.refused = self.set_position(&words[1..]).err();
                return self.refused.clone().map_or(Ok(()), Err);
            }
            ["go", ..] => {
                let moved = self.go(&words[1..], moment, say);
                if moved.is_err() {
                    say("bestmove none");
                }
                return moved;
            }
            ["d"] => self.host.engine().drawing().lines().for_each(say),
            _ => return Err(format!("unknown command: {}", quote_line(line))),
        }
        Ok(())
    }

    fn introduce(&self, say: Say<'_>) {
        say(concat!("id name Tengen ", env!("CARGO_PKG_VERSION")));
        say("id author The Tengen authors");
        let Settings { threads, hash, .. } = self.asked;
        say(&format!("option name Threads type spin default {threads} min 0 max {}", Self::MOST_THREADS));
        say(&format!("option name Hash type spin default {hash} min 1 max {}", Self::MOST_HASH));
        say("option name Clear Hash type button");
        say("option name MoveTimeMs type spin default 0 min 0 max 60000");
        say("option name MoveTime type spin default 0 min 0 max 60");
        for line in Rules::declarations() {
            say(&line);
        }
        say("uciok");
    }

    /// `name NAME [value VALUE]`; names may have blanks.
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let Some((&"name", rest)) = words.split_first() else {
            return Err("expected setoption name NAME value VALUE".to_owned());
        };
        let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
        let (name, value) = (rest[..end].concat(), rest.get(end + 1..).unwrap_or_default().join(" "));
        let number = |most: usize| {
            let number = value.parse().ok().filter(|&number: &usize| number <= most);
            number.ok_or_else(|| format!("{} is no value of {}", quote_line(&value), quote_line(&name)))
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.configure(Settings { threads: number(Self::MOST_THREADS)?, ..*self.host.settings() })?,
            "hash" => self.configure(Settings { hash: number(Self::MOST_HASH)?.max(1), ..*self.host.settings() })?,
            "clearhash" => self.host.forget(),
            "movetimems" => {
                self.movetime = Some(number(60_000)? as u64).filter(|&ms| ms > 0).map(Duration::from_millis);
            }
            "movetime" => self.movetime = Some(number(60)? as u64).filter(|&s| s > 0).map(Duration::from_secs),
            _ if self.rules.set(&name, &value) => self.refused = self.begin().err(),
            _ => return Err(format!("there is no option {}", quote_line(&name))),
        }
        Ok(())
    }

    /// Takes over settings, unless there is too little memory for them.
    fn configure(&mut self, settings: Settings) -> Result<(), String> {
        let before = *self.host.settings();
        self.host.configure(settings);
        self.host.reserve().map_err(|error| {
            self.host.configure(before);
            error.to_string()
        })
    }

    /// Begins a game by the rules that were asked for. While options are told one by one they may name no rule set.
    fn begin(&mut self) -> Result<(), String> {
        self.begun.clear();
        let rule = self.rules.rule_set()?;
        if rule == self.host.engine().rule() {
            self.host.engine_mut().clear();
            return Ok(());
        }
        self.chosen = None;
        self.host.set_rule(rule).map_err(|error| error.to_string())
    }

    /// `startpos` or `fen FEN`, then `moves TOKEN...`. Where anything of it is wrong, there is no position at all.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        self.begin()?;
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        match words[..end] {
            ["startpos"] => {}
            ["fen", ..] => {
                let text = fen::position_text(&words[1..end])?;
                self.host.engine_mut().set_position_text(&text).map_err(|error| error.to_string())?;
            }
            _ => return Err("expected position startpos or position fen FEN, and moves TOKEN...".to_owned()),
        }
        words.get(end + 1..).unwrap_or_default().iter().try_for_each(|token| self.enter(token))
    }

    /// Plays a token: a placement or slide, or the removal that belongs to it.
    fn enter(&mut self, token: &str) -> Result<(), String> {
        let engine = self.host.engine_mut();
        let text = format!("{}{}", self.begun, token.to_ascii_uppercase());
        let legal = engine.legal_moves();
        if legal.contains(&text) {
            self.begun.clear();
            return engine.play(engine.side_to_move(), &text).map_err(|error| error.to_string());
        }
        if legal.iter().any(|legal| is_begun(legal, &text)) {
            self.begun = text;
            return Ok(());
        }
        let number = engine.plies() + 1;
        Err(format!("{} is not legal as a part of move {number}", quote_line(token)))
    }

    /// Thinks, and says the next token.
    fn go(&mut self, words: &[&str], moment: &Moment, say: Say<'_>) -> Result<(), String> {
        if let Some(refused) = &self.refused {
            return Err(format!("there is no position: {refused}"));
        }
        if let Some(outcome) = self.host.engine().outcome() {
            log::debug!("the game is over: {outcome}");
            say("bestmove none");
            return Ok(());
        }
        let (position, begun) = (self.host.engine().position_text(), self.begun.clone());
        let known = self.chosen.as_ref().filter(|(before, mv)| *before == position && is_begun(mv, &begun));
        let mv = match known {
            Some((_, mv)) if !begun.is_empty() => mv.clone(),
            _ => {
                let limits = self.limits(words, moment)?;
                let mut allowed = Vec::new();
                if !begun.is_empty() {
                    allowed = self.host.engine().legal_moves();
                    allowed.retain(|legal| is_begun(legal, &begun));
                }
                self.think(limits, &allowed, moment, say)?.mv
            }
        };
        if !moment.ended.is_raised() {
            let rest = &mv[begun.len()..];
            let token = rest[1..].find('X').map_or(rest, |at| &rest[..=at]);
            say(&format!("bestmove {}", token.to_ascii_lowercase()));
        }
        self.chosen = Some((position, mv));
        Ok(())
    }

    fn think(&self, limits: Limits, allowed: &[String], moment: &Moment, say: Say<'_>) -> Result<Answer, String> {
        let side = self.host.engine().side_to_move();
        let query = Query { allowed, ..self.host.query(limits, &moment.stop) };
        let tell = &mut |report: &Report| {
            if let Some(line) = info(report, side) {
                say(&line);
            }
        };
        self.host.generate(side, &query, false, tell).map_err(|error| error.to_string())
    }

    /// The limits of `go`, the command line's where they are narrower, less what has gone by since the line came.
    fn limits(&mut self, words: &[&str], moment: &Moment) -> Result<Limits, String> {
        let value = |name: &str| -> Result<Option<u64>, String> {
            let Some(at) = words.iter().position(|&word| word == name) else { return Ok(None) };
            let value = words.get(at + 1).and_then(|value| value.parse().ok());
            value.map(Some).ok_or_else(|| format!("expected a number behind {name}"))
        };
        let millis = |name| Ok::<_, String>(value(name)?.map(|ms| Duration::from_millis(ms.min(Self::MOST_MILLIS))));
        let side = self.host.engine().side_to_move();
        let [left, increment] = if side == Color::Black { ["wtime", "winc"] } else { ["btime", "binc"] };
        let infinite = words.contains(&"infinite");
        let (depth, nodes) = (value("depth")?.map(|plies| plies.clamp(1, u32::MAX.into()) as u32), value("nodes")?);
        let clock = millis(left)?;
        let bounded = clock.is_some() || depth.is_some() || infinite;
        let turn = millis("movetime")?.or(self.movetime.filter(|_| !bounded));
        self.host.prepare();
        *self.host.settings_mut() = Settings {
            depth: self.asked.depth.into_iter().chain(depth).min(),
            nodes: self.asked.nodes.into_iter().chain(nodes).min(),
            movetime: self.asked.movetime.into_iter().chain(turn.map(|time| time.as_secs_f64())).reduce(f64::min),
            ..*self.host.settings()
        };
        *self.host.clocks_mut() = Clocks::new(TimeSystem::of_game(clock, millis(increment)?.unwrap_or_default()));
        if infinite && self.asked.movetime.is_none() && turn.is_none() {
            return Ok(Limits { time: None, ..self.host.settings().limits() });
        }
        let limits = self.host.limits(side);
        Ok(moment.left_of(limits))
    }
}

/// True where a whole move goes on from `begun` with a removal, or from nothing with anything.
fn is_begun(mv: &str, begun: &str) -> bool {
    mv.strip_prefix(begun).is_some_and(|rest| begun.is_empty() || rest.starts_with('X'))
}

/// A line about a search. Values are from the view of the side that begins, as everywhere in this protocol.
fn info(report: &Report, side: Color) -> Option<String> {
    let best = report.lines.first()?;
    let score = if side == Color::Black { best.score } else { -best.score };
    let pv: Vec<String> = best.pv.iter().flat_map(|mv| tokens(mv)).collect();
    let (depth, nodes, time) = (report.depth, report.nodes, report.time.as_millis());
    Some(format!("info depth {depth} score {} nodes {nodes} time {time} pv {}", score_text(score), pv.join(" ")))
}

/// `mate N` in plies where the length is known; for a win by a table the largest `cp`, less the plies to the next removal.
fn score_text(score: Score) -> String {
    const MOST: Score = 10_000;
    match (plies_to_end(score), plies_by_table(score)) {
        (Some(plies), _) => format!("mate {}", i64::from(score.signum()) * i64::from(plies)),
        (None, Some(plies)) => format!("cp {}", score.signum() * (MOST - plies as Score)),
        (None, None) => format!("cp {score}"),
    }
}

/// A whole move as the protocol's tokens: `D6-D5XC3` is `d6-d5` and `xc3`.
pub fn tokens(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let mut parts = text.split('x');
    let movement = parts.next().unwrap_or_default().to_owned();
    std::iter::once(movement).chain(parts.map(|point| format!("x{point}"))).collect()
}
