//! Analysis streams in the dialects of today's clients, Leela Zero's and KataGo's, and KataGo's other commands. There is no
//! plain `analyze`: clients do not agree on what its numbers mean (Sabaki reads them as Leela Zero's since 0.60).

use super::core::color_or_mover;
use super::play::generate_unplayed;
use super::stream::{Watch, watch};
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Duration;
use tengen_core::game::{Cell, Color, MoveCode, Vertex};
use tengen_core::search::{Scale, Stop};
use tengen_session::{Answer, EngineError, Query, Report, Settings, Variation};

/// The arguments of every analysis.
pub(super) const USAGE: &str = "[COLOR] [CENTISECONDS] [minmoves N] [maxmoves N] [avoid|allow COLOR MOVE,... PLIES]";

const KATA_USAGE: &str =
    "[COLOR] [CENTISECONDS] [minmoves N] [maxmoves N] [avoid|allow COLOR MOVE,... PLIES] [rootInfo true]";

pub(super) const COMMANDS: &[Command] = &[
    Command::new("lz-analyze", USAGE, "streams thoughts until further input", |c, a| analyze(c, a, LEELA)).slow(),
    Command::new("kata-analyze", KATA_USAGE, "the same in KataGo's form", |c, a| analyze(c, a, KATA)).slow(),
    Command::new("lz-genmove_analyze", USAGE, "streams thoughts, then plays: play MOVE", |c, a| generate(c, a, LEELA))
        .slow(),
    Command::new("kata-genmove_analyze", KATA_USAGE, "the same in KataGo's form", |c, a| generate(c, a, KATA)).slow(),
    Command::new("cgos-genmove_analyze", USAGE, "generates a move and plays it: a line of JSON, then play MOVE", cgos)
        .slow(),
    Command::new("kata-search_cancellable", "COLOR", "reg_genmove that ends with any further input", search).slow(),
    Command::new("clear_cache", "", "forgets what earlier searches found out", clear_cache),
    Command::new("kata-list-params", "", "the parameters of kata-get-param, separated by spaces", list_params),
    Command::new("kata-get-param", "NAME", "the value of a parameter", get_param),
    Command::new("kata-set-param", "NAME VALUE", "changes a parameter", set_param),
];

/// Lines of an analysis by default.
const LINES: usize = 5;

/// Interval of an analysis by default, in centiseconds.
const INTERVAL: f64 = 100.0;

/// The shortest interval, in centiseconds: less would only flood the client.
const SHORTEST: f64 = 1.0;

/// How a dialect writes what it has to say of a value.
struct Dialect {
    /// Of a move, after `info move M visits N`.
    line: fn(&Variation, Scale) -> String,
    /// Of the position, after `rootInfo visits N`; `None` where the dialect does not know the word.
    root: Option<fn(&Variation, Scale) -> String>,
}

const LEELA: &Dialect = &Dialect {
    line: |line, scale| {
        let winrate = (line.win_chance(&scale) * 10_000.0).round();
        format!("winrate {winrate} prior 0 lcb {winrate}")
    },
    root: None,
};

const KATA: &Dialect = &Dialect {
    line: |line, scale| {
        let winrate = line.win_chance(&scale);
        format!("{} prior 0.0 lcb {winrate:.6} utilityLcb {:.6}", value(line, scale), utility(winrate))
    },
    root: Some(value),
};

/// KataGo's utility of a certain win is 1, of a certain loss -1.
fn utility(winrate: f64) -> f64 {
    2.0 * winrate - 1.0
}

/// The value in KataGo's words; for a proven win the most points that there are. Sabaki wants a decimal point in every number of
/// this dialect but the counts.
fn value(line: &Variation, scale: Scale) -> String {
    let winrate = line.win_chance(&scale);
    let utility = utility(winrate);
    let score = scale.bounded_points(line.score);
    format!(
        "utility {utility:.6} winrate {winrate:.6} scoreMean {score:.2} scoreStdev 0.0 scoreLead {score:.2} \
         scoreSelfplay {score:.2}"
    )
}

/// `info move ...` for every line of a report, and `rootInfo ...` where that is wanted, on one line.
fn info(report: &Report, scale: Scale, dialect: &Dialect, root: bool) -> String {
    let mut text = String::new();
    for (order, line) in report.lines.iter().enumerate() {
        let space = if order == 0 { "" } else { " " };
        let pv = report.texts(line);
        let _ = write!(
            text,
            "{space}info move {} visits {} {} order {order} depth {} pv {}",
            pv[0],
            line.nodes.max(1),
            (dialect.line)(line, scale),
            report.depth,
            pv.join(" ")
        );
    }
    if let (true, Some(value), Some(best)) = (root, dialect.root, report.lines.first()) {
        let _ = write!(text, " rootInfo visits {} {}", report.nodes.max(1), value(best, scale));
    }
    text
}

/// The arguments of an analysis.
struct AnalysisOptions {
    color: Color,
    /// What was asked for, or the default.
    interval: Duration,
    /// True where an interval was asked for.
    has_interval: bool,
    lines: usize,
    allowed: Vec<MoveCode>,
    avoided: Vec<MoveCode>,
    root: bool,
}

impl AnalysisOptions {
    /// Reads them; `rootInfo` only where the dialect `knows_root_info`.
    fn read(context: &Context<'_, '_>, args: Args<'_>, knows_root_info: bool) -> Result<Self, CommandError> {
        let mut words = args.words().iter().copied().peekable();
        let color = words.next_if(|word| word.parse::<Color>().is_ok());
        let mut interval = None;
        let mut options = Self {
            color: color_or_mover(context, color)?,
            interval: Duration::ZERO,
            has_interval: false,
            lines: LINES,
            allowed: Vec::new(),
            avoided: Vec::new(),
            root: false,
        };
        let (mut least, mut most) = (0, None);
        let (mut allowed, mut avoided) = (Vec::new(), Vec::new());
        if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            interval = Some(parse::real(word, "an interval in centiseconds")?);
        }
        while let Some(key) = words.next() {
            let mut value = || words.next().ok_or_else(|| CommandError::syntax(format!("{key} needs a value")));
            match key.to_ascii_lowercase().as_str() {
                "interval" => interval = Some(parse::real(value()?, "an interval in centiseconds")?),
                "maxmoves" => most = Some(parse::number::<usize>(value()?, "a number of moves")?.max(1)),
                "minmoves" => least = parse::number::<usize>(value()?, "a number of moves")?,
                "rootinfo" if knows_root_info => {
                    options.root = match value()?.to_ascii_lowercase().as_str() {
                        "true" => true,
                        "false" => false,
                        _ => return Err(CommandError::syntax("expected true or false after rootInfo")),
                    };
                }
                "allow" | "avoid" => {
                    let (color, moves) = (parse::color(value()?)?, value()?);
                    check_moves(context, moves)?;
                    parse::number::<u32>(value()?, "a number of plies")?;
                    let list = if key.eq_ignore_ascii_case("allow") { &mut allowed } else { &mut avoided };
                    if color == options.color {
                        list.extend(moves.split(',').map(str::to_owned));
                    }
                }
                // What only Go has to say: ownership, policies and the like.
                "ownership"
                | "ownershipstdev"
                | "movesownership"
                | "movesownershipstdev"
                | "pvvisits"
                | "pvedgevisits"
                | "noresultvalue" => {
                    value()?;
                }
                other => return Err(CommandError::syntax(format!("unknown analysis option {other}"))),
            }
        }
        let engine = context.state.host.engine();
        [options.allowed, options.avoided] = [allowed, avoided].map(|texts| engine.named(options.color, &texts));
        options.lines = most.unwrap_or(LINES.max(least));
        options.has_interval = interval.is_some();
        options.interval = Duration::from_secs_f64(interval.unwrap_or(INTERVAL).clamp(SHORTEST, 1e6) / 100.0);
        Ok(options)
    }

    /// The query for it, which this stop ends.
    fn query<'a>(&'a self, context: &Context<'a, '_>, stop: &'a Stop) -> Query<'a> {
        Query { stop, lines: self.lines, allowed: &self.allowed, avoided: &self.avoided, ..context.query(self.color) }
    }
}

/// Refuses a list with what is no move of any position of the board; moves that the rules forbid now are left out elsewhere.
fn check_moves(context: &Context<'_, '_>, moves: &str) -> Result<(), CommandError> {
    let engine = context.state.host.engine();
    let wrong = |mv: &str| {
        let point: Result<Vertex, ()> = engine.letters().to_gtp(mv).parse();
        if point.is_ok_and(|point| engine.cell(point) == Cell::Outside) {
            return Some(CommandError::Syntax { cause: format!("{mv} is no point of this board") });
        }
        let error = engine.parse(engine.side_to_move(), mv).err();
        error.filter(|error| matches!(error, EngineError::Syntax(_))).map(CommandError::from)
    };
    moves.split(',').find_map(wrong).map_or(Ok(()), Err)
}

fn analyze(context: &mut Context<'_, '_>, args: Args<'_>, dialect: &Dialect) -> Result<String, CommandError> {
    let options = AnalysisOptions::read(context, args, dialect.root.is_some())?;
    let root = options.root;
    stream(context, &options, |report, scale| info(report, scale, dialect, root))
}

/// An analysis whose lines are JSON.
pub(super) fn analyze_json(
    context: &mut Context<'_, '_>,
    args: Args<'_>,
    format: fn(&Report, Scale) -> String,
) -> Result<String, CommandError> {
    let options = AnalysisOptions::read(context, args, false)?;
    stream(context, &options, format)
}

/// Analyses until further input, a line in this format for each new report.
fn stream(
    context: &mut Context<'_, '_>,
    options: &AnalysisOptions,
    format: impl Fn(&Report, Scale) -> String + Sync,
) -> Result<String, CommandError> {
    let scale = context.state.host.engine().scale();
    let query = options.query(context, &context.signals.superseded).until_stopped().for_value();
    let show = |report: &Report| format(report, scale);
    let answer = watch(context, options.color, &query, Watch::Analysis, options.interval, show)?;
    context.state.host.remember(answer);
    Ok(String::new())
}

fn generate(context: &mut Context<'_, '_>, args: Args<'_>, dialect: &Dialect) -> Result<String, CommandError> {
    let options = AnalysisOptions::read(context, args, dialect.root.is_some())?;
    let root = options.root;
    generate_watched(context, &options, |report, scale| info(report, scale, dialect, root))
}

/// Generates a move and plays it, with a line in this format for each new report.
fn generate_watched(
    context: &mut Context<'_, '_>,
    options: &AnalysisOptions,
    format: impl Fn(&Report, Scale) -> String + Sync,
) -> Result<String, CommandError> {
    let host = &context.state.host;
    let scale = host.engine().scale();
    let query = host.with_value(options.query(context, &context.signals.stop));
    let show = |report: &Report| format(report, scale);
    let pointwise = context.state.pointwise();
    let answer = watch(context, options.color, &query, Watch::Move { pointwise }, options.interval, show)?;
    accept(context, options.color, answer)
}

/// Plays an answer; the line that says so.
fn accept(context: &mut Context<'_, '_>, color: Color, answer: Answer) -> Result<String, CommandError> {
    let text = format!("play {}", answer.text());
    let took = context.elapsed();
    context.state.host.accept(color, answer, took)?;
    Ok(text)
}

/// For the Go server CGOS, which records the line with the move; with an interval there are more before it.
fn cgos(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let options = AnalysisOptions::read(context, args, false)?;
    if options.has_interval {
        return generate_watched(context, &options, cgos_json);
    }
    let host = &context.state.host;
    let scale = host.engine().scale();
    let query = host.with_value(options.query(context, &context.signals.stop));
    let answer = host.generate(options.color, &query, context.state.pointwise(), &mut |_| ())?;
    let analysis = cgos_json(&answer.report, scale);
    let play = accept(context, options.color, answer)?;
    Ok(if analysis.is_empty() { play } else { format!("{analysis}\n{play}") })
}

/// An analysis as CGOS has it (<https://github.com/zakki/cgos/wiki/GTP-tournament-game-expansion>), from the view of the side to
/// move; nothing where no move was thought of. The continuation of a move is without the move.
fn cgos_json(report: &Report, scale: Scale) -> String {
    let Some(best) = report.lines.first() else { return String::new() };
    let line = |line: &Variation| {
        let pv = report.texts(line);
        json!({ "move": pv[0], "winrate": line.win_chance(&scale), "score": scale.bounded_points(line.score), "prior": 0.0,
            "visits": line.nodes.max(1), "pv": pv[1..].join(" ") })
    };
    let value = json!({ "winrate": best.win_chance(&scale), "score": scale.bounded_points(best.score),
        "visits": report.nodes.max(1), "moves": report.lines.iter().map(line).collect::<Vec<_>>() });
    value.to_string()
}

fn search(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let text = generate_unplayed(context, args, &context.signals.superseded)?;
    Ok(if context.signals.superseded.is_raised() { "cancelled".to_owned() } else { text })
}

fn clear_cache(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    context.state.host.forget();
    Ok(String::new())
}

/// KataGo's names of what this program has too.
const PARAMS: [&str; 3] = ["maxTime", "maxVisits", "numSearchThreads"];

fn list_params(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(PARAMS.join(" "))
}

fn get_param(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [name] = args.exactly()?;
    let host = &context.state.host;
    let Settings { movetime, nodes, .. } = *host.settings();
    let unlimited = || "unlimited".to_owned();
    match name {
        "maxTime" => Ok(movetime.map_or_else(unlimited, |seconds| seconds.to_string())),
        "maxVisits" => Ok(nodes.map_or_else(unlimited, |nodes| nodes.to_string())),
        "numSearchThreads" => Ok(host.resources().pool().current_num_threads().to_string()),
        _ => Err(unknown_param(name)),
    }
}

fn set_param(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [name, value] = args.exactly()?;
    let settings = context.state.host.settings_mut();
    let unlimited = value == "unlimited";
    match name {
        "maxTime" if unlimited => settings.movetime = None,
        "maxTime" => {
            let seconds = parse::real(value, "a number of seconds")?;
            if !(0.001..=1e6).contains(&seconds) {
                return Err(CommandError::syntax("a move takes 0.001 to 1000000 seconds"));
            }
            settings.movetime = Some(seconds);
        }
        "maxVisits" if unlimited => settings.nodes = None,
        "maxVisits" => settings.nodes = Some(parse::number::<u64>(value, "a number of nodes")?.max(1)),
        "numSearchThreads" => return Err(CommandError::syntax("threads are set at the start, by --threads")),
        _ => return Err(unknown_param(name)),
    }
    Ok(String::new())
}

fn unknown_param(name: &str) -> CommandError {
    CommandError::syntax(format!("there is no parameter {name}; known: {}", PARAMS.join(" ")))
}
