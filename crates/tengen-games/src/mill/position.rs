//! Positions, and the rules by which a turn leads from one to the next.

mod turns;

use super::board::{self, ALL, CENTRE, Point, Points};
use super::rule_set::{Removable, RuleSet};
use super::turn::{Capture, MillMove};
use tengen_core::game::{Color, Game, Outcome, zobrist};

/// A position of the mill family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mill {
    rule_set: RuleSet,
    side: Color,
    stones: [Points; 2],
    hands: [u8; 2],
    /// Points whose stone was removed while placing, under rules that close them ([`RuleSet::closes_points`]).
    closed: Points,
    /// The plies since the last removal; stays 0 in zhiqi.
    quiet: u8,
}

impl Mill {
    /// The empty board with full hands, Black to move.
    pub const fn new(rule_set: RuleSet) -> Self {
        let hands = [rule_set.stones(); 2];
        Self { rule_set, side: Color::Black, stones: [0; 2], hands, closed: 0, quiet: 0 }
    }

    /// A position from its parts, or what is wrong with them; `stones` and `hands` are Black's, then White's, `quiet`
    /// are the plies since the last removal.
    ///
    /// # Errors
    /// One line for a person, when the rules have no such position.
    pub fn from_parts(
        rule_set: RuleSet,
        side: Color,
        stones: [Points; 2],
        hands: [u8; 2],
        quiet: u8,
    ) -> Result<Self, String> {
        let position = Self { rule_set, side, stones: stones.map(|set| set & (ALL | CENTRE)), hands, closed: 0, quiet };
        for color in Color::BOTH {
            if position.left(color) > u32::from(rule_set.stones()) {
                return Err(format!("{color} has more than {} stones", rule_set.stones()));
            }
        }
        let most = if rule_set.is_zhiqi() { 0 } else { rule_set.draw() };
        if (position.stones[0] | position.stones[1]) & !rule_set.points() != 0 {
            Err("a stone stands outside the board".into())
        } else if stones[0] & stones[1] != 0 {
            Err("two stones stand on the same point".into())
        } else if quiet > most {
            Err(format!("at most {most} plies without a removal"))
        } else if (rule_set.is_zhiqi() || rule_set.mill_wins())
            && Color::BOTH.iter().all(|&color| position.lines(color) != 0)
        {
            Err("both sides have three in a row".into())
        } else {
            Ok(position)
        }
    }

    /// The same position with points closed by removals, or why the position cannot have them closed.
    ///
    /// # Errors
    /// One line for a person, when the rules have no such position.
    pub fn with_closed(self, closed: Points) -> Result<Self, String> {
        let stones = u32::from(self.rule_set.stones());
        let lost: u32 = Color::BOTH.iter().map(|&color| stones - self.left(color)).sum();
        if closed == 0 {
            Ok(self)
        } else if !self.rule_set.closes_points() || self.hands == [0; 2] {
            Err("no point is closed in such a position".into())
        } else if closed & (self.stones[0] | self.stones[1]) != 0 || closed.count_ones() > lost {
            Err("more points are closed than stones were removed".into())
        } else {
            Ok(Self { closed: closed & ALL, ..self })
        }
    }

    /// The rule set.
    pub const fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// The points that a side's stones stand on.
    pub const fn stones(&self, color: Color) -> Points {
        self.stones[color.index()]
    }

    /// The points that a stone may come to: those that no stone stands on and no removal has closed.
    pub const fn empty(&self) -> Points {
        self.rule_set.points() & !(self.stones[0] | self.stones[1] | self.closed)
    }

    /// The points that removals have closed until all stones are placed.
    pub const fn closed(&self) -> Points {
        self.closed
    }

    /// The number of stones that a side has yet to place.
    pub const fn hand(&self, color: Color) -> u8 {
        self.hands[color.index()]
    }

    /// The number of stones that a side has left, on the board and in hand.
    pub const fn left(&self, color: Color) -> u32 {
        self.stones(color).count_ones() + self.hand(color) as u32
    }

    /// The plies since the last removal.
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The stones of a side that stand in full lines.
    pub const fn lines(&self, color: Color) -> Points {
        self.stones(color) & self.completing(self.stones(color))
    }

    /// The points from which two stones of `set` complete a line.
    pub const fn completing(&self, set: Points) -> Points {
        board::completing(set, self.rule_set.spokes())
    }

    /// The points one step along a line from a point of `set`.
    pub const fn neighbours(&self, set: Points) -> Points {
        board::neighbours(set, self.rule_set.spokes())
    }

    /// True when a side moves its stones freely: as few left as may fly ([`RuleSet::flying`]), none of them in hand.
    pub const fn flies(&self, color: Color) -> bool {
        self.hand(color) == 0 && self.stones(color).count_ones() <= self.rule_set.flying() as u32
    }

    /// The stones of a side that a mill of the other may remove.
    pub const fn removable(&self, color: Color) -> Points {
        self.removable_of(self.stones(color))
    }

    /// The stones of a set, all of one side, that a mill may remove ([`RuleSet::removable`]).
    const fn removable_of(&self, stones: Points) -> Points {
        let loose = stones & !self.completing(stones);
        match self.rule_set.removable() {
            Removable::Any => stones,
            Removable::LooseFirst if loose == 0 => stones,
            Removable::LooseFirst | Removable::Loose => loose,
        }
    }

    /// The stones that a turn takes off the board.
    pub fn captured(&self, turn: MillMove) -> Points {
        let enemy = self.stones(!self.side);
        match turn.capture {
            Capture::Nothing => 0,
            Capture::Remove(point) => point.bit(),
            Capture::Several(set) => self.removal(turn, set),
            Capture::Carry => board::carried(turn.to.bit(), enemy),
            Capture::Clamp => board::clamped(turn.to.bit(), enemy, self.stones(self.side)),
        }
    }

    /// The turn with its stone set down and nothing captured yet; the same side stays to move.
    pub(super) fn half_played(self, from: Option<Point>, to: Point) -> Self {
        let own = self.stones(self.side) & !from.map_or(0, Point::bit) | to.bit();
        let hand = self.hand(self.side).saturating_sub(u8::from(from.is_none()));
        self.with(self.side, own, hand)
    }

    /// The same position with other stones and another hand of a side. Both sides' are written: a search that copies a position
    /// right behind a store into a part of it would wait for the store.
    const fn with(self, color: Color, stones: Points, hand: u8) -> Self {
        let (stones, hands) = match color {
            Color::Black => ([stones, self.stones[1]], [hand, self.hands[1]]),
            Color::White => ([self.stones[0], stones], [self.hands[0], hand]),
        };
        Self { stones, hands, ..self }
    }

    /// True when the side to move may move stones on the board.
    pub(super) const fn slides(&self) -> bool {
        !self.rule_set.is_zhiqi() && (self.hand(self.side) == 0 || self.rule_set.slides_early())
    }

    /// The placements before stones move, where every turn until then places one; 0 where stones move already.
    pub(super) fn placements_left(&self) -> Option<u8> {
        let (own, enemy) = (self.hand(self.side), self.hand(!self.side));
        let in_turn = own == enemy || own == enemy + 1;
        let stones_move = !self.rule_set.is_zhiqi();
        (in_turn && stones_move && (own == 0 || !self.slides())).then_some(own + enemy)
    }

    /// A key that symmetric positions of a rule set on three squares share, and no other position of the rule set: of all that the
    /// rules depend on, the plies without a removal, too.
    pub(super) fn symmetric_key(&self) -> u64 {
        // A closed point is put into both sides' sets.
        let [black, white] = self.stones.map(|stones| stones | self.closed);
        let stones = board::images(black, white).into_iter().min().unwrap_or(0);
        let rest = [(u64::from(self.hands[0]), 4), (u64::from(self.hands[1]), 4), (self.side as u64, 1)];
        let rest = rest.into_iter().fold(u64::from(self.quiet), |key, (value, bits)| key << bits | value);
        zobrist::mix(stones << 16 | rest)
    }

    fn zhiqi_outcome(&self) -> Option<Outcome> {
        let row = |color| board::completing_all(self.stones(color)) & self.stones(color) != 0;
        let winner = [!self.side, self.side].into_iter().find(|&color| row(color));
        let over = self.hand(self.side) == 0 || self.empty() == 0;
        winner.map(|color| Outcome::Win(color, 1)).or(over.then_some(Outcome::Draw))
    }

    fn morris_outcome(&self) -> Option<Outcome> {
        let stuck = self.hand(self.side) == 0
            && !self.flies(self.side)
            && self.neighbours(self.stones(self.side)) & self.empty() == 0;
        let fewest = u32::from(RuleSet::FEWEST_STONES);
        let mill = |color| self.rule_set.mill_wins() && self.lines(color) != 0;
        if let Some(winner) = Color::BOTH.into_iter().find(|&color| mill(color)) {
            Some(Outcome::Win(winner, 1))
        } else if self.left(self.side) < fewest || stuck {
            Some(Outcome::Win(!self.side, 1))
        } else if self.left(!self.side) < fewest {
            Some(Outcome::Win(self.side, 1))
        } else {
            (self.quiet >= self.rule_set.draw()).then_some(Outcome::Draw)
        }
    }
}

impl Game for Mill {
    type Move = MillMove;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<MillMove>) {
        self.each_turn(|turn| moves.push(turn));
    }

    fn play(&mut self, turn: MillMove) {
        *self = self.after(turn);
    }

    fn after(&self, turn: MillMove) -> Self {
        let enemy = !self.side;
        let captured = self.captured(turn);
        let half = self.half_played(turn.from, turn.to);
        let next = half.with(enemy, half.stones(enemy) & !captured, half.hand(enemy));
        let closed = if !next.rule_set.closes_points() || next.hands == [0; 2] { 0 } else { next.closed | captured };
        let quiet = if captured == 0 && !next.rule_set.is_zhiqi() { next.quiet.saturating_add(1) } else { 0 };
        Self { closed, quiet, side: enemy, ..next }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.rule_set.is_zhiqi() { self.zhiqi_outcome() } else { self.morris_outcome() }
    }

    /// A key of all that the rules depend on but the plies without a removal. Stones, hands, side and rule set, packed into 60
    /// bits, are scattered by a bijection: positions that differ in these never share a key while no point is closed, no stone in
    /// the centre, and the rule set has no options.
    fn hash(&self) -> u64 {
        let packed = [
            (u64::from(self.stones[0] & ALL), Point::COUNT),
            (u64::from(self.stones[1] & ALL), Point::COUNT),
            (u64::from(self.hands[0]), 4),
            (u64::from(self.hands[1]), 4),
            (self.side as u64, 1),
            (self.rule_set.number(), 3),
        ];
        let key = zobrist::mix(packed.into_iter().fold(0, |key, (value, bits)| key << bits | value));
        let centre = Color::BOTH.map(|color| u64::from(self.stones(color) & CENTRE != 0));
        let rest =
            centre[0] << 39 | centre[1] << 38 | self.rule_set.options_key() << Point::COUNT | u64::from(self.closed);
        if rest == 0 { key } else { key ^ zobrist::mix(rest) }
    }

    fn canonical_key(&self) -> u64 {
        self.hash() ^ zobrist::mix(self.quiet.into())
    }

    fn count_moves(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.count_turns() }
    }

    /// Zhiqi ends with the stones in hand; the other rule sets may go on as long as stones are removed in time.
    fn plies_left(&self) -> Option<u32> {
        let (own, enemy) = (u32::from(self.hand(self.side)), u32::from(self.hand(!self.side)));
        (self.rule_set.is_zhiqi()).then(|| (2 * own).min(2 * enemy + 1))
    }

    fn reversible_plies(&self) -> u32 {
        if self.slides() { u32::from(self.quiet) } else { 0 }
    }
}
