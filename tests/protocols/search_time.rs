//! The time that searches have: what settings and clocks leave for a move, and the clock by which that is counted.

use crate::served::served;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen::protocols::gomocup::Brain;
use tengen::protocols::gtp::Server;
use tengen::protocols::line_server::{LineSignals, execute};
use tengen_core::game::Color;
use tengen_core::search::{Budget, Clock, Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::clock::{Clocks, TimeSystem};
use tengen_session::{Engine, Host, Query, Settings};

/// A clock that goes only when a test says so; the real one goes on meanwhile.
#[derive(Default)]
struct Steered(Mutex<Duration>);

impl Clock for Steered {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }
}

/// A host of a game whose searches' clock shows this time, with an absolute clock of so many seconds for a player.
fn clocked(game: &str, seconds: f64, shown: Duration, settings: Settings) -> Host {
    let clock = Arc::new(Steered(Mutex::new(shown)));
    let mut host = Host::new(GAMES, settings, Resources::by(clock, 1, 0));
    host.set_game(game).unwrap();
    *host.clocks_mut() = Clocks::new(TimeSystem::of_kind("absolute", &[seconds]).unwrap());
    host
}

/// The time of a query for the side to move that was asked when the searches' clock showed 0.
fn time(host: &Host) -> Option<Budget> {
    let stop = Stop::new();
    let query = Query { asked: Some(Duration::ZERO), ..host.query_for(host.engine().side_to_move(), &stop) };
    host.engine().limits(&query, host.resources()).time
}

/// What Othello's moves get of a clock when each takes its soft limit, in seconds by empty squares.
fn othello_shares(clock: f64) -> HashMap<u32, f64> {
    let mut host = clocked("othello", clock, Duration::ZERO, Settings::default());
    let mut soft = HashMap::new();
    for empties in (1..=60).rev() {
        let color = host.engine().side_to_move();
        let time = time(&host).unwrap().soft;
        if color == Color::Black {
            soft.insert(empties, time.as_secs_f64());
            host.clocks_mut().spend(color, time);
        }
        let Some(mv) = host.engine().legal_texts().first().cloned() else { break };
        host.engine_mut().play_text(color, &mv).unwrap();
    }
    soft
}

#[test]
fn othello_takes_most_of_its_time_just_before_the_end_can_be_seen() {
    // With a tenth of a second a move that is from 34 to 20 empty squares, with more time sooner.
    for (clock, most) in [(3.0, [30, 28, 22]), (100.0, [34, 30, 26]), (2_000.0, [40, 36, 32])] {
        let soft = othello_shares(clock);
        assert!(soft[&60] > 0.02 * clock && soft[&54] < 1.1 * soft[&60], "{clock} s: {soft:?}");
        assert!(most.iter().all(|empties| soft[empties] > 1.4 * soft[&54]), "{clock} s: {soft:?}");
        assert!(soft[&12] < soft[&54], "{clock} s: {soft:?}");
        let left = clock - soft.values().sum::<f64>();
        assert!((0.0..0.05 * clock + 0.15).contains(&left), "{left} of {clock} s are left");
    }
}

/// Of 60 s in mill, which has no bound on its plies, a move gets (60 - 0.15) / 25 s, or the settings' time where that is less.
#[test]
fn a_query_has_what_settings_and_clock_leave_for_its_move() {
    let ms = Duration::from_millis;
    let share = Budget { soft: ms(2_394), hard: ms(7_182) };
    let second = Settings { movetime: Some(1.0), ..Settings::default() };
    let budget = |settings, gone| time(&clocked("morris9", 60.0, ms(gone), settings)).unwrap();
    assert_eq!(budget(Settings::default(), 0), share);
    assert_eq!(budget(Settings::default(), 394), Budget { soft: ms(2_000), hard: ms(6_788) });
    assert_eq!(budget(Settings::default(), 10_000), Budget::exactly(Duration::ZERO));
    assert_eq!(budget(second, 0), Budget::exactly(ms(995)));
    // A limit on depth keeps the clock; without either there is a second, unless the search is stopped from outside.
    assert_eq!(budget(Settings { depth: Some(9), ..Settings::default() }, 0), share);
    let mut host = clocked("morris9", 60.0, ms(0), Settings { nodes: Some(7), ..Settings::default() });
    let stop = Stop::new();
    let endless = |host: &Host| host.query_for(Color::Black, &stop).until_stopped();
    assert_eq!(host.engine().limits(&endless(&host), host.resources()), Limits::default());
    *host.clocks_mut() = Clocks::default();
    assert_eq!((time(&host), host.query_for(Color::Black, &stop).limits.nodes), (None, Some(7)));
    host.settings_mut().nodes = None;
    assert_eq!(time(&host), Some(Budget::exactly(ms(995))));
    assert_eq!(host.engine().limits(&endless(&host), host.resources()), Limits::default());
}

/// The budget is that of the position that is searched, not of another that the host has on its board.
#[test]
fn a_clock_is_shared_among_the_moves_of_the_game_that_is_searched() {
    let host = clocked("othello", 60.0, Duration::ZERO, Settings::default());
    let mut late = host.session();
    late.set_position_text("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/OOOOOOOO/OOOOOOOO/OOOOOOOO/......O.:b").unwrap();
    let stop = Stop::new();
    let query = host.query_for(Color::Black, &stop);
    let soft = |engine: &dyn Engine| engine.limits(&query, host.resources()).time.unwrap().soft;
    assert!(soft(&*late) > 4 * soft(host.engine()), "{:?} {:?}", soft(&*late), soft(host.engine()));
}

/// A server whose searches' clock shows this time, with two minutes for each side and one ply to search.
fn two_minutes(shown: Duration) -> Server {
    let settings = Settings { threads: 1, hash: 1, depth: Some(1), ..Settings::default() };
    let clock = Arc::new(Steered(Mutex::new(shown)));
    let mut host = Host::new(GAMES, settings, Resources::by(clock, 1, 1));
    *host.clocks_mut() = Clocks::new(TimeSystem::Absolute { main: Duration::from_mins(2) });
    Server::new(host)
}

/// A move of GTP takes what that clock counts since its line came, and lines come by that clock.
#[test]
fn a_move_of_gtp_takes_what_the_clock_of_the_searches_counts() {
    let [came, shown] = [4, 9].map(Duration::from_secs);
    let left =
        |server: &mut Server| server.state_mut().host.clocks_mut().left(Color::Black).unwrap().time.as_secs_f64();
    for command in ["genmove b", "lz-genmove_analyze b", "cgos-genmove_analyze b"] {
        let (mut server, mut answer) = (two_minutes(shown), Vec::new());
        assert!(execute(&mut server, command.as_bytes(), &LineSignals::at(came), &mut answer).unwrap().is_continue());
        assert_eq!((answer.first(), left(&mut server)), (Some(&b'='), 115.0), "{command}");
        let mut server = two_minutes(shown);
        let answer = served(&mut server, command);
        assert_eq!((answer.get(..1), left(&mut server)), (Some("="), 120.0), "{command}");
    }
}

/// A choice under swap2 takes what is left of the clock since its line came, and takes nothing off it.
#[test]
fn a_choice_under_swap2_has_the_time_of_a_move() {
    for (shown, depth_is_reached) in [(0, true), (20, false)] {
        for moves in ["", "b H8 w A1 b P15"] {
            let settings = Settings { threads: 1, hash: 1, depth: Some(3), ..Settings::default() };
            let mut server = Server::new(clocked("gomoku", 10.0, Duration::from_secs(shown), settings));
            served(&mut server, format!("gogui-play_sequence {moves}\n"));
            let mut said = Vec::new();
            let flow = execute(&mut server, b"swap2", &LineSignals::at(Duration::ZERO), &mut said).unwrap();
            assert!(flow.is_continue() && said.starts_with(b"= "), "{}", String::from_utf8_lossy(&said));
            let statistics = served(&mut server, "json-statistics\n");
            assert_eq!(statistics.contains("\"depth\":3,"), depth_is_reached, "{moves}: {statistics}");
            for color in Color::BOTH {
                assert_eq!(server.state_mut().host.clocks_mut().left(color).unwrap().time, Duration::from_secs(10));
            }
        }
    }
}

/// So does a move of Gomocup: a manager that does not tell the time left counts on the brain to know it.
#[test]
fn a_move_of_gomocup_takes_what_the_clock_of_the_searches_counts() {
    let moves: [&[&str]; 6] = [
        &["BEGIN"],
        &["BOARD", "7,7,2", "DONE"],
        &["YXNBEST 2"],
        &["YXBALANCEONE 0"],
        &["YXSEARCHDEFEND"],
        &["SWAP2BOARD", "DONE"],
    ];
    for first in moves {
        for (shown, depth_is_reached) in [(0, true), (20, false)] {
            let shown = Duration::from_secs(shown);
            let clock = Arc::new(Steered::default());
            let settings = Settings { threads: 1, hash: 1, depth: Some(3), ..Settings::default() };
            let mut brain = Brain::new(Host::new(GAMES, settings, Resources::by(clock.clone(), 1, 1))).unwrap();
            let mut ask = |line: &str, came| {
                let mut said = Vec::new();
                let answer = brain.execute(line, &LineSignals::at(came), &mut |text| said.push(text.to_owned()));
                said.extend(answer.unwrap());
                said.join("\n")
            };
            for line in ["START 15", "INFO timeout_match 10000"] {
                ask(line, Duration::ZERO);
            }
            *clock.0.lock().unwrap() = shown;
            for line in first {
                ask(line, Duration::ZERO);
            }
            // Of ten seconds all or none are left.
            let said = ask("TURN 0,0", shown);
            assert_eq!(said.contains("MESSAGE depth 3"), depth_is_reached, "{first:?}: {said}");
            assert!(
                said.contains("MESSAGE depth 1") && said.lines().last().unwrap().contains(','),
                "{first:?}: {said}"
            );
        }
    }
}
