//! Gomocup's protocol (Piskvork), for gomoku engines called `pbrain-*`. Coordinates are `x,y` from 0, the origin at the
//! top left; <https://plastovicka.github.io/protocl2en.htm>.

use super::{Dialect, GameSetup, Identity, MoveRequest};
use crate::process::{Failure, Process};
use crate::record::{End, Thought};
use crate::spec::{EngineSpec, Thinking, TimeControl};
use std::time::{Duration, Instant};
use tengen_core::game::{Color, Vertex};
use tengen_core::search::WIN;
use tengen_session::clock::{Left, TimeSystem};

/// `INFO rule` of the rule sets.
const RULES: [(&str, u32); 5] = [("freestyle", 0), ("standard", 1), ("renju", 4), ("caro", 8), ("caro-exact", 9)];

/// "No limit" in milliseconds: the largest number that engines surely read.
const UNLIMITED: u128 = i32::MAX as u128;

/// Rapfi sends its move a little before it listens again, and loses the first word of what comes too soon. On a busy machine even
/// this is too soon now and then: see [`Gomocup::ask`].
const BREATH: Duration = Duration::from_millis(5);

/// A Gomocup manager.
#[derive(Debug, Default)]
pub struct Gomocup {
    size: u8,
    stones: Vec<(Color, Vertex)>,
    /// How many of the stones the engine has on its own board.
    told: usize,
    /// There is a clock for the game, not only for the move.
    clocked: bool,
    answered: Option<Instant>,
    thought: Thought,
}

impl Gomocup {
    fn xy(&self, vertex: Vertex) -> String {
        format!("{},{}", vertex.col, self.size - 1 - vertex.row)
    }

    fn vertex(&self, text: &str) -> Option<Vertex> {
        let (x, y) = text.split_once(',')?;
        let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        (x < self.size && y < self.size).then(|| Vertex::new(x, self.size - 1 - y))
    }

    fn let_breathe(&mut self) {
        let since = self.answered.take().map_or(BREATH, |answered| answered.elapsed());
        std::thread::sleep(BREATH.saturating_sub(since));
    }

    /// Sends lines, and returns the answer to them. An engine that says it knows no command which is what follows the first word has
    /// lost that word: it is told once more.
    fn ask(&mut self, process: &mut Process, lines: &str, deadline: Option<Instant>) -> Result<String, Failure> {
        let command = lines.lines().next().unwrap_or_default();
        process.send(lines, deadline)?;
        let answer = self.answer(process, command, deadline);
        if !answer.as_ref().is_err_and(|failure| has_lost_a_word(failure, command)) {
            return answer;
        }
        self.answered = Some(Instant::now());
        self.let_breathe();
        process.send(lines, deadline)?;
        self.answer(process, command, deadline)
    }

    /// The next line that is an answer; what the engine thinks aloud is noted.
    fn answer(&mut self, process: &mut Process, to: &str, deadline: Option<Instant>) -> Result<String, Failure> {
        loop {
            let line = process.line(deadline)?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word.to_ascii_uppercase().as_str() {
                "" | "DEBUG" | "SUGGEST" => {}
                "MESSAGE" => self.note(rest),
                "ERROR" | "UNKNOWN" => return Err(Failure::refused(to, &line)),
                _ => return Ok(line),
            }
        }
    }

    /// Reads `depth 12-20`, `eval 35`, `nodes 500K` and the like, as engines word them, out of a message.
    fn note(&mut self, message: &str) {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ',');
        let words: Vec<_> = message.split(is_separator).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let value = pair[1];
            match pair[0].to_ascii_lowercase().as_str() {
                "depth" => {
                    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
                    self.thought.depth = digits.parse().ok().or(self.thought.depth);
                }
                "ev" | "eval" | "score" => {
                    self.thought.score = score(value).or(self.thought.score);
                    self.thought.text = Some(value.to_owned());
                }
                "n" | "node" | "nodes" => self.thought.nodes = count(value).or(self.thought.nodes),
                _ => {}
            }
        }
    }

    fn info(process: &mut Process, key: &str, value: impl std::fmt::Display) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send(&format!("INFO {key} {value}\n"), deadline)
    }
}

/// True where an engine knows no command that is what follows the first word of a command: `Unknown command: 10,12` to `TURN 10,12`.
fn has_lost_a_word(failure: &Failure, command: &str) -> bool {
    let Failure::Fault { kind: End::Refused, detail } = failure else { return false };
    let Some((_, rest)) = command.split_once(' ') else { return false };
    detail.ends_with(&format!("command: {rest}"))
}

/// A value as engines write it; `+M5`, a win in 5 plies, counts as our own engine counts it.
fn score(text: &str) -> Option<f64> {
    let unsigned = text.trim_start_matches(['+', '-']);
    let Some(plies) = unsigned.strip_prefix(['M', 'm']) else { return text.parse().ok() };
    let score = f64::from(WIN) - plies.parse::<f64>().ok()?;
    Some(if text.starts_with('-') { -score } else { score })
}

/// A number with K, M or G behind it.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.chars().last()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 1e3),
        'M' => (&text[..text.len() - 1], 1e6),
        'G' => (&text[..text.len() - 1], 1e9),
        _ => (text, 1.0),
    };
    digits.parse::<f64>().ok().map(|number| (number * factor) as u64)
}

/// The time of a move and of the game in milliseconds; 0 for a game without limit.
fn timeouts(time: Option<TimeControl>) -> (u128, u128) {
    match time.map(TimeControl::system) {
        None | Some(TimeSystem::None) => (UNLIMITED, 0),
        Some(TimeSystem::Canadian { main, period, stones }) if main.is_zero() => {
            ((period / stones.max(1)).as_millis(), 0)
        }
        Some(TimeSystem::Fischer { main, move_limit: Some(limit), .. }) => (limit.as_millis(), main.as_millis()),
        Some(
            TimeSystem::Absolute { main }
            | TimeSystem::Fischer { main, .. }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::ByoYomi { main, .. },
        ) => (main.as_millis(), main.as_millis()),
    }
}

impl Dialect for Gomocup {
    fn greet(&mut self, process: &mut Process, spec: &EngineSpec) -> Result<Identity, Failure> {
        let deadline = process.soon();
        process.send("ABOUT\n", deadline)?;
        let about = self.answer(process, "ABOUT", deadline)?;
        let field = |key: &str| {
            let value = about.split_once(&format!("{key}=\""))?.1;
            Some(value.split_once('"')?.0.to_owned())
        };
        for command in &spec.init {
            process.send(&format!("{command}\n"), deadline)?;
        }
        Ok(Identity { name: field("name").unwrap_or_default(), version: field("version").unwrap_or_default() })
    }

    fn begin(&mut self, process: &mut Process, board: &GameSetup, thinking: &Thinking) -> Result<(), Failure> {
        let rule = RULES.into_iter().find(|(name, _)| *name == board.variant.rule);
        let (_, rule) =
            rule.ok_or_else(|| Failure::refused(&board.variant.rule, "Gomocup's protocol has no such rules"))?;
        let clocked = matches!(thinking.time, Some(TimeControl::Clock(_)));
        self.let_breathe();
        *self = Self { size: board.variant.size.rows, clocked, ..Self::default() };
        let deadline = process.soon();
        let start = format!("START {}", board.variant.size.rows);
        let answer = self.ask(process, &format!("{start}\n"), deadline)?;
        if !answer.eq_ignore_ascii_case("OK") {
            return Err(Failure::garbage(&start, &answer));
        }
        let (turn, game) = timeouts(thinking.time);
        for (key, value) in [("timeout_turn", turn), ("timeout_match", game), ("rule", rule.into()), ("game_type", 1)] {
            Self::info(process, key, value)?;
        }
        if let Some(depth) = thinking.depth {
            Self::info(process, "max_depth", depth)?;
        }
        if let Some(nodes) = thinking.nodes {
            Self::info(process, "max_node", nodes)?;
        }
        let rows = board.position.as_deref().unwrap_or_default().split(':').next().unwrap_or_default();
        for (line, row) in rows.split('/').zip((0..board.variant.size.rows).rev()) {
            for (mark, col) in line.chars().zip(0..) {
                match mark {
                    'X' => self.stones.push((Color::Black, Vertex::new(col, row))),
                    'O' => self.stones.push((Color::White, Vertex::new(col, row))),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, _: &mut Process, color: Color, text: &str) -> Result<(), Failure> {
        let vertex = text.parse().map_err(|()| Failure::refused(text, "Gomocup's protocol has no such moves"))?;
        self.stones.push((color, vertex));
        Ok(())
    }

    fn show_clock(&mut self, process: &mut Process, _: Color, left: Left) -> Result<(), Failure> {
        self.let_breathe();
        if !self.clocked {
            return Ok(());
        }
        let time = left.time.max(Duration::from_millis(1));
        Self::info(process, "time_left", time.as_millis().min(UNLIMITED))
    }

    fn genmove(&mut self, process: &mut Process, turn: &MoveRequest<'_>) -> Result<String, Failure> {
        self.thought = Thought::default();
        self.let_breathe();
        let command = match &self.stones[..] {
            [] => "BEGIN\n".to_owned(),
            [known @ .., (_, last)] if known.len() == self.told => format!("TURN {}\n", self.xy(*last)),
            stones => {
                let line = |&(color, vertex): &(Color, Vertex)| {
                    format!("{},{}\n", self.xy(vertex), if color == turn.color { 1 } else { 2 })
                };
                format!("BOARD\n{}DONE\n", stones.iter().map(line).collect::<String>())
            }
        };
        let answer = self.ask(process, &command, turn.deadline)?;
        let what = command.lines().next().unwrap_or_default();
        let vertex = self.vertex(&answer).ok_or_else(|| Failure::garbage(what, &answer))?;
        self.stones.push((turn.color, vertex));
        self.told = self.stones.len();
        self.answered = Some(Instant::now());
        Ok(vertex.to_string())
    }

    fn thought(&mut self, _: &mut Process) -> Result<Thought, Failure> {
        Ok(std::mem::take(&mut self.thought))
    }

    fn quit(&mut self, process: &mut Process) -> Result<(), Failure> {
        let deadline = process.soon();
        process.send("END\n", deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_engines_write_them() {
        for (text, value) in [
            ("35", Some(35.0)),
            ("-3.5", Some(-3.5)),
            ("+M5", Some(999_995.0)),
            ("M5", Some(999_995.0)),
            ("-M4", Some(-999_996.0)),
            ("-m4", Some(-999_996.0)),
            ("M", None),
            ("+Mx", None),
            ("", None),
        ] {
            assert_eq!(score(text), value, "{text}");
        }
    }
}
