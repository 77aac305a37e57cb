//! Some of many, evenly spread.

/// Takes `wanted` of `total` things that come one by one.
pub struct Spread {
    total: u64,
    wanted: u64,
    seen: u64,
}

impl Spread {
    /// `wanted` of `total`, or all where there are not so many.
    pub const fn new(wanted: u64, total: u64) -> Self {
        Self { total, wanted: if wanted < total { wanted } else { total }, seen: 0 }
    }

    /// How many will have been taken after `total` things.
    pub const fn wanted(&self) -> u64 {
        self.wanted
    }

    /// Whether to take the next.
    pub fn take(&mut self) -> bool {
        let due = |seen: u64| u128::from(seen) * u128::from(self.wanted) / u128::from(self.total.max(1));
        let before = due(self.seen);
        let after = due(self.seen + 1);
        self.seen += 1;
        after > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_as_many_as_wanted_and_evenly_spread() {
        for (wanted, total) in [(0, 5), (3, 10), (10, 10), (20, 10), (5000, 100_000), (0, 0), (7, 0)] {
            let mut spread = Spread::new(wanted, total);
            let taken: Vec<_> = (0..total).filter(|_| spread.take()).collect();
            assert_eq!(taken.len() as u64, wanted.min(total));
            let gaps: Vec<_> = taken.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(gaps.iter().all(|gap| (total / wanted.min(total)..=total / wanted + 1).contains(gap)), "{gaps:?}");
        }
    }
}
