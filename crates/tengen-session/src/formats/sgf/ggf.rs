//! GGF, the Generic Game Format of the servers that play Othello (<https://www.skatgame.net/mburo/ggsa/ggf>):
//! `(;GM[Othello]TY[8]BO[8 squares *]B[F5/1.50/0.2]W[D6];)`.
//!
//! The brackets of GGF are SGF's, its values are not. `GM` comes first and is a name. Komi games state their first move twice,
//! and are read like others.

use std::time::{Duration, SystemTime};
use tengen_core::game::{Letters, Size};

/// SGF's number of the game that `GM` names.
pub(super) fn game(name: &str) -> Option<u32> {
    name.eq_ignore_ascii_case("othello").then_some(2)
}

/// The size of a board and its position as a session writes it, from `BO`: the size, the squares row by row (`*` Black, `O`
/// White, `-` empty), with blanks between them or not, and the side to move.
pub(super) fn board(text: &str) -> Option<(Size, String)> {
    let (size, squares) = text.split_once(char::is_whitespace)?;
    let size: u8 = size.parse().ok().filter(|&size| size > 0)?;
    let mut marks: Vec<char> = squares.chars().filter(|c| !c.is_whitespace()).map(mark).collect::<Option<_>>()?;
    let mover = match marks.pop()? {
        'X' => 'b',
        'O' => 'w',
        _ => return None,
    };
    if marks.len() != usize::from(size).pow(2) {
        return None;
    }
    let rows: Vec<String> = marks.chunks(size.into()).map(|row| row.iter().collect()).collect();
    Some((Size::square(size), format!("{}:{mover}", rows.join("/"))))
}

fn mark(square: char) -> Option<char> {
    match square {
        '*' => Some('X'),
        'O' => Some('O'),
        '-' => Some('.'),
        _ => None,
    }
}

/// The move of a value, as it is written; behind a slash GGF has a value and the time taken. The server of GGS wrote letters behind
/// the square (`D3LL`), which say nothing of the game.
pub(super) fn mv(text: &str) -> String {
    let word = text.split('/').next().unwrap_or_default().trim();
    let square = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if square.is_empty() { word } else { square }.to_owned()
}

/// A date as SGF has it, from GGF's: the seconds since 1970, or what is written.
pub(super) fn date(text: String) -> String {
    let seconds = text.parse().ok().filter(|_| text.len() > 4);
    let day = seconds.and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    // Behind the tenth sign stands the time of day; what lies beyond the year 9999 is no date.
    day.filter(|_| text.len() < 12)
        .map_or(text, |day| humantime::format_rfc3339_seconds(day).to_string()[..10].to_owned())
}

/// A written move as the game reads it, and nothing for a pass. The letters of GGF's columns have no gap at I.
pub(super) fn reading(mv: &str) -> String {
    let is_pass = ["pa", "pass"].iter().any(|pass| mv.eq_ignore_ascii_case(pass));
    if is_pass { String::new() } else { Letters::AToO.to_gtp(mv).into_owned() }
}

/// A result as SGF has it, from GGF's: what Black won by, and perhaps `r` where a side resigned and `t` where its time was over.
pub(super) fn result(text: &str) -> Option<String> {
    let (points, flag) = text.split_once(':').unwrap_or((text, ""));
    let points: f64 = points.trim().parse().ok()?;
    let winner = if points > 0.0 { 'B' } else { 'W' };
    Some(match flag.trim() {
        "r" => format!("{winner}+R"),
        "t" => format!("{winner}+T"),
        _ if points == 0.0 => "0".to_owned(),
        _ => format!("{winner}+{}", points.abs()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_kept_as_they_are_written_and_read_as_the_game_names_them() {
        for (text, expected) in
            [("1071500000", "2003-12-15"), ("2003.12.15_10:00:00", "2003.12.15_10:00:00"), ("2003", "2003")]
        {
            assert_eq!(date(text.to_owned()), expected);
        }
        for (value, written, read) in [
            ("F5/1.50/0.2", "F5", "F5"),
            (" d3 ", "d3", "d3"),
            ("I10//3", "I10", "J10"),
            ("D3LL/1", "D3", "D3"),
            ("PA", "PA", ""),
            ("pass", "pass", ""),
        ] {
            assert_eq!((mv(value).as_str(), reading(written).as_str()), (written, read));
        }
    }
}
