//! The programs that make the [`weights`](super::weights) of the evaluation: `tengen train`.
//!
//! Self-play makes games whose positions have the values of searches (`play`), and games become weights (`fit`). How the
//! weights in the program were made stands in `README.md` beside this file.

mod fit;
mod newton;
mod options;
mod order;
mod play;
mod record;
mod sample;

pub use options::GomokuTrainStep;

use crate::training::{TrainError, at, tool};
use clap::{CommandFactory as _, FromArgMatches as _};
use std::io;
use std::path::Path;
use tengen_core::progress::Progress;
use tengen_tools::Tool;

/// The training as a subcommand.
pub const TOOL: Tool = tool("Gomoku", GomokuTrainStep::command, |matches, context| {
    let step = GomokuTrainStep::from_arg_matches(matches)?;
    train(&step, context.progress, &mut |text| context.print(text))?;
    Ok(true)
});

/// Takes a step, on as many threads as the current pool has; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &GomokuTrainStep,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        GomokuTrainStep::Play(play) => say(&play::make(play, progress)?),
        GomokuTrainStep::Fit(fit) => fit::fit(fit, progress, &mut say),
        GomokuTrainStep::Check(check) => fit::check(check, progress, &mut say),
    }
}
