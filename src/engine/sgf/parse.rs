//! SGF text to [`Record`].

use super::{Record, SgfError};
use crate::game::{Color, Vertex};
use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char, multispace0, one_of};
use nom::combinator::{map, recognize};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// The longest file that is read, in bytes: far more than any one game needs, and parsed in a fraction of a second.
pub const MAX_BYTES: usize = 4 << 20;

/// The most values of `AB`, `AW` and `AE` together; four times the points of the largest board.
const MAX_SETUP: usize = 4 * (Vertex::MAX_SIZE as usize).pow(2);

/// What a game tree is made of.
enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name and its values, as they stand between the brackets.
    Property(&'a str, Vec<&'a str>),
}

/// Property = name, then one value or more; what FF\[4\] calls white space may stand between any two.
fn property(text: &str) -> IResult<&str, Token<'_>> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    map((name, many1(preceded(multispace0, value))), |(name, values)| Token::Property(name, values)).parse(text)
}

/// Value = `[`, anything in which `]` and `\` follow a `\`, `]`.
fn value(text: &str) -> IResult<&str, &str> {
    let escape = preceded(char('\\'), anychar);
    let content = recognize(many0_count(alt((map(is_not("\\]"), |_| ()), map(escape, |_| ())))));
    delimited(char('['), content, char(']')).parse(text)
}

fn token(text: &str) -> IResult<&str, Token<'_>> {
    let mark = map(one_of("();"), |mark| match mark {
        '(' => Token::Open,
        ')' => Token::Close,
        _ => Token::Node,
    });
    terminated(alt((mark, property)), multispace0).parse(text)
}

/// A value as it was meant: escapes undone, escaped line ends removed, spaces around it too.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\r' | '\n')) => {
                let end = chars.next();
                let second = if end == Some('\r') { '\n' } else { '\r' };
                chars.next_if_eq(&second);
            }
            ('\\', _) => text.extend(chars.next()),
            _ => text.push(c),
        }
    }
    text.trim().to_string()
}

/// Reads the main line of the first game tree: the first variation wherever the line divides.
///
/// Text before the first `(;` and after the tree is ignored, as the standard asks. Bytes that are not UTF-8 become
/// replacement characters: they can only matter in comments.
///
/// # Errors
/// [`SgfError`]; the tree must be sound to its end, side variations included.
pub fn parse(bytes: &[u8]) -> Result<Record, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLong);
    }
    let file = String::from_utf8_lossy(bytes);
    let mut text = tree_start(&file).ok_or(SgfError::NoGame)?;
    let syntax = |rest: &str, what| SgfError::Syntax { line: line_at(&file, rest), what };
    let mut line = MainLine::default();
    let mut depth = 0_usize;
    // A tree and each of its variations must begin with a node.
    let mut fresh = false;
    loop {
        let (rest, token) = match token(text) {
            Ok(parsed) => parsed,
            Err(_) if text.is_empty() => return Err(syntax(text, "the file ends before its game tree does")),
            Err(_) => return Err(syntax(text, "'(', ')', ';' or a property with all its values expected")),
        };
        let opened = matches!(token, Token::Open);
        match token {
            Token::Node => line.node(),
            _ if fresh => return Err(syntax(text, "';' expected after '('")),
            Token::Open => depth += 1,
            Token::Close => {
                line.over = true;
                depth -= 1;
            }
            Token::Property(name, values) => line.property(name, &values)?,
        }
        if depth == 0 {
            return Ok(line.record);
        }
        fresh = opened;
        text = rest;
    }
}

/// The file from the first `(` that a `;` follows.
fn tree_start(file: &str) -> Option<&str> {
    file.match_indices('(').map(|(at, _)| &file[at..]).find(|text| text[1..].trim_start().starts_with(';'))
}

/// The number of the line that `rest`, an end of `file`, begins on.
fn line_at(file: &str, rest: &str) -> usize {
    1 + file[..file.len() - rest.len()].bytes().filter(|&byte| byte == b'\n').count()
}

/// The main line as far as it has been read.
#[derive(Default)]
struct MainLine {
    record: Record,
    nodes: usize,
    over: bool,
}

impl MainLine {
    fn node(&mut self) {
        self.nodes += usize::from(!self.over);
    }

    fn property(&mut self, name: &str, values: &[&str]) -> Result<(), SgfError> {
        if self.over {
            return Ok(());
        }
        // FF[3] allows lower-case letters in names and gives them no meaning.
        let name: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        match name.as_str() {
            "GM" => {
                self.record.game = Some(self.single("GM", values, |text| text.parse().ok(), "a number expected")?);
            }
            "SZ" => {
                self.record.size = Some(self.single("SZ", values, square_size, "a square board's size expected")?);
            }
            "RU" => {
                self.record.rule = Some(self.single("RU", values, |text| Some(text.into()), "one name expected")?);
            }
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
            "B" => self.mv("B", Color::Black, values)?,
            "W" => self.mv("W", Color::White, values)?,
            _ => {}
        }
        Ok(())
    }

    fn mv(&mut self, property: &'static str, color: Color, values: &[&str]) -> Result<(), SgfError> {
        let text = self.single(property, values, |text| Some(text.into()), "one move expected")?;
        self.record.moves.push((color, text));
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

    /// The value of a property that has one.
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
        SgfError::Property { node: self.nodes - 1, property, value, why }
    }
}

/// `8` or `8:8`.
fn square_size(text: &str) -> Option<u8> {
    let (cols, rows) = text.split_once(':').unwrap_or((text, text));
    let cols = cols.trim().parse().ok()?;
    (rows.trim().parse() == Ok(cols)).then_some(cols)
}
