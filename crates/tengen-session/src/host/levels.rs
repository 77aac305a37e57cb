//! Moves below full strength.

use super::{Host, points};
use crate::{Answer, EngineError, Query, Turn};
use tengen_core::game::{Color, zobrist};
use tengen_core::playable::Level;
use tengen_core::search::{Limits, Score};

/// The move that the player chooses at a level, with its own line as the only one; the same for the same seed and position.
///
/// # Errors
/// As [`Host::think`].
pub(super) fn choose(host: &Host, level: &Level, color: Color, query: &Query<'_>) -> Result<Answer, EngineError> {
    let depth = query.limits.depth.map_or(level.depth, |depth| depth.min(level.depth));
    let weaker = Query { limits: Limits { depth: Some(depth), ..query.limits }, lines: level.breadth, ..*query };
    let mut answer = host.think(color, &weaker, &mut |_| ())?;
    let report = &mut answer.report;
    let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
    let position = u64::from(crc32fast::hash(host.engine.position_text().as_bytes()));
    let mut rng = fastrand::Rng::with_seed(zobrist::mix(query.seed ^ zobrist::mix(position)));
    let Some(place) = level.choose(&host.engine.scale(), &scores, &mut rng) else {
        return Ok(answer);
    };
    let line = report.lines.swap_remove(place);
    answer.turn = Turn::Move(line.pv[0]);
    report.lines = vec![line];
    if host.engine.owes_points()
        && let Some(point) = points::next(&*host.engine, &answer)
    {
        answer.turn = Turn::Point(point);
    }
    Ok(answer)
}
