//! Which build of an engine plays: hashes of its program and of every file that its command names, so that a program
//! built anew under the same command is not taken for the old one.

use super::spec::EngineSpec;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

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
