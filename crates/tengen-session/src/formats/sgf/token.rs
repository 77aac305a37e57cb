//! The tokens of SGF's text.

use nom::branch::alt;
use nom::bytes::complete::{is_not, take_while1};
use nom::character::complete::{anychar, char, multispace0, one_of};
use nom::combinator::{map, recognize};
use nom::error::Error;
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// The tokens of a game tree.
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property: its name and its values, as they stand between the brackets.
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

/// The token at the start of a text, and the blanks behind it.
pub(super) fn token(text: &str) -> IResult<&str, Token<'_>> {
    let mark = map(one_of("();"), |mark| match mark {
        '(' => Token::Open,
        ')' => Token::Close,
        _ => Token::Node,
    });
    terminated(alt((mark, property)), multispace0).parse(text)
}

/// The value that a text between brackets stands for: without escapes, without escaped line ends, without spaces around it.
pub(super) fn unescape(value: &str) -> String {
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

/// True for nothing, and for a property that the end of the file cuts: a name, or values of which the last has no end.
pub(super) fn is_cut(text: &str) -> bool {
    let mut rest = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let is_named = rest.len() < text.len();
    while let Ok((behind, _)) = preceded(multispace0::<_, Error<&str>>, value).parse(rest) {
        rest = behind;
    }
    let rest = rest.trim_start();
    text.is_empty() || is_named && (rest.is_empty() || rest.starts_with('['))
}
