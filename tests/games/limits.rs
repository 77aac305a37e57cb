//! Limits of the default player of every game: kept to the letter, and repeatable with one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tengen_core::game::{Color, History};
use tengen_core::playable::Visit;
use tengen_core::playable::{NamedPlayer, Playable, PlayerOptions};
use tengen_core::search::{Answer, Budget, Clock, Control, Limits, Query, Resources, Stop, SystemClock, Task};
use tengen_games::GAMES;
use tengen_games::othello::patterns::{PHASES, Weights};
use tengen_session::{Host, Settings};

/// Every look at it takes a microsecond of its own time.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(1, Relaxed))
    }
}

fn think<G: Playable>(
    player: &NamedPlayer<G>,
    game: &History<G>,
    limits: Limits,
    stop: &Stop,
    clock: &dyn Clock,
) -> Answer<G::Move> {
    let resources = Resources::new(1, 4);
    let query = Query { seed: 1, ..Query::new(limits, stop) };
    let player = (player.create)(game.current(), &PlayerOptions::default()).unwrap();
    player.choose(&mut Task { clock, ..resources.task(game, query) })
}

/// The bench positions of a game: varied, and none of them trivial; the start where a type has none.
fn positions<G: Playable>() -> Vec<History<G>> {
    let benches = G::bench().iter().filter(|bench| G::SIZES.contains(&bench.size));
    let setups = benches.map(|bench| (G::start(bench.rule, bench.size), bench.moves));
    let play = |(start, moves): (G, &str)| {
        let mut history = History::new(start);
        for text in moves.split_whitespace() {
            let mv = history.current().parse_move(text).unwrap();
            history.play(mv);
        }
        history
    };
    let mut positions: Vec<_> = setups.map(play).collect();
    if positions.is_empty() {
        positions.push(History::new(G::start(G::INFO.rules[0].name, G::SIZES[0])));
    }
    positions
}

/// What must hold whatever the limits: a legal move.
fn legal<G: Playable>(history: &History<G>, answer: &Answer<G::Move>) {
    assert!(history.current().moves().contains(&answer.mv), "{:?} in {:?}", answer.mv, history.current());
}

/// Time stands still.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// All searches of a host go by its clock, also after its threads and table were made anew.
#[test]
fn a_host_has_a_clock_of_its_own() {
    let time = Some(Budget::exactly(Duration::from_nanos(1)));
    let limits = Limits { time, ..Limits::depth(6) };
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::by(Arc::new(Frozen), 1, 1));
    for hash in [1, 2] {
        host.configure(Settings { hash, ..settings });
        let answer = host.think(Color::Black, &host.query(limits, &Stop::new()), &mut |_| ()).unwrap();
        assert_eq!((answer.report.depth, answer.report.time), (6, Duration::ZERO));
    }
}

fn keeps_limits<G: Playable>() {
    for history in positions::<G>() {
        for player in G::players() {
            // Stopped before it began.
            let stop = Stop::new();
            stop.raise();
            legal(&history, &think(&player, &history, Limits::default(), &stop, &SystemClock::start()));

            // A deadline by a clock that only the search moves: a search that forgot to look would not end.
            let time = Some(Budget::exactly(Duration::from_millis(2)));
            let clock = Ticking::default();
            let answer = think(&player, &history, Limits { time, ..Limits::default() }, &Stop::new(), &clock);
            legal(&history, &answer);
            let late = clock.now().saturating_sub(Duration::from_millis(2));
            assert!(late < Duration::from_millis(1), "{} is {late:?} late in {:?}", player.name, history.current());
        }
        // One thread visits as many nodes as allowed, or fewer when it is sure; a quiescence search polls by itself.
        for nodes in [1, 100, 4321] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let player = &G::players()[0];
            let answer = think(player, &history, limits, &Stop::new(), &SystemClock::start());
            legal(&history, &answer);
            assert!(answer.report.nodes < nodes + Control::POLL, "{} of {nodes} nodes", answer.report.nodes);
        }
    }
}

fn repeats<G: Playable>() {
    for history in positions::<G>() {
        let limits = Limits { nodes: Some(20_000), depth: Some(5), ..Limits::default() };
        for player in G::players() {
            let search = || think(&player, &history, limits, &Stop::new(), &SystemClock::start());
            let (first, second) = (search(), search());
            assert_eq!(first.mv, second.mv, "{}: {:?}", player.name, history.current());
            assert_eq!(first.report.nodes, second.report.nodes, "{}: {:?}", player.name, history.current());
            assert_eq!(first.report.lines, second.report.lines, "{}: {:?}", player.name, history.current());
        }
    }
}

/// Both, for every type of game.
struct Suite;

impl Visit for Suite {
    fn visit<G: Playable>(&mut self) {
        keeps_limits::<G>();
        repeats::<G>();
    }
}

#[test]
fn every_registered_game() {
    // Where a clock runs, Othello's weights are unpacked beside the search, which does meanwhile without those that are not
    // there.
    (0..PHASES).for_each(|phase| drop(Weights::embedded().numbered(phase)));
    tengen_games::registry::visit(&mut Suite);
}
