//! Positions that are set up.

use super::{ASCII, app, drawn, moves, press};
use crate::play::keys::{Action, Edit, Input};
use crate::play::search::lock;
use crate::play::{App, Purpose};
use tengen_core::game::Color;

fn set(app: &mut App, edits: &[Edit]) {
    for edit in edits {
        app.press(Input::Do(Action::Set(*edit))).unwrap();
    }
}

fn click(app: &mut App, points: &str) {
    for point in points.split_whitespace() {
        app.press(Input::Click(point.parse().unwrap())).unwrap();
    }
}

fn text(app: &App) -> String {
    lock(&app.host).engine().position_text()
}

#[test]
fn a_position_is_set_up_and_played_from() {
    let (mut app, _events) = app("othello", 4, "B1 C1");
    press(&mut app, &["edit"]);
    set(&mut app, &[Edit::Clear, Edit::Turn]);
    click(&mut app, "A1 B1 B1 C1 C1 C1");
    assert_eq!(app.status(), "Position: White to move. p: play");
    let screen = drawn(&app, &ASCII, (80, 13));
    assert_eq!(&screen[2][..20], " 1 | X | O [   ]   |");
    assert!(screen[3].ends_with("X 1, O 1"), "{screen:#?}");
    assert_eq!(screen[12], "? help  q quit  x black  o white  . none  s side  p play  c clear  i initial");
    set(&mut app, &[Edit::Put(Some(Color::White)), Edit::Turn, Edit::Play]);
    assert_eq!((text(&app).as_str(), moves(&app).as_str()), ("XOO./..../..../....:b", ""));
    press(&mut app, &["D1"]);
    assert_eq!(text(&app), "XXXX/..../..../....:w");
    // The game before is there still.
    press(&mut app, &["back"]);
    assert_eq!(moves(&app), "B1 C1");
    // And a position that is given up leaves nothing behind.
    press(&mut app, &["edit"]);
    set(&mut app, &[Edit::Clear]);
    app.press(Input::Cancel).unwrap();
    assert_eq!(moves(&app), "B1 C1");
    assert_eq!(app.position.cells.iter().filter(|cell| **cell != tengen_core::game::Cell::Empty).count(), 6);
}

#[test]
fn a_position_that_the_rules_do_not_have_says_why() {
    let (mut app, _events) = app("gomoku", 15, "");
    press(&mut app, &["edit"]);
    click(&mut app, "A1 B1 C1 D1 E1");
    for point in ["A3", "B3", "C3", "D3", "E3"] {
        click(&mut app, &format!("{point} {point}"));
    }
    set(&mut app, &[Edit::Play]);
    assert_eq!(
        (app.message.as_str(), app.status().as_str()),
        ("both sides have a winning row", "Position: Black to move. p: play")
    );
    click(&mut app, "E3");
    set(&mut app, &[Edit::Play]);
    assert_eq!(app.status(), "Black wins. Press n for a new game.");
    press(&mut app, &["edit"]);
    set(&mut app, &[Edit::MoreInHand]);
    assert_eq!(app.message, "This game has no stones in hand.");
}

/// As many stones as the other programs' texts have them: three of each side on the board, none in hand.
#[test]
fn stones_in_hand_are_set_up() {
    let (mut app, _events) = app("morris9", 7, "");
    press(&mut app, &["edit"]);
    click(&mut app, "A7 D7 G7 A1 A1 D1 D1 G1 G1");
    set(&mut app, &[Edit::LessInHand; 9]);
    set(&mut app, &[Edit::Turn]);
    set(&mut app, &[Edit::LessInHand; 9]);
    let screen = drawn(&app, &ASCII, (80, 24)).join("\n");
    assert!(screen.contains("black 0 in hand") && screen.contains("white 0 in hand"), "{screen}");
    set(&mut app, &[Edit::Play]);
    assert_eq!(text(&app), "XXX.OOO./......../......../W/0/0/0");
    press(&mut app, &["edit"]);
    set(&mut app, &[Edit::MoreInHand; 7]);
    set(&mut app, &[Edit::Play]);
    assert_eq!(app.message, "white has more than 9 stones");
}

#[test]
fn the_engine_plays_from_a_position_that_is_set_up() {
    let (mut app, _events) = app("othello", 8, "");
    app.people = crate::play::People::One(Color::Black);
    press(&mut app, &["edit"]);
    set(&mut app, &[Edit::Start, Edit::Turn]);
    assert_eq!(app.searches_for(), None);
    set(&mut app, &[Edit::Play]);
    assert_eq!(app.searches_for(), Some(Purpose::Move));
}
