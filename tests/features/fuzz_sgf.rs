//! The SGF reader against anything: it answers, and never panics. `PROPTEST_CASES=1000000` makes a long run of it,
//! `PROPTEST_RNG_SEED=2` another one.

use crate::common::sgf::{PIECES, check};
use crate::common::tictactoe::TicTacToe;
use proptest::prelude::*;
use tengen_core::game::{Color, Size};
use tengen_core::playable::Playable;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf::{parse, replay};
use tengen_session::host::InFile;
use tengen_session::{Host, Settings};

const VALID: &str =
    "(;FF[4]GM[40]SZ[3]RU[normal]C[a \\] b]AB[aa][ba]AW[cc:cc]PL[B]\n;B[bb];W[ca](;B[ab];W[cb])(;B[ac]))";

/// Any file, as a host of any game loads it: what is taken over is a game, and what is refused leaves the old one.
fn load(bytes: &[u8]) {
    for entry in GAMES {
        let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
        host.set_game(entry.info.name).unwrap();
        let first = host.engine().legal_texts()[0].clone();
        host.engine_mut().play_text(Color::Black, &first).unwrap();
        let before = host.engine().position_text();
        if host.load(bytes, None).is_err() {
            assert_eq!(host.engine().position_text(), before);
        }
        let text = String::from_utf8_lossy(bytes);
        for InFile { game, .. } in host.games_of(&text).into_iter().flatten() {
            let Ok(game) = game else { continue };
            if let (Ok(whole), Ok(start)) = (host.open(&game, None), host.open(&game, Some(1))) {
                assert_eq!(start.engine.plies(), 0);
                assert!(whole.engine.moves_played().len() >= start.engine.plies());
            }
        }
    }
}

/// Pieces that files of moves are made of, and of GGF.
const MOVES: [&str; 26] = [
    "f5",
    "D6",
    "c3",
    "d3",
    "h8",
    "i9",
    "J10",
    "a1",
    "d7",
    "d6-d5",
    "xd2",
    "x",
    "-",
    "pass",
    "PA",
    "--",
    " ",
    "\n",
    "#",
    "1.",
    "(;GM[Othello]",
    "BO[8 ",
    "---------------------------O*------*O---------------------------",
    " *]",
    "B[F5/1.0/2]",
    ";)",
];

fn transcripts() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(MOVES.to_vec()), 0..60);
    (prop::sample::select(vec!["", "f5d6", "h8", "(;GM[Othello]"]), pieces)
        .prop_map(|(head, pieces)| (head.to_owned() + &pieces.concat()).into_bytes())
}

/// Arbitrary bytes after a beginning that makes the reader take them for a game.
fn arbitrary() -> impl Strategy<Value = Vec<u8>> {
    (prop::sample::select(vec!["", "(;", "(;C[", "(;GM[40];B["]), prop::collection::vec(any::<u8>(), 0..2000))
        .prop_map(|(head, tail)| [head.as_bytes(), &tail].concat())
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..200).prop_map(|pieces| {
        let mut text = String::from("(;");
        text.extend(pieces);
        text.into_bytes()
    })
}

/// A valid file with some of its bytes replaced, removed or doubled.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..8).prop_map(|changes| {
        let mut bytes = VALID.as_bytes().to_vec();
        for (index, byte, change) in changes {
            let at = index.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 => bytes[at] = PIECES[byte as usize % PIECES.len()].as_bytes()[0],
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[at]),
            }
        }
        bytes
    })
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in arbitrary()) {
        check(&bytes);
    }

    #[test]
    fn arbitrary_games(bytes in prop_oneof![arbitrary(), transcripts(), pieces()]) {
        load(&bytes);
    }

    #[test]
    fn arbitrary_pieces(bytes in pieces()) {
        check(&bytes);
    }

    #[test]
    fn mutated_files(bytes in mutated()) {
        check(&bytes);
    }
}

#[test]
fn the_file_that_is_mutated_is_valid() {
    let record = parse(VALID.as_bytes()).unwrap();
    assert_eq!(replay(TicTacToe::start("normal", Size::square(3)), &record, None).unwrap().history.plies(), 4);
}
