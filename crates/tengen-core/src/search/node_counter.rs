//! Counts nodes, and polls the limits every few hundred or thousand; in a parallel search also whether the result is needed.

use super::control::{Control, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Counts the nodes of one search on one thread.
#[derive(Debug)]
pub struct NodeCounter {
    unreported: u64,
    /// The number of unreported nodes at which the limits are polled.
    quota: u64,
    /// The most nodes between two polls of the limits.
    poll: u64,
}

impl NodeCounter {
    /// A counter at 0; the limits are polled every `poll` nodes, or oftener where few nodes are left.
    pub fn new(control: &Control<'_>, poll: u64) -> Self {
        Self { unreported: 0, quota: control.quota(poll), poll }
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met.
    #[inline]
    pub fn one(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        if self.is_due_after_one() { self.report(control) } else { Ok(()) }
    }

    #[inline]
    const fn is_due_after_one(&mut self) -> bool {
        self.unreported += 1;
        self.unreported >= self.quota
    }

    #[cold]
    fn report(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        control.report_nodes(std::mem::take(&mut self.unreported))?;
        self.quota = control.quota(self.poll);
        Ok(())
    }

    /// Reports the nodes that are not reported yet, at the end of the search; returns their number.
    pub fn finish(&mut self, control: &Control<'_>) -> u64 {
        let nodes = std::mem::take(&mut self.unreported);
        control.add_nodes(nodes);
        nodes
    }
}

/// A node whose moves several threads search, linked to the split points above it.
#[derive(Debug)]
pub struct SplitPoint {
    cut: AtomicBool,
    above: Option<Arc<SplitPoint>>,
}

impl SplitPoint {
    /// Tells all searches below this node that their results are not needed.
    pub fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }
}

/// Counts the nodes of one thread of a parallel search.
#[derive(Debug)]
pub struct ThreadCounter {
    nodes: NodeCounter,
    split_point: Option<Arc<SplitPoint>>,
    /// Nodes of the root move, reported by all threads.
    tally: Arc<AtomicU64>,
}

impl ThreadCounter {
    /// A counter at 0; `poll` as in [`NodeCounter::new`].
    pub fn new(control: &Control<'_>, poll: u64) -> Self {
        Self { nodes: NodeCounter::new(control, poll), split_point: None, tally: Arc::default() }
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met, or when a split point above was cut.
    #[inline]
    pub fn one(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        if self.nodes.is_due_after_one() { self.report(control) } else { Ok(()) }
    }

    /// The unreported nodes, for a routine that counts without polling; the next [`ThreadCounter::one`] polls.
    #[inline]
    pub const fn unreported(&mut self) -> &mut u64 {
        &mut self.nodes.unreported
    }

    #[cold]
    fn report(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        self.tally.fetch_add(self.nodes.unreported, Relaxed);
        self.nodes.report(control)?;
        if self.split_point.as_ref().is_some_and(|split_point| split_point.is_cut()) { Err(Stopped) } else { Ok(()) }
    }

    /// Reports the nodes that are not reported yet; returns the nodes of all threads for the root move.
    pub fn finish(&mut self, control: &Control<'_>) -> u64 {
        let nodes = self.nodes.finish(control);
        self.tally.fetch_add(nodes, Relaxed) + nodes
    }

    /// Opens a split point below the present one.
    pub fn enter(&mut self) -> Arc<SplitPoint> {
        let split_point = Arc::new(SplitPoint { cut: AtomicBool::new(false), above: self.split_point.take() });
        self.split_point = Some(split_point.clone());
        split_point
    }

    /// Closes the split point that was opened last.
    pub fn leave(&mut self) {
        self.split_point = self.split_point.take().and_then(|split_point| split_point.above.clone());
    }

    /// A counter for another thread that helps at the present split point.
    pub fn fork(&self, control: &Control<'_>) -> Self {
        let nodes = NodeCounter::new(control, self.nodes.poll);
        Self { nodes, split_point: self.split_point.clone(), tally: self.tally.clone() }
    }
}
