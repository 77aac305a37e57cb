//! The games of a file: which format it has, and where each game begins.

use super::Host;
use super::content::{Data, FileContent};
use super::files::{FileGame, InFile, ListedGame, Stated, unreadable};
use crate::EngineError;
use crate::formats::othello::{OnLine, OthelloGame, ios, quest, xof, zebra};
use crate::formats::renju::{InPlace, RenjuGame, bdt, buf, pdb, rdf, wzq};
use crate::formats::renjunet::{self, DatabaseGame};
use crate::formats::sgf;
use crate::formats::wthor::{Collection, Names, WthorGame};
use crate::formats::{Facts, Format};
use crate::formats::{moves, pgn, sanmill};
use crate::lines::Columns;
use std::iter;
use tengen_core::game::Size;

/// The games of a file, one after the other.
pub type FoundGames<'a> = Box<dyn Iterator<Item = InFile> + 'a>;

/// The formats of text that have marks, in the order that they are looked for.
const MARKED: [Format; 9] = [
    Format::Rif,
    Format::Pgn,
    Format::Xof,
    Format::Quest,
    Format::Sgf,
    Format::Bdt,
    Format::Rdf,
    Format::Ios,
    Format::Zebra,
];

impl Host {
    /// The games in a file; at least one.
    ///
    /// # Errors
    /// As [`Host::games_of`]; where the format is told, [`EngineError::Unreadable`] for a file of another one.
    pub fn games_in<'a>(&self, content: &'a FileContent<'a>) -> Result<FoundGames<'a>, EngineError> {
        match &content.data {
            Data::Text(text) => content.told.map_or_else(|| self.games_of(text), |format| self.told_in(text, format)),
            Data::Wthor(collection, names) => {
                let games = collection.games().map(|game| Ok(of_wthor(game, *collection, names)));
                let missing = collection.missing().map(|why| Err(unreadable(&why)));
                let numbered = games.chain(missing).zip(1..);
                Ok(Box::new(numbered.map(|(game, line)| InFile { line, game })))
            }
            Data::Bytes(bytes, format) => in_bytes(bytes, *format),
        }
    }

    /// The games of a file whose format has marks, or that nothing else is like; `None` for a text that lists moves, boards or
    /// positions ([`entries`](crate::lines::entries)).
    ///
    /// # Errors
    /// As [`Host::games_of`].
    pub fn marked_games<'a>(&self, content: &'a FileContent<'a>) -> Result<Option<FoundGames<'a>>, EngineError> {
        match &content.data {
            Data::Text(text) => match self.marked_in(text)? {
                None if moves::is_of_gold_token(text) || sanmill::list(text).is_some() => {
                    self.lists(text, None).map(Some)
                }
                games => Ok(games.or_else(|| self.shown_in(text))),
            },
            Data::Wthor(..) | Data::Bytes(..) => self.games_in(content).map(Some),
        }
    }

    /// The games in a text; at least one.
    ///
    /// A file with a line that begins with a tag is PGN, one with a game tree SGF or GGF; XML is `RenjuNet`'s database or XOF, JSON
    /// Othello Quest's; other formats have marks on their first lines ([`Format`]). Any other file has positions or boards of signs, each
    /// on a line with the moves that follow, or moves: one game
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
        MARKED.into_iter().find_map(|format| self.marked_as(file, format)).transpose()
    }

    /// The games of a text of the format that is told.
    fn told_in<'a>(&self, text: &'a str, format: Format) -> Result<FoundGames<'a>, EngineError> {
        let wrong = || unreadable(&format.expected_in(text));
        let games = match self.listed_as(text, format)? {
            Some(games) => games,
            None => self.marked_as(text, format).unwrap_or_else(|| Err(wrong()))?,
        };
        let refused = move |game: &FileGame| match (format, game) {
            (Format::Sgf, FileGame::Record(record)) if record.ggf => Some("the game is GGF, not SGF"),
            (Format::Ggf, FileGame::Record(record)) if !record.ggf => Some("the game is SGF, not GGF"),
            _ => None,
        };
        let check = move |game: FileGame| refused(&game).map_or(Ok(game), |why| Err(unreadable(&why)));
        Ok(Box::new(games.map(move |InFile { line, game }| InFile { line, game: game.and_then(check) })))
    }

    /// The games of a text of a format that has marks; `None` where it has not those.
    fn marked_as<'a>(&self, file: &'a str, format: Format) -> Option<Result<FoundGames<'a>, EngineError>> {
        Some(match format {
            Format::Rif => {
                let game = |game: Result<_, _>| game.map(of_database).map_err(|error| unreadable(&error));
                let games = renjunet::games(file)?.map(move |(line, found)| InFile { line, game: game(found) });
                some(games, || unreadable(&"there is no game in the database"))
            }
            Format::Pgn => {
                let mut recognizer = self.recognizer();
                Ok(Box::new(pgn::games(file)?.map(move |(line, game)| {
                    let game = game.map_err(|error| unreadable(&error)).and_then(|game| recognizer.pgn(&game));
                    InFile { line, game: game.map(FileGame::Moves) }
                })))
            }
            Format::Xof => of_othello(xof::games(file)?),
            Format::Quest => of_othello(quest::games(file)?),
            Format::Ios => of_othello(ios::games(file)?),
            Format::Zebra => of_othello(iter::once(zebra::text(file).map(|(line, game)| (line, Ok(game)))?)),
            Format::Bdt => of_renju(bdt::games(file)?),
            Format::Rdf => of_renju(iter::once((1, rdf::game(file)?))),
            Format::Sgf | Format::Ggf => {
                let mut trees = sgf::trees(file).peekable();
                trees.peek()?;
                let game = |tree: Result<_, _>| tree.map(FileGame::Record).map_err(|error| unreadable(&error));
                Ok(Box::new(trees.map(move |(line, tree)| InFile { line, game: game(tree) })))
            }
            _ => return None,
        })
    }
}

/// The games of a file that is no text.
fn in_bytes(bytes: &[u8], format: Format) -> Result<FoundGames<'_>, EngineError> {
    let wrong = || unreadable(&format.expected_in_bytes(bytes));
    match format {
        Format::Wzg => of_othello(iter::once((1, zebra::wzebra(bytes).ok_or_else(wrong)?))),
        Format::Wzq => of_renju(iter::once((1, wzq::game(bytes).ok_or_else(wrong)?))),
        Format::Pdb if pdb::is_file(bytes) => of_renju(pdb::games(bytes)),
        Format::Buf if buf::has_records(bytes) => of_renju(buf::games(bytes)),
        _ => Err(wrong()),
    }
}

/// Games, of which there is one at least.
fn some<'a>(
    games: impl Iterator<Item = InFile> + 'a,
    none: impl FnOnce() -> EngineError,
) -> Result<FoundGames<'a>, EngineError> {
    let mut games = games.peekable();
    games.peek().ok_or_else(none)?;
    Ok(Box::new(games))
}

/// The games of a file that has games of Othello only.
fn of_othello<'a>(games: impl Iterator<Item = OnLine> + 'a) -> Result<FoundGames<'a>, EngineError> {
    let game = |(line, game): OnLine| InFile { line, game: game_of_othello(game) };
    some(games.map(game), || no_game("its list of games is empty"))
}

fn game_of_othello(game: Result<OthelloGame, String>) -> Result<FileGame, EngineError> {
    let OthelloGame { facts, size, moves } = game.map_err(|why| unreadable(&why))?;
    let stated = Stated { game: Some("Othello"), rule: None, size };
    Ok(FileGame::Moves(ListedGame { facts, stated, start: None, moves, ..ListedGame::default() }))
}

/// The games of a file that has games of renju only.
fn of_renju<'a>(games: impl Iterator<Item = InPlace> + 'a) -> Result<FoundGames<'a>, EngineError> {
    let game = |RenjuGame { facts, moves }| of_database(DatabaseGame { facts, rule: "renju", moves });
    let game = move |found: Result<_, String>| found.map(game).map_err(|why| unreadable(&why));
    let games = games.map(move |(line, found)| InFile { line, game: game(found) });
    some(games, || no_game("it has no record of a game"))
}

/// A game of WTHOR. Its players and its tournament are known where there are names.
fn of_wthor(game: WthorGame, collection: Collection<'_>, names: &Names) -> FileGame {
    let player = |number: u16| names.players.get(usize::from(number)).cloned();
    let facts = Facts {
        players: game.players.map(player),
        result: Some(game.result()),
        date: (collection.year > 0).then(|| collection.year.to_string()),
        event: names.tournaments.get(usize::from(game.tournament)).cloned(),
        perfect: collection.perfect(&game),
        ..Facts::default()
    };
    let stated = Stated { game: Some("othello"), rule: None, size: Some(Size::square(8)) };
    FileGame::Moves(ListedGame { facts, stated, start: None, moves: game.moves().collect(), ..ListedGame::default() })
}

/// A game of RenjuNet's, or of another file of renju.
fn of_database(DatabaseGame { facts, rule, moves }: DatabaseGame) -> FileGame {
    let stated = Stated { game: Some("gomoku"), rule: Some(rule.to_owned()), size: Some(Size::square(15)) };
    FileGame::Moves(ListedGame { facts, stated, start: None, moves, columns: Columns::WithI, ..ListedGame::default() })
}

/// Why a text has no game.
pub(super) fn no_game(why: &str) -> EngineError {
    let expected = "neither PGN nor a game tree (SGF, GGF) nor a board of signs (OBF) nor moves";
    unreadable(&format!("there is no game in the file, {expected}; {why}"))
}
