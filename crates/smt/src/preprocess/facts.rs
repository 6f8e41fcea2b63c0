//! What members of a conjunction say about terms.
//!
//! - `x = k` for any term `x` and a constant `k`: `x` is `k`. (If `x` is not a symbol, other facts simplify it first.)
//! - `x = t` for a symbol `x` that does not occur in `t`, also by way of other facts: `x` is `t`.
//! - A literal `p` or `not p` where `p` is a symbol or an application: `p` is true, or false.
//! - Bounds of a symbol or of a read by constants that leave its high bits no choice: it is its low bits, extended.

use rustc_hash::FxHashMap;
use term::{BitVec, Op, Term, TermPool};

/// How many terms the search for a symbol in its definition may visit.
const MAX_VISITS: usize = 10_000;

/// See the module documentation.
#[derive(Default)]
pub(super) struct Facts {
    known: FxHashMap<Term, Term>,
    bounds: FxHashMap<Term, Bounds>,
    /// What was added, the newest last, with what was there before.
    trail: Vec<Change>,
}

enum Change {
    Known(Term, Option<Term>),
    Bounds(Term, Option<Bounds>),
}

/// What comparisons say about a term: the least and the largest signed value, and the largest unsigned one.
#[derive(Clone, Default)]
struct Bounds {
    least: Option<BitVec>,
    largest: Option<BitVec>,
    largest_unsigned: Option<BitVec>,
}

impl Facts {
    pub fn len(&self) -> usize {
        self.trail.len()
    }

    pub fn truncate(&mut self, len: usize) {
        while self.trail.len() > len {
            match self.trail.pop().expect("longer than `len`") {
                Change::Known(term, Some(before)) => drop(self.known.insert(term, before)),
                Change::Known(term, None) => drop(self.known.remove(&term)),
                Change::Bounds(term, Some(before)) => drop(self.bounds.insert(term, before)),
                Change::Bounds(term, None) => drop(self.bounds.remove(&term)),
            }
        }
    }

    /// What a term is.
    pub fn value(&self, term: Term) -> Option<Term> {
        self.known.get(&term).copied()
    }

    fn set(&mut self, term: Term, value: Term) {
        let before = self.known.insert(term, value);
        self.trail.push(Change::Known(term, before));
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What is known, in a fixed order.
    pub fn list(&self) -> Vec<(Term, Term)> {
        let mut list: Vec<(Term, Term)> = self.known.iter().map(|(t, v)| (*t, *v)).collect();
        list.sort_unstable();
        list
    }

    /// Learns from a member of the conjunction that is a bound, a literal or an equation with a constant; whether it is one.
    pub fn learn_bound(&mut self, pool: &mut TermPool, member: Term) -> bool {
        match pool.op(member) {
            Op::Eq => self.constant(pool, member),
            Op::Not => self.literal(pool, pool.arg(member, 0), false),
            Op::BvUlt | Op::BvSlt => self.comparison(pool, member),
            _ => self.literal(pool, member, true),
        }
    }

    /// Learns from a member of the conjunction that is an equation; whether it defines a symbol, or any term as a constant.
    pub fn learn_equation(&mut self, pool: &mut TermPool, member: Term) -> bool {
        if pool.op(member) != Op::Eq {
            return false;
        }
        let (a, b) = (pool.arg(member, 0), pool.arg(member, 1));
        for (x, t) in [(a, b), (b, a)] {
            let defines = pool.as_symbol(x).is_some() && !self.depends(pool, t, x);
            let constant = pool.is_value(t) && !pool.is_value(x);
            if self.value(x).is_none() && (defines || constant) {
                self.set(x, t);
                return true;
            }
        }
        false
    }

    fn literal(&mut self, pool: &TermPool, atom: Term, value: bool) -> bool {
        if is_free(pool, atom) && self.value(atom).is_none() {
            self.set(atom, pool.bool(value));
            return true;
        }
        false
    }

    /// `x = k`, or the high bits of `x` are zero.
    fn constant(&mut self, pool: &mut TermPool, equation: Term) -> bool {
        if let Some((x, low)) = high_bits_are_zero(pool, equation) {
            return self.shorten(pool, x, low, false);
        }
        let (a, b) = (pool.arg(equation, 0), pool.arg(equation, 1));
        for (x, k) in [(a, b), (b, a)] {
            if pool.is_value(k) && is_free(pool, x) && self.value(x).is_none() {
                self.set(x, k);
                return true;
            }
        }
        false
    }

    /// Whether `x` occurs in `t`, or in what the facts put there. When in doubt, yes.
    fn depends(&self, pool: &TermPool, t: Term, x: Term) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![t];
        while let Some(top) = stack.pop() {
            if top == x || seen.len() > MAX_VISITS {
                return true;
            }
            if !seen.insert(top) {
                continue;
            }
            stack.extend(pool.args(top));
            stack.extend(self.value(top).filter(|v| !is_extension(pool, *v, top)));
        }
        false
    }

    /// `x < k`, `k < x`, signed or not.
    fn comparison(&mut self, pool: &mut TermPool, member: Term) -> bool {
        let (a, b) = (pool.arg(member, 0), pool.arg(member, 1));
        let (x, k, upper) = match (pool.as_const(a), pool.as_const(b)) {
            (None, Some(k)) => (a, k.clone(), true),
            (Some(k), None) => (b, k.clone(), false),
            _ => return false,
        };
        if !is_free(pool, x) {
            return false;
        }
        let one = BitVec::one(k.width());
        let mut bounds = self.bounds.get(&x).cloned().unwrap_or_default();
        // Comparisons are strict, and those that nothing satisfies are folded: no bound wraps.
        match (pool.op(member), upper) {
            (Op::BvUlt, true) => bounds.largest_unsigned = Some(k.sub(&one)),
            (Op::BvSlt, true) => bounds.largest = Some(k.sub(&one)),
            (Op::BvSlt, false) => bounds.least = Some(k.add(&one)),
            _ => return false,
        }
        let before = self.bounds.insert(x, bounds.clone());
        self.trail.push(Change::Bounds(x, before));
        let width = k.width();
        if let Some((bits, signed)) = bounds.significant(width)
            && bits < width
        {
            self.shorten(pool, x, bits, signed);
        }
        // A bound counts together with others that come later, so it stays as it is in any case.
        true
    }

    /// `x` is its `bits` low bits, extended.
    fn shorten(&mut self, pool: &mut TermPool, x: Term, bits: u32, signed: bool) -> bool {
        let width = pool.width(x);
        // A fact that says more already is kept, and one that says less is replaced.
        if let Some(known) = self.value(x) {
            let better = matches!(pool.op(known), Op::ZeroExtend(n) | Op::SignExtend(n)
                if is_extension(pool, known, x) && width - n > bits);
            if !better {
                return false;
            }
        }
        let value = match bits {
            0 => pool.zero(width),
            bits => {
                let low = pool.extract(x, bits - 1, 0);
                match signed {
                    true => pool.sign_extend(low, width - bits),
                    false => pool.zero_extend(low, width - bits),
                }
            }
        };
        self.set(x, value);
        true
    }
}

impl Bounds {
    /// How many low bits count, and whether the others are copies of the highest of them rather than zero.
    fn significant(&self, width: u32) -> Option<(u32, bool)> {
        let bits = |v: &BitVec| v.to_big().bits() as u32;
        let not_negative = |v: &BitVec| !v.is_negative();
        let unsigned = self.largest_unsigned.as_ref().map(bits);
        let between = match (&self.least, &self.largest) {
            (Some(least), Some(largest)) if not_negative(least) => Some(bits(largest)),
            (Some(least), None) if not_negative(least) => Some(width - 1),
            _ => None,
        };
        let bits_unsigned = match (unsigned, between) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        if let Some(count) = bits_unsigned {
            return Some((count, false));
        }
        let signed = |v: &BitVec| 1 + bits(&if v.is_negative() { v.not() } else { v.clone() });
        match (&self.least, &self.largest) {
            (Some(least), Some(largest)) => Some((signed(least).max(signed(largest)), true)),
            _ => None,
        }
    }
}

/// Whether nothing but facts and axioms says what the term is.
fn is_free(pool: &TermPool, term: Term) -> bool {
    matches!(pool.op(term), Op::Symbol(_) | Op::Select | Op::Apply(_))
}

/// `(x, n)` if the equation says that the bits of `x` from `n` on are zero.
fn high_bits_are_zero(pool: &TermPool, equation: Term) -> Option<(Term, u32)> {
    let (a, b) = (pool.arg(equation, 0), pool.arg(equation, 1));
    for (part, k) in [(a, b), (b, a)] {
        if let (Op::Extract(high, low), Some(k)) = (pool.op(part), pool.as_const(k))
            && k.is_zero()
        {
            let x = pool.arg(part, 0);
            return (is_free(pool, x) && high + 1 == pool.width(x)).then_some((x, low));
        }
    }
    None
}

/// Whether a value is made of the low bits of the very term that it is the value of.
pub(super) fn is_extension(pool: &TermPool, value: Term, of: Term) -> bool {
    let inner = match pool.op(value) {
        Op::ZeroExtend(_) | Op::SignExtend(_) => pool.arg(value, 0),
        _ => return false,
    };
    matches!(pool.op(inner), Op::Extract(_, 0)) && pool.arg(inner, 0) == of
}
