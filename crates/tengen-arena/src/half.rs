//! The two games of a pair: one opening, with colours swapped.

/// One of the two games of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The pairing's first engine has Black.
    First,
    /// Colours swapped.
    Second,
}

impl Half {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The id of this game of a pair.
    pub fn id(self, first: &str, second: &str, opening: u32) -> String {
        format!("{first}/{second}/{opening}/{}", self as u8 + 1)
    }
}
