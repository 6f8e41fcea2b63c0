//! Signed arithmetic that clang has no sanitizer for: vectors and complex integers; and atomic integers that it widens.
//!
//! Whether an operation is signed is known from the syntax tree ([`crate::syntax`]). Where it is not known, an operation
//! that would overflow if it were signed is not supported.
//!
//! A product of complex numbers overflows if a part of its exact value does not fit (C 6.5p5); how it is computed is up to the
//! compiler, and wraps around. There is no exact quotient of integers. Where the intermediate results from which clang computes
//! it overflow, the division is not supported.

use super::FunctionLowerer;
use crate::IR_MARK;
use crate::llvm::{Opcode, Value, ValueKind};
use crate::syntax::{self, Domain, Operation};
use program::Property;
use term::Term;

/// What is known about an operation's type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
    Unknown,
}

impl<'m> FunctionLowerer<'_, 'm> {
    fn sign_of(&self, inst: Value<'m>, domain: Domain, operation: Option<Operation>) -> Sign {
        let location = inst.location();
        let known =
            location.and_then(|at| self.lowerer.operators.is_signed(&at, domain, operation));
        match known {
            Some(true) => Sign::Signed,
            Some(false) => Sign::Unsigned,
            None => Sign::Unknown,
        }
    }

    fn is_from_c(&self) -> bool {
        self.function.is_some_and(|f| !f.has_mark(IR_MARK))
    }

    /// Checks that the result of an operation on signed numbers fits, or that we need not know whether they are.
    fn check_fits(&mut self, sign: Sign, fits: Term, what: &str, operands: Vec<Term>) {
        match sign {
            Sign::Unsigned => {}
            Sign::Signed => self.check(Property::NoOverflow, false, what, fits, operands),
            Sign::Unknown => {
                let what = format!("{what}, if it is signed, which is not known here: this");
                self.undecided(Property::NoOverflow, what, fits, operands);
            }
        }
    }

    /// One lane of an operation on vectors.
    pub fn check_lane_overflow(&mut self, inst: Value<'m>, a: Term, b: Term) {
        let Some(operation) = syntax::operation_of(inst) else {
            return;
        };
        if !self.is_from_c() || !syntax::is_vector(inst) {
            return;
        }
        let sign = self.sign_of(inst, Domain::Vector, Some(operation));
        let pool = &mut self.lowerer.pool;
        let (overflows, name) = match operation {
            Operation::Add => (pool.saddo(a, b), "addition"),
            Operation::Sub => (pool.ssubo(a, b), "subtraction"),
            Operation::Mul => (pool.smulo(a, b), "multiplication"),
            Operation::ShiftLeft => {
                self.check_lane_shift(sign, a, b);
                return;
            }
            Operation::Other => return,
        };
        let fits = pool.not(overflows);
        let what = format!("signed {name} of vectors overflows");
        self.check_fits(sign, fits, &what, vec![a, b]);
    }

    fn check_lane_shift(&mut self, sign: Sign, a: Term, b: Term) {
        let width = self.lowerer.pool.width(a);
        let in_range = self.less_than(b, width);
        let pool = &mut self.lowerer.pool;
        let shifted = pool.bvshl(a, b);
        let back = pool.bvashr(shifted, b);
        let fits = pool.eq(back, a);
        let fits = pool.implies(in_range, fits);
        let zero = pool.zero(width);
        let is_positive = pool.sle(zero, a);
        let is_positive = pool.implies(in_range, is_positive);
        let what = "signed left shift of vectors overflows";
        self.check_fits(sign, fits, what, vec![a, b]);
        let what = "left shift of a negative value in a vector";
        match sign {
            Sign::Unsigned => {}
            Sign::Signed => {
                self.check(Property::NoShiftError, false, what, is_positive, vec![a, b])
            }
            Sign::Unknown => {
                let what = format!("{what}, if it is signed, which is not known here: this");
                self.undecided(Property::NoShiftError, what, is_positive, vec![a, b]);
            }
        }
    }

    /// A part of a complex number.
    pub fn check_complex_overflow(&mut self, inst: Value<'m>, a: Term, b: Term) {
        if !self.lowerer.asked.contains(&Property::NoOverflow) || !self.is_from_c() {
            return;
        }
        if inst.name().is_empty() && inst.opcode() == Opcode::LLVMSDiv {
            self.check_complex_quotient(inst);
            return;
        }
        if !syntax::is_complex_part(inst) {
            return;
        }
        let name = inst.name();
        let is_product = name.starts_with("mul.");
        let operation = match is_product {
            true => Some(Operation::Mul),
            false => syntax::operation_of(inst),
        };
        let sign = self.sign_of(inst, Domain::Complex, operation);
        let fits = match is_product {
            true => {
                let pool = &mut self.lowerer.pool;
                let result = match inst.opcode() {
                    Opcode::LLVMAdd => pool.bvadd(a, b),
                    _ => pool.bvsub(a, b),
                };
                self.is_exact(inst, result)
            }
            false => {
                let pool = &mut self.lowerer.pool;
                let overflows = match inst.opcode() {
                    Opcode::LLVMAdd => pool.saddo(a, b),
                    _ => pool.ssubo(a, b),
                };
                pool.not(overflows)
            }
        };
        let what = "signed arithmetic of complex integers overflows";
        self.check_fits(sign, fits, what, vec![a, b]);
    }

    /// clang divides sums of products, which must be exact.
    fn check_complex_quotient(&mut self, inst: Value<'m>) {
        for operand in [inst.operand(0), inst.operand(1)] {
            let result = self.value(operand);
            let fits = self.is_exact(operand, result);
            let what = "an intermediate overflow in a division of complex integers";
            self.undecided(Property::NoOverflow, what, fits, Vec::new());
        }
    }

    /// Whether a sum or difference of products is the same as without wrapping around.
    fn is_exact(&mut self, sum: Value<'m>, result: Term) -> Term {
        let wide = 2 * self.lowerer.pool.width(result) + 1;
        let exact = self.exact(sum, wide);
        let pool = &mut self.lowerer.pool;
        let result = pool.resize_signed(result, wide);
        pool.eq(exact, result)
    }

    /// The value of sums and products without wrapping around.
    fn exact(&mut self, value: Value<'m>, wide: u32) -> Term {
        let is_operation = value.kind() == ValueKind::Instruction
            && matches!(
                value.opcode(),
                Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul
            )
            && !value.is_nosanitize()
            && (value.name().is_empty() || value.name().starts_with("mul."));
        if !is_operation {
            let term = self.value(value);
            return self.lowerer.pool.resize_signed(term, wide);
        }
        let a = self.exact(value.operand(0), wide);
        let b = self.exact(value.operand(1), wide);
        let pool = &mut self.lowerer.pool;
        match value.opcode() {
            Opcode::LLVMAdd => pool.bvadd(a, b),
            Opcode::LLVMSub => pool.bvsub(a, b),
            _ => pool.bvmul(a, b),
        }
    }

    /// clang 19 widens an atomic integer with zeros before it computes with it, even a signed one. Only where that
    /// makes no difference do we know what the program means.
    pub fn check_atomic_extension(&mut self, inst: Value<'m>, value: Term) {
        if !self.is_from_c() || !syntax::is_atomic_extension(inst) {
            return;
        }
        if self.sign_of(inst, Domain::Atomic, None) == Sign::Unsigned {
            return;
        }
        let pool = &mut self.lowerer.pool;
        let zero = pool.zero(pool.width(value));
        let holds = pool.sle(zero, value);
        let what = "an operator that widens a negative atomic integer, which clang takes for a positive one, is not \
                    supported";
        self.check(Property::Unsupported, true, what, holds, vec![value]);
    }
}
