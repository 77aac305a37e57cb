//! The rule sets of the family, as data: those with names, and what options make of them.

use super::board::{ALL, CENTRE, CORNERS, NINE_POINTS, Points, SPOKES, SPOKES_AND_DIAGONALS, TWO_SQUARES};
use super::params::QUIET_PLIES;
use std::fmt;
use std::ops::RangeInclusive;

/// The stones that a mill may remove.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Removable {
    /// Those outside mills; any where all stand in mills.
    LooseFirst,
    /// Any.
    Any,
    /// Those outside mills, and none where all stand in mills.
    Loose,
}

/// A rule set without its options, by its place among [`RuleSet::ALL`]. A byte: every position has its rule set with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Base {
    Zhiqi,
    Morris9,
    Lasker,
    Morris12,
    Chengsan,
    Morris6,
    Morris3,
}

/// What no option changes, and the rule of flying that one may change.
struct Traits {
    name: &'static str,
    stones: u8,
    points: Points,
    spokes: Points,
    flying: u8,
    slides_early: bool,
    closes_points: bool,
    mill_wins: bool,
}

const MORRIS9: Traits = Traits {
    name: "morris9",
    stones: 9,
    points: ALL,
    spokes: SPOKES,
    flying: 3,
    slides_early: false,
    closes_points: false,
    mill_wins: false,
};

static TRAITS: [Traits; 7] = [
    Traits { name: "zhiqi", stones: 12, spokes: SPOKES_AND_DIAGONALS, flying: 0, ..MORRIS9 },
    MORRIS9,
    Traits { name: "lasker", stones: 10, slides_early: true, ..MORRIS9 },
    Traits { name: "morris12", stones: 12, spokes: SPOKES_AND_DIAGONALS, ..MORRIS9 },
    Traits { name: "chengsan", closes_points: true, flying: 0, ..MORRIS9 },
    Traits { name: "morris6", stones: 6, points: TWO_SQUARES, flying: 0, ..MORRIS9 },
    Traits { name: "morris3", stones: 3, points: NINE_POINTS, spokes: CENTRE, flying: 0, mill_wins: true, ..MORRIS9 },
];

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    base: Base,
    flying: u8,
    draw: u8,
    removable: Removable,
    multiple: bool,
    /// [`RuleSet::options_key`], which searches ask for at each node.
    options: u16,
}

/// What an option is written as: a word, some of them with a number behind it.
const OPTIONS: &str = "fly0 fly3 fly4 draw10 to draw200 multiple any loose";

impl RuleSet {
    /// Placing only; carry, clamp and three in a row (直棋).
    pub const ZHIQI: Self = Self::plain(Base::Zhiqi);
    /// Nine Men's Morris.
    pub const MORRIS9: Self = Self::plain(Base::Morris9);
    /// Lasker's Morris: ten stones, sliding from the first move.
    pub const LASKER: Self = Self::plain(Base::Lasker);
    /// Twelve Men's Morris: twelve stones on the board with diagonals.
    pub const MORRIS12: Self = Self::plain(Base::Morris12);
    /// Nine stones and no flying (成三棋).
    pub const CHENGSAN: Self = Self::plain(Base::Chengsan);
    /// Six Men's Morris: six stones on two squares, no flying.
    pub const MORRIS6: Self = Self::plain(Base::Morris6);
    /// Three Men's Morris: three stones on nine points, no flying; the first mill wins.
    pub const MORRIS3: Self = Self::plain(Base::Morris3);

    /// Every rule set that has a name of its own, the default first.
    pub const ALL: [Self; 7] =
        [Self::ZHIQI, Self::MORRIS9, Self::LASKER, Self::MORRIS12, Self::CHENGSAN, Self::MORRIS6, Self::MORRIS3];

    /// Where stones move, a side with fewer stones than this left, on the board and in hand, has lost.
    pub const FEWEST_STONES: u8 = 3;

    /// The plies without a removal that an option may set.
    pub const DRAWS: RangeInclusive<u8> = 10..=200;

    /// The numbers of stones with which a side may fly by an option; 0 where none ever flies.
    pub const FLYING: [u8; 3] = [0, 3, 4];

    const fn plain(base: Base) -> Self {
        let flying = TRAITS[base as usize].flying;
        Self { base, flying, draw: QUIET_PLIES, removable: Removable::LooseFirst, multiple: false, options: 0 }
    }

    const fn traits(self) -> &'static Traits {
        &TRAITS[self.base as usize]
    }

    /// True for [`RuleSet::ZHIQI`], which has no options: searches ask often, and one byte tells.
    pub const fn is_zhiqi(self) -> bool {
        matches!(self.base, Base::Zhiqi)
    }

    /// The name that users know the rule set by, without its options.
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// The rule set of this name, which may have options, as [`fmt::Display`] writes it; the default one for a name that no rule
    /// set has.
    pub fn named(name: &str) -> Self {
        let (base, options) = name.split_once('+').map_or((name, None), |(base, options)| (base, Some(options)));
        let base = Self::ALL.into_iter().find(|rule_set| rule_set.name() == base).unwrap_or(Self::ALL[0]);
        options.and_then(|options| base.with_options(options).ok()).unwrap_or(base)
    }

    /// The rule set with options, a `+` between them: `fly4+draw50`.
    ///
    /// # Errors
    /// What is wrong with the options, in one line for a person.
    pub fn with_options(self, options: &str) -> Result<Self, String> {
        if self == Self::ZHIQI {
            return Err("zhiqi has no options: its stones never move".to_owned());
        }
        let mut seen = Vec::new();
        options.to_ascii_lowercase().split('+').try_fold(self, |rule_set, option| {
            let (word, number) = option.split_at(option.find(|c: char| c.is_ascii_digit()).unwrap_or(option.len()));
            let kind = if word == "any" { "loose" } else { word };
            if seen.iter().any(|seen| seen == kind) {
                return Err(format!("{option} says again what an option before it says"));
            }
            seen.push(kind.to_owned());
            rule_set.with_option(word, number)
        })
    }

    fn with_option(self, word: &str, number: &str) -> Result<Self, String> {
        if self.mill_wins() && matches!(word, "multiple" | "any" | "loose") {
            return Err(format!("{} has no option {word}{number}: no stone is removed", self.name()));
        }
        match (word, number.parse().ok()) {
            ("fly", Some(stones)) => self.with_flying(stones),
            ("draw", Some(plies)) => self.with_draw(plies),
            ("multiple", None) if number.is_empty() => Some(self.with_multiple()),
            ("any", None) if number.is_empty() => Some(self.with_removable(Removable::Any)),
            ("loose", None) if number.is_empty() => Some(self.with_removable(Removable::Loose)),
            _ => None,
        }
        .ok_or_else(|| format!("{} has no option {word}{number}; known: {OPTIONS}", self.name()))
    }

    /// The rule set in which a side with this many stones left flies; `None` for a number that is not of [`RuleSet::FLYING`].
    pub fn with_flying(self, flying: u8) -> Option<Self> {
        Self::FLYING.contains(&flying).then_some(Self { flying, ..self }.keyed())
    }

    /// The rule set in which so many plies without a removal draw; `None` for a number that is not of [`RuleSet::DRAWS`].
    pub fn with_draw(self, draw: u8) -> Option<Self> {
        Self::DRAWS.contains(&draw).then_some(Self { draw, ..self }.keyed())
    }

    /// The rule set in which every mill that a turn closes removes a stone.
    #[must_use]
    pub const fn with_multiple(self) -> Self {
        Self { multiple: true, ..self }.keyed()
    }

    /// The rule set in which a mill may remove these stones.
    #[must_use]
    pub const fn with_removable(self, removable: Removable) -> Self {
        Self { removable, ..self }.keyed()
    }

    /// The rule set without its options.
    #[must_use]
    pub const fn without_options(self) -> Self {
        Self::plain(self.base)
    }

    /// The number of stones of each side.
    pub const fn stones(self) -> u8 {
        self.traits().stones
    }

    /// The points of the board.
    pub const fn points(self) -> Points {
        self.traits().points
    }

    /// The points that have lines from ring to ring, or the centre, as [`super::board::completing`] takes them.
    pub const fn spokes(self) -> Points {
        self.traits().spokes
    }

    /// True where the board has diagonals.
    pub const fn has_diagonals(self) -> bool {
        self.spokes() & CORNERS != 0 || self.mill_wins()
    }

    /// True where stones move and a mill wins the game: none is removed.
    pub const fn mill_wins(self) -> bool {
        self.traits().mill_wins
    }

    /// A side with so many stones left or fewer, none of them in hand, moves them to any point; 0 where none does.
    pub const fn flying(self) -> u8 {
        self.flying
    }

    /// The plies without a removal after which a game in which stones move is drawn.
    pub const fn draw(self) -> u8 {
        self.draw
    }

    /// The stones that a mill may remove.
    pub const fn removable(self) -> Removable {
        self.removable
    }

    /// True where every mill that a turn closes removes a stone; otherwise a turn removes one.
    pub const fn multiple(self) -> bool {
        self.multiple
    }

    /// True where a point whose stone is removed while stones are still in hand stays closed until all are placed.
    pub const fn closes_points(self) -> bool {
        self.traits().closes_points
    }

    /// True where stones move and a turn only places while there are stones in hand, on any empty point: a position of the
    /// placing phase is then no more than the stones on the board and in hand.
    pub fn only_places_first(self) -> bool {
        !self.is_zhiqi() && !self.closes_points() && !self.slides_early()
    }

    /// True where a side may slide while it still has stones in hand.
    pub const fn slides_early(self) -> bool {
        self.traits().slides_early
    }

    /// The place among [`RuleSet::ALL`] of the rule set without its options, for keys of positions: 3 bits.
    pub const fn number(self) -> u64 {
        self.base as u64
    }

    /// What options make of the rule set, for keys of positions, 14 bits: 0 without options.
    pub const fn options_key(self) -> u64 {
        self.options as u64
    }

    /// The rule set with the key of its options.
    const fn keyed(self) -> Self {
        let base = self.without_options();
        let removed = (self.removable as u16) << 1 | self.multiple as u16;
        let options = (removed << 3 | (self.flying ^ base.flying) as u16) << 8 | (self.draw ^ base.draw) as u16;
        Self { options, ..self }
    }
}

impl fmt::Display for RuleSet {
    /// The name with the options that make a difference, in one order: `morris9+fly4+draw50+multiple+any`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self.without_options();
        f.write_str(base.name())?;
        if self.flying != base.flying {
            write!(f, "+fly{}", self.flying)?;
        }
        if self.draw != base.draw {
            write!(f, "+draw{}", self.draw)?;
        }
        if self.multiple {
            f.write_str("+multiple")?;
        }
        f.write_str(match self.removable {
            Removable::LooseFirst => "",
            Removable::Any => "+any",
            Removable::Loose => "+loose",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (text, written) in [
            ("morris9+draw50+FLY4", "morris9+fly4+draw50"),
            ("morris9+fly3+draw100", "morris9"),
            ("chengsan+loose+multiple+draw200+fly3", "chengsan+fly3+draw200+multiple+loose"),
            ("lasker+fly0+any+draw10", "lasker+fly0+draw10+any"),
        ] {
            let rule_set = RuleSet::named(text);
            assert_eq!(rule_set.to_string(), written);
            assert_eq!(RuleSet::named(written), rule_set);
        }
    }

    #[test]
    fn wrong_options_are_told() {
        let error = |options| RuleSet::MORRIS9.with_options(options).unwrap_err();
        for option in ["fly", "fly5", "fly3x", "draw9", "draw201", "draw256", "multiple2", "flies", ""] {
            assert_eq!(error(option), format!("morris9 has no option {option}; known: {OPTIONS}"));
        }
        assert_eq!(error("any+loose"), "loose says again what an option before it says");
        assert_eq!(error("fly3+draw50+fly4"), "fly4 says again what an option before it says");
        assert!(RuleSet::ZHIQI.with_options("fly3").is_err());
        let error = RuleSet::MORRIS3.with_options("fly3+loose").unwrap_err();
        assert_eq!(error, "morris3 has no option loose: no stone is removed");
    }

    #[test]
    fn options_have_keys_of_their_own() {
        let all = ["fly0", "fly4", "draw99", "draw101", "multiple", "any", "loose", "multiple+any", "fly4+draw99"];
        let keys = all.map(|options| RuleSet::MORRIS9.with_options(options).unwrap().options_key());
        assert_eq!(HashSet::from(keys).len(), all.len());
        for (number, rule_set) in RuleSet::ALL.into_iter().enumerate() {
            assert_eq!((rule_set.number(), rule_set.options_key()), (number as u64, 0));
        }
    }
}
