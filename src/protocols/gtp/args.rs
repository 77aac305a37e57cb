//! Argument checks, in one place: handlers stay short.

use super::error::CommandError;
use std::str::FromStr;
use tengen_core::game::{Color, Vertex};

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

/// A point: a letter without I and a number.
///
/// # Errors
/// A syntax error that names the word.
pub fn vertex(word: &str) -> Result<Vertex, CommandError> {
    word.parse().map_err(|()| CommandError::syntax(format!("expected a point such as D4, got {word}")))
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
