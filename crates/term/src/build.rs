//! Named constructors, one per operator, and the operators that are defined by others.

use crate::bitvec::BitVec;
use crate::eval::Value;
use crate::float::{FloatClass, FloatFormat};
use crate::op::{FunctionId, Op};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

macro_rules! unary {
    ($($name:ident $op:ident),* $(,)?) => {
        impl TermPool { $(pub fn $name(&mut self, a: Term) -> Term { self.mk(Op::$op, &[a]) })* }
    };
}

macro_rules! ternary {
    ($($name:ident $op:ident),* $(,)?) => {
        impl TermPool {
            $(pub fn $name(&mut self, a: Term, b: Term, c: Term) -> Term { self.mk(Op::$op, &[a, b, c]) })*
        }
    };
}

macro_rules! binary {
    ($($name:ident $op:ident),* $(,)?) => {
        impl TermPool { $(pub fn $name(&mut self, a: Term, b: Term) -> Term { self.mk(Op::$op, &[a, b]) })* }
    };
}

unary!(not Not, bvnot BvNot, bvneg BvNeg, fp_abs FpAbs, fp_neg FpNeg, fp_to_bits FpToBits);

binary!(
    and And, or Or, eq Eq,
    bvand BvAnd, bvor BvOr, bvxor BvXor,
    bvadd BvAdd, bvsub BvSub, bvmul BvMul,
    bvudiv BvUdiv, bvurem BvUrem, bvsdiv BvSdiv, bvsrem BvSrem,
    bvshl BvShl, bvlshr BvLshr, bvashr BvAshr,
    concat Concat,
    ult BvUlt, ule BvUle, slt BvSlt, sle BvSle,
    uaddo BvUaddo, saddo BvSaddo, ssubo BvSsubo, umulo BvUmulo, smulo BvSmulo,
    select Select,
    fp_rem FpRem, fp_fmod FpFmod, fp_min FpMin, fp_max FpMax,
    fp_eq FpEq, fp_lt FpLt, fp_le FpLe,
    // Of a rounding mode and a float.
    fp_sqrt FpSqrt, fp_round_to_integral FpRoundToIntegral,
);

// Of a rounding mode and two floats.
ternary!(fp_add FpAdd, fp_mul FpMul, fp_div FpDiv);

impl TermPool {
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.mk(Op::Ite, &[condition, then, otherwise])
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        self.mk(Op::Store, &[array, index, value])
    }

    /// The array of sort `sort` that maps every index to `element`.
    pub fn const_array(&mut self, sort: Sort, element: Term) -> Term {
        match sort {
            Sort::Array(array) => self.mk(Op::ConstArray(array), &[element]),
            other => panic!("{other} is not an array sort"),
        }
    }

    /// The application of an uninterpreted function.
    pub fn apply(&mut self, function: FunctionId, args: &[Term]) -> Term {
        self.mk(Op::Apply(function), args)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.ne(a, b)
    }

    /// Conjunction of any number of terms.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut result = self.tt();
        for term in terms {
            result = self.and(result, term);
        }
        result
    }

    /// Disjunction of any number of terms.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut result = self.ff();
        for term in terms {
            result = self.or(result, term);
        }
        result
    }

    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    /// Whether the unsigned difference does not fit.
    pub fn usubo(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, term: Term, high: u32, low: u32) -> Term {
        self.mk(Op::Extract(high, low), &[term])
    }

    /// Adds `count` zero bits; `count` may be zero.
    pub fn zero_extend(&mut self, term: Term, count: u32) -> Term {
        if count == 0 {
            term
        } else {
            self.mk(Op::ZeroExtend(count), &[term])
        }
    }

    /// Adds `count` copies of the sign bit; `count` may be zero.
    pub fn sign_extend(&mut self, term: Term, count: u32) -> Term {
        if count == 0 {
            term
        } else {
            self.mk(Op::SignExtend(count), &[term])
        }
    }

    /// `term` as an unsigned number in `width` bits: truncated or zero-extended.
    pub fn resize_unsigned(&mut self, term: Term, width: u32) -> Term {
        let old = self.width(term);
        if width < old {
            self.extract(term, width - 1, 0)
        } else {
            self.zero_extend(term, width - old)
        }
    }

    /// `term` as a signed number in `width` bits: truncated or sign-extended.
    pub fn resize_signed(&mut self, term: Term, width: u32) -> Term {
        let old = self.width(term);
        if width < old {
            self.extract(term, width - 1, 0)
        } else {
            self.sign_extend(term, width - old)
        }
    }

    /// A Boolean as a bit-vector of one bit.
    pub fn bool_to_bv(&mut self, condition: Term) -> Term {
        let one = self.bv_u64(1, 1);
        let zero = self.bv_u64(1, 0);
        self.ite(condition, one, zero)
    }

    /// A bit-vector of one bit as a Boolean.
    pub fn bv_to_bool(&mut self, bit: Term) -> Term {
        let one = self.bv_u64(1, 1);
        self.eq(bit, one)
    }

    pub fn zero(&mut self, width: u32) -> Term {
        self.bv_u64(width, 0)
    }

    // ---- what SMT-LIB defines by other operators ----

    /// Whether no two of the terms are equal.
    pub fn distinct_all(&mut self, terms: &[Term]) -> Term {
        let mut result = self.tt();
        for (i, a) in terms.iter().enumerate() {
            for b in &terms[i + 1..] {
                let differ = self.ne(*a, *b);
                result = self.and(result, differ);
            }
        }
        result
    }

    pub fn bvnand(&mut self, a: Term, b: Term) -> Term {
        let and = self.bvand(a, b);
        self.bvnot(and)
    }

    pub fn bvnor(&mut self, a: Term, b: Term) -> Term {
        let or = self.bvor(a, b);
        self.bvnot(or)
    }

    pub fn bvxnor(&mut self, a: Term, b: Term) -> Term {
        let xor = self.bvxor(a, b);
        self.bvnot(xor)
    }

    /// One bit: 1 iff the two are equal.
    pub fn bvcomp(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.bool_to_bv(same)
    }

    /// Signed remainder with the sign of the divisor; `a` when `b` is zero.
    pub fn bvsmod(&mut self, a: Term, b: Term) -> Term {
        let zero = self.zero(self.width(a));
        let remainder = self.bvsrem(a, b);
        let exact = self.eq(remainder, zero);
        let (a_negative, b_negative) = (self.slt(a, zero), self.slt(b, zero));
        let same_sign = self.eq(a_negative, b_negative);
        let keep = self.or(exact, same_sign);
        let other = self.bvadd(remainder, b);
        self.ite(keep, remainder, other)
    }

    /// `term` with its bits moved up by `count`, and those that fall off coming in at the bottom.
    pub fn rotate_left(&mut self, term: Term, count: u32) -> Term {
        let width = self.width(term);
        match count % width {
            0 => term,
            n => {
                let high = self.extract(term, width - 1 - n, 0);
                let low = self.extract(term, width - 1, width - n);
                self.concat(high, low)
            }
        }
    }

    pub fn rotate_right(&mut self, term: Term, count: u32) -> Term {
        let width = self.width(term);
        self.rotate_left(term, width - count % width)
    }

    /// `term` rotated by a number of the same width.
    pub fn rotate_left_by(&mut self, term: Term, amount: Term) -> Term {
        let width = self.width(term);
        let modulus = self.bv_u64(width, u64::from(width));
        let left = self.bvurem(amount, modulus);
        let right = self.bvsub(modulus, left);
        let (high, low) = (self.bvshl(term, left), self.bvlshr(term, right));
        self.bvor(high, low)
    }

    /// `term` rotated by a number of the same width.
    pub fn rotate_right_by(&mut self, term: Term, amount: Term) -> Term {
        let width = self.width(term);
        let modulus = self.bv_u64(width, u64::from(width));
        let right = self.bvurem(amount, modulus);
        let left = self.bvsub(modulus, right);
        let (high, low) = (self.bvshl(term, left), self.bvlshr(term, right));
        self.bvor(high, low)
    }

    /// `count` copies of `term`, at least one.
    pub fn repeat(&mut self, term: Term, count: u32) -> Term {
        assert!(count > 0, "repeat at least once");
        let mut result = term;
        for _ in 1..count {
            result = self.concat(term, result);
        }
        result
    }

    /// Whether the negation does not fit.
    pub fn nego(&mut self, term: Term) -> Term {
        let min = self.bv(BitVec::int_min(self.width(term)));
        self.eq(term, min)
    }

    /// Whether the signed quotient does not fit.
    pub fn sdivo(&mut self, a: Term, b: Term) -> Term {
        let ones = self.bv(BitVec::all_ones(self.width(a)));
        let min = self.nego(a);
        let minus_one = self.eq(b, ones);
        self.and(min, minus_one)
    }
}

/// Constants of all sorts.
impl TermPool {
    /// The term of a value; an array is made of stores on a constant array. Panics on a declared sort, which has no constants.
    pub fn constant(&mut self, sort: Sort, value: &Value) -> Term {
        assert!(sort.declared_within().is_empty(), "{sort} has no constants");
        match value {
            Value::Bool(b) => self.bool(*b),
            Value::BitVec(v) => self.bv(v.clone()),
            Value::Float(f) => self.fp(f.clone()),
            Value::RoundingMode(mode) => self.rounding_mode(*mode),
            Value::Array(array) => {
                let Sort::Array(ends) = sort else {
                    panic!("{sort} is not an array sort")
                };
                let default = self.constant(ends.element, &array.default);
                let mut term = self.const_array(sort, default);
                for (index, element) in &array.entries {
                    let index = Value::from_bits(ends.index, index.clone());
                    let index = self.constant(ends.index, &index);
                    let element = self.constant(ends.element, element);
                    term = self.store(term, index, element);
                }
                term
            }
        }
    }
}

/// Floats. Where a rounding mode is taken, it comes first.
impl TermPool {
    pub fn fp_sub(&mut self, mode: Term, a: Term, b: Term) -> Term {
        let minus = self.fp_neg(b);
        self.fp_add(mode, a, minus)
    }

    /// `a * b + c`, rounded once.
    pub fn fp_fma(&mut self, mode: Term, a: Term, b: Term, c: Term) -> Term {
        self.mk(Op::FpFma, &[mode, a, b, c])
    }

    pub fn fp_gt(&mut self, a: Term, b: Term) -> Term {
        self.fp_lt(b, a)
    }

    pub fn fp_ge(&mut self, a: Term, b: Term) -> Term {
        self.fp_le(b, a)
    }

    pub fn fp_is(&mut self, class: FloatClass, a: Term) -> Term {
        self.mk(Op::FpIs(class), &[a])
    }

    /// The float of a bit pattern; all patterns of NaN are one float.
    pub fn fp_from_bits(&mut self, format: FloatFormat, bits: Term) -> Term {
        self.mk(Op::FpFromBits(format), &[bits])
    }

    /// A float in another format.
    pub fn fp_convert(&mut self, format: FloatFormat, mode: Term, a: Term) -> Term {
        self.mk(Op::FpConvert(format), &[mode, a])
    }

    pub fn fp_from_signed(&mut self, format: FloatFormat, mode: Term, bits: Term) -> Term {
        self.mk(Op::FpFromSigned(format), &[mode, bits])
    }

    pub fn fp_from_unsigned(&mut self, format: FloatFormat, mode: Term, bits: Term) -> Term {
        self.mk(Op::FpFromUnsigned(format), &[mode, bits])
    }

    /// The integer that the mode chooses, or `otherwise`, whose width it has, if it does not fit.
    pub fn fp_to_signed(&mut self, mode: Term, a: Term, otherwise: Term) -> Term {
        let width = self.width(otherwise);
        self.mk(Op::FpToSigned(width), &[mode, a, otherwise])
    }

    /// The integer that the mode chooses, or `otherwise`, whose width it has, if it does not fit.
    pub fn fp_to_unsigned(&mut self, mode: Term, a: Term, otherwise: Term) -> Term {
        let width = self.width(otherwise);
        self.mk(Op::FpToUnsigned(width), &[mode, a, otherwise])
    }
}
