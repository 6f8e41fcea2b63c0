//! Floats, as far as their bits alone decide: comparison and classification of IEEE 754 formats.
//!
//! An IEEE number is a sign, a biased exponent and a fraction, from the highest bit down. Without the sign, the numbers of
//! one format are ordered as their bits are; the only things to take care of are the two zeros and NaN. Arithmetic and
//! conversion are not supported.

use super::FunctionLowerer;
use crate::llvm::{FloatPredicate, TypeKind, Value};
use term::{BitVec, Term, TermPool};

/// The parts of a float that decide its class.
struct Parts {
    negative: Term,
    /// All bits but the sign.
    magnitude: Term,
    zero: Term,
    nan: Term,
    infinite: Term,
    /// Zero or subnormal.
    tiny: Term,
    /// The highest bit of the fraction.
    quiet: Term,
}

/// The bits of the exponent of an IEEE format; other formats of that size are not known here.
fn exponent_bits(width: u32) -> Option<u32> {
    match width {
        32 => Some(8),
        64 => Some(11),
        _ => None,
    }
}

fn parts(pool: &mut TermPool, value: Term) -> Option<Parts> {
    let width = pool.width(value);
    let exponent_bits = exponent_bits(width)?;
    let fraction_bits = width - 1 - exponent_bits;
    let sign = pool.extract(value, width - 1, width - 1);
    let magnitude = pool.extract(value, width - 2, 0);
    let exponent = pool.extract(value, width - 2, fraction_bits);
    let quiet = pool.extract(value, fraction_bits - 1, fraction_bits - 1);
    let nothing = pool.zero(width - 1);
    let no_exponent = pool.zero(exponent_bits);
    let infinity = BitVec::all_ones(exponent_bits).concat(&BitVec::zero(fraction_bits));
    let infinity = pool.bv(infinity);
    Some(Parts {
        negative: pool.bv_to_bool(sign),
        magnitude,
        zero: pool.eq(magnitude, nothing),
        nan: pool.ult(infinity, magnitude),
        infinite: pool.eq(magnitude, infinity),
        tiny: pool.eq(exponent, no_exponent),
        quiet: pool.bv_to_bool(quiet),
    })
}

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn fcmp(&mut self, inst: Value<'m>) {
        let (a, b) = (inst.operand(0), inst.operand(1));
        let scalar = matches!(a.ty().kind(), TypeKind::Float(_));
        let (a, b) = (self.value(a), self.value(b));
        let pool = &mut self.lowerer.pool;
        match compare(pool, inst.float_predicate(), a, b).filter(|_| scalar) {
            Some(holds) => {
                let bit = pool.bool_to_bv(holds);
                self.values.insert(inst, bit);
            }
            None => self.unsupported_value(inst, "comparison of this floating-point type"),
        }
    }

    /// `llvm.is.fpclass`: whether the value is in one of the classes of the mask.
    pub fn float_class(&mut self, inst: Value<'m>, value: Value<'m>, mask: Value<'m>) {
        let mask = self.value(mask);
        let mask = self.lowerer.pool.as_u64(mask);
        let scalar = matches!(value.ty().kind(), TypeKind::Float(_));
        let term = self.value(value);
        let pool = &mut self.lowerer.pool;
        let classified = parts(pool, term).filter(|_| scalar).zip(mask);
        match classified {
            Some((parts, mask)) => {
                let holds = in_classes(pool, &parts, mask);
                let bit = pool.bool_to_bv(holds);
                self.values.insert(inst, bit);
            }
            None => self.unsupported_value(inst, "classification of this floating-point type"),
        }
    }
}

fn compare(pool: &mut TermPool, predicate: FloatPredicate, a: Term, b: Term) -> Option<Term> {
    let (x, y) = (parts(pool, a)?, parts(pool, b)?);
    let unordered = pool.or(x.nan, y.nan);
    let ordered = pool.not(unordered);
    let zeros = pool.and(x.zero, y.zero);
    let same_bits = pool.eq(a, b);
    let equal = pool.or(same_bits, zeros);
    let less = less(pool, &x, &y, zeros);
    let either = pool.or(equal, less);
    let holds = match predicate {
        FloatPredicate::LLVMRealPredicateFalse => pool.ff(),
        FloatPredicate::LLVMRealPredicateTrue => pool.tt(),
        FloatPredicate::LLVMRealORD => ordered,
        FloatPredicate::LLVMRealUNO => unordered,
        FloatPredicate::LLVMRealOEQ => pool.and(ordered, equal),
        FloatPredicate::LLVMRealUEQ => pool.or(unordered, equal),
        FloatPredicate::LLVMRealONE => {
            let differ = pool.not(equal);
            pool.and(ordered, differ)
        }
        FloatPredicate::LLVMRealUNE => {
            let differ = pool.not(equal);
            pool.or(unordered, differ)
        }
        FloatPredicate::LLVMRealOLT => pool.and(ordered, less),
        FloatPredicate::LLVMRealULT => pool.or(unordered, less),
        FloatPredicate::LLVMRealOLE => pool.and(ordered, either),
        FloatPredicate::LLVMRealULE => pool.or(unordered, either),
        FloatPredicate::LLVMRealOGT => {
            let greater = pool.not(either);
            pool.and(ordered, greater)
        }
        FloatPredicate::LLVMRealUGT => {
            let greater = pool.not(either);
            pool.or(unordered, greater)
        }
        FloatPredicate::LLVMRealOGE => {
            let at_least = pool.not(less);
            pool.and(ordered, at_least)
        }
        FloatPredicate::LLVMRealUGE => {
            let at_least = pool.not(less);
            pool.or(unordered, at_least)
        }
    };
    Some(holds)
}

/// Whether `x < y`, if neither is NaN.
fn less(pool: &mut TermPool, x: &Parts, y: &Parts, zeros: Term) -> Term {
    let smaller = pool.ult(x.magnitude, y.magnitude);
    let larger = pool.ult(y.magnitude, x.magnitude);
    // Both negative: the larger magnitude is the smaller number. Only `x` negative: smaller, unless both are zero.
    let not_zeros = pool.not(zeros);
    let if_y_not = not_zeros;
    let if_x_negative = pool.ite(y.negative, larger, if_y_not);
    let y_positive = pool.not(y.negative);
    let if_x_positive = pool.and(y_positive, smaller);
    pool.ite(x.negative, if_x_negative, if_x_positive)
}

/// The bits of the mask are LLVM's `FPClassTest`: signalling and quiet NaN, then negative infinity, normal, subnormal and
/// zero, then positive zero, subnormal, normal and infinity.
fn in_classes(pool: &mut TermPool, parts: &Parts, mask: u64) -> Term {
    let signalling = pool.not(parts.quiet);
    let positive = pool.not(parts.negative);
    let not_zero = pool.not(parts.zero);
    let subnormal = pool.and(parts.tiny, not_zero);
    let special = pool.or(parts.nan, parts.infinite);
    let abnormal = pool.or(special, parts.tiny);
    let normal = pool.not(abnormal);
    let classes = [
        (parts.nan, signalling),
        (parts.nan, parts.quiet),
        (parts.infinite, parts.negative),
        (normal, parts.negative),
        (subnormal, parts.negative),
        (parts.zero, parts.negative),
        (parts.zero, positive),
        (subnormal, positive),
        (normal, positive),
        (parts.infinite, positive),
    ];
    let mut holds = pool.ff();
    for (index, (class, side)) in classes.into_iter().enumerate() {
        if mask >> index & 1 == 1 {
            let this = pool.and(class, side);
            holds = pool.or(holds, this);
        }
    }
    holds
}
