//! How to talk to an engine. A dialect turns what the arena wants (begin, this was played, your move) into lines of a
//! protocol, and knows the quirks of the engines that speak it.

mod contract;
mod egaroucid;
mod gomocup;
mod gtp;
mod mill_uci;

pub use contract::{Dialect, GameSetup, Identity, MoveRequest};

use super::spec::DialectName;
use gtp::{Clocks, Gtp, Quirks};

/// A speaker of a dialect.
pub fn speaker(dialect: DialectName) -> Box<dyn Dialect> {
    match dialect {
        DialectName::Gtp => Box::new(Gtp::by_name()),
        DialectName::GtpNoPasses => Box::new(Gtp::with(Quirks { no_passes: true, ..Quirks::default() })),
        DialectName::GtpNoClocks => Box::new(Gtp::with(Quirks { clocks: Clocks::None, ..Quirks::default() })),
        DialectName::Egaroucid => Box::<egaroucid::Egaroucid>::default(),
        DialectName::Gomocup => Box::<gomocup::Gomocup>::default(),
        DialectName::MillUci => Box::<mill_uci::MillUci>::default(),
    }
}
