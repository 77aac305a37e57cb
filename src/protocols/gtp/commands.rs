//! The commands. Each command is declared once, with its arguments, its line of help and its handler.

mod analysis;
mod clock;
mod core;
mod game;
mod gogui;
mod play;
mod proof;
mod query;
mod stream;
mod tree;

use super::command::CommandTable;

/// Every command, in groups with the headings of `protocol.md`.
pub static TABLE: CommandTable = CommandTable::new(&[
    ("About the program", core::COMMANDS),
    ("What is played", game::COMMANDS),
    ("Moves", play::COMMANDS),
    ("Variations", tree::COMMANDS),
    ("Clocks", clock::COMMANDS),
    ("Analysis", analysis::COMMANDS),
    ("GoGui", gogui::COMMANDS),
    ("JSON", query::COMMANDS),
    ("Proofs", proof::COMMANDS),
]);
