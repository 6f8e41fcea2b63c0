//! One arm per opcode. The match is exhaustive, so a new LLVM opcode is a compile error, not a silent gap.

use super::{FunctionLowerer, simple};
use crate::llvm::{Opcode, Value};
use program::Terminator;

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn inst(&mut self, inst: Value<'m>) {
        self.check_poison(inst);
        self.lower_inst(inst);
        self.define_poison(inst);
    }

    fn lower_inst(&mut self, inst: Value<'m>) {
        let op = inst.opcode();
        match op {
            Opcode::LLVMRet => self.ret(inst),
            Opcode::LLVMBr => self.br(inst),
            Opcode::LLVMSwitch => self.switch(inst),
            Opcode::LLVMUnreachable => self.unreachable(inst),
            Opcode::LLVMInvoke => self.invoke(inst),
            Opcode::LLVMIndirectBr => self.indirect_branch(inst),
            Opcode::LLVMCallBr => self.unsupported_end("`asm goto`"),
            Opcode::LLVMResume
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchSwitch => self.unsupported_end("exception handling"),
            Opcode::LLVMLandingPad | Opcode::LLVMCatchPad | Opcode::LLVMCleanupPad => {
                self.unsupported_value(inst, "exception handling");
            }

            Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor => self.binary(inst),
            Opcode::LLVMFNeg => self.fneg(inst),
            Opcode::LLVMFAdd
            | Opcode::LLVMFSub
            | Opcode::LLVMFMul
            | Opcode::LLVMFDiv
            | Opcode::LLVMFRem => self.float_binary(inst),
            Opcode::LLVMFCmp => self.fcmp(inst),
            Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt => self.float_cast(inst),
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => self.cast(inst),
            Opcode::LLVMICmp => self.icmp(inst),
            Opcode::LLVMSelect => self.select(inst),
            Opcode::LLVMFreeze => {
                let value = self.value(inst.operand(0));
                self.values.insert(inst, value);
            }

            Opcode::LLVMAlloca => self.alloca(inst),
            Opcode::LLVMLoad => self.load(inst),
            Opcode::LLVMStore => self.store(inst),
            Opcode::LLVMGetElementPtr => self.getelementptr(inst),
            // There is one thread.
            Opcode::LLVMFence => {}
            Opcode::LLVMAtomicCmpXchg => self.compare_exchange(inst),
            Opcode::LLVMAtomicRMW => self.atomic_update(inst),

            Opcode::LLVMPHI => {
                let (_, symbol) = self.phi(inst);
                self.values.insert(inst, symbol);
            }
            Opcode::LLVMCall => self.call(inst),
            Opcode::LLVMVAArg => self.unsupported_value(inst, "`va_arg`"),

            Opcode::LLVMExtractValue => self.extract_value(inst),
            Opcode::LLVMInsertValue => self.insert_value(inst),
            Opcode::LLVMExtractElement => self.extract_element(inst),
            Opcode::LLVMInsertElement => self.insert_element(inst),
            Opcode::LLVMShuffleVector => self.shuffle(inst),
            Opcode::LLVMUserOp1 | Opcode::LLVMUserOp2 => {
                self.unsupported_value(inst, "an internal instruction of LLVM's");
            }
        }
    }

    /// A terminator that we cannot lower ends the run.
    pub fn unsupported_end(&mut self, what: &str) {
        self.unsupported(what);
        self.end(Terminator::Halt);
    }

    // ---- aggregates: parts of one bit-vector ----

    fn extract_value(&mut self, inst: Value<'m>) {
        let whole = inst.operand(0);
        let term = self.value(whole);
        let part = self.lowerer.part(whole.ty(), &inst.indices());
        let width = self.width(inst.ty());
        let (Some((low, _)), Some(width)) = (part, width) else {
            self.unsupported_value(inst, "an empty aggregate");
            return;
        };
        let value = self.lowerer.pool.extract(term, low + width - 1, low);
        self.values.insert(inst, value);
    }

    fn insert_value(&mut self, inst: Value<'m>) {
        let whole = self.value(inst.operand(0));
        let part = self.value(inst.operand(1));
        let Some((low, _)) = self.lowerer.part(inst.ty(), &inst.indices()) else {
            self.unsupported_value(inst, "an empty aggregate");
            return;
        };
        let value = simple::insert_bits(&mut self.lowerer.pool, whole, low, part);
        self.values.insert(inst, value);
    }
}
