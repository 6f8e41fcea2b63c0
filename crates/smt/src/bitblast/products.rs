//! What holds between two products that have a factor in common.
//!
//! That `i < n` and `j < m` keep `i * m + j` below `n * m` is how programs stay inside of matrices, and beyond a SAT solver that
//! has only the circuits of the products: it would have to find out that multiplication is monotone. So it is told, for
//! `x * y` and `z * y` and numbers that are not negative, where neither product overflows:
//!
//! - if `x < z`, then `x * y + y <= z * y`; and equal, if `z == x + 1`;
//! - if `x == z`, the products are equal.
//!
//! The products may have different widths, and their factors may be extensions of the same number. (Niemetz, Preiner and Zohar:
//! *Scalable Bit-Blasting with Abstractions*, CAV 2024, have such lemmas in the place of circuits, added on demand. Here
//! they are added to the circuits, at once, since few products have a factor in common.)
//!
//! Sound, since both are theorems about numbers, and the condition says that bits are these numbers.

use super::{adders, comparators, wiring};
use rustc_hash::FxHashMap;
use sat::{Aig, Edge};

/// At most so many pairs in sum, and for one product; other products go without.
const PAIRS: usize = 120;
const PAIRS_OF_ONE: usize = 8;

/// The products so far.
#[derive(Default)]
pub(super) struct Products {
    all: Vec<Product>,
    /// Which products have a factor, by their numbers.
    with: FxHashMap<Vec<Edge>, Vec<usize>>,
    pairs: usize,
}

struct Product {
    factors: [Factor; 2],
    bits: Vec<Edge>,
}

/// An operand without what it was extended by.
struct Factor {
    /// The number, if it is not negative.
    bits: Vec<Edge>,
    /// Whether it was extended by a sign that is set.
    negative: Edge,
}

impl Factor {
    fn new(operand: &[Edge]) -> Factor {
        let mut bits = operand.to_vec();
        while let [.., below, sign] = bits[..]
            && below == sign
        {
            bits.pop();
        }
        let is_extended = bits.len() < operand.len();
        let top = bits.last().copied();
        if top == Some(Edge::FALSE) {
            bits.pop();
        }
        Factor {
            bits,
            negative: top.filter(|_| is_extended).unwrap_or(Edge::FALSE),
        }
    }

    fn is_constant(&self) -> bool {
        self.bits.iter().all(|bit| bit.as_constant().is_some())
    }

    /// For each `k`, whether the number is less than `2^k`, if it is not negative.
    fn below_powers(&self, aig: &mut Aig) -> Vec<Edge> {
        let mut below = vec![Edge::TRUE];
        for bit in self.bits.iter().rev() {
            let last = *below.last().expect("it has begun");
            below.push(aig.and(last, !*bit));
        }
        below.reverse();
        below
    }
}

impl Products {
    /// Remembers a product; returns what holds between it and those before.
    pub fn add(&mut self, aig: &mut Aig, a: &[Edge], b: &[Edge], bits: &[Edge]) -> Vec<Edge> {
        let new = Product {
            factors: [Factor::new(a), Factor::new(b)],
            bits: bits.to_vec(),
        };
        // Multiplication by a constant is a few additions.
        if new.factors.iter().any(Factor::is_constant) || self.pairs >= PAIRS {
            return Vec::new();
        }
        let known = new.factors.iter().filter_map(|f| self.with.get(&f.bits));
        let mut others: Vec<usize> = known.flatten().copied().collect();
        others.sort_unstable();
        others.dedup();
        let mut facts = Vec::new();
        // The latest ones: an unrolled loop's products have most to do with those of the iteration before.
        for old in others.into_iter().rev().take(PAIRS_OF_ONE) {
            let old = &self.all[old];
            if let Some((common, x, z)) = common(&new, old) {
                facts.extend(order(aig, common, (x, &new.bits), (z, &old.bits)));
                self.pairs += 1;
            }
        }
        for factor in &new.factors {
            let with = self.with.entry(factor.bits.clone()).or_default();
            with.push(self.all.len());
        }
        self.all.push(new);
        facts
    }
}

/// The factor that two products have in common, and the other factors.
fn common<'a>(a: &'a Product, b: &'a Product) -> Option<([&'a Factor; 2], &'a Factor, &'a Factor)> {
    for i in 0..2 {
        for j in 0..2 {
            if a.factors[i].bits == b.factors[j].bits {
                return Some((
                    [&a.factors[i], &b.factors[j]],
                    &a.factors[1 - i],
                    &b.factors[1 - j],
                ));
            }
        }
    }
    None
}

/// What the order of `x` and `z` says about `x * y` and `z * y`.
fn order(
    aig: &mut Aig,
    [y, y_again]: [&Factor; 2],
    (x, of_x): (&Factor, &[Edge]),
    (z, of_z): (&Factor, &[Edge]),
) -> [Edge; 5] {
    let signs = [x, y, y_again, z].map(|factor| factor.negative);
    let negative = aig.or_all(&signs);
    let fits_x = fits(aig, x, y, of_x.len());
    let fits_z = fits(aig, z, y, of_z.len());
    let exact = aig.and_all(&[!negative, fits_x, fits_z]);
    // Room for a sum of a product and a factor.
    let width = of_x.len().max(of_z.len()).max(y.bits.len()) + 1;
    let [x_y, z_y] = [of_x, of_z].map(|bits| extended(bits, width));
    let y = extended(&y.bits, width);
    let width = x.bits.len().max(z.bits.len()) + 1;
    let [x, z] = [x, z].map(|factor| extended(&factor.bits, width));
    let mut facts = [Edge::TRUE; 5];
    for (index, (small, large, product, greater)) in [(&x, &z, &x_y, &z_y), (&z, &x, &z_y, &x_y)]
        .into_iter()
        .enumerate()
    {
        let one_more = adders::add(aig, product, &y);
        let less = comparators::ult(aig, small, large);
        let at_most = comparators::ule(aig, &one_more, greater);
        facts[2 * index] = implies(aig, &[exact, less], at_most);
        let mut one = vec![Edge::FALSE; width];
        one[0] = Edge::TRUE;
        let next = adders::add(aig, small, &one);
        let is_next = comparators::eq(aig, &next, large);
        let equal = comparators::eq(aig, &one_more, greater);
        facts[2 * index + 1] = implies(aig, &[exact, is_next], equal);
    }
    let same = comparators::eq(aig, &x, &z);
    let equal = comparators::eq(aig, &x_y, &z_y);
    facts[4] = implies(aig, &[exact, same], equal);
    facts
}

fn implies(aig: &mut Aig, conditions: &[Edge], conclusion: Edge) -> Edge {
    let condition = aig.and_all(conditions);
    aig.or(!condition, conclusion)
}

/// A number that is not negative, in more bits.
fn extended(bits: &[Edge], width: usize) -> Vec<Edge> {
    wiring::zero_extend(bits, width - bits.len())
}

/// Whether the product of two numbers that are not negative has so many bits; there are products for which it does not say
/// so although they have.
fn fits(aig: &mut Aig, x: &Factor, y: &Factor, width: usize) -> Edge {
    let (x, y) = (x.below_powers(aig), y.below_powers(aig));
    let below = |powers: &[Edge], k: usize| powers.get(k).copied().unwrap_or(Edge::TRUE);
    let mut splits = Vec::new();
    for k in 0..=width {
        let both = aig.and(below(&x, k), below(&y, width - k));
        splits.push(both);
    }
    aig.or_all(&splits)
}
