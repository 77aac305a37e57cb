//! The players of Othello: the default, and three classic programs.

mod greedy;
mod lookahead;
mod path;
mod positional;
mod squares;

use super::bits::Word;
use super::eval::Evaluation;
use super::patterns::Weights;
use super::position::{Placement, Position};
use super::search::{
    Search,
    incremental::{Formula, IncrementalEvaluator},
};
use crate::games::NamedPlayer;
use crate::search::memory::OutOfMemory;
use crate::search::{Control, Player, Random, Request, Thought, deepen, think};
use std::thread;
use std::time::Duration;

pub use greedy::Greedy;
pub use lookahead::Lookahead;
pub use positional::Positional;

/// All players, the default first.
pub(super) fn all<B: Thinks>() -> Vec<NamedPlayer<Position<B>>> {
    vec![
        NamedPlayer {
            name: "tengen",
            about: "the default: deep search with a trained evaluation; exact at the end",
            create: || Box::new(Tengen),
        },
        NamedPlayer {
            name: "greedy",
            about: "classic, a beginner: flips the most discs, looks no further",
            create: || Box::new(Greedy),
        },
        NamedPlayer {
            name: "positional",
            about: "classic, a casual player: square values, 3 rounds ahead; depth 1-2, 3-4, 5-6 set 1, 2, 3 rounds",
            create: || Box::new(Positional),
        },
        NamedPlayer {
            name: "lookahead",
            about: "classic, a club player: weights of corners and edges, 9 plies ahead unless a depth is set",
            create: || Box::new(Lookahead),
        },
        NamedPlayer { name: "random", about: "plays any legal move, each as likely", create: || Box::new(Random) },
    ]
}

/// The size of the boards that the trained weights are for.
const WEIGHED: u8 = 8;

/// The default player.
pub struct Tengen;

impl<B: Thinks> Player<Position<B>> for Tengen {
    fn choose(&self, request: &mut Request<'_, Position<B>>) -> Thought<Placement> {
        B::think(request)
    }

    fn memory(&self, position: &Position<B>) -> usize {
        if position.size() == WEIGHED { Weights::in_use().memory() } else { 0 }
    }

    fn reserve(&self, position: &Position<B>) -> Result<(), OutOfMemory> {
        if position.size() == WEIGHED { Weights::in_use().reserve() } else { Ok(()) }
    }
}

/// How the default player thinks on boards of this word.
pub trait Thinks: Word {
    /// Chooses a move.
    fn think(request: &mut Request<'_, Position<Self>>) -> Thought<Placement>;
}

impl Thinks for u64 {
    /// Othello's own search, with the trained weights on 8x8 and the formula of [`Evaluation`] on smaller boards.
    fn think(request: &mut Request<'_, Position<u64>>) -> Thought<Placement> {
        match request.position().size() {
            WEIGHED => by_weights(request, Weights::in_use()),
            size => search(request, &request.control(), &Formula { size }),
        }
    }
}

impl Thinks for u128 {
    /// The shared search with the formula of [`Evaluation`].
    fn think(request: &mut Request<'_, Position<u128>>) -> Thought<Placement> {
        think(request, &request.control(), &Evaluation)
    }
}

/// Searches with the trained weights. They are unpacked at the first search; where a clock runs that is too short for
/// this, the move is found with the formula.
fn by_weights(request: &mut Request<'_, Position<u64>>, weights: &'static Weights) -> Thought<Placement> {
    let control = request.control();
    let Some(budget) = request.limits.time else {
        weights.finish_unpacking();
        return search(request, &control, weights);
    };
    let position = request.position();
    let discs = position.own() | position.enemy();
    weights.unpack_ahead(discs);
    while !weights.has(discs) && !control.is_over() && control.elapsed() < budget.hard / 2 {
        thread::sleep(Duration::from_micros(200));
    }
    if weights.has(discs) {
        search(request, &control, weights)
    } else {
        search(request, &control, &Formula { size: WEIGHED })
    }
}

/// Othello's own search with an evaluation.
fn search<E: IncrementalEvaluator>(
    request: &mut Request<'_, Position<u64>>,
    control: &Control<'_>,
    eval: &E,
) -> Thought<Placement> {
    let threads = request.pool.current_num_threads();
    let board = request.position().board();
    deepen(request, control, &Search::new(eval, request.table, control, board, threads))
}

#[cfg(test)]
mod testing {
    //! Asking a player for its move, in tests.

    use super::*;
    use crate::game::{Game, History, Notation};
    use crate::search::{Limits, Resources};

    /// Positions from random games on 8x8 that go on.
    pub fn random_positions(games: u64) -> Vec<Position<u64>> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = Position::start(8).unwrap();
            while game.outcome().is_none() {
                positions.push(game);
                let moves = game.moves();
                game.play(moves[rng.usize(..moves.len())]);
            }
        }
        positions
    }

    /// A position from rows of `X`, `O` and `.`, joined by `/`, and the side to move, such as `.X/O.:b`.
    pub fn position(text: &str) -> Position<u64> {
        let size = text.find('/').unwrap() as u8;
        Position::start(size).unwrap().parse_position(text).unwrap()
    }

    /// Asks on one thread, with or without a depth; `stopped` before the search began.
    pub fn ask(
        player: &dyn Player<Position<u64>>,
        game: Position<u64>,
        depth: Option<u32>,
        stopped: bool,
    ) -> Thought<Placement> {
        let (resources, history) = (Resources::new(1, 1), History::new(game));
        let mut request = resources.request(&history, Limits { depth, ..Limits::default() });
        if stopped {
            request.stop.raise();
        }
        player.choose(&mut request)
    }

    /// The name of the move that the player chooses.
    pub fn chosen(player: &dyn Player<Position<u64>>, game: Position<u64>) -> String {
        game.move_text(ask(player, game, None, false).mv)
    }

    #[test]
    fn a_stopped_player_still_has_a_legal_move() {
        for game in random_positions(2) {
            for NamedPlayer { create, .. } in all::<u64>() {
                assert!(game.moves().contains(&ask(&*create(), game, None, true).mv));
            }
        }
    }
}
