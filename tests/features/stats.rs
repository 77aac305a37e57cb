//! The arena's statistics against what other tools printed and books say, and against chance.

use tengen::arena::stats::{Encounter, Estimate, Pentanomial, Sprt, SprtDecision, SprtError, SprtModel, Wdl};

const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

/// Ratings from games of which no two are a pair.
fn ratings(results: &[Vec<Wdl>]) -> Vec<Estimate> {
    let encounters = |row: &Vec<Wdl>| row.iter().map(|&games| Encounter::of_games(games)).collect();
    tengen::arena::stats::ratings(&results.iter().map(encounters).collect::<Vec<_>>())
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

/// Tests that fishtest ran for Stockfish in 2020 and 2021, when its bounds were logistic Elo; each pull request tells the
/// pairs and the log-likelihood ratio.
#[test]
fn pairs_have_the_likelihood_ratio_that_fishtest_prints() {
    for (pull, bounds, pairs, llr) in [
        (2920, "elo0=-.5 elo1=1.5", [665, 4806, 9333, 4893, 747], 2.95),
        (2920, "elo0=.25 elo1=1.75", [328, 4564, 15580, 4789, 371], 2.98),
        (2971, "elo0=-.5 elo1=1.5", [17, 253, 1042, 337, 39], 2.96),
        (2971, "elo0=.25 elo1=1.75", [11, 407, 3238, 513, 11], 2.93),
        (3098, "elo0=-.25 elo1=1.25", [491, 7345, 29693, 7670, 465], 2.96),
        (3209, "elo0=-.25 elo1=1.25", [253, 4282, 17604, 4431, 286], 2.94),
        (3209, "elo0=.25 elo1=1.25", [58, 3302, 33130, 3518, 84], 2.97),
        (3331, "elo0=-.25 elo1=1.25", [115, 2196, 11328, 2317, 136], 2.94),
        (3331, "elo0=.25 elo1=1.25", [14, 1030, 14318, 1163, 19], 2.93),
    ] {
        let state = bounds.parse::<Sprt>().unwrap().test(&Pentanomial(pairs));
        assert!((state.llr - llr).abs() < 0.005, "#{pull}: {} is not {llr}", state.llr);
        assert_near(state.lower, -2.94, 0.005);
        assert_near(state.upper, 2.94, 0.005);
    }
}

/// Tests in normalised Elo: of fastchess's own (`sprt_test.cpp`), and those that fishtest ran for Stockfish from 2021 on.
#[test]
fn the_normalised_likelihood_ratio_is_that_of_fastchess_and_fishtest() {
    for (bounds, pairs, llr) in [
        ("elo0=0 elo1=2", [365, 16618, 36229, 16974, 390], 2.25),
        ("elo0=-1.75 elo1=.25", [127, 4883, 10712, 5150, 104], 3.01),
        // Pull requests 6019, 4194, 6285, 5452 of Stockfish.
        ("elo0=0 elo1=2", [320, 12431, 27275, 12858, 316], 2.95),
        ("elo0=.5 elo1=2.5", [197, 45541, 117_722, 46579, 228], 2.96),
        ("elo0=0 elo1=2", [371, 10263, 24989, 10642, 379], 2.95),
        ("elo0=.5 elo1=2.5", [47, 8181, 25234, 8575, 47], 2.94),
        ("elo0=-1.75 elo1=.25", [289, 26459, 62934, 26379, 331], 2.94),
        ("elo0=-1.75 elo1=.25", [118, 38575, 109_888, 38432, 122], 2.95),
        ("elo0=.5 elo1=2.5", [19, 6089, 15803, 6441, 22], 2.95),
    ] {
        let sprt: Sprt = format!("{bounds} model=normalized").parse().unwrap();
        let found = sprt.test(&Pentanomial(pairs)).llr;
        assert!((found - llr).abs() < 0.011, "{bounds} {pairs:?}: {found} is not {llr}");
    }
    // A one-sided result is decided the right way even by hypotheses far apart.
    let wide: Sprt = "elo0=-200 elo1=200 model=normalized".parse().unwrap();
    for (pairs, verdict) in [([0, 0, 0, 5, 60], SprtDecision::AcceptH1), ([60, 5, 0, 0, 0], SprtDecision::AcceptH0)] {
        assert_eq!(wide.test(&Pentanomial(pairs)).verdict, verdict, "{:?}", wide.test(&Pentanomial(pairs)));
    }
    assert_eq!(wide.test(&Pentanomial::default()).verdict, SprtDecision::Continue);
}

/// Single games as pairs of the same scores: both games won, a level pair, both lost. The log-likelihood ratio depends
/// only on how many samples have which score, so what is published for games holds for such pairs.
const fn even_pairs(Wdl { wins, draws, losses }: Wdl) -> Pentanomial {
    Pentanomial([losses, 0, draws, 0, wins])
}

/// Results and figures of fastchess's own tests (`sprt_test.cpp`), the logistic ones.
#[test]
fn the_likelihood_ratio_is_that_of_fastchess() {
    for (bounds, games, llr) in
        [("elo0=.5 elo1=2.5", wdl(21404, 40708, 21184), -1.57), ("elo0=0 elo1=2", wdl(57433, 106_593, 57030), -2.59)]
    {
        assert_near(bounds.parse::<Sprt>().unwrap().test(&even_pairs(games)).llr, llr, 0.005);
    }
    for (bounds, pairs, llr) in [
        ("elo0=.5 elo1=2.5", [223, 9863, 21279, 10037, 246], -3.07),
        ("elo0=0 elo1=2", [871, 26175, 55983, 26678, 821], -4.98),
    ] {
        let state = bounds.parse::<Sprt>().unwrap().test(&Pentanomial(pairs));
        assert_near(state.llr, llr, 0.005);
        assert_eq!(state.verdict, SprtDecision::AcceptH0);
    }
}

/// Without draws the test is Wald's of a binomial, whose ratio is `W ln(s1 / s0) + L ln((1 - s1) / (1 - s0))`.
#[test]
fn without_draws_the_test_is_that_of_wald() {
    for (wins, losses, elo0, elo1) in [(60, 40, 0.0, 10.0), (3, 149, -50.0, 200.0), (1, 1, -1000.0, 1000.0)] {
        let (s0, s1) = (score(elo0), score(elo1));
        let expected = wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        let state = Sprt { elo0, elo1, ..Sprt::default() }.test(&even_pairs(wdl(wins, 0, losses)));
        assert_near(state.llr, expected, 0.02);
    }
}

#[test]
fn one_sided_results_end_a_test_soon() {
    let sprt = Sprt { elo1: 50.0, ..Sprt::default() };
    for (pairs, verdict) in [
        ([0, 0, 0, 0, 0], SprtDecision::Continue),
        ([0, 0, 0, 0, 5], SprtDecision::Continue),
        ([0, 0, 0, 0, 50], SprtDecision::AcceptH1),
        ([50, 0, 0, 0, 0], SprtDecision::AcceptH0),
    ] {
        assert_eq!(sprt.test(&Pentanomial(pairs)).verdict, verdict, "{pairs:?}");
    }
}

#[test]
fn a_test_is_read_from_words() {
    assert_eq!("".parse(), Ok(Sprt::default()));
    let sprt = Sprt { elo0: -3.0, elo1: 1.5, alpha: 0.01, ..Sprt::default() };
    assert_eq!("alpha=.01  elo0=-3 elo1=1.5".parse(), Ok(sprt));
    assert_eq!(sprt.to_string().parse(), Ok(sprt));
    let normalized = Sprt { model: SprtModel::Normalized, ..sprt };
    assert_eq!(normalized.to_string().parse(), Ok(normalized));
    for (text, error) in [
        ("elo0", SprtError::Word("elo0".to_owned())),
        ("elo=5", SprtError::Key("elo".to_owned())),
        ("elo0=0 elo0=0", SprtError::Twice("elo0".to_owned())),
        ("elo1=ten", SprtError::Value("elo1".to_owned(), "ten".to_owned())),
        ("elo1=inf", SprtError::Elo("elo1", f64::INFINITY, 1000.0)),
        ("model=normalized elo1=300", SprtError::Elo("elo1", 300.0, 200.0)),
        ("model=bayesian", SprtError::Model("bayesian".to_owned())),
        ("model=logistic model=logistic", SprtError::Twice("model".to_owned())),
        ("elo0=10", SprtError::Order(10.0, 10.0)),
        ("alpha=0", SprtError::Rate("alpha", 0.0)),
        ("alpha=.6 beta=.6", SprtError::Rates(0.6, 0.6)),
    ] {
        assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
    }
    assert!("beta=NaN".parse::<Sprt>().is_err());
}

/// How many of 10,000 tests go wrong, each a match of pairs whose true Elo difference is `elo`.
fn wrong_verdicts(sprt: Sprt, elo: f64, right: SprtDecision) -> u32 {
    // Half of all pairs are level; of some, just as many as the Elo difference asks for, the stronger player wins both games.
    let lead = 2.0 * score(elo) - 1.0;
    let mut chances = [0.05, 0.2, 0.5, 0.2, 0.05].map(|chance| chance * (1.0 - lead.abs()));
    chances[if lead > 0.0 { 4 } else { 0 }] += lead.abs();
    let mut random = fastrand::Rng::with_seed(elo.to_bits());
    let mut wrong = 0;
    for _ in 0..10_000 {
        let mut pairs = Pentanomial::default();
        let verdict = loop {
            let mut draw = random.f64();
            let lies_beyond = |chance: &&f64| {
                draw -= **chance;
                draw >= 0.0
            };
            pairs += Pentanomial::of_pair(chances.iter().take_while(lies_beyond).count() as u8);
            let verdict = sprt.test(&pairs).verdict;
            if verdict != SprtDecision::Continue {
                break verdict;
            }
        };
        wrong += u32::from(verdict != right);
    }
    wrong
}

/// The error rates of 10,000 tests at either hypothesis are those asked for: at most so many, but for chance (three
/// standard deviations), and not far less, for which a test would play more games than it needs.
fn assert_error_rates(sprt: Sprt) {
    for (elo, rate, right) in
        [(sprt.elo0, sprt.alpha, SprtDecision::AcceptH0), (sprt.elo1, sprt.beta, SprtDecision::AcceptH1)]
    {
        let wrong = f64::from(wrong_verdicts(sprt, elo, right)) / 10_000.0;
        let chance = 3.0 * (rate * (1.0 - rate) / 10_000.0).sqrt();
        println!("{sprt}, at {elo}: {wrong}");
        assert!(
            (0.7 * rate - chance..rate + chance).contains(&wrong),
            "{sprt}, at {elo}: {wrong} of the tests are wrong"
        );
    }
}

#[test]
fn tests_keep_their_error_rates() {
    assert_error_rates("elo0=0 elo1=40".parse().unwrap());
}

#[test]
#[ignore = "a minute: 80,000 tests of up to thousands of pairs each"]
fn tests_keep_their_error_rates_with_every_setting() {
    for setting in ["elo0=0 elo1=10", "elo0=-5 elo1=5", "elo0=0 elo1=20 alpha=.01 beta=.1", "elo0=60 elo1=80"] {
        assert_error_rates(setting.parse().unwrap());
    }
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
        let found = tengen::arena::stats::ratings(&results);
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
