//! Equations between polynomials.
//!
//! Sums and products modulo 2^w form a ring, so two terms that are made of them are equal if they are the same polynomial
//! over what they are made of: `a * (b + c)` and `c * a + a * b` are, which no SAT solver finds out at 32 bits. Both sides
//! are multiplied out, within limits, and compared; as terms they stay as they are. (Bitwuzla normalises sums and products
//! for the same purpose; multiplying out for good would make circuits larger.)
//!
//! Sound, as each step is an equation of the ring. Not complete: `x * (x + 1) * 2^(w-1)` is zero, but not the zero
//! polynomial.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How many products a polynomial may have.
const MAX_PRODUCTS: usize = 32;
/// How many factors a product may have.
const MAX_FACTORS: usize = 6;
/// How deep sums and products are looked into.
const MAX_DEPTH: u32 = 12;
/// How many terms of a side are looked at.
const MAX_TERMS: u32 = 64;

/// The factors of a product, in order; of a constant, none.
type Factors = SmallVec<[Term; 4]>;

/// Coefficients that are not zero, by the product that they belong to.
#[derive(Clone)]
struct Polynomial {
    width: u32,
    coefficients: BTreeMap<Factors, BitVec>,
}

/// `a = b`, if both are polynomials whose difference is a constant.
pub(super) fn equal(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // One operator on one side is what the other rules know.
    if !is_ring(pool, a) || !is_ring(pool, b) {
        return None;
    }
    let mut left = MAX_TERMS;
    let a = Polynomial::of(pool, a, MAX_DEPTH, &mut left)?;
    let mut left = MAX_TERMS;
    let b = Polynomial::of(pool, b, MAX_DEPTH, &mut left)?;
    let difference = a.plus(&b.times_constant(&BitVec::all_ones(b.width)))?;
    // match:  p = q with p - q = 0 | with p - q = k for a constant k that is not zero
    // result: true                 | false
    let mut products = difference.coefficients.keys();
    match (products.next(), products.next()) {
        (None, _) => Some(pool.tt()),
        (Some(constant), None) if constant.is_empty() => Some(pool.ff()),
        _ => None,
    }
}

fn is_ring(pool: &TermPool, term: Term) -> bool {
    matches!(
        pool.op(term),
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvNot
    ) || pool.shifted_left(term).is_some()
}

impl Polynomial {
    fn product(width: u32, factors: Factors, coefficient: BitVec) -> Polynomial {
        let mut coefficients = BTreeMap::new();
        if !coefficient.is_zero() {
            coefficients.insert(factors, coefficient);
        }
        Polynomial {
            width,
            coefficients,
        }
    }

    /// The polynomial of a term; `None` if it is too large.
    fn of(pool: &TermPool, term: Term, depth: u32, left: &mut u32) -> Option<Polynomial> {
        *left = left.checked_sub(1)?;
        let width = pool.width(term);
        let one = BitVec::one(width);
        let minus_one = BitVec::all_ones(width);
        if let Some(k) = pool.value(term) {
            return Some(Polynomial::product(width, Factors::new(), k));
        }
        if depth == 0 || !is_ring(pool, term) {
            return Some(Polynomial::product(
                width,
                SmallVec::from_slice(&[term]),
                one,
            ));
        }
        let mut of = |arg: Term| Polynomial::of(pool, arg, depth - 1, left);
        if let Some((x, n)) = pool.shifted_left(term) {
            let factor = one.shl(&BitVec::new(width, u64::from(n)));
            return Some(of(x)?.times_constant(&factor));
        }
        let x = of(pool.arg(term, 0))?;
        match pool.op(term) {
            Op::BvNeg => Some(x.times_constant(&minus_one)),
            // ~x is -x - 1.
            Op::BvNot => {
                let constant = Polynomial::product(width, Factors::new(), minus_one.clone());
                x.times_constant(&minus_one).plus(&constant)
            }
            op => {
                let y = of(pool.arg(term, 1))?;
                match op {
                    Op::BvAdd => x.plus(&y),
                    Op::BvSub => x.plus(&y.times_constant(&minus_one)),
                    _ => x.times(&y),
                }
            }
        }
    }

    fn add(&mut self, factors: &Factors, coefficient: &BitVec) -> Option<()> {
        let sum = match self.coefficients.get(factors) {
            Some(known) => known.add(coefficient),
            None => coefficient.clone(),
        };
        match sum.is_zero() {
            true => self.coefficients.remove(factors),
            false => self.coefficients.insert(factors.clone(), sum),
        };
        (self.coefficients.len() <= MAX_PRODUCTS).then_some(())
    }

    fn plus(mut self, other: &Polynomial) -> Option<Polynomial> {
        for (factors, coefficient) in &other.coefficients {
            self.add(factors, coefficient)?;
        }
        Some(self)
    }

    fn times_constant(&self, k: &BitVec) -> Polynomial {
        let scaled = self.coefficients.iter();
        let scaled = scaled.map(|(factors, c)| (factors.clone(), c.mul(k)));
        Polynomial {
            width: self.width,
            coefficients: scaled.filter(|(_, c)| !c.is_zero()).collect(),
        }
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial {
            width: self.width,
            coefficients: BTreeMap::new(),
        };
        for (a, c) in &self.coefficients {
            for (b, d) in &other.coefficients {
                let mut factors: Factors = a.iter().chain(b).copied().collect();
                if factors.len() > MAX_FACTORS {
                    return None;
                }
                factors.sort_unstable();
                result.add(&factors, &c.mul(d))?;
            }
        }
        Some(result)
    }
}
