//! Sessions: a GTP server each, on a thread of its own, for one browser tab.
//!
//! A session goes on while no page is connected: one that is loaded again, or whose connection broke, finds its game as it
//! was. All that a page has asked it to think about is interrupted when that page goes, and the answers are lost, or go to
//! the next page, which knows its own answers by their ids. It ends when its place is needed for another, when the page says
//! `quit`, or with the program.

use crate::protocols::gtp::tcp::Open;
use crate::protocols::line_server::{Input, serve_input};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use tengen_core::search::Stop;
use thiserror::Error;
use tokio::sync::mpsc::{Permit, Receiver, Sender, channel};

/// Messages that wait to be read by a session, or by a page.
const QUEUE: usize = 4;

/// Interrupts what a session thinks about, and ends what may have been half a line.
pub const INTERRUPT: &str = "\n# interrupt\n";

/// All sessions.
pub struct Sessions {
    open: Arc<Open>,
    most: usize,
    all: Mutex<HashMap<String, Session>>,
}

struct Session {
    input: Sender<Said>,
    outlet: Outlet,
    /// Since when no page is connected.
    detached: Option<Instant>,
}

/// What a page says.
pub struct Said {
    lines: String,
    /// Raised when the page does not wait for the answers any more.
    unwanted: Stop,
}

/// A page's connection to a session.
pub struct Connection {
    /// What the session reads.
    pub input: Sender<Said>,
    /// What it writes; ends when the session does, or another page has taken it over.
    pub output: Receiver<String>,
    outlet: Outlet,
    number: u64,
}

/// Why there is no session for a page, in words for its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Pages are connected to all.
    #[error("all sessions are in use: close a tab, or start tengen web with more --sessions")]
    Full,
    /// The system starts no thread.
    #[error("the system has no thread left for a session: close a tab")]
    NoThread,
}

impl Sessions {
    /// At most so many, whose servers are made by `open`.
    pub fn new(most: usize, open: Arc<Open>) -> Self {
        Self { open, most, all: Mutex::default() }
    }

    /// Connects a page to the session of this name; a new one where there is none. A page that is connected to it is
    /// disconnected.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn connect(&self, name: &str) -> Result<Connection, Refusal> {
        let mut all = self.lock();
        all.retain(|_, session| session.outlet.page().ended.is_none());
        if !all.contains_key(name) {
            self.make_room(&mut all)?;
        }
        let session = match all.entry(name.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(Session::start(&self.open).map_err(|error| {
                log::error!("cannot start a session: {error}");
                Refusal::NoThread
            })?),
        };
        session.detached = None;
        let (page, output) = channel(QUEUE);
        let number = session.outlet.lead_to(page);
        Ok(Connection { input: session.input.clone(), output, outlet: session.outlet.clone(), number })
    }

    /// A page has gone, with its connection to the session of this name.
    pub fn disconnect(&self, name: &str, connection: &Connection) {
        let mut all = self.lock();
        // Another page may have the session by now.
        if connection.outlet.leave(connection.number)
            && let Some(session) = all.get_mut(name)
        {
            session.detached = Some(Instant::now());
            // An analysis that has nothing left to find out waits for input; where there is no room for it, there is some.
            let _ = session.input.try_send(connection.outlet.page().say(INTERRUPT.to_owned()));
        }
    }

    /// Ends the session that has waited longest for its page, where no place is free.
    fn make_room(&self, all: &mut HashMap<String, Session>) -> Result<(), Refusal> {
        if all.len() < self.most {
            return Ok(());
        }
        let waiting = all.iter().filter_map(|(name, session)| Some((session.detached?, name.clone())));
        let (_, name) = waiting.min().ok_or(Refusal::Full)?;
        if let Some(session) = all.remove(&name) {
            session.outlet.end("the session has ended: its place was needed");
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Takes the place in the session's queue for what the page says; false where another page has the session by now,
    /// which is then spared what was said before it came.
    #[must_use]
    pub fn say(&self, place: Permit<'_, Said>, lines: String) -> bool {
        self.outlet.while_connected(self.number, |page| place.send(page.say(lines)))
    }

    /// Interrupts all that the session was asked to think about. [`INTERRUPT`] is to be said next.
    pub fn interrupt(&self) {
        self.outlet.while_connected(self.number, WebPage::interrupt);
    }

    /// Why the session writes no more to this page.
    pub fn why(&self) -> String {
        let page = self.outlet.page();
        let ended = page.ended.as_ref().filter(|_| page.number == self.number);
        ended.map_or("the session is open in another tab", |why| why).to_owned()
    }
}

impl Session {
    fn start(open: &Arc<Open>) -> io::Result<Self> {
        let (input, receiver) = channel(QUEUE);
        let outlet = Outlet::default();
        let (open, mut sink) = (open.clone(), outlet.clone());
        let run = move || {
            let why = match open() {
                Ok(mut server) => {
                    if let Err(error) = serve_input(&mut server, Inlet::new(receiver), &mut sink) {
                        log::error!("a session has ended: {error}");
                    }
                    "the session has ended".to_owned()
                }
                Err(error) => format!("cannot begin a session: {error}"),
            };
            sink.end(&why);
        };
        thread::Builder::new().name("session".to_owned()).spawn(run)?;
        Ok(Self { input, outlet, detached: None })
    }
}

/// What a session reads: the messages, one after the other. It ends when the session has no place any more.
struct Inlet {
    receiver: Receiver<Said>,
    rest: Vec<u8>,
    taken: usize,
    unwanted: Stop,
}

impl Inlet {
    fn new(receiver: Receiver<Said>) -> Self {
        Self { receiver, rest: Vec::new(), taken: 0, unwanted: Stop::new() }
    }
}

impl Read for Inlet {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.rest.len() {
            let Some(Said { lines, unwanted }) = self.receiver.blocking_recv() else { return Ok(0) };
            (self.rest, self.taken, self.unwanted) = (lines.into_bytes(), 0, unwanted);
        }
        let count = buffer.len().min(self.rest.len() - self.taken);
        buffer[..count].copy_from_slice(&self.rest[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}

impl Input for Inlet {
    /// [`INTERRUPT`] comes first of what has another flag.
    fn flag(&self) -> Stop {
        let unwanted = self.unwanted.clone();
        Stop::asking(move || unwanted.is_raised())
    }
}

/// Where a session writes to: the page that is connected, or nowhere.
#[derive(Clone, Default)]
struct Outlet(Arc<Mutex<WebPage>>);

#[derive(Default)]
struct WebPage {
    /// Counts the pages.
    number: u64,
    sender: Option<Sender<String>>,
    /// Raised when nobody waits for answers to what was said so far.
    unwanted: Stop,
    /// Why the session writes no more.
    ended: Option<String>,
}

impl WebPage {
    fn say(&self, lines: String) -> Said {
        Said { lines, unwanted: self.unwanted.clone() }
    }

    fn interrupt(&mut self) {
        std::mem::take(&mut self.unwanted).raise();
    }
}

impl Outlet {
    fn page(&self) -> MutexGuard<'_, WebPage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes there from now on; the page's number.
    fn lead_to(&self, sender: Sender<String>) -> u64 {
        let mut page = self.page();
        page.interrupt();
        page.number += 1;
        page.sender = Some(sender);
        page.number
    }

    /// Writes nowhere from now on; false where the page of this number is not connected any more.
    fn leave(&self, number: u64) -> bool {
        self.while_connected(number, |page| {
            page.interrupt();
            page.sender = None;
        })
    }

    /// Writes no more.
    fn end(&self, why: &str) {
        let mut page = self.page();
        page.interrupt();
        page.sender = None;
        page.ended.get_or_insert_with(|| why.to_owned());
    }

    /// Does this if the page of this number is connected still, and says whether it is; none takes over meanwhile.
    fn while_connected(&self, number: u64, act: impl FnOnce(&mut WebPage)) -> bool {
        let mut page = self.page();
        let connected = page.number == number;
        if connected {
            act(&mut page);
        }
        connected
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (sender, ended) = {
            let page = self.page();
            (page.sender.clone(), page.ended.is_some())
        };
        if ended {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let Some(sender) = sender {
            // A page that has gone misses the answer.
            let _ = sender.blocking_send(String::from_utf8_lossy(bytes).into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
