//! Unconstrained terms, of queries that are asked once.
//!
//! If a symbol `x` occurs once in a query, in `x + t`, then that sum can have any value, whatever `t` is: a fresh
//! symbol `u` takes its place, and `x` is `u - t` in the model. If the sum in turn occurs once, `u` is unconstrained
//! again. So whole trees of operators disappear, from the leaves upwards. After R. Brummayer, "Efficient SMT solving
//! for bit-vectors and the extensional theory of arrays" (thesis, 2009), and R. Bruttomesso, "RTL verification: from
//! SAT to SMT(BV)" (thesis, 2008).
//!
//! Equisatisfiable, not equivalent: a later query cannot mention what was eliminated. So this is for
//! queries that are asked once, and the model of what is left is *completed*: [`Elimination::definitions`] say what the
//! eliminated symbols are, the last one first, as each may depend on those that were eliminated after it.

use rustc_hash::FxHashMap;
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

/// What is left of a query.
pub(crate) struct Elimination {
    pub assertions: Vec<Term>,
    /// Symbols and what they are, in the order of elimination.
    pub definitions: Vec<(SymbolId, Term)>,
}

/// Replaces what is unconstrained in a conjunction.
pub(crate) fn eliminate(pool: &mut TermPool, assertions: &[Term]) -> Elimination {
    let (terms, occurrences) = occurrences(pool, assertions);
    let mut pass = Pass {
        occurrences,
        new: FxHashMap::default(),
        free: FxHashMap::default(),
        definitions: Vec::new(),
    };
    for term in terms {
        pass.rebuild(pool, term);
    }
    Elimination {
        assertions: assertions.iter().map(|t| pass.new[t]).collect(),
        definitions: pass.definitions,
    }
}

/// The terms in a conjunction, arguments first, and how often each occurs, by its index.
fn occurrences(pool: &TermPool, assertions: &[Term]) -> (Vec<Term>, Vec<u32>) {
    let mut counts = vec![0_u32; pool.len()];
    let mut terms = Vec::new();
    let mut stack = assertions.to_vec();
    while let Some(term) = stack.pop() {
        let count = &mut counts[term.index()];
        *count = count.saturating_add(1);
        if *count == 1 {
            terms.push(term);
            stack.extend(pool.args(term));
        }
    }
    // Arguments have smaller handles.
    terms.sort_unstable();
    (terms, counts)
}

struct Pass {
    occurrences: Vec<u32>,
    /// What terms became.
    new: FxHashMap<Term, Term>,
    /// The symbol that a term is, if it is unconstrained: it occurs once, and any value will do.
    free: FxHashMap<Term, Term>,
    definitions: Vec<(SymbolId, Term)>,
}

impl Pass {
    fn rebuild(&mut self, pool: &mut TermPool, term: Term) {
        let once = self.occurrences[term.index()] == 1;
        let args = pool.args(term).to_vec();
        if pool.as_symbol(term).is_some() && once {
            self.free.insert(term, term);
        }
        let args_now: Vec<Term> = args.iter().map(|a| self.new[a]).collect();
        let new = match self.replace(pool, term, &args, &args_now) {
            Some(new) => {
                if once && pool.as_symbol(new).is_some() {
                    self.free.insert(term, new);
                }
                new
            }
            None if args_now == args => term,
            None => pool.mk(pool.op(term), &args_now),
        };
        self.new.insert(term, new);
    }

    fn define(&mut self, pool: &TermPool, symbol: Term, value: Term) {
        let symbol = pool.as_symbol(symbol).expect("a free term is a symbol");
        self.definitions.push((symbol, value));
    }

    /// What takes the place of a term with unconstrained arguments. `args` are the original ones, `now` what they became.
    fn replace(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        args: &[Term],
        now: &[Term],
    ) -> Option<Term> {
        let free: Vec<Option<Term>> = args.iter().map(|a| self.free.get(a).copied()).collect();
        if free.iter().all(Option::is_none) {
            return None;
        }
        let op = pool.op(term);
        if !is_known(op) {
            return None;
        }
        match (free.as_slice(), now) {
            ([Some(x)], _) => self.unary(pool, op, *x, term),
            ([Some(x), Some(y)], _) => self.both(pool, op, *x, *y, term),
            ([Some(x), None], [_, t]) => self.one(pool, op, *x, *t, true, term),
            ([None, Some(x)], [t, _]) => self.one(pool, op, *x, *t, false, term),
            (arms, _) if op == Op::Ite => self.choice(pool, arms, term),
            _ => None,
        }
    }

    fn fresh(&self, pool: &mut TermPool, term: Term) -> Term {
        pool.fresh("\\free", pool.sort(term))
    }

    fn unary(&mut self, pool: &mut TermPool, op: Op, x: Term, term: Term) -> Option<Term> {
        // match:  not x | ~x | -x | extract(x)
        let u = self.fresh(pool, term);
        let value = match op {
            Op::Not | Op::BvNot | Op::BvNeg => pool.mk(op, &[u]),
            Op::Extract(high, low) => {
                let above = pool.width(x) - 1 - high;
                let wide = pool.zero_extend(u, above);
                match low {
                    0 => wide,
                    _ => {
                        let below = pool.bv(BitVec::zero(low));
                        pool.concat(wide, below)
                    }
                }
            }
            _ => return None,
        };
        self.define(pool, x, value);
        Some(u)
    }

    /// Both arguments are unconstrained.
    fn both(&mut self, pool: &mut TermPool, op: Op, x: Term, y: Term, term: Term) -> Option<Term> {
        // match:  x & y | x | y | x * y | x / y | x % y | x << y | concat(x, y)
        let u = self.fresh(pool, term);
        let (for_x, for_y) = match op {
            Op::And | Op::Or | Op::BvAnd | Op::BvOr => (u, u),
            Op::BvMul | Op::BvUdiv | Op::BvSdiv => {
                let one = pool.bv(BitVec::one(pool.width(y)));
                (u, one)
            }
            // What is divided by zero remains.
            Op::BvUrem | Op::BvSrem | Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let zero = pool.bv(BitVec::zero(pool.width(y)));
                (u, zero)
            }
            Op::Concat => {
                let (width, low) = (pool.width(u), pool.width(y));
                (pool.extract(u, width - 1, low), pool.extract(u, low - 1, 0))
            }
            // One of them is enough.
            _ => return self.one(pool, op, x, y, true, term),
        };
        self.define(pool, x, for_x);
        self.define(pool, y, for_y);
        Some(u)
    }

    /// One argument is unconstrained: `x op t` if `left`, else `t op x`.
    fn one(
        &mut self,
        pool: &mut TermPool,
        op: Op,
        x: Term,
        t: Term,
        left: bool,
        term: Term,
    ) -> Option<Term> {
        let u = self.fresh(pool, term);
        let value = match op {
            // match:  x + t | x - t | t - x | x ^ t
            Op::BvAdd => pool.bvsub(u, t),
            Op::BvSub if left => pool.bvadd(u, t),
            Op::BvSub => pool.bvsub(t, u),
            Op::BvXor => pool.bvxor(u, t),
            // match:  x * k with k odd
            Op::BvMul => {
                let inverse = pool.as_const(t)?.inverse()?;
                let inverse = pool.bv(inverse);
                pool.bvmul(u, inverse)
            }
            // match:  x = t
            Op::Eq => {
                let other = another(pool, t)?;
                pool.ite(u, t, other)
            }
            // match:  select(x, t)
            Op::Select if left => {
                let sort = pool.sort(x);
                pool.const_array(sort, u)
            }
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                return Some(self.comparison(pool, op, x, t, left, u));
            }
            _ => return None,
        };
        self.define(pool, x, value);
        Some(u)
    }

    /// `x < t` can be anything but true where `t` is the least value, `x <= t` anything but false where it is the largest.
    fn comparison(
        &mut self,
        pool: &mut TermPool,
        op: Op,
        x: Term,
        t: Term,
        left: bool,
        u: Term,
    ) -> Term {
        let width = pool.width(t);
        let (least, largest) = match op {
            Op::BvUlt | Op::BvUle => (BitVec::zero(width), BitVec::all_ones(width)),
            _ => (BitVec::int_min(width), BitVec::int_min(width).not()),
        };
        let (least, largest) = (pool.bv(least), pool.bv(largest));
        // What makes x the smaller, or the larger one, if it can be.
        let (holds, fails) = if left {
            (least, largest)
        } else {
            (largest, least)
        };
        let value = pool.ite(u, holds, fails);
        self.define(pool, x, value);
        match op {
            Op::BvUlt | Op::BvSlt => {
                let possible = pool.ne(t, holds);
                pool.and(u, possible)
            }
            _ => {
                let sure = pool.eq(t, fails);
                pool.or(u, sure)
            }
        }
    }

    /// `ite` where two of condition and arms are unconstrained.
    fn choice(&mut self, pool: &mut TermPool, free: &[Option<Term>], term: Term) -> Option<Term> {
        let u = self.fresh(pool, term);
        match *free {
            [_, Some(x), Some(y)] => {
                self.define(pool, x, u);
                self.define(pool, y, u);
            }
            [Some(c), Some(x), None] => {
                let chosen = pool.tt();
                self.define(pool, c, chosen);
                self.define(pool, x, u);
            }
            [Some(c), None, Some(y)] => {
                let chosen = pool.ff();
                self.define(pool, c, chosen);
                self.define(pool, y, u);
            }
            _ => return None,
        }
        Some(u)
    }
}

/// The operators that the rules are about.
fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::Not
            | Op::And
            | Op::Or
            | Op::Eq
            | Op::Ite
            | Op::BvNot
            | Op::BvNeg
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvSdiv
            | Op::BvUrem
            | Op::BvSrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::Concat
            | Op::Extract(..)
            | Op::Select
            | Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
    )
}

/// A value that is not that of `t`, of sorts where there is an easy one.
fn another(pool: &mut TermPool, t: Term) -> Option<Term> {
    match pool.sort(t) {
        Sort::Bool => Some(pool.not(t)),
        Sort::BitVec(width) => {
            let one = pool.bv(BitVec::one(width));
            Some(pool.bvadd(t, one))
        }
        _ => None,
    }
}
