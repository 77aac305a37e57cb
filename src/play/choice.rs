//! A move that is entered point by point.

use tengen_core::game::Vertex;

/// A legal move, and the points by which it is entered; a pass has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its text.
    pub text: String,
    /// Its points.
    pub points: Vec<Vertex>,
}

/// The points entered of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// In their order.
    pub points: Vec<Vertex>,
}

impl Choice {
    fn fitting<'a>(&self, legal: &'a [LegalMove]) -> impl Iterator<Item = &'a LegalMove> {
        legal.iter().filter(|mv| mv.points.starts_with(&self.points))
    }

    /// Whether a point may come next.
    pub fn may_follow(&self, legal: &[LegalMove], point: Vertex) -> bool {
        self.fitting(legal).any(|mv| mv.points.get(self.points.len()) == Some(&point))
    }

    /// Another point is chosen: the move, where that makes it whole or leaves no other; else `None`. A point that cannot
    /// follow begins anew.
    pub fn choose(&mut self, legal: &[LegalMove], point: Vertex) -> Option<String> {
        if !self.may_follow(legal, point) {
            let again = self.points.first().is_some_and(|first| *first != point);
            self.points.clear();
            if !again || !self.may_follow(legal, point) {
                return None;
            }
        }
        self.points.push(point);
        let mut fitting = self.fitting(legal);
        let (first, others) = (fitting.next()?, fitting.next().is_some());
        let whole = self.fitting(legal).find(|mv| mv.points == self.points);
        let found = whole.or_else(|| (!others).then_some(first))?;
        Some(found.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(texts: &[&str]) -> Vec<LegalMove> {
        let points = |text: &str| tengen_core::game::notation::points_of(text).unwrap_or_default();
        texts.iter().map(|text| LegalMove { text: (*text).to_owned(), points: points(text) }).collect()
    }

    /// What each of these points makes of the move.
    fn enter(legal: &[LegalMove], points: &str) -> Vec<String> {
        let mut choice = Choice::default();
        points.split(' ').map(|point| choice.choose(legal, point.parse().unwrap()).unwrap_or_default()).collect()
    }

    #[test]
    fn a_move_is_entered_until_it_is_the_only_one() {
        let moves = legal(&["D6-D5", "D6-B6xA1", "D6-B6xA4", "A7-A4", "PASS"]);
        assert_eq!(enter(&moves, "A7"), ["A7-A4"]);
        assert_eq!(enter(&moves, "D6 D5"), ["", "D6-D5"]);
        assert_eq!(enter(&moves, "D6 B6 A4"), ["", "", "D6-B6xA4"]);
        assert_eq!(enter(&legal(&["D6", "D6xA1"]), "D6"), ["D6"]);
    }

    #[test]
    fn a_point_that_cannot_follow_begins_anew() {
        let moves = legal(&["D6-D5", "D6-B6", "F2-F4", "F2-D2"]);
        assert_eq!(enter(&moves, "D6 F2 F4"), ["", "", "F2-F4"]);
        assert_eq!(enter(&moves, "D6 D6 B6"), ["", "", ""]);
        assert_eq!(enter(&moves, "D6 G7 D6 B6"), ["", "", "", "D6-B6"]);
    }
}
