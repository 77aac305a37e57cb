//! Values at the edges: of a side that must pass, of what is solved, and within the smallest limits.

use std::time::Duration;
use tengen::features::solve::{Mode, certify, solve};
use tengen_core::game::Size;
use tengen_core::search::{Budget, Goal, Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Query, Report, Settings, Turn, lines};

/// White has no move; best play ends 62 to 2 for Black.
const PASS: &str = "*************O****O********OOO-O**OOOOO--OOOOOO----OOO---------- O";

/// A position in the words of OBF, from one that marks Black's discs as `*`.
fn host(position: &str) -> Host {
    let mut host = Host::new(GAMES, Settings { threads: 1, hash: 4, ..Settings::default() }, Resources::new(1, 4));
    lines::set(host.engine_mut(), position).unwrap();
    host
}

fn value(host: &Host) -> Report {
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let limits = Limits { goal: Goal::Value, ..Limits::default() };
    host.think(color, &Query::new(limits, &stop), &mut |_| ()).unwrap().report
}

#[test]
fn a_side_that_must_pass_has_a_value() {
    let mut host = host(PASS);
    let report = value(&host);
    let [line] = &report.lines[..] else { panic!("{report:?}") };
    assert_eq!((host.engine().scale().points(line.score), line.exact), (Some(-60.0), true));
    let pv = report.texts(line);
    assert_eq!(pv[0], "pass");
    // The line is one of play: pass, then Black's moves.
    for text in pv {
        let side = host.engine().side_to_move();
        let played = host.engine_mut().play_text(side, &text);
        played.or_else(|_| host.engine_mut().play_text(!side, &text)).unwrap();
    }
    assert_eq!(host.engine().result_text().as_deref(), Some("B+60"));
}

/// Endings of eight empty squares, won, drawn and lost, some by two discs.
#[test]
fn what_is_solved_is_certain() {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    let mut rng = fastrand::Rng::with_seed(41);
    let mut seen = [0; 3];
    while seen.contains(&0) {
        host.clear();
        while host.engine().outcome().is_none() && host.engine().plies_left() > Some(8) {
            let (color, moves) = (host.engine().side_to_move(), host.engine().legal_moves());
            host.engine_mut().play(color, Turn::Move(moves[rng.usize(..moves.len())])).unwrap();
        }
        if host.engine().outcome().is_some() {
            continue;
        }
        let report = value(&host);
        let line = &report.lines[0];
        assert!(line.exact);
        let chance = [0.0, 0.5, 1.0][(line.score.signum() + 1) as usize];
        assert!((line.win_chance(&host.engine().scale()) - chance).abs() < f64::EPSILON, "{line:?}");
        seen[(line.score.signum() + 1) as usize] += 1;
    }
}

/// Depth, nodes and time bound whatever a query starts: no proof of millions of nodes runs beside it.
#[test]
fn the_smallest_limits_bound_everything() {
    let few =
        |limits: Limits| [Goal::Move, Goal::Value, Goal::Winner, Goal::Review].map(|goal| Limits { goal, ..limits });
    let smallest = [
        Limits::depth(1),
        Limits { nodes: Some(100), ..Limits::default() },
        // Over when it is first asked for.
        Limits { time: Some(Budget::exactly(Duration::from_nanos(1))), ..Limits::default() },
    ];
    for entry in GAMES {
        let mut host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
        host.set_game(entry.info.name).unwrap();
        for rule in entry.info.rules {
            host.set_rule(rule.name).unwrap();
            for &size in entry.info.sizes.iter().filter(|size| size.cols <= 10 && **size != Size::square(0)) {
                if host.set_size(size).is_err() {
                    continue;
                }
                for limits in smallest.into_iter().flat_map(few) {
                    let (color, stop) = (host.engine().side_to_move(), Stop::new());
                    let report = host.think(color, &Query::new(limits, &stop), &mut |_| ()).unwrap().report;
                    let nodes = report.nodes;
                    assert!(nodes < 50_000, "{} {} {size}: {nodes} nodes, {limits:?}", entry.info.name, rule.name);
                }
            }
        }
    }
}

/// What `tengen solve` asks for: on these boards a proof of the draw takes millions of nodes.
#[test]
fn the_smallest_limits_bound_what_is_solved() {
    for (rule, size) in [("freestyle", 7), ("freestyle", 8), ("standard", 7), ("standard", 8)] {
        for limits in
            [Settings { depth: Some(1), ..Settings::default() }, Settings { nodes: Some(100), ..Settings::default() }]
        {
            let settings = Settings { threads: 1, hash: 1, ..limits };
            let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
            host.set_game("gomoku").unwrap();
            host.set_rule(rule).unwrap();
            host.set_size(Size::square(size)).unwrap();
            for (all_moves, winner) in [(false, false), (false, true), (true, false), (true, true)] {
                let solution = solve(&mut host, "d4 e5", Mode { all_moves, winner }, &mut |_| ()).unwrap();
                assert!(solution.report.nodes < 50_000, "{rule} {size}: {} nodes", solution.report.nodes);
                assert!(certify(&host, &solution).is_none());
            }
        }
    }
}
