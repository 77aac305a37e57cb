//! Every option of every `--help`, with values that are wrong: each is refused at once, by name, and with what is right.

use crate::common::folder::Folder;
use crate::common::program::TENGEN;
use clap::{Arg, Command as Grammar};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen::cli;
use tengen_games::GAMES;
use tengen_games::registry::TOOLS;
use tengen_tools::named;

/// Not there, nor is its folder.
const MISSING: &str = "no-such-folder/file";

/// What stands before an option, and the grammar that knows it.
struct Door {
    words: Vec<String>,
    grammar: Grammar,
}

/// The program, its subcommands, and those of every game's training.
fn doors() -> Vec<Door> {
    let mut doors = vec![Door { words: Vec::new(), grammar: cli::command() }];
    let mut add = |words: &[&str], grammar: &Grammar| {
        for subcommand in grammar.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
            let words = words.iter().chain(&[subcommand.get_name()]).map(ToString::to_string).collect();
            doors.push(Door { words, grammar: subcommand.clone() });
        }
    };
    add(&[], &cli::command());
    for tool in TOOLS.iter().copied().flatten().filter(|tool| named(TOOLS, tool.name).len() > 1) {
        add(&["--game", tool.game, tool.name], &(tool.grammar)());
    }
    doors
}

/// The options of a door's `--help` that take a value.
fn options(grammar: &Grammar) -> impl Iterator<Item = &Arg> {
    let takes_value = |arg: &&Arg| arg.get_action().takes_values() && !arg.is_positional() && !arg.is_hide_set();
    grammar.get_arguments().filter(takes_value)
}

fn name(option: &Arg) -> &str {
    option.get_long().expect("every option has a long name")
}

/// The name of what an option's value stands for.
fn value_name(option: &Arg) -> &str {
    option.get_value_names().and_then(|names| names.first()).map_or("", |name| name)
}

/// Values that an option does not take.
fn wrong_values(option: &Arg, site: &Site) -> Vec<String> {
    let written = ["log", "record", "report", "html", "output", "out", "sgf", "kept", "dir", "certificates", "folder"]
        .contains(&name(option));
    let below_file = site.file.join("file");
    let paths = match (value_name(option), written) {
        ("FILE", _) => Some([&site.folder, Path::new(MISSING)]),
        ("FOLDER", true) => Some([&*site.file, &below_file]),
        ("FOLDER", false) => Some([&*site.file, Path::new(MISSING)]),
        _ => None,
    };
    if let Some([one, other]) = paths {
        return vec![String::new(), one.display().to_string(), other.display().to_string()];
    }
    // Any other text may be a command of the shell, or a part of a name.
    if ["COMMAND", "TEXT"].contains(&value_name(option)) {
        return vec![String::new()];
    }
    match option.get_possible_values().first() {
        Some(known) => vec![String::new(), format!("{}x", known.get_name()), "1e999".to_owned()],
        None => vec![String::new(), "-1".to_owned(), "1e999".to_owned()],
    }
}

/// What the program needs besides the option.
fn company(door: &Door, option: &Arg, site: &Site) -> Vec<String> {
    let mut words = Vec::new();
    for arg in door.grammar.get_arguments().filter(|arg| arg.is_required_set() && arg.get_id() != option.get_id()) {
        let value = match value_name(arg) {
            "DEPTH" | "GAMES" => "1".to_owned(),
            "FOLDER" => site.folder.display().to_string(),
            "FILE" if !arg.is_positional() => site.folder.join("written").display().to_string(),
            "FILE" | "RECORD" => site.file.display().to_string(),
            engine => engine.to_owned(),
        };
        words.push(arg.get_long().map_or(value.clone(), |long| format!("--{long}={value}")));
    }
    if name(option) == "rule" && options(&door.grammar).any(|other| name(other) == "game") {
        words.push(format!("--game={}", GAMES[0].info.name));
    }
    if door.grammar.get_name() == "label" && name(option) != "wthor" && name(option) != "selfplay" {
        words.push("--selfplay=1".to_owned());
    }
    words
}

/// A folder, and an empty file in it.
struct Site {
    folder: Folder,
    file: PathBuf,
}

/// What is wrong with how the program takes this line.
fn fault(words: &[String], option: &Arg, value: &str, site: &Site) -> Option<String> {
    let output = Command::new(TENGEN).args(words).current_dir(&site.folder).env_remove("RUST_LOG").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let fault = |what: &str| Some(format!("{what}: tengen {}\n{errors}", words.join(" ")));
    let is_path = ["FILE", "FOLDER"].contains(&value_name(option));
    let named = errors.contains(name(option)) || (is_path && !value.is_empty() && errors.contains(value));
    let right = match value {
        // clap's own words for no value.
        "" => &["is required", " values required", "expected ", "possible values: "][..],
        _ if is_path => &["(os error ", "expected a f", "there is no folder "],
        _ => &["expected ", "possible values: ", "known: ", " values required"],
    };
    if output.status.success() {
        fault("accepted")
    } else if output.status.code().is_none() || errors.contains("panicked") {
        fault("crashed")
    } else if !output.stdout.is_empty() {
        fault("an output")
    } else if !named {
        fault("the option is not named")
    } else if !right.iter().any(|text| errors.contains(text)) {
        fault("what is right is not said")
    } else {
        None
    }
}

#[test]
fn wrong_values_are_refused_by_name_with_what_is_right() {
    let folder = Folder::new("options");
    let site = Site { file: folder.join("empty"), folder };
    fs::write(&site.file, "").unwrap();
    let doors = doors();
    let mut lines = Vec::new();
    for door in &doors {
        for option in options(&door.grammar) {
            for value in wrong_values(option, &site) {
                let mut words = door.words.clone();
                words.push(format!("--{}={value}", name(option)));
                words.extend(company(door, option, &site));
                lines.push((words, option, value));
            }
        }
    }
    let faults: Vec<_> =
        lines.par_iter().filter_map(|(words, option, value)| fault(words, option, value, &site)).collect();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), lines.len(), faults.join("\n"));
    // Nothing was begun.
    assert_eq!(fs::read_dir(&site.folder).unwrap().count(), 1);
    let tried: BTreeSet<_> = lines.iter().map(|(words, ..)| words[0].split('=').next().unwrap()).collect();
    for expected in ["--game", "--hash", "match", "report", "merge", "book"] {
        assert!(tried.contains(expected), "{expected} is not among {tried:?}");
    }
}

#[test]
fn the_log_is_listed_behind_the_options_of_a_subcommand() {
    let helps = doors().into_iter().map(|mut door| door.grammar.render_long_help().to_string());
    let lists: Vec<_> = helps.filter(|help| help.contains("\n      --log <FILE>\n")).collect();
    for help in &lists {
        let (own, _) = help.split_once("\n  -h, --help").unwrap();
        let last = own.lines().rfind(|line| line.starts_with("      --") || line.starts_with("  -")).unwrap();
        assert_eq!(last, "      --log <FILE>", "{help}");
    }
    assert!(lists.len() > 10, "{}", lists.len());
}
