//! Progress bars on standard error; indicatif shows them on a terminal only.

use crate::progress::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// The style of work whose total is known.
const REMAINING: &str = "{bar:24} {pos}/{len} {eta} left  {wide_msg}";

/// A bar in a style of indicatif's, at 0 of `total`.
pub fn styled(template: &str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A bar with the time that is left; its total comes with the work.
pub fn bar() -> ProgressBar {
    styled(REMAINING, 0)
}

/// Counts what is read, whose total is not known.
#[cfg(feature = "arena")]
pub fn counter() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

impl Progress for ProgressBar {
    fn begin(&self, what: &str, total: Option<u64>) {
        self.reset();
        if let Some(total) = total {
            self.set_length(total);
        }
        self.set_message(what.to_owned());
    }

    fn extend(&self, by: u64) {
        self.inc_length(by);
    }

    fn advance(&self, by: u64) {
        self.inc(by);
    }

    fn suspend(&self, print: &mut dyn FnMut()) {
        Self::suspend(self, print);
    }

    fn end(&self) {
        self.finish_and_clear();
    }
}
