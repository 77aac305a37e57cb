//! Games with what a search thought of each position, in files of text: a line a game.

use crate::gomoku::bits::Point;
use crate::gomoku::board::Gomoku;
use crate::gomoku::board::Rule;
use crate::training::{MAX_BYTES, TrainError, at};
use std::io::Write as _;
use std::path::Path;
use tengen_core::game::{Color, Game as _, Notation as _, Outcome};
use tengen_core::search::Score;
use tengen_core::{limited_input, whole_file};

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RecordedMove {
    /// The point of the move.
    pub point: Point,
    /// The search's value of the position before the move, for the side to move; `None` in the opening, and where the search saw
    /// the end.
    pub value: Option<Score>,
    /// Whether the search chose the move; otherwise it was played by chance.
    pub chosen: bool,
}

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SelfPlayGame {
    /// The rule set.
    pub rule: Rule,
    /// Lines of the board.
    pub size: u8,
    /// How the game ended, or is known to end; `None` for moves up to a position that a search has met.
    pub outcome: Option<Outcome>,
    /// The moves from the start.
    pub moves: Vec<RecordedMove>,
}

impl SelfPlayGame {
    /// The game on one line: rule set, size, winner (`B`, `W`, `-`, or `?` where it did not end), then moves, each with `?`
    /// where it was played by chance, and its value where it has one: `freestyle 15 B H8? H9? J10=-12`.
    fn line(&self) -> String {
        let outcome = match self.outcome {
            Some(Outcome::Win(Color::Black, _)) => "B",
            Some(Outcome::Win(Color::White, _)) => "W",
            Some(Outcome::Draw) => "-",
            None => "?",
        };
        let start = Gomoku::new(self.rule, self.size);
        let mut words = vec![self.rule.name().to_owned(), self.size.to_string(), outcome.to_owned()];
        for RecordedMove { point, value, chosen } in &self.moves {
            let mut word = start.move_text(*point);
            word.push_str(if *chosen { "" } else { "?" });
            word.extend(value.map(|value| format!("={value}")));
            words.push(word);
        }
        words.join(" ")
    }

    /// Reads [`SelfPlayGame::line`]; `None` where it is no such line, or a move is illegal.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let rule = words.next()?;
        let rule = Rule::ALL.into_iter().find(|known| known.name() == rule)?;
        let size = words.next()?.parse().ok().filter(|size| (5..=22).contains(size))?;
        let outcome = match words.next()? {
            "B" => Some(Outcome::Win(Color::Black, 1)),
            "W" => Some(Outcome::Win(Color::White, 1)),
            "-" => Some(Outcome::Draw),
            "?" => None,
            _ => return None,
        };
        let mut position = Gomoku::new(rule, size);
        let mut moves = Vec::new();
        for word in words {
            let (point, value) = match word.split_once('=') {
                Some((point, value)) => (point, Some(value.parse().ok()?)),
                None => (word, None),
            };
            let (point, chosen) = point.strip_suffix('?').map_or((point, true), |point| (point, false));
            if position.outcome().is_some() {
                return None;
            }
            let point = position.parse_move(point).ok()?;
            position.play(point);
            moves.push(RecordedMove { point, value, chosen });
        }
        Some(Self { rule, size, outcome, moves })
    }

    /// A game up to this position.
    pub fn of(position: &Gomoku, outcome: Option<Outcome>, moves: Vec<RecordedMove>) -> Self {
        Self { rule: position.rule(), size: position.size(), outcome, moves }
    }
}

/// Writes games to a file that is either whole or not there.
///
/// # Errors
/// Those of the file system.
pub(super) fn write(path: &Path, games: &[SelfPlayGame]) -> Result<(), TrainError> {
    whole_file::write(path, |file| games.iter().try_for_each(|game| writeln!(file, "{}", game.line())))
        .map_err(at(path))
}

/// Reads a file that [`write`] wrote.
///
/// # Errors
/// Those of the file system; [`TrainError::Games`] for a line that is no game.
pub(super) fn read(path: &Path) -> Result<Vec<SelfPlayGame>, TrainError> {
    let text = limited_input::read_text(path, MAX_BYTES).map_err(at(path))?;
    let parse = |(place, line)| {
        let wrong = || TrainError::Games(format!("{}: line {} is no game", path.display(), place + 1).into());
        SelfPlayGame::parse(line).ok_or_else(wrong)
    };
    text.lines().enumerate().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back_from_their_lines() {
        for line in [
            "renju 15 B H8? H9? J10=-12 G7?=30 A1 A2?",
            "caro-exact 9 W A1=0",
            "standard 15 ? H8? G8=-31990",
            "freestyle 22 - W22 A1",
        ] {
            assert_eq!(SelfPlayGame::parse(line).unwrap().line(), line);
        }
    }

    #[test]
    fn what_is_no_game_is_not_read() {
        let won = "freestyle 15 B A1 A2 B1 B2 C1 C2 D1 D2 E1";
        assert!(SelfPlayGame::parse(won).is_some());
        for line in [
            "",
            "freestyle",
            "freestyle 15",
            "chess 15 B H8",
            "freestyle 4 B A1",
            "freestyle 23 B A1",
            "freestyle 15 X H8",
            "freestyle 15 B H8 H8",
            "freestyle 15 B H8 Z9",
            "freestyle 15 B H8=x",
            "freestyle 15 B H8  H9",
            "renju 15 B H8 A1 G8 A2 H7 A3 G7 A4 pass",
            &format!("{won} E2"),
        ] {
            assert_eq!(SelfPlayGame::parse(line), None, "{line}");
        }
    }
}
