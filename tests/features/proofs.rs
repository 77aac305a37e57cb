//! Proofs of gomoku's wins: against all moves on small boards, by quiet moves, and within limits.

use crate::common::naive_gomoku::Naive;
use fastrand::Rng;
use std::cell::Cell;
use std::collections::HashMap;
use tengen::features::solve::verify;
use tengen_core::game::{Color, Game, History, Notation};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::score::is_proven;
use tengen_core::search::{
    Answer, Control, Goal, Limits, Query, Report, Resources, SearchTable, Stop, Stopped, SystemClock,
};
use tengen_games::gomoku::bits::Point;
use tengen_games::gomoku::search::proof::{Guide, ProofSearch};
use tengen_games::gomoku::search::vct::{Vct, VctLimits};
use tengen_games::gomoku::search::{Board, certify};
use tengen_games::gomoku::{Gomoku, Rule};

/// What a proof search says of a side's win.
fn proof(position: &Gomoku, winner: Color, limits: &Limits) -> Result<Option<u32>, Stopped> {
    let (table, clock, stop) = (SearchTable::new(4).unwrap(), SystemClock::start(), Stop::new());
    let control = Control::new(limits, &stop, &clock);
    ProofSearch::new(Board::new(position), winner, &table, &control).prove()
}

fn played(moves: &str) -> Gomoku {
    let mut game = Gomoku::new(Rule::Freestyle, 15);
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap());
    }
    game
}

/// The plies in which a side wins if both play as well as they can, by all moves to the end; `None` where it does not.
fn plies(board: &Naive, winner: Color, known: &mut HashMap<String, Option<u32>>) -> Option<u32> {
    if board.has_won(!board.side) {
        return (winner != board.side).then_some(0);
    }
    let key = board.text();
    if let Some(&plies) = known.get(&key) {
        return plies;
    }
    let after: Vec<_> = board.moves().into_iter().map(|mv| plies(&board.after(mv), winner, known)).collect();
    let best = if board.side == winner {
        after.into_iter().flatten().min()
    } else {
        // A board without a move is drawn.
        after.into_iter().reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten()
    };
    let result = best.map(|plies| plies + 1);
    known.insert(key, result);
    result
}

#[test]
fn small_boards_are_decided_as_by_all_moves() {
    for rule in Rule::ALL {
        let (mut wins, mut others) = (0, 0);
        for seed in 0..30 {
            let Some(game) = crowded(rule, 5 + (seed % 3) as u8, seed) else { continue };
            for winner in Color::BOTH {
                let expected = plies(&Naive::of(&game), winner, &mut HashMap::new());
                let found = proof(&game, winner, &Limits::default()).unwrap();
                assert_eq!(found.is_some(), expected.is_some(), "{winner} {rule:?}\n{}", game.drawing());
                // Lengths are bounds.
                assert!(found >= expected, "{found:?} {expected:?} {winner} {rule:?}\n{}", game.drawing());
                *(if found.is_some() { &mut wins } else { &mut others }) += 1;
            }
        }
        assert!(wins >= 5 && others >= 5, "{rule:?}: {wins} wins, {others} others");
    }
}

/// A random position with six free points. Each side has three in a row somewhere, so that wins are not rare.
fn crowded(rule: Rule, size: u8, seed: u64) -> Option<Gomoku> {
    let mut rng = Rng::with_seed(seed);
    let lines = usize::from(size);
    let mut marks: Vec<char> = (0..lines * lines).map(|_| if rng.bool() { 'X' } else { 'O' }).collect();
    for mark in ['X', 'O'] {
        let (col, row, down) = (rng.usize(..lines - 2), rng.usize(..lines - 2), rng.bool());
        (0..3).for_each(|i| marks[if down { (row + i) * lines + col } else { row * lines + col + i }] = mark);
    }
    let mut points: Vec<usize> = (0..lines * lines).collect();
    rng.shuffle(&mut points);
    points.truncate(6);
    for point in points {
        marks[point] = '.';
    }
    let rows: Vec<String> = marks.chunks(lines).map(|row| row.iter().collect()).collect();
    let turn = if rng.bool() { 'b' } else { 'w' };
    let game = Gomoku::new(rule, size).parse_position(&format!("{}:{turn}", rows.join("/"))).ok()?;
    game.outcome().is_none().then_some(game)
}

/// Black has no win by threats, and wins.
const QUIET: [&str; 4] = ["h8 a1 j9 a15", "h8 a1 j9 p1", "h8 a2 g9 p14", "h8 a1 j9 p15"];

#[test]
fn wins_that_begin_with_a_quiet_move_are_proven_and_certified() {
    for moves in QUIET {
        let game = played(moves);
        let effort = VctLimits { nodes: 1_000_000, threes: 12 };
        assert_eq!(Vct::default().search(&mut Board::new(&game), effort, &mut || Ok(())), Ok(None), "{moves}");
        let (resources, history, stop) = (Resources::new(1, 16), History::new(game.clone()), Stop::new());
        let limits = Limits { nodes: Some(4_000_000), ..Limits::default() };
        let task = resources.task(&history, Query::new(limits, &stop));
        let text = certify::certificate(&task, Color::Black, None).unwrap().text();
        let held = verify(text.as_bytes()).unwrap();
        assert_eq!(held.winner, Color::Black);
        assert!(text.contains(&game.position_text()));
        // White, to move, has lost after the move.
        let root = text.lines().nth_back(1).unwrap();
        let lost = game.after(game.parse_move(root.split(' ').next().unwrap()).unwrap());
        assert!(proof(&lost, Color::Black, &limits).unwrap().is_some(), "{moves}");
    }
}

#[test]
fn drawn_boards_are_not_proven_won() {
    for (rule, size) in [(Rule::Freestyle, 5), (Rule::Standard, 6), (Rule::Caro, 5), (Rule::Renju, 5)] {
        for winner in Color::BOTH {
            let limits = Limits { nodes: Some(60_000), ..Limits::default() };
            assert!(!matches!(proof(&Gomoku::new(rule, size), winner, &limits), Ok(Some(_))), "{rule:?} {size}");
        }
    }
}

#[test]
fn a_proof_search_keeps_to_its_limits() {
    let game = played("h8 h9");
    let (table, clock, stop) = (SearchTable::new(4).unwrap(), SystemClock::start(), Stop::new());
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let control = Control::new(&limits, &stop, &clock);
    assert_eq!(ProofSearch::new(Board::new(&game), Color::Black, &table, &control).prove(), Err(Stopped));
    assert!((20_000..20_000 + 2 * Control::POLL).contains(&control.nodes()), "{}", control.nodes());
    stop.raise();
    let control = Control::new(&Limits::default(), &stop, &clock);
    assert_eq!(ProofSearch::new(Board::new(&game), Color::Black, &table, &control).prove(), Err(Stopped));
    assert!(control.nodes() < 2 * Control::POLL, "{}", control.nodes());
    // Without a table it ends, too.
    let (none, control) = (SearchTable::new(0).unwrap(), Control::new(&limits, &Stop::new(), &clock));
    assert_eq!(ProofSearch::new(Board::new(&game), Color::White, &none, &control).prove(), Err(Stopped));
}

/// A proof search is told a move where a position has taken much work; it wins whatever it is told.
#[test]
fn advice_costs_nodes_and_decides_nothing() {
    let game = played("h8 a1 g7 g9");
    let legal = game.moves();
    // Two in the corners, and one in the midst.
    for advised in [legal[0], legal[legal.len() - 1], game.parse_move("h7").unwrap()] {
        let calls = Cell::new(0);
        let adviser = |line: &[Point], limits: Limits| {
            calls.set(calls.get() + 1);
            let after = line.iter().fold(game.clone(), |position, &mv| position.after(mv));
            assert_eq!(after.side_to_move(), Color::Black);
            assert!(limits.nodes.is_some_and(|nodes| (1..100_000).contains(&nodes)), "{limits:?}");
            Answer { mv: advised, report: Report { nodes: 1000, ..Report::default() } }
        };
        let (table, clock, stop) = (SearchTable::new(4).unwrap(), SystemClock::start(), Stop::new());
        let control = Control::new(&Limits { nodes: Some(20_000_000), ..Limits::default() }, &stop, &clock);
        let search = ProofSearch::new(Board::new(&game), Color::Black, &table, &control);
        assert!(matches!(search.advised_by(&adviser).prove(), Ok(Some(_))), "{advised:?}");
        assert!(calls.get() > 0 && control.nodes() > 1000 * calls.get(), "{} {}", calls.get(), control.nodes());
    }
}

/// A proof search tries a guide's move before all others: the right ones spare work, and it wins whatever they are.
#[test]
fn a_guide_spares_nodes_and_decides_nothing() {
    let game = played(QUIET[0]);
    let nodes = |guide: Option<Guide<'_>>| {
        let (table, clock, stop) = (SearchTable::new(4).unwrap(), SystemClock::start(), Stop::new());
        let control = Control::new(&Limits { nodes: Some(20_000_000), ..Limits::default() }, &stop, &clock);
        let mut search = ProofSearch::new(Board::new(&game), Color::Black, &table, &control).guided_by(guide);
        assert!(matches!(search.prove(), Ok(Some(_))));
        (control.nodes(), search.line())
    };
    let (unguided, line) = nodes(None);
    let asked = Cell::new(0);
    let guide = |way: Option<Point>, line: &[Point]| {
        asked.set(asked.get() + 1);
        let after = line.iter().fold(game.clone(), |position, &mv| position.after(mv));
        assert_eq!(after.side_to_move(), Color::Black);
        way.filter(|_| line.is_empty())
    };
    let (guided, _) = nodes(Some(&|moves| guide(Some(line[0]), moves)));
    assert!(guided < unguided, "{guided} of {unguided}");
    // Three other moves, and a point with a stone.
    for other in ["k8", "k11", "f9", "h8"] {
        nodes(Some(&|moves| guide(game.parse_move(other).ok(), moves)));
    }
    assert!(asked.get() > 0);
}

/// `tengen solve` finds the win, and says who has it when the loser is to move.
#[test]
fn values_are_proven_beyond_threats() {
    for (moves, wins) in [("h8 a1 j9 a15", true), ("h8 a1 j9 a15 g7", false)] {
        let game = played(moves);
        let (resources, history, stop) = (Resources::new(1, 16), History::new(game.clone()), Stop::new());
        let limits = Limits { nodes: Some(10_000_000), goal: Goal::Winner, ..Limits::default() };
        let player = (Gomoku::players().remove(0).create)(&game, &PlayerOptions::default()).unwrap();
        let answer = player.choose(&mut resources.task(&history, Query::new(limits, &stop)));
        let line = &answer.report.lines[0];
        assert!(line.exact && is_proven(line.score) && (line.score > 0) == wins, "{moves}: {line:?}");
        let mut end = game.clone();
        line.pv.iter().for_each(|&mv| end.play(mv));
        assert_eq!((line.pv[0], answer.report.nodes <= 10_000_000), (answer.mv, true));
    }
}
