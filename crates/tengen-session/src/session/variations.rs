//! A session's [`Variations`].

use super::Session;
use crate::formats::sgf::{self, Notes};
use crate::report::move_text;
use crate::tree::{Extent, NodeId, ROOT, Step};
use crate::{EngineError, TreeNode, Variations};
use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;
use tengen_core::game::{Color, History};
use tengen_core::playable::Playable;

/// The most bytes of all comments together.
const MOST_COMMENTS: usize = 1 << 20;

impl<G: Playable> Variations for Session<G> {
    fn node(&self) -> NodeId {
        self.tree.current()
    }

    fn nodes(&self) -> Vec<TreeNode> {
        let mut board = History::new(self.history.start().clone());
        let tree_node = |node, mv| TreeNode {
            node,
            parent: self.tree.parent(node),
            mv,
            comment: self.tree.comment(node).to_owned(),
            marks: self.tree.marks(node).map(|(point, mark)| (point, mark.clone())).collect(),
            resigned: self.tree.resigned(node),
        };
        let mut nodes = vec![tree_node(ROOT, None)];
        for step in self.tree.walk(Extent::Whole) {
            match step {
                Step::Enter(node, _) => {
                    let Some(mv) = self.tree.mv(node) else { continue };
                    let game = board.current();
                    let text = (game.side_to_move(), move_text(game, mv, self.letters));
                    nodes.push(tree_node(node, Some(text)));
                    board.play(mv);
                }
                Step::Leave(..) => {
                    board.undo();
                }
            }
        }
        nodes
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), EngineError> {
        self.check(node)?;
        Arc::make_mut(&mut self.tree).go_to(node);
        self.follow();
        Ok(())
    }

    fn promote(&mut self, node: NodeId) -> Result<(), EngineError> {
        self.check(node)?;
        Arc::make_mut(&mut self.tree).promote(node);
        Ok(())
    }

    fn cut(&mut self, node: NodeId) -> Result<(), EngineError> {
        self.check(node)?;
        if node == ROOT {
            return Err(EngineError::Node(
                "the start of the game cannot be cut off; clear_board begins anew".to_owned(),
            ));
        }
        let before = self.tree.current();
        let tree = Arc::make_mut(&mut self.tree);
        tree.cut(node);
        if tree.current() != before {
            self.follow();
        }
        Ok(())
    }

    fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), EngineError> {
        self.check(node)?;
        let tree = Arc::make_mut(&mut self.tree);
        if tree.comment_bytes() - tree.comment(node).len() + comment.len() > MOST_COMMENTS {
            let most = MOST_COMMENTS >> 20;
            return Err(EngineError::Node(format!("the comments would have more than {most} MiB")));
        }
        tree.set_comment(node, comment);
        Ok(())
    }

    fn set_recorded(&mut self, comments: BTreeMap<NodeId, String>) {
        let tree = Arc::make_mut(&mut self.tree);
        tree.set_recorded();
        for (node, comment) in comments {
            tree.set_comment(node, &comment);
        }
    }

    fn tree_sgf(&self, notes: Notes<'_>) -> String {
        let main = iter::successors(Some(ROOT), |&node| self.tree.children(node).next());
        let mut history = History::new(self.history.start().clone());
        let mut resigned = None;
        for node in main {
            self.tree.mv(node).into_iter().for_each(|mv| history.play(mv));
            resigned = self.tree.resigned(node);
        }
        let resigned = resigned.map(resignation);
        let result = resigned.or_else(|| history.outcome().map(|outcome| outcome.to_string()));
        let notes = Notes { result: notes.result.or(result.as_deref()), ..notes };
        sgf::write_tree(&self.tree, Extent::Whole, self.history.start(), &self.start, &self.rule, notes)
    }
}

impl<G: Playable> Session<G> {
    fn check(&self, node: NodeId) -> Result<(), EngineError> {
        let unknown = || EngineError::Node(format!("there is no node {node}; json-tree lists all"));
        self.tree.contains(node).then_some(()).ok_or_else(unknown)
    }

    /// Puts the position of the tree's current node on the board.
    fn follow(&mut self) {
        let moves: Vec<G::Move> =
            self.tree.path(self.tree.current()).into_iter().filter_map(|node| self.tree.mv(node)).collect();
        let same = self.history.moves().zip(&moves).take_while(|((_, own), mv)| own == *mv).count();
        while self.history.plies() > same {
            self.history.undo();
        }
        moves[same..].iter().for_each(|&mv| self.history.play(mv));
        self.arrive();
    }
}

/// The result after a resignation, as GTP and SGF have it.
pub(super) fn resignation(color: Color) -> String {
    format!("{}+R", (!color).letter())
}
