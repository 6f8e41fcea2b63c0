//! Debug information: source locations, C variables and C types.
//!
//! The C interface knows names, sizes and offsets; base types and members are read as the operands of metadata nodes,
//! whose order is part of LLVM 19's bitcode format and thus stable. What it does not give (the value of an enumerator)
//! is read from the node's text.

use super::value::{Value, ValueKind};
use super::{take_message, text_of};
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use std::marker::PhantomData;

/// A node of debug information.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meta<'m> {
    raw: LLVMMetadataRef,
    context: LLVMContextRef,
    module: PhantomData<&'m ()>,
}

/// What a node is, as far as lowering distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetaKind {
    BasicType,
    DerivedType,
    CompositeType,
    SubroutineType,
    Subrange,
    Enumerator,
    LocalVariable,
    GlobalVariable,
    Tuple,
    Other,
}

/// A point in the source, as clang reports it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceLocation {
    pub directory: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl<'m> Value<'m> {
    /// The source location of an instruction, function or global.
    pub fn location(self) -> Option<SourceLocation> {
        // SAFETY: the value is an instruction, function or global variable (the C interface asserts nothing else); LLVM
        // owns the texts.
        unsafe {
            let mut length = 0;
            let file = LLVMGetDebugLocFilename(self.raw(), &mut length);
            if file.is_null() {
                return None;
            }
            let file = text_of(file, length as usize);
            let directory = LLVMGetDebugLocDirectory(self.raw(), &mut length);
            let directory = if directory.is_null() {
                String::new()
            } else {
                text_of(directory, length as usize)
            };
            let column = if self.kind() == ValueKind::Instruction {
                LLVMGetDebugLocColumn(self.raw())
            } else {
                0
            };
            Some(SourceLocation {
                directory,
                file,
                line: LLVMGetDebugLocLine(self.raw()),
                column,
            })
        }
    }

    /// The C type of what a function returns; `None` also for `void`.
    pub fn result_type(self) -> Option<Meta<'m>> {
        // SAFETY: asked of functions only; null where there is no debug information.
        let subprogram = unsafe {
            let raw = LLVMGetSubprogram(self.raw());
            let context = LLVMGetTypeContext(self.ty().raw());
            Meta::wrap(raw, context)?
        };
        let types = subprogram.node_at(4)?.node_at(3)?;
        types.node_at(0)
    }

    /// The blocks of the source that contain an instruction, the innermost first; empty where that is not known.
    pub fn scopes(self) -> Vec<Meta<'m>> {
        // SAFETY: the value is an instruction; the scope of a location is never null.
        let mut next = unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw());
            if location.is_null() || LLVMDILocationGetLine(location) == 0 {
                return Vec::new();
            }
            let context = LLVMGetTypeContext(self.ty().raw());
            Meta::wrap(LLVMDILocationGetScope(location), context)
        };
        let mut scopes = Vec::new();
        while let Some(scope) = next {
            scopes.push(scope);
            // The parent of a block is its second operand; a function is the outermost one.
            // SAFETY: it is a node of the module.
            let is_block = unsafe {
                matches!(
                    LLVMGetMetadataKind(scope.raw),
                    LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                        | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
                )
            };
            next = if is_block { scope.node_at(1) } else { None };
        }
        scopes
    }

    /// Whether an instruction is in a block inside its function's outermost one.
    pub fn is_in_inner_block(self) -> bool {
        // SAFETY: the value is an instruction; the scope of a location is never null.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw());
            if location.is_null() {
                return false;
            }
            let scope = LLVMDILocationGetScope(location);
            matches!(
                LLVMGetMetadataKind(scope),
                LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
            )
        }
    }

    /// For an argument of `llvm.dbg.declare`: the value that the metadata wraps.
    pub fn wrapped_value(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::Metadata {
            return None;
        }
        // SAFETY: a metadata value that wraps a value has exactly one operand, the value; nodes have as many as they say.
        unsafe {
            if LLVMGetMDNodeNumOperands(self.raw()) != 1 {
                return None;
            }
            let mut value = std::ptr::null_mut();
            LLVMGetMDNodeOperands(self.raw(), &mut value);
            Value::wrap(value).filter(|v| v.kind() != ValueKind::Metadata)
        }
    }

    /// The node of a metadata value.
    pub fn meta(self) -> Option<Meta<'m>> {
        if self.kind() != ValueKind::Metadata {
            return None;
        }
        // SAFETY: it is a metadata value.
        unsafe {
            let raw = LLVMValueAsMetadata(self.raw());
            let context = LLVMGetTypeContext(self.ty().raw());
            Meta::wrap(raw, context)
        }
    }

    /// The C variables that a global stands for.
    pub fn global_variables(self) -> Vec<Meta<'m>> {
        let mut variables = Vec::new();
        // SAFETY: asked of global variables only; LLVM says how many entries there are, and we free them.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().raw());
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.raw(), &mut count);
            for i in 0..count {
                let node = LLVMValueMetadataEntriesGetMetadata(entries, i as u32);
                if let LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind =
                    LLVMGetMetadataKind(node)
                {
                    let variable = LLVMDIGlobalVariableExpressionGetVariable(node);
                    variables.extend(Meta::wrap(variable, context));
                }
            }
            LLVMDisposeValueMetadataEntries(entries);
        }
        variables
    }
}

impl<'m> Meta<'m> {
    /// # Safety
    /// `raw` is null or live metadata of `context`.
    unsafe fn wrap(raw: LLVMMetadataRef, context: LLVMContextRef) -> Option<Meta<'m>> {
        (!raw.is_null()).then_some(Meta {
            raw,
            context,
            module: PhantomData,
        })
    }

    pub fn kind(self) -> MetaKind {
        use LLVMMetadataKind::*;
        // SAFETY: the node is live.
        match unsafe { LLVMGetMetadataKind(self.raw) } {
            LLVMDIBasicTypeMetadataKind => MetaKind::BasicType,
            LLVMDIDerivedTypeMetadataKind => MetaKind::DerivedType,
            LLVMDICompositeTypeMetadataKind => MetaKind::CompositeType,
            LLVMDISubroutineTypeMetadataKind => MetaKind::SubroutineType,
            LLVMDISubrangeMetadataKind => MetaKind::Subrange,
            LLVMDIEnumeratorMetadataKind => MetaKind::Enumerator,
            LLVMDILocalVariableMetadataKind => MetaKind::LocalVariable,
            LLVMDIGlobalVariableMetadataKind => MetaKind::GlobalVariable,
            LLVMMDTupleMetadataKind => MetaKind::Tuple,
            _ => MetaKind::Other,
        }
    }

    fn is_type(self) -> bool {
        matches!(
            self.kind(),
            MetaKind::BasicType
                | MetaKind::DerivedType
                | MetaKind::CompositeType
                | MetaKind::SubroutineType
        )
    }

    /// The operands of the node, as values; `None` where there is nothing.
    fn operands(self) -> Vec<Option<Value<'m>>> {
        // SAFETY: only nodes are asked (strings and wrapped values have no operands here); LLVM writes that many.
        unsafe {
            match LLVMGetMetadataKind(self.raw) {
                LLVMMetadataKind::LLVMMDStringMetadataKind
                | LLVMMetadataKind::LLVMConstantAsMetadataMetadataKind
                | LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind => return Vec::new(),
                _ => {}
            }
            let value = LLVMMetadataAsValue(self.context, self.raw);
            let count = LLVMGetMDNodeNumOperands(value) as usize;
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(value, raw.as_mut_ptr());
            raw.into_iter().map(|v| Value::wrap(v)).collect()
        }
    }

    fn node_at(self, index: usize) -> Option<Meta<'m>> {
        self.operands().get(index).copied().flatten()?.meta()
    }

    fn text_at(self, index: usize) -> Option<String> {
        let value = self.operands().get(index).copied().flatten()?;
        if value.kind() != ValueKind::Metadata {
            return None;
        }
        let mut length = 0;
        // SAFETY: null unless it is a string, which LLVM owns.
        unsafe {
            let text = LLVMGetMDString(value.raw(), &mut length);
            (!text.is_null()).then(|| text_of(text, length as usize))
        }
    }

    // ---- types ----

    /// The DWARF tag of a type.
    pub fn tag(self) -> u16 {
        // SAFETY: the node is live; LLVM gives 0 for what has no tag.
        unsafe { LLVMGetDINodeTag(self.raw) }
    }

    pub fn type_name(self) -> String {
        if !self.is_type() {
            return String::new();
        }
        let mut length = 0;
        // SAFETY: it is a type; LLVM owns the text.
        unsafe {
            let text = LLVMDITypeGetName(self.raw, &mut length);
            text_of(text, length)
        }
    }

    pub fn size_bits(self) -> u64 {
        if !self.is_type() {
            return 0;
        }
        // SAFETY: it is a type.
        unsafe { LLVMDITypeGetSizeInBits(self.raw) }
    }

    pub fn offset_bits(self) -> u64 {
        if !self.is_type() {
            return 0;
        }
        // SAFETY: it is a type.
        unsafe { LLVMDITypeGetOffsetInBits(self.raw) }
    }

    /// The base type of a derived type, the element of an array, the integer type of an enumeration.
    pub fn base_type(self) -> Option<Meta<'m>> {
        match self.kind() {
            MetaKind::DerivedType | MetaKind::CompositeType => self.node_at(3),
            _ => None,
        }
    }

    /// The members of a composite type; the dimensions of an array; the entries of a tuple.
    pub fn elements(self) -> Vec<Meta<'m>> {
        let tuple = match self.kind() {
            MetaKind::CompositeType => self.node_at(4),
            MetaKind::Tuple => Some(self),
            _ => None,
        };
        let Some(tuple) = tuple else {
            return Vec::new();
        };
        let entries = tuple.operands();
        entries
            .into_iter()
            .flatten()
            .filter_map(|v| v.meta())
            .collect()
    }

    /// The number of elements of a dimension, if it is constant.
    pub fn count(self) -> Option<u64> {
        if self.kind() != MetaKind::Subrange {
            return None;
        }
        let count = self.operands().first().copied().flatten()?;
        // `-1` stands for an array without a length.
        count
            .int_value()?
            .to_i64()
            .and_then(|n| u64::try_from(n).ok())
    }

    /// Name and value of an enumerator.
    pub fn enumerator(self) -> Option<(String, i64)> {
        if self.kind() != MetaKind::Enumerator {
            return None;
        }
        let name = self.text_at(0)?;
        // SAFETY: the node is live; printing allocates a text that we free.
        let text = unsafe {
            take_message(LLVMPrintValueToString(LLVMMetadataAsValue(
                self.context,
                self.raw,
            )))
        };
        let value = text.rsplit("value: ").next()?;
        let digits = value.split([',', ')']).next()?;
        let value = digits
            .parse::<i64>()
            .or_else(|_| digits.parse::<u64>().map(|v| v as i64))
            .ok()?;
        Some((name, value))
    }

    // ---- variables ----

    pub fn variable_name(self) -> String {
        self.text_at(1).unwrap_or_default()
    }

    pub fn variable_type(self) -> Option<Meta<'m>> {
        match self.kind() {
            MetaKind::LocalVariable | MetaKind::GlobalVariable => self.node_at(3),
            _ => None,
        }
    }

    pub fn variable_location(self) -> Option<SourceLocation> {
        if !matches!(
            self.kind(),
            MetaKind::LocalVariable | MetaKind::GlobalVariable
        ) {
            return None;
        }
        // SAFETY: it is a variable; LLVM owns the texts.
        unsafe {
            let file = LLVMDIVariableGetFile(self.raw);
            if file.is_null() {
                return None;
            }
            let mut length = 0;
            let name = text_of(LLVMDIFileGetFilename(file, &mut length), length as usize);
            let directory = text_of(LLVMDIFileGetDirectory(file, &mut length), length as usize);
            Some(SourceLocation {
                directory,
                file: name,
                line: LLVMDIVariableGetLine(self.raw),
                column: 0,
            })
        }
    }
}
