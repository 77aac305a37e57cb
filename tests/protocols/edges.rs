//! The program at the edges of what a system gives it: little memory, an output that is closed, one that is a file.

use crate::common::process::{ended, works};
use crate::common::program::TENGEN;
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Runs a shell's command in which `$0` is the program.
fn shell(command: &str, input: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", command, TENGEN]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    // A program that refuses to start does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the program with an address space of `mib` MiB; what it printed, or how many MiB it asks for.
fn in_memory(mib: usize, options: &str, input: &str) -> Result<String, usize> {
    let output = shell(&format!("ulimit -v {}; exec \"$0\" {options}", mib * 1024), input);
    let (said, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let place = format!("{mib} MiB, {options}: {said}{errors}");
    assert!(output.status.signal().is_none() && !said.contains("internal") && !errors.contains("panic"), "{place}");
    if output.status.success() {
        return Ok(said);
    }
    assert_eq!(said, "", "{place}");
    let missing =
        errors.strip_prefix("tengen: not enough memory: ").and_then(|text| text.split_once(" MiB more are needed; "));
    Err(missing.expect(&place).0.parse().unwrap())
}

#[test]
fn little_memory_is_an_error_at_the_start() {
    let session = "genmove b\nset_game gomoku\ngenmove b\nset_game othello\ngenmove b\nshowboard\n";
    for options in [
        "--game othello --depth 6",
        "--game gomoku --rule renju --depth 6",
        "--game mill --depth 6",
        "bench --game mill --depth 1",
    ] {
        let options = format!("{options} --threads 2 --hash 32");
        let run = |mib| in_memory(mib, &options, session);
        for mib in (60..=200).step_by(5) {
            if let Ok(said) = run(mib) {
                assert!(
                    options.starts_with("bench") || said.starts_with("= ") && said.ends_with("\n\n"),
                    "{mib}: {said}"
                );
            }
        }
        let missing = run(60).unwrap_err();
        assert!(run(60 + missing - 2).is_err(), "{options}: {missing}");
        run(60 + missing + 1).unwrap();
    }
}

/// Each thread's own arena would take what the stacks of others need.
#[test]
fn more_memory_than_is_needed_is_enough_for_many_threads() {
    let run = |mib| in_memory(mib, "--game mill --threads 6 --hash 1 --depth 1", "genmove b\n");
    let needed = 60 + run(60).unwrap_err() + 1;
    for mib in (needed..needed + 120).step_by(4) {
        run(mib).unwrap();
    }
}

#[test]
fn a_game_that_needs_more_memory_is_refused() {
    let session = "set_game othello\nwhy\nset_player greedy\nname\ngenmove b\n";
    let said = in_memory(140, "--game gomoku --threads 1 --hash 32 --depth 1", session).unwrap();
    let refused = "? not enough memory\n\n= not enough memory: ";
    let (missing, _) =
        said.strip_prefix(refused).and_then(|rest| rest.split_once(" MiB more are needed\n\n")).expect(&said);
    assert!(missing.parse::<usize>().is_ok() && said.contains("\n\n= Tengen\n\n= "), "{said}");
}

/// All of this goes on for a day, or for ever.
#[test]
fn nothing_goes_on_without_an_output() {
    for (arguments, input) in [
        ("--threads 1 --movetime 86400", "genmove b\n"),
        ("--threads 1 --movetime 86400", "play b f5\nlz-analyze w 100\n"),
        ("--threads 1 --movetime 86400 --ponder", "time_settings 0 1 1\ngenmove b\n"),
        ("--threads 1 --game gomoku --no-proof --movetime 86400", "play b h8\ngenmove w\n"),
        ("gomocup --threads 1 --no-proof", "START 15\nINFO timeout_turn 86400000\nTURN 7,7\n"),
        ("perft 20", ""),
        ("solve --threads 1 --movetime 86400 -", "start\n"),
        ("bench --threads 1 --depth 60", ""),
    ] {
        let mut tengen = Command::new(TENGEN);
        tengen.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = tengen.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        // A GUI that dies closes both; one of the two is enough, except for a file that is read to its end.
        let kept = (!arguments.starts_with("solve")).then_some(stdin);
        let mut stdout = child.stdout.take().unwrap();
        if arguments.ends_with("--ponder") {
            stdout.read_exact(&mut [0; "=\n\n= F5\n\n".len()]).unwrap();
        }
        works(&child, Duration::from_millis(200));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments}");
        drop(stdout);
        ended(&mut child);
        drop(kept);
    }
}

#[test]
fn a_record_does_not_take_the_place_of_the_answers() {
    let folder = std::env::temp_dir().join(format!("tengen-edges-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let answers = folder.join("answers");
    let session = "play b f5\nprintsgf /dev/stdout\nwhy\nprintsgf -\nname\n";
    let output = shell(&format!("exec \"$0\" > '{}'", answers.display()), session);
    assert!(output.status.success());
    let said = fs::read_to_string(&answers).unwrap();
    assert!(said.starts_with("=\n\n? cannot load file\n\n= cannot load file: cannot write /dev/stdout: "), "{said}");
    assert!(said.contains("\n\n= (;FF[4]") && said.ends_with("= Tengen\n\n"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_a_file_holds_reaches_terminals_escaped() {
    let file = std::env::temp_dir().join(format!("tengen-edges-{}.sgf", std::process::id()));
    fs::write(&file, "(;GM[2]RU[a\u{1b}[2J\nb]SZ[8];B[\u{1b}\u{7}])").unwrap();
    let output = shell("exec \"$0\"", &format!("loadsgf {}\nwhy\n", file.display()));
    let said = String::from_utf8(output.stdout).unwrap();
    let (_, why) = said.split_once("\n\n").unwrap();
    assert_eq!(why.trim_end().lines().count(), 1, "{said}");
    assert!(!said.contains(['\u{1b}', '\u{7}']), "{said:?}");
    fs::remove_file(file).unwrap();
}
