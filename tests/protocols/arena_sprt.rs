//! Sequential tests of the arena, drawn from games that engines played.

use crate::common::arena::Site;
use crate::common::program::TENGEN;
use std::collections::BTreeMap;
use tengen_arena::header::Header;
use tengen_arena::record::{self, GameRecord};
use tengen_arena::stats::{Pentanomial, Sprt, SprtDecision};
use tengen_arena::tally::Tally;

/// Tests of each kind.
const TESTS: u32 = 10_000;

/// Openings of the plan.
const OPENINGS: usize = 1500;

/// A pair of games as they were played, and with the players' names exchanged.
type Pair = [[GameRecord; 2]; 2];

/// Two engines of a fixed depth on the plan's distinct openings.
fn played() -> (Header, Vec<Pair>) {
    let site = Site::new("sprt-pool");
    let engines = [("ann", "--depth 2"), ("bob", "--player lookahead --depth 4")];
    let engines = engines.map(|(name, words)| format!("name={name} {TENGEN} --size 6 --threads 1 --hash 1 {words}"));
    let games = (2 * OPENINGS).to_string();
    let words = ["match", &engines[0], &engines[1], "--size", "6", "--games", &games, "--balanced-random", "8"];
    let more = ["--record", "pool.jsonl", "--concurrency", "2", "--force-concurrency", "--startup", "1000"];
    assert!(site.tengen(&[&words[..], &more].concat()).output().unwrap().status.success());
    let mut halves: BTreeMap<u32, Vec<GameRecord>> = BTreeMap::new();
    for game in site.games("pool.jsonl") {
        halves.entry(game.opening.number).or_default().push(game);
    }
    let exchanged = |game: &GameRecord| {
        let (black, white) = (game.white.clone(), game.black.clone());
        GameRecord { black, white, ..game.clone() }
    };
    let pair = |halves: Vec<GameRecord>| {
        let other = [exchanged(&halves[0]), exchanged(&halves[1])];
        [halves.try_into().unwrap(), other]
    };
    let plan = record::plan(&site.path("pool.jsonl")).unwrap().unwrap();
    (plan, halves.into_values().map(pair).collect())
}

/// The points of the first player of a pair, in halves.
fn half_points(pair: &[GameRecord; 2]) -> u8 {
    pair.iter().map(GameRecord::half_points_of_first).sum()
}

/// How often each verdict is reached, and the mean number of games that the tests took.
#[derive(Default, Debug)]
struct Verdicts {
    h0: f64,
    h1: f64,
    games: f64,
}

/// Draws tests: pairs in the order that `order` gives, each with the names exchanged by chance, so that the first player
/// scores as much as `share` of the pairs as they were played would give. The test ends as a run does.
fn draw(
    plan: &Header,
    pairs: &[Pair],
    sprt: Sprt,
    share: f64,
    order: impl Fn(&mut fastrand::Rng) -> Vec<usize>,
) -> Verdicts {
    let mut random = fastrand::Rng::with_seed(1);
    let mut verdicts = Verdicts::default();
    for _ in 0..TESTS {
        let mut tally = Tally::new(plan, Some(sprt));
        let mut sides = vec![None; pairs.len()];
        for at in order(&mut random) {
            // An opening that comes again is played as before.
            let side = *sides[at].get_or_insert_with(|| usize::from(random.f64() >= share));
            pairs[at][side].iter().for_each(|game| tally.count(game));
            verdicts.games += 2.0;
            if tally.decided() {
                break;
            }
        }
        match tally.verdict().unwrap().verdict {
            SprtDecision::AcceptH0 => verdicts.h0 += 1.0,
            SprtDecision::AcceptH1 => verdicts.h1 += 1.0,
            SprtDecision::Continue => {}
        }
    }
    let tests = f64::from(TESTS);
    Verdicts { h0: verdicts.h0 / tests, h1: verdicts.h1 / tests, games: verdicts.games / tests }
}

/// The same tests where a game that is played again counts again.
fn accepted_by_repeats(pairs: &[Pair], sprt: Sprt, openings: usize, most: usize) -> f64 {
    let mut random = fastrand::Rng::with_seed(2);
    let mut accepted = 0;
    for _ in 0..TESTS {
        let chosen: Vec<_> = random.choose_multiple(0..pairs.len(), openings);
        let sides: Vec<_> = chosen.iter().map(|_| random.usize(0..2)).collect();
        let mut counted = Pentanomial::default();
        for number in 0..most {
            let at = number % openings;
            counted += Pentanomial::of_pair(half_points(&pairs[chosen[at]][sides[at]]));
            match sprt.test(&counted).verdict {
                SprtDecision::Continue => {}
                SprtDecision::AcceptH0 => break,
                SprtDecision::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    f64::from(accepted) / f64::from(TESTS)
}

/// The error rates of tests of engines at a fixed depth, equal ones and ones as far apart as H1 says, are within those that
/// were asked for; where the openings run out and are played again, too. Once these accepted H1 in 42 % of the tests.
#[test]
#[ignore = "some minutes: 3,000 games, then 40,000 tests drawn from them"]
fn tests_of_engines_at_a_fixed_depth_keep_their_error_rates() {
    let (plan, pairs) = played();
    let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
    // Three standard deviations of a rate of 5 % in so many tests.
    let most = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(TESTS)).sqrt();
    let all: Vec<_> = (0..pairs.len()).collect();
    let mean = pairs.iter().map(|[pair, _]| f64::from(half_points(pair))).sum::<f64>() / pairs.len() as f64 / 4.0;
    let decided = pairs.iter().filter(|[pair, _]| half_points(pair) != 2).count();
    println!("{} pairs, {decided} not level, score of the first {mean:.3}", pairs.len());
    let shuffled = |random: &mut fastrand::Rng| {
        let mut order = all.clone();
        random.shuffle(&mut order);
        order
    };
    let equal = draw(&plan, &pairs, sprt, 0.5, shuffled);
    println!("equal engines: {equal:?}");
    assert!(equal.h1 <= most && equal.h0 > 0.9, "{equal:?}");
    // So many pairs as they were played have the score that H1 says.
    let score = 1.0 / (1.0 + 10_f64.powf(-sprt.elo1 / 400.0));
    let share = 0.5 + (score - 0.5) / (2.0 * mean - 1.0);
    assert!((0.0..=1.0).contains(&share), "the engines are too much alike for {sprt}: {mean}");
    let apart = draw(&plan, &pairs, sprt, share, shuffled);
    println!("engines {} Elo apart: {apart:?}", sprt.elo1);
    assert!(apart.h0 <= most && apart.h1 > 0.9, "{apart:?}");
    // Few openings, again and again.
    for openings in [30, 100] {
        let repeated = |random: &mut fastrand::Rng| {
            let chosen: Vec<_> = random.choose_multiple(0..pairs.len(), openings);
            chosen.into_iter().cycle().take(OPENINGS).collect()
        };
        let found = draw(&plan, &pairs, sprt, 0.5, repeated);
        let naive = accepted_by_repeats(&pairs, sprt, openings, OPENINGS);
        println!("equal engines, {openings} openings again and again: {found:?}; H1 {naive} where repeats count");
        assert!(found.h1 <= most, "{found:?}");
        assert!(naive > 2.0 * most, "{naive}: the openings would not mislead");
    }
}
