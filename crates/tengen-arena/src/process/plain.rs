//! An engine as a child process, where there are no guards: it ends with its process group (Unix) or job object (Windows).
//! What leaves the group escapes, and where the arena is killed its engines read an end of file, which most heed.
//! A thread for each pipe does what may block.

use super::{Ending, Pipe};
use crate::spec::EngineSpec;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io::{self, Read, Write as _};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Chunks that wait to be read, at most: an engine that floods its output has to wait.
const QUEUED: usize = 64;

/// Bytes of a chunk.
const CHUNK: usize = 1 << 14;

/// What the threads tell.
#[derive(Debug)]
enum Event {
    /// Something was read; empty at the end.
    Read(Pipe, Vec<u8>),
    /// What was to be written is: true unless the engine has closed its input.
    Written(bool),
}

/// What was read from a pipe and not yet asked for.
#[derive(Debug, Default)]
struct Source {
    bytes: Vec<u8>,
    ended: bool,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    child: Box<dyn ChildWrapper>,
    /// To the thread that writes; `None` once the input is closed.
    input: Option<SyncSender<Vec<u8>>>,
    /// The thread has nothing to write.
    is_idle: bool,
    events: Receiver<Event>,
    output: Source,
    errors: Source,
}

impl Engine {
    /// Starts an engine.
    ///
    /// # Errors
    /// When the system does not start it, and for limits that it does not keep.
    pub fn start(_: &str, spec: &EngineSpec, _: &[usize]) -> io::Result<Self> {
        if spec.cpu.is_some() || spec.memory.is_some() {
            return Err(io::Error::other("cpu and memory are limits that are kept on Linux only"));
        }
        let (program, arguments) = spec.command.split_first().ok_or_else(|| io::Error::other("no command"))?;
        let mut command = CommandWrap::with_new(program, |command| {
            command.args(arguments).envs(&spec.env);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(dir) = &spec.dir {
                command.current_dir(dir);
            }
        });
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let mut child = command.spawn()?;
        let pipes = child.stdin().take().zip(child.stdout().take()).zip(child.stderr().take());
        let ((mut input, output), errors) = pipes.ok_or_else(|| io::Error::other("the process has no pipes"))?;
        let (teller, events) = sync_channel(QUEUED);
        read(Pipe::Output, output, teller.clone());
        read(Pipe::Errors, errors, teller.clone());
        let (sender, receiver) = sync_channel::<Vec<u8>>(1);
        thread::spawn(move || {
            for bytes in receiver {
                let written = input.write_all(&bytes).and_then(|()| input.flush()).is_ok();
                if teller.send(Event::Written(written)).is_err() || !written {
                    return;
                }
            }
        });
        let (output, errors) = (Source::default(), Source::default());
        Ok(Self { child, input: Some(sender), is_idle: true, events, output, errors })
    }

    /// Writes a chunk.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] while the chunk before it is being written; another where the engine has closed its
    /// input, or it was closed.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.take_events(Duration::ZERO);
        let input = self.input.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        if !self.is_idle {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = bytes.len().min(CHUNK);
        input.send(bytes[..count].to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.is_idle = false;
        Ok(count)
    }

    /// The engine reads an end of file behind what it was sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until a pipe has something new, or the input has room.
    pub fn wait(&mut self, _: bool, open: [bool; 2], most: Duration) {
        let unread = |source: &Source, open: bool| open && (source.ended || !source.bytes.is_empty());
        if !unread(&self.output, open[0]) && !unread(&self.errors, open[1]) {
            self.take_events(most);
        }
    }

    /// What was read, without waiting for it; true when there will never be more.
    pub fn read(&mut self, pipe: Pipe, into: &mut Vec<u8>) -> bool {
        self.take_events(Duration::ZERO);
        let source = if pipe == Pipe::Output { &mut self.output } else { &mut self.errors };
        into.append(&mut source.bytes);
        source.ended
    }

    /// The exit status, once the engine has ended.
    pub fn try_wait(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Not counted here.
    pub fn cpu_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Takes what the threads have told; waits for the first of it.
    fn take_events(&mut self, most: Duration) {
        /// A pause where no thread is left to tell anything.
        const PAUSE: Duration = Duration::from_millis(10);
        let mut next = if most.is_zero() { self.events.try_recv().ok() } else { self.events.recv_timeout(most).ok() };
        if next.is_none() && self.output.ended && self.errors.ended {
            thread::sleep(most.min(PAUSE));
        }
        while let Some(event) = next {
            match event {
                Event::Read(pipe, bytes) => {
                    let source = if pipe == Pipe::Output { &mut self.output } else { &mut self.errors };
                    source.ended |= bytes.is_empty();
                    source.bytes.extend(bytes);
                }
                Event::Written(true) => self.is_idle = true,
                Event::Written(false) => self.input = None,
            }
            next = self.events.try_recv().ok();
        }
    }
}

impl Drop for Engine {
    /// Ends the engine and its group.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Reads a pipe in a thread of its own.
fn read(pipe: Pipe, mut from: impl Read + Send + 'static, teller: SyncSender<Event>) {
    thread::spawn(move || {
        let mut chunk = [0; CHUNK];
        loop {
            let count = match from.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.unwrap_or(0),
            };
            if teller.send(Event::Read(pipe, chunk[..count].to_vec())).is_err() || count == 0 {
                return;
            }
        }
    });
}

/// What an exit status says.
pub fn ending(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::by_signal(signal);
    }
    Ending::by_itself(status.code())
}
