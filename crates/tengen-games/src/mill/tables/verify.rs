//! Checking a table: its checksums, and values against those of the positions after each move.

use super::super::position::Mill;
use super::super::rule_set::RuleSet;
use super::file::{EndgameTable, TableError};
use super::index::{Numbering, Sector};
use super::metric::{Metric as _, TableValue, ToRemoval};
use super::probe::Tables;
use super::stage::Stage;
use rayon::prelude::*;
use std::collections::HashMap;
use tengen_core::game::{Color, Game as _, Notation as _, Outcome};

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions whose value was compared.
    pub compared: u64,
    /// Positions that could not be: a table after a removal is not there.
    pub skipped: u64,
    /// Positions whose value is wrong, as `json-position` writes them.
    pub wrong: Vec<String>,
}

/// A table, all of it unpacked.
struct Whole<'a> {
    table: &'a EndgameTable,
    numbering: Numbering,
    codes: Vec<u8>,
}

impl<'a> Whole<'a> {
    fn read(table: &'a EndgameTable) -> Result<Self, TableError> {
        Ok(Self { table, numbering: Numbering::new(table.subject().stage.sector), codes: table.codes()? })
    }

    /// The value of a position of this table for the side to move; where the table has no distances it takes so many plies.
    fn value(&self, game: &Mill, plies: u16) -> TableValue {
        let side = game.side_to_move();
        let value = self.table.value(self.codes[self.numbering.slot(game.stones(side), game.stones(!side))]);
        match value {
            TableValue::Win(_) if !self.table.has_distances() => TableValue::Win(plies),
            TableValue::Loss(_) if !self.table.has_distances() => TableValue::Loss(plies),
            value => value,
        }
    }
}

/// A table and those after each kind of move: what is there of them.
struct StageTables<'a> {
    own: Whole<'a>,
    /// By stage, without the table itself.
    after: HashMap<Stage, Whole<'a>>,
}

impl<'a> StageTables<'a> {
    fn read(table: &'a EndgameTable, tables: &'a Tables) -> Result<Self, TableError> {
        let (own, stage) = (Whole::read(table)?, table.subject().stage);
        let mut stages = vec![stage.after(false), stage.after(true), stage.after_slide(false), stage.after_slide(true)];
        stages.sort_unstable();
        stages.dedup();
        let mut after = HashMap::new();
        for stage in stages.into_iter().filter(|&after| after != stage) {
            if let Some(table) = tables.table(stage) {
                after.insert(stage, Whole::read(table)?);
            }
        }
        Ok(Self { own, after })
    }

    /// [`Whole::value`] of a position where the game goes on; `None` where its table is not there.
    fn value(&self, game: &Mill, plies: u16) -> Option<TableValue> {
        let sides = [game.side_to_move(), !game.side_to_move()];
        let [own, enemy] = sides.map(|side| game.stones(side).count_ones() as u8);
        let stage = Stage { sector: Sector::new(own, enemy), hands: sides.map(|side| game.hand(side)) };
        let is_own = self.own.table.subject().stage == stage;
        Some(if is_own { &self.own } else { self.after.get(&stage)? }.value(game, plies))
    }

    /// The value that the positions after each move give a position, where values without distances take so many plies;
    /// `None` where a table is not there.
    fn best_of_moves(&self, game: &Mill, plies: u16) -> Option<TableValue> {
        let mut best = TableValue::Loss(0);
        for turn in game.moves() {
            let next = game.after(turn);
            let after = match next.outcome() {
                Some(Outcome::Win(..)) => TableValue::Loss(0),
                _ => self.value(&next, plies)?,
            };
            let removal = game.captured(turn) != 0;
            best = best.max(if removal { ToRemoval::before_removal(after) } else { ToRemoval::before_quiet(after) });
        }
        Some(best)
    }
}

/// Reads a table whole and compares the values of positions, chosen by chance with this seed, with those of the positions
/// after each move; of all positions where there are no more than `sample`. The moves are those of the rules, not of the
/// solver.
///
/// # Errors
/// [`TableError`] where a block is damaged.
pub fn compare(
    rule_set: RuleSet,
    tables: &Tables,
    table: &EndgameTable,
    (sample, seed): (u64, u64),
) -> Result<Checked, TableError> {
    let stage = table.subject().stage;
    if sample == 0 {
        return Whole::read(table).map(|_| Checked::default());
    }
    let read = StageTables::read(table, tables)?;
    let slots = read.own.codes.len() as u64;
    let numbers: Vec<u64> = if sample < slots {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..sample).map(|_| rng.u64(..slots)).collect()
    } else {
        (0..slots).collect()
    };
    let look = |number: u64| {
        let mut checked = Checked::default();
        let slot = number as usize;
        if !read.own.numbering.is_used(slot) {
            return checked;
        }
        let (own, enemy) = read.own.numbering.position(slot);
        let Ok(game) = Mill::from_parts(rule_set, Color::Black, [own, enemy], stage.hands, 0) else { return checked };
        let value = read.own.value(&game, 0);
        // A win without distance may be the last that the draw by plies allows: a move before it is a draw then.
        let expected = [0, ToRemoval::LAST].map(|plies| read.best_of_moves(&game, plies));
        let [Some(soon), Some(late)] = expected else { return Checked { skipped: 1, ..checked } };
        checked.compared = 1;
        let same = if table.has_distances() {
            [soon, late].contains(&value)
        } else {
            let winner = value.cmp(&TableValue::Draw);
            [soon, late].map(|expected| expected.cmp(&TableValue::Draw)).contains(&winner)
        };
        if !same {
            checked.wrong.push(game.position_text());
        }
        checked
    };
    let and = |mut a: Checked, mut b: Checked| {
        a.wrong.append(&mut b.wrong);
        Checked { compared: a.compared + b.compared, skipped: a.skipped + b.skipped, wrong: a.wrong }
    };
    Ok(numbers.into_par_iter().map(look).reduce(Checked::default, and))
}
