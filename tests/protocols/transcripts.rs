//! Whole sessions byte for byte: every example of `README.md`, `protocol.md`, `docs` and `tests/data/gtp/*.md`.
//!
//! Two kinds of fenced blocks are run. In a `gtp` block (the words after `gtp` are options of the program) lines that
//! begin with `> ` are sent and the others are the responses; in a `console` block lines that begin with `$ ` are
//! given to a shell, and the others are what they print. `[..]` stands for anything within a line, a line `...` for
//! any lines. They run in a folder that has what the project has, but a `target` of its own.

use crate::common::folder::Folder;
use crate::common::program::TENGEN;
use snapbox::Assert;
use snapbox::data::{Data, IntoData as _};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use tengen::protocols::gtp::commands::TABLE;

struct Block {
    place: String,
    info: String,
    text: String,
}

/// The fenced blocks of a page.
fn blocks(file: &Path) -> Vec<Block> {
    let page = fs::read_to_string(file).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let place = format!("{}:{}", file.file_name().unwrap().display(), number + 1);
                open = Some(Block { place, info: info.trim().to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => writeln!(block.text, "{line}").unwrap(),
            (None, None) => {}
        }
    }
    blocks
}

/// What a program prints when this is sent to it.
fn output_of(command: &mut Command, input: String) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // A program that quits does not read on.
    let _ = writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn check(block: &Block, actual: &str, expected: &str) {
    let trimmed = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    println!("{}", block.place);
    let expected: Data = trimmed(expected).into_data();
    // Not a path: a mill board has backslashes of its own.
    Assert::new().normalize_paths(false).eq(trimmed(actual), expected);
}

fn run_gtp(block: &Block, options: &str, folder: &Path) {
    let (mut sent, mut expected) = (String::new(), String::new());
    for line in block.text.lines() {
        match line.strip_prefix("> ") {
            Some(command) => writeln!(sent, "{command}").unwrap(),
            None => writeln!(expected, "{line}").unwrap(),
        }
    }
    let actual = output_of(Command::new(TENGEN).args(options.split_whitespace()).current_dir(folder), sent);
    check(block, &actual, &expected);
}

fn run_console(block: &Block, folder: &Path) {
    let programs = Path::new(TENGEN).parent().unwrap();
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    let (mut actual, mut expected) = (String::new(), String::new());
    for line in block.text.lines() {
        writeln!(expected, "{line}").unwrap();
        if let Some(command) = line.strip_prefix("$ ") {
            writeln!(actual, "{line}").unwrap();
            // What cargo would build and run is the program under test.
            let command = command.replace("cargo run --release --quiet --", "tengen");
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).env("PATH", &path).current_dir(folder);
            actual += &output_of(&mut shell, String::new());
        }
    }
    check(block, &actual, &expected);
}

/// A folder for the examples of a page. What they write is in their own `target`.
fn folder(file: &Path) -> Folder {
    let folder = Folder::new(&format!("transcripts-{}", file.file_stem().unwrap().display()));
    for entry in fs::read_dir(root()).unwrap() {
        let (name, path) = entry.map(|entry| (entry.file_name(), entry.path())).unwrap();
        if name != "target" {
            symlink(path, folder.join(name)).unwrap();
        }
    }
    fs::create_dir_all(folder.join("target/tmp")).unwrap();
    folder
}

/// Runs the examples of a page; how many there were.
fn run(file: &Path) -> usize {
    let folder = folder(file);
    let mut count = 0;
    for block in blocks(file) {
        match block.info.split_once(' ').unwrap_or((&block.info, "")) {
            ("gtp", options) => run_gtp(&block, options, &folder),
            ("console", "") => run_console(&block, &folder),
            _ => continue,
        }
        count += 1;
    }
    count
}

fn root() -> PathBuf {
    env!("CARGO_MANIFEST_DIR").into()
}

#[test]
fn readme() {
    assert!(run(&root().join("README.md")) > 0);
}

#[test]
fn docs() {
    let pages = [
        "arena.md",
        "files.md",
        "protocols/gomocup.md",
        "protocols/mill-uci.md",
        "protocols/nboard.md",
        "protocols/ugi.md",
    ];
    for page in pages {
        assert!(run(&root().join("docs").join(page)) > 0, "{page} has no example");
    }
}

#[test]
fn protocol() {
    assert!(run(&root().join("protocol.md")) > 0);
}

#[test]
fn sessions() {
    let mut files: Vec<_> =
        fs::read_dir(root().join("tests/data/gtp")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        assert!(run(&file) > 0, "{} has no example", file.display());
    }
}

#[test]
fn the_page_describes_every_command_and_no_other() {
    let page = fs::read_to_string(root().join("protocol.md")).unwrap();
    let described: Vec<_> =
        page.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`')).map(str::to_owned).collect();
    let known: Vec<_> =
        TABLE.all().map(|command| format!("{} {}", command.name, command.usage).trim_end().to_owned()).collect();
    assert_eq!(described, known);
    let groups = page.split("\n## ").filter(|section| section.contains("\n### `"));
    let headings: Vec<_> = groups.filter_map(|section| section.lines().next()).collect();
    assert_eq!(headings, TABLE.groups().iter().map(|(heading, _)| *heading).collect::<Vec<_>>());
    let examples: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    for command in TABLE.all() {
        let shown = examples.iter().any(|line| line.split(' ').take(2).any(|word| word == command.name));
        assert!(shown, "{} has no example", command.name);
    }
}

#[test]
fn the_page_lists_every_error_text_and_no_other() {
    let page = fs::read_to_string(root().join("protocol.md")).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Errors\n")).unwrap();
    let listed: Vec<_> = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let source = include_str!("../../src/protocols/gtp/response.rs");
    let texts: Vec<_> =
        source.lines().filter_map(|line| line.trim().strip_prefix("#[error(\"")?.strip_suffix("\")]")).collect();
    assert_eq!(listed, texts);
}
