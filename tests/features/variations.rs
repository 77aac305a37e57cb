//! The tree of a game: whatever is played, taken back, cut and promoted, each node is the position after its moves, and all
//! are written and read again.

use std::collections::BTreeMap;
use tengen_core::game::Color;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf::Notes;
use tengen_session::{Engine, Host, Settings, Turn};

/// A line of moves, as they are written.
type Line = Vec<(Color, String)>;

fn host(game: &str) -> Host {
    let mut host = Host::new(GAMES, Settings { threads: 1, hash: 1, ..Settings::default() }, Resources::new(1, 1));
    host.set_game(game).unwrap();
    host
}

/// The line to each node, by its number, as the list of nodes tells it.
fn lines(engine: &dyn Engine) -> BTreeMap<u32, Line> {
    let mut lines: BTreeMap<u32, Line> = BTreeMap::new();
    for node in engine.nodes() {
        let mut line = node.parent.map(|parent| lines[&parent].clone()).unwrap_or_default();
        line.extend(node.mv);
        assert!(lines.insert(node.node, line).is_none());
    }
    lines
}

/// The text of the position after a line, on a board of its own.
fn position(engine: &dyn Engine, line: &Line) -> (String, Option<String>) {
    let mut board = engine.fork();
    board.clear();
    for (color, mv) in line {
        board.play_text(*color, mv).unwrap();
    }
    (board.position_text(), board.result_text())
}

/// A model of the tree: the lines that there are, each with its number.
struct Model {
    lines: BTreeMap<u32, Line>,
}

impl Model {
    fn check(&self, engine: &dyn Engine) {
        assert_eq!(lines(engine), self.lines);
        let here = &self.lines[&engine.node()];
        assert_eq!(engine.moves_played(), *here);
        assert_eq!((engine.position_text(), engine.result_text()), position(engine, here));
    }

    /// A number that there is, by chance.
    fn any(&self, rng: &mut fastrand::Rng) -> u32 {
        *self.lines.keys().nth(rng.usize(..self.lines.len())).unwrap()
    }
}

fn walk(game: &str, seed: u64, steps: usize) {
    let mut host = host(game);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut model = Model { lines: BTreeMap::from([(0, Line::new())]) };
    for _ in 0..steps {
        let engine = host.engine_mut();
        match rng.u8(..10) {
            0..5 => {
                let moves = engine.legal_moves();
                if moves.is_empty() {
                    continue;
                }
                // Few of the moves, so that some are played again.
                let mv = moves[rng.usize(..moves.len().min(3))];
                engine.play(engine.side_to_move(), Turn::Move(mv)).unwrap();
                let line = engine.moves_played();
                if !model.lines.values().any(|known| *known == line) {
                    let next = *model.lines.keys().last().unwrap();
                    assert!(engine.node() > next);
                    model.lines.insert(engine.node(), line);
                }
            }
            5..7 => {
                let _ = engine.undo(rng.usize(1..4));
            }
            7 => engine.go_to(model.any(&mut rng)).unwrap(),
            8 => {
                // The lines stay, their order changes.
                let node = model.any(&mut rng);
                engine.promote(node).unwrap();
                let order: Vec<u32> = engine.nodes().iter().map(|node| node.node).collect();
                let before = |a: u32, b: u32| {
                    order.iter().position(|&node| node == a) < order.iter().position(|&node| node == b)
                };
                let parent = engine.nodes().iter().find(|other| other.node == node).unwrap().parent;
                let elder = engine.nodes().into_iter().filter(|other| other.parent == parent && other.node != node);
                assert!(elder.map(|other| other.node).all(|other| before(node, other)));
            }
            _ => {
                let node = model.any(&mut rng);
                if node == 0 {
                    assert!(engine.cut(0).is_err());
                    continue;
                }
                let cut = model.lines[&node].clone();
                model.lines.retain(|_, line| !line.starts_with(&cut));
                engine.cut(node).unwrap();
                assert!(engine.go_to(node).is_err());
            }
        }
        model.check(host.engine());
    }
    // What is written has all lines in the same order.
    let texts = |host: &Host| -> Vec<Line> {
        let (engine, lines) = (host.engine(), lines(host.engine()));
        engine.nodes().iter().map(|node| lines[&node.node].clone()).collect()
    };
    let (before, record) = (texts(&host), host.engine().tree_sgf(Notes::default()));
    host.load(record.as_bytes(), None).unwrap();
    assert_eq!(texts(&host), before, "{record}");
    assert_eq!(host.engine().tree_sgf(Notes::default()), record);
}

#[test]
fn trees_are_what_was_played() {
    for game in ["othello", "gomoku", "mill"] {
        for seed in 0..20 {
            walk(game, seed, 120);
        }
    }
}

#[test]
fn a_resignation_has_its_place() {
    let mut host = host("othello");
    let engine = host.engine_mut();
    engine.play_text(Color::Black, "F5").unwrap();
    engine.play_text(Color::White, "resign").unwrap();
    let record = engine.tree_sgf(Notes::default());
    assert!(record.contains("RE[B+R]"), "{record}");
    // The resignation stays at its node while earlier positions are shown and another move is tried.
    engine.go_to(0).unwrap();
    assert_eq!(engine.result_text(), None);
    engine.play_text(Color::Black, "D3").unwrap();
    assert_eq!(engine.tree_sgf(Notes::default()).matches("RE[B+R]").count(), 1);
    engine.go_to(1).unwrap();
    assert_eq!(engine.result_text().as_deref(), Some("B+R"));
    assert!(engine.play_text(Color::White, "D6").is_err());
    // It can be taken back, as a move can.
    engine.undo(1).unwrap();
    assert_eq!((engine.result_text(), engine.node()), (None, 1));
    engine.go_to(0).unwrap();
    engine.go_to(1).unwrap();
    assert_eq!(engine.result_text(), None);
    engine.undo(1).unwrap();
    assert_eq!(engine.node(), 0);
}

#[test]
fn comments_are_kept_and_bounded() {
    let mut host = host("gomoku");
    let engine = host.engine_mut();
    for (color, mv) in [(Color::Black, "H8"), (Color::White, "H9")] {
        engine.play_text(color, mv).unwrap();
    }
    engine.set_comment(2, "a ] b").unwrap();
    engine.set_comment(0, "all").unwrap();
    let record = engine.sgf(Notes::default());
    assert!(record.contains("C[all]") && record.ends_with(";B[hh];W[hg]C[a \\] b])"), "{record}");
    engine.set_comment(2, "").unwrap();
    assert!(engine.sgf(Notes::default()).ends_with(";W[hg])"));
    assert!(engine.set_comment(3, "x").is_err());
    let long = "x".repeat(1 << 20);
    assert!(engine.set_comment(1, &long).is_err());
    engine.set_comment(0, "").unwrap();
    engine.set_comment(1, &long).unwrap();
    assert!(engine.set_comment(2, "x").is_err());
    engine.set_comment(1, "x").unwrap();
}
