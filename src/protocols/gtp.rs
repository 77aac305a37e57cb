//! The Go Text Protocol, version 2. `protocol.md` is the reference that users read.
//!
//! A line travels [`super::line_server`] -> [`server`] -> [`parse`] -> [`commands`] -> [`response`]. A handler works with a
//! [`command::Context`].

pub mod args;
pub mod command;
pub mod commands;
pub mod console;
pub mod error;
pub mod files;
pub mod parse;
pub mod response;
pub mod server;
pub mod state;
#[cfg(not(target_family = "wasm"))]
pub mod tcp;

pub use super::line_server::serve;
pub use console::Console;
pub use error::CommandError;
pub use server::Server;
pub use state::Points;
