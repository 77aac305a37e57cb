//! Rule sets and moves in the terms of Sanmill's protocol: options that tell rule sets apart, moves in tokens. The arena sends
//! the options to an engine, and the server receives them from a client.

use std::ops::RangeInclusive;

/// The options that differ between the rule sets. A mill's removal while placing (`4`) only marks the stone, and its point stays
/// closed until all stones are placed.
pub const OPTIONS: [&str; 5] =
    ["PiecesCount", "HasDiagonalLines", "MayMoveInPlacingPhase", "MayFly", "MillFormationActionInPlacingPhase"];

/// The value of each of [`OPTIONS`] under each rule set.
pub const RULES: [(&str, [&str; 5]); 4] = [
    ("morris9", ["9", "false", "false", "true", "0"]),
    ("lasker", ["10", "false", "true", "true", "0"]),
    ("morris12", ["12", "true", "false", "true", "0"]),
    ("chengsan", ["9", "false", "false", "false", "4"]),
];

/// The options that have the same value in all rule sets, with their values.
const SHARED: [(&str, &str); 12] = [
    ("FlyPieceCount", "3"),
    ("PiecesAtLeastCount", "3"),
    ("IsDefenderMoveFirst", "false"),
    ("MayRemoveMultiple", "false"),
    ("MayRemoveFromMillsAlways", "false"),
    ("RestrictRepeatedMillsFormation", "false"),
    ("OneTimeUseMill", "false"),
    ("BoardFullAction", "0"),
    ("StalemateAction", "0"),
    ("NMoveRule", "100"),
    ("EndgameNMoveRule", "100"),
    ("ThreefoldRepetitionRule", "true"),
];

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
    differing: [String; 5],
    shared: [String; SHARED.len()],
}

impl SanmillRules {
    /// The options of a rule set; those of `morris9` where the protocol cannot name the rule set.
    pub fn of(rule: &str) -> Self {
        let known = RULES.iter().find(|(name, _)| *name == rule).unwrap_or(&RULES[0]);
        Self { differing: known.1.map(str::to_owned), shared: SHARED.map(|(_, value)| value.to_owned()) }
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

    /// The rule set that the options describe.
    ///
    /// # Errors
    /// Why the options describe no rule set.
    pub fn rule_set(&self) -> Result<&'static str, String> {
        if let Some(((name, _), value)) = SHARED.iter().zip(&self.shared).find(|((_, ours), value)| ours != value) {
            return Err(format!("no rule set here has {name} {value}"));
        }
        let known = RULES.iter().find(|(_, values)| values.iter().eq(&self.differing));
        known.map(|(rule, _)| *rule).ok_or_else(|| {
            let told: Vec<_> =
                OPTIONS.iter().zip(&self.differing).map(|(name, value)| format!("{name} {value}")).collect();
            format!("no rule set here has {}", told.join(", "))
        })
    }

    /// `PiecesCount`.
    pub fn pieces(&self) -> &str {
        &self.differing[0]
    }

    /// The lines of the protocol that declare the options.
    pub fn declarations() -> Vec<String> {
        let line = |(name, value)| match kind_of(name, value) {
            OptionKind::Check => format!("option name {name} type check default {value}"),
            OptionKind::Spin(range) => {
                format!("option name {name} type spin default {value} min {} max {}", range.start(), range.end())
            }
        };
        defaults().map(line).collect()
    }

    /// What values an option takes; `None` where it is none of the rules.
    pub fn kind(name: &str) -> Option<OptionKind> {
        let (name, value) = defaults().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(kind_of(name, value))
    }
}

/// Every option with its default.
fn defaults() -> impl Iterator<Item = (&'static str, &'static str)> {
    OPTIONS.into_iter().zip(RULES[0].1).chain(SHARED)
}

fn kind_of(name: &str, default: &str) -> OptionKind {
    match name {
        "PiecesCount" => OptionKind::Spin(9..=12),
        "MillFormationActionInPlacingPhase" => OptionKind::Spin(0..=4),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_rule_sets() {
        for (rule, values) in RULES {
            let mut rules = SanmillRules::of("morris9");
            for (name, value) in OPTIONS.into_iter().zip(values) {
                assert!(rules.set(&name.to_lowercase(), &value.to_uppercase()));
            }
            assert_eq!(rules.rule_set(), Ok(rule));
            assert_eq!(rules, SanmillRules::of(rule));
        }
    }

    #[test]
    fn other_rules_are_refused() {
        let mut rules = SanmillRules::of("lasker");
        assert!(rules.set("PiecesCount", "11"));
        let error = "no rule set here has PiecesCount 11, HasDiagonalLines false, MayMoveInPlacingPhase true, MayFly true, \
                     MillFormationActionInPlacingPhase 0";
        assert_eq!(rules.rule_set(), Err(error.to_owned()));
        let mut rules = SanmillRules::of("zhiqi");
        assert!(rules.set("NMoveRule", "50") && !rules.set("SkillLevel", "30"));
        assert_eq!(rules.rule_set(), Err("no rule set here has NMoveRule 50".to_owned()));
    }
}
