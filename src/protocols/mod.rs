//! Storey 5: the protocols by which other programs, and people, talk to an engine.

pub mod gomocup;
pub mod gtp;
