//! The files of numbers that games come with, such as trained weights. They are part of the program; in a web page they lie
//! beside it, and a game's are fetched when they are first needed.

/// The bytes of a file below `src/games`, by its path from there.
#[cfg(not(target_family = "wasm"))]
macro_rules! data {
    ($path:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/", $path)).as_slice()
    };
}

/// The bytes of a file below `src/games`, by its path from there.
///
/// # Panics
/// Where it cannot be fetched.
#[cfg(target_family = "wasm")]
macro_rules! data {
    ($path:literal) => {{
        static FILE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let fetch = || $crate::request::get($path).unwrap_or_else(|why| panic!("cannot load {}: {why}", $path));
        FILE.get_or_init(fetch).as_slice()
    }};
}

pub(super) use data;
