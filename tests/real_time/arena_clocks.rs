//! The clocks of the arena, and how long it waits: engines that take some time at least. What a busy machine adds to it may
//! cost an engine its game sooner; then that is what the times tell.

use crate::common::arena::{ENGINE, GOMOKU, Site, fair_match, play, table, told};
use crate::common::program::{TENGEN, failure};
use std::time::Duration;
use tengen_arena::record::{End, GameRecord};
use tengen_arena::spec::TimeControl;
use tengen_core::game::Color;
use tengen_session::clock::{Clocks, TimeSystem};

/// How long after its time an engine is waited for.
const GRACE: f64 = 2.0;

/// Seconds that are rounded may differ by so much.
const ROUNDED: f64 = 0.001;

/// How an engine's clock is set, and the seconds that it may overstep it.
struct Timed {
    clock: TimeSystem,
    margin: f64,
}

impl Timed {
    fn new(clock: &str, margin: f64) -> Self {
        Self { clock: clock.parse::<TimeControl>().unwrap().system(), margin }
    }

    /// Checks a game against this clock of one of its engines, by the times that were recorded: no move took longer than it
    /// had, and one that ended the game did. True if one did.
    fn flag_falls(&self, game: &GameRecord, name: &str) -> bool {
        let color = if game.black == name { Color::Black } else { Color::White };
        let mut clocks = Clocks::new(self.clock);
        let limit = |clocks: &Clocks| clocks.allowance(color).unwrap().as_secs_f64() + self.margin;
        for mv in game.moves.iter().skip(color.index()).step_by(2) {
            assert!(mv.seconds < limit(&clocks) + ROUNDED, "{}: {:?}", game.id, game.moves);
            clocks.spend(color, Duration::from_secs_f64(mv.seconds));
        }
        let fault = [End::Time, End::Hang].contains(&game.reason.kind) && game.culprit() == Some(name);
        if fault {
            assert_eq!(game.result, if color == Color::Black { "W+T" } else { "B+T" });
            self.tells(game, limit(&clocks));
        }
        fault
    }

    /// Checks what is said of a move that took longer than this limit.
    fn tells(&self, game: &GameRecord, limit: f64) {
        let seconds: Vec<f64> = game.reason.detail.split(' ').filter_map(|word| word.parse().ok()).collect();
        let place = format!("{} with {:?}, {limit}: {:?} in {} s", game.id, self.clock, game.reason, game.seconds);
        match (game.reason.kind, &seconds[..]) {
            (End::Time, [took, had]) => assert!(took + ROUNDED > *had && (had - limit).abs() < ROUNDED, "{place}"),
            // Too late even for that.
            (End::Hang, [waited]) => assert!(*waited < limit + GRACE + ROUNDED && game.seconds > *waited, "{place}"),
            (End::Hang, []) => assert!(game.seconds > GRACE, "{place}"),
            _ => panic!("{place}"),
        }
    }
}

/// How many moves an engine made.
fn moves(game: &GameRecord, name: &str) -> usize {
    game.moves.iter().skip(usize::from(game.black != name)).step_by(2).count()
}

#[test]
#[serial_test::serial]
fn clocks_are_kept() {
    let site = Site::new("clocks-kept");
    // A clock, the time of every move, and how many moves are made at most before the flag falls.
    let cases = [
        ("absolute", "time", "1.5", "think=0.42", Some(3)),
        ("fischer", "time", "1+0.1", "think=0.7", Some(1)),
        ("fischer kept", "time", "0.8+0.8", "think=0.3", None),
        ("period", "time", "3/2", "think=0.8", Some(2)),
        ("period kept", "time", "2/1.4", "think=0.3", None),
        ("main and period kept", "time", "0.5+2/1.4", "think=0.3", None),
        ("move", "movetime", "0.5", "think=0.8", Some(0)),
    ];
    let mut engines = vec![told("quick", &["well"], "movetime = 3600.0")];
    engines.extend(cases.map(|(name, key, clock, think, _)| {
        let value = if key == "time" { format!("{clock:?}") } else { clock.to_owned() };
        told(name, &["well", think], &format!("{key} = {value}"))
    }));
    let games = play(&site, "format = \"gauntlet\"\ngames = 2\nmax-plies = 12\nmargin = 0.05", &engines);
    assert_eq!(games.len(), 2 * cases.len());
    for game in games {
        let (name, key, clock, _, made) = cases.into_iter().find(|(name, ..)| *name == game.second).unwrap();
        // A time for each move is a period of one move.
        let clock = if key == "time" { clock.to_owned() } else { format!("1/{clock}") };
        let falls = Timed::new(&clock, 0.05).flag_falls(&game, name);
        if let Some(made) = made {
            assert!(falls && moves(&game, name) <= made, "{} {:?}", game.id, game.reason);
        }
        let second_has = usize::from(game.white == game.second);
        assert!(game.moves.iter().skip(second_has).step_by(2).all(|mv| mv.seconds >= 0.3), "{}", game.id);
    }
}

/// Time that an engine takes over its opponent's moves is its own: a second in every `play` was free once.
#[test]
#[serial_test::serial]
fn time_outside_a_move_is_charged() {
    let site = Site::new("linger");
    let slow = told("slow", &["well", "linger=0.5"], "");
    let quick = told("quick", &["well"], "movetime = 3600.0");
    let games = play(&site, "games = 2\nmovetime = 0.3\nmargin = 0.1", &[slow.clone(), quick]);
    for game in &games {
        assert!(Timed::new("1/0.3", 0.1).flag_falls(game, "slow"), "{:?}", game.reason);
        let said = game.reason.detail.contains("for a move and the commands before it");
        assert_eq!(said, game.reason.kind == End::Time, "{:?}", game.reason);
    }
    // On a clock that has room for it, it is recorded with the move; the opening's own moves are not charged.
    let quick = told("quick", &["well"], "");
    let games = play(&site, "games = 2\nmax-plies = 8\ntime = \"3600\"", &[slow, quick]);
    for game in &games {
        let slow_begins = game.black == "slow";
        let times: Vec<_> = game.moves.iter().skip(usize::from(!slow_begins)).step_by(2).map(|mv| mv.seconds).collect();
        let first = usize::from(slow_begins);
        assert!(times[first..].iter().all(|&seconds| seconds > 0.4), "{times:?}");
    }
}

#[test]
#[serial_test::serial]
fn an_engine_may_need_long_to_start_where_it_is_allowed_to() {
    let site = Site::new("startup");
    site.file("openings.txt", "c3 b2\n");
    let tardy = table("tardy", &["sh", "-c", &format!("sleep 1.5; exec python3 -IS {ENGINE} well")], "");
    // It is tried first: nothing else must be as quick.
    let engines = [tardy, told("quick", &["well"], "")];
    let settings = GOMOKU.replace("startup = 3600.0", "startup = 0.4");
    site.file("t.toml", &format!("{settings}games = 2\n{}", engines.concat()));
    let message = failure(site.tournament("t", &[]));
    assert!(message.contains("tardy cannot begin a game: no answer in time"), "{message}");
    assert_eq!(play(&site, "games = 2\nmax-plies = 6", &engines).len(), 2);
}

#[test]
#[serial_test::serial]
fn a_move_of_a_clock_may_have_a_limit_of_its_own() {
    let site = Site::new("move-limit");
    let limited = told("limited", &["well", "think=0.5"], "time = \"3600\"\nmovetime = 0.2");
    let games = play(&site, "games = 2\nmargin = 0.1", &[limited, told("quick", &["well"], "")]);
    for game in &games {
        assert!(Timed::new("1/0.2", 0.1).flag_falls(game, "limited"), "{:?}", game.reason);
        assert!(game.time.contains("3600 and 0.2 s/move at most"), "{}", game.time);
    }
    // The clock of the game runs all the same.
    let short = told("short", &["well", "think=0.3"], "time = \"0.7\"\nmovetime = 0.5");
    let games = play(&site, "games = 2\nmargin = 0.0", &[short, told("quick", &["well"], "")]);
    let (main, most) = (Duration::from_millis(700), Duration::from_millis(500));
    let clock = TimeSystem::Fischer { main, increment: Duration::ZERO, cap: None, move_limit: Some(most) };
    for game in &games {
        let falls = Timed { clock, margin: 0.0 }.flag_falls(game, "short");
        assert!(falls && moves(game, "short") <= 2, "{:?}", game.reason);
    }
}

#[test]
#[serial_test::serial]
fn an_engine_may_have_a_margin_of_its_own() {
    let site = Site::new("own-margin");
    let slow = |margin: &str| told("slow", &["well", "think=0.4"], &format!("movetime = 0.1\n{margin}"));
    let quick = || told("quick", &["well"], "");
    let games = play(&site, "games = 2\nmax-plies = 6\nmargin = 0.1", &[slow("margin = 3600.0"), quick()]);
    assert!(games.iter().all(|game| game.reason.kind == End::Adjudicated), "{:?}", games[0].reason);
    for game in play(&site, "games = 2\nmargin = 0.1", &[slow(""), quick()]) {
        assert!(Timed::new("1/0.1", 0.1).flag_falls(&game, "slow"), "{:?}", game.reason);
    }
}

/// By CPU time, waiting is free and work is not, whatever else the machine does.
#[test]
#[serial_test::serial]
fn a_clock_of_cpu_time_counts_work_only() {
    let site = Site::new("cpu-clock");
    let settings = "games = 2\nclock = \"cpu\"\nmovetime = 0.3\nmargin = 0.1";
    let quick = || told("quick", &["well"], "movetime = 3600.0");
    let sleeper = told("sleeper", &["well", "think=0.8"], "");
    let games = play(&site, &format!("{settings}\nmax-plies = 6"), &[sleeper, quick()]);
    for game in &games {
        assert_eq!(game.reason.kind, End::Adjudicated, "{:?}", game.reason);
        assert!(game.moves.iter().all(|mv| mv.seconds < 0.3), "{:?}", game.moves);
        assert!(game.time.contains("0.3 s/move (CPU time)"), "{}", game.time);
    }
    let worker = told("worker", &["well", "burn=0.7"], "");
    for game in &play(&site, settings, &[worker, quick()]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Time, Some("worker")), "{:?}", game.reason);
    }
    // What it burns on, it is not waited for: an hour would do.
    let burner = told("burner", &["well", "burn=1000"], "");
    for game in &play(&site, &format!("{settings}\npatience = 3600.0"), &[burner, quick()]) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Hang, Some("burner")), "{:?}", game.reason);
    }
    // What waits for ever, neither: Black moves first.
    let idlers = ["ann", "bob"].map(|name| told(name, &["well", "think=86400"], ""));
    for game in &play(&site, &format!("{settings}\npatience = 1.0"), &idlers) {
        assert_eq!((game.reason.kind, game.culprit()), (End::Hang, Some(&*game.black)), "{:?}", game.reason);
    }
}

/// Both engines would think for minutes if they did not know what the arena's clock has left, and a margin of a minute would
/// not do.
#[test]
#[serial_test::serial]
fn our_own_engines_keep_the_arenas_clocks() {
    let site = Site::new("own-clocks");
    let gtp = format!("name=gtp {TENGEN} --game gomoku --threads 1 --movetime 600");
    let gomocup = format!("name=gomocup dialect=gomocup {TENGEN} gomocup --threads 1 --movetime 600");
    for (name, clock) in [("fischer", "--time=1+0.05"), ("moves", "--time=20/1"), ("move", "--movetime=0.05")] {
        let options = ["--game", "gomoku", "--size", "9", "--games", "2", "--max-plies", "44", "--margin", "60", clock];
        assert_eq!(fair_match(&site, name, &[&gtp, &gomocup], &options)["games"], 2);
    }
}
