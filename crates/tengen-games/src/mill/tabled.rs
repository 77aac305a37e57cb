//! Positions as the search sees them where tables are at hand: what a table knows is over.

use super::eval::Sense;
use super::position::Mill;
use super::tables::{TableValue, Tables};
use super::turn::MillMove;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tengen_core::game::{Color, Game, History, Outcome, zobrist::keys};
use tengen_core::search::score::won_by_table;
use tengen_core::search::{DRAW, Evaluator, Ranked, Score, WIN};

/// Plies below the root down to which blocks of tables are read; further down only those are of use that are unpacked.
const READING: u16 = 2;

/// Added to a table's plies where an outcome stands for its value; the rules' own wins have 1.
const MARGIN: u16 = 2;

/// Keep what is found with tables apart in the search table: from searches without them, and, where only the way to a win is
/// wanted, from those that end where a table says who wins.
const KEYS: [u64; 2] = keys(0x7AB1_ED00);

/// A position, with what a table knows of it.
#[derive(Clone)]
pub struct Tabled {
    game: Mill,
    tables: Arc<Tables>,
    known: Option<TableValue>,
    /// Moves since the start of the game, and those after which blocks may be read.
    ply: u16,
    reading: Range<u16>,
    /// Values without distances are not taken for an end.
    with_distance: bool,
    /// What comes after the placing phase is known: blocks are read wherever that ends.
    ends_with_placing: bool,
}

impl Tabled {
    /// The game so far, for a search of its last position; `with_distance` where tables that only say who wins shall not end
    /// it, because the search is to find out how.
    pub fn history(game: &History<Mill>, tables: &Arc<Tables>, with_distance: bool) -> History<Self> {
        let root = game.plies() as u16;
        let reading = root + 1..root + 1 + READING;
        let start = Self {
            game: *game.start(),
            tables: tables.clone(),
            known: None,
            ply: 0,
            reading,
            with_distance,
            ends_with_placing: tables.know_moves_after(game.current()),
        };
        let mut history = History::new(start);
        game.moves().for_each(|(_, turn)| history.play(turn));
        history
    }

    /// The placements after which the game is known.
    fn placements_left(&self) -> Option<u32> {
        let left = self.game.placements_left().filter(|&left| left > 0 && self.ends_with_placing);
        left.map(u32::from)
    }
}

impl fmt::Debug for Tabled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tabled").field("game", &self.game).field("known", &self.known).finish_non_exhaustive()
    }
}

impl PartialEq for Tabled {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Game for Tabled {
    type Move = MillMove;

    fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<MillMove>) {
        self.game.legal_moves(moves);
    }

    fn play(&mut self, turn: MillMove) {
        let ends_placing = self.placements_left() == Some(1);
        self.game.play(turn);
        self.ply += 1;
        let cached = !(ends_placing || self.reading.contains(&self.ply));
        let known = self.tables.probe(&self.game, cached);
        self.known = known.filter(|known| known.has_distance || !self.with_distance).map(|known| known.value);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| {
            let side = self.game.side_to_move();
            Some(match self.known? {
                TableValue::Draw => Outcome::Draw,
                TableValue::Win(plies) => Outcome::Win(side, MARGIN + plies),
                TableValue::Loss(plies) => Outcome::Win(!side, MARGIN + plies),
            })
        })
    }

    fn hash(&self) -> u64 {
        let key = if self.placements_left().is_some() { self.game.symmetric_key() } else { self.game.hash() };
        key ^ KEYS[usize::from(self.with_distance)]
    }

    fn plies_left(&self) -> Option<u32> {
        self.placements_left()
    }

    fn count_moves(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.game.count_moves() }
    }

    fn reversible_plies(&self) -> u32 {
        self.game.reversible_plies()
    }
}

/// [`Sense`], with the values of tables.
pub struct TabledSense;

impl Evaluator<Tabled> for TabledSense {
    fn evaluate(&self, game: &Tabled) -> Score {
        Sense.evaluate(&game.game)
    }

    fn candidates(&self, game: &Tabled, moves: &mut Vec<Ranked<MillMove>>) {
        Sense.candidates(&game.game, moves);
    }

    fn outcome_score(&self, outcome: Outcome, side: Color, ply: u32) -> Score {
        let margin = outcome.margin_for(side);
        match margin.unsigned_abs() {
            0 => DRAW,
            1 => margin * (WIN - ply as Score),
            plies => margin.signum() * won_by_table(plies - u32::from(MARGIN) + ply),
        }
    }

    fn reduction(&self, depth: i32, place: usize) -> i32 {
        Evaluator::<Mill>::reduction(&Sense, depth, place)
    }

    fn aspiration(&self) -> Option<Score> {
        Evaluator::<Mill>::aspiration(&Sense)
    }
}
