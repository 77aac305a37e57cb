//! Matrices. Linear equations whose matrix is symmetric and positive definite are solved by Cholesky's decomposition (Golub
//! and Van Loan, Matrix Computations, 4th edition, section 4.2).

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A square matrix of this size from what is in row and column.
pub(super) fn matrix(size: usize, mut element: impl FnMut(usize, usize) -> f64) -> Matrix {
    (0..size).map(|row| (0..size).map(|column| element(row, column)).collect()).collect()
}

/// A matrix as the product of a lower triangle with its own transpose.
pub(super) struct Cholesky {
    /// The triangle: row `i` has `i + 1` elements.
    lower: Matrix,
}

impl Cholesky {
    /// The decomposition of a symmetric matrix, of which the lower triangle is read; `None` where it is not positive definite.
    pub fn new(matrix: &Matrix) -> Option<Self> {
        let mut lower: Matrix = Vec::with_capacity(matrix.len());
        for (i, elements) in matrix.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (above, element) in lower.iter().zip(elements) {
                let known: f64 = row.iter().zip(above).map(|(a, b)| a * b).sum();
                row.push((element - known) / above[row.len()]);
            }
            let rest = elements[i] - row.iter().map(|element| element * element).sum::<f64>();
            if !(rest > 0.0 && rest.is_finite()) {
                return None;
            }
            row.push(rest.sqrt());
            lower.push(row);
        }
        Some(Self { lower })
    }

    /// The vector that the matrix maps to this one.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for (i, row) in self.lower.iter().enumerate() {
            let known: f64 = row.iter().zip(&solution[..i]).map(|(a, b)| a * b).sum();
            solution[i] = (solution[i] - known) / row[i];
        }
        for i in (0..solution.len()).rev() {
            let known: f64 = (i + 1..solution.len()).map(|j| self.lower[j][i] * solution[j]).sum();
            solution[i] = (solution[i] - known) / self.lower[i][i];
        }
        solution
    }

    /// The inverse of the matrix.
    pub fn inverse(&self) -> Matrix {
        let size = self.lower.len();
        // It is symmetric: its columns are its rows.
        (0..size).map(|i| self.solve(&(0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>())).collect()
    }
}

/// The sum of each row.
pub(super) fn sums(matrix: &Matrix) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().sum()).collect()
}

/// The product of two matrices of the same size, the second one symmetric.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    matrix(a.len(), |i, j| a[i].iter().zip(&b[j]).map(|(a, b)| a * b).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of the example in Wikipedia's article on the decomposition: 4 12 -16, 12 37 -43, -16 -43 98.
    fn example() -> Matrix {
        vec![vec![4.0, 12.0, -16.0], vec![12.0, 37.0, -43.0], vec![-16.0, -43.0, 98.0]]
    }

    #[test]
    #[allow(clippy::float_cmp)] // all numbers on the way are small integers
    fn an_example_of_integers_is_exact() {
        let cholesky = Cholesky::new(&example()).unwrap();
        assert_eq!(cholesky.lower, [vec![2.0], vec![6.0, 1.0], vec![-8.0, 5.0, 3.0]]);
        assert_eq!(cholesky.solve(&[0.0, 6.0, 39.0]), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        let inverse = Cholesky::new(&example()).unwrap().inverse();
        for (i, row) in inverse.iter().enumerate() {
            // The matrix is symmetric: its rows are its columns.
            for (j, column) in example().iter().enumerate() {
                let product: f64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-9, "{i} {j}: {product}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_none() {
        assert!(Cholesky::new(&vec![vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
        assert!(Cholesky::new(&vec![vec![f64::NAN]]).is_none());
    }
}
