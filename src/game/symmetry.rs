//! The symmetry of a square.

/// The smallest of a square grid's eight turned and mirrored forms, row by row.
pub fn smallest<T: Ord + Clone>(grid: Vec<Vec<T>>) -> Vec<Vec<T>> {
    let mut form = grid.clone();
    let mut best = grid;
    for number in 1..8 {
        // Two mirrors in turn, along a diagonal and up and down, go through all forms.
        form = if number % 2 == 0 { form.into_iter().rev().collect() } else { transposed(&form) };
        if form < best {
            best.clone_from(&form);
        }
    }
    best
}

fn transposed<T: Clone>(grid: &[Vec<T>]) -> Vec<Vec<T>> {
    (0..grid.len()).map(|col| grid.iter().map(|row| row[col].clone()).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    type Form = fn(usize, usize) -> (usize, usize);

    /// The cell that each of the square's symmetries, written down one by one, puts at a row and column of four.
    const FORMS: [Form; 8] = [
        |row, col| (row, col),
        |row, col| (row, 3 - col),
        |row, col| (3 - row, col),
        |row, col| (3 - row, 3 - col),
        |row, col| (col, row),
        |row, col| (col, 3 - row),
        |row, col| (3 - col, row),
        |row, col| (3 - col, 3 - row),
    ];

    #[test]
    fn all_forms_of_a_grid_have_the_same_smallest_one() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut distinct = HashSet::new();
        for _ in 0..100 {
            let cells: Vec<Vec<u8>> = (0..4).map(|_| (0..4).map(|_| rng.u8(..3)).collect()).collect();
            let forms = FORMS.map(|form| -> Vec<Vec<u8>> {
                let cell = |row, col| {
                    let (row, col) = form(row, col);
                    cells[row][col]
                };
                (0..4).map(|row| (0..4).map(|col| cell(row, col)).collect()).collect()
            });
            let expected = forms.iter().min().unwrap();
            assert!(forms.iter().all(|form| smallest(form.clone()) == *expected));
            distinct.insert(expected.clone());
        }
        assert!(distinct.len() > 90);
    }
}
