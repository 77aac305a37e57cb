//! The protocols and subcommands as clients and users see them.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod arena_conversations;
#[cfg(target_os = "linux")]
mod arena_dialects;
#[cfg(target_os = "linux")]
mod arena_games;
#[cfg(target_os = "linux")]
mod arena_input;
#[cfg(target_os = "linux")]
mod arena_records;
#[cfg(target_os = "linux")]
mod arena_results;
#[cfg(target_os = "linux")]
mod arena_sprt;
mod check;
mod clients;
mod clocks;
#[cfg(target_os = "linux")]
mod edges;
mod framing;
mod fuzz_gtp;
mod gomocup;
#[cfg(target_os = "linux")]
mod gomocup_games;
mod input_end;
mod line_ends;
mod mill_uci;
mod nboard;
mod options;
#[cfg(unix)]
mod play;
mod pondering;
mod search_time;
mod served;
mod small_games;
mod swap2;
mod tcp;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod transcripts;
mod ugi;
mod violations;
mod web;
mod web_client;
mod yixin_board;
mod yixin_memory;
