//! A small process between the arena and an engine, so that nothing is left of the engine whatever happens to either.
//!
//! The guard starts the engine in a process group of its own and hands it the pipes to the arena. It ends when the
//! engine ends, when the arena tells it to (SIGTERM), or when the arena dies, however it dies: it watches the arena by
//! a pidfd. Whatever the engine has started by then becomes the guard's own child, as it is a *subreaper* (prctl(2)),
//! and is killed with it. What becomes the guard's child and ends earlier leaves no zombie.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid, kill_process,
    kill_process_group, pidfd_open, set_child_subreaper, setrlimit, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::{CpuSet, sched_setaffinity};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level::pipe::register;
use std::fs::File;
use std::io::{self, PipeReader, Read as _};
use std::os::fd::AsFd as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};
use tengen_core::printable;

/// The exit status of a guard that could not start its engine, as a shell has it.
pub const CANNOT_START: u8 = 127;

/// The subcommand that runs a guard.
pub const SUBCOMMAND: &str = "guard";

/// What a guard is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// The arena's process id.
    pub arena: i32,
    /// CPU time of the engine's process, in seconds.
    pub cpu: Option<u64>,
    /// Address space of the engine's process, in MiB.
    pub memory: Option<u64>,
    /// The cores that the engine may run on, by the system's numbers; empty for all.
    pub cores: Vec<usize>,
    /// The engine's program and its arguments.
    pub command: Vec<String>,
}

impl Orders {
    /// The arguments of this program that make it a guard with these orders.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec![SUBCOMMAND.to_owned(), format!("--arena={}", self.arena)];
        words.extend(self.cpu.map(|seconds| format!("--cpu={seconds}")));
        words.extend(self.memory.map(|mib| format!("--memory={mib}")));
        words.extend(self.cores.iter().map(|core| format!("--core={core}")));
        words.push("--".to_owned());
        words.extend_from_slice(&self.command);
        words
    }
}

/// Runs an engine until it ends or must end; returns its exit status, 128 + n where signal n killed it.
pub fn run(orders: &Orders) -> ExitCode {
    match guard(orders) {
        Ok(status) => {
            let killed = || 128 + status.terminating_signal().unwrap_or(0);
            ExitCode::from(status.exit_status().unwrap_or_else(killed) as u8)
        }
        Err(error) => {
            eprintln!("cannot start {}: {error}", printable::line(&orders.command.join(" ")));
            ExitCode::from(CANNOT_START)
        }
    }
}

fn guard(orders: &Orders) -> io::Result<WaitStatus> {
    let gone = || io::Error::other("the arena is gone");
    let arena = Pid::from_raw(orders.arena).ok_or_else(gone)?;
    let arena_ended = pidfd_open(arena, PidfdFlags::empty())?;
    // A pidfd opened after the arena's end might be of another process.
    if getppid() != Some(arena) {
        return Err(gone());
    }
    // A stopped guard gets a SIGHUP from the kernel when the arena dies.
    let told = on_signals(&[SIGTERM, SIGHUP, SIGINT])?;
    let mut child_ended = on_signals(&[SIGCHLD])?;
    set_child_subreaper(Some(getpid()))?;
    limit(Resource::Cpu, orders.cpu)?;
    limit(Resource::As, orders.memory.map(|mib| mib << 20))?;
    bind(&orders.cores)?;
    let engine = start(&orders.command)?;
    let mut status = None;
    while status.is_none() {
        let watched = [arena_ended.as_fd(), told.as_fd(), child_ended.as_fd()];
        let mut events = watched.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        // A signal interrupts the wait; what it has brought is seen in the next one.
        let _ = poll(&mut events, None);
        let [must_end, is_told, is_bereft] = events.map(|event| !event.revents().is_empty());
        if must_end || is_told {
            let _ = kill_process(engine, Signal::KILL);
            break;
        }
        if is_bereft {
            let _ = child_ended.read(&mut [0; 64]);
            while reap(WaitOptions::NOHANG, engine, &mut status) {}
        }
    }
    let _ = kill_process_group(engine, Signal::KILL);
    kill_descendants(engine, &mut status);
    status.ok_or_else(|| io::Error::other("its exit status is unknown"))
}

/// A pipe that gets a byte with every signal.
fn on_signals(signals: &[i32]) -> io::Result<PipeReader> {
    let (reader, writer) = io::pipe()?;
    for &signal in signals {
        register(signal, writer.try_clone()?)?;
    }
    Ok(reader)
}

/// Keeps this process, and what it will start, on these cores.
fn bind(cores: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &core in cores {
        set.set(core);
    }
    if cores.is_empty() { Ok(()) } else { Ok(sched_setaffinity(None, &set)?) }
}

fn limit(resource: Resource, most: Option<u64>) -> io::Result<()> {
    let Some(most) = most else { return Ok(()) };
    // A second more for the hard limit of CPU time: the engine then ends by SIGXCPU, which says why.
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most + 1) })?)
}

/// Starts the engine on the guard's own pipes, which the guard then lets go: the arena sees an end of file when the
/// engine closes them.
fn start(command: &[String]) -> io::Result<Pid> {
    let (program, args) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
    let engine = Command::new(program).args(args).process_group(0).spawn()?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(Pid::from_child(&engine))
}

/// Kills what the engine left behind. The children of a killed process come to the guard, so this ends when there are
/// none left.
fn kill_descendants(engine: Pid, status: &mut Option<WaitStatus>) {
    let path = format!("/proc/self/task/{}/children", getpid().as_raw_nonzero());
    loop {
        let children = std::fs::read_to_string(&path).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|word| word.parse().ok()).filter_map(Pid::from_raw) {
            let _ = kill_process(child, Signal::KILL);
        }
        if !reap(WaitOptions::empty(), engine, status) {
            return;
        }
    }
}

/// Reaps a child that has ended, and notes the exit status of the engine; false when there is none.
fn reap(how: WaitOptions, engine: Pid, status: &mut Option<WaitStatus>) -> bool {
    match wait(how) {
        Ok(Some((child, end))) => {
            if child == engine {
                *status = Some(end);
            }
            true
        }
        Ok(None) => false,
        Err(error) => error == Errno::INTR,
    }
}
