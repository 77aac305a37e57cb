//! `tengen play`: the board in the terminal.

use super::error::CliError;
use super::options::Options;
use crate::play::{self, People, Theme};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use std::io::{self, IsTerminal as _};

/// Who plays, and how the board is drawn.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The side that you play; `both` for two people, `none` to watch the engine play against itself
    #[arg(long, value_name = "SIDE", default_value = People::ALL[0].0, value_parser = people())]
    color: People,
    /// Draw the board in ASCII; so does a locale without UTF-8
    #[arg(long)]
    ascii: bool,
}

fn people() -> impl clap::builder::TypedValueParser<Value = People> {
    let known = |name: String| People::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, people)| people);
    PossibleValuesParser::new(People::ALL.map(|(name, _)| name))
        .try_map(move |name| known(name).ok_or("expected a side"))
}

impl PlayArgs {
    /// Plays until the person ends it.
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        if options.log.is_none() {
            // The log would be written over the board.
            log::set_max_level(log::LevelFilter::Off);
        }
        let mut host = options.host(None)?;
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(CliError::NoTerminal);
        }
        host.reserve()?;
        if options.seed.is_none() {
            host.settings_mut().seed = fastrand::u64(..);
        }
        let theme = Theme { unicode: !self.ascii && has_utf8(), colors: !is_set("NO_COLOR") && !is_dumb() };
        play::run(host, self.color, &theme).map_err(CliError::io("cannot go on"))
    }
}

/// True for a variable of the environment that is not empty.
fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether the locale has characters beyond ASCII. Windows has none of these variables.
fn has_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|variable| is_set(variable));
    let locale = locale.and_then(|variable| std::env::var(variable).ok()).unwrap_or_default().to_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
