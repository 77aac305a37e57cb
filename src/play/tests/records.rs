//! What is pasted, read from files and written to them.

use super::{ASCII, PLAIN, app, drawn, host, moves, press};
use crate::play::keys::{Action, Input};
use crate::play::{App, People};
use ratatui::crossterm::event::Event;
use std::fs;
use std::path::Path;
use tengen_core::game::Color;

fn paste(app: &mut App, text: &str) {
    assert!(app.take(&Event::Paste(text.to_owned()), &ASCII).unwrap());
}

/// What a file is of, where it does not say so itself.
const GAMES: [(&str, &str, u8); 5] = [
    ("othello", "othello", 8),
    ("gomoku", "gomoku", 15),
    ("renju", "gomoku", 15),
    ("address", "gomoku", 15),
    ("mill", "mill", 7),
];

#[test]
fn every_format_that_is_text_is_opened_by_paste() {
    let mut count = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((_, game, size)) = GAMES.iter().find(|(begin, ..)| name.starts_with(begin)) else { continue };
        let bytes = fs::read(&path).unwrap();
        let Ok(text) = String::from_utf8(bytes.clone()) else { continue };
        if text.contains('\0') {
            continue;
        }
        let mut read = host(game, *size, "");
        read.load(&bytes, None).unwrap();
        let engine = read.engine();
        // Terminals send a line end as the Enter key does.
        for text in [text.clone(), text.replace("\r\n", "\n").replace('\n', "\r")] {
            let (mut app, _events) = app(game, *size, "");
            paste(&mut app, &text);
            assert!(app.message.starts_with("Opened: "), "{name}: {}", app.message);
            assert_eq!(app.position.moves, engine.moves_played(), "{name}");
            let title = format!("{}, {}, {}", engine.info().name, engine.rule(), engine.size());
            assert_eq!((app.position.title.as_str(), app.people), (title.as_str(), People::Both), "{name}");
            assert!(drawn(&app, &PLAIN, (120, 50))[0].contains(engine.info().name), "{name}");
        }
        count += 1;
    }
    assert!(count >= 15, "{count}");
}

#[test]
fn a_position_is_opened_by_paste() {
    for (game, size, played) in [("othello", 8, "F5 D6"), ("gomoku", 15, "H8 J9"), ("mill", 7, "D6 B4")] {
        let text = host(game, size, played).engine().position_text();
        let (mut app, _events) = app(game, size, "");
        paste(&mut app, &format!("{text}\n"));
        assert_eq!(host_text(&app), text, "{}", app.message);
    }
}

fn host_text(app: &App) -> String {
    crate::play::search::lock(&app.host).engine().position_text()
}

#[test]
fn a_record_of_another_game_brings_its_board() {
    let (mut app, _events) = app("othello", 8, "F5 D6");
    app.people = People::One(Color::Black);
    paste(&mut app, "(;GM[4]SZ[15]RU[renju];B[hh];W[hg](;B[gg])(;B[ig]C[better]))");
    assert_eq!((app.position.title.as_str(), moves(&app).as_str()), ("Gomoku, renju, 15", "H8 H9 G9"));
    assert_eq!((app.geometry.points.len(), app.cursor.to_string().as_str()), (225, "H8"));
    assert_eq!(app.message, "Opened: 3 moves; a variation departs from the main line");
    press(&mut app, &["undo", "I9"]);
    // The game under way is there still, with who played it, and so is this one then.
    press(&mut app, &["back"]);
    assert_eq!((moves(&app).as_str(), app.people), ("F5 D6", People::One(Color::Black)));
    assert_eq!(app.position.title, "Othello, normal, 8");
    press(&mut app, &["back"]);
    assert_eq!((moves(&app).as_str(), app.people), ("H8 H9", People::Both));
    press(&mut app, &["new", "back"]);
    assert_eq!(moves(&app), "H8 H9");
}

#[test]
fn what_cannot_be_opened_is_said_in_the_readers_words() {
    let (mut app, _events) = app("othello", 8, "F5 D6");
    for text in ["hello world", "(;GM[2]SZ[8];B[aa])", "(;GM[1]SZ[19];B[aa])", "h8 i9", "", "\u{1b}[2J"] {
        let error = host("othello", 8, "").load(text.as_bytes(), None).unwrap_err().to_string();
        paste(&mut app, text);
        assert_eq!(app.message, tengen_core::printable::line(&error));
        assert_eq!(moves(&app), "F5 D6");
        // It is shown as a whole.
        let screen = drawn(&app, &ASCII, (60, 20));
        let words: Vec<_> =
            screen.iter().flat_map(|row| row.split(['|', ' '])).filter(|word| !word.is_empty()).collect();
        for word in app.message.split(' ').filter(|word| word.len() < 50 && !word.contains('|')) {
            assert!(words.contains(&word), "{word}: {screen:#?}");
        }
    }
}

#[test]
fn a_paste_into_a_line_is_typed() {
    let (mut app, _events) = app("othello", 8, "");
    press(&mut app, &["comment"]);
    paste(&mut app, "a long\r\nway");
    assert_eq!(app.prompt.as_ref().map(|prompt| prompt.text.as_str()), Some("a long  way"));
    app.press(Input::Cancel).unwrap();
    app.press(Input::Do(Action::Move)).unwrap();
    paste(&mut app, "f5\n");
    assert_eq!(app.prompt.as_ref().map(|prompt| prompt.text.as_str()), Some("f5"));
}

#[test]
fn a_game_is_written_with_all_lines_and_read_again() {
    let folder = std::env::temp_dir().join(format!("tengen-play-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.sgf").display().to_string();
    let (mut app, _events) = app("othello", 8, "F5 D6 C3");
    press(&mut app, &["undo", "C4", "comment", "a line beside", "write", &file]);
    assert_eq!(app.message, format!("Written to {file}."));
    let sgf = fs::read_to_string(&file).unwrap();
    assert!(sgf.contains("C[a line beside]") && sgf.matches("(;").count() == 3, "{sgf}");
    // Written again under its name, but not over another file at once.
    press(&mut app, &["write", &file]);
    let other = folder.join("other.sgf").display().to_string();
    fs::write(&other, "(;GM[2]SZ[8])").unwrap();
    press(&mut app, &["write", &other]);
    assert_eq!(app.message, format!("{other} is there already; Enter writes over it."));
    assert_eq!(fs::read_to_string(&other).unwrap(), "(;GM[2]SZ[8])");
    press(&mut app, &[&other]);
    assert_eq!(fs::read_to_string(&other).unwrap(), sgf);
    fs::write(&other, "no record").unwrap();
    press(&mut app, &["write", &other]);
    assert_eq!(app.message, format!("cannot write {other}: the file is there already, and is no SGF"));
    app.press(Input::Cancel).unwrap();

    press(&mut app, &["new", "open", &file]);
    assert_eq!(moves(&app), "F5 D6 C3");
    press(&mut app, &["next line"]);
    assert_eq!(
        (moves(&app).as_str(), app.lines.node(app.lines.here()).comment.as_str()),
        ("F5 D6 C4", "a line beside")
    );
    let missing = folder.join("missing").display().to_string();
    press(&mut app, &["open", &missing]);
    assert!(app.message.starts_with(&format!("{missing}: ")) && app.prompt.is_some(), "{}", app.message);
    fs::remove_dir_all(folder).unwrap();
}
