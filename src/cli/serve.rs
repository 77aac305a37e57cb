//! What serves GTP: `tengen gtp`, on standard input and output or over TCP, and `tengen web`, for the board in the browser.

use super::error::CliError;
use super::options::Options;
use super::{system, terminal};
use crate::protocols::gtp::tcp::{self, Open};
use crate::protocols::gtp::{Points, Server, serve};
#[cfg(feature = "web")]
use crate::protocols::web::{self, Access, Sessions};
use clap::Args;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use tengen_core::printable::Printable;
#[cfg(feature = "web")]
use tengen_session::LetterSetting;
use tengen_tools::arguments::{address, whole};

/// Where GTP is spoken.
#[derive(Args, Default, Debug)]
pub struct GtpArgs {
    /// Serve programs that connect over TCP, each with a session of its own, instead of standard input and output; port 0
    /// takes a free one. Sessions read and write no files. There is no password: every program that can reach the address can play
    #[arg(long, value_name = "HOST:PORT", value_parser = address)]
    listen: Option<String>,
    /// Connections at once; each has the threads and the table (`--threads`, `--hash`) for itself
    #[arg(long, value_name = "N", default_value_t = 8, requires = "listen", value_parser = whole(1..=1000_usize))]
    sessions: usize,
}

impl GtpArgs {
    /// Serves to the end of the input, or until it is interrupted.
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        match &self.listen {
            Some(address) => self.listen(address, options),
            None => talk(options),
        }
    }

    fn listen(&self, address: &str, options: &Options) -> Result<(), CliError> {
        let open = sessions(options)?;
        let listener = listener(address)?;
        let address = listener.local_addr().map_err(CliError::io("cannot tell the address"))?;
        warn_of(address, "there is no password: every program that reaches it can play");
        writeln!(Printable(io::stdout()), "{address}").map_err(CliError::io("cannot write the output"))?;
        tcp::serve(&listener, self.sessions, &open);
        Ok(())
    }
}

fn talk(options: &Options) -> Result<(), CliError> {
    let mut server = server(options)?;
    system::exit_without_reader();
    let result = if io::stdin().is_terminal() {
        terminal::serve(&mut server)
    } else {
        serve(&mut server, io::stdin(), &mut io::stdout())
    };
    result.map_err(CliError::io("cannot go on"))
}

/// A server as the options say.
fn server(options: &Options) -> Result<Server, CliError> {
    let host = options.host(None)?;
    host.reserve()?;
    let mut server = Server::new(host);
    server.state_mut().files = !options.no_files;
    if options.pointwise {
        server.state_mut().points = Points::On;
    }
    Ok(server)
}

/// What makes the servers of sessions, which read and write no files. What is wrong with the options shows now, not in the
/// first session.
///
/// # Errors
/// Those of the options.
fn sessions(options: &Options) -> Result<Arc<Open>, CliError> {
    let options = Options { no_files: true, ..options.clone() };
    server(&options)?;
    Ok(Arc::new(move || server(&options).map_err(io::Error::other)))
}

/// Listens on an address, for as many connections as the system lets this program have.
///
/// # Errors
/// Where that cannot be.
fn listener(address: &str) -> Result<TcpListener, CliError> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
            log::info!("there can be no more open files than {:?}: {error}", limit.current);
        }
    }
    TcpListener::bind(address).map_err(CliError::io(format!("cannot listen on {address}")))
}

/// Says what follows where others than this machine can reach an address.
fn warn_of(address: SocketAddr, what: &str) {
    if !address.ip().is_loopback() {
        log::warn!("other machines can reach {address}, and there is no encryption; {what}");
    }
}

/// How the board in the browser is served.
#[cfg(feature = "web")]
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

#[cfg(feature = "web")]
impl WebArgs {
    /// Serves until it is interrupted.
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        // Who looks at a board in the browser is a person.
        let columns = options.columns.or(Some(LetterSetting::OfGame));
        let open = sessions(&Options { columns, ..options.clone() })?;
        let listener = listener(&self.listen)?;
        let address = listener.local_addr().map_err(CliError::io("cannot tell the address"))?;
        let access = Access::new(address).map_err(CliError::io("cannot make a token"))?;
        warn_of(
            address,
            "who sees the traffic can read the token: put a server with TLS in front, or use an ssh tunnel",
        );
        let url = format!("http://{address}/?token={}", access.token());
        writeln!(Printable(io::stdout()), "{url}").map_err(CliError::io("cannot write the output"))?;
        if !self.no_open && open::that_detached(&url).is_err() {
            // Where standard error is closed, nothing can be said.
            let _ = writeln!(Printable(io::stderr()), "tengen: no browser was found; open the address above in one");
        }
        web::serve(listener, access, Sessions::new(self.sessions, open)).map_err(CliError::io("cannot go on"))
    }
}
