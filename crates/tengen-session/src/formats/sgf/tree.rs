//! What a game tree has beside its main line: variations and comments.
//!
//! Moves are numbered in the order of the file, which is that of a walk: those of the main line from 1, then those of the
//! variations. 0 is the root. Nothing here recurses, and a tree takes time by its size, not by its depth.

use super::{SgfError, SgfRecord, play};
use crate::tree::{GameTree, NodeId, ROOT};
use tengen_core::game::{Color, History, Notation, Vertex};

/// The most moves of a variation with those before it: far more than a game of any program has.
const MOST_MOVES: usize = 4000;

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchMove {
    /// The number of the move before it.
    pub parent: usize,
    /// The side that makes it.
    pub color: Color,
    /// The move, as it is written.
    pub text: String,
    /// `C`: the comment to it.
    pub comment: String,
    /// The number of line ends before it in the tree.
    pub line: usize,
}

/// The moves of a line, and comments, each behind so many of them.
type Commented = (Vec<(Color, String)>, Vec<(usize, String)>);

/// A variation as a game of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The number of line ends in the tree before its first own move.
    pub line: usize,
    /// The number of its first own move, from 1: the moves before are those of a line before it.
    pub departs: usize,
    /// All its moves with the root's properties, and the comments of its own ones; [`SgfError::TooManyMoves`].
    pub record: Result<SgfRecord, SgfError>,
}

impl SgfRecord {
    /// The moves of the variations that another move follows.
    fn is_followed(&self) -> Vec<bool> {
        let mut followed = vec![false; self.branches.len()];
        let parents = self.branches.iter().filter_map(|mv| self.branch(mv.parent));
        parents.for_each(|parent| followed[parent] = true);
        followed
    }

    /// The place in the list of branches of the move with this number; `None` for the root and the main line.
    fn branch(&self, number: usize) -> Option<usize> {
        number.checked_sub(self.moves.len() + 1)
    }

    /// How many lines the tree has beside its main line.
    pub fn variation_count(&self) -> usize {
        self.is_followed().into_iter().filter(|followed| !followed).count()
    }

    /// The lines of the tree beside its main line, in the order of the file.
    pub fn variations(&self) -> impl Iterator<Item = Variation> + '_ {
        let root = Self { moves: Vec::new(), comments: Vec::new(), branches: Vec::new(), ..self.clone() };
        let mut depths: Vec<usize> = Vec::with_capacity(self.branches.len());
        for mv in &self.branches {
            depths.push(1 + self.branch(mv.parent).map_or(mv.parent, |parent| depths[parent]));
        }
        let mut told = vec![false; self.branches.len()];
        let ends = self.is_followed().into_iter().enumerate().filter(|(_, followed)| !followed);
        ends.map(move |(end, _)| {
            let (mut first, mut at) = (end, Some(end));
            while let Some(place) = at.filter(|&place| !told[place]) {
                (told[place], first) = (true, place);
                at = self.branch(self.branches[place].parent);
            }
            let record = self.line_to(end, depths[end]);
            let record = record.map(|(moves, comments)| Self { moves, comments, ..root.clone() });
            Variation { line: self.branches[first].line, departs: depths[first], record }
        })
    }

    /// The moves up to one of a variation, which has this number among them, and what is said of those that the main line has not.
    fn line_to(&self, end: usize, depth: usize) -> Result<Commented, SgfError> {
        if depth > MOST_MOVES {
            return Err(SgfError::TooManyMoves { most: MOST_MOVES });
        }
        let (mut own, mut number) = (Vec::new(), self.moves.len() + 1 + end);
        while let Some(mv) = self.branch(number).map(|place| &self.branches[place]) {
            own.push(mv);
            number = mv.parent;
        }
        own.reverse();
        let said = (number + 1..).zip(&own).filter(|(_, mv)| !mv.comment.is_empty());
        let comments = said.map(|(place, mv)| (place, mv.comment.clone())).collect();
        let own = own.into_iter().map(|mv| (mv.color, mv.text.clone()));
        Ok((self.moves[..number].iter().cloned().chain(own).collect(), comments))
    }

    /// The tree of the record, where so many plies are on the board after each number of moves of the main line, `None` where a
    /// move is begun; and how many moves of variations it leaves out.
    pub(super) fn tree<G: Notation>(
        &self,
        history: &History<G>,
        plies: &[Option<usize>],
    ) -> (GameTree<G::Move>, usize) {
        let mut planted = Planted { tree: GameTree::default(), board: history.clone(), line: Vec::new() };
        for (_, mv) in history.moves() {
            planted.line.extend(planted.tree.add(planted.last(), mv, true));
        }
        planted.tree.go_to(planted.last());
        let main = |&plies: &Option<usize>| {
            let node = plies.map(|plies| if plies == 0 { ROOT } else { planted.line[plies - 1] });
            node.map_or(Spot::Beyond, |node| Spot::At { node, entered: Vec::new() })
        };
        let mut spots: Vec<Spot> = plies.iter().map(main).collect();
        spots.resize_with(self.moves.len() + 1, || Spot::Beyond);
        for (number, comment) in &self.comments {
            if let Some(Spot::At { node, .. }) = spots.get(*number) {
                planted.comment(*node, comment);
            }
        }
        let mut left_out = 0;
        for mv in &self.branches {
            let spot = match spots.get(mv.parent) {
                Some(Spot::At { node, entered }) => planted.play(*node, entered.clone(), mv),
                Some(Spot::LeftOut) => Spot::LeftOut,
                Some(Spot::Beyond) | None => Spot::Beyond,
            };
            left_out += usize::from(matches!(spot, Spot::LeftOut));
            spots.push(spot);
        }
        (planted.tree, left_out)
    }
}

/// Where a move of a record leads.
enum Spot {
    /// To a node of the tree, and perhaps the first points of a move from there.
    At { node: NodeId, entered: Vec<Vertex> },
    /// Nowhere: it cannot be played.
    LeftOut,
    /// Behind what is read of the record.
    Beyond,
}

/// A tree that grows, and the line of it that was played last.
struct Planted<G: Notation> {
    tree: GameTree<G::Move>,
    board: History<G>,
    line: Vec<NodeId>,
}

impl<G: Notation> Planted<G> {
    fn last(&self) -> NodeId {
        self.line.last().copied().unwrap_or(ROOT)
    }

    /// Sets the board to a node.
    fn go_to(&mut self, node: NodeId) {
        let line = self.tree.path(node);
        let same = line.iter().zip(&self.line).take_while(|(a, b)| a == b).count();
        while self.board.plies() > same {
            self.board.undo();
        }
        line[same..].iter().filter_map(|&node| self.tree.mv(node)).for_each(|mv| self.board.play(mv));
        self.line = line;
    }

    /// Plays a move of a variation behind a node.
    fn play(&mut self, node: NodeId, mut entered: Vec<Vertex>, mv: &BranchMove) -> Spot {
        self.go_to(node);
        let before = self.line.len();
        let played = play(&mut self.board, &mut entered, mv.color, &mv.text).is_ok();
        let moves: Vec<_> = self.board.moves().skip(before).map(|(_, mv)| mv).collect();
        for mv in &moves {
            self.line.extend(self.tree.add(self.last(), *mv, true));
        }
        if !played || self.line.len() < before + moves.len() {
            // What was played of it is taken back with the next way to a node.
            return Spot::LeftOut;
        }
        self.comment(self.last(), &mv.comment);
        Spot::At { node: self.last(), entered }
    }

    /// Adds a comment to those of a node.
    fn comment(&mut self, node: NodeId, comment: &str) {
        if !comment.is_empty() {
            let mut all = self.tree.comment(node).to_owned();
            join(&mut all, comment);
            self.tree.set_comment(node, &all);
        }
    }
}

/// Appends a text to another, on one line.
pub(super) fn join(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
