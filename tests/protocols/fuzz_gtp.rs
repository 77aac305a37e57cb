//! Bad input, the short way: what the fuzz targets check for as long as one likes, on what proptest makes up. The checks
//! are theirs. `PROPTEST_CASES=100000` makes a long run of it, `PROPTEST_RNG_SEED=2` another one.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::framing::{answers, serve_bytes, server};
use fuzz::{files, positions, session, sgf, walk};
use proptest::prelude::*;
use proptest::sample::select;

/// A valid session of every game.
const SESSIONS: [&str; 4] = [
    include_str!("../../fuzz/seeds/gtp_bytes/othello"),
    include_str!("../../fuzz/seeds/gtp_bytes/gomoku"),
    include_str!("../../fuzz/seeds/gtp_bytes/mill"),
    include_str!("../../fuzz/seeds/gtp_bytes/clocks"),
];

/// Files of games in several formats.
const FILES: [&[u8]; 8] = [
    include_bytes!("../data/formats/WTH_2026.wtb"),
    include_bytes!("../data/formats/gomoku.lib"),
    include_bytes!("../data/formats/gomoku.psq"),
    include_bytes!("../data/formats/othello.ggf"),
    include_bytes!("../data/formats/othello.xof"),
    include_bytes!("../data/formats/renjunet.xml"),
    include_bytes!("../data/pgn/mill_playok.pgn"),
    include_bytes!("../data/sgf/variations.sgf"),
];

/// What lines are made of, whole and broken.
const PIECES: [&[u8]; 24] = [
    b"name",
    b"1 ",
    b"2147483647 ",
    b"2147483648 ",
    b"99999999999999999999 ",
    b"-1 ",
    b"play ",
    b"b ",
    b"white ",
    b"d6",
    b"genmove b",
    b"#",
    b"# interrupt",
    b"\n",
    b"\r\n",
    b"\t",
    b" ",
    b"\0",
    b"\x7f",
    b"\xff\xfe",
    b"\xc2\x85",
    b"quit",
    b"known_command ",
    b"\n\n",
];

/// The command names themselves, so that every handler meets every kind of argument.
fn command() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&str> = tengen::protocols::gtp::commands::TABLE.all().map(|command| command.name).collect();
    let args =
        prop::collection::vec(select(vec!["", "b", "white", "d6", "0", "-1", "1e999", "NaN", "2", "renju", "é"]), 0..4);
    (select(names), args).prop_map(|(name, args)| format!("{name} {}\n", args.join(" ")).into_bytes())
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(select(PIECES.to_vec()), 0..8).prop_map(|pieces| pieces.concat());
    prop_oneof![command(), pieces, prop::collection::vec(any::<u8>(), 0..80)]
}

/// A session with some of its bytes replaced, removed, doubled or cut off.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..5_u8);
    (select(SESSIONS.to_vec()), prop::collection::vec(change, 1..8)).prop_map(|(session, changes)| {
        let mut bytes = session.as_bytes().to_vec();
        for (index, byte, change) in changes {
            let at = index.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b'\n'),
                3 => bytes.splice(at..at, PIECES[byte as usize % PIECES.len()].iter().copied()).for_each(drop),
                _ => bytes.truncate(at + 1),
            }
        }
        bytes
    })
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_line_gets_its_one_response(lines in prop::collection::vec(line(), 0..12)) {
        serve_bytes(&lines.concat());
    }

    #[test]
    fn so_do_the_lines_of_broken_sessions(session in mutated()) {
        serve_bytes(&session);
    }

    #[test]
    fn sessions_keep_their_promises(bytes in bytes(300)) {
        session::play(&bytes);
    }

    #[test]
    fn positions_are_sound_or_refused(bytes in bytes(120)) {
        positions::set_up(&bytes);
    }

    #[test]
    fn walks_keep_their_keys(bytes in bytes(100)) {
        walk::walk(&bytes);
    }

    #[test]
    fn records_are_taken_over_whole_or_not(head in any::<[u8; 2]>(), moves in prop::collection::vec("[BW]\\[[a-h]{2}\\]", 0..6)) {
        sgf::read(&[&head[..], format!("(;{})", moves.join(";")).as_bytes()].concat());
    }

    /// A file of games in which some bytes are others, or missing.
    #[test]
    fn files_of_games(
        file in select(FILES.to_vec()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<u8>>()), 0..6),
    ) {
        let mut bytes = file.to_vec();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            match byte {
                Some(byte) => bytes[place] = byte,
                None => drop(bytes.remove(place)),
            }
        }
        files::read(&bytes);
    }
}

/// Lines around the bound on their length, of every kind of byte, before, behind and instead of a command.
#[test]
fn long_lines() {
    for filler in ["x", " ", "\0", "\x7f", "#", "\u{85}", "é", "1", "a1 "] {
        for length in [65_535, 65_536, 65_537, 100_000, 200_000] {
            let long = filler.repeat(length / filler.len());
            for line in [
                long.clone(),
                format!("{long}name"),
                format!("7 name {long}"),
                format!("  {long} 8 name"),
                format!("name #{long}"),
            ] {
                serve_bytes(format!("1 name\n{line}\n2 name").as_bytes());
            }
        }
    }
}

/// What the fuzzers found, once each.
#[test]
fn what_was_found_stays_mended() {
    let blanks = " ".repeat(100_000);
    let mut table = vec![
        // A stone on another one left a board that no text could tell.
        ("set_position b d4 w d4\ngogui-setup b d4 b d4\n".to_owned(), "? invalid position\n\n? invalid position\n\n"),
        // The pass after a resignation took the resignation along when it was taken back.
        ("play b resign\nplay w pass\nundo\nfinal_score\n".to_owned(), "=\n\n=\n\n=\n\n= W+R\n\n"),
        // The moves to choose from were looked for before the implied pass, where there is none but the pass.
        (
            "boardsize 4\nset_position .XXO/..../..../....:b\nset_player random\nlz-genmove_analyze w allow w A1 1\n"
                .to_owned(),
            "=\n\n=\n\n=\n\n=\nplay A1\n\n",
        ),
        // Blanks without end before a command hid the command.
        (format!("{blanks}7 name\n"), "=7 Tengen\n\n"),
    ];
    if cfg!(unix) {
        // A device that never ends filled the memory; one that is the output got into the way of the answers.
        table.push(("loadsgf /dev/zero\n".to_owned(), "? cannot load file\n\n"));
        table.push(("printsgf /dev/null\n".to_owned(), "? cannot load file\n\n"));
    }
    for (input, expected) in table {
        assert_eq!(String::from_utf8(answers(&mut server(), input.as_bytes())).unwrap(), expected, "{input:.60}");
    }
}
