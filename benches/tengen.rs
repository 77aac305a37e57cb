//! Benchmarks of every storey that a user's time goes through: `cargo bench`. What each number means and how it
//! compares with other programs is in `benches/README.md`.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::io::Cursor;
use tengen::protocols::gtp::{Server, serve};
use tengen_core::game::perft;
use tengen_core::game::{Ended, Game as _, Size};
use tengen_core::playable::Playable;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_games::gomoku::Gomoku;
use tengen_games::gomoku::search::Board;
use tengen_games::mill::tables::stage::Stage;
use tengen_games::mill::tables::{Numbering, Sector, TableValue, Tables};
use tengen_games::mill::{Mill, RuleSet};
use tengen_games::othello::{LargeOthello, Othello};
use tengen_session::{Host, Settings};

fn main() {
    divan::main();
}

/// Leaves a second from the start position.
fn leaves<G: Playable>(bencher: Bencher<'_, '_>, rule: &str, size: u8, depth: u32) {
    let start = G::start(rule, Size::square(size));
    let leaves = perft(&start, depth, Ended::Nothing);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| perft(black_box(&start), depth, Ended::Nothing));
}

#[divan::bench(sample_count = 20, args = [(8, 10), (6, 10)])]
fn perft_othello(bencher: Bencher<'_, '_>, (size, depth): (u8, u32)) {
    leaves::<Othello>(bencher, "normal", size, depth);
}

#[divan::bench(sample_count = 20)]
fn perft_othello_10x10(bencher: Bencher<'_, '_>) {
    leaves::<LargeOthello>(bencher, "normal", 10, 9);
}

#[divan::bench(sample_count = 20, args = ["freestyle", "standard", "renju", "caro"])]
fn perft_gomoku(bencher: Bencher<'_, '_>, rule: &str) {
    leaves::<Gomoku>(bencher, rule, 15, 3);
}

/// Moves a second that are made and taken back on the board of the search: all points near the stones in positions of games by
/// chance, so that no position comes often enough for the processor to learn its branches.
#[divan::bench(sample_count = 20, args = ["freestyle", "standard", "renju"])]
fn make_unmake_gomoku(bencher: Bencher<'_, '_>, rule: &str) {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut boards: Vec<Board> = Vec::new();
    while boards.len() < 400 {
        let mut game = Gomoku::start(rule, Size::square(15));
        for _ in 0..rng.usize(8..40) {
            let near = Board::new(&game).near();
            let mut moves = game.moves();
            moves.retain(|&mv| near.has(mv) || near.is_empty());
            rng.choice(moves).into_iter().for_each(|mv| game.play(mv));
            if game.outcome().is_some() {
                break;
            }
        }
        boards.extend(game.outcome().is_none().then(|| Board::new(&game)));
    }
    let moves: usize = boards.iter().map(|board| board.near().len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for board in black_box(&mut boards) {
            for mv in board.near().iter() {
                board.make(mv);
                board.unmake();
            }
        }
    });
}

#[divan::bench(sample_count = 20, args = ["zhiqi", "morris9", "lasker", "morris12", "chengsan"])]
fn perft_mill(bencher: Bencher<'_, '_>, rule: &str) {
    leaves::<Mill>(bencher, rule, 7, 5);
}

/// Positions a second looked up in the tables in the program: of one sector at random, in blocks that are unpacked.
#[divan::bench(sample_count = 20)]
fn probe_mill(bencher: Bencher<'_, '_>) {
    const POSITIONS: usize = 1000;
    let tables = Tables::embedded(RuleSet::MORRIS9).expect("morris9 has tables");
    let numbering = Numbering::new(Sector::new(5, 4));
    let mut rng = fastrand::Rng::with_seed(1);
    let positions: Vec<_> = (0..POSITIONS).map(|_| numbering.position(rng.usize(..numbering.slots()))).collect();
    let probe = || {
        let known = positions.iter().filter_map(|&(own, enemy)| tables.look_up([own, enemy], [0; 2], false));
        known.filter(|known| known.value != TableValue::Draw).count()
    };
    probe();
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(probe);
}

/// Reading and unpacking a block.
#[divan::bench(sample_count = 100)]
fn unpack_mill(bencher: Bencher<'_, '_>) {
    let tables = Tables::embedded(RuleSet::MORRIS9).expect("morris9 has tables");
    let table = tables.table(Stage::moving(Sector::new(6, 3))).expect("the sector is in the program");
    let mut block = 0;
    bencher.bench_local(|| {
        block = (block + 1) % table.blocks();
        table.block(block).expect("memory does not fail")
    });
}

/// Random games from start to end: move generation, play and outcome as a program uses them.
fn playouts<G: Playable>(bencher: Bencher<'_, '_>, rule: &str, size: u8) {
    let start = G::start(rule, Size::square(size));
    let mut rng = fastrand::Rng::with_seed(1);
    let mut moves = Vec::new();
    bencher.bench_local(|| {
        let mut game = start.clone();
        while game.outcome().is_none() {
            moves.clear();
            game.legal_moves(&mut moves);
            game.play(moves[rng.usize(..moves.len())]);
        }
        game
    });
}

#[divan::bench(sample_count = 20)]
fn random_game_othello(bencher: Bencher<'_, '_>) {
    playouts::<Othello>(bencher, "normal", 8);
}

#[divan::bench(sample_count = 20, args = ["freestyle", "renju"])]
fn random_game_gomoku(bencher: Bencher<'_, '_>, rule: &str) {
    playouts::<Gomoku>(bencher, rule, 15);
}

#[divan::bench(sample_count = 20, args = ["zhiqi", "morris9"])]
fn random_game_mill(bencher: Bencher<'_, '_>, rule: &str) {
    playouts::<Mill>(bencher, rule, 7);
}

/// Commands a second through the whole server, in memory.
#[divan::bench(sample_count = 20, args = ["protocol_version", "play b H8;undo", "clear_board", "gogui-rules_legal_moves"])]
fn commands(bencher: Bencher<'_, '_>, lines: &str) {
    const TIMES: usize = 1000;
    let session = format!("{lines};").replace(';', "\n").repeat(TIMES).into_bytes();
    let commands = TIMES * lines.split(';').count();
    let input = || {
        let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 0));
        host.set_game("gomoku").expect("gomoku is registered");
        (Server::new(host), Cursor::new(session.clone()), Vec::new())
    };
    bencher.counter(ItemsCount::new(commands)).with_inputs(input).bench_local_values(
        |(mut server, input, mut output)| {
            serve(&mut server, input, &mut output).expect("memory does not fail");
            output
        },
    );
}
