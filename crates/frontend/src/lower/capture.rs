//! Where an address may go: whether it may be kept for later, or is only used for accesses.
//!
//! Both questions are answered by walking over the uses of a value in LLVM's IR. Whatever is not known to be harmless
//! counts as harmful, so the answer "no" is always right.

use super::FunctionLowerer;
use super::call::resolve_alias;
use crate::llvm::{Opcode, Value, ValueKind};
use rustc_hash::FxHashSet;

/// How many calls deep an argument is followed.
const DEPTH: u32 = 4;

impl<'m> FunctionLowerer<'_, 'm> {
    /// Whether a value is the address of a compound literal whose lifetime ends before its function returns. clang does not
    /// mark that end: a use after its block would look valid.
    pub fn may_outlive_its_block(&self, value: Value<'m>, inst: Value<'m>) -> bool {
        if !inst.is_in_inner_block() {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            if value.kind() != ValueKind::Instruction || !seen.insert(value) {
                continue;
            }
            match value.opcode() {
                Opcode::LLVMGetElementPtr => work.push(value.operand(0)),
                Opcode::LLVMSelect => work.extend([value.operand(1), value.operand(2)]),
                Opcode::LLVMPHI => work.extend(value.incoming().into_iter().map(|(v, _)| v)),
                Opcode::LLVMAlloca
                    if value.name().starts_with(".compoundliteral")
                        && !self.marked.contains(&value)
                        && !self.is_followed_literal(value) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}

/// Whether a call may leave one of its arguments where it can be found after the call.
pub fn may_keep(call: Value<'_>, function: Value<'_>, argument: usize) -> bool {
    let used = !call.users().is_empty();
    may_keep_parameter(function, argument, used, DEPTH)
}

fn may_keep_parameter(function: Value<'_>, index: usize, result_used: bool, depth: u32) -> bool {
    // A function without a body changes nothing, and no function of the library that is not C code keeps a pointer.
    if function.is_declaration() {
        return false;
    }
    let Some(&parameter) = function.params().get(index) else {
        // Of the models, those with variable arguments are `printf` and `scanf`.
        return !function
            .location()
            .is_some_and(|l| l.file.starts_with("aver/"));
    };
    if depth == 0 {
        return true;
    }
    let mut seen = FxHashSet::default();
    let mut work = vec![parameter];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in value.users() {
            if user.kind() != ValueKind::Instruction {
                return true;
            }
            match user.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMICmp => {}
                Opcode::LLVMStore if user.operand(0) != value => {}
                Opcode::LLVMStore => match loads_of_local(user.operand(1)) {
                    Some(loads) => work.extend(loads),
                    None => return true,
                },
                Opcode::LLVMGetElementPtr
                | Opcode::LLVMPHI
                | Opcode::LLVMSelect
                | Opcode::LLVMFreeze => work.push(user),
                Opcode::LLVMRet if !result_used => {}
                Opcode::LLVMCall => {
                    let called = resolve_alias(user.called());
                    if called.kind() != ValueKind::Function {
                        return true;
                    }
                    let keeps = |(index, arg): (usize, &Value<'_>)| {
                        let used = !user.users().is_empty();
                        *arg == value && may_keep_parameter(called, index, used, depth - 1)
                    };
                    if user.args().iter().enumerate().any(keeps) {
                        return true;
                    }
                }
                _ => return true,
            }
        }
    }
    false
}

/// What is read from a local variable, if nothing else is done with its address.
fn loads_of_local(slot: Value<'_>) -> Option<Vec<Value<'_>>> {
    if slot.kind() != ValueKind::Instruction || slot.opcode() != Opcode::LLVMAlloca {
        return None;
    }
    let mut loads = Vec::new();
    for user in slot.users() {
        match user.opcode() {
            Opcode::LLVMLoad => loads.push(user),
            Opcode::LLVMStore if user.operand(0) != slot => {}
            Opcode::LLVMCall if user.called().name().starts_with("llvm.lifetime.") => {}
            // Bytes that overwrite it.
            Opcode::LLVMCall if is_fill(user) && user.args().first() == Some(&slot) => {}
            _ => return None,
        }
    }
    Some(loads)
}

fn is_fill(call: Value<'_>) -> bool {
    let name = call.called().name();
    name == "memset" || name.starts_with("llvm.memset.")
}

/// What an address computation starts from.
pub fn base_of(value: Value<'_>) -> Value<'_> {
    let mut value = value;
    while is_gep(value) {
        value = value.operand(0);
    }
    value
}

pub fn is_gep(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::Instruction | ValueKind::ConstantExpr
    ) && value.opcode() == Opcode::LLVMGetElementPtr
}

/// Whether a variable is only loaded and stored, as a whole or by its parts: its address goes nowhere.
pub fn is_only_accessed(variable: Value<'_>) -> bool {
    let mut work = vec![variable];
    while let Some(address) = work.pop() {
        for user in address.users() {
            let is_code = matches!(
                user.kind(),
                ValueKind::Instruction | ValueKind::ConstantExpr
            );
            if !is_code {
                return false;
            }
            match user.opcode() {
                Opcode::LLVMLoad => {}
                Opcode::LLVMStore if user.operand(0) != address => {}
                Opcode::LLVMGetElementPtr => work.push(user),
                Opcode::LLVMCall if user.called().name().starts_with("llvm.lifetime.") => {}
                _ => return false,
            }
        }
    }
    true
}

/// Whether what is stored into a slot is used only for accesses at that address, and for comparing it
/// with null.
pub fn only_leads_to_accesses(slot: Value<'_>) -> bool {
    loads_of_local(slot).is_some_and(only_serves_accesses)
}

/// The same for an address, which may be stored into such slots.
pub fn only_accessed(address: Value<'_>) -> bool {
    let mut work = vec![address];
    let mut direct = Vec::new();
    for user in address.users() {
        let stores = user.kind() == ValueKind::Instruction
            && user.opcode() == Opcode::LLVMStore
            && user.operand(0) == address;
        match stores.then(|| loads_of_local(user.operand(1))) {
            Some(Some(loads)) => work.extend(loads),
            Some(None) => return false,
            None => direct.push(user),
        }
    }
    let is_store = |user: &Value<'_>| !direct.contains(user);
    let stored: Vec<Value<'_>> = address.users().into_iter().filter(is_store).collect();
    only_serves_accesses_but(work, &stored)
}

fn only_serves_accesses(values: Vec<Value<'_>>) -> bool {
    only_serves_accesses_but(values, &[])
}

/// The same, except for some users.
fn only_serves_accesses_but<'m>(mut work: Vec<Value<'m>>, known: &[Value<'m>]) -> bool {
    while let Some(value) = work.pop() {
        for user in value.users().into_iter().filter(|u| !known.contains(u)) {
            let is_null = |v: Value<'_>| v.kind() == ValueKind::ConstantNull;
            match user.opcode() {
                Opcode::LLVMLoad => {}
                Opcode::LLVMStore if user.operand(0) != value => {}
                Opcode::LLVMGetElementPtr if user.operand(0) == value => work.push(user),
                Opcode::LLVMICmp if is_null(user.operand(0)) || is_null(user.operand(1)) => {}
                _ => return false,
            }
        }
    }
    true
}
