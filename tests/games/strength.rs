//! The default player of each game against its classic players: it must win every game.
//!
//! `cargo test --release --test games strength::othello -- --ignored --nocapture` runs one game's matches. The nodes a move
//! of the default player are read from `TENGEN_NODES`: a match is the same wherever it is played.

use tengen_core::game::{Color, Game, History, Outcome, Size};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::score::is_proven;
use tengen_core::search::{Answer, Limits, Player, Query, Resources, Stop};
use tengen_games::gomoku::Gomoku;
use tengen_games::mill::{Mill, RuleSet, SolvedValue, Solver};
use tengen_games::othello::{LargeOthello, Othello};

/// Games a match: each opening is played with both colours.
const GAMES: u64 = 20;

/// Nodes a move of the default player where `TENGEN_NODES` does not say.
const NODES: u64 = 100_000;

/// Plies played at random before a game.
const OPENING: usize = 4;

/// The games of a player, and what it plays them with.
struct Entrant<G: Game> {
    player: Box<dyn Player<G>>,
    limits: Limits,
    resources: Resources,
}

impl<G: Playable> Entrant<G> {
    /// A player of the games that begin like `start`: what it knows is of their rule set.
    fn new(name: &str, start: &G, limits: Limits) -> Self {
        let player = G::players().into_iter().find(|player| player.name == name);
        let player = (player.unwrap().create)(start, &PlayerOptions::default()).unwrap();
        Self { player, limits, resources: Resources::new(1, 64) }
    }

    fn think(&self, game: &History<G>, seed: u64) -> Answer<G::Move> {
        let stop = Stop::new();
        let query = Query { seed, ..Query::new(self.limits, &stop) };
        self.player.choose(&mut self.resources.task(game, query))
    }
}

/// A game from a random opening that is `fair` and not over, and depends on nothing but `seed`.
fn opening<G: Playable>(start: &G, seed: u64, fair: impl Fn(&G) -> bool) -> History<G> {
    let mut rng = fastrand::Rng::with_seed(seed);
    loop {
        let mut game = History::new(start.clone());
        while game.plies() < OPENING && game.outcome().is_none() {
            let moves = game.current().moves();
            game.play(moves[rng.usize(..moves.len())]);
        }
        if game.outcome().is_none() && fair(game.current()) {
            return game;
        }
    }
}

/// Depth at which the default player judges whether an opening is fair, in plies.
const JUDGED: u32 = 6;

/// True where the default player thinks that either side may win.
fn balanced<G: Playable>(game: &G) -> bool {
    let judge = Entrant::new(G::players()[0].name, game, Limits::depth(JUDGED));
    let score = judge.think(&History::new(game.clone()), 0).report.lines[0].score;
    !is_proven(score) && (0.35..=0.65).contains(&G::SCALE.win_chance(score))
}

/// Plays a match of the default player, on one thread, from balanced openings; prints each game.
fn beats<G: Playable>(rule: &str, size: u8, opponent: &str) {
    beats_from::<G>(rule, size, opponent, NODES, balanced);
}

/// The same with so many nodes a move, from openings that are `fair`.
fn beats_from<G: Playable>(rule: &str, size: u8, opponent: &str, nodes: u64, fair: impl Fn(&G) -> bool) {
    let nodes = std::env::var("TENGEN_NODES").map_or(nodes, |text| text.parse().expect("a number of nodes"));
    let start = G::start(rule, Size::square(size));
    let ours = Entrant::new(G::players()[0].name, &start, Limits { nodes: Some(nodes), ..Limits::default() });
    let theirs = Entrant::new(opponent, &start, Limits::default());
    let mut wins = 0;
    for round in 0..GAMES {
        let color = Color::BOTH[round as usize % 2];
        let mut game = opening(&start, round / 2, &fair);
        let outcome = loop {
            match game.outcome() {
                Some(outcome) => break outcome,
                None if game.plies() >= 400 => break Outcome::Draw,
                None => {
                    let entrant = if game.current().side_to_move() == color { &ours } else { &theirs };
                    game.play(entrant.think(&game, round).mv);
                }
            }
        };
        wins += u64::from(outcome.winner() == Some(color));
        println!("{rule} {size} against {opponent}, game {round} as {color}: {outcome}");
        ours.resources.forget();
    }
    assert_eq!(wins, GAMES, "won against {opponent}");
}

#[test]
#[ignore = "minutes; a match of 20 games"]
fn othello_beats_greedy() {
    beats::<Othello>("normal", 8, "greedy");
}

#[test]
#[ignore = "minutes; a match of 20 games"]
fn othello_beats_positional() {
    beats::<Othello>("normal", 8, "positional");
}

#[test]
#[ignore = "minutes; a match of 20 games"]
fn othello_beats_lookahead() {
    beats::<Othello>("normal", 8, "lookahead");
}

#[test]
#[ignore = "minutes; matches of 20 games"]
fn othello_beats_lookahead_on_other_sizes() {
    beats::<Othello>("normal", 6, "lookahead");
    beats::<LargeOthello>("normal", 10, "lookahead");
}

/// Zhiqi is so sharp that most random openings are lost for one side, however they are played: only drawn ones are fair. With
/// a third of these nodes, two games of twenty are drawn.
#[test]
#[ignore = "minutes; a match of 20 games"]
fn mill_beats_first() {
    beats_from::<Mill>("zhiqi", 7, "first", 3 * NODES, |game| {
        let resources = Resources::new(1, 64);
        Solver::new(resources.table(), &resources.control(&Limits::default())).solve(game) == Ok(SolvedValue::Draw)
    });
}

/// With six stones and fewer a search of a few plies holds the draw: `first` does in half of the games.
#[test]
#[ignore = "minutes; matches of 20 games"]
fn mill_beats_first_in_the_rule_sets_with_mills() {
    for variant in RuleSet::ALL.into_iter().filter(|variant| *variant != RuleSet::ZHIQI && variant.stones() >= 9) {
        beats::<Mill>(variant.name(), 7, "first");
    }
}

#[test]
#[ignore = "minutes; a match of 20 games"]
fn gomoku_beats_scorer() {
    beats::<Gomoku>("freestyle", 15, "scorer");
}

#[test]
#[ignore = "minutes; a match of 20 games"]
fn gomoku_beats_patterns() {
    beats::<Gomoku>("freestyle", 15, "patterns");
}

#[test]
#[ignore = "minutes; matches of 20 games"]
fn gomoku_beats_patterns_under_the_other_rules() {
    for rule in ["standard", "renju", "caro"] {
        beats::<Gomoku>(rule, 15, "patterns");
    }
}
