//! What an engine sends, byte for byte: until there is enough of it, and in parts.

use crate::gtp_client::Responses;
use crate::process::{Failure, Process};
use std::time::{Duration, Instant};

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

/// The ids of the commands in an input.
pub fn ids(input: &[u8]) -> Vec<u32> {
    let lines = input.split(|&byte| byte == b'\n').map(String::from_utf8_lossy);
    lines.filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect()
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
    fn a_response_is_there_once_its_empty_line_is() {
        for output in ["= 2\n\n", "=\r\n\r\n", "?12 unknown command\n\n", "= 7 8 \n  9\t\n \n", "=\n a\n\n"] {
            assert!(is_answered(output) && is_answered(&format!("Welcome\n\nto = and ?\n{output}")), "{output:?}");
        }
        for output in ["", "\n\n", "= 2", "= 2\n", "= 2\n ", "Welcome\n\n"] {
            assert!(!is_answered(output), "{output:?}");
        }
    }

    #[test]
    fn parts_end_with_empty_lines() {
        assert_eq!(parts("= a \r\n\r\n\n? b\nc\n\nd\n"), ["= a", "\n? b\nc"]);
        assert_eq!(parts("= a\n"), [""; 0]);
    }

    #[test]
    fn ids_stand_before_commands() {
        assert_eq!(ids(b"7 name\nname 8\n  0 undo\n\xff 9\n\n4294967296 name\n12"), [7, 0, 12]);
    }
}
