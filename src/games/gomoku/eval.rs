//! What a free point is worth to a side by its [`Code`](super::codes::Code), and how promising it is as a move.

use super::codes::{CODES, Class, Codes};
use super::params as p;
use super::rule::Rule;
use crate::game::Color;
use std::sync::OnceLock;

/// The tables of one side under a rule set; each has an entry a code.
pub struct SideTables {
    /// What a point adds to the evaluation of the side that could play there: when it is to move, and when not.
    pub values: Vec<[i16; 2]>,
    /// How promising it is to play there.
    pub attack: Vec<i16>,
    /// How promising it is for the enemy to take it away.
    pub defence: Vec<i16>,
}

/// The tables of a rule set, Black's first.
pub struct Tables(pub [SideTables; 2]);

impl Tables {
    /// The tables, made when they are first asked for.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Tables>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| Self(Color::BOTH.map(|side| SideTables::make(rule, side))))
    }
}

impl SideTables {
    fn make(rule: Rule, side: Color) -> Self {
        let codes = Codes::get();
        let classes = codes.classes(rule, side);
        let sum = |worth: &[i16], code: u16| codes.patterns(code).iter().map(|&p| worth[p as usize]).sum::<i16>();
        let all = || (0..CODES as u16).map(|code| (code, classes[code as usize]));
        let values = all().map(|(code, class)| {
            [0, 1].map(|turn| {
                let more = match class {
                    Class::FourThree => p::FOUR_THREE_VALUE[turn],
                    Class::TwoThrees => p::DOUBLE_THREE_VALUE[turn],
                    _ => 0,
                };
                sum(&p::LINE_VALUE[turn], code) + more
            })
        });
        let rank: Vec<i16> =
            all().map(|(code, class)| sum(&p::LINE_RANK, code) + p::CLASS_RANK[class as usize]).collect();
        let attack = rank.iter().map(|&rank| (i32::from(rank) * p::ATTACK / 16) as i16).collect();
        Self { values: values.collect(), attack, defence: rank }
    }
}
