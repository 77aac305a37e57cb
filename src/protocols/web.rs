//! The board in the browser. A local server hands out one page, whose files are inside the program, and speaks GTP with it over
//! web sockets, nothing else: what the page can do, any client can that speaks `protocol.md`.
//!
//! A message of the page is text for [`gtp::Server`](super::gtp::Server), cut anywhere; what comes back is the text of its
//! answers. Each browser tab has a session with threads and a table of its own, which survives a reload of the page, see
//! [`session`]. Who may come in is decided by [`access`].

pub mod access;
pub mod session;

pub use access::Access;
pub use session::Sessions;

use super::gtp::MAX_LINE;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use session::{Connection, INTERRUPT};
use std::collections::HashMap;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long a session may think while its page says nothing.
const PATIENCE: Duration = Duration::from_mins(10);

/// How long a page may take to receive a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How often it is asked whether a page is still there, while it has said more than its session keeps: nothing is read of it
/// then.
const PERIOD: Duration = Duration::from_millis(250);

/// How long a client may take to send a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 1 << 14;

/// The longest reason for which a web socket can be closed, in bytes: RFC 6455, section 5.5, less two bytes of the code.
const MOST_REASON: usize = 123;

/// Connections at once, beside those of sessions. More are closed, until some have ended.
const MOST_CONNECTIONS: usize = 512;

/// How long to wait where the system accepts no connection.
const RETRY: Duration = Duration::from_millis(100);

/// The longest name of a session.
const MOST_NAME: usize = 64;

/// What a page may do: load its own files, draw pictures that it has made, and talk to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page, inside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct File {
    /// Its path below the server's root.
    path: &'static str,
    /// Its media type.
    kind: &'static str,
    /// What it holds.
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: $name, kind: $kind, text: include_str!(concat!("web/page/", $name)) }
    };
}

/// The page itself, for the server's root.
const INDEX: File = file!("index.html", HTML);

/// The files that it loads.
const FILES: &[File] = &[
    file!("board.css", CSS),
    file!("style.css", CSS),
    file!("icon.svg", SVG),
    file!("app.js", SCRIPT),
    file!("actions.js", SCRIPT),
    file!("address.js", SCRIPT),
    file!("analysis.js", SCRIPT),
    file!("board.js", SCRIPT),
    file!("clocks.js", SCRIPT),
    file!("columns.js", SCRIPT),
    file!("connection.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("editor.js", SCRIPT),
    file!("game.js", SCRIPT),
    file!("gif.js", SCRIPT),
    file!("graph.js", SCRIPT),
    file!("gtp.js", SCRIPT),
    file!("keep.js", SCRIPT),
    file!("link.js", SCRIPT),
    file!("match.js", SCRIPT),
    file!("openings.js", SCRIPT),
    file!("picture.js", SCRIPT),
    file!("players.js", SCRIPT),
    file!("proof.js", SCRIPT),
    file!("records.js", SCRIPT),
    file!("retry.js", SCRIPT),
    file!("review.js", SCRIPT),
    file!("setup.js", SCRIPT),
    file!("sound.js", SCRIPT),
    file!("state.js", SCRIPT),
    file!("swap2.js", SCRIPT),
    file!("text-de.js", SCRIPT),
    file!("text-en.js", SCRIPT),
    file!("text-ja.js", SCRIPT),
    file!("texts.js", SCRIPT),
    file!("touch.js", SCRIPT),
    file!("tree.js", SCRIPT),
    file!("value.js", SCRIPT),
    file!("verdicts.js", SCRIPT),
    file!("view.js", SCRIPT),
];

struct Door {
    access: Access,
    sessions: Sessions,
}

/// Serves for ever.
///
/// # Errors
/// Those of a system that cannot wait for connections.
pub fn serve(listener: TcpListener, access: Access, sessions: Sessions) -> io::Result<()> {
    let door = Arc::new(Door { access, sessions });
    let pages = Router::new()
        .route("/", get(index))
        .route("/gtp", get(connect))
        .route("/{file}", get(file))
        .layer(middleware::from_fn_with_state(door.clone(), admit))
        .with_state(door);
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { accept(&tokio::net::TcpListener::from_std(listener)?, &pages).await })
}

/// Accepts connections. Those that say nothing do not keep others out.
async fn accept(listener: &tokio::net::TcpListener, pages: &Router) -> ! {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("cannot accept a connection: {error}");
                sleep(RETRY).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        // Without it an answer is only later, not lost.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(pages.clone());
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIMEOUT).max_buf_size(MOST_HEAD);
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::spawn(async move {
            // One request, or the beginning of a web socket.
            match timeout(REQUEST_TIMEOUT + SEND_TIMEOUT, connection).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => log::debug!("a connection has ended: {error}"),
                Err(_) => log::debug!("a client has not read its answer"),
            }
            drop(place);
        });
    }
}

/// Refuses what calls the server by a name that it has not, and says what a browser may do with the answers.
async fn admit(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = if request.headers().get_all(header::HOST).iter().count() > 1 {
        refusal(StatusCode::BAD_REQUEST, "a request names one host")
    } else if door.access.is_host(text(request.headers(), header::HOST).unwrap_or_default()) {
        next.run(request).await
    } else {
        refusal(StatusCode::MISDIRECTED_REQUEST, "this server has another name")
    };
    let upgrades = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    if !upgrades {
        // A connection has one request: nobody asks again and again without reading.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn refusal(status: StatusCode, why: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], why).into_response()
}

fn answer(file: &File) -> Response {
    ([(header::CONTENT_TYPE, file.kind)], file.text).into_response()
}

type Words = Query<HashMap<String, String>>;

fn word<'a>(words: &'a Words, name: &str) -> &'a str {
    words.get(name).map_or("", String::as_str)
}

async fn index(State(door): State<Arc<Door>>, words: Words) -> Response {
    if door.access.knows(word(&words, "token")) {
        answer(&INDEX)
    } else {
        refusal(StatusCode::FORBIDDEN, "the address is that which tengen web prints, with its token")
    }
}

async fn file(Path(path): Path<String>) -> Response {
    let found = FILES.iter().find(|file| file.path == path);
    found.map_or_else(|| refusal(StatusCode::NOT_FOUND, "there is no such file"), answer)
}

async fn connect(
    State(door): State<Arc<Door>>,
    words: Words,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let host = text(&headers, header::HOST).unwrap_or_default();
    let name = word(&words, "session").to_owned();
    if !door.access.knows(word(&words, "token")) || !door.access.is_origin(text(&headers, header::ORIGIN), host) {
        return refusal(StatusCode::FORBIDDEN, "not a page of this server");
    }
    if name.is_empty() || name.len() > MOST_NAME {
        return refusal(StatusCode::BAD_REQUEST, "a session has a name of up to 64 bytes");
    }
    upgrade.max_message_size(MAX_LINE).max_frame_size(MAX_LINE).on_upgrade(move |socket| talk(socket, door, name))
}

/// A page's connection, to its end.
async fn talk(mut socket: WebSocket, door: Arc<Door>, name: String) {
    let end = match door.sessions.connect(&name) {
        Ok(mut connection) => {
            let end = pass_on(&mut socket, &mut connection).await;
            door.sessions.disconnect(&name, &connection);
            end
        }
        Err(refusal) => End::Session(refusal.to_string()),
    };
    match end {
        End::Session(why) => {
            let reason = why[..why.floor_char_boundary(MOST_REASON)].into();
            let frame = CloseFrame { code: close_code::NORMAL, reason };
            // A page that has gone meanwhile cannot be told.
            let _ = is_sent(socket.send(Message::Close(Some(frame)))).await;
        }
        End::Closing => {
            // The answer is sent by asking for more.
            let _ = timeout(SEND_TIMEOUT, socket.recv()).await;
        }
        End::Gone => {}
    }
}

/// Why a connection ends.
enum End {
    /// The session does not go on with this page; why, for its user.
    Session(String),
    /// The page closes the connection.
    Closing,
    /// The page is gone, or reads nothing.
    Gone,
}

/// Passes messages on in both directions until one side ends.
async fn pass_on(socket: &mut WebSocket, connection: &mut Connection) -> End {
    // The page before may have left half a line.
    let mut waiting = Some(INTERRUPT.to_owned());
    let mut patience = Instant::now() + PATIENCE;
    loop {
        // While the session's queue is full its answers are still passed on: it may wait for that.
        tokio::select! {
            answers = connection.output.recv() => {
                let Some(answers) = answers else { return End::Session(connection.why()) };
                if !is_sent(socket.send(Message::Text(answers.into()))).await {
                    return End::Gone;
                }
            }
            place = connection.input.reserve(), if waiting.is_some() => {
                let Ok(place) = place else { return End::Session(connection.why()) };
                if !connection.say(place, waiting.take().unwrap_or_default()) {
                    return End::Session(connection.why());
                }
            }
            message = socket.recv(), if waiting.is_none() => match message {
                Some(Ok(Message::Text(lines))) => {
                    waiting = Some(lines.to_string());
                    patience = Instant::now() + PATIENCE;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) => return End::Closing,
                _ => return End::Gone,
            },
            () = sleep_until(patience) => {
                connection.interrupt();
                waiting.get_or_insert_default().push_str(INTERRUPT);
                patience = Instant::now() + PATIENCE;
                // It finds out whether there is still a page.
                if !is_sent(socket.send(Message::Ping(Bytes::new()))).await {
                    return End::Gone;
                }
            }
            // So does this: the system of a page that is gone answers with a reset, and the next one cannot be sent.
            () = sleep(PERIOD), if waiting.is_some() => {
                if !is_sent(socket.send(Message::Ping(Bytes::new()))).await {
                    return End::Gone;
                }
            }
        }
    }
}

/// Whether a page takes in time what is being sent.
async fn is_sent<E>(sending: impl Future<Output = Result<(), E>>) -> bool {
    matches!(timeout(SEND_TIMEOUT, sending).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};

    #[test]
    fn a_page_that_reads_nothing_is_waited_for_thirty_seconds() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let start = Instant::now();
            assert!(!is_sent(pending::<Result<(), ()>>()).await);
            assert_eq!(start.elapsed(), Duration::from_secs(30));
            assert!(is_sent(ready(Ok::<(), ()>(()))).await);
            assert!(!is_sent(ready(Err(()))).await, "the page is gone");
        });
    }
}
