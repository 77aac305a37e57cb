//! The readers and writers of files of games against anything: they answer, and a game that is read and written in a format is
//! the same when it is read again.

use tengen_core::game::Size;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::Format;
use tengen_session::formats::write::{Day, Written, WrittenGame};
use tengen_session::formats::wthor::Names;
use tengen_session::host::{FileContent, InFile};
use tengen_session::{Engine, Host, Settings, lines};

/// The games of a file that are gone through.
const MOST: usize = 4;

const DAY: Day = Day { year: 2026, month: 11, day: 28 };

/// Reads a file with any game on the board, of the format that its content tells and of any that is told: its length chooses which.
///
/// # Panics
/// When a reader or a writer breaks one of the promises above.
pub fn read(file: &[u8]) {
    read_as(file, None);
    read_as(file, Format::all().nth(file.len() % Format::all().count()));
}

fn read_as(file: &[u8], told: Option<Format>) {
    let host = host(GAMES[file.len() % GAMES.len()].info.name, None);
    let Ok(content) = FileContent::of(file, Names::default(), told) else { return };
    let mut session = host.session();
    for (_, entry) in lines::entries(&mut *session, content.text().unwrap_or_default()).take(MOST) {
        // As positions to solve and openings are read, a line each.
        let _ = lines::set(&mut *session, &entry);
    }
    let Ok(games) = host.games_in(&content) else { return };
    for InFile { game, .. } in games.take(MOST) {
        let Ok(game) = game else { continue };
        let Ok(opened) = host.open(&game, None) else { continue };
        let written = WrittenGame { engine: &*opened.engine, facts: game.facts() };
        for format in Format::written() {
            let Ok(entry) = format.entry(written) else { continue };
            let mut bytes = Vec::new();
            let mut file = Written::new(format, &mut bytes);
            file.push(entry).expect("memory takes all");
            file.finish(DAY).expect("memory takes all");
            for told in [None, Some(format)] {
                compare(format, &bytes, told, &*opened.engine);
            }
        }
    }
}

/// What was written is the game that it was written from.
fn compare(format: Format, bytes: &[u8], told: Option<Format>, before: &dyn Engine) {
    let variant = before.variant();
    let host = host(&variant.game, Some((&variant.rule, variant.size)));
    let shown = || String::from_utf8_lossy(bytes).escape_debug().to_string();
    let content = FileContent::of(bytes, Names::default(), told).unwrap_or_else(|why| panic!("{why}: {}", shown()));
    let mut games = host.games_in(&content).unwrap_or_else(|why| panic!("{why}: {}", shown()));
    let game = games.next().and_then(|found| found.game.ok()).unwrap_or_else(|| panic!("no game: {}", shown()));
    let again = host.open(&game, None).unwrap_or_else(|why| panic!("{why}: {}", shown())).engine;
    assert_eq!(again.canonical_text(), before.canonical_text(), "{} {}", format.name(), shown());
}

fn host(game: &str, variant: Option<(&str, Size)>) -> Host {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game(game).expect("registered");
    if let Some((rule, size)) = variant {
        host.set_rule(rule).expect("a rule set of the game");
        host.set_size(size).expect("a size of the game");
    }
    host
}
