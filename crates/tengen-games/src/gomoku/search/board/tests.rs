//! The board against positions read anew, and its threats against the rules alone.

use super::super::threats::{ForcingState, Verdict};
use super::*;
use crate::gomoku::codes::Class;
use tengen_core::game::{Game, Outcome};

/// A random game with moves near the stones, so that patterns arise.
pub fn walk(rule: Rule, size: u8, seed: u64) -> Vec<(Gomoku, Point)> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = Gomoku::new(rule, size);
    let mut all = Vec::new();
    while game.outcome().is_none() {
        let mut moves = game.moves();
        let near = Board::new(&game).near();
        if moves.iter().any(|&mv| near.has(mv)) {
            moves.retain(|&mv| near.has(mv));
        }
        let Some(&mv) = rng.choice(&moves) else { break };
        all.push((game.clone(), mv));
        game.play(mv);
    }
    all
}

fn assert_same(kept: &Board, fresh: &Board) {
    assert_eq!((kept.hash, kept.side), (fresh.hash, fresh.side));
    assert_eq!((kept.stones, kept.free, kept.keys), (fresh.stones, fresh.free, fresh.keys));
    assert_eq!(kept.sums, fresh.sums);
    assert_eq!(kept.classes, fresh.classes);
    for point in kept.free.iter() {
        assert_eq!(kept.cells[point.index()], fresh.cells[point.index()]);
    }
}

#[test]
fn what_is_kept_equals_what_is_read_anew() {
    for rule in Rule::ALL {
        for (seed, size) in [5, 9, 15, 22].into_iter().enumerate() {
            let games = walk(rule, size, seed as u64);
            let mut board = Board::new(&games[0].0);
            for (game, mv) in &games {
                assert_same(&board, &Board::new(game));
                board.make(*mv);
            }
            for (game, _) in games.iter().rev() {
                board.unmake();
                assert_same(&board, &Board::new(game));
            }
            assert_eq!(board.ply(), 0);
        }
    }
}

#[test]
fn a_pass_leaves_the_stones() {
    let (game, _) = walk(Rule::Renju, 9, 3).swap_remove(20);
    let mut board = Board::new(&game);
    board.pass();
    assert_eq!((board.side, board.sums), (!game.side_to_move(), Board::new(&game).sums));
    board.unmake();
    assert_same(&board, &Board::new(&game));
}

/// Sets of points, which are found 64 at once, against the class of each point.
#[test]
fn sets_of_points_are_those_of_the_class_of_each() {
    for (rule, size) in Rule::ALL.into_iter().flat_map(|rule| [7, 15, 22].map(|size| (rule, size))) {
        let games = walk(rule, size, u64::from(size));
        for (game, _) in games.iter().step_by(7) {
            let board = Board::new(game);
            for (side, least) in Color::BOTH.into_iter().flat_map(|side| Class::ALL.map(|class| (side, class))) {
                let of = |wanted: &dyn Fn(Class) -> bool| {
                    game.free().iter().filter(|&point| wanted(board.class(side, point))).collect::<Vec<_>>()
                };
                assert!(board.points(side, least).iter().eq(of(&|class| class == least)), "{least:?} {game:?}");
                for most in Class::ALL.into_iter().filter(|&most| most >= least) {
                    let found = board.points_between(side, least, most);
                    assert!(
                        found.iter().eq(of(&|class| class >= least && class <= most)),
                        "{least:?} {most:?} {game:?}"
                    );
                }
            }
        }
    }
}

/// The rules' own view of classes: fives by playing them, fours by the fives that follow.
#[test]
fn classes_are_what_the_rules_say() {
    for (rule, seed) in Rule::ALL.into_iter().flat_map(|rule| (0..6).map(move |seed| (rule, seed))) {
        for (game, _) in walk(rule, 11, seed) {
            let (board, side) = (Board::new(&game), game.side_to_move());
            let row_now = game.moves().iter().any(|&mv| game.wins_at(side, mv));
            for mv in game.free().iter() {
                assert_eq!(board.may_play(side, mv), game.foul(mv).is_none(), "{mv:?} {game:?}");
            }
            for mv in game.moves() {
                let after = game.after(mv);
                let class = board.class(side, mv);
                let won = after.outcome().and_then(Outcome::winner) == Some(side);
                assert_eq!(class == Class::Five, won, "{mv:?} {game:?}");
                if row_now || after.outcome().is_some() {
                    continue;
                }
                let fives = after.free().iter().filter(|&point| after.wins_at(side, point)).count();
                let strong = class >= Class::OpenFour;
                assert_eq!(board.makes_four(side, mv), fives > 0, "{mv:?} {class:?} {game:?}");
                assert!(!strong || fives > 1, "{mv:?} {class:?} {game:?}");
                assert!(rule.can_be_hemmed() || strong == (fives > 1), "{mv:?} {class:?} {game:?}");
            }
        }
    }
}

/// The answers that weaken a point, against every answer by itself.
#[test]
fn answers_are_those_that_weaken() {
    let mut seen = [0; 3];
    for (rule, seed) in Rule::ALL.into_iter().flat_map(|rule| (0..10).map(move |seed| (rule, seed))) {
        for (game, _) in walk(rule, 10, seed) {
            let board = Board::new(&game);
            for side in Color::BOTH {
                for (place, class) in [Class::FourThree, Class::OpenFour, Class::Five].into_iter().enumerate() {
                    for point in board.points(side, class).iter() {
                        let after = |answer| board.class_after(side, point, answer);
                        let weakens = |&answer: &Point| after(answer).is_none_or(|after| after < class);
                        let expected: Vec<Point> = game.free().iter().filter(weakens).collect();
                        let found: Vec<Point> = board.weakening(side, point, class).iter().collect();
                        assert_eq!(found, expected, "{point:?} {class:?} {game:?}");
                        seen[place] += 1;
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Whether the side to move wins within `plies` plies, an odd number, by moves that threaten a row; all replies are tried.
fn wins_within(game: &Gomoku, plies: u32) -> bool {
    let side = game.side_to_move();
    let wins = |game: &Gomoku| game.free().iter().any(|mv| game.wins_at(side, mv));
    if game.outcome().is_some() {
        return game.outcome().and_then(Outcome::winner) == Some(side);
    }
    if wins(game) {
        return true;
    }
    plies > 1
        && game.moves().into_iter().any(|mv| {
            let after = game.after(mv);
            let goes_on = after.outcome().is_none() && wins(&after);
            goes_on
                && after.moves().into_iter().all(|reply| {
                    let next = after.after(reply);
                    next.outcome().and_then(Outcome::winner) != Some(!side) && wins_within(&next, plies - 2)
                })
        })
}

#[test]
fn verdicts_hold() {
    let mut seen = [0; 4];
    for (rule, seed) in Rule::ALL.into_iter().flat_map(|rule| (0..40).map(move |seed| (rule, seed))) {
        for (game, _) in walk(rule, 9, seed) {
            let board = Board::new(&game);
            match board.verdict() {
                // The first move may be a three, to which every move is a reply.
                Some(Verdict::Win(5)) => {
                    let after = game.after(board.win_in_5().unwrap());
                    for reply in after.moves() {
                        let next = after.after(reply);
                        let lost = next.outcome().and_then(Outcome::winner) == Some(!game.side_to_move());
                        assert!(!lost && wins_within(&next, 3), "{reply:?} {game:?}");
                    }
                    seen[2] += 1;
                }
                Some(Verdict::Win(plies)) => {
                    assert!(wins_within(&game, plies), "{plies} {game:?}");
                    seen[plies as usize / 2] += 1;
                }
                Some(Verdict::Loss(plies)) => {
                    assert!(game.moves().into_iter().all(|mv| wins_within(&game.after(mv), plies - 1)), "{game:?}");
                    seen[3] += 1;
                }
                Some(Verdict::Draw) => panic!("{game:?}"),
                None => {}
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn moves_that_are_no_replies_lose() {
    let mut seen = [0; 3];
    for (rule, seed) in Rule::ALL.into_iter().flat_map(|rule| (0..12).map(move |seed| (rule, seed))) {
        for (game, _) in walk(rule, 8, seed) {
            let mut board = Board::new(&game);
            if board.verdict().is_some() {
                continue;
            }
            let forcing = board.forcing_state();
            assert_same(&board, &Board::new(&game));
            let Some(replies) = forcing.replies() else { continue };
            for mv in game.moves().into_iter().filter(|&mv| !replies.has(mv)) {
                let lost = wins_within(&game.after(mv), forcing.plies() - 1);
                assert!(lost, "{} {mv:?} {}", forcing.plies(), tengen_core::game::Notation::drawing(&game));
            }
            seen[match forcing {
                ForcingState::None | ForcingState::Five(_) => 0,
                ForcingState::OpenFour(_) => 1,
                ForcingState::FourThree(_) => 2,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// What people see of the threats is what the search sees, where nothing is forbidden.
#[test]
fn threats_are_the_classes_of_their_points() {
    for rule in Rule::ALL {
        for (game, _) in walk(rule, 11, 5) {
            let board = Board::new(&game);
            let threats = crate::gomoku::threats::threats(&game);
            let sides = Color::BOTH.into_iter().filter(|&side| !rule.forbids(side));
            for (side, point) in sides.flat_map(|side| game.free().iter().map(move |point| (side, point))) {
                let expected = match board.class(side, point) {
                    Class::Five => Some("five"),
                    Class::OpenFour => Some("open four"),
                    class if class >= Class::Four => Some("four"),
                    class if class >= Class::Three => Some("open three"),
                    _ => None,
                };
                let found = threats.iter().find(|threat| threat.side == side && threat.point == point.vertex());
                assert_eq!(found.map(|threat| threat.kind), expected, "{side} {:?} in {game:?}", point.vertex());
            }
        }
    }
}
