//! Six Men's Morris solved whole, from the end of the game back, by a solver with rules of its own; and the program's rules
//! against its values. It knows no draw by number of plies: a position in which neither side can force a win is a draw.

use std::collections::HashMap;
use tengen_core::game::{Color, Game, History};
use tengen_games::mill::{Mill, RuleSet};

/// Points: a bit for each of the outer of the two squares, clockwise from its upper left corner, then of the inner one.
type Set = u16;

const EACH: u8 = 6;

/// What a position is worth for the side to move.
const LOSS: i8 = -1;
const DRAW: i8 = 0;
const WIN: i8 = 1;

/// A position: the stones of the side to move, and the others.
type Stones = (Set, Set);

fn points(set: Set) -> impl Iterator<Item = usize> {
    (0..16).filter(move |point| set >> point & 1 == 1)
}

fn lines() -> impl Iterator<Item = Set> {
    [0, 8].into_iter().flat_map(|square| {
        (0..8).step_by(2).map(move |k| 1 << (square + k) | 1 << (square + k + 1) | 1 << (square + (k + 2) % 8))
    })
}

fn neighbours(point: usize) -> Set {
    let (square, k) = (point / 8 * 8, point % 8);
    let along = 1 << (square + (k + 1) % 8) | 1 << (square + (k + 7) % 8);
    if k % 2 == 1 { along | 1 << (8 - square + k) } else { along }
}

/// Where the symmetry takes a point: turned, mirrored, squares exchanged.
fn image(symmetry: usize, point: usize) -> usize {
    let (square, k) = (point / 8, point % 8);
    let k = if symmetry & 4 == 0 { k } else { (8 - k) % 8 };
    (square ^ symmetry >> 3) * 8 + (k + 2 * (symmetry & 3)) % 8
}

struct Solver {
    lines: Vec<Set>,
    neighbours: Vec<Set>,
    /// The image of each set under each symmetry.
    images: Vec<[Set; 16]>,
    /// Each set as a number in base three.
    ternary: Vec<u32>,
    /// The values of the moving phase, by the number of the first of all positions that symmetry makes equal.
    moving: Vec<i8>,
    placing: HashMap<(Stones, u8), i8>,
}

impl Solver {
    fn new() -> Self {
        let sets = 0..=Set::MAX;
        let image_of = |set, symmetry| points(set).fold(0, |image_of, point| image_of | 1 << image(symmetry, point));
        let mut solver = Self {
            lines: lines().collect(),
            neighbours: (0..16).map(neighbours).collect(),
            images: sets.clone().map(|set| std::array::from_fn(|symmetry| image_of(set, symmetry))).collect(),
            ternary: sets.map(|set| points(set).map(|point| 3_u32.pow(point as u32)).sum()).collect(),
            moving: vec![DRAW; 3_usize.pow(16)],
            placing: HashMap::new(),
        };
        for stones in 6..=2 * EACH {
            for fewer in (3..=stones / 2).filter(|fewer| stones - fewer <= EACH) {
                solver.solve([fewer, stones - fewer]);
            }
        }
        solver
    }

    fn first_of(&self, (own, enemy): Stones) -> Stones {
        let pairs = self.images[usize::from(own)].into_iter().zip(self.images[usize::from(enemy)]);
        pairs.min().unwrap_or((own, enemy))
    }

    fn number(&self, stones: Stones) -> usize {
        let (own, enemy) = self.first_of(stones);
        (self.ternary[usize::from(own)] + 2 * self.ternary[usize::from(enemy)]) as usize
    }

    /// What the other side can be left with by a stone that comes to `to` beside its own: itself, or one stone less.
    fn enemies_after(&self, own: Set, enemy: Set, to: usize) -> Vec<Set> {
        let stands =
            |set: Set, point: usize| self.lines.iter().any(|line| line >> point & 1 == 1 && line & set == *line);
        if !stands(own, to) {
            return vec![enemy];
        }
        let loose: Vec<_> = points(enemy).filter(|&point| !stands(enemy, point)).collect();
        let removable = if loose.is_empty() { points(enemy).collect() } else { loose };
        removable.into_iter().map(|point| enemy & !(1 << point)).collect()
    }

    /// The worth of moves for who makes them, from the worth of what comes after each: `None` where that is open.
    fn best(values: impl Iterator<Item = i8>) -> Option<i8> {
        let mut worst = LOSS;
        for after in values {
            match -after {
                WIN => return Some(WIN),
                worth => worst = worst.max(worth),
            }
        }
        (worst == LOSS).then_some(LOSS)
    }

    /// What the position is worth by what is known of those after each slide; without any, it is lost.
    fn by_slides(&self, (own, enemy): Stones) -> Option<i8> {
        let empty = !(own | enemy);
        let slides = points(own).flat_map(|from| points(self.neighbours[from] & empty).map(move |to| (from, to)));
        Self::best(slides.flat_map(|(from, to)| {
            let own = own & !(1 << from) | 1 << to;
            self.enemies_after(own, enemy, to).into_iter().map(move |enemy| self.moving_value((enemy, own)))
        }))
    }

    /// Fewer than three stones are lost.
    fn moving_value(&self, stones: Stones) -> i8 {
        if stones.0.count_ones() < 3 { LOSS } else { self.moving[self.number(stones)] }
    }

    /// All positions of so many stones against so many, with either side to move: again and again, until no value changes.
    fn solve(&mut self, counts: [u8; 2]) {
        let of = |count: u8| (0..=Set::MAX).filter(move |set| set.count_ones() == u32::from(count));
        let mut open = Vec::new();
        for [own, enemy] in [counts, [counts[1], counts[0]]] {
            for own in of(own).filter(|&own| self.first_of((own, 0)).0 == own) {
                let enemies = of(enemy).filter(|enemy| enemy & own == 0);
                open.extend(enemies.map(|enemy| (own, enemy)).filter(|&stones| self.first_of(stones) == stones));
            }
        }
        let mut count = usize::MAX;
        while open.len() < count {
            count = open.len();
            open.retain(|&stones| {
                let value = self.by_slides(stones);
                let number = self.number(stones);
                self.moving[number] = value.unwrap_or(DRAW);
                value.is_none()
            });
        }
    }

    /// With so many stones in hand, of both sides together: of the side to move no fewer.
    fn value(&mut self, stones: Stones, hands: u8) -> i8 {
        let stones = self.first_of(stones);
        let (own, enemy) = stones;
        if own.count_ones() + u32::from(hands.div_ceil(2)) < 3 {
            return LOSS;
        }
        if hands == 0 {
            return self.moving_value(stones);
        }
        if let Some(&value) = self.placing.get(&(stones, hands)) {
            return value;
        }
        let mut best = LOSS;
        'moves: for to in points(!(own | enemy)) {
            let own = own | 1 << to;
            for enemy in self.enemies_after(own, enemy, to) {
                best = best.max(-self.value((enemy, own), hands - 1));
                if best == WIN {
                    break 'moves;
                }
            }
        }
        self.placing.insert((stones, hands), best);
        best
    }

    fn value_of(&mut self, game: &Mill) -> i8 {
        let [own, enemy] = [game.side_to_move(), !game.side_to_move()].map(|color| (game.stones(color) >> 8) as Set);
        self.value((own, enemy), Color::BOTH.iter().map(|&color| game.hand(color)).sum())
    }
}

/// No other solution of it was found to compare with.
#[test]
fn six_mens_morris_is_a_draw() {
    let mut solver = Solver::new();
    assert_eq!(solver.value((0, 0), 2 * EACH), DRAW);
    let mut seen = [0; 3];
    for seed in 0..300 {
        let (mut history, mut rng) = (History::new(Mill::new(RuleSet::MORRIS6)), fastrand::Rng::with_seed(seed));
        while history.outcome().is_none() && history.plies() < 60 {
            let game = *history.current();
            let moves = game.moves();
            let after = |game: Mill, solver: &mut Solver| match game.outcome() {
                Some(outcome) => outcome.margin_for(game.side_to_move()).signum() as i8,
                None => solver.value_of(&game),
            };
            let best = moves.iter().map(|&mv| -after(game.after(mv), &mut solver)).max();
            let value = solver.value_of(&game);
            assert_eq!(best, Some(value), "{}", tengen_core::game::Notation::drawing(&game));
            seen[(value + 1) as usize] += 1;
            history.play(moves[rng.usize(..moves.len())]);
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}
