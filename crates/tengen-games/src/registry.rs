//! The registry: every game of this package, as sessions are opened by name.

use tengen_core::playable::Visit;
use tengen_session::{GameEntry, Games};
#[cfg(all(feature = "tools", not(target_family = "wasm")))]
use tengen_tools::Tool;

/// The games, one on each line: its feature, its type, the type of its large boards where they have one of their own, what its
/// entry has beyond these, and its tools.
macro_rules! games {
    ($($feature:literal: $game:ty $(, $large:ty)? $(=> $with:ident($value:expr))* $(; $tools:path)?;)*) => {
        /// Every game; the first is the default.
        pub static GAMES: Games = Games(&[$(
            #[cfg(feature = $feature)]
            GameEntry::of::<$game>()$(.and::<$large>())?$(.$with($value))*,
        )*]);

        /// The tools that every game offers on the command line beside play.
        #[cfg(all(feature = "tools", not(target_family = "wasm")))]
        pub static TOOLS: &[&[Tool]] = &[$($(
            #[cfg(feature = $feature)]
            $tools,
        )?)*];

        /// Calls a visitor with the types of all games, for what cannot be seen through a session, such as a test of the
        /// contract.
        pub fn visit(visitor: &mut impl Visit) {
            $(
                #[cfg(feature = $feature)]
                {
                    visitor.visit::<$game>();
                    $(visitor.visit::<$large>();)?
                }
            )*
        }
    };
}

games! {
    "othello": crate::othello::Othello, crate::othello::LargeOthello; crate::othello::TOOLS;
    "gomoku": crate::gomoku::Gomoku => certified_by(&crate::gomoku::tools::Certificates); crate::gomoku::tools::TOOLS;
    "mill": crate::mill::Mill; crate::mill::tools::TOOLS;
}
