//! Which letters of columns the games of a host have.

use tengen_core::game::Letters;
use tengen_core::playable::Info;

/// The letters of columns in all games of a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterSetting {
    /// The same in every game.
    Always(Letters),
    /// In each game those of its players.
    OfGame,
}

impl LetterSetting {
    /// All, the default first.
    pub const ALL: [Self; 3] = [Self::Always(Letters::Go), Self::Always(Letters::AToO), Self::OfGame];

    /// The name that `set_columns` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always(letters) => letters.name(),
            Self::OfGame => "game",
        }
    }

    /// The one of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.name().eq_ignore_ascii_case(name))
    }

    /// The letters of a game.
    pub const fn of(self, game: &Info) -> Letters {
        match self {
            Self::Always(letters) => letters,
            Self::OfGame => game.letters,
        }
    }
}

impl Default for LetterSetting {
    fn default() -> Self {
        Self::ALL[0]
    }
}
