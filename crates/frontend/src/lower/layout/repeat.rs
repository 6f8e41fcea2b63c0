//! Whether a program makes many objects, all of a known size.
//!
//! It does if there is an allocation in a loop, be it in a function that is called there. What is a loop is estimated: blocks
//! that lie between two loops count as in one. Nothing but the layout of pointers depends on the answer.

use crate::llvm::{Block, Module, Opcode, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions of the heap, and the places of the operands whose product is the size.
const ALLOCATIONS: [(&str, &[usize]); 9] = [
    ("malloc", &[0]),
    ("valloc", &[0]),
    ("calloc", &[0, 1]),
    ("aligned_alloc", &[1]),
    ("memalign", &[1]),
    ("_Znwm", &[0]),
    ("_Znam", &[0]),
    ("realloc", &[1]),
    ("reallocarray", &[1, 2]),
];

/// See the module documentation.
pub fn makes_many_objects<'m>(module: &'m Module<'m>) -> bool {
    let functions = module.functions();
    let mut allocating: FxHashSet<Value<'m>> = FxHashSet::default();
    for function in &functions {
        for inst in function.blocks().into_iter().flat_map(|b| b.insts()) {
            match size_of_request(inst) {
                Some(Size::Constant) => {
                    allocating.insert(*function);
                }
                Some(Size::Unknown) => return false,
                None => {}
            }
        }
    }
    if allocating.is_empty() {
        return false;
    }
    loop {
        let before = allocating.len();
        for function in &functions {
            let mut insts = function.blocks().into_iter().flat_map(|b| b.insts());
            if insts.any(|inst| calls_one_of(inst, &allocating)) {
                allocating.insert(*function);
            }
        }
        if allocating.len() == before {
            break;
        }
    }
    functions.iter().any(|function| {
        let blocks = blocks_in_loops(*function).into_iter();
        let mut insts = blocks.flat_map(|b| b.insts());
        insts.any(|inst| size_of_request(inst).is_some() || calls_one_of(inst, &allocating))
    })
}

/// How many bytes an instruction asks for.
enum Size {
    Constant,
    Unknown,
}

fn size_of_request(inst: Value<'_>) -> Option<Size> {
    let is_constant = |v: &Value<'_>| v.int_value().is_some();
    let known = match inst.opcode() {
        // A local variable of constant size is not made again and again.
        Opcode::LLVMAlloca if is_constant(&inst.operand(0)) => return None,
        Opcode::LLVMAlloca => false,
        Opcode::LLVMCall | Opcode::LLVMInvoke => {
            let called = inst.called();
            if called.kind() != ValueKind::Function {
                return None;
            }
            let name = called.name();
            let (_, places) = ALLOCATIONS.iter().find(|(known, _)| *known == name)?;
            let args = inst.args();
            let mut sizes = places.iter().map(|place| args.get(*place));
            sizes.all(|size| size.is_some_and(is_constant))
        }
        _ => return None,
    };
    Some(match known {
        true => Size::Constant,
        false => Size::Unknown,
    })
}

/// Whether an instruction calls one of these functions, or may.
fn calls_one_of(inst: Value<'_>, functions: &FxHashSet<Value<'_>>) -> bool {
    if !matches!(inst.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke) {
        return false;
    }
    let called = inst.called();
    called.kind() != ValueKind::Function || functions.contains(&called)
}

/// The blocks that are left when those without a predecessor, or without a successor, are taken away, one after the other.
fn blocks_in_loops(function: Value<'_>) -> Vec<Block<'_>> {
    let blocks = function.blocks();
    let mut after: FxHashMap<Block<'_>, Vec<Block<'_>>> = FxHashMap::default();
    let mut before: FxHashMap<Block<'_>, Vec<Block<'_>>> = FxHashMap::default();
    for &block in &blocks {
        let successors = block.terminator().map_or_else(Vec::new, |t| t.successors());
        for &next in &successors {
            before.entry(next).or_default().push(block);
        }
        after.insert(block, successors);
    }
    let mut gone: FxHashSet<Block<'_>> = FxHashSet::default();
    for (neighbours, others) in [(&before, &after), (&after, &before)] {
        let mut work = blocks.clone();
        while let Some(block) = work.pop() {
            let mut around = neighbours.get(&block).into_iter().flatten();
            if !gone.contains(&block) && around.all(|n| gone.contains(n)) {
                gone.insert(block);
                work.extend(others.get(&block).into_iter().flatten());
            }
        }
    }
    blocks.into_iter().filter(|b| !gone.contains(b)).collect()
}
