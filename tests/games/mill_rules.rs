//! The rules of the mill family against an independent telling of them, and by hand where they are sharp.

use crate::common::naive_mill::Naive;
use proptest::prelude::*;
use tengen_core::game::{Cell, Color, Ended, Game, History, Notation, Outcome, TextError, Vertex, perft};
use tengen_games::mill::board::{ALL, CENTRE, Points, images};
use tengen_games::mill::{Capture, Mill, rule_set::RuleSet};

const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Color::Black, 1));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Color::White, 1));

fn position(variant: RuleSet, text: &str) -> Mill {
    Mill::new(variant).parse_position(text).unwrap()
}

fn after(variant: RuleSet, moves: &str) -> Mill {
    moves.split_whitespace().fold(Mill::new(variant), |game, text| game.after(game.parse_move(text).unwrap()))
}

fn vertices(names: &str) -> Vec<Vertex> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

/// Every legal move of `game` that begins with `text`, sorted.
pub fn texts(game: &Mill, text: &str) -> Vec<String> {
    let mut texts: Vec<_> = game.moves().into_iter().map(|turn| game.move_text(turn)).collect();
    texts.retain(|found| found.starts_with(text));
    texts.sort();
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn plays_as_the_naive_telling(rule in 0..RuleSet::ALL.len(), choices in prop::collection::vec(any::<u32>(), 0..250)) {
        let variant = RuleSet::ALL[rule];
        let (mut game, mut naive) = (Mill::new(variant), Naive::new(variant.name()));
        for choice in choices {
            let turns = naive.turns();
            prop_assert_eq!(&texts(&game, ""), &turns, "{}", naive.text());
            prop_assert_eq!(game.outcome().map_or(String::new(), |end| end.to_string()), naive.result());
            prop_assert_eq!(game.position_text(), naive.text());
            if turns.is_empty() {
                break;
            }
            // Removals are rare among random moves: prefer them half of the time, or no side runs out of stones.
            let capturing: Vec<_> = turns.iter().filter(|text| text.contains('X')).collect();
            let text = match capturing.len() {
                count if count > 0 && choice % 2 == 0 => capturing[choice as usize / 2 % count],
                _ => &turns[choice as usize % turns.len()],
            };
            game.play(game.parse_move(text).unwrap());
            naive.play(text);
        }
    }

    #[test]
    fn symmetric_positions_have_equal_perft(
        rule in 0..RuleSet::ALL.len(),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let mut game = Mill::new(RuleSet::ALL[rule]);
        for choice in choices {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice as usize % moves.len()]);
        }
        let stones = Color::BOTH.map(|color| game.stones(color));
        let hands = Color::BOTH.map(|color| game.hand(color));
        let mut closed = images(game.closed(), 0).into_iter().map(|set| set as Points);
        let board = game.rule_set().points();
        let centre = stones.map(|set| set & CENTRE);
        for pair in images(stones[0] & ALL, stones[1] & ALL) {
            let stones = [pair as Points & ALL | centre[0], (pair >> 24) as Points | centre[1]];
            if (stones[0] | stones[1]) & !board != 0 {
                // The squares are exchanged, and one of them is not there.
                continue;
            }
            let image = Mill::from_parts(game.rule_set(), game.side_to_move(), stones, hands, game.quiet());
            let image = image.and_then(|image| image.with_closed(closed.next().unwrap())).unwrap();
            prop_assert_eq!(perft(&image, 2, Ended::Nothing), perft(&game, 2, Ended::Nothing));
            prop_assert_eq!(image.outcome(), game.outcome());
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,40}", word in "[XO.xo/bBwW0-9a-g-]{0,45}") {
        for variant in RuleSet::ALL {
            let game = Mill::new(variant);
            for text in [&text, &word] {
                let _ = game.parse_move(text);
                let _ = game.parse_sgf_point(text);
                if let Ok(restored) = game.parse_position(text) {
                    prop_assert_eq!(game.parse_position(&restored.position_text()), Ok(restored));
                }
            }
        }
    }
}

/// Six Men's Morris: Nine Men's Morris without the outer square, with six stones and no flying.
#[test]
fn the_smaller_board_has_two_squares() {
    let game = after(RuleSet::MORRIS6, "b6 b4 d6 b2 f6xb2 f2");
    assert_eq!(game.stones(Color::Black).count_ones(), 3, "a side of the outer square is a mill");
    assert_eq!((game.hand(Color::Black), game.hand(Color::White)), (3, 3));
    // What joins the squares has two points.
    let cross = position(RuleSet::MORRIS6, "......../.XO...../.X.O..../B/4/4/0");
    assert!(texts(&cross, "").iter().all(|text| !text.contains('X')), "{:?}", texts(&cross, ""));
    // With three stones left a side slides, between the squares, too.
    let few = position(RuleSet::MORRIS6, "......../.X...X../O..X..OO/B/0/0/0");
    assert_eq!(
        texts(&few, ""),
        ["D2-B2", "D2-D3", "D2-F2", "D6-B6", "D6-D5", "D6-F6", "E4-E3", "E4-E5", "E4-F4"].map(str::to_owned)
    );
    let said = |text: &str| game.parse_move(text).unwrap_err().to_string();
    assert_eq!(said("a7"), "A7 is outside the board");
    let error = game.parse_position("X......./......../......../B/5/6/0").unwrap_err().to_string();
    assert_eq!(error, "a stone stands outside the board");
    assert_eq!(
        [Vertex::new(0, 6), Vertex::new(1, 5)].map(|at| game.cell(at)),
        [Cell::Outside, Cell::Stone(Color::Black)]
    );
    let drawing = "   B  C  D  E  F\n 6 X-----X-----X 6\n   |     |     |\n 5 |  .--.--.  | 5\n   |  |     |  |\n \
                   4 O--.     .--. 4\n   |  |     |  |\n 3 |  .--.--.  | 3\n   |     |     |\n 2 .-----.-----O 2\n   B  C  D  E  F";
    assert!(game.drawing().starts_with(drawing), "{}", game.drawing());
}

/// Three Men's Morris: three by three points, named by the inner square and its centre.
#[test]
fn three_stones_on_a_line_win() {
    let game = after(RuleSet::MORRIS3, "d4 c5 e5");
    assert_eq!(texts(&game, ""), ["C3", "C4", "D3", "D5", "E3", "E4"].map(str::to_owned));
    // The diagonal that Black threatens is a line; nothing is removed for it.
    let open = game.after(game.parse_move("e3").unwrap());
    let won = open.after(open.parse_move("C3").unwrap());
    assert_eq!((won.outcome(), won.moves().len()), (BLACK_WINS, 0));
    // All stones are placed: they slide along lines, through the centre, too, and do not fly.
    let placed = after(RuleSet::MORRIS3, "d4 c5 e5 c3 c4 e4");
    assert_eq!(texts(&placed, ""), ["D4-D3", "D4-D5", "D4-E3", "E5-D5"].map(str::to_owned));
    assert_eq!(placed.position_text(), "......../......../O.XO..OX X/B/0/0/6".replace(' ', ""));
    assert_eq!(position(RuleSet::MORRIS3, &placed.position_text()), placed);
    let said = |game: &Mill, text: &str| game.parse_move(text).unwrap_err().to_string();
    assert_eq!(said(&placed, "b6"), "B6 is outside the board");
    assert_eq!(said(&Mill::new(RuleSet::MORRIS9), "d4"), "'d4' is no mill move such as D6, D6-D5 or D6XB4");
    let both = game.parse_position("......../......../XXX.OOO../B/0/0/0").unwrap_err().to_string();
    assert_eq!(both, "both sides have three in a row");
    let drawing =
        "   C   D   E\n 5 O---.---X 5\n   | \\ | / |\n 4 X---X---O 4\n   | / | \\ |\n 3 O---.---. 3\n   C   D   E";
    assert!(placed.drawing().starts_with(drawing), "{}", placed.drawing());
}

#[test]
fn three_in_a_row_wins_zhiqi_before_any_capture() {
    // F6 completes G7-F6-E5, and D6 stands between it and B6.
    let game = position(RuleSet::ZHIQI, "..O...../OX....../..O...../W/9/9/0");
    assert_eq!(texts(&game, "F6"), ["F6"]);
    let game = game.after(game.parse_move("f6").unwrap());
    assert_eq!(game.stones(Color::Black).count_ones(), 1);
    assert_eq!(game.outcome(), WHITE_WINS);
    assert_eq!(game.moves(), []);
}

#[test]
fn a_new_stone_carries_or_clamps_but_not_both() {
    // D7 between the white stones A7 and G7; D6 white, D5 black: both captures.
    let game = position(RuleSet::ZHIQI, "O.O...../.O....../.X....../B/9/9/0");
    assert_eq!(texts(&game, "D7"), ["D7XA7XG7", "D7XD6"]);
    let carry = game.after(game.parse_move("d7xg7xa7").unwrap());
    assert_eq!(carry.position_text(), ".X....../.O....../.X....../W/8/9/0");
    let clamp = game.after(game.parse_move("D7XD6").unwrap());
    assert_eq!(clamp.position_text(), "OXO...../......../.X....../W/8/9/0");
    assert_eq!(
        game.parse_move("d7"),
        Err(TextError::Illegal("name what is captured: D7XA7XG7, D7XD6".into())),
        "the choice is the player's"
    );
    assert!(game.parse_move("d7xa7").is_err());
}

#[test]
fn one_kind_of_capture_takes_every_line() {
    // D6 is the centre of two lines of enemies.
    let carry = position(RuleSet::ZHIQI, ".O....../O.O...../.O....../B/8/8/0");
    assert_eq!(texts(&carry, "D6"), ["D6XB6XD5XD7XF6"]);
    // A7 closes in on D7 (G7) and on A4 (A1); nothing stands between A7 and C5.
    let clamp = position(RuleSet::ZHIQI, ".OX...XO/......../......../B/9/9/0");
    assert_eq!(texts(&clamp, "A7"), ["A7XA4XD7"]);
    assert_eq!(clamp.parse_move("a7"), clamp.parse_move("A7XD7XA4"), "what must be captured may be left out");
    assert!(clamp.parse_move("a7xd7").is_err(), "all of it, or nothing");
}

#[test]
fn zhiqi_is_drawn_when_the_hands_are_empty_or_the_board_is_full() {
    assert_eq!(position(RuleSet::ZHIQI, "XO....../......../......../B/0/0/0").outcome(), Some(Outcome::Draw));
    let last = position(RuleSet::ZHIQI, "XO....../......../......../W/0/1/0");
    assert_eq!(last.outcome(), None);
    assert_eq!(last.plies_left(), Some(1));
    assert_eq!(last.after(last.parse_move("d3").unwrap()).outcome(), Some(Outcome::Draw));
}

#[test]
fn a_mill_takes_a_stone_that_is_in_none() {
    // G4 closes G7-G4-G1. White has a mill at A7-A4-A1 and D3 outside of it.
    let game = position(RuleSet::MORRIS9, "O.X.X.OO/......../.....O../B/6/5/0");
    assert_eq!(texts(&game, "G4"), ["G4XD3"]);
    let all_in_mills = position(RuleSet::MORRIS9, "O.X.X.OO/......../......../B/6/6/0");
    assert_eq!(texts(&all_in_mills, "G4"), ["G4XA1", "G4XA4", "G4XA7"]);
    assert!(game.parse_move("g4").is_err(), "a removal is named even when there is no choice");
}

#[test]
fn two_mills_at_once_remove_one_stone() {
    let game = position(RuleSet::MORRIS9, "X.X...../X.X...../O.O...../B/5/7/0");
    let double = position(RuleSet::MORRIS9, "X.X...../...X..../.X.OOO../B/5/6/0");
    assert_eq!(texts(&game, "D6"), ["D6XC5", "D6XE5"]);
    assert_eq!(texts(&double, "D7"), ["D7XD3", "D7XE3", "D7XE4"], "every white stone stands alone");
}

#[test]
fn the_mills_of_the_last_stone_are_told() {
    let rows = |rule: RuleSet, position_text: &str, text: &str| -> Vec<String> {
        let game = position(rule, position_text);
        let turn = game.parse_move(text).unwrap();
        let names = |row: Vec<Vertex>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert!(game.completed(None).is_empty());
        game.after(turn).completed(Some(turn)).into_iter().map(names).collect()
    };
    // G4 closes G7-G4-G1; the white mill at A7-A4-A1 is an older one.
    let game = "O.X.X.OO/......../.....O../B/6/5/0";
    assert_eq!(rows(RuleSet::MORRIS9, game, "G4XD3"), ["G7 G4 G1"]);
    assert_eq!(rows(RuleSet::MORRIS9, game, "B6"), Vec::<String>::new());
    // D7 closes A7-D7-G7 and D7-D6-D5 at once.
    let two = "X.X...../.X...O../.X.OO.../B/5/6/0";
    assert_eq!(rows(RuleSet::MORRIS9, two, "D7XE3"), ["A7 D7 G7", "D7 D6 D5"]);
    // A diagonal, which only some boards have; a row of three in zhiqi.
    let diagonal = "X....O../X....O../......../B/9/9/0";
    assert_eq!(rows(RuleSet::MORRIS12, diagonal, "C5XD1"), ["A7 B6 C5"]);
    assert_eq!(rows(RuleSet::MORRIS9, "X....O../X....O../......../B/6/6/0", "C5"), Vec::<String>::new());
    assert_eq!(rows(RuleSet::MORRIS3, "......../......../X.O.X..O./B/1/1/4", "D4"), ["C5 D4 E3"]);
    assert_eq!(rows(RuleSet::ZHIQI, "..O...../OX....../..O...../W/9/9/0", "F6"), ["G7 F6 E5"]);
}

#[test]
fn fewer_than_three_stones_lose() {
    let game = position(RuleSet::MORRIS9, "X.X....O/.X...O../O......./B/0/0/5");
    // D6-D7 closes the mill A7-D7-G7 and leaves White two stones.
    let game = game.after(game.parse_move("d6-d7xa4").unwrap());
    assert_eq!(game.outcome(), BLACK_WINS);
    let in_hand = position(RuleSet::MORRIS9, "XXX...../O......./O......./W/1/1/0");
    assert_eq!(in_hand.outcome(), None, "stones in hand count");
}

#[test]
fn a_side_without_a_move_loses() {
    // White's corners have no other neighbours than the black stones between them.
    let shut_in = "OXOXOXOX/......../......../W/0/0/3";
    assert_eq!(position(RuleSet::CHENGSAN, shut_in).outcome(), BLACK_WINS);
    let ajar = "OXO.OXOX/.X....../......../W/0/0/3";
    assert_eq!(position(RuleSet::CHENGSAN, ajar).outcome(), None, "G7-G4 is free");
    let placing = "OXOXOXOX/......../......../W/0/1/3";
    assert_eq!(position(RuleSet::CHENGSAN, placing).outcome(), None, "a stone in hand can move");
}

#[test]
fn only_three_stones_fly_and_not_in_chengsan() {
    let three = "X.X..X../......../.OOO..../B/0/0/0";
    assert!(position(RuleSet::MORRIS9, three).parse_move("d1-c3").is_ok());
    assert_eq!(
        position(RuleSet::CHENGSAN, three).parse_move("d1-c3"),
        Err(TextError::Illegal("C3 is not next to D1".into()))
    );
    let four = "X.X..X../X......./.OOO..../B/0/0/0";
    assert!(position(RuleSet::MORRIS9, four).parse_move("d1-c3").is_err());
}

/// As Sanmill plays it, and as Hu tells of the game of nine stones of the Jianghan plain (1999): docs/mill.md.
#[test]
fn chengsan_closes_the_points_of_stones_removed_while_placing() {
    let mut game = after(RuleSet::CHENGSAN, "a7 b6 d7 b4 g7xb6");
    assert_eq!(game.position_text(), "XXX...../*......O/......../W/6/7/0");
    assert!(game.drawing().contains("|  *-----.-----.  |"), "{}", game.drawing());
    let reason = "B6 is closed until all stones are placed: a stone was removed there";
    assert_eq!(game.parse_move("b6"), Err(TextError::Illegal(reason.into())));
    assert!(!texts(&game, "B6").contains(&"B6".to_owned()));
    assert_eq!(after(RuleSet::MORRIS9, "a7 b6 d7 b4 g7xb6").parse_move("b6").map(|turn| turn.to.index()), Ok(8));
    while game.hand(Color::White) > 0 {
        assert_eq!(game.closed(), 1 << 8, "{}", game.position_text());
        game.play(game.moves().into_iter().find(|turn| turn.capture == Capture::Nothing).unwrap());
    }
    assert_eq!((game.closed(), game.empty() & 1 << 8), (0, 1 << 8), "{}", game.position_text());
    let start = Mill::new(RuleSet::CHENGSAN);
    assert_eq!(start.parse_position("*......./......../......../B/9/9/0").unwrap_err().to_string(), {
        "more points are closed than stones were removed"
    });
    assert!(start.parse_position("*XXX..../OOO...../......../B/0/0/0").is_err(), "all is placed");
    assert!(Mill::new(RuleSet::MORRIS9).parse_position("*......./......../......../B/8/9/0").is_err());
}

/// Stones in hand count as left: a side that has one to place does not fly.
#[test]
fn lasker_flies_with_three_left_and_none_in_hand() {
    let game = position(RuleSet::LASKER, "X.X..X../......../.OOO..../B/1/0/0");
    assert!(!game.flies(Color::Black) && game.flies(Color::White));
    assert!(game.parse_move("d1-c3").is_err() && game.parse_move("d1-a1").is_ok() && game.parse_move("c3").is_ok());
    let placed = game.after(game.parse_move("d7xd5").unwrap());
    assert_eq!(placed.outcome(), BLACK_WINS);
    let white = position(RuleSet::LASKER, "X.X..X../......../.OOO..../W/1/0/0");
    assert!(white.parse_move("d5-a1").is_ok(), "White has placed all: it flies, whatever Black has in hand");
}

#[test]
fn a_hundred_plies_without_a_removal_draw() {
    let game = position(RuleSet::MORRIS9, "X.X..X../......../.OO.O.../B/0/0/99");
    assert_eq!(game.outcome(), None);
    let removed = game.after(game.parse_move("d1-d7xd5").unwrap());
    assert_eq!((removed.quiet(), removed.outcome()), (0, BLACK_WINS));
    assert_eq!(game.after(game.parse_move("d1-a1").unwrap()).outcome(), Some(Outcome::Draw));
}

#[test]
fn the_third_time_draws() {
    let mut history = History::new(position(RuleSet::MORRIS12, "X.X..X../X......./.OOO.O../B/0/0/0"));
    for (number, text) in "d1-d2 d3-c3 d2-d1 c3-d3 d1-d2 d3-c3 d2-d1 c3-d3".split(' ').enumerate() {
        assert_eq!(history.outcome(), None, "before move {number}");
        history.play(history.current().parse_move(text).unwrap());
    }
    assert_eq!(history.outcome(), Some(Outcome::Draw));
}

#[test]
fn lasker_slides_while_it_places() {
    let game = after(RuleSet::LASKER, "d6 a1");
    assert_eq!(texts(&game, "D6-"), ["D6-B6", "D6-D5", "D6-D7", "D6-F6"]);
    assert_eq!(after(RuleSet::MORRIS9, "d6 a1").parse_move("d6-d5"), {
        Err(TextError::Illegal("black still has stones to place".into()))
    });
}

#[test]
fn points_are_sent_one_at_a_time() {
    let steps = |game: &Mill, text: &str| game.steps(game.parse_move(text).unwrap());
    let mill = position(RuleSet::LASKER, "X.X...../X......./O.O...../B/5/7/0");
    assert_eq!(steps(&mill, "d7xe5"), vertices("D7 E5"));
    assert_eq!(steps(&mill, "b6-d6"), vertices("B6 D6"));
    let half = mill.with_steps(&vertices("D7"));
    assert_eq!(half.cell("D7".parse().unwrap()), Cell::Stone(Color::Black));
    assert_eq!((half.hand(Color::Black), half.side_to_move()), (4, Color::Black));
    assert_eq!(mill.with_steps(&vertices("B6")), mill);
    let zhiqi = position(RuleSet::ZHIQI, "O.O...../.O....../.X....../B/9/9/0");
    assert_eq!(steps(&zhiqi, "d7xa7xg7"), vertices("D7 A7"));
    assert_eq!(steps(&zhiqi, "d7xd6"), vertices("D7 D6"));
    assert_eq!(steps(&zhiqi, "a4"), vertices("A4"));
    let clamp = position(RuleSet::ZHIQI, ".OX...XO/......../......../B/9/9/0");
    assert_eq!(steps(&clamp, "a7"), vertices("A7"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Mill::new(RuleSet::MORRIS9);
    for text in [
        "XXXXXXXX/XX....../......../B/0/0/0",
        "XXX...../......../......../B/7/9/0",
        "......../......../......../B/9/9/101",
        "......../......../......../B/9/9",
        "......../......./......../B/9/9/0",
        ".......I/......../......../B/9/9/0",
        "......../......../......../G/9/9/0",
    ] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
    let both = "XXX.OOO./......../......../B/9/9/0";
    assert!(Mill::new(RuleSet::ZHIQI).parse_position(both).is_err());
}

#[test]
fn the_board_is_drawn_with_its_lines() {
    let game = after(RuleSet::ZHIQI, "a7 c5");
    let expected = "   A  B  C  D  E  F  G
 7 X--------.--------. 7
   | \\      |      / |
 6 |  .-----.-----.  | 6
   |  | \\   |   / |  |
 5 |  |  O--.--.  |  | 5
   |  |  |     |  |  |
 4 .--.--.     .--.--. 4
   |  |  |     |  |  |
 3 |  |  .--.--.  |  | 3
   |  | /   |   \\ |  |
 2 |  .-----.-----.  | 2
   | /      |      \\ |
 1 .--------.--------. 1
   A  B  C  D  E  F  G
   black 11 in hand, white 11 in hand, black to move";
    assert_eq!(game.drawing(), expected);
    assert!(!Mill::new(RuleSet::MORRIS9).drawing().contains(['/', '\\']));
}
