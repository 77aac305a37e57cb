//! GTP over TCP: a session for each connection, all in one process.
//!
//! A client writes commands and reads answers as through pipes. One that has closed its side for writing still gets the
//! answers to what it asked.

use super::{Server, serve as serve_lines};
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, Read, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Makes the server of a new session.
pub type Open = dyn Fn() -> io::Result<Server> + Send + Sync;

/// How long a session may go on with what its client asked, once that writes no more.
const PATIENCE: Duration = Duration::from_mins(10);

/// How long a client may take to receive an answer.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a connection is silent before the system asks whether the client's machine is still there.
const KEEPALIVE: Duration = Duration::from_mins(1);

/// How long to wait where the system accepts no connection.
const RETRY: Duration = Duration::from_millis(100);

/// Serves for ever: a thread for each connection, `most` at once. Others are told that all sessions are in use.
pub fn serve(listener: &TcpListener, most: usize, open: &Arc<Open>) {
    // Every session holds one of them.
    let sessions = Arc::new(());
    for stream in listener.incoming() {
        let begun = stream.and_then(|stream| {
            if Arc::strong_count(&sessions) > most {
                return refuse(&stream, "all sessions are in use: try again later");
            }
            let (open, place) = (open.clone(), sessions.clone());
            let session = move || {
                if let Err(error) = talk(&stream, &*open) {
                    log::info!("a session has ended: {error}");
                }
                // The thread that reads waits for more.
                let _ = stream.shutdown(Shutdown::Both);
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
fn talk(stream: &TcpStream, open: &Open) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(SEND_TIMEOUT))?;
    SockRef::from(stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE))?;
    let mut server = match open() {
        Ok(server) => server,
        Err(error) => return refuse(stream, &format!("cannot begin a session: {error}")),
    };
    server.state_mut().patience = Some(PATIENCE);
    serve_lines(&mut server, Inlet { stream: stream.try_clone()?, begun: false }, &mut &*stream)
}

/// Says as a failure of GTP why there is no session.
fn refuse(mut stream: &TcpStream, why: &str) -> io::Result<()> {
    write!(stream, "? {why}\n\n")
}

/// What a client writes. A page of a browser can send requests to any port of its machine; they are not read on.
struct Inlet {
    stream: TcpStream,
    begun: bool,
}

impl Read for Inlet {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        if !std::mem::replace(&mut self.begun, true) && is_http(&buffer[..count]) {
            log::warn!("a request of a browser was not answered");
            return Ok(0);
        }
        Ok(count)
    }
}

/// True for the beginning of a request over HTTP.
fn is_http(bytes: &[u8]) -> bool {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.windows(6).any(|word| word == b" HTTP/")
}
