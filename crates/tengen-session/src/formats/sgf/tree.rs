//! What a game tree has beside its main line, variations and comments, on a board.

use super::{SgfRecord, play, rectangle};
use crate::formats::branches::{self, BranchMove, Spot, Variation};
use crate::tree::{GameTree, NodeId, ROOT};
use tengen_core::game::{Color, History, Notation, Vertex};

impl SgfRecord {
    /// How many lines the tree has beside its main line.
    pub fn variation_count(&self) -> usize {
        branches::count(self.moves.len(), &self.branches)
    }

    /// The lines of the tree beside its main line, in the order of the file.
    pub fn variations(&self) -> impl Iterator<Item = Variation<Self>> + '_ {
        let (moves, comments, branches, marks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let root = Self { moves, comments, branches, marks, is_cut: false, ..self.clone() };
        branches::variations(&self.moves, &self.branches)
            .map(move |found| found.map(|(moves, comments)| Self { moves, comments, ..root.clone() }))
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
            node.map_or(Spot::Beyond, |node| Spot::At(Place { node, entered: Vec::new() }))
        };
        let mut spots: Vec<_> = plies.iter().map(main).collect();
        spots.resize_with(self.moves.len() + 1, || Spot::Beyond);
        for (number, comment) in &self.comments {
            if let Some(Spot::At(place)) = spots.get(*number) {
                planted.tree.add_comment(place.node, comment);
            }
        }
        let left_out = branches::plant(&mut spots, &self.branches, |place, mv| planted.play(place, mv));
        for (number, mark, points) in &self.marks {
            // A mark on no point of the board is none.
            let points = rectangle(history.start(), points).unwrap_or_default();
            if let Some(Spot::At(place)) = spots.get(*number) {
                for point in points {
                    planted.tree.set_mark(place.node, point, mark.clone());
                }
            }
        }
        (planted.tree, left_out)
    }
}

/// A node of the tree, and perhaps the first points of a move from there.
struct Place {
    node: NodeId,
    entered: Vec<Vertex>,
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

    /// Plays a move of a variation behind a place.
    fn play(&mut self, place: &Place, mv: &BranchMove<(Color, String)>) -> Option<Place> {
        self.go_to(place.node);
        let (before, mut entered) = (self.line.len(), place.entered.clone());
        let (color, text) = &mv.mv;
        let played = play(&mut self.board, &mut entered, *color, text).is_ok();
        let moves: Vec<_> = self.board.moves().skip(before).map(|(_, mv)| mv).collect();
        for mv in &moves {
            self.line.extend(self.tree.add(self.last(), *mv, true));
        }
        if !played || self.line.len() < before + moves.len() {
            // What was played of it is taken back with the next way to a node.
            return None;
        }
        self.tree.add_comment(self.last(), &mv.comment);
        Some(Place { node: self.last(), entered })
    }
}
