//! Files that have no end, and names that are no text.

use crate::common::folder::Folder;
use crate::common::program::{TENGEN, failure, success};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sgf/gogui_othello.sgf");

fn tengen(words: &[&str], folder: &Folder) -> Command {
    let mut command = Command::new(TENGEN);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command
}

/// Each kind of file has a limit, and the error says it.
#[test]
fn what_never_ends_is_refused() {
    let folder = Folder::new("inputs-endless");
    // It takes no room on the disk.
    fs::File::create(folder.join("zeros")).unwrap().set_len(100 << 20).unwrap();
    for (words, said) in [
        (&["--book", "/dev/zero"][..], "the book /dev/zero: it is longer than 256 MiB"),
        (&["book", "/dev/zero"], "the book /dev/zero: it is longer than 256 MiB"),
        (&["--weights", "/dev/zero"], "the weights /dev/zero: it is longer than 64 MiB"),
        (&["solve", "/dev/zero"], "cannot read /dev/zero: it is longer than 256 MiB"),
        (&["analyze", "/dev/zero"], "cannot read /dev/zero: it is longer than 4 MiB: divide it into parts"),
        (&["convert", "/dev/zero"], "cannot read /dev/zero: it is longer than 256 MiB: divide it into parts"),
        (&["analyze", "--output", "/dev/zero", GAME], "cannot go on with /dev/zero: expected a regular file"),
        (&["analyze", "--output", "zeros", GAME], "cannot go on with zeros: a line is longer than 64 MiB"),
        (&["report", "/dev/zero"], "/dev/zero: 256 MiB without a game"),
        (&["merge", "--output", "whole", "/dev/zero"], "/dev/zero: 256 MiB without a game"),
        (&["merge", "--salvage", "--output", "whole", "/dev/zero"], "/dev/zero: 256 MiB without a game"),
        (&["match", "a", "b", "--openings", "/dev/zero"], "/dev/zero: it is longer than 64 MiB"),
        (&["match", "file=/dev/zero a", "b"], "file=/dev/zero: expected a regular file"),
        (&["tournament", "/dev/zero"], "/dev/zero: it is longer than 1 MiB"),
    ] {
        let errors = failure(tengen(words, &folder));
        assert!(errors.contains(said), "{words:?}: {errors}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let checked = tengen(&["solve", "--verify", "/dev/zero"], &folder).output().unwrap();
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(!checked.status.success() && said.contains("refused: line 1: it is longer than 256 MiB"), "{said}");
}

/// Whatever reads it.
#[test]
fn a_file_of_another_kind_is_refused_by_what_it_is() {
    let folder = Folder::new("inputs-foreign");
    fs::write(folder.join("games.zip"), b"PK\x03\x04\x14\0\0\0").unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    // Beyond the length of a game, its kind is still what is said.
    fs::write(folder.join("long.zip"), b"PK\x03\x04").unwrap();
    fs::File::options().write(true).open(folder.join("long.zip")).unwrap().set_len(5 << 20).unwrap();
    let openings = |file: &'static str| ["match", "a", "b", "--openings", file];
    for (words, said) in [
        (&["analyze", "games.zip"][..], "games.zip: the file is a ZIP archive: unpack it first"),
        (&["analyze", "long.zip"], "cannot read long.zip: the file is a ZIP archive: unpack it first"),
        (&["solve", "games.zip"], "games.zip: the file is a ZIP archive: unpack it first"),
        (&openings("games.zip"), "the openings games.zip: the file is a ZIP archive: unpack it first"),
        (&["--book", "games.zip"], "line 1: expected tengen-book 1; the file is a ZIP archive: unpack it first"),
        (&["analyze", "empty"], "empty: the file is empty"),
        (&["solve", "empty"], "empty: the file is empty"),
        (&openings("empty"), "the openings empty: the file is empty"),
        (&["analyze", "folder"], "cannot read folder: it is a folder; expected a file"),
        (&["solve", "folder"], "cannot read folder: it is a folder; expected a file"),
        (&openings("folder"), "the openings folder: it is a folder; expected a file"),
        (&["--book", "folder"], "the book folder: it is a folder; expected a file"),
    ] {
        let errors = failure(tengen(words, &folder));
        assert!(errors.contains(said), "{words:?}: {errors}");
    }
}

/// Such a name is a file's like any other; where it is shown, what is no text in it is replaced.
#[test]
fn names_of_files_need_not_be_text() {
    let folder = Folder::new("inputs-names");
    let name = OsStr::from_bytes(b"\xff.txt");
    fs::write(folder.join(name), "h8 a1 h9 a3 h10 a5 h11 a7\n").unwrap();
    let run = |words: &[&str]| {
        let mut command = tengen(words, &folder);
        command.args(["--game", "gomoku", "--depth", "1", "--threads", "1"]).arg(name);
        success(command)
    };
    let solved: serde_json::Value =
        serde_json::from_str(run(&["solve", "--json", "--certificates", "."]).lines().next().unwrap()).unwrap();
    assert_eq!((&solved["file"], &solved["line"]), (&"\u{fffd}.txt".into(), &1.into()));
    assert_eq!(solved["certificate"], "./\u{fffd}-1.txt", "{solved}");
    let certificate = folder.join(OsStr::from_bytes(b"\xff-1.txt"));
    let mut verify = tengen(&["solve", "--verify"], &folder);
    verify.arg(certificate);
    assert!(success(verify).contains("\u{fffd}-1.txt: verified: Black wins within 1 ply"));
    let analyzed: serde_json::Value = serde_json::from_str(&run(&["analyze", "--json"])).unwrap();
    assert_eq!((&analyzed["file"], &analyzed["number"]), (&"\u{fffd}.txt".into(), &1.into()));
}
