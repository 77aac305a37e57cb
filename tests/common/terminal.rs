//! A program at a pseudo-terminal, as a person sees it.

use super::process::{self, NEVER};
use super::program::TENGEN;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read as _, Write as _};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

/// A terminal with the program in it, which has one search thread unless its arguments say otherwise.
pub struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// What came, as it came.
    pub bytes: Vec<u8>,
}

impl Terminal {
    /// Of so many rows and columns, with these environment variables and no others.
    pub fn new((rows, columns): (u16, u16), args: &[&str], env: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let command = Command::new(TENGEN).args(args).args(["--threads", "1"]);
        let command = command.env_clear().env("TERM", "xterm");
        let child = command.envs(env.iter().copied()).spawn(pts).unwrap();
        let pty = Arc::new(pty);
        let (sender, output) = channel();
        let terminal = pty.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal whose program has ended is an error, not an end.
            while let Ok(count @ 1..) = (&*terminal).read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { pty, child, output, parser: vt100::Parser::new(rows, columns, 0), bytes: Vec::new() }
    }

    pub fn press(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    pub fn kill(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the program is stopped, as by Ctrl-Z.
    pub fn stopped(&self) {
        let (_, status) = waitpid(Some(Pid::from_child(&self.child)), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped(), "{status:?}");
    }

    /// Waits until the program is in the middle of what it was asked for.
    #[cfg(target_os = "linux")]
    pub fn works(&self) {
        process::works(&self.child, std::time::Duration::from_millis(200));
    }

    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// What is seen once it is as wanted.
    pub fn until<T>(&mut self, wanted: impl Fn(&vt100::Screen) -> Option<T>) -> T {
        let deadline = Instant::now() + NEVER;
        loop {
            if let Some(found) = wanted(self.screen()) {
                return found;
            }
            let more = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()));
            let text = || self.screen().contents();
            let bytes = more.unwrap_or_else(|_| panic!("this is not what is wanted:\n{}", text()));
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
    }

    /// How the program ended, with the terminal's modes as they were.
    pub fn end(&mut self) -> ExitStatus {
        let status = process::ended(&mut self.child);
        let modes = tcgetattr(&*self.pty).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG), "{modes:?}");
        status
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
