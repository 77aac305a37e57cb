//! What a user asks of a position, a record, a file: solve, analyse, count. Neither a protocol nor the command
//! line is known here.

pub mod analyze;
pub mod bench;
pub mod solve;
