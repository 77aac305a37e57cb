//! Libraries of `RenLib`: games as one tree of moves, with players and result as a comment on the last move of each.

use super::{Unwritable, WrittenGame, unwritable};
use crate::formats::renlib::{COMMENT, HEADER, LEAF, MAGIC, SIBLING, SIZE};
use std::io;
use tengen_core::game::{Size, Vertex};

/// The version that has the root.
const VERSION: [u8; 2] = [3, 4];

/// The byte of a pass, and of the root.
const NO_POINT: u8 = 0;

/// The moves of a game as the format's bytes, and what is said of it.
pub struct Line {
    points: Vec<u8>,
    comment: String,
}

impl Line {
    pub(super) fn of(game: WrittenGame<'_>) -> Result<Self, Unwritable> {
        game.only("Gomoku")?;
        game.needs_usual_start()?;
        if game.engine.size() != Size::square(SIZE) {
            return Err(unwritable(format!("is on another board than RenLib's of {SIZE} lines")));
        }
        let byte = |(_, text): (_, String)| text.parse::<Vertex>().map_or(NO_POINT, place);
        let points = game.moves().map(byte).collect();
        let facts = game.facts;
        let players: Vec<_> = facts.players.iter().flatten().cloned().collect();
        let said = [Some(players.join(" - ")), game.result(), facts.event.clone(), facts.date.clone()];
        let said: Vec<_> = said.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        Ok(Self { points, comment: said.join(", ") })
    }
}

/// The column from 1 in the low half, the row from the top in the high one.
fn place(point: Vertex) -> u8 {
    (SIZE - 1 - point.row) << 4 | (point.col + 1)
}

/// A node of the tree; the root is the first.
struct TreeNode {
    place: u8,
    child: Option<usize>,
    sibling: Option<usize>,
    comment: String,
}

/// A tree of games.
pub(super) struct Library(Vec<TreeNode>);

impl Default for Library {
    fn default() -> Self {
        Self(vec![TreeNode { place: NO_POINT, child: None, sibling: None, comment: String::new() }])
    }
}

impl Library {
    /// Adds a game to the tree.
    pub fn add(&mut self, line: &Line) {
        let mut at = 0;
        for &place in &line.points {
            at = self.child(at, place);
        }
        let comment = &mut self.0[at].comment;
        if !comment.is_empty() && !line.comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&line.comment);
    }

    /// The node that follows another with a move; new ones come last.
    fn child(&mut self, parent: usize, place: u8) -> usize {
        let (mut last, mut next) = (None, self.0[parent].child);
        while let Some(at) = next {
            if self.0[at].place == place {
                return at;
            }
            (last, next) = (Some(at), self.0[at].sibling);
        }
        let new = self.0.len();
        self.0.push(TreeNode { place, child: None, sibling: None, comment: String::new() });
        match last {
            Some(last) => self.0[last].sibling = Some(new),
            None => self.0[parent].child = Some(new),
        }
        new
    }

    /// Writes the tree: each node, all that follows it, its next sibling.
    pub fn write(&self, output: &mut impl io::Write) -> io::Result<()> {
        let mut header = [0xff; HEADER];
        header[..MAGIC.len()].copy_from_slice(MAGIC);
        header[MAGIC.len()..][..VERSION.len()].copy_from_slice(&VERSION);
        output.write_all(&header)?;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let TreeNode { place, child, sibling, comment } = &self.0[at];
            let flag = |set: bool, flag: u8| if set { flag } else { 0 };
            let flags =
                flag(sibling.is_some(), SIBLING) | flag(child.is_none(), LEAF) | flag(!comment.is_empty(), COMMENT);
            output.write_all(&[*place, flags])?;
            if !comment.is_empty() {
                // Its first line ends with a sign of its own; zeros to an even count end the text.
                let mut bytes = comment.replacen('\n', "\x08", 1).replace('\0', " ").into_bytes();
                bytes.resize((bytes.len() + 2) & !1, 0);
                output.write_all(&bytes)?;
            }
            open.extend(sibling);
            open.extend(child);
        }
        Ok(())
    }
}
