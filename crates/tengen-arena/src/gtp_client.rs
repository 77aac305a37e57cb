//! A GTP client: sends commands to an engine's process and reads its responses. How strict it is with output that is no
//! response, its caller decides.

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

/// A colour as every engine understands it: `b` or `w`.
pub fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Sends a command and reads its response line by line; what comes behind that stays unread. `stray` judges each line
/// before the response.
///
/// # Errors
/// [`Failure`] of the process, and whatever `stray` returns.
pub fn ask(
    process: &mut Process,
    command: &str,
    deadline: Option<Instant>,
    stray: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<Response, Failure> {
    process.send(&format!("{command}\n"), deadline)?;
    response(|| process.line(deadline), stray)
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

/// Puts a response together from lines without blanks at their ends. `stray` judges each line before it.
fn response<E>(
    mut line: impl FnMut() -> Result<String, E>,
    mut stray: impl FnMut(&str) -> Result<(), E>,
) -> Result<Response, E> {
    let first = loop {
        let line = line()?;
        if line.starts_with(['=', '?']) {
            break line;
        }
        stray(&line)?;
    };
    let (mark, rest) = first.split_at(1);
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let id = rest[..rest.len() - text.len()].parse().ok();
    let mut text = text.trim().to_owned();
    loop {
        let line = line()?;
        if line.is_empty() {
            return Ok(Response { success: mark == "=", id, text });
        }
        text.push('\n');
        text.push_str(&line);
    }
}

/// The first whole response of an output, whatever stands before it.
pub fn first_response(output: &str) -> Option<Response> {
    let output = plain(output);
    let (whole_lines, _) = output.rsplit_once('\n')?;
    let mut lines = whole_lines.split('\n').map(str::to_owned);
    response(|| lines.next().ok_or(()), |_| Ok(())).ok()
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

    #[test]
    fn the_first_response_is_found() {
        for (output, success, id, text) in [
            ("= 2\n\n", true, None, "2"),
            ("=\r\n\r\n", true, None, ""),
            ("?12 unknown command\n\n", false, Some(12), "unknown command"),
            ("=7\n\n= next\n\n", true, Some(7), ""),
            ("= 7 8 \n  9\t\n \n", true, None, "7 8\n  9"),
            ("=\n a\n\n", true, None, "\n a"),
            ("Welcome\n\nto = and ?\n=1 name\n\nmore", true, Some(1), "name"),
        ] {
            let expected = Response { success, id, text: text.to_owned() };
            assert_eq!(first_response(output), Some(expected), "{output:?}");
        }
        for output in ["", "\n\n", "= 2", "= 2\n", "= 2\n ", "Welcome\n\n"] {
            assert_eq!(first_response(output), None, "{output:?}");
        }
    }

    #[test]
    fn a_stray_line_may_be_an_error() {
        let mut lines = ["", "noise", "= 2", ""].into_iter().map(str::to_owned);
        let strict = |line: &str| if line.is_empty() { Ok(()) } else { Err(line.to_owned()) };
        assert_eq!(response(|| lines.next().ok_or_else(String::new), strict), Err("noise".to_owned()));
    }

    #[test]
    fn parts_end_with_empty_lines() {
        assert_eq!(parts("= a \r\n\r\n\n? b\nc\n\nd\n"), ["= a", "\n? b\nc"]);
        assert_eq!(parts("= a\n"), [""; 0]);
    }
}
