//! The arena's subcommands about one engine: `tengen check`, and the hidden `tengen guard`, by which the arena starts engines.

use crate::cli::options::Options;
use clap::Args;
use std::io;
use std::process::ExitCode;
use std::time::Duration;
use tengen_arena::check::{CheckError, CheckSettings, check};
#[cfg(target_os = "linux")]
use tengen_arena::guard::{self, Orders};
use tengen_arena::spec::EngineSpec;
use tengen_tools::arguments::whole;

/// The program itself, which guards engines on Linux, even if its file is replaced meanwhile.
pub const PROGRAM: &str = "/proc/self/exe";

/// Which engine is to be checked.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The engine as one quoted argument: settings such as dir=FOLDER, then its program and arguments
    #[arg(value_name = "COMMAND")]
    engine: EngineSpec,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Seconds to wait for each response, moves included
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole(1..=3600_u64))]
    patience: u64,
}

impl CheckArgs {
    /// Checks whether the engine keeps to GTP; the exit status says whether it passes.
    ///
    /// # Errors
    /// [`CheckError`], whose text is for the user.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CheckError> {
        let settings = CheckSettings {
            games: options.games,
            engine: &self.engine,
            patience: Duration::from_secs(self.patience),
            game: options.game.as_deref(),
            rule: options.rule.as_deref(),
            size: options.size,
            json: self.json,
        };
        match check(&settings, PROGRAM, &mut io::stdout().lock()) {
            // Who reads no further knows enough.
            Err(CheckError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
            passed => Ok(if passed? { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        }
    }
}

/// What a guard is told: [`Orders::arguments`] behind the name of the subcommand.
#[cfg(target_os = "linux")]
#[derive(Args, Clone, Debug)]
pub struct GuardArgs {
    /// The arena's process id
    #[arg(long)]
    arena: i32,
    /// CPU time of the engine's process, in seconds
    #[arg(long)]
    cpu: Option<u64>,
    /// Address space of the engine's process, in MiB
    #[arg(long)]
    memory: Option<u64>,
    /// A core that the engine may run on
    #[arg(long)]
    core: Vec<usize>,
    /// The engine's program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

#[cfg(target_os = "linux")]
impl GuardArgs {
    /// Runs the engine; its exit status.
    pub fn run(&self) -> ExitCode {
        guard::run(&self.orders())
    }

    fn orders(&self) -> Orders {
        let Self { arena, cpu, memory, core, command } = self.clone();
        Orders { arena, cpu, memory, cores: core, command }
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches as _;

    #[test]
    fn orders_are_understood() {
        let command = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for orders in [
            Orders { arena: 1, cpu: None, memory: None, cores: Vec::new(), command: command(&["true"]) },
            Orders {
                arena: i32::MAX,
                cpu: Some(60),
                memory: Some(512),
                cores: vec![3, 0],
                command: command(&["a b", "--cpu=1", "--", "", "-x"]),
            },
        ] {
            let words = std::iter::once("tengen".to_owned()).chain(orders.arguments());
            let matches = crate::cli::command().try_get_matches_from(words).unwrap();
            let (name, matches) = matches.subcommand().unwrap();
            assert_eq!((name, GuardArgs::from_arg_matches(matches).unwrap().orders()), (guard::SUBCOMMAND, orders));
        }
    }
}
