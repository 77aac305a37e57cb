//! The Gomocup program keeps its times. A machine with other work delays an answer, but a search that has had its time uses
//! no more of a processor: that is measured.

use crate::common::gomocup::{Engine, turns};
use crate::common::process::cpu_time;
use std::time::{Duration, Instant};

/// An answer; the time that it took, and the CPU time.
fn timed(engine: &mut Engine, text: &str) -> (String, Duration, Duration) {
    let (asked, used) = (Instant::now(), cpu_time(&engine.child));
    let answer = engine.ask(text);
    (answer, asked.elapsed(), cpu_time(&engine.child).saturating_sub(used))
}

/// Without the manager's word it would think for minutes; by the proof it would not think.
fn start(threads: u32) -> Engine {
    Engine::start(&["--threads", &threads.to_string(), "--no-proof", "--movetime", "600"])
}

#[test]
#[serial_test::serial]
fn a_move_takes_the_time_that_it_may() {
    for (turn, threads) in [(0, 1), (50, 1), (100, 1), (400, 1), (0, 2), (100, 2), (400, 2)] {
        let mut engine = start(threads);
        engine.ask("START 15");
        let (mut first, mut least) = (None, Duration::MAX);
        turns(&mut engine, 4, &mut |engine, text| {
            engine.send(&format!("INFO timeout_turn {turn}"));
            let (answer, took, used) = timed(engine, text);
            first.get_or_insert(took);
            // What other work there is may count as some, but not each time.
            least = least.min(used);
            answer
        });
        let bound = Duration::from_millis(turn.max(20)) * threads;
        assert!(least < bound, "{least:?} of {turn} ms, {threads} threads");
        assert!(first > Some(Duration::from_millis(turn / 2)), "{first:?} of {turn} ms, {threads} threads");
    }
}

#[test]
#[serial_test::serial]
fn a_match_is_never_lost_on_time() {
    let whole = Duration::from_millis(2500);
    let told = |spent| format!("INFO time_left {}", whole.saturating_sub(spent).as_millis());
    let untold = |_| "INFO game_type 1".to_owned();
    let infos: [&dyn Fn(Duration) -> String; 2] = [&told, &untold];
    for info in infos {
        let mut engine = start(1);
        engine.send("INFO timeout_match 2500\r\nINFO timeout_turn 1000");
        engine.ask("START 15");
        let (mut spent, mut worked) = (Duration::ZERO, Duration::ZERO);
        turns(&mut engine, 30, &mut |engine, text| {
            engine.send(&info(spent));
            let (answer, took, used) = timed(engine, text);
            (spent, worked) = (spent + took, worked + used);
            answer
        });
        assert!(worked < whole, "{worked:?} in {spent:?}");
    }
}

/// The openings that are compared share a move's time.
#[test]
#[serial_test::serial]
fn an_opening_takes_the_time_of_a_move() {
    let mut engine = start(1);
    engine.ask("START 15");
    engine.send("INFO timeout_turn 300");
    let (_, took, used) = timed(&mut engine, "SWAP2BOARD\r\nDONE");
    assert!(used < Duration::from_millis(500), "{used:?} in {took:?}");
}

/// A stop ends it after the pass over all moves that is under way, here the first one.
#[test]
#[serial_test::serial]
fn a_study_of_all_moves_is_cut_short() {
    let mut engine = start(1);
    engine.ask("START 15");
    engine.send("YXBOARD\r\n7,7,2\r\n6,8,1\r\n8,8,2\r\nDONE");
    let (_, _, whole) = timed(&mut engine, "YXBALANCEONE 0");
    engine.send("YXBOARD\r\n7,7,2\r\n6,8,1\r\n8,8,2\r\nDONE\r\nYXHASHCLEAR");
    // What is sent at once is stopped at once.
    let (_, _, used) = timed(&mut engine, "YXBALANCEONE 0\r\nYXSTOP");
    assert!(used * 4 < whole, "{used:?} of {whole:?}");
}
