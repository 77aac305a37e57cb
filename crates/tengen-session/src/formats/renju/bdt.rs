//! `.bdt`: a game on a line, `Cup=[Ann,Bob,+,8889A8,,-,comment]`: the tournament, the players, the result (`+` Black's, `-` White's,
//! `=` a draw), the moves, the other fifth move that was offered (letters without I), whether the colours were changed, a comment.
//! A move is the column and the row from below, both from 1, in hexadecimal; `00` is a pass.

use super::{InPlace, RenjuGame, SIZE, no_point, point};
use crate::formats::Facts;
use crate::formats::moves::PASS;
use std::iter;
use tengen_core::printable::quote_line;

/// The games of a text; `None` where its first line with content is none.
pub fn games(text: &str) -> Option<impl Iterator<Item = InPlace>> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    fields(lines.peek()?.1)?;
    Some(iter::from_fn(move || {
        let (number, line) = lines.next()?;
        let expected = || {
            let expected = "TOURNAMENT=[BLACK,WHITE,RESULT,MOVES,5A,REVERSE,COMMENT]";
            format!("expected {expected}, not \"{}\"", quote_line(line))
        };
        Some((number, fields(line).ok_or_else(expected).and_then(game)))
    }))
}

/// The tournament, the players, the result and the moves of a line.
fn fields(line: &str) -> Option<[&str; 5]> {
    let (tournament, rest) = line.split_once("=[")?;
    let mut fields = rest.split_once(']')?.0.split(',').map(str::trim);
    let found = [tournament.trim(), fields.next()?, fields.next()?, fields.next()?, fields.next()?];
    fields.next().is_some().then_some(found)
}

fn game([tournament, black, white, result, digits]: [&str; 5]) -> Result<RenjuGame, String> {
    let mut moves = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let digit = |at: usize| char::from(*pair.get(at)?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let found = digit(0).zip(digit(1));
        let place = found.and_then(|(col, row)| point(col.checked_sub(1)?, SIZE.checked_sub(row)?));
        let pass = (found == Some((0, 0))).then(|| PASS.to_owned());
        let expected = "two hexadecimal digits, a column and a row from 1 to F, or 00 for a pass";
        let wrong = || no_point(moves.len() + 1, expected, format!("\"{}\"", pair.escape_ascii()));
        let mv = place.or(pass).ok_or_else(wrong)?;
        moves.push(mv);
    }
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let result = match result {
        "+" => Some("B+"),
        "-" => Some("W+"),
        "=" => Some("0"),
        _ => None,
    };
    let facts = Facts {
        players: [black, white].map(text),
        result: result.map(str::to_owned),
        event: text(tournament),
        ..Facts::default()
    };
    Ok(RenjuGame { facts, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_games() {
        let text =
            "Cup 2001=[Ann,Bob,+,8889A9,K9,-,a comment]\n\n =[,,=,00F1,,,]\nx=[a,b,-,8G,,]\nx=[a,b,-,888,,]\nhello\n";
        let found: Vec<_> = games(text).unwrap().collect();
        let game = found[0].1.as_ref().unwrap();
        // A is the tenth column, J; rows are counted from below.
        assert_eq!((found[0].0, game.moves.join(" ").as_str()), (1, "h8 h9 j9"));
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!(game.facts.players, [owned("Ann"), owned("Bob")]);
        assert_eq!((&game.facts.event, &game.facts.result), (&owned("Cup 2001"), &owned("B+")));
        let game = found[1].1.as_ref().unwrap();
        assert_eq!((found[1].0, game.moves.join(" ").as_str()), (3, "pass o1"));
        assert_eq!((&game.facts.players, &game.facts.result), (&[None, None], &owned("0")));
        let expected = "expected two hexadecimal digits, a column and a row from 1 to F, or 00 for a pass, not";
        assert_eq!(found[2], (4, Err(format!("move 1: {expected} \"8G\""))));
        assert_eq!(found[3], (5, Err(format!("move 2: {expected} \"8\""))));
        let error = "expected TOURNAMENT=[BLACK,WHITE,RESULT,MOVES,5A,REVERSE,COMMENT], not \"hello\"";
        assert_eq!(found[4], (6, Err(error.to_owned())));
        for none in ["", "h8 h9", "x=[a,b]", "[Event \"x\"]", "x=[a,b,+,88"] {
            assert!(games(none).is_none(), "{none}");
        }
    }
}
