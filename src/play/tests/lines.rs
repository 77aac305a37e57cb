//! The lines beside the game, and the way through them.

use super::{ASCII, app, drawn, moves, press};
use crate::play::keys::{Action, Edit, Input};
use crate::play::{App, People, screen};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use tengen_core::game::Color;

/// The list of moves beside a board of four lines.
fn list(app: &App) -> Vec<String> {
    let rows = drawn(app, &ASCII, (60, 24));
    let rows = rows.iter().map(|row| row.get(23..).unwrap_or_default().trim_end().to_owned());
    rows.skip(5).take_while(|row| !row.is_empty()).collect()
}

#[test]
fn a_move_in_an_earlier_position_begins_a_line() {
    let (mut app, _events) = app("othello", 4, "B1 C1 D1");
    press(&mut app, &["undo", "undo", "A1", "A2"]);
    assert_eq!(moves(&app), "B1 A1 A2");
    assert_eq!(list(&app), ["  1. B1         A1", " (1... C1 D1)", "  2. A2"]);
    press(&mut app, &["undo", "undo", "undo", "A2"]);
    assert_eq!(list(&app), ["  1. A2", " (1. B1 A1 A2)"]);
    // The line that was on the board last is gone on with.
    press(&mut app, &["previous line", "last"]);
    assert_eq!(moves(&app), "B1 A1 A2");
    press(&mut app, &["next line"]);
    assert_eq!(moves(&app), "B1 C1");
    press(&mut app, &["next line"]);
    assert_eq!(moves(&app), "B1 A1");
    press(&mut app, &["first", "forward", "forward", "forward", "forward"]);
    assert_eq!((moves(&app).as_str(), app.message.as_str()), ("B1 A1 A2", "The line ends here."));
    // The same move as before goes on in the line that is there.
    press(&mut app, &["first", "B1"]);
    assert_eq!((moves(&app).as_str(), app.lines.ahead().len()), ("B1", 2));
    press(&mut app, &["new"]);
    press(&mut app, &["next line"]);
    assert_eq!(app.message, "There is no other line here.");
}

/// What is marked by its look is seen without colours, too.
#[test]
fn the_move_on_the_board_is_marked_in_the_list() {
    let (mut app, _events) = app("othello", 4, "B1 C1 D1");
    press(&mut app, &["backward"]);
    let mut terminal = Terminal::new(TestBackend::new(60, 24)).unwrap();
    terminal.draw(|frame| screen::draw(frame, &app, &ASCII)).unwrap();
    let buffer = terminal.backend().buffer();
    let marked = |modifier: Modifier| {
        let cells = (23..60).flat_map(|x| (5..8).map(move |y| (x, y))).filter_map(|place| buffer.cell(place));
        cells.filter(|cell| cell.modifier.contains(modifier)).map(Cell::symbol).collect::<String>()
    };
    assert_eq!((marked(Modifier::REVERSED).as_str(), marked(Modifier::DIM).as_str()), ("C1", "D1"));
}

#[test]
fn lines_are_promoted_cut_and_commented() {
    let (mut app, _events) = app("othello", 4, "B1 C1 D1");
    press(&mut app, &["undo", "undo", "A1", "comment", "so"]);
    assert_eq!(list(&app)[..2], ["  1. B1         A1*", " (1... C1 D1)"]);
    let screen = drawn(&app, &ASCII, (60, 24));
    assert!(screen.iter().any(|row| row.ends_with("   * so")), "{screen:#?}");
    press(&mut app, &["promote"]);
    assert_eq!(app.message, "This is the main line now.");
    press(&mut app, &["promote"]);
    assert_eq!(app.message, "This is the main line.");
    press(&mut app, &["cut"]);
    assert_eq!((moves(&app).as_str(), list(&app)), ("B1", vec!["  1. B1         C1".to_owned(), "  2. D1".to_owned()]));
    press(&mut app, &["back"]);
    assert_eq!((moves(&app).as_str(), list(&app).len()), ("B1 A1", 2));
    press(&mut app, &["first", "cut"]);
    assert_eq!(app.message, "The start cannot be cut off; n begins a new game.");
    // A comment can be taken away.
    press(&mut app, &["last", "comment"]);
    assert_eq!(app.prompt.as_ref().map(|prompt| prompt.text.as_str()), Some("so"));
    press(&mut app, &[""]);
    assert_eq!(list(&app)[0], "  1. B1         A1");
}

#[test]
fn a_game_that_white_begins_has_its_first_move_in_whites_column() {
    let (mut app, _events) = app("othello", 4, "");
    press(&mut app, &["edit"]);
    for edit in [Edit::Turn, Edit::Play] {
        app.press(Input::Do(Action::Set(edit))).unwrap();
    }
    press(&mut app, &["C1", "undo", "A3"]);
    let reply = app.position.legal[0].text.clone();
    press(&mut app, &[&reply]);
    assert_eq!(list(&app), ["  1. ...        A3".to_owned(), " (1... C1)".to_owned(), format!("  2. {reply}")]);
}

#[test]
fn the_engine_waits_in_earlier_positions() {
    let (mut app, _events) = app("othello", 4, "B1 C1 D1 A1");
    app.people = People::One(Color::Black);
    press(&mut app, &["first", "forward"]);
    assert_eq!((app.searches_for(), app.status().as_str()), (None, "White to move. g: tengen moves; r: redo"));
    press(&mut app, &["redo"]);
    assert_eq!(moves(&app), "B1 C1");
    press(&mut app, &["undo"]);
    assert_eq!(moves(&app), "");
    press(&mut app, &["C4"]);
    assert_eq!((moves(&app).as_str(), app.searches_for()), ("C4", Some(crate::play::Purpose::Move)));
}

#[test]
fn a_resignation_is_taken_back() {
    let (mut app, _events) = app("othello", 8, "");
    app.press(Input::Paste("f5 d6 c3, White resigns".to_owned())).unwrap();
    assert_eq!(app.status(), "Black wins by resignation. Press n for a new game.");
    press(&mut app, &["undo"]);
    assert_eq!((moves(&app).as_str(), app.status().as_str()), ("F5 D6 C3", "White to move"));
}

/// A game on four lines whose last move is a forced pass.
fn passed() -> App {
    let is_passed = |app: &App| app.position.moves.last().is_some_and(|(_, text)| text == "pass");
    for choice in 0..50 {
        let (mut app, _events) = app("othello", 4, "");
        while !is_passed(&app) {
            let legal = &app.position.legal;
            let Some(mv) = legal.get(choice % legal.len().max(1)).map(|mv| mv.text.clone()) else { break };
            press(&mut app, &[&mv]);
        }
        if is_passed(&app) {
            return app;
        }
    }
    panic!("no side had to pass");
}

#[test]
fn a_forced_pass_does_not_stop_the_way_back() {
    let mut app = passed();
    let count = app.position.moves.len();
    for back in 1..=2 {
        press(&mut app, &["backward"]);
        assert_eq!(app.position.moves.len(), count - back);
    }
    // Where people choose, the pass follows.
    press(&mut app, &["redo"]);
    assert_eq!(app.position.moves.len(), count);
    press(&mut app, &["undo"]);
    assert_eq!(app.position.moves.len(), count - 2);
}

#[test]
fn keys_wheel_and_clicks_lead_through_the_game() {
    let (mut app, _events) = app("othello", 4, "B1 C1 D1");
    app.area = Rect::new(0, 0, 60, 24);
    let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    let mouse = |kind, column, row| Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    for (event, expected) in [
        (key(KeyCode::Char('['), KeyModifiers::NONE), "B1 C1"),
        (key(KeyCode::Left, KeyModifiers::SHIFT), "B1"),
        (mouse(MouseEventKind::ScrollUp, 0, 0), ""),
        (mouse(MouseEventKind::ScrollDown, 0, 0), "B1"),
        (key(KeyCode::End, KeyModifiers::NONE), "B1 C1 D1"),
        (key(KeyCode::Char('<'), KeyModifiers::SHIFT), ""),
        // The second move of the first row: behind its number, and a column of ten.
        (mouse(MouseEventKind::Down(MouseButton::Left), 23 + 16, 5), "B1 C1"),
        (mouse(MouseEventKind::Down(MouseButton::Left), 23 + 5, 6), "B1 C1 D1"),
        (mouse(MouseEventKind::Down(MouseButton::Left), 23 + 5, 9), "B1 C1 D1"),
        (key(KeyCode::Delete, KeyModifiers::NONE), "B1 C1"),
    ] {
        assert!(app.take(&event, &ASCII).unwrap());
        assert_eq!(moves(&app), expected, "{event:?}");
    }
    assert!(app.take(&key(KeyCode::Char('c'), KeyModifiers::NONE), &ASCII).unwrap());
    for letter in "ein 直".chars() {
        app.take(&key(KeyCode::Char(letter), KeyModifiers::NONE), &ASCII).unwrap();
    }
    app.take(&key(KeyCode::Enter, KeyModifiers::NONE), &ASCII).unwrap();
    assert_eq!(app.lines.node(app.lines.here()).comment, "ein 直");
    assert!(!app.press(Input::Do(Action::Quit)).unwrap());
}
