//! `tengen web`: the board in the browser.

use super::error::CliError;
use super::{Options, gtp};
use crate::protocols::web::{self, Access, Sessions};
use clap::Args;
use std::io::{self, Write as _};
use tengen_core::printable::Printable;
use tengen_tools::arguments::{address, whole};

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
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let open = gtp::sessions(options)?;
        let listener = gtp::listener(&self.listen)?;
        let address = listener.local_addr().map_err(CliError::io("cannot tell the address"))?;
        let access = Access::new(address).map_err(CliError::io("cannot make a token"))?;
        let url = format!("http://{address}/?token={}", access.token());
        writeln!(Printable(io::stdout()), "{url}").map_err(CliError::io("cannot write the output"))?;
        if !self.no_open && open::that_detached(&url).is_err() {
            // Where standard error is closed, nothing can be said.
            let _ = writeln!(Printable(io::stderr()), "tengen: no browser was found; open the address above in one");
        }
        web::serve(listener, access, Sessions::new(self.sessions, open)).map_err(CliError::io("cannot go on"))
    }
}
