//! Texts of positions and moves against anything: what is refused changes nothing, and what is accepted is a position
//! that can be drawn, written, played on, judged and searched by every player.

use tengen_core::game::{Color, Setup, Vertex};
use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_session::Query;
use tengen_session::formats::sgf::Notes;
use tengen_session::{Engine, Host, Settings};

/// Legal moves that are tried in an accepted position.
const MAX_MOVES: usize = 12;

/// Bytes chosen one after the other; zero when they have run out.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn next(&mut self) -> usize {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first.into()
    }
}

fn host() -> Host {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    Host::new(GAMES, settings, Resources::new(1, 1))
}

/// Stones of any colour on any points, on the board or off it, now and then twice on one.
fn setup(choices: &mut Choices<'_>) -> Setup {
    let side = |bit: usize| if bit & 1 == 0 { Color::Black } else { Color::White };
    let side_to_move = side(choices.next());
    let mut stones = Vec::new();
    while !choices.0.is_empty() {
        let (col, row) = (choices.next(), choices.next());
        stones.push((side(row >> 5), Vertex::new((col % 25) as u8, (row % 25) as u8)));
    }
    Setup::new(stones, side_to_move)
}

/// Sets up a game, then a position from the rest of the bytes, as text or as stones.
///
/// # Panics
/// When one of the promises above is broken.
pub fn set_up(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let mut host = host();
    host.set_game(GAMES[choices.next() % GAMES.len()].info.name).expect("registered");
    let info = host.engine().info();
    host.set_rule(info.rules[choices.next() % info.rules.len()].name).expect("listed");
    host.set_size(info.sizes[choices.next() % info.sizes.len()]).expect("listed");
    let (how, player, depth) = (choices.next(), choices.next(), 1 + choices.next() % 2);
    let before = host.engine().position_text();
    let accepted = if how % 2 == 0 {
        let text = String::from_utf8_lossy(choices.0);
        let result = host.engine_mut().play_text(Color::Black, &text);
        if result.is_ok() {
            host.engine_mut().undo(1).expect("a move was played");
        }
        assert_eq!(host.engine().position_text(), before);
        let set = host.set_position(&text);
        set.map_or_else(|| host.engine_mut().set_position_text(&text).is_ok(), |set| set.is_ok())
    } else {
        host.engine_mut().set_up(&setup(&mut choices)).is_ok()
    };
    if accepted {
        written_and_drawn(host.engine_mut());
        played(host.engine_mut());
        searched(&mut host, player, depth as u32);
    } else {
        assert_eq!(host.engine().position_text(), before, "a position that is refused changes nothing");
    }
}

fn written_and_drawn(engine: &mut dyn Engine) {
    let text = engine.position_text();
    assert!(text.chars().all(|c| c.is_ascii_graphic()), "one word: {text}");
    assert!(engine.drawing().lines().all(|line| !line.trim().is_empty()), "{}", engine.drawing());
    let (moves, rows, sgf) = (engine.legal_texts(), engine.rows(), engine.sgf(Notes::default()));
    let outcome = engine.outcome();
    assert_eq!(moves.is_empty(), outcome.is_some(), "{text}");
    engine.set_position_text(&text).expect("a position that was written can be read");
    assert_eq!((engine.position_text(), engine.legal_texts(), engine.rows()), (text, moves, rows));
    assert_eq!((engine.outcome(), engine.sgf(Notes::default())), (outcome, sgf));
}

fn played(engine: &mut dyn Engine) {
    let (text, side) = (engine.position_text(), engine.side_to_move());
    for mv in engine.legal_texts().into_iter().take(MAX_MOVES) {
        engine.play_text(side, &mv).unwrap_or_else(|error| panic!("{mv}: {error} in {text}"));
        assert_eq!(engine.side_to_move(), !side, "{mv} in {text}");
        engine.undo(1).expect("a move was played");
        assert_eq!(engine.position_text(), text, "{mv} was taken back");
    }
}

fn searched(host: &mut Host, player: usize, depth: u32) {
    let players = host.engine().players();
    host.set_player(players[player % players.len()].name).expect("listed");
    let engine = host.engine();
    let (stop, side) = (Stop::new(), engine.side_to_move());
    let limits = Limits { depth: Some(depth), nodes: Some(1000), ..Limits::default() };
    let query = Query { lines: 1 + player % 3, ..Query::new(limits, &stop) };
    let answer = host.think(side, &query, &mut |_| ()).expect("the side to move may move");
    let mut moves = engine.legal_texts();
    moves.extend(moves.is_empty().then(|| "pass".to_owned()));
    assert!(moves.contains(&answer.text()), "{} in {}", answer.text(), engine.position_text());
    for line in &answer.report.lines {
        let chance = engine.scale().win_chance(line.score);
        assert!((0.0..=1.0).contains(&chance) && !line.pv.is_empty(), "{line:?}");
    }
}
