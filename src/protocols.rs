//! The protocols by which other programs, and people, talk to an engine. [`line_server`] reads and writes for each of them.

pub mod gomocup;
pub mod gtp;
pub mod line_server;
pub mod mill_uci;
pub mod nboard;
pub mod swap2;
pub mod uci;
pub mod ugi;
#[cfg(all(feature = "web", not(target_family = "wasm")))]
pub mod web;
#[cfg(target_family = "wasm")]
pub mod worker;
