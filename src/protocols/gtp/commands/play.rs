//! Moves: played, generated, taken back.

use crate::protocols::gtp::command::{Command, Context, Points};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use crate::protocols::swap2;
use tengen_core::search::{Limits, Stop};
use tengen_session::Query;

pub(super) const COMMANDS: &[Command] = &[
    Command::new("play", "COLOR MOVE", "plays a move", play),
    Command::new("genmove", "COLOR", "generates a move and plays it", genmove).slow(),
    Command::new("reg_genmove", "COLOR", "generates a move without playing it, nothing left to chance", reg_genmove)
        .slow(),
    Command::new("swap2", "", "gomoku: three stones to begin with, or the colour to take, without playing", swap2)
        .slow(),
    Command::new("set_pointwise", "auto|on|off", "answers mill moves whole, or one point at a time", set_pointwise),
    Command::new("undo", "", "takes the last move back", undo),
    Command::new("gg-undo", "[COUNT]", "takes the last moves back, all or none", gg_undo),
    Command::new("gogui-play_sequence", "COLOR MOVE ...", "plays several moves, all or none", play_sequence),
    Command::new("move_history", "", "the moves played, the last first", move_history),
    Command::new("list_moves", "", "every legal move in full", list_moves),
    Command::new("gogui-interrupt", "", "says that the comment line # interrupt stops a search", interrupt),
    Command::new("stop", "", "does nothing: any input has ended an analysis", interrupt),
    Command::new(
        "kgs-game_over",
        "",
        "ends thinking on the opponent's time, until the next move is generated",
        game_over,
    ),
];

fn play(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [color, text] = args.exactly()?;
    context.state.host.engine_mut().play_text(parse::color(color)?, text)?;
    Ok(String::new())
}

fn genmove(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [color] = args.exactly()?;
    let color = parse::color(color)?;
    let pointwise = context.state.pointwise();
    let query = context.query(color);
    let answer = context.state.host.generate(color, &query, pointwise, &mut |_| ())?;
    let (text, took) = (answer.text(), context.elapsed());
    context.state.host.accept(color, answer, took)?;
    Ok(text)
}

fn reg_genmove(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    generate_unplayed(context, args, &context.signals.stop)
}

/// A move that is generated without being played, the same one whatever the seed of the settings.
pub(super) fn generate_unplayed(
    context: &mut Context<'_, '_>,
    args: Args<'_>,
    stop: &Stop,
) -> Result<String, CommandError> {
    let [color] = args.exactly()?;
    let color = parse::color(color)?;
    let pointwise = context.state.pointwise();
    let query = Query { stop, seed: 0, ..context.query(color) };
    let host = &mut context.state.host;
    let answer = host.generate(color, &query, pointwise, &mut |_| ())?;
    let text = answer.text();
    host.remember(answer);
    Ok(text)
}

/// What swap2 asks for in the position on the board; nothing is played.
fn swap2(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let host = &context.state.host;
    let engine = host.engine();
    let info = engine.info();
    if !swap2::is_played(info) {
        return Err(CommandError::UnsupportedGame { cause: format!("{} is not begun under swap2", info.name) });
    }
    let side = engine.side_to_move();
    let query = context.query(side);
    let depth = query.limits.depth.into_iter().chain(host.level().map(|level| level.depth)).min();
    let query = Query { limits: Limits { depth, ..query.limits }, ..query };
    let (text, answer) = match swap2::Step::of(engine) {
        Some(swap2::Step::Opening) => {
            let (mut session, resources) = (host.session(), host.resources());
            let limits = engine.limits(&query, resources);
            let found = swap2::opening(engine.size().cols, query.seed, limits, |stones, limits| {
                session.set_up(&swap2::in_turn(stones))?;
                session.think(session.side_to_move(), &host.query(limits, query.stop), resources, &mut |_| ())
            });
            let (stones, answer): (Vec<_>, _) = found?;
            let points: Vec<_> = stones.into_iter().map(|at| engine.letters().point(at)).collect();
            (points.join(" "), answer)
        }
        Some(swap2::Step::Choice) => {
            let answer = host.think(side, &query.for_value(), &mut |_| ())?;
            (swap2::better_side(&answer).to_string(), answer)
        }
        None => {
            let cause = "swap2 is for the empty board, or White to move after three or five stones".to_owned();
            return Err(CommandError::InvalidPosition { cause });
        }
    };
    context.state.host.remember(answer);
    Ok(text)
}

fn set_pointwise(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [word] = args.exactly()?;
    context.state.points = match word.to_ascii_lowercase().as_str() {
        "auto" => Points::Auto { asked: false },
        "on" => Points::On,
        "off" => Points::Off,
        _ => return Err(CommandError::syntax("expected auto, on or off")),
    };
    Ok(String::new())
}

fn undo(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    context.state.host.engine_mut().undo(1)?;
    Ok(String::new())
}

fn gg_undo(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let count = args.at_most_one()?.map_or(Ok(1), |word| parse::number(word, "a number of moves"))?;
    context.state.host.engine_mut().undo(count)?;
    Ok(String::new())
}

fn play_sequence(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let engine = context.state.host.engine_mut();
    for (played, pair) in args.words().chunks(2).enumerate() {
        let result = match pair {
            [color, text] => parse::color(color).and_then(|color| Ok(engine.play_text(color, text)?)),
            _ => Err(CommandError::syntax("expected pairs of a colour and a move")),
        };
        if let Err(error) = result {
            engine.undo(played)?;
            return Err(error);
        }
    }
    Ok(String::new())
}

fn move_history(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let moves = context.state.host.engine().moves_played();
    Ok(moves.iter().rev().map(|(color, text)| format!("{color} {text}")).collect::<Vec<_>>().join("\n"))
}

fn list_moves(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().legal_texts().join(" "))
}

fn game_over(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    context.state.host.stop_pondering();
    Ok(String::new())
}

fn interrupt(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(String::new())
}
