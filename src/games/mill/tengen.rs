//! The default player.

use super::eval::Sense;
use super::perfect;
use super::position::Mill;
use super::turn::Turn;
use super::variant::Variant;
use crate::search::{AlphaBeta, Control, Player, Request, Thought, deepen};

/// Plays zhiqi perfectly unless it is held to a depth; searches with [`Sense`] everywhere else.
pub struct Tengen;

impl Player<Mill> for Tengen {
    fn choose(&self, request: &mut Request<'_, Mill>) -> Thought<Turn> {
        if request.position().variant() == Variant::Zhiqi && request.limits.depth.is_none() {
            return perfect::choose(request);
        }
        let control = Control::new(&request.limits, request.stop, request.clock);
        let search = AlphaBeta::new(&Sense, request.table, &control, request.pool.current_num_threads());
        deepen(request, &control, &search)
    }
}
