//! Libraries of `RenLib`: games as one tree of moves, with texts on points, and with players and result as a comment on the last move of each.

use super::{Unwritable, WrittenGame, unwritable};
use crate::TreeNode;
use crate::formats::renlib::{BOARD_TEXT, COMMENT, EXTENDED, HEADER, LEAF, MAGIC, SIBLING, SIZE};
use crate::tree::{Mark, NodeId};
use std::collections::HashMap;
use std::io;
use tengen_core::game::{Size, Vertex};

/// The version that has the root.
const VERSION: [u8; 2] = [3, 4];

/// The byte of a pass, and of the root.
const NO_POINT: u8 = 0;

/// The most moves of a library: of each it keeps 12 bytes until it is written.
const MAX_MOVES: u32 = 1 << 24;

/// The tree of a game in the format's bytes: the start, and then every move behind the one before it.
pub struct Branches(Vec<Node>);

/// A move of a game, or its start.
struct Node {
    /// The place of the one before in the list; the start's own for itself.
    parent: usize,
    place: u8,
    comment: String,
    /// The text on the point.
    label: String,
}

impl Branches {
    pub(super) fn of(game: WrittenGame<'_>) -> Result<Self, Unwritable> {
        game.only("Gomoku")?;
        game.needs_usual_start()?;
        if game.engine.size() != Size::square(SIZE) {
            return Err(unwritable(format!("is on another board than RenLib's of {SIZE} lines")));
        }
        let letters = game.engine.letters();
        let mut places: HashMap<NodeId, usize> = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        // Texts that a position has on other points, for the moves that are played there.
        let mut labels: HashMap<(usize, Vertex), String> = HashMap::new();
        for TreeNode { node, parent, mv, comment, marks, .. } in game.nodes() {
            let parent = parent.map_or(0, |parent| places[&parent]);
            let point = mv.and_then(|(_, text)| letters.to_gtp(&text).parse::<Vertex>().ok());
            let mut label = point.and_then(|point| labels.remove(&(parent, point))).unwrap_or_default();
            for (shown, mark) in marks {
                match mark {
                    Mark::Label(text) if Some(shown) == point => label = text,
                    Mark::Label(text) => drop(labels.insert((nodes.len(), shown), text)),
                    _ => {}
                }
            }
            places.insert(node, nodes.len());
            nodes.push(Node { parent, place: point.map_or(NO_POINT, place), comment, label });
        }
        let facts = game.facts;
        let players: Vec<_> = facts.players.iter().flatten().cloned().collect();
        let said = [Some(players.join(" - ")), game.result(), facts.event.clone(), facts.date.clone()];
        let said: Vec<_> = said.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        add(&mut nodes[places[&game.engine.node()]].comment, &said.join(", "));
        Ok(Self(nodes))
    }
}

/// Adds a line to a comment.
fn add(comment: &mut String, line: &str) {
    if !comment.is_empty() && !line.is_empty() {
        comment.push('\n');
    }
    comment.push_str(line);
}

/// The column from 1 in the low half, the row from the top in the high one.
fn place(point: Vertex) -> u8 {
    (SIZE - 1 - point.row) << 4 | (point.col + 1)
}

/// A node of the tree: its point, and the numbers of the first node that follows it and of the next beside it, 0 for none.
struct Entry {
    place: u8,
    child: u32,
    sibling: u32,
}

/// A tree of games. Node 0 is the root.
pub(super) struct Library {
    nodes: Vec<Entry>,
    comments: HashMap<u32, String>,
    labels: HashMap<u32, String>,
}

impl Default for Library {
    fn default() -> Self {
        let root = Entry { place: NO_POINT, child: 0, sibling: 0 };
        Self { nodes: vec![root], comments: HashMap::new(), labels: HashMap::new() }
    }
}

impl Library {
    /// Adds a game to the tree.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] where the tree becomes too large.
    pub fn add(&mut self, game: &Branches) -> io::Result<()> {
        let mut path: Vec<u32> = Vec::with_capacity(game.0.len());
        for Node { parent, place, comment, label } in &game.0 {
            let at = if path.is_empty() { 0 } else { self.child(path[*parent], *place)? };
            path.push(at);
            for (texts, text) in [(&mut self.comments, comment), (&mut self.labels, label)] {
                if !text.is_empty() {
                    add(texts.entry(at).or_default(), text);
                }
            }
        }
        Ok(())
    }

    /// The node that follows another with a move; new ones come last.
    fn child(&mut self, parent: u32, place: u8) -> io::Result<u32> {
        let (mut last, mut next) = (0, self.nodes[parent as usize].child);
        while next > 0 {
            let node = &self.nodes[next as usize];
            if node.place == place {
                return Ok(next);
            }
            (last, next) = (next, node.sibling);
        }
        let many = || {
            let why = format!("a library of RenLib has at most {MAX_MOVES} different moves here: divide the games");
            io::Error::new(io::ErrorKind::InvalidInput, why)
        };
        let new = u32::try_from(self.nodes.len()).ok().filter(|&new| new <= MAX_MOVES).ok_or_else(many)?;
        self.nodes.push(Entry { place, child: 0, sibling: 0 });
        if last > 0 {
            self.nodes[last as usize].sibling = new;
        } else {
            self.nodes[parent as usize].child = new;
        }
        Ok(new)
    }

    /// Writes the tree: each node, all that follows it, its next sibling.
    pub fn write(&self, output: &mut impl io::Write) -> io::Result<()> {
        let mut header = [0xff; HEADER];
        header[..MAGIC.len()].copy_from_slice(MAGIC);
        header[MAGIC.len()..][..VERSION.len()].copy_from_slice(&VERSION);
        output.write_all(&header)?;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Entry { place, child, sibling } = self.nodes[at as usize];
            let (comment, label) = (self.comments.get(&at), self.labels.get(&at));
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let flags = [
                flag(sibling > 0, SIBLING),
                flag(child == 0, LEAF),
                flag(comment.is_some(), COMMENT),
                flag(label.is_some(), EXTENDED),
            ];
            output.write_all(&[place, flags.iter().sum()])?;
            if label.is_some() {
                output.write_all(&[0, BOARD_TEXT])?;
            }
            // A text's first line ends with a sign of its own.
            let texts =
                [comment.map(|comment| comment.replacen('\n', "\x08", 1)), label.map(|label| label.replace('\n', " "))];
            for text in texts.into_iter().flatten() {
                let mut bytes = text.replace('\0', " ").into_bytes();
                bytes.resize((bytes.len() + 2) & !1, 0);
                output.write_all(&bytes)?;
            }
            open.extend([sibling, child].into_iter().filter(|&next| next > 0));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_share_their_moves_and_keep_what_is_said() {
        let mut library = Library::default();
        let line = |points: &[u8], comments: &[(usize, &str)], label: &str| {
            let said = |at| comments.iter().find(|(plies, _)| *plies == at).map_or("", |(_, text)| text).to_owned();
            let node = |(at, &place): (usize, &u8)| Node {
                parent: at.saturating_sub(1),
                place,
                comment: said(at),
                label: if at == points.len() { label.to_owned() } else { String::new() },
            };
            Branches([&[NO_POINT], points].concat().iter().enumerate().map(node).collect())
        };
        library.add(&line(&[0x78, 0x68], &[(0, "root"), (2, "A")], "")).unwrap();
        library.add(&line(&[0x78, 0x69], &[(1, "one\ntwo")], "1")).unwrap();
        library.add(&line(&[0x78, 0x68], &[(2, "B")], "")).unwrap();
        let mut bytes = Vec::new();
        library.write(&mut bytes).unwrap();
        let root = [&[0, 0x08][..], b"root\0\0"].concat();
        let first = [&[0x78, 0x08][..], b"one\x08two\0"].concat();
        let others = [&[0x68, 0xc8][..], b"A\x08B\0", &[0x69, 0x41, 0, 1], b"1\0"].concat();
        assert_eq!(
            bytes[HEADER..].escape_ascii().to_string(),
            [root, first, others].concat().escape_ascii().to_string()
        );
        assert_eq!(library.nodes.len(), 4);
    }
}
