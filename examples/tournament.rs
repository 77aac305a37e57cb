//! A match between two engines that speak GTP, on balanced openings with colours swapped.
//!
//! `cargo run --release --example tournament "tengen --depth 4" "tengen --depth 2"`

use std::error::Error;
use std::path::Path;
use tengen_arena::plan::{Plan, Shard};
use tengen_arena::run::{Execution, Standing, run};
use tengen_arena::tournament::TournamentSettings;
use tengen_core::progress::NoProgress;
use tengen_core::search::Stop;
use tengen_games::GAMES;

/// So many games of Othello on 6x6, recorded in a file. `tengen` is the program that guards the engines, so that nothing is
/// left of them, whatever happens.
pub(crate) fn play(engines: [&str; 2], games: u32, tengen: &str, record: &Path) -> Result<Standing, Box<dyn Error>> {
    let settings = TournamentSettings { size: Some(6), games, balanced_random: 6, ..TournamentSettings::default() };
    let [first, second] = engines.map(str::parse);
    let plan: Plan = settings.plan(vec![first?, second?], GAMES, None, &NoProgress)?;
    let execution = Execution {
        record: record.to_owned(),
        concurrency: 1,
        shard: Shard::WHOLE,
        affinity: None,
        recover: false,
        guard: tengen.to_owned(),
    };
    Ok(run(&plan, &execution, &Stop::new(), &mut |_, _| ())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let engines: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = &engines[..] else { return Err("expected the commands of two engines".into()) };
    let standing = play([first, second], 10, "tengen", Path::new("tournament.jsonl"))?;
    for (name, results) in standing.tally.names.iter().zip(&standing.tally.engines) {
        println!("{name}: {} wins, {} draws, {} losses", results.wins, results.draws, results.losses);
    }
    Ok(())
}
