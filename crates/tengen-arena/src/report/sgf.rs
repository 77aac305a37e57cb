//! Games as SGF files, one a game.

use super::sources::{Boards, ReportError, Sources, each_game, hash};
use crate::record::{GameRecord, MoveRecord, RecordLine, Thought};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};
use tengen_core::progress::Progress;
use tengen_session::Engine;
use tengen_session::formats::sgf::Notes;

/// What is not left as it is in a file's name: everything that some file system or shell might mind, and the comma.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'+').remove(b'=');

/// The longest name of a file, in bytes, without its extension; file systems allow 255.
const MAX_NAME: usize = 200;

/// Writes every game of the records to a file of its own in `folder`, which is made where it is missing. Where our rules
/// refuse a move, the file ends before it; games that we do not play are left out.
///
/// # Errors
/// [`ReportError`].
pub fn export(sources: Sources<'_>, progress: &dyn Progress, folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(ReportError::write(folder.display()))?;
    let (mut boards, mut unknown) = (Boards::new(sources.games), 0);
    each_game(sources, progress, |entry| {
        let RecordLine::Game(game) = entry else { return Ok(()) };
        let Some(text) = sgf(&mut boards, &game) else {
            unknown += 1;
            return Ok(());
        };
        let path = folder.join(file_name(&game.id));
        fs::write(&path, text + "\n").map_err(ReportError::write(path.display()))
    })?;
    if unknown > 0 {
        log::warn!("{unknown} games cannot be set up here, and are not in {}", folder.display());
    }
    Ok(())
}

/// The game as SGF, with what is known of each move; `None` where its start cannot be set up.
fn sgf(boards: &mut Boards, game: &GameRecord) -> Option<String> {
    let session = boards.started(game)?;
    let mut comments = vec![String::new(); game.opening.moves.len()];
    comments.extend(game.moves.iter().map(comment));
    let refused = game.every_move().find_map(|text| {
        let error = session.play_text(session.side_to_move(), text).err()?;
        Some(format!("the next move, {text}, is left out: {error}"))
    });
    Some(written(session, game, refused.as_deref(), &comments))
}

/// The game that stands on the board of `session` as SGF. What is said of its end has `beyond` at its end, of the moves
/// `comments`.
pub fn written(session: &dyn Engine, game: &GameRecord, beyond: Option<&str>, comments: &[String]) -> String {
    let detail = Some(game.reason.detail.as_str()).filter(|detail| !detail.is_empty());
    let time = format!("time {}", game.time);
    let end: Vec<_> = [Some(game.reason.kind.about()), Some(&time), detail, beyond].into_iter().flatten().collect();
    let date = date(game.began);
    session.sgf(Notes {
        black: Some(&game.black),
        white: Some(&game.white),
        name: Some(&game.id),
        date: date.as_deref(),
        result: Some(&game.result),
        comment: Some(&end.join("; ")),
        comments,
        ..Notes::default()
    })
}

/// The date, as 2026-01-31, so many seconds after the beginning of 1970; `None` beyond the year 9999, and before 1970.
fn date(seconds: f64) -> Option<String> {
    let known = (0.0..253_402_300_800.0).contains(&seconds);
    let time = known.then(|| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(seconds as u64)));
    time.map(|time| time.to_string().chars().take_while(|&letter| letter != 'T').collect())
}

/// Time, value, depth and nodes of a move, as far as they are known.
fn comment(mv: &MoveRecord) -> String {
    let Thought { score, text, depth, nodes } = &mv.thought;
    let mut parts = vec![format!("{:.3} s", mv.seconds)];
    let value = text.clone().or_else(|| score.map(|score| format!("{score:+}")));
    parts.extend(value.map(|value| format!("value {value}")));
    parts.extend(depth.map(|depth| format!("depth {depth}")));
    parts.extend(nodes.map(|nodes| format!("{nodes} nodes")));
    parts.join(", ")
}

/// A file's name for an id, another for every id.
fn file_name(id: &str) -> String {
    let parts: Vec<_> = id.split('/').map(|part| utf8_percent_encode(part, ESCAPED).to_string()).collect();
    let mut name = parts.join(",");
    if name.len() > MAX_NAME {
        name.truncate(MAX_NAME - 17);
        name = format!("{name}-{:016x}", hash(id));
    }
    name + ".sgf"
}
