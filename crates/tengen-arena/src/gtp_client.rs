//! A GTP client: sends commands to an engine's process, reads its responses, and knows what GTP does not allow there. What
//! a [`Violation`] costs the engine, the caller decides.

use super::process::{Failure, Process};
use std::time::{Duration, Instant};
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

/// What GTP does not allow an engine to send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// A line that is part of no response.
    Outside,
    /// A response to no command.
    Unasked,
    /// A response with the id of no command, or of another one.
    OtherId,
    /// An empty line before a response, or a second one behind it.
    EmptyLine,
    /// A text right behind the mark or the id.
    NoBlank,
}

impl Violation {
    /// True where a client cannot tell any more which response belongs to which command: it loses a game.
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::Outside | Self::Unasked | Self::OtherId)
    }

    /// For a person.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Outside => "text outside a response",
            Self::Unasked => "a response to no command",
            Self::OtherId => "a response with another id",
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

/// What one process of an engine sends, line by line. All violations are told to `judge`, which may make errors of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Responses {
    /// The engine may greet before its first response, as some do.
    has_answered: bool,
    /// In a response to no command, whose empty line is still to come.
    is_inside: bool,
}

impl Responses {
    /// The first response was read elsewhere.
    pub const fn after_the_first() -> Self {
        Self { has_answered: true, is_inside: false }
    }

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
        let (mark, rest) = first.split_at(1);
        let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = rest[..rest.len() - text.len()].parse().ok();
        if id.is_some() && id != sent {
            judge(Violation::OtherId, &first)?;
        }
        if text.starts_with(|c: char| !c.is_whitespace()) {
            judge(Violation::NoBlank, &first)?;
        }
        let mut text = text.trim().to_owned();
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

    /// A line that is not of the response that is waited for.
    fn outside<E>(&mut self, line: &str, judge: &mut impl FnMut(Violation, &str) -> Result<(), E>) -> Result<(), E> {
        let line = line.trim_end();
        if self.is_inside {
            self.is_inside = !line.is_empty();
            return Ok(());
        }
        self.is_inside = is_response(line);
        let violation = match line {
            "" => Violation::EmptyLine,
            _ if self.is_inside => Violation::Unasked,
            _ => Violation::Outside,
        };
        if self.has_answered { judge(violation, line) } else { Ok(()) }
    }
}

fn is_response(line: &str) -> bool {
    line.starts_with(['=', '?'])
}

/// Sends bytes as they are and adds to `received` all that comes back until there is `enough` of it, and for `quiet`
/// longer.
///
/// # Errors
/// [`Failure`]; `received` has what came before it.
pub fn exchange(
    process: &mut Process,
    input: &[u8],
    received: &mut Vec<u8>,
    enough: impl Fn(&str) -> bool,
    quiet: Duration,
    deadline: Instant,
) -> Result<(), Failure> {
    process.write(input, Some(deadline))?;
    let mut until = None;
    loop {
        if until.is_none() && enough(&String::from_utf8_lossy(received)) {
            until = Some(Instant::now() + quiet);
        }
        if until.is_some() && quiet.is_zero() {
            return Ok(());
        }
        match process.bytes(until.or(Some(deadline))) {
            Ok(bytes) if bytes.is_empty() => {
                return if until.is_some() { Ok(()) } else { process.line(None).map(drop) };
            }
            Ok(bytes) => received.extend(bytes),
            Err(Failure::Late) if until.is_some() => return Ok(()),
            Err(failure) => return Err(failure),
        }
    }
}

/// True where an output has a whole response, whatever stands around it.
pub fn is_answered(output: &str) -> bool {
    let output = plain(output);
    let Some((whole_lines, _)) = output.rsplit_once('\n') else { return false };
    let mut lines = whole_lines.split('\n').map(str::to_owned);
    Responses::default().response(|| lines.next().ok_or(()), None, |_, _| Ok(())).is_ok()
}

/// The parts of an output that an empty line ends, as they stand, but for carriage returns and blanks at the ends of
/// lines.
pub fn parts(output: &str) -> Vec<String> {
    let output = plain(output);
    let mut parts: Vec<_> = output.split("\n\n").map(str::to_owned).collect();
    parts.pop();
    parts
}

/// The text without carriage returns and blanks at the ends of lines.
pub fn plain(output: &str) -> String {
    output.replace('\r', "").split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The response that a command of this id is answered by, and the violations.
    fn read(output: &str, sent: Option<u32>) -> (Option<Response>, Vec<Violation>) {
        let (mut found, mut reader) = (Vec::new(), Responses::after_the_first());
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
            assert_eq!(read(output, id), (Some(expected), Vec::new()), "{output:?}");
            assert!(is_answered(output) && is_answered(&format!("Welcome\n\nto = and ?\n{output}")));
        }
        for output in ["", "\n\n", "= 2", "= 2\n", "= 2\n ", "Welcome\n\n"] {
            assert!(!is_answered(output), "{output:?}");
        }
    }

    #[test]
    fn violations_are_told() {
        use Violation::{EmptyLine, NoBlank, OtherId, Outside, Unasked};
        for (output, sent, violations) in [
            ("thinking\n= D3\n\n", None, &[Outside][..]),
            ("= D3\n\nthinking\n", None, &[Outside]),
            ("\n= D3\n\n", None, &[EmptyLine]),
            ("= D3\n\n\n", None, &[EmptyLine]),
            ("= D3\n\n= D3\n\n", None, &[Unasked]),
            ("= D3\n\n= D3\nmore\n\n? no\n", None, &[Unasked, Unasked]),
            ("=D3\n\n", None, &[NoBlank]),
            ("=1D3\n\n", Some(1), &[NoBlank]),
            ("=2 D3\n\n", Some(1), &[OtherId]),
            ("=1 D3\n\n", None, &[OtherId]),
            // An engine without ids has none.
            ("= D3\n\n", Some(1), &[]),
        ] {
            let (response, found) = read(output, sent);
            assert_eq!((response.unwrap().text.as_str(), found.as_slice()), ("D3", violations), "{output:?}");
        }
    }

    #[test]
    fn a_greeting_is_none_and_a_judge_may_make_errors() {
        let greet = |mut reader: Responses| {
            let mut lines = ["Welcome", "", "= 2", ""].into_iter().map(str::to_owned);
            let judge = |_, line: &str| Err(line.to_owned());
            reader.response(|| lines.next().ok_or_else(String::new), None, judge)
        };
        assert!(greet(Responses::default()).is_ok_and(|response| response.text == "2"));
        assert_eq!(greet(Responses::after_the_first()), Err("Welcome".to_owned()));
    }

    /// Pipes cut text anywhere.
    #[test]
    fn a_response_to_no_command_is_one_however_it_comes() {
        let (mut reader, mut found) = (Responses::after_the_first(), Vec::new());
        for part in ["= D", "3\n", "\n"] {
            let _ = reader.unasked(part.lines(), |violation, _| {
                found.push(violation);
                Ok::<_, ()>(())
            });
        }
        assert_eq!(found, [Violation::Unasked]);
        assert!(!reader.is_inside);
    }

    #[test]
    fn parts_end_with_empty_lines() {
        assert_eq!(parts("= a \r\n\r\n\n? b\nc\n\nd\n"), ["= a", "\n? b\nc"]);
        assert_eq!(parts("= a\n"), [""; 0]);
    }
}
