//! The players' clocks as GTP tells of them, and how much of them a move may take.
//!
//! The time systems are those of `time_settings` (GTP version 2, section 4.2) and of `KataGo`'s `kata-time_settings`.
//!
//! # The time manager
//!
//! Let *t* be the time on the clock, *n* the moves that it is shared among (where the rules bound the game: as many as
//! this one that have the effort of all to come, [`Playable::effort`](tengen_core::playable::Playable::effort)), and *usable*(x) = max(x - reserve, x / 4)
//! what is left of x after the reserve for latency. Then
//!
//! | phase | soft limit | hard limit |
//! |---|---|---|
//! | main time alone | usable(*t*) / *n* | min(3 soft, usable(*t*) / 2), the last move: usable(*t*) |
//! | with an increment *i* | usable(*t*) / *n* + *i* | as above |
//! | main time before an overtime of *p* a move | max(usable(*t*) / *n*, usable(*p*)) | min(3 soft, usable(*t* + *p*)) |
//! | the last move of an overtime period | usable(*t*) | usable(*t*): what is not used is lost |
//! | *n* moves from the end of a period | usable(*t*) / *n* | min(3 soft, usable(*t*) / 2) |
//!
//! The hard limit is below the time that can be spent without loss in every row, so that a search that keeps it never
//! oversteps. The reserve is kept back once, not for each move: what latency takes from a move shows on the clock, and
//! the moves after it share what is left. Where no overtime follows, at most half of the clock goes into one move:
//! however wrong *n* is, some time is always left.

use std::time::Duration;
use tengen_core::game::Color;
use tengen_core::search::{Budget, stability};
use thiserror::Error;

/// Time kept back of what is on the clock: for the pipe, a controller that draws a board, and a machine whose cores are wanted
/// by others. (With 30 ms, games against `GRhino` in Quarry were lost on time.)
const RESERVE: Duration = Duration::from_millis(150);

/// The most moves that a clock without overtime is shared among. Games end sooner than their bounds say, and early
/// moves decide more than late ones.
const HORIZON: u32 = 25;

/// The longest time that a clock holds, in seconds (136 years); longer ones are cut to it.
const MAX_SECONDS: f64 = 4_294_967_296.0;

/// Why a clock cannot be set with some numbers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ClockError {
    /// A time is not a finite number of seconds, or is negative.
    #[error("{0} is not a time in seconds, 0 or more")]
    Time(String),
    /// A number is not a count of stones or periods.
    #[error("{0} is not a number of stones or periods")]
    Count(String),
    /// The kind of time system is not in [`TimeSystem::KINDS`].
    #[error("unknown kind of time settings: {0}")]
    Kind(String),
    /// There are more or fewer numbers than the kind of time system takes.
    #[error("{kind} takes {expected} numbers")]
    Numbers {
        /// The kind of time system.
        kind: &'static str,
        /// How many numbers the kind takes.
        expected: usize,
    },
    /// The cap is below the main time.
    #[error("the main time limit is below the main time")]
    Cap,
}

/// The rules by which a player's time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeSystem {
    /// No limits on time.
    #[default]
    None,
    /// One time for the whole game.
    Absolute {
        /// The time for all moves.
        main: Duration,
    },
    /// After the main time, each move has a period; only a period that runs out is lost.
    ByoYomi {
        /// The main time, before the first period.
        main: Duration,
        /// The time of a period, for one move.
        period: Duration,
        /// The number of periods; at least 1.
        periods: u32,
    },
    /// After the main time, a period for a number of moves, again and again.
    Canadian {
        /// The main time, before the first period.
        main: Duration,
        /// The time of a period, for `stones` moves.
        period: Duration,
        /// The number of moves in a period; at least 1.
        stones: u32,
    },
    /// Every move adds to the clock.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time that is added after each move.
        increment: Duration,
        /// The most that the clock shows after an increment; `None` without a cap.
        cap: Option<Duration>,
        /// The longest time that a move may take.
        move_limit: Option<Duration>,
    },
}

impl TimeSystem {
    /// The kinds of `kata-time_settings` and how many numbers each takes.
    pub const KINDS: [(&str, usize); 6] =
        [("none", 0), ("absolute", 1), ("byoyomi", 3), ("canadian", 3), ("fischer", 2), ("fischer-capped", 4)];

    /// The time system with one time for the whole game, if it has one, to which every move may add.
    pub const fn of_game(main: Option<Duration>, increment: Duration) -> Self {
        match main {
            None => Self::None,
            Some(main) if increment.is_zero() => Self::Absolute { main },
            Some(main) => Self::Fischer { main, increment, cap: None, move_limit: None },
        }
    }

    /// GTP's `time_settings`, times in seconds. No limits where an overtime has no stones, or nothing is given at all;
    /// without overtime the main time is absolute.
    ///
    /// # Errors
    /// [`ClockError`] for numbers that are no times or counts.
    pub fn canadian(main: f64, period: f64, stones: f64) -> Result<Self, ClockError> {
        let (main, period, stones) = (seconds(main)?, seconds(period)?, count(stones)?);
        Ok(match (main.is_zero(), period.is_zero(), stones) {
            (true, true, _) | (_, false, 0) => Self::None,
            (false, true, _) => Self::Absolute { main },
            (_, false, _) => Self::Canadian { main, period, stones },
        })
    }

    /// `KataGo`'s `kata-time_settings`: a kind of [`TimeSystem::KINDS`] and its numbers, times in seconds.
    ///
    /// # Errors
    /// [`ClockError`] for an unknown kind, too many or too few numbers, and numbers that are no times or counts.
    pub fn of_kind(kind: &str, numbers: &[f64]) -> Result<Self, ClockError> {
        let known = Self::KINDS.into_iter().find(|(name, _)| *name == kind);
        let (kind, expected) = known.ok_or_else(|| ClockError::Kind(kind.into()))?;
        match (kind, numbers) {
            ("none", []) => Ok(Self::None),
            ("absolute", &[main]) => Ok(Self::Absolute { main: seconds(main)? }),
            ("byoyomi", &[main, period, periods]) => Self::byo_yomi(main, period, periods),
            ("canadian", &[main, period, stones]) => Self::canadian(main, period, stones),
            ("fischer", &[main, increment]) => Self::fischer(main, increment, None, None),
            ("fischer-capped", &[main, increment, cap, move_limit]) => {
                let limit = |number: f64| if number < 0.0 { Ok(None) } else { seconds(number).map(Some) };
                Self::fischer(main, increment, limit(cap)?, limit(move_limit)?)
            }
            _ => Err(ClockError::Numbers { kind, expected }),
        }
    }

    fn byo_yomi(main: f64, period: f64, periods: f64) -> Result<Self, ClockError> {
        let (main, period, periods) = (seconds(main)?, seconds(period)?, count(periods)?);
        let overtime = !period.is_zero() && periods > 0;
        Ok(if overtime { Self::ByoYomi { main, period, periods } } else { Self::Absolute { main } })
    }

    fn fischer(
        main: f64,
        increment: f64,
        cap: Option<Duration>,
        move_limit: Option<Duration>,
    ) -> Result<Self, ClockError> {
        let (main, increment) = (seconds(main)?, seconds(increment)?);
        if cap.is_some_and(|cap| cap < main) {
            return Err(ClockError::Cap);
        }
        Ok(Self::Fischer { main, increment, cap, move_limit })
    }

    /// The clock before the first move; `None` without limits. Where there is no main time the first period runs.
    fn full(self) -> Option<Left> {
        Some(match self {
            Self::None => return None,
            Self::ByoYomi { main, period, periods } if main.is_zero() => Left { time: period, stones: periods },
            Self::Canadian { main, period, stones } if main.is_zero() => Left { time: period, stones },
            Self::Absolute { main }
            | Self::ByoYomi { main, .. }
            | Self::Canadian { main, .. }
            | Self::Fischer { main, .. } => Left { time: main, stones: 0 },
        })
    }
}

/// What a clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// Time left, of the main time or of the running overtime period.
    pub time: Duration,
    /// The moves that are left in an overtime period (in byo-yomi the periods that are left, as KGS has it); 0 in the main time.
    pub stones: u32,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    /// How its time is counted.
    pub system: TimeSystem,
    /// What it shows.
    pub left: Left,
}

impl PlayerClock {
    /// The time for the player's next move. `moves` is how many moves of the player the time is to be shared among, where that is
    /// known.
    pub fn budget(self, moves: Option<u32>) -> Budget {
        self.left.budget(self.system, moves.map_or(HORIZON, |moves| moves.clamp(1, HORIZON)))
    }
}

/// Both players' clocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// `None` before a controller has told of one.
    system: Option<TimeSystem>,
    left: [Option<Left>; 2],
}

impl Clocks {
    /// The full clocks of a time system.
    pub fn new(system: TimeSystem) -> Self {
        Self { system: Some(system), left: [system.full(); 2] }
    }

    /// The time system of the clocks.
    pub fn system(&self) -> TimeSystem {
        self.system.unwrap_or_default()
    }

    /// Sets both clocks to full for a new game.
    pub fn reset(&mut self) {
        self.left = [self.system().full(); 2];
    }

    /// The longest that a player may think now before the clock has run out for good; `None` without limits.
    pub fn allowance(&self, color: Color) -> Option<Duration> {
        let Left { time, stones } = self.left(color)?;
        let overtime = match self.system() {
            TimeSystem::ByoYomi { period, periods, .. } => period * if stones == 0 { periods } else { stones - 1 },
            TimeSystem::Canadian { period, .. } if stones == 0 => period,
            TimeSystem::Fischer { move_limit: Some(limit), .. } => return Some(time.min(limit)),
            _ => Duration::ZERO,
        };
        Some(time + overtime)
    }

    /// A player's clock; `None` without limits.
    pub fn of(&self, color: Color) -> Option<PlayerClock> {
        Some(PlayerClock { system: self.system(), left: self.left(color)? })
    }

    /// What a player's clock shows; `None` without limits.
    pub fn left(&self, color: Color) -> Option<Left> {
        self.left[color.index()]
    }

    /// GTP's `time_left`: the controller's clock is the right one. A flag that has fallen (a negative time) counts as no time. A
    /// controller that gave no settings but tells of time left is taken at its word; one that said that there are no limits means
    /// nothing by 0.
    ///
    /// # Errors
    /// [`ClockError`] for numbers that are no times or counts.
    pub fn time_left(&mut self, color: Color, time: f64, stones: f64) -> Result<(), ClockError> {
        let left = Left { time: seconds(if time.is_finite() { time.max(0.0) } else { time })?, stones: count(stones)? };
        if self.system != Some(TimeSystem::None) || !left.time.is_zero() {
            self.left[color.index()] = Some(left);
        }
        Ok(())
    }

    /// Takes the time of one move off the clock, so that the clock is right until the next [`Clocks::time_left`].
    pub fn spend(&mut self, color: Color, time: Duration) {
        if let Some(left) = &mut self.left[color.index()] {
            *left = left.after_move(self.system.unwrap_or_default(), time);
        }
    }
}

impl Left {
    fn after_move(self, system: TimeSystem, spent: Duration) -> Self {
        let in_main = self.stones == 0;
        let time = self.time.saturating_sub(spent);
        let over = spent.saturating_sub(self.time);
        match system {
            TimeSystem::Fischer { increment, cap, .. } => {
                let time = time.saturating_add(increment);
                Self { time: cap.map_or(time, |cap| time.min(cap)), ..self }
            }
            TimeSystem::ByoYomi { .. } | TimeSystem::Canadian { .. } if in_main && over.is_zero() => {
                Self { time, ..self }
            }
            TimeSystem::ByoYomi { period, .. } if !time.is_zero() => Self { time: period, ..self },
            TimeSystem::ByoYomi { period, periods, .. } => {
                // Where the main time ran out no period is lost yet; in overtime the running period is.
                let (had, running) = if in_main { (periods, 0) } else { (self.stones, 1) };
                let lost = running + over.as_nanos() / period.as_nanos().max(1);
                match u128::from(had).saturating_sub(lost) as u32 {
                    0 => Self { time: Duration::ZERO, stones: 1 },
                    stones => Self { time: period, stones },
                }
            }
            TimeSystem::Canadian { period, stones, .. } => {
                let (time, to_play) = if in_main { (period.saturating_sub(over), stones) } else { (time, self.stones) };
                if to_play <= 1 { Self { time: period, stones } } else { Self { time, stones: to_play - 1 } }
            }
            // A controller has told of stones to play in a period, but the settings have no such period.
            TimeSystem::None | TimeSystem::Absolute { .. } => {
                Self { time, stones: if self.stones > 1 { self.stones - 1 } else { self.stones } }
            }
        }
    }

    fn budget(self, system: TimeSystem, moves: u32) -> Budget {
        let usable = |time: Duration| time.saturating_sub(RESERVE).max(time / 4);
        let bounded = |soft: Duration, most: Duration| {
            let hard = soft.saturating_mul(stability::SOFT_SHARE.most).min(most);
            Budget { soft: soft.min(hard), hard }
        };
        let half = |moves: u32| usable(self.time) / moves.min(2);
        match system {
            TimeSystem::Fischer { increment, cap, move_limit, .. } => {
                // Time that the cap will cut off is better spent.
                let cut = cap.map_or(Duration::ZERO, |cap| self.time.saturating_add(increment).saturating_sub(cap));
                let share = (usable(self.time) / moves).saturating_add(increment).max(cut);
                let most = move_limit.map_or(half(moves), |limit| half(moves).min(usable(limit)));
                bounded(share, most)
            }
            TimeSystem::ByoYomi { .. } if self.stones > 0 => Budget::exactly(usable(self.time)),
            _ if self.stones > 0 => bounded(usable(self.time) / self.stones, half(self.stones)),
            TimeSystem::None | TimeSystem::Absolute { .. } => bounded(usable(self.time) / moves, half(moves)),
            TimeSystem::ByoYomi { period, .. } => self.with_overtime(period, moves, usable, bounded),
            TimeSystem::Canadian { period, stones, .. } => {
                self.with_overtime(period / stones.max(1), moves, usable, bounded)
            }
        }
    }

    /// The main time, with an overtime of `a_move` for each move after it.
    fn with_overtime(
        self,
        a_move: Duration,
        moves: u32,
        usable: impl Fn(Duration) -> Duration,
        bounded: impl Fn(Duration, Duration) -> Budget,
    ) -> Budget {
        bounded((usable(self.time) / moves).max(usable(a_move)), usable(self.time.saturating_add(a_move)))
    }
}

fn seconds(number: f64) -> Result<Duration, ClockError> {
    if !number.is_finite() || number < 0.0 {
        return Err(ClockError::Time(number.to_string()));
    }
    Ok(Duration::from_secs_f64(number.min(MAX_SECONDS)))
}

fn count(number: f64) -> Result<u32, ClockError> {
    if (0.0..=f64::from(u32::MAX)).contains(&number) && number.fract() == 0.0 {
        Ok(number as u32)
    } else {
        Err(ClockError::Count(number.to_string()))
    }
}
