//! Certificates of `tengen solve`: the folder that they are written to, and the check of files.

use super::error::CliError;
use super::input;
use crate::features::solve::verify;
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tengen_core::certificate::{Certified, Refused};
use tengen_core::limited_input::LimitedInput;
use tengen_core::printable::{self, Printable};
use tengen_core::whole_file;
use tengen_tools::arguments::written_folder;

/// Bytes that a certificate may have.
const MAX_BYTES: u64 = 1 << 28;

/// What is done with certificates.
#[derive(Args, Debug)]
pub struct CertificateArgs {
    /// Write a certificate of each win and loss that is proven, for `--verify`: `FOLDER/NAME-LINE.txt`
    ///
    /// A certificate holds the winner's move for every reply of the loser, to the end of the game. Gomoku has them.
    #[arg(long, value_name = "FOLDER", value_parser = written_folder())]
    pub certificates: Option<PathBuf>,
    /// Check the certificates in these files, by the rules alone
    #[arg(long, requires = "files", conflicts_with_all = ["all_moves", "wld", "certificates"])]
    pub verify: bool,
}

/// Where the certificates of the positions of some files go.
#[derive(Debug)]
pub struct Folder<'a>(&'a Path);

impl<'a> Folder<'a> {
    /// Makes the folder where it is missing.
    ///
    /// # Errors
    /// [`CliError`] where that fails, or where certificates of two of the files would have the same name.
    pub fn new(folder: &'a Path, files: impl Iterator<Item = &'a Path>) -> Result<Self, CliError> {
        let mut stems = HashSet::new();
        for file in files {
            if !stems.insert(stem(file)) {
                let name = stem(file);
                return Err(CliError::Record {
                    file: file.to_owned(),
                    why: format!("another file is named {} too, and so would be its certificates", name.display()),
                });
            }
        }
        std::fs::create_dir_all(folder)
            .map_err(CliError::io(format!("cannot create the folder {}", folder.display())))?;
        Ok(Self(folder))
    }

    /// Writes the certificate of a line of a file; returns its path.
    ///
    /// # Errors
    /// The file system's.
    pub fn write(&self, file: &Path, line: usize, text: &str) -> io::Result<PathBuf> {
        let mut name = stem(file);
        name.push(format!("-{line}.txt"));
        let path = self.0.join(name);
        whole_file::write(&path, |out| out.write_all(text.as_bytes()))?;
        Ok(path)
    }
}

/// What the certificates of a file's positions begin with.
fn stem(file: &Path) -> OsString {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    if input::is_standard(file) { OsStr::new("stdin") } else { stem }.to_owned()
}

/// Checks certificates and writes what came of each on a line of its own; true where all hold.
///
/// # Errors
/// [`CliError`] where a file cannot be read or the output not be written.
pub fn verify_all(files: &[PathBuf], json: bool) -> Result<bool, CliError> {
    let mut all = true;
    for file in files {
        let result = match input::open(file).and_then(|text| LimitedInput::new(text, MAX_BYTES).read_whole()) {
            Ok(text) => verify(&text),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Err(Refused::new(1, error.to_string())),
            Err(error) => return Err(CliError::io(format!("cannot read {}", file.display()))(error)),
        };
        all &= result.is_ok();
        match show(&file.to_string_lossy(), &result, json) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.map_err(CliError::io("cannot write the output"))?,
        }
    }
    Ok(all)
}

#[derive(Serialize)]
struct Json<'a> {
    file: &'a str,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

fn show(file: &str, result: &Result<Certified, Refused>, json: bool) -> io::Result<()> {
    let mut out = Printable(io::stdout().lock());
    match result {
        _ if json => {
            let found = result.as_ref().ok();
            let object = Json {
                file,
                verified: found.is_some(),
                winner: found.map(|found| found.winner.name()),
                plies: found.map(|found| found.plies),
                positions: found.map(|found| found.positions),
                error: result.as_ref().err().map(ToString::to_string),
            };
            writeln!(out, "{}", printable::json(&serde_json::to_string(&object)?))
        }
        &Ok(Certified { winner, plies, positions }) => {
            let winner = if winner.index() == 0 { "Black" } else { "White" };
            let counted = |count: u64, one, many| format!("{count} {}", if count == 1 { one } else { many });
            let plies = counted(plies.into(), "ply", "plies");
            let positions = counted(positions, "position", "positions");
            writeln!(out, "{file}: verified: {winner} wins within {plies} ({positions})")
        }
        Err(refused) => writeln!(out, "{file}: refused: {refused}"),
    }
}
