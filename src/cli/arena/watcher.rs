//! How a run of games goes, on standard error.

use crate::cli::progress::bar;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use tengen_arena::record::GameRecord;
use tengen_arena::report::figures;
use tengen_arena::run::Standing;
use tengen_core::printable::Printable;

/// Shows how a run goes: a bar on a terminal, some plain lines otherwise.
pub struct Watcher<'a> {
    record: &'a Path,
    bar: ProgressBar,
    on_terminal: bool,
}

impl<'a> Watcher<'a> {
    /// A watcher of a run whose games go to `record`.
    pub fn new(record: &'a Path) -> Self {
        Self { record, bar: bar().0, on_terminal: io::stderr().is_terminal() }
    }

    /// Shows where the run stands: at its beginning, then after each game.
    pub fn watch(&mut self, game: Option<&GameRecord>, standing: &Standing) {
        let text = figures::running(&standing.tally);
        self.bar.set_length(standing.total as u64);
        self.bar.set_position(standing.done as u64);
        self.bar.set_message(text.clone());
        match game {
            None => {
                self.bar.reset_eta();
                self.begin(standing);
            }
            Some(game) => {
                if let Some(culprit) = game.culprit() {
                    let detail = if game.reason.detail.is_empty() { "" } else { ": " };
                    let about = game.reason.kind.about();
                    self.line(&format!("{}: {culprit} {about}{detail}{}", game.id, game.reason.detail));
                }
                // A hundred lines at most, however many games.
                let percent = |done: usize| done * 100 / standing.total.max(1);
                if !self.on_terminal
                    && (percent(standing.done) > percent(standing.done - 1) || standing.tally.decided())
                {
                    self.line(&format!("{}/{}  {text}", standing.done, standing.total));
                }
            }
        }
    }

    /// The run is over: nothing is shown any more.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn begin(&self, standing: &Standing) {
        let record = self.record.display();
        if standing.found > 0 {
            let found = figures::count(standing.found as u64, "game", "games");
            self.line(&format!("{record} has {found} of {} already; going on", standing.total));
        }
        if standing.foreign > 0 {
            let foreign = figures::count(standing.foreign as u64, "game", "games");
            self.line(&format!("{record} has {foreign} of other plans or shards; they are left there"));
        }
    }

    fn line(&self, text: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(Printable(io::stderr()), "{text}");
        });
    }
}
