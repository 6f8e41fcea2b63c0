//! Static functions that other files name, as `__CPROVER_file_local_FILE_c_F` for `F` of `FILE.c`; and predicates of contracts that
//! give their callers a pointer.
//!
//! A predicate such as `_Bool valid(char *s, size_t n) { return n > 0 && __CPROVER_is_fresh(s, n); }` makes `s` point to a new object
//! where it is assumed. In CBMC that is about the caller's `s`. So what a parameter is at the end of such a function goes back to the
//! variable that the caller passed ([`lift`]).

use crate::Options;
use crate::compile::OTHER;
use crate::llvm::{Module, Opcode, Value, ValueKind};
use std::collections::BTreeSet;
use std::path::Path;

/// What the values are called that go back.
pub const LIFTED: &str = "lifted.by.contract";
pub const PREFIX: &str = "__CPROVER_file_local_";
/// What the functions of a contract are called.
const WRAPPERS: [&str; 3] = ["__aver_enforce_", "__aver_replace_", "__aver_active_"];

/// The names of static functions of other files that a program or its user mentions.
pub fn named<'a, 'c: 'a>(
    modules: impl Iterator<Item = &'a Module<'c>>,
    options: &Options,
) -> BTreeSet<String> {
    let declared = modules.flat_map(|m| m.functions()).map(|f| f.name());
    let asked = options
        .contracts
        .enforce
        .iter()
        .chain(&options.contracts.replace)
        .chain(&options.dropped)
        .chain(options.removed.iter().flat_map(|(_, names)| names))
        .chain(&options.entry)
        .cloned();
    declared
        .chain(asked)
        .filter(|name| name.starts_with(PREFIX))
        .collect()
}

/// Gives functions that are declared with different types in one file their names back.
pub fn rejoin(module: &Module<'_>) {
    for function in module.functions() {
        let full = function.name();
        let Some(name) = full.strip_prefix(OTHER) else {
            continue;
        };
        match module.function(name) {
            None => function.rename(name),
            Some(first) if function.is_declaration() => module.replace(function, first),
            Some(first) if first.is_declaration() => {
                module.replace(first, function);
                function.rename(name);
            }
            Some(_) => {}
        }
    }
}

/// Takes the bodies out of functions that others can name and that are defined already; their names.
pub fn defined_again(whole: &Module<'_>, module: &Module<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for function in module.functions() {
        let name = function.name();
        let is_own = name.starts_with("__aver_");
        let before = whole
            .function(&name)
            .filter(|f| f.is_visible() && !f.is_declaration());
        if !is_own && !function.is_declaration() && function.is_visible() && before.is_some() {
            module.remove_body(function);
            names.push(name);
        }
    }
    names
}

/// Gives those static functions of a module, or all of them, such names.
pub fn export(module: &Module<'_>, named: &BTreeSet<String>, all: bool) {
    if named.is_empty() && !all {
        return;
    }
    for function in module.functions() {
        if function.is_declaration() || function.is_visible() {
            continue;
        }
        let Some(location) = function.location() else {
            continue;
        };
        let name = function.name();
        let file = Path::new(&location.file).file_name().unwrap_or_default();
        let file: String = file
            .to_string_lossy()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let mangled = format!("{PREFIX}{file}_{name}");
        if !all && !named.contains(&mangled) {
            continue;
        }
        // Two files may have it from the same header.
        function.rename(&mangled);
        function.make_visible();
        for prefix in WRAPPERS {
            if let Some(wrapper) = module.function(&format!("{prefix}{name}")) {
                wrapper.rename(&format!("{prefix}{mangled}"));
                wrapper.make_visible();
            }
        }
    }
}

/// The functions that set the pointer whose place they are given first, or second.
const SETTERS: [(&str, u32); 5] = [
    ("__aver_is_fresh", 0),
    ("__aver_may_be_fresh", 0),
    ("__aver_pointer_in_range", 1),
    ("__aver_pointer_equals", 0),
    ("__aver_obeys_contract", 0),
];

/// Makes predicates give back the pointers that they set.
pub fn lift(module: &Module<'_>) {
    // Parameters that are given back, with the variables that hold them.
    let mut lifted: Vec<(Value<'_>, u32, Value<'_>)> = Vec::new();
    loop {
        let mut found = Vec::new();
        for function in module.functions() {
            if function.name().starts_with("__aver_") {
                continue;
            }
            for (index, slot) in slots(function) {
                if lifted.iter().any(|(f, i, _)| *f == function && *i == index) {
                    continue;
                }
                if is_set(slot, &lifted) {
                    found.push((function, index, slot));
                }
            }
        }
        if found.is_empty() {
            break;
        }
        lifted.extend(found);
    }
    for (function, index, slot) in &lifted {
        let name = format!("__aver_lifted_{}_{index}", function.name());
        let global = module.add_pointer(&name);
        for block in function.blocks() {
            if let Some(end) = block.terminator().filter(|t| t.opcode() == Opcode::LLVMRet) {
                module.copy_pointer(LIFTED, end, *slot, global);
            }
        }
        for call in function.users() {
            let calls = call.kind() == ValueKind::Instruction
                && call.opcode() == Opcode::LLVMCall
                && call.called() == *function;
            if !calls {
                continue;
            }
            let argument = call.args().get(*index as usize).copied();
            if let (Some(place), Some(next)) = (argument.and_then(place_of), call.next()) {
                module.copy_pointer(LIFTED, next, global, place);
            }
        }
    }
}

/// Whether a write is one that [`lift`] made.
pub fn is_given_back(store: Value<'_>) -> bool {
    let value = store.operand(0);
    value.kind() == ValueKind::Instruction && value.name().starts_with(LIFTED)
}

/// The local variables that hold a function's parameters.
fn slots(function: Value<'_>) -> Vec<(u32, Value<'_>)> {
    let mut slots = Vec::new();
    for (index, param) in function.params().into_iter().enumerate() {
        let stored = param.users().into_iter().find(|user| {
            user.kind() == ValueKind::Instruction
                && user.opcode() == Opcode::LLVMStore
                && user.operand(0) == param
                && is_local(user.operand(1))
        });
        if let Some(store) = stored.filter(|_| param.ty().is_pointer()) {
            slots.push((index as u32, store.operand(1)));
        }
    }
    slots
}

fn is_local(value: Value<'_>) -> bool {
    value.kind() == ValueKind::Instruction && value.opcode() == Opcode::LLVMAlloca
}

/// Where an argument was read from.
fn place_of(argument: Value<'_>) -> Option<Value<'_>> {
    let loaded = argument.kind() == ValueKind::Instruction && argument.opcode() == Opcode::LLVMLoad;
    loaded.then(|| argument.operand(0))
}

/// Whether a variable is given to a function that sets it.
fn is_set(slot: Value<'_>, lifted: &[(Value<'_>, u32, Value<'_>)]) -> bool {
    slot.users().into_iter().any(|user| {
        if user.kind() != ValueKind::Instruction {
            return false;
        }
        match user.opcode() {
            Opcode::LLVMCall => {
                let name = user.called().name();
                SETTERS.iter().any(|(setter, place)| {
                    *setter == name && user.args().get(*place as usize) == Some(&slot)
                })
            }
            // It is read, and the value is passed to a predicate that gives it back.
            Opcode::LLVMLoad => user.users().into_iter().any(|call| {
                call.kind() == ValueKind::Instruction
                    && call.opcode() == Opcode::LLVMCall
                    && lifted.iter().any(|(function, index, _)| {
                        call.called() == *function
                            && call.args().get(*index as usize) == Some(&user)
                    })
            }),
            _ => false,
        }
    })
}
