//! The reader of standard output: when it goes, so does the program.

/// Ends the program, from a thread that watches, once standard output is a pipe, socket or terminal whose other end was
/// closed: a search for a client that has died would otherwise go on to its end. Does nothing where the system has no way
/// to tell.
pub fn exit_without() {
    #[cfg(unix)]
    {
        let watch = std::thread::Builder::new().name("output-watch".to_owned()).spawn(|| {
            if is_closed_at_last() {
                log::info!("the output was closed");
                std::process::exit(0);
            }
        });
        if let Err(error) = watch {
            log::warn!("cannot start a thread that watches the output: {error}");
        }
    }
}

/// Waits until standard output is closed at its other end; false where that cannot be told.
#[cfg(unix)]
fn is_closed_at_last() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let output = std::io::stdout();
    loop {
        // No event is asked for: errors and hang-ups are always told of.
        let mut events = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut events, None) {
            Ok(_) => return events[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
