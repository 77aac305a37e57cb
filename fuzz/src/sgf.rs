//! The SGF reader against anything: it answers, a file is taken over whole or not at all, an accepted game is a legal
//! one, and it is the same when it is written and read again.

use super::games::{Visit, choose};
use tengen_core::game::{Color, Game, History, Move};
use tengen_core::playable::Playable;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::sgf::{Notes, SgfRecord, parse, replay, write_tree};
use tengen_session::tree::{Extent, GameTree, Step};
use tengen_session::{Host, Settings};

struct Replay<'a>(&'a SgfRecord);

impl Visit for Replay<'_> {
    type Output = ();

    fn visit<G: Playable>(self, rule: &'static str, start: G) {
        for before in [None, Some(0), Some(3), Some(usize::MAX)] {
            let Ok(replayed) = replay(start.clone(), self.0, before) else { continue };
            let history = replayed.history;
            for (game, mv) in history.moves() {
                assert!(game.moves().contains(&mv), "{mv:?} in {game:?}");
            }
            let text = write_tree(&replayed.tree, Extent::Whole, history.start(), &start, rule, Notes::default());
            let record = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
            let again = replay(start.clone(), &record, None).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(path(&again.history), path(&history), "{text}");
            assert_eq!((again.left_out, lines(&again.tree)), (0, lines(&replayed.tree)), "{text}");
        }
    }
}

fn path<G: Game>(history: &History<G>) -> (G, Vec<G::Move>, G) {
    (history.start().clone(), history.moves().map(|(_, mv)| mv).collect(), history.current().clone())
}

/// What a tree has, in the order of SGF: whether others may be played instead, the move and the comment; `None` where a line ends.
fn lines<M: Move>(tree: &GameTree<M>) -> Vec<Option<(bool, Option<M>, String)>> {
    let told = |step: Step| match step {
        Step::Enter(node, divides) => Some((divides, tree.mv(node), tree.comment(node).to_owned())),
        Step::Leave(..) => None,
    };
    tree.walk(Extent::Whole).into_iter().map(told).collect()
}

/// A host that refuses a file shows the game that it showed before.
fn load(game: u8, bytes: &[u8]) {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game(GAMES[game as usize % GAMES.len()].info.name).expect("registered");
    for _ in 0..2 {
        let text = host.engine().legal_texts()[0].clone();
        let side = host.engine().side_to_move();
        host.engine_mut().play_text(side, &text).expect("legal");
    }
    let look = |host: &Host| {
        let engine = host.engine();
        let state = (engine.info().name, engine.rule().to_owned(), engine.size(), engine.player());
        (state, engine.position_text(), engine.moves_played(), engine.drawing())
    };
    let before = look(&host);
    if host.load(bytes, None).is_err() {
        assert_eq!(look(&host), before, "half a file was taken over");
    }
    let over = host.engine().outcome().is_some();
    assert_eq!(host.engine().legal_texts().is_empty(), over);
    assert!(host.engine_mut().play_text(Color::Black, "resign").is_ok() || over);
}

/// Reads a file, for any game: the first two bytes choose which, the others are the file.
///
/// # Panics
/// When the reader breaks one of the promises above.
pub fn read(bytes: &[u8]) {
    let [game, variant, file @ ..] = bytes else { return };
    if let Ok(record) = parse(file) {
        choose(*game, *variant, Replay(&record));
    }
    load(*game, file);
}
