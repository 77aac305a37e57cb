//! GGF, the Generic Game Format of the servers that play Othello (<https://www.skatgame.net/mburo/ggsa/ggf>):
//! `(;GM[Othello]TY[8]BO[8 squares *]B[F5/1.50/0.2]W[D6];)`.
//!
//! The brackets of GGF are SGF's, its values are not. `GM` comes first and is a name. Komi games state their first move twice,
//! and are read like others.

use tengen_core::game::Size;

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

/// A GGF move as SGF has it, two letters, and nothing for a pass. Behind a slash GGF has a value and the time taken. The columns'
/// letters have no gap at I.
pub(super) fn mv(text: &str) -> String {
    let point = text.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
    let row = |digits: &str| digits.parse::<u8>().ok().filter(|row| (1..=26).contains(row));
    match (point.as_bytes().first(), point.get(1..).and_then(row)) {
        (Some(col @ b'a'..=b'z'), Some(row)) => [char::from(*col), char::from(b'a' + row - 1)].iter().collect(),
        _ if ["pa", "pass"].contains(&point.as_str()) => String::new(),
        _ => point,
    }
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
