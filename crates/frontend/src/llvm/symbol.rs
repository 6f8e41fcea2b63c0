//! Symbols that are not simply defined (weak ones, indirect functions), labels as values, and inline assembly.

use super::text_of;
use super::value::{Block, Value, ValueKind};
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;

impl<'m> Value<'m> {
    /// Gives a global another name.
    pub fn rename(self, name: &str) {
        // SAFETY: asked of globals only; LLVM copies the name.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Whether a symbol without a definition has the null address.
    pub fn is_weak_undefined(self) -> bool {
        let is_symbol = matches!(self.kind(), ValueKind::Function | ValueKind::GlobalVariable);
        // SAFETY: it is a global.
        is_symbol
            && self.is_declaration()
            && unsafe { LLVMGetLinkage(self.raw()) } == LLVMLinkage::LLVMExternalWeakLinkage
    }

    /// Whether other files can name it.
    pub fn is_visible(self) -> bool {
        // SAFETY: asked of globals only.
        let linkage = unsafe { LLVMGetLinkage(self.raw()) };
        !matches!(
            linkage,
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
        )
    }

    /// Lets other files name it; one of several definitions counts.
    pub fn make_visible(self) {
        // SAFETY: asked of globals only.
        unsafe { LLVMSetLinkage(self.raw(), LLVMLinkage::LLVMWeakAnyLinkage) }
    }

    /// The function that says at the program's start what an indirect function stands for.
    pub fn resolver(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::IndirectFunction {
            return None;
        }
        // SAFETY: it is an indirect function.
        unsafe { Value::wrap(LLVMGetGlobalIFuncResolver(self.raw())) }
    }

    /// Function and block of a label's address.
    pub fn label(self) -> Option<(Value<'m>, Block<'m>)> {
        if self.kind() != ValueKind::BlockAddress {
            return None;
        }
        // SAFETY: it is the address of a block, which lives in that function.
        unsafe {
            let function = Value::wrap(LLVMGetBlockAddressFunction(self.raw()))?;
            let block = Block::known(LLVMGetBlockAddressBasicBlock(self.raw()));
            Some((function, block))
        }
    }

    /// Whether inline assembly has no instructions, or only ones that wait or order accesses: with one thread they do nothing.
    pub fn is_idle_asm(self) -> bool {
        if self.kind() != ValueKind::InlineAsm {
            return false;
        }
        let mut length = 0;
        // SAFETY: it is inline assembly; LLVM owns the text.
        unsafe {
            let text = LLVMGetInlineAsmAsmString(self.raw(), &mut length);
            text_of(text, length).split([';', '\n']).all(is_idle)
        }
    }

    /// The constraints of inline assembly: outputs, then inputs, then what it clobbers.
    pub fn asm_constraints(self) -> Vec<String> {
        if self.kind() != ValueKind::InlineAsm {
            return Vec::new();
        }
        let mut length = 0;
        // SAFETY: it is inline assembly; LLVM owns the text.
        let text = unsafe {
            let text = LLVMGetInlineAsmConstraintString(self.raw(), &mut length);
            text_of(text, length)
        };
        text.split(',').map(str::to_string).collect()
    }
}

/// Whether an instruction changes nothing that a program can see.
fn is_idle(instruction: &str) -> bool {
    let instruction = instruction.trim();
    // Adding zero to the top of the stack is a fence that old processors have, too.
    let adds_nothing = instruction.starts_with("addl $$0,") && instruction.ends_with("sp)");
    let idle = [
        "", "nop", "pause", "rep", "rep nop", "lock", "mfence", "lfence", "sfence",
    ];
    adds_nothing || idle.contains(&instruction)
}

#[cfg(test)]
mod tests {
    use super::is_idle;

    #[test]
    fn fences_are_idle_and_little_else_is() {
        for idle in [
            "",
            "\tmfence",
            "rep nop",
            "addl $$0,0(%esp)",
            "addl $$0, -4(%rsp)",
        ] {
            assert!(is_idle(idle), "{idle}");
        }
        for busy in [
            "addl $$0, %eax",
            "addl $$1,0(%esp)",
            "hlt",
            "mov ax, dx",
            "lock incl $0",
        ] {
            assert!(!is_idle(busy), "{busy}");
        }
    }
}
