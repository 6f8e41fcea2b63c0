//! Types.

use super::take_message;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

/// What a type is; floats by their width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
    Void,
    Int(u32),
    Float(u32),
    Pointer,
    Struct,
    Array(u64),
    Vector(u32),
    Function,
    Other,
}

/// The formats of floats that LLVM has for our targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Half,
    /// `__bf16`.
    Brain,
    Single,
    Double,
    /// x87's extended format, of 80 bits.
    X87,
    Quad,
}

impl<'m> Type<'m> {
    /// Which float the type is, or a vector's elements are; `None` for other types.
    pub fn float_kind(self) -> Option<FloatKind> {
        // SAFETY: the type is live.
        match unsafe { LLVMGetTypeKind(self.raw) } {
            LLVMTypeKind::LLVMHalfTypeKind => Some(FloatKind::Half),
            LLVMTypeKind::LLVMBFloatTypeKind => Some(FloatKind::Brain),
            LLVMTypeKind::LLVMFloatTypeKind => Some(FloatKind::Single),
            LLVMTypeKind::LLVMDoubleTypeKind => Some(FloatKind::Double),
            LLVMTypeKind::LLVMX86_FP80TypeKind => Some(FloatKind::X87),
            LLVMTypeKind::LLVMFP128TypeKind => Some(FloatKind::Quad),
            LLVMTypeKind::LLVMVectorTypeKind => self.element()?.float_kind(),
            _ => None,
        }
    }

    /// # Safety
    /// `raw` is a live type.
    pub(super) unsafe fn wrap(raw: LLVMTypeRef) -> Type<'m> {
        debug_assert!(!raw.is_null());
        Type {
            raw,
            module: PhantomData,
        }
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.raw
    }

    pub fn kind(self) -> TypeKind {
        // SAFETY: the type is live, and each question fits its kind.
        unsafe {
            match LLVMGetTypeKind(self.raw) {
                LLVMTypeKind::LLVMVoidTypeKind => TypeKind::Void,
                LLVMTypeKind::LLVMIntegerTypeKind => TypeKind::Int(LLVMGetIntTypeWidth(self.raw)),
                LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => {
                    TypeKind::Float(16)
                }
                LLVMTypeKind::LLVMFloatTypeKind => TypeKind::Float(32),
                LLVMTypeKind::LLVMDoubleTypeKind => TypeKind::Float(64),
                LLVMTypeKind::LLVMX86_FP80TypeKind => TypeKind::Float(80),
                LLVMTypeKind::LLVMFP128TypeKind | LLVMTypeKind::LLVMPPC_FP128TypeKind => {
                    TypeKind::Float(128)
                }
                LLVMTypeKind::LLVMPointerTypeKind => TypeKind::Pointer,
                LLVMTypeKind::LLVMStructTypeKind => TypeKind::Struct,
                LLVMTypeKind::LLVMArrayTypeKind => TypeKind::Array(LLVMGetArrayLength2(self.raw)),
                LLVMTypeKind::LLVMVectorTypeKind => TypeKind::Vector(LLVMGetVectorSize(self.raw)),
                LLVMTypeKind::LLVMFunctionTypeKind => TypeKind::Function,
                LLVMTypeKind::LLVMLabelTypeKind
                | LLVMTypeKind::LLVMMetadataTypeKind
                | LLVMTypeKind::LLVMTokenTypeKind
                | LLVMTypeKind::LLVMScalableVectorTypeKind
                | LLVMTypeKind::LLVMX86_MMXTypeKind
                | LLVMTypeKind::LLVMX86_AMXTypeKind
                | LLVMTypeKind::LLVMTargetExtTypeKind => TypeKind::Other,
            }
        }
    }

    pub fn is_void(self) -> bool {
        self.kind() == TypeKind::Void
    }

    pub fn is_pointer(self) -> bool {
        self.kind() == TypeKind::Pointer
    }

    /// The element type of an array or vector.
    pub fn element(self) -> Option<Type<'m>> {
        match self.kind() {
            // SAFETY: arrays and vectors have an element type.
            TypeKind::Array(_) | TypeKind::Vector(_) => unsafe {
                Some(Type::wrap(LLVMGetElementType(self.raw)))
            },
            _ => None,
        }
    }

    /// The fields of a struct; empty for other types.
    pub fn fields(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Struct {
            return Vec::new();
        }
        // SAFETY: LLVM writes exactly `count` types.
        unsafe {
            let count = LLVMCountStructElementTypes(self.raw) as usize;
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetStructElementTypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|t| Type::wrap(t)).collect()
        }
    }

    /// The parameters of a function type; empty for other types.
    pub fn params(self) -> Vec<Type<'m>> {
        if self.kind() != TypeKind::Function {
            return Vec::new();
        }
        // SAFETY: LLVM writes exactly `count` types.
        unsafe {
            let count = LLVMCountParamTypes(self.raw) as usize;
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|t| Type::wrap(t)).collect()
        }
    }

    /// Whether a function takes further arguments after its parameters.
    pub fn is_variadic(self) -> bool {
        // SAFETY: only function types are asked.
        self.kind() == TypeKind::Function && unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// The result of a function type.
    pub fn result(self) -> Type<'m> {
        assert_eq!(
            self.kind(),
            TypeKind::Function,
            "only functions have a result"
        );
        // SAFETY: it is a function type.
        unsafe { Type::wrap(LLVMGetReturnType(self.raw)) }
    }
}

/// As LLVM writes it.
impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: the type is live.
        f.write_str(&unsafe { take_message(LLVMPrintTypeToString(self.raw)) })
    }
}
