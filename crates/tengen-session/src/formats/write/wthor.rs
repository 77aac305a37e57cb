//! WTHOR: games of Othello, turned so that they begin with F5, and the names that they count.

use super::{Unwritable, WrittenGame, unwritable, winner};
use crate::formats::wthor::{self, Day, MOVES, NameFile, PLAYED_OUT, WthorGame};
use crate::formats::{Facts, PerfectScore};
use std::collections::{BTreeSet, HashMap};
use std::io;
use tengen_core::game::{Color, Size, Vertex};

/// The lines of the board.
const LINES: u8 = 8;

/// The first names of every file of names: those of games without.
const NO_PLAYER: &str = "???";
const NO_TOURNAMENT: &str = "Diverses parties";

/// A game and its names.
pub struct Entry {
    squares: [u8; MOVES],
    score: u8,
    players: [Option<String>; 2],
    event: Option<String>,
    year: Option<u16>,
    perfect: Option<PerfectScore>,
}

impl Entry {
    pub(super) fn of(game: WrittenGame<'_>) -> Result<Self, Unwritable> {
        game.only("Othello")?;
        game.needs_usual_start()?;
        if game.engine.size() != Size::square(LINES) {
            return Err(unwritable(format!("is on another board than WTHOR's of {LINES} lines")));
        }
        let points: Vec<Vertex> = game.moves().filter_map(|(_, text)| text.parse().ok()).collect();
        let turn = points.first().map_or(0, |&first| turn_of(first));
        let mut squares = [0; MOVES];
        squares.iter_mut().zip(&points).for_each(|(square, &point)| {
            let Vertex { col, row } = turned(point, turn);
            *square = 10 * (row + 1) + col + 1;
        });
        let score = score(game).ok_or_else(|| unwritable("has no result, and WTHOR counts one for each game"))?;
        let year = game.facts.date.as_deref().and_then(|date| date.get(..4)?.parse().ok());
        let Facts { players, event, perfect, .. } = game.facts.clone();
        Ok(Self { squares, score, players, event, year, perfect })
    }
}

/// The symmetry of the start, of four, that takes a first move to F5.
fn turn_of(first: Vertex) -> u8 {
    (0..4).find(|&turn| turned(first, turn) == Vertex::new(5, 4)).unwrap_or_default()
}

fn turned(Vertex { col, row }: Vertex, turn: u8) -> Vertex {
    let last = LINES - 1;
    match turn {
        0 => Vertex::new(col, row),
        1 => Vertex::new(row, col),
        2 => Vertex::new(last - col, last - row),
        _ => Vertex::new(last - row, last - col),
    }
}

/// Black's discs at the end, where the winner gets the empty squares: all squares where a game ended without a count. `None` for a
/// game without a result.
fn score(game: WrittenGame<'_>) -> Option<u8> {
    let half = LINES * LINES / 2;
    let margin = |margin: u16| u8::try_from(margin / 2).unwrap_or(half).min(half);
    Some(match winner(&game.result()?) {
        Some((Color::Black, by)) => half + by.map_or(half, margin),
        Some((Color::White, by)) => half - by.map_or(half, margin),
        None => half,
    })
}

/// Names by their numbers.
struct Index {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Index {
    fn of(first: &str) -> Self {
        Self { names: vec![first.to_owned()], numbers: HashMap::new() }
    }

    /// The number of a name; 0 for none, and where the format has no number left.
    fn number(&mut self, name: Option<String>) -> u16 {
        let Some(name) = name else { return 0 };
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        let Ok(number) = u16::try_from(self.names.len()) else { return 0 };
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }
}

/// Games, and the names that they count.
pub struct Base {
    games: Vec<WthorGame>,
    years: BTreeSet<Option<u16>>,
    /// The empty squares of the first perfect score that is known.
    depth: Option<u8>,
    players: Index,
    tournaments: Index,
}

impl Default for Base {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            years: BTreeSet::new(),
            depth: None,
            players: Index::of(NO_PLAYER),
            tournaments: Index::of(NO_TOURNAMENT),
        }
    }
}

impl Base {
    pub(super) fn add(&mut self, entry: Entry) {
        let Entry { squares, score, players, event, year, perfect } = entry;
        let players = players.map(|name| self.players.number(name));
        let tournament = self.tournaments.number(event);
        self.depth = self.depth.or(perfect.map(|perfect| perfect.empties));
        // Where nothing is known of perfect play, programs that read it see the score that was played. A file has one depth.
        let perfect =
            perfect.filter(|perfect| self.depth == Some(perfect.empties)).map_or(score, |perfect| perfect.discs);
        self.games.push(WthorGame { tournament, players, score, perfect, squares });
        self.years.insert(year);
    }

    /// Writes the games; the header has their year where it is one.
    pub(super) fn write(&self, output: impl io::Write, day: Day) -> io::Result<()> {
        let mut years = self.years.iter();
        let year = years.next().copied().flatten().filter(|_| years.next().is_none()).unwrap_or_default();
        wthor::write(output, day, year, self.depth.unwrap_or(PLAYED_OUT), &self.games)
    }

    /// True where the games are of several years: a file names one.
    pub fn has_several_years(&self) -> bool {
        self.years.len() > 1
    }

    /// Writes the names of a kind.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_names(&self, kind: NameFile, output: impl io::Write, day: Day) -> io::Result<()> {
        let index = match kind {
            NameFile::Players => &self.players,
            NameFile::Tournaments => &self.tournaments,
        };
        kind.write(output, day, &index.names)
    }
}
