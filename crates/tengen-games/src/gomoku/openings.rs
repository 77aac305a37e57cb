//! Names of renju's openings: the first three stones on 15 lines, the first on the centre.

use super::bits::Point;
use super::board::Gomoku;
use tengen_core::game::{Color, Game as _, Size};

/// The lines of the board that the openings are of, and the column and row of its centre.
const SIZE: u8 = 15;
const CENTRE: u8 = SIZE / 2;

/// An opening: how far Black's second stone is to the right of the centre and above it, and its code and name. The names are
/// those of the Renju International Federation's players and books.
type Opening = ((i8, i8), &'static str);

/// The openings whose white stone stands above the centre.
const DIRECT: [Opening; 13] = [
    ((0, 2), "D1 Kansei"),
    ((1, 2), "D2 Keigetsu"),
    ((2, 2), "D3 Sosei"),
    ((1, 1), "D4 Kagetsu"),
    ((2, 1), "D5 Zangetsu"),
    ((1, 0), "D6 Ugetsu"),
    ((2, 0), "D7 Kinsei"),
    ((0, -1), "D8 Shogetsu"),
    ((1, -1), "D9 Kyugetsu"),
    ((2, -1), "D10 Shingetsu"),
    ((0, -2), "D11 Zuisei"),
    ((1, -2), "D12 Sangetsu"),
    ((2, -2), "D13 Yusei"),
];

/// The openings whose white stone stands above the centre and to the right.
const INDIRECT: [Opening; 13] = [
    ((2, 2), "I1 Chosei"),
    ((2, 1), "I2 Kyogetsu"),
    ((2, 0), "I3 Kosei"),
    ((2, -1), "I4 Suigetsu"),
    ((2, -2), "I5 Ryusei"),
    ((1, 0), "I6 Ungetsu"),
    ((1, -1), "I7 Hogetsu"),
    ((1, -2), "I8 Rangetsu"),
    ((0, -1), "I9 Gingetsu"),
    ((0, -2), "I10 Myojo"),
    ((-1, -1), "I11 Shagetsu"),
    ((-1, -2), "I12 Meigetsu"),
    ((-2, -2), "I13 Suisei"),
];

/// The name of a position of three stones.
pub(super) fn name(position: &Gomoku) -> Option<&'static str> {
    if position.size() != SIZE || position.plies_left() != Some(u32::from(SIZE).pow(2) - 3) {
        return None;
    }
    let stones = |side| position.stones(side).iter();
    let centre = Point::new(CENTRE, CENTRE);
    let second = stones(Color::Black).find(|&point| point != centre)?;
    let white = stones(Color::White).next()?;
    if !position.stones(Color::Black).has(centre) {
        return None;
    }
    (0..8).find_map(|number| {
        let [white, second] = [white, second].map(|point| offset(number, point));
        let openings = match white? {
            (0, 1) => DIRECT,
            (1, 1) => INDIRECT,
            _ => return None,
        };
        openings.iter().find(|(own, _)| Some(*own) == second).map(|(_, name)| *name)
    })
}

/// How far a point is to the right of the centre and above it, under a symmetry of the board.
fn offset(number: u8, point: Point) -> Option<(i8, i8)> {
    let image = point.vertex().image(number, Size::square(SIZE))?;
    let from_centre = |at: u8| at.cast_signed() - CENTRE.cast_signed();
    Some((from_centre(image.col), from_centre(image.row)))
}

#[cfg(test)]
mod tests {
    use super::super::board::Rule;
    use super::*;
    use std::collections::HashMap;
    use tengen_core::game::{Letters, Notation as _};

    fn after(moves: &str) -> Gomoku {
        let mut position = Gomoku::new(Rule::Renju, SIZE);
        for mv in moves.split(' ') {
            position.play(position.parse_move(&Letters::AToO.to_gtp(mv)).unwrap());
        }
        position
    }

    /// The rules of renju: the second stone touches the first, the third is at most two lines from the centre. Every such position
    /// has a name, and two have the same one only where they differ by a symmetry.
    #[test]
    fn every_opening_has_a_name_of_its_own() {
        let mut seen: HashMap<&str, String> = HashMap::new();
        let points = |reach: i8| (-reach..=reach).flat_map(move |dx| (-reach..=reach).map(move |dy| (dx, dy)));
        let point = |(dx, dy): (i8, i8)| Point::new(CENTRE.wrapping_add_signed(dx), CENTRE.wrapping_add_signed(dy));
        for white in points(1).filter(|white| *white != (0, 0)) {
            for third in points(2).filter(|third| *third != (0, 0) && *third != white) {
                let mut position = Gomoku::new(Rule::Freestyle, SIZE);
                for stone in [(0, 0), white, third] {
                    position.play(point(stone));
                }
                let name = name(&position).unwrap();
                let form = position.canonical_text();
                assert_eq!(*seen.entry(name).or_insert(form.clone()), form, "{name}");
            }
        }
        assert_eq!(seen.len(), 26);
    }

    #[test]
    fn known_openings() {
        for (moves, expected) in [
            ("h8 h9 i9", Some("D4 Kagetsu")),
            ("h8 i8 i9", Some("D4 Kagetsu")),
            ("h8 g7 i8", Some("I9 Gingetsu")),
            ("h8 i9 h6", Some("I10 Myojo")),
            ("h8 h9", None),
            ("h8 h9 i9 j9", None),
            ("h8 h10 i9", None),
            ("g8 h9 i9", None),
            ("h8 h9 k8", None),
        ] {
            assert_eq!(name(&after(moves)), expected, "{moves}");
        }
    }
}
