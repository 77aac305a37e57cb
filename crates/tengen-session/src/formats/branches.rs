//! Variations: moves beside the main line of a game, whatever a move is in its format.
//!
//! Moves are numbered in the order of the file, which is that of a walk: those of the main line from 1, then those of the
//! variations. 0 is the start. Nothing here recurses, and a tree takes time by its size, not by its depth.

use super::sgf::SgfError;

/// The most moves of a variation with those before it: far more than a game of any program has.
const MOST_MOVES: usize = 4000;

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchMove<M> {
    /// The number of the move before it.
    pub parent: usize,
    /// The move, as it is written.
    pub mv: M,
    /// The comment to it.
    pub comment: String,
    /// The number of line ends before it in the game's text.
    pub line: usize,
}

/// A variation as a game of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<R> {
    /// The number of line ends in the game's text before its first own move.
    pub line: usize,
    /// The number of its first own move, from 1: the moves before are those of a line before it.
    pub departs: usize,
    /// All its moves with what is known of the game, and the comments of its own ones; [`SgfError::TooManyMoves`].
    pub record: Result<R, SgfError>,
}

/// The moves of a line, and comments, each behind so many of them.
pub type Commented<M> = (Vec<M>, Vec<(usize, String)>);

/// The place in the list of branches of the move with this number; `None` for the start and the main line.
fn branch(main: usize, number: usize) -> Option<usize> {
    number.checked_sub(main + 1)
}

/// The moves of the variations that another move follows.
fn are_followed<M>(main: usize, branches: &[BranchMove<M>]) -> Vec<bool> {
    let mut followed = vec![false; branches.len()];
    branches.iter().filter_map(|mv| branch(main, mv.parent)).for_each(|parent| followed[parent] = true);
    followed
}

/// How many lines there are beside the main line, which has so many moves.
pub fn count<M>(main: usize, branches: &[BranchMove<M>]) -> usize {
    are_followed(main, branches).into_iter().filter(|followed| !followed).count()
}

/// The lines beside the main line, in the order of the file.
pub fn variations<'a, M: Clone>(
    main: &'a [M],
    branches: &'a [BranchMove<M>],
) -> impl Iterator<Item = Variation<Commented<M>>> + 'a {
    let mut depths: Vec<usize> = Vec::with_capacity(branches.len());
    for mv in branches {
        depths.push(1 + branch(main.len(), mv.parent).map_or(mv.parent, |parent| depths[parent]));
    }
    let mut told = vec![false; branches.len()];
    let ends = are_followed(main.len(), branches).into_iter().enumerate().filter(|(_, followed)| !followed);
    ends.map(move |(end, _)| {
        let (mut first, mut at) = (end, Some(end));
        while let Some(place) = at.filter(|&place| !told[place]) {
            (told[place], first) = (true, place);
            at = branch(main.len(), branches[place].parent);
        }
        let record = line_to(main, branches, end, depths[end]);
        Variation { line: branches[first].line, departs: depths[first], record }
    })
}

/// The moves up to one of a variation, which has this number among them, and what is said of those that the main line has not.
fn line_to<M: Clone>(
    main: &[M],
    branches: &[BranchMove<M>],
    end: usize,
    depth: usize,
) -> Result<Commented<M>, SgfError> {
    if depth > MOST_MOVES {
        return Err(SgfError::TooManyMoves { most: MOST_MOVES });
    }
    let (mut own, mut number) = (Vec::new(), main.len() + 1 + end);
    while let Some(mv) = branch(main.len(), number).map(|place| &branches[place]) {
        own.push(mv);
        number = mv.parent;
    }
    own.reverse();
    let said = (number + 1..).zip(&own).filter(|(_, mv)| !mv.comment.is_empty());
    let comments = said.map(|(place, mv)| (place, mv.comment.clone())).collect();
    Ok((main[..number].iter().cloned().chain(own.into_iter().map(|mv| mv.mv.clone())).collect(), comments))
}

impl<R> Variation<R> {
    /// The same variation of another kind of game.
    pub fn map<S>(self, game: impl FnOnce(R) -> S) -> Variation<S> {
        Variation { line: self.line, departs: self.departs, record: self.record.map(game) }
    }
}

/// Where a move of a variation leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot<N> {
    /// To a place in the tree.
    At(N),
    /// Nowhere: it cannot be played, or follows one that cannot.
    LeftOut,
    /// Behind what is read of the main line.
    Beyond,
}

/// Plays the moves of variations behind those of the main line, whose places are given for each number of them, and adds the places of
/// theirs; returns how many are left out. `play` returns the place that a move behind another leads to.
pub fn plant<M, N>(
    spots: &mut Vec<Spot<N>>,
    branches: &[BranchMove<M>],
    mut play: impl FnMut(&N, &BranchMove<M>) -> Option<N>,
) -> usize {
    let mut left_out = 0;
    for mv in branches {
        let spot = match spots.get(mv.parent) {
            Some(Spot::At(place)) => play(place, mv).map_or(Spot::LeftOut, Spot::At),
            Some(Spot::LeftOut) => Spot::LeftOut,
            Some(Spot::Beyond) | None => Spot::Beyond,
        };
        left_out += usize::from(matches!(spot, Spot::LeftOut));
        spots.push(spot);
    }
    left_out
}
