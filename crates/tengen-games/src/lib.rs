#![doc = include_str!("../README.md")]

#[cfg(any(feature = "othello", feature = "gomoku", feature = "mill"))]
mod data;
#[cfg(feature = "gomoku")]
pub mod gomoku;
#[cfg(feature = "mill")]
pub mod mill;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(any(feature = "othello", feature = "gomoku"))]
mod proofs;
#[cfg(all(feature = "registry", any(feature = "othello", feature = "gomoku", feature = "mill")))]
pub mod registry;
#[cfg(target_family = "wasm")]
pub mod request;
#[cfg(all(feature = "train", any(feature = "othello", feature = "gomoku")))]
mod training;
#[cfg(any(feature = "othello", feature = "gomoku"))]
mod weights;

#[cfg(all(feature = "registry", any(feature = "othello", feature = "gomoku", feature = "mill")))]
pub use registry::GAMES;
