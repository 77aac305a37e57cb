//! Text in as many columns as there are.

use ratatui::text::Span;

/// The columns of a text.
pub fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in rows of so many columns, between words where that is possible; one empty row for an empty text.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let mut begins = true;
        for part in parts(word, columns) {
            let row = rows.last_mut().expect("there is a row");
            let joined = if begins && !row.is_empty() { format!("{row} {part}") } else { format!("{row}{part}") };
            if width(&joined) <= columns {
                *row = joined;
            } else {
                rows.push(part);
            }
            begins = false;
        }
    }
    rows
}

/// A word, cut where it is longer than a row.
fn parts(word: &str, columns: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for character in word.chars() {
        let part = parts.last_mut().expect("there is a part");
        part.push(character);
        if width(part) > columns && part.chars().count() > 1 {
            part.pop();
            parts.push(character.to_string());
        }
    }
    parts
}

/// The end of a text that has room in so many columns.
pub fn tail(text: &str, columns: usize) -> &str {
    let fitting = text.char_indices().map(|(place, _)| &text[place..]).find(|rest| width(rest) <= columns);
    fitting.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_between_words() {
        let rows = |text, columns| wrap(text, columns).join("|");
        assert_eq!(rows("one two three", 8), "one two|three");
        assert_eq!(rows("one two three", 3), "one|two|thr|ee");
        assert_eq!(rows("a abcdefgh b", 3), "a|abc|def|gh|b");
        assert_eq!(rows("直棋直 x", 4), "直棋|直 x");
        assert_eq!(rows("", 3), "");
    }

    #[test]
    fn the_end_of_a_long_line_is_seen() {
        assert_eq!(tail("abcdef", 3), "def");
        assert_eq!(tail("a直棋", 3), "棋");
        assert_eq!(tail("ab", 3), "ab");
    }
}
