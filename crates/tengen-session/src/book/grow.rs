//! Growing a book: best first, by the player's own search (drop-out expansion, Lincke 2000).

use super::{Book, BookEntry, EntryState, children};
use crate::{Engine, EngineError, Host, Query, Turn, Variation};
use indexmap::IndexSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use tengen_core::game::MoveCode;
use tengen_core::search::resources::on_own_threads;
use tengen_core::search::score::{after_move, before_move};
use tengen_core::search::{Goal, Iteration, Limits, Resources, Score, Stop};

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
    /// The position that the reply is from.
    text: String,
    /// Moves to positions that are in the book.
    known: Vec<MoveCode>,
    /// The other moves, each with the canonical text of the position after it.
    new: Vec<(MoveCode, String)>,
    /// True where the only move is a pass.
    pass: bool,
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
    /// Positions that are not in the book, by canonical text, with the inner positions that they follow: the reply of another
    /// position may add one of them to the book.
    outside: HashMap<String, Vec<usize>>,
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
            grower.insert(grower.engine.canonical_text(), leaf(&line, line.score, iteration));
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
        for (after, entry) in found.into_iter().flatten() {
            // Two positions may have the same best reply.
            if !self.book.entries.contains_key(&after) {
                let reply = self.insert(after, entry);
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
        let (known, new): (Vec<_>, Vec<_>) =
            children(&mut *self.engine).into_iter().partition(|(_, after)| self.book.entries.contains_key(after));
        let known = known.into_iter().map(|(mv, _)| mv).collect();
        Ok((!new.is_empty()).then(|| Wanted {
            text: self.engine.position_text(),
            known,
            new,
            pass: self.engine.must_pass(),
        }))
    }

    /// The position after the best of the wanted replies, and the entry that the book is to have of it.
    fn reply(&self, worker: &Resources, wanted: &Wanted) -> Result<Option<(String, BookEntry)>, EngineError> {
        let mut engine = self.host.session();
        engine.set_position_text(&wanted.text)?;
        let (reply, entry) = if wanted.pass {
            let pass = wanted.new[0].0;
            engine.play(engine.side_to_move(), Turn::Move(pass))?;
            let (line, iteration) = self.search(worker, &*engine, &[])?;
            (pass, leaf(&line, line.score, iteration))
        } else {
            let (line, Iteration { depth, confidence }) = self.search(worker, &*engine, &wanted.known)?;
            let iteration = Iteration { depth: depth.saturating_sub(1), confidence };
            (line.pv[0], leaf(&line, after_move(line.score), iteration))
        };
        let mut new = wanted.new.iter();
        Ok(new.find(|(mv, _)| *mv == reply).map(|(_, after)| (after.clone(), entry)))
    }

    /// The best move from the position on the board apart from avoided moves, and the last iteration of its search.
    fn search(
        &self,
        worker: &Resources,
        engine: &dyn Engine,
        avoided: &[MoveCode],
    ) -> Result<(Variation, Iteration), EngineError> {
        let (color, stop) = (engine.side_to_move(), Stop::new());
        let limits = Limits { goal: Goal::Value, ..self.host.limits(color) };
        let query = Query { avoided, ..Query::new(limits, &stop) };
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
        self.book.entries[place]
    }

    fn entry_mut(&mut self, place: usize) -> &mut BookEntry {
        &mut self.book.entries[place]
    }

    /// Puts a position of the book on the board.
    fn set_up(&mut self, place: usize) -> Result<(), EngineError> {
        let text = self.book.entries.get_index(place).map_or("", |(text, _)| text);
        self.engine.set_position_text(text)
    }

    /// Adds a position, linked to all positions that it follows.
    fn insert(&mut self, text: String, entry: BookEntry) -> usize {
        self.links.push(Links::default());
        let parents = self.outside.remove(&text).unwrap_or_default();
        let place = self.book.entries.insert_full(text, entry).0;
        for parent in parents {
            self.link(parent, place);
        }
        place
    }

    /// Links an inner position, which is on the board, to all positions that follow it; those not yet in the book are linked
    /// later.
    fn link_all(&mut self, place: usize) {
        for (_, after) in children(&mut *self.engine) {
            if let Some(child) = self.book.entries.get_index_of(&after) {
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
