//! A file is read in the same way wherever it comes in.

use crate::common::folder::Folder;
use crate::common::program::TENGEN;
use crate::convert::{EXAMPLES, host};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tengen_arena::openings::{self, OpeningFormat};
use tengen_games::GAMES;
use tengen_session::formats::wthor::Names;
use tengen_session::host::FileContent;

/// Lists of one game on several lines are several openings, or positions, unless that is told.
const SHEET: &str = "sgf/moves.txt";

/// What `tengen solve` says of the first position of a file.
fn solved(path: &Path, words: &str) -> Value {
    let mut command = Command::new(TENGEN);
    command.arg("solve").arg(path).args(["--json", "--depth", "1", "--threads", "1", "--hash", "1"]);
    let output = command.args(words.split(' ')).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().next().unwrap_or_default()).unwrap_or_default()
}

/// As `tengen convert` reads them: as openings, and as positions to solve, which are those at the ends of games.
#[test]
fn examples_are_the_same_at_every_door() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = Folder::new("doors");
    for (name, game, ..) in EXAMPLES {
        let host = host(game, "");
        let path = data.join(name);
        let bytes = fs::read(&path).unwrap();
        let content = FileContent::of(&bytes, Names::beside(&path), None).unwrap();
        let games: Vec<_> = host.games_in(&content).unwrap().map(|found| found.game.unwrap()).collect();
        let engine = host.open(&games[0], None).unwrap().engine;
        let variant = engine.variant();
        let told = if name == SHEET { " --format sheet" } else { "" };
        let words = format!("--game {} --rule {} --size {}{told}", variant.game, variant.rule, variant.size);
        let found = solved(&path, &words);
        if let Some(result) = engine.result_text() {
            assert!(found["error"].as_str().unwrap().ends_with(&result), "{name}: {found}");
            continue;
        }
        assert_eq!(found["position"], engine.position_text(), "{name}: {found}");
        // Games of other variants are no openings.
        let only =
            games.iter().all(|game| host.open(game, None).is_ok_and(|opened| opened.engine.variant() == variant));
        if only {
            let format = told.split(' ').nth(2).and_then(OpeningFormat::named).unwrap_or_default();
            let list =
                openings::read(&path, format, None, GAMES, &variant).unwrap_or_else(|why| panic!("{name}: {why}"));
            let moves: Vec<_> = engine.moves_played().into_iter().map(|(_, text)| text).collect();
            assert_eq!((list.len(), &list[0].moves), (games.len(), &moves), "{name}");
            assert_eq!(list[0].position, engine.start_text(), "{name}");
        }
        // The encoding of a text makes no difference.
        let is_text = |text: &&str| !text.contains(|c: char| c.is_control() && !c.is_whitespace());
        if let Some(text) = str::from_utf8(&bytes).ok().filter(is_text).filter(|text| !text.starts_with('<')) {
            let utf16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
            let copy = folder.join("utf16");
            fs::write(&copy, utf16).unwrap();
            assert_eq!(solved(&copy, &words)["position"], engine.position_text(), "{name}");
        }
    }
}
