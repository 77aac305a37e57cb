//! The sequential test.

use super::{assert_near, score, wdl};
use tengen_arena::stats::{Pentanomial, Sprt, SprtDecision, SprtError, SprtModel, Wdl};

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
