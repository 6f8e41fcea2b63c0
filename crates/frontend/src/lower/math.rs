//! The functions of `math.h` that IEEE 754 defines exactly, and LLVM's intrinsics that mean the same.
//!
//! They are terms, with one rounding wherever the standard has one; [`super::scale`] has those that deal with exponents.
//! Functions that no standard defines to the last bit (`sin`, `pow`) are models in C.
//!
//! Not modelled: floating-point exceptions and `errno`.

use super::FunctionLowerer;
use super::float::{FloatType, is_observed};
use super::scale::{ilogb, logb};
use super::vector::{join, lanes};
use crate::llvm::{FloatKind, TypeKind, Value};
use program::InputSource;
use term::{BitVec, Float, FloatClass, FloatFormat, RoundingMode, Term, TermPool};

/// Functions from floats to a float of the same type, with the number of arguments.
const PURE: &[(&str, usize)] = &[
    ("fabs", 1),
    ("sqrt", 1),
    ("floor", 1),
    ("ceil", 1),
    ("trunc", 1),
    ("round", 1),
    ("roundeven", 1),
    ("rint", 1),
    ("nearbyint", 1),
    ("logb", 1),
    ("copysign", 2),
    ("fmod", 2),
    ("remainder", 2),
    ("drem", 2),
    ("fmin", 2),
    ("fmax", 2),
    ("fdim", 2),
    ("nextafter", 2),
    ("fma", 3),
];

/// Functions of one float that give an integer.
const TO_INTEGER: &[&str] = &[
    "lrint",
    "llrint",
    "lround",
    "llround",
    "ilogb",
    "isnan",
    "isinf",
    "finite",
    "signbit",
    "fpclassify",
];

/// Further ones, each with its own signature.
const OTHERS: &[&str] = &[
    "ldexp",
    "scalbn",
    "scalbln",
    "frexp",
    "modf",
    "nan",
    "nexttoward",
];

/// The name of a function without prefix and suffix, and the float type that it works on.
fn library_function(name: &str) -> Option<(&'static str, FloatKind)> {
    let known = |base: &str| {
        let pure = PURE.iter().map(|(name, _)| name);
        pure.chain(TO_INTEGER).chain(OTHERS).find(|n| **n == base)
    };
    let plain = name.strip_prefix("__").unwrap_or(name);
    let suffixes = [
        ("", FloatKind::Double),
        ("f", FloatKind::Single),
        ("l", FloatKind::X87),
        ("f128", FloatKind::Quad),
    ];
    suffixes.into_iter().find_map(|(suffix, kind)| {
        let base = plain.strip_suffix(suffix)?;
        Some((*known(base)?, kind))
    })
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// A call of a function without a body; `false` if it is not one of these, or has another type.
    pub fn math_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let Some((operation, kind)) = library_function(name) else {
            return false;
        };
        let args = inst.args();
        let is_float = |v: &Value<'m>| v.ty().float_kind() == Some(kind);
        let scalar = |v: &Value<'m>| matches!(v.ty().kind(), TypeKind::Float(_));
        let gives_float = is_float(&inst) && scalar(&inst);
        let integer = matches!(inst.ty().kind(), TypeKind::Int(_));
        if let Some((_, count)) = PURE.iter().find(|(name, _)| *name == operation) {
            let fits = gives_float && args.len() == *count && args.iter().all(is_float);
            return fits && self.define_math(inst, operation);
        }
        let Some(first) = args.first() else {
            return false;
        };
        if TO_INTEGER.contains(&operation) {
            let fits = integer && args.len() == 1 && is_float(first) && scalar(first);
            return fits && self.define_integer(inst, operation);
        }
        if !gives_float {
            return false;
        }
        match (operation, args.as_slice()) {
            ("ldexp" | "scalbn" | "scalbln", [x, n])
                if is_float(x) && matches!(n.ty().kind(), TypeKind::Int(_)) =>
            {
                self.scaled(inst, *x, *n)
            }
            ("frexp", [x, to]) if is_float(x) && to.ty().is_pointer() => self.frexp(inst, *x, *to),
            ("modf", [x, to]) if is_float(x) && to.ty().is_pointer() => self.modf(inst, *x, *to),
            ("nexttoward", [x, y]) if is_float(x) => self.nexttoward(inst, *x, *y),
            ("nan", [tag]) if tag.ty().is_pointer() => FloatType::of(inst.ty()).is_some_and(|ty| {
                let nan = self.some_nan(ty.format);
                let value = ty.stored(&mut self.lowerer.pool, nan);
                self.define(inst, value);
                true
            }),
            _ => false,
        }
    }

    /// `llvm.sqrt.f64`; `false` if it is not a function of floats that is known here.
    pub fn float_intrinsic(&mut self, inst: Value<'m>, name: &str) -> bool {
        let name = name.trim_start_matches("llvm.");
        let operation = match name.split('.').next().unwrap_or(name) {
            "minnum" => "fmin",
            "maxnum" => "fmax",
            other => other,
        };
        let args = inst.args();
        let Some(first) = args.first().copied() else {
            return false;
        };
        if FloatType::of(first.ty()).is_none() {
            return false;
        }
        if name.starts_with("fptosi.sat") || name.starts_with("fptoui.sat") {
            return self.saturated(inst, first, name.starts_with("fptosi"));
        }
        match operation {
            "lrint" | "llrint" | "lround" | "llround" => self.define_integer(inst, operation),
            "ldexp" if args.len() == 2 => self.scaled(inst, first, args[1]),
            "frexp" => self.frexp_pair(inst, first),
            _ => {
                let same = args.iter().all(|a| a.ty() == inst.ty());
                same && self.define_math(inst, operation)
            }
        }
    }

    /// Defines a call of a function of floats, lane by lane.
    fn define_math(&mut self, inst: Value<'m>, operation: &str) -> bool {
        let Some(ty) = FloatType::of(inst.ty()) else {
            return false;
        };
        let mut columns = Vec::new();
        for arg in inst.args() {
            let bits = self.value(arg);
            columns.push(lanes(&mut self.lowerer.pool, bits, ty.width()));
        }
        let observed = is_observed(inst);
        let count = columns.first().map_or(0, Vec::len);
        let mut results = Vec::new();
        for lane in 0..count {
            let args: Vec<Term> = columns.iter().map(|c| c[lane]).collect();
            match self.math(operation, ty, &args, observed) {
                Some(value) => results.push(value),
                None => return false,
            }
        }
        match join(&mut self.lowerer.pool, results) {
            Some(value) => {
                self.define(inst, value);
                true
            }
            None => false,
        }
    }

    /// A function from floats to a float, on bits.
    fn math(
        &mut self,
        operation: &str,
        ty: FloatType,
        args: &[Term],
        observed: bool,
    ) -> Option<Term> {
        let pool = &mut self.lowerer.pool;
        let floats: Vec<Term> = args.iter().map(|a| ty.float(pool, *a)).collect();
        let to_integral = |direction| (true, direction);
        let (integral, direction) = match operation {
            "floor" => to_integral(Some(RoundingMode::TowardNegative)),
            "ceil" => to_integral(Some(RoundingMode::TowardPositive)),
            "trunc" => to_integral(Some(RoundingMode::TowardZero)),
            "round" => to_integral(Some(RoundingMode::NearestTiesToAway)),
            "roundeven" => to_integral(Some(RoundingMode::NearestTiesToEven)),
            "rint" | "nearbyint" => to_integral(None),
            _ => (false, None),
        };
        let result = match (operation, floats.as_slice()) {
            ("fabs", [_]) => {
                let no = pool.zero(1);
                return Some(with_sign(pool, ty, args[0], no));
            }
            ("copysign", [_, _]) => {
                let ieee = ty.ieee(pool, args[1]);
                let sign = sign_of(pool, ieee);
                return Some(with_sign(pool, ty, args[0], sign));
            }
            (_, [x]) if integral => {
                let mode = match direction {
                    Some(direction) => pool.rounding_mode(direction),
                    None => self.rounding(),
                };
                self.lowerer.pool.fp_round_to_integral(mode, *x)
            }
            ("canonicalize", [x]) => *x,
            ("sqrt", [x]) => {
                let mode = self.rounding();
                self.lowerer.pool.fp_sqrt(mode, *x)
            }
            ("fma", [x, y, z]) => {
                let mode = self.rounding();
                self.lowerer.pool.fp_fma(mode, *x, *y, *z)
            }
            ("fmuladd", [x, y, z]) => self.maybe_fused(*x, *y, *z),
            ("fmod", [x, y]) => pool.fp_fmod(*x, *y),
            ("remainder" | "drem", [x, y]) => pool.fp_rem(*x, *y),
            ("fdim", [x, y]) => {
                let mode = self.rounding();
                difference(&mut self.lowerer.pool, ty.format, mode, *x, *y)
            }
            ("fmin" | "fmax", [x, y]) => self.least(*x, *y, operation == "fmin"),
            ("minimum" | "maximum", [x, y]) => {
                ordered_least(pool, ty.format, *x, *y, operation == "minimum")
            }
            ("logb", [x]) => logb(pool, ty.format, *x),
            ("nextafter", [x, y]) => {
                let up = pool.fp_lt(*x, *y);
                let same = pool.fp_eq(*x, *y);
                let unordered = is_nan(pool, *x, *y);
                let sign = ty.ieee(pool, args[1]);
                let sign = sign_of(pool, sign);
                let next = neighbour(pool, ty, args[0], up, sign);
                let next = pool.ite(same, *y, next);
                let nan = pool.fp(Float::nan(ty.format));
                pool.ite(unordered, nan, next)
            }
            _ => return None,
        };
        self.check_number(result, &floats, operation);
        Some(self.float_bits(ty, result, observed))
    }

    /// A product and a sum, rounded once or twice: the compiler may choose.
    fn maybe_fused(&mut self, x: Term, y: Term, z: Term) -> Term {
        let choice = self.havoc("fused", 1, InputSource::Unspecified);
        let mode = self.rounding();
        let pool = &mut self.lowerer.pool;
        let fused = pool.fp_fma(mode, x, y, z);
        let product = pool.fp_mul(mode, x, y);
        let sum = pool.fp_add(mode, product, z);
        let choice = pool.bv_to_bool(choice);
        pool.ite(choice, fused, sum)
    }

    /// `fmin`, `fmax`: a NaN counts as missing, and of two zeros it may be either.
    fn least(&mut self, x: Term, y: Term, minimum: bool) -> Term {
        let pool = &mut self.lowerer.pool;
        let (zero_x, zero_y) = (
            pool.fp_is(FloatClass::Zero, x),
            pool.fp_is(FloatClass::Zero, y),
        );
        let zeros = pool.and(zero_x, zero_y);
        let equal = if pool.is_false(zeros) || x == y {
            y
        } else {
            let choice = self.havoc("zero", 1, InputSource::Unspecified);
            let pool = &mut self.lowerer.pool;
            let choice = pool.bv_to_bool(choice);
            pool.ite(choice, x, y)
        };
        let pool = &mut self.lowerer.pool;
        let (first, second) = match minimum {
            true => (pool.fp_lt(x, y), pool.fp_lt(y, x)),
            false => (pool.fp_lt(y, x), pool.fp_lt(x, y)),
        };
        let (nan_x, nan_y) = (
            pool.fp_is(FloatClass::NaN, x),
            pool.fp_is(FloatClass::NaN, y),
        );
        let take_x = pool.or(nan_y, first);
        let take_y = pool.or(nan_x, second);
        let rest = pool.ite(take_y, y, equal);
        pool.ite(take_x, x, rest)
    }

    // ---- functions that give integers ----

    fn define_integer(&mut self, inst: Value<'m>, operation: &str) -> bool {
        let args = inst.args();
        let (Some(x), Some(width)) = (args.first().copied(), self.width(inst.ty())) else {
            return false;
        };
        let Some(ty) = FloatType::of(x.ty()).filter(|_| self.lane_width(x).is_none()) else {
            return false;
        };
        let bits = self.value(x);
        let float = ty.float(&mut self.lowerer.pool, bits);
        let value = match operation {
            "lrint" | "llrint" | "lround" | "llround" => {
                let mode = match operation.ends_with("rint") {
                    true => self.rounding(),
                    false => {
                        let away = RoundingMode::NearestTiesToAway;
                        self.lowerer.pool.rounding_mode(away)
                    }
                };
                // Where the result does not fit, the standard does not specify it.
                let open = self.havoc("unfit", width, InputSource::Unspecified);
                self.lowerer.pool.fp_to_signed(mode, float, open)
            }
            "ilogb" => ilogb(&mut self.lowerer.pool, ty.format, float, width),
            "isinf" => {
                let pool = &mut self.lowerer.pool;
                let infinite = pool.fp_is(FloatClass::Infinite, float);
                let negative = pool.fp_is(FloatClass::Negative, float);
                let (one, minus) = (pool.bv_u64(width, 1), pool.bv_i64(width, -1));
                let side = pool.ite(negative, minus, one);
                let zero = pool.zero(width);
                pool.ite(infinite, side, zero)
            }
            "fpclassify" => classified(&mut self.lowerer.pool, float, width),
            _ => {
                let pool = &mut self.lowerer.pool;
                let holds = match operation {
                    "isnan" => pool.fp_is(FloatClass::NaN, float),
                    "finite" => {
                        let infinite = pool.fp_is(FloatClass::Infinite, float);
                        let nan = pool.fp_is(FloatClass::NaN, float);
                        let either = pool.or(infinite, nan);
                        pool.not(either)
                    }
                    // `signbit`
                    _ => {
                        let ieee = ty.ieee(pool, bits);
                        let sign = sign_of(pool, ieee);
                        pool.bv_to_bool(sign)
                    }
                };
                let bit = pool.bool_to_bv(holds);
                let truth = pool.resize_unsigned(bit, width);
                self.any_of_truth(truth)
            }
        };
        self.define(inst, value);
        true
    }

    /// `llvm.fptosi.sat`: what does not fit becomes the nearest number that does, and NaN zero.
    fn saturated(&mut self, inst: Value<'m>, x: Value<'m>, signed: bool) -> bool {
        let (Some(ty), Some(width)) = (FloatType::of(x.ty()), self.width(inst.ty())) else {
            return false;
        };
        if self.lane_width(x).is_some() {
            return false;
        }
        let bits = self.value(x);
        let pool = &mut self.lowerer.pool;
        let float = ty.float(pool, bits);
        let (min, max) = match signed {
            true => (BitVec::int_min(width), BitVec::int_max(width)),
            false => (BitVec::zero(width), BitVec::all_ones(width)),
        };
        let (min, max, zero) = (pool.bv(min), pool.bv(max), pool.zero(width));
        let negative = pool.fp_is(FloatClass::Negative, float);
        let nan = pool.fp_is(FloatClass::NaN, float);
        let limit = pool.ite(negative, min, max);
        let otherwise = pool.ite(nan, zero, limit);
        let mode = pool.rounding_mode(RoundingMode::TowardZero);
        let value = match signed {
            true => pool.fp_to_signed(mode, float, otherwise),
            false => pool.fp_to_unsigned(mode, float, otherwise),
        };
        self.define(inst, value);
        true
    }

    /// As `nextafter`, in the direction of a `long double`.
    fn nexttoward(&mut self, inst: Value<'m>, x: Value<'m>, y: Value<'m>) -> bool {
        let (Some(ty), Some(far)) = (FloatType::of(x.ty()), FloatType::of(y.ty())) else {
            return false;
        };
        if !far.format.contains(ty.format) {
            return false;
        }
        let (x, y) = (self.value(x), self.value(y));
        let pool = &mut self.lowerer.pool;
        let nearest = pool.rounding_mode(RoundingMode::NearestTiesToEven);
        let near = ty.float(pool, x);
        let near = pool.fp_convert(far.format, nearest, near);
        let target = far.float(pool, y);
        let unordered = is_nan(pool, near, target);
        let same = pool.fp_eq(near, target);
        let up = pool.fp_lt(near, target);
        let sign = far.ieee(pool, y);
        let sign = sign_of(pool, sign);
        let next = neighbour(pool, ty, x, up, sign);
        let itself = pool.fp_convert(ty.format, nearest, target);
        let next = pool.ite(same, itself, next);
        let nan = pool.fp(Float::nan(ty.format));
        let next = pool.ite(unordered, nan, next);
        let value = self.float_bits(ty, next, is_observed(inst));
        self.define(inst, value);
        true
    }
}

/// `FP_NAN` is 0, then infinite, zero, subnormal, normal.
fn classified(pool: &mut TermPool, x: Term, width: u32) -> Term {
    let mut result = pool.bv_u64(width, 4);
    for (class, number) in [
        (FloatClass::Subnormal, 3),
        (FloatClass::Zero, 2),
        (FloatClass::Infinite, 1),
        (FloatClass::NaN, 0),
    ] {
        let is = pool.fp_is(class, x);
        let number = pool.bv_u64(width, number);
        result = pool.ite(is, number, result);
    }
    result
}

fn difference(pool: &mut TermPool, format: FloatFormat, mode: Term, x: Term, y: Term) -> Term {
    let difference = pool.fp_sub(mode, x, y);
    let zero = pool.fp(Float::zero(format, false));
    // Not `y < x`: a NaN gives the NaN of the subtraction.
    let at_most = pool.fp_le(x, y);
    pool.ite(at_most, zero, difference)
}

/// `minimum` of IEEE 754-2019: NaN if one is, and -0 is below +0.
fn ordered_least(
    pool: &mut TermPool,
    format: FloatFormat,
    x: Term,
    y: Term,
    minimum: bool,
) -> Term {
    let less = pool.fp_lt(x, y);
    let equal = pool.fp_eq(x, y);
    let negative = pool.fp_is(FloatClass::Negative, x);
    let tie = pool.and(equal, negative);
    let below = pool.or(less, tie);
    let (low, high) = if minimum { (x, y) } else { (y, x) };
    let result = pool.ite(below, low, high);
    let unordered = is_nan(pool, x, y);
    let nan = pool.fp(Float::nan(format));
    pool.ite(unordered, nan, result)
}

fn is_nan(pool: &mut TermPool, x: Term, y: Term) -> Term {
    let x = pool.fp_is(FloatClass::NaN, x);
    let y = pool.fp_is(FloatClass::NaN, y);
    pool.or(x, y)
}

/// The number next to `x`, which is not NaN: patterns of one sign are ordered like their values. From zero it goes to the
/// smallest number of the given sign.
fn neighbour(pool: &mut TermPool, ty: FloatType, x: Term, up: Term, sign: Term) -> Term {
    let ieee = ty.ieee(pool, x);
    let float = pool.fp_from_bits(ty.format, ieee);
    let width = ty.format.width();
    let negative = sign_of(pool, ieee);
    let negative = pool.bv_to_bool(negative);
    let grows = pool.xor(up, negative);
    let (one, minus) = (pool.bv_u64(width, 1), pool.bv_i64(width, -1));
    let step = pool.ite(grows, one, minus);
    let next = pool.bvadd(ieee, step);
    let least = pool.bv_u64(width - 1, 1);
    let least = pool.concat(sign, least);
    let zero = pool.fp_is(FloatClass::Zero, float);
    let next = pool.ite(zero, least, next);
    pool.fp_from_bits(ty.format, next)
}

/// The highest bit.
pub fn sign_of(pool: &mut TermPool, ieee: Term) -> Term {
    let top = pool.width(ieee) - 1;
    pool.extract(ieee, top, top)
}

/// The bits of a float with another sign bit.
pub fn with_sign(pool: &mut TermPool, ty: FloatType, bits: Term, sign: Term) -> Term {
    let ieee = ty.ieee(pool, bits);
    let rest = pool.extract(ieee, ty.format.width() - 2, 0);
    let ieee = pool.concat(sign, rest);
    ty.stored(pool, ieee)
}
