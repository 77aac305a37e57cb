//! What a game tree has beside its main line: variations and comments.
//!
//! Moves are numbered in the order of the file, which is that of a walk: those of the main line from 1, then those of the
//! variations. 0 is the root. Nothing here recurses, and a tree takes time by its size, not by its depth.

use super::{SgfError, SgfRecord, escape};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tengen_core::game::Color;

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

/// What a record has beside the moves that are played, by the number of plies on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// The root's comment, and then that of each move; empty where there is none.
    pub comments: Vec<String>,
    /// The variations as SGF, each after so many plies.
    pub variations: Vec<(usize, String)>,
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

    /// What the record has beside its moves, where so many plies are on the board after each number of them; `None` stands where a
    /// move is begun.
    pub(super) fn annotations(&self, plies: &[Option<usize>]) -> Annotations {
        let at = |number: usize| plies.get(number).copied().flatten();
        let mut comments: Vec<String> = Vec::new();
        for (number, comment) in &self.comments {
            if let Some(ply) = at(*number) {
                comments.resize(comments.len().max(ply + 1), String::new());
                join(&mut comments[ply], comment);
            }
        }
        let mut variations: BTreeMap<usize, String> = BTreeMap::new();
        for (number, text) in self.branch_texts() {
            if let Some(ply) = at(number) {
                *variations.entry(ply).or_default() += &text;
            }
        }
        Annotations { comments, variations: variations.into_iter().collect() }
    }

    /// The variations as SGF, each with the number of the main line's move that it follows.
    fn branch_texts(&self) -> Vec<(usize, String)> {
        let mut children = vec![0_usize; self.branches.len()];
        for parent in self.branches.iter().filter_map(|mv| self.branch(mv.parent)) {
            children[parent] += 1;
        }
        let mut texts: Vec<(usize, String)> = Vec::new();
        // The moves that are written and may be followed by others, and whether a bracket is open before them.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (place, mv) in self.branches.iter().enumerate() {
            let parent = self.branch(mv.parent);
            close(&mut open, &mut texts, parent);
            if parent.is_none() {
                texts.push((mv.parent, String::new()));
            }
            let brackets = parent.is_none_or(|parent| children[parent] > 1);
            if let Some((_, text)) = texts.last_mut() {
                let begin = if brackets { "\n(" } else { "" };
                let _ = write!(text, "{begin};{}[{}]", mv.color.letter(), escape(&mv.text));
                if !mv.comment.is_empty() {
                    let _ = write!(text, "C[{}]", escape(&mv.comment));
                }
            }
            open.push((place, brackets));
        }
        close(&mut open, &mut texts, None);
        texts
    }
}

/// Closes the moves behind `parent`, all without one.
fn close(open: &mut Vec<(usize, bool)>, texts: &mut [(usize, String)], parent: Option<usize>) {
    while let Some((_, brackets)) = open.pop_if(|(place, _)| Some(*place) != parent) {
        if let (true, Some((_, text))) = (brackets, texts.last_mut()) {
            text.push(')');
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
