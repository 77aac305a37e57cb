//! A gauntlet of engines that misbehave against one that does not: every game has its reason, and nothing is left.

use super::arena::{Site, table, told};
use super::process::until;
use super::program::{TENGEN, errors};
use std::collections::{BTreeMap, HashSet};
use std::time::Instant;
use tengen_arena::record::End::{self, Hang, Rules, Time};
use tengen_arena::record::GameRecord;

/// What an engine does and when, and how its games may end: `tests/data/arena/engine.py` does it.
pub type Deed = (&'static str, &'static [End]);

/// An engine that does nothing wrong, to see that its games are long enough for what the others do.
const PLAIN: Deed = ("well", &[Rules]);

/// An engine does what it does within its first three moves, and after that is told of another one.
const SURE_MOVES: usize = 8;

/// Nothing here takes so long: no engine is given up on a busy machine.
pub const PATIENT: &str = "startup = 1000.0\npatience = 1000.0\n";

/// Writes `gauntlet.toml`. `settings` are further lines of it, `more` of the tables of the engines that misbehave. Both
/// sides' moves depend on nothing but the position.
pub fn gauntlet(site: &Site, deeds: &[&str], games: u32, settings: &str, more: &str) {
    site.file("openings.txt", "c3 b2\nb2 d4\nc3 d3\na1 c3\n");
    let well = [TENGEN, "--game", "gomoku", "--player", "random", "--threads", "1"];
    let kind =
        "game = \"gomoku\"\nsize = 5\nformat = \"gauntlet\"\nopenings = \"openings.txt\"\nrepeat-openings = true\n";
    let mut text = format!("{kind}games = {games}\n{settings}");
    text += &table("tengen", &well, "movetime = 600.0");
    text.extend(deeds.iter().map(|deed| told(deed, &[deed], more)));
    site.file("gauntlet.toml", &text);
}

/// Plays it, each deed so many times.
pub fn torture(name: &str, deeds: &[Deed], games: u32, settings: &str, more: &str) -> Vec<GameRecord> {
    let (site, began) = (Site::new(name), Instant::now());
    let deeds = [deeds, &[PLAIN]].concat();
    let names: Vec<_> = deeds.iter().map(|(deed, _)| *deed).collect();
    gauntlet(&site, &names, games, settings, more);
    let output = site.tournament("gauntlet", &["--concurrency", "12", "--force-concurrency"]).output().unwrap();
    until("nothing is left", || site.processes().is_empty().then_some(()));
    assert!(output.status.success(), "{}", errors(&output));
    let played = site.games("gauntlet.jsonl");
    let mut kinds: BTreeMap<&str, BTreeMap<End, u32>> = BTreeMap::new();
    let (mut ids, mut wrong) = (HashSet::new(), Vec::new());
    for game in &played {
        let (deed, expected) = deeds.iter().find(|(deed, _)| *deed == game.second).unwrap();
        if !is_right(game, deed, expected) {
            wrong.push(format!("{}: {} {:?}", game.id, game.result, game.reason));
        }
        assert!(*deed != PLAIN.0 || game.moves.len() >= SURE_MOVES, "{} is too short", game.id);
        assert!(ids.insert(&game.id), "{} is there twice", game.id);
        *kinds.entry(deed).or_default().entry(game.reason.kind).or_default() += 1;
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(played.len(), deeds.len() * games as usize);
    println!("{} games in {:.0?}: {kinds:?}", played.len(), began.elapsed());
    played
}

/// Whether the game ended in one of the expected ways, and the engine with the deed lost it unless the rules ended it.
fn is_right(game: &GameRecord, deed: &str, expected: &[End]) -> bool {
    let kind = game.reason.kind;
    let letter = if matches!(kind, Time | Hang) { "+T" } else { "+F" };
    expected.contains(&kind)
        && game.culprit() == (kind != Rules).then_some(deed)
        && game.result.ends_with(letter) == (kind != Rules)
        && game.reason.detail.len() < 300
}
