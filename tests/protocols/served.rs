//! A server of lines in memory.

use std::io::Cursor;
use tengen::protocols::line_server::{Protocol, serve};

/// Everything that a protocol answers to this input. A search is cut short by the end of the input.
pub fn served<P: Protocol>(protocol: &mut P, input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    serve(protocol, Cursor::new(input.as_ref().to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}
