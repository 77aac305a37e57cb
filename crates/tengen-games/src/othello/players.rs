//! The players of Othello: the default, and three classic programs.

mod lookahead;
mod path;
mod positional;

use super::bits::Word;
use super::eval::Evaluation;
use super::params::DISC;
use super::patterns::Weights;
use super::position::{OthelloPosition, Placement};
use super::search::{
    OthelloSearch,
    incremental::{Formula, IncrementalEvaluator},
};
use super::solved::SolvedBook;
use crate::proofs::{may_help, proven};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tengen_core::playable::{NamedPlayer, OptionError, PlayerOptions};
use tengen_core::search::memory::OutOfMemory;
use tengen_core::search::{Answer, Control, Player, Random, Task, deepen, think};

pub use lookahead::Lookahead;
pub use positional::Greedy;
pub use positional::Positional;

/// All players of Othello, the default first.
pub(super) fn all<B: Thinks>() -> Vec<NamedPlayer<OthelloPosition<B>>> {
    vec![
        NamedPlayer {
            name: "tengen",
            about: "the default: deep search with a trained evaluation; exact at the end",
            create: Tengen::create,
        },
        NamedPlayer {
            name: "greedy",
            about: "classic, a beginner: flips the most discs, looks no further",
            create: |_, _| Ok(Box::new(Greedy)),
        },
        NamedPlayer {
            name: "positional",
            about: "classic, a casual player: square values, 3 rounds ahead; depth 1-2, 3-4, 5-6 set 1, 2, 3 rounds",
            create: |_, _| Ok(Box::new(Positional)),
        },
        NamedPlayer {
            name: "lookahead",
            about: "classic, a club player: weights of corners and edges, 9 plies ahead unless a depth is set",
            create: |_, _| Ok(Box::new(Lookahead)),
        },
        NamedPlayer {
            name: "random",
            about: "plays any legal move, each as likely",
            create: |_, _| Ok(Box::new(Random)),
        },
    ]
}

/// Squares along a side of the boards that the trained weights are for.
const WEIGHED: u8 = 8;

/// The default player, with the weights in the program or those of a file.
pub struct Tengen {
    weights: Option<Arc<Weights>>,
    /// True where the player may use the solved positions in the program.
    proofs: bool,
}

impl Tengen {
    /// The default player with the weights of the options.
    fn create<B: Thinks>(
        start: &OthelloPosition<B>,
        options: &PlayerOptions,
    ) -> Result<Box<dyn Player<OthelloPosition<B>>>, OptionError> {
        let size = start.size();
        let weights = options.weights(|file| {
            if size != WEIGHED {
                log::warn!("weights are of use on 8x8 only, not on {size}x{size}");
            }
            Weights::from_bytes(file)
        })?;
        Ok(Box::new(Self { weights, proofs: options.has_proofs() }))
    }

    fn weights(&self) -> &Weights {
        self.weights.as_deref().unwrap_or_else(|| Weights::embedded())
    }
}

impl<B: Thinks> Player<OthelloPosition<B>> for Tengen {
    fn choose(&self, task: &mut Task<'_, OthelloPosition<B>>) -> Answer<Placement> {
        B::think(task, self)
    }

    fn memory(&self, position: &OthelloPosition<B>) -> usize {
        if position.size() == WEIGHED { self.weights().memory() } else { 0 }
    }

    fn reserve(&self, position: &OthelloPosition<B>) -> Result<(), OutOfMemory> {
        if position.size() == WEIGHED { self.weights().reserve() } else { Ok(()) }
    }
}

/// How the default player thinks on boards of this word.
pub trait Thinks: Word {
    /// Chooses a move as the default player.
    fn think(task: &mut Task<'_, OthelloPosition<Self>>, player: &Tengen) -> Answer<Placement>;
}

impl Thinks for u64 {
    /// The book where it has the position; elsewhere Othello's own search, with the trained weights on 8x8 and the formula of
    /// [`Evaluation`] on smaller boards.
    fn think(task: &mut Task<'_, OthelloPosition<u64>>, player: &Tengen) -> Answer<Placement> {
        if player.proofs
            && let Some(answer) = by_book(task)
        {
            return answer;
        }
        match task.position().size() {
            WEIGHED => by_weights(task, player.weights()),
            size => search(task, &task.control(), &Formula { size }),
        }
    }
}

impl Thinks for u128 {
    /// The shared search with the formula of [`Evaluation`].
    fn think(task: &mut Task<'_, OthelloPosition<u128>>, _: &Tengen) -> Answer<Placement> {
        think(task, &task.control(), &Evaluation)
    }
}

/// The best move and its value, where they are known and one line of any move is asked for.
fn by_book(task: &mut Task<'_, OthelloPosition<u64>>) -> Option<Answer<Placement>> {
    let position = *task.position();
    let book = SolvedBook::of(&position)?;
    if !may_help(&task.query.limits) || task.query.lines > 1 || !task.query.allowed.is_empty() {
        return None;
    }
    let (line, value) = book.line(position)?;
    let (control, depth) = (task.control(), position.empty().count_ones());
    Some(proven(task, &control, (i32::from(value) * DISC, depth), line))
}

/// Searches with the trained weights, which are unpacked at the first search. Where a clock is too short for this, the formula
/// finds the move.
fn by_weights(task: &mut Task<'_, OthelloPosition<u64>>, weights: &Weights) -> Answer<Placement> {
    let control = task.control();
    let Some(budget) = task.query.limits.time else { return search(task, &control, weights) };
    let position = task.position();
    let discs = position.own() | position.enemy();
    let weights = weights.unpacked_ahead(discs);
    while !weights.has(discs) && !control.is_over() && control.elapsed() < budget.hard / 2 {
        thread::sleep(Duration::from_micros(200));
    }
    if weights.has(discs) {
        search(task, &control, &weights)
    } else {
        search(task, &control, &Formula { size: WEIGHED })
    }
}

/// Searches with Othello's own search and an evaluation.
fn search<E: IncrementalEvaluator>(
    task: &mut Task<'_, OthelloPosition<u64>>,
    control: &Control<'_>,
    eval: &E,
) -> Answer<Placement> {
    let board = task.position().board();
    deepen(task, control, &OthelloSearch::new(eval, task.table, control, board))
}

#[cfg(test)]
mod testing {
    //! Asking a player for its move, in tests.

    use super::*;
    use tengen_core::game::{Game, History, Notation};
    use tengen_core::search::{Limits, Query, Resources, Stop};

    /// Positions from random games on 8x8 that go on.
    pub fn random_positions(games: u64) -> Vec<OthelloPosition<u64>> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut game = OthelloPosition::new(8);
            while game.outcome().is_none() {
                positions.push(game);
                let moves = game.moves();
                game.play(moves[rng.usize(..moves.len())]);
            }
        }
        positions
    }

    /// A position from rows of `X`, `O` and `.`, joined by `/`, and the side to move, such as `.X/O.:b`.
    pub fn position(text: &str) -> OthelloPosition<u64> {
        let size = text.find('/').unwrap() as u8;
        OthelloPosition::new(size).parse_position(text).unwrap()
    }

    /// Asks a player on one thread, with or without a depth; `stopped` raises the stop before the search begins.
    pub fn ask(
        player: &dyn Player<OthelloPosition<u64>>,
        game: OthelloPosition<u64>,
        depth: Option<u32>,
        stopped: bool,
    ) -> Answer<Placement> {
        let (resources, history) = (Resources::new(1, 1), History::new(game));
        let stop = Stop::new();
        let mut task = resources.task(&history, Query::new(Limits { depth, ..Limits::default() }, &stop));
        if stopped {
            stop.raise();
        }
        player.choose(&mut task)
    }

    /// The name of the move that the player chooses.
    pub fn chosen(player: &dyn Player<OthelloPosition<u64>>, game: OthelloPosition<u64>) -> String {
        game.move_text(ask(player, game, None, false).mv)
    }

    #[test]
    fn a_stopped_player_still_has_a_legal_move() {
        for game in random_positions(2) {
            for NamedPlayer { create, .. } in all::<u64>() {
                let player = create(&game, &PlayerOptions::default()).unwrap();
                assert!(game.moves().contains(&ask(&*player, game, None, true).mv));
            }
        }
    }
}
