//! Files of games: SGF, GGF, moves.

use super::Host;
use crate::formats::sgf::{self, SgfError, SgfRecord};
use crate::{Engine, EngineError, GameEntry, lines};
use std::iter;
use tengen_core::game::Size;

/// A game in a file, before it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileGame {
    /// A tree of SGF or GGF.
    Record(SgfRecord),
    /// Moves from the start, separated by blanks, whatever the game.
    Moves(String),
}

/// A part of a file that should be a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InFile {
    /// The number of the line that the game begins on, from 1.
    pub line: usize,
    /// The game, or the error [`EngineError::Unreadable`].
    pub game: Result<FileGame, EngineError>,
}

impl Host {
    /// The games in a file; at least one.
    ///
    /// A file with a game tree is SGF or GGF. Any other file has moves: one game on all lines where it can be played so, or where
    /// the lines do not all begin as a game does; otherwise one game on each line. Where a move has a column I, the column
    /// letters of all moves have no gap at I.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`] where there is no game.
    pub fn games_of<'a>(&self, file: &'a str) -> Result<Box<dyn Iterator<Item = InFile> + 'a>, EngineError> {
        let mut trees = sgf::trees(file).peekable();
        if trees.peek().is_none() {
            return self.moves_of(file);
        }
        Ok(Box::new(
            trees.map(|(line, tree)| InFile {
                line,
                game: tree.map(FileGame::Record).map_err(|error| unreadable(&error)),
            }),
        ))
    }

    fn moves_of<'a>(&self, text: &'a str) -> Result<Box<dyn Iterator<Item = InFile> + 'a>, EngineError> {
        let first = lines::lines(text).next().filter(|(_, line)| lines::begins_with_point(line));
        let none = "there is no game in the file: neither a game tree (SGF, GGF) nor moves";
        let (line, _) = first.ok_or_else(|| unreadable(&none))?;
        let no_gap = lines::lines(text).any(|(_, line)| lines::has_column_i(line));
        let words = move |line: &'a str| {
            lines::words(line).map(move |word| if no_gap { lines::without_i(word) } else { word.to_owned() })
        };
        let all = || lines::lines(text).flat_map(|(_, line)| words(line));
        let game = |words: &mut dyn Iterator<Item = String>| {
            Ok(FileGame::Moves(words.fold(String::new(), |moves, word| moves + &word + " ")))
        };
        let mut session = self.session();
        let mut plays = |words: &mut dyn Iterator<Item = String>| lines::play(&mut *session, words).is_ok();
        if plays(&mut all()) || !lines::lines(text).all(|(_, line)| plays(&mut words(line).take(1))) {
            return Ok(Box::new(iter::once(InFile { line, game: game(&mut all()) })));
        }
        Ok(Box::new(lines::lines(text).map(move |(line, text)| InFile { line, game: game(&mut words(text)) })))
    }

    /// A session with a game of a file played on it, up to the position before move number `before`. Game, rule set and size are
    /// those of the record, where it names known ones, otherwise this host's; the player is this host's where the game is the
    /// same.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`].
    pub fn open(&self, game: &FileGame, before: Option<usize>) -> Result<Box<dyn Engine>, EngineError> {
        self.open_entry(game, before).map(|(_, engine)| engine)
    }

    fn open_entry(
        &self,
        game: &FileGame,
        before: Option<usize>,
    ) -> Result<(&'static GameEntry, Box<dyn Engine>), EngineError> {
        match game {
            FileGame::Record(record) => self.open_record(record, before),
            FileGame::Moves(moves) => {
                let count = before.map_or(usize::MAX, |number| number.saturating_sub(1));
                let mut engine = self.session();
                let name = engine.info().name;
                lines::play(&mut *engine, lines::words(moves).take(count)).map_err(|why| {
                    unreadable(&format!("{why} (read as {name}: moves do not say of which game they are)"))
                })?;
                Ok((self.entry, engine))
            }
        }
    }

    fn open_record(
        &self,
        record: &SgfRecord,
        before: Option<usize>,
    ) -> Result<(&'static GameEntry, Box<dyn Engine>), EngineError> {
        let stated = record.stated_game();
        let entry = self.games.into_iter().find(|entry| stated.is_some() && stated == entry.sgf).unwrap_or(self.entry);
        let same = entry.info.name == self.entry.info.name;
        let rule = record.rule.as_deref().filter(|rule| entry.rule(rule).is_ok());
        let rule = rule.or(same.then(|| self.engine.rule()));
        let usual = record.usual_size().filter(|size| entry.info.sizes.contains(size));
        let size = record.size.or(usual).or(same.then(|| self.engine.size()));
        let others = self.others(record, size);
        let mut engine = entry
            .session(rule, size, &self.options)
            .map_err(|error| unreadable(&format!("the record cannot be set up: {error}{}", hint(&others))))?;
        if same {
            engine.set_player(self.engine.player().name)?;
        }
        engine.replay(record, before).map_err(|error| unreadable(&format!("{error}{}", hint(&others))))?;
        Ok((entry, engine))
    }

    /// The names of the other games that a record may be of: those with a board of its size, where it does not say.
    fn others(&self, record: &SgfRecord, size: Option<Size>) -> Vec<String> {
        let fits = |entry: &&'static GameEntry| size.is_some_and(|size| entry.info.sizes.contains(&size));
        let others = self
            .games
            .into_iter()
            .filter(|entry| record.stated_game().is_none() && entry.info.name != self.entry.info.name);
        others.filter(fits).map(|entry| entry.info.name.to_lowercase()).collect()
    }

    /// Takes over the first game of a file, as [`Host::open`] reads it.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`], [`EngineError::Memory`]; the game is then unchanged.
    pub fn load(&mut self, file: &[u8], before: Option<usize>) -> Result<(), EngineError> {
        let text = sgf::text_of(file).map_err(|error| unreadable(&error))?;
        let first =
            self.games_of(&text)?.next().map_or_else(|| Err(unreadable(&SgfError::NoGame)), |found| found.game)?;
        let (entry, engine) = self.open_entry(&first, before)?;
        self.change(engine)?;
        self.entry = entry;
        Ok(())
    }
}

fn unreadable(why: &impl ToString) -> EngineError {
    EngineError::Unreadable(why.to_string())
}

/// A hint what to try with a record that does not say of which game it is.
fn hint(games: &[String]) -> String {
    let options: Vec<_> = games.iter().map(|name| format!("--game {name} (set_game {name})")).collect();
    if options.is_empty() {
        return String::new();
    }
    format!("; the record does not say of which game it is: try {}", options.join(" or "))
}
