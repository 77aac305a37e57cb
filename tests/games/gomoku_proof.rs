//! The proof that Black wins gomoku, as the program has it: looked up from every side, refused where it is damaged, played to the
//! end.

use std::fs;
use std::path::Path;
use tengen_core::game::{Color, Game, History, Notation as _, Outcome};
use tengen_core::playable::{Playable as _, PlayerOptions};
use tengen_core::search::{Answer, Goal, Limits, Player, Query, Resources, Stop, WIN};
use tengen_games::gomoku::proof_book::{ProofBook, threats};
use tengen_games::gomoku::search::Board;
use tengen_games::gomoku::{Gomoku, Point, Rule};

/// The rule sets under which the program has a proof.
const PROVEN: [Rule; 2] = [Rule::Freestyle, Rule::Standard];

fn start(rule: Rule) -> Gomoku {
    Gomoku::new(rule, 15)
}

fn book(rule: Rule) -> &'static ProofBook<'static> {
    ProofBook::of(&start(rule)).unwrap()
}

fn file(rule: Rule) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/tengen-games/src/gomoku/proof_book");
    fs::read(folder.join(format!("{}.bin", rule.name()))).unwrap()
}

/// What a player answers within limits.
fn ask(player: &dyn Player<Gomoku>, game: &Gomoku, limits: Limits) -> Answer<Point> {
    let (stop, resources, history) = (Stop::new(), Resources::new(1, 1), History::new(game.clone()));
    player.choose(&mut resources.task(&history, Query::new(limits, &stop)))
}

/// What the default player answers within limits.
fn think(game: &Gomoku, options: &PlayerOptions, limits: Limits) -> Answer<Point> {
    ask(&*(Gomoku::players().swap_remove(0).create)(game, options).unwrap(), game, limits)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Games in which White plays at random: near the last stones or anywhere.
#[test]
fn every_position_of_the_book_is_found_from_every_side() {
    let mut positions = 0;
    for (seed, rule) in (0..60).flat_map(|seed| PROVEN.map(|rule| (seed, rule))) {
        let book = book(rule);
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = start(rule);
        while let Some(win) = book.win(&game) {
            positions += 1;
            for symmetry in 0..8 {
                let image = game.image(symmetry).unwrap();
                let found = book.win(&image).unwrap();
                let [after, expected] = [image.after(found.mv), game.after(win.mv)].map(|game| game.symmetric_hash());
                assert_eq!((after, found.plies), (expected, win.plies), "{}", image.drawing());
                // Another way to the same position may have another bound.
                assert!(book.loss(&image.after(found.mv)).is_some());
            }
            game.play(win.mv);
            let near =
                game.moves().into_iter().filter(|mv| mv.distance(win.mv) < 3 || seed % 2 == 0).collect::<Vec<_>>();
            game.play(rng.choice(near).unwrap());
            let next = book.win(&game).map(|next| next.plies);
            let won = next.or_else(|| threats(&mut Board::new(&game), book.nodes(), &mut || Ok(())).unwrap());
            let plies = won.unwrap_or_else(|| panic!("no win\n{}", game.drawing()));
            assert!(plies <= win.plies - 2, "{plies} after {}", win.plies);
        }
    }
    assert!(positions > 200, "{positions}");
}

#[test]
fn other_positions_are_not_in_the_book() {
    for rule in PROVEN {
        let (start, book) = (start(rule), book(rule));
        let white_first = start.parse_position(&start.position_text().replace(":b", ":w")).unwrap();
        assert!(book.win(&start).is_some() && book.loss(&start).is_none());
        assert!(book.win(&white_first).is_none() && book.loss(&white_first).is_none());
        // A first move elsewhere is none of the book's, and one stone more is another position.
        for text in ["g8", "a1 h8", "h8 h9 a1", "h8 h9 a1 a2"] {
            let game = text.split(' ').fold(start.clone(), |game, mv| game.after(game.parse_move(mv).unwrap()));
            assert!(book.win(&game).is_none() && book.loss(&game).is_none(), "{text}");
        }
        for (rule, size) in [(Rule::Renju, 15), (Rule::Freestyle, 14), (Rule::Standard, 14), (Rule::Freestyle, 20)] {
            let other = Gomoku::new(rule, size);
            assert!(ProofBook::of(&other).is_none() && book.win(&other).is_none(), "{} {size}", rule.name());
        }
    }
    let [freestyle, standard] = PROVEN.map(start);
    assert!(book(Rule::Freestyle).win(&standard).is_none() && book(Rule::Standard).win(&freestyle).is_none());
}

/// For boards of other sizes the books have moves around the centre: after a stone beside the centre one diagonally to both.
#[test]
fn the_books_have_moves_for_other_sizes_and_rules() {
    let under = |rule, size, text: &str| {
        let game = Gomoku::new(rule, size);
        text.split(' ').fold(game, |game, mv| game.after(game.parse_move(mv).unwrap()))
    };
    let after = |size, text: &str| under(Rule::Freestyle, size, text);
    for (size, moves, answers) in [
        (13, "g7 f7", ["f8", "f6"]),
        (14, "g7 f7", ["f8", "f6"]),
        (16, "h8 g8", ["g9", "g7"]),
        (20, "k10 j10", ["j11", "j9"]),
    ] {
        let game = after(size, moves);
        let found = ProofBook::like_move(&game).map(|mv| game.move_text(mv).to_lowercase()).unwrap();
        assert!(answers.contains(&&*found), "{size}: {found}");
    }
    // A board of the book's size has the book itself; in the others these stones are at another place, or none of the book's.
    for (size, moves) in [(15, "h8 g8"), (16, "j9 h9"), (20, "k10 a1"), (20, "k10 u20"), (16, "h8 g8 g9")] {
        assert_eq!(ProofBook::like_move(&after(size, moves)), None, "{size} {moves}");
    }
    // What the book has for a smaller board is on it and free.
    for reply in after(13, "g7").moves() {
        let game = after(13, "g7").after(reply);
        assert!(ProofBook::like_move(&game).is_none_or(|mv| game.moves().contains(&mv)));
    }
    // Renju's openings that are known for Black's wins, 4 of the direct ones and 7 of the indirect ones, are standard's moves.
    for (rule, size) in [(Rule::Renju, 15), (Rule::Renju, 17), (Rule::Caro, 15), (Rule::Standard, 14)] {
        let move_after = |text: &str| {
            let game = under(rule, size, text);
            ProofBook::like_move(&game).map(|mv| game.move_text(mv).to_lowercase()).unwrap()
        };
        match size {
            15 => assert_eq!(["h8 h9", "h8 j9"].map(move_after), ["j9", "j7"], "{}", rule.name()),
            17 => assert_eq!(["j9 j10", "j9 k10"].map(move_after), ["k10", "k8"]),
            _ => assert!(["f8", "f6"].contains(&&*move_after("g7 f7"))),
        }
    }
    assert_eq!(ProofBook::like_move(&under(Rule::Standard, 15, "h8 h9")), None);
}

#[test]
fn damaged_books_are_refused() {
    let file = file(Rule::Freestyle);
    assert!(ProofBook::parse(&file).is_ok());
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..1000 {
        assert!(ProofBook::parse(&crate::damaged(&file, &mut rng)).is_err());
    }
    // A file that is whole by its checksum, and makes no sense, is refused, or has no position that it was not made for.
    for _ in 0..300 {
        let mut senseless = file[..14 + 6 + 9 * rng.usize(0..50)].to_vec();
        let place = rng.usize(14..senseless.len());
        senseless[place] = rng.u8(..);
        let checksum = crc32fast::hash(&senseless[14..]).to_le_bytes();
        senseless[10..14].copy_from_slice(&checksum);
        if let Ok(book) = ProofBook::parse(&senseless) {
            book.win(&start(Rule::Freestyle));
            book.win(&start(Rule::Freestyle).after(Point::new(7, 7)).after(Point::new(0, 0)));
        }
    }
}

/// White plays at random for some moves, then as well as it can.
#[test]
fn black_wins_every_game_from_the_empty_board() {
    for (seed, rule) in (0..12).zip(PROVEN.into_iter().cycle()) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = start(rule);
        let mut plies = 0;
        while game.outcome().is_none() {
            let at_random = plies < 2 * seed as usize;
            let mv = match game.side_to_move() {
                Color::White if at_random => rng.choice(game.moves()).unwrap(),
                Color::White => think(&game, &PlayerOptions::default().without_proofs(), nodes(300)).mv,
                Color::Black => {
                    let answer = think(&game, &PlayerOptions::default(), nodes(20_000));
                    let line = &answer.report.lines[0];
                    assert!(line.exact && line.score > WIN - 120, "{}\n{}", line.score, game.drawing());
                    answer.mv
                }
            };
            game.play(mv);
            plies += 1;
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black, 1)), "{}", game.drawing());
    }
}

#[test]
fn the_empty_board_is_a_win_for_all_but_those_who_leave_the_proof_out() {
    let goals = [Goal::Move, Goal::Value, Goal::Winner];
    for (rule, goal) in PROVEN.into_iter().flat_map(|rule| goals.map(|goal| (rule, goal))) {
        let start = start(rule);
        let limits = Limits { goal, ..nodes(1000) };
        let answer = think(&start, &PlayerOptions::default(), limits);
        assert_eq!((answer.mv, answer.report.lines[0].exact, answer.report.nodes), (Point::new(7, 7), true, 0));
        assert!(answer.report.lines[0].score > WIN - 120);
        let without = think(&start, &PlayerOptions::default().without_proofs(), limits);
        assert!(!without.report.lines[0].exact);
        let reviewed = think(&start, &PlayerOptions::default(), Limits { goal: Goal::Review, ..limits });
        assert!(!reviewed.report.lines[0].exact);
        // To a depth the player searches, as levels do.
        let deep = think(&start, &PlayerOptions::default(), Limits { depth: Some(2), ..limits });
        assert!(!deep.report.lines[0].exact);
    }
}

/// White, who is lost, values its position by the reply after which the proof takes longest, and plays one after which it takes about
/// as long.
#[test]
fn white_delays_the_loss() {
    for rule in PROVEN {
        let (book, game) = (book(rule), start(rule).after(Point::new(7, 7)));
        let longest = game.moves().into_iter().map(|reply| book.win(&game.after(reply)).unwrap().plies).max().unwrap();
        assert_eq!(book.loss(&game), Some(longest + 1));
        for (goal, least) in [(Goal::Value, longest), (Goal::Move, longest - 6)] {
            let answer = think(&game, &PlayerOptions::default(), Limits { goal, ..nodes(1000) });
            let (line, plies) = (&answer.report.lines[0], book.win(&game.after(answer.mv)).unwrap().plies);
            assert!((least..=longest).contains(&plies));
            assert_eq!((line.exact, line.score), (true, (plies + 1) as i32 - WIN));
        }
    }
}

/// After White's moves a Black who looks one move ahead finds the book's answer less often than after the moves that delay the most.
#[test]
fn white_sets_traps() {
    let game = start(Rule::Freestyle);
    let scorer = Gomoku::players().into_iter().find(|player| player.name == "scorer").unwrap();
    let (book, scorer) = (book(Rule::Freestyle), (scorer.create)(&game, &PlayerOptions::default()).unwrap());
    let mut found = [0; 2];
    for seed in 0..400 {
        let (mut game, mut rng) = (game.clone(), fastrand::Rng::with_seed(seed));
        game.play(Point::new(7, 7));
        for _ in 0..seed % 6 {
            let mut near = game.moves();
            near.retain(|mv| mv.distance(Point::new(7, 7)) < 4);
            game.play(*rng.choice(&near).unwrap());
            let Some(win) = book.win(&game) else { break };
            game.play(win.mv);
        }
        // Where the book ends, threats decide.
        if game.moves().into_iter().all(|reply| book.win(&game.after(reply)).is_none()) {
            continue;
        }
        for (goal, found) in [Goal::Move, Goal::Value].into_iter().zip(&mut found) {
            let answer = think(&game, &PlayerOptions::default(), Limits { goal, ..nodes(1000) });
            let next = game.after(answer.mv);
            let reply = ask(&*scorer, &next, nodes(1000)).mv;
            let known = next.after(book.win(&next).unwrap().mv).symmetric_hash();
            *found += u32::from(next.after(reply).symmetric_hash() == known);
        }
    }
    let [traps, delays] = found;
    assert!(2 * traps < delays, "{found:?}");
}
