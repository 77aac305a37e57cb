//! The `tengen` program.

use git_version::git_version;
use std::process::ExitCode;
use tengen::cli::{self, Build, processor};
use tengen_games::GAMES;

/// Runs before `main`: even what the standard library does before it is compiled for the processor of the build.
#[ctor::ctor(unsafe)]
fn check_processor() {
    if let Some(feature) = processor::missing() {
        processor::refuse(feature);
    }
}

fn main() -> ExitCode {
    let commit = git_version!(args = ["--always", "--abbrev=10", "--exclude=*"], fallback = "unknown");
    cli::main(&Build { commit, target: env!("TENGEN_TARGET"), level: processor::LEVEL, games: GAMES })
}
