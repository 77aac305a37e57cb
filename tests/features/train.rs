//! `tengen train`, from raw games to a file of weights.

use crate::common::program::{self, TENGEN};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_core::game::{Game, Notation};
use tengen_games::othello::Othello;
use tengen_games::othello::patterns::{Features, Numbering, PHASES, Weights, pack};

/// A folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tengen-train-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn tengen(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(TENGEN);
    command.current_dir(folder).args(["--threads", "2"]).args(arguments.split(' '));
    command
}

/// What it prints when all goes well.
pub fn told(folder: &Path, arguments: &str) -> String {
    program::success(tengen(folder, arguments))
}

/// What it says when something is wrong.
pub fn refused(folder: &Path, arguments: &str) -> String {
    program::failure(tengen(folder, arguments))
}

/// The positions of a game by chance, with the moves to the next ones.
fn game(seed: u64) -> Vec<(Othello, Option<String>)> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = Othello::new(8);
    let mut steps = Vec::new();
    while game.outcome().is_none() {
        let moves = game.moves();
        let mv = moves[rng.usize(..moves.len())];
        steps.push((game, Some(game.move_text(mv))));
        game.play(mv);
    }
    steps.push((game, None));
    steps
}

/// A WTHOR file of games by chance.
fn wthor(games: u32) -> Vec<u8> {
    let mut bytes = vec![20, 26, 1, 1];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0, 0xEA, 7, 8, 0, 24, 0]);
    for seed in 0..games {
        let mut record = vec![0; 8];
        for mv in game(seed.into()).iter().filter_map(|(_, mv)| mv.as_ref()) {
            if let [col, row] = mv.as_bytes()[..] {
                record.push((row - b'0') * 10 + col - b'A' + 1);
            }
        }
        record.resize(68, 0);
        bytes.extend(record);
    }
    bytes
}

/// How many of 200 new games by chance end, from 58 discs on, as weights say; a guess is right in about half of them.
fn right(weights: &Weights) -> usize {
    let foretold = |seed: &u64| {
        let game = game(*seed);
        let (end, _) = game.last().unwrap();
        let (position, _) = game.iter().find(|(position, _)| position.empty().count_ones() <= 6).unwrap_or(&game[0]);
        let (own, enemy) = (position.own(), position.enemy());
        let value = weights.evaluate(&Features::new(own, enemy), own, enemy);
        let margin = end.outcome().unwrap().margin_for(position.side_to_move());
        value.signum() == margin.signum()
    };
    (1_000_000..1_000_200).filter(foretold).count()
}

#[test]
fn games_become_samples_and_samples_become_weights() {
    let folder = folder("whole");
    fs::create_dir(folder.join("games")).unwrap();
    fs::write(folder.join("games/WTH_2026.wtb"), wthor(500)).unwrap();
    fs::write(folder.join("openings"), "f5d6c3\nf5f6e6f4\n").unwrap();
    let label = "train label set --wthor games --exact 6 --depth 0";
    assert_eq!(told(&folder, label), "3 files of samples in set\n");
    told(&folder, "train label own --selfplay 200 --openings openings --play-depth 1 --exact 4 --depth 1");
    let report = told(&folder, "train fit set own --out new.weights --ridge 3 --steps 8");
    assert_eq!(report.lines().count(), 62, "{report}");
    assert!(!folder.join("new.unfinished").exists());
    let weights = Weights::from_bytes(&fs::read(folder.join("new.weights")).unwrap()).unwrap();
    assert!(right(&weights) > 120, "{} of 200", right(&weights));

    // The samples held out are the same that the fit has told the error of; rounding changes little.
    let check = told(&folder, "train check set own --weights new.weights");
    let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    for (fitted, checked) in report.lines().zip(check.lines()).skip(1).take(6) {
        assert!((numbers(fitted)[3] - numbers(checked)[2]).abs() < 0.3, "{fitted} / {checked}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_strong_prior_stays_where_there_is_little_to_fit() {
    let folder = folder("prior");
    let prior =
        pack(&vec![(0..9).cycle().map(|weight| weight * 20).take(Numbering::get().count()).collect(); PHASES], 10);
    fs::write(folder.join("prior"), &prior).unwrap();
    told(&folder, "train label set --selfplay 400 --play-depth 0 --exact 2 --depth 1 --every 9 --even --confidence 73");
    told(&folder, "train fit set --out kept --prior prior --ridge 1e9 --steps 1");
    told(&folder, "train fit set --out drawn --prior prior --ridge 3 --steps 1");
    let [kept, drawn] = ["kept", "drawn"].map(|name| fs::read(folder.join(name)).unwrap());
    assert!(kept == prior);
    assert!(drawn != prior);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_that_searches_evaluate_can_take_the_place_of_those_of_games() {
    let folder = folder("visited");
    let order = "--selfplay 200 --random 30 --play-depth 2 --exact 10 --depth 1 --every 6";
    told(&folder, &format!("train label games {order}"));
    told(&folder, &format!("train label visited --visited 3 {order}"));
    let samples = |set: &str| fs::read(folder.join(set).join("00000.samples")).unwrap();
    let boards =
        |set: &str| -> BTreeSet<Vec<u8>> { samples(set).chunks(18).map(|sample| sample[..16].to_vec()).collect() };
    let [games, visited] = ["games", "visited"].map(boards);
    // Three for each of those that are not solved, two plies later at most, and only here and there one of a game.
    let discs = |board: &[u8]| board.iter().map(|byte| byte.count_ones()).sum::<u32>();
    assert!(visited.iter().all(|board| (5..=56).contains(&discs(board))));
    let searched = games.iter().filter(|board| discs(board) < 54).count();
    assert!((searched..=3 * searched).contains(&visited.len()), "{searched}, {}", visited.len());
    assert!(games.intersection(&visited).count() * 4 < visited.len());
    fs::remove_dir_all(folder).unwrap();
}

/// A run that the system kills where it would write more than 4 KiB to a file.
fn killed(folder: &Path, arguments: &str) {
    let mut command = Command::new("sh");
    command
        .current_dir(folder)
        .args(["-c", "ulimit -c 0; ulimit -f 8; exec \"$@\"", "sh", TENGEN])
        .args(tengen(folder, arguments).get_args());
    program::failure(command);
}

#[test]
fn errors_of_shallow_searches_are_measured() {
    let folder = folder("probcut");
    told(&folder, "train label set --selfplay 1600 --play-depth 0 --exact 0 --depth 0 --every 4");
    let report = told(&folder, "train probcut set --positions 32 --depth 5 --exact 11");
    let rows = |to: &str| -> Vec<Vec<&str>> {
        report.lines().filter_map(|line| line.strip_prefix(to)).map(|row| row.split_whitespace().collect()).collect()
    };
    let kinds = |to| {
        let kinds: BTreeSet<_> = rows(to).iter().map(|row| [row[1], row[2]].join(" by ")).collect();
        kinds.into_iter().collect::<Vec<_>>()
    };
    // About half the depth, of the same parity, and the bare evaluation.
    assert_eq!(kinds("the end"), ["10 by 0", "10 by 4", "11 by 0", "11 by 5"], "{report}");
    assert_eq!(kinds("a depth"), ["4 by 0", "4 by 2", "5 by 0", "5 by 3"], "{report}");
    assert!(rows("a depth").len() >= 28, "{report}");
    assert_eq!(rows("SIGMA_").len(), 2, "{report}");
    assert!(!folder.join("set/probcut.unfinished").exists());

    // A run that is killed is taken up, by the same settings only, and tells the same at its end.
    let order = "train probcut set --positions 32 --depth 6 --exact 11 --kept kept";
    let whole = told(&folder, order);
    assert!(!folder.join("kept").exists());
    killed(&folder, order);
    let kept = fs::read_to_string(folder.join("kept/results.jsonl")).unwrap();
    assert!((20..1000).contains(&kept.lines().count()), "{kept}");
    let other = refused(&folder, &order.replace("--depth 6", "--depth 5"));
    assert_eq!(other, "tengen: kept was begun with other settings; choose another name, or remove it\n");
    assert_eq!(told(&folder, order), whole);
    assert!(!folder.join("kept").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn weights_of_a_file_are_played_by() {
    let folder = folder("weights");
    let whole = pack(&vec![vec![5; Numbering::get().count()]; PHASES], 1);
    fs::write(folder.join("whole"), &whole).unwrap();
    fs::write(folder.join("damaged"), &whole[..whole.len() - 9]).unwrap();
    fs::write(folder.join("session"), "genmove b\ngomill-explain_last_move\n").unwrap();
    let play = |arguments: &str| {
        let mut command = Command::new(TENGEN);
        let session = fs::File::open(folder.join("session")).unwrap();
        command.current_dir(&folder).args(["--threads", "1"]).args(arguments.split(' '));
        let output = command.stdin(session).output().unwrap();
        (output.status.success(), [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()))
    };
    // 64 patterns of 5 hundredths each are 3.2 discs for the side that moves next, and values are whole discs.
    let (_, [said, warned]) = play("--depth 1 --weights whole");
    assert!(said.contains("score -3.00"), "{said}");
    assert_eq!(warned, "");
    let (_, [said, _]) = play("--depth 1");
    assert!(!said.contains("score -3.00"), "{said}");
    let (well, [_, warned]) = play("--depth 1 --size 6 --weights whole");
    assert!(well && warned.contains("weights are of use on 8x8 only, not on 6x6"), "{warned}");
    let (well, [_, refused]) = play("--weights damaged");
    assert_eq!((well, &*refused), (false, "tengen: the weights damaged: the file of Othello weights is damaged\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_run_goes_on_and_gives_the_same() {
    let folder = folder("interrupted");
    let label = "train label set --selfplay 600 --play-depth 0 --exact 4 --depth 1";
    told(&folder, label);
    let second = folder.join("set/00001.samples");
    let [first, samples] = [folder.join("set/00000.samples"), second.clone()].map(|path| fs::read(path).unwrap());
    assert_ne!(first, samples);
    fs::remove_file(&second).unwrap();
    fs::write(folder.join("set/00002.samples"), &first).unwrap();
    told(&folder, label);
    assert_eq!(fs::read(&second).unwrap(), samples);
    // What was there was not made again.
    assert_eq!(fs::read(folder.join("set/00002.samples")).unwrap(), first);
    let other = refused(&folder, "train label set --selfplay 600 --play-depth 0 --exact 5 --depth 1");
    assert_eq!(other, "tengen: set was begun with other settings; choose another name, or remove it\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder("wrong");
    fs::write(folder.join("WTH.wtb"), &wthor(1)[..50]).unwrap();
    fs::write(folder.join("openings"), "f5d6\nf5a1\n").unwrap();
    fs::write(folder.join("weights"), "PK").unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    for (arguments, text) in [
        ("--game mill train label", "Mill has nothing to train"),
        ("--game chess train label", "there is no game chess"),
        ("train label set --wthor .", "./WTH.wtb is no WTHOR file, or not a whole one"),
        ("train label set --wthor empty", "empty holds no .wtb file with games on 8x8"),
        ("train label set --wthor nowhere", "cannot read nowhere: "),
        ("train label set --selfplay 1 --openings openings", "openings: line 2 has an illegal move"),
        ("train label set --selfplay 1 --weights weights", "weights: this is not a file of Othello weights"),
        ("train label set", "required arguments"),
        ("train label set --selfplay 1 --balanced 2 --openings openings", "cannot be used with"),
        ("train label set --wthor empty --balanced 2", "cannot be used with"),
        ("train label set --wthor empty --openings openings", "cannot be used with"),
        ("train label set --selfplay 1 --visited 0", "expected a whole number from 1 to 65535"),
        ("train label set --selfplay 1 --visited 3 --depth 0", "--visited needs a --depth"),
        ("train label set --selfplay 1 --confidence 101", "expected a whole number from 1 to 100"),
        ("train fit empty --out new --prior weights", "weights: this is not a file of Othello weights"),
        ("train fit empty --out new", "there are not enough samples"),
        ("train fit nowhere --out new", "nowhere: "),
        ("train check nowhere", "nowhere: "),
        ("train check empty --weights weights", "weights: this is not a file of Othello weights"),
        ("train probcut nowhere", "nowhere: "),
        ("train probcut empty", "there are not enough samples"),
    ] {
        let said = refused(&folder, arguments);
        assert!(said.contains(text), "{arguments}: {said}");
    }
    assert!(told(&folder, "train help").contains("label"));
    fs::remove_dir_all(folder).unwrap();
}
