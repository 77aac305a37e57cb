//! Perfect play where stones move: tables of all positions with given numbers of stones, made by retrograde analysis.
//!
//! [`index`] numbers positions, [`stage`] has the stages of the game and the moves, [`mod@solve`] finds the values, in one of two
//! metrics ([`metric`]), and [`place`] those of the placing phase; [`mod@format`] is how tables are written, [`mod@file`] reads
//! them, [`make`] makes a folder of them and says before what that costs, [`embedded`] are those in the program; [`probe`] looks
//! positions up, and compares values with those of the positions after each move.

#[doc(hidden)]
pub mod embedded;
mod file;
mod format;
#[doc(hidden)]
pub mod index;
#[doc(hidden)]
pub mod make;
mod metric;
#[doc(hidden)]
pub mod place;
#[doc(hidden)]
pub mod probe;
mod solve;
#[doc(hidden)]
pub mod stage;
mod words;

pub use file::{EndgameTable, TableError};
pub use format::{Counts, Subject};
pub use index::{Numbering, Sector};
pub use metric::{Metric, TableValue, ToEnd, ToRemoval};
pub use probe::{KnownValue, Tables};
pub use solve::{Exits, Solved, solve};
pub use stage::Moving;
