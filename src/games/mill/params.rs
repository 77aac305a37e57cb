//! The numbers of the mill family, each with its unit and effect.

/// Plies without a removal after which the game is drawn.
pub const QUIET_PLIES: u8 = 100;
