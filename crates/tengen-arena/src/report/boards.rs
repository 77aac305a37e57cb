//! Our own rules, for a record: one session for each board that its games are played on.

use crate::record::GameRecord;
use std::collections::HashMap;
use tengen_core::game::{Color, Variant};
use tengen_session::{Engine, Games};

/// The boards of a record's games, by variant.
pub struct Boards {
    games: Games,
    sessions: HashMap<Variant, Option<Box<dyn Engine>>>,
}

impl Boards {
    /// No boards yet, of these games.
    pub fn new(games: Games) -> Self {
        Self { games, sessions: HashMap::new() }
    }

    /// A session of the game's variant, of an unspecified position; `None` where we do not play it.
    pub fn session(&mut self, game: &GameRecord) -> Option<&mut (dyn Engine + 'static)> {
        let open = || self.games.open_variant(&game.variant).ok();
        self.sessions.entry(game.variant.clone()).or_insert_with(open).as_deref_mut()
    }

    /// The session at the start of a game; `None` where we do not play it, or cannot set the start up.
    pub fn started(&mut self, game: &GameRecord) -> Option<&mut (dyn Engine + 'static)> {
        let session = self.session(game)?;
        match &game.opening.position {
            None => session.clear(),
            Some(position) => session.set_position_text(position).ok()?,
        }
        Some(session)
    }

    /// Who made the first move, of the opening if that has moves.
    pub fn begins(&mut self, game: &GameRecord) -> Color {
        // Black begins in every game; only a position can say otherwise.
        let set_up = game.opening.position.is_some().then(|| self.started(game)).flatten();
        set_up.map_or(Color::Black, |session| session.side_to_move())
    }

    /// Who made the first move after the opening.
    pub fn first_to_move(&mut self, game: &GameRecord) -> Color {
        let begins = self.begins(game);
        if game.opening.moves.len().is_multiple_of(2) { begins } else { !begins }
    }
}
