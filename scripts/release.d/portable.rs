//! The `tengen` program for every x86-64 processor: the library in four copies, one for each level of the architecture,
//! of which the best that the processor has is run. `scripts/release` builds it.

use std::process::ExitCode;

/// The levels, from the lowest; each has all that those before it have.
const LEVELS: [&str; 4] = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"];

/// The highest level that the processor has, as a number of [`LEVELS`].
fn highest() -> usize {
    macro_rules! has {
        ($($feature:tt)*) => { $(std::is_x86_feature_detected!($feature))&&* };
    }
    let v2 = has!("cmpxchg16b" "popcnt" "sse3" "sse4.1" "sse4.2" "ssse3");
    let v3 = v2 && has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe");
    let v4 = v3 && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    [v2, v3, v4].into_iter().filter(|&has| has).count()
}

/// The level to run: the highest, unless `TENGEN_LEVEL` names a lower one.
fn level() -> Result<usize, String> {
    let highest = highest();
    let Some(wanted) = std::env::var_os("TENGEN_LEVEL") else { return Ok(highest) };
    let known = &LEVELS[..=highest];
    let found = known.iter().position(|level| *level == wanted);
    found.ok_or_else(|| {
        let (wanted, known) = (wanted.to_string_lossy().escape_debug().to_string(), known.join(" "));
        format!("TENGEN_LEVEL={wanted}: this processor has the levels {known}")
    })
}

fn main() -> ExitCode {
    macro_rules! run {
        ($library:ident) => {
            $library::cli::main(&$library::cli::Build { commit: env!("TENGEN_COMMIT"), target: env!("TENGEN_TARGET") })
        };
    }
    match level() {
        Ok(0) => run!(v1),
        Ok(1) => run!(v2),
        Ok(2) => run!(v3),
        Ok(_) => run!(v4),
        Err(error) => {
            eprintln!("tengen: {error}");
            ExitCode::FAILURE
        }
    }
}
