//! Variations and comments of SGF: read, as games of their own, and written back; records that end within them.

use crate::sgf::{moves, start};
use tengen_core::game::{Color, Game as _, Notation, Size};
use tengen_core::playable::Playable as _;
use tengen_games::gomoku::Gomoku;
use tengen_games::othello::Othello;
use tengen_session::formats::branches::BranchMove;
use tengen_session::formats::sgf::{Notes, Replayed, SgfRecord, parse, replay, write_tree};
use tengen_session::tree::{Extent, MOST_NODES};

/// Number of line ends before it, number of its first own move, moves.
fn variations(record: &SgfRecord) -> Vec<(usize, usize, String)> {
    record.variations().map(|found| (found.line, found.departs, moves(&found.record.unwrap()))).collect()
}

const BRANCHED: &str =
    "(;GM[40]C[a];B[aa]C[b c]\n(;W[bb];B[cc]\n(;W[ab])(;W[ba]C[d\\]]))\n(;W[cc](;B[bb])(;B[ca];W[ac])))";

#[test]
fn variations_are_games_of_their_own() {
    let record = parse(BRANCHED.as_bytes()).unwrap();
    assert_eq!(moves(&record), "B:aa W:bb B:cc W:ab");
    assert_eq!(record.comments, [(0, "a".to_owned()), (1, "b c".to_owned())]);
    let expected = [(2, 4, "B:aa W:bb B:cc W:ba"), (3, 2, "B:aa W:cc B:bb"), (3, 3, "B:aa W:cc B:ca W:ac")];
    assert_eq!(variations(&record), expected.map(|(line, departs, moves)| (line, departs, moves.to_owned())));
    assert_eq!(record.variation_count(), 3);
    // Stones that are set up end a variation, and only that; one without a move is none.
    let record = parse(b"(;B[aa](;W[bb])(;W[cc];AB[ab];B[ba](;W[ac]))(;C[x])(;W[ab]))").unwrap();
    let expected = [(0, 2, "B:aa W:cc"), (0, 2, "B:aa W:ab")];
    assert_eq!(variations(&record), expected.map(|(line, departs, moves)| (line, departs, moves.to_owned())));
}

/// The tree of a record as SGF.
fn written<G: Notation>(start: &G, record: &SgfRecord) -> String {
    let Replayed { tree, left_out, .. } = replay(start.clone(), record, None).unwrap();
    assert_eq!(left_out, 0);
    write_tree(&tree, Extent::Whole, start, start, "normal", Notes::default())
}

#[test]
fn variations_and_comments_are_written_as_they_were_read() {
    let record = parse(BRANCHED.as_bytes()).unwrap();
    let again = parse(written(&start(), &record).as_bytes()).unwrap();
    assert_eq!((again.moves, again.comments), (record.moves, record.comments));
    let told = |branch: &BranchMove<(Color, String)>| (branch.parent, branch.mv.clone(), branch.comment.clone());
    assert!(again.branches.iter().map(told).eq(record.branches.iter().map(told)), "{:?}", again.branches);
    // Rows that the main line shows to be counted from the bottom are so in variations.
    let gogui = parse(b"(;AP[GoGui:1.6.0]SZ[8];B[fd](;W[dc])(;W[fc]))").unwrap();
    let text = written(&Othello::new(8), &gogui);
    assert!(text.ends_with("\n;B[fe]\n(;W[df])\n(;W[ff]))"), "{text}");
}

#[test]
fn moves_that_cannot_be_played_are_left_out_of_variations() {
    let record = parse(b"(;B[aa](;W[bb])(;W[aa];B[cc])(;W[cc];W[ab];B[ca])(;B[bb])(;W[cc]C[x];B[ab]))").unwrap();
    let Replayed { tree, left_out, .. } = replay(start(), &record, None).unwrap();
    // W aa with B cc; W ab with B ca; B bb.
    assert_eq!(left_out, 5);
    let text = write_tree(&tree, Extent::Whole, &start(), &start(), "normal", Notes::default());
    assert!(text.ends_with("\n;B[aa]\n(;W[bb])\n(;W[cc]C[x];B[ab]))"), "{text}");
    // What is behind the moves that are read is not counted.
    let Replayed { tree, left_out, .. } = replay(start(), &record, Some(1)).unwrap();
    assert_eq!((tree.walk(Extent::Whole), left_out), (vec![], 0));
}

/// Time and stack of what is quadratic or recursive would show here.
#[test]
fn a_hundred_thousand_variations_are_read_and_written() {
    const COUNT: usize = 100_000;
    let nested = format!("(;B[aa]{}{}", "(;W[bb];B[cc]".repeat(COUNT), ")".repeat(COUNT + 1));
    let record = parse(nested.as_bytes()).unwrap();
    assert_eq!((record.moves.len(), record.variation_count()), (2 * COUNT + 1, 0));
    assert!(replay(start(), &record, None).is_err());
    // Each divides once more behind its second line, and all in one place.
    let deep = format!("(;B[aa]{}{}", "(;W[bb])(;W[cc]".repeat(COUNT), ")".repeat(COUNT + 1));
    let wide = format!("(;B[aa](;W[bb]){})", "(;W[cc];B[ab])".repeat(COUNT));
    for (text, nodes, unplayable) in [(deep, 3, 2 * COUNT - 2), (wide, 4, 0)] {
        let record = parse(text.as_bytes()).unwrap();
        assert_eq!((moves(&record).as_str(), record.variation_count()), ("B:aa W:bb", COUNT));
        assert_eq!(record.variations().count(), COUNT);
        let Replayed { tree, left_out, .. } = replay(start(), &record, None).unwrap();
        assert_eq!((tree.walk(Extent::Whole).len(), left_out), (2 * nodes, unplayable));
    }
    let last = parse(format!("(;B[aa]{}{}", "(;W[bb])(;W[cc]".repeat(5000), ")".repeat(5001)).as_bytes()).unwrap();
    let refused = last.variations().last().unwrap().record.unwrap_err();
    assert_eq!(refused.to_string(), "the variation has more than 4000 moves");
}

#[test]
fn a_tree_has_so_many_nodes_and_no_more() {
    let point = |at: usize| [b'a' + (at % 20) as u8, b'a' + (at / 20) as u8].map(char::from).iter().collect::<String>();
    let mut record = SgfRecord { moves: vec![(Color::Black, point(0))], ..SgfRecord::default() };
    let branch = |parent, color, text| BranchMove { parent, mv: (color, text), comment: String::new(), line: 0 };
    for second in 1..400 {
        record.branches.push(branch(1, Color::White, point(second)));
        let parent = record.branches.len() + 1;
        for third in (1..400).filter(|&third| third != second) {
            record.branches.push(branch(parent, Color::Black, point(third)));
        }
    }
    let standard = Gomoku::start("freestyle", Size::square(20));
    let Replayed { tree, left_out, history, .. } = replay(standard, &record, None).unwrap();
    // With the start and the main line's move.
    assert_eq!((history.plies(), left_out), (1, record.branches.len() + 2 - MOST_NODES));
    assert_eq!(tree.walk(Extent::Whole).len(), 2 * (MOST_NODES - 1));
    assert!(history.current().outcome().is_none());
}

#[test]
fn a_record_that_is_cut_is_worth_its_moves() {
    let whole = "(;GM[40]SZ[3]PB[a];B[aa]C[x \\] y]\n;W [bb](;B[cc])(;B[ab]))";
    let places: Vec<_> = [";B[aa]", ";W [bb]", ";B[cc]"].map(|mv| whole.find(mv).unwrap() + mv.len()).to_vec();
    for length in 2..whole.len() {
        let read = parse(&whole.as_bytes()[..length]);
        let count = places.iter().filter(|&&place| place <= length).count();
        match read {
            Ok(record) => assert_eq!((record.moves.len(), record.is_cut), (count, true), "{length}"),
            Err(why) => assert_eq!((why.to_string().contains("the file ends before"), count), (true, 0), "{length}"),
        }
    }
    assert!(!parse(whole.as_bytes()).unwrap().is_cut);
    // What is broken is no cut.
    for broken in ["(;B[aa];W hh)", "(;B[aa];[bb", "(;B[aa]x)"] {
        assert!(parse(broken.as_bytes()).is_err(), "{broken}");
    }
}
