//! The programs that make the weights of [`patterns`](super::patterns): `tengen train`.
//!
//! Games become sets of labelled positions (`set`), and sets become weights (`fit`). How the weights in the program
//! were made stands in `README.md` beside this file.

mod equations;
mod fit;
mod journal;
mod label;
mod options;
mod probcut;
mod record;
mod set;
mod visited;

pub use options::OthelloTrainStep;

use crate::training::{TrainError, at, tool};
use clap::{CommandFactory as _, FromArgMatches as _};
use std::io;
use std::path::Path;
use tengen_core::progress::Progress;
use tengen_tools::Tool;

/// The training as a subcommand.
pub const TOOL: Tool = tool("Othello", OthelloTrainStep::command, |matches, context| {
    let step = OthelloTrainStep::from_arg_matches(matches)?;
    train(&step, context.progress, &mut |text| context.print(text))?;
    Ok(true)
});

/// Takes a step, on the threads of the current pool; `say` is called with each line of what it has found.
///
/// # Errors
/// [`TrainError`], whose text is for the user.
pub fn train(
    step: &OthelloTrainStep,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), TrainError> {
    let mut say = |text: &str| say(text).map_err(at(Path::new("standard output")));
    match step {
        OthelloTrainStep::Label(labels) => say(&set::make(labels, progress)?),
        OthelloTrainStep::Fit(fit) => fit::fit(fit, progress, &mut say),
        OthelloTrainStep::Check(check) => fit::check(check, progress, &mut say),
        OthelloTrainStep::ProbCut(probcut) => probcut::measure(probcut, progress, &mut say),
    }
}
