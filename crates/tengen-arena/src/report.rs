//! What records amount to, for people and for scripts: a summary as [`text`] or [`json`], a page as [`html`], and the games as [`sgf`].

pub mod figures;
pub mod html;
pub mod json;
pub mod sgf;
mod sources;
pub mod summary;
pub mod text;

pub use html::PageSettings;
pub use sources::{ReportError, Sources};
pub use summary::Summary;

use crate::stats::{Sprt, SprtState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tengen_core::printable::Printable;
use tengen_core::progress::Progress;

/// What a report is made of, and which forms it takes.
#[derive(Clone)]
pub struct ReportSettings<'a> {
    /// What it is of.
    pub sources: Sources<'a>,
    /// Writes JSON to the output, not text.
    pub json: bool,
    /// The file of the page, where one is wanted.
    pub html: Option<PathBuf>,
    /// How the page is.
    pub page: PageSettings,
    /// The folder of SGF files, where they are wanted.
    pub sgf: Option<PathBuf>,
    /// The sequential test of a match, where another one is wanted than the plan's.
    pub sprt: Option<Sprt>,
    /// How the test ended, where that was seen as the games came.
    pub verdict: Option<SprtState>,
}

/// Reads records, writes the page and the SGF files that are wanted, then the report itself to `output`; `progress`
/// counts the games.
///
/// # Errors
/// [`ReportError`], whose text is for the user.
pub fn report(
    settings: &ReportSettings<'_>,
    progress: &dyn Progress,
    output: &mut dyn Write,
) -> Result<(), ReportError> {
    let ReportSettings { sources, sprt, verdict, .. } = *settings;
    progress.begin("games read", None);
    let mut summary = Summary::read(sources, progress)?;
    summary.test = sprt.or(summary.test);
    let tested = || summary.test.zip(summary.as_match()).map(|(sprt, pairing)| sprt.test(&pairing.pairs));
    summary.sprt = verdict.or_else(tested);
    let again = |path: &Path| {
        progress.begin(&format!("of {} games read for {}", summary.games, path.display()), None);
    };
    if let Some(path) = &settings.html {
        again(path);
        html::write(&summary, sources, settings.page, progress, path)?;
    }
    if let Some(folder) = &settings.sgf {
        again(folder);
        sgf::export(sources, progress, folder)?;
    }
    progress.end();
    let written =
        if settings.json { json::write(&summary, output) } else { text::write(&summary, &mut Printable(output)) };
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(ReportError::write("the report")),
    }
}
