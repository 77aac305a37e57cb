//! The engine in a web worker, for a page without a server: `scripts/web` puts it beside the page.
//!
//! The worker's script hands the lines of GTP over as they come; what they answer is posted to the page. A command runs to
//! its end on the worker's only thread, which meanwhile sees no message. What may cut it short are two addresses of the
//! page's own (`blob:`), which the page takes back to say so, and which a search asks for every so often.
//!
//! A panic is thrown as an error with its message. The program is of no use after that: the page starts another.

use super::gtp::Server;
use super::line_server::{self, LineSignals, Protocol as _};
use std::io::{self, Write};
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_games::request;
use tengen_session::{Host, LetterSetting, Settings};
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

/// Size of the transposition table, in MiB.
const HASH: usize = 16;

/// How often a search asks whether it is to end: an answer takes some milliseconds.
const PERIOD: Duration = Duration::from_millis(100);

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(text: &str);
}

/// A GTP server for the page that started this worker.
#[wasm_bindgen]
pub struct Engine {
    server: Server,
}

#[wasm_bindgen]
impl Engine {
    /// A server at its start; a worker has one only.
    ///
    /// # Errors
    /// In words, where the browser has no memory for it.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, String> {
        panic::set_hook(Box::new(|fault| wasm_bindgen::throw_str(&fault.to_string())));
        let resources = Resources::new(1, HASH);
        resources.reserve().map_err(|error| error.to_string())?;
        let settings = Settings { threads: 1, hash: HASH, ..Settings::default() };
        let mut host = Host::new(GAMES, settings, resources);
        host.set_letters(LetterSetting::OfGame);
        let mut server = Server::new(host);
        server.state_mut().files = false;
        Ok(Self { server })
    }

    /// Executes one line, and posts the answer; false once the server has ended. An analysis ends when there is nothing any
    /// more at the address `superseded`, and every search when there is nothing at `interrupt`.
    pub fn execute(&mut self, line: &str, superseded: String, interrupt: String) -> bool {
        let (stop, superseded) = (taken_back(interrupt), taken_back(superseded));
        let signals = LineSignals { stop, superseded, ..LineSignals::at(self.server.clock().now()) };
        let flow = line_server::execute(&mut self.server, line.as_bytes(), &signals, &mut Page);
        flow.is_ok_and(|flow| flow.is_continue())
    }
}

/// A flag that is raised once the page has taken this address back.
fn taken_back(address: String) -> Stop {
    let due = Mutex::new(Instant::now() + PERIOD);
    Stop::asking(move || {
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = Instant::now() >= *due;
        let taken_back = is_due && request::get(&address).is_err();
        if is_due {
            *due = Instant::now() + PERIOD;
        }
        taken_back
    })
}

/// Where the answers go.
struct Page;

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        post_message(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
