//! Tengen plays board games over the Go Text Protocol.
//!
//! A command travels down the storeys, and a file imports only from storeys below its own:
//!
//! | storey | module | knows |
//! |---|---|---|
//! | 6 | `main`, [`cli`], [`mod@analyze`], [`mod@bench`], [`mod@solve`] | argv, logging, which front door to open |
//! | 5 | [`protocols::line_server`] | threads, lines, stops, and when to ponder; no particular protocol |
//! | 5 | [`protocols::gtp`] | lines, ids, words, responses, the command table |
//! | 5 | [`arena`] | engines behind pipes, plans, records, statistics, reports; no particular game |
//! | 5 | [`protocols::gomocup`] | the gomoku managers' protocol: the one front door that names its game |
//! | 4 | [`engine`] | a session: history, clocks, player, limits; the registry of games |
//! | 3 | [`games`] | rules, notation, evaluation, named players of each game |
//! | 2 | [`search`] | iterative deepening, parallel root, alpha-beta, table, ordering, limits, stop |
//! | 1 | [`game`] | the contract of a game: trait, colour, outcome, vertex, perft |
//! | 1 | [`arguments`], [`printable`], [`progress`] | numbers as command lines take them, text as terminals may have it, how far work is |
//!
//! What the arena needs of an operating system to run engines ([`arena`]'s `guard`, `process` and what stands on them) is
//! there on Linux; records, reports and statistics are everywhere.

pub mod analyze;
pub mod arena;
pub mod arguments;
pub mod bench;
pub mod cli;
pub mod engine;
pub mod game;
pub mod games;
pub mod printable;
pub mod progress;
pub mod protocols;
pub mod search;
pub mod solve;
