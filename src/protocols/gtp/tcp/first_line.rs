//! What keeps browsers out. A page of any site can send requests to any port of its machine, and chooses most of their text.

use crate::protocols::gtp::MAX_RECORD_LINE;
use std::io::{self, Read};

/// The first line of an input, which is held back until all of it is here, and is known to be text and no request over
/// HTTP. Otherwise the input ends before it.
#[derive(Default)]
pub(super) struct FirstLine {
    held: Vec<u8>,
    /// Bytes of `held` that were read.
    read: usize,
    /// Whether it may be a command, once that is known.
    wanted: Option<bool>,
}

impl FirstLine {
    /// Reads from the input.
    pub(super) fn read(&mut self, input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        if self.wanted.is_none() {
            self.wanted = Some(self.hold(input)?);
        }
        if self.wanted == Some(false) {
            log::warn!("a client was not answered: its first line is none of GTP, but may be a browser's");
            return Ok(0);
        }
        if self.held.is_empty() {
            return input.read(buffer);
        }
        let count = (&self.held[self.read..]).read(buffer)?;
        self.read += count;
        if self.read == self.held.len() {
            self.held = Vec::new();
        }
        Ok(count)
    }

    /// Holds all back up to the end of the first line that is not blank; whether it may be a command.
    fn hold(&mut self, input: &mut impl Read) -> io::Result<bool> {
        let mut piece = [0; 1 << 12];
        loop {
            let count = input.read(&mut piece)?;
            let mut piece = &piece[..count];
            if self.held.is_empty() {
                piece = piece.trim_ascii_start();
            }
            let end = piece.iter().position(|&byte| byte == b'\n').map(|end| self.held.len() + end);
            self.held.extend_from_slice(piece);
            if end.is_some() || count == 0 {
                return Ok(is_text(&self.held[..end.unwrap_or(self.held.len())]));
            }
            // No command is so long.
            if self.held.len() > MAX_RECORD_LINE {
                return Ok(false);
            }
        }
    }
}

/// Whether a line may be a command. Browsers begin with a request line, or with binary data (TLS, STUN).
fn is_text(line: &[u8]) -> bool {
    let is_binary = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    !line.iter().any(is_binary) && !line.windows(6).any(|word| word == b" HTTP/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// An input that comes in these pieces.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.front_mut() else { return Ok(0) };
            let count = piece.as_slice().read(buffer)?;
            piece.drain(..count);
            if piece.is_empty() {
                self.0.pop_front();
            }
            Ok(count)
        }
    }

    /// All that is read of an input in two pieces, by a reader with a buffer of so many bytes.
    fn read(bytes: &[u8], split: usize, size: usize) -> Vec<u8> {
        let pieces = [&bytes[..split], &bytes[split..]].map(<[u8]>::to_vec);
        let mut input = Pieces(pieces.into_iter().filter(|piece| !piece.is_empty()).collect());
        let (mut first, mut buffer, mut all) = (FirstLine::default(), vec![0; size], Vec::new());
        loop {
            let count = first.read(&mut input, &mut buffer).unwrap();
            if count == 0 {
                return all;
            }
            all.extend_from_slice(&buffer[..count]);
        }
    }

    #[test]
    fn nothing_of_a_browser_is_read_however_it_is_split() {
        for text in [
            "POST / HTTP/1.1\r\nHost: localhost\r\n\r\nname\n",
            "\r\n \n\tPOST /a HTTP/1.0\r\n\r\nname\n",
            "GET /?name HTTP/1.1",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nname\n",
            "\u{16}\u{3}\u{1}\nname\n",
            "\0\u{3}\nname\n",
        ] {
            for split in 0..text.len() {
                for size in [1, 7, 100] {
                    assert_eq!(read(text.as_bytes(), split, size), b"", "{text:?} {split}");
                }
            }
        }
    }

    #[test]
    fn nor_of_an_address_that_is_as_long_as_you_like() {
        for length in [4096 - 12, 66_000, 5_000_000] {
            let text = format!("POST /{} HTTP/1.1\r\n\r\nname\n", "a".repeat(length));
            for split in [1, 4096, length / 2, length + 6, length + 8, length + 14, length + 16] {
                assert_eq!(read(text.as_bytes(), split, 4096), b"", "{length} {split}");
            }
        }
    }

    #[test]
    fn all_of_other_clients_is_read() {
        for text in ["name\n", "name", "", "# HTTP\nname", "1 play b d3\n\nHEAD / HTTP/1.1\n", "\u{feff}name\r\n"] {
            for split in 0..text.len() {
                assert_eq!(read(text.as_bytes(), split, 3), text.as_bytes(), "{text:?} {split}");
            }
        }
        assert_eq!(read(b"\n \r\n\tname\n", 3, 100), b"name\n");
    }
}
