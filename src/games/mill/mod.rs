//! The mill family: zhiqi, Nine Men's Morris and relatives.

pub mod board;
mod notation;
pub mod first;
pub mod params;
pub mod position;
pub mod solver;
pub mod turn;
pub mod variant;

pub use position::Mill;
