//! Arbitrary texts and stones as moves and positions of every game: refused without a change, or accepted as a position
//! that can be drawn, written, played on and searched by every player ([`tengen_fuzz::positions`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::positions::set_up(bytes));
