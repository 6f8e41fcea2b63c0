//! Indices outside an array whose type says its length.
//!
//! clang checks them. C 6.5.6p8 allows the address just past the end of an array, but no access through it. clang's check allows it,
//! too, wherever it emits an lvalue without knowing its use: `&a[n]`, but also `a[n]++`, the copy of a struct or of a complex
//! number, and atomic operations. The code after the check shows what the address is for: where it accesses that very element,
//! the index must be smaller than the length.
//!
//! Such an access is not a valid dereference either, even where the object continues beyond the array. Where the array is the
//! whole object, the check of the access itself finds it, and the index needs no check for it.
//!
//! A lane of a vector is accessed by a separate instruction, which is checked elsewhere ([`super::vector`]).
//!
//! Addresses that are stored, passed on or moved (`(&a[n])[-1]`) do not count as accesses here.

use super::FunctionLowerer;
use crate::llvm::{Block, Opcode, Predicate, TypeKind, Value, ValueKind};
use program::Property;
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// What it means that clang finds an index out of bounds.
    pub fn out_of_bounds(&mut self, handler: Value<'m>, array: &str, operands: Vec<Term>) {
        let of = match array {
            "" => String::new(),
            _ => format!(" ({array})"),
        };
        let what = format!("array index out of bounds{of}");
        self.fails(Property::ArrayBounds, false, what, operands.clone());
        if self.is_invalid_access(handler) {
            let what = format!("access outside of an array{of}");
            self.fails(Property::ValidDeref, true, what, operands);
        }
    }

    /// Whether invalid accesses are asked about, and the check of the access itself may miss this one.
    fn is_invalid_access(&self, handler: Value<'m>) -> bool {
        self.lowerer.checks_elements && accesses_part_of_object(handler)
    }

    /// The condition of a branch around clang's check of an index, if it differs from clang's own: stricter, or true
    /// where the property is not asked for.
    pub fn index_inside(&mut self, branch: Value<'m>) -> Option<Term> {
        let (condition, successors) = (branch.condition()?, branch.successors());
        let &[behind, handler] = successors.as_slice() else {
            return None;
        };
        let handler = bounds_handler(handler)?;
        if !self.lowerer.checks_bounds && !self.is_invalid_access(handler) {
            return Some(self.lowerer.pool.tt());
        }
        let index = handler.args().get(1).copied()?;
        match condition.kind() {
            ValueKind::Instruction
                if condition.opcode() == Opcode::LLVMICmp
                    && condition.predicate() == Predicate::LLVMIntULE =>
            {
                let (checked, length) = (condition.operand(0), condition.operand(1));
                let is_checked = |gep: Value<'m>, last: Value<'m>| {
                    gep.gep_source().kind() != TypeKind::Struct && is_same(last, checked)
                };
                let strict = accesses(behind, &is_checked)
                    || takes_lane(behind, &|index| is_same(index, checked));
                strict.then(|| {
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
                let is_end_lane =
                    |lane: Value<'m>| lane.int_value().and_then(|v| v.to_u64()) == Some(index);
                let ends =
                    accesses(behind, &is_end) || takes_lane_beyond(behind, index, &is_end_lane);
                ends.then(|| self.lowerer.pool.ff())
            }
            _ => None,
        }
    }
}

/// The call by which a block reports an index that is out of bounds.
fn bounds_handler(block: Block<'_>) -> Option<Value<'_>> {
    handler_in(block).filter(|i| {
        let name = i.called().name();
        name.starts_with("__ubsan_handle_out_of_bounds")
    })
}

/// The call of a clang handler by which a block reports something.
pub fn handler_in(block: Block<'_>) -> Option<Value<'_>> {
    let mut calls = block.insts().into_iter();
    calls.find(|i| {
        i.opcode() == Opcode::LLVMCall && i.called().name().starts_with("__ubsan_handle_")
    })
}

/// Whether the element whose index was just reported is accessed where control continues, and the array is not the whole
/// object.
fn accesses_part_of_object(handler: Value<'_>) -> bool {
    let Some(index) = handler.args().get(1).copied() else {
        return false;
    };
    let is_element = |gep: Value<'_>, last: Value<'_>| {
        let matches = match (low_bits(index), low_bits(last)) {
            (Some(a), Some(b)) => a == b && matches!(gep.gep_source().kind(), TypeKind::Array(_)),
            _ => gep.gep_source().kind() != TypeKind::Struct && is_same(last, index),
        };
        matches && !is_whole_object(gep)
    };
    let mut block = successors(handler.block()).first().copied();
    while let Some(here) = block {
        if accesses(here, &is_element) {
            return true;
        }
        // The check of an index is followed by that of the next one: `a[i][j]`.
        block = match successors(here).as_slice() {
            [next, handler] if handler_in(*handler).is_some() => Some(*next),
            _ => None,
        };
    }
    false
}

fn successors(block: Block<'_>) -> Vec<Block<'_>> {
    block.terminator().map_or_else(Vec::new, |t| t.successors())
}

/// The low bits of a constant index: a handler gets a negative one extended by zeros.
fn low_bits(index: Value<'_>) -> Option<u32> {
    Some(index.int_value()?.to_u64()? as u32)
}

/// Whether an address computation starts at an object that is nothing but the array.
fn is_whole_object(gep: Value<'_>) -> bool {
    let (object, array) = (gep.operand(0), gep.gep_source());
    match object.kind() {
        ValueKind::GlobalVariable => object.value_type() == array,
        ValueKind::Instruction if object.opcode() == Opcode::LLVMAlloca => {
            object.allocated_type() == array
        }
        _ => false,
    }
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
            // The start of a part is not the start of another element.
            let starts_there = (operands.get(1)).is_some_and(|first| is_zero(*first));
            if !starts_there {
                return false;
            }
            address = address.operand(0);
        }
        false
    })
}

/// Whether a block reads or writes a lane of a vector whose index `is_it` recognises.
fn takes_lane<'m>(block: Block<'m>, is_it: &dyn Fn(Value<'m>) -> bool) -> bool {
    let mut insts = block.insts().into_iter();
    insts.any(|inst| lane_index(inst).is_some_and(is_it))
}

/// The same for vectors of as many lanes as the index says.
fn takes_lane_beyond<'m>(block: Block<'m>, count: u64, is_it: &dyn Fn(Value<'m>) -> bool) -> bool {
    let mut insts = block.insts().into_iter();
    insts.any(|inst| {
        lane_index(inst).is_some_and(is_it)
            && matches!(inst.operand(0).ty().kind(), TypeKind::Vector(n) if u64::from(n) == count)
    })
}

/// The index of the lane that an instruction reads or writes.
fn lane_index(inst: Value<'_>) -> Option<Value<'_>> {
    match inst.opcode() {
        Opcode::LLVMExtractElement => Some(inst.operand(1)),
        Opcode::LLVMInsertElement => Some(inst.operand(2)),
        _ => None,
    }
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
                    let accessed = args.iter().zip(0..).filter(|(_, number)| {
                        inst.byval(*number).is_some() || inst.sret(*number).is_some()
                    });
                    accessed.map(|(arg, _)| *arg).collect()
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

/// Whether two indices are the same, whatever width each was extended to.
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
