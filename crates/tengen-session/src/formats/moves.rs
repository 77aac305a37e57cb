//! Lists of moves as people paste them and programs print them: numbered or not, separated by anything or nothing, with colours,
//! comments and a result.

use super::text::ascii;
use super::{offsets, playok};
use std::borrow::Cow;
use std::fmt;
use tengen_core::game::Color;

/// What a list of moves says, before any game has looked at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveList {
    /// The moves in their order, as words; points that a dash or an `x` joins are one word, and so is a move with the removals
    /// behind it; of those beyond [`MAX_MOVES`] only the first. A pass is [`PASS`]. Lists of PlayOK's mill have numbers for points,
    /// and Gomocup's openings two for each.
    pub moves: Vec<String>,
    /// The number of the line of the text that each of them is on, from 1.
    pub lines: Vec<usize>,
    /// The side that is named before the first move.
    pub first: Option<Color>,
    /// The side that is named behind the last move.
    pub side: Option<Color>,
    /// The result at the end, in the writer's words.
    pub result: Option<String>,
}

/// What a list says behind its last move that is no move: `resigns`, `White lost on time`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The side that is named there.
    pub side: Option<Color>,
    /// The words beside that.
    pub words: Vec<String>,
}

impl Ending {
    /// True where a side resigns: the one that is named, or else the side to move.
    pub fn is_resignation(&self) -> bool {
        self.has("resign") || self.has("give") && self.has("up")
    }

    /// True where a side loses otherwise than by the rules: its time is over, it does not come.
    pub fn is_forfeit(&self) -> bool {
        self.has("time") || self.has("forfeit")
    }

    /// Whether a word begins so.
    fn has(&self, begin: &str) -> bool {
        self.words.iter().any(|word| word.get(..begin.len()).is_some_and(|own| own.eq_ignore_ascii_case(begin)))
    }
}

impl fmt::Display for Ending {
    /// As a person writes it: `black resigns`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.map(Color::name);
        f.write_str(&side.into_iter().chain(self.words.iter().map(String::as_str)).collect::<Vec<_>>().join(" "))
    }
}

impl MoveList {
    /// True for a list whose points are PlayOK's numbers.
    pub fn is_numbered(&self) -> bool {
        self.moves.first().is_some_and(|word| playok::mv(word).is_some())
    }

    /// True for a list whose first word is a move; dashes, which are a pass, may be a part of a board.
    pub fn begins(&self) -> bool {
        self.moves.first().is_some_and(|word| word != PASS && is_move(word))
    }

    fn push(&mut self, word: &str) {
        self.side = self.side.filter(|_| !is_move(word));
        if self.moves.len() <= MAX_MOVES {
            self.moves.push(word.to_owned());
        }
    }

    /// Takes off the words behind the last move; `None` where there are none, or no move.
    pub fn take_ending(&mut self) -> Option<Ending> {
        let count = self.moves.iter().rposition(|word| is_move(word))? + 1;
        self.lines.truncate(count);
        let words = self.moves.split_off(count);
        (!words.is_empty()).then_some(Ending { side: self.side, words })
    }
}

/// Reads a list of moves. What belongs to no move is left out: numbers of moves, colours, separators. A word that is no move
/// stays, so that who plays the list can name it.
pub fn read(text: &str) -> MoveList {
    let text = without_comments(text);
    let text = ascii(&text);
    if let Some(list) = playok::read(&text).or_else(|| offsets::read(&text)) {
        return list;
    }
    let mut list = MoveList::default();
    for (line, number) in plain(&text).lines().zip(1..) {
        if list.moves.len() > MAX_MOVES {
            break;
        }
        for word in line.split_whitespace() {
            if is_result(word) {
                list.result = Some(word.to_owned()).filter(|word| word != UNKNOWN);
            } else {
                word.split(|c| SEPARATORS.contains(c)).for_each(|part| split(part, &mut list));
            }
        }
        list.lines.resize(list.moves.len(), number);
    }
    list
}

/// The rule set of mill whose stones never move: no FEN is of it.
pub const ZHIQI: &str = "zhiqi";

/// True for a position of mill as Sanmill writes it: three rings of eight points.
pub fn is_fen_of_mill(text: &str) -> bool {
    let rings = text.split_whitespace().next().unwrap_or_default().split('/');
    let is_ring = |ring: &str| ring.len() == 8 && ring.chars().all(|mark| "O@*X".contains(mark));
    rings.clone().count() == 3 && rings.clone().all(is_ring)
}

/// How GoldToken writes the moves of mill and Sanmill the sides, and what it means.
const PHRASES: [(&str, &str); 5] =
    [("Place to ", ""), (", take ", "x"), (" -> ", "-"), ("Player1", "black"), ("Player2", "white")];

/// True for a list that GoldToken has written.
pub fn is_of_gold_token(text: &str) -> bool {
    text.contains(PHRASES[0].0)
}

/// A list of moves without words between them.
fn plain(text: &str) -> Cow<'_, str> {
    PHRASES.iter().fold(Cow::Borrowed(text), |text, (phrase, meaning)| {
        if text.contains(phrase) { Cow::Owned(text.replace(phrase, meaning)) } else { text }
    })
}

/// The most moves that a list is played with: many times those of the longest game.
pub const MAX_MOVES: usize = 1 << 13;

/// The list of moves in the address of a page that shows a game, as boards on the web have it behind `#`, `?` or a slash: the
/// longest part that is nothing but points. `None` for what is no address, or one without moves.
pub fn in_address(text: &str) -> Option<MoveList> {
    let word = text.trim();
    // A part of an address alone, as RenLib reads it: `data=h8+h9`.
    let names = |(name, _): (&str, &str)| !name.is_empty() && name.chars().all(char::is_alphabetic);
    let is_address = word.contains("://") || word.starts_with(['#', '?']) || word.split_once('=').is_some_and(names);
    if word.contains(char::is_whitespace) || !is_address {
        return None;
    }
    let lists = word.split(['/', '#', '?', '&', '=']).map(read);
    let of_points = |list: &MoveList| !list.moves.is_empty() && list.moves.iter().all(|mv| is_move(mv));
    lists.filter(of_points).max_by_key(|list| list.moves.len())
}

/// What separates moves beside blanks. A dash does so, too, where it joins no points.
const SEPARATORS: &str = ",;:._|/=+)\"'";

/// Signs of annotation behind a move: `f5!?`.
const ANNOTATIONS: [char; 2] = ['!', '?'];

/// The result of a game that has none yet, in PGN.
const UNKNOWN: &str = "*";

/// The signs that enclose a comment, and those that begin one that ends with its line.
const ENCLOSED: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];
const TO_LINE_END: [&str; 3] = ["#", "%", "//"];

/// The text with blanks for comments; lines stay lines. Round brackets may be nested, as variations are. `#`, `%` and `//` begin a comment at the start of a line or behind a
/// blank.
pub fn without_comments(text: &str) -> Cow<'_, str> {
    if let Some((open, close)) = brackets_of_moves(text) {
        return Cow::Owned(without_comments(&text.replace([open, close], " ")).into_owned());
    }
    let may_begin = |c: char| "#%/".contains(c) || ENCLOSED.iter().any(|(open, _)| *open == c);
    if !text.contains(may_begin) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    // The kinds of brackets of which one has no end; then the others have none either.
    let mut endless = [false; ENCLOSED.len()];
    while let Some(c) = rest.chars().next() {
        let begins = plain.chars().next_back().is_none_or(char::is_whitespace);
        let comment = if let Some(kind) = ENCLOSED.iter().position(|(open, _)| *open == c) {
            let end = if endless[kind] { None } else { enclosed(rest, ENCLOSED[kind]) };
            endless[kind] = end.is_none();
            end
        } else if begins && TO_LINE_END.iter().any(|mark| rest.starts_with(mark)) {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else {
            None
        };
        let (said, left) = rest.split_at(comment.unwrap_or(c.len_utf8()));
        if comment.is_some() {
            plain.push(' ');
            plain.extend(said.chars().filter(|&c| c == '\n'));
        } else {
            plain.push_str(said);
        }
        rest = left;
    }
    Cow::Owned(plain)
}

/// The brackets that a list has its moves in: `[f5][d6]`. They enclose no comments.
fn brackets_of_moves(text: &str) -> Option<(char, char)> {
    let text = text.trim_start();
    let has_move = |(open, close): &(char, char)| {
        let inside = text.strip_prefix(*open).and_then(|text| text.split_once(*close));
        inside.is_some_and(|(inside, _)| is_point(inside.trim()))
    };
    ENCLOSED.into_iter().find(has_move)
}

/// The length of the comment at the start of a text: to its closing bracket, or, where that is missing, to the last one.
fn enclosed(text: &str, (open, close): (char, char)) -> Option<usize> {
    let is_nested = open == '(';
    let (mut depth, mut end) = (0, None);
    for (at, sign) in text.match_indices([open, close]) {
        if sign.starts_with(close) {
            depth -= 1;
            end = Some(at + sign.len());
        } else if depth == 0 || is_nested {
            depth += 1;
        }
        if depth == 0 {
            break;
        }
    }
    end
}

/// The moves of a list with every point alone: a dash separates points here, as in games whose moves are points.
pub fn points_alone(moves: &[String]) -> Vec<String> {
    moves.iter().flat_map(|word| word.split('-')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// True for the result of a game: `1-0`, `1/2-1/2`, `33-31`, `0.5`, `+12`, `B+R`, `*`.
fn is_result(word: &str) -> bool {
    let number = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || "/.".contains(c))
    };
    let both = |mark: char| word.split_once(mark).is_some_and(|(first, second)| number(first) && number(second));
    let margin = word.strip_prefix(['B', 'W', 'b', 'w']);
    let reason = |text: &str| number(text) || !text.is_empty() && text.chars().all(char::is_alphabetic);
    let won = margin.and_then(|margin| margin.strip_prefix('+')).is_some_and(reason);
    let signed = word.strip_prefix(['+', '-']).is_some_and(number);
    [UNKNOWN, "\u{bd}-\u{bd}"].contains(&word) || ['-', ':', '.'].into_iter().any(both) || won || signed
}

/// Splits a word into moves: before every point, except points that a `-` or an `x` joins to the point before.
fn split(word: &str, list: &mut MoveList) {
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '0'..='9' => {
                // The number of a move.
                rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                continue;
            }
            '-' | '@' => {
                let signs = rest.len() - rest.trim_start_matches(c).len();
                if signs > 1 {
                    list.push(PASS);
                }
                rest = &rest[signs..];
                continue;
            }
            _ if c.is_ascii_alphabetic() => letters(rest),
            // Signs that mean nothing to any game, up to the next letter.
            _ => rest.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
        };
        let (said, left) = rest.split_at(length);
        rest = if is_move(said) { left.trim_start_matches(ANNOTATIONS) } else { left };
        let is_removal = said.starts_with(['x', 'X']) && point(&said[1..]).is_some();
        let before = list.moves.last_mut().filter(|before| is_removal && is_move(before));
        if let Some(before) = before {
            before.push_str(said);
        } else if PASSES.iter().any(|pass| said.eq_ignore_ascii_case(pass)) {
            list.push(PASS);
        } else if let Ok(color) = said.parse() {
            list.side = Some(color);
            if list.moves.is_empty() {
                list.first = list.side;
            }
        } else {
            list.push(said);
        }
    }
}

/// The word for a pass in a [`MoveList`].
pub const PASS: &str = "pass";

/// The words for a pass, in any case.
const PASSES: [&str; 4] = [PASS, "pa", "ps", "pp"];

/// The length of the move, or the word, at the start of a text that begins with a letter.
fn letters(text: &str) -> usize {
    let run = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    match point(text) {
        Some(length) => joined(text, length),
        // A removal that stands alone: `xd7`.
        None if text.starts_with(['x', 'X']) && point(&text[1..]).is_some() => joined(text, 0),
        // The last letter of a run belongs to the point that it begins.
        None if text[run..].starts_with(|c: char| c.is_ascii_digit()) => run - 1,
        None => run,
    }
}

/// The length of the move whose first point has this length.
fn joined(text: &str, mut length: usize) -> usize {
    while let Some(next) = text[length..].strip_prefix(['-', 'x', 'X']).and_then(point) {
        length += 1 + next;
    }
    length
}

/// The length of the point that a text begins with: a letter and a number.
fn point(text: &str) -> Option<usize> {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let row = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (row > 0).then_some(1 + row)
}

/// True for a word in the form of a move: a pass, one that begins with a point or a removal, or Gomocup's two numbers.
pub fn is_move(word: &str) -> bool {
    let is_of_points = point(word.strip_prefix(['x', 'X']).unwrap_or(word)).or(point(word)).is_some();
    word == PASS || is_of_points || offsets::is_offset(word)
}

/// The letters of the columns that a list of moves uses.
pub fn columns(moves: &[String]) -> impl Iterator<Item = char> {
    let points = moves.iter().flat_map(|word| word.split(['-', 'x', 'X']));
    points.filter(|word| point(word).is_some()).filter_map(|word| word.chars().next()).map(|c| c.to_ascii_uppercase())
}

/// True for one point and nothing else.
pub fn is_point(word: &str) -> bool {
    point(word) == Some(word.len())
}

#[cfg(test)]
mod tests;
