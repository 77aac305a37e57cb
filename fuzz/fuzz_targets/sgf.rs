//! Arbitrary bytes as an SGF file, for every game: the reader answers soon, without a panic; a file is taken over whole or
//! not at all; an accepted game is a legal one and the same when it is written and read again
//! ([`tengen_fuzz::sgf`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::sgf::read(bytes));
