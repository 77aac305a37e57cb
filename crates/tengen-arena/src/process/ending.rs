//! What the two forms of an engine's process have in common: its pipes, and how it ended.

/// The signals that batch systems and terminals end a job by: HUP, INT, KILL, TERM.
#[cfg(unix)]
const JOB_SIGNALS: [i32; 4] = [1, 2, 9, 15];

/// One of the two pipes that an engine writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipe {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// How an engine ended.
pub struct Ending {
    /// Its program was started.
    pub started: bool,
    /// By a signal that ends jobs, or the system does not say.
    pub may_be_of_the_job: bool,
    /// In words.
    pub text: String,
}

impl Ending {
    /// By a signal.
    #[cfg(unix)]
    pub fn by_signal(signal: i32) -> Self {
        let name = signal_hook::low_level::signal_name(signal).map(|name| format!(" ({name})"));
        let text = format!("killed by signal {signal}{}", name.unwrap_or_default());
        Self { started: true, may_be_of_the_job: JOB_SIGNALS.contains(&signal), text }
    }

    /// By itself, with an exit status; `None` where there is none.
    pub fn by_itself(code: Option<i32>) -> Self {
        let text = code.map_or_else(|| "ended".to_owned(), |code| format!("ended with status {code}"));
        Self { started: true, may_be_of_the_job: code.is_none(), text }
    }
}
