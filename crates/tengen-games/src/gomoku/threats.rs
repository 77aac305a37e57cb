//! The threats that people look for: what a stone of either side makes on each free point.

use super::bits::{Point, STEPS};
use super::board::Gomoku;
use super::forbidden;
use super::lines::{EMPTY, Lines, Pattern, WALL, mark, of_pair};
use tengen_core::game::{Color, Game as _};
use tengen_core::playable::Threat;

/// The kinds, the strongest first. Two fours at once count as an open four: neither can be stopped by one stone.
pub(super) const KINDS: [&str; 4] = ["five", "open four", "four", "open three"];

/// The threats of both sides in a game that goes on, the strongest first.
pub(super) fn threats(game: &Gomoku) -> Vec<Threat> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let sides = || Color::BOTH.into_iter().flat_map(|side| game.free().iter().map(move |point| (side, point)));
    let mut found: Vec<_> =
        sides().filter_map(|(side, point)| Some((kind(game, side, point)?, side, point.vertex()))).collect();
    found.sort_by_key(|&(kind, side, _)| (kind, side));
    found.into_iter().map(|(kind, side, point)| Threat { side, point, kind: KINDS[kind] }).collect()
}

/// What a side's stone on a free point makes, as an index of [`KINDS`].
fn kind(game: &Gomoku, side: Color, point: Point) -> Option<usize> {
    let mut patterns = STEPS.map(|step| pattern(game, side, point, step));
    patterns.sort_unstable();
    let [.., second, first] = patterns;
    let kind = if first == Pattern::Five as u8 {
        0
    } else if first == Pattern::OpenFour as u8 || second == Pattern::Four as u8 {
        1
    } else if first == Pattern::Four as u8 {
        2
    } else if first >= Pattern::ThreeOneWay as u8 {
        3
    } else {
        return None;
    };
    let (black, free) = (game.stones(Color::Black), game.free());
    // A row of Black's may lead to points that are forbidden, which its own points do not tell.
    let is_real = !game.rule().forbids(side)
        || (game.black_foul(point).is_none() && (kind != 3 || forbidden::makes_three(black, free, point)));
    is_real.then_some(kind)
}

/// The number of the [`Pattern`] that a side's stone on a free point makes in one direction.
fn pattern(game: &Gomoku, side: Color, point: Point, step: i32) -> u8 {
    let lines = Lines::of(game.rule());
    let reach = lines.reach;
    let stone = |point| Color::BOTH.into_iter().find(|&side| game.stones(side).has(point));
    let mark_of = |point| stone(point).map_or(if game.free().has(point) { EMPTY } else { WALL }, mark);
    let mut window = 0;
    for way in [-1, 1] {
        let mut beyond = EMPTY;
        for distance in 1..=reach as i32 {
            // Behind the edge the same index is a point of another line.
            beyond = if beyond == WALL { WALL } else { mark_of(point.shifted(way * distance * step)) };
            window |= beyond << (2 * (reach as i32 + way * distance));
        }
    }
    of_pair(lines.patterns(window), side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use tengen_core::game::{Notation as _, Setup, Vertex};

    /// A position from points by name.
    fn position(rule: Rule, size: u8, black: &str, white: &str) -> Gomoku {
        let stones = [(Color::Black, black), (Color::White, white)].into_iter().flat_map(|(side, names)| {
            names.split_whitespace().map(move |name| (side, name.parse::<Vertex>().unwrap()))
        });
        Gomoku::new(rule, size).set_up(&Setup::new(stones.collect(), Color::Black)).unwrap()
    }

    /// The points where a side's stones make a threat of a kind.
    fn points(game: &Gomoku, side: Color, kind: &str) -> String {
        let of_kind = threats(game).into_iter().filter(|threat| threat.side == side && threat.kind == kind);
        of_kind.map(|threat| threat.point.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The same in one row of a board of 11 lines, otherwise empty: the sixth, whose columns are A to L without I.
    fn along_row(rule: Rule, row: &str, side: Color, kind: &str) -> String {
        let rows = [&["..........."; 5][..], &[row], &["..........."; 5]].concat().join("/");
        points(&Gomoku::new(rule, 11).parse_position(&format!("{rows}:b")).unwrap(), side, kind)
    }

    /// The points of each kind, for Black's row and for the same row of White's.
    fn assert_threats(rule: Rule, row: &str, expected: [&str; 4]) {
        let of_white = row.replace('X', "-").replace('O', "X").replace('-', "O");
        for (kind, expected) in KINDS.into_iter().zip(expected) {
            assert_eq!(along_row(rule, row, Color::Black, kind), expected, "{rule:?} {row} {kind}");
            assert_eq!(along_row(rule, &of_white, Color::White, kind), expected, "{rule:?} {of_white} {kind}");
        }
    }

    #[test]
    fn rows_make_what_people_see() {
        for (row, expected) in [
            // Three in a row, with room on both sides, on one, and on none.
            ("....XXX....", ["", "D6 H6", "C6 J6", ""]),
            ("..O.XXX....", ["", "H6", "D6 J6", ""]),
            ("..OXXX.O...", ["", "", "", ""]),
            // Two in a row, in the middle, next to the edge, and at the edge.
            ("....XX.....", ["", "", "", "C6 D6 G6 H6"]),
            (".XX........", ["", "", "", "D6 E6"]),
            ("XX.........", ["", "", "", ""]),
        ] {
            for rule in [Rule::Freestyle, Rule::Standard] {
                assert_threats(rule, row, expected);
            }
        }
        // Four in a row, one of them closed; four with a gap. A stone beside them makes six, which win or do not.
        for (row, freestyle, standard) in [
            ("...XXXX....", ["C6 H6", "", "B6 J6", ""], ["C6 H6", "", "", ""]),
            ("..OXXXX....", ["H6", "", "J6", ""], ["H6", "", "", ""]),
            ("...XX.XX...", ["F6", "", "C6 J6", "B6 K6"], ["F6", "", "", ""]),
        ] {
            assert_threats(Rule::Freestyle, row, freestyle);
            assert_threats(Rule::Standard, row, standard);
        }
    }

    #[test]
    fn a_row_that_does_not_win_is_no_five() {
        for (rule, row, fives) in [
            (Rule::Freestyle, "...XXXX.X..", "C6 H6"),
            (Rule::Standard, "...XXXX.X..", "C6"),
            (Rule::Renju, "...XXXX.X..", "C6"),
            (Rule::Caro, "...XXXX.X..", "C6 H6"),
            (Rule::CaroExact, "...XXXX.X..", "C6"),
            (Rule::Freestyle, "OXXXX.O....", "F6"),
            (Rule::Caro, "OXXXX.O....", ""),
            (Rule::CaroExact, "OXXXX.O....", ""),
            (Rule::Caro, "O.XXXX.O...", "B6 G6"),
        ] {
            assert_eq!(along_row(rule, row, Color::Black, "five"), fives, "{rule:?} {row}");
        }
        // White's six win in renju.
        assert_eq!(along_row(Rule::Renju, "...OOOO.O..", Color::White, "five"), "C6 H6");
    }

    #[test]
    fn black_has_no_threat_on_a_forbidden_point() {
        let has = |game: &Gomoku, point: &str| {
            let of_black = threats(game).into_iter().filter(|threat| threat.side == Color::Black);
            of_black.filter(|threat| threat.point.to_string() == point).map(|threat| threat.kind).collect::<Vec<_>>()
        };
        for (black, white, point, free, renju) in [
            // A double three; a double four; an overline.
            ("F8 G8 H6 H7", "", "H8", Some("open three"), None),
            ("E8 F8 G8 H5 H6 H7", "D8 H4", "H8", Some("open four"), None),
            ("D8 E8 F8 H8 J8", "", "G8", Some("five"), None),
            // A five is allowed whatever else it makes.
            ("D8 E8 F8 G8 H5 H6 H7", "C8 H4", "H8", Some("five"), Some("five")),
            // The row F to H is a three only by E8, a double four: it is no real one, and the point is allowed besides another three.
            ("F8 G8 E5 E6 E7", "K8 E4", "H8", Some("open three"), None),
            ("F8 G8 E5 E6 E7 H6 H7", "K8 E4", "H8", Some("open three"), Some("open three")),
        ] {
            for (rule, expected) in [(Rule::Freestyle, free), (Rule::Renju, renju)] {
                let found = has(&position(rule, 15, black, white), point);
                assert_eq!(found, Vec::from_iter(expected), "{rule:?}: {black} against {white}");
            }
        }
        // White is forbidden nothing.
        let game = position(Rule::Renju, 15, "", "F8 G8 H6 H7");
        assert!(points(&game, Color::White, "open three").contains("H8"));
    }

    #[test]
    fn two_fours_are_an_open_four() {
        let game = position(Rule::Standard, 15, "A1", "E8 F8 G8 H5 H6 H7");
        assert!(points(&game, Color::White, "open four").split(' ').any(|point| point == "H8"));
        let closed = position(Rule::Standard, 15, "D8 H4", "E8 F8 G8 H5 H6 H7");
        assert_eq!(points(&closed, Color::White, "open four"), "H8");
    }

    #[test]
    fn the_strongest_come_first_and_a_game_that_is_over_has_none() {
        let game = position(Rule::Freestyle, 15, "C3 D3 E3 F3", "C9 D9 E9 F9 L1 L2 L3");
        let kinds: Vec<_> = threats(&game).iter().map(|threat| (threat.kind, threat.side)).collect();
        let ranks: Vec<_> =
            kinds.iter().map(|(kind, side)| (KINDS.iter().position(|known| known == kind), *side)).collect();
        assert!(ranks.is_sorted(), "{kinds:?}");
        assert_eq!(kinds[0], ("five", Color::Black));
        assert_eq!(threats(&position(Rule::Freestyle, 15, "C3 D3 E3 F3 G3", "C9 D9 E9 F9")), []);
    }

    #[test]
    fn the_edge_ends_a_row_on_every_line() {
        // On each of these lines four stones stand, and the fifth point is at the edge.
        for (white, fives) in
            [("B15 C15 D15 E15", "F15 A15"), ("A1 A2 A3 A4", "A5"), ("L12 M13 N14 O15", "K11"), ("A4 B3 C2 D1", "")]
        {
            let expected: std::collections::BTreeSet<_> = fives.split_whitespace().collect();
            let found = points(&position(Rule::Standard, 15, "H8", white), Color::White, "five");
            assert_eq!(found.split_whitespace().collect::<std::collections::BTreeSet<_>>(), expected, "{white}");
        }
    }
}
