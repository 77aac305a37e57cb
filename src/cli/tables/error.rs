//! Why there are no tables.

use indicatif::BinaryBytes;
use std::path::PathBuf;
use tengen_games::mill::tables::TableError;
use tengen_games::mill::tables::make::MakeError;
use thiserror::Error;

/// Why there are no tables.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The game is solved without.
    #[error("zhiqi needs no tables: the program proves its moves as it plays; name another --rule")]
    NoTables,
    /// There is more to placing than stones on the board and in hand.
    #[error(
        "{0} has no tables of the placing phase: which points are closed multiplies its positions beyond any disk; with those of the \
        moving phase, made without --placement, `tengen solve --tables` searches it to its end"
    )]
    NoPlacement(&'static str),
    /// The rule set has fewer stones.
    #[error("{0} begins with {1} stones a side")]
    TooManyStones(&'static str, u8),
    /// The disk is too small.
    #[error("not enough disk: about {} are needed, {} are free in {}", BinaryBytes(*needed), BinaryBytes(*free), folder.display())]
    Disk {
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
        /// Where.
        folder: PathBuf,
    },
    /// A table cannot be made.
    #[error(transparent)]
    Make(#[from] MakeError),
}

impl From<TableError> for TablesError {
    fn from(error: TableError) -> Self {
        Self::Make(error.into())
    }
}
