//! The moves of a game with the lines beside it: what a record has, what was tried and taken back.
//!
//! The tree does not know the rules: the caller checks each move before it adds it. No function recurses, and each takes time by the
//! number of nodes, not by their depth.

use std::collections::{BTreeMap, HashMap};
use tengen_core::game::{Color, Vertex};

/// The number of a node: 0 is the start, the others are counted as their moves come in. A node keeps its number.
pub type NodeId = u32;

/// The start of the game.
pub const ROOT: NodeId = 0;

/// The most nodes of a tree: 5 MiB.
pub const MOST_NODES: usize = 1 << 17;

/// No point comes before this one.
const LEAST: Vertex = Vertex::new(0, 0);

/// Stands for no node. No tree has so many.
const NONE: NodeId = NodeId::MAX;

/// A move in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node<M> {
    parent: NodeId,
    /// The first of the moves that may follow.
    child: NodeId,
    /// The next of those that may be played instead.
    sibling: NodeId,
    /// `None` for the start.
    mv: Option<M>,
    /// The side that resigned here.
    resigned: Option<Color>,
    /// Whether it came with a record.
    recorded: bool,
    /// Whether it was cut off.
    cut: bool,
}

/// What a record shows on a point beside a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A text.
    Label(String),
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A circle.
    Circle,
}

/// The most marks of a tree.
pub const MOST_MARKS: usize = MOST_NODES;

/// Which moves are walked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The moves on the board, and what the record has beside them: no moves that were tried and taken back, and none that
    /// follow the position on the board.
    Board,
    /// All.
    Whole,
}

/// What a walk through a tree comes upon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move follows; whether others might be played instead.
    Enter(NodeId, bool),
    /// Back to before this move; whether others might be played instead.
    Leave(NodeId, bool),
}

/// The moves of a game, those that were tried beside them, and the place of the position on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree<M> {
    nodes: Vec<Node<M>>,
    comments: HashMap<NodeId, String>,
    marks: BTreeMap<(NodeId, Vertex), Mark>,
    current: NodeId,
}

impl<M> Default for GameTree<M> {
    fn default() -> Self {
        let root =
            Node { parent: NONE, child: NONE, sibling: NONE, mv: None, resigned: None, recorded: true, cut: false };
        Self { nodes: vec![root], comments: HashMap::new(), marks: BTreeMap::new(), current: ROOT }
    }
}

impl<M: Copy + PartialEq> GameTree<M> {
    /// The place of the position on the board.
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// Whether a number is that of a node, which was not cut off.
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.get(node as usize).is_some_and(|node| !node.cut)
    }

    /// The move that leads to a node; `None` for the start.
    pub fn mv(&self, node: NodeId) -> Option<M> {
        self.nodes[node as usize].mv
    }

    /// The node before; `None` for the start.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node as usize].parent)
    }

    /// The comment to a node; empty where there is none.
    pub fn comment(&self, node: NodeId) -> &str {
        self.comments.get(&node).map_or("", |comment| comment)
    }

    /// Writes a comment to a node; an empty one is none.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) {
        if comment.is_empty() {
            self.comments.remove(&node);
        } else {
            self.comments.insert(node, comment.into());
        }
    }

    /// Adds a comment to that of a node.
    pub fn add_comment(&mut self, node: NodeId, more: &str) {
        if !more.is_empty() {
            join(self.comments.entry(node).or_default(), more);
        }
    }

    /// What is shown on points in the position after a node.
    pub fn marks(&self, node: NodeId) -> impl Iterator<Item = (Vertex, &Mark)> {
        self.marks
            .range((node, LEAST)..)
            .take_while(move |((at, _), _)| *at == node)
            .map(|((_, point), mark)| (*point, mark))
    }

    /// Shows something on a point, in place of what is shown there. A tree that has [`MOST_MARKS`] takes no more.
    pub fn set_mark(&mut self, node: NodeId, point: Vertex, mark: Mark) {
        if self.marks.len() < MOST_MARKS {
            self.marks.insert((node, point), mark);
        }
    }

    /// Takes all moves for those of a record.
    pub fn set_recorded(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.recorded = true);
    }

    /// How long all comments are together, in bytes.
    pub fn comment_bytes(&self) -> usize {
        self.comments.values().map(String::len).sum()
    }

    /// The side that resigned at a node.
    pub fn resigned(&self, node: NodeId) -> Option<Color> {
        self.nodes[node as usize].resigned
    }

    /// A side resigns in the position on the board, or takes that back.
    pub fn set_resigned(&mut self, resigned: Option<Color>) {
        self.nodes[self.current as usize].resigned = resigned;
    }

    /// The moves that may follow a node, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(some(self.nodes[node as usize].child), |&at| some(self.nodes[at as usize].sibling))
    }

    /// The nodes from the start to this one, without the start.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(node), |&at| self.parent(at));
        let mut path: Vec<NodeId> = up.take_while(|&at| at != ROOT).collect();
        path.reverse();
        path
    }

    /// Puts a move behind a node, as the last of those that may follow; the node of such a move that is there already. `None`
    /// where the tree is full.
    pub fn add(&mut self, parent: NodeId, mv: M, recorded: bool) -> Option<NodeId> {
        let (same, last) = self.find(parent, mv);
        if let Some(same) = same {
            self.nodes[same as usize].recorded |= recorded;
            return Some(same);
        }
        (self.nodes.len() < MOST_NODES).then(|| self.push(parent, last, mv, recorded))
    }

    /// The node of this move behind another node, and the last of those that follow.
    fn find(&self, parent: NodeId, mv: M) -> (Option<NodeId>, Option<NodeId>) {
        (self.children(parent).find(|&child| self.mv(child) == Some(mv)), self.children(parent).last())
    }

    /// Adds a node behind its elder sibling `last`, or as the first.
    fn push(&mut self, parent: NodeId, last: Option<NodeId>, mv: M, recorded: bool) -> NodeId {
        let node = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.push(Node {
            parent,
            child: NONE,
            sibling: NONE,
            mv: Some(mv),
            resigned: None,
            recorded,
            cut: false,
        });
        match last {
            Some(last) => self.nodes[last as usize].sibling = node,
            None => self.nodes[parent as usize].child = node,
        }
        node
    }

    /// A move is played on the board. A tree that is full keeps the moves on the board only, under new numbers.
    pub fn play(&mut self, mv: M) {
        if let (Some(same), _) = self.find(self.current, mv) {
            self.current = same;
            return;
        }
        if self.nodes.len() >= MOST_NODES {
            *self = self.board();
        }
        let last = self.children(self.current).last();
        self.current = self.push(self.current, last, mv, false);
    }

    /// The moves on the board alone, with their comments.
    fn board(&self) -> Self {
        let mut board = Self::default();
        board.say(ROOT, self, ROOT);
        for node in self.path(self.current) {
            if let Node { mv: Some(mv), recorded, .. } = self.nodes[node as usize] {
                board.current = board.push(board.current, None, mv, recorded);
                board.say(board.current, self, node);
            }
        }
        board
    }

    /// Takes over comment and marks of another tree's node.
    fn say(&mut self, node: NodeId, other: &Self, of: NodeId) {
        self.set_comment(node, other.comment(of));
        other.marks(of).for_each(|(point, mark)| self.set_mark(node, point, mark.clone()));
    }

    /// The last move on the board is taken back.
    pub fn back(&mut self) {
        self.current = self.parent(self.current).unwrap_or(ROOT);
    }

    /// The position after a node is put on the board.
    pub const fn go_to(&mut self, node: NodeId) {
        self.current = node;
    }

    /// Makes a node's line the first where it departs last from another: a variation becomes the main line of what it departs from.
    pub fn promote(&mut self, node: NodeId) {
        let is_first = |&at: &NodeId| self.parent(at).is_none_or(|parent| self.nodes[parent as usize].child == at);
        let mut up = std::iter::successors(Some(node), |&at| self.parent(at));
        let Some(departs) = up.find(|at| !is_first(at)) else { return };
        self.unlink(departs);
        let parent = self.nodes[departs as usize].parent;
        let first = std::mem::replace(&mut self.nodes[parent as usize].child, departs);
        self.nodes[departs as usize].sibling = first;
    }

    /// Cuts a move off with all that follows it; the position before it is on the board, where one of them was. The start is
    /// never cut.
    pub fn cut(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        self.unlink(node);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            open.extend(self.children(node));
            self.nodes[node as usize].cut = true;
            self.comments.remove(&node);
            let points: Vec<Vertex> = self.marks(node).map(|(point, _)| point).collect();
            for point in points {
                self.marks.remove(&(node, point));
            }
        }
        if !self.contains(self.current) {
            self.current = parent;
        }
    }

    /// Takes a node out of the list of those that may be played instead.
    fn unlink(&mut self, node: NodeId) {
        let Node { parent, sibling, .. } = self.nodes[node as usize];
        let before = self.children(parent).find(|&at| self.nodes[at as usize].sibling == node);
        match before {
            Some(before) => self.nodes[before as usize].sibling = sibling,
            None => self.nodes[parent as usize].child = sibling,
        }
    }

    /// A walk through the tree: a move, what follows it, the moves that may be played instead. In the extent of the board its
    /// own moves come first.
    pub fn walk(&self, extent: Extent) -> Vec<Step> {
        let board = self.path(self.current);
        let mut on_board = vec![false; self.nodes.len()];
        for &node in &board {
            on_board[node as usize] = true;
        }
        let following = |node: NodeId| -> Vec<NodeId> {
            let children = self.children(node);
            match extent {
                Extent::Whole => children.collect(),
                Extent::Board if node == self.current => Vec::new(),
                Extent::Board => {
                    let (own, others): (Vec<_>, Vec<_>) = children.partition(|&node| on_board[node as usize]);
                    let recorded = others.into_iter().filter(|&node| self.nodes[node as usize].recorded);
                    own.into_iter().chain(recorded).collect()
                }
            }
        };
        let (mut steps, mut open) = (Vec::with_capacity(2 * self.nodes.len()), Vec::new());
        let enter = |open: &mut Vec<Step>, node: NodeId| {
            let nodes = following(node);
            let divides = nodes.len() > 1;
            open.extend(nodes.into_iter().rev().map(|node| Step::Enter(node, divides)));
        };
        enter(&mut open, ROOT);
        while let Some(step) = open.pop() {
            steps.push(step);
            if let Step::Enter(node, divides) = step {
                open.push(Step::Leave(node, divides));
                enter(&mut open, node);
            }
        }
        steps
    }
}

/// Appends a text to another, on one line.
pub fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

fn some(node: NodeId) -> Option<NodeId> {
    (node != NONE).then_some(node)
}

#[cfg(test)]
mod tests;
