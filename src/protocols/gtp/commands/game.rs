//! What is played, and how: game, rule set, size, player, depth; the board and its records.

use crate::features::record_files;
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use percent_encoding::percent_decode_str;
use tengen_core::game::{Color, Letters, Setup, Size, Vertex};
use tengen_core::playable::LEVEL_COUNT;
use tengen_session::formats::{Format, sgf};
use tengen_session::{EngineError, LetterSetting};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("list_games", "", "the games, one a line, as set_game takes them", list_games),
    Command::new("set_game", "NAME", "sets up another game", set_game),
    Command::new("list_rules", "", "the rule sets of this game, the default first", list_rules),
    Command::new("set_rule", "NAME", "changes the rule set and clears the board", set_rule),
    Command::new("list_players", "", "the players of this game, the default first", list_players),
    Command::new("set_player", "NAME", "changes the player that generates moves", set_player),
    Command::new("list_levels", "", "the levels of the default player, each with its Elo above the first", list_levels),
    Command::new("set_level", "LEVEL", "plays at this level; 0: at full strength", set_level),
    Command::new("set_random_seed", "NUMBER", "sets the seed of choices by chance", set_random_seed),
    Command::new("get_random_seed", "", "the seed of choices by chance", get_random_seed),
    Command::new("set_depth", "PLIES", "searches to this depth; 0: as deep as time allows", set_depth),
    Command::new("set_ponder", "on|off", "thinks on the opponent's time, or not", set_ponder),
    Command::new(
        "set_columns",
        "a-o|go|game",
        "letters of columns in moves: with I, or without as Go has them",
        set_columns,
    ),
    Command::new("boardsize", "SIZE", "changes the size and clears the board", boardsize),
    Command::new("query_boardsize", "", "the size", query_boardsize),
    Command::new("clear_board", "", "back to the start of a game", clear_board),
    Command::new("komi", "NUMBER", "remembered, and without effect in these games", komi),
    Command::new("get_komi", "", "the komi last set", get_komi),
    Command::new("showboard", "", "draws the board", showboard),
    Command::new("final_score", "", "0, B+n or W+n once the game is over", final_score),
    Command::new("loadsgf", "FILE [MOVE] [FORMAT]", "loads a game, up to the position before move MOVE", loadsgf),
    Command::new("load_record", "TEXT", "loads a game from a record in one word, percent-encoded", load_record),
    Command::new("printsgf", "[FILE]", "the game as SGF, printed (also by -) or written to a file", printsgf),
    Command::new(
        "set_position",
        "COLOR POINT ... | TEXT",
        "a new game from stones, or from json-position's text",
        set_position,
    ),
    Command::new("perft", "DEPTH", "counts the leaves of the game tree, depth by depth", perft).slow(),
];

fn list_games(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.games().iter().map(|entry| entry.info.name).collect::<Vec<_>>().join("\n"))
}

fn set_game(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    // A name of several words is an unknown name, not a syntax error: clients try names of their own.
    if args.is_empty() {
        return Err(CommandError::syntax("expected the name of a game"));
    }
    context.state.host.set_game(&args.words().join(" "))?;
    Ok(String::new())
}

fn list_rules(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(table(context.state.host.engine().info().rules.iter().map(|rule| (rule.name, rule.about))))
}

fn set_rule(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [name] = args.exactly()?;
    context.state.host.set_rule(name)?;
    Ok(String::new())
}

fn list_players(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(table(context.state.host.engine().players().iter().map(|player| (player.name, player.about))))
}

/// Names and their meanings in two aligned columns, which begin on a line of their own, so that they stay aligned.
fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> String {
    let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.map(|(name, about)| format!("\n{name:<width$}  {about}")).collect()
}

fn set_player(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [name] = args.exactly()?;
    context.state.host.set_player(name)?;
    Ok(String::new())
}

fn list_levels(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let levels = (1..).zip(context.state.host.engine().levels());
    let rows: Vec<_> = levels.map(|(number, level)| (format!("{number:>2}"), format!("{:>4}", level.elo))).collect();
    Ok(table(rows.iter().map(|(number, elo)| (number.as_str(), elo.as_str()))))
}

fn set_level(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [level] = args.exactly()?;
    let level: u8 = parse::number(level, "a level")?;
    if usize::from(level) > LEVEL_COUNT {
        return Err(CommandError::syntax(format!("expected a level from 1 to {LEVEL_COUNT}, or 0 for full strength")));
    }
    let host = &mut context.state.host;
    if level > 0 && host.engine().levels().is_empty() {
        return Err(CommandError::syntax(format!("{} has no levels", host.engine().info().name)));
    }
    host.settings_mut().level = (level > 0).then_some(level);
    Ok(String::new())
}

fn set_random_seed(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [seed] = args.exactly()?;
    context.state.host.settings_mut().seed = parse::number(seed, "a number")?;
    Ok(String::new())
}

fn get_random_seed(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.settings().seed.to_string())
}

fn set_depth(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [plies] = args.exactly()?;
    let plies = parse::number(plies, "a depth in plies")?;
    context.state.host.settings_mut().depth = (plies > 0).then_some(plies);
    Ok(String::new())
}

fn set_ponder(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [word] = args.exactly()?;
    context.state.host.settings_mut().ponder = match word {
        "on" => true,
        "off" => false,
        _ => return Err(CommandError::syntax(format!("expected on or off, got {word}"))),
    };
    Ok(String::new())
}

fn set_columns(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [word] = args.exactly()?;
    let letters = LetterSetting::named(word);
    let letters = letters.ok_or_else(|| CommandError::syntax(format!("expected a-o, go or game, got {word}")))?;
    context.state.host.set_letters(letters);
    Ok(String::new())
}

fn boardsize(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [size] = args.exactly()?;
    let number: i64 = parse::number(size, "a board size")?;
    let refused = |_| EngineError::UnacceptableSize(format!("no game has boards of size {number}"));
    context.state.host.set_size(Size::square(u8::try_from(number).map_err(refused)?))?;
    Ok(String::new())
}

fn query_boardsize(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().size().to_string())
}

fn clear_board(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    context.state.host.clear();
    Ok(String::new())
}

fn komi(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [komi] = args.exactly()?;
    context.state.komi = parse::real(komi, "a number")?;
    Ok(String::new())
}

fn get_komi(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.komi.to_string())
}

fn showboard(context: &mut Context<'_, '_>, _: Args<'_>) -> Result<String, CommandError> {
    // Never fails. The drawing begins on a line of its own, so that its columns stand.
    Ok(format!("\n{}", context.state.host.engine().drawing()))
}

fn final_score(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let result = context.state.host.engine().result_text();
    result.ok_or_else(CommandError::game_goes_on)
}

fn loadsgf(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let (file, until, told) = match args.words() {
        [file] => (file, None, None),
        [file, number] if number.starts_with(|c: char| c.is_ascii_digit()) => (file, Some(number), None),
        [file, name] => (file, None, Some(format(name)?)),
        [file, number, name] => (file, Some(number), Some(format(name)?)),
        _ => return Err(CommandError::syntax("expected a file, and perhaps a move number and a format")),
    };
    let until = until.map(|number| parse::number(number, "a move number")).transpose()?;
    let cannot = |cause: String| CommandError::CannotLoadFile { cause: format!("{file}: {cause}") };
    allowed(context)?;
    let text = record_files::read(file).map_err(|error| cannot(error.to_string()))?;
    let loaded = context.state.host.load_as(&text, told, until);
    let notes = loaded.map_err(|error| cannot(error.to_string()))?;
    for note in notes {
        log::warn!("{file}: {note}");
    }
    Ok(String::new())
}

/// The format of files of this name.
fn format(name: &str) -> Result<Format, CommandError> {
    let known = || Format::all().map(Format::name).collect::<Vec<_>>().join(" ");
    Format::named(name).ok_or_else(|| {
        CommandError::syntax(format!("expected a move number or a format, got {name}; formats: {}", known()))
    })
}

fn load_record(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [text] = args.exactly()?;
    let record: Vec<u8> = percent_decode_str(text).collect();
    let cannot = |error: EngineError| CommandError::CannotLoadFile { cause: error.to_string() };
    let notes = context.state.host.load(&record, None).map_err(cannot)?;
    Ok(notes.join("\n"))
}

fn printsgf(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let sgf = context.state.host.engine().sgf(sgf::Notes::default());
    write_record(context, args, sgf)
}

/// A record as the response, or in the file that the arguments name.
pub(super) fn write_record(context: &Context<'_, '_>, args: Args<'_>, sgf: String) -> Result<String, CommandError> {
    match args.at_most_one()? {
        None | Some("-") => Ok(sgf),
        Some(file) => {
            allowed(context)?;
            let cannot = |error| CommandError::CannotLoadFile { cause: format!("cannot write {file}: {error}") };
            record_files::write(file, &sgf).map_err(cannot)?;
            Ok(String::new())
        }
    }
}

/// Refuses files to a client that may not have them.
fn allowed(context: &Context<'_, '_>) -> Result<(), CommandError> {
    if context.state.files {
        return Ok(());
    }
    Err(CommandError::CannotLoadFile { cause: "no command reads or writes files here (--no-files)".to_owned() })
}

fn set_position(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let host = &mut context.state.host;
    match (args.words(), host.set_position(&args.words().join(" "))) {
        // As KataGo has it.
        ([], _) => host.clear(),
        (_, Some(set)) => {
            if let Some(note) = set? {
                log::warn!("{note}");
            }
        }
        ([text], None) => host.engine_mut().set_position_text(text)?,
        (_, None) => {
            let stones = pairs(args, host.engine().letters())?;
            host.engine_mut().set_up(&Setup::new(stones, Color::Black))?;
        }
    }
    Ok(String::new())
}

/// `COLOR POINT` pairs.
pub(super) fn pairs(args: Args<'_>, letters: Letters) -> Result<Vec<(Color, Vertex)>, CommandError> {
    let pair = |pair: &[&str]| match pair {
        [color, vertex] => Ok((parse::color(color)?, parse::vertex(vertex, letters)?)),
        _ => Err(CommandError::syntax("expected pairs of a colour and a point")),
    };
    args.words().chunks(2).map(pair).collect()
}

fn perft(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [depth] = args.exactly()?;
    let depth: u8 = parse::number(depth, "a depth of 0 to 255")?;
    let host = &context.state.host;
    let count = |depth| host.engine().perft(depth, &context.signals.stop).map(|leaves| format!("{depth} {leaves}"));
    Ok((1..=depth.into()).map_while(count).collect::<Vec<_>>().join("\n"))
}
