//! A server of `tengen web`, and the connections of its pages.
#![allow(dead_code)] // each test program uses its part

use crate::common::process::{NEVER, until};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tungstenite::handshake::client::generate_key;
use tungstenite::http::{Request, Response};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, connect};

/// A server on a free port.
pub struct Web {
    pub process: Child,
    pub host: String,
    pub token: String,
}

impl Drop for Web {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Web {
    pub fn start(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["web", "--no-open", "--threads", "1", "--hash", "1"]).args(words);
        Self::of(command)
    }

    /// The server that a command starts.
    pub fn of(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, token) = line.trim_end().strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
        Self { process, host: host.to_owned(), token: token.to_owned() }
    }

    /// What the server answers, status line and headers included.
    pub fn get(&self, path: &str, host: &str) -> String {
        self.try_get(path, host).unwrap()
    }

    pub fn try_get(&self, path: &str, host: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(&self.host)?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// A page's connection.
    pub fn open(&self, session: &str, token: &str, origin: Option<&str>) -> Result<PageSettings, Error> {
        let mut request = Request::builder()
            .uri(format!("ws://{}/gtp?token={token}&session={session}", self.host))
            .header("Host", &self.host)
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", generate_key());
        if let Some(origin) = origin {
            request = request.header("Origin", origin);
        }
        let (socket, _): (_, Response<_>) = connect(request.body(()).unwrap())?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(NEVER)).unwrap();
        }
        Ok(PageSettings { socket, text: String::new() })
    }

    pub fn page(&self, session: &str) -> PageSettings {
        self.open(session, &self.token, Some(&format!("http://{}", self.host))).unwrap()
    }

    /// The same, once there is a place for its session.
    pub fn page_at_last(&self, session: &str) -> PageSettings {
        until("a place for its session", || {
            let mut page = self.page(session);
            // One that is refused may be closed before this is sent.
            let _ = page.socket.send(Message::text("name\n"));
            matches!(page.socket.read(), Ok(Message::Text(_))).then_some(page)
        })
    }
}

pub struct PageSettings {
    pub socket: WebSocket<MaybeTlsStream<TcpStream>>,
    text: String,
}

impl PageSettings {
    pub fn send(&mut self, lines: &str) {
        self.socket.send(Message::text(lines)).unwrap();
    }

    /// What the session has said once that ends so.
    pub fn until(&mut self, end: &str) -> String {
        while !self.text.ends_with(end) {
            match self.socket.read().unwrap() {
                Message::Text(text) => self.text += &text,
                Message::Close(frame) => panic!("closed: {frame:?} after {:?}", self.text),
                _ => {}
            }
        }
        std::mem::take(&mut self.text)
    }

    pub fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        self.until("\n\n")
    }

    /// The history that this session answers after what it has still to say to an older page.
    pub fn history(&mut self) -> String {
        self.send("7 move_history\n");
        let mut said = String::new();
        while !said.contains("=7 ") {
            said += &self.until("\n\n");
        }
        said.split_off(said.find("=7 ").unwrap())
    }

    /// Why the server closes the connection.
    pub fn closed(&mut self) -> String {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.unwrap().reason.to_string(),
                Ok(_) => {}
                Err(error) => return error.to_string(),
            }
        }
    }
}
