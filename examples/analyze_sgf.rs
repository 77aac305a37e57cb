//! What the moves of an SGF file cost, by the engine's searches.
//!
//! `cargo run --release --example analyze_sgf FILE`

use std::error::Error;
use tengen::features::analyze::{Analysis, Judged};
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// Every move of the first game in a file, compared with the best one by searches of so many plies.
pub(crate) fn judge(sgf: &str, depth: u32) -> Result<Vec<Judged>, Box<dyn Error>> {
    let settings = Settings { depth: Some(depth), ..Settings::default() };
    let host = Host::new(GAMES, settings, Resources::new(1, 16));
    let game = host.games_of(sgf)?.next().ok_or("there is no game")?.game?;
    let mut analysis = Analysis::begin(&host, &game, 1)?;
    let (stop, mut moves) = (Stop::new(), Vec::new());
    while let Some(judged) = analysis.judge_next(&stop, &mut |_| ())? {
        moves.push(judged);
    }
    Ok(moves)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected an SGF file")?;
    for mv in judge(&std::fs::read_to_string(path)?, 10)? {
        let loss = mv.loss().map_or_else(|| "?".to_owned(), |loss| format!("{loss:.1}"));
        println!("{:3}. {:5} {:5}  best {:5}  loss {loss}", mv.number, mv.color, mv.played.mv, mv.best.mv);
    }
    Ok(())
}
