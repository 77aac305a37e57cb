//! Iterations that prune on a guess: their order, what they prove, and when they are over.

use crate::common::tictactoe::{Point, TicTacToe};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tengen_core::game::{Game, History, Size};
use tengen_core::playable::Playable as _;
use tengen_core::search::{
    Budget, Clock, Inner, Iteration, Limits, Proofs, Query, Report, Resources, Score, Stop, Stopped, Task, Variation,
    WIN, deepen,
};

/// An inner search that is told its iterations, and what comes of each.
struct Scripted {
    script: Vec<(Iteration, Score)>,
    proves: bool,
}

impl Inner<TicTacToe> for Scripted {
    type Worker = ();

    fn worker(&self, _: Vec<u64>) {}

    fn root_moves(&self, game: &TicTacToe) -> Vec<Point> {
        game.moves()
    }

    fn iterations(&self, _: &TicTacToe, _: &Limits) -> Vec<Iteration> {
        self.script.iter().map(|(step, _)| *step).collect()
    }

    fn search_move(
        &self,
        (): &mut (),
        (game, mv, step): (&TicTacToe, Point, Iteration),
        _: usize,
        (alpha, _): (Score, Score),
        _: &mut Vec<Point>,
    ) -> Result<Score, Stopped> {
        let score = self.script.iter().find(|(scripted, _)| *scripted == step).unwrap().1;
        // The fifth move is the good one; the others stay below whatever they are compared with.
        Ok(if mv == game.moves()[4] { score } else { alpha.min(score - 1) })
    }

    fn finish(&self, (): &mut ()) -> u64 {
        1
    }

    fn proves(&self) -> Proofs {
        if self.proves { Proofs::Values } else { Proofs::Wins }
    }

    fn aspiration(&self) -> Option<Score> {
        Some(2)
    }
}

const fn guess(depth: u32, confidence: u8) -> Iteration {
    Iteration { depth, confidence }
}

/// What is reported after each iteration: which it was, the best move's value, and whether that is proven.
fn reports(script: &[(Iteration, Score)], proves: bool) -> Vec<(Iteration, Score, bool)> {
    reports_from(script, proves, None, None)
}

/// A clock by which each look at it takes a second.
#[derive(Default)]
struct Seconds(AtomicU64);

impl Clock for Seconds {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Relaxed))
    }
}

/// The same where an earlier search came to something, and where each iteration takes a second of so much time.
fn reports_from(
    script: &[(Iteration, Score)],
    proves: bool,
    begun: Option<&Report<Point>>,
    time: Option<Budget>,
) -> Vec<(Iteration, Score, bool)> {
    let history = History::new(TicTacToe::start("normal", Size::square(3)));
    let resources = Resources::new(1, 1);
    let mut seen = Vec::new();
    let report = |report: &Report<Point>| {
        let line = &report.lines[0];
        assert_eq!(line.pv, [history.current().moves()[4]]);
        seen.push((guess(report.depth, report.confidence), line.score, line.exact));
    };
    let stop = Stop::new();
    let plain = resources.task(&history, Query::new(Limits { time, ..Limits::default() }, &stop));
    let clock = Seconds::default();
    let mut task = Task { begun, clock: &clock, report: Box::new(report), ..plain };
    let control = task.control();
    deepen(&mut task, &control, &Scripted { script: script.to_vec(), proves });
    drop(task);
    seen
}

#[test]
fn only_a_whole_search_without_guesses_proves_a_value() {
    let script = [(Iteration::full(3), 9), (guess(9, 73), 5), (guess(9, 99), 30), (Iteration::full(9), -40)];
    let expected = [false, false, false, true].into_iter().zip(script);
    let expected: Vec<_> = expected.map(|(exact, (step, score))| (step, score, exact)).collect();
    assert_eq!(reports(&script, true), expected);
    assert!(reports(&script, false).iter().all(|(_, _, exact)| !exact));
}

#[test]
fn a_win_ends_the_search_where_it_is_no_guess() {
    let script = [
        (guess(5, 95), WIN - 5),
        (Iteration::full(5), 12),
        (Iteration::full(7), WIN - 7),
        (Iteration::full(9), WIN - 7),
    ];
    let expected =
        [(guess(5, 95), WIN - 5, false), (Iteration::full(5), 12, false), (Iteration::full(7), WIN - 7, true)];
    assert_eq!(reports(&script, true), expected);
}

#[test]
fn the_last_iteration_is_bounded_by_the_limits_and_the_end_of_the_game() {
    let game = TicTacToe::start("normal", Size::square(3));
    for (limit, last) in [(None, 9), (Some(0), 1), (Some(4), 4), (Some(30), 9)] {
        let limits = Limits { depth: limit, ..Limits::default() };
        assert_eq!(Iteration::last_depth(&game, &limits), last);
    }
}

#[test]
fn people_read_the_confidence_of_a_guess() {
    assert_eq!(guess(24, 73).to_string(), "24@73%");
    assert_eq!(Iteration::full(24).to_string(), "24");
}

#[test]
fn an_earlier_search_is_taken_up_where_it_ended() {
    let script = [(Iteration::full(3), 9), (guess(9, 73), 5), (Iteration::full(9), -40)];
    let moves = TicTacToe::start("normal", Size::square(3)).moves();
    let begun = |step: Iteration, mv: usize, exact: bool| {
        let line = Variation { score: 7, exact, nodes: 100, pv: vec![moves[mv]] };
        Report { depth: step.depth, confidence: step.confidence, lines: vec![line], ..Report::default() }
    };
    let reported = |begun: &Report<Point>| reports_from(&script, true, Some(begun), None);
    let all: Vec<_> = script.iter().map(|&(step, score)| (step, score, step == Iteration::full(9))).collect();
    assert_eq!(reported(&begun(Iteration::full(3), 2, false)), all[1..]);
    assert_eq!(reported(&begun(guess(9, 73), 4, false)), all[2..]);
    assert_eq!(reported(&begun(Iteration::full(3), 2, true)), [], "it was proven");
    assert_eq!(reported(&begun(Iteration::full(8), 2, false)), all, "there is no such iteration");
    assert_eq!(reported(&Report::default()), all);
}

#[test]
fn a_value_that_keeps_falling_gets_more_of_the_time() {
    let time = Budget { soft: Duration::from_secs(4), hard: Duration::from_secs(12) };
    let iterations = |fall: Score, time: Budget| {
        let script: Vec<_> = (1..9).map(|depth| (Iteration::full(depth), 20 - fall * depth as Score)).collect();
        reports_from(&script, false, None, Some(time)).len()
    };
    // Three quarters of the time in calm; by half a window (2) three eighths of it more.
    assert_eq!([0, 2, 4].map(|fall| iterations(fall, time)), [3, 5, 6]);
    assert_eq!(iterations(-2, time), 3, "a rise takes no more time");
    assert_eq!(iterations(0, Budget::exactly(time.soft)), 4, "what is not used is lost");
}

#[test]
fn what_an_earlier_search_found_is_doubted_when_it_changes() {
    let time = Budget { soft: Duration::from_secs(1), hard: Duration::from_secs(3) };
    let script: Vec<_> = (2..9).map(|depth| (Iteration::full(depth), 20)).collect();
    let iterations = |mv: usize, score: Score| {
        let pv = vec![TicTacToe::start("normal", Size::square(3)).moves()[mv]];
        let lines = vec![Variation { score, exact: false, nodes: 100, pv }];
        let begun = Report { depth: 2, confidence: 100, lines, ..Report::default() };
        reports_from(&script, false, Some(&begun), Some(time)).len()
    };
    assert_eq!(iterations(4, 20), 1);
    assert_eq!(iterations(4, 22), 2, "the value has fallen");
    assert_eq!(iterations(2, 20), 2, "another move is the best");
}
