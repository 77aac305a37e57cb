//! Files that are whole or not there: what stood under the name before stands until the new content is complete.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Writes a file by a name beside its own, which ends in `.new`, and gives it its own once it is on the disk. What fails is
/// deleted; what a run that was killed left there is written over.
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
        // The first error is the one to be told.
        let _ = std::fs::remove_file(&unfinished);
    }
    whole
}
