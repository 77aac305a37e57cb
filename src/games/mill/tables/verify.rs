//! Checking a table: its checksums, and values against those of the positions after each move.

use super::super::position::Mill;
use super::super::rule_set::RuleSet;
use super::file::{Table, TableError};
use super::index::Numbering;
use super::metric::{Metric as _, ToRemoval, Value};
use super::probe::Tables;
use super::stage::Stage;
use crate::game::{Color, Game as _, Notation as _, Outcome};
use rayon::prelude::*;

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
    table: &'a Table,
    numbering: Numbering,
    codes: Vec<u8>,
}

impl<'a> Whole<'a> {
    fn read(table: &'a Table) -> Result<Self, TableError> {
        Ok(Self { table, numbering: Numbering::new(table.subject().stage.sector), codes: table.codes()? })
    }

    /// The value of a position of this table for the side to move.
    fn value(&self, game: &Mill) -> Value {
        let side = game.side_to_move();
        self.table.value(self.codes[self.numbering.slot(game.stones(side), game.stones(!side))])
    }
}

/// A table, those after a move without a removal and with one: what is there of them.
struct Family<'a> {
    own: Whole<'a>,
    /// True where the table is that after a move without a removal, too.
    is_own_twin: bool,
    quiet: Option<Whole<'a>>,
    removed: Option<Whole<'a>>,
}

impl Family<'_> {
    /// The value that the positions after each move give a position; `None` where a table is not there.
    fn best_of_moves(&self, game: &Mill) -> Option<Value> {
        let mut best = Value::Loss(0);
        for turn in game.moves() {
            let next = game.after(turn);
            let removal = game.captured(turn) != 0;
            let after = match next.outcome() {
                Some(Outcome::Win(..)) => Value::Loss(0),
                _ if removal => self.removed.as_ref()?.value(&next),
                _ if self.is_own_twin => self.own.value(&next),
                _ => self.quiet.as_ref()?.value(&next),
            };
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
    table: &Table,
    (sample, seed): (u64, u64),
) -> Result<Checked, TableError> {
    let stage = table.subject().stage;
    let own = Whole::read(table)?;
    if sample == 0 {
        return Ok(Checked::default());
    }
    let read = |stage: Stage| tables.table(stage).map(Whole::read).transpose();
    let (quiet, removed) = (stage.after(false), stage.after(true));
    let is_own_twin = quiet == stage;
    let quiet = if is_own_twin { None } else { read(quiet)? };
    let family = Family { own, is_own_twin, quiet, removed: read(removed)? };
    let slots = family.own.codes.len() as u64;
    let numbers: Vec<u64> = if sample < slots {
        let mut rng = fastrand::Rng::with_seed(seed);
        (0..sample).map(|_| rng.u64(..slots)).collect()
    } else {
        (0..slots).collect()
    };
    let look = |number: u64| {
        let mut checked = Checked::default();
        let slot = number as usize;
        if !family.own.numbering.is_used(slot) {
            return checked;
        }
        let (own, enemy) = family.own.numbering.position(slot);
        let Ok(game) = Mill::from_parts(rule_set, Color::Black, [own, enemy], stage.hands, 0) else { return checked };
        let value = family.own.value(&game);
        match family.best_of_moves(&game) {
            None => checked.skipped = 1,
            Some(expected) => {
                checked.compared = 1;
                let same = if table.has_distances() {
                    value == expected
                } else {
                    value.cmp(&Value::Draw) == expected.cmp(&Value::Draw)
                };
                if !same {
                    checked.wrong.push(game.position_text());
                }
            }
        }
        checked
    };
    let and = |mut a: Checked, mut b: Checked| {
        a.wrong.append(&mut b.wrong);
        Checked { compared: a.compared + b.compared, skipped: a.skipped + b.skipped, wrong: a.wrong }
    };
    Ok(numbers.into_par_iter().map(look).reduce(Checked::default, and))
}
