//! Files of the field, before any session has played them.

pub mod sgf;
