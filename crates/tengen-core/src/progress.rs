//! How far a long piece of work is, told by the work to its front end, which may show it.

/// Takes reports of progress. Work that runs on many threads may report from each of them.
///
/// ```
/// use tengen_core::progress::{NoProgress, Progress};
///
/// fn sum(numbers: &[u64], progress: &dyn Progress) -> u64 {
///     progress.begin("numbers", Some(numbers.len() as u64));
///     let sum = numbers.iter().inspect(|_| progress.advance(1)).sum();
///     progress.end();
///     sum
/// }
///
/// assert_eq!(sum(&[1, 2, 3], &NoProgress), 6);
/// ```
pub trait Progress: Sync {
    /// Work begins, at position 0. `what` is shown beside the numbers and says what they count; `total` is the position
    /// at the end, where it is known. May be called again for the next piece of work.
    fn begin(&self, what: &str, total: Option<u64>);

    /// Adds `by` to the total.
    fn extend(&self, by: u64);

    /// Adds `by` to the position.
    fn advance(&self, by: u64);

    /// Calls `print` once, while nothing is shown that its output could mix with.
    fn suspend(&self, print: &mut dyn FnMut());

    /// The work is done, or given up: nothing is shown any more.
    fn end(&self);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _what: &str, _total: Option<u64>) {}

    fn extend(&self, _by: u64) {}

    fn advance(&self, _by: u64) {}

    fn suspend(&self, print: &mut dyn FnMut()) {
        print();
    }

    fn end(&self) {}
}
