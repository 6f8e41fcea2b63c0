//! `++` and `--` of integers narrower than `int`.
//!
//! `x++` is `x += 1` (C 6.5.2.4p2), so that a narrow `x` is promoted and the sum is one of `int`. clang adds in the type of
//! `x`: that differs for bit-fields, whose declared type is wider than they are, and for `_BitInt`, which the constant 1 makes
//! an `int`. What clang then checks is not what C says: the sum fits `int`, unless `x` is unsigned, has 31 bits and its largest
//! value. Only the syntax tree can distinguish it from `x + (T)1`, which is checked in the type `T` ([`crate::syntax`]); where
//! there are both in one line, it is not supported.

use super::FunctionLowerer;
use super::ubsan::{Described, described_types, passed_value, record_of};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::Property;
use term::Term;

/// Whether the instruction reports an overflow that may be one of a narrow integer that is only counted up or down.
pub fn is_narrow_step(inst: Value<'_>) -> bool {
    let is_handler = inst.opcode() == Opcode::LLVMCall && {
        let name = inst.called().name();
        name.starts_with("__ubsan_handle_add_overflow")
            || name.starts_with("__ubsan_handle_sub_overflow")
    };
    is_handler && {
        let record = inst.args().first().copied().and_then(record_of);
        let types = record.map(described_types).unwrap_or_default();
        narrow_step(inst, types.first()).is_some()
    }
}

/// The same for a handler of such overflows and the type in its record; returns whether it is a `_BitInt`.
fn narrow_step(handler: Value<'_>, ty: Option<&Described>) -> Option<bool> {
    let args = handler.args();
    let [_, left, right] = args.as_slice() else {
        return None;
    };
    let (width, signed) = ty.and_then(|t| t.integer)?;
    let step = right.int_value().and_then(|v| v.to_u64());
    let down = u64::MAX >> (64 - width.clamp(1, 64));
    if step != Some(1) && step != Some(down) {
        return None;
    }
    let exact = ty.is_some_and(|t| t.name.contains("_BitInt("));
    let field = passed_value(*left).unwrap_or(*left);
    let narrow_field = || bit_field_width(field).is_some_and(|w| w < 32);
    if exact && width < 32 {
        return Some(true);
    }
    (!signed && narrow_field()).then_some(false)
}

/// What an overflow that clang reports means in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    Overflow,
    /// A number that changes when it is stored.
    Nothing,
    Unknown,
}

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn reported(&self, handler: Value<'m>, ty: Option<&Described>) -> Reported {
        match narrow_step(handler, ty).map(|exact| self.is_step(handler, exact)) {
            None | Some(Some(false)) => Reported::Overflow,
            Some(Some(true)) => Reported::Nothing,
            Some(None) => Reported::Unknown,
        }
    }

    fn is_step(&self, inst: Value<'m>, exact: bool) -> Option<bool> {
        let location = inst.location()?;
        self.lowerer.operators.is_step(&location, exact)
    }

    /// Adding one to an unsigned integer of 31 bits, which is promoted to `int`.
    pub fn check_step(&mut self, inst: Value<'m>, left: Value<'m>, right: Value<'m>, a: Term) {
        let is_one = right.int_value().and_then(|v| v.to_u64()) == Some(1);
        let width = self.lowerer.pool.width(a);
        let is_field = width == 32 && bit_field_width(left) == Some(31);
        if !is_one || !is_field && width != 31 {
            return;
        }
        let pool = &mut self.lowerer.pool;
        let max = pool.bv_u64(width, (1 << 31) - 1);
        let fits = pool.ne(a, max);
        let is_step = match inst.opcode() {
            Opcode::LLVMAdd if !inst.name().starts_with("inc") => Some(false),
            Opcode::LLVMAdd if is_field => Some(true),
            // A signed one has a flag, unless it may wrap around.
            Opcode::LLVMAdd => inst.no_signed_wrap().then_some(false),
            Opcode::LLVMCall => self.is_step(inst, !is_field),
            _ => Some(false),
        };
        match is_step {
            Some(true) => {
                let what = "signed addition overflows (int)";
                self.check(Property::NoOverflow, false, what, fits, vec![a]);
            }
            Some(false) => {}
            None => {
                let what = "adding 1 to an integer of 31 bits that has its largest value";
                self.undecided(Property::NoOverflow, what, fits, vec![a]);
            }
        }
    }
}

/// The width of the unsigned bit-field that was just read; clang's names for such loads begin with `bf.`.
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
