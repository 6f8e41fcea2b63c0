//! Control flow: branches, switches, returns, and the copies that implement phi instructions.
//!
//! A phi instruction is a variable that each predecessor sets on its way. All phis of a block change at once, so copies
//! that read each other go through temporaries. On a conditional edge the copies are in a separate block: the
//! branch's condition and the other edge still see the old values.

use super::bounds::handler_in;
use super::ubsan::is_conversion_check;
use super::{FunctionLowerer, clean};
use crate::llvm::{Block as LlvmBlock, Opcode, Value};
use program::{BlockId, Property, Terminator, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn ret(&mut self, inst: Value<'m>) {
        let value = match inst.operands().first() {
            Some(&value) if self.width(value.ty()).is_some() => Some(self.value(value)),
            _ => None,
        };
        self.end(Terminator::Return(value));
    }

    pub fn br(&mut self, inst: Value<'m>) {
        let from = inst.block();
        let successors = inst.successors();
        match (inst.condition(), successors.as_slice()) {
            // The conversion after it has its own check.
            (Some(condition), [then, handler])
                if !condition.is_constant() && is_conversion_check(*handler) =>
            {
                self.jump(from, *then);
            }
            (Some(condition), [then, otherwise]) => {
                let condition = match self.index_inside(inst) {
                    Some(condition) => condition,
                    None => self.condition(condition),
                };
                let condition = match self.amount_is_positive(inst) {
                    Some(positive) => self.lowerer.pool.and(condition, positive),
                    None => condition,
                };
                let (then, otherwise) = (*then, *otherwise);
                // A constant condition makes one side unreachable; it need not be lowered.
                match self.lowerer.pool.as_bool(condition) {
                    Some(true) => self.jump(from, then),
                    Some(false) => self.jump(from, otherwise),
                    None => {
                        if inst.is_nosanitize() && handler_in(otherwise).is_some() {
                            self.checking.insert(self.current());
                        }
                        let then = self.edge(from, then);
                        let otherwise = self.edge(from, otherwise);
                        self.branch(condition, then, otherwise);
                    }
                }
            }
            (_, [target, ..]) => self.jump(from, *target),
            _ => self.unsupported_end("a branch without a target"),
        }
    }

    pub fn switch(&mut self, inst: Value<'m>) {
        let from = inst.block();
        let value = self.number(inst.operand(0));
        // Successor 0 is the default; case `i` has its value in operand `2 i` and goes to successor `i`.
        let successors = inst.successors();
        let mut edges: FxHashMap<LlvmBlock<'m>, BlockId> = FxHashMap::default();
        let mut targets = Vec::new();
        for &block in &successors {
            let target = match edges.get(&block) {
                Some(target) => *target,
                None => self.edge(from, block),
            };
            edges.insert(block, target);
            targets.push(target);
        }
        let Some(&default) = targets.first() else {
            self.unsupported_end("a branch without a target");
            return;
        };
        let mut cases = Vec::new();
        for (i, target) in targets.iter().enumerate().skip(1) {
            let case = self.value(inst.operand(2 * i as u32));
            let case = self.lowerer.pool.as_const(case).cloned();
            cases.push((case.expect("the cases of a switch are constants"), *target));
        }
        if let Some(value) = self.lowerer.pool.as_const(value) {
            let taken = cases.iter().find(|(case, _)| case == value);
            let target = taken.map_or(default, |(_, target)| *target);
            self.end(Terminator::Goto(target));
        } else if cases.is_empty() {
            self.end(Terminator::Goto(default));
        } else {
            self.end(Terminator::Switch {
                value,
                cases,
                default,
            });
        }
    }

    /// `goto *address`: one of the labels, or nothing that makes sense.
    pub fn indirect_branch(&mut self, inst: Value<'m>) {
        let from = inst.block();
        let address = self.value(inst.operand(0));
        let Some(function) = self.function else {
            self.unsupported_end("a computed goto");
            return;
        };
        let mut seen = FxHashSet::default();
        for block in inst.successors() {
            if !seen.insert(block) {
                continue;
            }
            let label = self.lowerer.label_address(function, block);
            let here = self.lowerer.pool.eq(address, label);
            if self.lowerer.pool.is_false(here) {
                continue;
            }
            let target = self.edge(from, block);
            let otherwise = self.new_block();
            self.branch(here, target, otherwise);
            self.switch_to(otherwise);
        }
        let no = self.lowerer.pool.ff();
        let what = "jump to an address that is not a label of this function";
        self.check(Property::ValidDeref, true, what, no, vec![address]);
        self.end(Terminator::Halt);
    }

    /// The call before it did not return, or clang says that this place cannot be reached.
    pub fn unreachable(&mut self, inst: Value<'m>) {
        let handled = inst.previous().is_some_and(|p| {
            p.opcode() == Opcode::LLVMCall
                && p.called()
                    .name()
                    .starts_with("__ubsan_handle_builtin_unreachable")
        });
        if !handled {
            let no = self.lowerer.pool.ff();
            let what = "code that must not be reached is reached";
            self.check(Property::UnreachableCode, true, what, no, Vec::new());
        }
        self.end(Terminator::Halt);
    }

    /// A call that may throw; throwing is not supported, so control continues normally.
    pub fn invoke(&mut self, inst: Value<'m>) {
        self.call(inst);
        match inst.successors().first() {
            Some(&normal) => self.jump(inst.block(), normal),
            None => self.unsupported_end("exception handling"),
        }
    }

    // ---- edges ----

    fn jump(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) {
        if self.is_dead() {
            return;
        }
        self.copies(from, to);
        let target = self.start_of(to);
        self.end(Terminator::Goto(target));
    }

    /// Where a conditional edge leads: a block with the copies, if there are any.
    fn edge(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) -> BlockId {
        if !has_phis(to) {
            return self.start_of(to);
        }
        let back = self.current();
        let block = self.new_block();
        self.switch_to(block);
        self.jump(from, to);
        self.switch_to(back);
        block
    }

    fn copies(&mut self, from: LlvmBlock<'m>, to: LlvmBlock<'m>) {
        let mut copies: Vec<(VarId, Term, Term)> = Vec::new();
        for phi in to.insts() {
            if phi.opcode() != Opcode::LLVMPHI {
                break;
            }
            let Some((value, _)) = phi.incoming().into_iter().find(|(_, b)| *b == from) else {
                continue;
            };
            let (var, symbol) = self.phi(phi);
            copies.extend(self.shadow_copies(phi, value));
            let value = self.value(value);
            copies.push((var, symbol, value));
        }
        copies.retain(|(_, symbol, value)| symbol != value);
        let set: FxHashSet<Term> = copies.iter().map(|(_, symbol, _)| *symbol).collect();
        let clash = copies.iter().any(|(_, symbol, value)| {
            let mut others = set.clone();
            others.remove(symbol);
            clean::mentions(&self.lowerer.pool, *value, &others)
        });
        if clash {
            for (_, _, value) in &mut copies {
                let width = self.lowerer.pool.width(*value);
                let (temp, symbol) = self.new_var("copy", width);
                self.assign(temp, *value);
                *value = symbol;
            }
        }
        for (var, _, value) in copies {
            self.assign(var, value);
        }
    }

    /// The variable of a phi instruction.
    pub fn phi(&mut self, phi: Value<'m>) -> (VarId, Term) {
        if let Some(known) = self.phis.get(&phi) {
            return *known;
        }
        let width = self.width(phi.ty()).unwrap_or(1);
        let made = self.new_var(&phi.name(), width);
        self.phis.insert(phi, made);
        made
    }
}

fn has_phis(block: LlvmBlock<'_>) -> bool {
    block
        .insts()
        .first()
        .is_some_and(|i| i.opcode() == Opcode::LLVMPHI)
}
