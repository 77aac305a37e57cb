//! Every line of bytes gets exactly one well-formed response, in order, or none where the protocol says none.
//!
//! What is owed is counted here from the specification alone (GTP version 2, draft 2, sections 2.3 to 2.6), without
//! the program's parser.

use std::io::{self, Cursor, Read};
use tengen::protocols::gtp::{MAX_LINE, Server, serve};
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// The failure texts. Match programs compare them letter by letter, and `internal error` is never due.
const FAILURES: [&str; 13] = [
    "unknown command",
    "syntax error",
    "illegal move",
    "cannot undo",
    "unacceptable size",
    "cannot score",
    "cannot load file",
    "unsupported game",
    "unsupported rule",
    "unsupported player",
    "no certificate",
    "invalid position",
    "unknown node",
];

/// Analyses in one input; each may take a tenth of a second.
const MAX_ANALYSES: usize = 2;

/// The deepest `perft` that always ends soon: two plies of gomoku on 22 lines.
const MAX_PERFT: u32 = 2;

/// What one line is owed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Owed {
    id: Option<u32>,
    too_long: bool,
    quits: bool,
}

/// The words of a line: no comment, no control characters, tabs are spaces.
fn words(line: &[u8]) -> Vec<String> {
    let visible = line.iter().position(|&byte| byte == b'#').map_or(line, |comment| &line[..comment]);
    let text: String = String::from_utf8_lossy(visible)
        .chars()
        .filter_map(|c| if c == '\t' { Some(' ') } else { (!c.is_control()).then_some(c) })
        .collect();
    text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Splits an id off: digits alone, up to 2^31 - 1.
fn split_id(words: &[String]) -> (Option<u32>, &[String]) {
    let is_id = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let id = words.first().filter(is_id).and_then(|word| word.parse::<u32>().ok()).filter(|&id| id < 1 << 31);
    (id, &words[usize::from(id.is_some())..])
}

/// The response that a line is owed, if any. A line that is too long, counted from its first visible byte, gets a
/// `syntax error` unless it is a comment.
fn owed(line: &[u8]) -> Option<Owed> {
    let start = line.iter().position(|&byte| byte > b' ' && byte != 0x7f)?;
    let line = &line[start..];
    let too_long = line.len() > MAX_LINE;
    let words = words(&line[..line.len().min(MAX_LINE + 1)]);
    let (id, rest) = split_id(&words);
    let silent = line[0] == b'#' || (words.is_empty() && !too_long);
    let quits = !too_long && rest == ["quit"];
    (!silent).then_some(Owed { id, too_long, quits })
}

fn lines(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    input.split(|&byte| byte == b'\n')
}

/// Checks that these bytes are the right form of answer to those.
///
/// # Panics
/// When they are not.
pub fn check(input: &[u8], output: &[u8]) {
    let mut owed: Vec<Owed> = lines(input).filter_map(owed).collect();
    if let Some(quit) = owed.iter().position(|owed| owed.quits) {
        owed.truncate(quit + 1);
    }
    let text = std::str::from_utf8(output).expect("answers are UTF-8");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "a control character in {text:?}");
    assert!(text.is_empty() || text.ends_with("\n\n"), "the last response is cut short: {text:?}");
    let responses: Vec<&str> = text.strip_suffix("\n\n").map_or_else(Vec::new, |text| text.split("\n\n").collect());
    assert_eq!(responses.len(), owed.len(), "one response to each command: {text:?}");
    for (response, owed) in responses.into_iter().zip(owed) {
        check_response(response, &owed);
    }
}

fn check_response(response: &str, owed: &Owed) {
    let id = owed.id.map(|id| id.to_string()).unwrap_or_default();
    let (failed, rest) = match (response.strip_prefix('='), response.strip_prefix('?')) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => panic!("neither = nor ?: {response:?}"),
    };
    let text = rest.strip_prefix(&id).unwrap_or_else(|| panic!("{owed:?}: {response:?}"));
    assert!(text.is_empty() || text.starts_with([' ', '\n']), "{owed:?}: {response:?}");
    let failure = text.strip_prefix(' ').filter(|_| failed);
    assert!(!failed || failure.is_some_and(|failure| FAILURES.contains(&failure)), "{response:?}");
    assert!(!owed.too_long || failure == Some("syntax error"), "a line that is too long: {response:?}");
}

/// A server that thinks little: a ply, 200 nodes or 50 ms, on one thread.
pub fn server() -> Server {
    let settings = Settings {
        threads: 1,
        hash: 1,
        depth: Some(1),
        nodes: Some(200),
        movetime: Some(0.05),
        level: None,
        seed: 0,
        ponder: false,
    };
    Server::new(Host::new(GAMES, settings, Resources::new(1, 1)))
}

/// What a server answers to these bytes.
pub fn answers(server: &mut Server, input: &[u8]) -> Vec<u8> {
    answers_to_pieces(server, input, usize::MAX)
}

/// Hands out bytes in pieces of at most a size, as a pipe may.
struct Pieces(Cursor<Vec<u8>>, usize);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = buffer.len().min(self.1);
        self.0.read(&mut buffer[..size])
    }
}

/// What a server answers to these bytes when they come in pieces of `size`.
///
/// # Panics
/// When the service fails.
pub fn answers_to_pieces(server: &mut Server, input: &[u8], size: usize) -> Vec<u8> {
    let mut output = Vec::new();
    serve(server, Pieces(Cursor::new(input.to_vec()), size), &mut output).expect("memory can be written to");
    output
}

/// The lines that a fuzzer may send: none that touches a file, lifts the limits of [`server`], or asks for much work.
pub fn bounded(input: &[u8]) -> Vec<u8> {
    let mut analyses = 0;
    let mut allowed = |line: &&[u8]| {
        let words = words(line);
        let (_, rest) = split_id(&words);
        let Some((command, args)) = rest.split_first() else { return true };
        match command.as_str() {
            "loadsgf" | "printsgf" | "print_tree" | "kata-set-param" => args.is_empty(),
            "perft" => args.iter().all(|depth| depth.parse().map_or(true, |depth: u32| depth <= MAX_PERFT)),
            name if name.ends_with("analyze") => {
                analyses += 1;
                analyses <= MAX_ANALYSES
            }
            _ => true,
        }
    };
    lines(input).filter(&mut allowed).collect::<Vec<_>>().join(&b'\n')
}

/// Serves arbitrary bytes, half of all inputs in small pieces.
///
/// # Panics
/// When a response is missing, superfluous or malformed.
pub fn serve_bytes(input: &[u8]) {
    let input = bounded(input);
    let size = if input.len().is_multiple_of(2) { usize::MAX } else { 1 + input.len() / 2 % 16 };
    let output = answers_to_pieces(&mut server(), &input, size);
    check(&input, &output);
}
