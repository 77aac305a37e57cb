//! Long files of games: the time that reading one takes grows with its length, and no faster. What is measured is the reading
//! thread's own time on a processor.

use crate::common::sgf::{PIECES, check};
use cpu_time::ThreadTime;
use std::thread;
use std::time::Duration;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf::MAX_BYTES;
use tengen_session::{Host, Settings};

/// Asserts that reading a text takes this thread at most 24 times as long on a processor as reading one of an eighth of its length: a time that
/// grows with the square of the length takes 64 times as long. One of three tries has to hold, as a processor may become slower between two.
fn grows_with_its_length(text: impl Fn(usize) -> String, bytes: usize, read: impl Fn(&[u8]), what: &str) {
    let time = |bytes: usize| {
        let text = text(bytes);
        let started = ThreadTime::now();
        read(text.as_bytes());
        started.elapsed()
    };
    let mut tries = (0..3).map(|_| [bytes / 8, bytes].map(time));
    let holds = |[part, whole]: [Duration; 2]| whole < 24 * part + Duration::from_millis(50);
    assert!(tries.any(holds), "{what}: an eighth and all take {:?}", [bytes / 8, bytes].map(time));
}

/// Asserts it of texts that repeat `pieces` after each of `heads`, a thread for each head.
fn all_grow_with_their_length(
    pieces: &[String],
    heads: &[&str],
    bytes: usize,
    read: impl Fn(&[u8]) + Sync,
    what: &str,
) {
    let repeated = |head: &str| {
        for piece in pieces {
            let text = |bytes: usize| format!("{head}{}", piece.repeat(bytes / piece.len()));
            grows_with_its_length(text, bytes, &read, &format!("{head}{piece:?}...{what}"));
        }
    };
    thread::scope(|scope| {
        for head in heads {
            scope.spawn(|| repeated(head));
        }
    });
}

/// Files of every repeated piece, nestings among them, take no stack either.
#[test]
#[serial_test::serial]
fn long_files_end_soon() {
    let pairs = PIECES.iter().flat_map(|a| ["", "(;", "[", ";B[aa]", "[aa:cc]"].map(|b| format!("{a}{b}")));
    let heads = ["", "(", "(;", "(;AB", "(;C[", "(;B[aa];"];
    all_grow_with_their_length(&pairs.collect::<Vec<_>>(), &heads, MAX_BYTES / 16, check, "");
}

/// So do long files of moves and of many games.
#[test]
#[serial_test::serial]
fn long_files_of_games_end_soon() {
    let pieces =
        ["f5\n", "d3\n", "h8\n", "i9", "f5", "d7\n", "d6-", "pass ", "(;B[fe])", "(;B[fe]\n", "x", "f5d6c3\n", "a"];
    for entry in GAMES {
        let read = |text: &[u8]| {
            let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
            host.set_game(entry.info.name).unwrap();
            drop(host.load(text, None));
        };
        let what = format!(" as {}", entry.info.name);
        all_grow_with_their_length(&pieces.map(str::to_owned), &["", "f5", "h8\n"], MAX_BYTES / 8, read, &what);
    }
}
