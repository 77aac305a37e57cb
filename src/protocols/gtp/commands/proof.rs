//! What is proven of the position: by the proof in the program, and with a certificate.

use super::core::color_or_mover;
use crate::features::solve;
use crate::protocols::gtp::command::{Command, Context};
use crate::protocols::gtp::parse::Args;
use crate::protocols::gtp::response::CommandError;
use serde_json::json;
use tengen_core::certificate::Uncertified;
use tengen_core::playable::{Proven, ProvenMove};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("json-proof", "", "what the proof in the program says of the position, and of each move", proof),
    Command::new("certificate", "[COLOR]", "a proof of a side's win that the rules alone check", certificate).slow(),
];

fn proof(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let proven =
        |ProvenMove { mv, answer, plies }: ProvenMove<String>| json!({ "move": mv, "answer": answer, "plies": plies });
    let value = context.state.host.engine().proof().map(|Proven { winner, plies, moves }| {
        let moves: Vec<_> = moves.into_iter().map(proven).collect();
        json!({ "winner": winner.to_string(), "plies": plies, "moves": moves })
    });
    Ok(json!(value).to_string())
}

fn certificate(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    let host = &context.state.host;
    let proven = host.engine().proof().map(|proof| proof.winner);
    let winner = match (args.at_most_one()?, proven) {
        (None, Some(winner)) => winner,
        (named, _) => color_or_mover(context, named)?,
    };
    let uncertified = |why: Uncertified| CommandError::Uncertified { cause: why.to_string() };
    let query = context.query(host.engine().side_to_move()).for_value();
    let text = solve::certificate(host, winner, &query).map_err(uncertified)?;
    Ok(text.trim_end().to_owned())
}
