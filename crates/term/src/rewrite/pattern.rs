//! Floats of bit patterns.
//!
//! A program keeps a float as its bits, and leaves open which NaN an operation makes: the bits of `r` are
//! `ite(isNaN(r), a pattern of NaN, to_ieee_bv(r))`. Where such bits are read as a float again, the choice should
//! disappear; likewise where the sign was changed in between, and where states were merged.

use crate::float::{Float, FloatFormat};
use crate::op::Op;
use crate::pool::{Term, TermPool};

/// How far below a choice the bits of a float are looked for.
const MAX_CHOICES: u32 = 4;

/// `to_fp(a)` of a bit pattern.
pub(super) fn from_bits(pool: &mut TermPool, format: FloatFormat, a: Term) -> Option<Term> {
    // match:  to_fp(to_ieee_bv(x)) in the format of x
    // result: x
    if let Some(x) = float_of_bits(pool, format, a) {
        return Some(x);
    }
    if is_nan_pattern(pool, format, a) {
        // match:  to_fp(concat(s, 1..1, y))
        // result: NaN
        return Some(pool.fp(Float::nan(format)));
    }
    // match:  to_fp(ite(c, x, y)), if the float of x or y is known
    // result: ite(c, to_fp(x), to_fp(y))
    if is_choice_of_floats(pool, format, a, MAX_CHOICES) {
        let (c, x, y) = pool.ite_parts(a)?;
        let x = pool.fp_from_bits(format, x);
        let y = pool.fp_from_bits(format, y);
        return Some(pool.ite(c, x, y));
    }
    // match:  to_fp(x ^ 10..0)
    // result: -to_fp(x)
    if let Some((x, k)) = pool.pair(a, Op::BvXor) {
        let (x, k) = if pool.is_value(x) { (k, x) } else { (x, k) };
        let sign = crate::BitVec::int_min(format.width());
        if pool.as_const(k) == Some(&sign) {
            let x = pool.fp_from_bits(format, x);
            return Some(pool.fp_neg(x));
        }
    }
    // match:  to_fp(zero_extend_1(extract[w-2:0](x))) of an x of w bits
    // result: abs(to_fp(x))
    let (1, low) = pool.zero_extended(a)? else {
        return None;
    };
    let top = format.width() - 2;
    if pool.op(low) != Op::Extract(top, 0) || pool.width(pool.arg(low, 0)) != format.width() {
        return None;
    }
    let x = pool.fp_from_bits(format, pool.arg(low, 0));
    Some(pool.fp_abs(x))
}

fn float_of_bits(pool: &TermPool, format: FloatFormat, a: Term) -> Option<Term> {
    let x = pool.under(a, Op::FpToBits)?;
    (pool.sort(x).format() == format).then_some(x)
}

/// Whether the exponent is written as ones and the first bit of the fraction as a one; the sign may be anything.
fn is_nan_pattern(pool: &TermPool, format: FloatFormat, a: Term) -> bool {
    let Some((first, rest)) = pool.pair(a, Op::Concat) else {
        return false;
    };
    // The constant with the ones, and how many bits of the sign are in it.
    let (ones, sign) = match pool.pair(rest, Op::Concat) {
        Some((second, _)) if pool.width(first) == 1 && !pool.is_value(first) => (second, 0),
        _ => (first, 1),
    };
    let wanted = format.exponent + 1;
    pool.as_const(ones).is_some_and(|k| {
        let top = k.width() - sign;
        top >= wanted && k.extract(top - 1, top - wanted).is_all_ones()
    })
}

/// Whether one of the patterns that are chosen from is the bits of a float, or NaN.
fn is_choice_of_floats(pool: &TermPool, format: FloatFormat, a: Term, depth: u32) -> bool {
    let Some((_, x, y)) = pool.ite_parts(a) else {
        return false;
    };
    [x, y].into_iter().any(|arm| {
        float_of_bits(pool, format, arm).is_some()
            || is_nan_pattern(pool, format, arm)
            || (depth > 0 && is_choice_of_floats(pool, format, arm, depth - 1))
    })
}
