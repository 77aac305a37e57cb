//! The games of a file: which format it has, and where each game begins.

use super::Host;
use super::files::{FileContent, FileGame, InFile, ListedGame, Stated, unreadable};
use super::recognize::Recognizer;
use crate::formats::facts::Facts;
use crate::formats::moves::{self, Ending, MoveList};
use crate::formats::othello::{OnLine, OthelloGame, quest, xof};
use crate::formats::pgn;
use crate::formats::renjunet::{self, DatabaseGame};
use crate::formats::sgf;
use crate::formats::wthor::{Names, WthorGame};
use crate::lines::{self, Columns};
use crate::{Engine, EngineError};
use std::{iter, slice};
use tengen_core::game::Size;
use tengen_core::printable::quote_line;

/// The games of a file, one after the other.
pub type FoundGames<'a> = Box<dyn Iterator<Item = InFile> + 'a>;

impl Host {
    /// The games in a file; at least one.
    ///
    /// # Errors
    /// As [`Host::games_of`].
    pub fn games_in<'a>(&self, content: &'a FileContent<'a>) -> Result<FoundGames<'a>, EngineError> {
        match content {
            FileContent::Text(text) => self.games_of(text),
            FileContent::Wthor(collection, names) => {
                let game = |(game, line)| InFile { line, game: Ok(of_wthor(game, collection.year, names)) };
                Ok(Box::new(collection.games().zip(1..).map(game)))
            }
        }
    }

    /// The games of a file whose format has marks; `None` for a text of moves, boards or positions.
    ///
    /// # Errors
    /// As [`Host::games_of`].
    pub fn marked_games<'a>(&self, content: &'a FileContent<'a>) -> Result<Option<FoundGames<'a>>, EngineError> {
        match content {
            FileContent::Text(text) => self.marked_in(text),
            FileContent::Wthor(..) => self.games_in(content).map(Some),
        }
    }

    /// The games in a text; at least one.
    ///
    /// A file with a line that begins with a tag is PGN, one with a game tree SGF or GGF; XML is `RenjuNet`'s database or XOF, JSON
    /// Othello Quest's. Any other file has positions or boards of signs, each on a line with the moves that follow, or moves: one game
    /// on all lines where it can be played so, or where the lines do not all begin as a game does; otherwise one game on each line.
    /// The address of a page has the moves of one game, with the letters of gomoku. Where a move has a column I, the column letters of
    /// all moves have no gap at I. A list may end with words that are no moves.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`] where there is no game, with the first word that is no move.
    pub fn games_of<'a>(&self, file: &'a str) -> Result<FoundGames<'a>, EngineError> {
        self.marked_in(file)?.map_or_else(|| self.listed_in(file), Ok)
    }

    fn marked_in<'a>(&self, file: &'a str) -> Result<Option<FoundGames<'a>>, EngineError> {
        if let Some(games) = renjunet::games(file) {
            let mut games = games.peekable();
            games.peek().ok_or_else(|| unreadable(&"there is no game in the database"))?;
            let game = |game: Result<_, _>| game.map(of_database).map_err(|error| unreadable(&error));
            return Ok(Some(Box::new(games.map(move |(line, found)| InFile { line, game: game(found) }))));
        }
        if let Some(games) = pgn::games(file) {
            let mut recognizer = self.recognizer();
            return Ok(Some(Box::new(games.map(move |(line, game)| {
                let game = game.map_err(|error| unreadable(&error)).and_then(|game| recognizer.pgn(&game));
                InFile { line, game: game.map(FileGame::Moves) }
            }))));
        }
        let of_othello = xof::games(file).map(boxed).or_else(|| Some(boxed(quest::games(file)?)));
        if let Some(games) = of_othello {
            let mut games = games.map(|(line, game)| InFile { line, game: game_of_othello(game) }).peekable();
            games.peek().ok_or_else(|| no_game("its list of games is empty"))?;
            return Ok(Some(Box::new(games)));
        }
        let mut trees = sgf::trees(file).peekable();
        if trees.peek().is_none() {
            return Ok(None);
        }
        let game = |tree: Result<_, _>| tree.map(FileGame::Record).map_err(|error| unreadable(&error));
        Ok(Some(Box::new(trees.map(move |(line, tree)| InFile { line, game: game(tree) }))))
    }

    fn listed_in<'a>(&self, text: &'a str) -> Result<FoundGames<'a>, EngineError> {
        if let Some(list) = moves::in_address(text) {
            let game = FileGame::Moves(listed(None, list, Columns::WithI));
            return Ok(Box::new(iter::once(InFile { line: 1, game: Ok(game) })));
        }
        let (first, start) = lines::lines(text).next().ok_or_else(|| no_game("it has nothing but comments"))?;
        let mut session = self.session();
        let mut recognizer = self.recognizer();
        if recognizer.position(start).is_some() {
            let none = || unreadable(&"expected a position, as on the first line");
            return Ok(Box::new(
                lines::lines(text)
                    .map(move |(line, text)| (line, recognizer.position(text)))
                    .map(move |(line, game)| InFile { line, game: game.map(FileGame::Moves).ok_or_else(none) }),
            ));
        }
        if lines::board(&mut *session, start).is_some() {
            return Ok(Box::new(
                lines::lines(text).map(move |(line, text)| InFile { line, game: on_board(&mut *session, text) }),
            ));
        }
        if lines::board(&mut *session, text).is_some() {
            return Ok(Box::new(iter::once(InFile { line: first, game: on_board(&mut *session, text) })));
        }
        let text = moves::without_comments(text);
        let lists = || lines::lines(&text).map(|(line, text)| (line, moves::read(text)));
        let mut all = moves::read(&text);
        let is_of_gold_token = moves::is_of_gold_token(&text);
        if is_of_gold_token {
            // What else a page says: names, who won.
            all.moves.retain(|word| moves::is_move(word));
            all.lines.clear();
        }
        if is_of_gold_token || all.is_numbered() {
            let game = FileGame::Moves(recognizer.of_mill(listed(None, all, Columns::Auto)));
            return Ok(Box::new(iter::once(InFile { line: first, game: Ok(game) })));
        }
        let first_word = all.moves.first().zip(all.lines.first());
        let Some((word, line)) = first_word.map(|(word, line)| (quote_line(word), line)) else {
            return Err(no_game("it has no word that could be a move"));
        };
        if !all.moves.iter().any(|word| moves::is_move(word)) {
            return Err(no_game(&format!("line {line}: \"{word}\" is no move")));
        }
        if !moves::is_move(&all.moves[0]) {
            let expected = "a game tree (SGF, GGF), a board of signs (OBF) or moves";
            return Err(unreadable(&format!("line {line}: expected {expected}, not \"{word}\"")));
        }
        let has_i = |list: &MoveList| moves::columns(&list.moves).any(|column| column == 'I');
        let is_long = all.moves.len() > moves::MAX_MOVES;
        let columns = if has_i(&all) || is_long && lists().any(|(_, list)| has_i(&list)) {
            Columns::WithI
        } else {
            Columns::Auto
        };
        let game = move |(line, list)| InFile { line, game: Ok(FileGame::Moves(listed(None, list, columns))) };
        let are_many = lists().nth(1).is_some()
            && (is_long || {
                let mut plays = |words: &[String]| lines::reading(&mut *session, None, words, columns).is_ok();
                let mut begins =
                    |(_, list): (usize, MoveList)| list.moves.first().is_none_or(|first| plays(slice::from_ref(first)));
                let mut without_ending = all.clone();
                without_ending.take_ending();
                lists().all(&mut begins)
                    && lines::reading(&mut *self.session(), None, &without_ending.moves, columns).is_err()
            });
        if !are_many {
            return Ok(Box::new(iter::once(game((first, all)))));
        }
        let lines: Vec<(usize, String)> = lines::lines(&text).map(|(line, text)| (line, text.to_owned())).collect();
        let lists = lines.into_iter().map(|(line, text)| (line, moves::read(&text)));
        Ok(Box::new(lists.filter(|(_, list)| !list.moves.is_empty()).map(move |(line, mut list)| {
            list.lines.fill(line);
            game((line, list))
        })))
    }

    fn recognizer(&self) -> Recognizer {
        Recognizer { games: self.games, entry: self.entry, board: self.session() }
    }
}

/// A game that begins on a board of signs. Fields behind a `;` are values of moves, as in OBF, unless they are moves.
fn on_board(session: &mut dyn Engine, text: &str) -> Result<FileGame, EngineError> {
    let read = lines::board(session, text);
    let read = read.unwrap_or_else(|| Err(format!("expected {}, as on the first line", lines::board_of(session))));
    let (start, rest) = read.map_err(|why| unreadable(&why))?;
    let is_value = |field: &str| field.contains(':') || field.trim_start().starts_with(['+', '-']);
    let fields = rest.split(';').filter(|field| !is_value(field)).collect::<Vec<_>>().join(" ");
    // The text may begin on any line of the file.
    let list = MoveList { lines: Vec::new(), ..moves::read(&fields) };
    Ok(FileGame::Moves(listed(Some(start), list, Columns::Auto)))
}

fn boxed<'a>(games: impl Iterator<Item = OnLine> + 'a) -> Box<dyn Iterator<Item = OnLine> + 'a> {
    Box::new(games)
}

/// A game of a file that has games of Othello only.
fn game_of_othello(game: Result<OthelloGame, String>) -> Result<FileGame, EngineError> {
    let OthelloGame { facts, size, moves } = game.map_err(|why| unreadable(&why))?;
    let stated = Stated { game: Some("Othello"), rule: None, size };
    Ok(FileGame::Moves(ListedGame { facts, stated, start: None, moves, ..ListedGame::default() }))
}

/// A game of WTHOR. Its players and its tournament are known where there are names.
fn of_wthor(game: WthorGame, year: u16, names: &Names) -> FileGame {
    let player = |number: u16| names.players.get(usize::from(number)).cloned();
    let facts = Facts {
        players: game.players.map(player),
        result: Some(game.result()),
        date: (year > 0).then(|| year.to_string()),
        event: names.tournaments.get(usize::from(game.tournament)).cloned(),
        ..Facts::default()
    };
    let stated = Stated { game: Some("othello"), rule: None, size: Some(Size::square(8)) };
    FileGame::Moves(ListedGame { facts, stated, start: None, moves: game.moves().collect(), ..ListedGame::default() })
}

/// A game of RenjuNet's.
fn of_database(DatabaseGame { facts, rule, moves }: DatabaseGame) -> FileGame {
    let stated = Stated { game: Some("gomoku"), rule: Some(rule.to_owned()), size: Some(Size::square(15)) };
    FileGame::Moves(ListedGame { facts, stated, start: None, moves, columns: Columns::WithI, ..ListedGame::default() })
}

/// A list of moves, which names no game.
pub(super) fn listed(start: Option<String>, mut list: MoveList, columns: Columns) -> ListedGame {
    let ending = list.take_ending();
    let forfeit = ending.as_ref().filter(|ending| ending.is_forfeit()).map(Ending::to_string);
    let facts = Facts { result: list.result.or(forfeit), ..Facts::default() };
    let MoveList { moves, lines, .. } = list;
    ListedGame { facts, stated: Stated::default(), start, moves, lines, ending, columns }
}

/// Why a text has no game.
fn no_game(why: &str) -> EngineError {
    let expected = "neither PGN nor a game tree (SGF, GGF) nor a board of signs (OBF) nor moves";
    unreadable(&format!("there is no game in the file, {expected}; {why}"))
}
