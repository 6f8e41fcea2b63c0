//! Constants: their bits, bytes and parts.

use super::types::TypeKind;
use super::value::{Value, ValueKind};
use llvm_sys::core::*;
use term::BitVec;

impl<'m> Value<'m> {
    /// The value of an integer constant.
    pub fn int_value(self) -> Option<BitVec> {
        let TypeKind::Int(width) = self.ty().kind() else {
            return None;
        };
        if self.kind() != ValueKind::ConstantInt {
            return None;
        }
        if width <= 64 {
            // SAFETY: it is an integer constant of at most 64 bits.
            return Some(BitVec::new(width, unsafe {
                LLVMConstIntGetZExtValue(self.raw())
            }));
        }
        // The C interface has no access to wider constants but their text: `i128 -5`.
        let text = self.print();
        let digits = text.rsplit(' ').next()?;
        let (negative, digits) = match digits.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, digits),
        };
        let value = BitVec::from_big(width, digits.parse().ok()?);
        Some(if negative { value.neg() } else { value })
    }

    /// The bits of a floating-point constant.
    pub fn float_bits(self) -> Option<BitVec> {
        let TypeKind::Float(width) = self.ty().kind() else {
            return None;
        };
        if self.kind() != ValueKind::ConstantFloat {
            return None;
        }
        // SAFETY: a bit cast of a constant to an integer of its width folds to an integer constant.
        let bits = unsafe {
            let context = LLVMGetTypeContext(self.ty().raw());
            Value::wrap(LLVMConstBitCast(
                self.raw(),
                LLVMIntTypeInContext(context, width),
            ))
        };
        bits?.int_value()
    }

    /// The bytes of an array of `i8`.
    pub fn string_bytes(self) -> Option<Vec<u8>> {
        if self.kind() != ValueKind::ConstantData {
            return None;
        }
        // SAFETY: only strings are asked for their bytes, which LLVM owns.
        unsafe {
            if LLVMIsConstantString(self.raw()) == 0 {
                return None;
            }
            let mut length = 0;
            let bytes = LLVMGetAsString(self.raw(), &mut length);
            if bytes.is_null() {
                return Some(Vec::new());
            }
            Some(std::slice::from_raw_parts(bytes.cast::<u8>(), length).to_vec())
        }
    }

    /// The `index`-th part of a constant array, struct or vector.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: asked of constants of aggregate type only; null where there is no such element.
        unsafe { Value::wrap(LLVMGetAggregateElement(self.raw(), index)) }
    }
}
