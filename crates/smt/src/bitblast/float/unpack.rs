//! Fields and classes of bit patterns, and numbers as significand and exponent.

use super::super::{adders, wiring};
use super::{nan, number, shift, signed_width};
use sat::{Aig, Edge};
use term::{FloatClass, FloatFormat, Sort};

/// Bits that may be anything as a canonical value of the sort.
pub(crate) fn canonical(aig: &mut Aig, sort: Sort, bits: Vec<Edge>) -> Vec<Edge> {
    match sort {
        Sort::Float(format) => canonical_float(aig, format, &bits),
        // The numbers beyond the last mode mean the last mode.
        Sort::RoundingMode => {
            let [a, b, last] = [bits[0], bits[1], bits[2]];
            vec![aig.and(a, !last), aig.and(b, !last), last]
        }
        _ => bits,
    }
}

/// Any pattern of NaN as the one.
pub(super) fn canonical_float(aig: &mut Aig, format: FloatFormat, bits: &[Edge]) -> Vec<Edge> {
    let is_nan = is(aig, format, FloatClass::NaN, bits);
    wiring::ite(aig, is_nan, &nan(format), bits)
}

pub(super) fn sign(bits: &[Edge]) -> Edge {
    bits[bits.len() - 1]
}

/// Everything but the sign; ordered like the values.
pub(super) fn magnitude(bits: &[Edge]) -> &[Edge] {
    &bits[..bits.len() - 1]
}

pub(super) fn fraction(format: FloatFormat, bits: &[Edge]) -> &[Edge] {
    &bits[..format.fraction() as usize]
}

pub(super) fn exponent(format: FloatFormat, bits: &[Edge]) -> &[Edge] {
    &bits[format.fraction() as usize..bits.len() - 1]
}

/// What kind of number a pattern is.
pub(super) struct Classes {
    pub nan: Edge,
    pub infinite: Edge,
    pub zero: Edge,
    /// Zero or subnormal.
    pub small: Edge,
}

pub(super) fn classes(aig: &mut Aig, format: FloatFormat, bits: &[Edge]) -> Classes {
    let ones = aig.and_all(exponent(format, bits));
    let small = !aig.or_all(exponent(format, bits));
    let some = aig.or_all(fraction(format, bits));
    Classes {
        nan: aig.and(ones, some),
        infinite: aig.and(ones, !some),
        zero: aig.and(small, !some),
        small,
    }
}

pub(super) fn is(aig: &mut Aig, format: FloatFormat, class: FloatClass, bits: &[Edge]) -> Edge {
    let classes = classes(aig, format, bits);
    match class {
        FloatClass::NaN => classes.nan,
        FloatClass::Infinite => classes.infinite,
        FloatClass::Zero => classes.zero,
        FloatClass::Subnormal => aig.and(classes.small, !classes.zero),
        FloatClass::Normal => {
            let ones = aig.and_all(exponent(format, bits));
            aig.and(!ones, !classes.small)
        }
        // The canonical NaN is positive.
        FloatClass::Negative => sign(bits),
        FloatClass::Positive => aig.and(!sign(bits), !classes.nan),
    }
}

/// The significand with its leading bit, and the biased exponent of that bit, which is 1 at least: subnormal numbers have
/// leading zeros.
pub(super) struct Fixed {
    pub significand: Vec<Edge>,
    pub exponent: Vec<Edge>,
}

pub(super) fn fixed(aig: &mut Aig, format: FloatFormat, bits: &[Edge]) -> Fixed {
    let small = !aig.or_all(exponent(format, bits));
    let mut significand = fraction(format, bits).to_vec();
    significand.push(!small);
    let mut exponent = exponent(format, bits).to_vec();
    exponent[0] = aig.or(exponent[0], small);
    Fixed {
        significand,
        exponent,
    }
}

/// A number `1.f * 2^exponent`, the exponent in two's complement without bias. Zero has a significand of zeros.
pub(super) struct Number {
    pub significand: Vec<Edge>,
    pub exponent: Vec<Edge>,
}

/// The least exponent of a [`Number`]: that of the smallest subnormal number.
pub(super) fn least_exponent(format: FloatFormat) -> i64 {
    format.min_exponent() - i64::from(format.fraction())
}

pub(super) fn normalised(aig: &mut Aig, format: FloatFormat, bits: &[Edge]) -> Number {
    let Fixed {
        significand,
        exponent,
    } = fixed(aig, format, bits);
    let zeros = shift::leading_zeros(aig, &significand);
    let significand = shift::left(aig, &significand, &zeros);
    let width = signed_width(least_exponent(format) - 1);
    let extend = |bits: &[Edge]| wiring::zero_extend(bits, width - bits.len());
    // Field, bias and zeros are subtracted in the width that the result needs.
    let bias = number(-format.max_exponent(), width);
    let unbiased = adders::add(aig, &extend(&exponent), &bias);
    let exponent = adders::sub(aig, &unbiased, &extend(&zeros));
    Number {
        significand,
        exponent,
    }
}
