//! How the players of a tournament hang together: who can be compared at all, and who by a few games only.
//!
//! The *link* of two players is the least number of observations, pairs or games, that cross any division of all players
//! which parts the two: what L. Ford and D. Fulkerson, Maximal flow through a network, 1956, show to be the largest flow
//! between them. Links of some number or more are transitive, so they part the players into classes.

use super::MIN_SAMPLES;
use std::collections::VecDeque;

/// Observations between the players.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// How many observations two players share; symmetric.
    shared: Vec<Vec<u64>>,
}

impl Links {
    /// Links of so many players, who share `shared` observations.
    pub fn new(players: usize, shared: impl Fn(usize, usize) -> u64) -> Self {
        Self { shared: (0..players).map(|i| (0..players).map(|j| shared(i, j)).collect()).collect() }
    }

    /// The players whom games link, of their own or through others: larger groups first, else in the order of the players.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let players = self.shared.len();
        let mut seen = vec![false; players];
        let mut groups = Vec::new();
        for player in 0..players {
            let mut group = Vec::new();
            let mut open = vec![player];
            while let Some(i) = open.pop() {
                if !std::mem::replace(&mut seen[i], true) {
                    group.push(i);
                    open.extend((0..players).filter(|&j| self.shared[i][j] > 0));
                }
            }
            if !group.is_empty() {
                group.sort_unstable();
                groups.push(group);
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The classes of two or more players of a group whose links are [`MIN_SAMPLES`] or more; none where there is only one.
    pub fn parts(&self, group: &[usize]) -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for &player in group {
            match classes.iter_mut().find(|class| self.is_strong(class[0], player)) {
                Some(class) => class.push(player),
                None => classes.push(vec![player]),
            }
        }
        classes.retain(|class| class.len() > 1);
        if classes.len() > 1 { classes } else { Vec::new() }
    }

    /// True where the link of two players is [`MIN_SAMPLES`] or more: Edmonds' and Karp's search for a flow, up to that size.
    pub fn is_strong(&self, from: usize, to: usize) -> bool {
        let own = |player: usize| self.shared[player].iter().sum::<u64>();
        if self.shared[from][to] >= MIN_SAMPLES || own(from).min(own(to)) < MIN_SAMPLES {
            return self.shared[from][to] >= MIN_SAMPLES;
        }
        let (mut free, mut flow) = (self.shared.clone(), 0);
        while flow < MIN_SAMPLES {
            let Some(path) = shortest_path(&free, from, to) else { return false };
            let steps = || path.iter().zip(&path[1..]);
            let more = steps().map(|(&i, &j)| free[i][j]).min().unwrap_or_default();
            for (&i, &j) in steps() {
                free[i][j] -= more;
                free[j][i] += more;
            }
            flow += more;
        }
        true
    }
}

/// The shortest path by steps that are free; `None` where there is none.
fn shortest_path(free: &[Vec<u64>], from: usize, to: usize) -> Option<Vec<usize>> {
    let mut came_from = vec![None; free.len()];
    let mut open = VecDeque::from([from]);
    while let Some(i) = open.pop_front() {
        if i == to {
            let mut path: Vec<_> = std::iter::successors(Some(to), |&i| came_from[i].filter(|_| i != from)).collect();
            path.reverse();
            return Some(path);
        }
        for (j, &capacity) in free[i].iter().enumerate() {
            if capacity > 0 && j != from && came_from[j].is_none() {
                came_from[j] = Some(i);
                open.push_back(j);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Observations that cross a division, the least of all divisions that part two players: all are tried.
    fn least_cut(shared: &[Vec<u64>], from: usize, to: usize) -> u64 {
        let players = shared.len();
        let crossing = |side: u32| -> u64 {
            let is_in = |player: usize| side >> player & 1 == 1;
            let pairs = (0..players).flat_map(|i| (0..players).map(move |j| (i, j)));
            pairs.filter(|&(i, j)| is_in(i) && !is_in(j)).map(|(i, j)| shared[i][j]).sum()
        };
        (0..1 << players).filter(|side| side >> from & 1 == 1 && side >> to & 1 == 0).map(crossing).min().unwrap()
    }

    #[test]
    fn strong_links_are_those_that_every_division_cuts_often() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut strong, mut weak) = (0, 0);
        for _ in 0..200 {
            let players = random.usize(2..8);
            let mut few = || if random.bool() { random.u64(0..8) } else { 0 };
            let half: Vec<Vec<u64>> = (0..players).map(|i| (0..i).map(|_| few()).collect()).collect();
            let of = |i: usize, j: usize| if i == j { 0 } else { half[i.max(j)][i.min(j)] };
            let links = Links::new(players, of);
            let shared = &links.shared;
            for i in 0..players {
                for j in 0..i {
                    let expected = least_cut(shared, i, j) >= MIN_SAMPLES;
                    assert_eq!(links.is_strong(i, j), expected, "{i} {j} {shared:?}");
                    *(if expected { &mut strong } else { &mut weak }) += 1;
                }
            }
        }
        assert!(strong > 100 && weak > 100, "{strong} {weak}");
    }
}
