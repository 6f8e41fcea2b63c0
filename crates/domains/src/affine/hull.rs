//! The affine hull of points over the integers modulo 2^w, and the equations it satisfies.
//!
//! Points are kept as an origin and differences to it. An equation `c · x = d` holds in all of them if `c` is orthogonal to
//! every difference. Since Z/2^w is local (of two numbers, one divides the other), a matrix is made diagonal by taking the
//! entry with the fewest factors 2 as the pivot again and again: it divides all others (the Smith form). The kernel is read
//! off that form: a column without a pivot is free, and one with the pivot `2^k` can be multiplied by `2^(w - k)`.
//! (Müller-Olm and Seidl: *Analysis of Modular Arithmetic*, TOPLAS 2007; Elder, Lim, Sharma, Andersen, Reps: *Abstract
//! Domains of Affine Relations*, TOPLAS 2014.)

/// See the module documentation.
#[derive(Clone, Debug)]
pub struct Hull {
    width: u32,
    dimensions: usize,
    origin: Option<Vec<u64>>,
    differences: Vec<Vec<u64>>,
}

/// `c · x = d` modulo 2^w.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    pub coefficients: Vec<u64>,
    pub constant: u64,
}

impl Hull {
    /// Of no points, with numbers of at most 64 bits.
    pub fn new(width: u32, dimensions: usize) -> Hull {
        debug_assert!((1..=64).contains(&width));
        Hull {
            width,
            dimensions,
            origin: None,
            differences: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.origin.is_none()
    }

    /// Adds a point; one that satisfies all equations changes nothing.
    pub fn add(&mut self, point: &[u64]) {
        debug_assert!(point.len() == self.dimensions);
        let Some(origin) = &self.origin else {
            self.origin = Some(point.to_vec());
            return;
        };
        if self.equations().iter().all(|e| e.holds(self.width, point)) {
            return;
        }
        let pairs = point.iter().zip(origin);
        let difference = pairs.map(|(p, o)| p.wrapping_sub(*o) & mask(self.width));
        self.differences.push(difference.collect());
    }

    /// Equations that generate all that hold in the hull; none if it is empty.
    pub fn equations(&self) -> Vec<Equation> {
        let Some(origin) = &self.origin else {
            return Vec::new();
        };
        let kernel = kernel(self.width, self.dimensions, self.differences.clone());
        let rows = reduced(self.width, kernel).into_iter();
        rows.map(|coefficients| Equation {
            constant: product(self.width, &coefficients, origin),
            coefficients,
        })
        .collect()
    }
}

impl Equation {
    fn holds(&self, width: u32, point: &[u64]) -> bool {
        product(width, &self.coefficients, point) == self.constant
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn product(width: u32, a: &[u64], b: &[u64]) -> u64 {
    let products = a.iter().zip(b).map(|(a, b)| a.wrapping_mul(*b));
    products.fold(0, u64::wrapping_add) & mask(width)
}

/// `row - factor * other`.
fn subtract(width: u32, row: &mut [u64], factor: u64, other: &[u64]) {
    for (a, b) in row.iter_mut().zip(other) {
        *a = a.wrapping_sub(factor.wrapping_mul(*b)) & mask(width);
    }
}

/// The inverse of an odd number modulo 2^64 (Newton: each step doubles the number of right bits).
fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

/// Where the entry with the fewest factors 2 is, from a row and a column on; `None` if all are zero.
fn pivot(matrix: &[Vec<u64>], row: usize, column: usize) -> Option<(usize, usize)> {
    let mut best: Option<(u32, usize, usize)> = None;
    for (i, entries) in matrix.iter().enumerate().skip(row) {
        for (j, entry) in entries.iter().enumerate().skip(column) {
            let factors = entry.trailing_zeros();
            if *entry != 0 && best.is_none_or(|(least, ..)| factors < least) {
                best = Some((factors, i, j));
            }
        }
    }
    best.map(|(_, i, j)| (i, j))
}

/// Rows that generate the solutions of `matrix · c = 0`.
fn kernel(width: u32, columns: usize, mut matrix: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    // Column operations are applied to `change`, too, whose rows are columns of the textbook's.
    let mut change: Vec<Vec<u64>> = (0..columns)
        .map(|i| (0..columns).map(|j| u64::from(i == j)).collect())
        .collect();
    let mut diagonal = Vec::new();
    while let Some((i, j)) = pivot(&matrix, diagonal.len(), diagonal.len()) {
        let at = diagonal.len();
        matrix.swap(at, i);
        for row in &mut matrix {
            row.swap(at, j);
        }
        change.swap(at, j);
        let factors = matrix[at][at].trailing_zeros();
        let unit = inverse(matrix[at][at] >> factors);
        for entry in &mut matrix[at] {
            *entry = entry.wrapping_mul(unit) & mask(width);
        }
        let first = matrix[at].clone();
        for row in &mut matrix[at + 1..] {
            let factor = row[at] >> factors;
            subtract(width, row, factor, &first);
        }
        // The pivot's row is the only one with an entry in its column, so the columns behind lose only that row's.
        for column in at + 1..columns {
            let factor = first[column] >> factors;
            let (before, behind) = change.split_at_mut(column);
            subtract(width, &mut behind[0], factor, &before[at]);
            matrix[at][column] = 0;
        }
        diagonal.push(factors);
    }
    let mut rows = Vec::new();
    for (index, mut row) in change.into_iter().enumerate() {
        match diagonal.get(index) {
            None => rows.push(row),
            Some(0) => {}
            Some(factors) => {
                for entry in &mut row {
                    *entry = (*entry << (width - factors)) & mask(width);
                }
                rows.push(row);
            }
        }
    }
    rows
}

/// The same module by rows that are easier to read: each has a power of 2 where as many others as possible have nothing.
fn reduced(width: u32, mut rows: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mut done = 0;
    while let Some((i, j)) = pivot(&rows, done, 0) {
        rows.swap(done, i);
        let factors = rows[done][j].trailing_zeros();
        let unit = inverse(rows[done][j] >> factors);
        for entry in &mut rows[done] {
            *entry = entry.wrapping_mul(unit) & mask(width);
        }
        let row = rows[done].clone();
        for (index, other) in rows.iter_mut().enumerate() {
            if index != done {
                let factor = other[j] >> factors;
                subtract(width, other, factor, &row);
            }
        }
        done += 1;
    }
    rows.truncate(done);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hull(width: u32, points: &[Vec<u64>]) -> Hull {
        let mut hull = Hull::new(width, points[0].len());
        for point in points {
            hull.add(point);
        }
        hull
    }

    #[test]
    fn a_point_satisfies_one_equation_per_number() {
        let equations = hull(32, &[vec![7, 9]]).equations();
        assert_eq!(equations.len(), 2);
        assert!(equations.iter().all(|e| e.holds(32, &[7, 9])));
        assert!(!equations.iter().all(|e| e.holds(32, &[7, 8])));
    }

    #[test]
    fn a_sum_is_found() {
        let points = [vec![5, 3, 8], vec![6, 3, 9], vec![5, 4, 9]];
        let equations = hull(32, &points).equations();
        let [sum] = &equations[..] else {
            panic!("{equations:?}");
        };
        assert!(sum.holds(32, &[100, 23, 123]));
        assert!(!sum.holds(32, &[100, 23, 124]));
    }

    #[test]
    fn parity_is_found() {
        let equations = hull(8, &[vec![3], vec![5]]).equations();
        let expected = Equation {
            coefficients: vec![128],
            constant: 128,
        };
        assert_eq!(equations, [expected]);
    }

    /// All points of the hull by its definition: sums of points whose factors add up to one.
    fn closure(width: u32, points: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = vec![points[0].clone()];
        let mut next = 0;
        while next < all.len() {
            for point in points {
                let step = point.iter().zip(&points[0]);
                let moved = all[next].iter().zip(step);
                let moved: Vec<u64> = moved
                    .map(|(x, (p, o))| x.wrapping_add(p.wrapping_sub(*o)) & mask(width))
                    .collect();
                if !all.contains(&moved) {
                    all.push(moved);
                }
            }
            next += 1;
        }
        all
    }

    proptest! {
        /// The solutions of the equations are the hull, no less and no more.
        #[test]
        fn equations_describe_the_hull(
            width in 1u32..4,
            points in prop::collection::vec(prop::collection::vec(0u64..8, 2), 1..4),
        ) {
            let points: Vec<Vec<u64>> = points
                .into_iter()
                .map(|p| p.into_iter().map(|x| x & mask(width)).collect())
                .collect();
            let equations = hull(width, &points).equations();
            let inside = closure(width, &points);
            for x in 0..=mask(width) {
                for y in 0..=mask(width) {
                    let point = vec![x, y];
                    let solves = equations.iter().all(|e| e.holds(width, &point));
                    prop_assert_eq!(solves, inside.contains(&point), "{:?}", point);
                }
            }
        }

        #[test]
        fn wide_numbers_have_inverses(odd in any::<u64>()) {
            prop_assert_eq!((odd | 1).wrapping_mul(inverse(odd | 1)), 1);
        }
    }
}
