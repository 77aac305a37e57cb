//! Othello's search against the dumbest one, move generation square by square, and stability against play.

use fastrand::Rng;
use tengen_core::search::{Limits, Resources};
use tengen_games::othello::bits::{self, Geometry as _, Word};
use tengen_games::othello::patterns::Weights;
use tengen_games::othello::search::{OthelloSearch, board::Discs, board::stable, incremental::Formula, midgame::EXACT};

const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The discs that a move flips, found by walking from square to square on a board with sides of `size`.
fn walked(own: u64, enemy: u64, square: i32, size: i32) -> u64 {
    let mut flips = 0;
    for (right, down) in DIRECTIONS {
        let (mut col, mut row, mut line) = (square % 8 + right, square / 8 + down, 0);
        while (0..size).contains(&col) && (0..size).contains(&row) && enemy >> (row * 8 + col) & 1 != 0 {
            line |= 1 << (row * 8 + col);
            (col, row) = (col + right, row + down);
        }
        if (0..size).contains(&col) && (0..size).contains(&row) && own >> (row * 8 + col) & 1 != 0 {
            flips |= line;
        }
    }
    flips
}

/// Where a move flips anything.
fn walked_moves(own: u64, enemy: u64, size: i32) -> u64 {
    let empty = |square: &i32| (own | enemy) >> square & 1 == 0 && square % 8 < size && square / 8 < size;
    (0..64)
        .filter(empty)
        .filter(|&square| walked(own, enemy, square, size) != 0)
        .fold(0, |set, square| set | 1 << square)
}

/// Discs by chance, more or fewer of them, on a board with sides of `size`.
fn discs(rng: &mut Rng, size: u8) -> (u64, u64) {
    let board = u64::board(size);
    let full = match rng.u8(..4) {
        0 => rng.u64(..) & rng.u64(..),
        1 => rng.u64(..),
        2 => rng.u64(..) | rng.u64(..),
        _ => rng.u64(..) | rng.u64(..) | rng.u64(..),
    };
    let own = rng.u64(..);
    (full & own & board, full & !own & board)
}

fn moves_and_flips(boards: u64, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..boards {
        let size = [4, 6, 8, 8, 8, 8][rng.usize(..6)];
        let (own, enemy) = discs(&mut rng, size);
        let empty = u64::board(size) & !(own | enemy);
        let moves = walked_moves(own, enemy, size.into());
        assert_eq!(u64::moves(own, enemy, empty), moves, "{own:#x} {enemy:#x}");
        assert_eq!(bits::moves(own, enemy, empty), moves, "{own:#x} {enemy:#x}");
        for square in empty.squares() {
            let flips = walked(own, enemy, square.into(), size.into());
            assert_eq!(u64::flips(own, enemy, square), flips, "{own:#x} {enemy:#x} {square}");
            assert_eq!(bits::flips(own, enemy, square), flips, "{own:#x} {enemy:#x} {square}");
        }
    }
}

#[test]
fn moves_and_flips_are_those_found_square_by_square() {
    moves_and_flips(100_000, 1);
}

#[test]
#[ignore = "millions of boards: a minute"]
fn moves_and_flips_are_those_found_square_by_square_on_millions_of_boards() {
    moves_and_flips(5_000_000, 2);
}

/// A position of a game played by chance, with this many empty squares; `None` where the game ended before.
fn played(rng: &mut Rng, size: u8, empties: u32) -> Option<Discs> {
    let middle = size / 2;
    let at = |col: u8, row: u8| 1_u64 << (row * 8 + col);
    let mut board = Discs {
        own: at(middle, middle - 1) | at(middle - 1, middle),
        enemy: at(middle - 1, middle - 1) | at(middle, middle),
    };
    loop {
        let empty = u64::board(size) & !(board.own | board.enemy);
        if empty.count_ones() <= empties {
            return Some(board);
        }
        let mut moves: Vec<u8> = walked_moves(board.own, board.enemy, size.into()).squares().collect();
        if moves.is_empty() {
            board = board.passed();
            moves = walked_moves(board.own, board.enemy, size.into()).squares().collect();
        }
        let square = *rng.choice(&moves)?;
        board = board.after(square, walked(board.own, board.enemy, square.into(), size.into()));
    }
}

/// The value by plain negamax.
fn negamax(board: Discs, size: u8) -> i32 {
    let moves = walked_moves(board.own, board.enemy, size.into());
    let next = |square: u8| board.after(square, walked(board.own, board.enemy, square.into(), size.into()));
    if moves != 0 {
        return moves.squares().map(|square| -negamax(next(square), size)).max().unwrap();
    }
    if walked_moves(board.enemy, board.own, size.into()) != 0 {
        return -negamax(board.passed(), size);
    }
    let empties = i32::from(size) * i32::from(size) - (board.own | board.enemy).count_ones() as i32;
    let margin = board.own.count_ones() as i32 - board.enemy.count_ones() as i32;
    margin + margin.signum() * empties
}

/// Every way to the value: in open windows and against every zero window, by the end's own search and the upper one.
fn solved_as_by_negamax(size: u8, empties: u32, positions: u64) {
    let mut rng = Rng::with_seed(u64::from(empties) + 100 * u64::from(size));
    let resources = Resources::new(1, 1);
    let (table, control) = (resources.table(), resources.control(&Limits::default()));
    let squares = u64::board(size);
    for board in (0..positions).filter_map(|_| played(&mut rng, size, empties)) {
        let value = negamax(board, size);
        let formula = Formula { size };
        let search = OthelloSearch::new(&formula, table, &control, squares);
        let node = search.node(board, u32::MAX, EXACT);
        let mut worker = search.new_worker();
        for alpha in [-65, -20, value - 2, value - 1, value, value + 1, 20, 63] {
            let found = search.zero_window(&mut worker, &node, alpha).unwrap();
            assert_eq!(found > alpha, value > alpha, "{board:?} {alpha} {found} {value}");
            assert!(if found > alpha { found <= value } else { found >= value }, "{board:?} {alpha} {found} {value}");
        }
        assert_eq!(search.value(&mut worker, &node, (-65, 65), &mut Vec::new()), Ok(value), "{board:?}");
        if size == 8 {
            let search = OthelloSearch::new(Weights::embedded(), table, &control, squares);
            let node = search.node(board, u32::MAX, EXACT);
            assert_eq!(
                search.value(&mut search.new_worker(), &node, (-65, 65), &mut Vec::new()),
                Ok(value),
                "{board:?}"
            );
        }
    }
}

#[test]
fn the_end_is_solved_as_by_negamax() {
    for size in [4, 6, 8] {
        for empties in 0..=7 {
            solved_as_by_negamax(size, empties, 60);
        }
    }
    solved_as_by_negamax(8, 8, 20);
}

#[test]
#[ignore = "plain negamax to ten empty squares takes minutes"]
fn the_end_is_solved_as_by_negamax_to_ten_empty_squares() {
    for empties in 0..=8 {
        solved_as_by_negamax(8, empties, 500);
        solved_as_by_negamax(6, empties, 500);
    }
    solved_as_by_negamax(8, 9, 100);
    solved_as_by_negamax(8, 10, 20);
    solved_as_by_negamax(6, 10, 20);
}

/// Plays on by chance and sees to it that no disc of `stable` changes its colour.
fn stays(rng: &mut Rng, mut board: Discs, size: u8, stable: u64) {
    let mut turned = false;
    loop {
        let owner = if turned { board.enemy } else { board.own };
        assert_eq!(owner & stable, stable, "{board:?} {stable:#x}");
        let mut moves: Vec<u8> = walked_moves(board.own, board.enemy, size.into()).squares().collect();
        if moves.is_empty() {
            board = board.passed();
            turned = !turned;
            moves = walked_moves(board.own, board.enemy, size.into()).squares().collect();
        }
        let Some(&square) = rng.choice(&moves) else { return };
        board = board.after(square, walked(board.own, board.enemy, square.into(), size.into()));
        turned = !turned;
    }
}

#[test]
fn stable_discs_are_never_flipped() {
    let mut rng = Rng::with_seed(3);
    let mut claimed = 0;
    for _ in 0..3000 {
        let size = [6, 8, 8][rng.usize(..3)];
        let empties = rng.u32(1..28);
        let Some(board) = played(&mut rng, size, empties) else { continue };
        let stable = stable(board, u64::board(size));
        claimed += stable.count_ones();
        assert_eq!(stable & !board.own, 0);
        for _ in 0..8 {
            stays(&mut rng, board, size, stable);
        }
    }
    assert!(claimed > 3000, "too few for the test to mean anything: {claimed}");
}
