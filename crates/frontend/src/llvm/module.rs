//! Contexts and modules: reading bitcode and IR text, linking, walking the top level.

use super::take_message;
use super::types::Type;
use super::value::Value;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMGetModuleDataLayout, LLVMTargetDataRef};
use llvm_sys::{LLVMDiagnosticSeverity, bit_reader, ir_reader, linker};
use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::marker::PhantomData;

/// An LLVM context and the errors that LLVM reported in it.
pub struct Context {
    raw: LLVMContextRef,
    /// Boxed, since LLVM keeps its address.
    errors: Box<RefCell<Vec<String>>>,
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM calls this with a live diagnostic and the pointer that `Context::new` registered, whose target lives
    // as long as the context.
    unsafe {
        if let LLVMDiagnosticSeverity::LLVMDSError = LLVMGetDiagInfoSeverity(info) {
            let message = take_message(LLVMGetDiagInfoDescription(info));
            let errors = &*errors.cast::<RefCell<Vec<String>>>();
            errors.borrow_mut().push(message);
        }
    }
}

impl Context {
    pub fn new() -> Context {
        let errors = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the handler's data outlives the context: `Drop` disposes of the context first.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let data = std::ptr::from_ref(&*errors).cast_mut().cast::<c_void>();
            LLVMContextSetDiagnosticHandler(raw, Some(on_diagnostic), data);
            raw
        };
        Context { raw, errors }
    }

    fn take_errors(&self) -> String {
        self.errors
            .borrow_mut()
            .drain(..)
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// Reads bitcode.
    pub fn parse_bitcode(&self, bytes: &[u8]) -> Result<Module<'_>, String> {
        let name = c"input";
        // SAFETY: the buffer copies the bytes; LLVM writes `module` only on success.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            let mut module = std::ptr::null_mut();
            let failed = bit_reader::LLVMParseBitcodeInContext2(self.raw, buffer, &mut module);
            LLVMDisposeMemoryBuffer(buffer);
            if failed != 0 || module.is_null() {
                return Err(self.take_errors());
            }
            Ok(Module::adopt(module))
        }
    }

    /// Reads IR text.
    pub fn parse_text(&self, bytes: &[u8]) -> Result<Module<'_>, String> {
        let name = c"input";
        // SAFETY: `LLVMParseIRInContext` takes the buffer over and writes either the module or a message.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            let mut module = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            let failed =
                ir_reader::LLVMParseIRInContext(self.raw, buffer, &mut module, &mut message);
            if failed != 0 || module.is_null() {
                self.take_errors();
                return Err(take_message(message));
            }
            Ok(Module::adopt(module))
        }
    }

    /// Moves everything of `other` into `module`.
    pub fn link<'c>(&'c self, module: &mut Module<'c>, other: Module<'c>) -> Result<(), String> {
        let raw = other.raw;
        std::mem::forget(other);
        // SAFETY: both modules live in this context; the linker destroys the second, which has no owner any more.
        let failed = unsafe { linker::LLVMLinkModules2(module.raw, raw) };
        if failed != 0 {
            return Err(self.take_errors());
        }
        Ok(())
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow the context, so none is left.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

/// A module of a [`Context`].
pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: PhantomData<&'c Context>,
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: we own the module.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

impl<'c> Module<'c> {
    /// # Safety
    /// The caller owns the module and gives it up.
    unsafe fn adopt(raw: LLVMModuleRef) -> Module<'c> {
        // Debug records become calls of `llvm.dbg.declare`, which the C interface can read.
        // SAFETY: the module is live.
        unsafe { LLVMSetIsNewDbgInfoFormat(raw, 0) };
        Module {
            raw,
            context: PhantomData,
        }
    }

    /// Whether LLVM's verifier accepts the module; its message if not.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is live; with this action the verifier returns instead of aborting.
        unsafe {
            let broken = LLVMVerifyModule(
                self.raw,
                LLVMVerifierFailureAction::LLVMReturnStatusAction,
                &mut message,
            );
            let message = take_message(message);
            if broken != 0 { Err(message) } else { Ok(()) }
        }
    }

    pub(super) fn layout(&self) -> LLVMTargetDataRef {
        // SAFETY: the module is live and owns its layout.
        unsafe { LLVMGetModuleDataLayout(self.raw) }
    }

    pub fn pointer_width(&self) -> u32 {
        // SAFETY: the layout is live.
        8 * unsafe { llvm_sys::target::LLVMPointerSize(self.layout()) }
    }

    /// Whether the first byte of a number is the most significant.
    pub fn is_big_endian(&self) -> bool {
        use llvm_sys::target::{LLVMByteOrder, LLVMByteOrdering};
        // SAFETY: the layout is live.
        let order = unsafe { LLVMByteOrder(self.layout()) };
        matches!(order, LLVMByteOrdering::LLVMBigEndian)
    }

    pub fn functions(&self) -> Vec<Value<'_>> {
        // SAFETY: walks the list of a live module.
        unsafe { walk(LLVMGetFirstFunction(self.raw), |v| LLVMGetNextFunction(v)) }
    }

    pub fn globals(&self) -> Vec<Value<'_>> {
        // SAFETY: walks the list of a live module.
        unsafe { walk(LLVMGetFirstGlobal(self.raw), |v| LLVMGetNextGlobal(v)) }
    }

    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        // SAFETY: the module is live.
        unsafe { Value::wrap(LLVMGetNamedFunction(self.raw, name.as_ptr())) }
    }

    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        // SAFETY: the module is live.
        unsafe { Value::wrap(LLVMGetNamedGlobal(self.raw, name.as_ptr())) }
    }

    /// Marks a function with our own string attribute.
    pub fn mark(&self, function: Value<'_>, mark: &str) {
        // SAFETY: both live in the module's context.
        unsafe {
            let context = LLVMGetModuleContext(self.raw);
            let attribute = LLVMCreateStringAttribute(
                context,
                mark.as_ptr().cast(),
                mark.len() as u32,
                std::ptr::null(),
                0,
            );
            LLVMAddAttributeAtIndex(
                function.raw(),
                llvm_sys::LLVMAttributeFunctionIndex,
                attribute,
            );
        }
    }

    /// Lets one function take the place of another, which is no longer there then.
    pub fn replace(&self, function: Value<'_>, other: Value<'_>) {
        // SAFETY: both are of this module; nothing refers to the first after its uses are replaced.
        unsafe {
            LLVMReplaceAllUsesWith(function.raw(), other.raw());
            LLVMDeleteFunction(function.raw());
        }
    }

    /// Makes a function one that is declared only.
    pub fn remove_body(&self, function: Value<'_>) {
        let name = function.name();
        function.rename("");
        let text = CString::new(name).unwrap_or_default();
        // SAFETY: the function is of this module; nothing refers to it after its uses are replaced, and the caller gives it up.
        unsafe {
            let ty = LLVMGlobalGetValueType(function.raw());
            let declared = LLVMAddFunction(self.raw, text.as_ptr(), ty);
            LLVMReplaceAllUsesWith(function.raw(), declared);
            LLVMDeleteFunction(function.raw());
        }
    }

    /// Adds a variable for a pointer, null at first.
    pub fn add_pointer(&self, name: &str) -> Value<'_> {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the module is live, and so is the variable.
        unsafe {
            let ty = LLVMPointerTypeInContext(LLVMGetModuleContext(self.raw), 0);
            let global = LLVMAddGlobal(self.raw, ty, name.as_ptr());
            LLVMSetInitializer(global, LLVMConstNull(ty));
            LLVMSetLinkage(global, llvm_sys::LLVMLinkage::LLVMInternalLinkage);
            Value::wrap(global).expect("LLVM makes variables")
        }
    }

    /// Copies a pointer from one place in memory to another, before an instruction.
    pub fn copy_pointer(&self, name: &str, before: Value<'_>, from: Value<'_>, to: Value<'_>) {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: all values are of this module; the builder is disposed of.
        unsafe {
            let context = LLVMGetModuleContext(self.raw);
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, before.raw());
            LLVMSetCurrentDebugLocation2(
                builder,
                llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(before.raw()),
            );
            let ty = LLVMPointerTypeInContext(context, 0);
            let value = LLVMBuildLoad2(builder, ty, from.raw(), name.as_ptr());
            LLVMBuildStore(builder, value, to.raw());
            LLVMDisposeBuilder(builder);
        }
    }

    /// Bytes from the start of one element of an array of `ty` to the next.
    pub fn alloc_size(&self, ty: Type<'_>) -> u64 {
        // SAFETY: the type is sized (checked) and of this module's context.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 0;
            }
            llvm_sys::target::LLVMABISizeOfType(self.layout(), ty.raw())
        }
    }

    /// Bytes that a store of `ty` writes.
    pub fn store_size(&self, ty: Type<'_>) -> u64 {
        // SAFETY: as above.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 0;
            }
            llvm_sys::target::LLVMStoreSizeOfType(self.layout(), ty.raw())
        }
    }

    pub fn align(&self, ty: Type<'_>) -> u64 {
        // SAFETY: as above.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 1;
            }
            u64::from(llvm_sys::target::LLVMABIAlignmentOfType(
                self.layout(),
                ty.raw(),
            ))
        }
    }

    /// The offset in bytes of a struct's field.
    pub fn field_offset(&self, ty: Type<'_>, field: u32) -> u64 {
        debug_assert!((field as usize) < ty.fields().len());
        // SAFETY: `ty` is a struct type with that field.
        unsafe { llvm_sys::target::LLVMOffsetOfElement(self.layout(), ty.raw(), field) }
    }
}

/// The values of an intrusive list.
///
/// # Safety
/// `first` and what `next` returns are null or live values.
pub(super) unsafe fn walk<'m>(
    first: LLVMValueRef,
    next: impl Fn(LLVMValueRef) -> LLVMValueRef,
) -> Vec<Value<'m>> {
    let mut all = Vec::new();
    let mut current = first;
    // SAFETY: by the contract of this function.
    while let Some(value) = unsafe { Value::wrap(current) } {
        all.push(value);
        current = next(current);
    }
    all
}
