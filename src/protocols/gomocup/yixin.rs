//! What Yixin-Board asks for beyond the Gomocup protocol, for people who study a position.

use super::brain::{Brain, Reply};
use super::notation::{self, Fault, numbers, refused};
use crate::protocols::line_server::{LineSignals, Say};
use std::fmt::Write as _;
use tengen_core::game::{Cell, MoveCode, Vertex};
use tengen_core::printable::quote;
use tengen_core::search::score::{DRAW, before_move, is_proven};
use tengen_core::search::{Limits, Score, WIN};
use tengen_session::{Engine, Turn};

/// How often the moves of a position are gone through, one by one, each time with twice the effort.
const PASSES: u32 = 8;

/// The moves that are compared in the last pass, where those that are far from what is wanted were left out before.
const FINALISTS: usize = 4;

/// Nodes of a move the first time.
const FIRST_NODES: u64 = 1000;

/// A move, and what became of a search of the position after it.
struct Rated {
    mv: MoveCode,
    /// Its point.
    point: Vertex,
    /// The move's value for the side that makes it; `None` where nothing was found out.
    value: Option<Score>,
    /// The other side's best move; `None` also where the game is over then.
    reply: Option<(MoveCode, Vertex)>,
}

/// The mean of the last two full iterations' scores, of those at each depth: scores go up and down with the depth's parity,
/// and not all moves are searched to the same depth. `None` where there are no two, or the game is decided.
fn settled(mut scores: Vec<(u32, Score)>) -> Option<Score> {
    // An iteration that was cut short reports the depth of the one before.
    scores.dedup_by_key(|(depth, _)| *depth);
    match scores[..] {
        [.., (_, before), (_, last)] if !is_proven(before) && !is_proven(last) => Some(Score::midpoint(before, last)),
        _ => None,
    }
}

impl Brain {
    /// What Yixin-Board asks at its start. From then on points are named as on its board.
    pub(super) fn show_info(&mut self) -> String {
        self.terms.watched = true;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        format!("MESSAGE INFO MAX_THREAD_NUM {threads}\nMESSAGE INFO MAX_HASH_SIZE 22")
    }

    /// `FORBID` and the points forbidden to the side to move, two digits for each coordinate.
    pub(super) fn forbidden(&self) -> String {
        let engine = self.host.engine();
        let (size, legal) = (engine.size().cols, engine.legal_texts());
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

    /// Forgets what searches have found out.
    pub(super) fn clear_table(&self) -> Reply {
        self.host.resources().forget();
        Ok(None)
    }

    /// Keeps these points from being played by us.
    pub(super) fn block(&mut self, points: &[Vertex]) -> Reply {
        self.unblock(points)?;
        self.blocked.extend(points);
        Ok(None)
    }

    /// Lets these points be played again.
    pub(super) fn unblock(&mut self, points: &[Vertex]) -> Reply {
        self.blocked.retain(|blocked| !points.contains(blocked));
        Ok(None)
    }

    /// Lets every point be played again.
    pub(super) fn unblock_all(&mut self) -> Reply {
        self.blocked.clear();
        Ok(None)
    }

    /// Shows the best moves, so many, and plays the best.
    pub(super) fn nbest(&mut self, rest: &str, signals: &LineSignals, say: Say<'_>) -> Reply {
        let [lines] = numbers(rest)
            .filter(|&[lines]| lines > 0)
            .ok_or_else(|| refused(format!("expected a number of moves, got {}", quote(rest))))?;
        self.play_best_of(lines as usize, signals, say)
    }

    /// Finds the moves that lose, marks them, and plays the best.
    pub(super) fn defend(&mut self, signals: &LineSignals, say: Say<'_>) -> Reply {
        self.adopt_terms()?;
        let limits = self.limits(signals);
        let (size, names, realtime) = (self.size(), self.terms.names(), self.terms.realtime);
        let mut lost = Vec::new();
        let mut held = self.study(self.free_moves()?, limits, signals, &mut |rated| {
            for loser in rated.extract_if(.., |rated| rated.value.is_some_and(|value| is_proven(value) && value < 0)) {
                if realtime {
                    say(&notation::lost_point(&notation::write(loser.point, size)));
                }
                lost.push(loser);
            }
        })?;
        for rated in [&mut held, &mut lost] {
            rated.sort_by_key(|rated| std::cmp::Reverse(rated.value));
        }
        let points: Vec<_> = held.iter().map(|rated| rated.point).collect();
        let points = notation::names_of(&points, size, names);
        say(&format!("MESSAGE {} moves lose, {} do not:{points}", lost.len(), held.len()));
        held.append(&mut lost);
        let Rated { mv, point, value, .. } = held.swap_remove(0);
        self.conclude(&[(mv, point)], value, signals, say)
    }

    /// Plays the move whose value comes nearest to a bias, 0 where none is given; of a `pair`, the best reply, too: what
    /// both leave is worth the same.
    pub(super) fn balance(&mut self, rest: &str, pair: bool, signals: &LineSignals, say: Say<'_>) -> Reply {
        let expected = || refused(format!("expected a value as in the messages, got {}", quote(rest)));
        let bias = if rest.is_empty() { 0 } else { numbers(rest).map(|[bias]| bias).ok_or_else(expected)? };
        let bias = Score::try_from(bias).map_err(|_| expected())?;
        self.adopt_terms()?;
        let limits = self.limits(signals);
        let mut rated = self.study(self.free_moves()?, limits, signals, &mut |rated| {
            rated.sort_by_key(|rated| rated.value.map_or(u32::MAX, |value| value.abs_diff(bias)));
            rated.truncate((rated.len() / 2).max(FINALISTS));
        })?;
        let Rated { mv, point, value, reply } = rated.swap_remove(0);
        let moves: Vec<_> = [(mv, point)].into_iter().chain(reply.filter(|_| pair)).collect();
        if pair && moves.len() < 2 {
            return Err(refused("no pair of moves was found"));
        }
        self.conclude(&moves, value, signals, say)
    }

    /// Plays moves that were found, and answers with them, a point a line.
    fn conclude(
        &mut self,
        moves: &[(MoveCode, Vertex)],
        value: Option<Score>,
        signals: &LineSignals,
        say: Say<'_>,
    ) -> Reply {
        if signals.ended.is_raised() {
            return Ok(None);
        }
        let size = self.size();
        if let Some(value) = value {
            let points: Vec<_> = moves.iter().map(|&(_, point)| point).collect();
            let names = notation::names_of(&points, size, self.terms.names());
            say(&format!("MESSAGE Eval {} |{names}", notation::eval(value)));
        }
        for &(mv, _) in moves {
            let engine = self.host.engine_mut();
            engine.play(engine.side_to_move(), Turn::Move(mv))?;
        }
        self.terms.moved(self.elapsed(signals));
        let points = moves.iter().map(|&(_, point)| notation::write(point, size));
        Ok(Some(points.collect::<Vec<_>>().join("\n")))
    }

    /// The legal moves that are not blocked; all, where all are.
    fn free_moves(&self) -> Result<Vec<(MoveCode, Vertex)>, Fault> {
        self.go_on()?;
        let engine = self.host.engine();
        let point = |mv| Some((mv, *engine.points(mv).first()?));
        let legal: Vec<_> = engine.legal_moves().into_iter().filter_map(point).collect();
        let free: Vec<_> = legal.iter().filter(|(_, point)| !self.blocked.contains(point)).copied().collect();
        Ok(if free.is_empty() { legal } else { free })
    }

    /// Searches the position after each of these moves, again and again; after each pass `keep` takes out what need not be
    /// searched again, and may sort what remains.
    fn study(
        &self,
        moves: Vec<(MoveCode, Vertex)>,
        limits: Limits,
        signals: &LineSignals,
        keep: &mut dyn FnMut(&mut Vec<Rated>),
    ) -> Result<Vec<Rated>, Fault> {
        let mut session = self.host.session();
        session.set_position_text(&self.host.engine().position_text())?;
        let mut rated: Vec<_> =
            moves.into_iter().map(|(mv, point)| Rated { mv, point, value: None, reply: None }).collect();
        for pass in 0..PASSES {
            let limits = limits.shared_among(PASSES * rated.len() as u32);
            let nodes = FIRST_NODES << pass;
            let limits = Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..limits };
            for rated in &mut rated {
                self.rate(&mut *session, rated, limits, signals)?;
            }
            keep(&mut rated);
            if rated.is_empty() || signals.stop.is_raised() {
                break;
            }
        }
        Ok(rated)
    }

    /// Searches the position after a move; what was found out earlier stays where a stop keeps this from finding anything.
    fn rate(
        &self,
        session: &mut dyn Engine,
        rated: &mut Rated,
        limits: Limits,
        signals: &LineSignals,
    ) -> Result<(), Fault> {
        let side = session.side_to_move();
        session.play(side, Turn::Move(rated.mv))?;
        if let Some(outcome) = session.outcome() {
            rated.value = Some(if outcome.winner() == Some(side) { before_move(-WIN) } else { DRAW });
        } else {
            let mut scores = Vec::new();
            let query = self.host.query(limits, &signals.stop);
            let answer = session.think(!side, &query, self.host.resources(), &mut |report| {
                scores.extend(report.lines.first().map(|line| (report.depth, line.score)));
            })?;
            if let Some(line) = answer.report.lines.first() {
                rated.value = Some(before_move(settled(scores).unwrap_or(line.score)));
                rated.reply = line.pv.first().copied().zip(answer.report.points(line).first().copied());
            }
        }
        session.undo(1)?;
        Ok(())
    }
}
