//! A small process between the arena and an engine, so that nothing is left of the engine whatever happens to either.
//!
//! The guard starts the engine in a process group of its own and hands it the pipes to the arena. It ends when the
//! engine ends, when the arena tells it to (SIGTERM), or when the arena dies, however it dies: it watches the arena by
//! a pidfd. Whatever the engine has started by then becomes the guard's own child, as it is a *subreaper* (prctl(2)),
//! and is killed with it.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, getppid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, setrlimit, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitCode, ExitStatus};

/// The exit status of a guard that could not start its engine, as a shell has it.
pub const CANNOT_START: u8 = 127;

/// What a guard is told.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// The arena's process id
    #[arg(long)]
    pub arena: i32,
    /// CPU time of the engine's process, in seconds
    #[arg(long)]
    pub cpu: Option<u64>,
    /// Address space of the engine's process, in MiB
    #[arg(long)]
    pub memory: Option<u64>,
    /// The engine's program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<String>,
}

/// Runs an engine until it ends or must end; returns its exit status, 128 + n where signal n killed it.
pub fn run(orders: &Orders) -> ExitCode {
    match guard(orders) {
        Ok(status) => ExitCode::from(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)) as u8),
        Err(error) => {
            eprintln!("cannot start {}: {error}", orders.command.join(" "));
            ExitCode::from(CANNOT_START)
        }
    }
}

fn guard(orders: &Orders) -> io::Result<ExitStatus> {
    let nobody = || io::Error::other("the arena is gone");
    let arena = Pid::from_raw(orders.arena).ok_or_else(nobody)?;
    let arena_ended = pidfd_open(arena, PidfdFlags::empty())?;
    // A pidfd opened after the arena's end might be of another process.
    if getppid() != Some(arena) {
        return Err(nobody());
    }
    let (told, teller) = io::pipe()?;
    signal_hook::low_level::pipe::register(signal_hook::consts::SIGTERM, teller)?;
    set_child_subreaper(Some(getpid()))?;
    limit(Resource::Cpu, orders.cpu)?;
    limit(Resource::As, orders.memory.map(|mib| mib << 20))?;
    let mut engine = start(&orders.command)?;
    let id = Pid::from_child(&engine);
    let engine_ended = pidfd_open(id, PidfdFlags::empty())?;
    let mut events = [
        PollFd::new(&engine_ended, PollFlags::IN),
        PollFd::new(&arena_ended, PollFlags::IN),
        PollFd::new(&told, PollFlags::IN),
    ];
    while let Err(rustix::io::Errno::INTR) = poll(&mut events, None) {}
    if events[0].revents().is_empty() {
        let _ = kill_process(id, Signal::KILL);
    }
    let status = engine.wait()?;
    let _ = kill_process_group(id, Signal::KILL);
    kill_descendants();
    Ok(status)
}

fn limit(resource: Resource, most: Option<u64>) -> io::Result<()> {
    let Some(most) = most else { return Ok(()) };
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Starts the engine on the guard's own pipes, which the guard then lets go: the arena sees an end of file when the
/// engine closes them.
fn start(command: &[String]) -> io::Result<Child> {
    let (program, args) = command.split_first().ok_or_else(|| io::Error::other("no command"))?;
    let engine = Command::new(program).args(args).process_group(0).spawn()?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(engine)
}

/// Kills what the engine left behind. The children of a killed process come to the guard, so this ends when there are
/// none left.
fn kill_descendants() {
    loop {
        let path = format!("/proc/self/task/{}/children", getpid().as_raw_nonzero());
        let children = std::fs::read_to_string(path).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|word| word.parse().ok()).filter_map(Pid::from_raw) {
            let _ = kill_process(child, Signal::KILL);
        }
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
