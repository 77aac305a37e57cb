//! What a player may be given when it is made: options of the command line that outlive a game.

use std::any::Any;
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Why a player cannot be made with the options that it was given.
pub type OptionError = Arc<dyn Error + Send + Sync>;

/// Options of players. A clone is about the same file, which is read once whatever the number of players.
#[derive(Clone, Default)]
pub struct PlayerOptions {
    weights: Option<Arc<WeightsFile>>,
    tables: Option<Arc<TablesFolder>>,
}

/// A folder of tables.
#[derive(Debug)]
pub struct TablesFolder {
    /// Where it is.
    pub path: PathBuf,
    /// How many MiB of them a player may keep unpacked; `None` leaves it to the player.
    pub cache: Option<usize>,
    used: AtomicBool,
}

impl TablesFolder {
    /// A folder of which a player may keep so many MiB unpacked.
    pub fn new(path: PathBuf, cache: Option<usize>) -> Self {
        Self { path, cache, used: AtomicBool::new(false) }
    }
}

/// The content of a weights file, and what a player makes of it.
struct WeightsFile {
    bytes: Vec<u8>,
    used: AtomicBool,
    parsed: OnceLock<Result<Arc<dyn Any + Send + Sync>, OptionError>>,
}

impl PlayerOptions {
    /// Players that have trained weights take those of a file in their place; this is its content.
    pub fn with_weights(bytes: Vec<u8>) -> Self {
        let file = WeightsFile { bytes, used: AtomicBool::new(false), parsed: OnceLock::new() };
        Self { weights: Some(Arc::new(file)), ..Self::default() }
    }

    /// The same options, and players that look positions up in tables have those of a folder, too.
    pub fn and_tables(self, folder: TablesFolder) -> Self {
        Self { tables: Some(Arc::new(folder)), ..self }
    }

    /// The weights of the file, where one is given, as `parse` reads them. It is called for the first player only.
    ///
    /// # Errors
    /// What `parse` says, to all players.
    pub fn weights<W, E>(&self, parse: impl FnOnce(&[u8]) -> Result<W, E>) -> Result<Option<Arc<W>>, OptionError>
    where
        W: Any + Send + Sync,
        E: Error + Send + Sync + 'static,
    {
        let Some(file) = &self.weights else { return Ok(None) };
        file.used.store(true, Relaxed);
        let read = || match parse(&file.bytes) {
            Ok(weights) => Ok(Arc::new(weights) as Arc<dyn Any + Send + Sync>),
            Err(error) => Err(Arc::new(error) as OptionError),
        };
        Ok(file.parsed.get_or_init(read).clone()?.downcast().ok())
    }

    /// The folder of tables, where one is given.
    pub fn tables(&self) -> Option<Arc<TablesFolder>> {
        let folder = self.tables.clone()?;
        folder.used.store(true, Relaxed);
        Some(folder)
    }

    /// True where tables are given and no player has taken them.
    pub fn has_unused_tables(&self) -> bool {
        self.tables.as_ref().is_some_and(|folder| !folder.used.load(Relaxed))
    }

    /// True where weights are given and no player has taken them.
    pub fn has_unused_weights(&self) -> bool {
        self.weights.as_ref().is_some_and(|file| !file.used.load(Relaxed))
    }
}
