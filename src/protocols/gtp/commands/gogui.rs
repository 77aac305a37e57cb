//! What GoGui asks, so that it serves as a board for any game.

use super::game::pairs;
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tengen_core::game::{Cell, Color, Outcome, Setup, Vertex};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("gogui-rules_game_id", "", "the game's name", game_id),
    Command::new("gogui-rules_board", "", "the points, the highest row first: X O . ?", board),
    Command::new("gogui-rules_board_gfx", "", "the board as it differs from one of Go, in GoGui's graphics", board_gfx),
    Command::new("gogui-rules_board_size", "", "the size", board_size),
    Command::new(
        "gogui-rules_legal_moves",
        "",
        "the points that may be sent next, or pass; none: game over",
        legal_moves,
    ),
    Command::new("gogui-rules_side_to_move", "", "black or white", side_to_move),
    Command::new("gogui-rules_final_result", "", "the result, once the game is over, in words", final_result),
    Command::new("gogui-rules_only", "", "says that no move will be asked for", rules_only),
    Command::new("gogui-setup", "COLOR POINT ...", "a new game from stones, Black to move", setup),
    Command::new("gogui-setup_player", "COLOR", "a new game from the present stones, this side to move", setup_player),
    Command::new("gogui-analyze_commands", "", "what GoGui's analyze menu offers", analyze_commands),
];

fn game_id(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().info().name.to_owned())
}

/// Nothing is prepared before the first search, so a ruler costs nothing that it could be spared.
fn rules_only(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(String::new())
}

/// GoGui's rows go down from the highest, whichever way the game's own players draw them.
fn board(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let mut rows: Vec<_> = engine.row_order().into_iter().zip(engine.rows()).collect();
    rows.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
    let mark = |cell: &Cell| if *cell == Cell::Outside { "?" } else { cell.mark() };
    let line = |row: &[Cell]| row.iter().map(mark).collect::<Vec<_>>().join(" ");
    Ok(rows.iter().map(|(_, row)| line(row)).collect::<Vec<_>>().join("\n"))
}

/// GoGui draws the grid of Go whatever the game. Where a board has no point, the grid is faded in the colour of GoGui's wood,
/// with a label for a line that passes; circles stand on the empty points.
fn board_gfx(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let rows = engine.rows();
    let all = (0..).zip(&rows).flat_map(|(row, cells)| (0..).zip(cells).map(move |(col, _)| Vertex::new(col, row)));
    let places = |wanted| all.clone().filter(move |&vertex| engine.cell(vertex) == wanted);
    if places(Cell::Outside).next().is_none() {
        return Ok(String::new());
    }
    let mut labels = BTreeMap::new();
    for [from, to] in engine.lines() {
        let (mut col, mut row) = (from.col, from.row);
        let label = match (to.col.cmp(&col), to.row.cmp(&row)) {
            (Ordering::Equal, _) => "│",
            (_, Ordering::Equal) => "─",
            (right, up) if right == up => "╱",
            _ => "╲",
        };
        while (col, row) != (to.col, to.row) {
            (col, row) = (toward(col, to.col), toward(row, to.row));
            let vertex = Vertex::new(col, row);
            if engine.cell(vertex) == Cell::Outside {
                labels.insert(vertex, label);
            }
        }
    }
    let words =
        |vertices: &mut dyn Iterator<Item = Vertex>| vertices.map(|vertex| format!(" {vertex}")).collect::<String>();
    let labels: String = labels.iter().map(|(vertex, label)| format!(" {vertex} {label}")).collect();
    let (faded, circles) = (words(&mut places(Cell::Outside)), words(&mut places(Cell::Empty)));
    Ok(format!("COLOR #d9b273{faded}\nLABEL{labels}\nCIRCLE{circles}"))
}

/// One step from a coordinate to another.
fn toward(from: u8, to: u8) -> u8 {
    match to.cmp(&from) {
        Ordering::Less => from - 1,
        Ordering::Equal => from,
        Ordering::Greater => from + 1,
    }
}

fn board_size(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().size().to_string())
}

fn legal_moves(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().legal_points().join(" "))
}

fn side_to_move(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok(context.state.host.engine().side_to_move().to_string())
}

/// GoGui shows the text to its user as it is.
fn final_result(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let name = |winner| if winner == Color::Black { "Black" } else { "White" };
    match context.state.host.engine().outcome() {
        Some(Outcome::Draw) => Ok("Draw".to_owned()),
        Some(Outcome::Win(winner, 1)) => Ok(format!("{} wins", name(winner))),
        Some(Outcome::Win(winner, margin)) => Ok(format!("{} wins by {margin}", name(winner))),
        None => Err(CommandError::game_goes_on()),
    }
}

fn setup(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let stones = pairs(args, context.state.host.engine().letters())?;
    context.state.host.engine_mut().set_up(&Setup::new(stones, Color::Black))?;
    Ok(String::new())
}

fn setup_player(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [color] = args.exactly()?;
    let side_to_move = parse::color(color)?;
    let engine = context.state.host.engine_mut();
    if side_to_move != engine.side_to_move() {
        let mut stones = Vec::new();
        for (row, cells) in engine.row_order().into_iter().zip(engine.rows()) {
            for (cell, col) in cells.into_iter().zip(0..) {
                if let Cell::Stone(color) = cell {
                    stones.push((color, Vertex::new(col, row)));
                }
            }
        }
        engine.set_up(&Setup::new(stones, side_to_move))?;
    }
    Ok(String::new())
}

fn analyze_commands(_: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    Ok([
        "plist/Legal Moves/gogui-rules_legal_moves",
        "string/Move Generator/reg_genmove %c",
        "string/Evaluation/json-evaluation",
        "string/Principal Variation/json-pv",
        "string/Statistics/json-statistics",
        "string/Explain Last Move/gomill-explain_last_move",
        "string/Position/json-position",
        "string/Players/list_players",
        "none/Set Player/set_player %s",
        "string/Rules/list_rules",
        "none/Set Rule/set_rule %s",
        "none/Set Depth/set_depth %s",
        "string/Why/why",
    ]
    .join("\n"))
}
