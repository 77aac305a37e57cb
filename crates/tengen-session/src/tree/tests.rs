use super::*;

/// A tree as text: each move, those that may be played instead in brackets.
fn text(tree: &GameTree<char>, extent: Extent) -> String {
    let mut text = String::new();
    for step in tree.walk(extent) {
        match step {
            Step::Enter(node, divides) => {
                text.extend(divides.then_some('('));
                text.extend(tree.mv(node));
            }
            Step::Leave(_, divides) => text.extend(divides.then_some(')')),
        }
    }
    text
}

fn whole(tree: &GameTree<char>) -> String {
    text(tree, Extent::Whole)
}

/// Of the start: a, then b or c; after b: d; instead of a: e.
fn example() -> GameTree<char> {
    let mut tree = GameTree::default();
    for line in ["abd", "ac", "e"] {
        tree.go_to(ROOT);
        line.chars().for_each(|mv| tree.play(mv));
    }
    tree
}

#[test]
fn what_is_taken_back_stays() {
    let mut tree = example();
    assert_eq!((whole(&tree).as_str(), tree.current()), ("(a(bd)(c))(e)", 5));
    assert_eq!((tree.path(3), tree.path(ROOT)), (vec![1, 2, 3], vec![]));
    tree.go_to(2);
    tree.back();
    tree.play('c');
    assert_eq!(tree.current(), 4);
    assert_eq!(text(&tree, Extent::Board), "ac");
}

#[test]
fn a_record_goes_with_the_board() {
    let mut tree = GameTree::default();
    for (parent, mv) in [(0, 'a'), (1, 'b'), (2, 'd'), (1, 'c')] {
        tree.add(parent, mv, true);
    }
    tree.go_to(2);
    assert_eq!(text(&tree, Extent::Board), "a(b)(c)");
    tree.back();
    tree.play('f');
    assert_eq!(text(&tree, Extent::Board), "a(f)(bd)(c)");
    assert_eq!(whole(&tree), "a(bd)(c)(f)");
    tree.go_to(1);
    assert_eq!(text(&tree, Extent::Board), "a");
}

#[test]
fn lines_are_promoted_one_division_at_a_time() {
    let mut tree = example();
    tree.go_to(4);
    tree.play('g');
    tree.promote(6);
    assert_eq!(whole(&tree), "(a(cg)(bd))(e)");
    tree.promote(6);
    assert_eq!(whole(&tree), "(a(cg)(bd))(e)");
    tree.promote(5);
    assert_eq!(whole(&tree), "(e)(a(cg)(bd))");
    tree.promote(2);
    assert_eq!(whole(&tree), "(e)(a(bd)(cg))");
    tree.promote(2);
    assert_eq!(whole(&tree), "(a(bd)(cg))(e)");
    tree.promote(ROOT);
    assert_eq!(whole(&tree), "(a(bd)(cg))(e)");
}

#[test]
fn what_is_cut_leaves_the_board() {
    let mut tree = example();
    tree.set_comment(3, "x");
    tree.go_to(3);
    tree.cut(2);
    assert_eq!((whole(&tree).as_str(), tree.current(), tree.comment(3)), ("(ac)(e)", 1, ""));
    assert!(!tree.contains(2) && !tree.contains(3) && !tree.contains(6) && tree.contains(4));
    tree.cut(ROOT);
    assert_eq!(whole(&tree), "(ac)(e)");
    tree.cut(1);
    tree.play('b');
    assert_eq!(whole(&tree), "(e)(b)");
}

#[test]
fn a_full_tree_keeps_the_board() {
    let mut tree: GameTree<u32> = GameTree::default();
    tree.play(0);
    tree.set_comment(1, "x");
    for mv in 1..=u32::try_from(MOST_NODES).unwrap() {
        tree.go_to(1);
        // As the last child it would be sought among all: each on one of its own.
        tree.play(mv >> 8);
        tree.play(mv);
    }
    assert!(tree.nodes.len() < MOST_NODES);
    assert_eq!((tree.path(tree.current()).len(), tree.comment(1)), (3, "x"));
    assert_eq!(tree.mv(tree.current()), Some(u32::try_from(MOST_NODES).unwrap()));
}
