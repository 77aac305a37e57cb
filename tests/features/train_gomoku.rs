//! `tengen --game gomoku train`, from self-play to a file of weights.

use crate::common::program::{self, TENGEN};
use crate::train::{folder, refused, told};
use std::fs;
use std::path::Path;
use std::process::Command;
use tengen_core::game::{Color, Game, Notation};
use tengen_games::gomoku::weights::{KindWeights, Weights};
use tengen_games::gomoku::{Gomoku, Rule};

const TRAIN: &str = "--game gomoku train";

/// The numbers of a line.
fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The games of a file: rule set, size, winner and moves.
fn games(path: &Path) -> Vec<(String, u8, String, Vec<String>)> {
    let text = fs::read_to_string(path).unwrap();
    let parse = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        (words[0].clone(), words[1].parse().unwrap(), words[2].clone(), words[3..].to_vec())
    };
    text.lines().map(parse).collect()
}

/// The games of the two files of a set.
fn two_files(folder: &Path) -> Vec<(String, u8, String, Vec<String>)> {
    ["set/00000.games", "set/00001.games"].map(|file| games(&folder.join(file))).concat()
}

#[test]
fn self_play_becomes_weights() {
    let folder = folder("gomoku");
    for (rule, seed) in [("freestyle", 1), ("renju", 2)] {
        let order = format!("--rule {rule} --seed {seed} --size 9 --games 200 --nodes 40 --random 5 --simple");
        assert_eq!(told(&folder, &format!("{TRAIN} play {rule} {order}")), format!("4 files of games in {rule}\n"));
    }
    let report = told(&folder, &format!("{TRAIN} fit freestyle renju --out new.weights"));
    let lines: Vec<&str> = report.lines().collect();
    let names: Vec<_> = lines[2..].iter().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!((names.len(), &names[..4]), (5, &["freestyle", "order", "renju", "order"][..]), "{report}");
    for line in &lines[2..6] {
        // Codes tell at least what lines tell of the games that they were fitted to.
        let [count, lines, _, codes, _] = numbers(line)[..] else { panic!("{report}") };
        assert!(count > 500.0 && codes < lines, "{report}");
    }

    // What the program's own evaluation foretells of the games held out is what the fit said.
    let check = told(&folder, &format!("{TRAIN} check freestyle renju --weights new.weights"));
    for (fitted, checked) in [lines[2], lines[4]].iter().zip(check.lines().skip(1)) {
        let (fitted, checked) = (numbers(fitted)[4], numbers(checked)[1]);
        assert!((fitted - checked).abs() < 0.005, "{report}{check}");
    }

    // The rule sets without games keep their weights.
    let file = fs::read(folder.join("new.weights")).unwrap();
    let new = Weights::from_bytes(&file).unwrap();
    let kinds = new.kinds().iter().zip(Weights::shared().kinds());
    let kept: Vec<bool> = kinds.map(|(new, old)| new == old).collect();
    assert_eq!(kept, [false, true, false, false, true, true]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_legal_and_end_as_they_say() {
    let folder = folder("gomoku-games");
    let order = "--rule standard --size 9 --games 50 --nodes 40 --random 4 --balanced 100 --simple";
    told(&folder, &format!("{TRAIN} play set {order}"));
    let games = games(&folder.join("set/00000.games"));
    assert_eq!(games.len(), 50);
    let mut ended = 0;
    for (rule, size, winner, moves) in &games {
        assert_eq!((&**rule, *size), ("standard", 9));
        let mut position = Gomoku::new(Rule::Standard, 9);
        for text in moves {
            assert_eq!(position.outcome(), None);
            let mv = position.parse_move(text.split(['?', '=']).next().unwrap()).unwrap();
            position.play(mv);
        }
        // 1 to 4 moves by chance, then each with its value, but for those that see the end.
        let by_chance = moves.iter().filter(|text| text.contains('?')).count();
        assert!((1..=4).contains(&by_chance), "{moves:?}");
        assert!(moves[..by_chance].iter().all(|text| text.ends_with('?')), "{moves:?}");
        if let Some(outcome) = position.outcome() {
            ended += 1;
            let won = outcome.winner().map_or("-", |side| if side == Color::Black { "B" } else { "W" });
            assert_eq!(winner, won);
        }
    }
    assert!(ended < 50, "most ends are proven before they are there");
    let mut distinct: Vec<_> = games.iter().map(|(.., moves)| moves).collect();
    distinct.sort();
    distinct.dedup();
    assert!(distinct.len() > 40);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn so_many_moves_are_by_chance() {
    let folder = folder("gomoku-noise");
    told(&folder, &format!("{TRAIN} play set --size 9 --games 100 --nodes 40 --random 1 --noise 30"));
    let moves = two_files(&folder);
    let valued: Vec<String> =
        moves.into_iter().flat_map(|(.., moves)| moves).filter(|text| text.contains('=')).collect();
    let by_chance = valued.iter().filter(|text| text.contains("?=")).count();
    // Some are what the search would have chosen.
    assert!((valued.len() / 8..valued.len() / 3).contains(&by_chance), "{by_chance} of {}", valued.len());
    assert!(told(&folder, &format!("{TRAIN} fit set --out new --result 0")).contains("order"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_of_the_tree_are_valued() {
    let folder = folder("gomoku-leaves");
    told(&folder, &format!("{TRAIN} play set --size 9 --games 100 --nodes 200 --leaves 3 --leaf-nodes 50"));
    let records = two_files(&folder);
    let (leaves, games): (Vec<_>, Vec<_>) = records.into_iter().partition(|(_, _, ended, _)| ended == "?");
    assert_eq!(games.len(), 100);
    for (.., moves) in &leaves {
        let (last, before) = moves.split_last().unwrap();
        assert!(before.iter().all(|text| text.ends_with('?')), "{moves:?}");
        assert!(last.contains('=') && !last.contains('?'), "{moves:?}");
        let mut position = Gomoku::new(Rule::Freestyle, 9);
        for text in moves {
            assert_eq!(position.outcome(), None);
            let mv = position.parse_move(text.split(['?', '=']).next().unwrap()).unwrap();
            position.play(mv);
        }
    }
    // Three of each search, unless it saw the end of the game at once; many are in no game.
    let searches: usize =
        games.iter().map(|(.., moves)| moves.iter().filter(|text| !text.ends_with('?')).count()).sum();
    assert!((searches..=3 * searches).contains(&leaves.len()), "{} of {searches}", leaves.len());
    let points =
        |moves: &[String]| moves.iter().map(|text| text.split(['?', '=']).next().unwrap().to_owned()).collect();
    let games: Vec<Vec<String>> = games.iter().map(|(.., moves)| points(moves)).collect();
    let in_game = |moves: &[String]| {
        let line: Vec<String> = points(&moves[..moves.len() - 1]);
        games.iter().any(|game| game.starts_with(&line))
    };
    let beside = leaves.iter().filter(|(.., moves)| !in_game(moves)).count();
    assert!(beside > leaves.len() / 3, "{beside} of {}", leaves.len());

    let report = told(&folder, &format!("{TRAIN} fit set --values-only --result 0 --out new.weights"));
    assert!(!report.contains("order"), "{report}");
    let new = Weights::from_bytes(&fs::read(folder.join("new.weights")).unwrap()).unwrap();
    for (place, (new, old)) in new.kinds().iter().zip(Weights::shared().kinds()).enumerate() {
        assert_eq!(new.order, old.order);
        assert_eq!(new.values == old.values, place > 0);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_run_goes_on_and_gives_the_same() {
    let folder = folder("gomoku-interrupted");
    let order = format!("{TRAIN} play set --size 9 --games 100 --nodes 20 --random 5 --seed 7");
    told(&folder, &order);
    let second = folder.join("set/00001.games");
    let games = fs::read(&second).unwrap();
    assert_ne!(fs::read(folder.join("set/00000.games")).unwrap(), games);
    fs::remove_file(&second).unwrap();
    told(&folder, &order);
    assert_eq!(fs::read(&second).unwrap(), games);
    let other = refused(&folder, &order.replace("--nodes 20", "--nodes 21"));
    assert_eq!(other, "tengen: set was begun with other settings; choose another name, or remove it\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder("gomoku-wrong");
    for (set, games) in [("empty", None), ("foreign", Some("freestyle 15 B H8 H8\n"))] {
        fs::create_dir(folder.join(set)).unwrap();
        if let Some(games) = games {
            fs::write(folder.join(set).join("00000.games"), games).unwrap();
        }
    }
    fs::write(folder.join("weights"), "PK").unwrap();
    for (arguments, text) in [
        ("play set", "required arguments"),
        ("play set --games 1 --rule chess", "invalid value 'chess'"),
        ("play set --games 1 --size 8", "expected a whole number from 9 to 22"),
        ("play set --games 1 --weights weights", "weights: this is not a file of gomoku weights"),
        ("play set --games 1 --weights nowhere", "nowhere: "),
        ("play set --games 1 --weights weights --simple", "cannot be used with"),
        ("fit empty --out new", "there are not enough samples"),
        ("fit foreign --out new", "foreign/00000.games: line 1 is no game"),
        ("fit nowhere --out new", "nowhere: "),
        ("fit empty --out new --base weights", "weights: this is not a file of gomoku weights"),
        ("fit empty --out new --result 101", "expected a whole number from 0 to 100"),
        ("network empty --out new", "there are not enough samples"),
        ("network foreign --out new", "foreign/00000.games: line 1 is no game"),
        ("network empty --out new --base weights", "weights: this is not a file of gomoku weights"),
        ("network empty --out new --samples 0", "expected a number of millions from 0.001 to 1000000"),
        ("check empty", "there are not enough samples"),
        ("check empty --weights weights", "weights: this is not a file of gomoku weights"),
    ] {
        let said = refused(&folder, &format!("{TRAIN} {arguments}"));
        assert!(said.contains(text), "{arguments}: {said}");
    }
    assert!(!folder.join("new").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn networks_are_trained_for_the_rule_sets_of_games() {
    let folder = folder("gomoku-networks");
    told(&folder, &format!("{TRAIN} play set --rule renju --games 100 --nodes 20 --random 5"));
    let order = format!("{TRAIN} network set --samples 0.002 --out new.weights");
    let report = told(&folder, &order);
    let names: Vec<_> = report.lines().skip(2).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(names[..2], ["renju-black", "renju-white"], "{report}");
    let file = fs::read(folder.join("new.weights")).unwrap();
    let new = Weights::from_bytes(&file).unwrap();
    let kept: Vec<bool> = new.kinds().iter().zip(Weights::shared().kinds()).map(|(new, old)| new == old).collect();
    assert_eq!(kept, [true, true, false, false, true, true]);
    // The same numbers on any number of threads.
    let mut again = Command::new(TENGEN);
    again.current_dir(&folder).args(["--threads", "1"]);
    again.args(order.replace("new.weights", "again.weights").split(' '));
    assert_eq!(program::success(again), report.replace("new.weights", "again.weights"));
    assert_eq!(fs::read(folder.join("again.weights")).unwrap(), file);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn weights_of_a_file_are_played_by() {
    let folder = folder("gomoku-weights");
    let mut kinds = Weights::shared().kinds().clone();
    for kind in &mut kinds {
        *kind = KindWeights::default();
    }
    let file = Weights::new(kinds).to_bytes();
    fs::write(folder.join("whole"), &file).unwrap();
    fs::write(folder.join("damaged"), &file[..file.len() - 1]).unwrap();
    let said = refused(&folder, "--game gomoku --weights damaged");
    assert_eq!(said, "tengen: the weights damaged: the file of gomoku weights is damaged\n");
    // The count of nodes.
    let bench = |options: &[&str]| {
        let mut command = Command::new(TENGEN);
        command
            .current_dir(&folder)
            .args(["bench", "--game", "gomoku", "--depth", "2", "--threads", "1"])
            .args(options);
        program::success(command).lines().last().map(str::to_owned)
    };
    assert_eq!(bench(&[]), bench(&[]));
    assert_ne!(bench(&["--weights", "whole"]), bench(&[]));
    fs::remove_dir_all(folder).unwrap();
}
