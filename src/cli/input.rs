//! Files that the command line names, of which `-` is standard input.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use tengen_core::limited_input;
use tengen_session::EngineError;
use tengen_session::formats::Format;
use tengen_session::formats::wthor::Names;
use tengen_session::host::FileContent;

/// How a file of games is read.
#[derive(Args, Clone, Debug)]
pub struct GameFile {
    /// The format of the files, where their content does not tell it [default: found by the content]
    #[arg(long, value_name = "NAME", value_parser = format_of(Format::all()))]
    pub format: Option<Format>,
}

impl GameFile {
    /// What the bytes of a file are.
    ///
    /// # Errors
    /// As [`FileContent::of`].
    pub fn content<'a>(&self, file: &Path, bytes: &'a [u8]) -> Result<FileContent<'a>, EngineError> {
        FileContent::of(bytes, Names::beside(file), self.format)
    }
}

/// Reads the name of one of these formats.
pub fn format_of(formats: impl Iterator<Item = Format>) -> impl TypedValueParser<Value = Format> {
    let named = |format: Format| PossibleValue::new(format.name()).help(format.about());
    PossibleValuesParser::new(formats.map(named))
        .map(|name| Format::named(&name).expect("the parser takes these names only"))
}

/// True for standard input.
pub fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Opens a file, or standard input.
///
/// # Errors
/// As [`limited_input::open`].
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if is_standard(file) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(limited_input::open(file)?))
    })
}
