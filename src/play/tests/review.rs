//! The review of a game.

use super::{ASCII, app, drawn, moves, press};
use crate::features::analyze::{Analysis, Judged, Mark};
use crate::play::{App, Event, Purpose};
use std::sync::mpsc::Receiver;
use std::time::Duration;
use tengen_core::search::Stop;
use tengen_session::formats::sgf::Notes;

/// White gives the corner H1 away by the eighth move.
const GAME: &str = "D3 C3 B3 E3 F3 C5 F6 G2 B5";

/// Takes up what a review says, as often as that; all where it says no more.
fn hear(app: &mut App, events: &Receiver<Event>, most: usize) {
    for _ in 0..most {
        match events.recv_timeout(Duration::from_mins(10)).unwrap() {
            Event::Judged(number, judged) => app.judged(number, *judged),
            Event::Reviewed(number, done) => return app.reviewed(number, done).unwrap(),
            event => panic!("{event:?}"),
        }
    }
}

#[test]
fn a_review_marks_moves_and_leads_from_one_to_the_next() {
    let host = super::host("othello", 8, GAME);
    let record = host.engine().sgf(Notes::default());
    let mut analysis = Analysis::of_record(&host, &record, 1).unwrap();
    let mut judged = Vec::new();
    while let Some(mv) = analysis.judge_next(&Stop::new(), &mut |_| ()).unwrap() {
        judged.push(mv);
    }
    let marked: Vec<_> = judged.iter().filter(|mv| mv.mark().is_some()).map(|mv| mv.number).collect();
    assert!(marked.contains(&8), "{marked:?}");

    let (mut app, events) = app("othello", 8, GAME);
    press(&mut app, &["first", "review"]);
    assert_eq!((app.searches_for(), app.status().as_str()), (Some(Purpose::Review), "Review: 0 of 9 moves. v: end"));
    hear(&mut app, &events, 2);
    assert_eq!(app.status(), "Review: 2 of 9 moves. v: end");
    hear(&mut app, &events, usize::MAX);
    assert_eq!((app.searches_for(), app.message.as_str(), moves(&app).as_str()), (None, "Reviewed: 9 of 9 moves.", ""));
    let line = app.lines.line();
    for (node, mv) in line.iter().zip(&judged) {
        let known = app.review.of(*node).unwrap();
        let values = |mv: &Judged| (mv.number, mv.best.clone(), mv.played.clone());
        assert_eq!(values(known), values(mv));
    }
    let screen = drawn(&app, &ASCII, (100, 30)).join("\n");
    let sign = judged[7].mark().map(Mark::sign).unwrap();
    assert!(screen.contains(&format!("G2{sign}")) && screen.contains("Accuracy: Black "), "{screen}");
    let mut visited = Vec::new();
    loop {
        press(&mut app, &["next mark"]);
        if app.message.starts_with("No marked move follows") {
            break;
        }
        visited.push(app.position.moves.len());
    }
    assert_eq!(visited, marked);
    let screen = drawn(&app, &ASCII, (100, 30)).join("\n");
    assert!(screen.contains("of the chance to win.") && screen.contains("Better: "), "{screen}");
    for number in marked.iter().rev().skip(1) {
        press(&mut app, &["previous mark"]);
        assert_eq!(app.position.moves.len(), *number);
    }
    press(&mut app, &["previous mark"]);
    assert_eq!(app.message, "No marked move is before; v reviews the game.");
}

#[test]
fn a_review_that_was_ended_goes_on() {
    let (mut app, events) = app("othello", 8, GAME);
    press(&mut app, &["review"]);
    hear(&mut app, &events, 3);
    press(&mut app, &["review"]);
    assert_eq!((app.searches_for(), app.message.as_str()), (None, "The review has ended: 3 of 9 moves."));
    press(&mut app, &["review"]);
    let numbers = std::iter::from_fn(|| match events.recv_timeout(Duration::from_mins(10)).unwrap() {
        Event::Judged(2, judged) => Some(Some(judged.number)),
        Event::Reviewed(2, _) => None,
        // What the first has still to say is not heard.
        _ => Some(None),
    });
    assert_eq!(numbers.flatten().collect::<Vec<_>>(), (4..=9).collect::<Vec<_>>());
}

#[test]
fn signs_are_those_of_the_loss() {
    let (app, _events) = app("othello", 8, "F5");
    let host = super::host("othello", 8, "F5");
    let record = host.engine().sgf(Notes::default());
    let mut judged =
        Analysis::of_record(&host, &record, 1).unwrap().judge_next(&Stop::new(), &mut |_| ()).unwrap().unwrap();
    let scale = app.position.scale;
    for chance in [0.95, 0.8, 0.72, 0.65, 0.5] {
        // The values nearest to these chances.
        let score = |chance: f64| (-100_000..100_000).find(|score| scale.win_chance(*score) >= chance).unwrap();
        let [mut best, mut played] = [judged.best.line.clone().unwrap(), judged.best.line.clone().unwrap()];
        (best.score, best.exact, played.exact) = (score(0.95), false, false);
        played.score = score(chance);
        (judged.best.line, judged.played.line) = (Some(best), Some(played));
        let loss = judged.win_chance_loss().unwrap();
        let sign = judged.mark().map_or("", Mark::sign);
        let expected = [(0.3, "??"), (0.2, "?"), (0.1, "?!")].into_iter().find(|(least, _)| loss >= *least);
        assert_eq!(sign, expected.map_or("", |(_, sign)| sign), "{loss}");
    }
}
