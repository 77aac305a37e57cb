//! What tests of the arena share: the program, an engine to be told how to behave, tournament files, what was recorded,
//! and what processes are left.

use super::program::TENGEN;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tengen::arena::record::{self, GameRecord, RecordError};

/// An engine that does as its words say; the file tells which there are.
pub const ENGINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arena/engine.py");

/// Marks every process that a test starts, and all that those start.
const MARK: &str = "TENGEN_TEST";

/// By when nothing may be left on any machine.
const OVERLOADED: Duration = Duration::from_secs(30);

/// The time since the system started in which a process waited for a processor; zero where the system does not tell
/// (Linux's pressure stall information).
fn cpu_pressure() -> Duration {
    let text = fs::read_to_string("/proc/pressure/cpu").unwrap_or_default();
    let total = text.lines().next().and_then(|some| some.split_once("total="));
    Duration::from_micros(total.and_then(|(_, micros)| micros.parse().ok()).unwrap_or_default())
}

/// A test's own folder and mark.
pub struct Site {
    pub folder: PathBuf,
    mark: String,
}

impl Site {
    /// An empty one.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder, mark: format!("{name}-{}", std::process::id()) }
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

    /// Waits until nothing is left; how long that took. Panics when it takes longer than `most`, or, on a machine with
    /// other work, than `most` of the time in which no process waits for a processor. No marked process ends by itself
    /// before [`OVERLOADED`].
    pub fn emptied(&self, most: Duration) -> Duration {
        let (began, pressure) = (Instant::now(), cpu_pressure());
        loop {
            let left = self.processes();
            let waited = began.elapsed();
            if left.is_empty() {
                return waited;
            }
            let free = waited.saturating_sub(cpu_pressure().saturating_sub(pressure));
            assert!(free < most && waited < OVERLOADED, "left after {waited:?}, {free:?} without load: {left:#?}");
            std::thread::sleep(Duration::from_millis(5));
        }
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
