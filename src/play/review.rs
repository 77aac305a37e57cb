//! A review of the game: what is known of its moves, in signs and words.

use super::position::name;
use crate::features::analyze::{Judged, Mark, SideSummary};
use std::collections::HashMap;
use tengen_core::game::Color;
use tengen_session::tree::NodeId;

/// The moves that were judged, by their nodes.
#[derive(Clone, Debug, Default)]
pub struct ShownReview {
    moves: HashMap<NodeId, Judged>,
    /// The line that is gone through, or was last.
    line: Vec<NodeId>,
}

impl ShownReview {
    /// Goes through a line from now on; the number of its first move that is not judged yet, from 1, or 1 where all are.
    pub fn begin(&mut self, line: Vec<NodeId>) -> usize {
        self.line = line;
        let known = self.count();
        if known < self.line.len() { known + 1 } else { 1 }
    }

    /// Takes over what is known of a move of the line.
    pub fn take(&mut self, judged: Judged) {
        if let Some(&node) = self.line.get(judged.number - 1) {
            self.moves.insert(node, judged);
        }
    }

    /// The moves of the line that are judged, from its first on.
    fn count(&self) -> usize {
        self.line.iter().take_while(|node| self.moves.contains_key(node)).count()
    }

    /// How many moves of how many are judged.
    pub fn progress(&self) -> String {
        format!("{} of {} moves", self.count(), self.line.len())
    }

    /// What is known of a node's move.
    pub fn of(&self, node: NodeId) -> Option<&Judged> {
        self.moves.get(&node)
    }

    /// The sign behind a node's move; empty where it has none.
    pub fn sign(&self, node: NodeId) -> &'static str {
        self.of(node).and_then(Judged::mark).map_or("", Mark::sign)
    }

    /// Black's chance of winning after a node's move, 0 to 1.
    pub fn chance(&self, node: NodeId) -> Option<f64> {
        let judged = self.of(node)?;
        let chance = judged.played.win_chance()?;
        Some(if judged.color == Color::Black { chance } else { 1.0 - chance })
    }

    /// Both sides' accuracy, where a whole line is judged.
    pub fn summary(&self) -> Option<String> {
        if self.line.is_empty() || self.count() < self.line.len() {
            return None;
        }
        let moves: Vec<_> = self.line.iter().filter_map(|node| self.moves.get(node)).cloned().collect();
        let side = |color| Some(format!("{} {:.0} %", name(color), SideSummary::of(&moves, color).accuracy?));
        let sides: Vec<_> = Color::BOTH.into_iter().filter_map(side).collect();
        (!sides.is_empty()).then(|| format!("Accuracy: {}", sides.join(", ")))
    }

    /// What is to be said of a node's move.
    pub fn describe(&self, node: NodeId) -> Vec<String> {
        let Some(judged) = self.of(node) else { return Vec::new() };
        let Judged { number, best, played, .. } = judged;
        let loss = judged.win_chance_loss().unwrap_or(0.0);
        let same = best.mv.eq_ignore_ascii_case(&played.mv);
        let verdict = if judged.forced {
            "The only move.".to_owned()
        } else if same {
            "The best move.".to_owned()
        } else if loss > 0.0 {
            let word = judged.mark().map_or("Not the best", Mark::word);
            format!("{word}: it cost {:.0} % of the chance to win.", 100.0 * loss)
        } else {
            format!("As good as {}.", best.mv)
        };
        let first = format!("Move {number}, {}: {verdict}", played.mv);
        let line = best.line.as_ref().filter(|_| !same && loss > 0.0);
        let better = line.map(|line| {
            let value = best.value_text().unwrap_or_default();
            let then = line.pv[1..].join(" ");
            let then = if then.is_empty() { then } else { format!(", then {then}") };
            format!("Better: {} {value}{then}", best.mv)
        });
        std::iter::once(first).chain(better).collect()
    }
}
