//! Abstract values: sets of the values that a term can have, and what the operators make of them.
//!
//! Truth values are sets of Booleans, bit-vectors of at most 64 bits are [`Number`]s, floats are [`FloatSet`]s; of arrays
//! and wide bit-vectors nothing is known. [`AbstractValue::apply`] has a transfer function for every operator, and is
//! tested against [`term::eval::apply`]: what the operator gives for values of the arguments is a value of the result.

pub mod bits;
pub mod congruence;
pub mod float;
pub mod number;
pub mod ranges;

#[cfg(test)]
mod tests;

use float::FloatSet;
use number::Number;
use ranges::Ranges;
use term::eval::{self, Value};
use term::{BitVec, Op, RoundingMode, Sort, Term, TermPool};

/// A set of values of one sort. Invariant: it is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AbstractValue {
    Bool(Truth),
    Number(Number),
    Float(FloatSet),
    /// Nothing is known.
    Any,
}

/// Which Booleans are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    False,
    True,
    Either,
}

impl Truth {
    pub fn decided(value: Option<bool>) -> Truth {
        match value {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Either,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        match self {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Either => None,
        }
    }
}

impl AbstractValue {
    /// All values of the sort.
    pub fn any(sort: Sort) -> AbstractValue {
        match sort {
            Sort::Bool => AbstractValue::Bool(Truth::Either),
            Sort::BitVec(width) if width <= 64 => AbstractValue::Number(Number::any(width)),
            Sort::Float(format) => AbstractValue::Float(FloatSet::any(format)),
            Sort::BitVec(_) | Sort::RoundingMode | Sort::Declared(_) | Sort::Array(_) => {
                AbstractValue::Any
            }
        }
    }

    pub fn constant(value: &Value) -> AbstractValue {
        match value {
            Value::Bool(b) => AbstractValue::bool(*b),
            Value::BitVec(v) if v.width() <= 64 => {
                let bits = v.to_u64().expect("at most 64 bits");
                AbstractValue::Number(Number::constant(v.width(), bits))
            }
            Value::Float(f) => AbstractValue::Float(FloatSet::constant(f)),
            Value::BitVec(_) | Value::RoundingMode(_) | Value::Array(_) => AbstractValue::Any,
        }
    }

    pub fn bool(value: bool) -> AbstractValue {
        AbstractValue::Bool(Truth::decided(Some(value)))
    }

    /// The only value.
    pub fn as_constant(&self) -> Option<Value> {
        match self {
            AbstractValue::Bool(truth) => truth.as_bool().map(Value::Bool),
            AbstractValue::Number(n) => n
                .as_constant()
                .map(|v| Value::BitVec(BitVec::new(n.width(), v))),
            AbstractValue::Float(f) => f.as_constant().map(Value::Float),
            AbstractValue::Any => None,
        }
    }

    pub fn truth(&self) -> Option<bool> {
        match self {
            AbstractValue::Bool(truth) => truth.as_bool(),
            _ => None,
        }
    }

    /// Says nothing.
    pub fn is_any(&self) -> bool {
        match self {
            AbstractValue::Bool(truth) => *truth == Truth::Either,
            AbstractValue::Number(n) => n.is_any(),
            AbstractValue::Float(f) => f.is_any(),
            AbstractValue::Any => true,
        }
    }

    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (AbstractValue::Bool(truth), Value::Bool(b)) => truth.as_bool().is_none_or(|t| t == *b),
            (AbstractValue::Number(n), Value::BitVec(v)) => {
                v.to_u64().is_some_and(|v| n.contains(v))
            }
            (AbstractValue::Float(set), Value::Float(f)) => set.contains(f),
            (AbstractValue::Any, _) => true,
            _ => false,
        }
    }

    pub fn join(&self, other: &AbstractValue) -> AbstractValue {
        match (self, other) {
            (AbstractValue::Bool(a), AbstractValue::Bool(b)) if a == b => self.clone(),
            (AbstractValue::Bool(_), AbstractValue::Bool(_)) => AbstractValue::Bool(Truth::Either),
            (AbstractValue::Number(a), AbstractValue::Number(b)) => {
                AbstractValue::Number(a.join(b))
            }
            (AbstractValue::Float(a), AbstractValue::Float(b)) => AbstractValue::Float(a.join(b)),
            _ => AbstractValue::Any,
        }
    }

    /// `None` if they have no value in common.
    pub fn meet(&self, other: &AbstractValue) -> Option<AbstractValue> {
        match (self, other) {
            (AbstractValue::Bool(a), AbstractValue::Bool(b)) => match (a.as_bool(), b.as_bool()) {
                (Some(a), Some(b)) if a != b => None,
                (Some(_), _) => Some(self.clone()),
                _ => Some(other.clone()),
            },
            (AbstractValue::Number(a), AbstractValue::Number(b)) => {
                a.meet(b).map(AbstractValue::Number)
            }
            (AbstractValue::Float(a), AbstractValue::Float(b)) => {
                a.meet(b).map(AbstractValue::Float)
            }
            (AbstractValue::Any, known) | (known, _) => Some(known.clone()),
        }
    }

    pub fn is_subset(&self, other: &AbstractValue) -> bool {
        match (self, other) {
            (AbstractValue::Bool(a), AbstractValue::Bool(b)) => a == b || *b == Truth::Either,
            (AbstractValue::Number(a), AbstractValue::Number(b)) => a.is_subset(b),
            (AbstractValue::Float(a), AbstractValue::Float(b)) => a.is_subset(b),
            (_, AbstractValue::Any) => true,
            (AbstractValue::Any, other) => other.is_any(),
            _ => false,
        }
    }

    /// What `op` makes of the arguments, which are terms with these values; a result of this sort.
    pub fn apply(
        pool: &TermPool,
        op: Op,
        terms: &[Term],
        args: &[AbstractValue],
        sort: Sort,
    ) -> AbstractValue {
        if let Some(value) = exactly(pool, op, terms, args) {
            return AbstractValue::constant(&value);
        }
        let found = match op {
            Op::Not => args[0].truth().map(|b| AbstractValue::bool(!b)),
            Op::And => {
                let (a, b) = (args[0].truth(), args[1].truth());
                let never = a == Some(false) || b == Some(false);
                never.then(|| AbstractValue::bool(false))
            }
            Op::Or => {
                let (a, b) = (args[0].truth(), args[1].truth());
                let always = a == Some(true) || b == Some(true);
                always.then(|| AbstractValue::bool(true))
            }
            Op::Eq => Some(AbstractValue::Bool(Truth::decided(equals(args)))),
            Op::Ite => Some(match args[0].truth() {
                Some(true) => args[1].clone(),
                Some(false) => args[2].clone(),
                None => args[1].join(&args[2]),
            }),
            _ => on_numbers(op, args).or_else(|| on_floats(pool, op, terms, args)),
        };
        found.unwrap_or_else(|| AbstractValue::any(sort))
    }
}

/// The result, where each argument has one value.
fn exactly(pool: &TermPool, op: Op, terms: &[Term], args: &[AbstractValue]) -> Option<Value> {
    if matches!(
        op,
        Op::Select | Op::Store | Op::ConstArray(_) | Op::Apply(_)
    ) {
        return None;
    }
    let values = terms.iter().zip(args).map(|(term, value)| {
        let constant = eval::value_of(pool, *term);
        constant.or_else(|| value.as_constant())
    });
    eval::apply(op, &values.collect::<Option<Vec<Value>>>()?)
}

fn equals(args: &[AbstractValue]) -> Option<bool> {
    match args {
        [AbstractValue::Number(a), AbstractValue::Number(b)] => a.equals(b),
        [AbstractValue::Float(a), AbstractValue::Float(b)] => a.equals(b),
        _ => None,
    }
}

/// The operators of bit-vectors, where all of them are narrow.
fn on_numbers(op: Op, args: &[AbstractValue]) -> Option<AbstractValue> {
    let AbstractValue::Number(a) = args.first()? else {
        return None;
    };
    let number = match op {
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::Extract(high, low) => a.extract(high, low),
        Op::ZeroExtend(n) if a.width() + n <= 64 => a.zero_extend(n),
        Op::SignExtend(n) if a.width() + n <= 64 => a.sign_extend(n),
        _ => return on_pairs(op, a, args.get(1)?),
    };
    Some(AbstractValue::Number(number))
}

fn on_pairs(op: Op, a: &Number, second: &AbstractValue) -> Option<AbstractValue> {
    let AbstractValue::Number(b) = second else {
        return None;
    };
    let decided = match op {
        Op::BvUlt => a.ult(b),
        Op::BvUle => a.ule(b),
        Op::BvSlt => a.slt(b),
        Op::BvSle => a.sle(b),
        Op::BvUaddo => a.uadd_overflows(b),
        Op::BvSaddo => a.sadd_overflows(b),
        Op::BvSsubo => a.ssub_overflows(b),
        Op::BvUmulo => a.umul_overflows(b),
        Op::BvSmulo => a.smul_overflows(b),
        _ => {
            return Some(AbstractValue::Number(match op {
                Op::BvAnd => a.and(b),
                Op::BvOr => a.or(b),
                Op::BvXor => a.xor(b),
                Op::BvAdd => a.add(b),
                Op::BvSub => a.sub(b),
                Op::BvMul => a.mul(b),
                Op::BvUdiv => a.udiv(b),
                Op::BvUrem => a.urem(b),
                Op::BvSdiv => a.sdiv(b),
                Op::BvSrem => a.srem(b),
                Op::BvShl => a.shl(b),
                Op::BvLshr => a.lshr(b),
                Op::BvAshr => a.ashr(b),
                Op::Concat if a.width() + b.width() <= 64 => a.concat(b),
                _ => return None,
            }));
        }
    };
    Some(AbstractValue::Bool(Truth::decided(decided)))
}

/// The rounding modes that a term can be.
fn modes(pool: &TermPool, term: Term) -> Vec<RoundingMode> {
    match pool.as_rounding_mode(term) {
        Some(mode) => vec![mode],
        None => RoundingMode::ALL.to_vec(),
    }
}

/// The operators of floats. `None` where nothing is known of the result.
fn on_floats(
    pool: &TermPool,
    op: Op,
    terms: &[Term],
    args: &[AbstractValue],
) -> Option<AbstractValue> {
    let set = |i: usize| match &args[i] {
        AbstractValue::Float(set) => Some(set),
        _ => None,
    };
    let decided = |value| Some(AbstractValue::Bool(Truth::decided(value)));
    let number = |i: usize| match &args[i] {
        AbstractValue::Number(n) => Some(n),
        _ => None,
    };
    let modes = || modes(pool, terms[0]);
    Some(AbstractValue::Float(match op {
        Op::FpAbs => set(0)?.abs(),
        Op::FpNeg => set(0)?.neg(),
        Op::FpAdd => set(1)?.add(set(2)?, &modes()),
        Op::FpMul => set(1)?.mul(set(2)?, &modes()),
        Op::FpDiv => set(1)?.div(set(2)?, &modes()),
        Op::FpSqrt => set(1)?.sqrt(&modes()),
        Op::FpRem | Op::FpFmod => set(0)?.remainder(set(1)?),
        Op::FpRoundToIntegral => set(1)?.round_to_integral(&modes()),
        Op::FpMin => set(0)?.min(set(1)?),
        Op::FpMax => set(0)?.max(set(1)?),
        Op::FpConvert(format) => set(1)?.convert(format, &modes()),
        Op::FpFromBits(format) => FloatSet::from_bits(format, number(0)?),
        Op::FpFromSigned(format) => {
            FloatSet::from_integers(format, &number(1)?.ranges.signed(), &modes())
        }
        Op::FpFromUnsigned(format) => {
            FloatSet::from_integers(format, &number(1)?.ranges.unsigned(), &modes())
        }
        Op::FpEq => return decided(set(0)?.ieee_eq(set(1)?)),
        Op::FpLt => return decided(set(0)?.lt(set(1)?)),
        Op::FpLe => return decided(set(0)?.le(set(1)?)),
        Op::FpIs(class) => return decided(set(0)?.is(class)),
        Op::FpToBits => {
            let set = set(0).filter(|s| s.format.width() <= 64)?;
            return set.to_bits(false).map(AbstractValue::Number);
        }
        Op::FpToSigned(width) | Op::FpToUnsigned(width) if width <= 64 => {
            let signed = matches!(op, Op::FpToSigned(_));
            return to_integer(set(1)?, width, signed, &modes()).map(AbstractValue::Number);
        }
        _ => return None,
    }))
}

/// A conversion where every value fits.
fn to_integer(set: &FloatSet, width: u32, signed: bool, modes: &[RoundingMode]) -> Option<Number> {
    let convert = |f: &term::Float, mode| {
        if signed {
            f.to_signed(width, mode)
        } else {
            f.to_unsigned(width, mode)
        }
    };
    let ends = set.to_integers(modes, convert)?;
    let integer = |v: &BitVec| {
        let bits = v.to_u64().expect("at most 64 bits");
        if signed {
            ranges::to_signed(width, bits)
        } else {
            bits.into()
        }
    };
    let low = ends.iter().map(integer).min()?;
    let high = ends.iter().map(integer).max()?;
    Number::of_ranges(Ranges::wrapped(width, [(low, high)]))
}
