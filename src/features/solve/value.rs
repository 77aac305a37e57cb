//! Values as files state them and people read them.

use std::fmt;
use std::str::FromStr;
use tengen_core::search::score::{MAX_EVAL, TABLE_WIN};
use tengen_core::search::{Scale, Score, WIN};

/// A value for a side, in the game's unit as people read it (discs in Othello), or a win or loss in so many plies, or one
/// by a table, so many plies before the next move that cannot be taken back. Larger is better: a quick win is the best of all.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Value(f64);

impl Value {
    /// A search's value, on its game's scale.
    pub fn of(score: Score, scale: Scale) -> Self {
        Self(scale.points(score).unwrap_or_else(|| f64::from(score)))
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub fn winner(self) -> i8 {
        if self.0 == 0.0 { 0 } else { self.0.signum() as i8 }
    }

    /// True where this is a win or loss in at most so many plies, and the other one in so many or fewer.
    pub fn bounds(self, other: Self) -> bool {
        self.winner() == other.winner() && self.0.abs() <= other.0.abs()
    }

    /// True for a win or loss in so many plies.
    fn is_proven(self) -> bool {
        self.0.abs() > f64::from(MAX_EVAL)
    }
}

impl FromStr for Value {
    type Err = ();

    /// Reads a number, or `#5` and `-#5`: a win or loss in 5 plies; or `win/5` and `loss/5`: one by a table.
    fn from_str(text: &str) -> Result<Self, ()> {
        for (word, sign) in [("win/", 1.0), ("loss/", -1.0)] {
            if let Some(plies) = text.strip_prefix(word) {
                let plies: u8 = plies.parse().map_err(|_| ())?;
                return Ok(Self(sign * (f64::from(TABLE_WIN) - f64::from(plies))));
            }
        }
        let (sign, size) = match text.strip_prefix('-') {
            Some(size) => (-1.0, size),
            None => (1.0, text.strip_prefix('+').unwrap_or(text)),
        };
        let plies =
            size.strip_prefix('#').map(|plies| plies.parse::<u16>().map(|plies| f64::from(WIN) - f64::from(plies)));
        let size = plies.unwrap_or_else(|| Ok(size.parse().unwrap_or(f64::NAN))).map_err(|_| ())?;
        let known = (0.0..=f64::from(WIN)).contains(&size);
        if known { Ok(Self(0.0 + sign * size)) } else { Err(()) }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_proven() && self.0.abs() <= f64::from(TABLE_WIN) {
            let word = if self.0 < 0.0 { "loss" } else { "win" };
            f.pad(&format!("{word}/{}", f64::from(TABLE_WIN) - self.0.abs()))
        } else if self.is_proven() {
            let sign = if self.0 < 0.0 { "-" } else { "" };
            f.pad(&format!("{sign}#{}", f64::from(WIN) - self.0.abs()))
        } else {
            f.pad(&format!("{:+}", self.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::search::score::before_move;

    #[test]
    fn values_are_read_and_written() {
        for (text, written) in [
            ("+38", "+38"),
            ("38.00", "+38"),
            ("-3.25", "-3.25"),
            ("+0", "+0"),
            ("-0.00", "+0"),
            ("#5", "#5"),
            ("+#12", "#12"),
            ("-#4", "-#4"),
            ("win/7", "win/7"),
            ("loss/0", "loss/0"),
        ] {
            assert_eq!(text.parse::<Value>().unwrap().to_string(), written);
        }
        for text in [
            "", "+", "--", "#", "#-1", "#x", "nan", "inf", "+-3", "1e9", "-127;", "#70000", "win/", "win/-1",
            "loss/300",
        ] {
            assert_eq!(text.parse::<Value>(), Err(()), "{text}");
        }
    }

    #[test]
    fn quick_wins_are_best_and_quick_losses_worst() {
        let values = ["-#2", "-#4", "loss/3", "loss/9", "-64", "-0.5", "0", "+2", "64", "win/8", "win/7", "#5", "#3"];
        assert!(values.map(|text| text.parse::<Value>().unwrap()).is_sorted());
        assert_eq!(
            values.map(|text| text.parse::<Value>().unwrap().winner()),
            [-1, -1, -1, -1, -1, -1, 0, 1, 1, 1, 1, 1, 1]
        );
    }

    #[test]
    fn a_length_is_bounded_by_longer_ones() {
        let value = |text: &str| text.parse::<Value>().unwrap();
        for (bound, length, keeps) in [
            ("#9", "#9", true),
            ("#13", "#9", true),
            ("#7", "#9", false),
            ("#13", "-#9", false),
            ("-#12", "-#8", true),
            ("-#4", "-#8", false),
        ] {
            assert_eq!(value(bound).bounds(value(length)), keeps, "{bound} {length}");
        }
    }

    #[test]
    fn a_pass_turns_the_value_round_and_costs_a_ply() {
        for (after, before) in [(38, "-38"), (-4, "+4"), (0, "+0"), (WIN - 5, "-#6"), (4 - WIN, "#5")] {
            assert_eq!(Value::of(before_move(after), Scale::USUAL).to_string(), before);
        }
    }
}
