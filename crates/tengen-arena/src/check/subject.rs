//! The engine under test: its processes, what is said to it and what comes back, byte for byte; and why it does not pass a
//! point.

use super::output::{exchange, ids, is_answered, parts, plain};
use super::rules::Rules;
use crate::gtp_client::{Response, Responses, Violation, command_line};
use crate::process::{Failure, Process};
use crate::spec::EngineSpec;
use std::iter;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tengen_core::search::Stop;
use tengen_session::Games;

/// How long an engine may take to start, where it has no longer for each of its answers.
const STARTUP: Duration = Duration::from_secs(30);

/// An answer that is complete is followed by nothing for so long.
const QUIET: Duration = Duration::from_millis(50);

/// Bytes of an answer that are kept for the report.
const KEPT: usize = 4096;

/// Why a point was not passed.
#[derive(Debug)]
pub enum Trouble {
    /// The engine is wrong; what was expected of it.
    Fault(String),
    /// The point cannot be judged; why.
    Skip(String),
    /// There was no answer.
    Failure(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// A fault of the engine, of which something else was expected.
pub fn fault(expected: impl Into<String>) -> Trouble {
    Trouble::Fault(expected.into())
}

/// What a test says.
pub type Tested = Result<(), Trouble>;

/// Something said, and what came back.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// What was sent.
    pub sent: Vec<u8>,
    /// What came back, or the beginning of it.
    pub received: Vec<u8>,
    /// The input was closed behind it.
    pub closed: bool,
}

/// An engine under test. It is started when it is needed.
pub struct Subject<'a> {
    program: &'a str,
    spec: &'a EngineSpec,
    patience: Duration,
    process: Option<Process>,
    /// The process knows which game it plays.
    pub set_up: bool,
    exchanges: Vec<Exchange>,
    /// What the process sends, as a match reads it.
    responses: Responses,
    /// The last command whose response was read so.
    last: Exchange,
    /// The first violation of each kind, with what was said.
    violations: Vec<(Violation, Exchange)>,
    /// What it calls itself.
    pub name: String,
    /// The version that it tells.
    pub version: String,
    /// What it says that it knows.
    pub commands: Vec<String>,
    /// The rules to judge it by, where they are known.
    pub rules: Option<Rc<Rules>>,
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl<'a> Subject<'a> {
    /// An engine that is not yet started; `patience` is for each of its answers.
    pub fn new(program: &'a str, spec: &'a EngineSpec, patience: Duration) -> Self {
        Self {
            program,
            spec,
            patience,
            process: None,
            set_up: false,
            exchanges: Vec::new(),
            responses: Responses::default(),
            last: Exchange::default(),
            violations: Vec::new(),
            name: String::new(),
            version: String::new(),
            commands: Vec::new(),
            rules: None,
        }
    }

    /// Asks the engine who it is and what it knows; on failure the reason for a person.
    pub fn introduce(&mut self) -> Result<(), String> {
        let mut tell = |command| match self.ask(command) {
            Ok(answer) => Ok(if answer.success { plain(&answer.text) } else { String::new() }),
            Err(Trouble::Fault(why) | Trouble::Skip(why)) => Err(why),
            Err(Trouble::Failure(Failure::Late)) => {
                Err(format!("no answer to \"{command}\"; does it flush its output?"))
            }
            Err(Trouble::Failure(failure)) => Err(failure.to_string()),
        };
        let (name, version, commands) = (tell("name")?, tell("version")?, tell("list_commands")?);
        (self.name, self.version) = (name, version);
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// The game to judge by: the one asked for, or the one that the engine says it plays.
    pub fn game(&mut self, asked: Option<&str>, games: Games) -> Option<String> {
        if let Some(name) = asked {
            return Some(name.to_owned());
        }
        let mut said = Vec::new();
        for command in ["gogui-rules_game_id", "list_games"] {
            if self.knows(command)
                && let Ok(answer) = self.ask(command)
                && answer.success
            {
                said.extend(answer.text.split_whitespace().map(str::to_owned));
            }
        }
        // After a question of GoGui's an engine may answer as GoGui likes it, point by point.
        self.shut_down();
        said.extend(self.name.split_whitespace().map(str::to_owned));
        let known = |word: &&String| games.iter().any(|entry| entry.info.name.eq_ignore_ascii_case(word));
        said.iter().find(known).cloned()
    }

    /// Whether the engine lists the command.
    pub fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Skips the point where the engine does not know the command.
    pub fn needs(&self, command: &str) -> Tested {
        if self.knows(command) { Ok(()) } else { Err(Trouble::Skip(format!("it does not know {command}"))) }
    }

    /// The rules, or the point is skipped.
    pub fn rules(&self) -> Result<Rc<Rules>, Trouble> {
        let why = "the rules of its game are not known here";
        self.rules.clone().ok_or_else(|| Trouble::Skip(why.to_owned()))
    }

    /// Ends the process; the next word goes to a new one.
    pub fn shut_down(&mut self) {
        self.process = None;
        self.set_up = false;
    }

    /// What was said since this was asked last.
    pub fn take_exchanges(&mut self) -> Vec<Exchange> {
        std::mem::take(&mut self.exchanges)
    }

    fn note(&mut self, sent: &[u8], received: &[u8], closed: bool) {
        let received = received[..received.len().min(KEPT)].to_vec();
        self.exchanges.push(Exchange { sent: sent.to_vec(), received, closed });
    }

    /// What was said so far was the way to a position: one exchange in the report.
    pub fn arrived(&mut self) {
        let mut way = Exchange::default();
        for exchange in self.take_exchanges() {
            way.sent.extend(exchange.sent);
            way.received.extend(exchange.received);
        }
        self.exchanges.push(way);
    }

    /// The process, started and answering.
    fn process(&mut self) -> Result<&mut Process, Trouble> {
        if self.process.is_none() {
            self.responses = Responses::default();
            let startup = STARTUP.max(self.patience);
            let process = Process::start(self.program, self.spec, &[], startup, &Stop::new());
            let mut process = process.map_err(|error| fault(format!("an engine that starts: {error}")))?;
            for command in iter::once("protocol_version").chain(self.spec.init.iter().map(String::as_str)) {
                let deadline = process.soon().unwrap_or_else(Instant::now);
                let (sent, mut received) = (command_line(None, command).into_bytes(), Vec::new());
                exchange(&mut process, &sent, &mut received, is_answered, Duration::ZERO, deadline)?;
                self.response(Exchange { sent, received, closed: false });
            }
            self.process = Some(process);
        }
        self.process.as_mut().ok_or_else(|| fault("an engine that starts"))
    }

    /// Sends bytes and reads until there are as many answers, and nothing behind them. What a match tolerates is kept, and put
    /// right in what is returned.
    pub fn raw(&mut self, input: &[u8], count: usize) -> Result<String, Trouble> {
        self.until(input, |output| parts(output).len() >= count)
    }

    /// The same until there is `enough` of the output.
    fn until(&mut self, input: &[u8], enough: impl Fn(&str) -> bool) -> Result<String, Trouble> {
        self.process()?;
        let (responses, ids) = (self.responses, ids(input));
        let tolerated = |output: &str| {
            let mut responses = responses;
            responses.tolerated(output, &ids, |_, _| Ok::<_, ()>(())).unwrap_or_default()
        };
        let output = self.exchange(input, |output| enough(&tolerated(output)), QUIET)?;
        Ok(self.tolerated(input, &output))
    }

    /// Sends a command and takes the first answer, whatever stands around it. Violations are kept.
    pub fn ask(&mut self, command: &str) -> Result<Response, Trouble> {
        let unread = self.process()?.say("", None)?;
        if !unread.is_empty() {
            let mut exchange = self.last.clone();
            exchange.received.extend(unread.bytes());
            self.judge(exchange, |responses, judge| responses.unasked(unread.lines(), judge).unwrap_or_default());
        }
        let sent = command_line(None, command).into_bytes();
        let received = self.exchange(&sent, is_answered, Duration::ZERO)?.into_bytes();
        Ok(self.response(Exchange { sent, received, closed: false }))
    }

    /// The first answer of an exchange that was one command.
    fn response(&mut self, exchange: Exchange) -> Response {
        let output = text_of(&exchange.received);
        self.last = exchange.clone();
        let response = self.judge(exchange, |responses, judge| {
            let mut lines = output.lines();
            let next = || lines.next().map(str::to_owned).ok_or(());
            let response = responses.response(next, None, &mut *judge).unwrap_or_default();
            responses.unasked(lines, judge).unwrap_or_default();
            response
        });
        Response { text: response.text.trim().to_owned(), ..response }
    }

    /// An output without what a match tolerates.
    fn tolerated(&mut self, input: &[u8], output: &str) -> String {
        let exchange = Exchange { sent: input.to_vec(), received: output.as_bytes().to_vec(), closed: false };
        self.judge(exchange, |responses, judge| responses.tolerated(output, &ids(input), judge).unwrap_or_default())
    }

    /// Reads as a match does, and keeps the first violation of each kind with the exchange.
    fn judge<T>(
        &mut self,
        mut exchange: Exchange,
        read: impl FnOnce(&mut Responses, &mut dyn FnMut(Violation, &str) -> Result<(), ()>) -> T,
    ) -> T {
        let Self { responses, violations, .. } = self;
        exchange.received.truncate(KEPT);
        read(responses, &mut |violation, _| {
            if violations.iter().all(|(known, _)| *known != violation) {
                violations.push((violation, exchange.clone()));
            }
            Ok(())
        })
    }

    /// True where a response was a violation of this kind, which is then the last exchange.
    pub fn show_violation(&mut self, kind: Violation) -> bool {
        let found = self.violations.iter().find(|(violation, _)| *violation == kind);
        self.exchanges.extend(found.map(|(_, exchange)| exchange.clone()));
        found.is_some()
    }

    fn exchange(&mut self, input: &[u8], enough: impl Fn(&str) -> bool, quiet: Duration) -> Result<String, Trouble> {
        let patience = self.patience;
        let process = self.process()?;
        let deadline = Instant::now() + patience;
        let mut received = Vec::new();
        let result = exchange(process, input, &mut received, enough, quiet, deadline);
        self.note(input, &received, false);
        result?;
        Ok(text_of(&received))
    }

    /// Sends the last words of a session to a new process, closes its input where `close`, and reads until it ends
    /// with exit status 0; the output as [`Subject::raw`] has it.
    pub fn last_words(&mut self, input: &str, close: bool) -> Result<String, Trouble> {
        self.shut_down();
        let patience = self.patience;
        let process = self.process()?;
        let deadline = Instant::now() + patience;
        let written = process.write(input.as_bytes(), Some(deadline));
        if close {
            process.close_input();
        }
        let mut received = Vec::new();
        let result = written.and_then(|()| {
            loop {
                match process.bytes(Some(deadline))? {
                    bytes if bytes.is_empty() => return Ok(()),
                    bytes => received.extend(bytes),
                }
            }
        });
        let status = result.is_ok().then(|| process.exit_status(deadline)).flatten();
        self.note(input.as_bytes(), &received, close);
        match (result, status) {
            (Ok(()), Some(status)) if status.success() => Ok(self.tolerated(input.as_bytes(), &text_of(&received))),
            (Ok(()), Some(status)) => Err(fault(format!("exit status 0, not {}", status.code().unwrap_or_default()))),
            (Ok(()) | Err(Failure::Late), _) => Err(fault(format!("its end within {} s", patience.as_secs()))),
            (Err(failure), _) => Err(failure.into()),
        }
    }

    /// A line of any kind, and `name` behind it: so many answers, the last of them with the name.
    pub fn before_name(&mut self, line: &[u8], count: usize) -> Tested {
        let name = self.name.clone();
        let input = [line, b"\nname\n"].concat();
        // Answers come in order: behind the last one there are no others.
        let output = self.until(&input, |output| parts(output).iter().any(|text| text.ends_with(&name)));
        let last = format!("= {name}");
        let right = |output: &str| parts(output).len() == count && parts(output).last() == Some(&last);
        match output {
            Ok(output) if right(&output) => Ok(()),
            Ok(_) | Err(Trouble::Failure(Failure::Late)) => {
                Err(fault(format!("{count} answers, the last of them {last:?}")))
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Lines, and the answers to them: each to the letter, with nothing before, between and behind but what a match tolerates.
    /// `{name}` stands for the engine's name.
    pub fn exact(&mut self, input: &str, expected: &[&str]) -> Tested {
        let expected = self.wanted(expected);
        match self.raw(input.as_bytes(), parts(&expected).len()) {
            Ok(output) => same(&output, &expected),
            Err(Trouble::Failure(Failure::Late)) => Err(fault(format!("{expected:?} in time"))),
            Err(trouble) => Err(trouble),
        }
    }

    /// [`Subject::last_words`] and the answers to them, as [`Subject::exact`] has them.
    pub fn ends(&mut self, input: &str, close: bool, expected: &[&str]) -> Tested {
        let expected = self.wanted(expected);
        let output = self.last_words(input, close)?;
        same(&output, &expected)
    }

    /// How much the engine has written to standard error, in bytes; no more than a process keeps of it.
    pub fn complaints(&mut self) -> Result<usize, Trouble> {
        Ok(self.process()?.complaints().len())
    }

    fn wanted(&self, expected: &[&str]) -> String {
        expected.iter().map(|answer| format!("{answer}\n\n")).collect::<String>().replace("{name}", &self.name)
    }
}

fn same(output: &str, expected: &str) -> Tested {
    if plain(output) == *expected { Ok(()) } else { Err(fault(format!("{expected:?}"))) }
}
