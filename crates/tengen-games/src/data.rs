//! The files of numbers that games come with, such as trained weights. They are part of the program; in a web page they lie
//! beside it, and a game's are fetched when they are first needed.

/// The bytes of a file, from the path to this folder as seen from the caller's file, and the path of the file in this folder.
#[cfg(not(target_family = "wasm"))]
macro_rules! data {
    ($path:literal) => {
        include_bytes!($path).as_slice()
    };
}

/// The bytes of a file, from the path to this folder as seen from the caller's file, and the path of the file in this folder.
///
/// # Panics
/// Where the file cannot be fetched.
#[cfg(target_family = "wasm")]
macro_rules! data {
    ($path:literal) => {{
        static FILE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
        let path = $path.trim_start_matches("../");
        let fetch = || $crate::request::get(path).unwrap_or_else(|why| panic!("cannot load {path}: {why}"));
        FILE.get_or_init(fetch).as_slice()
    }};
}

pub(crate) use data;
