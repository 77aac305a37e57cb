//! Text of files, clients and engines as it may reach a terminal: without control characters, which could move the
//! cursor, change colours or feign other output.

use std::io::{self, Write};

/// One line of text: control characters are escaped, line feeds too.
pub fn line(text: &str) -> String {
    text.chars().map(|c| if is_control(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

/// Lines of text: control characters are escaped, but for line feeds.
pub fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// JSON in which control characters within strings are escaped, as JSON does it.
pub fn json(text: &str) -> String {
    let escaped = |c: char| if is_control(c) && c != '\n' { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// How many characters of a foreign text are quoted.
const QUOTED: usize = 40;

/// The beginning of a foreign text as one line, for a message about it.
pub fn quote_line(text: &str) -> String {
    quote(&line(text))
}

/// The beginning of a text, for a message about it.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push_str("...");
    }
    quoted
}

/// Control characters, and those of Unicode that turn the direction of text round or break its lines.
const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A terminal, or what may lead to one: everything is written to it as [`lines`].
#[derive(Debug)]
pub struct Printable<W>(pub W);

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_act_on_a_terminal_is_shown() {
        assert_eq!(line("a\x1b[31mb\n\r\tc\x7f\u{9b}2J"), "a\\u{1b}[31mb\\n\\r\\tc\\u{7f}\\u{9b}2J");
        assert_eq!(line("\u{202e}\u{2028}直棋 é \\ '"), "\\u{202e}\\u{2028}直棋 é \\ '");
        assert_eq!(lines("a\n\x07b\n"), "a\n\\u{7}b\n");
        assert_eq!(json("{\n\"a\u{202e}b\": \"\u{9b}é\"}"), "{\n\"a\\u202eb\": \"\\u009bé\"}");
        let mut out = Vec::new();
        Printable(&mut out).write_all(b"a\x1bc: d\ne").unwrap();
        assert_eq!(out, b"a\\u{1b}c: d\ne");
    }

    #[test]
    fn quotes_are_short() {
        assert_eq!(quote("FOO"), "FOO");
        assert_eq!(quote(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }
}
