//! A GTP client: sends commands to an engine's process, reads its responses, and knows what GTP does not allow there. What
//! a [`Violation`] costs the engine, the caller decides.

use super::process::{Failure, Process};
use std::time::Instant;
use tengen_core::game::Color;

/// A response of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Response {
    /// True after `=`, false after `?`.
    pub success: bool,
    /// The id right behind the mark, where there is one.
    pub id: Option<u32>,
    /// What follows mark and id. Each line is without blanks at its end, the first one without any around it.
    pub text: String,
}

/// What GTP does not allow an engine to send. All that reads responses goes by this list: a match and `tengen check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// A line that is part of no response.
    Outside,
    /// A response to no command.
    Unasked,
    /// A response with the id of no command, or of another one.
    OtherId,
    /// A text before the first response.
    Greeting,
    /// An empty line before a response, or a second one behind it.
    EmptyLine,
    /// A text right behind the mark or the id.
    NoBlank,
}

impl Violation {
    /// Every one.
    pub const ALL: [Self; 6] =
        [Self::Outside, Self::Unasked, Self::OtherId, Self::Greeting, Self::EmptyLine, Self::NoBlank];

    /// True where a client cannot tell any more which response belongs to which command: it loses a game, and fails a check. All
    /// others are tolerated.
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::Outside | Self::Unasked | Self::OtherId)
    }

    /// For a person.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Outside => "text outside a response",
            Self::Unasked => "a response to no command",
            Self::OtherId => "a response with another id",
            Self::Greeting => "text before the first response",
            Self::EmptyLine => "an empty line outside a response",
            Self::NoBlank => "no blank before the text of a response",
        }
    }
}

/// A colour as every engine understands it: `b` or `w`.
pub fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// A command as it is sent, with an id or without.
pub fn command_line(id: Option<u32>, command: &str) -> String {
    id.map_or_else(|| format!("{command}\n"), |id| format!("{id} {command}\n"))
}

/// The first line of a response, in parts.
struct Head<'l> {
    /// `=` or `?`.
    mark: &'l str,
    /// The digits of the id.
    id: &'l str,
    text: &'l str,
    violation: Option<Violation>,
}

impl<'l> Head<'l> {
    /// Digits right behind the mark, with a blank behind them, are an id; alone they are one where ids were sent at all. What else
    /// stands there is the text without its blank, behind the id where that was sent.
    fn of(line: &'l str, sent: &[u32]) -> Self {
        let (mark, rest) = line.trim_end().split_at(1);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_apart =
            if digits == rest.len() { !sent.is_empty() } else { rest[digits..].starts_with(char::is_whitespace) };
        let sent_lengths = sent.iter().map(u32::to_string).filter(|id| rest.starts_with(id)).map(|id| id.len());
        let length = if is_apart { digits } else { sent_lengths.max().unwrap_or(0) };
        let (id, text) = rest.split_at(length);
        let is_sent = id.parse().is_ok_and(|id| sent.contains(&id));
        let violation = match (id, text) {
            (id, _) if !id.is_empty() && !is_sent => Some(Violation::OtherId),
            (_, text) if text.starts_with(|c: char| !c.is_whitespace()) => Some(Violation::NoBlank),
            _ => None,
        };
        Self { mark, id, text, violation }
    }
}

/// What one process of an engine sends, line by line. All violations are told to `judge`, which may make errors of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Responses {
    /// The first response was read.
    has_answered: bool,
    /// In a response whose empty line is still to come.
    is_inside: bool,
}

impl Responses {
    /// Sends a command and reads its response line by line; what comes behind that stays unread.
    ///
    /// # Errors
    /// [`Failure`] of the process, and whatever `judge` returns.
    pub fn ask(
        &mut self,
        process: &mut Process,
        id: Option<u32>,
        command: &str,
        deadline: Option<Instant>,
        mut judge: impl FnMut(Violation, &str) -> Result<(), Failure>,
    ) -> Result<Response, Failure> {
        let unread = process.say(&command_line(id, command), deadline)?;
        self.unasked(unread.lines(), &mut judge)?;
        self.response(|| process.line(deadline), id, judge)
    }

    /// Puts the response to a command of this id together from lines.
    ///
    /// # Errors
    /// Those of `line` and `judge`.
    pub fn response<E>(
        &mut self,
        mut line: impl FnMut() -> Result<String, E>,
        sent: Option<u32>,
        mut judge: impl FnMut(Violation, &str) -> Result<(), E>,
    ) -> Result<Response, E> {
        let first = loop {
            let line = line()?;
            if !self.is_inside && is_response(&line) {
                break line;
            }
            self.outside(&line, &mut judge)?;
        };
        self.has_answered = true;
        let Head { mark, id, text, violation } = Head::of(&first, sent.as_slice());
        violation.map_or(Ok(()), |violation| judge(violation, &first))?;
        let (id, mut text) = (id.parse().ok(), text.trim().to_owned());
        loop {
            let line = line()?;
            let line = line.trim_end();
            if line.is_empty() {
                return Ok(Response { success: mark == "=", id, text });
            }
            text.push('\n');
            text.push_str(line);
        }
    }

    /// Judges lines that came without a command.
    ///
    /// # Errors
    /// Those of `judge`.
    pub fn unasked<'l, E>(
        &mut self,
        mut lines: impl Iterator<Item = &'l str>,
        mut judge: impl FnMut(Violation, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        lines.try_for_each(|line| self.outside(line, &mut judge))
    }

    /// The output that commands of these ids, and others without ids, are answered by, put right where it is only against what
    /// is tolerated, which `judge` is told. All else stays as it is, and is the caller's to find.
    ///
    /// # Errors
    /// Those of `judge`.
    pub fn tolerated<E>(
        &mut self,
        output: &str,
        sent: &[u32],
        mut judge: impl FnMut(Violation, &str) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut tolerated = String::new();
        for whole in output.split_inclusive('\n') {
            let line = whole.trim_end();
            let begins = !self.is_inside && is_response(line);
            let head = begins.then(|| Head::of(line, sent));
            let violation = head.as_ref().map_or_else(|| self.violation(line), |head| head.violation);
            self.has_answered |= begins;
            self.is_inside = begins || (self.is_inside && !line.is_empty());
            match (violation.filter(|violation| !violation.is_forfeit()), head) {
                (None, _) => tolerated.push_str(whole),
                (Some(violation), head) => {
                    judge(violation, line)?;
                    if let Some(Head { mark, id, text, .. }) = head {
                        tolerated.extend([mark, id, " ", text, &whole[line.len()..]]);
                    }
                }
            }
        }
        Ok(tolerated)
    }

    /// A line that is not of the response that is waited for.
    fn outside<E>(&mut self, line: &str, judge: &mut impl FnMut(Violation, &str) -> Result<(), E>) -> Result<(), E> {
        let line = line.trim_end();
        let violation = self.violation(line);
        self.is_inside = if self.is_inside { !line.is_empty() } else { is_response(line) };
        violation.map_or(Ok(()), |violation| judge(violation, line))
    }

    /// What is wrong with a line that begins no response that is waited for; nothing with one inside a response.
    fn violation(&self, line: &str) -> Option<Violation> {
        let violation = match line {
            "" => Violation::EmptyLine,
            _ if !self.has_answered => Violation::Greeting,
            _ if is_response(line) => Violation::Unasked,
            _ => Violation::Outside,
        };
        (!self.is_inside).then_some(violation)
    }
}

fn is_response(line: &str) -> bool {
    line.starts_with(['=', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_THE_FIRST: Responses = Responses { has_answered: true, is_inside: false };

    /// The response that a command of this id is answered by, and the violations.
    fn read(mut reader: Responses, output: &str, sent: Option<u32>) -> (Option<Response>, Vec<Violation>) {
        let mut found = Vec::new();
        let mut lines = output.lines();
        let mut judge = |violation, _: &str| {
            found.push(violation);
            Ok(())
        };
        let response = reader.response(|| lines.next().map(str::to_owned).ok_or(()), sent, &mut judge).ok();
        let _ = reader.unasked(lines, judge);
        (response, found)
    }

    #[test]
    fn responses_are_read() {
        for (output, success, id, text) in [
            ("= 2\n\n", true, None, "2"),
            ("=\r\n\r\n", true, None, ""),
            ("?12 unknown command\n\n", false, Some(12), "unknown command"),
            ("= 7 8 \n  9\t\n \n", true, None, "7 8\n  9"),
            ("=\n a\n\n", true, None, "\n a"),
        ] {
            let expected = Response { success, id, text: text.to_owned() };
            assert_eq!(read(AFTER_THE_FIRST, output, id), (Some(expected), Vec::new()), "{output:?}");
        }
    }

    /// Each output, with the violations in it, and what is left of it where those that are tolerated are put right.
    #[test]
    fn violations_are_told() {
        use Violation::{EmptyLine, NoBlank, OtherId, Outside, Unasked};
        for (output, sent, violations, tolerated) in [
            ("thinking\n= D3\n\n", None, &[Outside][..], "thinking\n= D3\n\n"),
            ("= D3\n\nthinking\n", None, &[Outside], "= D3\n\nthinking\n"),
            ("\n= D3\n\n", None, &[EmptyLine], "= D3\n\n"),
            ("\r\n \n= D3\r\n\r\n", None, &[EmptyLine, EmptyLine], "= D3\r\n\r\n"),
            ("= D3\n\n\n", None, &[EmptyLine], "= D3\n\n"),
            ("= D3\n\n= D3\n\n", None, &[Unasked], "= D3\n\n= D3\n\n"),
            ("= D3\n\n= D3\nmore\n\n? no\n", None, &[Unasked, Unasked], "= D3\n\n= D3\nmore\n\n? no\n"),
            ("=D3\n\n", None, &[NoBlank], "= D3\n\n"),
            ("=D3\n\n", Some(1), &[NoBlank], "= D3\n\n"),
            ("=1D3\n\n", Some(1), &[NoBlank], "=1 D3\n\n"),
            ("=2 D3\n\n", Some(1), &[OtherId], "=2 D3\n\n"),
            ("=1 D3\n\n", None, &[OtherId], "=1 D3\n\n"),
            ("=99999999999 D3\n\n", None, &[OtherId], "=99999999999 D3\n\n"),
            // An engine without ids has none.
            ("= D3\n\n", Some(1), &[], "= D3\n\n"),
        ] {
            let (response, found) = read(AFTER_THE_FIRST, output, sent);
            assert_eq!((response.unwrap().text.as_str(), found.as_slice()), ("D3", violations), "{output:?}");
            let (mut reader, mut found) = (AFTER_THE_FIRST, Vec::new());
            let mut judge = |violation, _: &str| {
                found.push(violation);
                Ok::<_, ()>(())
            };
            assert_eq!(reader.tolerated(output, sent.as_slice(), &mut judge).unwrap(), tolerated, "{output:?}");
            let of_these: Vec<_> = violations.iter().copied().filter(|violation| !violation.is_forfeit()).collect();
            assert_eq!(found, of_these, "{output:?}");
        }
    }

    /// Where the blank is missing before a number, the number is no id.
    #[test]
    fn a_number_is_not_taken_for_an_id() {
        for (output, sent, id, text, violations) in [
            ("=2\n\n", None, None, "2", &[Violation::NoBlank][..]),
            ("=0.16\n\n", None, None, "0.16", &[Violation::NoBlank]),
            ("=0.16\n\n", Some(4), None, "0.16", &[Violation::NoBlank]),
            ("=40.16\n\n", Some(4), Some(4), "0.16", &[Violation::NoBlank]),
            ("=4\n\n", Some(4), Some(4), "", &[]),
            ("=5\n\n", Some(4), Some(5), "", &[Violation::OtherId]),
        ] {
            let expected = Response { success: true, id, text: text.to_owned() };
            assert_eq!(
                read(AFTER_THE_FIRST, output, sent),
                (Some(expected), violations.to_vec()),
                "{output:?} {sent:?}"
            );
        }
    }

    #[test]
    fn a_greeting_is_one_before_the_first_response_only() {
        let output = "Welcome\n= 2\n\n";
        for (reader, violation) in [(Responses::default(), Violation::Greeting), (AFTER_THE_FIRST, Violation::Outside)]
        {
            let (response, found) = read(reader, output, None);
            assert_eq!((response.unwrap().text.as_str(), found), ("2", vec![violation]));
        }
        let mut lines = output.lines().map(str::to_owned);
        let strict = |_, line: &str| Err(line.to_owned());
        let read = Responses::default().response(|| lines.next().ok_or_else(String::new), None, strict);
        assert_eq!(read, Err("Welcome".to_owned()), "a judge may make errors");
    }

    /// Pipes cut text anywhere.
    #[test]
    fn a_response_to_no_command_is_one_however_it_comes() {
        let (mut reader, mut found) = (AFTER_THE_FIRST, Vec::new());
        for part in ["= D", "3\n", "\n"] {
            let _ = reader.unasked(part.lines(), |violation, _| {
                found.push(violation);
                Ok::<_, ()>(())
            });
        }
        assert_eq!(found, [Violation::Unasked]);
        assert!(!reader.is_inside);
    }
}
