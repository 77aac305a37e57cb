#![doc = include_str!("../README.md")]

pub mod arguments;

use clap::{ArgMatches, Command};
use std::error::Error;
use std::io;
use std::path::Path;
use tengen_core::progress::Progress;

/// Why a tool could not do what it was asked; the text is for the user.
pub type ToolError = Box<dyn Error + Send + Sync>;

/// True where nothing was found wrong: the program's exit status says so.
pub type ToolResult = Result<bool, ToolError>;

/// A subcommand that a game brings. Several games may have one of the same name: the program's `--game` chooses.
pub struct Tool {
    /// The game's name, as sessions have it.
    pub game: &'static str,
    /// The name of the subcommand.
    pub name: &'static str,
    /// What the subcommand does in one line, whatever the game.
    pub about: &'static str,
    /// Which of the options that the program's subcommands share the tool takes.
    pub takes: &'static [&'static str],
    /// Where the other shared options belong, for a person: what follows "does not take --depth".
    pub others: &'static str,
    /// The grammar of the tool's command line.
    pub grammar: fn() -> Command,
    /// Runs the tool as its command line says, on the threads of the current pool.
    pub run: fn(&ArgMatches, &ToolContext<'_>) -> ToolResult,
}

/// The tools of this name.
pub fn named(tools: &'static [&'static [Tool]], name: &str) -> Vec<&'static Tool> {
    tools.iter().copied().flatten().filter(|tool| tool.name == name).collect()
}

/// Writes a page to a file: its title, then what its style has beyond that of the reports, and its body.
pub type PageWriter = dyn Fn(&Path, &str, [&str; 2]) -> Result<(), ToolError> + Sync;

/// What a tool gets from the program to work with.
pub struct ToolContext<'a> {
    /// The rule set that was asked for.
    pub rule: Option<&'a str>,
    /// Seed of choices by chance.
    pub seed: u64,
    /// Shows how far the work is.
    pub progress: &'a dyn Progress,
    /// Writes to standard output, whose reader may have closed it.
    pub out: &'a (dyn Fn(&str) -> io::Result<()> + Sync),
    /// Writes a page, as [`PageWriter`] describes.
    pub page: &'a PageWriter,
}

impl ToolContext<'_> {
    /// Prints a line, while no progress is shown.
    ///
    /// # Errors
    /// The error of the output.
    pub fn print(&self, line: &str) -> io::Result<()> {
        let mut written = Ok(());
        self.progress.suspend(&mut || written = (self.out)(&format!("{line}\n")));
        written
    }
}
