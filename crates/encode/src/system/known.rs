//! What the guard of an edge says of the values that the edge brings.
//!
//! `p = malloc(n)` is null or not, as `n` is too large or not; after `if (n < 1 || n > 100) return;` it is not. The value stays
//! `ite(n < 0, null, address)`, since no rewriting sees the guard. But along the edge the guard holds, so the value is the address,
//! a constant, and no part of the state.
//!
//! A guard says what its conjuncts are, and bounds of what they compare with constants. Both are only looked for where a choice
//! is at the top of a value: deeper ones are not worth the search.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermPool};

/// Terms deeper than this have no bounds but those of their sort.
const MAX_DEPTH: u32 = 8;

/// See the module documentation.
pub(super) struct Known {
    conjuncts: FxHashMap<Term, bool>,
    /// As signed numbers.
    signed: FxHashMap<Term, Bounds>,
    /// As numbers without sign.
    unsigned: FxHashMap<Term, Bounds>,
}

/// From the first to the second, with both.
type Bounds = (i128, i128);

impl Known {
    pub fn new(pool: &TermPool, guard: Term) -> Known {
        let mut known = Known {
            conjuncts: FxHashMap::default(),
            signed: FxHashMap::default(),
            unsigned: FxHashMap::default(),
        };
        for conjunct in pool.conjuncts(guard) {
            let (literal, holds) = match pool.op(conjunct) {
                Op::Not => (pool.arg(conjunct, 0), false),
                _ => (conjunct, true),
            };
            known.conjuncts.insert(literal, holds);
            known.compare(pool, literal, holds);
        }
        known
    }

    /// Learns from a comparison with a constant.
    fn compare(&mut self, pool: &TermPool, literal: Term, holds: bool) {
        let (op, &[a, b]) = (pool.op(literal), pool.args(literal)) else {
            return;
        };
        let (Some(signed), true) = (is_signed(op), is_number(pool, a)) else {
            return;
        };
        let is_strict = matches!(op, Op::BvSlt | Op::BvUlt);
        // `a < b`, or `b <= a` where it does not hold.
        let (low, high, strict) = match holds {
            true => (a, b, is_strict),
            false => (b, a, !is_strict),
        };
        let one = i128::from(strict);
        let (of_low, of_high) = (value(pool, low, signed), value(pool, high, signed));
        match (of_low, of_high) {
            (None, Some(most)) => self.restrict(pool, low, signed, (i128::MIN, most - one)),
            (Some(least), None) => self.restrict(pool, high, signed, (least + one, i128::MAX)),
            _ => {}
        }
    }

    fn restrict(&mut self, pool: &TermPool, term: Term, signed: bool, (low, high): Bounds) {
        let all = of_sort(pool.width(term), signed);
        let map = match signed {
            true => &mut self.signed,
            false => &mut self.unsigned,
        };
        let bounds = map.entry(term).or_insert(all);
        *bounds = (bounds.0.max(low), bounds.1.min(high));
    }

    /// The value, where the guard holds.
    pub fn simplify(&self, pool: &mut TermPool, value: Term) -> Term {
        if pool.sort(value).is_bool() {
            return match self.decide(pool, value) {
                Some(true) => pool.tt(),
                Some(false) => pool.ff(),
                None => value,
            };
        }
        let mut value = value;
        while pool.op(value) == Op::Ite {
            value = match self.decide(pool, pool.arg(value, 0)) {
                Some(true) => pool.arg(value, 1),
                Some(false) => pool.arg(value, 2),
                None => break,
            };
        }
        value
    }

    /// Whether a condition holds where the guard does, if that is seen.
    fn decide(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        if pool.op(condition) == Op::Not {
            return self.decide(pool, pool.arg(condition, 0)).map(|b| !b);
        }
        if let Some(holds) = self.conjuncts.get(&condition) {
            return Some(*holds);
        }
        let (op, &[a, b]) = (pool.op(condition), pool.args(condition)) else {
            return None;
        };
        if let Op::And | Op::Or = op {
            let absorbing = op == Op::Or;
            return match (self.decide(pool, a), self.decide(pool, b)) {
                (Some(x), _) | (_, Some(x)) if x == absorbing => Some(absorbing),
                (Some(_), Some(_)) => Some(!absorbing),
                _ => None,
            };
        }
        if !is_number(pool, a) {
            return None;
        }
        if op == Op::Eq {
            let apart = [true, false].into_iter().any(|signed| {
                let (a, b) = (self.bounds(pool, a, signed), self.bounds(pool, b, signed));
                a.1 < b.0 || b.1 < a.0
            });
            return apart.then_some(false);
        }
        let signed = is_signed(op)?;
        let (a, b) = (self.bounds(pool, a, signed), self.bounds(pool, b, signed));
        match op {
            Op::BvSlt | Op::BvUlt if a.1 < b.0 => Some(true),
            Op::BvSlt | Op::BvUlt if a.0 >= b.1 => Some(false),
            Op::BvSle | Op::BvUle if a.1 <= b.0 => Some(true),
            Op::BvSle | Op::BvUle if a.0 > b.1 => Some(false),
            _ => None,
        }
    }

    fn bounds(&self, pool: &TermPool, term: Term, signed: bool) -> Bounds {
        self.bounds_within(pool, term, signed, MAX_DEPTH)
    }

    /// Bounds of a number: what the guard says, what its parts say, and what it is with the other sign.
    fn bounds_within(&self, pool: &TermPool, term: Term, signed: bool, depth: u32) -> Bounds {
        let width = pool.width(term);
        let all = of_sort(width, signed);
        if let Some(value) = value(pool, term, signed) {
            return (value, value);
        }
        if depth == 0 {
            return all;
        }
        let mut found = all;
        let mut meet = |(low, high): Bounds| found = (found.0.max(low), found.1.min(high));
        let (mine, other) = match signed {
            true => (&self.signed, &self.unsigned),
            false => (&self.unsigned, &self.signed),
        };
        if let Some(bounds) = mine.get(&term) {
            meet(*bounds);
        }
        // Numbers that neither reading has a sign bit for are the same in both.
        if let Some(&(low, high)) = other.get(&term)
            && low >= 0
            && high <= of_sort(width, true).1
        {
            meet((low, high));
        }
        let part = |i: usize, signed| {
            let arg = pool.arg(term, i);
            self.bounds_within(pool, arg, signed, depth - 1)
        };
        let exact = match pool.op(term) {
            Op::ZeroExtend(_) => Some(part(0, false)),
            Op::SignExtend(_) => Some(part(0, true)),
            Op::BvAdd => {
                let (a, b) = (part(0, signed), part(1, signed));
                Some((a.0 + b.0, a.1 + b.1))
            }
            Op::Concat => pool.as_const(pool.arg(term, 1)).map(|low| {
                let bits = low.width();
                let low = low.to_u64().map_or(0, i128::from);
                let (least, most) = part(0, signed);
                ((least << bits) + low, (most << bits) + low)
            }),
            Op::Ite => {
                let (a, b) = (part(1, signed), part(2, signed));
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            _ => None,
        };
        // What does not fit the sort wraps around.
        if let Some((low, high)) = exact
            && low >= all.0
            && high <= all.1
        {
            meet((low, high));
        }
        found
    }
}

/// Whether a comparison is one of signed numbers.
fn is_signed(op: Op) -> Option<bool> {
    match op {
        Op::BvSlt | Op::BvSle => Some(true),
        Op::BvUlt | Op::BvUle => Some(false),
        _ => None,
    }
}

/// Those whose sums fit 128 bits.
fn is_number(pool: &TermPool, term: Term) -> bool {
    matches!(pool.sort(term), Sort::BitVec(width) if width <= 64)
}

fn of_sort(width: u32, signed: bool) -> Bounds {
    match signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    }
}

fn value(pool: &TermPool, term: Term, signed: bool) -> Option<i128> {
    let number = pool.as_const(term)?;
    Some(match signed {
        true => number.to_signed(),
        false => i128::from(number.to_u64()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every guard and every condition over a variable of three bits that compares it, or a sum with it, with a constant: what
    /// is decided is true wherever the guard holds.
    #[test]
    fn what_is_decided_holds_for_all_values() {
        let mut pool = TermPool::new();
        let x = pool.symbol("x", Sort::BitVec(3));
        let one = pool.bv_i64(3, 1);
        let moved = pool.bvadd(x, one);
        let wide = pool.resize_signed(x, 5);
        let unsigned = pool.resize_unsigned(moved, 5);
        let two = pool.bv_i64(2, 2);
        let scaled = pool.concat(x, two);
        let mut comparisons = Vec::new();
        for number in [x, moved, wide, unsigned, scaled] {
            let width = pool.width(number);
            for constant in 0..1 << width {
                let constant = pool.bv_i64(width, constant);
                for (a, b) in [(number, constant), (constant, number)] {
                    let all = [
                        pool.slt(a, b),
                        pool.sle(a, b),
                        pool.ult(a, b),
                        pool.ule(a, b),
                    ];
                    comparisons.extend(all);
                }
                comparisons.push(pool.eq(number, constant));
            }
        }
        comparisons.retain(|c| !pool.is_value(*c));
        comparisons.sort_unstable();
        comparisons.dedup();
        let mut decided = 0;
        let truth: Vec<Vec<bool>> = (comparisons.iter())
            .map(|c| (0..8).map(|v| holds(&mut pool, *c, x, v)).collect())
            .collect();
        for (number, guard) in comparisons.iter().enumerate() {
            let known = Known::new(&pool, *guard);
            for (other, condition) in comparisons.iter().enumerate() {
                let Some(answer) = known.decide(&pool, *condition) else {
                    continue;
                };
                decided += 1;
                for value in (0..8).filter(|v| truth[number][*v]) {
                    assert_eq!(
                        truth[other][value], answer,
                        "{guard:?} {condition:?} {value}"
                    );
                }
            }
        }
        assert!(decided > 500, "{decided}");
    }

    fn holds(pool: &mut TermPool, condition: Term, x: Term, value: usize) -> bool {
        let value = pool.bv_i64(3, value as i64);
        let mut value_of =
            |pool: &mut TermPool, symbol| (pool.symbol_term(symbol) == x).then_some(value);
        let folded = pool.substitute(condition, &mut value_of, &mut FxHashMap::default());
        assert!(pool.is_value(folded));
        pool.is_true(folded)
    }
}
