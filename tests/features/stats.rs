//! The arena's statistics against what other tools printed and books say, and against chance.

mod ratings;
mod sprt;

use tengen_arena::stats::{Pentanomial, Wdl};

const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

/// The chance to win against an opponent so much weaker.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} within {tolerance}");
}

/// `Elo difference: X +/- Y, LOS: Z %` as cutechess-cli printed it for the engines `Pixie`, `ChessDotCpp`, `4k.c` and
/// `AntaresCpp`. (Its normal quantile is an approximation, off by one in the last digit.)
#[test]
fn games_have_the_elo_that_cutechess_prints() {
    for (games, elo, margin, los) in [
        (wdl(358, 132, 263), 44.1, 22.7, 100.0),
        (wdl(83, 61, 56), 47.2, 40.5, 98.9),
        (wdl(196, 217, 587), -143.5, 20.2, 0.0),
        (wdl(60, 105, 35), 43.7, 33.2, 99.5),
        (wdl(180, 1299, 161), 4.0, 7.7, 84.8),
    ] {
        let found = games.elo().unwrap();
        assert_near(found.value, elo, 0.05);
        assert_near(found.margin(), margin, 0.1);
        assert_near(100.0 * games.los().unwrap(), los, 0.05);
    }
}

/// Results and figures of fastchess's own tests (`elo_test.cpp`), and of matches that it reported for the engine `Zeno`.
#[test]
fn pairs_have_the_elo_that_fastchess_prints() {
    for (pairs, elo, margin, los) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 100.0),
        ([332, 433, 498, 333, 334], -8.64, 10.33, 5.05),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ([352, 579, 1264, 743, 464], 19.83, 6.77, 100.0),
        ([253, 458, 809, 412, 242], -5.43, 8.36, 10.13),
        ([4, 14, 58, 76, 91], 184.24, 28.56, 100.0),
        ([1909, 4418, 9199, 4508, 1964], 1.58, 2.42, 89.97),
        ([224, 309, 874, 347, 246], 7.12, 8.57, 94.84),
    ] {
        let pairs = Pentanomial(pairs);
        let found = pairs.elo().unwrap();
        assert_near(found.value, elo, 0.005);
        assert_near(found.margin(), margin, 0.005);
        assert_near(100.0 * pairs.los().unwrap(), los, 0.005);
    }
}

/// Normalised Elo and its error, of fastchess's own tests (`elo_test.cpp`).
#[test]
fn results_have_the_normalised_elo_that_fastchess_prints() {
    for (pairs, elo, margin) in [
        ([34, 54, 63, 64, 75], 57.94, 28.28),
        ([332, 433, 498, 333, 334], -9.17, 10.96),
        ([7895, 8757, 5685, 568, 9999], -19.01, 2.65),
    ] {
        let found = Pentanomial(pairs).normalized_elo().unwrap();
        assert_near(found.value, elo, 0.005);
        assert_near(found.margin(), margin, 0.005);
    }
    for (games, elo, margin) in [(wdl(76, 123, 89), -20.76, 40.13), (wdl(136, 111, 96), 49.77, 36.77)] {
        let found = games.normalized_elo().unwrap();
        assert_near(found.value, elo, 0.005);
        assert_near(found.margin(), margin, 0.005);
    }
    assert_eq!(Pentanomial([0, 0, 0, 0, 20]).normalized_elo(), None);
}

#[test]
fn few_results_have_honest_figures() {
    assert_eq!(Wdl::default().elo(), None);
    assert_eq!(Pentanomial::default().elo(), None);
    // Of less than ten games or pairs nothing is said but the value.
    for few in [wdl(5, 0, 4), wdl(9, 0, 0), wdl(0, 9, 0)] {
        assert_eq!((few.los(), few.elo().unwrap().has_interval()), (None, false), "{few:?}");
    }
    assert_eq!(Pentanomial([0, 1, 2, 3, 3]).los(), None);
    assert!(!Pentanomial([0, 1, 2, 3, 3]).elo().unwrap().has_interval());
    assert_eq!((Wdl::default().los(), Pentanomial::default().los()), (None, None));
    assert_eq!(wdl(0, 10, 0).los(), Some(0.5));
    // The sign test: ten heads in a row are one of 1,024 sequences.
    assert_near(wdl(10, 0, 0).los().unwrap(), 1023.0 / 1024.0, 1e-12);
    assert_near(Pentanomial([10, 0, 0, 0, 0]).los().unwrap(), 1.0 / 1024.0, 1e-12);

    // Clopper and Pearson: after 10 successes in 10 trials the chance of success is at least 69.15 %.
    let all_won = wdl(10, 0, 0).elo().unwrap();
    assert_eq!((all_won.value, all_won.high), (f64::INFINITY, f64::INFINITY));
    assert_near(score(all_won.low), 0.6915, 0.0001);
    let all_lost = Pentanomial([10, 0, 0, 0, 0]).elo().unwrap();
    assert_eq!((all_lost.value, all_lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    assert_near(all_lost.high, -all_won.low, 1e-9);
    let all_drawn = wdl(0, 10, 0).elo().unwrap();
    assert!(all_drawn.value == 0.0 && all_drawn.low < -100.0 && all_drawn.high > 100.0, "{all_drawn:?}");
}

#[test]
fn both_players_see_the_same_results() {
    let games = wdl(7, 4, 3);
    assert_near(games.elo().unwrap().value, -games.flipped().elo().unwrap().value, 1e-9);
    assert_near(games.score().unwrap() + games.flipped().score().unwrap(), 1.0, 1e-12);
    assert_near(games.los().unwrap() + games.flipped().los().unwrap(), 1.0, 1e-12);
    let pairs = Pentanomial([1, 2, 3, 4, 7]);
    assert_near(pairs.elo().unwrap().low, -pairs.flipped().elo().unwrap().high, 1e-9);
    assert_near(pairs.score().unwrap() + pairs.flipped().score().unwrap(), 1.0, 1e-12);

    let mut counted = Wdl::default();
    (0..=2).for_each(|half_points| counted += Wdl::of_game(half_points));
    assert_eq!((counted, counted.games()), (wdl(1, 1, 1), 3));
}
