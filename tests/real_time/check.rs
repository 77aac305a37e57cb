//! How long `tengen check` waits for an answer.

use crate::common::program::TENGEN;
use serde_json::Value;
use std::process::Command;

/// Only the command that is not answered takes so long, on any machine.
#[test]
#[serial_test::serial]
fn a_command_without_an_answer_is_named_and_nothing_else() {
    // The filter ends with `quit` as the engine does.
    let script = format!("sed -u -e '/^reg_genmove/d' -e '/^quit$/q' | {TENGEN} --game othello --depth 1 --threads 1");
    let engine = format!("sh -c {}", shlex::try_quote(&script).unwrap());
    let output = Command::new(TENGEN).args(["check", "--json", "--patience", "10", &engine]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let points = report["points"].as_array().unwrap();
    let failed: Vec<_> =
        points.iter().filter(|point| ["fail", "warn"].contains(&point["verdict"].as_str().unwrap())).collect();
    assert_eq!(failed.iter().map(|point| &point["point"]).collect::<Vec<_>>(), ["reg_genmove"], "{report}");
    assert_eq!(failed[0]["expected"], "a whole answer within 10 s");
    assert_eq!(failed[0]["exchanges"].as_array().unwrap().last().unwrap()["received"], "");
    assert!(output.status.success(), "it is a hint");
}
