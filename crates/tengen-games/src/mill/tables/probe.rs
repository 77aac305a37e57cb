//! Looks positions up in the tables in the program and in those of a folder, through a cache of unpacked blocks. And checks a
//! table: its checksums, and its values against those of the positions after each move.

use super::embedded;
use super::file::{EndgameTable, TableError};
use super::format::{BLOCK, Subject};
use super::index::{MOST_STONES, Numbering, Sector};
use super::metric::{Metric as _, TableValue, ToRemoval};
use super::stage::{self, Moving, Stage};
use crate::mill::board::Points;
use crate::mill::params::{QUIET_PLIES, TABLES_CACHE};
use crate::mill::position::Mill;
use crate::mill::rule_set::RuleSet;
use quick_cache::sync::Cache;
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use tengen_core::game::{Color, Game as _, Notation as _, Outcome};
use tengen_core::search::memory::MIB;

/// What a table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownValue {
    /// The value of the position for the side to move.
    pub value: TableValue,
    /// False where the table only says who wins; the plies of the value are then without meaning.
    pub has_distance: bool,
}

/// A table that positions are looked up in.
struct OpenTable {
    table: EndgameTable,
    numbering: OnceLock<Numbering>,
    /// True where a block could not be read: the table is not asked again.
    failed: AtomicBool,
}

/// The tables of a rule set.
pub struct Tables {
    rule_set: RuleSet,
    moving: Moving,
    entries: Vec<Option<Box<OpenTable>>>,
    /// How many tables folders had.
    in_folders: usize,
    blocks: Blocks,
}

/// A cache of unpacked blocks, by the place of their table and the number of the block.
type Blocks = Cache<(u16, u32), Arc<[u8]>>;

/// The number of different counts of stones that a side can have on the board, or in hand.
const SIZES: usize = MOST_STONES + 1;

/// How many unpacked blocks take `mib` MiB.
const fn blocks(mib: usize) -> usize {
    mib.saturating_mul(MIB / BLOCK)
}

/// The index of a stage among all stages.
const fn place(Stage { sector, hands }: Stage) -> usize {
    ((hands[0] as usize * SIZES + hands[1] as usize) * SIZES + sector.own as usize) * SIZES + sector.enemy as usize
}

impl Tables {
    /// A rule set without tables in it; `None` for a rule set that never has tables.
    fn empty(rule_set: RuleSet) -> Option<Self> {
        let moving = Moving::of(rule_set)?;
        let entries = (0..SIZES.pow(4)).map(|_| None).collect();
        Some(Self { rule_set, moving, entries, in_folders: 0, blocks: Cache::new(blocks(TABLES_CACHE)) })
    }

    /// The same tables, with a cache of `mib` MiB of unpacked blocks; without this call it has [`TABLES_CACHE`].
    pub fn with_cache(self, mib: usize) -> Self {
        let all = self.iter().map(EndgameTable::blocks).sum();
        Self { blocks: Cache::new(blocks(mib).min(all)), ..self }
    }

    /// The tables in the program; `None` for a rule set that has none.
    pub fn embedded(rule_set: RuleSet) -> Option<Self> {
        let mut tables = Self::empty(rule_set)?;
        for table in embedded::tables_of(rule_set) {
            tables.add(table);
        }
        Some(tables)
    }

    /// The tables of a folder, and what is wrong with the files there that cannot be used; `None` for a rule set that has no tables.
    pub fn of_folder(rule_set: RuleSet, folder: &Path) -> Option<(Self, Vec<TableError>)> {
        let mut tables = Self::empty(rule_set)?;
        let unusable = tables.add_folder(folder);
        Some((tables, unusable))
    }

    /// Adds the tables of a folder, in place of tables without distances. Files that cannot be used are left out; returns what is
    /// wrong with them.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<TableError> {
        let (moving, stones) = (self.moving, RuleSet::FEWEST_STONES..=self.moving.stones());
        let sectors = stones.clone().flat_map(|own| stones.clone().map(move |enemy| Sector::new(own, enemy)));
        let mut unusable = Vec::new();
        for stage in sectors.map(Stage::moving).chain(stage::placing(self.rule_set)) {
            match EndgameTable::open(folder, Subject::new(moving, stage, self.rule_set.slides_early())) {
                Ok(table) => {
                    self.in_folders += 1;
                    self.add(table);
                }
                Err(TableError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => unusable.push(error),
            }
        }
        unusable
    }

    fn add(&mut self, table: EndgameTable) {
        let entry = &mut self.entries[place(table.subject().stage)];
        if entry.as_ref().is_none_or(|entry| !entry.table.has_distances()) {
            *entry = Some(Box::new(OpenTable { table, numbering: OnceLock::new(), failed: AtomicBool::new(false) }));
        }
    }

    /// How many tables the folders had that were added.
    pub const fn in_folders(&self) -> usize {
        self.in_folders
    }

    /// The tables, by sector.
    pub fn iter(&self) -> impl Iterator<Item = &EndgameTable> {
        self.entries.iter().flatten().map(|entry| &entry.table)
    }

    /// The tables that are not there although moves lead to them from one that is, in order.
    pub fn missing(&self) -> Vec<Subject> {
        let slides_early = self.rule_set.slides_early();
        let after = self.iter().flat_map(|table| table.subject().stage.successors(slides_early));
        let mut missing: Vec<_> = after.filter(|&stage| self.table(stage).is_none()).collect();
        missing.sort_unstable();
        missing.dedup();
        missing.into_iter().map(|stage| Subject::new(self.moving, stage, slides_early)).collect()
    }

    /// The table of a stage.
    pub fn table(&self, stage: Stage) -> Option<&EndgameTable> {
        self.entries[place(stage)].as_ref().map(|entry| &entry.table)
    }

    /// True where all positions of the moving phase that a game can reach from this position are known, with their distances
    /// unless a table could not be read.
    pub fn know_moves_after(&self, game: &Mill) -> bool {
        let [black, white] = Color::BOTH.map(|color| RuleSet::FEWEST_STONES..=game.left(color) as u8);
        let mut sectors = black.flat_map(|black| white.clone().map(move |white| Sector::new(black, white)));
        let usable = |entry: &OpenTable| entry.table.has_distances() && !entry.failed.load(Relaxed);
        let knows = |sector| self.entries[place(Stage::moving(sector))].as_deref().is_some_and(usable);
        sectors.all(|sector| knows(sector) && knows(sector.twin()))
    }

    /// What is known of a position, as if no plies had gone by since the last removal, by the mover's stones and the other
    /// side's, on the board and in hand; `cached` where only blocks that are unpacked already are of use.
    pub fn look_up(&self, [own, enemy]: [Points; 2], hands: [u8; 2], cached: bool) -> Option<KnownValue> {
        let stage = Stage { sector: Sector::new(own.count_ones() as u8, enemy.count_ones() as u8), hands };
        let entry = self.entries.get(place(stage))?.as_ref().filter(|entry| !entry.failed.load(Relaxed))?;
        let slot = entry.numbering.get_or_init(|| Numbering::new(stage.sector)).slot(own, enemy);
        let (block, offset) = EndgameTable::place(slot);
        let key = (place(stage) as u16, block as u32);
        let codes = match self.blocks.get(&key) {
            Some(codes) => codes,
            None if cached => return None,
            None => self.unpack(entry, key)?,
        };
        let value = entry.table.value(codes[offset]);
        Some(KnownValue { value, has_distance: entry.table.has_distances() })
    }

    /// Does what [`Tables::look_up`] does, for a position of a game.
    pub fn look_up_position(&self, game: &Mill, cached: bool) -> Option<KnownValue> {
        let sides = [game.side_to_move(), !game.side_to_move()];
        self.look_up(sides.map(|side| game.stones(side)), sides.map(|side| game.hand(side)), cached)
    }

    #[cold]
    fn unpack(&self, entry: &OpenTable, key: (u16, u32)) -> Option<Arc<[u8]>> {
        match entry.table.block(key.1 as usize) {
            Ok(codes) => {
                let codes: Arc<[u8]> = codes.into();
                self.blocks.insert(key, codes.clone());
                Some(codes)
            }
            Err(error) => {
                if !entry.failed.swap(true, Relaxed) {
                    log::error!("{error}; going on without this table");
                }
                None
            }
        }
    }

    /// What is known of a position where the game goes on, with the plies since the last removal: a win that takes longer than
    /// they allow is a draw. `None` where no table has the position.
    pub fn probe(&self, game: &Mill, cached: bool) -> Option<KnownValue> {
        let known = self.look_up_position(game, cached)?;
        let left = u16::from(QUIET_PLIES - game.quiet().min(QUIET_PLIES));
        match known.value {
            TableValue::Win(plies) | TableValue::Loss(plies) if known.has_distance && plies > left => {
                Some(KnownValue { value: TableValue::Draw, ..known })
            }
            // Without distances a win is not sure once plies have gone by.
            TableValue::Win(_) | TableValue::Loss(_) if !known.has_distance && game.quiet() > 0 => None,
            _ => Some(known),
        }
    }
}

/// The result of a check of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions whose value was compared.
    pub compared: u64,
    /// Positions whose value could not be compared, since a table after a removal is missing.
    pub skipped: u64,
    /// Positions whose value is wrong, as `json-position` writes them.
    pub wrong: Vec<String>,
}

/// A table with all of it unpacked.
struct Whole<'a> {
    table: &'a EndgameTable,
    numbering: Numbering,
    codes: Vec<u8>,
}

impl<'a> Whole<'a> {
    fn read(table: &'a EndgameTable) -> Result<Self, TableError> {
        Ok(Self { table, numbering: Numbering::new(table.subject().stage.sector), codes: table.codes()? })
    }

    /// The value of a position of this table for the side to move; where the table has no distances, the value has `plies` plies.
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

/// A table and the tables after each kind of move, as far as they are there.
struct StageTables<'a> {
    own: Whole<'a>,
    /// The tables after moves by stage, without the table itself.
    after: HashMap<Stage, Whole<'a>>,
}

impl<'a> StageTables<'a> {
    fn read(table: &'a EndgameTable, tables: &'a Tables) -> Result<Self, TableError> {
        let (own, stage) = (Whole::read(table)?, table.subject().stage);
        let mut after = HashMap::new();
        for stage in stage.successors(tables.rule_set.slides_early()) {
            if let Some(table) = tables.table(stage) {
                after.insert(stage, Whole::read(table)?);
            }
        }
        Ok(Self { own, after })
    }

    /// The value, as by [`Whole::value`], of a position where the game goes on; `None` where its table is not there.
    fn value(&self, game: &Mill, plies: u16) -> Option<TableValue> {
        let sides = [game.side_to_move(), !game.side_to_move()];
        let [own, enemy] = sides.map(|side| game.stones(side).count_ones() as u8);
        let stage = Stage { sector: Sector::new(own, enemy), hands: sides.map(|side| game.hand(side)) };
        let is_own = self.own.table.subject().stage == stage;
        Some(if is_own { &self.own } else { self.after.get(&stage)? }.value(game, plies))
    }

    /// The value that the positions after each move give a position, where values without distances have `plies` plies; `None`
    /// where a table is not there.
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

/// Reads a table whole and compares the values of `sample` positions, chosen by chance with this seed, or of all where there are
/// no more, with those of the positions after each move. The moves are those of the rules, not of the solver.
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
        // A win without distance may take all the plies that the draw rule allows: the position a move before it is a draw then.
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
