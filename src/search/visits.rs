//! Counting nodes, and hearing in time that a search is over or that nobody wants its result any more.

use super::control::{Control, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A split family that a search under way belongs to, and the families above it.
#[derive(Debug)]
pub struct Split {
    cut: AtomicBool,
    above: Option<Arc<Split>>,
}

impl Split {
    /// Tells all searches below that their results are not wanted.
    pub fn cut(&self) {
        self.cut.store(true, Relaxed);
    }

    fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }
}

/// The nodes that one thread has visited for one root move.
#[derive(Debug)]
pub struct Visits {
    /// Not yet reported, and how many may be before they must.
    unreported: u64,
    quota: u64,
    /// Nodes between two looks at the limits.
    poll: u64,
    split: Option<Arc<Split>>,
    /// Nodes reported for the root move, by all threads.
    tally: Arc<AtomicU64>,
}

impl Visits {
    /// A beginning; the limits are looked at every `poll` nodes, or oftener where few nodes are allowed.
    pub fn new(control: &Control<'_>, poll: u64) -> Self {
        Self { unreported: 0, quota: control.quota(poll), poll, split: None, tally: Arc::default() }
    }

    /// One node more.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was met, or when a family above was cut.
    #[inline]
    pub fn one(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        self.unreported += 1;
        if self.unreported < self.quota { Ok(()) } else { self.report(control) }
    }

    /// Nodes visited by a routine that does not watch limits; the next [`Visits::one`] sees to them.
    #[inline]
    pub fn more(&mut self) -> &mut u64 {
        &mut self.unreported
    }

    #[cold]
    fn report(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        self.tally.fetch_add(self.unreported, Relaxed);
        control.report_nodes(std::mem::take(&mut self.unreported))?;
        self.quota = control.quota(self.poll);
        if self.split.as_ref().is_some_and(|split| split.is_cut()) { Err(Stopped) } else { Ok(()) }
    }

    /// Hands in what is not reported; the nodes of all threads for the root move.
    pub fn finish(&mut self, control: &Control<'_>) -> u64 {
        let nodes = std::mem::take(&mut self.unreported);
        control.add_nodes(nodes);
        self.tally.fetch_add(nodes, Relaxed) + nodes
    }

    /// Enters a split family.
    pub fn enter(&mut self) -> Arc<Split> {
        let split = Arc::new(Split { cut: AtomicBool::new(false), above: self.split.take() });
        self.split = Some(split.clone());
        split
    }

    /// Leaves the family entered last.
    pub fn leave(&mut self) {
        self.split = self.split.take().and_then(|split| split.above.clone());
    }

    /// For a thread that comes to help in the family entered last.
    pub fn fork(&self, control: &Control<'_>) -> Self {
        let (split, tally) = (self.split.clone(), self.tally.clone());
        Self { unreported: 0, quota: control.quota(self.poll), poll: self.poll, split, tally }
    }
}
