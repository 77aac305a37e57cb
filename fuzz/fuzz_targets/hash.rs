//! Random legal walks in every game and rule set: the incremental key is the recomputed one, moves are legal, counted and
//! written right ([`tengen_fuzz::walk`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::walk::walk(bytes));
