//! Symmetries of boards: turned and mirrored positions.

use super::board::{Size, Vertex};

/// The largest number of a symmetry. A square has seven besides the identity; some boards have more.
pub const MOST: u8 = 15;

/// Where a point goes under a symmetry of a rectangle: 1 mirrors left and right, 2 turns upside down, 3 does both. A square has 4
/// to 7, too: 4 transposes, and 5 to 7 do what 1 to 3 do after that. `None` for other numbers.
pub fn of_rectangle(symmetry: u8, size: Size, vertex: Vertex) -> Option<Vertex> {
    let most = if size.is_square() { 7 } else { 3 };
    let Vertex { col, row } = if symmetry & 4 == 0 { vertex } else { Vertex::new(vertex.row, vertex.col) };
    let col = if symmetry & 1 == 0 { col } else { size.cols - 1 - col };
    let row = if symmetry & 2 == 0 { row } else { size.rows - 1 - row };
    (symmetry <= most).then_some(Vertex::new(col, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The dihedral group: each symmetry is a bijection, and no two are the same.
    #[test]
    fn a_square_has_eight_symmetries_and_another_rectangle_four() {
        for (size, count) in [(Size::square(3), 8), (Size::new(3, 2), 4)] {
            let points = || (0..size.rows).flat_map(|row| (0..size.cols).map(move |col| Vertex::new(col, row)));
            let image =
                |symmetry| points().map(|point| of_rectangle(symmetry, size, point)).collect::<Option<Vec<_>>>();
            let images: HashSet<Vec<Vertex>> = (0..=MOST).filter_map(image).collect();
            assert_eq!(images.len(), count);
            let whole: HashSet<Vertex> = points().collect();
            assert!(images.iter().all(|image| image.iter().copied().collect::<HashSet<_>>() == whole));
        }
    }
}
