//! The default player's evaluation of positions where perfect knowledge is out of reach.

use super::board::{self, Points};
use super::params as p;
use super::position::Mill;
use super::turn::{Capture, MillMove};
use tengen_core::game::{Color, Game};
use tengen_core::search::{Evaluator, Ranked, Score};

/// The default player's evaluator, for [`tengen_core::search::AlphaBeta`].
pub struct Sense;

impl Evaluator<Mill> for Sense {
    fn evaluate(&self, game: &Mill) -> Score {
        let side = game.side_to_move();
        let worth = if game.rule_set().is_zhiqi() { zhiqi_worth } else { morris_worth };
        worth(game, side) - worth(game, !side) + p::EVAL.tempo
    }

    fn candidates(&self, game: &Mill, moves: &mut Vec<Ranked<MillMove>>) {
        if game.rule_set().is_zhiqi() {
            zhiqi_candidates(game, moves);
        } else {
            morris_candidates(game, moves);
        }
    }

    fn reduction(&self, depth: i32, place: usize) -> i32 {
        let late = depth >= p::REDUCTION.depth && place >= p::REDUCTION.place;
        if late { p::REDUCTION.plies } else { 0 }
    }

    fn aspiration(&self) -> Option<Score> {
        Some(p::ASPIRATION)
    }
}

/// The value of material, mills, possible mills and mobility of one side, in hundredths of a stone.
fn morris_worth(game: &Mill, color: Color) -> Score {
    let (own, enemy, empty) = (game.stones(color), game.stones(!color), game.empty());
    let completing = game.completing(own);
    let possible = completing & empty;
    // A stone in a mill that can step to a point where it closes another mill, and back.
    let swinging = own & completing & game.neighbours(possible);
    let freedom = game.neighbours(own) & empty;
    let blocked = own & !game.neighbours(empty);
    count(own) * p::EVAL.stone
        + Score::from(game.hand(color)) * p::EVAL.stone
        + count(own & completing) * p::EVAL.mill
        + count(possible & !game.neighbours(enemy)) * p::EVAL.possible_mill
        + count(possible) * p::EVAL.possible_mill
        + count(swinging) * p::EVAL.swinging_mill
        + count(freedom) * p::EVAL.mobility
        + count(blocked) * p::EVAL.blocked
}

/// The value of one side's lines that are still open, less that of points where it is exposed to captures, in hundredths of a
/// stone.
fn zhiqi_worth(game: &Mill, color: Color) -> Score {
    let (own, enemy, empty) = (game.stones(color), game.stones(!color), game.empty());
    let captures = board::carriers(own) | board::clampers(own, enemy);
    count(own & board::completing_all(own | empty)) * p::EVAL.zhiqi_line
        + count(own) * p::EVAL.stone
        + count(captures & empty) * p::EVAL.zhiqi_exposed
}

fn count(set: Points) -> Score {
    set.count_ones() as Score
}

/// The zhiqi turns to search: all, or only the winning one, or those that stop the other side's win on its next turn.
fn zhiqi_candidates(game: &Mill, moves: &mut Vec<Ranked<MillMove>>) {
    let side = game.side_to_move();
    let (winning, ..) = game.placements();
    let threatened = board::completing_all(game.stones(!side)) & game.empty();
    let rank = |turn: MillMove| match turn.capture {
        _ if winning & turn.to.bit() != 0 => p::RANKS.mill,
        Capture::Nothing => {
            i32::from(board::completing_all(game.stones(side) | turn.to.bit()) & game.empty() != 0) * p::RANKS.stop
        }
        _ => p::RANKS.capture,
    };
    game.each_turn(|mv| moves.push(Ranked { mv, rank: rank(mv) }));
    if winning != 0 {
        moves.retain(|ranked| winning & ranked.mv.to.bit() != 0);
        moves.truncate(1);
    } else if threatened != 0 && game.hand(!side) > 0 {
        let stops = |turn: MillMove| {
            let next = game.after(turn);
            next.placements().0 == 0
        };
        let any = moves.iter().any(|ranked| stops(ranked.mv));
        moves.retain(|ranked| !any || stops(ranked.mv));
    }
}

/// All turns of the rule sets with mills: mills first, then stones put where the other side would close a mill.
fn morris_candidates(game: &Mill, moves: &mut Vec<Ranked<MillMove>>) {
    let side = game.side_to_move();
    let wanted = game.completing(game.stones(!side));
    let key_stones = game.neighbours(game.completing(game.stones(!side)) & game.empty());
    let rank = |turn: MillMove| match turn.capture {
        Capture::Remove(stone) if key_stones & stone.bit() != 0 => p::RANKS.mill + p::RANKS.capture,
        Capture::Remove(_) => p::RANKS.mill,
        Capture::Several(_) => p::RANKS.mill + p::RANKS.capture,
        _ => i32::from(wanted & turn.to.bit() != 0) * p::RANKS.stop,
    };
    game.each_turn(|mv| moves.push(Ranked { mv, rank: rank(mv) }));
}
