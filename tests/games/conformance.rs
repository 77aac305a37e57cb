//! One suite that every game inherits: what must hold in any game that calls itself one.

#[path = "../../examples/connect_four.rs"]
#[allow(dead_code)] // The example's `main`.
mod connect_four;

use crate::common::random_positions;
use crate::common::tictactoe::TicTacToe;
use connect_four::ConnectFour;
use std::collections::HashMap;
use std::collections::HashSet;
use std::fmt::Write as _;
use tengen_core::game::{Cell, Color, Ended, Game, History, Move, Notation, Setup, Size, TextError, Vertex, perft};
use tengen_core::playable::Playable;
use tengen_core::playable::Visit;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf;
use tengen_session::{Host, Settings};

/// Every law, on random games from the start of every rule set and size that `G` holds.
fn conforms<G: Playable>(games: u64, max_plies: usize) {
    let mut starts = 0;
    for rule in G::INFO.rules {
        for &size in G::SIZES {
            let start = G::start(rule.name, size);
            starts += 1;
            records_return(&start, rule.name, games, max_plies);
            let positions = random_positions(&start, games, max_plies);
            canonical_keys_go_with_texts(&positions);
            let mut seen = HashMap::new();
            for game in &positions {
                moves_obey(game);
                texts_return(game);
                drawing_is_whole(game);
                pass_is_known(game);
                images_are_alike(game);
                let key = (game.side_to_move(), game.position_text());
                let hash = *seen.entry(key).or_insert(game.hash());
                assert_eq!(hash, game.hash(), "equal positions, equal keys: {game:?}");
            }
            // Counters that repetition must not see may tell positions apart, but what the board shows has its own key.
            let mut shown = HashMap::new();
            for game in &positions {
                let drawing = game.drawing();
                assert_eq!(
                    *shown.entry(game.hash()).or_insert(drawing.clone()),
                    drawing,
                    "different boards, different keys"
                );
            }
        }
    }
    assert!(starts > 0, "{} has no start", G::INFO.name);
}

fn moves_obey<G: Playable>(game: &G) {
    let moves = game.moves();
    assert_eq!(moves.len(), game.count_moves(), "{game:?}");
    assert_eq!(moves.is_empty(), game.outcome().is_some(), "a game goes on exactly while there are moves: {game:?}");
    let codes: HashSet<u16> = moves.iter().map(|mv| mv.code()).collect();
    assert_eq!(codes.len(), moves.len(), "codes differ: {game:?}");
    assert!(!codes.contains(&u16::MAX));
    let texts: HashSet<String> = moves.iter().map(|&mv| game.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "texts differ: {game:?}");
    assert!(moves.iter().all(|&mv| !G::is_pass(mv)) || moves.len() == 1, "a pass is the only move: {game:?}");
    for &mv in &moves {
        let mut history = History::new(game.clone());
        history.play(mv);
        assert_eq!(history.current().side_to_move(), !game.side_to_move(), "sides alternate: {game:?} {mv:?}");
        if let (Some(before), Some(after)) = (game.plies_left(), history.current().plies_left()) {
            let cost = u32::from(!G::is_pass(mv));
            assert!(after + cost <= before, "the end comes nearer: {game:?} {mv:?}");
        }
        assert!(history.undo() && history.current() == game && !history.undo(), "undo is exact: {game:?} {mv:?}");
    }
}

fn texts_return<G: Playable>(game: &G) {
    let moves = game.moves();
    let all: HashSet<Vec<Vertex>> = moves.iter().map(|&mv| game.steps(mv)).collect();
    assert_eq!(all.len(), moves.len(), "points tell moves apart: {game:?}");
    for mv in moves {
        let text = game.move_text(mv);
        assert_eq!(text, text.to_uppercase());
        assert!(text.chars().all(|c| c.is_ascii_graphic()), "one token: {text}");
        assert_eq!(game.parse_move(&text), Ok(mv), "{game:?}");
        assert_eq!(game.parse_move(&text.to_lowercase()), Ok(mv), "{game:?}");
        let sgf = game.sgf_move(mv);
        assert_eq!(game.parse_sgf_move(&sgf), Ok(mv), "SGF {sgf}: {game:?}");
        let steps = game.steps(mv);
        assert_eq!(steps.is_empty(), G::is_pass(mv));
        for entered in 1..steps.len() {
            assert!(!all.contains(&steps[..entered]), "{mv:?} begins with all of another move: {game:?}");
            assert_eq!(game.with_steps(&steps[..entered]).dimensions(), game.dimensions());
        }
    }
    let restored = game.parse_position(&game.position_text()).unwrap_or_else(|e| panic!("{e}: {game:?}"));
    assert_eq!(restored.position_text(), game.position_text());
    assert_eq!(restored.moves(), game.moves());
    assert_eq!(restored.outcome(), game.outcome(), "{game:?}");
    for text in ["", " ", "é", "D4XX", "PASSS", "-", "a0", "\u{0}"] {
        let read = game.parse_move(text);
        assert!(matches!(read, Err(TextError::Syntax(_))), "{text:?} is {read:?} in {game:?}");
        assert!(game.parse_position(text).is_err(), "{text:?}");
    }
    for text in ["z99", "", " ", "é", "D4XX", "PASSS", "-", "a0", "\u{0}"] {
        assert!(game.parse_move(text).is_err(), "{text:?} in {game:?}");
        assert!(
            matches!(game.parse_sgf_move(text), Err(TextError::Syntax(_) | TextError::Illegal(_))) || text.is_empty()
        );
    }
}

/// The word is a move where a side must pass, and illegal, not unknown, anywhere else.
fn pass_is_known<G: Playable>(game: &G) {
    let pass = game.moves().into_iter().find(|&mv| G::is_pass(mv));
    assert_eq!(pass, game.forced_pass());
    for text in ["pass", "PASS"] {
        match (pass, game.parse_move(text)) {
            (Some(pass), read) => assert_eq!(read, Ok(pass), "{game:?}"),
            (None, read) => assert!(matches!(read, Err(TextError::Illegal(_))), "{read:?} in {game:?}"),
        }
    }
}

/// What the board's symmetries make of a position has as many moves, the same end, and the same key and text for all.
fn images_are_alike<G: Playable>(game: &G) {
    for image in game.images() {
        assert_eq!(
            (image.count_moves(), image.outcome()),
            (game.count_moves(), game.outcome()),
            "{image:?} of {game:?}"
        );
        assert_eq!(image.side_to_move(), game.side_to_move());
        assert_eq!(image.symmetric_hash(), game.symmetric_hash(), "{image:?} of {game:?}");
        assert_eq!(image.canonical_text(), game.canonical_text(), "{image:?} of {game:?}");
        assert_eq!(image.canonical_key(), game.canonical_key(), "{image:?} of {game:?}");
    }
}

/// Two positions have the same canonical key where they have the same canonical text, and only there.
fn canonical_keys_go_with_texts<G: Playable>(positions: &[G]) {
    let mut texts = HashMap::new();
    for game in positions {
        let text = game.canonical_text();
        assert_eq!(*texts.entry(game.canonical_key()).or_insert_with(|| text.clone()), text, "{game:?}");
    }
    assert_eq!(texts.values().collect::<HashSet<_>>().len(), texts.len());
}

/// Whole games as SGF: what is written is read, moves, board and end.
fn records_return<G: Playable>(start: &G, rule: &str, games: u64, max_plies: usize) {
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut history = History::new(start.clone());
        while history.outcome().is_none() && history.plies() < max_plies {
            let moves = history.current().moves();
            history.play(moves[rng.usize(..moves.len())]);
        }
        let text = sgf::write(&history, start, rule, sgf::Notes::default());
        let record = sgf::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let (cols, rows) = start.dimensions();
        assert_eq!((record.game, record.size), (G::SGF_GAME, Some(Size::new(cols, rows))), "{text}");
        assert_eq!(record.rule.as_deref(), Some(rule));
        let read = sgf::replay(start.clone(), &record, None).unwrap_or_else(|error| panic!("{error}: {text}")).history;
        assert_eq!(
            read.moves().map(|(_, mv)| mv).collect::<Vec<_>>(),
            history.moves().map(|(_, mv)| mv).collect::<Vec<_>>()
        );
        assert_eq!((read.current(), read.outcome()), (history.current(), history.outcome()), "{text}");
    }
}

fn drawing_is_whole<G: Playable>(game: &G) {
    let drawing = game.drawing();
    assert!(drawing.lines().all(|line| !line.trim().is_empty()), "no empty lines:\n{drawing}");
    let (cols, rows) = game.dimensions();
    let mut setup = Setup::new(Vec::new(), game.side_to_move());
    for row in 0..rows {
        for col in 0..cols {
            let vertex = Vertex::new(col, row);
            if game.cell(vertex) != Cell::Outside {
                assert_eq!(game.parse_sgf_point(&game.sgf_point(vertex)), Some(vertex));
            }
            if let Cell::Stone(color) = game.cell(vertex) {
                setup.stones.push((color, vertex));
            }
        }
    }
    if let Ok(copy) = game.set_up(&setup) {
        assert_eq!(copy.rows(), game.rows(), "a set-up board shows what was set: {game:?}");
        assert_eq!(copy.side_to_move(), game.side_to_move());
    }
}

/// A game of random moves comes to an end within `plies`.
fn ends<G: Playable>(rule: &str, size: Size, plies: usize) {
    let start = G::start(rule, size);
    for seed in 0..20 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut history = History::new(start.clone());
        while history.outcome().is_none() {
            assert!(history.plies() < plies, "{rule} does not end: {:?}", history.current());
            let moves = history.current().moves();
            history.play(moves[rng.usize(..moves.len())]);
        }
    }
}

#[test]
fn connect_four_of_the_examples() {
    conforms::<ConnectFour>(30, 42);
    ends::<ConnectFour>("normal", Size::new(7, 6), 42);
    let start = ConnectFour::start("normal", Size::new(7, 6));
    // The known counts: all of 7^6, and what is left of 7^7 once a column is full.
    assert_eq!([6, 7].map(|depth| perft(&start, depth, Ended::Nothing)), [117_649, 823_536]);
    // A host of its own registry takes the record of a board that is no square back.
    let mut host = Host::new(connect_four::GAMES, Settings::default(), Resources::new(1, 1));
    for (color, text) in [(Color::Black, "d1"), (Color::White, "d2"), (Color::Black, "g1")] {
        host.engine_mut().play_text(color, text).unwrap();
    }
    let (record, drawing) = (host.engine().sgf(sgf::Notes::default()), host.engine().drawing());
    assert!(record.contains("SZ[7:6]") && !record.contains("GM["), "{record}");
    host.clear();
    host.load(record.as_bytes(), None).unwrap();
    assert_eq!(
        (host.engine().drawing(), host.engine().variant().to_string()),
        (drawing, "Connect Four normal 7x6".into())
    );
}

#[test]
fn tictactoe() {
    conforms::<TicTacToe>(50, 9);
    ends::<TicTacToe>("normal", Size::square(3), 9);
}

/// The suite, with about as many positions for every type.
struct Suite {
    names: Vec<&'static str>,
}

impl Visit for Suite {
    fn visit<G: Playable>(&mut self) {
        const POSITIONS: usize = 3000;
        let each = POSITIONS / (G::INFO.rules.len() * G::SIZES.len());
        let plies = each.clamp(20, 200);
        conforms::<G>((each / plies).max(1) as u64, plies);
        for rule in G::INFO.rules {
            ends::<G>(rule.name, G::SIZES[0], 2_000);
        }
        self.names.push(G::INFO.name);
    }
}

#[test]
fn every_registered_game() {
    let mut suite = Suite { names: Vec::new() };
    tengen_games::registry::visit(&mut suite);
    suite.names.dedup();
    assert_eq!(suite.names, GAMES.iter().map(|entry| entry.info.name).collect::<Vec<_>>());
}

/// The suite's own worth: a drawing as people expect it, from the defaults alone.
#[test]
fn a_game_of_one_point_moves_needs_no_notation_of_its_own() {
    let mut game = TicTacToe::start("normal", Size::square(3));
    for text in ["b2", "A3"] {
        game.play(game.parse_move(text).unwrap());
    }
    let mut expected = String::new();
    write!(expected, "   A B C\n 3 O . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n   black to move").unwrap();
    assert_eq!(game.drawing(), expected);
    assert_eq!(game.position_text(), "O../.X./...:b");
    assert_eq!(game.sgf_move(game.parse_move("c3").unwrap()), "ca");
    assert_eq!(game.side_to_move(), Color::Black);
}
