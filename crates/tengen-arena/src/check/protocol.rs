//! The points of the protocol itself: how lines and answers are written, which commands there are, what all responses have in
//! common, and how a session ends.

use super::output::parts;
use super::point::Point;
use super::point::PointLevel::{Expected, Hint, Required};
use super::subject::{Subject, Tested, Trouble, fault};
use crate::gtp_client::Violation;
use std::time::Duration;

/// Lines, ids, answers.
pub static FRAMING: [Point; 21] = [
    Point::new(Required, "success", "a success is \"=\", a blank, the text and one empty line", |engine| {
        engine.exact("name\n", &["= {name}"])
    }),
    Point::new(Required, "failure", "a failure is \"?\", a blank, the text and one empty line", |engine| {
        engine.exact("no-such-command\n", &["? unknown command"])
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
        if !engine.echoes(id, command)? {
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

/// The commands that every engine has, and those that clients count on.
pub static COMMANDS: [Point; 16] = [
    Point::new(Required, "required commands", "GTP demands them of every engine", |engine| {
        let required = ["protocol_version", "name", "version", "known_command", "list_commands", "quit"];
        lists(engine, &[&required[..], &["boardsize", "clear_board", "komi", "play", "genmove"]].concat())
    }),
    Point::new(Expected, "commands of matches", "match programs and boards send them", |engine| {
        lists(engine, &["undo", "time_settings", "time_left", "final_score", "showboard"])
    }),
    Point::new(Hint, "commands of tests", "regression tests are made of them", |engine| {
        lists(engine, &["loadsgf", "reg_genmove"])
    }),
    Point::new(Required, "list_commands", "the list has one name a line, each once", |engine| {
        let text = engine.succeed("list_commands")?;
        let mut names: Vec<_> = text.lines().collect();
        names.sort_unstable();
        let right = names.iter().all(|name| !name.contains(' ')) && names.windows(2).all(|pair| pair[0] != pair[1]);
        if right { Ok(()) } else { Err(fault("one name a line, each once")) }
    }),
    Point::new(Required, "known_command", "it agrees with list_commands, in lower case", known_command),
    Point::new(Hint, "known_command without a name", "it never fails", |engine| {
        engine.exact("known_command\n", &["= false"])
    }),
    Point::new(Required, "protocol_version", "it is the number 2", |engine| {
        engine.exact("protocol_version\n", &["= 2"])
    }),
    Point::new(Expected, "name", "clients show name and version side by side", |engine| {
        let repeated = !engine.version.is_empty() && engine.name.contains(&engine.version);
        engine.succeed("name")?;
        if repeated || engine.name.is_empty() { Err(fault("a name without the version")) } else { Ok(()) }
    }),
    Point::new(Hint, "version", "results are worth little without the version", |engine| {
        if engine.succeed("version")?.is_empty() { Err(fault("a version")) } else { Ok(()) }
    }),
    Point::new(Required, "clear_board", "every game begins with it; it never fails", |engine| {
        engine.begin()?;
        engine.begin()
    }),
    Point::new(Required, "boardsize", "clients read in this very text that a game has no such board", |engine| {
        engine.refuse("boardsize 1000", "unacceptable size")
    }),
    Point::new(Required, "komi", "boards send it whatever is played, and give up when it is refused", |engine| {
        for komi in ["6.5", "0", "-7.5"] {
            engine.succeed(&format!("komi {komi}"))?;
        }
        Ok(())
    }),
    Point::new(Expected, "syntax errors", "clients read in this very text that the mistake is their own", |engine| {
        let wrong = ["play b", "play", "play x a1", "boardsize", "boardsize abc", "komi", "komi abc", "genmove"];
        wrong.into_iter().try_for_each(|command| engine.refuse(command, "syntax error"))
    }),
    Point::new(Expected, "list_games and set_game", "Quarry chooses the game by a listed name", set_game),
    Point::new(Expected, "time_settings", "it is always accepted; 0 stones in 0 seconds is absolute time", |engine| {
        engine.needs("time_settings")?;
        for settings in ["300 0 0", "300 10 5", "0 1 0", "0 10 1"] {
            engine.succeed(&format!("time_settings {settings}"))?;
        }
        Ok(())
    }),
    Point::new(Expected, "time_left", "it is always accepted; 0 stones means main time", |engine| {
        engine.needs("time_left")?;
        for left in ["b 300 0", "w 10 5", "b 0 0"] {
            engine.succeed(&format!("time_left {left}"))?;
        }
        Ok(())
    }),
];

/// The engine lists these commands.
fn lists(engine: &mut Subject<'_>, commands: &[&str]) -> Tested {
    engine.succeed("list_commands")?;
    let missing: Vec<_> = commands.iter().copied().filter(|command| !engine.knows(command)).collect();
    if missing.is_empty() { Ok(()) } else { Err(fault(format!("{} in the list", missing.join(", ")))) }
}

fn known_command(engine: &mut Subject<'_>) -> Tested {
    let unknown = ("no-such-command".to_owned(), "false");
    let known = engine.commands.clone().into_iter().map(|command| (command, "true"));
    for (command, expected) in known.chain([unknown]) {
        if engine.succeed(&format!("known_command {command}"))? != expected {
            return Err(fault(format!("\"= {expected}\"")));
        }
    }
    Ok(())
}

fn set_game(engine: &mut Subject<'_>) -> Tested {
    engine.needs("list_games")?;
    engine.needs("set_game")?;
    for game in engine.succeed("list_games")?.lines() {
        engine.succeed(&format!("set_game {game}"))?;
    }
    let answer = engine.ask("set_game no-such-game")?;
    // What was chosen last is not what the other points are about.
    engine.shut_down();
    if answer.success { Err(fault("a failure for a game that there is not")) } else { Ok(()) }
}

/// What the responses to all commands have in common, whatever was asked: a point for each [`Violation`], by which a match goes, too.
/// What costs a game there is required here.
pub static RESPONSES: [Point; Violation::ALL.len()] = [
    point(Violation::Outside, "nothing but responses", "clients take each line outside for a response", |engine| {
        was_kept(engine, Violation::Outside, "no text outside the responses")
    }),
    point(Violation::Unasked, "one response each", "one too many, and all later ones are taken for others", |engine| {
        was_kept(engine, Violation::Unasked, "one response to each command")
    }),
    point(Violation::OtherId, "no other ids", "clients match answers to commands by their ids", |engine| {
        was_kept(engine, Violation::OtherId, "no id but that of the command")
    }),
    point(Violation::Greeting, "no greeting", "clients take what comes first for the first answer", |engine| {
        was_kept(engine, Violation::Greeting, "nothing before the first response")
    }),
    point(Violation::EmptyLine, "no empty line outside", "clients take an empty line for a response's end", |engine| {
        was_kept(engine, Violation::EmptyLine, "one empty line behind each response, none elsewhere")
    }),
    point(Violation::NoBlank, "blank before the text", "clients cut off mark and blank, or all up to it", |engine| {
        was_kept(engine, Violation::NoBlank, "a blank between the mark, or the id, and the text")
    }),
];

/// How a session ends. Each point has a process of its own.
pub static ENDING: [Point; 8] = [
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

const fn point(
    violation: Violation,
    name: &'static str,
    why: &'static str,
    test: fn(&mut Subject<'_>) -> Tested,
) -> Point {
    Point::new(if violation.is_forfeit() { Required } else { Expected }, name, why, test)
}

/// No response so far was of this kind; the first one that was is shown.
fn was_kept(engine: &mut Subject<'_>, kind: Violation, expected: &str) -> Tested {
    if engine.show_violation(kind) { Err(fault(expected)) } else { Ok(()) }
}
