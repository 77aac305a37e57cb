//! Players whose rating is given.

use std::str::FromStr;

/// A player whose rating is given, and to which the ratings of others refer.
#[derive(Clone, PartialEq, Debug)]
pub struct Anchor {
    /// The player's name.
    pub name: String,
    /// Its rating in Elo.
    pub elo: f64,
}

impl Anchor {
    /// The largest rating, and the smallest one with a minus.
    pub const MAX_ELO: f64 = 5000.0;
}

impl FromStr for Anchor {
    type Err = String;

    /// Reads `NAME:ELO`; the name may have colons.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once(':').and_then(|(name, elo)| Some((name, elo.trim().parse::<f64>().ok()?)));
        match parts {
            Some((name, elo)) if !name.is_empty() && elo.abs() <= Self::MAX_ELO => {
                Ok(Self { name: name.to_owned(), elo })
            }
            _ => Err(format!("expected NAME:ELO, with an Elo from -{0} to {0}, as in tengen:2000", Self::MAX_ELO)),
        }
    }
}
