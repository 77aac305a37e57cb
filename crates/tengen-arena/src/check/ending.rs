//! How a session ends. Each point has a process of its own.

use super::point::Level::{Expected, Required};
use super::point::Point;
use super::subject::Subject;
use super::trouble::{Tested, Trouble, fault};
use crate::gtp_client::parts;

pub static POINTS: [Point; 8] = [
    Point::new(Required, "quit", "it is answered, then the engine ends", |engine| engine.ends("quit\n", false, &["="])),
    Point::new(Required, "quit behind other commands", "all that was asked before is answered first", |engine| {
        engine.ends("name\nname\nquit\n", false, &["= {name}", "= {name}", "="])
    }),
    Point::new(Required, "commands behind quit", "nothing is answered behind quit", |engine| {
        engine.ends("quit\nname\n", true, &["="])
    }),
    Point::new(Required, "end of input", "a client that is gone leaves no engine behind", |engine| {
        engine.ends("name\n", true, &["= {name}"])
    }),
    Point::new(Required, "burst and end of input", "scripts are piped in: all of it is answered", |engine| {
        counted(engine, &"name\n".repeat(200), 200)
    }),
    Point::new(Expected, "last line without its end", "the last line of a script may lack its line feed", |engine| {
        engine.ends("name", true, &["= {name}"])
    }),
    Point::new(Expected, "end of input behind genmove", "the move is answered, then the engine ends", |engine| {
        counted(engine, "clear_board\ngenmove b\n", 2)
    }),
    Point::new(Expected, "end of input during an analysis", "a client that is gone leaves no search behind", analysis),
];

/// So many answers before the end, which is the end of the input.
fn counted(engine: &mut Subject<'_>, input: &str, expected: usize) -> Tested {
    let count = parts(&engine.last_words(input, true)?).len();
    if count == expected { Ok(()) } else { Err(fault(format!("{expected} answers, not {count}"))) }
}

fn analysis(engine: &mut Subject<'_>) -> Tested {
    let command = ["lz-analyze", "kata-analyze", "analyze"].into_iter().find(|command| engine.knows(command));
    let command = command.ok_or_else(|| Trouble::Skip("it knows no analysis".to_owned()))?;
    engine.last_words(&format!("clear_board\n{command} b 10\n"), true).map(drop)
}
