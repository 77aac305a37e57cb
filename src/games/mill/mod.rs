//! The mill family: zhiqi, Nine Men's Morris and relatives.

pub mod board;
pub mod params;
pub mod position;
pub mod turn;
pub mod variant;

pub use position::Mill;
