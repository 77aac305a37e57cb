//! The `tengen` program.

use clap::Parser as _;
use std::io::Write as _;
use std::process::ExitCode;
use tengen::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            // Where even standard error is gone there is nobody to tell.
            let _ = writeln!(std::io::stderr(), "tengen: {error}");
            ExitCode::FAILURE
        }
    }
}
