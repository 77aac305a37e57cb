//! Variations and comments of SGF: read, as games of their own, and written back.

use crate::sgf::{moves, start};
use tengen_games::othello::Othello;
use tengen_session::formats::sgf::{BranchMove, Notes, Replayed, SgfRecord, parse, replay, write};

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

#[test]
fn variations_and_comments_are_written_as_they_were_read() {
    let record = parse(BRANCHED.as_bytes()).unwrap();
    let Replayed { history, annotations, .. } = replay(start(), &record, None).unwrap();
    let notes = Notes {
        comment: Some(&annotations.comments[0]),
        comments: &annotations.comments[1..],
        variations: &annotations.variations,
        ..Notes::default()
    };
    let again = parse(write(&history, &start(), "normal", notes).as_bytes()).unwrap();
    assert_eq!((again.moves, again.comments), (record.moves, record.comments));
    let told = |branch: &BranchMove| (branch.parent, branch.color, branch.text.clone(), branch.comment.clone());
    assert!(again.branches.iter().map(told).eq(record.branches.iter().map(told)), "{:?}", again.branches);
    // Rows that the main line shows to be counted from the bottom are so in variations.
    let gogui = parse(b"(;AP[GoGui:1.6.0]SZ[8];B[fd](;W[dc])(;W[fc]))").unwrap();
    let annotations = replay(Othello::new(8), &gogui, None).unwrap().annotations;
    assert_eq!(annotations.variations, [(1, "\n(;W[ff])".to_owned())]);
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
    for text in [deep, wide] {
        let record = parse(text.as_bytes()).unwrap();
        assert_eq!((moves(&record).as_str(), record.variation_count()), ("B:aa W:bb", COUNT));
        assert_eq!(record.variations().count(), COUNT);
        let Replayed { history, annotations, .. } = replay(start(), &record, None).unwrap();
        let notes = Notes { variations: &annotations.variations, ..Notes::default() };
        let again = parse(write(&history, &start(), "normal", notes).as_bytes()).unwrap();
        assert_eq!(again.branches.len(), record.branches.len());
    }
    let last = parse(format!("(;B[aa]{}{}", "(;W[bb])(;W[cc]".repeat(5000), ")".repeat(5001)).as_bytes()).unwrap();
    let refused = last.variations().last().unwrap().record.unwrap_err();
    assert_eq!(refused.to_string(), "the variation has more than 4000 moves");
}
