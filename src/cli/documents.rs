//! What a package has beside the program: manual pages, completions for shells.

use super::error::{CliError, print};
use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;
use std::process::ExitCode;

/// What the program can write about itself.
#[derive(Subcommand, Debug)]
pub enum DocumentsCommand {
    /// Print a completion script for bash, zsh, fish, elvish or powershell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages: tengen.1 and one for each subcommand
    Manual(Manual),
}

/// Where manual pages go.
#[derive(Args, Debug)]
pub struct Manual {
    /// The folder; created if it does not exist
    folder: PathBuf,
}

impl DocumentsCommand {
    /// Does what the command line asks; `grammar` is the program's.
    ///
    /// # Errors
    /// [`CliError::Io`] where a page cannot be written.
    pub fn run(&self, mut grammar: Command) -> Result<ExitCode, CliError> {
        match self {
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut grammar, "tengen", &mut script);
                print(&script)?;
            }
            Self::Manual(Manual { folder }) => {
                let cannot = || CliError::io(format!("cannot write to {}", folder.display()));
                std::fs::create_dir_all(folder).map_err(cannot())?;
                clap_mangen::generate_to(grammar.disable_help_subcommand(true), folder).map_err(cannot())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
