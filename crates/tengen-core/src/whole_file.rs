//! Files that are whole or not there: what stood under the name before stands until the new content is complete.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Writes a file under its own name with `.new` appended, and renames it once it is on the disk. A file that could not be
/// completed is deleted; one that a killed run left behind is overwritten.
///
/// # Errors
/// Those of `write` and of the file system.
pub fn write(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".new");
    let unfinished = PathBuf::from(unfinished);
    let whole = File::create(&unfinished).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        std::fs::rename(&unfinished, path)
    });
    if whole.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&unfinished);
    }
    whole
}
