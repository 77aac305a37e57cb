//! Screens of several sizes, with long games.

use super::{ASCII, PLAIN, app, drawn, press};
use crate::play::keys::{Action, Input};
use crate::play::{App, help};
use ratatui::layout::Rect;

/// A game of so many moves by chance, or fewer where it ends.
fn long_game(game: &str, size: u8, plies: usize) -> App {
    let (mut app, _events) = app(game, size, "");
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..plies {
        let Some(mv) = rng.choice(&app.position.legal).map(|mv| mv.text.clone()) else { break };
        press(&mut app, &[&mv]);
    }
    app
}

#[test]
fn long_games_fit_every_screen() {
    for (game, size, plies) in [("othello", 8, 60), ("gomoku", 15, 120), ("morris9", 7, 120), ("zhiqi", 7, 24)] {
        let mut app = long_game(game, size, plies);
        assert!(app.position.moves.len() > plies / 3, "{game}: {}", app.position.moves.len());
        press(&mut app, &["comment", "the last move"]);
        for area in [(80, 24), (60, 20), (200, 50)] {
            for theme in [PLAIN, ASCII] {
                for key in ["last", "first", "forward"] {
                    press(&mut app, &[key]);
                    let screen = drawn(&app, &theme, area);
                    let text = screen.join("\n");
                    for said in [&app.position.title, "Black: you", "White: you", "? help  q quit"] {
                        assert!(text.contains(said), "{said}: {text}");
                    }
                    // The move on the board is in the list.
                    if let Some((_, mv)) = app.position.moves.last() {
                        assert!(text.contains(mv.as_str()), "{game} {mv}: {text}");
                    }
                    if key == "last" {
                        assert!(text.contains("* the last move"), "{text}");
                    }
                    // The last row names whole keys.
                    let keys = screen.last().unwrap().split("  ").all(|key| key.split(' ').count() == 2);
                    assert!(keys, "{text}");
                    assert!(theme.unicode || text.is_ascii(), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_keys_are_explained_on_one_screen_or_on_several() {
    let (mut app, _events) = app("othello", 8, "");
    for editing in [false, true] {
        if editing {
            press(&mut app, &["edit"]);
        }
        let mode = app.mode();
        let rows = |area| help::pages(mode, area).concat().join("\n");
        assert_eq!(help::pages(mode, Rect::new(0, 0, 80, 24)).len(), 1, "{}", rows(Rect::new(0, 0, 80, 24)));
        for binding in mode.bindings() {
            let keys = rows(Rect::new(0, 0, 80, 24));
            let named = keys.lines().any(|row| row.chars().take(8).any(|key| key == binding.key));
            assert!(named, "{}: {keys}", binding.key);
        }
        // Each key and each word is on one of the pages.
        let words = |area| rows(area).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(Rect::new(0, 0, 60, 20)), words(Rect::new(0, 0, 80, 24)));
    }
    app.press(Input::Cancel).unwrap();
    app.area = Rect::new(0, 0, 60, 20);
    app.press(Input::Do(Action::Help)).unwrap();
    let pages = help::pages(app.mode(), app.area).len();
    assert!(pages > 1);
    for page in 1..=pages {
        let screen = drawn(&app, &PLAIN, (60, 20)).join("\n");
        assert!(screen.contains(&format!("Keys, {page} of {pages} (any key goes on)")), "{screen}");
        app.press(Input::Nothing).unwrap();
    }
    assert_eq!(app.help, None);
}
