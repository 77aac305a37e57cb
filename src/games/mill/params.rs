//! The numbers of the mill family, each with its unit and effect.

/// Plies without a removal after which the game is drawn.
pub const QUIET_PLIES: u8 = 100;

/// Layers that `first` searches below its own move.
pub const FIRST_LAYERS: u32 = 7;
/// What a win is worth to `first`.
pub const FIRST_WIN: i32 = 1000;
/// What a carry, or a removal for a mill, is worth to `first`, whatever comes after it.
pub const FIRST_CARRY: i32 = 660;
/// What a clamp is worth to `first`, whatever comes after it.
pub const FIRST_CLAMP: i32 = 320;
/// What `first` gives a position at the end of its search.
pub const FIRST_LEAF: i32 = 3;
