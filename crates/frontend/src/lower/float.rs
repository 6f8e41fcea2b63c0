//! Floats: arithmetic, comparison, classification and conversion.
//!
//! A float of the program is its bits; float terms exist only inside expressions. An operation reads its operands as
//! floats, and its result is bits again, which the next operation reads as a float: `to_fp(to_ieee_bv(x))` is `x`, so that a
//! chain of operations is one float term.
//!
//! **NaN.** C and IEEE 754 leave open which NaN (sign and payload) an operation makes, so its bits are one unknown quiet
//! pattern for each operation: `ite(isNaN(r), pattern, to_ieee_bv(r))`. Where that is read as a float again, the pool sees
//! that it is `r`. A result that only other operations read needs no pattern. What moves or copies a float keeps all its
//! bits, and so do negation, `fabs` and `copysign`, which IEEE 754 defines on the sign bit alone.
//!
//! **x87.** `long double` has 80 bits, one of which (the leading bit of the significand) IEEE formats do not store. The float
//! of such bits is that of the other 79. Patterns in which that bit is wrong represent no value; only
//! programs that write the bytes of a `long double` have them, and reading one is not supported.
//!
//! **Rounding** is to nearest, ties to even, unless the program calls `fesetround`: then it is what was set last.

use super::FunctionLowerer;
use super::vector::{join, lanes};
use crate::llvm::{FloatKind, FloatPredicate, Opcode, Type, Value, ValueKind};
use program::{InputSource, Property};
use term::{BitVec, Float, FloatClass, FloatFormat, RoundingMode, Term, TermPool};

/// How floats of a type are written as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FloatType {
    pub format: FloatFormat,
    /// Whether the leading bit of the significand is stored.
    x87: bool,
}

impl FloatType {
    pub fn of(ty: Type<'_>) -> Option<FloatType> {
        let ieee = |format| FloatType { format, x87: false };
        Some(match ty.float_kind()? {
            FloatKind::Half => ieee(FloatFormat::HALF),
            FloatKind::Brain => ieee(FloatFormat::BRAIN),
            FloatKind::Single => ieee(FloatFormat::SINGLE),
            FloatKind::Double => ieee(FloatFormat::DOUBLE),
            FloatKind::Quad => ieee(FloatFormat::QUAD),
            FloatKind::X87 => FloatType {
                format: FloatFormat::X87,
                x87: true,
            },
        })
    }

    /// The number of bits of a value.
    pub fn width(self) -> u32 {
        self.format.width() + u32::from(self.x87)
    }

    /// The bits as an IEEE format has them.
    pub fn ieee(self, pool: &mut TermPool, bits: Term) -> Term {
        if !self.x87 {
            return bits;
        }
        let high = pool.extract(bits, 79, 64);
        let low = pool.extract(bits, 62, 0);
        pool.concat(high, low)
    }

    /// The bits of the type from those of the IEEE format.
    pub fn stored(self, pool: &mut TermPool, ieee: Term) -> Term {
        if !self.x87 {
            return ieee;
        }
        let high = pool.extract(ieee, 78, 63);
        let leading = leading_bit(pool, ieee, 63);
        let low = pool.extract(ieee, 62, 0);
        let low = pool.concat(leading, low);
        pool.concat(high, low)
    }

    /// Whether the bits represent a value; `None` if all do.
    pub fn is_value(self, pool: &mut TermPool, bits: Term) -> Option<Term> {
        if !self.x87 {
            return None;
        }
        let wanted = leading_bit(pool, bits, 64);
        let stored = pool.extract(bits, 63, 63);
        Some(pool.eq(wanted, stored))
    }

    /// The float of bits.
    pub fn float(self, pool: &mut TermPool, bits: Term) -> Term {
        let ieee = self.ieee(pool, bits);
        pool.fp_from_bits(self.format, ieee)
    }
}

/// One unless the exponent, which begins at bit `low`, is zero.
fn leading_bit(pool: &mut TermPool, bits: Term, low: u32) -> Term {
    let exponent = pool.extract(bits, low + 14, low);
    let zero = pool.zero(15);
    let tiny = pool.eq(exponent, zero);
    let (no, yes) = (pool.zero(1), pool.bv_u64(1, 1));
    pool.ite(tiny, no, yes)
}

impl<'m> FunctionLowerer<'_, 'm> {
    // ---- bits and floats ----

    /// The bits of a float that an operation made. `observed`: whether the program may see which NaN it is.
    pub fn float_bits(&mut self, ty: FloatType, float: Term, observed: bool) -> Term {
        let pool = &mut self.lowerer.pool;
        let bits = pool.fp_to_bits(float);
        let nan = pool.fp_is(FloatClass::NaN, float);
        let bits = if observed && !pool.is_false(nan) {
            let pattern = self.some_nan(ty.format);
            self.lowerer.pool.ite(nan, pattern, bits)
        } else {
            bits
        };
        ty.stored(&mut self.lowerer.pool, bits)
    }

    /// The pattern of an unknown quiet NaN.
    pub fn some_nan(&mut self, format: FloatFormat) -> Term {
        let width = format.significand - 1;
        let open = self.havoc("nan", width, InputSource::Unspecified);
        let pool = &mut self.lowerer.pool;
        let sign = pool.extract(open, width - 1, width - 1);
        let payload = pool.extract(open, width - 2, 0);
        let ones = pool.bv(BitVec::all_ones(format.exponent + 1));
        let low = pool.concat(ones, payload);
        pool.concat(sign, low)
    }

    /// Bits that come from outside our own operations must represent a value; others are not supported.
    pub fn check_float(&mut self, ty: Type<'m>, bits: Term) {
        if let Some(ty) = FloatType::of(ty)
            && self.lowerer.pool.width(bits) == ty.width()
            && let Some(holds) = ty.is_value(&mut self.lowerer.pool, bits)
        {
            let what = "a pattern of bits that is not a `long double` is not supported";
            self.check(Property::Unsupported, true, what, holds, Vec::new());
        }
    }

    /// The same for inputs, which are values.
    pub fn assume_float(&mut self, ty: Type<'m>, bits: Term) {
        if let Some(ty) = FloatType::of(ty)
            && self.lowerer.pool.width(bits) == ty.width()
            && let Some(condition) = ty.is_value(&mut self.lowerer.pool, bits)
        {
            self.emit(program::InstKind::Assume { condition });
        }
    }

    /// The direction of rounding: to nearest, unless the program can change it.
    pub fn rounding(&mut self) -> Term {
        let mode = |pool: &mut TermPool, mode| pool.rounding_mode(mode);
        let Some(global) = self.lowerer.module.global(ROUNDING) else {
            return mode(&mut self.lowerer.pool, RoundingMode::NearestTiesToEven);
        };
        let pointer = self.lowerer.static_address(global);
        let site = self.read_site(4);
        let set = self.load_bits("rounding", pointer, 0, 32, site);
        let pool = &mut self.lowerer.pool;
        let mut result = mode(pool, RoundingMode::NearestTiesToEven);
        // The numbers of fenv.h on x86.
        for (number, direction) in [
            (0x400, RoundingMode::TowardNegative),
            (0x800, RoundingMode::TowardPositive),
            (0xc00, RoundingMode::TowardZero),
        ] {
            let number = pool.bv_u64(32, number);
            let is = pool.eq(set, number);
            let direction = mode(pool, direction);
            result = pool.ite(is, direction, result);
        }
        result
    }

    /// The floats of a value, which may be a vector.
    fn float_lanes(&mut self, value: Value<'m>) -> Option<(FloatType, Vec<Term>)> {
        let ty = FloatType::of(value.ty())?;
        let bits = self.value(value);
        let pool = &mut self.lowerer.pool;
        let parts = lanes(pool, bits, ty.width());
        let floats = parts.into_iter().map(|b| ty.float(pool, b)).collect();
        Some((ty, floats))
    }

    fn define_floats(&mut self, inst: Value<'m>, ty: FloatType, floats: Vec<Term>) {
        let observed = is_observed(inst);
        let parts: Vec<Term> = floats
            .into_iter()
            .map(|f| self.float_bits(ty, f, observed))
            .collect();
        self.define_parts(inst, parts);
    }

    fn define_parts(&mut self, inst: Value<'m>, parts: Vec<Term>) {
        match join(&mut self.lowerer.pool, parts) {
            Some(value) => {
                self.values.insert(inst, value);
            }
            None => self.unsupported_value(inst, "an empty vector"),
        }
    }

    // ---- arithmetic ----

    pub fn float_binary(&mut self, inst: Value<'m>) {
        let (a, b) = (inst.operand(0), inst.operand(1));
        let (Some((ty, a)), Some((_, b))) = (self.float_lanes(a), self.float_lanes(b)) else {
            let what = format!("arithmetic of type {}", inst.ty());
            self.unsupported_value(inst, what);
            return;
        };
        let mut results = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            results.push(self.float_operation(inst.opcode(), a, b));
        }
        self.define_floats(inst, ty, results);
    }

    /// One of the five operations.
    fn float_operation(&mut self, op: Opcode, a: Term, b: Term) -> Term {
        let mode = self.rounding();
        let pool = &mut self.lowerer.pool;
        let (result, name) = match op {
            Opcode::LLVMFAdd => (pool.fp_add(mode, a, b), "addition"),
            Opcode::LLVMFSub => (pool.fp_sub(mode, a, b), "subtraction"),
            Opcode::LLVMFMul => (pool.fp_mul(mode, a, b), "multiplication"),
            Opcode::LLVMFDiv => (pool.fp_div(mode, a, b), "division"),
            Opcode::LLVMFRem => (pool.fp_fmod(a, b), "remainder"),
            op => unreachable!("{op:?} is not an operation on two floats"),
        };
        self.check_number(result, &[a, b], name);
        result
    }

    /// `no-nan`: an operation on numbers gives a number.
    pub fn check_number(&mut self, result: Term, operands: &[Term], name: &str) {
        self.check_finite(result, operands, name);
        if !self.lowerer.checks_nan {
            return;
        }
        let pool = &mut self.lowerer.pool;
        let nan = pool.fp_is(FloatClass::NaN, result);
        let mut holds = pool.not(nan);
        for operand in operands {
            let nan = pool.fp_is(FloatClass::NaN, *operand);
            holds = pool.or(holds, nan);
        }
        let operands = operands.iter().map(|o| pool.fp_to_bits(*o)).collect();
        let what = format!("the result of a floating-point {name} is not a number");
        self.check(Property::NoNan, false, what, holds, operands);
    }

    /// `no-float-overflow`: an operation on finite numbers gives a finite number.
    fn check_finite(&mut self, result: Term, operands: &[Term], name: &str) {
        if !self.lowerer.properties.contains(&Property::NoFloatOverflow) {
            return;
        }
        let pool = &mut self.lowerer.pool;
        let infinite = pool.fp_is(FloatClass::Infinite, result);
        let mut holds = pool.not(infinite);
        for operand in operands {
            let infinite = pool.fp_is(FloatClass::Infinite, *operand);
            holds = pool.or(holds, infinite);
        }
        let operands = operands.iter().map(|o| pool.fp_to_bits(*o)).collect();
        let what = format!("a floating-point {name} overflows to an infinity");
        self.check(Property::NoFloatOverflow, false, what, holds, operands);
    }

    pub fn fneg(&mut self, inst: Value<'m>) {
        let operand = inst.operand(0);
        let Some(ty) = FloatType::of(operand.ty()) else {
            self.unsupported_value(inst, format_args!("negation of type {}", inst.ty()));
            return;
        };
        let bits = self.value(operand);
        let pool = &mut self.lowerer.pool;
        let sign = pool.bv(BitVec::int_min(ty.format.width()));
        let mut parts = lanes(pool, bits, ty.width());
        for part in &mut parts {
            let ieee = ty.ieee(pool, *part);
            let negated = pool.bvxor(ieee, sign);
            *part = ty.stored(pool, negated);
        }
        self.define_parts(inst, parts);
    }

    // ---- comparison and classification ----

    pub fn fcmp(&mut self, inst: Value<'m>) {
        let (a, b) = (inst.operand(0), inst.operand(1));
        let (Some((_, a)), Some((_, b))) = (self.float_lanes(a), self.float_lanes(b)) else {
            self.unsupported_value(inst, "comparison of this floating-point type");
            return;
        };
        let pool = &mut self.lowerer.pool;
        let mut parts = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            let holds = compare(pool, inst.float_predicate(), a, b);
            parts.push(pool.bool_to_bv(holds));
        }
        self.define_parts(inst, parts);
    }

    /// `llvm.is.fpclass`: whether the value is in one of the classes of the mask.
    pub fn float_class(&mut self, inst: Value<'m>, value: Value<'m>, mask: Value<'m>) {
        let mask = self.value(mask);
        let mask = self.lowerer.pool.as_u64(mask);
        let (Some(ty), Some(mask)) = (FloatType::of(value.ty()), mask) else {
            self.unsupported_value(inst, "classification of this floating-point type");
            return;
        };
        let bits = self.value(value);
        let pool = &mut self.lowerer.pool;
        let mut parts = lanes(pool, bits, ty.width());
        for part in &mut parts {
            let ieee = ty.ieee(pool, *part);
            let holds = in_classes(pool, ty.format, ieee, mask);
            *part = pool.bool_to_bv(holds);
        }
        self.define_parts(inst, parts);
    }

    // ---- conversion ----

    pub fn float_cast(&mut self, inst: Value<'m>) {
        let parts = match inst.opcode() {
            Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => self.change_format(inst),
            Opcode::LLVMSIToFP | Opcode::LLVMUIToFP => self.integer_to_float(inst),
            _ => self.float_to_integer(inst),
        };
        match parts {
            Some(parts) => self.define_parts(inst, parts),
            None => self.unsupported_value(inst, "a floating-point conversion of this type"),
        }
    }

    fn change_format(&mut self, inst: Value<'m>) -> Option<Vec<Term>> {
        let (_, from) = self.float_lanes(inst.operand(0))?;
        let to = FloatType::of(inst.ty())?;
        let observed = is_observed(inst);
        let mut parts = Vec::new();
        for float in from {
            let mode = self.rounding();
            let converted = self.lowerer.pool.fp_convert(to.format, mode, float);
            parts.push(self.float_bits(to, converted, observed));
        }
        Some(parts)
    }

    fn integer_to_float(&mut self, inst: Value<'m>) -> Option<Vec<Term>> {
        let to = FloatType::of(inst.ty())?;
        let from = inst.operand(0);
        let width = match self.lane_width(from) {
            Some(width) => width,
            None => self.width(from.ty())?,
        };
        let bits = self.value(from);
        let mut parts = lanes(&mut self.lowerer.pool, bits, width);
        for part in &mut parts {
            let mode = self.rounding();
            let pool = &mut self.lowerer.pool;
            let float = match inst.opcode() {
                Opcode::LLVMSIToFP => pool.fp_from_signed(to.format, mode, *part),
                _ => pool.fp_from_unsigned(to.format, mode, *part),
            };
            *part = self.float_bits(to, float, false);
        }
        Some(parts)
    }

    fn float_to_integer(&mut self, inst: Value<'m>) -> Option<Vec<Term>> {
        let (from, floats) = self.float_lanes(inst.operand(0))?;
        let width = match self.lane_width(inst) {
            Some(width) => width,
            None => self.width(inst.ty())?,
        };
        let signed = inst.opcode() == Opcode::LLVMFPToSI;
        let kind = if signed { "signed" } else { "unsigned" };
        let mut parts = Vec::new();
        for float in floats {
            let pool = &mut self.lowerer.pool;
            let fits = fits_integer(pool, from.format, float, width, signed);
            let operand = pool.fp_to_bits(float);
            let what = format!("the float does not fit into {kind} {width} bits");
            self.check(
                Property::NoFloatCastOverflow,
                true,
                what,
                fits,
                vec![operand],
            );
            parts.push(self.truncated(float, width, signed));
        }
        Some(parts)
    }

    /// The integer part; zero where it does not fit.
    fn truncated(&mut self, float: Term, width: u32, signed: bool) -> Term {
        let pool = &mut self.lowerer.pool;
        let mode = pool.rounding_mode(RoundingMode::TowardZero);
        let otherwise = pool.zero(width);
        match signed {
            true => pool.fp_to_signed(mode, float, otherwise),
            false => pool.fp_to_unsigned(mode, float, otherwise),
        }
    }
}

/// The variable of the model of `fenv.h` that holds the direction of rounding. It is there if the program can change it.
const ROUNDING: &str = "__aver_rounding";

/// Whether something may see the bits of an operation's result: anything other than a further operation.
pub fn is_observed(inst: Value<'_>) -> bool {
    inst.users().into_iter().any(|user| {
        user.kind() != ValueKind::Instruction
            || !matches!(
                user.opcode(),
                Opcode::LLVMFAdd
                    | Opcode::LLVMFSub
                    | Opcode::LLVMFMul
                    | Opcode::LLVMFDiv
                    | Opcode::LLVMFRem
                    | Opcode::LLVMFCmp
                    | Opcode::LLVMFPToSI
                    | Opcode::LLVMFPToUI
                    | Opcode::LLVMFPTrunc
                    | Opcode::LLVMFPExt
            )
    })
}

fn compare(pool: &mut TermPool, predicate: FloatPredicate, a: Term, b: Term) -> Term {
    let unordered = |pool: &mut TermPool| {
        let x = pool.fp_is(FloatClass::NaN, a);
        let y = pool.fp_is(FloatClass::NaN, b);
        pool.or(x, y)
    };
    let holds = match predicate {
        FloatPredicate::LLVMRealPredicateFalse | FloatPredicate::LLVMRealPredicateTrue => pool.ff(),
        FloatPredicate::LLVMRealORD | FloatPredicate::LLVMRealUNO => unordered(pool),
        FloatPredicate::LLVMRealOEQ | FloatPredicate::LLVMRealUNE => pool.fp_eq(a, b),
        FloatPredicate::LLVMRealONE | FloatPredicate::LLVMRealUEQ => {
            let unordered = unordered(pool);
            let equal = pool.fp_eq(a, b);
            pool.or(unordered, equal)
        }
        FloatPredicate::LLVMRealOLT | FloatPredicate::LLVMRealUGE => pool.fp_lt(a, b),
        FloatPredicate::LLVMRealOLE | FloatPredicate::LLVMRealUGT => pool.fp_le(a, b),
        FloatPredicate::LLVMRealOGT | FloatPredicate::LLVMRealULE => pool.fp_lt(b, a),
        FloatPredicate::LLVMRealOGE | FloatPredicate::LLVMRealULT => pool.fp_le(b, a),
    };
    // The other half of the predicates are the negations of these.
    match predicate {
        FloatPredicate::LLVMRealPredicateTrue
        | FloatPredicate::LLVMRealORD
        | FloatPredicate::LLVMRealONE
        | FloatPredicate::LLVMRealUNE
        | FloatPredicate::LLVMRealUGE
        | FloatPredicate::LLVMRealUGT
        | FloatPredicate::LLVMRealULE
        | FloatPredicate::LLVMRealULT => pool.not(holds),
        FloatPredicate::LLVMRealPredicateFalse
        | FloatPredicate::LLVMRealUNO
        | FloatPredicate::LLVMRealOEQ
        | FloatPredicate::LLVMRealUEQ
        | FloatPredicate::LLVMRealOLT
        | FloatPredicate::LLVMRealOLE
        | FloatPredicate::LLVMRealOGT
        | FloatPredicate::LLVMRealOGE => holds,
    }
}

/// The bits of the mask are LLVM's `FPClassTest`: signalling and quiet NaN, then negative infinity, normal, subnormal and
/// zero, then positive zero, subnormal, normal and infinity.
fn in_classes(pool: &mut TermPool, format: FloatFormat, ieee: Term, mask: u64) -> Term {
    let float = pool.fp_from_bits(format, ieee);
    let class = |pool: &mut TermPool, class, negative: Option<bool>| {
        let is = pool.fp_is(class, float);
        match negative {
            None => is,
            Some(negative) => {
                let side = match negative {
                    true => FloatClass::Negative,
                    false => FloatClass::Positive,
                };
                let side = pool.fp_is(side, float);
                pool.and(is, side)
            }
        }
    };
    let mut holds = pool.ff();
    if mask & 3 == 3 {
        holds = class(pool, FloatClass::NaN, None);
    } else if mask & 3 != 0 {
        let nan = class(pool, FloatClass::NaN, None);
        let quiet = format.fraction() - 1;
        let quiet = pool.extract(ieee, quiet, quiet);
        let quiet = pool.bv_to_bool(quiet);
        let wanted = match mask & 3 {
            1 => pool.not(quiet),
            _ => quiet,
        };
        holds = pool.and(nan, wanted);
    }
    // Class, the bit for negative and the bit for positive ones.
    for (kind, negative, positive) in [
        (FloatClass::Infinite, 2, 9),
        (FloatClass::Normal, 3, 8),
        (FloatClass::Subnormal, 4, 7),
        (FloatClass::Zero, 5, 6),
    ] {
        let wanted = (mask >> negative & 1 == 1, mask >> positive & 1 == 1);
        let this = match wanted {
            (false, false) => continue,
            (true, true) => class(pool, kind, None),
            (negative, _) => class(pool, kind, Some(negative)),
        };
        holds = pool.or(holds, this);
    }
    holds
}

/// Whether the integer part of a float fits.
fn fits_integer(
    pool: &mut TermPool,
    format: FloatFormat,
    float: Term,
    width: u32,
    signed: bool,
) -> Term {
    let bits = if signed { width - 1 } else { width };
    // Below 2^bits; a format without that number has only smaller ones.
    let above = Float::power_of_two(format, i64::from(bits))
        .unwrap_or_else(|| Float::infinity(format, false));
    let above = pool.fp(above);
    let small = pool.fp_lt(float, above);
    let below = match signed {
        false => Float::one(format).neg(),
        true => match Float::power_of_two(format, i64::from(bits)) {
            None => Float::infinity(format, true),
            Some(power) => {
                let power = power.neg();
                // Above -2^bits - 1, if the format has that number; otherwise it has no fractions there.
                if format.significand > bits {
                    power.sub(&Float::one(format), RoundingMode::TowardZero)
                } else {
                    let least = pool.fp(power);
                    let large = pool.fp_le(least, float);
                    return pool.and(small, large);
                }
            }
        },
    };
    let below = pool.fp(below);
    let large = pool.fp_lt(below, float);
    pool.and(small, large)
}
