//! The archive of the Internet Othello Server, a game on a line:
//! `772942166 r a 64 ( 30   0   0) b 0 ( 30   0   0) +34-33+43 +0`.
//!
//! The time in seconds since 1970 (0 where it was not stored), how the game ended (`e` by the rules, `r` by resignation, `t` by
//! time), name, discs and clock of Black and White, the moves (`+` Black's, `-` White's; ten times the column and the row, both from 1;
//! passes are left out), and 0.

use super::{OnLine, OthelloGame};
use crate::formats::Facts;
use std::iter;
use tengen_core::printable::quote_line;

const SECONDS_A_DAY: u64 = 86_400;

/// The games of a file; `None` where its first line with content is none.
pub fn games(text: &str) -> Option<impl Iterator<Item = OnLine>> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    Line::of(lines.peek()?.1)?;
    Some(iter::from_fn(move || {
        let (number, line) = lines.next()?;
        let expected = || {
            let expected = "TIME RESULT NAME DISCS (CLOCK) NAME DISCS (CLOCK) MOVES 0";
            format!("expected {expected}, not \"{}\"", quote_line(line))
        };
        Some((number, Line::of(line).ok_or_else(expected).and_then(Line::game)))
    }))
}

/// The parts of a line.
struct Line<'a> {
    time: u64,
    ending: char,
    names: [String; 2],
    discs: [i32; 2],
    moves: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (black, rest) = line.split_once('(')?;
        let (white, rest) = rest.split_once(')')?.1.split_once('(')?;
        let moves = rest.split_once(')')?.1;
        let (time, black) = black.trim_start().split_once(char::is_whitespace)?;
        let (ending, black) = black.trim_start().split_once(char::is_whitespace)?;
        let (black, white) = (player(black)?, player(white)?);
        let mut letters = ending.chars();
        let ending = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none())?;
        Some(Self { time: time.parse().ok()?, ending, names: [black.0, white.0], discs: [black.1, white.1], moves })
    }

    fn game(self) -> Result<OthelloGame, String> {
        let Self { time, ending, names, discs: [black, white], moves } = self;
        let margin = match ending {
            'r' => "R".to_owned(),
            't' => "T".to_owned(),
            _ => (black - white).abs().to_string(),
        };
        let result = match black - white {
            0 => "0".to_owned(),
            difference => format!("{}+{margin}", if difference > 0 { 'B' } else { 'W' }),
        };
        let facts = Facts {
            players: names.map(Some),
            result: Some(result),
            date: (time > 0).then(|| day(time / SECONDS_A_DAY)),
            place: Some("IOS".to_owned()),
            ..Facts::default()
        };
        let (mut words, mut rest) = (Vec::new(), moves.trim_start());
        while !rest.is_empty() {
            let number = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &number[..number.len() - behind.len()];
            let written = if digits.is_empty() { rest } else { &rest[..rest.len() - behind.len()] };
            let found: Option<u8> = digits.parse().ok();
            if found == Some(0) {
                break;
            }
            let square = found.and_then(|found| super::square(found / 10, found % 10));
            words.push(square.ok_or_else(|| wrong(words.len() + 1, written))?);
            rest = behind.trim_start();
        }
        Ok(OthelloGame { facts, size: None, moves: words })
    }
}

fn wrong(number: usize, word: &str) -> String {
    format!("move {number}: expected a sign, a column and a row such as +34, not \"{}\"", quote_line(word))
}

/// The name in front of a number of discs, and the number.
fn player(text: &str) -> Option<(String, i32)> {
    let (name, discs) = text.trim().rsplit_once(char::is_whitespace)?;
    Some((name.trim().to_owned(), discs.parse().ok()?))
}

/// The date of a day since the first of 1970 (Howard Hinnant, <https://howardhinnant.github.io/date_algorithms.html>).
fn day(days: u64) -> String {
    // Years begin in March here, so that the day that some years have is their last.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\n772942166 r Ann       64 ( 30   0   0) Bob       0 ( 30   0   0) +34-33+43 +0\n\
                        0 e Ann 30 (15 0 0) Bob 34 (15 0 0) +65-66 0\n0 t A 0 (1 0 0) B 64 (1 0 0) +99 0\nhello\n";

    #[test]
    fn lines_are_games() {
        let found: Vec<_> = games(FILE).unwrap().collect();
        let game = found[0].1.as_ref().unwrap();
        // 34 is the third column and the fourth row.
        assert_eq!((found[0].0, game.moves.join(" ").as_str()), (2, "c4 c3 d3"));
        assert_eq!(game.facts.players, ["Ann", "Bob"].map(|name| Some(name.to_owned())));
        assert_eq!((game.facts.result.as_deref(), game.facts.date.as_deref()), (Some("B+R"), Some("1994-06-30")));
        let game = found[1].1.as_ref().unwrap();
        assert_eq!((game.moves.join(" ").as_str(), game.facts.result.as_deref()), ("f5 f6", Some("W+4")));
        assert_eq!(game.facts.date, None);
        let error = "move 1: expected a sign, a column and a row such as +34, not \"+99\"";
        assert_eq!(found[2], (4, Err(error.to_owned())));
        let error = found[3].1.as_ref().unwrap_err();
        assert!(error.starts_with("expected TIME RESULT NAME ") && error.ends_with(", not \"hello\""), "{error}");
        assert_eq!(found.len(), 4);
        for none in ["", "f5d6c3", "1. f5 (x) d6 (y)", "x r a 1 (1) b 2 (1) +34", "1 ; a 1 (1) b 2 (1) +34"] {
            assert!(games(none).is_none(), "{none}");
        }
    }

    /// Days that other calendars give.
    #[test]
    fn days_have_their_dates() {
        for (days, date) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_786, "2026-11-29")] {
            assert_eq!(day(days), date);
        }
    }

    #[test]
    fn every_cut_of_a_line_is_answered() {
        let line = FILE.lines().nth(1).unwrap();
        for length in 0..line.len() {
            games(&line[..length]).into_iter().flatten().for_each(drop);
        }
        assert!(games("1 e a 1 (1) b 2 (1) +\u{e9}4").unwrap().all(|(_, game)| game.is_err()));
    }
}
