//! Named constructors, one per operator, and the operators that are defined by others.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

macro_rules! unary {
    ($($name:ident $op:ident),* $(,)?) => {
        impl TermPool { $(pub fn $name(&mut self, a: Term) -> Term { self.mk(Op::$op, &[a]) })* }
    };
}

macro_rules! binary {
    ($($name:ident $op:ident),* $(,)?) => {
        impl TermPool { $(pub fn $name(&mut self, a: Term, b: Term) -> Term { self.mk(Op::$op, &[a, b]) })* }
    };
}

unary!(not Not, bvnot BvNot, bvneg BvNeg);

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
);

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
