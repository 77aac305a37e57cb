//! Files without marks: positions, boards and lists of moves.

use super::Host;
use super::files::{FileGame, InFile, ListedGame, Stated, unreadable};
use super::found::{FoundGames, no_game};
use super::recognize::Recognizer;
use crate::formats::moves::{self, Ending, MoveList};
use crate::formats::othello::base81;
use crate::formats::{Facts, Format, offsets, sanmill};
use crate::lines::{self, Columns};
use crate::{Engine, EngineError};
use std::borrow::Cow;
use std::{iter, slice};
use tengen_core::game::{Color, Size};
use tengen_core::printable::quote_line;

impl Host {
    /// The games of a text without marks, by its content.
    pub(super) fn listed_in<'a>(&self, text: &'a str) -> Result<FoundGames<'a>, EngineError> {
        if let Some(games) = self.shown_in(text) {
            return Ok(games);
        }
        if lines::lines(text).next().is_none() {
            return Err(no_game("it has nothing but comments"));
        }
        match self.positions(text).or_else(|| self.boards(text)) {
            Some(games) => Ok(games),
            None => self.lists(text, None),
        }
    }

    /// The games of a text without marks that no list is like: an address, or positions in 16 signs.
    pub(super) fn shown_in<'a>(&self, text: &'a str) -> Option<FoundGames<'a>> {
        let is_signs = || !is_of_moves(text) && self.boards(text).is_none();
        in_address(text).or_else(|| in_sixteen_signs(text).filter(|_| is_signs()))
    }

    /// The games of a text without marks that is of a format; `None` where it is not.
    pub(super) fn listed_as<'a>(&self, text: &'a str, format: Format) -> Result<Option<FoundGames<'a>>, EngineError> {
        Ok(match format {
            Format::Url => in_address(text),
            Format::Position => self.positions(text),
            Format::Obf => self.boards(text),
            Format::Base81 => in_sixteen_signs(text),
            Format::Txt => match self.boards(text) {
                None => Some(self.lists(text, Some(true))?),
                games => games,
            },
            Format::Sheet => Some(self.lists(text, Some(false))?),
            _ => None,
        })
    }

    /// Positions, where the first line has one: each line is a game.
    fn positions<'a>(&self, text: &'a str) -> Option<FoundGames<'a>> {
        let mut recognizer = self.recognizer();
        recognizer.position(lines::lines(text).next()?.1)?;
        let none = || unreadable(&"expected a position, as on the first line");
        Some(Box::new(
            lines::lines(text)
                .map(move |(line, text)| (line, recognizer.position(text)))
                .map(move |(line, game)| InFile { line, game: game.map(FileGame::Moves).ok_or_else(none) }),
        ))
    }

    /// Boards of signs, where the first line has one, or several together: one on each line, or moves from the start, or each drawn on
    /// several lines.
    fn boards<'a>(&self, text: &'a str) -> Option<FoundGames<'a>> {
        let mut session = self.session();
        let mut entries = lines::entries(&mut *session, text).peekable();
        let is_board = lines::board(&mut *session, &entries.peek()?.1).is_some();
        is_board.then(|| -> FoundGames<'a> {
            Box::new(entries.map(move |(line, text)| InFile { line, game: on_line(&mut *session, &text) }))
        })
    }

    /// Lists of moves: a game on each line or one on all, as is told or as they can be played.
    pub(super) fn lists<'a>(&self, text: &'a str, each_line: Option<bool>) -> Result<FoundGames<'a>, EngineError> {
        let first = lines::lines(text).next().map_or(1, |(line, _)| line);
        let of_sanmill = sanmill::list(text);
        let is_of_sanmill = of_sanmill.is_some();
        let text = of_sanmill.map_or_else(|| moves::without_comments(text), Cow::Owned);
        let (text, mut left_out) = if each_line == Some(true) { (text, None) } else { without_title(text) };
        let mut all = moves::read(&text);
        let are_offsets = all.moves.first().is_some_and(|word| offsets::is_offset(word));
        // Not every line of such a text tells what it is.
        let list_of = move |text: &str| {
            let offsets = are_offsets.then(|| offsets::list(text)).flatten();
            offsets.unwrap_or_else(|| moves::read(text))
        };
        let lists = || lines::lines(&text).map(|(line, text)| (line, list_of(text)));
        let is_of_gold_token = moves::is_of_gold_token(&text);
        if is_of_gold_token {
            // What else a page says: names, who won.
            all.moves.retain(|word| moves::is_move(word));
            all.lines.clear();
        }
        if each_line != Some(true) && (is_of_gold_token || is_of_sanmill || all.is_numbered()) {
            let game = ListedGame { notes: left_out.into_iter().collect(), ..listed(None, all, Columns::Auto) };
            let game = FileGame::Moves(self.recognizer().of_mill(game));
            return Ok(Box::new(iter::once(InFile { line: first, game: Ok(game) })));
        }
        let line = all.lines.first().copied().unwrap_or(first);
        let Some(word) = all.moves.first().map(|word| quote_line(word)) else {
            return Err(no_game("it has no word that could be a move"));
        };
        if each_line.is_none() && !all.moves.iter().any(|word| moves::is_move(word)) {
            return Err(no_game(&format!("line {line}: \"{word}\" is no move")));
        }
        if !moves::is_move(&all.moves[0]) && !all.is_numbered() {
            let expected = if each_line.is_some() {
                "moves such as f5d6c3"
            } else {
                "a game tree (SGF, GGF), a board of signs (OBF) or moves"
            };
            return Err(unreadable(&format!("line {line}: expected {expected}, not \"{word}\"")));
        }
        let has_i = |list: &MoveList| moves::columns(&list.moves).any(|column| column == 'I');
        let is_long = all.moves.len() > moves::MAX_MOVES;
        let columns = if has_i(&all) || is_long && lists().any(|(_, list)| has_i(&list)) {
            Columns::WithI
        } else {
            Columns::Auto
        };
        let mut game = move |(line, list)| {
            let game = ListedGame { notes: left_out.take().into_iter().collect(), ..listed(None, list, columns) };
            InFile { line, game: Ok(FileGame::Moves(game)) }
        };
        let are_many =
            || lists().nth(1).is_some() && (is_long || self.begin_alone(lists().map(|(_, list)| list), &all, columns));
        let has_board = || {
            let mut session = self.session();
            lines::lines(&text).any(|(_, line)| lines::board(&mut *session, line).is_some())
        };
        if !each_line.unwrap_or_else(|| are_many() || has_board()) {
            return Ok(Box::new(iter::once(game((first, all)))));
        }
        let mut session = self.session();
        Ok(Box::new(each_line_of(text).filter_map(move |(line, text)| {
            if lines::board(&mut *session, &text).is_some() {
                return Some(InFile { line, game: on_board(&mut *session, &text) });
            }
            let mut list = list_of(&text);
            list.lines.fill(line);
            (!list.moves.is_empty()).then(|| game((line, list)))
        })))
    }

    /// True where every list begins as a game does, and all of them together are none.
    fn begin_alone(&self, mut lists: impl Iterator<Item = MoveList>, all: &MoveList, columns: Columns) -> bool {
        let mut session = self.session();
        let mut plays = |words: &[String]| lines::reading(&mut *session, None, words, columns).is_ok();
        let mut begins = |list: MoveList| list.moves.first().is_none_or(|first| plays(slice::from_ref(first)));
        let mut without_ending = all.clone();
        without_ending.take_ending();
        lists.all(&mut begins) && lines::reading(&mut *self.session(), None, &without_ending.moves, columns).is_err()
    }

    pub(super) fn recognizer(&self) -> Recognizer {
        Recognizer { games: self.games, entry: self.entry, board: self.session() }
    }
}

/// The game in an address.
fn in_address<'a>(text: &str) -> Option<FoundGames<'a>> {
    let game = FileGame::Moves(listed(None, moves::in_address(text)?, Columns::WithI));
    Some(Box::new(iter::once(InFile { line: 1, game: Ok(game) })))
}

/// Positions of Othello in 16 signs, where the first line has one.
fn in_sixteen_signs(text: &str) -> Option<FoundGames<'_>> {
    base81::positions(text).next()?.1?;
    let game = |(line, position): (usize, Option<String>)| {
        let stated = Stated { game: Some("Othello"), rule: None, size: Some(Size::square(8)) };
        let start = position.ok_or_else(|| unreadable(&"expected 16 signs, of four squares each"));
        let game = start.map(|start| ListedGame { stated, start: Some(start), ..ListedGame::default() });
        InFile { line, game: game.map(FileGame::Moves) }
    };
    Some(Box::new(base81::positions(text).map(game)))
}

/// True for a text whose first line with content has moves and nothing else.
fn is_of_moves(text: &str) -> bool {
    let first = lines::lines(text).next().map(|(_, line)| moves::read(line).moves).unwrap_or_default();
    !first.is_empty() && first.iter().all(|word| moves::is_move(word))
}

/// A text of moves without the lines in front of them, such as a title or names, and what is to be said of these: they begin with a
/// word that is no move, and have not more moves than other words.
fn without_title(text: Cow<'_, str>) -> (Cow<'_, str>, Option<String>) {
    let begins = |words: &[String]| words.first().is_some_and(|word| moves::is_move(word));
    let is_title = |words: &[String]| {
        let count = words.iter().filter(|word| moves::is_move(word)).count();
        !words.is_empty() && !begins(words) && 2 * count <= words.len()
    };
    let mut title = Vec::new();
    for (number, line) in lines::lines(&text) {
        let list = moves::read(line);
        if begins(&list.moves) && !title.is_empty() {
            let kept: String = text.split_inclusive('\n').skip(number - 1).collect();
            let left_out = format!("what stands before the moves is left out: \"{}\"", quote_line(&title.join(" ")));
            return (Cow::Owned("\n".repeat(number - 1) + &kept), Some(left_out));
        }
        if list.is_numbered() || !is_title(&list.moves) {
            break;
        }
        title.push(line);
    }
    (text, None)
}

/// The lines of a text with content, with their numbers from 1, without a copy of all of them.
fn each_line_of(text: Cow<'_, str>) -> impl Iterator<Item = (usize, String)> {
    let (mut at, mut number) = (0, 0);
    iter::from_fn(move || {
        while at < text.len() {
            let rest = &text[at..];
            let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
            (at, number) = (at + line.len(), number + 1);
            let said = lines::said(line);
            if !said.is_empty() {
                return Some((number, said.to_owned()));
            }
        }
        None
    })
}

/// A game on a line of a file of boards: it begins on one, or has moves from the start.
fn on_line(session: &mut dyn Engine, text: &str) -> Result<FileGame, EngineError> {
    let list = moves::read(text);
    if list.begins() && lines::board(session, text).is_none() {
        let list = MoveList { lines: Vec::new(), ..list };
        return Ok(FileGame::Moves(listed(None, list, Columns::Auto)));
    }
    on_board(session, text)
}

/// A game that begins on a board of signs.
fn on_board(session: &mut dyn Engine, text: &str) -> Result<FileGame, EngineError> {
    let read = lines::board(session, text);
    let read = read.unwrap_or_else(|| Err(format!("expected {}, as on the first line", lines::board_of(session))));
    let (start, rest) = read.map_err(|why| unreadable(&why))?;
    // The text may begin on any line of the file.
    let list = MoveList { lines: Vec::new(), ..moves::read(&rest) };
    Ok(FileGame::Moves(listed(Some(start), list, Columns::Auto)))
}

/// A list of moves, which names no game.
pub(super) fn listed(start: Option<String>, mut list: MoveList, columns: Columns) -> ListedGame {
    let mut ending = list.take_ending();
    // Who begins is Black here, whatever the list says: White begins in mill for everybody else.
    let is_swapped = start.is_none() && list.first == Some(Color::White);
    if let Some(side) =
        ending.as_mut().filter(|ending| is_swapped && ending.is_resignation()).and_then(|ending| ending.side.as_mut())
    {
        *side = !*side;
    }
    let forfeit = ending.as_ref().filter(|ending| ending.is_forfeit()).map(Ending::to_string);
    let facts = Facts { result: list.result.or(forfeit), ..Facts::default() };
    let MoveList { moves, lines, .. } = list;
    ListedGame { facts, start, moves, lines, ending, columns, ..ListedGame::default() }
}
