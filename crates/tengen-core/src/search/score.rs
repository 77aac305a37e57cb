//! The scale of search values.

/// A value from the view of the side to move. The unit is the game's own; only wins are on a common scale.
pub type Score = i32;

/// The deepest ply below the root that a search reaches.
pub const MAX_PLY: u32 = 200;

/// The value of a game won here and now; a win in `n` plies is worth `WIN - n`.
pub const WIN: Score = 1_000_000;

/// The value of a win that a table knows of without its length: in `n` plies to the next move that cannot be taken back (a
/// capture) it is worth `TABLE_WIN - n`, below every win whose length is known.
pub const TABLE_WIN: Score = WIN - 1_000;

/// The value of a win by a table, `plies` plies before the next move that cannot be taken back.
pub const fn won_by_table(plies: u32) -> Score {
    TABLE_WIN - if plies < 2 * MAX_PLY { plies } else { 2 * MAX_PLY } as Score
}

/// A value above all others: the open end of a window.
pub const INFINITE: Score = WIN + 1;

/// The value of a draw.
pub const DRAW: Score = 0;

/// The largest value that an evaluation may return; the smallest is the same with the other sign.
pub const MAX_EVAL: Score = won_by_table(2 * MAX_PLY) - 1;

/// True for a proven win or loss.
pub const fn is_proven(score: Score) -> bool {
    score.abs() > MAX_EVAL
}

/// The plies to the end of a game whose win is proven, or `None`.
pub const fn plies_to_end(score: Score) -> Option<u32> {
    if score.abs() > TABLE_WIN { Some((WIN - score.abs()) as u32) } else { None }
}

/// The plies to the next move that cannot be taken back where a table knows who wins, or `None`.
pub const fn plies_by_table(score: Score) -> Option<u32> {
    if is_proven(score) && score.abs() <= TABLE_WIN { Some((TABLE_WIN - score.abs()) as u32) } else { None }
}

/// A position's value for the side to move, from the value of the position a move later for the side to move there.
pub const fn before_move(after: Score) -> Score {
    if is_proven(after) { after.signum() - after } else { -after }
}

/// The inverse of [`before_move`]: what a move to a position of this value leaves to the other side.
pub const fn after_move(before: Score) -> Score {
    if is_proven(before) { -before - before.signum() } else { -before }
}

/// How a game's values read for people: in points, and as chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The value of a point (a disc in Othello): 1, 10, 100. Texts have as many decimals as it has zeros.
    pub point: Score,
    /// The value that raises the odds of a win by the factor e.
    pub odds: f64,
    /// The largest value without a proof that people read, and with the other sign the smallest: values beyond are shown as this
    /// one.
    pub most: Score,
    /// A proven win or loss in at most this number of plies is the shortest; the length of a longer one is a bound.
    pub shortest: u32,
}

/// The largest chance of winning without a proof.
const MOST_CHANCE: f64 = 0.9999;

impl Scale {
    /// The usual scale: values are points, and 200 of them raise the odds of a win by the factor e.
    pub const USUAL: Self = Self { point: 1, odds: 200.0, most: 1800, shortest: u32::MAX };

    /// A value in points, at most [`Scale::most`], where it is no proven win or loss; `None` for a proven one.
    pub fn points(&self, score: Score) -> Option<f64> {
        (!is_proven(score)).then(|| self.bounded_points(score))
    }

    /// A value in points, where wins and losses have to be numbers, too: they count as [`Scale::most`], with their sign.
    pub fn bounded_points(&self, score: Score) -> f64 {
        f64::from(score.clamp(-self.most, self.most)) / f64::from(self.point)
    }

    /// The chance, 0 to 1, that the side with this value wins: a logistic curve (Elo 1978). It is 0 or 1 for proven losses and
    /// wins only.
    pub fn win_chance(&self, score: Score) -> f64 {
        if is_proven(score) {
            return f64::from(score > 0);
        }
        let chance = 1.0 / (1.0 + (-f64::from(score) / self.odds).exp());
        chance.clamp(1.0 - MOST_CHANCE, MOST_CHANCE)
    }

    /// A value as a person reads it: points with their sign, `#n` for a win in n plies and `-#n` for a loss, `<=#n` and
    /// `-<=#n` where n is a bound; `win/n` and `loss/n` where a table knows the winner and the next move that cannot be taken
    /// back comes in n plies.
    pub fn text(&self, score: Score) -> String {
        if let Some(points) = self.points(score) {
            return format!("{points:+.*}", self.point.ilog10() as usize);
        }
        match (plies_by_table(score), plies_to_end(score).unwrap_or_default()) {
            (Some(plies), _) if score > 0 => format!("win/{plies}"),
            (Some(plies), _) => format!("loss/{plies}"),
            (None, plies) => {
                let (sign, bound) = (if score > 0 { "" } else { "-" }, if plies > self.shortest { "<=" } else { "" });
                format!("{sign}{bound}#{plies}")
            }
        }
    }
}

/// A value counted from the root, as the table keeps it: counted from the node `ply` plies below.
pub(crate) const fn to_table(score: Score, ply: u32) -> Score {
    if is_proven(score) { score + score.signum() * ply as Score } else { score }
}

/// The inverse of [`to_table`].
pub(crate) const fn from_table(score: Score, ply: u32) -> Score {
    if is_proven(score) { score - score.signum() * ply as Score } else { score }
}
