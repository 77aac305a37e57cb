//! Iterative deepening over the root moves: aspiration, limits, reports. What happens below the root is an
//! [`Inner`] search's affair.

use super::control::{Control, IdleThreads, Stopped};
use super::limits::{Goal, Iteration, Limits};
use super::parallel::{Best, SplitResult, best_of, siblings};
use super::player::{Answer, Report, Task, Variation};
use super::score::{DRAW, INFINITE, Score, is_proven};
use super::stability::Stability;
use crate::game::Game;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The factor by which half the aspiration window grows with each search whose value is outside.
const WIDER: Score = 4;

/// What the values of a search prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proofs {
    /// Wins and losses with their length in plies.
    Wins,
    /// Wins and losses, and the values of searches that reach the end of the game.
    Values,
}

/// A search below the root.
pub trait Inner<G: Game>: Sync {
    /// The state of one thread in the search.
    type Worker;

    /// A worker for the calling thread; `path` are the keys of the earlier positions of the game
    /// that can still be repeated.
    fn worker(&self, path: Vec<u64>) -> Self::Worker;

    /// The moves to search at the root, best guess first; at least one.
    fn root_moves(&self, game: &G) -> Vec<G::Move>;

    /// The iterations, in order; by default every depth that there is room for, with nothing pruned on a guess.
    fn iterations(&self, game: &G, limits: &Limits) -> Vec<Iteration> {
        (1..=Iteration::last_depth(game, limits)).map(Iteration::full).collect()
    }

    /// The value of a root move for the side to move at the root, in one iteration. `place` is its place in the
    /// order; only the first is searched with the open window from the outset.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    fn search_move(
        &self,
        worker: &mut Self::Worker,
        root: (&G, G::Move, Iteration),
        place: usize,
        window: (Score, Score),
        pv: &mut Vec<G::Move>,
    ) -> Result<Score, Stopped>;

    /// Reports the nodes that a worker has not reported yet; returns the nodes of the root move, by the worker and its forks.
    fn finish(&self, worker: &mut Self::Worker) -> u64;

    /// What the values of the search prove.
    fn proves(&self) -> Proofs;

    /// Half the width of the first window around the last value; `None` searches with an open window always.
    fn aspiration(&self) -> Option<Score>;
}

/// One root move through all iterations.
struct RootMove<M> {
    mv: M,
    line: Option<Variation<M>>,
}

/// Thinks about a task: deeper and deeper until a limit is met, the value is proven, or the query's stop is raised.
///
/// Runs on the task's pool. A stopped iteration still counts for the moves that it finished.
pub fn deepen<G: Game>(task: &mut Task<'_, G>, control: &Control<'_>, inner: &impl Inner<G>) -> Answer<G::Move> {
    task.pool.install(|| iterate(task, control, inner))
}

fn iterate<G: Game>(task: &mut Task<'_, G>, control: &Control<'_>, inner: &impl Inner<G>) -> Answer<G::Move> {
    let game = task.position().clone();
    let root = Root { inner, game: &game, path: task.game.keys(), idle: control.idle() };
    let mut moves = inner.root_moves(&game);
    if !task.query.allowed.is_empty() {
        moves.retain(|mv| task.query.allowed.contains(mv));
        // An evaluator may leave out moves that the query names.
        let missing = task.query.allowed.iter().copied().filter(|mv| !moves.contains(mv)).collect::<Vec<_>>();
        moves.extend(missing);
    }
    let mut roots: Vec<_> = moves.into_iter().map(|mv| RootMove { mv, line: None }).collect();
    task.table.age();
    let wanted = task.query.lines.clamp(1, roots.len());
    let obvious = roots.len() == 1 && task.query.limits.depth.is_none() && task.query.limits.goal == Goal::Move;
    let mut iterations = inner.iterations(&game, &task.query.limits);
    let begun = task.begun.filter(|_| wanted == 1 && task.query.allowed.is_empty());
    let mut report = begun.and_then(|begun| take_up(begun, &mut roots, &mut iterations)).unwrap_or_default();
    let mut stability = Stability::default();
    if let Some(before) = report.lines.first() {
        stability.update(before, inner.aspiration());
    }
    for iteration in iterations {
        let at_end = iteration.reaches_end(&game);
        let winner = at_end && task.query.limits.goal == Goal::Winner;
        let search = if winner { Root::winner } else { Root::line };
        let complete = if wanted == roots.len() {
            root.each(&mut roots, |one| search(&root, one, iteration))
        } else {
            (0..wanted).all(|line| search(&root, &mut roots[line..], iteration))
        };
        if complete {
            (report.depth, report.confidence) = (iteration.depth, iteration.confidence);
        }
        let sure = complete && iteration.is_sure();
        for root in roots.iter_mut().take(wanted) {
            if let Some(line) = &mut root.line {
                line.exact = sure
                    && match inner.proves() {
                        Proofs::Wins => is_proven(line.score),
                        Proofs::Values => at_end || is_proven(line.score),
                    };
            }
        }
        // Lines are searched one after the other; a later one can come out ahead.
        roots[..wanted].sort_by_key(|root| std::cmp::Reverse(root.line.as_ref().map(|line| line.score)));
        report.lines = roots.iter().take(wanted).filter_map(|root| root.line.clone()).collect();
        report.nodes = control.nodes();
        report.time = control.elapsed();
        if let Some(best) = report.lines.first() {
            stability.update(best, inner.aspiration());
            (task.report)(&report);
        }
        let late = task.query.limits.time.is_some_and(|time| report.time >= stability.soft(time));
        let settled = iteration.is_sure()
            && report.lines.len() == wanted
            && report.lines.iter().all(|line| is_proven(line.score));
        if !complete || settled || late || (obvious && wanted == 1) || control.is_over() {
            break;
        }
    }
    Answer { mv: roots[0].mv, report }
}

/// Resumes an earlier search where it ended: its line comes first, and the iterations that it has done are left out, all of them
/// where its value is exact. `None` where the earlier search was of other moves or iterations.
fn take_up<M: Copy + PartialEq>(
    begun: &Report<M>,
    roots: &mut [RootMove<M>],
    iterations: &mut Vec<Iteration>,
) -> Option<Report<M>> {
    let line = begun.lines.first()?;
    let index = roots.iter().position(|root| line.pv.first() == Some(&root.mv))?;
    let last = iterations
        .iter()
        .position(|iteration| (iteration.depth, iteration.confidence) == (begun.depth, begun.confidence))?;
    let line = Variation { nodes: 0, ..line.clone() };
    iterations.drain(..if line.exact { iterations.len() } else { last + 1 });
    let report = Report { nodes: 0, time: Duration::ZERO, lines: vec![line.clone()], ..begun.clone() };
    lead_with(roots, Best { index, score: line.score, extra: line });
    Some(report)
}

/// The root of a search.
struct Root<'a, G, I> {
    inner: &'a I,
    game: &'a G,
    /// The keys of earlier positions that can still be repeated.
    path: Vec<u64>,
    idle: &'a IdleThreads,
}

impl<G: Game, I: Inner<G>> Root<'_, G, I> {
    /// Finds the best of `roots` in this iteration and brings it to the front; false when it was stopped on the way.
    fn line(&self, roots: &mut [RootMove<G::Move>], iteration: Iteration) -> bool {
        let mut half = self.inner.aspiration();
        let last_score = roots[0].line.as_ref().map(|line| line.score);
        let (mut alpha, mut beta) = match (half, last_score) {
            (Some(half), Some(score)) if !is_proven(score) => (score - half, score + half),
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let found = self.best_root(roots, iteration, (alpha, beta));
            let stopped = found.stopped;
            let Some(best) = found.best else {
                if stopped || alpha <= -INFINITE {
                    return false;
                }
                half = half.map(|half| half.saturating_mul(WIDER));
                alpha = widen(alpha, half, -1);
                continue;
            };
            // A move that failed high is the best one so far, whatever comes of the search with a wider window.
            let score = best.score;
            lead_with(roots, best);
            if stopped || score < beta || beta >= INFINITE {
                return !stopped;
            }
            half = half.map(|half| half.saturating_mul(WIDER));
            beta = widen(beta, half, 1);
        }
    }

    /// Finds the first of `roots` that wins, or else one that draws, and brings it to the front; false when it was stopped
    /// on the way. Values other than a draw's are bounds.
    fn winner(&self, roots: &mut [RootMove<G::Move>], iteration: Iteration) -> bool {
        let found = self.best_root(roots, iteration, (DRAW - 1, DRAW + 1));
        if let Some(best) = found.best {
            lead_with(roots, best);
        } else if !found.stopped {
            let root = &mut roots[0];
            let pv = root.line.take().map_or_else(|| vec![root.mv], |line| line.pv);
            root.line = Some(Variation { score: DRAW - 1, exact: false, nodes: 0, pv });
        }
        !found.stopped
    }

    /// Searches every root move for itself, in parallel; false when one was stopped on the way.
    fn each(&self, roots: &mut [RootMove<G::Move>], search: impl Fn(&mut [RootMove<G::Move>]) -> bool + Sync) -> bool {
        let alone: Vec<_> = roots.chunks_mut(1).map(Mutex::new).collect();
        let one = |(): &mut (), place: usize, _| {
            let mut one = alone[place].lock().unwrap_or_else(PoisonError::into_inner);
            if search(&mut one) { Ok((DRAW, ())) } else { Err(Stopped) }
        };
        !siblings(self.idle, 0..alone.len(), (-INFINITE, INFINITE), &mut (), (|| (), |()| ()), || (), one).stopped
    }

    fn best_root(
        &self,
        roots: &[RootMove<G::Move>],
        iteration: Iteration,
        (alpha, beta): (Score, Score),
    ) -> SplitResult<Variation<G::Move>> {
        let moves: Vec<_> = roots.iter().map(|root| root.mv).collect();
        best_of(self.idle, moves.len(), alpha, beta, |place, alpha| {
            let mut worker = self.inner.worker(self.path.clone());
            let mut pv = Vec::new();
            let root = (self.game, moves[place], iteration);
            let result = self.inner.search_move(&mut worker, root, place, (alpha, beta), &mut pv);
            let nodes = self.inner.finish(&mut worker);
            pv.insert(0, moves[place]);
            result.map(|score| (score, Variation { score, exact: false, nodes, pv }))
        })
    }
}

/// Brings the best root move to the front, with the line that was found for it.
fn lead_with<M>(roots: &mut [RootMove<M>], best: Best<Variation<M>>) {
    roots[best.index].line = Some(best.extra);
    roots[..=best.index].rotate_right(1);
}

/// A bound of the window moved outwards by `half`; the open end where that is a proven value, and without `half`.
fn widen(bound: Score, half: Option<Score>, sign: Score) -> Score {
    let moved = bound.saturating_add(sign * half.unwrap_or(INFINITE));
    if is_proven(moved) { sign * INFINITE } else { moved }
}
