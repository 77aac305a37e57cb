//! What subcommands write: text on standard output, and progress bars on standard error; indicatif shows those on a terminal
//! only.

use super::error::CliError;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write as _};
use tengen_core::printable;
use tengen_core::progress::Progress;

/// Writes to standard output, whose reader may have enough of it.
pub(super) fn print(text: &[u8]) -> Result<(), CliError> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::io("cannot write the output")(error)),
        _ => Ok(()),
    }
}

/// The style of work whose total is known.
const REMAINING: &str = "{bar:24} {pos}/{len} {eta} left  {wide_msg}";

/// A bar in a style of indicatif's, at 0 of `total`.
pub fn styled(template: &str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar with the time that is left; its total comes with the work.
pub fn bar() -> Bar {
    Bar(styled(REMAINING, 0))
}

/// Counts what is read, whose total is not known.
pub fn counter() -> Bar {
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}");
    Bar(ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())))
}

/// A bar that work reports to.
pub struct Bar(pub ProgressBar);

impl Progress for Bar {
    fn begin(&self, what: &str, total: Option<u64>) {
        self.0.reset();
        if let Some(total) = total {
            self.0.set_length(total);
        }
        self.0.set_message(printable::line(what));
    }

    fn extend(&self, by: u64) {
        self.0.inc_length(by);
    }

    fn advance(&self, by: u64) {
        self.0.inc(by);
    }

    fn suspend(&self, print: &mut dyn FnMut()) {
        self.0.suspend(print);
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}
