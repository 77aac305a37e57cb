//! Administration: what the program is and what it can do.

use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use tengen_core::printable;

pub(super) const COMMANDS: &[Command] = &[
    Command::new("protocol_version", "", "the GTP version: 2", |_, args| fixed(args, "2")),
    Command::new("name", "", "the program's name", |_, args| fixed(args, "Tengen")),
    Command::new("version", "", "the program's version", |_, args| fixed(args, env!("CARGO_PKG_VERSION"))),
    Command::new("known_command", "NAME", "true or false", known_command),
    Command::new("list_commands", "", "every command, one a line", list_commands),
    Command::new("help", "[NAME]", "arguments and meaning of one command, or of all", help),
    Command::new("why", "", "the reason of the last failure, in one line", why),
    Command::new("quit", "", "ends the program", quit),
    #[cfg(not(target_family = "wasm"))]
    Command::new("cputime", "", "seconds of processor time used so far", cputime),
    #[cfg(not(target_family = "wasm"))]
    Command::new("gomill-cpu_time", "", "the same for gomill", cputime),
    Command::new("gomill-describe_engine", "", "program, version, game and player", describe_engine),
    Command::new("gomill-explain_last_move", "", "how the last generated move was found", explain_last_move),
];

fn fixed(args: Args<'_>, text: &str) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(text.to_owned())
}

fn known_command(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    // Never fails: whatever is not the name of a command is not known.
    Ok(matches!(args.words(), [name] if context.commands.find(name).is_some()).to_string())
}

fn list_commands(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.commands.all().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

fn help(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let console = context.state.console.as_ref();
    if let Some(name) = args.at_most_one()? {
        let command =
            context.commands.find(name).ok_or_else(|| CommandError::syntax(format!("there is no command {name}")))?;
        let plain = || format!("{}\n{}", command.call(), command.about);
        return Ok(console.map_or_else(plain, |console| console.help_on(command.row())));
    }
    let commands = context.commands;
    let width = commands.all().map(|command| command.call().len()).max().unwrap_or(0);
    let plain = || commands.all().map(|command| format!("\n{:<width$}  {}", command.call(), command.about)).collect();
    Ok(console.map_or_else(plain, |console| console.help(commands.rows())))
}

fn why(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let failure = context.state.failure.as_ref();
    let told = |error: &CommandError| printable::line(&format!("{error}: {}", error.cause()));
    Ok(failure.map_or("nothing has failed".to_owned(), told))
}

fn quit(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    context.state.quit = true;
    Ok(String::new())
}

#[cfg(not(target_family = "wasm"))]
fn cputime(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64()))
}

fn describe_engine(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let (info, player) = (engine.info(), engine.player());
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!(
        "Tengen {version}\n{} {} {}\n{}: {}",
        info.name,
        engine.rule(),
        engine.size(),
        player.name,
        player.about
    ))
}

fn explain_last_move(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let Some(answer) = context.state.host.last() else { return Ok("no move was generated in this game".to_owned()) };
    let report = &answer.report;
    let scale = context.state.host.engine().scale();
    let search = report.lines.first().map(|line| {
        let proven = if line.exact { " (proven)" } else { "" };
        format!(
            "depth {}, score {}{proven}, {} nodes in {:.3} s, expects {}",
            report.iteration(),
            scale.text(line.score),
            report.nodes,
            report.time.as_secs_f64(),
            report.texts(line).join(" ")
        )
    });
    Ok(format!("{}: {}", answer.text(), search.unwrap_or_else(|| "played without a search".to_owned())))
}

/// A colour, where the command allows to leave it out.
pub(super) fn color_or_mover(
    context: &Context<'_, '_>,
    word: Option<&str>,
) -> Result<tengen_core::game::Color, CommandError> {
    word.map_or(Ok(context.state.host.engine().side_to_move()), parse::color)
}
