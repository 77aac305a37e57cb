//! GTP over TCP: a session for each connection, all in one process.
//!
//! A client writes commands and reads answers as through pipes. One that has closed its side for writing still gets the
//! answers to what it asked; one that is gone is not thought for.

mod first_line;
mod link;

use super::Server;
use crate::protocols::line_server::serve_input;
use link::{Inlet, Link, Outlet, SEND_TIMEOUT};
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Makes the server of a new session.
pub type Open = dyn Fn() -> io::Result<Server> + Send + Sync;

/// How long to wait where the system accepts no connection.
const RETRY: Duration = Duration::from_millis(100);

/// Serves for ever: a thread for each connection, `most` at once. Others are told that all sessions are in use.
pub fn serve(listener: &TcpListener, most: usize, open: &Arc<Open>) {
    // Every session holds one of them.
    let sessions = Arc::new(());
    for stream in listener.incoming() {
        let begun = stream.and_then(|stream| {
            if Arc::strong_count(&sessions) > most {
                // A client that is gone already is not told.
                let _ = refuse(&stream, "all sessions are in use: try again later");
                return Ok(());
            }
            let (open, place) = (open.clone(), sessions.clone());
            let session = move || {
                if let Err(error) = talk(stream, &*open) {
                    log::info!("a session has ended: {error}");
                }
                drop(place);
            };
            thread::Builder::new().name("session".to_owned()).spawn(session).map(|_| ())
        });
        if let Err(error) = begun {
            log::warn!("cannot serve a connection: {error}");
            thread::sleep(RETRY);
        }
    }
}

/// Serves a client to the end of its session.
fn talk(stream: TcpStream, open: &Open) -> io::Result<()> {
    let mut server = match open() {
        Ok(server) => server,
        Err(error) => return refuse(&stream, &format!("cannot begin a session: {error}")),
    };
    let link = Arc::new(Link::new(stream, SEND_TIMEOUT)?);
    let result = serve_input(&mut server, Inlet::new(link.clone()), &mut Outlet(&link));
    // The thread that reads waits for more.
    link.close();
    result
}

/// Says as a failure of GTP why there is no session.
fn refuse(mut stream: &TcpStream, why: &str) -> io::Result<()> {
    write!(stream, "? {why}\n\n")
}
