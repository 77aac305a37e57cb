//! The moves of the game with the lines beside it, as they are shown and walked through.

use std::collections::HashMap;
use tengen_core::game::Color;
use tengen_session::Engine;
use tengen_session::tree::{NodeId, ROOT};

/// A place in the tree of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownNode {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The side and its move; `None` for the start.
    pub mv: Option<(Color, String)>,
    /// What is noted; empty where nothing is.
    pub comment: String,
    /// Whether a side has resigned here.
    pub is_resigned: bool,
}

impl ShownNode {
    /// Whether the node's move is one that a side chose: no pass.
    fn is_by(&self, wanted: impl FnOnce(Color) -> bool) -> bool {
        self.mv.as_ref().is_some_and(|(color, text)| text != "pass" && wanted(*color))
    }
}

/// All lines of the game, and the one on the board.
#[derive(Clone, Debug, Default)]
pub struct ShownLines {
    here: NodeId,
    nodes: HashMap<NodeId, ShownNode>,
    /// The child of each node that was on the board last.
    seen: HashMap<NodeId, NodeId>,
}

impl ShownLines {
    /// Takes over the tree of a session.
    pub fn update(&mut self, engine: &dyn Engine) {
        self.here = engine.node();
        self.nodes.clear();
        for node in engine.nodes() {
            if let Some(parent) = node.parent.and_then(|parent| self.nodes.get_mut(&parent)) {
                parent.children.push(node.node);
            }
            let shown = ShownNode {
                parent: node.parent,
                children: Vec::new(),
                mv: node.mv,
                comment: node.comment,
                is_resigned: node.resigned.is_some(),
            };
            self.nodes.insert(node.node, shown);
        }
        for node in self.path() {
            self.seen.insert(self.parent(node), node);
        }
    }

    /// The place of the position on the board.
    pub const fn here(&self) -> NodeId {
        self.here
    }

    /// A node of the tree.
    ///
    /// # Panics
    /// For a number that no node has.
    pub fn node(&self, node: NodeId) -> &ShownNode {
        &self.nodes[&node]
    }

    /// True where no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The node before; the start's is itself.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes.get(&node).and_then(|node| node.parent).unwrap_or(ROOT)
    }

    /// The moves on the board.
    pub fn path(&self) -> Vec<NodeId> {
        let up = std::iter::successors(Some(self.here), |&at| Some(self.parent(at)));
        let mut path: Vec<_> = up.take_while(|&at| at != ROOT).collect();
        path.reverse();
        path
    }

    /// The moves that follow a node, by the line that was on the board last.
    pub fn after(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(node), |&at| self.next(at))
    }

    /// The moves that follow the position on the board.
    pub fn ahead(&self) -> Vec<NodeId> {
        self.after(self.here).collect()
    }

    /// The whole line that is on the board.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.path();
        line.extend(self.after(self.here));
        line
    }

    fn next(&self, node: NodeId) -> Option<NodeId> {
        let children = &self.nodes.get(&node)?.children;
        let seen = self.seen.get(&node).filter(|seen| children.contains(seen));
        seen.or(children.first()).copied()
    }

    /// The moves that may be played instead of a node's, in their order.
    pub fn beside(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes[&self.parent(node)].children.iter().copied().filter(move |&other| other != node)
    }

    /// The place before the last move that one of these sides chose; the start where there is none.
    pub fn before_last(&self, wanted: impl Fn(Color) -> bool) -> NodeId {
        let last = self.path().into_iter().rfind(|node| self.nodes[node].is_by(&wanted));
        last.map_or(ROOT, |node| self.parent(node))
    }

    /// The next place ahead in which one of these sides chooses a move, or the end of the line; `None` at the end.
    pub fn before_next(&self, wanted: impl Fn(Color) -> bool) -> Option<NodeId> {
        let ahead = self.ahead();
        let chosen = ahead.iter().skip(1).find(|node| self.nodes[*node].is_by(&wanted));
        chosen.map(|&node| self.parent(node)).or(ahead.last().copied())
    }

    /// The place that is so many moves further on the line, or back; `None` at its end.
    pub fn step(&self, by: isize) -> Option<NodeId> {
        let place = self.path().len().checked_add_signed(by)?;
        if place == 0 { Some(ROOT) } else { self.line().get(place - 1).copied() }
    }

    /// The first move of the next line beside (1) or of the one before (-1), round and round: at the last division before the
    /// position on the board, or else at the first one behind it.
    pub fn other_line(&self, by: isize) -> Option<NodeId> {
        let divides = |node: &NodeId| self.beside(*node).next().is_some();
        let node = self.path().into_iter().rfind(divides).or_else(|| self.after(self.here).find(divides))?;
        let lines = &self.nodes[&self.parent(node)].children;
        let place = lines.iter().position(|&line| line == node)?;
        let count = isize::try_from(lines.len()).ok()?;
        lines.get(place.checked_add_signed(by.rem_euclid(count))? % lines.len()).copied()
    }

    /// Whether the moves on the board are those of the main line.
    pub fn is_main(&self) -> bool {
        self.path().into_iter().all(|node| self.nodes[&self.parent(node)].children.first() == Some(&node))
    }
}
