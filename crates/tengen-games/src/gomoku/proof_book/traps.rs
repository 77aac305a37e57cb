//! White's moves where it is lost by the book: they delay the win, and set traps for a Black who does not know the book.

use super::ProofBook;
use crate::gomoku::bits::Point;
use crate::gomoku::board::Gomoku;
use crate::gomoku::params as p;
use crate::gomoku::search::Board;
use crate::gomoku::search::moves::generate;
use crate::gomoku::search::node::HistoryTable;
use crate::gomoku::search::threats::Verdict;

/// White's move, and the most plies to Black's win: of the moves after which the win takes the longest, or up to `sooner` plies
/// less, the one after which Black is the likeliest to let it go. `board` has the position.
pub fn delay(book: &ProofBook<'_>, position: &Gomoku, board: &mut Board, sooner: u32) -> Option<(Point, u32)> {
    let moves: Vec<_> = book.wins_after(position).filter_map(|(mv, win)| Some((mv, win?))).collect();
    let longest = moves.iter().map(|(_, win)| win.plies).max()?;
    let late = moves.into_iter().filter(|(_, win)| win.plies + sooner >= longest);
    let hopes = late.map(|(mv, win)| {
        board.make(mv);
        let hope = hope(board, win.mv);
        board.unmake();
        (hope, mv, win.plies + 1)
    });
    let best = hopes.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.index().cmp(&a.1.index())));
    best.map(|(_, mv, plies)| (mv, plies))
}

/// White's chance against a Black who takes moves by chance, those of higher ordering scores more often; it has none after the book's
/// answer.
fn hope(board: &mut Board, answer: Point) -> f64 {
    let candidates = board.candidates();
    let mut moves = Vec::new();
    generate(board, &HistoryTable::default(), &candidates, None, &mut moves);
    let most = moves.iter().map(|ranked| ranked.rank()).max().unwrap_or_default();
    let (mut earned, mut weights) = (0.0, 0.0);
    for ranked in moves {
        let weight = (f64::from(ranked.rank() - most) / p::TRAP.temperature).exp();
        weights += weight;
        if ranked.mv() != answer {
            board.make(ranked.mv());
            earned += weight * chance(board);
            board.unmake();
        }
    }
    if weights > 0.0 { earned / weights } else { 0.0 }
}

/// The chance of the side to move, by threats that decide or by the static value.
fn chance(board: &Board) -> f64 {
    match board.verdict() {
        Some(Verdict::Win(_)) => 1.0,
        Some(Verdict::Loss(_)) => 0.0,
        Some(Verdict::Draw) => 0.5,
        None => p::SCALE.win_chance(board.value()),
    }
}
