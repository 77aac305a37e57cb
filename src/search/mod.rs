//! Storey 2: search that games share, and the contract of whoever chooses moves.
//!
//! A [`Player`] is asked for a move by a [`Request`], which somebody's [`Resources`] serve. The players that think hand
//! it to [`deepen`], which owns iterative deepening, aspiration, the root, limits and reports, and searches below the
//! root through an [`Inner`] search: [`AlphaBeta`] with a game's [`Judgement`] ([`think`]), or a search of the game's
//! own.

pub mod control;
pub mod doubt;
pub mod driver;
pub mod judgement;
pub mod limits;
pub mod negamax;
pub mod ordering;
pub mod player;
pub mod resources;
pub mod root;
pub mod score;
pub mod step;
pub mod table;
pub mod visits;

pub use control::{Clock, Control, Stop, Stopped, SystemClock};
pub use doubt::Doubt;
pub use driver::{Inner, deepen};
pub use judgement::{Judgement, Ranked};
pub use limits::{Budget, Goal, Limits};
pub use negamax::{AlphaBeta, think};
pub use player::{Line, Player, Random, Report, Request, Thought};
pub use resources::Resources;
pub use root::best_of;
pub use score::{DRAW, INFINITE, MAX_PLY, Score, WIN};
pub use step::Step;
pub use table::{Bound, Table};
pub use visits::Visits;
