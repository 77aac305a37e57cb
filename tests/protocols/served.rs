//! A server of lines in memory.

use crate::common::process::NEVER;
use std::collections::VecDeque;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use tengen::protocols::line_server::{Protocol, serve};

/// Everything that a protocol answers to this input, which ends at once: a search that has limits is finished, any other is not.
pub fn served<P: Protocol>(protocol: &mut P, input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    serve(protocol, Cursor::new(input.as_ref().to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Everything that a protocol answers to pieces of input. After each of them this text is waited for, then the next piece comes,
/// or the end of the input.
pub fn answered<P: Protocol>(protocol: &mut P, pieces: &[(&'static str, &'static str)]) -> String {
    let heard = Heard::default();
    serve(protocol, heard.input(pieces), &mut heard.clone()).unwrap();
    heard.end()
}

/// An output, for an input that waits for it.
#[derive(Clone, Default)]
pub struct Heard(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    text: String,
    /// The service has ended.
    over: bool,
    /// What was waited for in vain.
    missed: Option<&'static str>,
}

impl Heard {
    /// The input of [`answered`].
    pub fn input(&self, pieces: &[(&'static str, &'static str)]) -> impl Read + Send + 'static {
        let pieces = VecDeque::from(pieces.to_vec());
        Input { heard: self.clone(), pieces, awaited: "", from: 0 }
    }

    /// What was heard up to the end of the service.
    pub fn end(&self) -> String {
        let mut state = self.0.0.lock().unwrap();
        state.over = true;
        self.0.1.notify_all();
        assert_eq!(state.missed, None, "{}", state.text);
        state.text.clone()
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().unwrap().text += str::from_utf8(bytes).unwrap();
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Input {
    heard: Heard,
    pieces: VecDeque<(&'static str, &'static str)>,
    awaited: &'static str,
    /// The bytes that were heard before the last piece.
    from: usize,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (state, news) = &*self.heard.0;
        let waits = |state: &mut State| !state.over && !state.text[self.from..].contains(self.awaited);
        let (mut state, waited) = news.wait_timeout_while(state.lock().unwrap(), NEVER, waits).unwrap();
        if waited.timed_out() {
            state.missed = Some(self.awaited);
        }
        let next = self.pieces.pop_front().filter(|_| !state.over && state.missed.is_none());
        let (piece, awaited) = next.unwrap_or_default();
        (self.from, self.awaited) = (state.text.len(), awaited);
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}
