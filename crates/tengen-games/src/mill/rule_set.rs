//! The rule sets of the family, as data.

use super::board::{Points, SPOKES, SPOKES_AND_DIAGONALS};

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleSet {
    /// Placing only; carry, clamp and three in a row (直棋).
    Zhiqi,
    /// Nine Men's Morris.
    Morris9,
    /// Lasker's Morris: ten stones, sliding from the first move.
    Lasker,
    /// Twelve Men's Morris: twelve stones on the board with diagonals.
    Morris12,
    /// Nine stones and no flying (成三棋).
    Chengsan,
}

impl RuleSet {
    /// Every rule set, the default first.
    pub const ALL: [Self; 5] = [Self::Zhiqi, Self::Morris9, Self::Lasker, Self::Morris12, Self::Chengsan];

    /// Where stones move, a side with fewer stones than this left, on the board and in hand, has lost.
    pub const FEWEST_STONES: u8 = 3;

    /// Under rules that fly ([`RuleSet::flies`]), a side with this many stones left flies.
    pub const FLYING_STONES: u32 = 3;

    /// The name that users know the rule set by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zhiqi => "zhiqi",
            Self::Morris9 => "morris9",
            Self::Lasker => "lasker",
            Self::Morris12 => "morris12",
            Self::Chengsan => "chengsan",
        }
    }

    /// The rule set of this name; the default one for a name that no rule set has.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|rule_set| rule_set.name() == name).unwrap_or(Self::ALL[0])
    }

    /// The number of stones of each side.
    pub const fn stones(self) -> u8 {
        match self {
            Self::Morris9 | Self::Chengsan => 9,
            Self::Lasker => 10,
            Self::Zhiqi | Self::Morris12 => 12,
        }
    }

    /// The points that have lines from ring to ring, as [`super::board::completing`] takes them.
    pub const fn spokes(self) -> Points {
        match self {
            Self::Zhiqi | Self::Morris12 => SPOKES_AND_DIAGONALS,
            _ => SPOKES,
        }
    }

    /// True where a side with three stones left may fly.
    pub const fn flies(self) -> bool {
        matches!(self, Self::Morris9 | Self::Lasker | Self::Morris12)
    }

    /// True where a point whose stone is removed while stones are still in hand stays closed until all are placed.
    pub const fn closes_points(self) -> bool {
        matches!(self, Self::Chengsan)
    }

    /// True where stones move and a turn only places while there are stones in hand, on any empty point: a position of the
    /// placing phase is then no more than the stones on the board and in hand.
    pub const fn only_places_first(self) -> bool {
        !matches!(self, Self::Zhiqi) && !self.closes_points() && !self.slides_early()
    }

    /// True where a side may slide while it still has stones in hand.
    pub const fn slides_early(self) -> bool {
        matches!(self, Self::Lasker)
    }
}
