//! Sessions of plausible commands over all games, rule sets and players, against a shadow of the game: a failed command
//! or a question changes nothing, `undo` and `gg-undo` are exact inverses, sequences are played all or none, written
//! games and positions are the same when they are read ([`tengen_fuzz::session`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::session::play(bytes));
