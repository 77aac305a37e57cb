//! The connection of a session: what its client writes, what it reads, and whether it is still there.

use super::first_line::FirstLine;
use crate::protocols::line_server::Input;
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tengen_core::search::Stop;

/// How long a session may go on with what its client asked, once that writes no more.
const PATIENCE: Duration = Duration::from_mins(10);

/// How long a client may take to receive an answer.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a connection is silent before the system asks whether the client's machine is still there.
const KEEPALIVE: Duration = Duration::from_mins(1);

/// How often a search asks whether its client is still there, while nothing is read of it. The second question learns
/// what became of the first.
const PERIOD: Duration = Duration::from_millis(250);

/// A connection, as the threads of its session see it.
pub(super) struct Link {
    stream: TcpStream,
    /// Something is read of the client: that it is gone would show.
    reading: AtomicBool,
    silence: Mutex<Silence>,
    send_timeout: Duration,
}

/// While nothing is read.
struct Silence {
    /// When the client is asked for next.
    due: Instant,
    /// When no more is done for it, once it writes no more.
    end: Option<Instant>,
}

impl Link {
    /// A connection whose client may take so long to receive an answer.
    pub(super) fn new(stream: TcpStream, send_timeout: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(send_timeout))?;
        SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE))?;
        let silence = Mutex::new(Silence { due: Instant::now(), end: None });
        Ok(Self { stream, reading: AtomicBool::new(false), silence, send_timeout })
    }

    /// Closes it for both sides.
    pub(super) fn close(&self) {
        // Where the client has closed it, too, that is an error.
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reading.store(true, Relaxed);
        let read = match (&self.stream).read(buffer) {
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(0),
            read => read,
        };
        let now = Instant::now();
        let end = matches!(read, Ok(0)).then(|| now + PATIENCE);
        *self.silence.lock().unwrap_or_else(PoisonError::into_inner) = Silence { due: now + PERIOD, end };
        self.reading.store(false, Relaxed);
        read
    }

    /// True once the client has closed the connection, or has written nothing for [`PATIENCE`] after the end of its input.
    fn is_over(&self) -> bool {
        if self.reading.load(Relaxed) {
            return false;
        }
        // One thread that asks is enough.
        let Ok(mut silence) = self.silence.try_lock() else { return false };
        let now = Instant::now();
        if now < silence.due {
            return false;
        }
        silence.due = now + PERIOD;
        silence.end.is_some_and(|end| now >= end) || self.is_gone()
    }

    /// Sends a byte out of band, which a client does not see, nor count to what it reads; where it has closed the connection,
    /// its system answers with a reset, and the next byte cannot be sent. A client that has only closed its side for writing
    /// looks the same to those who only read.
    fn is_gone(&self) -> bool {
        use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, TimedOut, WouldBlock};
        let gone = [BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, TimedOut, WouldBlock];
        // Clients that read it in band take a carriage return for none.
        let sent = SockRef::from(&self.stream).send_out_of_band(b"\r");
        sent.is_err_and(|error| gone.contains(&error.kind()))
    }
}

impl Read for &Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Link::read(self, buffer)
    }
}

/// What a client writes.
pub(super) struct Inlet {
    link: Arc<Link>,
    first: FirstLine,
}

impl Inlet {
    pub(super) fn new(link: Arc<Link>) -> Self {
        Self { link, first: FirstLine::default() }
    }
}

impl Read for Inlet {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.first.read(&mut &*self.link, buffer)
    }
}

impl Input for Inlet {
    fn flag(&self) -> Stop {
        let link = self.link.clone();
        Stop::asking(move || link.is_over())
    }
}

/// What a client reads: each write has a deadline, and after one that was late the connection is closed.
pub(super) struct Outlet<'a>(pub(super) &'a Link);

impl Write for Outlet<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begun = Instant::now();
        let written = match (&self.0.stream).write(bytes) {
            // All that can be written at once is; the rest was waited for.
            Ok(count) if count < bytes.len() && begun.elapsed() >= self.0.send_timeout => {
                Err(ErrorKind::TimedOut.into())
            }
            written => written,
        };
        if written.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted) {
            self.0.close();
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_client_that_does_not_read_is_waited_for_once() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let link = Link::new(listener.accept().unwrap().0, Duration::from_millis(20)).unwrap();
        let (mut outlet, answer) = (Outlet(&link), b"x".repeat(1 << 16));
        // More than any buffers hold.
        let late = (0..10_000).find_map(|_| outlet.write_all(&answer).err()).unwrap();
        assert!([ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&late.kind()), "{late}");
        // A connection that is closed takes no time.
        assert_eq!(outlet.write_all(&answer).unwrap_err().kind(), ErrorKind::BrokenPipe);
        drop(client);
    }
}
