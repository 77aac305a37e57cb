//! Files of records that a user names: read as far as a record may be long, and never written over what is no record.

use same_file::Handle;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, Write as _};
use std::path::Path;
use tengen_session::formats::{self, sgf};

/// Reads a file as far as a record may be long.
///
/// # Errors
/// Those of the system, and for what is no regular file: a device or a pipe might never end, or never be ready.
pub fn read(path: &str) -> io::Result<Vec<u8>> {
    regular(path)?;
    formats::read(BufReader::new(File::open(path)?))
}

/// Writes a record to a new file, or over another record, which a link may lead to.
///
/// # Errors
/// Those of the system; nothing is written where the file is something else than a record, or is standard output.
pub fn write(path: &str, record: &str) -> io::Result<()> {
    // Of a link that leads nowhere there is metadata, too: it is not followed to make a file elsewhere.
    if fs::symlink_metadata(path).is_err() {
        return File::create_new(path)?.write_all(record.as_bytes());
    }
    regular(path)?;
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    if Handle::from_file(file.try_clone()?)? == Handle::stdout()? {
        return Err(io::Error::other("it is the standard output; printsgf - answers with the record"));
    }
    let mut before = Vec::new();
    (&file).take(sgf::MAX_BYTES as u64 + 1).read_to_end(&mut before)?;
    if !before.is_empty() && !sgf::parse(&before).is_ok_and(|record| !record.ggf) {
        return Err(io::Error::other("the file is there already, and is no SGF"));
    }
    file.rewind()?;
    file.write_all(record.as_bytes())?;
    file.set_len(record.len() as u64)
}

fn regular(path: impl AsRef<Path>) -> io::Result<()> {
    let kind = fs::metadata(path)?;
    match kind.is_file() {
        true => Ok(()),
        false if kind.is_dir() => Err(io::Error::other("it is a folder; expected a file")),
        false => Err(io::Error::other("not a regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "(;GM[2]SZ[8];B[fe])";

    #[test]
    fn nothing_but_records_is_written_over() {
        let folder = std::env::temp_dir().join(format!("tengen-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).display().to_string();
        let refused = |name: &str| write(&path(name), RECORD).unwrap_err().to_string();

        write(&path("new.sgf"), RECORD).unwrap();
        write(&path("new.sgf"), "(;GM[2])").unwrap();
        assert_eq!(fs::read_to_string(path("new.sgf")).unwrap(), "(;GM[2])");

        fs::write(path("notes"), "not a record").unwrap();
        assert_eq!(refused("notes"), "the file is there already, and is no SGF");
        assert_eq!(fs::read_to_string(path("notes")).unwrap(), "not a record");

        fs::write(path("games.ggf"), "(;GM[Othello]B[f5];)").unwrap();
        assert_eq!(refused("games.ggf"), "the file is there already, and is no SGF");

        fs::write(path("empty"), "").unwrap();
        write(&path("empty"), RECORD).unwrap();
        assert_eq!(read(&path("empty")).unwrap(), RECORD.as_bytes());

        let folder_name = folder.display().to_string();
        assert_eq!(write(&folder_name, RECORD).unwrap_err().to_string(), "it is a folder; expected a file");
        assert_eq!(read(&folder_name).unwrap_err().to_string(), "it is a folder; expected a file");
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(path("notes"), path("to-notes")).unwrap();
            assert_eq!(refused("to-notes"), "the file is there already, and is no SGF");
            symlink(path("nothing"), path("to-nothing")).unwrap();
            write(&path("to-nothing"), RECORD).unwrap_err();
            assert!(!fs::exists(path("nothing")).unwrap());
            symlink(path("new.sgf"), path("to-record")).unwrap();
            write(&path("to-record"), RECORD).unwrap();
            assert_eq!(read(&path("new.sgf")).unwrap(), RECORD.as_bytes());
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
