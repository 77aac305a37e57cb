//! Ratings of many players.

use super::{assert_near, score, wdl};
use tengen_arena::stats::{Encounter, Estimate, Pentanomial, Wdl};

/// Ratings from games of which no two are a pair.
fn ratings(results: &[Vec<Wdl>]) -> Vec<Estimate> {
    let encounters = |row: &Vec<Wdl>| row.iter().map(|&games| Encounter::of_games(games)).collect();
    tengen_arena::stats::ratings(&results.iter().map(encounters).collect::<Vec<_>>())
}

/// With the prior, two players' odds are `(points + 1/2) / (opponent's points + 1/2)`: Jeffreys' estimate of a binomial.
#[test]
fn two_players_are_rated_by_their_odds() {
    for (games, odds) in [(wdl(75, 0, 25), 75.5 / 25.5), (wdl(10, 0, 0), 10.5 / 0.5), (wdl(0, 20, 0), 1.0)] {
        let found = ratings(&[vec![Wdl::default(), games], vec![games.flipped(), Wdl::default()]]);
        let difference = 400.0 * f64::log10(odds);
        assert_near(found[0].value, difference / 2.0, 1e-6);
        assert_near(found[1].value, -difference / 2.0, 1e-6);
        // The information of n games is n p (1 - p), and the squares are as many where there are no draws; each rating has
        // half of the difference's error. Draws are spread by nothing, but for the virtual one.
        let information = (games.games() + 1) as f64 * odds / (1.0 + odds).powi(2);
        let squares = if games.draws == 0 { information } else { 0.25 };
        let margin = 1.959_964 * (400.0 / 10_f64.ln()) * squares.sqrt() / information / 2.0;
        assert_near(found[0].margin(), margin, 1e-3);
    }
}

#[test]
fn groups_that_never_met_are_rated_apart() {
    let mut results = vec![vec![Wdl::default(); 6]; 6];
    results[0][2] = wdl(30, 0, 10);
    results[1][3] = wdl(5, 0, 0);
    results[3][4] = wdl(5, 0, 0);
    let found = ratings(&results);
    assert_near(found[0].value + found[2].value, 0.0, 1e-9);
    assert_near(found[1].value + found[3].value + found[4].value, 0.0, 1e-9);
    assert!(found[1].value > 300.0 && found[4].value < -300.0, "{found:?}");
    assert_eq!(found[5], Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY });
    assert_eq!(ratings(&[]), []);
}

#[test]
fn a_ladder_of_perfect_scores_is_rated_in_order() {
    const PLAYERS: usize = 100;
    let mut results = vec![vec![]; PLAYERS];
    for i in 1..PLAYERS {
        results[i - 1] = vec![Wdl::default(); i];
        results[i - 1].push(wdl(1000, 0, 0));
    }
    let found = ratings(&results);
    assert!(found.iter().all(|rating| rating.low.is_finite() && rating.high.is_finite()));
    assert!(found.windows(2).all(|pair| pair[0].value > pair[1].value + 1000.0), "{found:?}");
}

/// Of 150 players with known strengths, 20 games a pair, the intervals hold as many as they promise.
#[test]
fn intervals_hold_the_true_ratings() {
    const PLAYERS: usize = 150;
    let mut random = fastrand::Rng::with_seed(1);
    let elo: Vec<f64> = (0..PLAYERS).map(|_| random.f64() * 600.0).collect();
    let mean = elo.iter().sum::<f64>() / PLAYERS as f64;
    let mut results = vec![vec![Wdl::default(); PLAYERS]; PLAYERS];
    for i in 0..PLAYERS {
        for j in i + 1..PLAYERS {
            for _ in 0..20 {
                results[i][j] += Wdl::of_game(2 * u8::from(random.f64() < score(elo[i] - elo[j])));
            }
        }
    }
    let found = ratings(&results);
    let held = found.iter().zip(elo).filter(|(rating, elo)| (rating.low..rating.high).contains(&(elo - mean))).count();
    // 95 % of 150 are 142.5, with a standard deviation of 2.7.
    assert!((134..=150).contains(&held), "{held} of {PLAYERS}");
}

/// Tournaments of pairs on openings that favour Black, with draws: the intervals hold as many of the true ratings as they
/// promise, where games taken for independent would make them half as wide again.
#[test]
fn intervals_of_pairs_hold_the_true_ratings() {
    const PLAYERS: usize = 8;
    const ROUNDS: usize = 40;
    const TOURNAMENTS: usize = 400;
    let elo: [f64; PLAYERS] = std::array::from_fn(|i| 40.0 * i as f64 - 140.0);
    let mut random = fastrand::Rng::with_seed(1);
    // A quarter of the games are draws.
    let mut game = |lead: f64| {
        let draw = random.f64();
        let expected = score(lead);
        let win = 0.75 * expected;
        if draw < win { 2 } else { u8::from(draw < win + 0.25) }
    };
    let (mut held, mut paired, mut single) = (0, 0.0, 0.0);
    let truth = expected_ratings(&elo);
    for _ in 0..TOURNAMENTS {
        let mut results = vec![vec![Encounter::default(); PLAYERS]; PLAYERS];
        for (i, row) in results.iter_mut().enumerate() {
            for (j, encounter) in row.iter_mut().enumerate().skip(i + 1) {
                for _ in 0..ROUNDS {
                    let halves = [400.0, -400.0].map(|black| game(elo[i] - elo[j] + black));
                    for half in halves {
                        encounter.games += Wdl::of_game(half);
                    }
                    encounter.pairs += Pentanomial::of_pair(halves[0] + halves[1]);
                }
            }
        }
        let found = tengen_arena::stats::ratings(&results);
        paired += found[0].margin();
        let alone = |row: &Vec<Encounter>| row.iter().map(|encounter| encounter.games).collect::<Vec<_>>();
        single += ratings(&results.iter().map(alone).collect::<Vec<_>>())[0].margin();
        held += found.iter().zip(truth).filter(|(rating, elo)| (rating.low..rating.high).contains(elo)).count();
    }
    let share = held as f64 / (TOURNAMENTS * PLAYERS) as f64;
    println!("{share} of the ratings held; margins {} from pairs, {} from games", paired / 400.0, single / 400.0);
    assert!((0.93..0.97).contains(&share), "{share}");
    assert!(paired < 0.8 * single, "{paired} is not well below {single}");
}

/// The ratings that the players of the tournaments above have in the long run: the model's for their expected scores.
fn expected_ratings<const N: usize>(elo: &[f64; N]) -> [f64; N] {
    const GAMES: f64 = 1e9;
    let mut results = vec![vec![Wdl::default(); N]; N];
    for i in 0..N {
        for j in i + 1..N {
            let expected = [400.0, -400.0].map(|black| 0.125 + 0.75 * score(elo[i] - elo[j] + black));
            let wins = (GAMES * (expected[0] + expected[1]) / 2.0).round();
            results[i][j] = wdl(wins as u64, 0, (GAMES - wins) as u64);
        }
    }
    let found = ratings(&results);
    std::array::from_fn(|i| found[i].value)
}
