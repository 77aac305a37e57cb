//! The form of a response: `=[id] text` or `?[id] text`, then one empty line.

use std::fmt::Write as _;

/// Writes the status and id that begin a response.
pub fn begin(out: &mut String, ok: bool, id: Option<u32>) {
    out.push(if ok { '=' } else { '?' });
    if let Some(id) = id {
        let _ = write!(out, "{id}");
    }
}

/// Writes a whole response. No line inside it is empty: clients would cut it there, so such a line gets a space.
pub fn write(out: &mut String, ok: bool, id: Option<u32>, text: &str) {
    begin(out, ok, id);
    let text = text.trim_end();
    if !text.is_empty() {
        out.push(' ');
        body(out, text);
    }
    out.push_str("\n\n");
}

/// Writes text without empty lines.
fn body(out: &mut String, text: &str) {
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        out.push_str(if line.is_empty() && number > 0 { " " } else { line });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn framing() {
        for (ok, id, text, expected) in [
            (true, None, "", "=\n\n"),
            (true, Some(3), "", "=3\n\n"),
            (true, Some(0), "D4", "=0 D4\n\n"),
            (false, Some(7), "illegal move", "?7 illegal move\n\n"),
            (true, None, "a\n\nb\n", "= a\n \nb\n\n"),
            (true, None, "a\r\nb", "= a\nb\n\n"),
            (true, None, "\n  board\n", "= \n  board\n\n"),
        ] {
            let mut out = String::new();
            write(&mut out, ok, id, text);
            assert_eq!(out, expected);
        }
    }
}
