//! `tengen web`: the board in the browser.

use super::Options;
use super::arguments::{address, whole};
use super::error::CliError;
use crate::printable::Printable;
use crate::protocols::gtp::Server;
use crate::protocols::web::{self, Access, Sessions};
use clap::Args;
use std::io::{self, Write as _};
use std::net::TcpListener;
use std::sync::Arc;

/// How the board in the browser is served.
#[derive(Args, Debug)]
pub struct WebArgs {
    /// Address and port to listen on; port 0 takes a free one. Others than this machine can only connect to an address that
    /// is not 127.0.0.1, and then without encryption
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0", value_parser = address)]
    listen: String,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Browser tabs at once; each has the threads and the table (`--threads`, `--hash`) for itself
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole(1..=1000_usize))]
    sessions: usize,
}

impl WebArgs {
    /// Serves until it is interrupted.
    pub(super) fn enter(&self, options: &Options) -> Result<(), CliError> {
        // What is wrong with the options shows here, not in the first tab.
        options.host(None)?.reserve()?;
        let options = options.clone();
        let open = move || {
            let host = options.host(None).map_err(io::Error::other)?;
            host.reserve().map_err(io::Error::other)?;
            let mut server = Server::new(host);
            server.state_mut().files = false;
            Ok(server)
        };
        let cannot = || CliError::io(format!("cannot listen on {}", self.listen));
        let listener = TcpListener::bind(&self.listen).map_err(cannot())?;
        let address = listener.local_addr().map_err(cannot())?;
        let access = Access::new(address).map_err(CliError::io("cannot make a token"))?;
        let url = format!("http://{address}/?token={}", access.token());
        writeln!(Printable(io::stdout()), "{url}").map_err(CliError::io("cannot write the output"))?;
        if !self.no_open && opener::open_browser(&url).is_err() {
            // Where standard error is closed, nothing can be said.
            let _ = writeln!(Printable(io::stderr()), "tengen: no browser was found; open the address above in one");
        }
        web::serve(listener, access, Sessions::new(self.sessions, Arc::new(open))).map_err(CliError::io("cannot go on"))
    }
}
