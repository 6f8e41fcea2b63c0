//! `--undefined-functions havoc`: a function without a body may change whatever it can reach.
//!
//! That is: every variable of the program, and all that the addresses lead to that it is given, or that such a function was
//! given before and may have kept. Where the text of the program says what that is, all of it gets unknown values; where
//! it does not, the call is not supported. It is known if
//!
//! - no variable of the program has a pointer in it, nor has what an argument points to, and the program turns no address
//!   into a number: then nothing leads further;
//! - each pointer among the arguments is null, or the address of (a part of) a variable;
//! - a local variable is passed by the only such call in its function, and no function called there makes one: so nobody
//!   who has kept its address gets to run while it lives, but through this call.
//!
//! What the models of the C library keep for themselves is not changed.

use super::FunctionLowerer;
use super::builtin::is_nondet;
use super::call::{is_library, resolve_alias};
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use program::InputSource;
use rustc_hash::FxHashSet;
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// Gives unknown values to all that the called function can reach; `Err` says in words why that is not known.
    pub fn change_reachable(&mut self, call: Value<'m>, name: &str) -> Result<(), String> {
        let globals = self.mutable_globals();
        let locals = self.passed_locals(call)?;
        if !locals.is_empty() {
            self.check_nobody_else_keeps(call)?;
        }
        // Of a struct that is only declared nobody knows what is in it.
        let module = self.lowerer.module;
        let is_hidden = |g: &Value<'m>| {
            g.value_type().kind() == TypeKind::Struct && module.alloc_size(g.value_type()) == 0
        };
        let has_pointer = |g: &&Value<'m>| is_hidden(g) || contains_pointer(g.value_type());
        if let Some(global) = globals.iter().find(has_pointer) {
            return Err(format!("changes what `{}` points to", global.name()));
        }
        let changes_anything = !globals.is_empty() || !locals.is_empty();
        if changes_anything && self.makes_numbers_of_addresses() {
            return Err("changes memory, in a program that makes numbers of addresses".to_string());
        }
        let mut objects: Vec<(Term, u64)> = Vec::new();
        for global in globals {
            let address = self.value(global);
            let size = self.lowerer.static_size(global);
            objects.push((address, size));
        }
        for local in locals {
            let address = self.value(local);
            let size = self.lowerer.module.alloc_size(local.allocated_type());
            objects.push((address, size));
        }
        let width = self.lowerer.pointer_width();
        for (address, size) in objects {
            let length = self.lowerer.pool.bv_u64(width, size);
            self.unknown_bytes(address, length, InputSource::External(name.to_string()));
        }
        Ok(())
    }

    /// The variables of the program that can be written.
    fn mutable_globals(&self) -> Vec<Value<'m>> {
        let globals = self.lowerer.module.globals().into_iter();
        globals
            .filter(|g| !g.is_constant_global() && !g.users().is_empty())
            .filter(|g| !g.name().starts_with("llvm.") && !g.is_weak_undefined())
            .filter(|g| !is_of_model(*g))
            .collect()
    }

    /// The local variables whose addresses are passed; no other object is.
    fn passed_locals(&self, call: Value<'m>) -> Result<Vec<Value<'m>>, String> {
        let mut locals = Vec::new();
        for (index, arg) in call.args().into_iter().enumerate() {
            if !arg.ty().is_pointer() && !contains_pointer(arg.ty()) {
                continue;
            }
            let base = base_of(arg);
            let is_local =
                base.kind() == ValueKind::Instruction && base.opcode() == Opcode::LLVMAlloca;
            match base.kind() {
                ValueKind::ConstantNull | ValueKind::GlobalVariable => {}
                _ if is_local && base.operand(0).kind() == ValueKind::ConstantInt => {
                    if contains_pointer(base.allocated_type()) {
                        return Err("changes what a pointer in a variable points to".to_string());
                    }
                    locals.push(base);
                }
                _ => return Err(format!("changes what its argument {} leads to", index + 1)),
            }
        }
        Ok(locals)
    }

    fn check_nobody_else_keeps(&self, call: Value<'m>) -> Result<(), String> {
        let Some(function) = self.function else {
            return Err("changes memory".to_string());
        };
        let others = calls(function)
            .into_iter()
            .filter(|c| *c != call && self.may_call_unknown(*c));
        match others.count() {
            0 => Ok(()),
            _ => Err("may have kept the address of a local variable".to_string()),
        }
    }

    /// Whether a call gets to a function without a body that the program does not know.
    fn may_call_unknown(&self, call: Value<'m>) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![call];
        while let Some(call) = work.pop() {
            let called = resolve_alias(call.called());
            if called.kind() != ValueKind::Function {
                return called.kind() != ValueKind::InlineAsm;
            }
            if called.is_declaration() {
                if self.is_unknown(called) {
                    return true;
                }
            } else if seen.insert(called) {
                work.extend(calls(called));
            }
        }
        false
    }

    fn is_unknown(&self, function: Value<'m>) -> bool {
        let name = function.name();
        let known = name.starts_with("llvm.")
            || is_nondet(&name)
            || is_library(function, &name)
            || self.lowerer.error_functions.contains(&name);
        !known
    }

    fn makes_numbers_of_addresses(&self) -> bool {
        let functions = self.lowerer.module.functions().into_iter();
        let own = functions.filter(|f| !f.is_declaration() && !is_of_model(*f));
        let is_cast = |i: &Value<'m>| i.opcode() == Opcode::LLVMPtrToInt;
        own.flat_map(|f| f.blocks())
            .flat_map(|b| b.insts())
            .any(|i| is_cast(&i))
    }
}

/// Whether it belongs to a model of the C library.
fn is_of_model(value: Value<'_>) -> bool {
    let location = match value.kind() {
        ValueKind::GlobalVariable => value
            .global_variables()
            .first()
            .and_then(|v| v.variable_location()),
        _ => value.location(),
    };
    location.is_some_and(|l| l.file.starts_with("aver/"))
}

/// The calls in a function.
fn calls(function: Value<'_>) -> Vec<Value<'_>> {
    let blocks = function.blocks().into_iter();
    let is_call = |i: &Value<'_>| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    blocks.flat_map(|b| b.insts()).filter(is_call).collect()
}

/// What an address computation starts from.
fn base_of(value: Value<'_>) -> Value<'_> {
    let mut value = value;
    while matches!(
        value.kind(),
        ValueKind::Instruction | ValueKind::ConstantExpr
    ) && value.opcode() == Opcode::LLVMGetElementPtr
    {
        value = value.operand(0);
    }
    value
}

fn contains_pointer(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::Int(_) | TypeKind::Float(_) => false,
        TypeKind::Struct => ty.fields().into_iter().any(contains_pointer),
        TypeKind::Array(_) | TypeKind::Vector(_) => ty.element().is_none_or(contains_pointer),
        TypeKind::Pointer | TypeKind::Void | TypeKind::Function | TypeKind::Other => true,
    }
}
