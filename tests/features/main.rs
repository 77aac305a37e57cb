//! Files of games, and what is made of them: books, solutions, analyses, training, records, reports.

#[path = "../common/mod.rs"]
mod common;

mod analyze;
mod arena_plan;
mod book;
mod certificates;
mod convert;
mod convert_keeps;
mod doors;
mod examples;
mod formats;
mod fuzz_sgf;
mod ggf;
#[cfg(target_os = "linux")]
mod inputs;
mod mill_tables;
mod opening_files;
mod openings;
mod pgn;
mod pgn_written;
mod proofs;
mod report;
mod report_page;
mod report_ratings;
mod report_sgf;
mod sgf;
mod sgf_variations;
mod solve;
mod stats;
mod told_formats;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod train_gomoku;
mod values;
mod variations;
