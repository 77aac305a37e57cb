//! Makes tables, sector after sector, in a folder, where work can be stopped and resumed at any time; and says before the work
//! begins what it costs.

use super::file::{EndgameTable, TableError};
use super::format::{Counts, QUICK, Subject, write};
use super::index::{Numbering, Sector};
use super::metric::ToRemoval;
use super::place::{self, Filled};
use super::solve::{Exits, Solved, solve};
use super::stage::{Moving, Stage};
use crate::mill::rule_set::RuleSet;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen_core::progress::Progress;
use tengen_core::search::memory::{self, OutOfMemory};
use tengen_core::whole_file;
use thiserror::Error;
use web_time::Instant;

/// The bytes of memory for each number of a pair of sectors: a value, and a count of open moves.
const BYTES_A_SLOT: usize = 2;

/// Why tables cannot be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    EndgameTable(#[from] TableError),
    /// Another program makes tables in the folder.
    #[error("{}: tables are being made here by another program", .0.display())]
    Locked(PathBuf),
    /// There is less memory than a sector takes.
    #[error("{stage}: {source}")]
    Memory {
        /// The stage that needs the memory.
        stage: Stage,
        /// The memory that is missing.
        source: OutOfMemory,
    },
}

/// The sectors of the moving phase that the values of `last` depend on, and `last` themselves: as pairs of a stage and its twin,
/// named by the one with more stones of the mover, in the order in which they can be solved.
pub fn order(last: &[Sector]) -> Vec<Stage> {
    let mut pairs: Vec<Sector> = Vec::new();
    let mut open = last.to_vec();
    while let Some(sector) = open.pop() {
        let pair = if sector.own >= sector.enemy { sector } else { sector.twin() };
        if pair.enemy >= RuleSet::FEWEST_STONES && !pairs.contains(&pair) {
            pairs.push(pair);
            open.extend([pair.after_removal(), pair.twin().after_removal()]);
        }
    }
    pairs.sort_unstable_by_key(|pair| (pair.stones(), pair.slots()));
    pairs.into_iter().map(Stage::moving).collect()
}

/// A folder of tables of one moving phase, and of one kind of placing phase.
pub struct Folder {
    path: PathBuf,
    moving: Moving,
    slides_early: bool,
    /// The lock of the folder, held as long as tables are made.
    _lock: File,
}

impl Folder {
    /// Takes a folder to make tables in, of games in which stones slide while others are in hand or not; the folder is made where
    /// there is none.
    ///
    /// # Errors
    /// [`MakeError::Locked`] where another program has the folder, [`TableError::Io`] where nothing can be written there.
    pub fn take(path: &Path, moving: Moving, slides_early: bool) -> Result<Self, MakeError> {
        let io = |source| TableError::Io { path: path.to_owned(), source };
        std::fs::create_dir_all(path).map_err(io)?;
        let lock = File::create(path.join(".lock")).map_err(io)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(MakeError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(io(error))?,
            _ => {}
        }
        Ok(Self { path: path.to_owned(), moving, slides_early, _lock: lock })
    }

    const fn subject(&self, stage: Stage) -> Subject {
        Subject::new(self.moving, stage, self.slides_early)
    }

    /// The pairs of which a table is missing, damaged, or of another version; damaged tables are logged.
    pub fn missing(&self, pairs: &[Stage]) -> Vec<Stage> {
        pairs.iter().copied().filter(|pair| !pair.both().into_iter().all(|stage| self.has(stage))).collect()
    }

    /// True where the table of a stage is there and whole; a damaged table is logged.
    pub fn has(&self, stage: Stage) -> bool {
        match EndgameTable::open(&self.path, self.subject(stage)) {
            Ok(table) => table.has_distances(),
            Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => false,
            Err(error) => {
                log::warn!("{error}");
                false
            }
        }
    }

    /// Makes the tables of a stage in which stones slide and of its twin from the tables of the stages after them; returns how
    /// their positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make(&self, pair: Stage, progress: &dyn Progress) -> Result<Vec<(Stage, Counts)>, MakeError> {
        check_memory(pair, memory_of(pair))?;
        let stages = [pair, pair.twin()];
        let load = |stage: Option<Stage>| stage.map_or(Ok(None), |stage| self.load(stage));
        let mut after = Vec::new();
        for exits in stages.map(exits) {
            after.push([load(exits[0])?, load(exits[1])?, load(exits[2])?]);
        }
        let exits_of = |place: usize| {
            let [removal, placement, both] = after[place].each_ref().map(Option::as_ref);
            Exits { removal, placements: [placement, both] }
        };
        let solved = solve(self.moving, pair, [exits_of(0), exits_of(1)], progress);
        drop(after);
        let save = |(stage, solved): (Stage, Solved<ToRemoval>)| Ok((stage, self.save(stage, &solved)?));
        stages.into_iter().zip(solved).map(save).collect()
    }

    /// Makes the table of a stage of the placing phase from the tables of the stages after it; returns how its positions end.
    ///
    /// # Errors
    /// [`MakeError`].
    pub fn make_placing(&self, stage: Stage, progress: &dyn Progress) -> Result<Counts, MakeError> {
        check_memory(stage, memory_of_placing(stage))?;
        let load = |stage: Option<Stage>| stage.map_or(Ok(None), |stage| self.load(stage));
        let [quiet, removed] = placements(stage).map(load);
        let after = [quiet?, removed?].map(|after| after.map(Filled::from));
        let solved = place::solve(self.moving, stage, after.each_ref().map(Option::as_ref), progress);
        drop(after);
        Ok(self.save(stage, &solved)?)
    }

    /// Reads the table of a stage; `None` where the game is over.
    fn load(&self, stage: Stage) -> Result<Option<Solved<ToRemoval>>, TableError> {
        if stage.is_over() {
            return Ok(None);
        }
        let values = EndgameTable::open(&self.path, self.subject(stage))?.codes()?;
        Ok(Some(Solved { numbering: Numbering::new(stage.sector), values }))
    }

    fn save(&self, stage: Stage, solved: &Solved<ToRemoval>) -> Result<Counts, TableError> {
        let subject = self.subject(stage);
        let path = self.path.join(subject.file_name());
        let written = whole_file::write(&path, |out| write(subject, solved, (true, QUICK), out));
        written.map_err(|source| TableError::Io { path: path.clone(), source })?;
        Ok(EndgameTable::open(&self.path, subject)?.counts())
    }
}

fn check_memory(stage: Stage, bytes: usize) -> Result<(), MakeError> {
    memory::check(bytes).map_err(|source| MakeError::Memory { stage, source })
}

/// The memory that solving a stage of the placing phase takes, in bytes: for its values, and for those of the stages after it.
pub fn memory_of_placing(stage: Stage) -> usize {
    let after = placements(stage).into_iter().flatten().filter(|after| !after.is_over());
    stage.sector.slots() + after.map(|after| after.sector.slots()).sum::<usize>()
}

/// The stages that placements lead to: first without a removal, then with one.
fn placements(stage: Stage) -> [Option<Stage>; 2] {
    [(stage.hands[0] > 0).then(|| stage.after_placement(false)), stage.after_placed_capture()]
}

/// The stages that moves other than plain slides lead to: by a slide with a removal, by a placement without one, and by a
/// placement with one.
fn exits(stage: Stage) -> [Option<Stage>; 3] {
    let [quiet, removed] = placements(stage);
    [stage.after_capture(), quiet, removed]
}

/// The memory that solving a pair takes, in bytes: its own, and that of the values of the stages that removals and placements
/// lead to.
pub fn memory_of(pair: Stage) -> usize {
    let after = pair.both().into_iter().flat_map(exits).flatten().filter(|after| !after.is_over());
    BYTES_A_SLOT * slots_of(pair) + after.map(Stage::slots).sum::<usize>()
}

/// How many numbers a pair of stages has.
pub fn slots_of(pair: Stage) -> usize {
    pair.both().into_iter().map(Stage::slots).sum()
}

/// The pace of some work, by which the time for the rest is estimated.
pub struct Pace {
    begun: Instant,
    done: f64,
}

impl Pace {
    /// The pace of work that begins now.
    pub fn start() -> Self {
        Self { begun: Instant::now(), done: 0.0 }
    }

    /// Adds `work` to the work that is done, in any unit.
    pub fn advance(&mut self, work: f64) {
        self.done += work;
    }

    /// The estimated time for `work` more work, in the unit of [`Pace::advance`].
    pub fn time_for(&self, work: f64) -> Duration {
        self.begun.elapsed().mul_f64(work / self.done.max(f64::MIN_POSITIVE))
    }
}

/// Pairs of sectors whose size on the disk is known, as made by `tengen tables`: lines of the board, whether three stones fly,
/// stones of the one side and of the other, bytes of both tables.
#[rustfmt::skip]
const PAIR_SIZES: [(u8, bool, u8, u8, u64); 119] = [
    (16, false, 3, 3, 58901),
    (16, false, 4, 3, 417_856),
    (16, false, 5, 3, 745_819),
    (16, false, 4, 4, 995_436),
    (16, false, 6, 3, 960_567),
    (16, false, 5, 4, 4_678_104),
    (16, false, 7, 3, 1_230_316),
    (16, false, 6, 4, 5_988_284),
    (16, false, 5, 5, 6_658_391),
    (16, false, 8, 3, 1_778_403),
    (16, false, 7, 4, 4_920_676),
    (16, false, 6, 5, 27_627_056),
    (16, false, 9, 3, 2_348_524),
    (16, false, 8, 4, 5_686_372),
    (16, false, 7, 5, 26_841_549),
    (16, false, 6, 6, 25_941_809),
    (16, false, 9, 4, 6_809_095),
    (16, false, 8, 5, 19_406_361),
    (16, false, 7, 6, 95_692_141),
    (16, false, 9, 5, 17_800_977),
    (16, false, 8, 6, 77_941_738),
    (16, false, 7, 7, 66_369_766),
    (16, false, 9, 6, 48_586_818),
    (16, false, 8, 7, 193_021_611),
    (16, false, 9, 7, 132_316_237),
    (16, false, 8, 8, 103_893_122),
    (16, false, 9, 8, 209_079_527),
    (16, false, 9, 9, 85_140_111),
    (16, true, 3, 3, 47889),
    (16, true, 4, 3, 38302),
    (16, true, 4, 4, 5640),
    (16, true, 5, 3, 40260),
    (16, true, 5, 4, 61497),
    (16, true, 6, 3, 190_873),
    (16, true, 5, 5, 119_731),
    (16, true, 6, 4, 7_492_805),
    (16, true, 7, 3, 3_330_222),
    (16, true, 6, 5, 16_336_379),
    (16, true, 7, 4, 17_648_258),
    (16, true, 8, 3, 3_613_511),
    (16, true, 6, 6, 19_917_605),
    (16, true, 7, 5, 40_568_112),
    (16, true, 8, 4, 10_339_857),
    (16, true, 9, 3, 3_564_468),
    (16, true, 9, 4, 5_315_371),
    (16, true, 8, 5, 34_943_074),
    (16, true, 7, 6, 102_641_975),
    (16, true, 9, 5, 18_144_827),
    (16, true, 7, 7, 99_572_268),
    (16, true, 8, 6, 102_595_304),
    (16, true, 9, 6, 58_847_387),
    (16, true, 8, 7, 218_645_692),
    (16, true, 8, 8, 138_801_292),
    (16, true, 9, 7, 154_144_651),
    (16, true, 9, 8, 236_434_773),
    (16, true, 9, 9, 101_730_245),
    (16, true, 10, 3, 4_361_996),
    (16, true, 10, 4, 7_218_672),
    (16, true, 10, 5, 16_671_287),
    (16, true, 10, 6, 37_326_027),
    (16, true, 10, 7, 84_369_955),
    (16, true, 10, 8, 136_778_658),
    (16, true, 10, 9, 130_877_228),
    (16, true, 10, 10, 38_072_651),
    (20, true, 3, 3, 37467),
    (20, true, 4, 3, 77009),
    (20, true, 4, 4, 137_795),
    (20, true, 5, 3, 215_090),
    (20, true, 5, 4, 1_125_118),
    (20, true, 6, 3, 1_816_841),
    (20, true, 5, 5, 2_156_203),
    (20, true, 6, 4, 12_390_149),
    (20, true, 7, 3, 2_698_211),
    (20, true, 6, 5, 30_881_816),
    (20, true, 7, 4, 8_626_509),
    (20, true, 8, 3, 2_342_719),
    (20, true, 6, 6, 42_226_774),
    (20, true, 7, 5, 32_250_125),
    (20, true, 8, 4, 4_424_791),
    (20, true, 9, 3, 2_288_428),
    (20, true, 7, 6, 111_222_251),
    (20, true, 8, 5, 17_617_979),
    (20, true, 9, 4, 5_188_259),
    (20, true, 10, 3, 2_066_418),
    (20, true, 7, 7, 103_713_289),
    (20, true, 8, 6, 75_382_355),
    (20, true, 9, 5, 12_959_223),
    (20, true, 10, 4, 5_130_660),
    (20, true, 11, 3, 1_544_625),
    (20, true, 8, 7, 209_184_681),
    (20, true, 9, 6, 35_579_545),
    (20, true, 10, 5, 11_553_069),
    (20, true, 11, 4, 4_133_810),
    (20, true, 12, 3, 1_010_458),
    (20, true, 8, 8, 133_633_036),
    (20, true, 9, 7, 114_310_201),
    (20, true, 10, 6, 21_841_193),
    (20, true, 11, 5, 8_991_828),
    (20, true, 12, 4, 2_807_967),
    (20, true, 9, 8, 211_702_227),
    (20, true, 10, 7, 45_588_864),
    (20, true, 11, 6, 15_507_210),
    (20, true, 12, 5, 5_977_413),
    (20, true, 9, 9, 92_155_738),
    (20, true, 10, 8, 99_649_126),
    (20, true, 11, 7, 23_890_897),
    (20, true, 12, 6, 9_810_289),
    (20, true, 10, 9, 110_609_558),
    (20, true, 11, 8, 38_479_466),
    (20, true, 12, 7, 13_687_996),
    (20, true, 10, 10, 31_910_010),
    (20, true, 11, 9, 44_974_475),
    (20, true, 12, 8, 16_835_842),
    (20, true, 11, 10, 26_579_432),
    (20, true, 12, 9, 15_738_871),
    (20, true, 11, 11, 4_361_607),
    (20, true, 12, 10, 7_557_885),
    (20, true, 12, 11, 1_256_152),
    (20, true, 12, 12, 296),
];

/// Estimated bytes of a thousand positions where the size is not known: what the 305 stages of the placing phase of `morris9`
/// took.
const BYTES_A_THOUSAND: u64 = 160;

/// The bytes on the disk of a pair of sectors: as measured, or, in the placing phases that were not
/// made yet, an estimate.
pub fn bytes_of_pair(moving: Moving, pair: Stage) -> u64 {
    let of = |&&(lines, flies, own, enemy, _): &&(u8, bool, u8, u8, u64)| {
        pair == Stage::moving(Sector::new(own, enemy)) && (lines, flies) == (moving.lines(), moving.flies)
    };
    PAIR_SIZES.iter().find(of).map_or_else(|| estimate(slots_of(pair)), |&(.., bytes)| bytes)
}

/// The bytes on the disk of a stage of the placing phase, estimated.
pub fn bytes_of_stage(stage: Stage) -> u64 {
    estimate(stage.sector.slots())
}

const fn estimate(slots: usize) -> u64 {
    slots as u64 * BYTES_A_THOUSAND / 1000
}

/// About how many positions of the moving phase one thread solves in a second.
pub fn speed(moving: Moving) -> f64 {
    if moving.flies { 3e6 } else { 1.5e6 }
}

/// About how many positions of the placing phase one thread solves in a second.
pub const PLACING_SPEED: f64 = 3e6;
