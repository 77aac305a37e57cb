//! From bytes to words.
//!
//! ```text
//! line    = *blank [ command *blank [ rest ] ]      ; the command in any case
//! numbers = number *( *blank [ "," ] *blank number )
//! ```

/// A line as text: control characters become blanks, bytes that are not UTF-8 replacement characters.
pub fn text(line: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(line).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// The command in upper case, and what follows it.
pub fn command(line: &str) -> (String, &str) {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    (name.to_ascii_uppercase(), rest.trim())
}

/// Exactly `N` whole numbers; `None` for anything else.
pub fn numbers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let numbers = words.into_iter().map(|word| word.parse().ok()).collect::<Option<Vec<i64>>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_words() {
        assert_eq!(text(b"\tTURN 3,4 \r"), "TURN 3,4");
        assert_eq!(text(b"a\0b\xff"), "a b\u{fffd}");
        assert_eq!(command("turn  3,4"), ("TURN".to_owned(), "3,4"));
        assert_eq!(command("ABOUT"), ("ABOUT".to_owned(), ""));
    }

    #[test]
    fn numbers_are_counted() {
        for good in ["3,-4", "3, -4", "3 -4", " 3 , -4 "] {
            assert_eq!(numbers(good), Some([3, -4]), "{good}");
        }
        for bad in ["", "3", "3,4,5", "3;4", "a,b", "3,4x", "3,99999999999999999999"] {
            assert_eq!(numbers::<2>(bad), None, "{bad}");
        }
    }
}
