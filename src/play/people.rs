//! Which sides people play.

use tengen_core::game::Color;

/// Which sides people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum People {
    /// One side.
    One(Color),
    /// Both.
    Both,
    /// Neither: the engine plays against itself.
    None,
}

impl People {
    /// All, with the names that the command line has for them.
    pub const ALL: [(&str, Self); 4] = [
        (Color::Black.name(), Self::One(Color::Black)),
        (Color::White.name(), Self::One(Color::White)),
        ("both", Self::Both),
        ("none", Self::None),
    ];

    /// Whether a person plays this side.
    pub fn play(self, color: Color) -> bool {
        matches!(self, Self::Both) || self == Self::One(color)
    }

    /// The next of [`People::ALL`].
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(_, people)| *people == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()].1
    }
}
