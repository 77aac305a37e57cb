//! The commands that every engine has, and those that clients count on.

use super::point::Level::{Expected, Hint, Required};
use super::point::Point;
use super::subject::Subject;
use super::trouble::{Tested, fault};

pub static POINTS: [Point; 16] = [
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
