//! What protocols modelled on UCI have in common: options of threads and table, `isready`, the limits of `go`, and scores.

use super::line_server::{Arrival, LineSignals, Say};
use std::ops::RangeInclusive;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::printable::quote_line;
use tengen_core::search::Score;
use tengen_core::search::score::{plies_by_table, plies_to_end};
use tengen_session::clock::{Clocks, TimeSystem};
use tengen_session::{Host, Query, Settings};

/// `Hash`, in MiB.
const HASH: RangeInclusive<usize> = 1..=1 << 20;

/// `Threads`; 0 for one on each core.
const THREADS: RangeInclusive<usize> = 0..=1024;

/// The longest time that a client can give: more is as good as this, more than thirty years.
const MOST_MILLIS: u64 = 1 << 40;

/// What stands before the reason why a line could not be executed.
pub const ERROR: &str = "info string error: ";

/// `stop` ends the searches before it, `quit` everything; `isready` is answered during a search.
pub fn arrival(line: &[u8]) -> Arrival {
    match line.trim_ascii() {
        b"isready" => Arrival::Aside,
        b"stop" => Arrival::Stop,
        b"quit" => Arrival::End,
        _ => Arrival::Execute,
    }
}

/// A host that is driven by such a protocol.
pub struct Uci {
    /// What is on the board.
    pub host: Host,
    /// What the command line says.
    asked: Settings,
}

impl Uci {
    /// A host with the settings of the command line.
    pub const fn new(host: Host) -> Self {
        Self { asked: *host.settings(), host }
    }

    /// Says who this is, and the options that [`Uci::set_option`] takes.
    pub fn introduce(&self, say: Say<'_>) {
        say(concat!("id name Tengen ", env!("CARGO_PKG_VERSION")));
        say("id author The Tengen authors");
        let Settings { threads, hash, .. } = self.asked;
        for (name, default, range) in [("Threads", threads, THREADS), ("Hash", hash, HASH)] {
            say(&format!("option name {name} type spin default {default} min {} max {}", range.start(), range.end()));
        }
        say("option name Clear Hash type button");
    }

    /// Sets an option of these; false where it is another.
    ///
    /// # Errors
    /// A value that it cannot have.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let settings = *self.host.settings();
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.configure(Settings { threads: number(name, value, &THREADS)?, ..settings })?,
            "hash" => self.configure(Settings { hash: number(name, value, &HASH)?, ..settings })?,
            "clearhash" => self.host.forget(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes over settings, unless there is too little memory for them.
    fn configure(&mut self, settings: Settings) -> Result<(), String> {
        let before = *self.host.settings();
        self.host.configure(settings);
        self.host.reserve().map_err(|error| {
            self.host.configure(before);
            error.to_string()
        })
    }

    /// The plain query of `go`, with its limits, the command line's where they are narrower, less what has gone by since the line
    /// came. `clock` is how the protocol calls the time left to the side to move, and its increment; `usual` the time where
    /// nothing is named.
    ///
    /// # Errors
    /// A limit that is no number.
    pub fn query<'m>(
        &self,
        words: &[&str],
        clock: [&str; 2],
        usual: Option<Duration>,
        signals: &'m LineSignals,
    ) -> Result<Query<'m>, String> {
        let millis = |name| Ok::<_, String>(limit(words, name)?.map(|ms| Duration::from_millis(ms.min(MOST_MILLIS))));
        let [left, increment] = clock;
        let infinite = is_endless(words);
        let depth = limit(words, "depth")?.map(|plies| plies.clamp(1, u32::MAX.into()) as u32);
        let nodes = limit(words, "nodes")?;
        let clock = millis(left)?;
        let bounded = clock.is_some() || depth.is_some() || infinite;
        let turn = millis("movetime")?.or(usual.filter(|_| !bounded));
        self.host.prepare();
        let settings = Settings {
            depth: self.asked.depth.into_iter().chain(depth).min(),
            nodes: self.asked.nodes.into_iter().chain(nodes).min(),
            movetime: self.asked.movetime.into_iter().chain(turn.map(|time| time.as_secs_f64())).reduce(f64::min),
            ..*self.host.settings()
        };
        let clocks = Clocks::new(TimeSystem::of_game(clock, millis(increment)?.unwrap_or_default()));
        let plain = Query { asked: Some(signals.came), ..self.host.query(settings.limits(), &signals.stop) };
        let query = if infinite && settings.movetime.is_none() {
            plain
        } else {
            Query { clock: clocks.of(self.host.engine().side_to_move()), ..plain }.bounded()
        };
        Ok(Query { stop: signals.stop_of(&query), ..query })
    }
}

/// The number behind a word of `go`; less than 0 is 0: a clock that has run out asks for a move at once.
///
/// # Errors
/// Where there is no number.
pub fn limit(words: &[&str], name: &str) -> Result<Option<u64>, String> {
    let Some(at) = words.iter().position(|&word| word == name) else { return Ok(None) };
    let number: Option<i64> = words.get(at + 1).and_then(|number| number.parse().ok());
    number.map(|number| Some(number.max(0) as u64)).ok_or_else(|| format!("expected a number behind {name}"))
}

/// Does what may take long, and says its lines; `isready` is answered meanwhile.
pub fn attend<T>(signals: &LineSignals, say: Say<'_>, work: impl FnOnce(Say<'_>) -> T) -> T {
    let say = Mutex::new(say);
    let tell = |line: &str| (*say.lock().unwrap_or_else(PoisonError::into_inner))(line);
    signals.asides.attend(|_| tell("readyok"), || work(&mut &tell))
}

/// True for a `go` that waits for `stop`, however soon there is nothing left to find out.
fn is_endless(words: &[&str]) -> bool {
    words.contains(&"infinite") || words.contains(&"ponder")
}

/// Waits for `stop`, or for the end of the input, where `go` asks for that.
pub fn wait_for_stop(words: &[&str], signals: &LineSignals) {
    if is_endless(words) {
        let (sender, stopped) = channel();
        signals.stop_endless.on_raise(move || sender.send(()).unwrap_or_default());
        let _ = stopped.recv();
    }
}

/// Name and value of `setoption name NAME [value VALUE]`, without the command; names may have blanks, which are left out.
///
/// # Errors
/// Where it is not of that form.
pub fn option(words: &[&str]) -> Result<(String, String), String> {
    let Some((&"name", rest)) = words.split_first() else {
        return Err("expected setoption name NAME value VALUE".to_owned());
    };
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    Ok((rest[..end].concat(), rest.get(end + 1..).unwrap_or_default().join(" ")))
}

/// The number that an option is set to.
///
/// # Errors
/// What is no number, or not in the range.
pub fn number(name: &str, value: &str, range: &RangeInclusive<usize>) -> Result<usize, String> {
    let (name, value, least, most) = (quote_line(name), quote_line(value), range.start(), range.end());
    match value.parse::<i128>() {
        Ok(number) if number < *least as i128 => Err(format!("{value} is below the minimum of {name}, {least}")),
        Ok(number) if number > *most as i128 => Err(format!("{value} is above the maximum of {name}, {most}")),
        Ok(number) => Ok(number as usize),
        Err(_) => Err(format!("{value} is no value of {name}: a whole number from {least} to {most}")),
    }
}

/// `mate N` where the length is known, in moves of so many plies; for a win by a table the largest `cp`, less the plies to the
/// next removal.
pub fn score_text(score: Score, plies_of_move: u32) -> String {
    const MOST: Score = 10_000;
    match (plies_to_end(score), plies_by_table(score)) {
        (Some(plies), _) => format!("mate {}", i64::from(score.signum()) * i64::from(plies.div_ceil(plies_of_move))),
        (None, Some(plies)) => format!("cp {}", score.signum() * (MOST - plies as Score)),
        (None, None) => format!("cp {score}"),
    }
}
