//! The clocks against a referee who counts every millisecond, and their inputs against anything.

use proptest::prelude::*;
use std::time::Duration;
use tengen_core::game::Color;
use tengen_core::search::Budget;
use tengen_session::clock::{ClockError, Clocks, Left, TimeSystem};

const SYSTEMS: [(&str, &[f64]); 16] = [
    ("absolute", &[60.0]),
    ("absolute", &[0.05]),
    ("byoyomi", &[10.0, 1.0, 5.0]),
    ("byoyomi", &[0.0, 0.1, 1.0]),
    ("byoyomi", &[30.0, 0.02, 3.0]),
    ("canadian", &[10.0, 5.0, 10.0]),
    ("canadian", &[0.0, 0.5, 25.0]),
    ("canadian", &[1.0, 1.0, 1.0]),
    ("canadian", &[0.5, 0.3, 2.0]),
    ("fischer", &[5.0, 0.5]),
    ("fischer", &[0.2, 0.01]),
    ("fischer", &[0.0, 1.0]),
    ("fischer-capped", &[5.0, 0.5, 6.0, -1.0]),
    ("fischer-capped", &[5.0, 0.5, -1.0, 0.3]),
    ("fischer-capped", &[1.0, 1.0, 1.0, 0.9]),
    ("fischer-capped", &[2000.0, 3.0, 2000.0, 60.0]),
];

/// A clock that only says whether the flag fell; time in ns. It runs down one stretch of time after the other.
struct Referee {
    kind: &'static str,
    numbers: Vec<i128>,
    /// The stretches to go; what is behind the first is full.
    stretches: Vec<i128>,
    stones: i128,
}

impl Referee {
    fn new(kind: &'static str, numbers: &[f64]) -> Self {
        let ns = |seconds: f64| (seconds * 1e9).round() as i128;
        let mut stretches = vec![ns(numbers[0])];
        let stones = numbers.get(2).map_or(0, |number| *number as i128);
        match kind {
            "byoyomi" => stretches.extend((0..stones).map(|_| ns(numbers[1]))),
            "canadian" => stretches.push(ns(numbers[1])),
            _ => {}
        }
        Self { kind, numbers: numbers.iter().copied().map(ns).collect(), stretches, stones }
    }

    /// A move of this length; false where the flag falls.
    fn makes(&mut self, spent: Duration) -> bool {
        if self.kind == "fischer-capped" && self.numbers[3] >= 0 && spent.as_nanos() as i128 > self.numbers[3] {
            return false;
        }
        let before = self.stretches.len();
        let mut rest = spent.as_nanos() as i128;
        while rest > self.stretches[0] {
            rest -= self.stretches.remove(0);
            if self.stretches.is_empty() {
                return false;
            }
        }
        self.stretches[0] -= rest;
        match self.kind {
            "byoyomi" if self.stretches.len() <= self.stones as usize => {
                self.stretches[0] = self.numbers[1];
            }
            "canadian" if self.stretches.len() == 1 => {
                if before == 2 {
                    self.stones = self.numbers[2] / 1_000_000_000;
                }
                self.stones -= 1;
                if self.stones == 0 {
                    self.stones = self.numbers[2] / 1_000_000_000;
                    self.stretches[0] = self.numbers[1];
                }
            }
            "fischer" => self.stretches[0] += self.numbers[1],
            "fischer-capped" => {
                self.stretches[0] += self.numbers[1];
                if self.numbers[2] >= 0 {
                    self.stretches[0] = self.stretches[0].min(self.numbers[2]);
                }
            }
            _ => {}
        }
        true
    }
}

/// How much of the time between nothing and the hard limit a simulated player takes.
#[derive(Clone, Copy)]
enum Thinking {
    Random,
    Soft,
    Hard,
}

fn simulate(kind: &'static str, numbers: &[f64], thinking: Thinking, moves: Option<u32>, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut clocks = Clocks::new(TimeSystem::of_kind(kind, numbers).unwrap());
    let mut referee = Referee::new(kind, numbers);
    let color = Color::BOTH[seed as usize % 2];
    for number in 0..400_u32 {
        let moves_left = moves.map(|moves| moves.saturating_sub(number));
        let budget = clocks.of(color).unwrap().budget(moves_left);
        assert!(budget.soft <= budget.hard, "{kind} {numbers:?}: {budget:?}");
        let spent = match thinking {
            Thinking::Random => budget.hard.mul_f64(rng.f64()).min(budget.hard),
            Thinking::Soft => budget.soft,
            Thinking::Hard => budget.hard,
        };
        let before = clocks.left(color).unwrap();
        clocks.spend(color, spent);
        assert!(referee.makes(spent), "{kind} {numbers:?}: the flag fell at move {number}, {before:?} {budget:?}");
        let left = clocks.left(color).unwrap();
        assert_eq!(
            left.time.as_nanos() as i128,
            referee.stretches[0],
            "{kind} {numbers:?} {number}: {before:?} {left:?}"
        );
    }
    assert_eq!(
        clocks.left(!color),
        TimeSystem::of_kind(kind, numbers).map(|system| Clocks::new(system).left(!color)).unwrap()
    );
}

#[test]
fn no_flag_falls_under_any_system() {
    for (kind, numbers) in SYSTEMS {
        for seed in 0..20 {
            let moves = [None, Some(30), Some(5), Some(400)][seed as usize % 4];
            simulate(kind, numbers, Thinking::Random, moves, seed);
            simulate(kind, numbers, Thinking::Soft, moves, seed);
            simulate(kind, numbers, Thinking::Hard, moves, seed);
        }
    }
}

fn after(kind: &str, numbers: &[f64], told: (f64, f64), spent_ms: u64) -> (u128, u32) {
    let mut clocks = Clocks::new(TimeSystem::of_kind(kind, numbers).unwrap());
    clocks.time_left(Color::White, told.0, told.1).unwrap();
    clocks.spend(Color::White, Duration::from_millis(spent_ms));
    let Left { time, stones } = clocks.left(Color::White).unwrap();
    (time.as_millis(), stones)
}

#[test]
fn periods_and_stones_are_counted() {
    let byo_yomi: &[f64] = &[60.0, 10.0, 3.0];
    assert_eq!(after("byoyomi", byo_yomi, (60.0, 0.0), 15_000), (45_000, 0));
    assert_eq!(after("byoyomi", byo_yomi, (60.0, 0.0), 65_000), (10_000, 3));
    assert_eq!(after("byoyomi", byo_yomi, (60.0, 0.0), 75_000), (10_000, 2));
    assert_eq!(after("byoyomi", byo_yomi, (4.0, 3.0), 3_999), (10_000, 3));
    assert_eq!(after("byoyomi", byo_yomi, (4.0, 3.0), 5_000), (10_000, 2));
    assert_eq!(after("byoyomi", byo_yomi, (4.0, 3.0), 15_000), (10_000, 1));
    assert_eq!(after("byoyomi", byo_yomi, (4.0, 1.0), 5_000), (0, 1));
    let canadian: &[f64] = &[60.0, 30.0, 5.0];
    assert_eq!(after("canadian", canadian, (2.0, 0.0), 7_000), (25_000, 4));
    assert_eq!(after("canadian", canadian, (25.0, 4.0), 7_000), (18_000, 3));
    assert_eq!(after("canadian", canadian, (25.0, 1.0), 7_000), (30_000, 5));
    assert_eq!(after("fischer", &[60.0, 5.0], (20.0, 0.0), 3_000), (22_000, 0));
    assert_eq!(after("fischer-capped", &[20.0, 5.0, 21.0, -1.0], (20.0, 0.0), 3_000), (21_000, 0));
    assert_eq!(after("absolute", &[60.0], (20.0, 0.0), 30_000), (0, 0));
    assert_eq!(after("absolute", &[60.0], (20.0, 2.0), 5_000), (15_000, 1));
}

#[test]
fn gtp_settings_have_their_special_cases() {
    let seconds = Duration::from_secs;
    assert_eq!(TimeSystem::canadian(0.0, 0.0, 0.0), Ok(TimeSystem::None));
    assert_eq!(TimeSystem::canadian(60.0, 30.0, 0.0), Ok(TimeSystem::None));
    assert_eq!(TimeSystem::canadian(60.0, 0.0, 0.0), Ok(TimeSystem::Absolute { main: seconds(60) }));
    assert_eq!(TimeSystem::canadian(60.0, 0.0, 25.0), Ok(TimeSystem::Absolute { main: seconds(60) }));
    let overtime = TimeSystem::Canadian { main: seconds(0), period: seconds(30), stones: 10 };
    assert_eq!(TimeSystem::canadian(0.0, 30.0, 10.0), Ok(overtime));
    let far = TimeSystem::canadian(2_147_483_647.0, 0.0, 0.0).unwrap();
    assert_eq!(far, TimeSystem::Absolute { main: seconds(2_147_483_647) });
}

#[test]
fn refusals_say_why() {
    let kata = |kind: &str, numbers: &[f64]| TimeSystem::of_kind(kind, numbers).unwrap_err().to_string();
    assert_eq!(kata("hourglass", &[1.0]), "unknown kind of time settings: hourglass");
    assert_eq!(kata("fischer", &[1.0]), "fischer takes 2 numbers");
    assert_eq!(kata("absolute", &[-1.0]), "-1 is not a time in seconds, 0 or more");
    assert_eq!(kata("absolute", &[f64::NAN]), "NaN is not a time in seconds, 0 or more");
    assert_eq!(kata("byoyomi", &[1.0, 1.0, 1.5]), "1.5 is not a number of stones or periods");
    assert_eq!(kata("fischer-capped", &[9.0, 1.0, 8.0, -1.0]), "the main time limit is below the main time");
    let mut clocks = Clocks::default();
    assert!(matches!(clocks.time_left(Color::Black, f64::NAN, 0.0), Err(ClockError::Time(_))));
    assert!(matches!(clocks.time_left(Color::Black, 1.0, -1.0), Err(ClockError::Count(_))));
    assert_eq!(clocks, Clocks::default());
}

#[test]
fn without_settings_what_is_told_counts() {
    let mut clocks = Clocks::default();
    let budget = |clocks: &Clocks, color| clocks.of(color).map(|clock| clock.budget(None));
    assert_eq!(budget(&clocks, Color::Black), None);
    for time in [0.0, -3.0] {
        clocks.time_left(Color::Black, time, 0.0).unwrap();
        assert_eq!(budget(&clocks, Color::Black), Some(Budget::exactly(Duration::ZERO)));
    }
    clocks.time_left(Color::Black, 10.0, 0.0).unwrap();
    assert!(budget(&clocks, Color::Black).unwrap().hard < Duration::from_secs(10));
    assert_eq!(budget(&clocks, Color::White), None);
    clocks.reset();
    assert_eq!(clocks, Clocks::default());
    // A clock that does not run shows nothing.
    let mut none = Clocks::new(TimeSystem::None);
    none.time_left(Color::Black, 0.0, 0.0).unwrap();
    assert_eq!(budget(&none, Color::Black), None);
}

#[test]
fn the_time_is_used() {
    let clocks = |kind, numbers: &[f64]| Clocks::new(TimeSystem::of_kind(kind, numbers).unwrap());
    let soft =
        |kind, numbers: &[f64], moves| clocks(kind, numbers).of(Color::Black).unwrap().budget(moves).soft.as_millis();
    // Othello at 5 minutes: 30 moves, none gets less than a thirtieth.
    assert!((10_000..=13_000).contains(&soft("absolute", &[300.0], Some(30))));
    // The last move may take everything but the reserve.
    assert_eq!(soft("absolute", &[1.0], Some(1)), 850);
    assert_eq!(soft("byoyomi", &[0.0, 5.0, 1.0], None), 4850);
    assert_eq!(soft("canadian", &[0.0, 50.0, 10.0], None), 4985);
    assert!(soft("fischer", &[100.0, 2.0], None) >= 5_800);
    assert_eq!(soft("fischer-capped", &[100.0, 2.0, -1.0, 3.0], None), 2_850);
    // What is kept back is kept back once: of 3 seconds for 20 moves little is lost.
    assert_eq!(soft("absolute", &[3.0], Some(20)), 142);
    // Ten milliseconds are still a little.
    assert_eq!(soft("absolute", &[0.01], Some(1)), 2);
}

proptest! {
    #[test]
    fn any_numbers_are_taken_or_refused(
        kind in 0_usize..6,
        numbers in prop::collection::vec(prop_oneof![any::<f64>(), -2.0..100.0, (0_u32..9).prop_map(f64::from)], 0..5),
        told in any::<(f64, f64)>(),
        spent in any::<u64>(),
        moves in any::<Option<u32>>(),
    ) {
        let (name, expected) = TimeSystem::KINDS[kind];
        let system = TimeSystem::of_kind(name, &numbers);
        if numbers.len() != expected {
            prop_assert_eq!(&system, &Err(ClockError::Numbers { kind: name, expected }));
        }
        if let Ok(system) = system {
            let mut clocks = Clocks::new(system);
            for spent in [Duration::ZERO, Duration::from_nanos(spent), Duration::from_secs(spent), Duration::MAX] {
                for _ in 0..2 {
                    if let Some(budget) = clocks.of(Color::White).map(|clock| clock.budget(moves)) {
                        prop_assert!(budget.soft <= budget.hard);
                        let _ = clocks.time_left(Color::White, told.0, told.1.floor());
                    }
                    clocks.spend(Color::White, spent);
                }
            }
        }
    }
}
