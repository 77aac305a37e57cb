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
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tengen_core::printable::Printable;
use tengen_core::progress::Progress;

/// A player whose rating is given, and to which the ratings of others refer.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// The player's name.
    pub name: String,
    /// Its rating in Elo.
    pub elo: f64,
}

impl Anchor {
    /// The largest rating, and the smallest one with a minus.
    pub const MAX_ELO: f64 = 5000.0;
}

impl FromStr for Anchor {
    type Err = String;

    /// Reads `NAME:ELO`; the name may have colons.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once(':').and_then(|(name, elo)| Some((name, elo.trim().parse::<f64>().ok()?)));
        match parts {
            Some((name, elo)) if !name.is_empty() && elo.abs() <= Self::MAX_ELO => {
                Ok(Self { name: name.to_owned(), elo })
            }
            _ => Err(format!("expected NAME:ELO, with an Elo from -{0} to {0}, as in tengen:2000", Self::MAX_ELO)),
        }
    }
}

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
    /// Players whose rating is given.
    pub anchors: Vec<Anchor>,
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
    let mut summary = Summary::read(sources, sprt, progress)?;
    if !settings.anchors.is_empty() {
        check_anchors(&settings.anchors, summary.players.iter().map(|player| &*player.name).chain(planned(sources)))?;
        summary.rate(&settings.anchors);
    }
    summary.sprt = verdict.or(summary.sprt);
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

/// Whether all anchors are among the players of these names, each once.
///
/// # Errors
/// [`ReportError::Anchor`], [`ReportError::AnchoredTwice`].
pub fn check_anchors<'a>(anchors: &[Anchor], names: impl IntoIterator<Item = &'a str>) -> Result<(), ReportError> {
    let names: BTreeSet<_> = names.into_iter().collect();
    for (index, Anchor { name, .. }) in anchors.iter().enumerate() {
        if !names.contains(&**name) {
            let players = names.into_iter().collect::<Vec<_>>().join(", ");
            return Err(ReportError::Anchor { name: name.clone(), players });
        }
        if anchors[..index].iter().any(|other| other.name == *name) {
            return Err(ReportError::AnchoredTwice(name.clone()));
        }
    }
    Ok(())
}

/// The engines of the plan whose games count, where there is one.
fn planned(sources: Sources<'_>) -> impl Iterator<Item = &str> {
    sources.plan.into_iter().flat_map(|plan| &plan.engines).map(|engine| &*engine.name)
}
