//! Screens as they are drawn, and what keys do to the game.

mod edit;
mod lines;
mod picture;
mod records;
mod review;
mod sizes;

use super::board::BoardScale;
use super::keys::{Action, Input};
use super::{App, Event, People, Theme, screen};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tengen_core::game::{Letters, MoveCode, Size};
use tengen_core::search::{self, Resources};
use tengen_games::GAMES;
use tengen_session::{Engine, Host, LetterSetting, Report, Settings, Turn, Variation};

const ASCII: Theme = Theme { unicode: false, colors: false };
const PLAIN: Theme = Theme { unicode: true, colors: false };

/// A game on a board of this size, after these moves.
fn host(game: &str, size: u8, moves: &str) -> Host {
    let settings = Settings { depth: Some(1), ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    host.set_game(game).unwrap();
    host.set_size(Size::square(size)).unwrap();
    for mv in moves.split_whitespace() {
        let engine = host.engine_mut();
        engine.play_text(engine.side_to_move(), mv).unwrap();
    }
    host
}

/// The same before two people.
fn app(game: &str, size: u8, moves: &str) -> (App, Receiver<Event>) {
    let (sender, events) = channel();
    (App::new(host(game, size, moves), People::Both, sender), events)
}

fn drawn(app: &App, theme: &Theme, (columns, rows): (u16, u16)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app, theme)).unwrap();
    let cells = terminal.backend().buffer().content();
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    cells.chunks(columns.into()).map(|cells| row(cells).trim_end().to_owned()).collect()
}

fn assert_drawn(app: &App, theme: &Theme, size: (u16, u16), expected: &str) {
    let expected: Vec<_> = expected.trim_matches('\n').lines().map(|line| line.trim_start_matches('~')).collect();
    let drawn = drawn(app, theme, size);
    assert_eq!(drawn[..expected.len()], expected, "\n{}", drawn.join("\n"));
}

/// Presses keys; texts are typed.
fn press(app: &mut App, keys: &[&str]) {
    for key in keys {
        let input = match *key {
            "left" => Input::Step(-1, 0),
            "right" => Input::Step(1, 0),
            "up" => Input::Step(0, -1),
            "down" => Input::Step(0, 1),
            "enter" => Input::Point,
            "undo" => Input::Do(Action::Undo),
            "redo" => Input::Do(Action::Redo),
            "new" => Input::Do(Action::New),
            "back" => Input::Do(Action::Back),
            "backward" => Input::Do(Action::Step(-1)),
            "forward" => Input::Do(Action::Step(1)),
            "first" => Input::Do(Action::First),
            "last" => Input::Do(Action::Last),
            "next line" => Input::Do(Action::Line(1)),
            "previous line" => Input::Do(Action::Line(-1)),
            "next mark" => Input::Do(Action::Mark(1)),
            "previous mark" => Input::Do(Action::Mark(-1)),
            "promote" => Input::Do(Action::Promote),
            "cut" => Input::Do(Action::Cut),
            "comment" => Input::Do(Action::Comment),
            "write" => Input::Do(Action::Save),
            "open" => Input::Do(Action::Open),
            "review" => Input::Do(Action::Review),
            "edit" => Input::Do(Action::Edit),
            text => Input::Enter(text.to_owned()),
        };
        assert!(app.press(input).unwrap());
    }
}

fn moves(app: &App) -> String {
    app.position.moves.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn othello_stands_in_squares() {
    let (app, _events) = app("othello", 4, "");
    assert_drawn(
        &app,
        &ASCII,
        (80, 13),
        "
     A   B   C   D     Othello, normal, 4
   +---+---+---+---+   > X Black: you
 1 |   | * |   |   |     O White: you
   +---+---+---+---+   X 2, O 2
 2 | * [ O ] X |   |
   +---+---+---+---+
 3 |   | X | O | * |
   +---+---+---+---+
 4 |   |   | * |   |
   +---+---+---+---+
~
Black to move
? help  q quit  u undo  r redo  h hint  a analyze  g go  s sides  l level  n new
",
    );
}

#[test]
fn renju_stands_on_lines_with_its_forbidden_points() {
    let (app, _events) = app("renju", 9, "D5 A1 F5 A9 E4 J1 E6 J9");
    assert_drawn(
        &app,
        &PLAIN,
        (51, 12),
        "
    A B C D E F G H J    Gomoku, renju, 9
 9  ○─┬─┬─┬─┬─┬─┬─┬─○    ▸ ● Black: you
 8  ├─┼─┼─┼─┼─┼─┼─┼─┤      ○ White: you
 7  ├─┼─┼─┼─┼─┼─┼─┼─┤
 6  ├─┼─┼─┼─●─┼─┼─┼─┤      1. D5         A1
 5  ├─┼─┼─●[×]●─┼─┼─┤      2. F5         A9
 4  ├─┼─┼─┼─●─┼─┼─┼─┤      3. E4         J1
 3  ├─┼─┼─┼─┼─┼─┼─┼─┤      4. E6         J9
 2  ├─┼─┼─┼─┼─┼─┼─┼─┤
 1  ○─┴─┴─┴─┴─┴─┴─┴─○
Black to move
",
    );
}

#[test]
fn mill_stands_on_its_points() {
    let (app, _events) = app("mill", 7, "D6 B4");
    assert_drawn(
        &app,
        &PLAIN,
        (70, 18),
        "
     A   B   C   D   E   F   G     Mill, zhiqi, 7
~                                   ▸ ● Black: you
 7   ·───────────·───────────·       ○ White: you
     │ ╲         │         ╱ │     black 11 in hand, white 11 in hand
 6   │   ·───────●───────·   │
     │   │ ╲     │     ╱ │   │       1. D6         B4
 5   │   │   ·─[─·─]─·   │   │
     │   │   │       │   │   │
 4   ·───○───·       ·───·───·
     │   │   │       │   │   │
 3   │   │   ·───·───·   │   │
     │   │ ╱     │     ╲ │   │
 2   │   ·───────·───────·   │
     │ ╱         │         ╲ │
 1   ·───────────·───────────·
~
Black to move
",
    );
}

#[test]
fn every_game_fits_a_small_terminal_or_says_what_it_needs() {
    for entry in GAMES {
        let (app, _events) = app(entry.info.name, entry.info.default_size.cols, "");
        let screen = drawn(&app, &PLAIN, (80, 24));
        assert!(screen[0].contains(entry.info.name), "{screen:#?}");
        let alone = drawn(&app, &PLAIN, (40, 17));
        assert!(alone[0].contains(" A ") && alone.iter().any(|row| row == "Black to move"), "{alone:#?}");
        // A row less than the smallest board takes with what stands below it.
        let (width, height) = BoardScale::all(&app.geometry).last().unwrap().size(&app.geometry);
        let small = drawn(&app, &PLAIN, (80, height)).join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        let said =
            format!("This board needs {width} columns and {} rows; the terminal has 80 and {height}.", height + 1);
        assert_eq!(small, said);
    }
}

/// The codes of moves from the position on the board.
fn codes(engine: &dyn Engine, texts: &[&str]) -> Vec<MoveCode> {
    let mut game = engine.fork();
    let mut code = |text: &&str| {
        let side = game.side_to_move();
        let Turn::Move(mv) = game.parse(side, text).unwrap() else { panic!("{text} is no move") };
        game.play(side, Turn::Move(mv)).unwrap();
        mv
    };
    texts.iter().map(&mut code).collect()
}

#[test]
fn what_is_beside_the_board_is_whole_in_narrow_terminals() {
    for (game, rule, size) in [("gomoku", "freestyle", 15), ("mill", "zhiqi", 7), ("othello", "Othello", 8)] {
        let (app, _events) = app(game, size, "");
        let screen = drawn(&app, &PLAIN, (60, 20)).join("\n");
        for said in [rule, "Black: you", "White: you"] {
            assert!(screen.contains(said), "{said}: {screen}");
        }
        // The diagonals of zhiqi need rows between its points.
        assert_eq!(screen.contains('╲'), game == "mill", "{screen}");
    }
}

#[test]
fn values_stand_on_the_points_of_their_moves() {
    let (mut app, _events) = app("othello", 4, "");
    let host = host("othello", 4, "");
    let engine = host.engine();
    let line = |score, pv| Variation { score, exact: false, nodes: 1, pv: codes(engine, pv) };
    let lines = vec![line(0, &["C4", "B4", "A2"]), line(-1_000_000 + 4, &["B1", "A1"])];
    let found = search::Report { depth: 7, confidence: 100, nodes: 12_345, time: Duration::ZERO, lines };
    let report = Report::new(engine.root(engine.side_to_move()).unwrap(), found);
    app.report = Some(report);
    let screen = drawn(&app, &ASCII, (60, 12));
    assert_eq!(&screen[2][..20], " 1 |   |-#4|   |   |");
    assert_eq!(&screen[8][..20], " 4 |   |   | 50|   |");
    assert_eq!(&screen[4][..20], " 2 | * [ O ] X |   |");
    assert_eq!(screen[6][23..].trim(), "Depth 7, 12 k nodes");
    assert_eq!(screen[7][23..].trim(), "50 %  +0.00 C4 B4 A2");
    assert_eq!(screen[8][23..].trim(), "-#4 B1 A1");
}

#[test]
fn legal_moves_are_marked_to_the_end_of_the_game() {
    let (mut app, _events) = app("othello", 4, "");
    while let Some(mv) = app.position.legal.first() {
        let text = mv.text.clone();
        let board = drawn(&app, &ASCII, (60, 13))[1..10].iter().map(|row| &row[..20]).collect::<String>();
        assert_eq!((board.matches('*').count(), board.matches('x').count()), (app.position.legal.len(), 0), "{board}");
        press(&mut app, &[&text]);
    }
    assert!(app.position.moves.len() > 8 && app.position.result.is_some(), "{}", moves(&app));
}

#[test]
fn a_game_is_played_by_cursor_and_by_text() {
    let (mut app, _events) = app("othello", 4, "");
    press(&mut app, &["up", "enter"]);
    assert_eq!(moves(&app), "B1");
    press(&mut app, &["c1", "D1", "undo", "undo", "redo"]);
    assert_eq!(moves(&app), "B1 C1");
    // Another move than the one taken back: that is forgotten.
    press(&mut app, &["undo", "A1", "redo"]);
    assert_eq!((moves(&app).as_str(), app.message.as_str()), ("B1 A1", "There is no move to play again."));
    press(&mut app, &["a4"]);
    assert_eq!((moves(&app).as_str(), app.message.as_str()), ("B1 A1", "black flips nothing on A4"));
    press(&mut app, &["new"]);
    assert_eq!((moves(&app).as_str(), app.message.as_str()), ("", "b brings the game before back."));
    press(&mut app, &["back"]);
    assert_eq!(moves(&app), "B1 A1");
}

#[test]
fn a_mill_move_is_entered_point_by_point() {
    let (mut app, _events) = app("morris9", 7, "A7 A1 D7 D1");
    press(&mut app, &["G7"]);
    // The mill takes a stone.
    assert_eq!((moves(&app).as_str(), app.choice.points.len()), ("A7 A1 D7 D1", 1));
    let screen = drawn(&app, &PLAIN, (80, 24)).join("\n");
    assert!(screen.contains("─(─· )"), "{screen}");
    press(&mut app, &["A1"]);
    assert_eq!(moves(&app), "A7 A1 D7 D1 G7XA1");
}

#[test]
fn the_engine_moves_when_it_is_its_turn() {
    let (mut app, events) = app("othello", 4, "");
    app.people = People::One(tengen_core::game::Color::Black);
    press(&mut app, &["B1"]);
    let (number, answer) = loop {
        match events.recv_timeout(Duration::from_mins(10)).unwrap() {
            Event::Answer(number, answer) => break (number, answer),
            Event::Report(number, report) => app.report(number, report),
            event => panic!("{event:?}"),
        }
    };
    // What an earlier search has to say is not heard.
    app.answer(number - 1, answer.clone()).unwrap();
    assert_eq!(moves(&app), "B1");
    app.answer(number, answer).unwrap();
    assert_eq!(app.position.moves.len(), 2);
    assert!(app.chance.is_some());
    // Back to the person's own move.
    press(&mut app, &["undo"]);
    assert_eq!((moves(&app).as_str(), app.searches_for()), ("", None));
    press(&mut app, &["redo"]);
    assert_eq!(app.position.moves.len(), 2);
}

#[test]
fn columns_have_the_letters_of_gomoku() {
    let mut host = host("gomoku", 10, "");
    host.set_letters(LetterSetting::Always(Letters::AToO));
    let mut app = App::new(host, People::Both, channel().0);
    press(&mut app, &["i9", "j10"]);
    assert_eq!(app.position.moves.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["I9", "J10"]);
    assert_eq!(app.position.last.map(|point| (point.col, point.row)), Some((9, 9)));
    let screen = drawn(&app, &ASCII, (80, 24)).join("\n");
    let letters =
        |line: &&str| line.split_whitespace().take(10).eq("ABCDEFGHIJ".split("").filter(|letter| !letter.is_empty()));
    assert!(screen.lines().any(|line| letters(&line)), "{screen}");
    // A click on a point that is taken is refused by the name that the screen has for it.
    assert!(app.press(Input::Click("J9".parse().unwrap())).unwrap());
    assert_eq!(app.message, "I9 is occupied");
}

#[test]
fn the_panel_has_the_name_of_the_opening() {
    let (mut app, _events) = app("othello", 8, "F5 D6 C3");
    let shown = |app: &App| drawn(app, &ASCII, (80, 24)).iter().any(|line| line.ends_with("Perpendicular"));
    assert!(shown(&app));
    press(&mut app, &["undo", "undo"]);
    assert!(!shown(&app));
}
