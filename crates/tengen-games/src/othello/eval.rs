//! The formula: an evaluation by mobility, corners, stability and parity. The default player takes it on boards that have no
//! trained weights, and where a clock is too short to unpack the weights.

use super::bits::{self, Word};
use super::params::{self as p, Weight};
use super::position::{OthelloPosition, Placement};
use tengen_core::game::{Color, Game, Outcome};
use tengen_core::search::{Evaluator, Ranked, Score};

/// The squares along the sides of the board.
fn edges<B: Word>(game: &OthelloPosition<B>) -> B {
    let far = game.size() as usize - 1;
    let top = B::board(game.size()) & ((B::one() << B::STRIDE) - B::one());
    game.board() & (top | top << (far * B::STRIDE) | B::FIRST | B::FIRST << far)
}

/// The evaluation by the formula. A disc is worth [`p::DISC`].
#[derive(Clone, Copy, Debug)]
pub struct Evaluation;

impl Evaluation {
    /// For one side the counts of everything but mobility, each with its weight.
    fn structure<B: Word>(own: B, enemy: B, (board, corners, edges): (B, B, B)) -> [(i32, Weight); 6] {
        let count = |set: B| set.count() as i32;
        let open = corners & !(own | enemy);
        let near = bits::neighbours(open) & !corners & board;
        let cornered = !((own & corners).is_zero());
        let stable = if cornered { bits::stable(own, enemy, board) } else { B::zero() };
        [
            (count(own & corners), p::FORMULA.corner),
            (count(own & near & !edges), p::FORMULA.x_square),
            (count(own & near & edges), p::FORMULA.c_square),
            (count(own & edges & !near), p::FORMULA.edge),
            (count(stable), p::FORMULA.stable),
            (count(own), p::FORMULA.material),
        ]
    }
}

/// The phase of the game, by the share of the board that is empty.
struct Phase {
    empties: i32,
    squares: i32,
}

impl Phase {
    fn worth(&self, count: i32, weight: Weight) -> i32 {
        count * (weight.early * self.empties + weight.late * (self.squares - self.empties)) / self.squares
    }
}

impl<B: Word> Evaluator<OthelloPosition<B>> for Evaluation {
    fn evaluate(&self, game: &OthelloPosition<B>) -> Score {
        let (own, enemy, board, empty) = (game.own(), game.enemy(), game.board(), game.empty());
        let places = (board, game.corners(), edges(game));
        let phase = Phase { empties: empty.count() as i32, squares: board.count() as i32 };
        let moves = game.targets().count() as i32;
        let replies = game.enemy_targets().count() as i32;
        let may_come = |against: B| (bits::neighbours(against) & empty).count() as i32;
        let mine = Self::structure(own, enemy, places);
        let theirs = Self::structure(enemy, own, places);
        let structure: i32 = mine.iter().zip(theirs).map(|(&(a, weight), (b, _))| phase.worth(a - b, weight)).sum();
        let score = structure
            + phase.worth(moves - replies, p::FORMULA.mobility)
            + phase.worth(may_come(enemy) - may_come(own), p::FORMULA.potential)
            + phase.worth(phase.empties % 2 * 2 - 1, p::FORMULA.last_move);
        let most = phase.squares * p::DISC;
        score.clamp(-most, most)
    }

    fn candidates(&self, game: &OthelloPosition<B>, moves: &mut Vec<Ranked<Placement>>) {
        let corners = game.corners();
        let near = bits::neighbours(corners & game.empty());
        moves.extend(game.forced_pass().map(|mv| Ranked { mv, rank: 0 }));
        moves.extend(game.targets().squares().map(|square| {
            let mv = Placement::on(square);
            let square = B::square(square);
            let replies = game.after(mv).targets();
            let mut rank = replies.count() as i32 * p::RANKS.reply;
            rank += (replies & corners).count() as i32 * p::RANKS.corner_reply;
            if !(square & corners).is_zero() {
                rank += p::RANKS.corner;
            } else if !(square & near).is_zero() {
                rank += p::RANKS.near_corner;
            }
            Ranked { mv, rank }
        }));
    }

    fn outcome_score(&self, outcome: Outcome, side: Color, _ply: u32) -> Score {
        outcome.margin_for(side) * p::DISC
    }

    fn aspiration(&self) -> Option<Score> {
        Some(p::ASPIRATION)
    }
}
