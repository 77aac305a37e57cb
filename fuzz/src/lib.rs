//! What must hold whatever comes in. Each module states its invariant and checks it on one input; the fuzz targets
//! feed them what libFuzzer finds, `tests/protocols/fuzz_gtp.rs` what proptest makes up.

pub mod files;
pub mod framing;
pub mod games;
pub mod positions;
pub mod session;
pub mod sgf;
pub mod walk;
