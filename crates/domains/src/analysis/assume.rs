//! What follows from the truth of a condition: values of its subterms, by going down from results to arguments.

use super::Context;
use crate::value::number::Number;
use crate::value::ranges::{Ranges, ones};
use crate::value::{AbstractValue, Truth};
use term::{Op, RoundingMode, Term};

/// The condition cannot have this truth value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// More cases of a disjunction than this are not distinguished.
const CASES: usize = 12;

/// Disjunctions that are kept in mind.
const CLAUSES: usize = 16;

/// What is known of a term, to be pushed down.
type Fact = (Term, AbstractValue);

impl Context<'_> {
    /// Takes a condition to be true or false.
    pub fn assume(&mut self, condition: Term, truth: bool) -> Result<(), Contradiction> {
        let mut waiting: Vec<Fact> = vec![(condition, AbstractValue::bool(truth))];
        let mut cases: Vec<Vec<(Term, bool)>> = Vec::new();
        while let Some((term, value)) = waiting.pop() {
            let old = self.value(term);
            let new = old.meet(&value).ok_or(Contradiction)?;
            if new == old {
                continue;
            }
            self.set(term, new.clone());
            if self.is_out_of_fuel() {
                continue;
            }
            self.push_down(term, &new, &mut waiting, &mut cases)?;
        }
        for case in cases {
            self.distinguish(&case)?;
            if self.clauses.len() < CLAUSES {
                self.clauses.push(case.into());
            }
        }
        self.propagate()
    }

    /// Looks at the disjunctions from before again: where only one part is left, it is the case. Each gets there once, so
    /// the calls of each other do not nest deeper than there are clauses.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        if self.is_out_of_fuel() {
            return Ok(());
        }
        for clause in self.clauses.clone() {
            let Some(open) = self.open_parts(&clause) else {
                continue;
            };
            match open[..] {
                [] => return Err(Contradiction),
                [(term, truth)] => self.assume(term, truth)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The parts of a disjunction that are not decided; `None` if one is the case.
    fn open_parts(&mut self, parts: &[(Term, bool)]) -> Option<Vec<(Term, bool)>> {
        let mut open = Vec::new();
        for (term, truth) in parts {
            match self.value(*term).truth() {
                Some(t) if t == *truth => return None,
                Some(_) => {}
                None => open.push((*term, *truth)),
            }
        }
        Some(open)
    }

    /// What the value of a term says of its arguments.
    fn push_down(
        &mut self,
        term: Term,
        value: &AbstractValue,
        waiting: &mut Vec<Fact>,
        cases: &mut Vec<Vec<(Term, bool)>>,
    ) -> Result<(), Contradiction> {
        let args = self.pool.args(term).to_vec();
        match self.pool.op(term) {
            Op::Ite => self.through_choice(&args, value, waiting)?,
            op @ (Op::And | Op::Or | Op::Not) => {
                let Some(truth) = value.truth() else {
                    return Ok(());
                };
                let decided = op == Op::Or;
                if op == Op::Not {
                    waiting.push((args[0], AbstractValue::bool(!truth)));
                } else if truth == decided {
                    cases.push(self.disjuncts(term, truth));
                } else {
                    waiting.extend(args.iter().map(|a| (*a, AbstractValue::bool(truth))));
                }
            }
            _ => match value {
                AbstractValue::Bool(truth) => {
                    if let Some(truth) = truth.as_bool() {
                        self.through_predicate(term, &args, truth, waiting)?;
                    }
                }
                AbstractValue::Number(number) => {
                    self.through_number(term, &args, number, waiting);
                }
                AbstractValue::Float(_) => self.through_float(term, &args, value, waiting),
                AbstractValue::Any => {}
            },
        }
        Ok(())
    }

    /// The parts of a disjunction that holds, or of a conjunction that does not, one of which has the truth value.
    fn disjuncts(&self, term: Term, truth: bool) -> Vec<(Term, bool)> {
        let mut found = Vec::new();
        let mut stack = vec![(term, truth)];
        while let Some((term, truth)) = stack.pop() {
            match (self.pool.op(term), truth) {
                (Op::Or, true) | (Op::And, false) => {
                    stack.extend(self.pool.args(term).iter().map(|a| (*a, truth)));
                }
                (Op::Not, _) => stack.push((self.pool.arg(term, 0), !truth)),
                _ => found.push((term, truth)),
            }
        }
        found
    }

    /// One of the cases holds: what all that are possible have in common.
    fn distinguish(&mut self, parts: &[(Term, bool)]) -> Result<(), Contradiction> {
        let Some(open) = self.open_parts(parts) else {
            return Ok(());
        };
        if let [(term, truth)] = open[..] {
            return self.assume(term, truth);
        }
        if open.is_empty() {
            return Err(Contradiction);
        }
        if open.len() > CASES || !self.may_distinguish() {
            return Ok(());
        }
        let mut possible = Vec::new();
        for (term, truth) in open {
            let mut case = self.case();
            if case.assume(term, truth).is_ok() {
                possible.push(case.known);
            }
        }
        let mut possible = possible.into_iter();
        let mut common = possible.next().ok_or(Contradiction)?;
        for other in possible {
            common.retain(|term, _| other.contains_key(term));
            for (term, value) in &mut common {
                *value = value.join(&other[term]);
            }
        }
        for (term, value) in common {
            self.set(term, value);
        }
        Ok(())
    }

    fn through_choice(
        &mut self,
        args: &[Term],
        value: &AbstractValue,
        waiting: &mut Vec<Fact>,
    ) -> Result<(), Contradiction> {
        let then = self.value(args[1]).meet(value).is_some();
        let otherwise = self.value(args[2]).meet(value).is_some();
        let (truth, arm) = match (then, otherwise) {
            (true, true) => match self.value(args[0]).truth() {
                Some(true) => (true, args[1]),
                Some(false) => (false, args[2]),
                None => return Ok(()),
            },
            (true, false) => (true, args[1]),
            (false, true) => (false, args[2]),
            (false, false) => return Err(Contradiction),
        };
        waiting.push((args[0], AbstractValue::bool(truth)));
        waiting.push((arm, value.clone()));
        Ok(())
    }

    fn through_predicate(
        &mut self,
        term: Term,
        args: &[Term],
        truth: bool,
        waiting: &mut Vec<Fact>,
    ) -> Result<(), Contradiction> {
        let op = self.pool.op(term);
        let (signed, strict) = match op {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            Op::Eq => return self.through_equality(args, truth, waiting),
            Op::BvSaddo | Op::BvSsubo | Op::BvUaddo if !truth => {
                self.through_overflow(op, args, waiting);
                return Ok(());
            }
            _ => return self.through_float_predicate(op, args, truth, waiting),
        };
        // What is not below is at least as large.
        let (low, high, strict) = if truth {
            (args[0], args[1], strict)
        } else {
            (args[1], args[0], !strict)
        };
        let (AbstractValue::Number(a), AbstractValue::Number(b)) =
            (self.value(low), self.value(high))
        else {
            return Ok(());
        };
        let hull = |n: &Number| {
            if signed {
                n.ranges.signed_hull()
            } else {
                let hull = n.ranges.unsigned_hull();
                hull.map(|(l, h)| (l.into(), h.into()))
            }
        };
        let (Some(a_hull), Some(b_hull)) = (hull(&a), hull(&b)) else {
            return Ok(());
        };
        let width = a.width();
        let (least, greatest) = limits(width, signed);
        let gap = i128::from(strict);
        let bounds = [
            (low, (least, b_hull.1 - gap)),
            (high, (a_hull.0 + gap, greatest)),
        ];
        for (term, (from, to)) in bounds {
            if from > to {
                return Err(Contradiction);
            }
            let number = Number::of_ranges(Ranges::wrapped(width, [(from, to)]));
            waiting.push((term, AbstractValue::Number(number.ok_or(Contradiction)?)));
        }
        Ok(())
    }

    fn through_equality(
        &mut self,
        args: &[Term],
        truth: bool,
        waiting: &mut Vec<Fact>,
    ) -> Result<(), Contradiction> {
        let values = [self.value(args[0]), self.value(args[1])];
        for (index, arg) in args.iter().enumerate() {
            let (own, other) = (&values[index], &values[1 - index]);
            match (own, other) {
                _ if truth => waiting.push((*arg, other.clone())),
                (AbstractValue::Bool(_), AbstractValue::Bool(b)) => {
                    let opposite = Truth::decided(b.as_bool().map(|b| !b));
                    waiting.push((*arg, AbstractValue::Bool(opposite)));
                }
                (AbstractValue::Number(n), AbstractValue::Number(m)) => {
                    if let Some(constant) = m.as_constant() {
                        let rest = n.without(constant).ok_or(Contradiction)?;
                        waiting.push((*arg, AbstractValue::Number(rest)));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A sum or difference that fits bounds its operands.
    fn through_overflow(&mut self, op: Op, args: &[Term], waiting: &mut Vec<Fact>) {
        let (AbstractValue::Number(a), AbstractValue::Number(b)) =
            (self.value(args[0]), self.value(args[1]))
        else {
            return;
        };
        let signed = op != Op::BvUaddo;
        let hull = |n: &Number| match signed {
            true => n.ranges.signed_hull().expect("a value"),
            false => {
                let (l, h) = n.ranges.unsigned_hull().expect("a value");
                (l.into(), h.into())
            }
        };
        let (x, y) = (hull(&a), hull(&b));
        let width = a.width();
        let (least, greatest) = limits(width, signed);
        let ranges = if op == Op::BvSsubo {
            [(least + y.0, greatest + y.1), (x.0 - greatest, x.1 - least)]
        } else {
            [(least - y.1, greatest - y.0), (least - x.1, greatest - x.0)]
        };
        for (arg, (low, high)) in args.iter().zip(ranges) {
            let (low, high) = (low.max(least), high.min(greatest));
            if low <= high
                && let Some(number) = Number::of_ranges(Ranges::wrapped(width, [(low, high)]))
            {
                waiting.push((*arg, AbstractValue::Number(number)));
            }
        }
    }

    fn through_float_predicate(
        &mut self,
        op: Op,
        args: &[Term],
        truth: bool,
        waiting: &mut Vec<Fact>,
    ) -> Result<(), Contradiction> {
        // A symbol has no arguments.
        let Some(AbstractValue::Float(a)) = args.first().map(|arg| self.value(*arg)) else {
            return Ok(());
        };
        if let Op::FpIs(class) = op {
            let set = a.restrict(class, truth).ok_or(Contradiction)?;
            waiting.push((args[0], AbstractValue::Float(set)));
            return Ok(());
        }
        let Some(AbstractValue::Float(b)) = args.get(1).map(|arg| self.value(*arg)) else {
            return Ok(());
        };
        let sets = match (op, truth) {
            (Op::FpLt | Op::FpLe, true) => {
                let or_equal = op == Op::FpLe;
                [a.below(&b, or_equal), b.above(&a, or_equal)]
            }
            // Not below is at or above, if both are numbers.
            (Op::FpLt | Op::FpLe, false) if !a.nan && !b.nan => {
                let or_equal = op == Op::FpLt;
                [a.above(&b, or_equal), b.below(&a, or_equal)]
            }
            (Op::FpEq, true) => {
                let within = |x: &_, y: &_| {
                    crate::value::float::FloatSet::below(x, y, true).and_then(|s| s.above(y, true))
                };
                [within(&a, &b), within(&b, &a)]
            }
            _ => return Ok(()),
        };
        for (arg, set) in args.iter().zip(sets) {
            waiting.push((*arg, AbstractValue::Float(set.ok_or(Contradiction)?)));
        }
        Ok(())
    }

    fn through_number(
        &mut self,
        term: Term,
        args: &[Term],
        value: &Number,
        waiting: &mut Vec<Fact>,
    ) {
        let number = |this: &mut Self, i: usize| match this.value(args[i]) {
            AbstractValue::Number(n) => Some(n),
            _ => None,
        };
        let mut push = |i: usize, n: Number| waiting.push((args[i], AbstractValue::Number(n)));
        match self.pool.op(term) {
            Op::BvNot => push(0, value.not()),
            Op::BvNeg => push(0, value.neg()),
            Op::BvAdd => {
                if let (Some(a), Some(b)) = (number(self, 0), number(self, 1)) {
                    push(0, value.sub(&b));
                    push(1, value.sub(&a));
                }
            }
            Op::BvSub => {
                if let (Some(a), Some(b)) = (number(self, 0), number(self, 1)) {
                    push(0, value.add(&b));
                    push(1, a.sub(value));
                }
            }
            Op::BvMul => {
                let sides = (number(self, 0), number(self, 1));
                if let (Some(a), Some(b)) = sides {
                    for (i, own, other) in [(0, &a, &b), (1, &b, &a)] {
                        if let Some(factor) = quotient(own, other, value) {
                            push(i, factor);
                        }
                    }
                }
            }
            Op::ZeroExtend(n) | Op::SignExtend(n) => {
                push(0, value.extract(value.width() - n - 1, 0));
            }
            Op::Concat => {
                let low = self.pool.width(args[1]);
                if value.width() > low {
                    push(0, value.extract(value.width() - 1, low));
                    push(1, value.extract(low - 1, 0));
                }
            }
            Op::Extract(high, low) => {
                if let Some(whole) = number(self, 0) {
                    let mut bits = Number::any(whole.width());
                    bits.bits.mask = value.bits.mask << low;
                    bits.bits.value = value.bits.value << low;
                    // Where the bits above are known to be zero, ranges carry over.
                    let fits = whole
                        .ranges
                        .unsigned_hull()
                        .is_some_and(|h| h.1 <= ones(high + 1));
                    if low == 0 && fits {
                        bits.ranges =
                            Ranges::new(whole.width(), value.ranges.pieces().iter().copied());
                    }
                    push(0, bits);
                }
            }
            Op::BvAnd => {
                for (i, j) in [(0, 1), (1, 0)] {
                    let Some(mask) = number(self, j).and_then(|m| m.as_constant()) else {
                        continue;
                    };
                    let mut bits = Number::any(value.width());
                    bits.bits.mask = value.bits.mask & mask;
                    bits.bits.value = value.bits.value & mask;
                    push(i, bits);
                }
            }
            Op::FpToBits => {
                if let Some(sort) = Some(self.pool.sort(args[0])).filter(|s| s.is_float()) {
                    let set = crate::value::float::FloatSet::from_bits(sort.format(), value);
                    waiting.push((args[0], AbstractValue::Float(set)));
                }
            }
            _ => {}
        }
    }

    fn through_float(
        &mut self,
        term: Term,
        args: &[Term],
        value: &AbstractValue,
        waiting: &mut Vec<Fact>,
    ) {
        let AbstractValue::Float(set) = value else {
            return;
        };
        match self.pool.op(term) {
            Op::FpFromBits(format) if format.width() <= 64 => {
                if let Some(bits) = set.to_bits(true) {
                    waiting.push((args[0], AbstractValue::Number(bits)));
                }
            }
            Op::FpNeg => waiting.push((args[0], AbstractValue::Float(set.neg()))),
            Op::FpConvert(format) => {
                let source = self.pool.sort(args[1]).format();
                // Into a larger format nothing is rounded, and the way back by directed rounding keeps within.
                if !format.contains(source) {
                    return;
                }
                let outward = [RoundingMode::TowardNegative, RoundingMode::TowardPositive];
                let back = set.convert(source, &outward);
                waiting.push((args[1], AbstractValue::Float(back)));
            }
            _ => {}
        }
    }
}

fn limits(width: u32, signed: bool) -> (i128, i128) {
    if signed {
        let half = 1 << (width - 1);
        (-half, half - 1)
    } else {
        (0, ones(width).into())
    }
}

/// The factors that a constant takes into a range, where no product wraps around.
fn quotient(own: &Number, other: &Number, product: &Number) -> Option<Number> {
    let constant = other.as_constant().filter(|c| *c > 0)?;
    let greatest = own.ranges.unsigned_hull()?.1;
    let width = own.width();
    if u128::from(greatest) * u128::from(constant) > ones(width).into() {
        return None;
    }
    let pieces = product.ranges.pieces().iter();
    let pieces = pieces.map(|(l, h)| (l.div_ceil(constant), h / constant));
    Number::of_ranges(Ranges::new(width, pieces.filter(|(l, h)| l <= h)))
}
