//! Which instructions make poison, pass it on, or keep it: what can be seen statically.

use super::PoisonKind;
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use rustc_hash::FxHashMap;

/// The kinds of poison that an instruction gives to a value: its result or, for a store, the variable.
pub fn flow<'m>(inst: Value<'m>, masks: &FxHashMap<Value<'m>, u8>, wanted: u8) -> (Value<'m>, u8) {
    let of = |value: Value<'m>| masks.get(&value).copied().unwrap_or(0);
    let all = |values: Vec<Value<'m>>| values.into_iter().map(of).fold(0, |a, b| a | b);
    match inst.opcode() {
        Opcode::LLVMStore if is_shadowed(inst.operand(1)) => (inst.operand(1), of(inst.operand(0))),
        Opcode::LLVMLoad if is_shadowed(inst.operand(0)) => (inst, of(inst.operand(0))),
        Opcode::LLVMPHI if is_scalar(inst) => {
            let incoming = inst.incoming().into_iter().map(|(value, _)| value);
            (inst, all(incoming.collect()))
        }
        Opcode::LLVMSelect if is_scalar(inst) => (inst, all(inst.operands())),
        _ if passes_on(inst) => {
            let mask = own_kinds(inst) & wanted | all(data_operands(inst));
            (inst, mask)
        }
        _ => (inst, 0),
    }
}

/// The kinds of poison that an instruction makes itself.
pub fn own_kinds(inst: Value<'_>) -> u8 {
    let op = inst.opcode();
    let mut kinds = 0;
    // clang's own computations for a check are guarded by it.
    if is_shift(op) && !inst.is_nosanitize() {
        let amount = inst.operand(1).int_value().and_then(|v| v.to_u64());
        let width = match inst.ty().kind() {
            TypeKind::Int(bits) => u64::from(bits),
            _ => 0,
        };
        if amount.is_none_or(|a| a >= width) {
            kinds |= PoisonKind::Shift.bit();
        }
    }
    if wraps(op) && inst.no_signed_wrap() {
        kinds |= PoisonKind::Signed.bit();
    }
    if wraps(op) && inst.no_unsigned_wrap() {
        kinds |= PoisonKind::Unsigned.bit();
    }
    let other = match op {
        Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMLShr | Opcode::LLVMAShr => {
            inst.is_exact()
        }
        Opcode::LLVMZExt => inst.is_nneg(),
        Opcode::LLVMOr => inst.is_disjoint(),
        Opcode::LLVMCall => {
            let name = inst.called().name();
            if name.starts_with("llvm.abs.") {
                kinds |= PoisonKind::Signed.bit();
            }
            name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.")
        }
        _ => false,
    };
    if other {
        kinds |= PoisonKind::Other.bit();
    }
    kinds
}

/// Whether an operation wraps around unless a flag says that it does not.
pub fn wraps(op: Opcode) -> bool {
    matches!(
        op,
        Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl
    )
}

pub fn is_shift(op: Opcode) -> bool {
    matches!(op, Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr)
}

/// Whether an instruction computes a single value, of single values.
pub fn is_scalar(inst: Value<'_>) -> bool {
    let single = |v: &Value<'_>| {
        !matches!(
            v.ty().kind(),
            TypeKind::Vector(_) | TypeKind::Struct | TypeKind::Array(_)
        )
    };
    single(&inst) && inst.operands().iter().all(single)
}

/// Whether the result is poison if an operand is, and nothing else happens.
pub fn passes_on(inst: Value<'_>) -> bool {
    if !is_scalar(inst) {
        return false;
    }
    match inst.opcode() {
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
        | Opcode::LLVMXor
        | Opcode::LLVMFNeg
        | Opcode::LLVMFAdd
        | Opcode::LLVMFSub
        | Opcode::LLVMFMul
        | Opcode::LLVMFDiv
        | Opcode::LLVMFRem
        | Opcode::LLVMFCmp
        | Opcode::LLVMFPToUI
        | Opcode::LLVMFPToSI
        | Opcode::LLVMUIToFP
        | Opcode::LLVMSIToFP
        | Opcode::LLVMFPTrunc
        | Opcode::LLVMFPExt
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt
        | Opcode::LLVMPtrToInt
        | Opcode::LLVMIntToPtr
        | Opcode::LLVMBitCast
        | Opcode::LLVMAddrSpaceCast
        | Opcode::LLVMICmp
        | Opcode::LLVMGetElementPtr => true,
        Opcode::LLVMCall => {
            const PURE: [&str; 15] = [
                "abs",
                "ctlz",
                "cttz",
                "ctpop",
                "bswap",
                "bitreverse",
                "fshl",
                "fshr",
                "smin",
                "smax",
                "umin",
                "umax",
                "uadd.sat",
                "usub.sat",
                "expect",
            ];
            let called = inst.called();
            let name = match called.kind() {
                ValueKind::Function => called.name(),
                _ => return false,
            };
            let operation = name.strip_prefix("llvm.").and_then(|n| n.rsplit_once('.'));
            operation.is_some_and(|(operation, _)| PURE.contains(&operation))
        }
        _ => false,
    }
}

/// The operands that an instruction computes with.
pub fn data_operands(inst: Value<'_>) -> Vec<Value<'_>> {
    match inst.opcode() {
        Opcode::LLVMCall => inst.args(),
        _ => inst.operands(),
    }
}

/// Whether a local variable has a shadow: it holds one value, and is only loaded and stored as a whole.
pub fn is_shadowed(address: Value<'_>) -> bool {
    if address.kind() != ValueKind::Instruction || address.opcode() != Opcode::LLVMAlloca {
        return false;
    }
    let ty = address.allocated_type();
    let single = matches!(
        ty.kind(),
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer
    );
    let one = address.operand(0).int_value().and_then(|v| v.to_u64()) == Some(1);
    single
        && one
        && address.users().into_iter().all(|user| {
            if user.kind() != ValueKind::Instruction {
                return false;
            }
            match user.opcode() {
                Opcode::LLVMLoad => user.ty() == ty,
                Opcode::LLVMStore => {
                    user.operand(1) == address
                        && user.operand(0) != address
                        && user.operand(0).ty() == ty
                }
                Opcode::LLVMCall => {
                    let name = user.called().name();
                    name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.")
                }
                _ => false,
            }
        })
}
