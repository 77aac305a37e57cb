//! From bytes to a request: GTP's preprocessing, then its grammar.
//!
//! ```text
//! request   = *space [ id 1*space ] command *( 1*space argument ) *space
//! id        = 1*digit                      ; 0 to 2^31 - 1; a larger number is no id, but a (wrong) command
//! command   = 1*nonspace
//! argument  = 1*nonspace
//! ```

use nom::Parser as _;
use nom::bytes::complete::take_while1;
use nom::character::complete::{space0, space1, u32 as number};
use nom::combinator::{all_consuming, eof, opt, peek, verify};
use nom::multi::separated_list0;
use nom::sequence::{delimited, terminated};
use nom::{IResult, branch::alt};

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
    terminated(verify(terminated(number, peek(end)), |&id| id <= MAX_ID), space0).parse(input)
}

/// `1*nonspace`
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c| c != ' ').parse(input)
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
