//! The default player: a victory by threats where there is one, else the search.

use super::bits::Point;
use super::board::Position;
use super::params;
use super::search::vct::{Effort, Vct};
use super::search::{Board, Search};
use crate::search::score::MAX_PLY;
use crate::search::{
    Answer, Budget, Control, Goal, Limits, NodeCounter, Player, Report, Score, Task, Variation, WIN, deepen,
};

/// Plays to win.
pub struct Tengen;

impl Player<Position> for Tengen {
    fn choose(&self, task: &mut Task<'_, Position>) -> Answer<Point> {
        let control = task.control();
        if task.query.lines == 1
            && task.query.allowed.is_empty()
            && let Some(pv) = root_threats(task, &control)
        {
            let score = won_after(pv.len() as u32);
            let (depth, nodes) = (pv.len() as u32, control.nodes());
            let answer = Answer {
                mv: pv[0],
                report: Report {
                    depth,
                    nodes,
                    time: control.elapsed(),
                    lines: vec![Variation { score, exact: true, nodes, pv }],
                    ..Report::default()
                },
            };
            (task.report)(&answer.report);
            return answer;
        }
        let threads = task.pool.current_num_threads();
        let search = Search::new(task.position(), task.table, &control, threads);
        deepen(task, &control, &search)
    }
}

/// The winning sequence of threats that a search within its share of the limits finds.
fn root_threats(task: &Task<'_, Position>, control: &Control<'_>) -> Option<Vec<Point>> {
    let (nodes, share) = match task.query.limits.goal {
        Goal::Move => (params::ROOT_THREATS_NODES, params::ROOT_THREATS_SHARE),
        Goal::Value | Goal::Winner => (params::PROOF_NODES, params::PROOF_SHARE),
    };
    let limits = Limits {
        time: task.query.limits.time.map(|budget| Budget::exactly(budget.hard / share)),
        nodes: task.query.limits.nodes.map(|nodes| nodes / u64::from(share)),
        ..task.query.limits
    };
    let own = Control::new(&limits, task.query.stop, task.clock);
    let mut counter = NodeCounter::new(&own, Control::POLL);
    let (mut board, mut threats) = (Board::new(task.position()), Vct::default());
    let effort = Effort { nodes, threes: params::THREATS_THREES };
    let found = threats.search(&mut board, effort, &mut || counter.one(&own));
    counter.finish(&own);
    control.add_nodes(own.nodes());
    found.ok().flatten().map(|_| threats.line(&mut board))
}

/// The score of a win by the last of so many plies from the root.
fn won_after(plies: u32) -> Score {
    WIN - plies.min(MAX_PLY) as Score
}
