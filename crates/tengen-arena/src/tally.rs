//! What the games of a plan amount to while they are played: results, pairs, sequential tests. A game that is played again
//! move for move, as engines at a fixed depth do, counts once: it tells nothing new.

use super::header::Header;
use super::record::GameRecord;
use super::stats::{Pentanomial, Sprt, SprtDecision, SprtState, Wdl};
use std::collections::{HashMap, HashSet};

/// Results of a plan's games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The names of the engines.
    pub names: Vec<String>,
    /// Results of each engine.
    pub engines: Vec<Wdl>,
    /// Pairs of games of each pairing.
    pub pairs: Vec<Pentanomial>,
    /// The sequential test of each pairing, where there is one.
    pub tests: Vec<Option<SprtState>>,
    /// Games that repeat one counted before.
    pub repeats: usize,
    sprt: Option<Sprt>,
    /// Pairings by their number, with the numbers of their engines.
    pairings: HashMap<(String, String), (usize, [usize; 2])>,
    /// [`GameRecord::course`] of the games counted.
    courses: HashSet<u64>,
    /// Half points of games whose other half is not counted yet, as the pairing's first engine sees them.
    open: HashMap<(usize, u32), u8>,
}

impl Tally {
    /// No games yet of a plan, each pairing of which is tested by `sprt`.
    pub fn new(plan: &Header, sprt: Option<Sprt>) -> Self {
        let mut tally = Self { sprt, ..Self::default() };
        tally.extend(plan);
        tally
    }

    /// Takes in what a plan has more than before: engines and pairings behind those that are known.
    pub fn extend(&mut self, plan: &Header) {
        let engine = |name: &str| plan.engines.iter().position(|engine| engine.name == name).unwrap_or_default();
        self.names = plan.engines.iter().map(|engine| engine.name.clone()).collect();
        self.engines.resize(self.names.len(), Wdl::default());
        for (number, pairing) in plan.pairings.iter().enumerate().skip(self.pairs.len()) {
            self.pairings.insert(pairing.clone(), (number, [engine(&pairing.0), engine(&pairing.1)]));
            self.pairs.push(Pentanomial::default());
            self.tests.push(self.sprt.map(|sprt| sprt.test(&Pentanomial::default())));
        }
    }

    /// Counts a game of the plan, once however often it was played, and none of a pairing whose test has come to an end.
    pub fn count(&mut self, game: &GameRecord) {
        let Some(&(pairing, [first, second])) = self.pairings.get(&(game.first.clone(), game.second.clone())) else {
            return;
        };
        if self.has_verdict(pairing) {
            return;
        }
        if !self.courses.insert(game.course()) {
            self.repeats += 1;
            return;
        }
        let half_points = game.half_points_of_first();
        self.engines[first] += Wdl::of_game(half_points);
        self.engines[second] += Wdl::of_game(half_points).flipped();
        let key = (pairing, game.opening.number);
        match self.open.remove(&key) {
            Some(other) => {
                self.pairs[pairing] += Pentanomial::of_pair(half_points + other);
                self.tests[pairing] = self.sprt.map(|sprt| sprt.test(&self.pairs[pairing]));
            }
            None => drop(self.open.insert(key, half_points)),
        }
    }

    /// Where the test of a match stands; `None` for a tournament.
    pub fn verdict(&self) -> Option<SprtState> {
        if let [test] = self.tests[..] { test } else { None }
    }

    /// True once a pairing's test has come to an end.
    pub fn has_verdict(&self, pairing: usize) -> bool {
        self.tests[pairing].is_some_and(|state| state.verdict != SprtDecision::Continue)
    }

    /// True once the tests of all pairings have.
    pub fn decided(&self) -> bool {
        !self.tests.is_empty() && (0..self.tests.len()).all(|pairing| self.has_verdict(pairing))
    }
}
