#![doc = include_str!("../README.md")]

pub mod certificate;
pub mod game;
pub mod limited_input;
pub mod plain_text;
pub mod playable;
pub mod printable;
pub mod progress;
pub mod search;
pub mod whole_file;
