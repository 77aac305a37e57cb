//! The results of an interrupted run, kept one by one.

use crate::training::{MAX_BYTES, TrainError, at, keep_settings};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tengen_core::limited_input;

/// Results by their index, in a folder beside the settings of the run: one JSON line each, written as soon as the result is
/// there.
pub(super) struct Journal<T> {
    folder: PathBuf,
    known: HashMap<usize, T>,
    file: Mutex<File>,
}

impl<T: Clone + Serialize + DeserializeOwned> Journal<T> {
    /// Resumes the run of this folder, or begins one.
    ///
    /// # Errors
    /// [`TrainError::Mixed`] where one was begun with other settings; those of the file system.
    pub fn open(folder: &Path, settings: &impl Serialize) -> Result<Self, TrainError> {
        keep_settings(folder, settings)?;
        let path = folder.join("results.jsonl");
        let file = File::options().create(true).append(true).open(&path).map_err(at(&path))?;
        let text = limited_input::read_text(&path, MAX_BYTES).map_err(at(&path))?;
        // A line that was cut off is not read, and its result is made again.
        let known = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Self { folder: folder.to_owned(), known, file: Mutex::new(file) })
    }

    /// The result with an index, made now where it is not known.
    ///
    /// # Errors
    /// Those of `make` and of the file system.
    pub fn result(&self, place: usize, make: impl FnOnce() -> Result<T, TrainError>) -> Result<T, TrainError> {
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        let result = make()?;
        // A line begins with its break: nothing is added to one that was cut off.
        let line = serde_json::to_string(&(place, &result)).map(|line| format!("\n{line}"));
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        line.map_err(Into::into).and_then(|line| file.write_all(line.as_bytes())).map_err(at(&self.folder))?;
        Ok(result)
    }

    /// Removes the kept results, when they are of no more use.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn finish(self) -> Result<(), TrainError> {
        let folder = self.folder.clone();
        drop(self);
        fs::remove_dir_all(&folder).map_err(at(&folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_is_not_made_again() {
        let folder = std::env::temp_dir().join(format!("tengen-journal-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let open = |settings| Journal::<String>::open(&folder, &settings);
        let first = open(1).unwrap();
        for (place, text) in [(3, "three"), (0, "zero"), (7, "a \"line\"\nof two")] {
            assert_eq!(first.result(place, || Ok(text.to_owned())).unwrap(), text);
        }
        drop(first);
        // The file as it is where the machine stopped while the last line was written.
        let path = folder.join("results.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();

        let second = open(1).unwrap();
        let unknown = || -> Result<String, TrainError> { Err(TrainError::NoSamples) };
        assert_eq!(second.result(3, unknown).unwrap(), "three");
        assert!(second.result(7, unknown).is_err(), "it was cut off");
        assert_eq!(second.result(7, || Ok("seven".to_owned())).unwrap(), "seven");
        drop(second);
        let third = open(1).unwrap();
        assert_eq!([0, 3, 7].map(|place| third.result(place, unknown).unwrap()), ["zero", "three", "seven"]);

        assert!(matches!(open(2), Err(TrainError::Mixed(_))));
        third.finish().unwrap();
        assert!(!folder.exists());
    }
}
