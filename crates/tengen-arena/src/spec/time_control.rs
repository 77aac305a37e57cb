//! Time controls, as the arena keeps them and as users write them: `60+0.5`, `40/60`.

use super::SpecError;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tengen_session::clock::TimeSystem;

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeControl {
    /// So long for each move.
    PerMove(Duration),
    /// A clock for the game.
    Clock(TimeSystem),
}

/// A time for each move.
pub(super) fn move_time(seconds: f64) -> Result<Duration, SpecError> {
    let sensible = (0.001..=1e6).contains(&seconds);
    sensible.then(|| Duration::from_secs_f64(seconds)).ok_or(SpecError::Time(seconds.to_string()))
}

impl TimeControl {
    /// The same clock, with so many seconds at most for each move, as Gomocup has it.
    ///
    /// # Errors
    /// [`SpecError::Limit`] where it is not a clock for the game, [`SpecError::Time`] for a wrong number of seconds.
    pub(super) fn limited(self, seconds: f64) -> Result<Self, SpecError> {
        let move_limit = Some(move_time(seconds)?);
        match self {
            Self::Clock(TimeSystem::Absolute { main }) => {
                Ok(Self::Clock(TimeSystem::Fischer { main, increment: Duration::ZERO, cap: None, move_limit }))
            }
            Self::Clock(TimeSystem::Fischer { main, increment, cap, .. }) => {
                Ok(Self::Clock(TimeSystem::Fischer { main, increment, cap, move_limit }))
            }
            Self::Clock(_) | Self::PerMove(_) => Err(SpecError::Limit(self.to_string())),
        }
    }

    /// The clock that the arena keeps.
    ///
    /// # Panics
    /// Never: a move's time was checked when this was made.
    pub fn system(self) -> TimeSystem {
        match self {
            Self::PerMove(period) => TimeSystem::Canadian { main: Duration::ZERO, period, stones: 1 },
            Self::Clock(system) => system,
        }
    }

    /// What a side has for so many moves; a time that several moves share counts in equal parts. `None` without limits.
    pub fn allowed(self, moves: u32) -> Option<Duration> {
        let (main, a_move, most) = match self.system() {
            TimeSystem::None => return None,
            TimeSystem::Absolute { main } => (main, Duration::ZERO, None),
            TimeSystem::Fischer { main, increment, move_limit, .. } => (main, increment, move_limit),
            TimeSystem::ByoYomi { main, period, .. } => (main, period, None),
            TimeSystem::Canadian { main, period, stones } => (main, period / stones.max(1), None),
        };
        let all = main.saturating_add(a_move.saturating_mul(moves));
        Some(most.map_or(all, |most| all.min(most.saturating_mul(moves))))
    }
}

impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let wrong = || SpecError::Time(text.to_owned());
        let number =
            |word: &str| word.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0).ok_or_else(wrong);
        let (main, more) = text.split_once('+').map_or((text, None), |(main, more)| (main, Some(more)));
        let system = match (main.split_once('/'), more.map(|more| more.split_once('/').ok_or(more))) {
            (Some((stones, period)), None) => TimeSystem::canadian(0.0, number(period)?, number(stones)?)?,
            (None, None) => TimeSystem::canadian(number(main)?, 0.0, 0.0)?,
            (None, Some(Err(increment))) => TimeSystem::of_kind("fischer", &[number(main)?, number(increment)?])?,
            (None, Some(Ok((stones, period)))) => {
                TimeSystem::canadian(number(main)?, number(period)?, number(stones)?)?
            }
            (Some(_), Some(_)) => return Err(wrong()),
        };
        if system == TimeSystem::None { Err(wrong()) } else { Ok(Self::Clock(system)) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |time: Duration| time.as_secs_f64();
        match *self {
            Self::PerMove(time) => write!(f, "{} s/move", s(time)),
            Self::Clock(TimeSystem::Absolute { main }) => write!(f, "{}", s(main)),
            Self::Clock(TimeSystem::Fischer { main, increment, move_limit, .. }) => {
                write!(f, "{}", s(main))?;
                if !increment.is_zero() || move_limit.is_none() {
                    write!(f, "+{}", s(increment))?;
                }
                move_limit.map_or(Ok(()), |limit| write!(f, " and {} s/move at most", s(limit)))
            }
            Self::Clock(TimeSystem::Canadian { main, period, stones }) if main.is_zero() => {
                write!(f, "{stones}/{}", s(period))
            }
            Self::Clock(TimeSystem::Canadian { main, period, stones }) => {
                write!(f, "{}+{stones}/{}", s(main), s(period))
            }
            Self::Clock(TimeSystem::ByoYomi { main, period, periods }) => {
                write!(f, "{}+{periods}x{}", s(main), s(period))
            }
            Self::Clock(TimeSystem::None) => f.write_str("no clock"),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
