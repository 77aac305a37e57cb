//! Analyses as an aligned table for people, or as a JSON object a game for programs.

use super::{Analysis, Candidate, Judged, Mark, SideSummary};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use tengen_core::game::{Color, Variant};
use tengen_core::printable;

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
pub struct GameLocation<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The game's number in it, from 1.
    pub number: usize,
    /// The line that it begins on, from 1.
    pub line: usize,
    /// The number of the variation in the game, from 1; `None` for the main line.
    pub variation: Option<usize>,
    /// True where the file has several games, or variations are analyzed.
    pub many: bool,
}

impl fmt::Display for GameLocation<'_> {
    /// The place in the file: `game 2, variation 1, line 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variation = self.variation.map_or_else(String::new, |number| format!(", variation {number}"));
        write!(f, "game {}{variation}, line {}", self.number, self.line)
    }
}

/// Where analyses go.
pub trait Show {
    /// A game begins.
    ///
    /// # Errors
    /// The output's.
    fn game(&mut self, place: GameLocation<'_>, game: &Analysis<'_>) -> io::Result<()>;

    /// A move of it.
    ///
    /// # Errors
    /// The output's.
    fn mv(&mut self, mv: &Judged) -> io::Result<()>;

    /// The game ends; all its moves.
    ///
    /// # Errors
    /// The output's.
    fn end(&mut self, place: GameLocation<'_>, game: &Analysis<'_>, moves: &[Judged]) -> io::Result<()>;

    /// A game that cannot be read or played.
    ///
    /// # Errors
    /// The output's.
    fn unreadable(&mut self, place: GameLocation<'_>, why: &str) -> io::Result<()>;
}

/// A table in text, written row by row.
pub struct AnalysisTable<W>(pub W);

impl<W: Write> AnalysisTable<W> {
    fn row(&mut self, [number, side, played, best, score, loss, depth, pv]: [&str; 8]) -> io::Result<()> {
        let row = format!("{number:>4}  {side:<6} {played:<12} {best:<12} {score:>9} {loss:>10} {depth:>6}  {pv}");
        writeln!(self.0, "{}", row.trim_end())?;
        self.0.flush()
    }
}

/// What a move cost, for a person: in the game's unit, or else as a chance to win.
fn loss_text(mv: &Judged) -> String {
    let points = mv.loss().map(|loss| format!("{loss:.2}"));
    let chance = mv.win_chance_loss().map(|loss| format!("{:.0}%", 100.0 * loss)).filter(|chance| chance != "0%");
    let parts: Vec<_> = points.into_iter().chain(chance).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(" ") }
}

impl<W: Write> Show for AnalysisTable<W> {
    fn game(&mut self, place: GameLocation<'_>, game: &Analysis<'_>) -> io::Result<()> {
        if place.many {
            let name = |color: Color| game.players()[color.index()].as_deref().unwrap_or("?");
            let departs = place.variation.map_or_else(String::new, |_| format!(", from move {}", game.first()));
            writeln!(
                self.0,
                "{place}{departs}: {} against {}, {}",
                name(Color::Black),
                name(Color::White),
                game.variant()
            )?;
        }
        for note in game.notes() {
            writeln!(self.0, "note: {note}")?;
        }
        self.row(["move", "side", "played", "best", "score", "loss", "depth", "expects"])
    }

    fn mv(&mut self, mv: &Judged) -> io::Result<()> {
        let line = mv.best.line.as_ref();
        self.row([
            &mv.number.to_string(),
            &mv.color.to_string(),
            &mv.played.mv,
            &mv.best.mv.to_uppercase(),
            &mv.best.value_text().unwrap_or_else(|| "-".to_owned()),
            &loss_text(mv),
            &mv.reached.to_string(),
            &line.map_or_else(String::new, |line| line.pv.join(" ")),
        ])
    }

    fn end(&mut self, place: GameLocation<'_>, game: &Analysis<'_>, moves: &[Judged]) -> io::Result<()> {
        for color in Color::BOTH {
            let SideSummary { moves, best, mean_loss, accuracy } = SideSummary::of(moves, color);
            if let Some(accuracy) = accuracy {
                let loss = mean_loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.2}"));
                writeln!(
                    self.0,
                    "{color:<5}  {best} of {moves} moves best, mean loss {loss}, accuracy {accuracy:.1} %"
                )?;
            }
        }
        if let Some(opening) = game.opening() {
            writeln!(self.0, "opening {opening}")?;
        }
        writeln!(self.0, "result {}", game.result().unwrap_or("open"))?;
        if place.many {
            writeln!(self.0)?;
        }
        self.0.flush()
    }

    /// Errors are no part of the table.
    fn unreadable(&mut self, _: GameLocation<'_>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A JSON object a line for each game.
pub struct Json<W>(pub W);

impl<W: Write> Json<W> {
    fn write(&mut self, object: &impl Serialize) -> io::Result<()> {
        writeln!(self.0, "{}", printable::json(&serde_json::to_string(object)?))?;
        self.0.flush()
    }
}

#[derive(Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

impl<T> Sides<T> {
    fn of(value: impl Fn(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }
}

#[derive(Serialize)]
struct JsonGame<'a> {
    file: &'a str,
    number: usize,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    departs: Option<usize>,
    #[serde(flatten)]
    variant: Variant,
    players: Sides<Option<&'a str>>,
    result: Option<&'a str>,
    opening: Option<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    moves: Vec<JsonMove<'a>>,
    summary: Sides<SideSummary>,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    number: usize,
    color: String,
    played: JsonCandidate<'a>,
    best: JsonCandidate<'a>,
    loss: Option<f64>,
    win_chance_loss: Option<f64>,
    mark: Option<&'static str>,
    accuracy: Option<f64>,
    depth: u32,
    confidence: u8,
    nodes: u64,
    seconds: f64,
}

impl Judged {
    /// The move as one JSON object on one line, as `tengen analyze --json` has it in its list of moves.
    ///
    /// # Panics
    /// Never: all its fields can be written as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(&JsonMove::from(self)).expect("its fields can be written")
    }
}

#[derive(Serialize)]
struct JsonCandidate<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    score: Option<i32>,
    text: Option<String>,
    points: Option<f64>,
    win_chance: Option<f64>,
    exact: Option<bool>,
    pv: &'a [String],
}

#[derive(Serialize)]
struct JsonError<'a> {
    file: &'a str,
    number: usize,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<usize>,
    error: &'a str,
}

impl<'a> From<&'a Candidate> for JsonCandidate<'a> {
    fn from(candidate: &'a Candidate) -> Self {
        let line = candidate.line.as_ref();
        Self {
            mv: &candidate.mv,
            score: line.map(|line| line.score),
            text: candidate.value_text(),
            points: candidate.points(),
            win_chance: candidate.win_chance(),
            exact: line.map(|line| line.exact),
            pv: line.map_or(&[], |line| &line.pv),
        }
    }
}

impl<'a> From<&'a Judged> for JsonMove<'a> {
    fn from(mv: &'a Judged) -> Self {
        Self {
            number: mv.number,
            color: mv.color.to_string(),
            played: (&mv.played).into(),
            best: (&mv.best).into(),
            loss: mv.loss(),
            win_chance_loss: mv.win_chance_loss(),
            mark: mv.mark().map(Mark::sign),
            accuracy: mv.accuracy(),
            depth: mv.reached.depth,
            confidence: mv.reached.confidence,
            nodes: mv.nodes,
            seconds: mv.time.as_secs_f64(),
        }
    }
}

impl<W: Write> Show for Json<W> {
    fn game(&mut self, _: GameLocation<'_>, _: &Analysis<'_>) -> io::Result<()> {
        Ok(())
    }

    fn mv(&mut self, _: &Judged) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, place: GameLocation<'_>, game: &Analysis<'_>, moves: &[Judged]) -> io::Result<()> {
        self.write(&JsonGame {
            file: place.file,
            number: place.number,
            line: place.line,
            variation: place.variation,
            departs: place.variation.map(|_| game.first()),
            variant: game.variant(),
            players: Sides::of(|color| game.players()[color.index()].as_deref()),
            result: game.result(),
            opening: game.opening(),
            notes: game.notes(),
            moves: moves.iter().map(JsonMove::from).collect(),
            summary: Sides::of(|color| SideSummary::of(moves, color)),
        })
    }

    fn unreadable(&mut self, place: GameLocation<'_>, error: &str) -> io::Result<()> {
        let GameLocation { file, number, line, variation, .. } = place;
        self.write(&JsonError { file, number, line, variation, error })
    }
}
