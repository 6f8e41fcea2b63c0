//! Values: functions, globals, constants, arguments, instructions; and basic blocks.

use super::module::walk;
use super::types::Type;
use super::{take_message, text_of};
use llvm_sys::LLVMValueKind as Kind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMAttributeReturnIndex};
use std::marker::PhantomData;

pub use llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOp, LLVMIntPredicate as Predicate, LLVMOpcode as Opcode,
    LLVMRealPredicate as FloatPredicate,
};

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m ()>,
}

/// What a value is, as far as lowering distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Argument,
    Instruction,
    Function,
    GlobalVariable,
    GlobalAlias,
    ConstantInt,
    ConstantFloat,
    ConstantNull,
    /// Zero of any aggregate type.
    ConstantZero,
    ConstantExpr,
    /// An array, struct or vector given by its operands.
    ConstantAggregate,
    /// An array or vector of simple elements, packed.
    ConstantData,
    Undef,
    Poison,
    BlockAddress,
    InlineAsm,
    IndirectFunction,
    Metadata,
    Other,
}

impl<'m> Value<'m> {
    /// `None` for null.
    ///
    /// # Safety
    /// `raw` is null or a live value.
    pub(super) unsafe fn wrap(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then_some(Value {
            raw,
            module: PhantomData,
        })
    }

    /// # Safety
    /// `raw` is a live value.
    unsafe fn known(raw: LLVMValueRef) -> Value<'m> {
        // SAFETY: by the contract of this function.
        unsafe { Value::wrap(raw) }.expect("LLVM gives this value to every instruction of its kind")
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw
    }

    pub fn kind(self) -> ValueKind {
        // SAFETY: the value is live.
        match unsafe { LLVMGetValueKind(self.raw) } {
            Kind::LLVMArgumentValueKind => ValueKind::Argument,
            Kind::LLVMInstructionValueKind => ValueKind::Instruction,
            Kind::LLVMFunctionValueKind => ValueKind::Function,
            Kind::LLVMGlobalVariableValueKind => ValueKind::GlobalVariable,
            Kind::LLVMGlobalAliasValueKind => ValueKind::GlobalAlias,
            Kind::LLVMConstantIntValueKind => ValueKind::ConstantInt,
            Kind::LLVMConstantFPValueKind => ValueKind::ConstantFloat,
            Kind::LLVMConstantPointerNullValueKind => ValueKind::ConstantNull,
            Kind::LLVMConstantAggregateZeroValueKind => ValueKind::ConstantZero,
            Kind::LLVMConstantExprValueKind => ValueKind::ConstantExpr,
            Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantStructValueKind
            | Kind::LLVMConstantVectorValueKind => ValueKind::ConstantAggregate,
            Kind::LLVMConstantDataArrayValueKind | Kind::LLVMConstantDataVectorValueKind => {
                ValueKind::ConstantData
            }
            Kind::LLVMUndefValueValueKind => ValueKind::Undef,
            Kind::LLVMPoisonValueKind => ValueKind::Poison,
            Kind::LLVMBlockAddressValueKind => ValueKind::BlockAddress,
            Kind::LLVMInlineAsmValueKind => ValueKind::InlineAsm,
            Kind::LLVMGlobalIFuncValueKind => ValueKind::IndirectFunction,
            Kind::LLVMMetadataAsValueValueKind => ValueKind::Metadata,
            Kind::LLVMBasicBlockValueKind
            | Kind::LLVMMemoryUseValueKind
            | Kind::LLVMMemoryDefValueKind
            | Kind::LLVMMemoryPhiValueKind
            | Kind::LLVMConstantTokenNoneValueKind
            | Kind::LLVMConstantTargetNoneValueKind
            | Kind::LLVMConstantPtrAuthValueKind => ValueKind::Other,
        }
    }

    pub fn is_constant(self) -> bool {
        // SAFETY: the value is live.
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }

    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: LLVM owns the text.
        unsafe {
            let text = LLVMGetValueName2(self.raw, &mut length);
            text_of(text, length)
        }
    }

    pub fn ty(self) -> Type<'m> {
        // SAFETY: the value is live.
        unsafe { Type::wrap(LLVMTypeOf(self.raw)) }
    }

    /// As LLVM writes it.
    pub fn print(self) -> String {
        // SAFETY: the value is live.
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    // ---- users: instructions and constants with operands ----

    pub fn operand_count(self) -> u32 {
        match self.kind() {
            ValueKind::Instruction
            | ValueKind::ConstantExpr
            | ValueKind::ConstantAggregate
            | ValueKind::Function
            | ValueKind::GlobalVariable
            | ValueKind::GlobalAlias => {
                // SAFETY: these kinds are users.
                unsafe { LLVMGetNumOperands(self.raw) as u32 }
            }
            _ => 0,
        }
    }

    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(
            index < self.operand_count(),
            "operand {index} of {}",
            self.print()
        );
        // SAFETY: the operand exists.
        unsafe { Value::known(LLVMGetOperand(self.raw, index)) }
    }

    pub fn operands(self) -> Vec<Value<'m>> {
        (0..self.operand_count())
            .filter_map(|i| {
                // SAFETY: the operand exists; it may be null in incomplete users.
                unsafe { Value::wrap(LLVMGetOperand(self.raw, i)) }
            })
            .collect()
    }

    /// The users of the value: instructions and constants.
    pub fn users(self) -> Vec<Value<'m>> {
        let mut users = Vec::new();
        // SAFETY: walks the use list of a live value.
        unsafe {
            let mut current = LLVMGetFirstUse(self.raw);
            while !current.is_null() {
                users.extend(Value::wrap(LLVMGetUser(current)));
                current = LLVMGetNextUse(current);
            }
        }
        users
    }

    // ---- instructions ----

    pub fn opcode(self) -> Opcode {
        match self.kind() {
            // SAFETY: the question fits the kind.
            ValueKind::ConstantExpr => unsafe { LLVMGetConstOpcode(self.raw) },
            // SAFETY: as above.
            ValueKind::Instruction => unsafe { LLVMGetInstructionOpcode(self.raw) },
            other => panic!("{other:?} has no opcode"),
        }
    }

    pub fn block(self) -> Block<'m> {
        assert_eq!(
            self.kind(),
            ValueKind::Instruction,
            "only instructions are in blocks"
        );
        // SAFETY: it is an instruction of a function.
        unsafe { Block::known(LLVMGetInstructionParent(self.raw)) }
    }

    pub fn next(self) -> Option<Value<'m>> {
        // SAFETY: asked of instructions only.
        unsafe { Value::wrap(LLVMGetNextInstruction(self.raw)) }
    }

    pub fn previous(self) -> Option<Value<'m>> {
        // SAFETY: asked of instructions only.
        unsafe { Value::wrap(LLVMGetPreviousInstruction(self.raw)) }
    }

    pub fn predicate(self) -> Predicate {
        // SAFETY: asked of integer comparisons only.
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    pub fn float_predicate(self) -> FloatPredicate {
        // SAFETY: asked of floating-point comparisons only.
        unsafe { LLVMGetFCmpPredicate(self.raw) }
    }

    /// Whether a flag makes signed overflow undefined.
    pub fn no_signed_wrap(self) -> bool {
        // SAFETY: asked of add, sub, mul and shl only.
        unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    /// Whether a flag makes unsigned overflow undefined.
    pub fn no_unsigned_wrap(self) -> bool {
        // SAFETY: asked of add, sub, mul and shl only.
        unsafe { LLVMGetNUW(self.raw) != 0 }
    }

    /// Whether a division or right shift must not lose anything.
    pub fn is_exact(self) -> bool {
        // SAFETY: asked of divisions and right shifts only.
        unsafe { LLVMGetExact(self.raw) != 0 }
    }

    /// Whether the operand must not be negative.
    pub fn is_nneg(self) -> bool {
        // SAFETY: asked of zext only.
        unsafe { LLVMGetNNeg(self.raw) != 0 }
    }

    /// Whether the operands must have no bit in common.
    pub fn is_disjoint(self) -> bool {
        // SAFETY: asked of or only.
        unsafe { LLVMGetIsDisjoint(self.raw) != 0 }
    }

    /// Whether an address must be in its object.
    pub fn is_inbounds(self) -> bool {
        // SAFETY: asked of getelementptr only.
        unsafe { LLVMIsInBounds(self.raw) != 0 }
    }

    /// Whether clang made the instruction for one of its checks.
    pub fn is_nosanitize(self) -> bool {
        const NAME: &str = "nosanitize";
        // SAFETY: asked of instructions only.
        unsafe {
            let context = LLVMGetTypeContext(self.ty().raw());
            let kind = LLVMGetMDKindIDInContext(context, NAME.as_ptr().cast(), NAME.len() as u32);
            LLVMHasMetadata(self.raw) != 0 && !LLVMGetMetadata(self.raw, kind).is_null()
        }
    }

    pub fn atomic_op(self) -> AtomicOp {
        // SAFETY: asked of `atomicrmw` only.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    /// The type that an `alloca` allocates.
    pub fn allocated_type(self) -> Type<'m> {
        // SAFETY: asked of `alloca` only.
        unsafe { Type::wrap(LLVMGetAllocatedType(self.raw)) }
    }

    /// The alignment of an alloca, load, store or global.
    pub fn alignment(self) -> u64 {
        // SAFETY: asked of these only.
        u64::from(unsafe { LLVMGetAlignment(self.raw) }.max(1))
    }

    /// The type over which a `getelementptr` walks.
    pub fn gep_source(self) -> Type<'m> {
        // SAFETY: asked of `getelementptr` instructions and constants only.
        unsafe { Type::wrap(LLVMGetGEPSourceElementType(self.raw)) }
    }

    /// The indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        // SAFETY: asked of these only; LLVM owns that many indices.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.raw), count).to_vec()
        }
    }

    /// The mask of a `shufflevector`; `None` for an undefined lane.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        // SAFETY: asked of `shufflevector` only.
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.raw, i)).ok())
                .collect()
        }
    }

    /// Values and blocks of a `phi`.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        // SAFETY: asked of `phi` only; both lists have that length.
        unsafe {
            (0..LLVMCountIncoming(self.raw))
                .map(|i| {
                    (
                        Value::known(LLVMGetIncomingValue(self.raw, i)),
                        Block::known(LLVMGetIncomingBlock(self.raw, i)),
                    )
                })
                .collect()
        }
    }

    pub fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: asked of terminators only.
        unsafe {
            (0..LLVMGetNumSuccessors(self.raw))
                .map(|i| Block::known(LLVMGetSuccessor(self.raw, i)))
                .collect()
        }
    }

    /// The condition of a conditional branch.
    pub fn condition(self) -> Option<Value<'m>> {
        // SAFETY: asked of `br` only.
        unsafe {
            if LLVMIsConditional(self.raw) != 0 {
                Value::wrap(LLVMGetCondition(self.raw))
            } else {
                None
            }
        }
    }

    // ---- calls ----

    pub fn called(self) -> Value<'m> {
        // SAFETY: asked of calls and invokes only.
        unsafe { Value::known(LLVMGetCalledValue(self.raw)) }
    }

    pub fn called_type(self) -> Type<'m> {
        // SAFETY: asked of calls and invokes only.
        unsafe { Type::wrap(LLVMGetCalledFunctionType(self.raw)) }
    }

    pub fn args(self) -> Vec<Value<'m>> {
        // SAFETY: asked of calls and invokes only, whose arguments come first among the operands.
        unsafe {
            (0..LLVMGetNumArgOperands(self.raw))
                .map(|i| Value::known(LLVMGetOperand(self.raw, i)))
                .collect()
        }
    }

    /// The type that a call's argument is copied as, if it is passed `byval`.
    pub fn byval(self, argument: u32) -> Option<Type<'m>> {
        self.argument_pointee(argument, "byval")
    }

    /// The type of a call's result, if the call writes it to where this argument points.
    pub fn sret(self, argument: u32) -> Option<Type<'m>> {
        self.argument_pointee(argument, "sret")
    }

    fn argument_pointee(self, argument: u32, kind: &str) -> Option<Type<'m>> {
        // SAFETY: asked of calls and invokes only; parameter attributes count from 1.
        unsafe {
            let found = LLVMGetCallSiteEnumAttribute(self.raw, argument + 1, attribute(kind));
            (!found.is_null()).then(|| Type::wrap(LLVMGetTypeAttributeValue(found)))
        }
    }

    /// Whether an access is to a volatile object.
    pub fn is_volatile(self) -> bool {
        // SAFETY: asked of loads and stores only.
        unsafe { LLVMGetVolatile(self.raw) != 0 }
    }

    /// The alignment that a call promises for an argument; 1 if it promises none.
    pub fn argument_align(self, argument: u32) -> u64 {
        // SAFETY: asked of calls only.
        unsafe {
            let index: LLVMAttributeIndex = argument + 1;
            let found = LLVMGetCallSiteEnumAttribute(self.raw, index, attribute("align"));
            match found.is_null() {
                true => 1,
                false => LLVMGetEnumAttributeValue(found),
            }
        }
    }

    /// Whether an argument of a call has an attribute such as `noundef`.
    pub fn argument_has(self, argument: u32, attribute_name: &str) -> bool {
        // SAFETY: asked of calls and invokes only.
        unsafe {
            let kind = attribute(attribute_name);
            !LLVMGetCallSiteEnumAttribute(self.raw, argument + 1, kind).is_null()
        }
    }

    /// Whether a call says that it does not return.
    pub fn call_is_noreturn(self) -> bool {
        // SAFETY: asked of calls and invokes only.
        unsafe {
            let kind = attribute("noreturn");
            !LLVMGetCallSiteEnumAttribute(self.raw, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    // ---- functions and globals ----

    /// Whether the function or global has no body or initialiser.
    pub fn is_declaration(self) -> bool {
        // SAFETY: asked of globals only.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// The type of what the global holds; for functions their type.
    pub fn value_type(self) -> Type<'m> {
        // SAFETY: asked of globals only.
        unsafe { Type::wrap(LLVMGlobalGetValueType(self.raw)) }
    }

    pub fn initializer(self) -> Option<Value<'m>> {
        // SAFETY: asked of global variables only.
        unsafe { Value::wrap(LLVMGetInitializer(self.raw)) }
    }

    pub fn is_constant_global(self) -> bool {
        // SAFETY: asked of global variables only.
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::GlobalAlias {
            return None;
        }
        // SAFETY: it is an alias.
        unsafe { Value::wrap(LLVMAliasGetAliasee(self.raw)) }
    }

    pub fn params(self) -> Vec<Value<'m>> {
        // SAFETY: asked of functions only; LLVM writes that many parameters.
        unsafe {
            let count = LLVMCountParams(self.raw) as usize;
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetParams(self.raw, raw.as_mut_ptr());
            raw.into_iter().map(|v| Value::known(v)).collect()
        }
    }

    /// The type that a parameter points to if it is passed `byval` or `sret`.
    pub fn param_pointee(self, parameter: u32, attribute_name: &str) -> Option<Type<'m>> {
        // SAFETY: asked of functions only.
        unsafe {
            let index: LLVMAttributeIndex = parameter + 1;
            let found = LLVMGetEnumAttributeAtIndex(self.raw, index, attribute(attribute_name));
            (!found.is_null()).then(|| Type::wrap(LLVMGetTypeAttributeValue(found)))
        }
    }

    /// Whether a parameter has an attribute such as `nonnull`.
    pub fn param_has(self, parameter: u32, attribute_name: &str) -> bool {
        // SAFETY: asked of functions only.
        unsafe {
            let index: LLVMAttributeIndex = parameter + 1;
            !LLVMGetEnumAttributeAtIndex(self.raw, index, attribute(attribute_name)).is_null()
        }
    }

    /// The number that an attribute of a parameter has, such as `dereferenceable`.
    pub fn param_number(self, parameter: u32, attribute_name: &str) -> Option<u64> {
        // SAFETY: asked of functions only.
        unsafe {
            let index: LLVMAttributeIndex = parameter + 1;
            let found = LLVMGetEnumAttributeAtIndex(self.raw, index, attribute(attribute_name));
            (!found.is_null()).then(|| LLVMGetEnumAttributeValue(found))
        }
    }

    /// Whether the result of a function has an attribute.
    pub fn result_has(self, attribute_name: &str) -> bool {
        // SAFETY: asked of functions only.
        unsafe {
            let kind = attribute(attribute_name);
            !LLVMGetEnumAttributeAtIndex(self.raw, LLVMAttributeReturnIndex, kind).is_null()
        }
    }

    pub fn is_noreturn(self) -> bool {
        // SAFETY: asked of functions only.
        unsafe {
            let kind = attribute("noreturn");
            !LLVMGetEnumAttributeAtIndex(self.raw, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// Whether the function says that it writes to no memory (`const`, `pure`).
    pub fn writes_nothing(self) -> bool {
        /// Two bits for each kind of memory: it may be read, it may be written.
        const MAY_WRITE: u64 = 0b10_10_10;
        // SAFETY: asked of functions only.
        unsafe {
            let kind = attribute("memory");
            let found = LLVMGetEnumAttributeAtIndex(self.raw, LLVMAttributeFunctionIndex, kind);
            !found.is_null() && LLVMGetEnumAttributeValue(found) & MAY_WRITE == 0
        }
    }

    /// Whether [`super::Module::mark`] was called with that mark.
    pub fn has_mark(self, mark: &str) -> bool {
        // SAFETY: asked of functions only.
        unsafe {
            !LLVMGetStringAttributeAtIndex(
                self.raw,
                LLVMAttributeFunctionIndex,
                mark.as_ptr().cast(),
                mark.len() as u32,
            )
            .is_null()
        }
    }

    pub fn blocks(self) -> Vec<Block<'m>> {
        let mut blocks = Vec::new();
        // SAFETY: walks the list of a live function.
        unsafe {
            let mut current = LLVMGetFirstBasicBlock(self.raw);
            while !current.is_null() {
                blocks.push(Block::known(current));
                current = LLVMGetNextBasicBlock(current);
            }
        }
        blocks
    }
}

/// The number of one of LLVM's attributes.
fn attribute(name: &str) -> u32 {
    // SAFETY: the name is `name.len()` bytes long.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl<'m> Block<'m> {
    /// # Safety
    /// `raw` is a live block.
    pub(super) unsafe fn known(raw: LLVMBasicBlockRef) -> Block<'m> {
        assert!(!raw.is_null(), "LLVM gives a block here");
        Block {
            raw,
            module: PhantomData,
        }
    }

    pub fn insts(self) -> Vec<Value<'m>> {
        // SAFETY: walks the list of a live block.
        unsafe {
            walk(LLVMGetFirstInstruction(self.raw), |v| {
                LLVMGetNextInstruction(v)
            })
        }
    }

    /// The function that the block belongs to.
    pub fn function(self) -> Value<'m> {
        // SAFETY: the block is live, and in a function.
        unsafe { Value::known(LLVMGetBasicBlockParent(self.raw)) }
    }

    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: the block is live.
        unsafe { Value::wrap(LLVMGetBasicBlockTerminator(self.raw)) }
    }

    /// The terminators that jump here.
    pub fn branches(self) -> Vec<Value<'m>> {
        // SAFETY: a block is a value, whose users are terminators and the addresses of labels.
        let block: Value<'m> = unsafe { Value::known(LLVMBasicBlockAsValue(self.raw)) };
        let mut users = block.users();
        users.retain(|u| u.kind() == ValueKind::Instruction);
        users
    }
}
