//! PGN, in which sites and programs write games of every kind: tags (`[Black "a"]`), then the moves, with comments and variations.
//!
//! [`games`] divides a file; [`hints`] tells of which game one may be.

pub mod hints;
mod movetext;

use super::moves::{self, MoveList, PASS};
use movetext::Movetext;
pub use movetext::{Beside, MOST};
use std::iter;
use thiserror::Error;

/// The most words that the moves of a game may have, their numbers among them.
const MAX_WORDS: usize = 2 * moves::MAX_MOVES;

/// Why a text between tags is no game, in one line for a person.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnError {
    /// A tag, a comment or a variation goes on to the end of the game.
    #[error("line {line}: {what} has no end")]
    Open {
        /// The line of the file that it begins on, from 1.
        line: usize,
        /// What it is.
        what: &'static str,
    },
    /// No game has so many moves.
    #[error("the game has more than {MAX_WORDS} words")]
    TooLong,
}

/// The tags that say anything about a game here.
const TAGS: [&str; 11] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "FEN", "GameType", "Game"];

/// A game of a file, before any game has looked at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The values of [`TAGS`]; the first that says anything where a tag is repeated.
    tags: [Option<String>; TAGS.len()],
    /// The moves and the result.
    text: Movetext,
    /// Why the game has no end in the file.
    pub cut: Option<PgnError>,
}

impl PgnGame {
    /// The value of a tag; `None` where it is missing or says nothing: `?`, `????.??.??`, `-`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let place = TAGS.iter().position(|tag| *tag == name)?;
        self.tags[place].as_deref().filter(|value| says(value))
    }

    /// The words of the moves, their numbers and the result.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.words()
    }

    /// The moves and the result behind them, for every game but gomoku ([`PgnGame::kurnik_moves`]).
    pub fn moves(&self) -> MoveList {
        self.text.moves()
    }

    /// What stands beside the main line, whose moves are these.
    pub fn beside(&self, main: &MoveList) -> Beside {
        self.text.beside(main)
    }

    /// The moves of gomoku, as PlayOK writes them.
    pub fn kurnik_moves(&self) -> KurnikMoves {
        let MoveList { moves, lines, .. } = self.moves();
        let is_renju = moves.get(1).is_some_and(|mv| mv == PASS);
        let mut moves: Vec<_> = moves.into_iter().zip(lines).filter(|(mv, _)| mv != PASS).collect();
        // A point that is named again can only be a choice.
        if let [_, _, _, _, (first, _), (second, _), (chosen, _), ..] = &moves[..]
            && [first, second].contains(&chosen)
        {
            moves.drain(4..6);
        }
        let (moves, lines) = moves.into_iter().unzip();
        // The choice stands behind three stones.
        let said = self.words().map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
        let mut said = said.filter(|word| !word.is_empty() && !word.starts_with('-'));
        KurnikMoves {
            moves,
            lines,
            is_swapped: said.nth(3).is_some_and(|word| word.eq_ignore_ascii_case("black")),
            is_renju,
        }
    }
}

/// The moves of a game of gomoku or renju as PlayOK, once Kurnik, writes it, with the choices of the opening between the moves:
/// `1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7`.
///
/// The columns are the players: `--` where one has no move between two of the other, a colour where the second player chooses one.
/// In renju one player lays the first three stones, and offers two fifth moves of which the other names one.
pub struct KurnikMoves {
    /// The moves, with one fifth move.
    pub moves: Vec<String>,
    /// As in [`MoveList`].
    pub lines: Vec<usize>,
    /// True where the second player chose Black.
    pub is_swapped: bool,
    /// True for renju: no other game has nothing in the second column of its first line.
    pub is_renju: bool,
}

/// A result whose first number is the other player's.
pub fn swapped(result: &str) -> String {
    result.split_once('-').map_or_else(|| result.to_owned(), |(first, second)| format!("{second}-{first}"))
}

/// True for the value of a tag that is not left open.
fn says(value: &str) -> bool {
    value.contains(|c: char| c.is_alphanumeric() || c == '*')
}

/// What Sanmill writes where a side has no move in a line.
const NO_MOVE: &str = "xxx";

/// A word as [`moves::read`] has it. XBoard writes a disc as a pawn that is dropped (`P@f5`), Sanmill a pass as `p`.
fn word(word: &str) -> &str {
    if word == "p" { PASS } else { word.strip_prefix("P@").or(word.strip_prefix("p@")).unwrap_or(word) }
}

/// The games of a file, each with the number of the line that it begins on, from 1; `None` for a file in which no line begins with
/// a tag, or a game tree of SGF comes before.
pub fn games(file: &str) -> Option<impl Iterator<Item = (usize, Result<PgnGame, PgnError>)>> {
    let first = tag_lines(file).next()?;
    if file[..first].contains("(;") {
        return None;
    }
    let (mut start, mut line, mut counted) = (Some(first), 1, 0);
    Some(iter::from_fn(move || {
        let from = start?;
        line += line_ends(&file[counted..from]);
        counted = from;
        let (game, length) = game(&file[from..], line);
        start = length.map(|length| from + length);
        Some((line, game))
    }))
}

/// The game at the start of a text, which begins on a line of the file, and its length, unless it is the last.
fn game(text: &str, line: usize) -> (Result<PgnGame, PgnError>, Option<usize>) {
    let at = |rest: &str| text.len() - rest.len();
    let open = |at: usize, what| PgnError::Open { line: line + line_ends(&text[..at]), what };
    let mut game = PgnGame::default();
    let mut error = None;
    let mut rest = text;
    while begins_with_tag(rest.trim_start()) {
        let tag = rest.trim_start();
        let (name, value) = tag[1..].split_once('"').unwrap_or((tag, ""));
        let place = TAGS.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        // A game without a line of moves is followed by the tags of another.
        let is_divided = at(rest) > 0 && line_ends(&rest[..rest.len() - tag.len()]) > 1;
        if is_divided && place.is_some_and(|place| game.tags[place].is_some()) {
            return (error.map_or(Ok(game), Err), Some(at(tag)));
        }
        let (value, is_whole, behind) = value_of(value);
        if !is_whole {
            error = error.or_else(|| Some(open(at(tag), "a tag")));
        }
        // Edax writes two dates.
        if let Some(tag) = place.map(|place| &mut game.tags[place]).filter(|tag| !tag.as_deref().is_some_and(says)) {
            *tag = Some(value);
        }
        rest = behind;
    }
    let next = tag_lines(rest).next();
    let moves = &rest[..next.unwrap_or(rest.len())];
    let (text, unended) = Movetext::read(moves);
    let unended = unended.map(|(place, what)| open(at(rest) + place, what));
    // Where the file ends within a game, that is worth the moves that it has.
    if next.is_none() && text.words().next().is_some() {
        game.cut = unended;
    } else {
        error = error.or(unended);
    }
    if text.words().nth(MAX_WORDS).is_some() {
        error = error.or(Some(PgnError::TooLong));
    }
    game.text = text;
    (error.map_or(Ok(game), Err), next.map(|next| at(rest) + next))
}

/// The places where lines begin that begin with a tag.
fn tag_lines(text: &str) -> impl Iterator<Item = usize> {
    let mut next = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = next;
        next += line.len();
        begins_with_tag(line.trim_start()).then_some(start)
    })
}

/// True for `[Name "`.
fn begins_with_tag(text: &str) -> bool {
    let name = text.strip_prefix('[').map(str::trim_start).unwrap_or_default();
    let behind = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    behind.len() < name.len() && behind.trim_start().starts_with('"')
}

/// The value of a tag, whose first quotation mark has been read, whether the tag has an end on its line, and what follows. A
/// quotation mark that no bracket follows is a part of the value: not every program escapes those of names.
fn value_of(text: &str) -> (String, bool, &str) {
    let (line, behind) = text.split_at(text.find('\n').unwrap_or(text.len()));
    let mut value = String::new();
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = if c == '"' { text[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(']') } else { None };
        if let Some(behind) = end {
            return (value.trim().to_owned(), true, behind);
        }
        let escaped = if c == '\\' { chars.next_if(|(_, next)| ['"', '\\'].contains(next)) } else { None };
        value.push(escaped.map_or(c, |(_, c)| c));
    }
    (value, false, behind)
}

fn line_ends(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
