//! Files that the command line names, of which `-` is standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// True for standard input.
pub fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Opens a file, or standard input.
///
/// # Errors
/// Those of the system.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if is_standard(file) { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(File::open(file)?)) })
}
