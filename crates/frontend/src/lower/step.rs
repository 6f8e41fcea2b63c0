//! `++` and `--` of integers narrower than `int`.
//!
//! `x++` is `x += 1` (C 6.5.2.4p2), so that a narrow `x` is promoted and the sum is one of `int`. clang adds in the type of
//! `x`: that differs for bit-fields, whose declared type is wider than they are, and for `_BitInt`, which the constant 1 makes
//! an `int`. What clang then checks is not what C says, and cannot be told from `x + (T)1`, so it is not supported. One case
//! can be told, and matters: `unsigned f : 31` at its largest value overflows `int`.

use super::FunctionLowerer;
use super::ubsan::{Described, passed_value};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::Property;
use term::{BitVec, Term};

impl<'m> FunctionLowerer<'_, 'm> {
    /// Whether the overflow that clang reports may be one of a narrow integer that is only counted up or down.
    pub fn may_be_narrow_step(&self, handler: Value<'m>, ty: Option<&Described>) -> bool {
        let args = handler.args();
        let [_, left, right] = args.as_slice() else {
            return false;
        };
        let Some((width, signed)) = ty.and_then(|t| t.integer) else {
            return false;
        };
        let step = right.int_value().and_then(|v| v.to_u64());
        let down = u64::MAX >> (64 - width.clamp(1, 64));
        if step != Some(1) && step != Some(down) {
            return false;
        }
        let exact = ty.is_some_and(|t| t.name.contains("_BitInt("));
        let field = passed_value(*left).unwrap_or(*left);
        let narrow_field = || bit_field_width(field).is_some_and(|w| w < 32);
        exact && width < 32 || !signed && narrow_field()
    }

    /// Adding one to a bit-field of 31 bits, which is promoted to `int`.
    pub fn check_step(&mut self, inst: Value<'m>, left: Value<'m>, right: Value<'m>, a: Term) {
        let is_one = right.int_value().and_then(|v| v.to_u64()) == Some(1);
        if !is_one || bit_field_width(left) != Some(31) || self.lowerer.pool.width(a) != 32 {
            return;
        }
        let pool = &mut self.lowerer.pool;
        let max = pool.bv(BitVec::int_max(32));
        let fits = pool.ne(a, max);
        if inst.name().starts_with("inc") {
            let what = "signed addition overflows (int)";
            self.check(Property::NoOverflow, false, what, fits, vec![a]);
        } else if inst.opcode() == Opcode::LLVMCall {
            let what = "adding 1 to a bit-field of 31 bits that has its largest value";
            self.undecided(Property::NoOverflow, what, fits, vec![a]);
        }
    }
}

/// The width of the unsigned bit-field that was just read; clang's names for that begin with `bf.`.
fn bit_field_width(value: Value<'_>) -> Option<u32> {
    if value.kind() != ValueKind::Instruction || !value.name().starts_with("bf.") {
        return None;
    }
    let number = |index| value.operand(index).int_value()?.to_u64();
    match value.opcode() {
        Opcode::LLVMTrunc | Opcode::LLVMZExt => bit_field_width(value.operand(0)),
        Opcode::LLVMAnd => number(1).map(|mask| mask.trailing_ones()),
        Opcode::LLVMLShr => {
            let TypeKind::Int(whole) = value.ty().kind() else {
                return None;
            };
            Some(whole.saturating_sub(number(1)? as u32))
        }
        _ => None,
    }
}
