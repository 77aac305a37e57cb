#![doc = include_str!("../README.md")]

pub mod book;
pub mod clock;
pub mod engine;
pub mod error;
pub mod formats;
pub mod host;
pub mod lines;
pub mod registry;
pub mod report;
pub mod session;
pub mod settings;
pub mod tree;

pub use book::Book;
pub use engine::{Board, Engine, PlayerInfo, Records, Replay, Thinker, TreeNode, Variations};
pub use error::EngineError;
pub use host::{Host, LetterSetting};
pub use registry::{Certifier, GameEntry, Games};
pub use report::{Answer, PositionId, Query, Report, Root, Turn, Variation};
pub use session::Session;
pub use settings::Settings;
