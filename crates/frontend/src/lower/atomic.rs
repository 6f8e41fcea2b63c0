//! Atomic operations: there is one thread.

use super::{FunctionLowerer, ONE_THREAD, simple};
use crate::IR_MARK;
use crate::llvm::{AtomicOp, Block, Opcode, Type, Value, ValueKind};
use rustc_hash::FxHashSet;
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn compare_exchange(&mut self, inst: Value<'m>) {
        self.lowerer.assuming(ONE_THREAD);
        let pointer = self.value(inst.operand(0));
        let expected = self.value(inst.operand(1));
        let new = self.value(inst.operand(2));
        let ty = inst.operand(2).ty();
        self.check_atomic(pointer, ty);
        let Some(old) = self.load_type(&inst.name(), pointer, ty) else {
            self.unsupported_value(inst, "this atomic operation");
            return;
        };
        let same = if expects_what_it_loaded(inst) {
            self.lowerer.pool.tt()
        } else {
            self.lowerer.pool.eq(old, expected)
        };
        let pool = &mut self.lowerer.pool;
        let value = pool.ite(same, new, old);
        let bit = pool.bool_to_bv(same);
        let result = pool.concat(bit, old);
        self.store_type(pointer, value, ty);
        self.values.insert(inst, result);
    }

    pub fn atomic_update(&mut self, inst: Value<'m>) {
        self.lowerer.assuming(ONE_THREAD);
        let pointer = self.value(inst.operand(0));
        let operand = self.value(inst.operand(1));
        let ty = inst.operand(1).ty();
        self.check_atomic(pointer, ty);
        let loaded = self.load_type(&inst.name(), pointer, ty);
        let new = loaded.and_then(|old| self.updated(inst.atomic_op(), old, operand));
        let (Some(old), Some(new)) = (loaded, new) else {
            self.unsupported_value(inst, "this atomic operation");
            return;
        };
        self.store_type(pointer, new, ty);
        self.values.insert(inst, old);
    }

    fn check_atomic(&mut self, pointer: Term, ty: Type<'m>) {
        if self.lowerer.checks_written {
            self.check_written(pointer, ty);
        }
    }

    fn updated(&mut self, op: AtomicOp, old: Term, operand: Term) -> Option<Term> {
        let pool = &mut self.lowerer.pool;
        let mut plain = |op| simple::binary(pool, op, old, operand);
        match op {
            AtomicOp::LLVMAtomicRMWBinOpXchg => Some(operand),
            AtomicOp::LLVMAtomicRMWBinOpAdd => plain(Opcode::LLVMAdd),
            AtomicOp::LLVMAtomicRMWBinOpSub => plain(Opcode::LLVMSub),
            AtomicOp::LLVMAtomicRMWBinOpAnd => plain(Opcode::LLVMAnd),
            AtomicOp::LLVMAtomicRMWBinOpOr => plain(Opcode::LLVMOr),
            AtomicOp::LLVMAtomicRMWBinOpXor => plain(Opcode::LLVMXor),
            AtomicOp::LLVMAtomicRMWBinOpNand => {
                let both = pool.bvand(old, operand);
                Some(pool.bvnot(both))
            }
            AtomicOp::LLVMAtomicRMWBinOpMax => {
                let keep = pool.sge(old, operand);
                Some(pool.ite(keep, old, operand))
            }
            AtomicOp::LLVMAtomicRMWBinOpMin => {
                let keep = pool.sle(old, operand);
                Some(pool.ite(keep, old, operand))
            }
            AtomicOp::LLVMAtomicRMWBinOpUMax => {
                let keep = pool.uge(old, operand);
                Some(pool.ite(keep, old, operand))
            }
            AtomicOp::LLVMAtomicRMWBinOpUMin => {
                let keep = pool.ule(old, operand);
                Some(pool.ite(keep, old, operand))
            }
            AtomicOp::LLVMAtomicRMWBinOpFAdd
            | AtomicOp::LLVMAtomicRMWBinOpFSub
            | AtomicOp::LLVMAtomicRMWBinOpFMax
            | AtomicOp::LLVMAtomicRMWBinOpFMin
            | AtomicOp::LLVMAtomicRMWBinOpUIncWrap
            | AtomicOp::LLVMAtomicRMWBinOpUDecWrap => None,
        }
    }
}

/// Whether an exchange ends a loop by which clang computes `x op= y` of an atomic `x`: it loads `x`, computes, and starts
/// again if `x` has changed in the meantime. With one thread it has not, and there is no loop.
fn expects_what_it_loaded(exchange: Value<'_>) -> bool {
    let is = |v: Value<'_>, op| v.kind() == ValueKind::Instruction && v.opcode() == op;
    let (pointer, expected) = (exchange.operand(0), exchange.operand(1));
    let from_module = exchange.block().function().has_mark(IR_MARK);
    if from_module || !is(expected, Opcode::LLVMPHI) {
        return false;
    }
    let loaded = |v: Value<'_>| is(v, Opcode::LLVMLoad) && v.operand(0) == pointer;
    let returned = |v: Value<'_>| is(v, Opcode::LLVMExtractValue) && v.operand(0) == exchange;
    let (mut loads, mut returns) = (0, 0);
    for (value, _) in expected.incoming() {
        loads += usize::from(loaded(value));
        returns += usize::from(returned(value));
    }
    loads == 1 && returns == 1 && only_checks_between(expected.block(), exchange.block())
}

/// Whether nothing except arguments of handlers is written from the start of the first block to the exchange in the last one.
fn only_checks_between(first: Block<'_>, last: Block<'_>) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![first];
    while let Some(block) = work.pop() {
        if !seen.insert(block) {
            continue;
        }
        for inst in block.insts() {
            let harmless = match inst.opcode() {
                Opcode::LLVMStore => inst.is_nosanitize(),
                Opcode::LLVMCall => {
                    let name = inst.called().name();
                    name.starts_with("__ubsan_handle_")
                        || name.starts_with("llvm.dbg.")
                        || name.contains(".with.overflow.")
                }
                Opcode::LLVMAtomicCmpXchg => block == last,
                Opcode::LLVMAtomicRMW => false,
                _ => true,
            };
            if !harmless {
                return false;
            }
        }
        if block != last {
            work.extend(block.terminator().map_or_else(Vec::new, |t| t.successors()));
        }
    }
    true
}
