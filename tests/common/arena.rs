//! What tests of the arena share: the program, an engine to be told how to behave, tournament files, what was recorded,
//! and what processes are left.

use super::program::{TENGEN, errors, success};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_arena::record::{self, GameRecord, RecordError};

/// An engine that does as its words say; the file tells which there are.
pub const ENGINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arena/engine.py");

/// Marks every process that a test starts, and all that those start.
const MARK: &str = "TENGEN_TEST";

/// A test's own folder and mark. The folder is gone after a test that passed.
pub struct Site {
    pub folder: PathBuf,
    mark: String,
}

impl Site {
    /// An empty one.
    pub fn new(name: &str) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&mark);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder, mark }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// A program that runs here, marked.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env(MARK, &self.mark);
        command
    }

    /// `tengen` with these words.
    pub fn tengen(&self, words: &[&str]) -> Command {
        let mut command = self.command(TENGEN);
        command.args(words);
        command
    }

    /// A tournament in `FILE.toml`, recorded in `FILE.jsonl`.
    pub fn tournament(&self, file: &str, words: &[&str]) -> Command {
        let mut command = self.tengen(&["tournament", &format!("{file}.toml")]);
        command.args(words);
        command
    }

    pub fn games(&self, record: &str) -> Vec<GameRecord> {
        games(&self.path(record))
    }

    /// The command lines of the marked processes that live.
    pub fn processes(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.mark);
        let folders = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let marked = folders.filter(|folder| {
            let environment = fs::read(folder.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        });
        let shown = marked.map(|folder| {
            let words =
                String::from_utf8_lossy(&fs::read(folder.join("cmdline")).unwrap_or_default()).replace('\0', " ");
            format!("{} {words}", folder.display())
        });
        shown.collect()
    }
}

impl Drop for Site {
    /// A test that failed leaves nothing either.
    fn drop(&mut self) {
        for process in self.processes() {
            let id = process.split(' ').next().unwrap_or_default().trim_start_matches("/proc/");
            if let Some(id) = id.parse().ok().and_then(rustix::process::Pid::from_raw) {
                let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
            }
        }
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// An engine's table for a tournament file; `more` are further lines of it.
pub fn table(name: &str, command: &[&str], more: &str) -> String {
    let mut text = format!("[[engine]]\nname = {name:?}\ncommand = {command:?}\n");
    let _ = writeln!(text, "{more}");
    text
}

/// The same for the engine in Python.
pub fn told(name: &str, words: &[&str], more: &str) -> String {
    let command = [&["python3", "-IS", ENGINE], words].concat();
    table(name, &command, more)
}

/// What tournaments of gomoku begin with that [`play`] plays. No engine is kept from beginning a game by a busy machine.
pub const GOMOKU: &str = "game = \"gomoku\"\nsize = 15\nopenings = \"openings.txt\"\nstartup = 3600.0\n";

/// Plays a tournament of gomoku, on a board where the engine in Python does not get five in a row; its games, and the log
/// of all that was said.
pub fn play_and_log(site: &Site, settings: &str, engines: &[String]) -> (Vec<GameRecord>, String) {
    site.file("openings.txt", "c3 b2\n");
    site.file("t.toml", &format!("{GOMOKU}{settings}\n{}", engines.concat()));
    let _ = fs::remove_file(site.path("t.jsonl"));
    let mut arena = site.tournament("t", &["--concurrency", "8", "--force-concurrency"]);
    let output = arena.env("RUST_LOG", "debug").output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    (site.games("t.jsonl"), errors(&output))
}

/// The same without the log.
pub fn play(site: &Site, settings: &str, engines: &[String]) -> Vec<GameRecord> {
    play_and_log(site, settings, engines).0
}

/// A match recorded in `NAME.jsonl`; its report, which must tell of no fault.
pub fn fair_match(site: &Site, name: &str, engines: &[&str], options: &[&str]) -> serde_json::Value {
    let record = format!("{name}.jsonl");
    let words = [&["match", "--json", "--startup", "3600", "--record", &record], engines, options].concat();
    let report: serde_json::Value = serde_json::from_str(&success(site.tengen(&words))).unwrap();
    assert_eq!(report["fault_count"], 0, "{}", report["faults"]);
    report
}

pub fn games(path: &Path) -> Vec<GameRecord> {
    let mut games = Vec::new();
    record::read::<RecordError>(path, |game| {
        games.push(game);
        Ok(())
    })
    .unwrap();
    games
}

/// Games without what a clock on the wall decides, in the order of their ids.
pub fn timeless(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    for game in &mut games {
        (game.began, game.seconds, game.late) = (0.0, 0.0, 0.0);
        game.moves.iter_mut().for_each(|mv| mv.seconds = 0.0);
    }
    games.sort_by(|a, b| a.id.cmp(&b.id));
    games
}
