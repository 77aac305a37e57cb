//! Arbitrary bytes as a file of games, for every game: the readers answer soon, without a panic, and what is written in any format
//! is the same when it is read again ([`tengen_fuzz::files`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::files::read(bytes));
