//! Clocks.

use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use tengen_session::clock::{Clocks, TimeSystem};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN BYO_YOMI_TIME BYO_YOMI_STONES",
        "the clock of both sides, in seconds",
        settings,
    ),
    Command::new("time_left", "COLOR SECONDS STONES", "what a side has left; 0 stones: main time", left),
    Command::new("kata-time_settings", "KIND SECONDS ...", "the clock of both sides, of any kind", kata_settings),
    Command::new("kata-list_time_settings", "", "the kinds of clock, separated by spaces", kinds),
    Command::new(
        "kgs-time_settings",
        "KIND SECONDS ...",
        "kata-time_settings by the name that KGS has for it",
        kata_settings,
    ),
];

fn seconds(word: &str) -> Result<f64, CommandError> {
    parse::real(word, "a number of seconds")
}

fn settings(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [main, period, stones] = args.exactly()?;
    let stones = parse::real(stones, "a number of stones")?;
    let system = TimeSystem::canadian(seconds(main)?, seconds(period)?, stones)?;
    *context.state.host.clocks_mut() = Clocks::new(system);
    Ok(String::new())
}

fn left(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [color, time, stones] = args.exactly()?;
    let color = parse::color(color)?;
    let stones = parse::real(stones, "a number of stones")?;
    context.state.host.clocks_mut().time_left(color, seconds(time)?, stones)?;
    Ok(String::new())
}

fn kata_settings(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [kind, numbers @ ..] = args.words() else {
        return Err(CommandError::syntax(format!(
            "expected a kind of clock: {}",
            TimeSystem::KINDS.map(|(kind, _)| kind).join(" ")
        )));
    };
    let numbers = numbers.iter().map(|word| seconds(word)).collect::<Result<Vec<_>, _>>()?;
    *context.state.host.clocks_mut() = Clocks::new(TimeSystem::of_kind(kind, &numbers)?);
    Ok(String::new())
}

fn kinds(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(TimeSystem::KINDS.map(|(kind, _)| kind).join(" "))
}
