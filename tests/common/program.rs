//! The program, run to its end.

use std::process::{Command, Output};

pub const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// Standard output of a run that must succeed.
pub fn success(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", errors(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that must fail.
pub fn failure(mut command: Command) -> String {
    let output = command.output().unwrap();
    let errors = errors(&output);
    assert!(!output.status.success(), "{command:?}: {errors}");
    errors
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
