//! The operators of floats on values.

use super::Value;
use crate::float::{Float, RoundingMode};
use crate::op::Op;

/// `op` on values; panics if it is not an operator on floats.
pub(super) fn apply(op: Op, args: &[Value]) -> Value {
    let mode = || args[0].as_rounding_mode();
    let f = |i: usize| args[i].as_float();
    let float = Value::Float;
    match op {
        Op::FpAbs => float(f(0).abs()),
        Op::FpNeg => float(f(0).neg()),
        Op::FpAdd => float(f(1).add(f(2), mode())),
        Op::FpMul => float(f(1).mul(f(2), mode())),
        Op::FpDiv => float(f(1).div(f(2), mode())),
        Op::FpFma => float(f(1).fma(f(2), f(3), mode())),
        Op::FpSqrt => float(f(1).sqrt(mode())),
        Op::FpRem => float(f(0).rem(f(1))),
        Op::FpFmod => float(f(0).fmod(f(1))),
        Op::FpRoundToIntegral => float(f(1).round_to_integral(mode())),
        Op::FpMin => float(f(0).min(f(1))),
        Op::FpMax => float(f(0).max(f(1))),
        Op::FpEq => Value::Bool(f(0).ieee_eq(f(1))),
        Op::FpLt => Value::Bool(f(0).lt(f(1))),
        Op::FpLe => Value::Bool(f(0).le(f(1))),
        Op::FpIs(class) => Value::Bool(f(0).is(class)),
        Op::FpToBits => Value::BitVec(f(0).bits().clone()),
        Op::FpFromBits(format) => float(Float::from_bits(format, args[0].as_bitvec().clone())),
        Op::FpConvert(format) => float(f(1).convert(format, mode())),
        Op::FpFromSigned(format) => float(Float::from_signed(format, args[1].as_bitvec(), mode())),
        Op::FpFromUnsigned(format) => {
            float(Float::from_unsigned(format, args[1].as_bitvec(), mode()))
        }
        Op::FpToSigned(width) => or_else(f(1), args, |f, mode| f.to_signed(width, mode)),
        Op::FpToUnsigned(width) => or_else(f(1), args, |f, mode| f.to_unsigned(width, mode)),
        op => unreachable!("{op:?} is not an operator on floats"),
    }
}

/// A conversion to an integer, or the third argument.
fn or_else(
    float: &Float,
    args: &[Value],
    convert: impl Fn(&Float, RoundingMode) -> Option<crate::BitVec>,
) -> Value {
    match convert(float, args[0].as_rounding_mode()) {
        Some(integer) => Value::BitVec(integer),
        None => args[2].clone(),
    }
}
