//! How a run of games goes, on standard error.

use crate::arena::plan::Plan;
use crate::arena::record::GameRecord;
use crate::arena::report::figures;
use crate::arena::run::Standing;
use crate::arena::stats::Wdl;
use crate::cli::progress::bar;
use crate::printable::Printable;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

/// Shows how a run goes: a bar on a terminal, some plain lines otherwise.
pub struct Watcher<'a> {
    plan: &'a Plan,
    record: &'a Path,
    bar: ProgressBar,
    on_terminal: bool,
}

impl<'a> Watcher<'a> {
    /// A watcher of a plan whose games go to `record`.
    pub fn new(plan: &'a Plan, record: &'a Path) -> Self {
        Self { plan, record, bar: bar(), on_terminal: io::stderr().is_terminal() }
    }

    /// Shows where the run stands: at its beginning, then after each game.
    pub fn watch(&mut self, game: Option<&GameRecord>, standing: &Standing) {
        let text = self.running_score(standing);
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

    /// A match's score, or who leads a tournament.
    fn running_score(&self, standing: &Standing) -> String {
        let leader = |wdl: &Wdl| wdl.score().unwrap_or(0.0);
        let tally = &standing.tally;
        if let [pairs] = &tally.pairs[..] {
            let (first, _) = self.plan.pairings[0];
            let wdl = tally.engines[first];
            let elo = pairs.elo().map(|elo| format!(", Elo {}", figures::estimate(elo)));
            let sprt = tally.tests[0].map(|state| format!(", {}", figures::sprt(state)));
            let name = &self.plan.engines[first].name;
            let (elo, sprt) = (elo.unwrap_or_default(), sprt.unwrap_or_default());
            return format!("{name} {} of {}{elo}{sprt}", figures::points(wdl), wdl.games());
        }
        let best = tally.engines.iter().enumerate().max_by(|(_, a), (_, b)| leader(a).total_cmp(&leader(b)));
        best.filter(|(_, wdl)| wdl.games() > 0).map_or_else(String::new, |(index, wdl)| {
            format!("{} leads with {} of {}", self.plan.engines[index].name, figures::points(*wdl), wdl.games())
        })
    }
}
