//! An engine behind a guard, on Linux (see [`guard`](crate::guard)), and the processes below the arena: the guards of its
//! engines, the engines, and what those start.
//!
//! A guard ends what its engine has started. An engine that kills its guard would escape: so the arena is a *subreaper*
//! (prctl(2)) as well. Whatever a killed guard leaves behind becomes the arena's own child, is known by not being a guard,
//! and is ended. A process that plays matches must start nothing but engines by this module.

use super::{Ending, Pipe};
use crate::guard::{CANNOT_START, Orders};
use crate::spec::EngineSpec;
use nix::time::{clock_getcpuclockid, clock_gettime};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};
use std::fs;
use std::io::{self, Read, Write as _};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Timeout for killed processes to end: the kernel, or another user, may hold them.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The guards that run, or that were not waited for yet. Locked while one is started, which is a child before it is
/// listed here.
static GUARDS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn guards() -> MutexGuard<'static, Vec<Pid>> {
    GUARDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running engine: its guard, and its own pipes, which never block.
#[derive(Debug)]
pub struct Engine {
    guard: Child,
    /// Until it is closed.
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: ChildStderr,
}

impl Engine {
    /// Starts an engine behind a guard, which `program` is as well.
    ///
    /// # Errors
    /// When the system starts no guard.
    pub fn start(program: &str, spec: &EngineSpec, cores: &[usize]) -> io::Result<Self> {
        let mut command = Command::new(program);
        let arena = std::process::id() as i32;
        let (command_line, cores) = (spec.command.clone(), cores.to_vec());
        let orders = Orders { arena, cpu: spec.cpu, memory: spec.memory, cores, command: command_line };
        command.args(orders.arguments()).envs(&spec.env);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A Ctrl-C is for the arena, which ends its engines itself.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut guard = start(&mut command)?;
        let pipes = guard.stdin.take().zip(guard.stdout.take()).zip(guard.stderr.take());
        let ((input, output), errors) = pipes.ok_or_else(|| io::Error::other("the process has no pipes"))?;
        for pipe in [input.as_fd(), output.as_fd(), errors.as_fd()] {
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        Ok(Self { guard, input: Some(input), output, errors })
    }

    /// Writes as much as there is room for.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] where there is none; another where the engine has closed its input, or it was closed.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(bytes)
    }

    /// The engine reads an end of file behind what it was sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until there is something to read from one of its open pipes, output and errors, or, where `writing`, room to
    /// write.
    pub fn wait(&mut self, writing: bool, open: [bool; 2], most: Duration) {
        let mut events = Vec::with_capacity(3);
        // An ended pipe would be ready for ever.
        if open[0] {
            events.push(PollFd::new(&self.output, PollFlags::IN));
        }
        if open[1] {
            events.push(PollFd::new(&self.errors, PollFlags::IN));
        }
        events.extend(self.input.iter().filter(|_| writing).map(|input| PollFd::new(input, PollFlags::OUT)));
        match poll(&mut events, Timespec::try_from(most).ok().as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => log::error!("poll: {error}"),
        }
    }

    /// Reads a chunk without waiting for it; true when there will never be another.
    pub fn read(&mut self, pipe: Pipe, into: &mut Vec<u8>) -> bool {
        match pipe {
            Pipe::Output => ended(&mut self.output, into),
            Pipe::Errors => ended(&mut self.errors, into),
        }
    }

    /// The exit status, once the engine has ended.
    pub fn try_wait(&mut self) -> Option<ExitStatus> {
        self.guard.try_wait().ok().flatten()
    }

    /// The CPU time of the engine's processes.
    pub fn cpu_time(&self) -> Duration {
        cpu_time(Pid::from_child(&self.guard))
    }

    /// Ends the guard, which ends the engine and all that it started, and waits for that.
    fn end(&mut self) {
        // The number of a guard that has ended may be another process's by now.
        if !matches!(self.guard.try_wait(), Ok(None)) {
            return;
        }
        let guard = Pid::from_child(&self.guard);
        let _ = kill_process(guard, Signal::TERM);
        // Its engine may have stopped it.
        let _ = kill_process(guard, Signal::CONT);
        let deadline = Instant::now() + KILL_TIMEOUT;
        while let Ok(None) = self.guard.try_wait() {
            if Instant::now() > deadline {
                log::warn!("an engine does not end; its guard waits for that");
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    /// Ends the engine and all that it started, even where the guard was killed, and waits for that.
    fn drop(&mut self) {
        self.end();
        forget(&mut self.guard);
    }
}

/// What a guard's exit status says of its engine: 128 + n where signal n killed it.
pub fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code @ 129..), _) => Ending::by_signal(code - 128),
        (None, Some(signal)) => {
            let ending = Ending::by_signal(signal);
            Ending { text: format!("its guard was {}", ending.text), ..ending }
        }
        (code, _) => Ending { started: code != Some(CANNOT_START.into()), ..Ending::by_itself(code) },
    }
}

fn ended(pipe: &mut impl Read, into: &mut Vec<u8>) -> bool {
    let mut chunk = [0; 1 << 14];
    match pipe.read(&mut chunk) {
        Ok(0) => true,
        Ok(count) => {
            into.extend_from_slice(&chunk[..count]);
            false
        }
        Err(error) => !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
    }
}

/// Starts a guard.
///
/// # Errors
/// When the system starts no process.
fn start(command: &mut Command) -> io::Result<Child> {
    let mut guards = guards();
    set_child_subreaper(Some(getpid()))?;
    let guard = command.spawn()?;
    guards.push(Pid::from_child(&guard));
    Ok(guard)
}

/// Takes a guard that has ended off the list; where it was killed, ends what it has left behind.
fn forget(guard: &mut Child) {
    let mut guards = guards();
    // One that does not end stays listed.
    let Ok(Some(status)) = guard.try_wait() else { return };
    let ended = Pid::from_child(guard);
    guards.retain(|&guard| guard != ended);
    if status.signal().is_some() {
        end_orphans(&guards);
    }
}

/// Ends all children of this process but the guards. The children of a killed process come to this one, so it takes as
/// many rounds as they have generations.
fn end_orphans(guards: &[Pid]) {
    let deadline = Instant::now() + KILL_TIMEOUT;
    loop {
        let orphans: Vec<_> = children(getpid()).into_iter().filter(|child| !guards.contains(child)).collect();
        if orphans.is_empty() || Instant::now() > deadline {
            return;
        }
        for orphan in orphans {
            let _ = kill_process(orphan, Signal::KILL);
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The children of a process; none where it has ended.
fn children(process: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers = |list: String| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>();
    lists.flat_map(numbers).filter_map(Pid::from_raw).collect()
}

/// The CPU time of all processes below a guard that run; the guard's own is not counted.
fn cpu_time(guard: Pid) -> Duration {
    let mut sum = Duration::ZERO;
    let mut open = children(guard);
    while let Some(process) = open.pop() {
        let clock = clock_getcpuclockid(nix::unistd::Pid::from_raw(process.as_raw_nonzero().get()));
        sum += clock.and_then(clock_gettime).map(Duration::from).unwrap_or_default();
        open.extend(children(process));
    }
    sum
}
