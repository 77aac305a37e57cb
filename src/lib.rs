//! Tengen plays board games over the Go Text Protocol. This package is the program; what it is made of are packages of their
//! own, for other programs, too: `tengen-games` has the engines.
//!
//! # The storeys
//!
//! A command travels down the storeys. A package sees only those of storeys below its own:
//!
//! | storey | package, module | knows |
//! |---|---|---|
//! | 6 | `main`, [`cli`] | argv, logging, progress bars, which subcommand runs |
//! | 5 | [`protocols::line_server`] | threads, lines, stops, and when to ponder; no particular protocol |
//! | 5 | [`protocols::gtp`] | lines, ids, words, responses, the command table |
//! | 5 | `protocols::web` | the page for the browser, and the web sockets over which it speaks GTP |
//! | 5 | `protocols::worker` | the same GTP server in a web worker, for a page without a server; WebAssembly only |
//! | 5 | [`protocols::gomocup`] | the gomoku managers' protocol; it names its game |
//! | 5 | [`protocols::swap2`] | openings of gomoku under swap2, for Gomocup and GTP; it names its game, too |
//! | 5 | [`protocols::mill_uci`] | the protocol of Sanmill's mill engines: it names its game, too |
//! | 5 | [`protocols::ugi`] | the Universal Game Interface, of any game |
//! | 5 | [`protocols::uci`] | what the two protocols modelled on UCI share |
//! | 5 | [`protocols::nboard`] | the protocol of NBoard, an Othello GUI: it names its game, too |
//! | 5 | `play` | the board in the terminal: keys, screen, who plays; no particular game |
//! | 5 | [`features`] | what a user asks of a position, a record, a file: solve, analyse, count |
//! | 4 | `tengen-arena` | engines behind pipes, plans, records, statistics, reports; no particular game |
//! | 3 | [`tengen_games`] | each game in one folder: rules, notation, evaluation, search, players, training, tools; the registry of all |
//! | 2 | [`tengen_tools`] | what a game offers on the command line beside play; no particular game |
//! | 2 | [`tengen_session`] | a game being played: host, history, clocks, limits, book; files of the field; no particular game |
//! | 1 | [`tengen_core`] | the contract of a game, the search that games share, the contract of a player |
//!
//! Games stand above the session, which knows them by their contract alone: so the registry is beside the games that it lists,
//! and all code of a game, its session included, is compiled in one package. A release compiles that package for each level of
//! x86-64, and nothing else more than once (`crates/tengen-portable`). Rules, evaluation and search of a game know nothing of the
//! session; only `tengen_games::registry` and the tools of a game do, which are features. The command line lists the tools and knows none.
//!
//! WebAssembly has neither arena nor web server nor command line, and no terminal. The arena, the board in the terminal and the
//! board in the browser are features (`arena`, `play`, `web`), on by default; the training of weights is another one (`train`).
//! Without them there is the engine alone, with all games and protocols.

#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod features;
#[cfg(all(feature = "play", not(target_family = "wasm")))]
pub mod play;
pub mod protocols;
