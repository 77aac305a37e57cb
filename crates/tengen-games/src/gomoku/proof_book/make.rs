//! Makes the book of a proof from certificates: Black's moves in the positions that the threat search does not win at once.

use super::{FORMAT, MOST, NO_PLACE, PLACE_BITS, POINT_BITS, ProofEntry, ProvenWin, key_of, threats};
use crate::gomoku::Gomoku;
use crate::gomoku::bits::Point;
use crate::gomoku::certificate::Certificate;
use crate::gomoku::search::Board;
use crate::gomoku::weights::Weights;
use crate::proofs::{ENTRY, entry};
use rayon::prelude::*;
use std::collections::HashMap;
use tengen_core::game::{Color, Game as _, Notation as _};
use tengen_core::progress::Progress;
use thiserror::Error;

/// Why no book was made.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ProofError {
    /// A position has no move in any certificate.
    #[error("no certificate has a move for Black in the position {0}")]
    Missing(String),
    /// A certificate is of another rule set or size, or White wins in it, or there is none.
    #[error("certificates are expected of wins of Black's under one rule set, on one board of up to 15 lines")]
    Mixed,
    /// There are more positions than a book holds.
    #[error("a book holds {MOST} positions, and these certificates have more")]
    Large,
}

/// Where a certificate answers White's replies to a move.
#[derive(Clone, Copy)]
struct Source {
    certificate: usize,
    step: usize,
    mv: Point,
}

/// A position with Black to move.
struct Open {
    position: Gomoku,
    /// The place of the position before it, and White's reply.
    before: (u32, Point),
    source: Source,
}

/// A position of the book.
struct Made {
    key: u32,
    before: Option<(u32, Point)>,
    mv: Point,
    /// The most plies to the end where threats win after White's reply.
    threats: u32,
    /// The places of the positions after all other replies.
    after: Vec<u32>,
}

/// The file of the book of a proof that Black wins from the empty board by a first move on the centre: certificates have the wins
/// after all of White's answers that no symmetry makes equal. Where the book ends, a threat search of so many nodes wins.
///
/// # Errors
/// [`ProofError`].
pub fn make(certificates: &[Certificate], nodes: u32, progress: &dyn Progress) -> Result<Vec<u8>, ProofError> {
    let position = &certificates.first().ok_or(ProofError::Mixed)?.position;
    let start = Gomoku::new(position.rule(), position.size());
    let fits = |Certificate { position, winner, .. }: &Certificate| {
        (position.rule(), position.size(), *winner) == (start.rule(), start.size(), Color::Black)
    };
    if start.size() > 15 || !certificates.iter().all(fits) {
        return Err(ProofError::Mixed);
    }
    let made = Maker { certificates, nodes }.book(&start, progress)?;
    let plies = plies(&made);
    let mut order: Vec<usize> = (0..made.len()).collect();
    order.sort_by_key(|&place| made[place].key);
    let mut places = vec![0; made.len()];
    for (&place, new) in order.iter().zip(0u32..) {
        places[place] = new;
    }
    let mut content = vec![start.rule() as u8, start.size()];
    content.extend(nodes.to_le_bytes());
    for place in order {
        let Made { key, before, mv, .. } = made[place];
        let before = before.map(|(before, reply)| (places[before as usize], reply));
        let entry = ProofEntry { key, before, win: ProvenWin { mv, plies: plies[place] } };
        content.extend(entry.pack(start.size()));
    }
    Ok(FORMAT.file(&content))
}

impl ProofEntry {
    fn pack(&self, size: u8) -> [u8; ENTRY] {
        let code = |point: Point| u64::from(point.row()) * u64::from(size) + u64::from(point.col());
        let (place, reply) = self.before.map_or((NO_PLACE, 0), |(place, reply)| (place, code(reply)));
        let number = ((u64::from(self.key) << PLACE_BITS | u64::from(place)) << POINT_BITS | reply) << POINT_BITS;
        entry(number | code(self.win.mv), self.win.plies.div_ceil(2).min(u8::MAX.into()) as u8)
    }
}

/// The most plies of the win in each position: those of the longest reply, which leads to a position further on.
fn plies(made: &[Made]) -> Vec<u32> {
    let mut plies = vec![0; made.len()];
    for (place, entry) in made.iter().enumerate().rev() {
        let after = entry.after.iter().map(|&after| plies[after as usize] + 2);
        plies[place] = after.max().unwrap_or_default().max(entry.threats);
    }
    plies
}

struct Maker<'a> {
    certificates: &'a [Certificate],
    nodes: u32,
}

impl Maker<'_> {
    /// All positions, those with fewer stones first.
    fn book(&self, start: &Gomoku, progress: &dyn Progress) -> Result<Vec<Made>, ProofError> {
        let middle = start.size() / 2;
        let first = Point::new(middle, middle);
        let mut made = vec![Made { key: key_of(start), before: None, mv: first, threats: 0, after: Vec::new() }];
        let mut places: HashMap<u64, u32> = HashMap::new();
        let mut level = self.answers(&start.after(first))?;
        while let Some(open) = level.first() {
            let stones = start.free().len() - open.position.free().len();
            progress.begin(&format!("replies, {stones} stones, {} positions", made.len()), Some(level.len() as u64));
            let mut new = Vec::new();
            for open in level {
                let place = *places.entry(open.position.symmetric_hash()).or_insert(made.len() as u32);
                made[open.before.0 as usize].after.push(place);
                if place as usize == made.len() {
                    let Open { position, before, source } = &open;
                    let (key, before) = (key_of(position), Some(*before));
                    made.push(Made { key, before, mv: source.mv, threats: 0, after: Vec::new() });
                    new.push((place, open));
                } else {
                    progress.advance(1);
                }
            }
            if made.len() > MOST {
                return Err(ProofError::Large);
            }
            let replies = new.par_iter().map(|(place, open)| {
                let replies = self.replies(*place, open);
                progress.advance(1);
                replies
            });
            let replies: Vec<(u32, Vec<Open>)> = replies.collect::<Result<_, _>>()?;
            level = Vec::new();
            for ((place, _), (threats, open)) in new.iter().zip(replies) {
                made[*place as usize].threats = threats;
                level.extend(open);
            }
        }
        progress.end();
        Ok(made)
    }

    /// The positions of certificates after White's answers to the first move.
    ///
    /// # Errors
    /// [`ProofError::Missing`] where an answer has none.
    fn answers(&self, after: &Gomoku) -> Result<Vec<Open>, ProofError> {
        let mut answers: HashMap<u64, Open> = HashMap::new();
        for (certificate, Certificate { position, steps, .. }) in self.certificates.iter().enumerate() {
            let step = steps.len() - 1;
            // Where White is to move, the certificate is of the position after Black's move.
            let last = position.stones(Color::Black).without(after.stones(Color::Black)).iter().next();
            let Some(mv) = steps[step].mv.or(last) else { return Err(ProofError::Mixed) };
            for reply in position.stones(Color::White).iter() {
                let before = after.after(reply);
                let same = *position == if last.is_some() { before.after(mv) } else { before.clone() };
                if same {
                    let source = Source { certificate, step, mv };
                    answers.insert(before.symmetric_hash(), Open { position: before, before: (0, reply), source });
                }
            }
        }
        let missing = after
            .free()
            .iter()
            .map(|reply| after.after(reply))
            .find(|position| !answers.contains_key(&position.symmetric_hash()));
        if let Some(position) = missing {
            return Err(ProofError::Missing(position.position_text()));
        }
        let mut answers: Vec<Open> = answers.into_values().collect();
        answers.sort_by_key(|open| open.before.1.index());
        Ok(answers)
    }

    /// The most plies to the end where threats win after White's reply to the move in a position, and the positions after all other
    /// replies.
    fn replies(&self, place: u32, open: &Open) -> Result<(u32, Vec<Open>), ProofError> {
        let Source { certificate, step, mv } = open.source;
        let steps = &self.certificates[certificate].steps;
        let after = open.position.after(mv);
        if after.outcome().is_some() {
            return Ok((1, Vec::new()));
        }
        let answers: HashMap<Point, u32> = steps[step].replies.iter().copied().collect();
        let mut board = Board::with(&after, Weights::shared());
        let (mut longest, mut found) = (0, Vec::new());
        for reply in after.moves() {
            board.make(reply);
            let plies = threats(&mut board, self.nodes, &mut || Ok(())).ok().flatten();
            board.unmake();
            if let Some(plies) = plies {
                longest = longest.max(plies + 2);
                continue;
            }
            let position = after.after(reply);
            let next = answers.get(&reply).copied().or(steps[step].other).map(|next| next as usize);
            let next = next.and_then(|step| Some((step, steps[step].mv?))).filter(|_| position.outcome().is_none());
            let Some((step, mv)) = next else { return Err(ProofError::Missing(position.position_text())) };
            found.push(Open { position, before: (place, reply), source: Source { certificate, step, mv } });
        }
        Ok((longest, found))
    }
}
