//! Shifts, as clang's sanitizer checks them.
//!
//! One handler reports a wrong amount and a wrong left side. Its record names the type that the left side has in the
//! source. That is not always the type of the operation: `c <<= n` shifts `c` promoted, and `unsigned f : 3` is promoted to
//! `int`. So the width is that of the shift after the check, and whether its type is signed is read off the check itself:
//! clang checks the left side of a signed left shift only. In `check(amount) && phi [true, wrong amount], [base, right
//! amount]` the `phi` is that check.
//!
//! C 6.5.7p4: the left side is not negative, and what it becomes fits its type. C++ before 2020 allows a shift into the
//! sign bit, and clang then drops one more bit before it compares with zero.

use super::FunctionLowerer;
use super::arith::EXPONENT_TEXT;
use super::bounds::handler_in;
use super::ubsan::{Described, Guard, described_types, passed_value, record_of};
use crate::llvm::{Block, Opcode, Value, ValueKind};
use program::Property;
use term::Term;

/// What clang checks about the left side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// Nothing: it is unsigned, or shifted to the right, or a constant that is fine.
    Any,
    /// Not negative, and what it becomes fits its type.
    Fits,
    /// Not negative, and what it becomes fits the unsigned type of the same width.
    FitsUnsigned,
}

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn shift(&mut self, inst: Value<'m>, described: &[Described]) {
        let args = inst.args();
        let ([left, right], [_, a, b]) = (described, args.as_slice()) else {
            self.unsupported("this shift");
            return;
        };
        let after = inst
            .block()
            .terminator()
            .and_then(|t| t.successors().first().copied());
        let shift = after.and_then(|block| shift_of(block, *a));
        let a = match shift {
            Some(shift) => Some(self.value(shift.operand(0))),
            None => self.operand(*a, left),
        };
        let (Some(a), Some(b)) = (a, self.operand(*b, right)) else {
            self.unsupported("this shift");
            return;
        };
        let width = self.lowerer.pool.width(a);
        let mut in_range = self.less_than(b, width);
        if let Some(positive) = self.narrow_amount_is_positive(b, right) {
            in_range = self.lowerer.pool.and(in_range, positive);
        }
        let operands = vec![a, b];
        self.precise_check(
            Property::NoShiftError,
            true,
            EXPONENT_TEXT,
            in_range,
            operands.clone(),
        );
        // The shift itself has its amount in the width of its left side.
        let amount = self.lowerer.pool.resize_unsigned(b, width);
        if self.lowerer.guarded_by.shift {
            self.guard(Guard::Shift, after, a, amount);
        }
        let base = checked_base(inst);
        if base == Base::Any {
            return;
        }
        let zero = self.lowerer.pool.zero(width);
        let is_positive = self.lowerer.pool.sle(zero, a);
        let fits = self.fits_after_shift(a, amount, base, is_positive);
        let pool = &mut self.lowerer.pool;
        let fits = pool.implies(in_range, fits);
        let is_positive = pool.implies(in_range, is_positive);
        let ty = type_text(left, width);
        let what = format!("signed left shift overflows ({ty})");
        self.precise_check(Property::NoOverflow, false, &what, fits, operands.clone());
        let what = format!("left shift of a negative value ({ty})");
        self.precise_check(Property::NoShiftError, false, &what, is_positive, operands);
    }

    /// clang treats an amount as unsigned. That finds every negative one, unless its type is so narrow that it looks like a
    /// small number: a `_BitInt`, which is not promoted.
    fn narrow_amount_is_positive(&mut self, amount: Term, ty: &Described) -> Option<Term> {
        let (width, signed) = ty.integer?;
        if !signed || width >= 32 || self.lowerer.pool.width(amount) != width {
            return None;
        }
        let zero = self.lowerer.pool.zero(width);
        Some(self.lowerer.pool.sle(zero, amount))
    }

    /// What must hold besides the condition of a branch around clang's check of a shift, if there is such a thing.
    pub fn amount_is_positive(&mut self, branch: Value<'m>) -> Option<Term> {
        let successors = branch.successors();
        let handler = handler_in(*successors.get(1)?)?;
        if !handler.called().name().contains("shift_out_of_bounds") {
            return None;
        }
        let args = handler.args();
        let described = record_of(*args.first()?).map(described_types)?;
        let right = described.get(1)?;
        let (width, signed) = right.integer?;
        if !signed || width >= 32 {
            return None;
        }
        let amount = self.operand(*args.get(2)?, right)?;
        self.narrow_amount_is_positive(amount, right)
    }

    /// Whether no bit is lost: shifting back gives what was there. A negative value that fits is not an overflow.
    fn fits_after_shift(&mut self, a: Term, amount: Term, base: Base, is_positive: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let shifted = pool.bvshl(a, amount);
        let back = pool.bvashr(shifted, amount);
        let fits = pool.eq(back, a);
        if base == Base::Fits {
            return fits;
        }
        let back = pool.bvlshr(shifted, amount);
        let fits_unsigned = pool.eq(back, a);
        pool.ite(is_positive, fits_unsigned, fits)
    }
}

/// The shift at the start of the block whose left side is what the handler got; `None` if it was folded.
fn shift_of<'m>(block: Block<'m>, passed: Value<'m>) -> Option<Value<'m>> {
    let shift = block.insts().into_iter().next()?;
    let is_shift = matches!(
        shift.opcode(),
        Opcode::LLVMShl | Opcode::LLVMAShr | Opcode::LLVMLShr
    );
    if !is_shift || shift.is_nosanitize() {
        return None;
    }
    let left = shift.operand(0);
    let number =
        |v: Value<'m>| (v.kind() == ValueKind::ConstantInt).then(|| v.int_value()?.to_u64());
    let same = left == passed
        || passed_value(passed) == Some(left)
        || matches!((number(left), number(passed)), (Some(a), Some(b)) if a.is_some() && a == b);
    same.then_some(shift)
}

/// What clang checks about the left side before it calls the handler.
fn checked_base(handler: Value<'_>) -> Base {
    let is = |v: Value<'_>, op| v.kind() == ValueKind::Instruction && v.opcode() == op;
    let mut base = Base::Any;
    for branch in handler.block().branches() {
        let Some(condition) = branch.condition() else {
            continue;
        };
        let phi = if is(condition, Opcode::LLVMAnd) {
            condition
                .operands()
                .into_iter()
                .find(|v| is(*v, Opcode::LLVMPHI))
        } else {
            Some(condition).filter(|v| is(*v, Opcode::LLVMPHI))
        };
        // Where the amount is wrong, the base is not checked.
        let checked = phi.and_then(|phi| {
            let mut incoming = phi.incoming().into_iter();
            incoming.find(|(_, from)| from.terminator().is_some_and(|t| t.condition().is_none()))
        });
        let Some((checked, _)) = checked else {
            continue;
        };
        base = match checked.kind() {
            ValueKind::ConstantInt if checked.int_value().and_then(|v| v.to_u64()) == Some(1) => {
                Base::Any
            }
            ValueKind::Instruction
                if is(checked.operand(0), Opcode::LLVMLShr)
                    && is(checked.operand(0).operand(0), Opcode::LLVMLShr)
                    && checked.operand(0).operand(0).is_nosanitize() =>
            {
                Base::FitsUnsigned
            }
            _ => Base::Fits,
        };
    }
    base
}

/// The type of the shift as text: that of the source, unless it was promoted.
fn type_text(left: &Described, width: u32) -> String {
    match left.integer {
        Some((stored, true)) if stored == width => left.name.clone(),
        _ if width == 32 => "int".to_string(),
        _ => left.name.clone(),
    }
}
