//! What records amount to, for people and for scripts: a summary as [`text`] or [`json`], a page as [`html`], and the games as [`sgf`].

mod boards;
mod course;
pub mod figures;
pub mod html;
pub mod json;
pub mod sgf;
mod sources;
pub mod summary;
pub mod text;

pub use summary::Summary;

use crate::arena::record::RecordError;
use crate::arena::stats::{Sprt, SprtError};
use crate::arguments::{whole, written_file, written_folder};
use crate::printable::Printable;
use clap::builder::NonEmptyStringValueParser;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Games that can be replayed on a page by default.
pub const REPLAYS: u64 = 5000;

/// What `tengen report` is asked for.
#[derive(clap::Args, Debug)]
pub struct ReportArgs {
    /// The records; a game that is in several counts once
    #[arg(required = true, value_name = "RECORD")]
    pub records: Vec<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the report as a page in one file, with a replay of the games
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    pub html: Option<PathBuf>,
    /// The most games that can be replayed on the page: those with faults first, the others evenly spread
    #[arg(long, value_name = "N", default_value_t = REPLAYS, value_parser = whole(0..=u64::MAX))]
    pub replays: u64,
    /// Write every game as an SGF file into this folder
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    pub sgf: Option<PathBuf>,
    /// Say where the sequential test of a match stands; the numbers as in `tengen match --sprt`
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = NonEmptyStringValueParser::new())]
    pub sprt: Option<Vec<String>>,
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Two games of one id do not belong to one plan.
    #[error(
        "game {id} was played under one plan in {} and under another in {}: they cannot be joined",
        first.display(), second.display()
    )]
    Conflict {
        /// The id.
        id: String,
        /// The file that has it first.
        first: PathBuf,
        /// The file that has it too.
        second: PathBuf,
    },
    /// The numbers of a sequential test make none.
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    /// The report cannot be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// The file, or the output.
        what: String,
        /// What went wrong.
        source: io::Error,
    },
}

impl ReportError {
    fn write(what: impl ToString) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { what: what.to_string(), source }
    }
}

/// Does what `tengen report` is asked for; `progress` counts the games.
///
/// # Errors
/// [`ReportError`], whose text is for the user.
pub fn report(order: &ReportArgs, progress: &ProgressBar, output: &mut dyn Write) -> Result<(), ReportError> {
    progress.set_message("games read");
    let sprt = order.sprt.as_ref().map(|words| words.join(" ").parse::<Sprt>()).transpose()?;
    let mut summary = Summary::read(&order.records, progress)?;
    summary.sprt = sprt.zip(summary.as_match()).map(|(sprt, pairing)| sprt.test(&pairing.pairs));
    let again = |path: &Path| {
        progress.reset();
        progress.set_message(format!("of {} games read for {}", summary.games, path.display()));
    };
    if let Some(path) = &order.html {
        again(path);
        html::write(&summary, &order.records, order.replays, progress, path)?;
    }
    if let Some(folder) = &order.sgf {
        again(folder);
        sgf::export(&order.records, progress, folder)?;
    }
    progress.finish_and_clear();
    let written =
        if order.json { json::write(&summary, output) } else { text::write(&summary, &mut Printable(output)) };
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(ReportError::write("the report")),
    }
}
