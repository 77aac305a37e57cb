//! Growing a book: best first, by the player's own search (drop-out expansion, Lincke 2000).

use super::{Book, BookEntry, BookPosition, EntryState, children};
use crate::{Engine, EngineError, Host, Query, Turn, Variation};
use indexmap::IndexSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tengen_core::game::MoveCode;
use tengen_core::search::resources::on_own_threads;
use tengen_core::search::score::{after_move, before_move};
use tengen_core::search::{Iteration, Resources, Score, Stop};

/// The cost of a leaf for each ply that it is away from the start: leaves with lower costs grow first.
const PLY: u64 = 1_000;

/// What a move towards a leaf costs the leaf, in plies, if the move gives away the whole chance of winning.
const MISTAKE: f64 = 40.0;

/// How many leaves grow at a time, for each thread: few, so that the leaves grow that matter most, and enough to keep all threads
/// busy (a leaf takes two searches or more).
const LEAVES: usize = 4;

/// The positions that a position leads to, and those that it is reached from, as places in the book.
#[derive(Clone, Default)]
struct Links {
    children: Vec<usize>,
    parents: Vec<usize>,
}

/// A reply to be searched: the best move from a position that does not lead to a position in the book.
struct Wanted {
    /// The game at the position that the reply is from.
    engine: Box<dyn Engine>,
    /// Moves to positions that are in the book.
    known: Vec<MoveCode>,
}

/// A book that grows. Every inner position keeps a reply in reserve: when one of its replies grows, the best reply that is not in
/// the book yet is added.
pub struct Grower<'a> {
    host: &'a Host,
    engine: Box<dyn Engine>,
    /// The resources of each thread, with one search thread each: searches side by side gain more of the cores than one search
    /// split.
    workers: Vec<Resources>,
    book: Book,
    links: Vec<Links>,
    /// Positions that are not in the book, by canonical key, with the inner positions that they follow: the reply of another
    /// position may add one of them to the book.
    outside: HashMap<u64, Vec<usize>>,
}

impl<'a> Grower<'a> {
    /// Grows a book of the host's game, by its player and limits, on [`Host::workers`]. An empty book begins with the starting
    /// position.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`] for an entry that is no position, or where the player does not search;
    /// [`EngineError::Memory`].
    pub fn new(host: &'a Host, book: Book) -> Result<Self, EngineError> {
        let links = vec![Links::default(); book.len()];
        let (engine, workers) = (host.session(), host.workers()?);
        let mut grower = Self { host, engine, workers, book, links, outside: HashMap::new() };
        if grower.book.is_empty() {
            let (line, iteration) = grower.search(&grower.workers[0], &*grower.engine, &[])?;
            let start =
                BookPosition { text: grower.engine.canonical_text(), entry: leaf(&line, line.score, iteration) };
            grower.insert(grower.engine.canonical_key(), start);
        }
        let inner: Vec<_> =
            (0..grower.book.len()).filter(|&place| grower.entry(place).state == EntryState::Inner).collect();
        for &place in &inner {
            grower.set_up(place)?;
            grower.link_all(place);
        }
        grower.turn_values_round(inner);
        Ok(grower)
    }

    /// The book with all that it has grown so far.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// Grows the book by the replies to a few more leaves; false when there is no leaf left.
    ///
    /// # Errors
    /// As [`Grower::new`].
    pub fn grow(&mut self) -> Result<bool, EngineError> {
        let leaves = self.next_leaves();
        let mut changed = IndexSet::new();
        for &leaf in &leaves {
            self.set_up(leaf)?;
            let over = self.engine.outcome().is_some();
            self.entry_mut(leaf).state = if over { EntryState::Proven } else { EntryState::Inner };
            if !over {
                self.link_all(leaf);
                changed.insert(leaf);
                changed.extend(&self.links[leaf].parents);
            }
        }
        let mut wanted = Vec::new();
        for &place in &changed {
            wanted.extend(self.wanted(place)?);
        }
        let found = on_own_threads(&self.workers, wanted.len(), |worker, job| self.reply(worker, &wanted[job]))?;
        let mut changed = Vec::from_iter(changed);
        for (key, after) in found {
            // Two positions may have the same best reply.
            if !self.book.positions.contains_key(&key) {
                let reply = self.insert(key, after);
                changed.extend(&self.links[reply].parents);
            }
        }
        self.turn_values_round(changed);
        Ok(!leaves.is_empty())
    }

    /// The leaves with the lowest costs: few plies away from the start by moves that give away little.
    fn next_leaves(&self) -> Vec<usize> {
        let (mut leaves, most) = (Vec::new(), LEAVES * self.workers.len());
        let mut reached = vec![false; self.book.len()];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((cost, place))) = open.pop().filter(|_| leaves.len() < most) {
            if std::mem::replace(&mut reached[place], true) {
                continue;
            }
            let BookEntry { score, state, .. } = self.entry(place);
            match state {
                EntryState::Leaf => leaves.push(place),
                EntryState::Proven => {}
                EntryState::Inner => {
                    let scale = self.engine.scale();
                    let best = scale.win_chance(score);
                    for &child in &self.links[place].children {
                        let chance = scale.win_chance(before_move(self.entry(child).score));
                        let mistake = (best - chance).max(0.0) * MISTAKE * PLY as f64;
                        open.push(Reverse((cost + PLY + mistake as u64, child)));
                    }
                }
            }
        }
        leaves
    }

    /// The reply to be searched: a position's best one that is not in the book; `None` where all replies are.
    fn wanted(&mut self, place: usize) -> Result<Option<Wanted>, EngineError> {
        self.set_up(place)?;
        let children = children(&mut *self.engine);
        let known = children.iter().filter(|(_, after)| self.book.positions.contains_key(after));
        let known: Vec<_> = known.map(|&(mv, _)| mv).collect();
        Ok((known.len() < children.len()).then(|| Wanted { engine: self.engine.fork(), known }))
    }

    /// The position after the best of the wanted replies, with its key and the entry that the book is to have of it.
    fn reply(&self, worker: &Resources, wanted: &Wanted) -> Result<(u64, BookPosition), EngineError> {
        let mut engine = wanted.engine.fork();
        let entry = if engine.must_pass() {
            engine.play(engine.side_to_move(), Turn::Pass)?;
            let (line, iteration) = self.search(worker, &*engine, &[])?;
            leaf(&line, line.score, iteration)
        } else {
            let (line, Iteration { depth, confidence }) = self.search(worker, &*engine, &wanted.known)?;
            engine.play(engine.side_to_move(), Turn::Move(line.pv[0]))?;
            let iteration = Iteration { depth: depth.saturating_sub(1), confidence };
            leaf(&line, after_move(line.score), iteration)
        };
        Ok((engine.canonical_key(), BookPosition { text: engine.canonical_text(), entry }))
    }

    /// The best move from the position on the board apart from avoided moves, and the last iteration of its search.
    fn search(
        &self,
        worker: &Resources,
        engine: &dyn Engine,
        avoided: &[MoveCode],
    ) -> Result<(Variation, Iteration), EngineError> {
        let (color, stop) = (engine.side_to_move(), Stop::new());
        let query = Query { avoided, seed: 0, ..self.host.query_for(color, &stop).for_value() };
        let report = engine.think(color, &query, worker, &mut |_| ())?.report;
        let unsearched = || EngineError::Unreadable("a book is made by a player that searches".to_owned());
        let line = report.lines.first().cloned().ok_or_else(unsearched)?;
        Ok((line, report.iteration()))
    }

    /// Updates the values of changed positions to the best of their replies, and those of all positions that lead to them.
    fn turn_values_round(&mut self, mut changed: Vec<usize>) {
        // Where a game can repeat positions, updates might never end: their number is limited.
        for _ in 0..=10 * self.book.len() {
            let Some(place) = changed.pop() else { return };
            let replies = self.links[place].children.iter().map(|&child| before_move(self.entry(child).score));
            if let Some(best) = replies.max().filter(|&best| best != self.entry(place).score) {
                self.entry_mut(place).score = best;
                changed.extend(&self.links[place].parents);
            }
        }
    }

    fn entry(&self, place: usize) -> BookEntry {
        self.book.positions[place].entry
    }

    fn entry_mut(&mut self, place: usize) -> &mut BookEntry {
        &mut self.book.positions[place].entry
    }

    /// Puts a position of the book on the board.
    fn set_up(&mut self, place: usize) -> Result<(), EngineError> {
        self.engine.set_position_text(&self.book.positions[place].text)
    }

    /// Adds a position, linked to all positions that it follows.
    fn insert(&mut self, key: u64, position: BookPosition) -> usize {
        self.links.push(Links::default());
        let parents = self.outside.remove(&key).unwrap_or_default();
        let place = self.book.positions.insert_full(key, position).0;
        for parent in parents {
            self.link(parent, place);
        }
        place
    }

    /// Links an inner position, which is on the board, to all positions that follow it; those not yet in the book are linked
    /// later.
    fn link_all(&mut self, place: usize) {
        for (_, after) in children(&mut *self.engine) {
            if let Some(child) = self.book.positions.get_index_of(&after) {
                self.link(place, child);
            } else {
                self.outside.entry(after).or_default().push(place);
            }
        }
    }

    fn link(&mut self, place: usize, child: usize) {
        // Moves that mirror each other lead to the same position.
        if !self.links[place].children.contains(&child) {
            self.links[place].children.push(child);
            self.links[child].parents.push(place);
        }
    }
}

/// The entry of a position at the edge of the book.
fn leaf(line: &Variation, score: Score, iteration: Iteration) -> BookEntry {
    BookEntry { score, iteration, state: if line.exact { EntryState::Proven } else { EntryState::Leaf } }
}
