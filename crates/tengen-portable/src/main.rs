//! The `tengen` program for every x86-64 processor: the games in four copies, one for each level of the architecture, of which
//! the best that the processor has are played. `scripts/release` builds it; the rest of the program is compiled once, for the
//! lowest level.

use std::process::ExitCode;
use tengen::cli::{self, Build};
use tengen_session::Games;

/// The levels, from the lowest, each with its games; a processor that has one has those before it.
static LEVELS: [(&str, &Games); 4] = [
    ("x86-64", &tengen_games::GAMES),
    ("x86-64-v2", &tengen_games_v2::GAMES),
    ("x86-64-v3", &tengen_games_v3::GAMES),
    ("x86-64-v4", &tengen_games_v4::GAMES),
];

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

/// The level to run and its games: the highest, unless `TENGEN_LEVEL` names a lower one.
fn level() -> Result<(&'static str, Games), String> {
    let highest = highest();
    let known = &LEVELS[..=highest];
    let place = std::env::var_os("TENGEN_LEVEL").map_or(Ok(highest), |wanted| {
        let found = known.iter().position(|(level, _)| *level == wanted);
        found.ok_or_else(|| {
            let known = known.iter().map(|(level, _)| *level).collect::<Vec<_>>().join(" ");
            let wanted = wanted.to_string_lossy().escape_debug().to_string();
            format!("TENGEN_LEVEL={wanted}: this processor has the levels {known}")
        })
    })?;
    let (level, &games) = LEVELS[place];
    Ok((level, games))
}

fn main() -> ExitCode {
    match level() {
        Ok((level, games)) => {
            cli::main(&Build { commit: env!("TENGEN_COMMIT"), target: env!("TENGEN_TARGET"), level, games })
        }
        Err(error) => {
            eprintln!("tengen: {error}");
            ExitCode::FAILURE
        }
    }
}
