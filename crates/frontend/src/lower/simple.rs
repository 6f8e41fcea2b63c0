//! Pure operations as terms, for instructions and constant expressions alike.

use super::Lowerer;
use crate::llvm::{Opcode, Predicate, Type, TypeKind};
use term::{Term, TermPool};

/// A scalar in memory, and where it is in a first-class value.
#[derive(Clone, Copy)]
pub struct MemoryPart {
    /// In bytes.
    pub offset: u64,
    /// Its lowest bit in the value.
    pub low: u32,
    /// Its bits in the value.
    pub bits: u32,
    pub is_pointer: bool,
}

/// Wrapping integer arithmetic; `None` for other operations.
pub fn binary(pool: &mut TermPool, op: Opcode, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        Opcode::LLVMAdd => pool.bvadd(a, b),
        Opcode::LLVMSub => pool.bvsub(a, b),
        Opcode::LLVMMul => pool.bvmul(a, b),
        Opcode::LLVMUDiv => pool.bvudiv(a, b),
        Opcode::LLVMSDiv => pool.bvsdiv(a, b),
        Opcode::LLVMURem => pool.bvurem(a, b),
        Opcode::LLVMSRem => pool.bvsrem(a, b),
        Opcode::LLVMShl => pool.bvshl(a, b),
        Opcode::LLVMLShr => pool.bvlshr(a, b),
        Opcode::LLVMAShr => pool.bvashr(a, b),
        Opcode::LLVMAnd => pool.bvand(a, b),
        Opcode::LLVMOr => pool.bvor(a, b),
        Opcode::LLVMXor => pool.bvxor(a, b),
        _ => return None,
    })
}

/// A cast of bits to `width` bits; `None` for conversions of floats.
pub fn cast(pool: &mut TermPool, op: Opcode, a: Term, width: u32) -> Option<Term> {
    match op {
        Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMPtrToInt
        | Opcode::LLVMIntToPtr
        | Opcode::LLVMAddrSpaceCast => Some(pool.resize_unsigned(a, width)),
        Opcode::LLVMSExt => Some(pool.resize_signed(a, width)),
        Opcode::LLVMBitCast => (pool.width(a) == width).then_some(a),
        _ => None,
    }
}

/// The comparison as a Boolean.
pub fn compare(pool: &mut TermPool, predicate: Predicate, a: Term, b: Term) -> Term {
    match predicate {
        Predicate::LLVMIntEQ => pool.eq(a, b),
        Predicate::LLVMIntNE => pool.ne(a, b),
        Predicate::LLVMIntUGT => pool.ugt(a, b),
        Predicate::LLVMIntUGE => pool.uge(a, b),
        Predicate::LLVMIntULT => pool.ult(a, b),
        Predicate::LLVMIntULE => pool.ule(a, b),
        Predicate::LLVMIntSGT => pool.sgt(a, b),
        Predicate::LLVMIntSGE => pool.sge(a, b),
        Predicate::LLVMIntSLT => pool.slt(a, b),
        Predicate::LLVMIntSLE => pool.sle(a, b),
    }
}

/// `value` with the bits from `low` on replaced by `part`.
pub fn insert_bits(pool: &mut TermPool, value: Term, low: u32, part: Term) -> Term {
    let width = pool.width(value);
    let high = low + pool.width(part);
    let mut result = part;
    if low > 0 {
        let below = pool.extract(value, low - 1, 0);
        result = pool.concat(result, below);
    }
    if high < width {
        let above = pool.extract(value, width - 1, high);
        result = pool.concat(above, result);
    }
    result
}

impl<'m> Lowerer<'m> {
    /// The lowest bit and the type of the part of a first-class aggregate that `indices` name.
    pub fn part(&self, ty: Type<'m>, indices: &[u32]) -> Option<(u32, Type<'m>)> {
        let mut low = 0;
        let mut ty = ty;
        for &index in indices {
            match ty.kind() {
                TypeKind::Struct => {
                    let fields = ty.fields();
                    for field in fields.iter().take(index as usize) {
                        low += self.width(*field)?;
                    }
                    ty = *fields.get(index as usize)?;
                }
                _ => {
                    let element = ty.element()?;
                    low += index * self.width(element)?;
                    ty = element;
                }
            }
        }
        Some((low, ty))
    }

    /// The scalar parts of a type in memory.
    pub fn memory_parts(&self, ty: Type<'m>) -> Option<Vec<MemoryPart>> {
        let mut parts = Vec::new();
        self.collect_parts(ty, 0, &mut 0, &mut parts)?;
        Some(parts)
    }

    fn collect_parts(
        &self,
        ty: Type<'m>,
        offset: u64,
        low: &mut u32,
        parts: &mut Vec<MemoryPart>,
    ) -> Option<()> {
        match ty.kind() {
            TypeKind::Struct => {
                for (i, field) in ty.fields().into_iter().enumerate() {
                    let at = offset + self.module.field_offset(ty, i as u32);
                    self.collect_parts(field, at, low, parts)?;
                }
            }
            TypeKind::Array(count) => {
                let element = ty.element()?;
                let size = self.module.alloc_size(element);
                for i in 0..count {
                    self.collect_parts(element, offset + i * size, low, parts)?;
                }
            }
            // A vector of whole bytes lies in memory like an integer of its size.
            _ => {
                let of_pointers = ty.element().is_some_and(|e| e.is_pointer());
                if of_pointers && (self.is_wide() || self.is_flat()) {
                    return None;
                }
                let bits = self.width(ty)?;
                parts.push(MemoryPart {
                    offset,
                    low: *low,
                    bits,
                    is_pointer: ty.is_pointer(),
                });
                *low += bits;
            }
        }
        Some(())
    }
}
