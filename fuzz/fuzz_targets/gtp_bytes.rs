//! Arbitrary bytes on standard input: every line gets exactly one well-formed response, in order, or none where the
//! protocol says none; nothing panics, nothing hangs. Lines that touch files, lift the limits or ask for much work are
//! left out ([`tengen_fuzz::framing::bounded`]).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::framing::serve_bytes(bytes));
