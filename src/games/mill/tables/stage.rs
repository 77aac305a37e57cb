//! Stages of the game: the stones on the board, and those in hand.

use super::index::Sector;
use std::fmt;

/// A sector of the placing phase, or, with empty hands, of the moving phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage {
    /// Stones on the board.
    pub sector: Sector,
    /// Stones in the mover's hand and in the other side's.
    pub hands: [u8; 2],
}

impl Stage {
    /// A stage of the moving phase.
    pub const fn moving(sector: Sector) -> Self {
        Self { sector, hands: [0; 2] }
    }

    /// True where stones are in hand.
    pub const fn is_placing(self) -> bool {
        self.hands[0] + self.hands[1] > 0
    }

    /// The stage after a move, without a removal or with one: after a placement while the mover has stones in hand.
    pub const fn after(self, removal: bool) -> Self {
        let Self { sector: Sector { own, enemy }, hands } = self;
        let placed = (hands[0] > 0) as u8;
        Self {
            sector: Sector::new(enemy.saturating_sub(removal as u8), own + placed),
            hands: [hands[1], hands[0] - placed],
        }
    }

    /// True where a side has too few stones left to play on.
    pub const fn is_over(self) -> bool {
        self.sector.own + self.hands[0] < 3 || self.sector.enemy + self.hands[1] < 3
    }
}

impl fmt::Display for Stage {
    /// The stones on the board, and those in hand if there are any: `6-4`, `5-4+3-4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sector, hands } = self;
        write!(f, "{}-{}", sector.own, sector.enemy)?;
        if self.is_placing() { write!(f, "+{}-{}", hands[0], hands[1]) } else { Ok(()) }
    }
}

/// The stages of a game that begins with so many stones a side, those of the last ply first; without the ones of the moving
/// phase. A side has removed at most as many stones as the other side has placed, less two.
pub fn stages(stones: u8) -> Vec<Stage> {
    let mut stages = Vec::new();
    for ply in (0..2 * stones).rev() {
        let (own, enemy) = (ply / 2, ply.div_ceil(2));
        let hands = [stones - own, stones - enemy];
        for lost in 0..=enemy.saturating_sub(2).min(own) {
            for taken in 0..=own.saturating_sub(2).min(enemy) {
                let stage = Stage { sector: Sector::new(own - lost, enemy - taken), hands };
                if !stage.is_over() {
                    stages.push(stage);
                }
            }
        }
    }
    stages
}
