//! The plans of records, and whether records are of the same one.

use super::{Difference, EngineHeader, Header, PairGame};
use std::collections::BTreeSet;

/// The plans of a record, or of several: none of them holds another. A record has more than one where its run went on with
/// other engines, for example.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plans {
    headers: Vec<Header>,
}

/// What a plan has that another one lacks.
struct Lack {
    /// A game.
    game: String,
    /// Why the other plan cannot have it; `None` where it only does not.
    difference: Option<Difference>,
}

impl Plans {
    /// Takes in a plan of the same record.
    pub fn add(&mut self, plan: Header) {
        self.headers.retain(|known| plan.lacks(known).is_some());
        if self.headers.iter().all(|known| known.lacks(&plan).is_some()) {
            self.headers.push(plan);
        }
    }

    /// Takes in those of another record, where the one record or the other has no plan that the other lacks: a shard may have
    /// begun before the plan grew.
    ///
    /// # Errors
    /// What keeps them apart, with these plans as the first.
    pub fn join(&mut self, other: &Self) -> Result<(), Difference> {
        if self.headers.is_empty() {
            *self = other.clone();
            return Ok(());
        }
        match (self.lack(other), other.lack(self)) {
            (None, _) => Ok(()),
            (_, None) => {
                *self = other.clone();
                Ok(())
            }
            (Some(Lack { difference: Some(difference), .. }), _) => Err(difference),
            (Some(Lack { game: second, .. }), Some(Lack { game: first, .. })) => {
                Err(Difference::Games { first, second })
            }
        }
    }

    /// What there is in others that none of these plans holds.
    fn lack(&self, others: &Self) -> Option<Lack> {
        others.headers.iter().find_map(|plan| {
            let lacks = self.headers.iter().map(|known| known.lacks(plan)).collect::<Option<Vec<_>>>();
            lacks?.pop()
        })
    }

    /// Each plan.
    pub fn iter(&self) -> impl Iterator<Item = &Header> {
        self.headers.iter()
    }

    /// All of them as one; `None` of none.
    pub fn as_one(&self) -> Option<Header> {
        let mut one = None;
        self.headers.iter().cloned().for_each(|plan| Header::extend_known(&mut one, plan));
        one
    }

    /// The games of the plans, each once: the number of the opening, and the id.
    pub fn ids(&self) -> BTreeSet<(u32, String)> {
        self.headers.iter().flat_map(Header::ids).collect()
    }
}

impl Header {
    /// What another plan has that this one lacks, as the first of the two.
    fn lacks(&self, other: &Self) -> Option<Lack> {
        let missing = if other.rounds > self.rounds {
            other.pairings.first().map(|pairing| (pairing, self.rounds + 1))
        } else {
            other.pairings.iter().find(|pairing| !self.pairings.contains(pairing)).map(|pairing| (pairing, 1))
        };
        let difference = self.conditions_of(other).err();
        let game = missing.or_else(|| difference.as_ref().and(other.pairings.first()).map(|pairing| (pairing, 1)));
        game.map(|((first, second), opening)| Lack { game: PairGame::First.id(first, second, opening), difference })
    }

    /// Whether the games of another plan are played as those of this one.
    fn conditions_of(&self, other: &Self) -> Result<(), Difference> {
        self.agrees(other)?;
        if self.time != other.time {
            return Err(Difference::Time { first: self.time.clone(), second: other.time.clone() });
        }
        let differ = |first: &str, second: &str| !first.is_empty() && !second.is_empty() && first != second;
        if differ(&self.conditions, &other.conditions) {
            return Err(Difference::Conditions);
        }
        if self.sprt != other.sprt {
            let words = |sprt: &Option<String>| sprt.clone().unwrap_or_else(|| "none".to_owned());
            return Err(Difference::Sprt { first: words(&self.sprt), second: words(&other.sprt) });
        }
        let told =
            |engine: &EngineHeader| (engine.command.clone(), engine.dialect, engine.init.clone(), engine.time.clone());
        for engine in &other.engines {
            if let Some(known) = self.engines.iter().find(|known| known.name == engine.name) {
                if told(known) != told(engine) {
                    return Err(Difference::Engine { engine: engine.name.clone() });
                }
                known.is_same_build(engine)?;
            }
        }
        Ok(())
    }
}
