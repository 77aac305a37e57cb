//! Search that games share, and the contract of players.
//!
//! A [`Player`] is asked for a move by a [`Task`]: a [`Query`] about a game, and the [`Resources`] to search with. Players that
//! search call [`deepen`], which does iterative deepening, aspiration, the parallel root, limits and reports, and searches
//! below the root through an [`Inner`] search: [`AlphaBeta`] with a game's [`Evaluator`] ([`think`]), or a search of the game's
//! own.

pub mod alpha_beta;
pub mod control;
pub mod deepening;
pub mod limits;
pub mod memory;
pub mod node_counter;
pub mod ordering;
pub mod parallel;
pub mod player;
pub mod resources;
pub mod score;
pub mod stability;
pub mod transposition_table;

pub use alpha_beta::{AlphaBeta, Searcher, think};
pub use control::{Clock, Control, Stop, Stopped, SystemClock};
pub use deepening::{Inner, Proofs, deepen};
pub use limits::{Budget, Goal, Iteration, Limits};
pub use node_counter::{NodeCounter, ThreadCounter};
pub use parallel::best_of;
pub use player::{Answer, Evaluator, Player, Query, Random, Ranked, Report, Task, Variation};
pub use resources::{Resources, SharedClock};
pub use score::{DRAW, INFINITE, MAX_PLY, Scale, Score, WIN};
pub use stability::Stability;
pub use transposition_table::{Bound, SearchTable};
