//! A game as it was played: the stack of its positions, and the rule that looks back along it.

use super::{Game, Outcome};

/// The positions of a game from its start to the current one. To undo a move pops the last position.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Game> History<G> {
    /// A game that begins with this position.
    pub fn new(start: G) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The current position.
    #[allow(clippy::missing_panics_doc)] // never empty
    pub fn current(&self) -> &G {
        self.positions.last().expect("a history holds its start")
    }

    /// The position that the game began with.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// The moves played, each with the position that it was played in.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&G, G::Move)> + Clone {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let next = self.current().after(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back; false at the start.
    pub fn undo(&mut self) -> bool {
        let can = self.plies() > 0;
        if can {
            self.positions.pop();
            self.moves.pop();
        }
        can
    }

    /// The keys of the earlier positions that the current one could repeat, oldest first.
    pub fn keys(&self) -> Vec<u64> {
        let back = self.current().reversible_plies() as usize;
        let earlier = &self.positions[..self.plies()];
        earlier[earlier.len().saturating_sub(back)..].iter().map(Game::hash).collect()
    }

    /// The rules' outcome, or a draw when the current position stands for the third time.
    pub fn outcome(&self) -> Option<Outcome> {
        self.current().outcome().or_else(|| {
            let now = self.current().hash();
            let before = self.keys().into_iter().filter(|&key| key == now).count();
            (before >= 2).then_some(Outcome::Draw)
        })
    }
}
