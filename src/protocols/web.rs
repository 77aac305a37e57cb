//! The board in the browser. A local server hands out one page and speaks GTP with it over web sockets, nothing
//! else: what the page can do, any client can that speaks `protocol.md`.
//!
//! A message of the page is text for [`gtp::Server`](super::gtp::Server), whole lines; what comes back is the text of its
//! answers. Each browser tab has a session with threads and a table of its own, which survives a reload of the page, see
//! [`session`]. Who may come in is decided by [`access`].

pub mod access;
pub mod page;
pub mod server;
pub mod session;

pub use access::Access;
pub use server::serve;
pub use session::Sessions;
