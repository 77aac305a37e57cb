//! Goes through games: what was played, what the player would have played, what it thinks of both.

mod show;

pub use show::{AnalysisTable, GameLocation, Json, Show};

use serde::Serialize;
use std::time::Duration;
use tengen_core::game::{Color, Variant};
use tengen_core::search::{Iteration, Scale, Score, Stop};
use tengen_session::host::{FileGame, Opened};
use tengen_session::{Engine, EngineError, Host, Query, Report};

/// What a move is called that costs much of the chance to win, as Lichess calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// 30 % or more.
    Blunder,
    /// 20 % or more.
    Mistake,
    /// 10 % or more.
    Inaccuracy,
}

impl Mark {
    /// The sign behind the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Blunder => "??",
            Self::Mistake => "?",
            Self::Inaccuracy => "?!",
        }
    }

    /// The word, as a sentence begins with it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blunder => "A blunder",
            Self::Mistake => "A mistake",
            Self::Inaccuracy => "An inaccuracy",
        }
    }
}

/// A move and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: String,
    /// What a search thinks of it; `None` from players who do not search.
    pub line: Option<JudgedLine>,
    /// How the game's values read.
    pub scale: Scale,
}

/// What a search thinks of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedLine {
    /// The value for the side that makes the move.
    pub score: Score,
    /// True where it is proven.
    pub exact: bool,
    /// The chance, 0 to 1, that the side that makes the move wins.
    pub win_chance: f64,
    /// The principal variation; it begins with the move.
    pub pv: Vec<String>,
}

impl JudgedLine {
    /// The best line of a report.
    fn best_of(report: &Report, scale: &Scale) -> Option<Self> {
        let line = report.lines.first()?;
        Some(Self { score: line.score, exact: line.exact, win_chance: line.win_chance(scale), pv: report.texts(line) })
    }
}

impl Candidate {
    /// The value as a number in the game's unit as people read it (discs in Othello); `None` for a win or loss in so many
    /// plies.
    pub fn points(&self) -> Option<f64> {
        self.scale.points(self.line.as_ref()?.score)
    }

    /// The value as a person reads it.
    pub fn value_text(&self) -> Option<String> {
        self.line.as_ref().map(|line| self.scale.text(line.score))
    }

    /// The chance, 0 to 1, that the side that makes the move wins.
    pub fn win_chance(&self) -> Option<f64> {
        self.line.as_ref().map(|line| line.win_chance)
    }
}

/// A move of a game, compared with the best one. All values are for the side that made it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move's number, from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// True for a pass that the rules ask for.
    pub forced: bool,
    /// The best move.
    pub best: Candidate,
    /// The move that was played.
    pub played: Candidate,
    /// How far the search for the best move went.
    pub reached: Iteration,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Judged {
    /// What the move cost, in the game's unit as people read it, to a hundredth; 0 where a win stays a win and a loss was one before.
    /// `None` where a value is not known, or where a win or loss in so many plies was missed or allowed.
    pub fn loss(&self) -> Option<f64> {
        let [best, played] = [&self.best, &self.played].map(Candidate::points);
        match (best, played) {
            (Some(best), Some(played)) => Some(((best - played) * 100.0).round() / 100.0),
            (None, None) => self.win_chance_loss().filter(|&loss| loss == 0.0),
            _ => None,
        }
    }

    /// What the move cost of the chance to win, 0 to 1: of two proven values by who wins, else by what values are worth on the
    /// scale. `None` where a value is not known.
    pub fn win_chance_loss(&self) -> Option<f64> {
        let (best, played) = (self.best.line.as_ref()?, self.played.line.as_ref()?);
        Some(if best.exact && played.exact {
            best.win_chance - played.win_chance
        } else {
            let [best, played] = [best, played].map(|line| self.best.scale.win_chance(line.score));
            best - played
        })
    }

    /// What the move is called, if it costs much.
    pub fn mark(&self) -> Option<Mark> {
        match self.win_chance_loss()? {
            0.3.. => Some(Mark::Blunder),
            0.2.. => Some(Mark::Mistake),
            0.1.. => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// How good the move was, 0 to 100: Lichess' formula (<https://lichess.org/page/accuracy>), by the loss of win chance in
    /// percent.
    pub fn accuracy(&self) -> Option<f64> {
        let loss = 100.0 * self.win_chance_loss()?;
        Some((103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0))
    }

    /// True for a move as good as the best one.
    pub fn is_best(&self) -> bool {
        self.loss() == Some(0.0)
    }
}

/// What can be said of all moves of a side. Forced passes, and moves whose values are not known, are not counted.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SideSummary {
    /// Moves.
    pub moves: usize,
    /// Those as good as the best one.
    pub best: usize,
    /// The mean of [`Judged::loss`] where it is known.
    pub mean_loss: Option<f64>,
    /// The mean of [`Judged::accuracy`].
    pub accuracy: Option<f64>,
}

impl SideSummary {
    /// The moves of this side.
    pub fn of(moves: &[Judged], color: Color) -> Self {
        let own = || moves.iter().filter(|mv| mv.color == color && !mv.forced && mv.played.line.is_some());
        Self {
            moves: own().count(),
            best: own().filter(|mv| mv.is_best()).count(),
            mean_loss: mean(own().filter_map(Judged::loss)),
            accuracy: mean(own().filter_map(Judged::accuracy)),
        }
    }
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let count = values.clone().count();
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}

/// A game that is gone through.
pub struct Analysis<'a> {
    host: &'a Host,
    engine: Box<dyn Engine>,
    moves: Vec<(Color, String)>,
    players: [Option<String>; 2],
    result: Option<String>,
    opening: Option<&'static str>,
    notes: Vec<String>,
    first: usize,
    next: usize,
}

impl<'a> Analysis<'a> {
    /// From this move of a game, 1 for the first, with an empty table. The host's limits hold for each search.
    ///
    /// # Errors
    /// [`EngineError`] where the game cannot be played.
    pub fn begin(host: &'a Host, game: &FileGame, from: usize) -> Result<Self, EngineError> {
        let opened = host.open(game, None)?;
        let notes = opened.all_notes();
        let Opened { engine: played, .. } = opened;
        host.resources().forget();
        let engine = host.open(game, Some(from))?.engine;
        // A pass that the file leaves out is a move on the board.
        let first = engine.moves_played().len();
        Ok(Self {
            host,
            engine,
            moves: played.moves_played(),
            players: game.facts().players.clone(),
            result: played.result_text().or(game.facts().result.clone()),
            opening: played.opening(),
            notes,
            first,
            next: first,
        })
    }

    /// The same for the first game of a record.
    ///
    /// # Errors
    /// As [`Analysis::begin`].
    pub fn of_record(host: &'a Host, record: &str, from: usize) -> Result<Self, EngineError> {
        let game = host.games_of(record)?.next().ok_or_else(|| EngineError::Unreadable("no game".to_owned()))?;
        Self::begin(host, &game.game?, from)
    }

    /// The number of the first move that is judged, from 1.
    pub const fn first(&self) -> usize {
        self.first + 1
    }

    /// What was decided where the file can be read in several ways, and what was left out; each for a person.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How the game's values read.
    pub fn scale(&self) -> Scale {
        self.engine.scale()
    }

    /// What is played.
    pub fn variant(&self) -> Variant {
        self.engine.variant()
    }

    /// The players' names, Black's first, where the record has them.
    pub const fn players(&self) -> &[Option<String>; 2] {
        &self.players
    }

    /// The result by the rules, or the record's own where the game was not played to its end.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// The usual name of the opening, where it has one.
    pub const fn opening(&self) -> Option<&'static str> {
        self.opening
    }

    /// The number of moves that are judged.
    pub fn len(&self) -> usize {
        self.moves.len().saturating_sub(self.first)
    }

    /// True where no move is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Judges the next move; `None` after the last. When `stop` is raised, by what was found until then.
    ///
    /// # Errors
    /// None that [`Analysis::begin`] has not seen.
    pub fn judge_next(
        &mut self,
        stop: &Stop,
        news: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Option<Judged>, EngineError> {
        let Some((color, text)) = self.moves.get(self.next) else { return Ok(None) };
        self.next += 1;
        let judged = judge(self.host, &*self.engine, *color, text, stop, news)?;
        self.engine.play_text(*color, text)?;
        Ok(Some(Judged { number: self.next, ..judged }))
    }
}

/// Compares a legal move of the position on the board, as the engine writes it, with the best one; the position stays. When `stop` is
/// raised, by what was found until then.
///
/// # Errors
/// [`EngineError::Illegal`] where it is not that side's turn; [`EngineError::Memory`].
pub fn judge(
    host: &Host,
    engine: &dyn Engine,
    color: Color,
    text: &str,
    stop: &Stop,
    news: &mut (dyn FnMut(&Report) + Send),
) -> Result<Judged, EngineError> {
    let query = host.query_for(color, stop).for_review();
    let answer = engine.think(color, &query, host.resources(), news)?;
    let (mut nodes, mut time) = (answer.report.nodes, answer.report.time);
    let (scale, forced) = (engine.scale(), engine.must_pass());
    let mut best = Candidate { mv: answer.text(), line: JudgedLine::best_of(&answer.report, &scale), scale };
    let mut played = best.clone();
    if best.mv != text {
        played = Candidate { mv: text.to_owned(), line: None, scale };
    }
    if let Some(found) = best.line.as_ref().filter(|_| played.line.is_none()) {
        let allowed = engine.named(color, &[text.to_owned()]);
        let query = Query { allowed: &allowed, ..host.query_for(color, stop).for_review() };
        let report = engine.think(color, &query, host.resources(), news)?.report;
        (nodes, time) = (nodes + report.nodes, time + report.time);
        played.line = JudgedLine::best_of(&report, &scale);
        // A search that looks at one move only may find more in it.
        if played.line.as_ref().is_some_and(|line| line.score > found.score) {
            best = played.clone();
        }
    }
    let reached = answer.report.iteration();
    Ok(Judged { number: engine.plies() + 1, color, forced, best, played, reached, nodes, time })
}
