//! The front doors as clients and users see them.

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod arena_input;
#[cfg(target_os = "linux")]
mod arena_results;
#[cfg(target_os = "linux")]
mod arena_sprt;
mod check;
mod clients;
mod framing;
mod fuzz_gtp;
mod gomocup;
mod mill_uci;
mod nboard;
mod options;
#[cfg(unix)]
mod play;
mod served;
mod tcp;
mod transcripts;
mod ugi;
mod web;
#[cfg(target_os = "linux")]
mod web_load;
