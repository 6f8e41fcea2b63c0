//! Compound literals of inner blocks.
//!
//! A compound literal lives until its block ends, and each evaluation makes a new one (C 6.5.2.5p5). clang marks neither:
//! the object is there from the function's start to its end. Debug information says which block an instruction is in.
//! So the object of a literal whose address is used elsewhere is made where its first value is written, and its lifetime ends
//! at the first instruction outside its block in each basic block that can come later.
//!
//! A literal whose first use does not come before all others is not followed ([`super::capture`]).

use super::FunctionLowerer;
use super::capture::is_only_accessed;
use super::memory::dominated;
use crate::llvm::{Block, Meta, Opcode, Value, ValueKind};
use program::InstKind;
use rustc_hash::FxHashSet;

/// A literal that is followed.
pub struct Literal<'m> {
    pub alloca: Value<'m>,
    /// The block of the source that it belongs to.
    scope: Meta<'m>,
    /// The first instruction that uses it.
    start: Value<'m>,
    /// The basic blocks that may come later.
    later: FxHashSet<Block<'m>>,
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// Finds the literals of a function.
    pub fn collect_literals(&mut self, function: Value<'m>) {
        let Some(first) = function.blocks().first().copied() else {
            return;
        };
        for alloca in first.insts() {
            let is_literal = alloca.opcode() == Opcode::LLVMAlloca
                && alloca.name().starts_with(".compoundliteral")
                && !self.marked.contains(&alloca);
            if is_literal
                && !is_only_accessed(alloca)
                && let Some(literal) = literal(function, alloca)
            {
                self.literals.push(literal);
            }
        }
    }

    pub fn is_followed_literal(&self, alloca: Value<'m>) -> bool {
        self.literals.iter().any(|l| l.alloca == alloca)
    }

    /// What happens to literals before an instruction is executed. `ended` are those that have already ended in this basic block.
    pub fn literals_before(&mut self, inst: Value<'m>, ended: &mut FxHashSet<Value<'m>>) {
        if self.literals.is_empty() {
            return;
        }
        let scopes = inst.scopes();
        let mut made = Vec::new();
        let mut over = Vec::new();
        for literal in &self.literals {
            if literal.start == inst {
                made.push(literal.alloca);
            } else if !scopes.is_empty()
                && !scopes.contains(&literal.scope)
                && literal.later.contains(&inst.block())
                && ended.insert(literal.alloca)
            {
                over.push(literal.alloca);
            }
        }
        for alloca in over.into_iter().chain(made.iter().copied()) {
            let pointer = self.value(alloca);
            self.emit(InstKind::EndLife { pointer });
        }
        for alloca in made {
            ended.remove(&alloca);
            self.allocate(alloca);
        }
    }
}

fn literal<'m>(function: Value<'m>, alloca: Value<'m>) -> Option<Literal<'m>> {
    let users: Vec<Value<'m>> = alloca.users();
    if users.iter().any(|u| u.kind() != ValueKind::Instruction) {
        return None;
    }
    let insts = function.blocks().into_iter().flat_map(|b| b.insts());
    let start = insts.into_iter().find(|i| users.contains(i))?;
    let scope = start.is_in_inner_block().then(|| start.scopes())?;
    let scope = scope.first().copied()?;
    let below = dominated(function, start.block());
    let is_after = |block: Block<'m>| block == start.block() || below.contains(&block);
    let comes_after = |user: &Value<'m>| match user.opcode() {
        // `c ? &(struct s){1} : &(struct s){2}`: the address is taken where control comes from.
        Opcode::LLVMPHI => {
            let mut incoming = user.incoming().into_iter();
            incoming.all(|(value, from)| value != alloca || is_after(from))
        }
        _ => is_after(user.block()),
    };
    if !users.iter().all(comes_after) {
        return None;
    }
    let mut later = FxHashSet::default();
    let mut work = vec![start.block()];
    later.insert(start.block());
    while let Some(block) = work.pop() {
        let next = block.terminator().map(|t| t.successors());
        for next in next.unwrap_or_default() {
            if later.insert(next) {
                work.push(next);
            }
        }
    }
    Some(Literal {
        alloca,
        scope,
        start,
        later,
    })
}
