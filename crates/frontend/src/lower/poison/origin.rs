//! When an operation gives poison: what each flag means.

use super::flow::{is_scalar, is_shift, own_kinds, wraps};
use super::{KINDS, Poison, PoisonKind};
use crate::llvm::{Opcode, Value};
use crate::lower::FunctionLowerer;
use term::{BitVec, Term};

impl<'m> FunctionLowerer<'_, 'm> {
    /// What the instruction itself makes poison.
    pub(super) fn own_poison(&mut self, inst: Value<'m>) -> Poison {
        if inst.opcode() == Opcode::LLVMCall {
            return self.intrinsic_poison(inst);
        }
        let terms: Vec<Term> = match own_kinds(inst) {
            0 => return Poison::default(),
            _ => inst.operands().into_iter().map(|v| self.value(v)).collect(),
        };
        self.operation_poison(inst, &terms)
    }

    fn operation_poison(&mut self, inst: Value<'m>, terms: &[Term]) -> Poison {
        let op = inst.opcode();
        let mut poison = Poison::default();
        let Some(&a) = terms.first() else {
            return poison;
        };
        let b = terms.get(1).copied().unwrap_or(a);
        let width = self.lowerer.pool.width(a);
        if is_shift(op) {
            let inside = self.less_than(b, width);
            poison[PoisonKind::Shift as usize] = Some(self.lowerer.pool.not(inside));
        }
        let pool = &mut self.lowerer.pool;
        if wraps(op) && inst.no_signed_wrap() {
            poison[PoisonKind::Signed as usize] = Some(match op {
                Opcode::LLVMAdd => pool.saddo(a, b),
                Opcode::LLVMSub => pool.ssubo(a, b),
                Opcode::LLVMMul => pool.smulo(a, b),
                _ => {
                    let shifted = pool.bvshl(a, b);
                    let back = pool.bvashr(shifted, b);
                    pool.ne(back, a)
                }
            });
        }
        if wraps(op) && inst.no_unsigned_wrap() {
            poison[PoisonKind::Unsigned as usize] = Some(match op {
                Opcode::LLVMAdd => pool.uaddo(a, b),
                Opcode::LLVMSub => pool.usubo(a, b),
                Opcode::LLVMMul => pool.umulo(a, b),
                _ => {
                    let shifted = pool.bvshl(a, b);
                    let back = pool.bvlshr(shifted, b);
                    pool.ne(back, a)
                }
            });
        }
        let other = match op {
            Opcode::LLVMUDiv if inst.is_exact() => {
                let rest = pool.bvurem(a, b);
                let zero = pool.zero(width);
                Some(pool.ne(rest, zero))
            }
            Opcode::LLVMSDiv if inst.is_exact() => {
                let rest = pool.bvsrem(a, b);
                let zero = pool.zero(width);
                Some(pool.ne(rest, zero))
            }
            Opcode::LLVMLShr | Opcode::LLVMAShr if inst.is_exact() => {
                let shifted = pool.bvlshr(a, b);
                let back = pool.bvshl(shifted, b);
                Some(pool.ne(back, a))
            }
            Opcode::LLVMZExt if inst.is_nneg() => {
                let zero = pool.zero(width);
                Some(pool.slt(a, zero))
            }
            Opcode::LLVMOr if inst.is_disjoint() => {
                let common = pool.bvand(a, b);
                let zero = pool.zero(width);
                Some(pool.ne(common, zero))
            }
            _ => None,
        };
        poison[PoisonKind::Other as usize] = other;
        poison
    }

    fn intrinsic_poison(&mut self, call: Value<'m>) -> Poison {
        let mut poison = Poison::default();
        let (name, args) = (call.called().name(), call.args());
        let [value, flag] = args.as_slice() else {
            return poison;
        };
        let is_set = flag.int_value().is_some_and(|v| v.to_u64() == Some(1));
        if !is_set {
            return poison;
        }
        let term = self.value(*value);
        let pool = &mut self.lowerer.pool;
        let width = pool.width(term);
        if name.starts_with("llvm.abs.") {
            let min = pool.bv(BitVec::int_min(width));
            poison[PoisonKind::Signed as usize] = Some(pool.eq(term, min));
        } else if name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.") {
            let zero = pool.zero(width);
            poison[PoisonKind::Other as usize] = Some(pool.eq(term, zero));
        }
        poison
    }

    /// Lanes of a vector have no shadows: an unsupported check says that none of them is poison.
    pub fn check_lane(&mut self, inst: Value<'m>, a: Term, b: Term) {
        if is_scalar(inst) {
            return;
        }
        let mut poison = self.operation_poison(inst, &[a, b]);
        let wraps_around =
            |kind: PoisonKind| matches!(kind, PoisonKind::Signed | PoisonKind::Unsigned);
        for (kind, condition) in KINDS.into_iter().zip(&mut poison) {
            if wraps_around(kind) && !self.lowerer.asked(kind.property()) {
                *condition = None;
            }
        }
        let what = "a lane of a vector that LLVM leaves undefined (poison) is not supported";
        self.check_is_none(poison, what, vec![a, b]);
    }
}
