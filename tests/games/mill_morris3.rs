//! Three Men's Morris solved whole by a solver with rules of its own, and the program's rules and proofs against its values. The
//! solver counts no plies: a position in which neither side can force a win is a draw.

use std::collections::{HashMap, HashSet};
use tengen_core::game::{Color, Game, History, Notation};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::score::is_proven;
use tengen_core::search::{Limits, Query, Resources, Stop};
use tengen_games::mill::{Mill, RuleSet};

/// Points: a bit for each, row by row from the top left.
type Set = u16;

const LINES: [Set; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The names of the points, row by row.
const NAMES: [&str; 9] = ["C5", "D5", "E5", "C4", "D4", "E4", "C3", "D3", "E3"];

/// The stones of the side to move, the others, and the stones in hand of both sides together.
type Position = (Set, Set, u8);

fn wins(set: Set) -> bool {
    LINES.iter().any(|line| line & set == *line)
}

/// Points beside each other on a line: the middle of a line is beside its ends.
fn beside(a: usize, b: usize) -> bool {
    let middle = |line: Set| (0..9).filter(|point| line >> point & 1 == 1).nth(1);
    let of = |line: &&Set| **line >> a & 1 == 1 && **line >> b & 1 == 1;
    a != b && LINES.iter().filter(of).any(|&line| middle(line) == Some(a) || middle(line) == Some(b))
}

fn after((own, enemy, hands): Position, flies: bool) -> Vec<Position> {
    let on = |set: Set| (0..9).filter(move |point| set >> point & 1 == 1);
    let empty = !(own | enemy) & 0o777;
    if hands > 0 {
        return on(empty).map(|to| (enemy, own | 1 << to, hands - 1)).collect();
    }
    let slides =
        on(own).flat_map(|from| on(empty).filter(move |&to| flies || beside(from, to)).map(move |to| (from, to)));
    slides.map(|(from, to)| (enemy, own & !(1 << from) | 1 << to, 0)).collect()
}

/// Of every position: 1 where the side to move wins, -1 where it loses, and the plies; the others are draws.
fn solve(flies: bool) -> HashMap<Position, (i8, u32)> {
    let mut values: HashMap<Position, (i8, u32)> = HashMap::new();
    let (mut seen, mut all) = (HashSet::from([(0, 0, 6)]), vec![(0, 0, 6)]);
    let mut next = 0;
    while let Some(&position) = all.get(next) {
        next += 1;
        if wins(position.1) {
            values.insert(position, (-1, 0));
            continue;
        }
        all.extend(after(position, flies).into_iter().filter(|&position| seen.insert(position)));
    }
    for plies in 1.. {
        let known = values.len();
        let open: Vec<_> = all.iter().copied().filter(|position| !values.contains_key(position)).collect();
        let found: Vec<_> = open
            .into_iter()
            .filter_map(|position| {
                let worths: Vec<_> =
                    after(position, flies).iter().map(|next| values.get(next).map(|&(worth, _)| worth)).collect();
                let lost = worths.iter().all(|worth| *worth == Some(1)).then_some((position, (-1, plies)));
                if worths.contains(&Some(-1)) { Some((position, (1, plies))) } else { lost }
            })
            .collect();
        values.extend(found);
        if values.len() == known {
            break;
        }
    }
    values
}

fn position_of(game: &Mill) -> Position {
    let set = |color| {
        NAMES.iter().enumerate().fold(0, |set, (place, name)| {
            let stands = game.cell(name.parse().unwrap()) == tengen_core::game::Cell::Stone(color);
            set | Set::from(stands) << place
        })
    };
    (set(game.side_to_move()), set(!game.side_to_move()), Color::BOTH.iter().map(|&color| game.hand(color)).sum())
}

/// That the first player wins from the centre is well known: many rules forbid that opening for it. Where stones fly it is a draw.
#[test]
fn the_first_player_wins_three_mens_morris() {
    let start = (0, 0, 6);
    let values = solve(false);
    assert_eq!(values[&start], (1, 9));
    let winning: Vec<_> =
        (0..9).filter(|point| values.get(&(0, 1 << point, 5)).is_some_and(|value| value.0 == -1)).collect();
    assert_eq!(winning, [4], "from the centre alone");
    assert_eq!(solve(true).get(&start), None);
    let mut seen = [0; 3];
    for seed in 0..200 {
        let (mut history, mut rng) = (History::new(Mill::new(RuleSet::MORRIS3)), fastrand::Rng::with_seed(seed));
        while history.outcome().is_none() && history.plies() < 40 {
            let game = *history.current();
            let moves = game.moves();
            let worth = |game: &Mill| values.get(&position_of(game)).map_or(0, |value| value.0);
            let best = moves.iter().map(|&mv| -worth(&game.after(mv))).max();
            assert_eq!(best, Some(worth(&game)), "{}", game.drawing());
            seen[(worth(&game) + 1) as usize] += 1;
            history.play(moves[rng.usize(..moves.len())]);
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

/// To as many plies as the longest win has, the default player proves every first pair of moves that is decided, and no other.
#[test]
fn what_is_decided_is_proven() {
    let values = solve(false);
    let longest = values.values().map(|&(_, plies)| plies).max().unwrap();
    let start = Mill::new(RuleSet::MORRIS3);
    let player = Mill::players().remove(0);
    let games = start.moves().into_iter().flat_map(|first| {
        let game = start.after(first);
        game.moves().into_iter().map(move |second| game.after(second)).collect::<Vec<_>>()
    });
    for game in [start].into_iter().chain(games) {
        let (resources, history, stop) = (Resources::new(1, 4), History::new(game), Stop::new());
        let limits = Limits { depth: Some(longest + 1), ..Limits::default() };
        let player = (player.create)(&game, &PlayerOptions::default()).unwrap();
        let report = player.choose(&mut resources.task(&history, Query::new(limits, &stop))).report;
        let score = report.lines[0].score;
        let proven = if is_proven(score) { score.signum() as i8 } else { 0 };
        assert_eq!(proven, values.get(&position_of(&game)).map_or(0, |value| value.0), "{}", game.drawing());
    }
}
