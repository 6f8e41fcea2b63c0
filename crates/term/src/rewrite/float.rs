//! Floats. What is exact does not round, NaN compares with nothing, and signs cancel.

use crate::float::{Float, FloatClass, FloatFormat, RoundingMode};
use crate::op::Op;
use crate::pool::{Term, TermPool};

use super::pattern;

pub(super) fn rules(pool: &mut TermPool, op: Op, args: &[Term]) -> Option<Term> {
    match (op, args) {
        (Op::FpNeg, [a]) => pool.under(*a, Op::FpNeg),
        (Op::FpAbs, [a]) => abs(pool, *a),
        (Op::FpAdd, [mode, a, b]) => add(pool, *mode, *a, *b),
        (Op::FpMul, [mode, a, b]) => mul(pool, *mode, *a, *b),
        (Op::FpDiv, [mode, a, b]) => div(pool, *mode, *a, *b),
        (Op::FpFma, [mode, a, b, c]) => fma(pool, *mode, *a, *b, *c),
        // match:  min(x, x)
        // result: x
        (Op::FpMin | Op::FpMax, [a, b]) => (a == b).then_some(*a),
        (Op::FpRem | Op::FpFmod, [a, b]) => remainder(pool, op, *a, *b),
        (Op::FpRoundToIntegral, [_, a]) => is_integral(pool, *a).then_some(*a),
        (Op::FpEq | Op::FpLt | Op::FpLe, [a, b]) => compare(pool, op, *a, *b),
        (Op::FpIs(class), [a]) => is(pool, class, *a),
        (Op::FpFromBits(format), [a]) => pattern::from_bits(pool, format, *a),
        (Op::FpConvert(format), [mode, a]) => convert(pool, format, *mode, *a),
        (Op::FpToSigned(_) | Op::FpToUnsigned(_), [mode, a, otherwise]) => {
            to_integer(pool, op, *mode, *a, *otherwise)
        }
        _ => None,
    }
}

fn abs(pool: &mut TermPool, a: Term) -> Option<Term> {
    match pool.op(a) {
        // match:  abs(-x) | abs(abs(x))
        // result: abs(x)
        Op::FpNeg => Some(pool.fp_abs(pool.arg(a, 0))),
        Op::FpAbs => Some(a),
        _ => None,
    }
}

/// The float constant among the two, and the other term.
fn split_const(pool: &TermPool, a: Term, b: Term) -> Option<(Term, Float)> {
    match pool.as_float(b) {
        Some(k) => Some((a, k)),
        None => pool.as_float(a).map(|k| (b, k)),
    }
}

fn add(pool: &mut TermPool, mode: Term, a: Term, b: Term) -> Option<Term> {
    let (x, k) = split_const(pool, a, b)?;
    // match:  x + NaN
    // result: NaN
    if k.is_nan() {
        return Some(pool.fp(k));
    }
    // match:  x + -0 unless rounding down | x + +0 rounding down
    // result: x
    let down = pool.as_rounding_mode(mode)? == RoundingMode::TowardNegative;
    (k.is_zero() && k.is_negative() != down).then_some(x)
}

fn mul(pool: &mut TermPool, mode: Term, a: Term, b: Term) -> Option<Term> {
    if let Some((x, k)) = split_const(pool, a, b) {
        // match:  x * NaN
        // result: NaN
        if k.is_nan() {
            return Some(pool.fp(k));
        }
        return times_one(pool, x, &k);
    }
    // match:  -x * -y
    // result: x * y
    let (x, y) = (pool.under(a, Op::FpNeg)?, pool.under(b, Op::FpNeg)?);
    Some(pool.fp_mul(mode, x, y))
}

/// match:  x * 1, x / 1 | x * -1, x / -1
/// result: x            | -x
fn times_one(pool: &mut TermPool, x: Term, k: &Float) -> Option<Term> {
    if k.abs() != Float::one(k.format()) {
        return None;
    }
    Some(if k.is_negative() { pool.fp_neg(x) } else { x })
}

fn div(pool: &mut TermPool, mode: Term, a: Term, b: Term) -> Option<Term> {
    // match:  NaN / x | x / NaN
    // result: NaN
    if let Some((_, k)) = split_const(pool, a, b)
        && k.is_nan()
    {
        return Some(pool.fp(k));
    }
    let k = pool.as_float(b)?;
    if let Some(term) = times_one(pool, a, &k) {
        return Some(term);
    }
    // match:  x / 2^n where 2^-n is a number of the format
    // result: x * 2^-n
    let exact = k.exact()?;
    let zeros = exact.significand.trailing_zeros()?;
    if exact.significand.bits() != zeros + 1 {
        return None;
    }
    let inverse = Float::power_of_two(k.format(), -(exact.exponent + zeros as i64))?;
    let inverse = if k.is_negative() {
        inverse.neg()
    } else {
        inverse
    };
    let inverse = pool.fp(inverse);
    Some(pool.fp_mul(mode, a, inverse))
}

fn fma(pool: &mut TermPool, mode: Term, a: Term, b: Term, c: Term) -> Option<Term> {
    // match:  fma(x, 1, z) | fma(x, -1, z)
    // result: x + z        | -x + z
    let (x, k) = split_const(pool, a, b)?;
    let x = times_one(pool, x, &k)?;
    Some(pool.fp_add(mode, x, c))
}

fn remainder(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    // match:  rem(x, NaN), fmod(NaN, x)
    // result: NaN
    if let Some((_, k)) = split_const(pool, a, b)
        && k.is_nan()
    {
        return Some(pool.fp(k));
    }
    // match:  rem(x, -y), rem(x, abs(y)), also fmod
    // result: rem(x, y)
    match pool.op(b) {
        Op::FpNeg | Op::FpAbs => Some(pool.mk(op, &[a, pool.arg(b, 0)])),
        _ => None,
    }
}

/// Whether the value, unless it is NaN or infinite, is an integer.
fn is_integral(pool: &TermPool, a: Term) -> bool {
    let a = match pool.op(a) {
        Op::FpNeg | Op::FpAbs => pool.arg(a, 0),
        _ => a,
    };
    match pool.op(a) {
        // match:  roundToIntegral(roundToIntegral(x)) | roundToIntegral(to_fp(i)) of an integer i
        // result: the argument
        Op::FpRoundToIntegral => true,
        // An integer that is too large may become the largest float.
        Op::FpFromSigned(format) | Op::FpFromUnsigned(format) => has_integral_top(format),
        _ => false,
    }
}

/// Whether the largest float is an integer, as in all formats but those with a large significand for their exponent.
fn has_integral_top(format: FloatFormat) -> bool {
    format.max_exponent() >= i64::from(format.fraction())
}

fn is_number(pool: &mut TermPool, x: Term) -> Term {
    let nan = pool.fp_is(FloatClass::NaN, x);
    pool.not(nan)
}

fn compare(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    // match:  x < x | x <= x, x == x
    // result: false | not isNaN(x)
    if a == b {
        return Some(match op {
            Op::FpLt => pool.ff(),
            _ => is_number(pool, a),
        });
    }
    match (pool.as_float(a), pool.as_float(b)) {
        (Some(k), _) => compare_const(pool, op, a, b, &k, Operand::Left),
        (_, Some(k)) => compare_const(pool, op, a, b, &k, Operand::Right),
        (None, None) => {
            // match:  -x < -y, -x <= -y, -x == -y
            // result: y < x,   y <= x,   y == x
            if let (Some(x), Some(y)) = (pool.under(a, Op::FpNeg), pool.under(b, Op::FpNeg)) {
                return Some(pool.mk(op, &[y, x]));
            }
            compare_exact(pool, op, a, b)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Left,
    Right,
}

/// A comparison of which one side is the constant `k`.
fn compare_const(
    pool: &mut TermPool,
    op: Op,
    a: Term,
    b: Term,
    k: &Float,
    side: Operand,
) -> Option<Term> {
    let x = if side == Operand::Left { b } else { a };
    // match:  x < NaN, x <= NaN, x == NaN
    // result: false
    if k.is_nan() {
        return Some(pool.ff());
    }
    if op == Op::FpEq {
        // match:  x == 0    | x == k
        // result: isZero(x) | x = k
        return Some(if k.is_zero() {
            pool.fp_is(FloatClass::Zero, x)
        } else {
            let k = pool.fp(k.clone());
            pool.eq(x, k)
        });
    }
    if let Some(y) = pool.under(x, Op::FpNeg) {
        // match:  -y < k | k < -y, likewise <=
        // result: -k < y | y < -k
        let k = pool.fp(k.neg());
        let args = if side == Operand::Left {
            [y, k]
        } else {
            [k, y]
        };
        return Some(pool.mk(op, &args));
    }
    if k.is_infinite() {
        // The side on which nothing but NaN and, perhaps, `k` itself lies.
        let beyond = (side == Operand::Left) != k.is_negative();
        let same = |pool: &mut TermPool| {
            let k = pool.fp(k.clone());
            pool.eq(x, k)
        };
        return Some(match (op, beyond) {
            // match:  oo < x, x < -oo | oo <= x, x <= -oo
            // result: false           | x = oo,  x = -oo
            (Op::FpLt, true) => pool.ff(),
            (_, true) => same(pool),
            // match:  x < oo, -oo < x               | x <= oo, -oo <= x
            // result: not isNaN(x) and not (x = oo) | not isNaN(x)
            (Op::FpLt, false) => {
                let same = same(pool);
                let (number, other) = (is_number(pool, x), pool.not(same));
                pool.and(number, other)
            }
            (_, false) => is_number(pool, x),
        });
    }
    None
}

/// match:  x < y where both sides are the same exact conversion of x' and y'
/// result: x' < y'
fn compare_exact(pool: &mut TermPool, op: Op, a: Term, b: Term) -> Option<Term> {
    if pool.op(a) != pool.op(b) {
        return None;
    }
    let (x, y) = match pool.args(a) {
        [_, x] => (*x, pool.arg(b, 1)),
        _ => return None,
    };
    if pool.sort(x) != pool.sort(y) {
        return None;
    }
    match pool.op(a) {
        Op::FpConvert(format) if format.contains(pool.sort(x).format()) => {
            Some(pool.mk(op, &[x, y]))
        }
        Op::FpFromSigned(format) if format.holds_integers(pool.width(x) - 1) => Some(match op {
            Op::FpLt => pool.slt(x, y),
            Op::FpLe => pool.sle(x, y),
            _ => pool.eq(x, y),
        }),
        Op::FpFromUnsigned(format) if format.holds_integers(pool.width(x)) => Some(match op {
            Op::FpLt => pool.ult(x, y),
            Op::FpLe => pool.ule(x, y),
            _ => pool.eq(x, y),
        }),
        _ => None,
    }
}

fn is(pool: &mut TermPool, class: FloatClass, a: Term) -> Option<Term> {
    let has_sign = matches!(class, FloatClass::Negative | FloatClass::Positive);
    match pool.op(a) {
        // match:  isNaN(-x) | isNegative(-x), likewise the other way round
        // result: isNaN(x)  | isPositive(x)
        Op::FpNeg => {
            let class = match class {
                FloatClass::Negative => FloatClass::Positive,
                FloatClass::Positive => FloatClass::Negative,
                other => other,
            };
            Some(pool.fp_is(class, pool.arg(a, 0)))
        }
        // match:  isNegative(abs(x)) | isPositive(abs(x)) | isNaN(abs(x))
        // result: false              | not isNaN(x)       | isNaN(x)
        Op::FpAbs => {
            let x = pool.arg(a, 0);
            Some(match class {
                FloatClass::Negative => pool.ff(),
                FloatClass::Positive => is_number(pool, x),
                other => pool.fp_is(other, x),
            })
        }
        Op::FpRoundToIntegral => match class {
            // match:  isNaN(roundToIntegral(x)), and what else it keeps
            // result: isNaN(x)
            FloatClass::Infinite if !has_integral_top(pool.sort(a).format()) => None,
            FloatClass::NaN | FloatClass::Infinite => Some(pool.fp_is(class, pool.arg(a, 1))),
            _ if has_sign => Some(pool.fp_is(class, pool.arg(a, 1))),
            _ => None,
        },
        // match:  isNaN(to_fp(x)) of another format, and what else it keeps
        // result: isNaN(x)
        Op::FpConvert(format) => {
            let x = pool.arg(a, 1);
            let widens = format.contains(pool.sort(x).format());
            let keeps = matches!(class, FloatClass::NaN)
                || has_sign
                || (widens && matches!(class, FloatClass::Zero | FloatClass::Infinite));
            keeps.then(|| pool.fp_is(class, x))
        }
        Op::FpFromSigned(_) | Op::FpFromUnsigned(_) => is_of_integer(pool, class, a),
        _ => None,
    }
}

/// A class of the float of an integer.
fn is_of_integer(pool: &mut TermPool, class: FloatClass, a: Term) -> Option<Term> {
    let (signed, format) = match pool.op(a) {
        Op::FpFromSigned(format) => (true, format),
        Op::FpFromUnsigned(format) => (false, format),
        _ => return None,
    };
    let x = pool.arg(a, 1);
    let width = pool.width(x);
    let zero = pool.zero(width);
    match class {
        // match:  isNaN(to_fp(i)), isSubnormal(to_fp(i)) | isZero(to_fp(i))
        // result: false                                  | i = 0
        FloatClass::NaN | FloatClass::Subnormal => Some(pool.ff()),
        FloatClass::Zero => Some(pool.eq(x, zero)),
        // match:  isInfinite(to_fp(i)) where all integers are below the largest float
        // result: false
        FloatClass::Infinite => (i64::from(width) <= format.max_exponent()).then(|| pool.ff()),
        // match:  isNegative(to_fp(i)) | isNegative(to_fp_unsigned(i))
        // result: i < 0                | false
        FloatClass::Negative if signed => Some(pool.slt(x, zero)),
        FloatClass::Negative => Some(pool.ff()),
        FloatClass::Positive if signed => Some(pool.sle(zero, x)),
        FloatClass::Positive => Some(pool.tt()),
        FloatClass::Normal => None,
    }
}

fn convert(pool: &mut TermPool, format: FloatFormat, mode: Term, a: Term) -> Option<Term> {
    let from = pool.sort(a).format();
    // match:  to_fp(x) in the format of x
    // result: x
    if from == format {
        return Some(a);
    }
    // match:  to_fp(to_fp(x)) where the inner one is exact
    // result: to_fp(x)
    if let Op::FpConvert(middle) = pool.op(a) {
        let x = pool.arg(a, 1);
        if middle.contains(pool.sort(x).format()) {
            return Some(pool.fp_convert(format, mode, x));
        }
    }
    if !format.contains(from) {
        return None;
    }
    // match:  to_fp(x) that is exact, with any rounding mode
    // result: the same with RNE
    let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
    (mode != nearest).then(|| pool.fp_convert(format, nearest, a))
}

/// match:  to_sbv(to_fp(i)) where the inner one is exact, and the integer has room
/// result: i, extended
fn to_integer(pool: &mut TermPool, op: Op, mode: Term, a: Term, otherwise: Term) -> Option<Term> {
    let width = pool.width(otherwise);
    // match:  to_sbv(NaN), to_sbv(oo), or any other constant that does not fit, whatever the third argument is
    // result: the third argument
    if let (Some(mode), Some(k)) = (pool.as_rounding_mode(mode), pool.as_float(a)) {
        let integer = match op {
            Op::FpToSigned(_) => k.to_signed(width, mode),
            _ => k.to_unsigned(width, mode),
        };
        return Some(integer.map_or(otherwise, |n| pool.bv(n)));
    }
    let x = match pool.args(a) {
        [_, x] => *x,
        _ => return None,
    };
    match (pool.op(a), op) {
        (Op::FpFromSigned(format), Op::FpToSigned(_)) => {
            let from = pool.width(x);
            (from <= width && format.holds_integers(from - 1))
                .then(|| pool.sign_extend(x, width - from))
        }
        (Op::FpFromUnsigned(format), Op::FpToUnsigned(_)) => {
            let from = pool.width(x);
            (from <= width && format.holds_integers(from))
                .then(|| pool.zero_extend(x, width - from))
        }
        (Op::FpFromUnsigned(format), Op::FpToSigned(_)) => {
            let from = pool.width(x);
            (from < width && format.holds_integers(from)).then(|| pool.zero_extend(x, width - from))
        }
        _ => None,
    }
}

/// `x = y` of floats or of their bits.
pub(super) fn equal(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    if let (Some(x), Some(y)) = (pool.as_float(a), pool.as_float(b)) {
        return Some(pool.bool(x == y));
    }
    // match:  -x = -y
    // result: x = y
    if let (Some(x), Some(y)) = (pool.under(a, Op::FpNeg), pool.under(b, Op::FpNeg)) {
        return Some(pool.eq(x, y));
    }
    let (x, k) = split_const(pool, a, b)?;
    // match:  x = NaN
    // result: isNaN(x)
    if k.is_nan() {
        return Some(pool.fp_is(FloatClass::NaN, x));
    }
    match pool.op(x) {
        // match:  -x = k
        // result: x = -k
        Op::FpNeg => {
            let k = pool.fp(k.neg());
            Some(pool.eq(pool.arg(x, 0), k))
        }
        // match:  to_fp(v) = k of a bit pattern v
        // result: v = k's bits
        Op::FpFromBits(_) => {
            let k = pool.bv(k.bits().clone());
            Some(pool.eq(pool.arg(x, 0), k))
        }
        _ => None,
    }
}

/// match:  to_ieee_bv(x) = k     | where k is a NaN that is not canonical
/// result: x = the float of k    | false
pub(super) fn bits_are(pool: &mut TermPool, x: Term, k: &crate::BitVec) -> Option<Term> {
    let format = pool.sort(x).format();
    let float = Float::from_bits(format, k.clone());
    if float.bits() != k {
        return Some(pool.ff());
    }
    let float = pool.fp(float);
    Some(pool.eq(x, float))
}
