//! The hidden subcommand `tengen guard`, which the arena starts engines by.

use clap::Args;
use std::process::ExitCode;
use tengen_arena::guard::{self, Orders};

/// What a guard is told: [`Orders::arguments`] behind the name of the subcommand.
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
