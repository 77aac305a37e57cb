//! Converts games from one format to another: which games are taken, and what becomes of one.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::RangeInclusive;
use tengen_core::game::{Color, Letters, Size, Vertex};
use tengen_session::formats::moves;
use tengen_session::formats::write::{Entry, Unwritable, WrittenGame};
use tengen_session::formats::{Facts, Format};
use tengen_session::host::{FileGame, Opened};
use tengen_session::{EngineError, Host};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// One side won.
    Won(Color),
    /// Neither did.
    Draw,
    /// The game was not finished, or the file does not tell the result.
    Open,
}

/// Which games are taken; those for which everything that is given is true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// A part of a player's name, in any case.
    pub player: Option<String>,
    /// The years that they were played in; games without a date are left out then.
    pub years: Option<RangeInclusive<u32>>,
    /// How they ended.
    pub ending: Option<Ending>,
    /// The number of moves, passes counted.
    pub length: Option<RangeInclusive<u32>>,
    /// The first moves, up to the symmetries of the board.
    pub opening: Vec<String>,
}

/// What became of a game.
pub enum Outcome {
    /// It was taken.
    Taken(Converted),
    /// It is not one of those that are chosen.
    NotChosen,
    /// Its board, which is of this size, does not have this point of the opening.
    OffBoard(String, Size),
}

/// A game that was taken.
pub struct Converted {
    /// What the format has of it.
    pub entry: Result<Entry, Unwritable>,
    /// The same for games whose moves are the same, up to the symmetries of the board.
    pub key: u64,
    /// What was decided where the file can be read in several ways, and what was left out.
    pub notes: Vec<String>,
    /// True where the game had variations, and the format has none.
    pub has_lost_variations: bool,
    /// The letters of columns in a list of moves; `None` where they are the same in all letters, or the format has its own.
    pub letters: Option<Letters>,
}

/// What a format has of a game. With `as_read` a list of moves is written with the letters of columns that it was read with.
///
/// # Errors
/// [`EngineError`] where the game cannot be played.
pub fn convert(
    host: &Host,
    game: &FileGame,
    choice: &Choice,
    format: Format,
    as_read: bool,
) -> Result<Outcome, EngineError> {
    let facts = game.facts();
    // What needs no board comes first.
    if !choice.is_by(facts) {
        return Ok(Outcome::NotChosen);
    }
    let Opened { mut engine, notes, letters, variations, .. } = host.open(game, None)?;
    if as_read {
        engine.set_letters(letters);
    }
    let size = engine.size();
    if let Some(point) = choice.off_board(size) {
        return Ok(Outcome::OffBoard(point.to_owned(), size));
    }
    let written = WrittenGame { engine: &*engine, facts };
    let (start, letters) = (engine.start_text(), engine.letters());
    let played = engine.moves_played();
    let moves: Vec<_> = played.iter().map(|(_, text)| letters.to_gtp(text)).collect();
    let moves: Vec<_> = moves.iter().map(AsRef::as_ref).collect();
    let begins = || {
        let first = moves.get(..choice.opening.len());
        start.is_none() && first.is_some_and(|first| same_up_to_symmetry(first, &choice.opening, size))
    };
    let ends = || choice.ending.is_none_or(|ending| ending == ended(written.result().as_deref()));
    let is_long = u32::try_from(moves.len())
        .is_ok_and(|plies| choice.length.as_ref().is_none_or(|length| length.contains(&plies)));
    if !is_long || !ends() || !choice.opening.is_empty() && !begins() {
        return Ok(Outcome::NotChosen);
    }
    let mut hasher = DefaultHasher::new();
    match start {
        // The symmetries of a position that is set up are not looked for.
        Some(start) => (engine.variant(), start, &moves).hash(&mut hasher),
        None => (engine.variant(), canonical(&moves, size)).hash(&mut hasher),
    }
    let entry = format.entry(written);
    let has_lost_variations = variations > 0 && !format.has_variations();
    let is_beyond_h = |text: &&str| moves::columns(&[(*text).to_owned()]).any(|column| column > 'H');
    let letters = (format == Format::Txt && moves.iter().any(is_beyond_h)).then_some(letters);
    Ok(Outcome::Taken(Converted { entry, key: hasher.finish(), notes, has_lost_variations, letters }))
}

impl Choice {
    /// The first point of the opening that a board of this size does not have.
    fn off_board(&self, size: Size) -> Option<&str> {
        let is_off = |point: &&str| point.parse().is_ok_and(|Vertex { col, row }| col >= size.cols || row >= size.rows);
        self.opening.iter().flat_map(|text| text.split(['-', 'x', 'X'])).find(is_off)
    }

    /// Whether the players and the year are those that are looked for.
    fn is_by(&self, facts: &Facts) -> bool {
        let named = |part: &String| {
            let part = part.to_lowercase();
            facts.players.iter().flatten().any(|name| name.to_lowercase().contains(&part))
        };
        let year = || facts.date.as_deref().and_then(|date| date.get(..4)?.parse::<u32>().ok());
        self.player.as_ref().is_none_or(named)
            && self.years.as_ref().is_none_or(|years| year().is_some_and(|year| years.contains(&year)))
    }
}

/// How a game ended, by its result as SGF has it.
fn ended(result: Option<&str>) -> Ending {
    match result {
        Some(result) if result.starts_with("B+") => Ending::Won(Color::Black),
        Some(result) if result.starts_with("W+") => Ending::Won(Color::White),
        Some(result) if result == "0" || result.eq_ignore_ascii_case("draw") => Ending::Draw,
        _ => Ending::Open,
    }
}

fn same_up_to_symmetry(moves: &[&str], others: &[String], size: Size) -> bool {
    let others: Vec<_> = others.iter().map(String::as_str).collect();
    canonical(moves, size) == canonical(&others, size)
}

/// One list for all games that differ by a symmetry of the board only: the least of the lists that the symmetries make.
fn canonical(moves: &[&str], size: Size) -> Vec<u16> {
    let turns = if size.is_square() { 8 } else { 4 };
    let list = |turn| moves.iter().flat_map(|text| codes(text, size, turn)).collect();
    (0..turns).map(list).min().unwrap_or_default()
}

/// A move as numbers: its points, turned, and what stands between them.
fn codes(text: &str, Size { cols, rows }: Size, turn: u8) -> impl Iterator<Item = u16> {
    text.split_inclusive(['-', 'x']).flat_map(move |part| {
        let sign = part.chars().next_back().filter(|sign| ['-', 'x'].contains(sign));
        let point = part.strip_suffix(['-', 'x']).unwrap_or(part).parse::<Vertex>().ok();
        let turned = point.filter(|point| point.col < cols && point.row < rows).map(|Vertex { col, row }| {
            let col = if turn & 1 == 0 { col } else { cols - 1 - col };
            let row = if turn & 2 == 0 { row } else { rows - 1 - row };
            let (col, row) = if turn & 4 == 0 { (col, row) } else { (row, col) };
            u16::from(col) << 8 | u16::from(row)
        });
        // A sign is no point of a board, and neither is a pass.
        [turned.unwrap_or(u16::MAX), sign.map_or(u16::MAX - 1, |sign| 0xff00 | u16::from(sign as u8))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_turned_are_the_same() {
        let same = |moves: &str, others: &str, size| {
            let others: Vec<_> = others.split(' ').map(str::to_owned).collect();
            same_up_to_symmetry(&moves.split(' ').collect::<Vec<_>>(), &others, size)
        };
        let othello = Size::square(8);
        for others in ["f5 d6 c3", "e6 f4 c3", "c4 e3 f6", "d3 c5 f6"] {
            assert!(same("f5 d6 c3", others, othello), "{others}");
        }
        assert!(!same("f5 d6 c3", "f5 f4 c3", othello));
        assert!(!same("f5 d6 c3", "f5 d6", othello));
        let mill = Size::square(7);
        assert!(same("d6-d5xg7", "f4-e4xg7", mill));
        assert!(same("d6-d5xg7", "d2-d3xa1", mill));
        assert!(!same("d6-d5xg7", "d6-d5 g7", mill));
        assert!(!same("h8 a1", "h8 a2", Size::new(15, 10)));
        assert!(same("h8 a1", "h3 a10", Size::new(15, 10)));
    }

    #[test]
    fn results_tell_the_ending() {
        for (result, expected) in [
            (Some("B+12"), Ending::Won(Color::Black)),
            (Some("W+R"), Ending::Won(Color::White)),
            (Some("0"), Ending::Draw),
            (Some("Draw"), Ending::Draw),
            (Some("Void"), Ending::Open),
            (None, Ending::Open),
        ] {
            assert_eq!(ended(result), expected);
        }
    }
}
