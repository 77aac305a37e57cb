//! Reads SGF text as an [`SgfRecord`].

use super::token::{Token, is_cut, token, unescape};
use super::{SgfError, SgfRecord, ggf};
use crate::formats::branches::BranchMove;
use crate::formats::{foreign, piskvork, renjunet, renlib, text};
use crate::tree::{MOST_MARKS, Mark, join};
use std::borrow::Cow;
use std::iter;
use tengen_core::game::{Color, Size, Vertex};
use tengen_core::printable::quote_line;

/// The longest file that is read, in bytes: far more than any one game needs, and parsed in a fraction of a second.
pub const MAX_BYTES: usize = 4 << 20;

/// The most values of `AB`, `AW` and `AE` together; four times the points of the largest board.
const MAX_SETUP: usize = 4 * (Vertex::MAX_SIZE as usize).pow(2);

/// Reads the first game tree. Its main line is the first variation wherever the line divides; the others are kept beside it.
///
/// Text before the first `(;` and after the tree is ignored, as the standard asks. The encoding is found by [`text_of`].
///
/// # Errors
/// [`SgfError`]; the whole tree must be sound, side variations included.
pub fn parse(bytes: &[u8]) -> Result<SgfRecord, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLong);
    }
    trees(&text_of(bytes)?).next().map_or(Err(SgfError::NoGame), |(_, record)| record)
}

/// The longest file that is read, in bytes, where it begins so: a database of games may be longer than others.
pub fn most_bytes(beginning: &[u8]) -> usize {
    if renjunet::is_xml(beginning) { renjunet::MAX_BYTES } else { MAX_BYTES }
}

/// The text of a file, whatever its encoding ([`text::decode`]). Files of RenLib and Piskvork become SGF.
///
/// # Errors
/// [`SgfError::Library`]; [`SgfError::Foreign`] for a file of another kind ([`foreign`]), and for a wrong one of Piskvork.
pub fn text_of(file: &[u8]) -> Result<Cow<'_, str>, SgfError> {
    if let Some(library) = renlib::library(file) {
        return Ok(Cow::Owned(library?));
    }
    if let Some(position) = renlib::position(file) {
        return Ok(Cow::Owned(position));
    }
    if let Some(why) = foreign::refusal(file) {
        return Err(SgfError::Foreign(why));
    }
    let text = text::decode(file);
    match piskvork::game(&text) {
        Some(game) => game.map(Cow::Owned).map_err(SgfError::Foreign),
        None => Ok(text),
    }
}

/// The game trees of a text one after the other: the number of the line that each begins on, from 1, and what [`parse`] returns
/// for it. Where the grammar is broken the end of the tree is unknown, and no other tree follows.
pub fn trees(file: &str) -> impl Iterator<Item = (usize, Result<SgfRecord, SgfError>)> {
    let (mut rest, mut line) = (Some(file), 1);
    iter::from_fn(move || {
        let before = rest?;
        let start = tree_start(before)?;
        line += line_ends(before, start);
        let (record, end) = tree(start);
        let record = record.map_err(|error| error.below(line));
        let began = line;
        rest = end;
        line += end.map_or(0, |end| line_ends(start, end));
        Some((began, record))
    })
}

/// Reads the tree at the start of a text; returns the text that follows it, unless the grammar is broken. A syntax error's line
/// is counted from 0.
fn tree(start: &str) -> (Result<SgfRecord, SgfError>, Option<&str>) {
    let syntax = |rest: &str, expected: &str| {
        let found = rest.lines().next().unwrap_or_default();
        let what = format!("expected {expected}, not \"{}\"", quote_line(found));
        (Err(SgfError::Syntax { line: line_ends(start, rest), what }), None)
    };
    let mut text = start;
    let mut reader = TreeReader::default();
    // A tree and each of its variations must begin with a node.
    let mut fresh = false;
    loop {
        let (rest, token) = match token(text) {
            Ok(parsed) => parsed,
            Err(_) if is_cut(text) => {
                let what = "the file ends before its game tree does".to_owned();
                return (reader.cut(SgfError::Syntax { line: line_ends(start, text), what }), None);
            }
            Err(_) => return syntax(text, "'(', ')', ';' or a property with all its values"),
        };
        let opened = matches!(token, Token::Open);
        match token {
            Token::Node => reader.node(),
            _ if fresh => return syntax(text, "';' after '('"),
            Token::Open => reader.open(),
            Token::Close => reader.close(),
            Token::Property(name, values) => reader.property(name, &values),
        }
        if reader.is_whole() {
            return (reader.error.map_or(Ok(reader.record), Err), Some(rest));
        }
        reader.line += line_ends(text, rest);
        fresh = opened;
        text = rest;
    }
}

/// The file from the first `(` that a `;` follows.
fn tree_start(file: &str) -> Option<&str> {
    file.match_indices('(').map(|(at, _)| &file[at..]).find(|text| text[1..].trim_start().starts_with(';'))
}

/// The number of line ends in `text` before `rest`, which is the end of `text`.
fn line_ends(text: &str, rest: &str) -> usize {
    text[..text.len() - rest.len()].bytes().filter(|&byte| byte == b'\n').count()
}

/// A tree as far as it has been read.
#[derive(Default)]
struct TreeReader {
    record: SgfRecord,
    /// The nodes of the main line.
    nodes: usize,
    /// The number of line ends so far.
    line: usize,
    /// For each bracket that is open, the number of the last move before it ([`branches`](crate::formats::branches)).
    brackets: Vec<usize>,
    /// The number of the last move of the line that is read.
    last: usize,
    /// True behind the end of the main line.
    over: bool,
    /// The number of open brackets at a set-up in a variation, which ends there.
    ended: Option<usize>,
    /// The first error in a property of the main line.
    error: Option<SgfError>,
}

impl TreeReader {
    fn node(&mut self) {
        self.nodes += usize::from(!self.over);
    }

    fn open(&mut self) {
        self.brackets.push(self.last);
    }

    fn close(&mut self) {
        self.over = true;
        self.last = self.brackets.pop().unwrap_or_default();
        self.ended = self.ended.filter(|&brackets| brackets <= self.brackets.len());
    }

    /// What is read of a tree that the file cuts, if it is worth anything.
    fn cut(self, why: SgfError) -> Result<SgfRecord, SgfError> {
        match self.error {
            Some(error) => Err(error),
            None if self.record.moves.is_empty() => Err(why),
            None => Ok(SgfRecord { is_cut: true, ..self.record }),
        }
    }

    fn is_whole(&self) -> bool {
        self.brackets.is_empty()
    }

    fn property(&mut self, name: &str, values: &[&str]) {
        // FF[3] allows lower-case letters in names and gives them no meaning.
        let name: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if self.ended.is_none() {
            let room = MOST_MARKS - self.record.marks.len();
            let marks = values.iter().filter_map(|value| mark(&name, value, self.last));
            self.record.marks.extend(marks.take(room));
        }
        if self.over {
            self.branch_property(&name, values);
        } else if self.error.is_none() {
            self.error = self.read_property(&name, values).err().map(|error| error.below(self.line));
        }
    }

    /// Reads a property of a variation.
    fn branch_property(&mut self, name: &str, values: &[&str]) {
        if self.ended.is_some() {
            return;
        }
        let main = self.record.moves.len();
        match (name, values) {
            ("B" | "W", [value]) => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let mv = (color, self.move_text(&unescape(value)));
                self.record.branches.push(BranchMove {
                    parent: self.last,
                    mv,
                    comment: String::new(),
                    line: self.line,
                });
                self.last = main + self.record.branches.len();
            }
            ("B" | "W" | "AB" | "AW" | "AE" | "PL" | "XP", _) => self.ended = Some(self.brackets.len()),
            ("C", [value]) => {
                if let Some(place) = self.last.checked_sub(main + 1) {
                    join(&mut self.record.branches[place].comment, &unescape(value));
                }
            }
            _ => {}
        }
    }

    /// A move without what GGF writes behind it.
    fn move_text(&self, text: &str) -> String {
        if self.record.ggf { ggf::mv(text) } else { text.to_owned() }
    }

    fn read_property(&mut self, name: &str, values: &[&str]) -> Result<(), SgfError> {
        match name {
            "GM" => {
                let game = |text: &str| text.parse().ok().map(|number| (number, false));
                let game = |text: &str| game(text).or(ggf::game(text).map(|number| (number, true)));
                let (game, ggf) = self.single("GM", values, game, "a number (SGF) or Othello (GGF) expected")?;
                (self.record.game, self.record.ggf) = (Some(game), ggf);
            }
            "BO" if self.record.ggf => {
                let expected = "a size, its squares (* O -) and the side to move expected";
                let (size, position) = self.single("BO", values, ggf::board, expected)?;
                (self.record.size, self.record.position) = (Some(size), Some(position));
            }
            "TY" if self.record.ggf => {
                let expected = "the aim is to have more discs here, not fewer";
                self.single("TY", values, |text| (!text.contains('a')).then_some(()), expected)?;
            }
            "SZ" => {
                self.record.size =
                    Some(self.single("SZ", values, size, "a board size expected: 8, or columns:rows")?);
            }
            "AP" => self.record.application = words(values),
            "PB" => self.record.facts.players[0] = words(values),
            "PW" => self.record.facts.players[1] = words(values),
            "RE" if self.record.ggf => self.record.facts.result = words(values).and_then(|text| ggf::result(&text)),
            "RE" => self.record.facts.result = words(values),
            "DT" if self.record.ggf => self.record.facts.date = words(values).map(ggf::date),
            "DT" => self.record.facts.date = words(values),
            "EV" => self.record.facts.event = words(values),
            "PC" => self.record.facts.place = words(values),
            "RO" => self.record.facts.round = words(values),
            "XT" => self.record.facts.perfect = words(values).and_then(|text| text.parse().ok()),
            "RU" => {
                self.record.rule = Some(self.single("RU", values, |text| Some(text.into()), "one name expected")?);
            }
            // Fifth moves are offered in renju alone.
            "5A" if self.record.rule.is_none() => self.record.rule = Some("renju".to_owned()),
            "PL" => {
                let side = self.single("PL", values, |text| text.parse().ok(), "B or W expected")?;
                self.before_moves("PL", values)?;
                self.record.side_to_move = Some(side);
            }
            "XP" => {
                let position = self.single("XP", values, |text| Some(text.into()), "one position expected")?;
                self.before_moves("XP", values)?;
                self.record.position = Some(position);
            }
            "AB" => self.stones("AB", Some(Color::Black), values)?,
            "AW" => self.stones("AW", Some(Color::White), values)?,
            "AE" => self.stones("AE", None, values)?,
            "C" => {
                self.record.comments.extend(words(values).map(|text| (self.record.moves.len(), text)));
            }
            "B" => self.mv("B", Color::Black, values)?,
            "W" => self.mv("W", Color::White, values)?,
            _ => {}
        }
        Ok(())
    }

    fn mv(&mut self, property: &'static str, color: Color, values: &[&str]) -> Result<(), SgfError> {
        let text: String = self.single(property, values, |text| Some(text.into()), "one move expected")?;
        self.record.moves.push((color, self.move_text(&text)));
        self.last = self.record.moves.len();
        Ok(())
    }

    fn stones(&mut self, property: &'static str, color: Option<Color>, values: &[&str]) -> Result<(), SgfError> {
        self.before_moves(property, values)?;
        if self.record.setup.len() + values.len() > MAX_SETUP {
            return Err(self.refuse(property, values, "more stones than any board has points"));
        }
        self.record.setup.extend(values.iter().map(|value| (color, unescape(value))));
        Ok(())
    }

    fn before_moves(&self, property: &'static str, values: &[&str]) -> Result<(), SgfError> {
        if self.record.moves.is_empty() {
            return Ok(());
        }
        Err(self.refuse(property, values, "a set-up in the middle of a game"))
    }

    /// The value of a property that has one value.
    fn single<T>(
        &self,
        property: &'static str,
        values: &[&str],
        read: impl Fn(&str) -> Option<T>,
        why: &'static str,
    ) -> Result<T, SgfError> {
        let [value] = values else { return Err(self.refuse(property, values, why)) };
        read(&unescape(value)).ok_or_else(|| self.refuse(property, values, why))
    }

    fn refuse(&self, property: &'static str, values: &[&str], why: &'static str) -> SgfError {
        let value = values.join("][").chars().take(20).collect::<String>().escape_debug().to_string();
        SgfError::Property { line: 0, node: self.nodes - 1, property, value, why }
    }
}

/// What a property shows behind a move with a number; `None` for other properties.
fn mark(name: &str, value: &str, number: usize) -> Option<(usize, Mark, String)> {
    let mark = match name {
        "LB" => {
            let (point, label) = value.split_once(':')?;
            return Some((number, Mark::Label(unescape(label)), unescape(point)));
        }
        "TR" => Mark::Triangle,
        "MA" => Mark::Cross,
        "SQ" => Mark::Square,
        "CR" => Mark::Circle,
        _ => return None,
    };
    Some((number, mark, unescape(value)))
}

/// The text of a property for people, where it is not empty.
fn words(values: &[&str]) -> Option<String> {
    values.first().map(|value| unescape(value)).filter(|text| !text.is_empty())
}

/// Reads a board size: `8` or `7:6`.
fn size(text: &str) -> Option<Size> {
    let (cols, rows) = text.split_once(':').unwrap_or((text, text));
    Some(Size::new(cols.trim().parse().ok()?, rows.trim().parse().ok()?))
}
