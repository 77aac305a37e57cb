//! The header of a record: the plan whose games follow, with the openings and the builds of the engines, so that the games
//! of another plan, other openings or another build are never taken for its own. A build is known by hashes of the engine's
//! program and of every file that its command names, so that a program built anew under the same command is not taken for the
//! old one.

mod plans;

pub use plans::Plans;

use super::openings::OpeningRecord;
use super::spec::{DialectName, EngineSpec};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use tengen_core::game::Variant;
use thiserror::Error;

/// The version of the records' format that this program writes. Version 1 had no header.
pub const FORMAT: u32 = 2;

/// A plan as its record has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub record: u32,
    /// The arena's version.
    pub arena: String,
    /// What is played: the members `game`, `rule` and `size`.
    #[serde(flatten)]
    pub variant: Variant,
    /// How thinking is bounded, but for engines with bounds of their own.
    pub time: String,
    /// A hash of what else decides how games go, whatever the engines and openings; empty in records of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub conditions: String,
    /// The seed of openings and of their order.
    pub seed: u64,
    /// Openings that each pairing plays, each twice with colours swapped.
    pub rounds: u32,
    /// The engines.
    pub engines: Vec<EngineHeader>,
    /// Who meets whom, by name.
    pub pairings: Vec<(String, String)>,
    /// The sequential test that ends a pairing, where there is one, as the command line has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// Where the openings come from, in words.
    pub source: String,
    /// The openings in their order, the first one number 1. Where there are fewer than rounds, they are repeated.
    pub openings: Vec<OpeningRecord>,
}

/// An engine of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How the arena talks to it.
    pub dialect: DialectName,
    /// Commands sent after its start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// The bounds of its thinking, where it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Its files.
    pub files: Fingerprint,
}

impl EngineHeader {
    fn is_same_build(&self, other: &Self) -> Result<(), Difference> {
        if self.files.is_same(&other.files) {
            return Ok(());
        }
        let file = self.files.changed(&other.files).unwrap_or("its program").to_owned();
        Err(Difference::Build { engine: self.name.clone(), file })
    }
}

/// One of the two games of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairGame {
    /// The pairing's first engine has Black.
    First,
    /// Colours swapped.
    Second,
}

impl PairGame {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The id of this game of a pair, `first/second/opening/half`. A slash in a name is `%2F` there, and a per cent sign
    /// `%25`, so that no two games share an id.
    pub fn id(self, first: &str, second: &str, opening: u32) -> String {
        let [first, second] = [first, second].map(|name| name.replace('%', "%25").replace('/', "%2F"));
        format!("{first}/{second}/{opening}/{}", self as u8 + 1)
    }
}

/// Why two plans are not one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Difference {
    /// Other games.
    #[error("the first plan is of {first}, the second of {second}")]
    Variant {
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Other openings.
    #[error("opening {number} is {first:?} in the first plan and {second:?} in the second")]
    Opening {
        /// The opening's number, from 1.
        number: u32,
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Another build of an engine.
    #[error("{engine} is of two builds: its file {file} is not the same in both plans")]
    Build {
        /// The engine.
        engine: String,
        /// The file.
        file: String,
    },
    /// An engine with other settings.
    #[error("{engine} has another command, dialect, init or time in the second plan")]
    Engine {
        /// The engine.
        engine: String,
    },
    /// Other bounds of thinking.
    #[error("the first plan is played with {first}, the second with {second}")]
    Time {
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Another clock, margin, or rules of adjudication.
    #[error("the second plan has another clock, margin, number of plies or adjudication")]
    Conditions,
    /// Another sequential test.
    #[error("the sequential test of the first plan is {first}, of the second {second}")]
    Sprt {
        /// The first plan's.
        first: String,
        /// The second's.
        second: String,
    },
    /// Both plans have games of their own.
    #[error("only the first plan has a game {first}, only the second {second}")]
    Games {
        /// A game of the first plan.
        first: String,
        /// One of the second.
        second: String,
    },
}

impl Difference {
    /// What a run that finds a record of another plan can do.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Opening { .. } => "give this run another --record, or the openings of the first plan",
            Self::Build { .. } => {
                "give this run another --record, or --new-builds to count the new one as another player"
            }
            _ => "give this run another --record",
        }
    }
}

impl Header {
    /// Whether a later plan goes on with this one: the same game, the same openings as far as both go, and the same builds
    /// of those engines for which `has_played` is true.
    ///
    /// # Errors
    /// What keeps them apart.
    pub fn allows(&self, later: &Self, has_played: impl Fn(&str) -> bool) -> Result<(), Difference> {
        self.agrees(later)?;
        for engine in later.engines.iter().filter(|engine| has_played(&engine.name)) {
            let known = self.engines.iter().find(|known| known.name == engine.name && known.command == engine.command);
            known.map_or(Ok(()), |known| known.is_same_build(engine))?;
        }
        Ok(())
    }

    /// Whether both plans are of one game, and have the same openings as far as both go.
    fn agrees(&self, later: &Self) -> Result<(), Difference> {
        if self.variant != later.variant {
            return Err(Difference::Variant { first: self.variant.to_string(), second: later.variant.to_string() });
        }
        for ((first, second), number) in self.openings.iter().zip(&later.openings).zip(1..) {
            if first != second {
                return Err(Difference::Opening { number, first: first.to_string(), second: second.to_string() });
            }
        }
        Ok(())
    }

    /// Takes in a later plan: engines, pairings and rounds of both, the openings of the one that has more, the rest of the
    /// later one.
    pub fn extend(&mut self, later: Self) {
        for engine in later.engines {
            match self.engines.iter_mut().find(|known| known.name == engine.name) {
                None => self.engines.push(engine),
                Some(known) => *known = engine,
            }
        }
        let new: Vec<_> = later.pairings.into_iter().filter(|pairing| !self.pairings.contains(pairing)).collect();
        self.pairings.extend(new);
        if later.openings.len() >= self.openings.len() {
            (self.openings, self.source) = (later.openings, later.source);
        }
        self.rounds = self.rounds.max(later.rounds);
        (self.variant, self.arena, self.time) = (later.variant, later.arena, later.time);
        (self.conditions, self.seed, self.sprt) = (later.conditions, later.seed, later.sprt);
    }

    /// Takes it in where there is none before.
    pub fn extend_known(known: &mut Option<Self>, later: Self) {
        match known {
            None => *known = Some(later),
            Some(known) => known.extend(later),
        }
    }

    /// The games of the plan in its order: the number of the opening, and the id.
    pub fn ids(&self) -> impl Iterator<Item = (u32, String)> {
        let openings = 1..=self.rounds;
        openings.flat_map(move |opening| {
            let games = self.pairings.iter().flat_map(|pairing| PairGame::BOTH.map(|game| (pairing, game)));
            games.map(move |((first, second), game)| (opening, game.id(first, second, opening)))
        })
    }
}

/// A file of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileHash {
    /// As the command names it.
    pub path: String,
    /// The SHA-256 of what is in it, in hexadecimal digits.
    pub sha256: String,
}

/// The files of an engine: its program, those that its arguments name, and those of its setting `file`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint {
    files: Vec<FileHash>,
}

impl Fingerprint {
    /// Hashes the files of an engine. What cannot be read is left out, with a warning: the engine's start shows whether
    /// it is needed.
    ///
    /// # Errors
    /// Those of reading a file that the setting `file` names, with its name.
    pub fn of(spec: &EngineSpec) -> io::Result<Self> {
        let mut files = Vec::new();
        let program = spec.command.first().into_iter().filter_map(|program| Some((program, find(program, spec)?)));
        let values = spec.command.iter().skip(1).flat_map(|word| [Some(&**word), word.split_once('=').map(|(_, v)| v)]);
        let arguments = values.flatten().map(|word| (word, within(spec, word)));
        for (word, path) in
            program.map(|(word, path)| (&**word, path)).chain(arguments.filter(|(_, path)| path.is_file()))
        {
            match hash(&path) {
                Ok(sha256) => files.push(FileHash { path: word.to_owned(), sha256 }),
                Err(error) => {
                    log::warn!("{}: {word}: {error}; a new build of it would go unnoticed", spec.name);
                }
            }
        }
        for word in &spec.files {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("file={word}: {error}"));
            files.push(FileHash { path: word.clone(), sha256: hash(&within(spec, word)).map_err(named)? });
        }
        Ok(Self { files })
    }

    /// The hashes alone: the same build is in another folder elsewhere.
    pub fn hashes(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.sha256)
    }

    /// True for the same files, whatever their paths.
    pub fn is_same(&self, other: &Self) -> bool {
        self.hashes().eq(other.hashes())
    }

    /// The first file that is not the same, as `self` names it.
    pub fn changed(&self, other: &Self) -> Option<&str> {
        let others = other.hashes().map(Some).chain(std::iter::repeat(None));
        self.files.iter().zip(others).find(|(file, other)| Some(&*file.sha256) != *other).map(|(file, _)| &*file.path)
    }

    /// Eight hexadecimal digits that tell it from other builds.
    pub fn tag(&self) -> String {
        let all = self.hashes().fold(Sha256::new(), Sha256::chain_update);
        hex(&all.finalize()[..4])
    }
}

/// A path of an engine's, which is relative to its working directory.
fn within(spec: &EngineSpec, path: &str) -> PathBuf {
    spec.dir.as_deref().unwrap_or(Path::new("")).join(path)
}

/// The file of a program, as the system finds it: by its path, or in the folders of `PATH`.
fn find(program: &str, spec: &EngineSpec) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(within(spec, program));
    }
    let folders = spec.env.get("PATH").map(OsString::from).or_else(|| env::var_os("PATH"))?;
    let dir = spec.dir.as_deref().unwrap_or(Path::new(""));
    env::split_paths(&folders).map(|folder| dir.join(folder).join(program)).find(|path| path.is_file())
}

fn hash(path: &Path) -> io::Result<String> {
    // A device or a pipe may never end.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("expected a regular file"));
    }
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut hash = Sha256::new();
    loop {
        let chunk = file.fill_buf()?;
        if chunk.is_empty() {
            return Ok(hex(&hash.finalize()));
        }
        hash.update(chunk);
        let read = chunk.len();
        file.consume(read);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first 64 bits of the SHA-256 of some bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..8])
}
