//! Libraries of `RenLib`: games as one tree of moves, with players and result as a comment on the last move of each.

use super::{Unwritable, WrittenGame, unwritable};
use crate::formats::renlib::{COMMENT, HEADER, LEAF, MAGIC, SIBLING, SIZE};
use std::collections::HashMap;
use std::io;
use tengen_core::game::{Size, Vertex};

/// The version that has the root.
const VERSION: [u8; 2] = [3, 4];

/// The byte of a pass, and of the root.
const NO_POINT: u8 = 0;

/// The most moves of a library: of each it keeps 12 bytes until it is written.
const MAX_MOVES: u32 = 1 << 24;

/// The moves of a game as the format's bytes, and what is said of it, each behind so many of them.
pub struct Line {
    points: Vec<u8>,
    comments: Vec<(usize, String)>,
}

impl Line {
    pub(super) fn of(game: WrittenGame<'_>) -> Result<Self, Unwritable> {
        let mut line = Self::of_variation(game, 0)?;
        let facts = game.facts;
        let players: Vec<_> = facts.players.iter().flatten().cloned().collect();
        let said = [Some(players.join(" - ")), game.result(), facts.event.clone(), facts.date.clone()];
        let said: Vec<_> = said.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        if !said.is_empty() {
            line.comments.push((line.points.len(), said.join(", ")));
        }
        Ok(line)
    }

    /// A game of which only what is said from a move on is new.
    pub(super) fn of_variation(game: WrittenGame<'_>, departs: usize) -> Result<Self, Unwritable> {
        game.only("Gomoku")?;
        game.needs_usual_start()?;
        if game.engine.size() != Size::square(SIZE) {
            return Err(unwritable(format!("is on another board than RenLib's of {SIZE} lines")));
        }
        let byte = |(_, text): (_, String)| text.parse::<Vertex>().map_or(NO_POINT, place);
        let points: Vec<u8> = game.moves().map(byte).collect();
        let comments = game.engine.comments().into_iter().enumerate();
        let is_new = |(plies, text): &(usize, String)| *plies >= departs && *plies <= points.len() && !text.is_empty();
        Ok(Self { comments: comments.filter(is_new).collect(), points })
    }
}

/// The column from 1 in the low half, the row from the top in the high one.
fn place(point: Vertex) -> u8 {
    (SIZE - 1 - point.row) << 4 | (point.col + 1)
}

/// A node of the tree: its point, and the numbers of the first node that follows it and of the next beside it, 0 for none.
struct TreeNode {
    place: u8,
    child: u32,
    sibling: u32,
}

/// A tree of games. Node 0 is the root.
pub(super) struct Library {
    nodes: Vec<TreeNode>,
    comments: HashMap<u32, String>,
}

impl Default for Library {
    fn default() -> Self {
        Self { nodes: vec![TreeNode { place: NO_POINT, child: 0, sibling: 0 }], comments: HashMap::new() }
    }
}

impl Library {
    /// Adds a game to the tree.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] where the tree becomes too large.
    pub fn add(&mut self, line: &Line) -> io::Result<()> {
        let mut path = vec![0];
        let mut at = 0;
        for &place in &line.points {
            at = self.child(at, place)?;
            path.push(at);
        }
        for (plies, text) in &line.comments {
            let comment = self.comments.entry(path[*plies]).or_default();
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text);
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
        self.nodes.push(TreeNode { place, child: 0, sibling: 0 });
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
            let TreeNode { place, child, sibling } = self.nodes[at as usize];
            let comment = self.comments.get(&at);
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let flags = flag(sibling > 0, SIBLING) | flag(child == 0, LEAF) | flag(comment.is_some(), COMMENT);
            output.write_all(&[place, flags])?;
            if let Some(comment) = comment {
                // Its first line ends with a sign of its own; zeros to an even count end the text.
                let mut bytes = comment.replacen('\n', "\x08", 1).replace('\0', " ").into_bytes();
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
        let line = |points: &[u8], comments: &[(usize, &str)]| Line {
            points: points.to_vec(),
            comments: comments.iter().map(|&(plies, text)| (plies, text.to_owned())).collect(),
        };
        library.add(&line(&[0x78, 0x68], &[(0, "root"), (2, "A")])).unwrap();
        library.add(&line(&[0x78, 0x69], &[(1, "one\ntwo")])).unwrap();
        library.add(&line(&[0x78, 0x68], &[(2, "B")])).unwrap();
        let mut bytes = Vec::new();
        library.write(&mut bytes).unwrap();
        let root = [&[0, 0x08][..], b"root\0\0"].concat();
        let first = [&[0x78, 0x08][..], b"one\x08two\0"].concat();
        let others = [&[0x68, 0xc8][..], b"A\x08B\0", &[0x69, 0x40]].concat();
        assert_eq!(
            bytes[HEADER..].escape_ascii().to_string(),
            [root, first, others].concat().escape_ascii().to_string()
        );
        assert_eq!(library.nodes.len(), 4);
    }
}
