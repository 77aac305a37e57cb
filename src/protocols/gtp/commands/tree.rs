//! The tree of the game: all lines that were played, and those of a record.

use super::game::write_record;
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::{self, Args};
use crate::protocols::gtp::response::CommandError;
use percent_encoding::percent_decode_str;
use serde_json::json;
use tengen_core::game::Color;
use tengen_session::TreeNode;
use tengen_session::formats::sgf::Notes;

pub(super) const COMMANDS: &[Command] = &[
    Command::new("json-tree", "", "every move that was played or loaded, and which is on the board", json_tree),
    Command::new("go_to", "NODE", "puts the position after a node of the tree on the board", go_to),
    Command::new("promote", "NODE", "makes a variation the main line of what it departs from", promote),
    Command::new("cut", "NODE", "cuts a move off the tree, with all that follows it", cut),
    Command::new("comment", "NODE [TEXT]", "notes a comment, percent-encoded, or takes it away", comment),
    Command::new("print_tree", "[FILE]", "the whole tree as SGF, printed or written to a file", print_tree),
];

fn json_tree(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let engine = context.state.host.engine();
    let node = |node: TreeNode| {
        let (color, text) = node.mv.unzip();
        json!({ "node": node.node, "parent": node.parent, "color": color.map(name), "move": text,
            "comment": Some(node.comment).filter(|comment| !comment.is_empty()), "resigned": node.resigned.map(name) })
    };
    let nodes: Vec<_> = engine.nodes().into_iter().map(node).collect();
    Ok(json!({ "node": engine.node(), "nodes": nodes }).to_string())
}

fn name(color: Color) -> String {
    color.to_string()
}

fn go_to(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [node] = args.exactly()?;
    context.state.host.engine_mut().go_to(parse::number(node, "the number of a node")?)?;
    Ok(String::new())
}

fn promote(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [node] = args.exactly()?;
    context.state.host.engine_mut().promote(parse::number(node, "the number of a node")?)?;
    Ok(String::new())
}

fn cut(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let [node] = args.exactly()?;
    context.state.host.engine_mut().cut(parse::number(node, "the number of a node")?)?;
    Ok(String::new())
}

fn comment(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let (node, text) = match *args.words() {
        [node] => (node, ""),
        [node, text] => (node, text),
        _ => return Err(CommandError::syntax("expected the number of a node and a text in one word, percent-encoded")),
    };
    let text = percent_decode_str(text).decode_utf8();
    let text = text.map_err(|_| CommandError::syntax("expected a text in UTF-8, percent-encoded"))?;
    context.state.host.engine_mut().set_comment(parse::number(node, "the number of a node")?, &text)?;
    Ok(String::new())
}

fn print_tree(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let sgf = context.state.host.engine().tree_sgf(Notes::default());
    write_record(context, args, sgf)
}
