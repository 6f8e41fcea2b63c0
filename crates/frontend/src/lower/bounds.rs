//! The index one past the end of an array, where the element is accessed.
//!
//! C 6.5.6p8 allows the address just behind an array, but no access through it. clang's check of an index allows it, too,
//! wherever it emits an lvalue without knowing what for: `&a[n]`, but also `a[n]++`, the copy of a struct or of a complex
//! number, and atomic operations. What the address is for stands in the block behind the check: where that accesses the
//! very element, the index must be smaller than the length.
//!
//! Addresses that are stored, passed on or moved (`(&a[n])[-1]`) are no access here.

use super::FunctionLowerer;
use crate::llvm::{Block, Opcode, Predicate, TypeKind, Value, ValueKind};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// The condition of a branch around clang's check of an index, if it is stricter than clang's own.
    pub fn index_inside(&mut self, branch: Value<'m>) -> Option<Term> {
        let (condition, successors) = (branch.condition()?, branch.successors());
        let &[behind, handler] = successors.as_slice() else {
            return None;
        };
        let index = checked_index(handler)?;
        match condition.kind() {
            ValueKind::Instruction
                if condition.opcode() == Opcode::LLVMICmp
                    && condition.predicate() == Predicate::LLVMIntULE =>
            {
                let (checked, length) = (condition.operand(0), condition.operand(1));
                let is_checked = |gep: Value<'m>, last: Value<'m>| {
                    gep.gep_source().kind() != TypeKind::Struct && is_same(last, checked)
                };
                accesses(behind, &is_checked).then(|| {
                    let (checked, length) = (self.value(checked), self.value(length));
                    self.lowerer.pool.ult(checked, length)
                })
            }
            ValueKind::ConstantInt if condition.int_value()?.to_u64() == Some(1) => {
                let index = index.int_value()?.to_u64()?;
                let is_end = |gep: Value<'m>, last: Value<'m>| {
                    gep.gep_source().kind() == TypeKind::Array(index)
                        && last.int_value().and_then(|v| v.to_u64()) == Some(index)
                };
                accesses(behind, &is_end).then(|| self.lowerer.pool.ff())
            }
            _ => None,
        }
    }
}

/// The index that a block reports as out of bounds.
fn checked_index(block: Block<'_>) -> Option<Value<'_>> {
    let calls = block.insts().into_iter();
    let handler = calls
        .filter(|i| i.opcode() == Opcode::LLVMCall)
        .find(|i| (i.called().name()).starts_with("__ubsan_handle_out_of_bounds"))?;
    handler.args().get(1).copied()
}

/// Whether a block accesses an element, or a part of it, whose address `is_it` recognises by the address computation and
/// its last index.
fn accesses<'m>(block: Block<'m>, is_it: &dyn Fn(Value<'m>, Value<'m>) -> bool) -> bool {
    let addresses = block.insts().into_iter().flat_map(accessed);
    addresses.into_iter().any(|mut address| {
        while is_gep(address) {
            let operands = address.operands();
            if operands.last().is_some_and(|last| is_it(address, *last)) {
                return true;
            }
            // A part of the element begins no other element.
            let starts_there = (operands.get(1)).is_some_and(|first| is_zero(*first));
            if !starts_there {
                return false;
            }
            address = address.operand(0);
        }
        false
    })
}

/// The addresses that an instruction reads or writes through.
fn accessed(inst: Value<'_>) -> Vec<Value<'_>> {
    match inst.opcode() {
        Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            vec![inst.operand(0)]
        }
        Opcode::LLVMStore => vec![inst.operand(1)],
        Opcode::LLVMCall => {
            let name = inst.called().name();
            let is = |prefix: &str| name.starts_with(prefix);
            match inst.args().as_slice() {
                [to, from, length, ..] if is("llvm.memcpy.") || is("llvm.memmove.") => {
                    match is_zero(*length) || !length.is_constant() {
                        true => Vec::new(),
                        false => vec![*to, *from],
                    }
                }
                args => {
                    let copied = args.iter().zip(0..);
                    let copied = copied.filter(|(_, number)| inst.byval(*number).is_some());
                    copied.map(|(arg, _)| *arg).collect()
                }
            }
        }
        _ => Vec::new(),
    }
}

fn is_gep(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::Instruction | ValueKind::ConstantExpr
    ) && value.opcode() == Opcode::LLVMGetElementPtr
}

fn is_zero(value: Value<'_>) -> bool {
    value.int_value().is_some_and(|v| v.to_u64() == Some(0))
}

/// Whether two indices are one, whatever width each was extended to.
fn is_same(a: Value<'_>, b: Value<'_>) -> bool {
    let (a, b) = (narrow(a), narrow(b));
    match (a.int_value(), b.int_value()) {
        (Some(a), Some(b)) => a.to_u64() == b.to_u64(),
        _ => a == b,
    }
}

fn narrow(value: Value<'_>) -> Value<'_> {
    let is_extension = value.kind() == ValueKind::Instruction
        && matches!(value.opcode(), Opcode::LLVMSExt | Opcode::LLVMZExt);
    match is_extension {
        true => value.operand(0),
        false => value,
    }
}
