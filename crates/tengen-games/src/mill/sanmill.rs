//! Rule sets and moves in the terms of Sanmill's protocol: options that name rule sets, moves in tokens; names in its files. The arena sends the
//! options to an engine, and the server receives them from a client.

use super::board::ALL;
use super::rule_set::{Removable, RuleSet};
use std::ops::RangeInclusive;

/// The options by which rule sets differ. A mill's removal while placing (`4`) only marks the stone, and its point stays closed
/// until all stones are placed; a game of which one side has three stones left is drawn by the smaller of the last two numbers.
const OPTIONS: [&str; 10] = [
    "PiecesCount",
    "HasDiagonalLines",
    "MayMoveInPlacingPhase",
    "MillFormationActionInPlacingPhase",
    "MayFly",
    "FlyPieceCount",
    "MayRemoveMultiple",
    "MayRemoveFromMillsAlways",
    "NMoveRule",
    "EndgameNMoveRule",
];

/// How many of [`OPTIONS`] tell the rule sets without options apart, but for flying.
const BOARD_AND_PLACING: usize = 4;

/// The options that have the same value in all rule sets, with their values.
const SHARED: [(&str, &str); 7] = [
    ("PiecesAtLeastCount", "3"),
    ("IsDefenderMoveFirst", "false"),
    ("RestrictRepeatedMillsFormation", "false"),
    ("OneTimeUseMill", "false"),
    ("BoardFullAction", "0"),
    ("StalemateAction", "0"),
    ("ThreefoldRepetitionRule", "true"),
];

/// The values of [`OPTIONS`] of a rule set; `None` where they cannot name it.
fn values(rule_set: RuleSet) -> Option<[String; OPTIONS.len()]> {
    let nameable = !rule_set.is_zhiqi() && rule_set.points() == ALL && rule_set.removable() != Removable::Loose;
    let flying = rule_set.flying();
    nameable.then(|| {
        [
            rule_set.stones().to_string(),
            rule_set.has_diagonals().to_string(),
            rule_set.slides_early().to_string(),
            if rule_set.closes_points() { "4" } else { "0" }.to_owned(),
            (flying > 0).to_string(),
            if flying > 0 { flying } else { RuleSet::MORRIS9.flying() }.to_string(),
            rule_set.multiple().to_string(),
            (rule_set.removable() == Removable::Any).to_string(),
            rule_set.draw().to_string(),
            rule_set.draw().to_string(),
        ]
    })
}

/// The rule set of a variant that Sanmill's files name, where it has no such name here.
pub fn recorded(variant: &str) -> Option<&'static str> {
    match variant {
        "Lasker Morris" => Some(RuleSet::LASKER.name()),
        "Morabaraba" => Some("morris12+multiple"),
        _ => None,
    }
}

/// The options that tell an engine of a rule set, with their values; `None` where they cannot name it.
pub fn options(rule: &str) -> Option<Vec<(&'static str, String)>> {
    values(RuleSet::named(rule)).map(|values| OPTIONS.into_iter().zip(values).collect())
}

/// What values an option of the rules takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A number.
    Spin(RangeInclusive<usize>),
}

/// The values of the options that a client has set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanmillRules {
    differing: [String; OPTIONS.len()],
    shared: [String; SHARED.len()],
}

impl SanmillRules {
    /// The options of a rule set; those of `morris9` where the protocol cannot name the rule set.
    pub fn of(rule: &str) -> Self {
        let known = values(RuleSet::named(rule)).or_else(|| values(RuleSet::MORRIS9));
        Self { differing: known.unwrap_or_default(), shared: SHARED.map(|(_, value)| value.to_owned()) }
    }

    /// Sets the value of an option; false where the option is none of the rules.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let place = |names: &[&str]| names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let value = value.to_ascii_lowercase();
        if let Some(place) = place(&OPTIONS) {
            self.differing[place] = value;
        } else if let Some(place) = place(&SHARED.map(|(name, _)| name)) {
            self.shared[place] = value;
        } else {
            return false;
        }
        true
    }

    /// The name of the rule set that the options describe.
    ///
    /// # Errors
    /// Why the options describe no rule set.
    pub fn rule_set(&self) -> Result<String, String> {
        if let Some(((name, _), value)) = SHARED.iter().zip(&self.shared).find(|((_, ours), value)| ours != value) {
            return Err(format!("no rule set here has {name} {value}"));
        }
        let told = |places: std::ops::Range<usize>| {
            let told = places.map(|place| format!("{} {}", OPTIONS[place], self.differing[place]));
            format!("no rule set here has {}", told.collect::<Vec<_>>().join(", "))
        };
        let [.., may_fly, flying, multiple, any, draw, endgame] = &self.differing;
        let of_board = |rule_set: &RuleSet| {
            values(*rule_set).is_some_and(|values| values[..BOARD_AND_PLACING] == self.differing[..BOARD_AND_PLACING])
        };
        let board = RuleSet::ALL.into_iter().find(of_board).ok_or_else(|| told(0..BOARD_AND_PLACING))?;
        let flying = match may_fly.as_str() {
            "true" => flying.parse::<u8>().ok().filter(|&flying| flying > 0),
            "false" => Some(0),
            _ => None,
        };
        let rule_set = flying.and_then(|flying| board.with_flying(flying)).ok_or_else(|| told(4..6))?;
        let [multiple, any] =
            [(multiple, 6), (any, 7)].map(|(text, place)| text.parse().map_err(|_| told(place..place + 1)));
        let rule_set = if multiple? { rule_set.with_multiple() } else { rule_set };
        let rule_set = if any? { rule_set.with_removable(Removable::Any) } else { rule_set };
        let draw =
            draw.parse().ok().filter(|&draw: &u8| endgame.parse().is_ok_and(|endgame: u16| endgame >= draw.into()));
        let rule_set = draw.and_then(|draw| rule_set.with_draw(draw)).ok_or_else(|| told(8..10))?;
        Ok(rule_set.to_string())
    }

    /// Every option with its default.
    fn defaults() -> impl Iterator<Item = (&'static str, String)> {
        let Self { differing, shared } = Self::of(RuleSet::MORRIS9.name());
        OPTIONS.into_iter().chain(SHARED.map(|(name, _)| name)).zip(differing.into_iter().chain(shared))
    }

    /// The lines of the protocol that declare the options.
    pub fn declarations() -> Vec<String> {
        let line = |(name, value): (&str, String)| match kind_of(name, &value) {
            OptionKind::Check => format!("option name {name} type check default {value}"),
            OptionKind::Spin(range) => {
                format!("option name {name} type spin default {value} min {} max {}", range.start(), range.end())
            }
        };
        Self::defaults().map(line).collect()
    }

    /// What values an option takes; `None` where it is none of the rules.
    pub fn kind(name: &str) -> Option<OptionKind> {
        let (name, value) = Self::defaults().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(kind_of(name, &value))
    }
}

fn kind_of(name: &str, default: &str) -> OptionKind {
    let (least, most) = RuleSet::DRAWS.into_inner();
    match name {
        "PiecesCount" => OptionKind::Spin(9..=12),
        "MillFormationActionInPlacingPhase" => OptionKind::Spin(0..=4),
        "FlyPieceCount" => OptionKind::Spin(3..=4),
        "NMoveRule" | "EndgameNMoveRule" => OptionKind::Spin(least.into()..=most.into()),
        _ => default.parse().map_or(OptionKind::Check, |only| OptionKind::Spin(only..=only)),
    }
}

/// A whole move as the protocol's tokens: `D6-D5XC3` is `d6-d5` and `xc3`.
pub fn tokens(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let mut parts = text.split('x');
    let movement = parts.next().unwrap_or_default().to_owned();
    std::iter::once(movement).chain(parts.map(|point| format!("x{point}"))).collect()
}

/// What is yet to come of a whole move after what was told of it: the placement or slide, then the removals in any order. `None`
/// where the move does not go on like that.
pub fn rest<'a>(whole: &'a str, begun: &str) -> Option<Vec<&'a str>> {
    let mut parts: Vec<&str> = whole.split('X').collect();
    if begun.is_empty() {
        return Some(parts);
    }
    let mut told = begun.split('X');
    if told.next() != Some(parts.remove(0)) {
        return None;
    }
    for removal in told {
        parts.remove(parts.iter().position(|part| *part == removal)?);
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_rule_sets() {
        for rule in [
            "morris9",
            "lasker",
            "morris12",
            "chengsan",
            "morris12+multiple",
            "morris9+fly4+draw50+any",
            "lasker+fly0+draw200",
            "chengsan+fly3+multiple",
        ] {
            let mut rules = SanmillRules::of("morris9");
            for (name, value) in options(rule).unwrap() {
                assert!(rules.set(&name.to_lowercase(), &value.to_uppercase()));
            }
            assert_eq!(rules.rule_set().as_deref(), Ok(rule));
            assert_eq!(rules, SanmillRules::of(rule));
        }
        assert_eq!(options("morris9+loose"), None);
        assert_eq!(options("zhiqi"), None);
        assert_eq!(options("morris6"), None);
    }

    /// Morabaraba as `src/rule.cpp` of Sanmill has it.
    #[test]
    fn morabaraba_removes_a_stone_for_each_mill() {
        let morabaraba = [("PiecesCount", "12"), ("HasDiagonalLines", "true"), ("MayRemoveMultiple", "true")];
        let mut rules = SanmillRules::of("zhiqi");
        assert!(morabaraba.into_iter().all(|(name, value)| rules.set(name, value)));
        assert_eq!(rules.rule_set().as_deref(), Ok("morris12+multiple"));
        assert!(rules.set("NMoveRule", "60"));
        assert_eq!(rules.rule_set().as_deref(), Ok("morris12+draw60+multiple"), "the smaller number counts");
        assert!(rules.set("MayFly", "false") && rules.set("FlyPieceCount", "4"));
        assert_eq!(rules.rule_set().as_deref(), Ok("morris12+fly0+draw60+multiple"));
    }

    #[test]
    fn other_rules_are_refused() {
        let mut rules = SanmillRules::of("lasker");
        assert!(rules.set("PiecesCount", "11"));
        let error = "no rule set here has PiecesCount 11, HasDiagonalLines false, MayMoveInPlacingPhase true, \
                     MillFormationActionInPlacingPhase 0";
        assert_eq!(rules.rule_set(), Err(error.to_owned()));
        assert!(!rules.set("SkillLevel", "30"));
        for (name, value, told) in [
            ("NMoveRule", "9", "NMoveRule 9, EndgameNMoveRule 100"),
            ("EndgameNMoveRule", "50", "NMoveRule 100, EndgameNMoveRule 50"),
            ("FlyPieceCount", "5", "MayFly true, FlyPieceCount 5"),
            ("FlyPieceCount", "0", "MayFly true, FlyPieceCount 0"),
            ("MayRemoveMultiple", "2", "MayRemoveMultiple 2"),
            ("OneTimeUseMill", "true", "OneTimeUseMill true"),
        ] {
            let mut rules = SanmillRules::of("morris9");
            assert!(rules.set(name, value));
            assert_eq!(rules.rule_set(), Err(format!("no rule set here has {told}")));
        }
    }

    #[test]
    fn removals_come_in_any_order() {
        assert_eq!(rest("D6-D5XA1XC3", ""), Some(vec!["D6-D5", "A1", "C3"]));
        assert_eq!(rest("D6-D5XA1XC3", "D6-D5"), Some(vec!["A1", "C3"]));
        assert_eq!(rest("D6-D5XA1XC3", "D6-D5XC3"), Some(vec!["A1"]));
        assert_eq!(rest("D6-D5XA1XC3", "D6-D5XC3XA1"), Some(vec![]));
        for begun in ["A1", "D6", "D6-D5XC4", "D6-D5XA1XA1", "A1XD6-D5", "D6-D5X", "XA1"] {
            assert_eq!(rest("D6-D5XA1XC3", begun), None, "{begun}");
        }
    }
}
