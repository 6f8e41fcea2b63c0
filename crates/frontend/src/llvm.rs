//! Thin safe wrappers over the C interface of LLVM 19: what lowering reads, and nothing else.
//!
//! A [`Module`] owns its LLVM context. Handles ([`Value`], [`Type`], [`Block`], [`Meta`]) borrow from the module, so none
//! outlives it. Handles are plain pointers: equal iff they are the same LLVM entity, so they can be keys of maps.
//!
//! All `unsafe` of this crate is here. LLVM reports most errors through a handler that we install in every context;
//! without it LLVM would print and exit.

mod constant;
mod debug;
mod module;
mod symbol;
mod types;
mod value;

pub use debug::{Meta, MetaKind, SourceLocation};
pub use module::{Context, Module};
pub use types::{FloatKind, Type, TypeKind};
pub use value::{AtomicOp, Block, FloatPredicate, Opcode, Predicate, Value, ValueKind};

use std::ffi::{CStr, c_char};

/// The text of a C string that LLVM allocated; frees it.
///
/// # Safety
/// `text` is null or a NUL-terminated string that `LLVMDisposeMessage` may free.
unsafe fn take_message(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by the contract of this function.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(text);
        copy
    }
}

/// The text of `length` bytes that LLVM owns.
///
/// # Safety
/// `text` is null or points to `length` readable bytes.
unsafe fn text_of(text: *const c_char, length: usize) -> String {
    if text.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: by the contract of this function.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
