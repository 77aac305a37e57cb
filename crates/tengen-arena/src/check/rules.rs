//! What our own rules say of the game that an engine is tested in, and lines of legal moves into the situations that are tested.

use tengen_core::game::{Color, Size, Variant};
use tengen_session::{Engine, EngineError, Games};

/// Random games that are looked through for a situation.
const RANDOM_GAMES: u64 = 60;

/// Plies of the line that is played and taken back.
const OPENING: usize = 12;

/// Moves from the start, without a pass.
pub type MoveList = Vec<(Color, String)>;

/// The rules to judge an engine by.
pub struct Rules {
    games: Games,
    /// Game, rule set and board.
    pub variant: Variant,
    /// Some moves.
    pub opening: MoveList,
    /// Moves until a side has no other move than a pass, where the game has that.
    pub to_pass: Option<MoveList>,
    /// A whole game.
    pub to_end: Option<MoveList>,
}

impl Rules {
    /// The rules of a game; the defaults where neither rule set nor size is asked for.
    ///
    /// # Errors
    /// As [`Games::open`].
    pub fn new(games: Games, game: &str, rule: Option<&str>, size: Option<Size>) -> Result<Self, EngineError> {
        let mut session = games.open(game, rule, size)?;
        let session = session.as_mut();
        Ok(Self {
            games,
            variant: session.variant(),
            opening: shortest(session, |session| session.plies() == OPENING).unwrap_or_default(),
            to_pass: shortest(session, must_pass),
            to_end: shortest(session, |session| session.outcome().is_some()),
        })
    }

    /// The game at the end of a line.
    ///
    /// # Errors
    /// [`EngineError`] when the rules forbid a move of it.
    pub fn at(&self, line: &MoveList) -> Result<Box<dyn Engine>, EngineError> {
        let mut session = self.games.open_variant(&self.variant)?;
        line.iter().try_for_each(|(color, text)| session.play_text(*color, text))?;
        Ok(session)
    }
}

fn must_pass(session: &dyn Engine) -> bool {
    session.legal_texts().iter().all(|text| text.eq_ignore_ascii_case("pass")) && session.outcome().is_none()
}

/// The shortest of some random games up to a situation.
fn shortest(session: &mut dyn Engine, arrived: impl Fn(&dyn Engine) -> bool) -> Option<MoveList> {
    let mut rng = fastrand::Rng::with_seed(0);
    let mut best: Option<MoveList> = None;
    for _ in 0..RANDOM_GAMES {
        let most = best.as_ref().map_or(usize::MAX, Vec::len);
        session.clear();
        while session.plies() < most {
            if arrived(session) {
                best = Some(session.moves_played());
                break;
            }
            let mut moves = session.legal_texts();
            if moves.is_empty() || must_pass(session) {
                break;
            }
            let chosen = moves.swap_remove(rng.usize(..moves.len()));
            if session.play_text(session.side_to_move(), &chosen).is_err() {
                break;
            }
        }
    }
    best
}
