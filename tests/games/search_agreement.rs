//! Every fast search against the dumbest one, on random positions.

use crate::common::random_positions;
use crate::common::tictactoe::TicTacToe;
use std::collections::HashMap;
use tengen_core::game::{Color, Game, History, Notation, Outcome, Size};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::score::{DRAW, WIN, before_move};
use tengen_core::search::{Answer, Evaluator, Goal, Limits, Query, Ranked, Resources, Score, Stop, think};
use tengen_games::gomoku::{Gomoku, Rule};
use tengen_games::mill::{Mill, RuleSet, SolvedValue, Solver, eval::Sense};
use tengen_games::othello::Othello;

/// Plain negamax over the same candidates: no window, no table, no order.
fn negamax<G: Game>(evaluator: &impl Evaluator<G>, game: &G, depth: i32, ply: u32, path: &mut Vec<u64>) -> Score {
    if let Some(outcome) = game.outcome() {
        return evaluator.outcome_score(outcome, game.side_to_move(), ply);
    }
    let back = game.reversible_plies() as usize;
    if ply > 0 && back > 0 && path[path.len().saturating_sub(back)..].contains(&game.hash()) {
        return DRAW;
    }
    if depth <= 0 {
        return evaluator.evaluate(game);
    }
    let mut moves = Vec::new();
    evaluator.candidates(game, &mut moves);
    path.push(game.hash());
    let cost = |mv| i32::from(!G::is_pass(mv));
    let best =
        moves.iter().map(|ranked| -negamax(evaluator, &game.after(ranked.mv), depth - cost(ranked.mv), ply + 1, path));
    let best = best.max().unwrap();
    path.pop();
    best
}

/// The shared search with an evaluator, on `threads` threads.
fn search<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    limits: Limits,
    threads: usize,
    mib: usize,
) -> Answer<G::Move> {
    let (resources, history) = (Resources::new(threads, mib), History::new(game.clone()));
    let stop = Stop::new();
    let mut task = resources.task(&history, Query::new(limits, &stop));
    let control = task.control();
    think(&mut task, &control, evaluator)
}

/// The value that the fast search finds at each depth equals the dumb one's, and its move has that value.
fn agrees<G: Game>(evaluator: &impl Evaluator<G>, positions: &[G], depth: u32, mib: usize) {
    for game in positions.iter().filter(|game| game.outcome().is_none()) {
        for (threads, depth) in (1..=depth).flat_map(|depth| [(1, depth), (3, depth)]) {
            let answer = search(evaluator, game, Limits::depth(depth), threads, mib);
            let line = &answer.report.lines[0];
            let full = answer.report.depth as i32;
            let expected = negamax(evaluator, game, full, 0, &mut Vec::new());
            assert_eq!(line.score, expected, "depth {full}, {threads} threads: {game:?}");
            let cost = i32::from(!G::is_pass(answer.mv));
            let reply = -negamax(evaluator, &game.after(answer.mv), full - cost, 1, &mut vec![game.hash()]);
            assert_eq!(reply, expected, "{:?} is not the best move of {game:?}", answer.mv);
            assert_eq!(line.pv[0], answer.mv);
        }
    }
}

/// An evaluator without its reductions, which trade agreement for depth.
struct Unreduced<J>(J);

impl<G: Game, J: Evaluator<G>> Evaluator<G> for Unreduced<J> {
    fn evaluate(&self, game: &G) -> Score {
        self.0.evaluate(game)
    }

    fn candidates(&self, game: &G, moves: &mut Vec<Ranked<G::Move>>) {
        self.0.candidates(game, moves);
    }

    fn outcome_score(&self, outcome: Outcome, side: Color, ply: u32) -> Score {
        self.0.outcome_score(outcome, side, ply)
    }

    fn aspiration(&self) -> Option<Score> {
        self.0.aspiration()
    }
}

/// The value of a game of gomoku for the side to move by trying everything: a win or loss in so many plies, or a draw.
fn gomoku_value(game: &Gomoku, known: &mut HashMap<u64, Score>) -> Score {
    if let Some(outcome) = game.outcome() {
        return outcome.margin_for(game.side_to_move()) * WIN;
    }
    if let Some(&value) = known.get(&game.hash()) {
        return value;
    }
    let best = game.moves().into_iter().map(|mv| before_move(gomoku_value(&game.after(mv), known))).max().unwrap();
    known.insert(game.hash(), best);
    best
}

#[test]
fn what_gomoku_proves_is_so() {
    let (mut seen, player) = ([0; 2], &Gomoku::players()[0]);
    for (rule, size) in Rule::ALL.into_iter().flat_map(|rule| [5, 6].map(move |size| (rule, size))) {
        let late = |game: &Gomoku| game.outcome().is_none() && (4..10).contains(&game.plies_left().unwrap());
        for game in random_positions(&Gomoku::new(rule, size), 60, 36).into_iter().filter(late) {
            let (resources, history) = (Resources::new(1, 1), History::new(game.clone()));
            let stop = Stop::new();
            let mut task = resources.task(&history, Query::new(Limits::depth(6), &stop));
            let tengen = (player.create)(&game, &PlayerOptions::default()).unwrap();
            let answer = tengen.choose(&mut task);
            let line = &answer.report.lines[0];
            if !line.exact {
                continue;
            }
            let value = gomoku_value(&game, &mut HashMap::new());
            assert_eq!(line.score.signum(), value.signum(), "{}", game.drawing());
            assert!(line.score.abs() <= value.abs(), "a bound of the length: {} {}", line.score, game.drawing());
            seen[usize::from(value > DRAW)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "losses and wins: {seen:?}");
}

#[test]
fn mill() {
    for variant in RuleSet::ALL {
        let positions = random_positions(&Mill::new(variant), 1, 60);
        let some: Vec<_> = positions.into_iter().skip(5).step_by(9).collect();
        agrees(&Unreduced(Sense), &some, 3, 1);
    }
}

/// A search to the end of the game reduces nothing, however its evaluator reduces: its values are those of the solver.
#[test]
fn zhiqi_searched_to_its_end_is_proven() {
    let mut seen = [0; 3];
    for seed in 0..100 {
        let (mut game, mut rng) = (Mill::new(RuleSet::ZHIQI), fastrand::Rng::with_seed(seed));
        // Most games of moves by chance alone end too soon: none of these lets the other side win at once, where that can be.
        while game.outcome().is_none() && game.plies_left() > Some(10) {
            let mut moves = game.moves();
            rng.shuffle(&mut moves);
            let safe = moves.iter().find(|&&mv| game.after(mv).placements().0 == 0);
            game.play(*safe.unwrap_or(&moves[0]));
        }
        if game.outcome().is_some() {
            continue;
        }
        let to_end = Limits { goal: Goal::Value, ..Limits::default() };
        let line = &search(&Sense, &game, to_end, 1, 16).report.lines[0];
        let resources = Resources::new(1, 16);
        let control = resources.control(&Limits::default());
        let value = Solver::new(resources.table(), &control).solve(&game).unwrap();
        assert!(line.exact, "{game:?}");
        assert_eq!(line.score.signum(), value.cmp(&SolvedValue::Draw) as i32, "{game:?}");
        seen[value as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "losses, draws and wins: {seen:?}");
}

struct Plain;

impl Evaluator<TicTacToe> for Plain {
    /// Anything that tells positions apart will do.
    fn evaluate(&self, game: &TicTacToe) -> Score {
        (game.hash() % 200) as Score - 100
    }

    fn aspiration(&self) -> Option<Score> {
        Some(20)
    }
}

#[test]
fn tictactoe() {
    let start = TicTacToe::start("normal", Size::square(3));
    let positions = random_positions(&start, 12, 9);
    for mib in [0, 1] {
        agrees(&Plain, &positions, 6, mib);
    }
    agrees(&Plain, &[start], 9, 1);
}

/// The end of zhiqi for the side to move, by trying everything: -1, 0 or 1.
fn zhiqi_value(game: &Mill) -> i32 {
    let side = game.side_to_move();
    let decided = game.outcome().map(|outcome| outcome.margin_for(side));
    decided.unwrap_or_else(|| game.moves().into_iter().map(|turn| -zhiqi_value(&game.after(turn))).max().unwrap())
}

#[test]
fn zhiqi_is_solved_as_by_trying_everything() {
    let resources = Resources::new(1, 1);
    let control = resources.control(&Limits::default());
    let mut solver = Solver::new(resources.table(), &control);
    let late = |game: &Mill| game.plies_left().unwrap() <= 4;
    let mut seen = [0; 3];
    for game in random_positions(&Mill::new(RuleSet::ZHIQI), 400, 24).into_iter().filter(late) {
        let value = zhiqi_value(&game);
        let expected = [SolvedValue::Loss, SolvedValue::Draw, SolvedValue::Win][(value + 1) as usize];
        assert_eq!(solver.solve(&game), Ok(expected), "{game:?}");
        seen[(value + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "losses, draws and wins: {seen:?}");
}

/// The margin of the side to move at the end of the game, by trying everything.
fn margin<G: Game>(game: &G) -> i32 {
    let side = game.side_to_move();
    let ended = game.outcome().map(|outcome| outcome.margin_for(side));
    ended.unwrap_or_else(|| game.moves().into_iter().map(|mv| -margin(&game.after(mv))).max().unwrap())
}

/// Othello without an opinion before the end, in discs.
struct Discs;

impl Evaluator<Othello> for Discs {
    fn evaluate(&self, _: &Othello) -> Score {
        0
    }

    fn outcome_score(&self, outcome: Outcome, side: Color, _: u32) -> Score {
        outcome.margin_for(side)
    }
}

#[test]
fn the_winner_costs_less_than_the_margin() {
    let late = |game: &Othello| game.outcome().is_none() && (3..9).contains(&game.plies_left().unwrap());
    let positions = random_positions(&Othello::new(6), 60, 36).into_iter().filter(late);
    let (mut seen, mut nodes) = ([0; 3], [0; 2]);
    for game in positions {
        let expected = margin(&game);
        for (threads, goal) in [(1, Goal::Value), (1, Goal::Winner), (3, Goal::Winner)] {
            let limits = Limits { goal, ..Limits::default() };
            let answer = search(&Discs, &game, limits, threads, 1);
            let line = &answer.report.lines[0];
            let reply = -margin(&game.after(answer.mv));
            assert!(line.exact && line.pv[0] == answer.mv, "{goal:?} of {game:?}");
            if goal == Goal::Value {
                assert_eq!((line.score, reply), (expected, expected), "{game:?}");
            } else {
                assert_eq!((line.score.signum(), reply.signum()), (expected.signum(), expected.signum()), "{game:?}");
            }
            if threads == 1 {
                nodes[goal as usize - 1] += answer.report.nodes;
            }
        }
        seen[(expected.signum() + 1) as usize] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 0 && seen[2] > 5, "losses, draws and wins: {seen:?}");
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
