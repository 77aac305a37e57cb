//! Which of the shared options each subcommand takes.

use tengen_games::registry::TOOLS;
use tengen_tools::named;

/// What a subcommand takes of the shared options.
#[derive(Clone, Copy)]
pub(super) struct Use {
    subcommand: &'static str,
    /// By the names of their fields.
    pub(super) options: &'static [&'static str],
    /// Where the others belong, for a person.
    pub(super) others: &'static str,
}

const fn takes(subcommand: &'static str, options: &'static [&'static str], others: &'static str) -> Use {
    Use { subcommand, options, others }
}

const SEARCHES: &[&str] = &[
    "game", "rule", "size", "columns", "player", "threads", "hash", "depth", "movetime", "weights", "tables", "cache",
    "no_proof", "seed", "log",
];
const ENGINES_OWN: &str = "; put it into the engine's command line";

/// What each subcommand takes; one that is not here takes none.
const USES: &[Use] = &[
    takes("perft", &["game", "rule", "size", "log"], ""),
    takes("bench", &["game", "threads", "hash", "depth", "weights", "log"], ""),
    takes("analyze", SEARCHES, ""),
    takes("solve", SEARCHES, ""),
    takes("book", SEARCHES, ""),
    takes(
        "openings",
        &["game", "rule", "size", "threads", "seed", "log"],
        "; positions are judged by the default player",
    ),
    takes(
        "gtp",
        &[
            "game",
            "rule",
            "size",
            "columns",
            "player",
            "level",
            "threads",
            "hash",
            "depth",
            "movetime",
            "cpu_clock",
            "ponder",
            "book",
            "weights",
            "tables",
            "cache",
            "no_proof",
            "seed",
            "pointwise",
            "no_files",
            "log",
        ],
        "",
    ),
    takes(
        "gomocup",
        &[
            "rule",
            "size",
            "player",
            "level",
            "threads",
            "hash",
            "depth",
            "movetime",
            "cpu_clock",
            "ponder",
            "book",
            "no_proof",
            "seed",
            "log",
        ],
        "; it plays gomoku as the manager says",
    ),
    takes(
        "mill-uci",
        &[
            "rule",
            "player",
            "level",
            "threads",
            "hash",
            "depth",
            "movetime",
            "cpu_clock",
            "book",
            "tables",
            "cache",
            "seed",
            "log",
        ],
        "; it plays mill as the client says",
    ),
    takes(
        "nboard",
        &["player", "level", "threads", "hash", "depth", "movetime", "cpu_clock", "book", "weights", "seed", "log"],
        "; it plays Othello as the client says",
    ),
    takes(
        "ugi",
        &[
            "game",
            "rule",
            "size",
            "player",
            "level",
            "threads",
            "hash",
            "depth",
            "movetime",
            "cpu_clock",
            "book",
            "weights",
            "tables",
            "cache",
            "no_proof",
            "seed",
            "log",
        ],
        "; it plays as the manager says",
    ),
    takes("match", &["game", "rule", "size", "depth", "movetime", "seed", "log"], ENGINES_OWN),
    takes(
        "tournament",
        &["log"],
        "; the tournament's file says what is played, and its engines' command lines how they think",
    ),
    takes("check", &["game", "rule", "size", "log"], ENGINES_OWN),
    takes(
        "play",
        &[
            "game", "rule", "size", "columns", "player", "level", "threads", "hash", "depth", "movetime", "book",
            "weights", "tables", "cache", "no_proof", "seed", "log",
        ],
        "; it plays with a person, move by move",
    ),
    takes(
        "web",
        &[
            "game", "rule", "size", "columns", "player", "level", "threads", "hash", "depth", "movetime", "ponder",
            "book", "weights", "tables", "cache", "no_proof", "seed", "log",
        ],
        "; pages never read or write files, and take mill moves whole",
    ),
    takes("convert", &["game", "rule", "size", "columns", "log"], ""),
    takes("merge", &["log"], ""),
    takes("watch", &["log"], ""),
    takes("report", &["log"], ""),
];

/// What this subcommand takes.
pub(super) fn use_of(subcommand: &str) -> Use {
    let known = USES.iter().copied().find(|known| known.subcommand == subcommand);
    let tool = || named(TOOLS, subcommand).first().map(|tool| takes(tool.name, tool.takes, tool.others));
    known.or_else(tool).unwrap_or(takes("", &[], ""))
}
