//! The page's files, inside the program.

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path below the server's root.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What it holds.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: $name, kind: $kind, text: include_str!(concat!("page/", $name)) }
    };
}

/// The page itself, for the server's root.
pub const INDEX: File = file!("index.html", HTML);

/// The files that it loads.
pub const FILES: &[File] = &[
    file!("style.css", CSS),
    file!("icon.svg", SVG),
    file!("app.js", SCRIPT),
    file!("analysis.js", SCRIPT),
    file!("board.js", SCRIPT),
    file!("clocks.js", SCRIPT),
    file!("connection.js", SCRIPT),
    file!("dialogs.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("game.js", SCRIPT),
    file!("graph.js", SCRIPT),
    file!("gtp.js", SCRIPT),
    file!("players.js", SCRIPT),
    file!("review.js", SCRIPT),
    file!("state.js", SCRIPT),
    file!("view.js", SCRIPT),
];
