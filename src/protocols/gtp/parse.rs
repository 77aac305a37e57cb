//! From bytes to a request: GTP's preprocessing, then its grammar. Then from the words behind a command to what they mean:
//! the argument checks, in one place, so that handlers stay short.
//!
//! ```text
//! request   = *space [ id 1*space ] command *( 1*space argument ) *space
//! id        = 1*digit                      ; 0 to 2^31 - 1; a larger number is no id, but a (wrong) command
//! command   = 1*nonspace
//! argument  = 1*nonspace
//! ```

use super::response::CommandError;
use nom::Parser as _;
use nom::bytes::complete::take_while1;
use nom::character::complete::{space0, space1, u32};
use nom::combinator::{all_consuming, eof, opt, peek, verify};
use nom::multi::separated_list0;
use nom::sequence::{delimited, terminated};
use nom::{IResult, branch::alt};
use std::str::FromStr;
use tengen_core::game::{Color, Letters, Vertex};

/// The largest id.
pub const MAX_ID: u32 = (1 << 31) - 1;

/// A line that asks for something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request<'a> {
    /// The id, if the line has one.
    pub id: Option<u32>,
    /// The command; empty when the line has nothing but an id.
    pub command: &'a str,
    /// The words after it.
    pub args: Vec<&'a str>,
}

/// GTP's preprocessing: control characters go, except that a tab becomes a space; everything from `#` on goes.
/// Bytes that are not UTF-8 become replacement characters.
pub fn preprocess(line: &[u8]) -> String {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// Reads a preprocessed line; `None` for a blank one.
pub fn request(line: &str) -> Option<Request<'_>> {
    let (_, (id, words)) = grammar(line).ok()?;
    let mut words = words.into_iter();
    let command = words.next().unwrap_or_default();
    (id.is_some() || !command.is_empty()).then(|| Request { id, command, args: words.collect() })
}

/// `*space [ id ] words *space`
fn grammar(line: &str) -> IResult<&str, (Option<u32>, Vec<&str>)> {
    let words = separated_list0(space1, word);
    all_consuming(delimited(space0, (opt(id), words), space0)).parse(line)
}

/// `id = 1*digit`, before a space or the end
fn id(input: &str) -> IResult<&str, u32> {
    let end = alt((space1, eof));
    terminated(verify(terminated(u32, peek(end)), |&id| id <= MAX_ID), space0).parse(input)
}

/// `1*nonspace`
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c| c != ' ').parse(input)
}

/// The words behind a command.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(&'a [&'a str]);

impl<'a> Args<'a> {
    /// Takes the words of a request.
    pub const fn new(words: &'a [&'a str]) -> Self {
        Self(words)
    }

    /// All words.
    pub const fn words(self) -> &'a [&'a str] {
        self.0
    }

    /// Number of words.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// True without any word.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Exactly `N` words.
    ///
    /// # Errors
    /// A syntax error that says how many there were.
    pub fn exactly<const N: usize>(self) -> Result<[&'a str; N], CommandError> {
        let count = if N == 1 { "one argument".to_owned() } else { format!("{N} arguments") };
        self.0.try_into().map_err(|_| CommandError::syntax(format!("expected {count}, got {}", self.0.len())))
    }

    /// At most one word.
    ///
    /// # Errors
    /// A syntax error that says how many there were.
    pub fn at_most_one(self) -> Result<Option<&'a str>, CommandError> {
        match self.0 {
            [] => Ok(None),
            [word] => Ok(Some(word)),
            more => Err(CommandError::syntax(format!("expected at most one argument, got {}", more.len()))),
        }
    }
}

/// A colour: `b`, `black`, `w`, `white`, in any case.
///
/// # Errors
/// A syntax error that names the word.
pub fn color(word: &str) -> Result<Color, CommandError> {
    word.parse().map_err(|()| CommandError::syntax(format!("expected a colour (b, black, w, white), got {word}")))
}

/// A point: a letter of a column and a number.
///
/// # Errors
/// A syntax error that names the word.
pub fn vertex(word: &str, letters: Letters) -> Result<Vertex, CommandError> {
    let point = letters.parse_point(word);
    point.ok_or_else(|| CommandError::syntax(format!("expected a point such as D4, got {word}")))
}

/// A number; `what` names it in the error.
///
/// # Errors
/// A syntax error that names the word.
pub fn number<T: FromStr>(word: &str, what: &str) -> Result<T, CommandError> {
    word.parse().map_err(|_| CommandError::syntax(format!("expected {what}, got {word}")))
}

/// A finite number of seconds or points; `what` names it in the error.
///
/// # Errors
/// A syntax error that names the word.
pub fn real(word: &str, what: &str) -> Result<f64, CommandError> {
    let value: f64 = number(word, what)?;
    if value.is_finite() { Ok(value) } else { Err(CommandError::syntax(format!("expected {what}, got {word}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let known: [(&str, Option<u32>, &str, &[&str]); 12] = [
            ("name", None, "name", &[]),
            ("  name  ", None, "name", &[]),
            ("1 name", Some(1), "name", &[]),
            ("0 play b  D4 ", Some(0), "play", &["b", "D4"]),
            ("2147483647 quit", Some(MAX_ID), "quit", &[]),
            ("2147483648 quit", None, "2147483648", &["quit"]),
            ("99999999999999999999 quit", None, "99999999999999999999", &["quit"]),
            ("-1 quit", None, "-1", &["quit"]),
            ("7", Some(7), "", &[]),
            ("1name", None, "1name", &[]),
            ("007 name", Some(7), "name", &[]),
            ("1 2 3", Some(1), "2", &["3"]),
        ];
        for (line, id, command, args) in known {
            assert_eq!(request(line), Some(Request { id, command, args: args.to_vec() }), "{line:?}");
        }
        assert_eq!(request(""), None);
        assert_eq!(request("   "), None);
    }

    #[test]
    fn preprocessing_follows_the_specification() {
        for (line, text) in [
            (&b"a\tb\r"[..], "a b"),
            (b"na\x00me\x07\x7f", "name"),
            (b"# all of it", ""),
            (b"name # rest # more", "name "),
            (b"\xff\xfe", "\u{fffd}\u{fffd}"),
            ("é#é".as_bytes(), "é"),
        ] {
            assert_eq!(preprocess(line), text);
        }
    }
}
