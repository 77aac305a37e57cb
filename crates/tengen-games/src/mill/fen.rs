//! Positions as Sanmill writes them, in every version of its FEN.
//!
//! Fields between blanks: the inner, middle and outer ring, each clockwise from the middle of its upper side, as `O` (White, who
//! begins: Black here), `@`, `X` (a point closed by a removal) and `*`; the side to move; phase and action; the stones on the board
//! and in hand of both sides; removals that are due, one number or two; the last mills, if any (four fields, and a fifth since
//! 4.14); the plies without a removal; the number of the move. Tokens with a colon may follow (`ids:nodes`, captures of other rule
//! sets); they and the last mills say nothing to the rules here.

use super::board::{CENTRE, Point, Points};
use super::position::Mill;
use super::rule_set::RuleSet;
use tengen_core::game::{Color, Notation as _};

/// The numbers of fields, without tokens, that Sanmill has written. The first has one number of removals, and Black's stones before
/// White's in versions up to 1.0.4.
const LENGTHS: [usize; 4] = [11, 12, 16, 17];

/// The fields without a number in front.
const WORDS: usize = 4;

/// A position, and what its text left out, for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Read {
    pub position: Mill,
    pub note: Option<String>,
}

/// Reads a position; `None` for a text that does not begin with three rings, and for a board with a centre, which a FEN has not.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(text: &str, rule_set: RuleSet) -> Option<Result<Read, String>> {
    if rule_set.points() & CENTRE != 0 {
        return None;
    }
    let mut words = text.split_whitespace();
    let rings = rings(words.next()?)?;
    let fields: Vec<&str> = words.filter(|word| !word.contains(':')).collect();
    Some(position(rings, &fields, rule_set))
}

/// The position in this program's notation under a rule set, and what the text left out.
///
/// # Errors
/// What is wrong with it.
pub fn position_text(text: &str, rule: &str) -> Result<(String, Option<String>), String> {
    let rule_set = RuleSet::named(rule);
    let stones = rule_set.stones();
    let none =
        || format!("a FEN looks like ********/********/******** w p p 0 {stones} 0 {stones} 0 0 -1 -1 -1 -1 0 0 1");
    let Read { position, note } = read(text, rule_set).ok_or_else(none)??;
    Ok((position.position_text(), note))
}

/// Black's stones, White's, and the closed points.
type Rings = [Points; 3];

fn rings(text: &str) -> Option<Rings> {
    let mut sets = [0; 3];
    let rings: Vec<&str> = text.split('/').collect();
    let [inner, middle, outer] = rings[..] else { return None };
    for (ring, marks) in [outer, middle, inner].into_iter().enumerate() {
        if marks.len() != usize::from(Point::RING) {
            return None;
        }
        for (place, mark) in marks.bytes().enumerate() {
            // Points are numbered from the upper left corner here.
            let bit = 1 << (usize::from(Point::RING) * ring + (place + 1) % usize::from(Point::RING));
            match mark {
                b'O' => sets[0] |= bit,
                b'@' => sets[1] |= bit,
                b'X' => sets[2] |= bit,
                b'*' => {}
                _ => return None,
            }
        }
    }
    Some(sets)
}

/// The position of rings and the fields behind them.
fn position([black, white, closed]: Rings, fields: &[&str], rule_set: RuleSet) -> Result<Read, String> {
    let count = fields.len() + 1;
    if count > LENGTHS[0] && !LENGTHS.contains(&count) {
        return Err(format!("a FEN has 11, 12, 16 or 17 fields, not {count}"));
    }
    let side = match fields.first().copied() {
        Some("w") | None => Color::Black,
        Some("b") => Color::White,
        Some(other) => return Err(format!("{other} is no side: w or b")),
    };
    if fields.get(2) == Some(&"r") {
        return Err("a removal is due: begin from the position before the move that closed the mill".to_owned());
    }
    let number = |index: usize| {
        let field = fields.get(index).copied();
        field.map(|text| text.parse::<u8>().map_err(|_| format!("{text} is no number of stones or plies"))).transpose()
    };
    let first = WORDS - 1;
    let stones = [black, white];
    let on_board = stones.map(|set: Points| set.count_ones() as u8);
    let mut told = [number(first)?, number(first + 2)?];
    let mut hands = [number(first + 1)?, number(first + 3)?];
    // White, who places first, never has more in hand than Black.
    let black_first = if on_board[0] == on_board[1] { hands[0] > hands[1] } else { told[0] == Some(on_board[1]) };
    if count == LENGTHS[0] && black_first {
        hands.reverse();
        told.reverse();
    }
    let moving = fields.get(1) == Some(&"m");
    let assumed = on_board.map(|count| if moving { 0 } else { rule_set.stones().saturating_sub(count) });
    let is_whole = LENGTHS.contains(&count);
    let quiet = if is_whole { number(fields.len() - 2)?.unwrap_or(0) } else { 0 };
    let hands = [hands[0].unwrap_or(assumed[0]), hands[1].unwrap_or(assumed[1])];
    let position = Mill::from_parts(rule_set, side, stones, hands, quiet)?.with_closed(closed)?;
    let lacking = (!is_whole).then(|| {
        let [black, white] = hands;
        format!(
            "the FEN has {count} of its fields: read with {side} to move, {black} and {white} stones in hand, {quiet} plies without a removal"
        )
    });
    let wrong = Color::BOTH.into_iter().zip(told.into_iter().zip(on_board)).filter_map(|(color, (told, on_board))| {
        let told = told.filter(|&told| told != on_board)?;
        Some(format!("the FEN counts {told} stones of {color} on the board, which has {on_board}: the board is read"))
    });
    let notes: Vec<String> = lacking.into_iter().chain(wrong).collect();
    Ok(Read { position, note: (!notes.is_empty()).then(|| notes.join("; ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> Result<(String, Option<String>), String> {
        position_text(fen, "morris9")
    }

    fn is_whole(fen: &str, expected: &str) {
        assert_eq!(of(fen), Ok((expected.to_owned(), None)), "{fen}");
    }

    #[test]
    fn positions_are_turned_into_ours() {
        is_whole(
            "O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 7 1 ids:nodes",
            "X.O...../.X.O..../.X.O..../B/0/0/7",
        );
        let (position, _) =
            position_text("********/********/O@X***** b p p 1 8 1 7 0 0 -1 -1 -1 -1 0 0 2", "chengsan").unwrap();
        assert_eq!(position, ".XO*..../......../......../W/8/7/0");
    }

    /// One position in the words of every version: two white stones, one black, Black to move.
    #[test]
    fn every_length_is_read() {
        let board = "O*******/O*******/@******* b p p";
        let expected = ".O....../.X....../.X....../W/7/8/5";
        for rest in [
            "1 8 2 7 0 5 2",
            "2 7 1 8 0 5 2",
            "2 7 1 8 0 0 5 2",
            "2 7 1 8 0 0 0 0 0 0 5 2",
            "2 7 1 8 0 0 -1 -1 -1 -1 0 5 2",
            "2 7 1 8 0 0 -1 -1 -1 -1 4294967297 5 2 ids:nodes",
            "2 7 1 8 0 0 -1 -1 -1 -1 0 5 2 c:w-1-8.9|b-0- i:w-0-|b-0- ids:nodes",
        ] {
            is_whole(&format!("{board} {rest}"), expected);
        }
        for rest in ["1 8 1 7 0 0 2", "1 7 1 8 0 0 2"] {
            is_whole(&format!("********/O*******/@******* b p p {rest}"), ".O....../.X....../......../W/7/8/0");
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let board = "O*******/O*******/@*******";
        let note = |fen: &str| of(fen).map(|(position, note)| (position, note.unwrap())).unwrap();
        let said = |count, side, hands| {
            format!(
                "the FEN has {count} of its fields: read with {side} to move, {hands} stones in hand, 0 plies without a removal"
            )
        };
        let rings = ".O....../.X....../.X......";
        assert_eq!(note(board), (format!("{rings}/B/7/8/0"), said(1, "black", "7 and 8")));
        assert_eq!(note(&format!("{board} b m s")), (format!("{rings}/W/0/0/0"), said(4, "white", "0 and 0")));
        assert_eq!(note(&format!("{board} w p p 2 5 1 5")), (format!("{rings}/B/5/5/0"), said(8, "black", "5 and 5")));
    }

    /// The board, and not what the FEN counts on it: three stones and one, in the order of either side.
    #[test]
    fn wrong_counts_are_said() {
        let board = "O*******/O*******/O@****** b p p";
        let said = |color, told, has| {
            format!("the FEN counts {told} stones of {color} on the board, which has {has}: the board is read")
        };
        for (rest, note) in [
            ("4 6 1 7 0 0 -1 -1 -1 -1 0 5 2", Some(said("black", 4, 3))),
            ("4 6 2 7 0 0 -1 -1 -1 -1 0 5 2", Some(said("black", 4, 3) + "; " + &said("white", 2, 1))),
            ("3 6 1 7 0 0 -1 -1 -1 -1 0 5 2", None),
            ("1 7 4 6 0 5 2", Some(said("black", 4, 3))),
            ("1 7 3 6 0 5 2", None),
        ] {
            let expected = (".XO...../.X....../.X....../W/6/7/5".to_owned(), note);
            assert_eq!(of(&format!("{board} {rest}")), Ok(expected), "{rest}");
        }
    }

    #[test]
    fn others_are_refused() {
        let look = "a FEN looks like ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1";
        let rest = "p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1";
        for (fen, error) in [
            ("x".to_owned(), look),
            (String::new(), look),
            (format!("********/******** w {rest}"), look),
            (format!("*******/********/******** w {rest}"), look),
            (format!("********/********/***?**** w {rest}"), look),
            (format!("********/********/******** x {rest}"), "x is no side: w or b"),
            (format!("********/********/******** w {rest} 1 1"), "a FEN has 11, 12, 16 or 17 fields, not 19"),
            (
                "********/********/******** w p p 0 9 0 9 0 0 1 1 1".to_owned(),
                "a FEN has 11, 12, 16 or 17 fields, not 13",
            ),
            ("********/********/******** w p p 0 x".to_owned(), "x is no number of stones or plies"),
            ("********/********/******** w p p 0 10 0 9".to_owned(), "black has more than 9 stones"),
            (
                "********/********/******** w p r 0 9 0 9 1 0 -1 -1 -1 -1 0 0 1".to_owned(),
                "a removal is due: begin from the position before the move that closed the mill",
            ),
        ] {
            assert_eq!(of(&fen), Err(error.to_owned()), "{fen}");
        }
    }
}
