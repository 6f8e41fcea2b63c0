//! How terms move from one iteration of a loop to the next.
//!
//! In the generic iteration number `i` a variable that grows by `c` has the value `x + d`, where `x` is its value before the
//! loop and the symbol `d` denotes `i * c`. A term over such symbols *moves* by `s` if its value in iteration `i` is that
//! in iteration 0 plus `i * s`, for all `i` below a number of iterations after which an extension to more bits would no
//! longer be one of the same number, because the narrow one wraps.
//!
//! Where a condition is a comparison of something that moves with something that does not, the first iteration in which it
//! does not hold is a term ([`Limit`]): a quotient of a distance by a step.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Op, Sort, Term, TermPool};

/// The width of numbers of iterations.
pub const COUNT: u32 = 64;

/// More than any number of iterations that a summary leaves out.
pub const NEVER: u64 = u64::MAX;

/// How deep we look into terms.
const MAX_DEPTH: u32 = 48;

/// The symbols of the generic iteration.
pub struct Motion {
    /// The number of the iteration. The oldest symbol of all: older terms do not depend on the iteration.
    pub iteration: Term,
    /// `i * c` for each width and step `c`.
    steps: FxHashMap<Term, BitVec>,
    /// What variables without a closed form hold when the iteration begins.
    stale: FxHashSet<Term>,
    /// For how many iterations terms move as they are said to, where extensions limit that, and whether these terms are
    /// of use before the loop may be left.
    pub until: Vec<(Term, bool)>,
    /// Whether what is looked at now happens before the loop may be left.
    pub before_exit: bool,
}

/// When a condition does not hold for the first time.
#[derive(Clone, Copy)]
pub struct Limit {
    /// It holds in all iterations before this one …
    pub first: Term,
    /// … and not in this one, where this is true.
    pub exact: Term,
}

/// A comparison of something that moves with something that does not.
struct Comparison {
    /// Its value in iteration 0, and its step.
    start: Term,
    step: i64,
    bound: Term,
    strict: bool,
    signed: bool,
}

impl Motion {
    pub fn new(pool: &mut TermPool) -> Motion {
        Motion {
            iteration: pool.fresh("iteration", Sort::BitVec(COUNT)),
            steps: FxHashMap::default(),
            stale: FxHashSet::default(),
            until: Vec::new(),
            before_exit: true,
        }
    }

    /// The symbol for `i * step`.
    pub fn distance(&mut self, pool: &mut TermPool, step: &BitVec) -> Term {
        if let Some((symbol, _)) = self.steps.iter().find(|(_, s)| *s == step) {
            return *symbol;
        }
        let symbol = pool.fresh("moved", Sort::BitVec(step.width()));
        self.steps.insert(symbol, step.clone());
        symbol
    }

    /// A symbol for what a variable without a closed form holds.
    pub fn unknown(&mut self, pool: &mut TermPool, width: u32) -> Term {
        let symbol = pool.fresh("stale", Sort::BitVec(width));
        self.stale.insert(symbol);
        symbol
    }

    /// Whether the value may differ from iteration to iteration.
    pub fn varies(&self, pool: &TermPool, term: Term) -> bool {
        self.any_symbol(pool, term, |_| true)
    }

    /// Whether the value depends on a variable without a closed form.
    pub fn is_stale(&self, pool: &TermPool, term: Term) -> bool {
        self.any_symbol(pool, term, |symbol| self.stale.contains(&symbol))
    }

    fn any_symbol(&self, pool: &TermPool, term: Term, which: impl Fn(Term) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if term < self.iteration || !seen.insert(term) {
                continue;
            }
            let own = term == self.iteration
                || self.steps.contains_key(&term)
                || self.stale.contains(&term);
            if own && which(term) {
                return true;
            }
            stack.extend(pool.args(term));
        }
        false
    }

    /// The symbols' values in an iteration, but for those of variables without a closed form.
    pub fn values(&self, pool: &mut TermPool, iteration: Term) -> FxHashMap<Term, Term> {
        let mut values = FxHashMap::default();
        values.insert(self.iteration, iteration);
        for (symbol, step) in &self.steps {
            let count = pool.resize_unsigned(iteration, step.width());
            let step = pool.bv(step.clone());
            values.insert(*symbol, pool.bvmul(step, count));
        }
        values
    }

    /// A term's value in an iteration.
    pub fn at(&self, pool: &mut TermPool, term: Term, iteration: Term) -> Term {
        if term < self.iteration {
            return term;
        }
        let values = self.values(pool, iteration);
        self.replace(pool, term, &values)
    }

    /// A term's value in the first iteration.
    pub fn start(&self, pool: &mut TermPool, term: Term) -> Term {
        let zero = pool.zero(COUNT);
        self.at(pool, term, zero)
    }

    /// The term with its symbols replaced. Unlike [`TermPool::substitute`] this does not look at what is too old to have
    /// one: it may be all of memory.
    pub fn replace(&self, pool: &mut TermPool, term: Term, values: &FxHashMap<Term, Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let of = |done: &FxHashMap<Term, Term>, term: Term| match values.get(&term) {
            Some(value) => Some(*value),
            None if term < self.iteration => Some(term),
            None => done.get(&term).copied(),
        };
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if of(&done, top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let open = pool.args(top).iter().filter(|a| of(&done, **a).is_none());
            stack.extend(open);
            if stack.len() > before {
                continue;
            }
            let args: Vec<Term> = pool
                .args(top)
                .iter()
                .map(|a| of(&done, *a).expect("arguments come first"))
                .collect();
            let new = match args.as_slice() == pool.args(top) {
                true => top,
                false => {
                    let op = pool.op(top);
                    pool.mk(op, &args)
                }
            };
            done.insert(top, new);
            stack.pop();
        }
        of(&done, term).expect("just made")
    }

    // ---- steps ----

    /// By how much a bit-vector moves, if it moves evenly; notes how long it does.
    pub fn step(&mut self, pool: &mut TermPool, term: Term) -> Option<BitVec> {
        let mut until = Vec::new();
        let step = self.step_of(pool, term, MAX_DEPTH, &mut until)?;
        let before_exit = self.before_exit;
        self.until
            .extend(until.into_iter().map(|u| (u, before_exit)));
        Some(step)
    }

    fn step_of(
        &self,
        pool: &mut TermPool,
        term: Term,
        depth: u32,
        until: &mut Vec<Term>,
    ) -> Option<BitVec> {
        let width = pool.width(term);
        if !self.varies(pool, term) {
            return Some(BitVec::zero(width));
        }
        if depth == 0 {
            return None;
        }
        let args = pool.args(term).to_vec();
        let mut of = |pool: &mut TermPool, i: usize| self.step_of(pool, args[i], depth - 1, until);
        match pool.op(term) {
            Op::Symbol(_) => self.steps.get(&term).cloned(),
            Op::BvAdd => Some(of(pool, 0)?.add(&of(pool, 1)?)),
            Op::BvSub => Some(of(pool, 0)?.sub(&of(pool, 1)?)),
            Op::BvNeg | Op::BvNot => Some(of(pool, 0)?.neg()),
            Op::BvMul => match (
                pool.as_const(args[0]).cloned(),
                pool.as_const(args[1]).cloned(),
            ) {
                (Some(factor), _) => Some(of(pool, 1)?.mul(&factor)),
                (_, Some(factor)) => Some(of(pool, 0)?.mul(&factor)),
                _ => None,
            },
            Op::BvShl => {
                let amount = pool.as_const(args[1]).cloned()?;
                Some(of(pool, 0)?.shl(&amount))
            }
            Op::Extract(high, 0) => Some(of(pool, 0)?.extract(high, 0)),
            Op::Concat if !self.varies(pool, args[1]) => {
                let low = BitVec::zero(pool.width(args[1]));
                Some(of(pool, 0)?.concat(&low))
            }
            Op::ZeroExtend(count) => {
                let step = of(pool, 0)?;
                let start = self.start(pool, args[0]);
                until.push(fits_until(pool, start, &step, false)?);
                Some(step.sign_extend(count))
            }
            Op::SignExtend(count) => {
                let step = of(pool, 0)?;
                let start = self.start(pool, args[0]);
                until.push(fits_until(pool, start, &step, true)?);
                Some(step.sign_extend(count))
            }
            Op::Ite if !self.varies(pool, args[0]) => {
                let (then, otherwise) = (of(pool, 1)?, of(pool, 2)?);
                (then == otherwise).then_some(then)
            }
            _ => None,
        }
    }

    // ---- limits ----

    /// The limits of the conjuncts of a condition, if all have one.
    pub fn limits(&mut self, pool: &mut TermPool, condition: Term) -> Option<Vec<Limit>> {
        let mut limits = Vec::new();
        let mut open = vec![(condition, true)];
        while let Some((term, positive)) = open.pop() {
            if !self.varies(pool, term) {
                let holds = match positive {
                    true => term,
                    false => pool.not(term),
                };
                limits.push(always_if(pool, holds));
                continue;
            }
            let args = pool.args(term).to_vec();
            match (pool.op(term), positive) {
                (Op::Not, _) => open.push((args[0], !positive)),
                (Op::And, true) | (Op::Or, false) => {
                    open.extend(args.into_iter().map(|a| (a, positive)));
                }
                (Op::Or, true) | (Op::And, false) => {
                    limits.extend(self.either(pool, &args, positive)?);
                }
                _ => limits.push(self.limit(pool, term, &args, positive)?),
            }
        }
        Some(limits)
    }

    /// The limits of a disjunction of which only one part varies.
    fn either(&mut self, pool: &mut TermPool, args: &[Term], positive: bool) -> Option<Vec<Limit>> {
        let (mut rest, mut moving) = (pool.ff(), None);
        for arg in args {
            let holds = match positive {
                true => *arg,
                false => pool.not(*arg),
            };
            if self.varies(pool, holds) {
                if moving.replace(holds).is_some() {
                    return None;
                }
            } else {
                rest = pool.or(rest, holds);
            }
        }
        let mut limits = self.limits(pool, moving?)?;
        let never = pool.bv_u64(COUNT, NEVER);
        for limit in &mut limits {
            limit.first = pool.ite(rest, never, limit.first);
            limit.exact = pool.or(rest, limit.exact);
        }
        Some(limits)
    }

    fn limit(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        args: &[Term],
        positive: bool,
    ) -> Option<Limit> {
        let op = pool.op(term);
        let (a, b) = (*args.first()?, *args.get(1)?);
        if !matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle)
            || !pool.sort(a).is_bitvec()
            || pool.width(a) > COUNT
        {
            return None;
        }
        let (by_a, by_b) = (self.step(pool, a)?, self.step(pool, b)?);
        let (from_a, from_b) = (self.start(pool, a), self.start(pool, b));
        if op == Op::Eq {
            let step = by_a.sub(&by_b);
            return Some(match positive {
                true => while_equal(pool, from_a, from_b, &step),
                false => until_equal(pool, from_a, from_b, &step),
            });
        }
        let signed = matches!(op, Op::BvSlt | Op::BvSle);
        // Not a < b is b <= a.
        let strict = matches!(op, Op::BvUlt | Op::BvSlt) == positive;
        let ((left, by_left), (right, by_right)) = match positive {
            true => ((from_a, by_a), (from_b, by_b)),
            false => ((from_b, by_b), (from_a, by_a)),
        };
        if by_right.is_zero() {
            let step = by_left.to_i64()?;
            let comparison = Comparison {
                start: left,
                step,
                bound: right,
                strict,
                signed,
            };
            return Some(comparison.limit(pool));
        }
        if !by_left.is_zero() {
            return None;
        }
        // l < r is ~r < ~l, and ~r moves by the negated step.
        let comparison = Comparison {
            start: pool.bvnot(right),
            step: by_right.to_i64()?.checked_neg()?,
            bound: pool.bvnot(left),
            strict,
            signed,
        };
        Some(comparison.limit(pool))
    }
}

/// When `start + i * step <= bound`, all unsigned, does not hold for the first time.
pub fn within(pool: &mut TermPool, start: Term, step: i64, bound: Term) -> Limit {
    let comparison = Comparison {
        start,
        step,
        bound,
        strict: false,
        signed: false,
    };
    comparison.limit(pool)
}

impl Comparison {
    /// When `start + i * step < bound` (or `<=`) does not hold for the first time.
    fn limit(&self, pool: &mut TermPool) -> Limit {
        let width = pool.width(self.start);
        let holds = match (self.strict, self.signed) {
            (true, true) => pool.slt(self.start, self.bound),
            (true, false) => pool.ult(self.start, self.bound),
            (false, true) => pool.sle(self.start, self.bound),
            (false, false) => pool.ule(self.start, self.bound),
        };
        if self.step == 0 {
            return always_if(pool, holds);
        }
        let size = self.step.unsigned_abs();
        let iterations = if self.step < 0 {
            // Down to zero; the next one wraps.
            let above = match self.signed {
                true => biased(pool, self.start),
                false => self.start,
            };
            beyond(pool, above, size)
        } else {
            let distance = pool.bvsub(self.bound, self.start);
            if self.strict && size == 1 {
                pool.resize_unsigned(distance, COUNT)
            } else if self.strict {
                let one = pool.bv_u64(width, 1);
                let distance = pool.bvsub(distance, one);
                beyond(pool, distance, size)
            } else {
                beyond(pool, distance, size)
            }
        };
        let zero = pool.zero(COUNT);
        let from_zero = !self.signed && self.strict && self.step == 1;
        let first = match from_zero && pool.as_u64(self.start) == Some(0) {
            true => iterations,
            false => pool.ite(holds, iterations, zero),
        };
        // The value in the first iteration in which it does not hold lies at most a step beyond the bound (or below
        // zero): it must not come round to where the comparison holds again.
        let last = BitVec::zero(width).sub(&BitVec::new(width, size));
        let last = match self.strict {
            true => last,
            false => last.sub(&BitVec::one(width)),
        };
        let exact = match (self.signed, size == 1 && self.strict) {
            (_, true) => pool.tt(),
            (true, _) => {
                let last = pool.bv(last.add(&BitVec::int_min(width)));
                pool.sle(self.bound, last)
            }
            (false, _) => {
                let last = pool.bv(last);
                pool.ule(self.bound, last)
            }
        };
        Limit { first, exact }
    }
}

/// `distance / size + 1` as a number of iterations: the first multiple beyond the distance.
fn beyond(pool: &mut TermPool, distance: Term, size: u64) -> Term {
    let width = pool.width(distance);
    let divisor = pool.bv_u64(width, size);
    let quotient = pool.bvudiv(distance, divisor);
    let quotient = pool.resize_unsigned(quotient, COUNT);
    let one = pool.bv_u64(COUNT, 1);
    let next = pool.bvadd(quotient, one);
    if width < COUNT || size > 1 {
        return next;
    }
    let never = pool.bv_u64(COUNT, NEVER);
    let largest = pool.eq(quotient, never);
    pool.ite(largest, never, next)
}

/// For how many iterations a number of few bits does not wrap.
fn fits_until(pool: &mut TermPool, start: Term, step: &BitVec, signed: bool) -> Option<Term> {
    let width = pool.width(start);
    if width >= COUNT {
        return None;
    }
    let by = step.to_i64()?;
    if by == 0 {
        return Some(pool.bv_u64(COUNT, NEVER));
    }
    let start = match signed {
        true => biased(pool, start),
        false => start,
    };
    let room = match by > 0 {
        true => pool.bvnot(start),
        false => start,
    };
    Some(beyond(pool, room, by.unsigned_abs()))
}

/// A signed number as an unsigned one in the same order.
fn biased(pool: &mut TermPool, term: Term) -> Term {
    let least = pool.bv(BitVec::int_min(pool.width(term)));
    pool.bvadd(term, least)
}

/// A condition that does not vary.
pub fn always_if(pool: &mut TermPool, holds: Term) -> Limit {
    let never = pool.bv_u64(COUNT, NEVER);
    let zero = pool.zero(COUNT);
    Limit {
        first: pool.ite(holds, never, zero),
        exact: pool.tt(),
    }
}

/// When two numbers that move apart are no longer equal.
fn while_equal(pool: &mut TermPool, a: Term, b: Term, step: &BitVec) -> Limit {
    let equal = pool.eq(a, b);
    if step.is_zero() {
        return always_if(pool, equal);
    }
    let (zero, one) = (pool.zero(COUNT), pool.bv_u64(COUNT, 1));
    Limit {
        first: pool.ite(equal, one, zero),
        exact: pool.tt(),
    }
}

/// When two numbers become equal: the least solution of `i * step = b - a`, where the step is an odd number times a power
/// of two.
fn until_equal(pool: &mut TermPool, a: Term, b: Term, step: &BitVec) -> Limit {
    if step.is_zero() {
        let differ = pool.ne(a, b);
        return always_if(pool, differ);
    }
    let width = step.width();
    let zeros = step.trailing_zeros();
    let odd = step.extract(width - 1, zeros);
    let inverse = odd.inverse().expect("odd numbers have an inverse");
    let distance = pool.bvsub(b, a);
    let high = pool.extract(distance, width - 1, zeros);
    let inverse = pool.bv(inverse);
    let solution = pool.bvmul(high, inverse);
    let mut first = pool.resize_unsigned(solution, COUNT);
    if zeros > 0 {
        let low = pool.extract(distance, zeros - 1, 0);
        let none = pool.zero(zeros);
        let divides = pool.eq(low, none);
        let never = pool.bv_u64(COUNT, NEVER);
        first = pool.ite(divides, first, never);
    }
    Limit {
        first,
        exact: pool.tt(),
    }
}

/// A bound of an unsigned number that its shape tells.
pub fn at_most(pool: &TermPool, term: Term) -> u64 {
    bound(pool, term, MAX_DEPTH)
}

fn bound(pool: &TermPool, term: Term, depth: u32) -> u64 {
    let width = pool.width(term);
    let all = match width {
        0..64 => (1 << width) - 1,
        _ => u64::MAX,
    };
    if let Some(value) = pool.as_const(term) {
        return value.to_u64().unwrap_or(u64::MAX);
    }
    if depth == 0 {
        return all;
    }
    let arg = |i: usize| bound(pool, pool.arg(term, i), depth - 1);
    let found = match pool.op(term) {
        Op::Ite => arg(1).max(arg(2)),
        Op::ZeroExtend(_) => arg(0),
        Op::BvAdd => arg(0).saturating_add(arg(1)),
        Op::BvUdiv => match pool.as_u64(pool.arg(term, 1)) {
            Some(divisor) if divisor > 0 => arg(0) / divisor,
            _ => all,
        },
        Op::Extract(high, low) if high < 63 && low > 0 => {
            let whole = pool.width(pool.arg(term, 0));
            match whole <= 64 && high == whole - 1 {
                true => arg(0) >> low,
                false => all,
            }
        }
        _ => all,
    };
    found.min(all)
}

#[cfg(test)]
mod tests;
