//! What reports are made from: the games of one record or more, each once, and boards of our own rules to play them on; and
//! why there is no report.

use crate::header::Difference;
use crate::plan::{Membership, Plan};
use crate::record::{self, GameRecord, RecordError, RecordLine};
use crate::stats::SprtError;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::PathBuf;
use tengen_core::game::{Color, Variant};
use tengen_core::progress::Progress;
use tengen_session::{Engine, Games};
use thiserror::Error;

/// What is kept of a game that was seen: 64-bit hashes, so that a game costs a few bytes whatever its length. Two of a
/// million games share a hash with a chance of 3e-8.
#[derive(Clone, Copy)]
struct Seen {
    digest: u64,
    file: usize,
}

/// The records of a report.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The games whose rules are known.
    pub games: Games,
    /// The files; a game that is in several counts once.
    pub records: &'a [PathBuf],
    /// The plan whose games count; without one, all do.
    pub plan: Option<&'a Plan>,
}

/// Hands every plan and game of the records to `each`, in the order of the files and their lines. A game that is there more than
/// once, in one file or in several, counts once; returns how many lines were left out for that.
///
/// # Errors
/// [`ReportError::Conflict`] for two games of one id and different digests, [`ReportError::Record`] for a file that
/// cannot be read, and whatever `each` returns.
pub fn each_game(
    Sources { records, plan, .. }: Sources<'_>,
    progress: &dyn Progress,
    mut each: impl FnMut(RecordLine) -> Result<(), ReportError>,
) -> Result<u64, ReportError> {
    let index = plan.map(Plan::index);
    let mut seen = HashMap::new();
    let mut repeated = 0;
    for (file, path) in records.iter().enumerate() {
        record::read_lines(path, |entry, _| {
            let game = match entry {
                RecordLine::Game(game) => game,
                RecordLine::Plan(_) => return each(entry),
            };
            if index.as_ref().is_some_and(|index| !matches!(index.place(&game), Membership::Planned(..))) {
                return Ok(());
            }
            let digest = hash(&game.digest);
            match seen.entry(hash(&game.id)) {
                Entry::Vacant(entry) => {
                    entry.insert(Seen { digest, file });
                    progress.advance(1);
                    each(RecordLine::Game(game))
                }
                Entry::Occupied(entry) if entry.get().digest == digest => {
                    repeated += 1;
                    Ok(())
                }
                Entry::Occupied(entry) => {
                    let (first, second) = (records[entry.get().file].clone(), path.clone());
                    Err(ReportError::Conflict { id: game.id, first, second })
                }
            }
        })?;
    }
    Ok(repeated)
}

/// A hash of a text, the same as long as the program runs.
pub fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The boards of a record's games, by variant.
pub struct Boards {
    games: Games,
    sessions: HashMap<Variant, Option<Box<dyn Engine>>>,
}

impl Boards {
    /// No boards yet, of these games.
    pub fn new(games: Games) -> Self {
        Self { games, sessions: HashMap::new() }
    }

    /// A session of the game's variant, of an unspecified position; `None` where we do not play it.
    pub fn session(&mut self, game: &GameRecord) -> Option<&mut (dyn Engine + 'static)> {
        let open = || self.games.open_variant(&game.variant).ok();
        self.sessions.entry(game.variant.clone()).or_insert_with(open).as_deref_mut()
    }

    /// The session at the start of a game; `None` where we do not play it, or cannot set the start up.
    pub fn started(&mut self, game: &GameRecord) -> Option<&mut (dyn Engine + 'static)> {
        let session = self.session(game)?;
        match &game.opening.position {
            None => session.clear(),
            Some(position) => session.set_position_text(position).ok()?,
        }
        Some(session)
    }

    /// Who made the first move, of the opening if that has moves.
    pub fn begins(&mut self, game: &GameRecord) -> Color {
        // Black begins in every game; only a position can say otherwise.
        let set_up = game.opening.position.is_some().then(|| self.started(game)).flatten();
        set_up.map_or(Color::Black, |session| session.side_to_move())
    }

    /// Who made the first move after the opening.
    pub fn first_to_move(&mut self, game: &GameRecord) -> Color {
        let begins = self.begins(game);
        if game.opening.moves.len().is_multiple_of(2) { begins } else { !begins }
    }
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
    /// Two records have one game with other moves.
    #[error(
        "game {id} went differently in {} and in {}: one of them is no copy, and they cannot be joined",
        first.display(), second.display()
    )]
    Differing {
        /// The id.
        id: String,
        /// The file that has it first.
        first: PathBuf,
        /// The file that has it too.
        second: PathBuf,
    },
    /// The plans of two records do not go together.
    #[error("{} and {} cannot be joined: {difference}", first.display(), second.display())]
    Plans {
        /// The file that has a plan first.
        first: PathBuf,
        /// The file with the other plan.
        second: PathBuf,
        /// Why.
        difference: Difference,
    },
    /// A run is writing a record that is to be joined.
    #[error("{} is being written by a run; merge it once that has ended", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file that is to be written over is no record.
    #[error("{} is there already, and is no record of games; nothing was written", path.display())]
    NoRecord {
        /// The file.
        path: PathBuf,
    },
    /// An anchor that is no player.
    #[error("--anchor {name}: there is no player of this name; the players are {players}")]
    Anchor {
        /// The name.
        name: String,
        /// The players' names.
        players: String,
    },
    /// A player with two given ratings.
    #[error("--anchor {0}: the player has an anchor already")]
    AnchoredTwice(String),
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
    /// An error in writing `what`, a file or the output.
    pub(super) fn write(what: impl ToString) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { what: what.to_string(), source }
    }
}
