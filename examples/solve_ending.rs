//! The exact value of an ending of Othello, and a line of best play.
//!
//! `cargo run --release --example solve_ending`

use tengen_core::search::{Goal, Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::{Host, Settings, lines};

/// Number 40 of Feinstein's tests of endgame programs: 20 squares are empty, Black is to move and wins by 38 discs.
pub(crate) const ENDING: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// The value in discs for the side to move, and the moves of both sides. No limits: the search ends when it is sure.
pub(crate) fn solve(position: &str) -> Result<(f64, Vec<String>), Box<dyn std::error::Error>> {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 64));
    host.set_game("othello")?;
    lines::set(host.engine_mut(), position)?;
    let (side, stop) = (host.engine().side_to_move(), Stop::new());
    let limits = Limits { goal: Goal::Value, ..Limits::default() };
    let report = host.think(side, &host.query(limits, &stop), &mut |_| ())?.report;
    let line = report.lines.first().ok_or("the game is over")?;
    Ok((host.engine().scale().bounded_points(line.score), report.texts(line)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (discs, line) = solve(ENDING)?;
    println!("{discs:+}  {}", line.join(" "));
    Ok(())
}
