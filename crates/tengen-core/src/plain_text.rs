//! Text as the systems and editors of its writers leave it.

use std::borrow::Cow;

/// What some editors and shells write in front of UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text in UTF-8 without byte order mark, with `\n` for the line ends of every system.
pub fn unified(text: &[u8]) -> Cow<'_, [u8]> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if !text.contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let mut unified = Vec::with_capacity(text.len());
    let mut before = b'\0';
    for &byte in text {
        match byte {
            b'\n' if before == b'\r' => {}
            b'\r' => unified.push(b'\n'),
            _ => unified.push(byte),
        }
        before = byte;
    }
    Cow::Owned(unified)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_from_every_system() {
        let text = "one\n\ntwo\nthree";
        for (mark, line_end) in [("", "\n"), ("", "\r\n"), ("", "\r"), ("\u{feff}", "\n"), ("\u{feff}", "\r\n")] {
            let written = format!("{mark}{}", text.replace('\n', line_end));
            assert_eq!(unified(written.as_bytes()).as_ref(), text.as_bytes(), "{written:?}");
        }
        assert_eq!(unified(b"\xef\xbb").as_ref(), b"\xef\xbb");
        assert_eq!(unified(b"a\r\n\n\r").as_ref(), b"a\n\n\n");
    }
}
