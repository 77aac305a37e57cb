//! Engines that are silent or late, or close their pipes and stay: all that is known of them is that time goes by.

use crate::common::gauntlet::{Deed, torture};
use tengen_arena::record::End::{Closed, Hang, Rules, Time};

/// See `tests/arena_torture.rs`, which has the other deeds.
const DEEDS: [Deed; 13] = [
    ("hang@play", &[Hang]),
    ("hang@genmove", &[Hang]),
    ("stop@genmove", &[Hang]),
    ("half@genmove", &[Hang]),
    ("endless@genmove", &[Hang]),
    ("tardy@genmove", &[Hang]),
    ("stop-guard@genmove", &[Hang]),
    ("deaf@genmove", &[Closed]),
    ("mute@genmove", &[Closed]),
    ("both@genmove", &[Closed]),
    // The arena waits two seconds beyond the limit; on a busy machine this engine may answer later than that.
    ("late@genmove", &[Time, Hang]),
    // Between two games, or when the match is over, nothing is lost.
    ("hang@size", &[Rules]),
    ("hang@quit", &[Rules]),
];

/// A move may take 5 seconds, margin included, where the engine needs some milliseconds of a processor; and each of three
/// starts 15 seconds.
const SETTINGS: &str = "movetime = 4.9\nmargin = 0.1\nstartup = 15.0\n";

fn silent(name: &str, games: u32) {
    let played = torture(name, &DEEDS, games, SETTINGS, "env = { ENGINE_LIMIT = \"5.0\" }");
    let late: Vec<_> = played.iter().filter(|game| game.second == "late@genmove").map(|game| &game.reason).collect();
    assert!(late.iter().any(|reason| reason.kind == Time), "{late:?}");
}

#[test]
#[serial_test::serial]
fn silence_and_lateness_are_told_from_each_other() {
    silent("silence", 2);
}

#[test]
#[serial_test::serial]
#[ignore = "some minutes"]
fn silence_is_told_from_lateness_again_and_again() {
    silent("silence-full", 20);
}
