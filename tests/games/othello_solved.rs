//! The solved positions of Othello on 6x6 that the program has: walked from the start, looked up from every side, checked by a plain
//! search, refused where they are damaged, played to the end.

use crate::common::naive_othello::Naive;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tengen_core::game::{Color, Game, History, Notation as _, Outcome};
use tengen_core::playable::{Playable as _, PlayerOptions};
use tengen_core::search::{Answer, Goal, Limits, Query, Resources, Stop};
use tengen_games::othello::Othello;
use tengen_games::othello::position::Placement;
use tengen_games::othello::solved::{Solved, SolvedBook};

/// White wins by 20 to 16 (Feinstein, 1993).
const BLACK_WINS_BY: i32 = -4;

/// Empty squares of the last positions of the book.
const LEAST: u32 = 20;

fn start() -> Othello {
    Othello::new(6)
}

fn book() -> &'static SolvedBook<'static> {
    SolvedBook::of(&start()).unwrap()
}

/// What the default player answers on one thread.
fn think(game: &Othello, options: &PlayerOptions, query: impl FnOnce(&mut Query<'_, Placement>)) -> Answer<Placement> {
    let (stop, resources, history) = (Stop::new(), Resources::new(1, 64), History::new(*game));
    let mut asked = Query::new(Limits::default(), &stop);
    query(&mut asked);
    let player = (Othello::players().swap_remove(0).create)(game, options).unwrap();
    player.choose(&mut resources.task(&history, asked))
}

/// A side that plays by the book against all moves.
struct Walk {
    side: Color,
    /// The positions with the side to move, by their symmetric hashes.
    seen: HashMap<u64, (Othello, i32)>,
    /// Those of them after whose moves the book ends.
    last: Vec<(Othello, i32)>,
}

impl Walk {
    fn new(side: Color) -> Self {
        let mut walk = Self { side, seen: HashMap::new(), last: Vec::new() };
        let worth = walk.worth(&start());
        assert_eq!(worth, Some(BLACK_WINS_BY * if side == Color::Black { 1 } else { -1 }));
        walk
    }

    /// What a position is worth to the side: where it is to move by the book, where its opponent is to move by what all moves are
    /// worth; `None` where the book has ended.
    fn worth(&mut self, game: &Othello) -> Option<i32> {
        if let Some(outcome) = game.outcome() {
            return Some(outcome.margin_for(self.side));
        }
        if game.side_to_move() != self.side || game.forced_pass().is_some() {
            let moves: Vec<_> = game.moves().into_iter().map(|mv| self.worth(&game.after(mv))).collect();
            return moves.into_iter().collect::<Option<Vec<_>>>()?.into_iter().min();
        }
        let key = game.symmetric_hash();
        if let Some(&(_, value)) = self.seen.get(&key) {
            return Some(value);
        }
        let Some(Solved { mv, value }) = book().solved(game) else {
            assert!(game.empty().count_ones() < LEAST, "{}", game.drawing());
            return None;
        };
        let value = value.into();
        assert!(Naive::of(game).texts().contains(&game.move_text(mv)), "{}", game.drawing());
        self.seen.insert(key, (*game, value));
        match self.worth(&game.after(mv)) {
            Some(worth) => assert_eq!(worth, value, "{}", game.drawing()),
            None => self.last.push((*game, value)),
        }
        Some(value)
    }

    /// A few of the positions in `from`, the same in every run.
    fn some(from: impl Iterator<Item = (Othello, i32)>, count: usize) -> Vec<(Othello, i32)> {
        let mut all: Vec<_> = from.collect();
        all.sort_by_key(|(game, _)| game.symmetric_hash());
        all.into_iter().take(count).collect()
    }
}

/// Whether the side to move wins by so much, by a plain search that tries first what leaves the fewest replies. Empty squares are
/// told for the winner.
fn wins_by(game: &Othello, margin: i32, known: &mut HashMap<(u64, i32), bool>) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.margin_for(game.side_to_move()) >= margin;
    }
    let deep = game.empty().count_ones() > 6;
    if deep && let Some(&wins) = known.get(&(game.hash(), margin)) {
        return wins;
    }
    let mut next: Vec<_> = game.moves().into_iter().map(|mv| game.after(mv)).collect();
    if deep {
        next.sort_by_key(Game::count_moves);
    }
    // Values are even: who does not lose by so much less one wins by so much.
    let wins = next.iter().any(|next| !wins_by(next, 2 - margin, known));
    if deep {
        known.insert((game.hash(), margin), wins);
    }
    wins
}

#[test]
fn either_side_reaches_the_value_by_the_book_against_all_moves() {
    for side in Color::BOTH {
        let Walk { seen, mut last, .. } = Walk::new(side);
        assert!(seen.len() > 3000 && last.len() > 2000, "{} {}", seen.len(), last.len());
        // A plain search reaches the end where one side has little left.
        last.sort_by_key(|(game, value)| (Reverse(*value), game.symmetric_hash()));
        for (game, value) in last.into_iter().take(1) {
            let mut known = HashMap::new();
            let found = [value, value + 2].map(|margin| wins_by(&game, margin, &mut known));
            assert_eq!(found, [true, false], "{value}\n{}", game.drawing());
        }
    }
}

#[test]
#[ignore = "minutes; solves some hundred positions"]
fn solved_positions_have_the_values_of_the_search() {
    for side in Color::BOTH {
        for (game, value) in Walk::some(Walk::new(side).seen.into_values(), 300) {
            let options = PlayerOptions::default().without_proofs();
            let answer = think(&game, &options, |query| query.limits.goal = Goal::Value);
            let line = &answer.report.lines[0];
            assert_eq!((line.exact, line.score), (true, value * discs()), "{}", game.drawing());
        }
    }
}

/// A disc in the unit of values.
fn discs() -> i32 {
    Othello::SCALE.point
}

#[test]
fn every_position_is_found_from_every_side_and_in_either_colour() {
    for side in Color::BOTH {
        for (game, value) in Walk::some(Walk::new(side).seen.into_values(), 300) {
            let solved = book().solved(&game).unwrap();
            let other = |char| match char {
                'X' => 'O',
                'O' => 'X',
                'b' => 'w',
                'w' => 'b',
                other => other,
            };
            let text: String = game.position_text().chars().map(other).collect();
            let swapped = game.parse_position(&text).unwrap();
            for image in (0..8).map(|symmetry| swapped.image(symmetry).unwrap()) {
                let found = book().solved(&image).unwrap();
                assert_eq!(i32::from(found.value), value, "{}", image.drawing());
                let [after, expected] =
                    [image.after(found.mv), swapped.after(solved.mv)].map(|game| game.symmetric_hash());
                assert_eq!(after, expected, "{}", image.drawing());
            }
        }
    }
}

#[test]
fn other_positions_are_not_in_the_book() {
    for size in [4, 8] {
        assert!(SolvedBook::of(&Othello::new(size)).is_none());
        assert!(book().solved(&Othello::new(size)).is_none());
    }
    // White has a corner too many.
    let corner = start().parse_position("O...../....../..OX../..XO../....../......:b").unwrap();
    assert!(book().solved(&corner).is_none());
}

#[test]
fn damaged_books_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tengen-games/src/othello/solved");
    let file = fs::read(folder.join("6x6.bin")).unwrap();
    assert!(SolvedBook::parse(&file).is_ok());
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        assert!(SolvedBook::parse(&crate::damaged(&file, &mut rng)).is_err());
    }
    // A file that is whole by its checksum, and makes no sense: not sorted, a part of an entry, a value that no game has, a square
    // off the board.
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = file.clone();
        change(&mut file);
        let checksum = crc32fast::hash(&file[14..]).to_le_bytes();
        file[10..14].copy_from_slice(&checksum);
        SolvedBook::parse(&file).is_ok()
    };
    assert!(with(&|file| file.truncate(14 + 9)));
    assert!(!with(&|file| file[14..].rotate_left(9)));
    assert!(!with(&|file| file.truncate(14 + 12)));
    assert!(!with(&|file| file[14 + 8] = 3));
    assert!(!with(&|file| file[14 + 8] = 38));
    assert!(!with(&|file| file[14] = 36));
}

#[test]
fn the_start_is_a_loss_by_four_for_all_but_those_who_leave_the_book_out() {
    let with = PlayerOptions::default();
    let exact = |answer: &Answer<Placement>| answer.report.lines.first().is_some_and(|line| line.exact);
    let short = Limits { nodes: Some(1000), ..Limits::default() };
    for goal in [Goal::Move, Goal::Value, Goal::Winner] {
        let limits = Limits { goal, ..short };
        let answer = think(&start(), &with, |query| query.limits = limits);
        let line = &answer.report.lines[0];
        assert_eq!((line.exact, line.score, answer.report.nodes), (true, BLACK_WINS_BY * discs(), 0));
        let mut end = start();
        line.pv.iter().for_each(|&mv| end.play(mv));
        assert!(line.pv[0] == answer.mv && end.empty().count_ones() <= LEAST, "{}", end.drawing());
        let without = PlayerOptions::default().without_proofs();
        assert!(!exact(&think(&start(), &without, |query| query.limits = limits)));
    }
    let moves: &[Placement] = start().moves().leak();
    assert!(!exact(&think(&start(), &with, |query| query.limits = Limits { goal: Goal::Review, ..short })));
    assert!(!exact(&think(&start(), &with, |query| query.limits = Limits { depth: Some(2), ..short })));
    assert!(!exact(&think(&start(), &with, |query| (query.limits, query.lines) = (short, 2))));
    assert!(!exact(&think(&start(), &with, |query| (query.limits, query.allowed) = (short, moves))));
}

/// The opponent plays at random.
#[test]
fn either_side_gets_what_it_is_due_in_every_game() {
    for (seed, side) in (0..4).zip(Color::BOTH.into_iter().cycle()) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = start();
        while game.outcome().is_none() {
            let mv = if game.side_to_move() == side {
                think(&game, &PlayerOptions::default(), |_| ()).mv
            } else {
                rng.choice(game.moves()).unwrap()
            };
            game.play(mv);
        }
        let margin = game.outcome().map(|outcome: Outcome| outcome.margin_for(side)).unwrap();
        assert!(margin >= if side == Color::Black { BLACK_WINS_BY } else { -BLACK_WINS_BY }, "{}", game.drawing());
    }
}
