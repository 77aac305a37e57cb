//! Long files of games: the time that reading one takes grows with its length, and no faster. What is measured is the reading
//! thread's own time on a processor.

use crate::common::sgf::{PIECES, check};
use cpu_time::ThreadTime;
use std::time::Duration;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf::MAX_BYTES;
use tengen_session::{Host, Settings};

/// Asserts that `read` takes this thread at most so many seconds on a processor.
fn takes_at_most(seconds: u64, read: impl FnOnce(), what: &str) {
    let started = ThreadTime::now();
    read();
    let time = started.elapsed();
    assert!(time < Duration::from_secs(seconds), "{what}: {time:?}");
}

/// Files of every repeated piece, nestings among them, take no stack either.
#[test]
#[serial_test::serial]
fn long_files_end_soon() {
    let pairs = PIECES.iter().flat_map(|a| ["", "(;", "[", ";B[aa]", "[aa:cc]"].map(|b| format!("{a}{b}")));
    for piece in pairs {
        for head in ["", "(", "(;", "(;AB", "(;C[", "(;B[aa];"] {
            let text = format!("{head}{}", piece.repeat(MAX_BYTES / 8 / piece.len()));
            takes_at_most(2, || check(text.as_bytes()), &format!("{head}{piece}..."));
        }
    }
}

/// So do long files of moves and of many games.
#[test]
#[serial_test::serial]
fn long_files_of_games_end_soon() {
    for piece in
        ["f5\n", "d3\n", "h8\n", "i9", "f5", "d7\n", "d6-", "pass ", "(;B[fe])", "(;B[fe]\n", "x", "f5d6c3\n", "a"]
    {
        for head in ["", "f5", "h8\n"] {
            let text = format!("{head}{}", piece.repeat(MAX_BYTES / 2 / piece.len()));
            for entry in GAMES {
                let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
                host.set_game(entry.info.name).unwrap();
                let what = format!("{head}{piece:?}... as {}", entry.info.name);
                takes_at_most(5, || drop(host.load(text.as_bytes(), None)), &what);
            }
        }
    }
}
