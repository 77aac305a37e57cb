//! Games for records: two moves on a small board, of a quarter of a second and a half, the first told to be five plies
//! deep.

use std::fs;
use std::path::{Path, PathBuf};
use tengen_arena::openings::OpeningRecord;
use tengen_arena::record::{End, GameRecord, MoveRecord, Reason, Side, Thought};
use tengen_core::game::Size;
use tengen_core::game::Variant;

pub const BLACK: Option<Side> = Some(Side::Black);
pub const WHITE: Option<Side> = Some(Side::White);

/// A place for a file that no other test uses.
pub fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

pub fn line(game: &GameRecord) -> String {
    serde_json::to_string(game).unwrap() + "\n"
}

pub fn record(name: &str, games: &[GameRecord]) -> PathBuf {
    let path = file(name);
    fs::write(&path, games.iter().map(line).collect::<String>()).unwrap();
    path
}

pub fn mv(text: &str, seconds: f64, depth: Option<u32>) -> MoveRecord {
    MoveRecord { text: text.into(), seconds, thought: Thought { depth, ..Thought::default() } }
}

/// Moves that no other opening has, and none of them one of the games' own: two for the first one, six for the others.
fn opening_moves(number: u32) -> Vec<String> {
    let mut free: Vec<String> = (1..=5).flat_map(|row| "ABCDE".chars().map(move |col| format!("{col}{row}"))).collect();
    free.retain(|point| !["C3", "C4", "D3", "D4"].contains(&point.as_str()));
    let more = if number == 1 { 0 } else { 4 };
    let mut number = number as usize;
    let mut next = || {
        let (count, index) = (free.len(), number % free.len());
        number /= count;
        free.remove(index)
    };
    ["C3", "C4"].map(str::to_owned).into_iter().chain((0..more).map(|_| next())).collect()
}

pub fn game(first: &str, second: &str, opening: u32, half: u32, winner: Option<Side>) -> GameRecord {
    let (black, white) = if half == 1 { (first, second) } else { (second, first) };
    GameRecord {
        id: format!("{first}/{second}/{opening}/{half}"),
        digest: format!("{first}/{second}/{opening}"),
        variant: Variant { game: "gomoku".into(), rule: "freestyle".into(), size: Size::square(5) },
        first: first.into(),
        second: second.into(),
        black: black.into(),
        white: white.into(),
        opening: OpeningRecord { number: opening, position: None, moves: opening_moves(opening) },
        moves: vec![mv("D3", 0.25, Some(5)), mv("D4", 0.5, None)],
        result: match winner {
            None => "0".into(),
            Some(Side::Black) => "B+1".into(),
            Some(Side::White) => "W+1".into(),
        },
        winner,
        reason: Reason { kind: End::Rules, detail: String::new() },
        allowed: [None; 2],
        seed: 7,
        time: "movetime 1".into(),
        black_version: "1".into(),
        white_version: String::new(),
        arena: "0.1.0".into(),
        machine: String::new(),
        late: 0.0,
        began: f64::from(1000 * opening + half),
        seconds: 1.0,
    }
}

/// A game of this variant with these moves and nothing else to it.
pub fn played(name: &str, rule: &str, size: u8, moves: &str) -> GameRecord {
    GameRecord {
        variant: Variant { game: name.into(), rule: rule.into(), size: Size::square(size) },
        opening: OpeningRecord { number: 1, ..OpeningRecord::default() },
        moves: moves.split(' ').map(|text| mv(text, 0.1, None)).collect(),
        ..game("ann", "bob", 1, 1, BLACK)
    }
}
