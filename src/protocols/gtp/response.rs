//! The form of a response: `=[id] text` or `?[id] text`, then one empty line.
//!
//! The failures of commands: the `Display` text is the GTP failure text, to the letter; the cause is for `why` and the log.

use crate::protocols::line_server::Output;
use std::fmt::Write as _;
use std::io;
use tengen_session::EngineError;
use tengen_session::clock::ClockError;
use thiserror::Error;

/// The response to one request.
pub struct Response<'o> {
    out: Output<'o>,
    id: Option<u32>,
    begun: bool,
}

impl<'o> Response<'o> {
    /// The response to the request of this id; nothing of it is written.
    pub const fn new(out: Output<'o>, id: Option<u32>) -> Self {
        Self { out, id, begun: false }
    }

    /// Sends the responses before this one.
    ///
    /// # Errors
    /// The output's.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Begins at once: everything that follows belongs to this response, and it can no longer fail.
    ///
    /// # Errors
    /// The output's.
    pub fn begin(&mut self) -> io::Result<()> {
        self.begun = true;
        begin(self.out.buffer(), true, self.id);
        self.line("")
    }

    /// Writes a line of a response that has begun.
    ///
    /// # Errors
    /// The output's.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.out.line(text)
    }

    /// Ends with the text of a success; of a response that has begun it is the last line.
    ///
    /// # Errors
    /// The output's.
    pub fn succeed(mut self, text: &str) -> io::Result<()> {
        if !self.begun {
            write(self.out.buffer(), true, self.id, text);
            return Ok(());
        }
        if !text.is_empty() {
            self.line(text)?;
        }
        self.out.buffer().push('\n');
        Ok(())
    }

    /// Ends with the text of a failure, which a response that has begun does not show.
    pub fn fail(mut self, text: &str) {
        if self.begun {
            self.out.buffer().push('\n');
        } else {
            write(self.out.buffer(), false, self.id, text);
        }
    }
}

/// Writes the status and id that begin a response.
fn begin(out: &mut String, ok: bool, id: Option<u32>) {
    out.push(if ok { '=' } else { '?' });
    if let Some(id) = id {
        let _ = write!(out, "{id}");
    }
}

/// Writes a whole response. No line inside it is empty: clients would cut it there, so such a line gets a space.
fn write(out: &mut String, ok: bool, id: Option<u32>, text: &str) {
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

/// A command failed. The texts are listed in `protocol.md`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)] // the texts say it
pub enum CommandError {
    #[error("unknown command")]
    UnknownCommand { cause: String },
    #[error("syntax error")]
    Syntax { cause: String },
    #[error("illegal move")]
    IllegalMove { cause: String },
    #[error("cannot undo")]
    CannotUndo { cause: String },
    #[error("unacceptable size")]
    UnacceptableSize { cause: String },
    #[error("cannot score")]
    CannotScore { cause: String },
    #[error("cannot load file")]
    CannotLoadFile { cause: String },
    #[error("unsupported game")]
    UnsupportedGame { cause: String },
    #[error("unsupported rule")]
    UnsupportedRule { cause: String },
    #[error("unsupported player")]
    UnsupportedPlayer { cause: String },
    #[error("no certificate")]
    Uncertified { cause: String },
    #[error("invalid position")]
    InvalidPosition { cause: String },
    #[error("unknown node")]
    UnknownNode { cause: String },
    #[error("not enough memory")]
    OutOfMemory { cause: String },
    #[error("internal error")]
    Internal { cause: String },
}

impl CommandError {
    /// A syntax error with its reason.
    pub fn syntax(cause: impl Into<String>) -> Self {
        Self::Syntax { cause: cause.into() }
    }

    /// There is no score before the end.
    pub fn game_goes_on() -> Self {
        Self::CannotScore { cause: "the game goes on".to_owned() }
    }

    /// The reason, in one line, for a person.
    pub fn cause(&self) -> &str {
        match self {
            Self::UnknownCommand { cause }
            | Self::Syntax { cause }
            | Self::IllegalMove { cause }
            | Self::CannotUndo { cause }
            | Self::UnacceptableSize { cause }
            | Self::CannotScore { cause }
            | Self::CannotLoadFile { cause }
            | Self::UnsupportedGame { cause }
            | Self::UnsupportedRule { cause }
            | Self::UnsupportedPlayer { cause }
            | Self::Uncertified { cause }
            | Self::InvalidPosition { cause }
            | Self::UnknownNode { cause }
            | Self::OutOfMemory { cause }
            | Self::Internal { cause } => cause,
        }
    }
}

impl From<ClockError> for CommandError {
    fn from(error: ClockError) -> Self {
        Self::syntax(error.to_string())
    }
}

impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> Self {
        let cause = error.to_string();
        match error {
            EngineError::Syntax(_) => Self::Syntax { cause },
            EngineError::Illegal(_) => Self::IllegalMove { cause },
            EngineError::CannotUndo(_) => Self::CannotUndo { cause },
            EngineError::UnacceptableSize(_) => Self::UnacceptableSize { cause },
            EngineError::Unknown { what: "game", .. } => Self::UnsupportedGame { cause },
            EngineError::Unknown { what: "player", .. } | EngineError::Options(_) => Self::UnsupportedPlayer { cause },
            EngineError::Unknown { .. } | EngineError::RuleOptions(_) => Self::UnsupportedRule { cause },
            EngineError::Unreadable(_) => Self::InvalidPosition { cause },
            EngineError::Node(_) => Self::UnknownNode { cause },
            EngineError::Memory(shortage) => {
                Self::OutOfMemory { cause: format!("{} MiB more are needed", shortage.missing) }
            }
        }
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
