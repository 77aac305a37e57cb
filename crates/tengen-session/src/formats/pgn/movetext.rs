//! The text of a game behind its tags: lines of moves, with what is said between them.

use super::{NO_MOVE, word};
use crate::formats::branches::BranchMove;
use crate::formats::moves::{self, MoveList};
use crate::tree::join;

/// The most variations of a game, and the most moves that they have together.
pub const MOST: usize = 1 << 14;

/// The signs that stand for the first numbers of annotation, from `$1`.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The signs that a run of moves ends before.
const MARKS: [char; 9] = ['{', ';', '%', '$', '!', '?', '(', ')', '\n'];

/// A line of moves: the main one, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Line {
    /// The line that it departs from, and the part of its text that it stands behind.
    from: (usize, usize),
    /// The moves, in parts with a line end between them, where something is said or a variation stands.
    text: String,
    /// The number of the last part, from 0.
    part: usize,
    /// True where there is a word behind the last comment.
    has_words: bool,
    /// What is said, each behind a part.
    said: Vec<(usize, String)>,
    /// The number of line ends before it in the text of the game.
    number: usize,
}

impl Line {
    fn divide(&mut self) {
        self.text.push('\n');
        self.part += 1;
    }

    fn add(&mut self, words: &str) {
        self.has_words |= words.contains(|c: char| !c.is_whitespace());
        if self.has_words {
            self.text.push_str(&words.replace('\n', " "));
        }
    }

    /// Adds a comment to what is said behind the same move. There is `room` for so many others: no game that is kept has more.
    fn say(&mut self, text: &str, room: &mut usize) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.said.last_mut().filter(|_| !self.has_words) {
            Some((_, said)) => join(said, &text),
            None if *room > 0 => {
                *room -= 1;
                self.said.push((self.part, text));
            }
            None => {}
        }
        self.has_words = false;
        self.divide();
    }

    fn moves(&self) -> MoveList {
        let words = |part: &str| {
            let words = part.split_whitespace().filter(|word| *word != NO_MOVE).map(word);
            words.collect::<Vec<_>>().join(" ")
        };
        moves::read(&self.text.split('\n').map(words).collect::<Vec<_>>().join("\n"))
    }
}

/// What has no end: the place where it begins, and what it is.
pub type Open = (usize, &'static str);

/// What a game has beside its main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beside {
    /// The comments of the main line, each behind so many of its moves.
    pub comments: Vec<(usize, String)>,
    /// The moves of the variations.
    pub branches: Vec<BranchMove<String>>,
    /// True where there are more variations than are kept.
    pub is_cut: bool,
}

/// All lines of a game; the first is the main one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Movetext {
    lines: Vec<Line>,
    is_cut: bool,
}

impl Default for Movetext {
    fn default() -> Self {
        Self { lines: vec![Line::default()], is_cut: false }
    }
}

impl Movetext {
    /// Reads moves with comments (`{...}`, `;` to the end of the line), variations in brackets, numbers of annotations (`$1`) and their
    /// signs (`!?`), which are comments here; lines that begin with `%` are left out. Where something has no end, the lines have what
    /// stands before it.
    pub fn read(text: &str) -> (Self, Option<Open>) {
        let mut all = Self::default();
        // The lines that are open, how many brackets are within one that is not kept, and where the outermost variation begins.
        let (mut open, mut ignored, mut outermost) = (vec![0], 0_usize, 0);
        let (mut rest, mut number, mut room) = (text, 0, 4 * MOST);
        while let Some(c) = rest.chars().next() {
            let at = text.len() - rest.len();
            let line_end = || rest.find('\n').unwrap_or(rest.len());
            let own = open.last().copied().unwrap_or_default();
            let mut nowhere = Line::default();
            let line = if ignored > 0 { &mut nowhere } else { &mut all.lines[own] };
            let length = match c {
                '{' => {
                    let Some(end) = rest.find('}') else { return (all, Some((at, "a comment"))) };
                    line.say(&rest[1..end], &mut room);
                    end + 1
                }
                ';' => {
                    let end = line_end();
                    line.say(&rest[1..end], &mut room);
                    end
                }
                '%' if at == 0 || text[..at].ends_with('\n') => line_end(),
                '$' => {
                    let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
                    let sign =
                        rest[1..=digits].parse::<usize>().ok().and_then(|number| SIGNS.get(number.checked_sub(1)?));
                    line.say(sign.copied().unwrap_or(&rest[..=digits]), &mut room);
                    1 + digits
                }
                '!' | '?' => {
                    let signs = rest.len() - rest.trim_start_matches(['!', '?']).len();
                    line.say(&rest[..signs], &mut room);
                    signs
                }
                '(' => {
                    outermost = if open.len() == 1 && ignored == 0 { at } else { outermost };
                    let from = (own, line.part);
                    line.divide();
                    all.is_cut |= all.lines.len() > MOST;
                    if all.is_cut {
                        ignored += 1;
                    } else {
                        open.push(all.lines.len());
                        all.lines.push(Line { from, number, ..Line::default() });
                    }
                    1
                }
                ')' => {
                    if ignored > 0 {
                        ignored -= 1;
                    } else if open.len() > 1 {
                        open.pop();
                    }
                    1
                }
                _ => {
                    let behind = c.len_utf8();
                    let length = rest[behind..].find(MARKS).map_or(rest.len(), |end| behind + end);
                    line.add(&rest[..length]);
                    length
                }
            };
            number += rest[..length].matches('\n').count();
            rest = &rest[length..];
        }
        let is_open = open.len() > 1 || ignored > 0;
        (all, is_open.then_some((outermost, "a variation")))
    }

    /// The words of the main line: moves, their numbers, and the result.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.lines[0].text.split_whitespace()
    }

    /// The moves of the main line; [`MoveList::lines`] has the parts of its text.
    pub fn moves(&self) -> MoveList {
        self.lines[0].moves()
    }

    /// What stands beside the main line, whose moves are these. A variation is played instead of the move before it.
    pub fn beside(&self, main: &MoveList) -> Beside {
        let mut beside = Beside { is_cut: self.is_cut, ..Beside::default() };
        let mut placed = vec![Placed { before: 0, first: 1, parts: main.lines.clone() }];
        for (part, text) in &self.lines[0].said {
            beside.comments.push((placed[0].moves(*part), text.clone()));
        }
        for line in &self.lines[1..] {
            let MoveList { moves, lines: parts, .. } = line.moves();
            let (from, part) = line.from;
            let before = placed[from].number(placed[from].moves(part).saturating_sub(1));
            let own = Placed { before, first: main.moves.len() + 1 + beside.branches.len(), parts };
            beside.is_cut |= beside.branches.len() + moves.len() > MOST;
            if beside.is_cut {
                break;
            }
            for (count, mv) in moves.into_iter().enumerate() {
                let (parent, comment) = (own.number(count), String::new());
                beside.branches.push(BranchMove { parent, mv, comment, line: line.number });
            }
            for (part, text) in &line.said {
                // What is said before the first move is said of it.
                let place = own.number(own.moves(*part).max(1)) - main.moves.len() - 1;
                if let Some(mv) = beside.branches.get_mut(place) {
                    join(&mut mv.comment, text);
                }
            }
            placed.push(own);
        }
        beside
    }
}

/// The moves of a line among all.
struct Placed {
    /// The number of the move before the first.
    before: usize,
    /// The number of the first.
    first: usize,
    /// The part of the text that each is in, from 1.
    parts: Vec<usize>,
}

impl Placed {
    /// How many moves there are up to the end of a part.
    fn moves(&self, part: usize) -> usize {
        self.parts.partition_point(|&own| own <= part + 1)
    }

    /// The number of the last of so many moves.
    fn number(&self, count: usize) -> usize {
        if count == 0 { self.before } else { self.first + count - 1 }
    }
}
