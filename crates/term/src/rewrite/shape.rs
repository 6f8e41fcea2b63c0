//! What rules ask about a term before they rewrite it. Nothing here makes a term.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// The most leaves of a tree of constants that rules push operators into.
pub(crate) const MAX_LEAVES: u8 = 32;
/// The longest chain of `ite`s with one constant arm that equality walks down.
pub(crate) const MAX_SPINE: u8 = 8;
/// How deep the estimates of leading bits look.
const ESTIMATE_DEPTH: u32 = 4;

/// What the pool remembers of a term's structure, so that rules need not walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// The number of leaves if the term is a tree of `ite`s over constants (1: a constant); 0 if it is not one, or if
    /// there are more than [`MAX_LEAVES`].
    pub leaves: u8,
    /// How many `ite`s with exactly one constant arm follow each other from the root down.
    pub spine: u8,
    /// Whether the term is an array from which stores and choices lead to a lambda.
    pub lambda: bool,
}

/// The shape of most terms.
const PLAIN: Shape = Shape {
    leaves: 0,
    spine: 0,
    lambda: false,
};

impl Shape {
    pub(crate) fn of(pool: &TermPool, op: Op, args: &[Term]) -> Shape {
        match op {
            op if op.is_leaf() && !matches!(op, Op::Symbol(_)) => Shape { leaves: 1, ..PLAIN },
            Op::Lambda(_) => Shape {
                lambda: true,
                ..PLAIN
            },
            Op::Store => Shape {
                lambda: pool.shape(args[0]).lambda,
                ..PLAIN
            },
            Op::Ite => {
                let (a, b) = (pool.shape(args[1]), pool.shape(args[2]));
                let sum = a.leaves.saturating_add(b.leaves);
                let leaves = if a.leaves > 0 && b.leaves > 0 && sum <= MAX_LEAVES {
                    sum
                } else {
                    0
                };
                let spine = match (pool.is_value(args[1]), pool.is_value(args[2])) {
                    (true, false) => b.spine.saturating_add(1),
                    (false, true) => a.spine.saturating_add(1),
                    _ => 0,
                };
                let lambda = a.lambda || b.lambda;
                Shape {
                    leaves,
                    spine,
                    lambda,
                }
            }
            _ => PLAIN,
        }
    }
}

impl TermPool {
    /// The value of a bit-vector constant.
    pub(crate) fn value(&self, term: Term) -> Option<BitVec> {
        self.as_const(term).cloned()
    }

    pub(crate) fn is_zero(&self, term: Term) -> bool {
        self.as_const(term).is_some_and(BitVec::is_zero)
    }

    pub(crate) fn is_ones(&self, term: Term) -> bool {
        self.as_const(term).is_some_and(BitVec::is_all_ones)
    }

    /// The argument of the unary `op`, if that is the root.
    pub(crate) fn under(&self, term: Term, op: Op) -> Option<Term> {
        (self.op(term) == op).then(|| self.arg(term, 0))
    }

    /// The arguments of the binary `op`, if that is the root.
    pub(crate) fn pair(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        (self.op(term) == op).then(|| (self.arg(term, 0), self.arg(term, 1)))
    }

    /// `(x, k)` if one of the two terms is the constant `k` and the other one is `x`.
    pub(crate) fn split_const(&self, a: Term, b: Term) -> Option<(Term, BitVec)> {
        if let Some(k) = self.as_const(b) {
            return Some((a, k.clone()));
        }
        self.as_const(a).map(|k| (b, k.clone()))
    }

    /// `(x, k)` if the term is `op(x, k)` or `op(k, x)` with a constant `k`.
    pub(crate) fn with_const(&self, term: Term, op: Op) -> Option<(Term, BitVec)> {
        let (a, b) = self.pair(term, op)?;
        self.split_const(a, b)
    }

    /// `(k, x)` if the term is `k - x` with a constant `k`.
    pub(crate) fn minus_from_const(&self, term: Term) -> Option<(BitVec, Term)> {
        let (a, b) = self.pair(term, Op::BvSub)?;
        self.as_const(a).map(|k| (k.clone(), b))
    }

    /// Condition and arms.
    pub(crate) fn ite_parts(&self, term: Term) -> Option<(Term, Term, Term)> {
        (self.op(term) == Op::Ite)
            .then(|| (self.arg(term, 0), self.arg(term, 1), self.arg(term, 2)))
    }

    /// `(n, x)` if the term is `zero_extend_n(x)`.
    pub(crate) fn zero_extended(&self, term: Term) -> Option<(u32, Term)> {
        match self.op(term) {
            Op::ZeroExtend(n) => Some((n, self.arg(term, 0))),
            _ => None,
        }
    }

    /// `(n, x)` if the term is `sign_extend_n(x)`.
    pub(crate) fn sign_extended(&self, term: Term) -> Option<(u32, Term)> {
        match self.op(term) {
            Op::SignExtend(n) => Some((n, self.arg(term, 0))),
            _ => None,
        }
    }

    /// What `other` is if `term` is one of the pair.
    pub(crate) fn other(&self, (a, b): (Term, Term), term: Term) -> Option<Term> {
        if a == term {
            Some(b)
        } else if b == term {
            Some(a)
        } else {
            None
        }
    }

    /// What is left and right when the two pairs have a member in common: that member first.
    pub(crate) fn shared(&self, p: (Term, Term), q: (Term, Term)) -> Option<(Term, Term, Term)> {
        if let Some(rest) = self.other(q, p.0) {
            return Some((p.0, p.1, rest));
        }
        self.other(q, p.1).map(|rest| (p.1, p.0, rest))
    }

    /// Whether one Boolean is, in normal form, the negation of the other.
    pub(crate) fn complementary(&self, a: Term, b: Term) -> bool {
        match (self.op(a), self.op(b)) {
            (Op::Not, _) if self.arg(a, 0) == b => true,
            (_, Op::Not) => self.arg(b, 0) == a,
            (Op::True, Op::False) | (Op::False, Op::True) => true,
            (Op::BvUlt, Op::BvUle)
            | (Op::BvUle, Op::BvUlt)
            | (Op::BvSlt, Op::BvSle)
            | (Op::BvSle, Op::BvSlt) => {
                self.arg(a, 0) == self.arg(b, 1) && self.arg(a, 1) == self.arg(b, 0)
            }
            // `x < k` and `k - 1 < x`; the normal form excludes the cases where `k - 1` wraps.
            (Op::BvUlt, Op::BvUlt) | (Op::BvSlt, Op::BvSlt) => {
                let follows =
                    |low: Term, high: Term| match (self.as_const(low), self.as_const(high)) {
                        (Some(low), Some(high)) => low.add(&BitVec::one(low.width())) == *high,
                        _ => false,
                    };
                let (a0, a1, b0, b1) = (
                    self.arg(a, 0),
                    self.arg(a, 1),
                    self.arg(b, 0),
                    self.arg(b, 1),
                );
                (a0 == b1 && follows(b0, a1)) || (a1 == b0 && follows(a0, b1))
            }
            _ => false,
        }
    }

    /// Whether one bit-vector is the bitwise complement of the other.
    pub(crate) fn bitwise_complementary(&self, a: Term, b: Term) -> bool {
        self.under(a, Op::BvNot) == Some(b) || self.under(b, Op::BvNot) == Some(a)
    }

    /// `x + k` as `(x, k)`; for a term that is not a sum, `k` is `None`, which means zero.
    pub(crate) fn base_and_offset(&self, term: Term) -> (Term, Option<BitVec>) {
        match self.with_const(term, Op::BvAdd) {
            Some((x, k)) => (x, Some(k)),
            None => (term, None),
        }
    }

    /// `(x, c)` if the term is `x * c` by a multiplication or a shift to the left; `(term, 1)` otherwise.
    pub(crate) fn scaled(&self, term: Term) -> (Term, BitVec) {
        let width = self.width(term);
        if let Some((x, k)) = self.with_const(term, Op::BvMul) {
            return (x, k);
        }
        if let Some((x, n)) = self.shifted_left(term) {
            return (x, BitVec::one(width).shl(&BitVec::new(width, n as u64)));
        }
        (term, BitVec::one(width))
    }

    /// `(x, n)` if the term is `x << n` in its normal form `concat(extract[w-1-n:0](x), 0)`.
    pub(crate) fn shifted_left(&self, term: Term) -> Option<(Term, u32)> {
        let (high, low) = self.pair(term, Op::Concat)?;
        let Op::Extract(_, 0) = self.op(high) else {
            return None;
        };
        let x = self.arg(high, 0);
        (self.is_zero(low) && self.width(x) == self.width(term)).then(|| (x, self.width(low)))
    }

    /// Known bits at the top, if any.
    fn known_prefix(&self, term: Term) -> Option<BitVec> {
        match self.op(term) {
            Op::BvConst(_) => self.value(term),
            Op::Concat => self.value(self.arg(term, 0)),
            Op::ZeroExtend(n) => Some(BitVec::zero(n)),
            _ => None,
        }
    }

    /// Known bits at the bottom, if any.
    fn known_suffix(&self, term: Term) -> Option<BitVec> {
        match self.op(term) {
            Op::BvConst(_) => self.value(term),
            Op::Concat => self.value(self.arg(term, 1)),
            Op::ZeroExtend(_) => self.known_suffix_of_concat(self.arg(term, 0)),
            _ => None,
        }
    }

    fn known_suffix_of_concat(&self, term: Term) -> Option<BitVec> {
        self.pair(term, Op::Concat)
            .and_then(|(_, low)| self.value(low))
    }

    /// Whether two bit-vectors differ in every model, as far as their roots tell.
    pub(crate) fn distinct(&self, a: Term, b: Term) -> bool {
        if a == b || !self.sort(a).is_bitvec() {
            return false;
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return x != y;
        }
        let ((x, c), (y, d)) = (self.base_and_offset(a), self.base_and_offset(b));
        if x == y {
            return c != d;
        }
        if let (Some((c, x)), Some((d, y))) = (self.minus_from_const(a), self.minus_from_const(b)) {
            return x == y && c != d;
        }
        if self.bitwise_complementary(a, b) {
            return true;
        }
        if let (Some(p), Some(q)) = (self.known_prefix(a), self.known_prefix(b)) {
            let n = p.width().min(q.width());
            let top = |v: &BitVec| v.extract(v.width() - 1, v.width() - n);
            if top(&p) != top(&q) {
                return true;
            }
        }
        if let (Some(p), Some(q)) = (self.known_suffix(a), self.known_suffix(b)) {
            let n = p.width().min(q.width());
            return p.extract(n - 1, 0) != q.extract(n - 1, 0);
        }
        false
    }

    /// A lower bound on the number of zero bits at the top.
    pub(crate) fn leading_zeros(&self, term: Term) -> u32 {
        self.leading_zeros_within(term, ESTIMATE_DEPTH)
    }

    fn leading_zeros_within(&self, term: Term, depth: u32) -> u32 {
        let arg = |i: usize| match depth {
            0 => 0,
            _ => self.leading_zeros_within(self.arg(term, i), depth - 1),
        };
        match self.op(term) {
            Op::BvConst(_) => {
                let k = self.as_const(term).expect("a constant");
                k.width() - k.to_big().bits() as u32
            }
            Op::ZeroExtend(n) => n + arg(0),
            Op::Concat => {
                let high = arg(0);
                if high == self.width(self.arg(term, 0)) {
                    high + arg(1)
                } else {
                    high
                }
            }
            Op::Extract(high, low) => {
                let cut = self.width(self.arg(term, 0)) - 1 - high;
                arg(0).saturating_sub(cut).min(high - low + 1)
            }
            Op::BvAnd => arg(0).max(arg(1)),
            Op::BvOr | Op::BvXor => arg(0).min(arg(1)),
            Op::Ite => arg(1).min(arg(2)),
            // The quotient by zero is all ones.
            Op::BvUdiv
                if self
                    .as_const(self.arg(term, 1))
                    .is_some_and(|k| !k.is_zero()) =>
            {
                arg(0)
            }
            // The remainder never exceeds the dividend, and is below a divisor that is not zero.
            Op::BvUrem => match self.as_const(self.arg(term, 1)) {
                Some(k) if !k.is_zero() => arg(0).max(arg(1)),
                _ => arg(0),
            },
            Op::BvLshr => arg(0),
            Op::BvMul => (arg(0) + arg(1)).saturating_sub(self.width(term)),
            Op::BvAdd => arg(0).min(arg(1)).saturating_sub(1),
            _ => 0,
        }
    }

    /// A lower bound, at least 1, on the number of bits at the top that equal the sign bit, itself included.
    pub(crate) fn sign_copies(&self, term: Term) -> u32 {
        self.sign_copies_within(term, ESTIMATE_DEPTH)
    }

    fn sign_copies_within(&self, term: Term, depth: u32) -> u32 {
        let arg = |i: usize| match depth {
            0 => 1,
            _ => self.sign_copies_within(self.arg(term, i), depth - 1),
        };
        let copies = match self.op(term) {
            Op::BvConst(_) => {
                let k = self.as_const(term).expect("a constant");
                let k = if k.is_negative() { k.not() } else { k.clone() };
                k.width() - k.to_big().bits() as u32
            }
            Op::SignExtend(n) => n + arg(0),
            Op::BvNot => arg(0),
            Op::BvAnd | Op::BvOr | Op::BvXor => arg(0).min(arg(1)),
            Op::Ite => arg(1).min(arg(2)),
            Op::BvAdd | Op::BvSub => arg(0).min(arg(1)).saturating_sub(1),
            Op::BvAshr => arg(0),
            _ => 1,
        };
        copies.max(self.leading_zeros_within(term, depth)).max(1)
    }

    /// The sign bit, if it is known.
    pub(crate) fn known_sign(&self, term: Term) -> Option<bool> {
        if let Some(prefix) = self.known_prefix(term) {
            return Some(prefix.is_negative());
        }
        (self.leading_zeros(term) > 0).then_some(false)
    }

    /// A lower bound on the number of zero bits at the bottom.
    pub(crate) fn trailing_zeros(&self, term: Term) -> u32 {
        match self.op(term) {
            Op::BvConst(_) => self.as_const(term).expect("a constant").trailing_zeros(),
            _ => match self.known_suffix(term) {
                Some(low) => low.trailing_zeros(),
                None => 0,
            },
        }
    }
}

#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
mod common;

#[cfg(test)]
mod tests {
    use super::common::{self, Made};
    use super::*;
    use crate::eval::Value;
    use proptest::prelude::*;

    /// The terms with arguments as well, which the numbers may not have named.
    fn vectors(made: &[Made]) -> Vec<(Term, BitVec)> {
        let vector = |m: &Made| match &m.value {
            Value::BitVec(v) => Some((m.term, v.clone())),
            _ => None,
        };
        made.iter().filter_map(vector).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn estimates_hold(numbers in proptest::collection::vec(any::<u64>(), 1..60), seed: u64, narrow: bool) {
            let mut pool = TermPool::new();
            let profile = if narrow { &common::NARROW } else { &common::WIDE };
            let (made, _) = common::make(&mut pool, profile, &numbers, seed);
            let vectors = vectors(&made);
            for (term, value) in &vectors {
                let (term, width) = (*term, value.width());
                let zeros = width - value.to_big().bits() as u32;
                prop_assert!(pool.leading_zeros(term) <= zeros, "{}", pool.display(term));
                let signless = if value.is_negative() { value.not() } else { value.clone() };
                let copies = width - signless.to_big().bits() as u32;
                prop_assert!(pool.sign_copies(term) <= copies, "{}", pool.display(term));
                prop_assert!(pool.trailing_zeros(term) <= value.trailing_zeros(), "{}", pool.display(term));
                let sign = pool.known_sign(term);
                prop_assert!(sign.is_none_or(|s| s == value.is_negative()), "{}", pool.display(term));
                for (other, same) in vectors.iter().filter(|(_, v)| v == value) {
                    prop_assert!(!pool.distinct(term, *other), "{} {same}", pool.display(term));
                }
            }
        }
    }
}
