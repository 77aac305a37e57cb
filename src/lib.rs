//! Tengen plays board games over the Go Text Protocol.
//!
//! The program is this library's command line; its engines can be asked directly:
//!
//! ```
//! use tengen::engine::{GAMES, Host, Settings};
//! use tengen::search::{Limits, Resources, Stop};
//!
//! let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 16));
//! host.set_game("gomoku")?;
//! let (color, stop) = (host.engine().side_to_move(), Stop::new());
//! let answer = host.think(color, &host.query(Limits::depth(2), &stop), &mut |_| ())?;
//! host.engine_mut().play(color, &answer.mv)?;
//! assert_eq!(host.engine().moves_played(), [(color, answer.mv)]);
//! # Ok::<(), tengen::engine::EngineError>(())
//! ```
//!
//! A command travels down the storeys. A file imports only from storeys below its own, or from its neighbours, and never in
//! a circle:
//!
//! | storey | module | knows |
//! |---|---|---|
//! | 6 | `main`, [`cli`] | argv, logging, progress bars, which front door to open |
//! | 5 | [`protocols::line_server`] | threads, lines, stops, and when to ponder; no particular protocol |
//! | 5 | [`protocols::gtp`] | lines, ids, words, responses, the command table |
//! | 5 | `protocols::web` | the page for the browser, and the web sockets over which it speaks GTP |
//! | 5 | `protocols::worker` | the same GTP server in a web worker, for a page without a server; WebAssembly only |
//! | 5 | [`protocols::gomocup`] | the gomoku managers' protocol; it names its game |
//! | 5 | [`protocols::mill_uci`] | the protocol of Sanmill's mill engines: it names its game, too |
//! | 5 | [`protocols::ugi`] | the Universal Game Interface, of any game |
//! | 5 | [`protocols::uci`] | what the two protocols modelled on UCI share |
//! | 5 | [`protocols::nboard`] | the protocol of NBoard, an Othello GUI: it names its game, too |
//! | 5 | `play` | the board in the terminal: keys, screen, who plays; no particular game |
//! | 5 | [`features`] | what a user asks of a position, a record, a file: solve, analyse, count |
//! | 5 | [`arena`] | engines behind pipes, plans, records, statistics, reports; no particular game |
//! | 4 | [`engine`] | a session: history, clocks, player, limits; the registry of games; the book |
//! | 4 | [`formats`] | files of the field: SGF, GGF |
//! | 3 | [`games`] | rules, notation, evaluation, named players of each game |
//! | 2 | [`search`] | iterative deepening, nodes split among idle threads, alpha-beta, table, ordering, limits, stop |
//! | 1 | [`game`] | the contract of a game: trait, colour, outcome, vertex, variant, perft |
//! | 1 | [`printable`], [`progress`], [`whole_file`] | text as terminals may have it, how far work is, files whole or not there |
//! | 1 | `request` | files of a web page, for WebAssembly |
//!
//! The book stands beside the host that plays from it, and the texts of positions ([`engine::lines`]) beside the sessions
//! that they set up. What the arena needs of an operating system to run engines is in one module of [`arena`], `process`, with a
//! form for Linux, which leaves nothing of an engine whatever happens, and one for other systems. WebAssembly has neither arena
//! nor web server nor command line, and no terminal.
//!
//! The arena, the board in the terminal and the board in the browser are features (`arena`, `play`, `web`), on by default; the
//! training of weights is another one (`train`). Without them there is the engine alone, with all games and protocols.

#[cfg(all(feature = "arena", not(target_family = "wasm")))]
pub mod arena;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod engine;
pub mod features;
pub mod formats;
pub mod game;
pub mod games;
#[cfg(all(feature = "play", not(target_family = "wasm")))]
pub mod play;
pub mod printable;
pub mod progress;
pub mod protocols;
#[cfg(target_family = "wasm")]
pub mod request;
pub mod search;
pub mod whole_file;
