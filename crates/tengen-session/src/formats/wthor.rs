//! WTHOR, the database of Othello's tournaments, kept by the French federation: games of a year (`.wtb`), and beside them the
//! names of players (`.jou`) and tournaments (`.trn`).
//!
//! All numbers are little-endian. A header of 16 bytes is followed by records of one size: 68 bytes a game, 20 a player, 26 a
//! tournament. The format has no mark: the size of the file and the number of records in the header tell it.

use super::PerfectScore;
use encoding_rs::WINDOWS_1252;
use std::path::Path;
use std::{fs, io};
use tengen_core::limited_input;
use thiserror::Error;

const HEADER: usize = 16;
const GAME: usize = 68;
/// The most moves of a game: every square but the four of the start.
pub const MOVES: usize = 60;

/// The empty squares of the position that the theoretical scores are those of, in files that do not say it.
const USUAL_DEPTH: u8 = 22;

/// The empty squares of positions whose result with perfect play is the game's own, as Edax writes it where it knows no other.
pub const PLAYED_OUT: u8 = 1;

/// The first moves of a game: those that begin Othello, as the moves of the format are.
const FIRST_MOVES: [u8; 4] = [56, 65, 43, 34];

/// The most bytes of a file of names: some 50,000 of them.
const MAX_NAMES: u64 = 1 << 20;

/// Why a file of WTHOR cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the WTHOR file has games on a board of {0} lines; those of 8 are read")]
pub struct OtherBoard(u8);

/// The games of a file, without copies.
#[derive(Clone, Copy, Debug)]
pub struct Collection<'a> {
    /// The year that the games were played in.
    pub year: u16,
    /// The empty squares of the positions whose theoretical scores the games have.
    depth: u8,
    games: &'a [[u8; GAME]],
    /// How many games the file should have.
    count: usize,
}

/// A game of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The number of the tournament in the file of names.
    pub tournament: u16,
    /// The numbers of Black and White in the file of names.
    pub players: [u16; 2],
    /// Black's discs at the end, where the winner gets the empty squares.
    pub score: u8,
    /// The same with perfect play from the position that the file's header tells.
    pub perfect: u8,
    /// The squares of the moves, ten times the row and the column, both from 1; 0 behind the last. Passes are left out.
    pub squares: [u8; MOVES],
}

impl<'a> Collection<'a> {
    /// The games of a file; `None` for what is none. A file that is cut has those before the cut: its header and its first game show
    /// what it is.
    ///
    /// # Errors
    /// [`OtherBoard`].
    pub fn of(bytes: &'a [u8]) -> Option<Result<Self, OtherBoard>> {
        let (header, body) = bytes.split_first_chunk::<HEADER>()?;
        let count = u32::from_le_bytes(*header[4..].first_chunk()?) as usize;
        let (month, day, lines) = (header[2], header[3], header[12]);
        let is_dated = month <= 12 && day <= 31;
        if !is_dated || count == 0 {
            return None;
        }
        let year = u16::from_le_bytes([header[10], header[11]]);
        let depth = if header[14] == 0 { USUAL_DEPTH } else { header[14] };
        match lines {
            0 | 8 => {
                let (games, rest) = body.as_chunks();
                let is_whole = games.len() == count && rest.is_empty();
                (is_whole || games.len() < count && begins_a_base(header, games)).then_some(Ok(Self {
                    year,
                    depth,
                    games,
                    count,
                }))
            }
            // The size of a game is not known there.
            10 if body.len() % count == 0 => Some(Err(OtherBoard(lines))),
            _ => None,
        }
    }

    /// A game's result with perfect play; `None` where it is known to be that of the game.
    pub fn perfect(self, game: &WthorGame) -> Option<PerfectScore> {
        (self.depth > PLAYED_OUT).then_some(PerfectScore { discs: game.perfect, empties: self.depth })
    }

    /// What the file lacks, where it is cut.
    pub fn missing(self) -> Option<String> {
        let (have, count) = (self.games.len(), self.count);
        (have < count).then(|| format!("the file ends within game {} of {count}", have + 1))
    }

    /// The games in their order.
    pub fn games(self) -> impl Iterator<Item = WthorGame> + use<'a> {
        self.games.iter().map(WthorGame::from_bytes)
    }
}

/// True for the header of a base of games, and a first game that begins as one does.
fn begins_a_base(header: &[u8; HEADER], games: &[[u8; GAME]]) -> bool {
    let [century, year, month, day, ..] = *header;
    let is_dated = (19..=21).contains(&century) && year < 100 && month > 0 && day > 0;
    let begins = games.first().is_some_and(|game| FIRST_MOVES.contains(&game[GAME - MOVES]));
    is_dated && begins && header[15] == 0
}

impl WthorGame {
    fn from_bytes(bytes: &[u8; GAME]) -> Self {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self {
            tournament: number(0),
            players: [number(2), number(4)],
            score: bytes[6],
            perfect: bytes[7],
            squares: std::array::from_fn(|at| bytes[GAME - MOVES + at]),
        }
    }

    fn to_bytes(self) -> [u8; GAME] {
        let mut bytes = [0; GAME];
        for (at, number) in [self.tournament, self.players[0], self.players[1]].into_iter().enumerate() {
            bytes[2 * at..][..2].copy_from_slice(&number.to_le_bytes());
        }
        (bytes[6], bytes[7]) = (self.score, self.perfect);
        bytes[GAME - MOVES..].copy_from_slice(&self.squares);
        bytes
    }

    /// The moves such as `f5`; a number that is no square stays as it is, for who plays the game to name.
    pub fn moves(&self) -> impl Iterator<Item = String> {
        let name = |&square: &u8| match (square % 10, square / 10) {
            (col @ 1..=8, row @ 1..=8) => format!("{}{row}", char::from(b'a' + col - 1)),
            _ => format!("?{square}"),
        };
        self.squares.iter().take_while(|&&square| square != 0).map(name)
    }

    /// The result as SGF writes it: the difference of the discs.
    pub fn result(&self) -> String {
        match 2 * i32::from(self.score) - 64 {
            0 => "0".to_owned(),
            difference if difference > 0 => format!("B+{difference}"),
            difference => format!("W+{}", -difference),
        }
    }
}

/// A day, as the header has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

fn header(day: Day, games: usize, names: usize, year: u16, lines: u8) -> io::Result<[u8; HEADER]> {
    let many = |_| io::Error::new(io::ErrorKind::InvalidInput, "more than a WTHOR file can count");
    let mut header = [0; HEADER];
    let [century, in_century] = [day.year / 100, day.year % 100].map(|part| u8::try_from(part).unwrap_or_default());
    header[..4].copy_from_slice(&[century, in_century, day.month, day.day]);
    header[4..8].copy_from_slice(&u32::try_from(games).map_err(many)?.to_le_bytes());
    header[8..10].copy_from_slice(&u16::try_from(names).map_err(many)?.to_le_bytes());
    header[10..12].copy_from_slice(&year.to_le_bytes());
    header[12] = lines;
    Ok(header)
}

/// A file of games of a year, made on a day. The theoretical scores are those of positions with so many empty squares.
///
/// # Errors
/// Those of the output, and too many games.
pub fn write(mut output: impl io::Write, day: Day, year: u16, depth: u8, games: &[WthorGame]) -> io::Result<()> {
    let mut header = header(day, games.len(), 0, year, 8)?;
    header[14] = depth;
    output.write_all(&header)?;
    games.iter().try_for_each(|game| output.write_all(&game.to_bytes()))
}

/// Which names a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameFile {
    /// `.jou`.
    Players,
    /// `.trn`.
    Tournaments,
}

impl NameFile {
    /// The extension of such files, in lower case.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Players => "jou",
            Self::Tournaments => "trn",
        }
    }

    /// The bytes of a name, of which the last is zero.
    const fn record(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    /// The names of a file, in the order of their numbers; `None` for what is none.
    pub fn read(self, bytes: &[u8]) -> Option<Vec<String>> {
        let (header, body) = bytes.split_first_chunk::<HEADER>()?;
        let count = usize::from(u16::from_le_bytes([header[8], header[9]]));
        let name = |record: &[u8]| {
            let end = record.iter().position(|&byte| byte == 0).unwrap_or(record.len());
            WINDOWS_1252.decode_without_bom_handling(&record[..end]).0.trim_end().to_owned()
        };
        (body.len() == count * self.record()).then(|| body.chunks(self.record()).map(name).collect())
    }

    /// A file of names, made on a day. A name is cut where the format has no room for it.
    ///
    /// # Errors
    /// Those of the output, and too many names.
    pub fn write(self, mut output: impl io::Write, day: Day, names: &[String]) -> io::Result<()> {
        output.write_all(&header(day, 0, names.len(), 0, 0)?)?;
        for name in names {
            let mut record = vec![0; self.record()];
            // Signs that the encoding lacks are question marks.
            let signs = name.chars().map(|c| u8::try_from(c).unwrap_or(b'?'));
            record.iter_mut().take(self.record() - 1).zip(signs).for_each(|(byte, sign)| *byte = sign);
            output.write_all(&record)?;
        }
        Ok(())
    }
}

/// The names that the games of a file count by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Players.
    pub players: Vec<String>,
    /// Tournaments.
    pub tournaments: Vec<String>,
}

impl Names {
    /// The names in the folder of a file of games, whatever the files of names are called; none where the file is no `.wtb`, or
    /// where there are no such files.
    pub fn beside(games: &Path) -> Self {
        let has =
            |path: &Path, extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
        if !has(games, "wtb") {
            return Self::default();
        }
        let folder = games.parent().filter(|folder| *folder != Path::new("")).unwrap_or_else(|| Path::new("."));
        let files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        let names = |kind: NameFile| {
            let mut paths: Vec<_> = files.iter().filter(|path| has(path, kind.extension())).collect();
            paths.sort();
            let read = |path| limited_input::read(path, MAX_NAMES).ok().and_then(|bytes| kind.read(&bytes));
            paths.into_iter().find_map(|path| read(path)).unwrap_or_default()
        };
        Self { players: names(NameFile::Players), tournaments: names(NameFile::Tournaments) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Day = Day { year: 2026, month: 11, day: 28 };

    /// A file as the federation's description has it, byte by byte: 40 to 24 by F5 D6, 36 with perfect play.
    fn file() -> Vec<u8> {
        let header = [20, 26, 11, 28, 1, 0, 0, 0, 0, 0, 0xea, 0x07, 8, 0, 24, 0];
        let game = [1, 0, 5, 0, 7, 0, 40, 36, 56, 64];
        [&header[..], &game, &[0; 58]].concat()
    }

    #[test]
    fn a_game_is_read_as_it_is_described() {
        let bytes = file();
        let collection = Collection::of(&bytes).unwrap().unwrap();
        let games: Vec<_> = collection.games().collect();
        let [game] = games[..] else { panic!("{games:?}") };
        assert_eq!((collection.year, game.tournament, game.players), (2026, 1, [5, 7]));
        assert_eq!((game.score, game.perfect, game.result()), (40, 36, "B+16".to_owned()));
        assert_eq!(collection.perfect(&game), Some(PerfectScore { discs: 36, empties: 24 }));
        assert_eq!(game.moves().collect::<Vec<_>>(), ["f5", "d6"]);
        assert_eq!(WthorGame { score: 32, ..game }.result(), "0");
        assert_eq!(WthorGame { score: 0, ..game }.result(), "W+64");
        assert_eq!(WthorGame { squares: [99; MOVES], ..game }.moves().next().unwrap(), "?99");
    }

    #[test]
    fn a_file_that_is_written_is_read() {
        let bytes = file();
        let games: Vec<_> = Collection::of(&bytes).unwrap().unwrap().games().collect();
        let mut written = Vec::new();
        write(&mut written, DAY, 2026, 24, &games).unwrap();
        assert_eq!(written, bytes);
    }

    #[test]
    fn a_file_that_is_cut_has_the_games_before() {
        let mut bytes = file();
        let game = bytes[HEADER..].to_vec();
        bytes.extend([game.clone(), game].concat());
        bytes[4] = 3;
        for length in HEADER + GAME..bytes.len() {
            let cut = Collection::of(&bytes[..length]).unwrap().unwrap();
            let games = (length - HEADER) / GAME;
            assert_eq!(cut.games().count(), games);
            assert_eq!(cut.missing(), Some(format!("the file ends within game {} of 3", games + 1)));
        }
        assert_eq!(Collection::of(&bytes).unwrap().unwrap().missing(), None);
        // What has not the marks of such a file is none.
        for (at, byte) in [(0, 32), (15, 1), (HEADER + GAME - MOVES, 11)] {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            assert!(Collection::of(&bytes[..100]).is_none(), "{at}");
        }
    }

    #[test]
    fn what_is_no_file_of_games_is_none() {
        let bytes = file();
        for length in 0..bytes.len() {
            assert!(Collection::of(&bytes[..length]).is_none(), "{length}");
        }
        let changed = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            bytes
        };
        for (at, byte) in [(2, 13), (3, 32), (4, 0), (12, 9)] {
            assert!(Collection::of(&changed(at, byte)).is_none(), "{at}");
        }
        let large = changed(12, 10);
        assert_eq!(Collection::of(&large).unwrap().unwrap_err(), OtherBoard(10));
        assert!(Collection::of(b"(;GM[2]SZ[8];B[f5])").is_none());
    }

    #[test]
    fn names_come_back_as_far_as_there_is_room() {
        let names = ["???", "René Dupont", "a name of more than nineteen letters", "\u{6751}"].map(str::to_owned);
        for (kind, room) in [(NameFile::Players, 19), (NameFile::Tournaments, 25)] {
            let mut bytes = Vec::new();
            kind.write(&mut bytes, DAY, &names).unwrap();
            assert_eq!(bytes.len(), HEADER + names.len() * (room + 1));
            let read = kind.read(&bytes).unwrap();
            assert_eq!(read[..2], names[..2]);
            assert_eq!(read[2], names[2][..room].trim_end());
            assert_eq!(read[3], "?");
            assert_eq!(kind.read(&bytes[..bytes.len() - 1]), None);
        }
    }
}
