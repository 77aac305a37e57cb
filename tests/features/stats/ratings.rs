//! Ratings of many players.

use super::{assert_near, score, wdl};
use std::collections::BTreeMap;
use tengen_arena::stats::{Encounter, Estimate, Pentanomial, Ratings, Wdl};

/// Ratings from games of which no two are a pair, where some players have anchors.
fn anchored(results: &[Vec<Wdl>], anchors: &[(usize, f64)]) -> Ratings {
    let encounters = |row: &Vec<Wdl>| row.iter().map(|&games| Encounter::of_games(games)).collect();
    Ratings::new(&results.iter().map(encounters).collect::<Vec<_>>(), &anchors.iter().copied().collect())
}

/// The same without anchors.
fn ratings(results: &[Vec<Wdl>]) -> Vec<Estimate> {
    anchored(results, &[]).players
}

/// Wins and losses of a tournament, so many times.
fn tournament(times: u64) -> Vec<Vec<Wdl>> {
    let games =
        [(0, 1, 60, 40), (0, 2, 70, 30), (0, 4, 33, 7), (1, 2, 57, 43), (1, 3, 30, 20), (2, 3, 55, 45), (3, 4, 28, 22)];
    let mut results = vec![vec![Wdl::default(); 5]; 5];
    for (first, second, wins, losses) in games {
        results[first][second] = wdl(times * wins, 0, times * losses);
    }
    results
}

/// Ordo 1.2.6 (`-z 200.2391`, the scale of Elo) rates this tournament so, freely and with an anchor. With two of them Ordo stops
/// 3 Elo short of the maximum; the values are those that a search along one rating after the other ends with. So many games make
/// nothing of the prior.
#[test]
fn players_have_the_ratings_that_ordo_prints() {
    for (anchors, expected) in [
        (&[][..], [127.03, 41.39, -13.26, -47.83, -107.33]),
        (&[(1, 2000.0)], [2085.64, 2000.0, 1945.36, 1910.79, 1851.28]),
        (&[(1, 2000.0), (4, 1950.0)], [2107.33, 2000.0, 1963.91, 1945.01, 1950.0]),
    ] {
        let found = anchored(&tournament(1000), anchors);
        for (rating, expected) in found.players.iter().zip(expected) {
            assert_near(rating.value, expected, 0.02);
        }
        for &(player, elo) in anchors {
            assert_eq!(found.players[player], Estimate { value: elo, low: elo, high: elo });
        }
        assert_eq!(found.groups[0].anchors, anchors.iter().map(|anchor| anchor.0).collect::<Vec<_>>());
    }
}

/// Ordo's confidence for superiority over the next player (`-J -s 20000 -d 0`), in per cent, and its errors with an anchor: both
/// from simulated tournaments.
#[test]
fn neighbours_have_the_superiority_that_ordo_prints() {
    let found = anchored(&tournament(1), &[]);
    for (player, expected) in [100.0, 98.0, 88.0, 92.0].into_iter().enumerate() {
        assert_near(100.0 * found.los(player, player + 1).unwrap(), expected, 1.0);
        assert_near(found.los(player, player + 1).unwrap() + found.los(player + 1, player).unwrap(), 1.0, 1e-12);
    }
    let found = anchored(&tournament(1), &[(1, 2000.0)]);
    for (player, error) in [(0, 55.75), (2, 52.11), (3, 63.99), (4, 94.98)] {
        assert_near(found.players[player].margin(), error, 0.03 * error);
    }
    // How sure an order is does not depend on what the ratings refer to; between two given ratings nothing is in doubt.
    let free = anchored(&tournament(1), &[]).los(2, 3).unwrap();
    assert_near(found.los(2, 3).unwrap(), free, 1e-9);
    assert_eq!(anchored(&tournament(1), &[(1, 2000.0), (2, 2100.0)]).los(1, 2), None);
}

/// Far from what the games say, and far apart.
#[test]
fn anchors_may_contradict_the_games() {
    let found = anchored(&tournament(1), &[(0, -5000.0), (4, 5000.0)]);
    assert!(found.players.iter().all(|rating| rating.low.is_finite() && rating.high.is_finite()), "{found:?}");
    let all = anchored(&tournament(1), &[(0, 1.0), (1, 2.0), (2, 3.0), (3, 4.0), (4, 5.0)]);
    assert_eq!(all.players.iter().map(|rating| rating.value).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0]);
}

/// Two clubs that a few games link, which a third player plays at.
#[test]
fn parts_that_few_games_link_are_found() {
    let clubs = |link: u64, guest: u64| {
        let mut results = vec![vec![Wdl::default(); 6]; 6];
        for (i, j) in [(0, 2), (2, 4), (1, 3)] {
            results[i][j] = wdl(20, 0, 10);
        }
        results[0][1] = wdl(link, 0, 0);
        (results[0][5], results[1][5]) = (wdl(guest, 0, 0), wdl(0, 0, guest));
        anchored(&results, &[])
    };
    let clubs_apart = vec![vec![0, 2, 4], vec![1, 3]];
    for (link, guest, parts) in
        [(9, 0, &clubs_apart[..]), (10, 0, &[]), (5, 4, &clubs_apart), (5, 5, &[]), (0, 9, &clubs_apart), (0, 10, &[])]
    {
        let found = clubs(link, guest);
        assert_eq!(found.groups[0].parts, parts, "{link} {guest}");
        assert_eq!(found.los(0, 1).is_some(), parts.is_empty(), "{link} {guest}");
        assert!(found.los(0, 4).is_some());
    }
    // A lone player of few games has no interval, which says as much.
    assert_eq!(clubs(10, 3).groups[0].parts, clubs_apart[..0]);
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
    let rated = anchored(&results, &[]);
    let groups: Vec<_> = rated.groups.iter().map(|group| group.players.clone()).collect();
    assert_eq!(groups, [vec![1, 3, 4], vec![0, 2], vec![5]]);
    assert_eq!((rated.los(0, 1), rated.los(0, 5)), (None, None));
    let found = rated.players;
    assert_near(found[0].value + found[2].value, 0.0, 1e-9);
    assert_near(found[1].value + found[3].value + found[4].value, 0.0, 1e-9);
    assert!(found[1].value > 300.0 && found[4].value < -300.0, "{found:?}");
    assert_eq!(found[5], Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY });
    assert_eq!(ratings(&[]), []);
    // An anchor moves its own group only.
    let moved = anchored(&results, &[(2, 1000.0)]).players;
    assert_near(moved[0].value, 1000.0 + 2.0 * found[0].value, 1e-6);
    assert_near(moved[1].value, found[1].value, 1e-9);
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
        let found = Ratings::new(&results, &BTreeMap::new()).players;
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
