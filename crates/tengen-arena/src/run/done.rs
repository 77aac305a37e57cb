//! Which games of a plan are recorded.

/// The games that are recorded, a bit each.
pub struct Done(Vec<u64>);

impl Done {
    /// None yet, of so many.
    pub fn new(games: usize) -> Self {
        Self(vec![0; games.div_ceil(64)])
    }

    /// Whether a game is recorded.
    pub fn has(&self, game: usize) -> bool {
        self.0[game / 64] & 1 << (game % 64) != 0
    }

    /// Adds a game; true when it was not there before.
    pub fn add(&mut self, game: usize) -> bool {
        let new = !self.has(game);
        self.0[game / 64] |= 1 << (game % 64);
        new
    }
}
