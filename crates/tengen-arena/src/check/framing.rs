//! Lines, ids, answers.

use super::point::Level::{Expected, Hint, Required};
use super::point::Point;
use super::subject::Subject;
use super::trouble::{Tested, fault};
use crate::gtp_client::parts;
use std::time::Duration;

pub static POINTS: [Point; 22] = [
    Point::new(Required, "success", "a success is \"=\", a blank, the text and one empty line", |engine| {
        engine.exact("name\n", &["= {name}"])
    }),
    Point::new(Required, "failure", "a failure is \"?\", a blank, the text and one empty line", |engine| {
        engine.exact("no-such-command\n", &["? unknown command"])
    }),
    Point::new(Required, "no greeting", "clients take what comes first for the first answer", |engine| {
        engine.start()?;
        engine.exact("name\n", &["= {name}"])?;
        engine.shut_down();
        Ok(())
    }),
    Point::new(Required, "id", "clients match answers to commands by the id right behind the mark", |engine| {
        engine.exact("7 name\n", &["=7 {name}"])
    }),
    Point::new(Required, "id 0", "0 is an id like any other", |engine| engine.exact("0 name\n", &["=0 {name}"])),
    Point::new(Required, "no id", "an id belongs to one answer, not to those after it", |engine| {
        engine.exact("5 name\nname\n", &["=5 {name}", "= {name}"])
    }),
    Point::new(Required, "ids of failures", "clients match failures to commands by their ids", ids_of_failures),
    Point::new(Expected, "largest id", "ids go up to 2147483647", |engine| {
        engine.exact("2147483647 name\n", &["=2147483647 {name}"])
    }),
    Point::new(Expected, "number above the ids", "a changed id matches no request", above_the_ids),
    Point::new(Hint, "id alone", "who waits for an answer to each id waits for ever", |engine| {
        engine.before_name(b"12", 2)
    }),
    Point::new(Required, "blank lines", "one answer too many, and all later ones are taken for others", |engine| {
        engine.exact("\n  \n\t\nname\n", &["= {name}"])
    }),
    Point::new(Required, "comments", "scripts have comments, and lines of nothing else", |engine| {
        engine.exact("# a comment\n   # another\nname # and one more\n", &["= {name}"])
    }),
    Point::new(Required, "blanks", "blanks and tabs part words, and stand around them", |engine| {
        engine.exact("  \tname\t \nknown_command\tname\n", &["= {name}", "= true"])
    }),
    Point::new(Required, "CR LF", "clients on Windows end their lines with both", |engine| {
        engine.exact("name\r\nname\r\n", &["= {name}", "= {name}"])
    }),
    Point::new(Required, "control characters", "GTP drops them before it reads a line", |engine| {
        engine.exact("na\u{7}me\n", &["= {name}"])
    }),
    Point::new(Expected, "bytes that are not UTF-8", "no line may end or stall an engine", |engine| {
        engine.before_name(b"\xff\xfe", 2)
    }),
    Point::new(Expected, "a long line", "a line of any length is one line, with one answer", |engine| {
        engine.before_name(&[b'x'; 100_000], 2)
    }),
    Point::new(Required, "a line in pieces", "pipes cut lines anywhere", |engine| {
        engine.raw(b"na", 0)?;
        engine.exact("me\n", &["= {name}"])
    }),
    Point::new(Required, "burst", "clients send ahead; each command has its answer, in order", burst),
    Point::new(Required, "no empty line inside", "clients cut an answer at its first empty line", whole_answers),
    Point::new(Hint, "line feeds only", "not every client drops carriage returns", |engine| {
        let output = engine.raw(b"name\nlist_commands\n", 2)?;
        if output.contains('\r') { Err(fault("no carriage returns")) } else { Ok(()) }
    }),
    Point::new(Hint, "quiet standard error", "clients mix it into their logs, or never read it", |engine| {
        engine.shut_down();
        engine.begin()?;
        engine.board()?;
        std::thread::sleep(Duration::from_millis(50));
        if engine.complaints()? < 1000 { Ok(()) } else { Err(fault("less than 1000 bytes on standard error")) }
    }),
];

/// Whatever the answer is, the id comes right behind its mark.
fn ids_of_failures(engine: &mut Subject<'_>) -> Tested {
    for (id, command) in (21..).zip(["no-such-command", "undo", "boardsize 1000", "play b zz99", "play w"]) {
        let output = engine.raw(format!("{id} {command}\n").as_bytes(), 1)?;
        let marked = ["=", "?"].iter().any(|mark| {
            let rest = output.strip_prefix(&format!("{mark}{id}"));
            rest.is_some_and(|rest| rest.starts_with([' ', '\n', '\r']))
        });
        if !marked {
            return Err(fault(format!("\"?{id} \" and the reason")));
        }
    }
    Ok(())
}

fn above_the_ids(engine: &mut Subject<'_>) -> Tested {
    const NUMBER: &str = "4294967303";
    let output = engine.raw(format!("{NUMBER} name\n").as_bytes(), 1)?;
    let rest = output.trim_start_matches(['=', '?']).trim_start();
    let id: String = rest.chars().take_while(char::is_ascii_digit).collect();
    if id.is_empty() || id == NUMBER { Ok(()) } else { Err(fault(format!("the id {NUMBER}, or none"))) }
}

fn burst(engine: &mut Subject<'_>) -> Tested {
    const ROUNDS: usize = 300;
    let version = engine.succeed("protocol_version")?;
    let output = engine.raw("name\nprotocol_version\n".repeat(ROUNDS).as_bytes(), 2 * ROUNDS)?;
    let expected = [format!("= {}", engine.name), format!("= {version}")];
    let got = parts(&output);
    match got.iter().zip(expected.iter().cycle()).position(|(got, expected)| got != expected) {
        None if got.len() == 2 * ROUNDS => Ok(()),
        None => Err(fault(format!("{} answers, not {}", 2 * ROUNDS, got.len()))),
        Some(first) => Err(fault(format!("{:?} as answer {}, not {:?}", expected[first % 2], first + 1, got[first]))),
    }
}

/// Answers of several lines, and failures, are one part each and end with one empty line.
fn whole_answers(engine: &mut Subject<'_>) -> Tested {
    let optional = ["showboard", "help", "list_players", "list_rules", "gogui-analyze_commands", "undo"];
    let optional = optional.into_iter().filter(|command| engine.knows(command));
    let loadsgf = engine.knows("loadsgf").then_some("loadsgf /no/such/file.sgf");
    let commands: Vec<_> = ["list_commands", "boardsize 1000"].into_iter().chain(optional).chain(loadsgf).collect();
    for command in commands {
        let output = engine.raw(format!("{command}\n").as_bytes(), 1)?;
        let output = output.replace('\r', "");
        if !output.starts_with(['=', '?']) || output.find("\n\n") != output.len().checked_sub(2) {
            return Err(fault(format!("one answer to \"{command}\", one empty line behind it, none inside")));
        }
    }
    Ok(())
}
