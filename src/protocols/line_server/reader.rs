//! The thread that reads: it cuts the input into lines and raises the flags of what they stop.

use super::queue::Sender;
use super::{Arrival, Asides, LineSignals, Protocol};
use std::io::{self, ErrorKind, Read};
use tengen_core::plain_text::BYTE_ORDER_MARK;
use tengen_core::search::{SharedClock, Stop};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 12;

/// Bytes of memory that a line takes beside its text.
const LINE: usize = 128;

/// Where lines come from.
pub trait Input: Read + Send + 'static {
    /// A new flag, which is raised once nobody waits any more for answers to what was read last.
    fn flag(&self) -> Stop;
}

/// An input whose answers are always waited for.
pub(super) struct Plain<R>(pub R);

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send + 'static> Input for Plain<R> {
    fn flag(&self) -> Stop {
        Stop::new()
    }
}

/// One line of input.
pub(super) struct Incoming {
    pub text: Vec<u8>,
    pub signals: LineSignals,
}

/// Cuts bytes into lines.
pub(super) struct Reader<I> {
    input: I,
    clock: SharedClock,
    /// What of a byte order mark may come next: nothing, once the input has begun.
    mark: &'static [u8],
    line: Vec<u8>,
    /// Of the line that comes next, but for `superseded` and `asides`: these are the last line's.
    signals: LineSignals,
}

impl<I: Input> Reader<I> {
    pub fn new(input: I, clock: SharedClock) -> Self {
        let [stop, stop_endless, superseded] = [(); 3].map(|()| input.flag());
        let begin = LineSignals::at(clock.now());
        let signals = LineSignals { stop, stop_endless, superseded, asides: Asides::closed(), ..begin };
        Self { input, clock, mark: BYTE_ORDER_MARK, line: Vec::new(), signals }
    }

    /// Reads to the end of the input, or until the lines are no longer executed.
    pub fn run<P: Protocol>(mut self, lines: &Sender<Vec<Incoming>>) {
        let mut chunk = [0; CHUNK];
        loop {
            match self.input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => {
                    // Even a part of a line is further input.
                    self.signals.superseded.raise();
                    self.signals.came = self.clock.now();
                    let text = self.without_mark(&chunk[..count]);
                    let cut = self.cut::<P>(text);
                    if !hand_over(cut, lines) || self.signals.ended.is_raised() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("cannot read the input: {error}");
                    break;
                }
            }
        }
        self.signals.superseded.raise();
        self.signals.came = self.clock.now();
        let last = if self.line.is_empty() { None } else { self.finish::<P>() };
        self.signals.stop_endless.raise();
        hand_over(last.into_iter().collect(), lines);
    }

    /// A chunk without the byte order mark that the input may begin with, in one piece or several.
    fn without_mark<'a>(&mut self, chunk: &'a [u8]) -> &'a [u8] {
        let same = chunk.iter().zip(self.mark).take_while(|(byte, mark)| byte == mark).count();
        let (is_mark, goes_on) = (same == self.mark.len(), same == chunk.len());
        self.mark = if goes_on { &self.mark[same..] } else { &[] };
        if is_mark || goes_on { &chunk[same..] } else { chunk }
    }

    /// The lines that end in this chunk, which superseded all earlier ones. What they find raised was raised before they
    /// are handed over: one flag is enough for all lines that are superseded in the chunk itself.
    fn cut<P: Protocol>(&mut self, chunk: &[u8]) -> Vec<Incoming> {
        let mut lines: Vec<Incoming> = Vec::new();
        let mut superseded = true;
        let ends = |byte: &u8| *byte == b'\n' || P::CARRIAGE_RETURN_ENDS && *byte == b'\r';
        let mut parts = chunk.split(ends).peekable();
        while let Some(part) = parts.next() {
            let blanks =
                if self.line.is_empty() { part.iter().take_while(|&&byte| P::is_blank(byte)).count() } else { 0 };
            self.line.extend_from_slice(&part[blanks..]);
            // One byte more than allowed is kept as the mark of a line that is too long.
            self.line.truncate(P::max_line(&self.line) + 1);
            let is_blank = P::CARRIAGE_RETURN_ENDS && self.line.is_empty();
            if parts.peek().is_some() && !is_blank {
                let line = self.finish::<P>();
                superseded = line.is_none();
                lines.extend(line);
                if self.signals.ended.is_raised() {
                    break;
                }
            }
        }
        if let (Some(last), false) = (lines.last_mut(), superseded) {
            self.signals.superseded = self.input.flag();
            last.signals.superseded = self.signals.superseded.clone();
        }
        lines
    }

    fn finish<P: Protocol>(&mut self) -> Option<Incoming> {
        let text = std::mem::take(&mut self.line);
        let arrival = P::arrival(&text);
        if arrival == Arrival::End {
            self.signals.ended.raise();
        }
        if matches!(arrival, Arrival::StopAndExecute | Arrival::Stop | Arrival::End) {
            std::mem::replace(&mut self.signals.stop, self.input.flag()).raise();
            std::mem::replace(&mut self.signals.stop_endless, self.input.flag()).raise();
            self.signals.asides = Asides::closed();
        }
        let text = if arrival == Arrival::Aside { self.signals.asides.put(text)? } else { text };
        arrival.is_executed().then(|| {
            self.signals.asides = Asides::default();
            Incoming { text, signals: self.signals.clone() }
        })
    }
}

/// Waits until there is room for these lines; false where they are no longer executed.
fn hand_over(cut: Vec<Incoming>, lines: &Sender<Vec<Incoming>>) -> bool {
    let bytes = cut.iter().map(|line| LINE + line.text.capacity()).sum();
    cut.is_empty() || lines.send(cut, bytes)
}
