//! The rule sets: which rows win.

use tengen_core::game::Color;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Black wins with exactly five and may make neither an overline nor two fours or two threes at once; White wins
    /// with five or more.
    Renju,
    /// Five win unless an enemy stone stands at each end; the edge blocks nothing. Six or more always win.
    Caro,
    /// The same, but six or more do not win: Gomocup's caro league.
    CaroExact,
}

impl Rule {
    /// All rule sets, the default first.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroExact];

    /// The name that `set_rule` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }

    /// The rule set of this name; the default one for a name that no rule set has.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|rule| rule.name() == name).unwrap_or(Self::ALL[0])
    }

    /// True when a row of exactly `length` stones wins for `side`. `hemmed` tells whether an enemy stone stands at
    /// each end.
    pub const fn wins(self, side: Color, length: u32, hemmed: bool) -> bool {
        match (self, side) {
            (Self::Freestyle, _) | (Self::Renju, Color::White) => length >= 5,
            (Self::Standard, _) | (Self::Renju, Color::Black) => length == 5,
            (Self::Caro, _) => length > 5 || (length == 5 && !hemmed),
            (Self::CaroExact, _) => length == 5 && !hemmed,
        }
    }

    /// True where enemy stones at both ends take five in a row its worth.
    pub const fn can_be_hemmed(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// True where some points are forbidden to this side.
    pub const fn forbids(self, side: Color) -> bool {
        matches!((self, side), (Self::Renju, Color::Black))
    }
}
