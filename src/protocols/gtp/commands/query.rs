//! One JSON command per question that a program asks; each answer is one line.

use super::analysis::{USAGE, analyze_json};
use super::core::color_or_mover;
use crate::features::analyze::{self, Analysis, Judged, SideSummary};
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::Args;
use crate::protocols::gtp::response::CommandError;
use crate::protocols::swap2;
use serde_json::{Value, json};
use tengen_core::game::{Cell, Color, Vertex};
use tengen_core::playable::{Info, Proven, Rule, Threat};
use tengen_core::search::{self, Scale};
use tengen_session::formats::sgf::Notes;
use tengen_session::{Answer, EngineError, GameEntry, PlayerInfo, Query, Report, Turn, Variation};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("json-games", "", "the games with their rule sets and sizes", games),
    Command::new("json-players", "", "the players of this game, and which is in charge", players),
    Command::new(
        "json-position",
        "",
        "game, rule set, size, board, side to move, moves, rows, opening, result",
        position,
    ),
    Command::new("json-geometry", "", "rows of points and lines between them, to draw the board", geometry),
    Command::new("json-legal_moves", "", "the side to move and its moves", legal_moves),
    Command::new("json-threats", "", "the points where a stone of either side makes a threat", threats),
    Command::new("json-evaluation", "[COLOR]", "the value of the position after a search", evaluation).slow(),
    Command::new("json-pv", "[COLOR]", "the expected continuation after a search", principal_variation).slow(),
    Command::new("json-analyze", USAGE, "streams thoughts until further input", |c, a| {
        analyze_json(c, a, |report, scale| thoughts(report, scale).to_string())
    })
    .slow(),
    Command::new("json-review", "", "goes through the game: what each move cost, and what was better", review).slow(),
    Command::new("json-judge", "MOVE", "what a move would cost, and what would be better", judge).slow(),
    Command::new("json-statistics", "", "depth, nodes, time and lines of the last search", statistics),
];

fn games(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let rule = |rule: &Rule| json!({ "name": rule.name, "about": rule.about });
    let game = |entry: &GameEntry| {
        let Info { name, rules, sizes, default_size, .. } = entry.info;
        json!({ "name": name, "rules": rules.iter().map(rule).collect::<Vec<_>>(), "sizes": sizes,
            "default_size": default_size, "swap2": swap2::is_played(entry.info) })
    };
    let host = &context.state.host;
    let games: Vec<_> = host.games().iter().map(game).collect();
    Ok(json!({ "games": games, "columns": host.letters().name() }).to_string())
}

fn players(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let player = |player: PlayerInfo| json!({ "name": player.name, "about": player.about });
    let value = json!({
        "players": engine.players().into_iter().map(player).collect::<Vec<_>>(),
        "player": engine.player().name,
        "levels": engine.levels().iter().map(|level| level.elo).collect::<Vec<_>>(),
        "level": context.state.host.settings().level.unwrap_or(0),
        "tables": context.state.host.folder_tables(),
    });
    Ok(value.to_string())
}

fn position(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.mark()).collect::<String>();
    let completed = engine
        .completed()
        .into_iter()
        .map(|row| row.into_iter().map(|point| engine.letters().point(point)).collect::<Vec<_>>());
    let moves = engine.moves_played().into_iter().map(|(color, text)| json!([color.to_string(), text]));
    let value = json!({
        "game": engine.info().name,
        "rule": engine.rule(),
        "size": engine.size(),
        "columns": engine.letters().name(),
        "board": engine.rows().iter().map(row).collect::<Vec<_>>(),
        "position": engine.position_text(),
        "side_to_move": engine.side_to_move().to_string(),
        "moves": moves.collect::<Vec<_>>(),
        "completed": completed.collect::<Vec<_>>(),
        "opening": engine.opening(),
        "proof": engine.proof().map(|Proven { winner, plies, .. }| json!({ "winner": winner.to_string(), "plies": plies })),
        "result": engine.result_text(),
    });
    Ok(value.to_string())
}

fn geometry(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let name = |vertex| engine.letters().point(vertex);
    let point = |(col, cell): (u8, &Cell), row| (*cell != Cell::Outside).then(|| name(Vertex::new(col, row)));
    let row = |(row, cells): (u8, Vec<Cell>)| (0..).zip(&cells).map(|cell| point(cell, row)).collect::<Vec<_>>();
    let rows: Vec<_> = engine.row_order().into_iter().zip(engine.rows()).map(row).collect();
    let lines: Vec<_> = engine.lines().iter().map(|line| line.map(name)).collect();
    let value = json!({
        "game": engine.info().name,
        "rule": engine.rule(),
        "size": engine.size(),
        "columns": engine.letters().name(),
        "rows": rows,
        "lines": lines,
        "threats": engine.threat_kinds(),
    });
    Ok(value.to_string())
}

fn legal_moves(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    Ok(json!({ "side_to_move": engine.side_to_move().to_string(), "moves": engine.legal_texts() }).to_string())
}

fn threats(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let threat = |Threat { side, point, kind }: Threat| json!({ "color": side.to_string(), "point": engine.letters().point(point), "kind": kind });
    let threats: Vec<_> = engine.threats().into_iter().map(threat).collect();
    Ok(json!({ "side_to_move": engine.side_to_move().to_string(), "threats": threats }).to_string())
}

fn evaluation(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let (color, answer) = think(context, args)?;
    let line = answer.report.lines.first();
    let scale = context.state.host.engine().scale();
    let value = json!({
        "color": color.to_string(),
        "score": line.map(|line| line.score),
        "text": line.map(|line| scale.text(line.score)),
        "win_chance": line.map(|line| line.win_chance(&scale)),
        "exact": line.map(|line| line.exact),
        "depth": answer.report.depth,
        "confidence": answer.report.confidence,
    });
    Ok(value.to_string())
}

fn principal_variation(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let (color, answer) = think(context, args)?;
    let report = &answer.report;
    let pv = report.lines.first().map_or_else(|| vec![answer.text()], |line| report.texts(line));
    Ok(json!({ "color": color.to_string(), "depth": report.depth, "confidence": report.confidence, "pv": pv })
        .to_string())
}

/// A search that changes nothing on the board, the same one whatever the seed of the settings.
fn think(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<(Color, Answer), CommandError> {
    let color = color_or_mover(context, args.at_most_one()?)?;
    let query = Query { seed: 0, ..context.query(color).for_value() };
    let host = &mut context.state.host;
    let answer = host.think(color, &query, &mut |_| ())?;
    host.remember(answer.clone());
    Ok((color, answer))
}

fn statistics(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let host = &context.state.host;
    let answer = host.last();
    let report = answer.map(|answer| &answer.report);
    let search::Report { depth, confidence, nodes, time, .. } =
        report.map_or_else(search::Report::default, |report| (**report).clone());
    let seconds = time.as_secs_f64();
    let scale = host.engine().scale();
    let value = json!({
        "move": answer.map(Answer::text),
        "depth": depth,
        "confidence": confidence,
        "nodes": nodes,
        "seconds": seconds,
        "nps": if seconds > 0.0 { json!((nodes as f64 / seconds).round()) } else { Value::Null },
        "threads": host.resources().pool().current_num_threads(),
        "hash_mib": host.settings().hash,
        "lines": report.map_or_else(Vec::new, |report| lines(report, scale)),
    });
    Ok(value.to_string())
}

/// What a search has found so far.
fn thoughts(report: &Report, scale: Scale) -> Value {
    json!({ "depth": report.depth, "confidence": report.confidence, "nodes": report.nodes,
        "lines": lines(report, scale) })
}

/// The best moves, the best first.
fn lines(report: &Report, scale: Scale) -> Vec<Value> {
    let line = |line: &Variation| {
        json!({ "score": line.score, "text": scale.text(line.score), "win_chance": line.win_chance(&scale),
            "exact": line.exact, "nodes": line.nodes, "pv": report.texts(line) })
    };
    report.lines.iter().map(line).collect()
}

/// Judges every move of the game on the board, a line each, as `tengen analyze --json` has it, then sums up; `# interrupt`
/// ends it early.
fn review(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let host = &context.state.host;
    let record = host.engine().sgf(Notes::default());
    let mut analysis = Analysis::of_record(host, &record, 1)?;
    // From here on the answer is a success, even where its reader has gone.
    let mut closed = context.response.begin().is_err();
    let mut judged: Vec<Judged> = Vec::new();
    while !closed
        && !context.signals.stop.is_raised()
        && let Some(mv) = analysis.judge_next(&context.signals.stop, &mut |_| ())?
    {
        // A move whose search was cut short is not judged.
        if !context.signals.stop.is_raised() {
            closed = context.response.line(&mv.json()).is_err();
            judged.push(mv);
        }
    }
    let [black, white] = Color::BOTH.map(|color| SideSummary::of(&judged, color));
    let whole = judged.len() == analysis.len();
    Ok(json!({ "whole": whole, "result": analysis.result(), "opening": analysis.opening(), "summary": { "black": black, "white": white } })
        .to_string())
}

/// Judges a move of the side to move as a review does; the board stays as it is.
fn judge(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [text] = args.exactly()?;
    let host = &context.state.host;
    let engine = host.engine();
    let color = engine.side_to_move();
    let Turn::Move(code) = engine.parse(color, text)? else {
        return Err(CommandError::syntax(format!("expected a whole move, not {text}")));
    };
    let moves = engine.legal_moves().into_iter().zip(engine.legal_texts());
    let own = moves.into_iter().find_map(|(legal, own)| (legal == code).then_some(own));
    let own = own.ok_or_else(|| EngineError::Illegal("this is not among the legal moves".to_owned()))?;
    Ok(analyze::judge(host, engine, color, &own, &context.signals.stop, &mut |_| ())?.json())
}
