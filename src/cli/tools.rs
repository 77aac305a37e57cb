//! The tools of the games as subcommands. A tool that one game has stands there with its grammar; of one that several have the
//! words behind its name are the game's own.

use super::error::CliError;
use super::options::Options;
use super::output;
use clap::{Arg, ArgMatches, Command, value_parser};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use tengen_core::progress::Progress as _;
use tengen_games::registry::TOOLS;
use tengen_tools::{Tool, ToolContext, ToolError, named};

/// The words of a tool that several games have.
const WORDS: &str = "arguments";

/// The subcommands.
pub fn subcommands() -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for tool in TOOLS.iter().copied().flatten() {
        if commands.iter().any(|known| known.get_name() == tool.name) {
            continue;
        }
        commands.push(match named(TOOLS, tool.name)[..] {
            [alone] => (alone.grammar)().name(tool.name),
            _ => Command::new(tool.name).about(tool.about).arg(
                Arg::new(WORDS)
                    .value_name("ARGUMENTS")
                    .help("The step and its options; `help` lists them")
                    .num_args(0..)
                    .trailing_var_arg(true)
                    .allow_hyphen_values(true)
                    .value_parser(value_parser!(OsString)),
            ),
        });
    }
    commands
}

/// The tool that is meant, and the words behind its name where several games have one.
fn chosen(
    name: &str,
    matches: &ArgMatches,
    options: &Options,
) -> Result<(&'static Tool, Option<ArgMatches>), CliError> {
    let tools = named(TOOLS, name);
    if let [alone] = tools[..] {
        return Ok((alone, None));
    }
    let (entry, _) = options.games.find(options.game.as_deref().unwrap_or(options.games[0].info.name))?;
    let game = entry.info.name;
    let nothing = || CliError::Tool(format!("{game} has nothing to {name}").into());
    let tool = tools.into_iter().find(|tool| tool.game == game).ok_or_else(nothing)?;
    let words = matches.get_many::<OsString>(WORDS).into_iter().flatten().cloned();
    let program = OsString::from(format!("tengen {name}"));
    Ok((tool, Some((tool.grammar)().get_matches_from([program].into_iter().chain(words)))))
}

/// Runs a tool on as many threads as `--threads` allows.
///
/// # Errors
/// [`CliError`] where the game has no such tool, and what the tool says.
pub fn run(name: &str, matches: &ArgMatches, options: &Options) -> Result<ExitCode, CliError> {
    let (tool, words) = chosen(name, matches, options)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0).into()).build();
    let pool = pool.map_err(|error| CliError::io("cannot start threads")(io::Error::other(error)))?;
    let bar = output::bar();
    let out = |text: &str| match io::Write::write_all(&mut io::stdout(), text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    };
    let context = ToolContext {
        rule: options.rule.as_deref(),
        seed: options.seed.unwrap_or(0),
        progress: &bar,
        out: &out,
        page: &page,
    };
    let done = pool.install(|| (tool.run)(words.as_ref().unwrap_or(matches), &context));
    bar.end();
    done.map(|right| if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }).map_err(CliError::Tool)
}

/// Writes a page in the style of the reports.
#[cfg(feature = "arena")]
fn page(file: &Path, title: &str, [style, body]: [&str; 2]) -> Result<(), ToolError> {
    Ok(tengen_arena::report::html::write_page(file, title, style, body)?)
}

/// Without reports there are no pages: no tool of such a build has any.
#[cfg(not(feature = "arena"))]
fn page(file: &Path, _: &str, _: [&str; 2]) -> Result<(), ToolError> {
    Err(format!("this build writes no pages, as {}", file.display()).into())
}
