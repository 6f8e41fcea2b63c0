//! Floats as circuits.
//!
//! A float is its bit pattern, the fraction lowest; a rounding mode is three bits. Both are canonical: NaN has one pattern,
//! and only five modes occur, so that equality is equality of bits. Inputs are made so by [`canonical`], results are so by
//! construction.
//!
//! An operation unpacks its operands ([`unpack`]), computes a significand with a sticky last bit that represents everything
//! below it, and packs the result in one place ([`round`]); special operands are chosen by multiplexers at the end. This is
//! the structure that hardware and other solvers have (Brain, Schanda, Sun, "Building better bit-blasting for
//! floating-point problems", TACAS 2019). The circuits are our own; each file explains where its widths come from.
//!
//! Soundness: every circuit is compared with the exact evaluation of `term::float`, exhaustively in tiny formats.

mod add;
mod compare;
mod convert;
mod div;
mod fma;
mod mul;
mod rem;
mod round;
mod shift;
mod sqrt;
#[cfg(test)]
mod tests;
mod unpack;

use super::Unsupported;
use super::wiring;
use sat::{Aig, Edge};
use term::{Float, FloatFormat, Op, RoundingMode, Sort};

pub(crate) use unpack::canonical;

/// The result of an operator on floats, on the bits of its arguments.
pub(crate) fn circuit(
    aig: &mut Aig,
    op: Op,
    sorts: &[Sort],
    args: &[Vec<Edge>],
) -> Result<Vec<Edge>, Unsupported> {
    let mode = match sorts[0] {
        Sort::RoundingMode => Mode::new(aig, &args[0]),
        _ => Mode::TO_ZERO,
    };
    let mode = &mode;
    // The format of the floats among the arguments; conversions have the one of their result themselves.
    let from = sorts.iter().find_map(|s| match s {
        Sort::Float(format) => Some(*format),
        _ => None,
    });
    let format = || from.expect("a float among the arguments");
    Ok(match (op, args) {
        (Op::FpAbs, [a]) => compare::abs(a),
        (Op::FpNeg, [a]) => compare::neg(aig, format(), a),
        (Op::FpEq, [a, b]) => vec![compare::equal(aig, format(), a, b)],
        (Op::FpLt, [a, b]) => vec![compare::less(aig, format(), a, b, false)],
        (Op::FpLe, [a, b]) => vec![compare::less(aig, format(), a, b, true)],
        (Op::FpMin, [a, b]) => compare::min(aig, format(), a, b),
        (Op::FpMax, [a, b]) => compare::max(aig, format(), a, b),
        (Op::FpIs(class), [a]) => vec![unpack::is(aig, format(), class, a)],
        (Op::FpToBits, [a]) => a.clone(),
        (Op::FpFromBits(to), [a]) => unpack::canonical_float(aig, to, a),
        (Op::FpAdd, [_, a, b]) => add::add(aig, format(), mode, a, b),
        (Op::FpMul, [_, a, b]) => mul::mul(aig, format(), mode, a, b),
        (Op::FpDiv, [_, a, b]) => div::div(aig, format(), mode, a, b),
        (Op::FpFma, [_, a, b, c]) => fma::fma(aig, format(), mode, [a, b, c]),
        (Op::FpSqrt, [_, a]) => sqrt::sqrt(aig, format(), mode, a),
        (Op::FpRem, [a, b]) => rem::rem(aig, format(), a, b)?,
        (Op::FpFmod, [a, b]) => rem::fmod(aig, format(), a, b)?,
        (Op::FpRoundToIntegral, [_, a]) => convert::round_to_integral(aig, format(), mode, a),
        (Op::FpConvert(to), [_, a]) => convert::to_format(aig, format(), to, mode, a),
        (Op::FpFromSigned(to), [_, a]) => convert::from_signed(aig, to, mode, a),
        (Op::FpFromUnsigned(to), [_, a]) => convert::from_unsigned(aig, to, mode, a),
        (Op::FpToSigned(_), [_, a, otherwise]) => {
            convert::to_integer(aig, format(), mode, a, otherwise, true)
        }
        (Op::FpToUnsigned(_), [_, a, otherwise]) => {
            convert::to_integer(aig, format(), mode, a, otherwise, false)
        }
        _ => unreachable!("{op:?} is not an operator of {} floats", args.len()),
    })
}

/// A rounding mode, decoded.
struct Mode {
    nearest_even: Edge,
    nearest_away: Edge,
    up: Edge,
    down: Edge,
}

impl Mode {
    /// The mode if it is not one of the others.
    const TO_ZERO: Mode = Mode {
        nearest_even: Edge::FALSE,
        nearest_away: Edge::FALSE,
        up: Edge::FALSE,
        down: Edge::FALSE,
    };

    fn new(aig: &mut Aig, bits: &[Edge]) -> Mode {
        let mut is = |mode: RoundingMode| {
            let code = usize::from(mode.code());
            let lits: Vec<Edge> = (0..3)
                .map(|i| bits[i].negate_if(code >> i & 1 == 0))
                .collect();
            aig.and_all(&lits)
        };
        Mode {
            nearest_even: is(RoundingMode::NearestTiesToEven),
            nearest_away: is(RoundingMode::NearestTiesToAway),
            up: is(RoundingMode::TowardPositive),
            down: is(RoundingMode::TowardNegative),
        }
    }
}

/// The bits of a constant.
fn constant(value: &Float) -> Vec<Edge> {
    super::constant_bits(value.bits())
}

/// A number in two's complement.
fn number(value: i64, width: usize) -> Vec<Edge> {
    (0..width)
        .map(|i| Edge::constant(value >> i.min(63) & 1 == 1))
        .collect()
}

/// How many bits two's complement needs for all numbers of at most this magnitude.
fn signed_width(magnitude: i64) -> usize {
    (65 - magnitude.unsigned_abs().leading_zeros()) as usize
}

/// The last choice whose condition holds, and otherwise `usual`.
fn choose(aig: &mut Aig, usual: Vec<Edge>, choices: &[(Edge, Vec<Edge>)]) -> Vec<Edge> {
    choices.iter().fold(usual, |result, (condition, value)| {
        wiring::ite(aig, *condition, value, &result)
    })
}

/// A magnitude with a sign.
fn signed(magnitude: &[Edge], sign: Edge) -> Vec<Edge> {
    let mut bits = magnitude.to_vec();
    bits.push(sign);
    bits
}

fn nan(format: FloatFormat) -> Vec<Edge> {
    constant(&Float::nan(format))
}

fn infinity(format: FloatFormat, sign: Edge) -> Vec<Edge> {
    let mut bits = constant(&Float::infinity(format, false));
    *bits.last_mut().expect("a pattern has a sign") = sign;
    bits
}

fn zero(format: FloatFormat, sign: Edge) -> Vec<Edge> {
    let mut bits = constant(&Float::zero(format, false));
    *bits.last_mut().expect("a pattern has a sign") = sign;
    bits
}
