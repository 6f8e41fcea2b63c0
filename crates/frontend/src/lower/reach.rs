//! Which functions have their address taken in code and data that the entry can reach.
//!
//! An indirect call may go to any of them. Uses as the callee of a call do not count.

use crate::llvm::{Module, Opcode, Value, ValueKind};
use rustc_hash::FxHashSet;

/// In the order in which a walk from `start` meets them; `others` stand for functions by contract.
pub fn address_taken<'m>(
    module: &'m Module<'m>,
    start: Value<'m>,
    others: &[Value<'m>],
) -> Reached<'m> {
    let mut walk = ReachWalk {
        seen: FxHashSet::default(),
        work: vec![start],
        taken: Vec::new(),
    };
    walk.seen.insert(start);
    for other in others {
        if walk.seen.insert(*other) {
            walk.work.push(*other);
        }
    }
    if let Some(handlers) = module.function(crate::entry::AT_EXIT) {
        walk.seen.insert(handlers);
        walk.work.push(handlers);
    }
    for name in ["llvm.global_ctors", "llvm.global_dtors"] {
        if let Some(list) = module.global(name) {
            walk.constant(list);
        }
    }
    // Constructors are called, their address is not taken, but a superset does no harm.
    while let Some(value) = walk.work.pop() {
        walk.visit(value);
    }
    let all = walk.seen.into_iter();
    Reached {
        taken: walk.taken,
        functions: all.filter(|v| v.kind() == ValueKind::Function).collect(),
    }
}

/// What a walk meets.
pub struct Reached<'m> {
    /// Functions whose address is taken.
    pub taken: Vec<Value<'m>>,
    /// All functions.
    pub functions: FxHashSet<Value<'m>>,
}

struct ReachWalk<'m> {
    seen: FxHashSet<Value<'m>>,
    work: Vec<Value<'m>>,
    taken: Vec<Value<'m>>,
}

impl<'m> ReachWalk<'m> {
    fn visit(&mut self, value: Value<'m>) {
        match value.kind() {
            ValueKind::Function => {
                for block in value.blocks() {
                    for inst in block.insts() {
                        self.inst(inst);
                    }
                }
            }
            ValueKind::GlobalVariable => {
                if let Some(init) = value.initializer() {
                    self.constant(init);
                }
            }
            _ => {
                for operand in value.operands() {
                    self.constant(operand);
                }
            }
        }
    }

    fn inst(&mut self, inst: Value<'m>) {
        let operands = match inst.opcode() {
            Opcode::LLVMCall | Opcode::LLVMInvoke => {
                let called = super::call::resolve_alias(inst.called());
                if let Some(resolver) = called.resolver() {
                    if self.seen.insert(resolver) {
                        self.work.push(resolver);
                    }
                } else if called.kind() != ValueKind::Function {
                    self.constant(called);
                } else if self.seen.insert(called) {
                    self.work.push(called);
                }
                inst.args()
            }
            _ => inst.operands(),
        };
        for operand in operands {
            self.constant(operand);
        }
    }

    /// A constant that is used as a value.
    fn constant(&mut self, value: Value<'m>) {
        let value = super::call::resolve_alias(value);
        if !value.is_constant() {
            return;
        }
        if value.kind() == ValueKind::Function && !self.taken.contains(&value) {
            self.taken.push(value);
        }
        let has_parts = matches!(
            value.kind(),
            ValueKind::Function
                | ValueKind::GlobalVariable
                | ValueKind::ConstantExpr
                | ValueKind::ConstantAggregate
        );
        if has_parts && self.seen.insert(value) {
            self.work.push(value);
        }
    }
}
