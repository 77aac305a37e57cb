//! `json-review`: the game on the board, move by move, as `tengen analyze --json` has it.

use crate::features::analyze::{Analysis, Judged, Summary};
use crate::protocols::gtp::args::Args;
use crate::protocols::gtp::command::Context;
use crate::protocols::gtp::error::CommandError;
use serde_json::json;
use tengen_core::game::Color;
use tengen_session::EngineError;
use tengen_session::formats::sgf::Notes;

/// Judges every move of the game on the board, a line each, then sums up; `# interrupt` ends it early.
pub(super) fn review(context: &mut Context<'_, '_>, args: Args<'_>) -> Result<String, CommandError> {
    args.exactly::<0>()?;
    let host = &context.state.host;
    let record = host.engine().sgf(Notes::default());
    let game = host.games_of(&record)?.next().ok_or_else(|| EngineError::Unreadable("no game".to_owned()))?;
    let mut analysis = Analysis::begin(host, &game.game?)?;
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
    let [black, white] = Color::BOTH.map(|color| Summary::of(&judged, color));
    let whole = judged.len() == analysis.len();
    Ok(json!({ "whole": whole, "result": analysis.result(), "summary": { "black": black, "white": white } })
        .to_string())
}
