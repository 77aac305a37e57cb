//! The subcommand `tengen openings`.

use super::error::CliError;
use super::options::Options;
use super::output::{self, print};
use clap::Args;
use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use tengen_arena::openings::{OpeningError, OpeningRecord, Selection, balanced};
use tengen_core::whole_file;
use tengen_tools::arguments::{real, whole, written_file};

/// The longest openings, in plies.
const MOST_PLIES: u32 = 100;

/// Which openings to make.
#[derive(Args, Debug)]
pub struct OpeningsArgs {
    /// The file, for --openings of `tengen match`: an opening on each line, as moves; replaced when all are found
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    out: PathBuf,
    /// The number of openings; with more, the first ones stay the same
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(1..=u32::MAX))]
    count: u32,
    /// Random plies of an opening; with a range such as 3-8, as many openings of each length
    #[arg(long, value_name = "PLIES", default_value = "3-8", value_parser = plies)]
    plies: RangeInclusive<u32>,
    /// Judge each position by a search of so many nodes, after one of a quarter of them
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Take a position if both searches find the chance of winning within this of 0.5
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = real("chances", 0.0..=0.5))]
    balance: f64,
}

/// Reads a number of plies, or a range of them.
fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().ok().zip(most.parse().ok()).map(|(least, most): (u32, u32)| least..=most);
    let known = range.filter(|range| *range.start() > 0 && !range.is_empty() && *range.end() <= MOST_PLIES);
    known.ok_or_else(|| format!("expected plies such as 6 or 3-8, from 1 to {MOST_PLIES}"))
}

impl OpeningsArgs {
    /// Makes the file, on as many threads as `--threads` allows.
    ///
    /// # Errors
    /// [`CliError`] where there are not so many openings, or the file cannot be written.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CliError> {
        let variant = options.host(None)?.engine().variant();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0).into()).build();
        let pool = pool.map_err(|error| CliError::io("cannot start threads")(std::io::Error::other(error)))?;
        let selection = Selection::strict(self.plies.clone(), self.nodes, self.balance);
        let (bar, seed) = (output::bar(), options.seed.unwrap_or(0));
        let openings = pool.install(|| balanced(self.count, &selection, options.games, &variant, seed, &bar))?;
        if openings.len() < self.count as usize {
            return Err(OpeningError::TooFewEven { found: openings.len(), wanted: self.count }.into());
        }
        let written = whole_file::write(&self.out, |file| {
            openings.iter().try_for_each(|OpeningRecord { moves, .. }| writeln!(file, "{}", moves.join(" ")))
        });
        written.map_err(CliError::io(format!("cannot write {}", self.out.display())))?;
        print(format!("{variant}: {} openings in {}\n", openings.len(), self.out.display()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
