//! Files that the command line names, of which `-` is standard input.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use tengen_core::limited_input;

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
