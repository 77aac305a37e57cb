//! `tengen openings`, and the files of openings that come with the program.

use crate::common::folder::Folder;
use crate::common::naive_gomoku::Naive;
use crate::common::program::{TENGEN, failure, success};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use tengen_arena::openings::{self, OpeningFormat, Selection};
use tengen_core::game::Color;
use tengen_core::progress::NoProgress;
use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_games::gomoku::Rule;
use tengen_session::{Engine, Query};

/// A point by its column and row, from 0.
type Place = (i32, i32);

/// A point of 15 lines as GTP writes it: no letter I, row 1 below.
fn place(text: &str) -> Place {
    let col = "ABCDEFGHJKLMNOP".find(&text[..1]).unwrap() as i32;
    let row: i32 = text[1..].parse().unwrap();
    assert!((1..=15).contains(&row), "{text}");
    (col, row - 1)
}

/// The stones of each side under the eight symmetries of the square, the least of them.
fn least_image(moves: &[Place]) -> [BTreeSet<Place>; 2] {
    let turned = |(x, y): Place, turns: usize| (0..turns).fold((x, y), |(x, y), _| (14 - y, x));
    let images = (0..8).map(|symmetry| {
        let image = |&(x, y): &Place| turned(if symmetry < 4 { (x, y) } else { (y, x) }, symmetry % 4);
        [0, 1].map(|side| moves.iter().skip(side).step_by(2).map(image).collect())
    });
    images.min().unwrap()
}

fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

#[test]
fn gomokus_files_have_500_distinct_openings_each_that_go_on() {
    for rule in Rule::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/openings/gomoku-{}.txt", rule.name()));
        let text = fs::read_to_string(&path).unwrap();
        let (mut seen, mut lengths) = (BTreeSet::new(), [0; 9]);
        for line in text.lines() {
            let moves: Vec<_> = line.split(' ').map(place).collect();
            lengths[moves.len()] += 1;
            let mut game = Naive::new(rule, 15);
            for (ply, &point) in moves.iter().enumerate() {
                assert!(game.moves().contains(&point), "{line}: move {} is not legal under {rule:?}", ply + 1);
                let near = moves[..ply].iter().any(|&stone| distance(stone, point) <= 3);
                assert!(near || ply == 0 && distance((7, 7), point) <= 4, "{line}: move {} is far away", ply + 1);
                game = game.after(point);
            }
            assert!(!Color::BOTH.into_iter().any(|side| game.has_won(side)), "{line}");
            assert!(seen.insert(least_image(&moves)), "{line}: there is one like it");
        }
        assert_eq!((text.lines().count(), text.ends_with('\n')), (500, true));
        assert_eq!(lengths, [0, 0, 0, 84, 84, 83, 83, 83, 83], "{rule:?}");
        let variant = GAMES.open("gomoku", Some(rule.name()), None).unwrap().variant();
        let read = openings::read(&path, OpeningFormat::Auto, None, GAMES, &variant).unwrap();
        assert_eq!(openings::distinct(read, GAMES, &variant).unwrap().len(), 500);
    }
}

/// How far from even the default player finds the chances, with an empty table.
fn unevenness(engine: &dyn Engine, nodes: u64) -> f64 {
    let (stop, resources) = (Stop::new(), Resources::new(1, 16));
    let limits = Limits { nodes: Some(nodes), goal: tengen_core::search::Goal::Value, ..Limits::default() };
    let query = Query::new(limits, &stop);
    let answer = engine.think(engine.side_to_move(), &query, &resources, &mut |_| ()).unwrap();
    (answer.report.lines[0].win_chance(&engine.scale()) - 0.5).abs()
}

#[test]
fn openings_of_every_game_are_even_by_both_searches() {
    for (game, rule) in [("othello", "normal"), ("mill", "morris9"), ("gomoku", "renju")] {
        let mut engine = GAMES.open(game, Some(rule), None).unwrap();
        let selection = Selection::strict(2..=4, 1000, 0.08);
        let list = openings::balanced(6, &selection, GAMES, &engine.variant(), 7, &NoProgress).unwrap();
        let plies: Vec<_> = list.iter().map(|opening| opening.moves.len()).collect();
        // Othello has not so many even positions after three plies.
        assert_eq!(plies, if game == "othello" { [2, 3, 4, 2, 4, 4] } else { [2, 3, 4, 2, 3, 4] }, "{game}");
        for opening in list {
            engine.clear();
            for text in &opening.moves {
                engine.play_text(engine.side_to_move(), text).unwrap();
            }
            for nodes in [250, 1000] {
                let found = unevenness(&*engine, nodes);
                assert!(found <= 0.08, "{game} {:?}: {found} by {nodes} nodes", opening.moves);
            }
        }
    }
}

#[test]
fn lengths_without_enough_openings_give_way_to_longer_ones() {
    let variant = GAMES.open("othello", None, None).unwrap().variant();
    // There is one position after a ply, and there are three after two.
    let selection = Selection { judges: Vec::new(), ..Selection::strict(1..=3, 1, 0.5) };
    let list = openings::balanced(20, &selection, GAMES, &variant, 0, &NoProgress).unwrap();
    let count = |plies| list.iter().filter(|opening| opening.moves.len() == plies).count();
    assert_eq!([1, 2, 3].map(count), [1, 3, 14], "as many as there are");
}

/// Runs `tengen openings`.
fn make(out: &Path, options: &str) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("openings").args(options.split(' ')).arg("--out").arg(out);
    command
}

#[test]
fn the_same_command_makes_the_same_file_on_any_number_of_threads() {
    let folder = Folder::new("openings");
    let file = |name: &str| folder.join(name);
    let order = "--game gomoku --rule standard --nodes 400 --balance 0.1 --seed 3";
    for (name, rest) in [("one", "--count 8 --threads 1"), ("three", "--count 8 --threads 3"), ("more", "--count 12")] {
        let said = success(make(&file(name), &format!("{order} {rest}")));
        assert!(said.starts_with("Gomoku standard 15: ") && said.contains(" openings in "), "{said}");
    }
    let read = |name: &str| fs::read_to_string(file(name)).unwrap();
    assert_eq!(read("one"), read("three"));
    assert_eq!((read("one").lines().count(), read("more").lines().count()), (8, 12));
    assert!(read("more").starts_with(&read("one")));
    // A file stays as it is where the game has too few openings.
    let wanted = make(&file("one"), "--size 4 --plies 1-2 --count 5");
    assert!(failure(wanted).contains("of 5 balanced openings were found; choose fewer openings"));
    assert_eq!(read("one"), read("three"));
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 3);
}

#[test]
fn plies_are_a_number_or_a_range() {
    for wrong in ["0", "4-3", "3-", "-3", "3-101", "x", "1-2-3"] {
        let told = failure(make(Path::new("never"), &format!("--plies={wrong}")));
        assert!(told.contains("expected plies such as 6 or 3-8, from 1 to 100"), "{told}");
    }
}
