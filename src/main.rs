//! The `tengen` program.

use clap::Parser as _;
use std::process::ExitCode;
use tengen::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tengen: {error}");
            ExitCode::FAILURE
        }
    }
}
