//! Games of files: what a file says of one, and how it is played on a board.

use super::beside::plant;
use super::{FileContent, Host};
use crate::formats::Facts;
use crate::formats::branches::{self, BranchMove, Variation};
use crate::formats::moves::Ending;
use crate::formats::sgf::{self, SgfError, SgfRecord};
use crate::formats::wthor::Names;
use crate::formats::{Format, foreign, offsets};
use crate::lines::{self, Columns, Refused};
use crate::{Engine, EngineError, GameEntry, Replay, Turn};
use tengen_core::game::{Color, Letters, Size};
use tengen_core::printable::quote_line;

/// A game in a file, before it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileGame {
    /// A tree of SGF or GGF.
    Record(SgfRecord),
    /// Moves from a position, whatever the game.
    Moves(ListedGame),
}

impl FileGame {
    /// What the file says about the game.
    pub fn facts(&self) -> &Facts {
        match self {
            Self::Record(record) => &record.facts,
            Self::Moves(game) => &game.facts,
        }
    }

    /// True where the file has variations of the game.
    pub fn has_variations(&self) -> bool {
        match self {
            Self::Record(record) => !record.branches.is_empty(),
            Self::Moves(game) => !game.branches.is_empty(),
        }
    }

    /// The variations of the game, each as a game of its own.
    pub fn variations(&self) -> Box<dyn Iterator<Item = Variation<Self>> + '_> {
        match self {
            Self::Record(record) => Box::new(record.variations().map(|found| found.map(Self::Record))),
            Self::Moves(game) => Box::new(game.variations().map(|found| found.map(Self::Moves))),
        }
    }
}

/// A game as a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedGame {
    /// What the file says about the game.
    pub facts: Facts,
    /// The name of the game, its rule set and the size of the board, as far as the file names them.
    pub stated: Stated,
    /// The position text of the first position; `None` for the start.
    pub start: Option<String>,
    /// The moves, as words.
    pub moves: Vec<String>,
    /// The number of the line that each of them is on, from 1; none where that is not known.
    pub lines: Vec<usize>,
    /// What is said behind the last move.
    pub ending: Option<Ending>,
    /// How the letters of columns are counted.
    pub columns: Columns,
    /// The comments of the main line, each behind so many of its moves.
    pub comments: Vec<(usize, String)>,
    /// The moves of the variations.
    pub branches: Vec<BranchMove<String>>,
    /// What the file lacks, or has and is not read.
    pub notes: Vec<String>,
}

impl ListedGame {
    /// The lines beside the main line.
    fn variations(&self) -> impl Iterator<Item = Variation<Self>> + '_ {
        let root = Self {
            facts: self.facts.clone(),
            stated: self.stated.clone(),
            start: self.start.clone(),
            columns: self.columns,
            ..Self::default()
        };
        branches::variations(&self.moves, &self.branches)
            .map(move |found| found.map(|(moves, comments)| Self { moves, comments, ..root.clone() }))
    }

    /// A refused move as the file has it, and its line as the beginning of a message; nothing where it is not known.
    fn written(&self, refused: Refused) -> (String, Refused) {
        let Refused::Move { number, text, why, loses } = refused else { return (String::new(), refused) };
        let is_same = |word: &&String| **word == text || offsets::is_offset(word);
        let word = self.moves.get(number - 1).filter(is_same);
        let line = self.lines.get(number - 1).filter(|_| word.is_some());
        let place = line.map_or_else(String::new, |line| format!("line {line}, "));
        let text = word.cloned().unwrap_or(text);
        (place, Refused::Move { number, text, why, loses })
    }
}

/// The variant that a file names, as far as it does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stated {
    /// The name of the game, as `set_game` takes it.
    pub game: Option<&'static str>,
    /// The name of a rule set of the game.
    pub rule: Option<String>,
    /// The size of the board.
    pub size: Option<Size>,
}

/// A part of a file that should be a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InFile {
    /// The number of the line that the game begins on, from 1; in a file that is no text, that of the game.
    pub line: usize,
    /// The game, or the error [`EngineError::Unreadable`].
    pub game: Result<FileGame, EngineError>,
}

/// A game of a file on a board.
pub struct Opened {
    /// The session that it is played on.
    pub engine: Box<dyn Engine>,
    /// What was decided where the file can be read in several ways, and what was left out; each for a person. Of variations nothing
    /// is said here.
    pub notes: Vec<String>,
    /// The letters of columns that the file has, or else those of the session.
    pub letters: Letters,
    /// How many variations depart from the main line.
    pub variations: usize,
    entry: &'static GameEntry,
}

impl Opened {
    /// The notes, and one about variations, which are not played.
    pub fn all_notes(&self) -> Vec<String> {
        let variations = match self.variations {
            0 => None,
            1 => Some("a variation departs from the main line".to_owned()),
            count => Some(format!("{count} variations depart from the main line")),
        };
        self.notes.iter().cloned().chain(variations).collect()
    }
}

impl Host {
    /// A session with a game of a file played on it, up to the position before move number `before`. Game, rule set and size are
    /// those of the record, where it names known ones, otherwise this host's; the player is this host's where the game is the
    /// same.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`].
    pub fn open(&self, game: &FileGame, before: Option<usize>) -> Result<Opened, EngineError> {
        match game {
            FileGame::Record(record) => self.open_record(record, before),
            FileGame::Moves(game) => self.open_listed(game, before),
        }
    }

    fn open_listed(&self, game: &ListedGame, before: Option<usize>) -> Result<Opened, EngineError> {
        let Stated { game: stated, rule, size } = &game.stated;
        let named = |entry: &&'static GameEntry| stated.is_some_and(|name| entry.info.name.eq_ignore_ascii_case(name));
        let entry = self.games.into_iter().find(named).unwrap_or(self.entry);
        let mut engine = self.session_of(entry, rule.as_deref(), *size)?;
        let name = engine.info().name;
        let start = game.start.as_deref();
        let played = lines::reading_to_end(&mut *engine, start, &game.moves, game.columns);
        let (reading, refused) = played.map_err(|refused| {
            let unsure = format!(" (read as {name}: moves do not say of which game they are)");
            let (place, why) = game.written(refused);
            unreadable(&format!("{place}{why}{}", if stated.is_some() { "" } else { &unsure }))
        })?;
        let goes_on = refused.is_some();
        let loses = matches!(&refused, Some(Refused::Move { loses: true, .. }));
        let ended = match (refused.map(|refused| game.written(refused)), &game.ending) {
            (Some((place, refused)), _) => {
                let why = if loses { ": it loses by the rules" } else { "" };
                Some(format!("the game ends before {place}{}{why}", words(&refused, engine.side_to_move())))
            }
            (None, Some(ending)) if !ending.is_resignation() => {
                Some(format!("the game ends with \"{}\"", quote_line(&ending.to_string())))
            }
            _ => None,
        };
        let count = before.map_or(usize::MAX, |number| number.saturating_sub(1));
        let moves = &reading.moves;
        if count < moves.len() {
            lines::play(&mut *engine, start, moves.iter().take(count)).map_err(|why| unreadable(&why))?;
        }
        let unplayed = left_out(plant(&mut *engine, game, &reading, count.min(moves.len())));
        let resigns = |ending: &&Ending| ending.is_resignation() && !goes_on && count > moves.len();
        if let Some(ending) = game.ending.as_ref().filter(resigns) {
            engine.play(ending.side.unwrap_or(engine.side_to_move()), Turn::Resign)?;
        }
        if loses && count > moves.len() {
            engine.play(engine.side_to_move(), Turn::Resign)?;
        }
        let of_start = start.and_then(|start| engine.position_note(start));
        let of_reading = reading.note.map(str::to_owned);
        let of_file = game.notes.iter().cloned();
        let notes = of_start.into_iter().chain(of_reading).chain(ended).chain(unplayed).chain(of_file).collect();
        let variations = branches::count(game.moves.len(), &game.branches);
        Ok(Opened { engine, notes, letters: reading.letters(), variations, entry })
    }

    /// A session of a game, with the rule set and the size of this host where the game is the same and others are not named, and
    /// then under the same player.
    fn session_of(
        &self,
        entry: &'static GameEntry,
        rule: Option<&str>,
        size: Option<Size>,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let same = entry.info.name == self.entry.info.name;
        let rule = rule.or(same.then(|| self.engine.rule()));
        let size = size.or(same.then(|| self.engine.size()));
        let mut engine = entry.session(rule, size, &self.options)?;
        engine.set_letters(self.letters.of(entry.info));
        if same {
            engine.set_player(self.engine.player().name)?;
        }
        Ok(engine)
    }

    fn open_record(&self, record: &SgfRecord, before: Option<usize>) -> Result<Opened, EngineError> {
        let stated = record.stated_game();
        let entry = self.games.into_iter().find(|entry| stated.is_some() && stated == entry.sgf).unwrap_or(self.entry);
        record.check_game(entry.sgf).map_err(|error| unreadable(&error))?;
        let same = entry.info.name == self.entry.info.name;
        let known = record.rule.as_deref().and_then(|rule| entry.recorded(rule));
        let usual = record.usual_size().filter(|size| entry.info.sizes.contains(size));
        let size = record.size.or(usual).or(same.then(|| self.engine.size()));
        let others = self.others(record, size);
        let mut engine = self
            .session_of(entry, known.as_deref(), size)
            .map_err(|error| unreadable(&format!("the record cannot be set up: {error}{}", hint(record, &others))))?;
        let replay = engine.replay(record, before);
        let Replay { ended, left_out } =
            replay.map_err(|error| unreadable(&format!("{error}{}", hint(record, &others))))?;
        // Programs for Go write the rules of Go into every record.
        let unknown = record.rule.as_deref().filter(|_| known.is_none() && !record.is_of_go_program());
        let unknown = unknown.map(|rule| format!("the rule set {rule} is not known: read as {}", engine.rule()));
        let left_out = self::left_out(left_out);
        let is_assumed = record.size.is_none() && same && usual.is_some_and(|usual| usual != self.engine.size());
        let assumed =
            is_assumed.then(|| format!("the file does not say how large its board is: read on {0}x{0}", engine.size()));
        let cut = record.is_cut.then(|| "the file ends before the game does: what it has is read".to_owned());
        let variations = record.variation_count();
        let letters = engine.letters();
        let notes = unknown.into_iter().chain(assumed).chain(ended).chain(left_out).chain(cut).collect();
        Ok(Opened { engine, notes, letters, variations, entry })
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

    /// Begins a game from a position: a position text, a FEN, or a board of signs (OBF) and moves behind it, which are not kept as moves;
    /// `None` where a text is none of them. Returns what was decided where the text can be read in several ways, and what it leaves
    /// out.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`]; the game is then unchanged.
    pub fn set_position(&mut self, text: &str) -> Option<Result<Option<String>, EngineError>> {
        let mut session = self.session();
        let set = lines::set_position(&mut *session, text)?.map_err(EngineError::Unreadable);
        Some(set.and_then(|note| self.engine.set_position_text(&session.position_text()).map(|()| note)))
    }

    /// Takes over the first game of a file, as [`Host::open`] reads it; returns [`Opened::all_notes`]. The file is of the format that is
    /// told, or of the one that its content tells.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`], [`EngineError::Memory`]; the game is then unchanged.
    pub fn load_as(
        &mut self,
        file: &[u8],
        told: Option<Format>,
        before: Option<usize>,
    ) -> Result<Vec<String>, EngineError> {
        if file.len() > sgf::most_bytes(file) {
            let kind = foreign::kind(file).map(|kind| format!("the file is {kind}"));
            return Err(EngineError::Unreadable(kind.unwrap_or_else(|| SgfError::TooLong.to_string())));
        }
        let content = FileContent::of(file, Names::default(), told)?;
        let first =
            self.games_in(&content)?.next().map_or_else(|| Err(unreadable(&SgfError::NoGame)), |found| found.game)?;
        let opened = self.open(&first, before)?;
        let notes = opened.all_notes();
        self.change(opened.engine)?;
        self.entry = opened.entry;
        Ok(notes)
    }

    /// [`Host::load_as`], for a file whose content tells its format.
    ///
    /// # Errors
    /// As [`Host::load_as`].
    pub fn load(&mut self, file: &[u8], before: Option<usize>) -> Result<Vec<String>, EngineError> {
        self.load_as(file, None, before)
    }
}

/// A note of so many moves of variations that are left out.
fn left_out(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{count} moves of variations cannot be played, and are left out"))
}

/// A move that is not played, as the errors of records have it.
fn words(refused: &Refused, color: Color) -> String {
    match refused {
        Refused::Move { number, text, why, .. } => format!("move {number}, {color} \"{}\": {why}", quote_line(text)),
        Refused::Start(why) => why.clone(),
    }
}

pub(super) fn unreadable(why: &impl ToString) -> EngineError {
    EngineError::Unreadable(why.to_string())
}

/// A hint what to try with a record that does not say of which game it is, or says Go.
fn hint(record: &SgfRecord, games: &[String]) -> String {
    let says = match record.game {
        Some(_) if record.stated_game().is_none() => {
            "GM[1] is Go, which is not played here, or what programs for Go write for every game"
        }
        None if !games.is_empty() => "the record does not say of which game it is",
        _ => return String::new(),
    };
    let options: Vec<_> = games.iter().map(|name| format!("--game {name} (set_game {name})")).collect();
    let advice = if options.is_empty() { String::new() } else { format!(": try {}", options.join(" or ")) };
    format!("; {says}{advice}")
}
