//! The formats of files of games, by their names.

use std::path::Path;
use tengen_core::printable::quote_line;

/// A format of files of games: one list for what is read and what is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF, of every game.
    Sgf,
    /// GGF, as the servers and `NBoard` have Othello.
    Ggf,
    /// PGN, as `PlayOK` writes the games.
    Pgn,
    /// The moves of a game on a line.
    Txt,
    /// The moves of one game on any number of lines.
    Sheet,
    /// A board of signs on each line, as Othello's problems have it.
    Obf,
    /// A position text on each line, or a FEN of mill.
    Position,
    /// Egaroucid's boards of 16 signs.
    Base81,
    /// WTHOR: Othello on 8x8, with the names in files beside it.
    Wtb,
    /// Othello Quest's JSON.
    Quest,
    /// XOF, the XML of Othello's databases.
    Xof,
    /// The archive of the Internet Othello Server.
    Ios,
    /// A game of `WZebra`.
    Wzg,
    /// A game of Zebra as text.
    Zebra,
    /// PSQ of Piskvork: one game of gomoku.
    Psq,
    /// REC of Gomotur.
    Rec,
    /// A position of `Yixin-Board`.
    Sav,
    /// A library of `RenLib`: games as one tree, on 15x15.
    Lib,
    /// A game of `RenLib`.
    Pos,
    /// `RenjuNet`'s database.
    Rif,
    /// Games of renju as text, a line each.
    Bdt,
    /// Games of renju in records of 256 bytes.
    Buf,
    /// One game of renju with players and fifth moves.
    Wzq,
    /// One game of renju as text.
    Rdf,
    /// `GoRenjer`'s database for Palm.
    Pdb,
    /// The address of a page that shows a game.
    Url,
}

/// What is known of a format.
struct Entry {
    format: Format,
    name: &'static str,
    about: &'static str,
    /// What a file of it begins with or has, for the error where it does not.
    begin: &'static str,
    is_written: bool,
}

const fn written(format: Format, name: &'static str, about: &'static str, begin: &'static str) -> Entry {
    Entry { format, name, about, begin, is_written: true }
}

const fn read(format: Format, name: &'static str, about: &'static str, begin: &'static str) -> Entry {
    Entry { format, name, about, begin, is_written: false }
}

static ENTRIES: [Entry; 26] = [
    written(
        Format::Sgf,
        "sgf",
        "Every game; what is known of players, day, place and result; variations and comments",
        "a game tree of SGF, which begins with (;",
    ),
    written(
        Format::Ggf,
        "ggf",
        "Othello, as its servers and NBoard write it",
        "a game of GGF, which begins with (;GM[Othello]",
    ),
    written(Format::Pgn, "pgn", "Every game, as PlayOK writes it", "a tag of PGN such as [Event \"?\"]"),
    written(Format::Txt, "txt", "The moves of a game on a line", "moves such as f5d6c3"),
    read(Format::Sheet, "sheet", "The moves of one game on any number of lines", "moves such as f5 d6 c3"),
    written(
        Format::Obf,
        "obf",
        "A position on a line, as a board of signs (Othello, gomoku); written is the last of a game",
        "a board of signs (X O -) and the side to move",
    ),
    read(
        Format::Position,
        "position",
        "A position text on a line; a FEN of mill",
        "a position as set_position has it, or a FEN of mill",
    ),
    read(Format::Base81, "base81", "Othello's positions in 16 signs, a line each", "16 signs, of four squares each"),
    written(
        Format::Wtb,
        "wtb",
        "WTHOR (Othello on 8x8)",
        "WTHOR: 16 bytes with the number of the games, and 68 bytes for each",
    ),
    read(
        Format::Quest,
        "quest",
        "Othello Quest's JSON",
        "an object of JSON with moves, such as {\"moves\":[{\"m\":\"f5\"}]}",
    ),
    read(Format::Xof, "xof", "Othello's XML", "XML with elements <game> and <moves>"),
    read(
        Format::Ios,
        "ios",
        "The archive of the Internet Othello Server, a game on a line",
        "TIME RESULT NAME DISCS (CLOCK) NAME DISCS (CLOCK) MOVES 0",
    ),
    read(
        Format::Wzg,
        "wzg",
        "A game of WZebra",
        "\"WZebra Revision\", and 233 bytes for each move behind the first 1356",
    ),
    read(
        Format::Zebra,
        "zebra",
        "A game of Zebra or WZebra as text",
        "\"Zebra\" on one of the first two lines, and moves on one of the first seven",
    ),
    written(Format::Psq, "psq", "Piskvork's: one game of gomoku", "Piskvorky COLUMNSxROWS, LEVEL:LEVEL, PLAYER"),
    read(
        Format::Rec,
        "rec",
        "Gomotur's: one game of gomoku",
        "two lines with the names of the players, then COLUMN,ROW,MILLISECONDS for each move",
    ),
    read(
        Format::Sav,
        "sav",
        "Yixin-Board's: a position of gomoku",
        "a number on each line: rows, columns and stones, then ROW COLUMN of each stone",
    ),
    written(
        Format::Lib,
        "lib",
        "A library of RenLib: all games as one tree, with variations and comments (gomoku on 15x15)",
        "a library of RenLib, which begins with the bytes FF 52 65 6E 4C 69 62 FF",
    ),
    read(Format::Pos, "pos", "RenLib's: one game of gomoku", "the number of the stones, and a byte below 225 for each"),
    read(Format::Rif, "rif", "RenjuNet's database (renju)", "XML with an element <games>"),
    read(
        Format::Bdt,
        "bdt",
        "Games of renju as text, a line each",
        "TOURNAMENT=[BLACK,WHITE,RESULT,MOVES,5A,REVERSE,COMMENT]",
    ),
    read(
        Format::Buf,
        "buf",
        "Games of renju in records of 256 bytes",
        "records of 256 bytes: two names of 15 bytes, then points from 1 to 225, and 0",
    ),
    read(
        Format::Wzq,
        "wzq",
        "One game of renju",
        "the names of the players behind the first 10 bytes, each with its length, and moves from the byte 70 on",
    ),
    read(Format::Rdf, "rdf", "One game of renju as text", ":RDFA, and behind a colon 01HH02HG ... to a !"),
    read(
        Format::Pdb,
        "pdb",
        "GoRenjer's database for Palm (renju)",
        "a database of Palm with the mark 5Ren at byte 64, and its records",
    ),
    read(
        Format::Url,
        "url",
        "The address of a page that shows a game of gomoku",
        "an address with moves, such as https://board.example/#h8i9",
    ),
];

/// The bytes of a file that an error shows.
const SHOWN: usize = 8;

impl Format {
    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> {
        ENTRIES.iter().map(|entry| entry.format)
    }

    /// The formats that games are written in.
    pub fn written() -> impl Iterator<Item = Self> {
        ENTRIES.iter().filter(|entry| entry.is_written).map(|entry| entry.format)
    }

    fn entry_of(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// The name, and the usual extension of files.
    pub fn name(self) -> &'static str {
        self.entry_of().name
    }

    /// What it has, in one line for a person.
    pub fn about(self) -> &'static str {
        self.entry_of().about
    }

    /// The format of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|format| name.eq_ignore_ascii_case(format.name()))
    }

    /// The format that games are written in, of a file by its extension.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::named(extension).filter(|format| format.entry_of().is_written)
    }

    /// Why a text is none of this format: what was expected on its first line with content.
    pub(crate) fn expected_in(self, text: &str) -> String {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let (number, line) = lines.next().unwrap_or((1, ""));
        format!("line {number}: {}", self.expected_on(line))
    }

    /// Why a line is none of this format: what was expected.
    pub fn expected_on(self, line: &str) -> String {
        format!("expected {}, not \"{}\"", self.entry_of().begin, quote_line(line.trim()))
    }

    /// Why bytes are none of this format: what was expected.
    pub(crate) fn expected_in_bytes(self, bytes: &[u8]) -> String {
        let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
        format!("expected {}, not \"{shown}\" and {} bytes in all", self.entry_of().begin, bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_format_has_its_own_name() {
        let names: HashSet<_> = Format::all().map(Format::name).collect();
        assert_eq!(names.len(), ENTRIES.len());
        for format in Format::all() {
            assert_eq!(Format::named(&format.name().to_uppercase()), Some(format));
        }
        let written: Vec<_> = Format::written().map(Format::name).collect();
        assert_eq!(written, ["sgf", "ggf", "pgn", "txt", "obf", "wtb", "psq", "lib"]);
        assert_eq!(Format::of(Path::new("a.b.SGF")), Some(Format::Sgf));
        // What is only read is no format of an output.
        assert_eq!(Format::of(Path::new("a.buf")), None);
    }

    #[test]
    fn what_was_expected_is_said_with_line_and_content() {
        let expected = "line 2: expected moves such as f5d6c3, not \"hello\"";
        assert_eq!(Format::Txt.expected_in("\n  hello \nf5"), expected);
        let expected =
            "expected the number of the stones, and a byte below 225 for each, not \"\\x05\\x01\" and 2 bytes in all";
        assert_eq!(Format::Pos.expected_in_bytes(&[5, 1]), expected);
    }
}
