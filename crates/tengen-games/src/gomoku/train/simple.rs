//! Where the training begins: numbers for the patterns of lines and a few classes, from which those of all codes follow.

use crate::gomoku::codes::{CODES, Class, Codes};
use crate::gomoku::rule::Rule;
use crate::gomoku::weights::{FINE, Kind, KindWeights, THREATS, Weights};
use tengen_core::game::Color;

/// What a free point is worth to a side that could make this [`Pattern`](crate::gomoku::lines::Pattern) there, for
/// each of the four directions: first to the side to move, then to the other.
///
/// These and the other values are 200 times the weights of a logistic regression of the result on pattern counts, over
/// 13,988 quiet positions of self-play by the first version of the program; open fours do not occur there and are estimates.
const LINE_VALUE: [[i16; 14]; 2] =
    [[0, 0, 2, 1, 1, 4, 5, 4, 7, 29, 40, 26, 60, 60], [0, 0, 1, 1, 1, 4, 4, 4, 7, 17, 27, 19, 50, 60]];

/// What a free point is worth beyond the sum of its lines where a four and a three could be made, in the same order: the side
/// to move has found its victory by fours already, if there is one.
const FOUR_THREE_VALUE: [i16; 2] = [0, 125];

/// What a free point is worth beyond the sum of its lines where two threes could be made.
const DOUBLE_THREE_VALUE: [i16; 2] = [155, 0];

/// The worth of the right to move beyond what the values say.
const TEMPO: i16 = 2;

/// The worth of being in face of an open four.
const OPEN_FOUR: i16 = -60;

/// The ordering score of a pattern, own or of the enemy's that the move blocks.
const LINE_RANK: [i16; 14] = [0, 0, 1, 3, 4, 9, 11, 13, 14, 30, 36, 40, 200, 400];

/// The ordering score of each [`Class`] beyond that of its lines.
const CLASS_RANK: [i16; 14] = [0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 300, 600, 2000];

/// The weight of an own pattern's ordering score against the same one of the enemy's, in sixteenths.
const ATTACK: i16 = 20;

/// The weights.
pub(super) fn weights() -> Weights {
    Weights::new(Kind::ALL.map(|kind| match kind {
        Kind::RenjuBlack => simple(Rule::Renju, Color::Black),
        // Nothing is forbidden.
        _ => simple(Rule::Freestyle, Color::White),
    }))
}

fn simple(rule: Rule, side: Color) -> KindWeights {
    let codes = Codes::get();
    let classes = codes.classes(rule, side);
    let sum = |worth: &[i16], code: usize| {
        codes.patterns(code as u16).iter().map(|&pattern| worth[usize::from(pattern)]).sum::<i16>()
    };
    let value = |turn: usize, code: usize| {
        let more = match classes[code] {
            Class::FourThree => FOUR_THREE_VALUE[turn],
            Class::TwoThrees => DOUBLE_THREE_VALUE[turn],
            _ => 0,
        };
        FINE * (sum(&LINE_VALUE[turn], code) + more)
    };
    let rank = |code: usize| sum(&LINE_RANK, code) + CLASS_RANK[classes[code] as usize];
    let by_code = |of: &dyn Fn(usize) -> i16| Box::new(std::array::from_fn::<i16, CODES, _>(of));
    KindWeights {
        values: [0, 1, 0, 1].map(|turn| by_code(&|code| value(turn, code))),
        threats: Box::new(std::array::from_fn(|set| if set < THREATS / 2 { 0 } else { FINE * OPEN_FOUR })),
        tempo: FINE * TEMPO,
        order: [by_code(&|code| (i32::from(rank(code)) * i32::from(ATTACK) / 16) as i16), by_code(&rank)],
    }
}
