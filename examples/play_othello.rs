//! A game of Othello: the engine has Black, White plays at random.
//!
//! `cargo run --release --example play_othello`

use tengen_core::game::Color;
use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{EngineError, Host, Settings};

/// Plays a game to its end, the engine by searches of so many plies; the board and the result.
pub(crate) fn play(depth: u32, seed: u64) -> Result<(String, String), EngineError> {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 16));
    host.set_game("othello")?;
    let (stop, mut random) = (Stop::new(), fastrand::Rng::with_seed(seed));
    while host.engine().outcome().is_none() {
        let side = host.engine().side_to_move();
        let mv = match side {
            Color::Black => host.think(side, &host.query(Limits::depth(depth), &stop), &mut |_| ())?.text(),
            Color::White => random.choice(host.engine().legal_texts()).unwrap_or_default(),
        };
        host.engine_mut().play_text(side, &mv)?;
    }
    Ok((host.engine().drawing(), host.engine().result_text().unwrap_or_default()))
}

fn main() -> Result<(), EngineError> {
    let (board, result) = play(6, 0)?;
    println!("{board}\n{result}");
    Ok(())
}
