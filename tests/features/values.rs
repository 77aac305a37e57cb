//! Values at the edges: of a side that must pass, of what is solved, and within the smallest limits.

use tengen_core::game::Size;
use tengen_core::search::{Goal, Limits, Resources, Stop};
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

/// A depth of one ply bounds whatever a query starts: no proof of millions of nodes runs beside it.
#[test]
fn the_smallest_depth_bounds_everything() {
    for entry in GAMES {
        let mut host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
        host.set_game(entry.info.name).unwrap();
        for rule in entry.info.rules {
            host.set_rule(rule.name).unwrap();
            for &size in entry.info.sizes.iter().filter(|size| size.cols <= 10 && **size != Size::square(0)) {
                if host.set_size(size).is_err() {
                    continue;
                }
                for goal in [Goal::Value, Goal::Winner] {
                    let (color, stop) = (host.engine().side_to_move(), Stop::new());
                    let limits = Limits { goal, ..Limits::depth(1) };
                    let report = host.think(color, &Query::new(limits, &stop), &mut |_| ()).unwrap().report;
                    assert!(report.nodes < 50_000, "{} {} {size}: {} nodes", entry.info.name, rule.name, report.nodes);
                }
            }
        }
    }
}
