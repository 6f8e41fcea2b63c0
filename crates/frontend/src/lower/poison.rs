//! Poison, in modules that another compiler made.
//!
//! C sources come with clang's checks in front of every operation. Other modules have LLVM's flags instead: `add nsw` gives
//! poison where the sum overflows. Poison itself is not undefined behaviour. Most operations pass it on, `select` may discard
//! it, `freeze` turns it into some value; a branch on it, an access through it, a division by it, or passing it as
//! `noundef` is undefined. So each value that may be poison has a *shadow*, a Boolean for each kind of poison, and
//! the check is where the value is used in such a way.
//!
//! A value in a local variable that is only loaded and stored as a whole keeps its shadow. Where poison would reach
//! other memory, an aggregate or vector, or pass through a call without `noundef`, there is an *unsupported* check that it
//! does not.
//!
//! Kinds that wrap around ([`PoisonKind::Signed`], [`PoisonKind::Unsigned`]) are ignored unless their property is asked for: the
//! operation wraps, as in C sources. Flags of floating-point operations are ignored.

mod flow;
mod lacking;
mod origin;

use super::FunctionLowerer;
use crate::IR_MARK;
use crate::llvm::{Opcode, Value, ValueKind};
use flow::{data_operands, flow, is_scalar, is_shadowed, passes_on};
use program::{Property, VarId};
use rustc_hash::FxHashMap;
use term::Term;

/// Where poison comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PoisonKind {
    Signed,
    Unsigned,
    Shift,
    Other,
}

const KINDS: [PoisonKind; 4] = [
    PoisonKind::Signed,
    PoisonKind::Unsigned,
    PoisonKind::Shift,
    PoisonKind::Other,
];

impl PoisonKind {
    fn bit(self) -> u8 {
        1 << self as u8
    }

    fn property(self) -> Property {
        match self {
            PoisonKind::Signed => Property::NoOverflow,
            PoisonKind::Unsigned => Property::NoUnsignedOverflow,
            PoisonKind::Shift => Property::NoShiftError,
            PoisonKind::Other => Property::UnreachableCode,
        }
    }

    fn text(self) -> &'static str {
        match self {
            PoisonKind::Signed => "the result of a signed operation that overflows is used",
            PoisonKind::Unsigned => "the result of an unsigned operation that wraps around is used",
            PoisonKind::Shift => "the result of a shift by the width or more is used",
            PoisonKind::Other => "a result that LLVM leaves undefined (poison) is used",
        }
    }
}

/// For each kind, whether a value is poison; `None` if it never is.
pub type Poison = [Option<Term>; KINDS.len()];

/// A one-bit variable for each kind that a phi or local variable may have.
type Vars = [Option<(VarId, Term)>; KINDS.len()];

/// See the module documentation.
pub struct Shadows<'m> {
    /// The kinds of poison that a value may be, as far as can be seen statically. For an alloca: what is stored there.
    masks: FxHashMap<Value<'m>, u8>,
    poison: FxHashMap<Value<'m>, Poison>,
    vars: FxHashMap<Value<'m>, Vars>,
    /// Whether the current instruction works on single values.
    scalar: bool,
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// Determines which values of a function may be poison.
    pub fn prepare_poison(&mut self, function: Value<'m>) {
        if !function.has_mark(IR_MARK) {
            return;
        }
        let mut wanted = PoisonKind::Shift.bit() | PoisonKind::Other.bit();
        if self.lowerer.asked(Property::NoOverflow) {
            wanted |= PoisonKind::Signed.bit();
        }
        if self.lowerer.asked(Property::NoUnsignedOverflow) {
            wanted |= PoisonKind::Unsigned.bit();
        }
        let insts: Vec<Value<'m>> = function
            .blocks()
            .into_iter()
            .flat_map(|b| b.insts())
            .collect();
        let mut masks: FxHashMap<Value<'m>, u8> = FxHashMap::default();
        loop {
            let mut changed = false;
            for &inst in &insts {
                let (target, mask) = flow(inst, &masks, wanted);
                let known = masks.entry(target).or_default();
                changed |= mask & !*known != 0;
                *known |= mask;
            }
            if !changed {
                break;
            }
        }
        masks.retain(|_, mask| *mask != 0);
        let mut shadows = Shadows {
            masks,
            poison: FxHashMap::default(),
            vars: FxHashMap::default(),
            scalar: true,
        };
        for inst in insts {
            let keeps = matches!(inst.opcode(), Opcode::LLVMPHI | Opcode::LLVMAlloca);
            let Some(mask) = shadows.masks.get(&inst).copied().filter(|_| keeps) else {
                continue;
            };
            let vars = KINDS.map(|kind| {
                (mask & kind.bit() != 0)
                    .then(|| self.new_var(&format!("{}.poison", inst.name()), 1))
            });
            for (var, _) in vars.iter().flatten() {
                // What was never written is not poison.
                let no = self.lowerer.pool.zero(1);
                self.assign(*var, no);
            }
            shadows.vars.insert(inst, vars);
        }
        self.poison = Some(Box::new(shadows));
    }

    /// Whether poison of the current instruction is known where it is used, so that the operation needs no check.
    pub fn tracks_poison(&self) -> bool {
        self.poison.as_ref().is_some_and(|p| p.scalar)
    }

    fn poison_of(&self, value: Value<'m>) -> Poison {
        let shadows = self.poison.as_ref();
        let known = shadows.and_then(|s| s.poison.get(&value));
        known.copied().unwrap_or_default()
    }

    // ---- uses ----

    /// Checks what an instruction does with its operands, before it is lowered.
    pub fn check_poison(&mut self, inst: Value<'m>) {
        let Some(shadows) = &mut self.poison else {
            return;
        };
        shadows.scalar = is_scalar(inst);
        match inst.opcode() {
            Opcode::LLVMBr => {
                if let Some(condition) = inst.condition() {
                    self.use_of(condition);
                }
            }
            Opcode::LLVMSwitch | Opcode::LLVMIndirectBr | Opcode::LLVMLoad => {
                self.use_of(inst.operand(0));
            }
            Opcode::LLVMStore => {
                self.use_of(inst.operand(1));
                if !is_shadowed(inst.operand(1)) {
                    self.escape_of(inst.operand(0));
                }
            }
            Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
                self.use_of(inst.operand(0));
                for operand in inst.operands().into_iter().skip(1) {
                    self.escape_of(operand);
                }
            }
            Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMURem | Opcode::LLVMSRem => {
                self.use_of(inst.operand(1));
                if !is_scalar(inst) {
                    self.escape_of(inst.operand(0));
                }
            }
            Opcode::LLVMRet => {
                let Some(&value) = inst.operands().first() else {
                    return;
                };
                // The result of `main` is visible outside.
                let is_used = self
                    .function
                    .is_some_and(|f| f.result_has("noundef") || f.name() == "main");
                match is_used {
                    true => self.use_of(value),
                    false => self.escape_of(value),
                }
            }
            Opcode::LLVMCall | Opcode::LLVMInvoke => self.check_poison_of_call(inst),
            Opcode::LLVMAlloca => {
                self.escape_of(inst.operand(0));
            }
            Opcode::LLVMPHI | Opcode::LLVMFreeze | Opcode::LLVMSelect if is_scalar(inst) => {}
            _ if passes_on(inst) => {}
            _ => {
                for operand in inst.operands() {
                    self.escape_of(operand);
                }
            }
        }
    }

    fn check_poison_of_call(&mut self, call: Value<'m>) {
        let called = call.called();
        let args = call.args();
        let name = match called.kind() {
            ValueKind::Function => called.name(),
            _ => String::new(),
        };
        let is = |prefix: &str| name.starts_with(prefix);
        if is("llvm.lifetime.start") {
            // It holds no value now.
            args.iter().for_each(|a| self.clear_poison(*a));
            return;
        }
        if is("llvm.dbg.") || is("llvm.lifetime.") || passes_on(call) {
            return;
        }
        if is("llvm.assume") {
            args.first().into_iter().for_each(|a| self.use_of(*a));
            return;
        }
        if is("llvm.memcpy.") || is("llvm.memmove.") || is("llvm.memset.") {
            for (index, arg) in args.iter().enumerate() {
                match index == 1 && is("llvm.memset.") {
                    true => self.escape_of(*arg),
                    false => self.use_of(*arg),
                }
            }
            return;
        }
        if called.kind() == ValueKind::Instruction {
            self.use_of(called);
        }
        for (index, arg) in args.iter().enumerate() {
            let at = index as u32;
            let declared = called.kind() == ValueKind::Function
                && index < called.params().len()
                && called.param_has(at, "noundef");
            match declared || call.argument_has(at, "noundef") {
                true => self.use_of(*arg),
                false => self.escape_of(*arg),
            }
        }
    }

    /// Poison here is undefined behaviour.
    fn use_of(&mut self, value: Value<'m>) {
        for (kind, condition) in KINDS.into_iter().zip(self.poison_of(value)) {
            let Some(condition) = condition else {
                continue;
            };
            let holds = self.lowerer.pool.not(condition);
            let ends_run = !matches!(kind, PoisonKind::Signed | PoisonKind::Unsigned);
            self.check(kind.property(), ends_run, kind.text(), holds, Vec::new());
        }
    }

    /// Poison here goes where no shadow follows.
    fn escape_of(&mut self, value: Value<'m>) {
        let poison = self.poison_of(value);
        let what = "a result that LLVM leaves undefined (poison), in memory, in a vector, or passed on without `noundef`, is not supported";
        self.check_is_none(poison, what, Vec::new());
    }

    /// An unsupported check that something is not poison. A check of the property follows, which then holds: it makes the
    /// property depend on the first check.
    fn check_is_none(&mut self, poison: Poison, what: &str, operands: Vec<Term>) {
        for (kind, condition) in KINDS.into_iter().zip(poison) {
            let Some(condition) = condition else {
                continue;
            };
            let holds = self.lowerer.pool.not(condition);
            self.check(Property::Unsupported, true, what, holds, operands.clone());
            self.check(kind.property(), false, kind.text(), holds, operands.clone());
        }
    }

    // ---- results ----

    /// The shadow of what an instruction computes, after it is lowered.
    pub fn define_poison(&mut self, inst: Value<'m>) {
        if self.poison.is_none() || self.is_dead() {
            return;
        }
        match inst.opcode() {
            Opcode::LLVMStore => self.store_poison(inst),
            Opcode::LLVMFreeze => self.freeze(inst),
            _ => {
                let poison = self.result_poison(inst);
                if poison.iter().any(Option::is_some)
                    && let Some(shadows) = &mut self.poison
                {
                    shadows.poison.insert(inst, poison);
                }
            }
        }
    }

    fn result_poison(&mut self, inst: Value<'m>) -> Poison {
        let shadows = self.poison.as_ref();
        let mask = shadows.and_then(|s| s.masks.get(&inst).copied());
        let Some(mask) = mask else {
            return Poison::default();
        };
        let vars = |value: Value<'m>| shadows.and_then(|s| s.vars.get(&value).copied());
        match inst.opcode() {
            Opcode::LLVMAlloca => Poison::default(),
            Opcode::LLVMPHI => {
                let vars = vars(inst).unwrap_or_default();
                vars.map(|var| var.map(|(_, symbol)| self.lowerer.pool.bv_to_bool(symbol)))
            }
            Opcode::LLVMLoad => {
                let vars = vars(inst.operand(0)).unwrap_or_default();
                vars.map(|var| {
                    let (_, symbol) = var?;
                    // The variable may be written again before the value is used.
                    let (copy, copied) = self.new_var("poison", 1);
                    self.assign(copy, symbol);
                    Some(self.lowerer.pool.bv_to_bool(copied))
                })
            }
            Opcode::LLVMSelect => {
                let condition = self.condition(inst.operand(0));
                let of_condition = self.poison_of(inst.operand(0));
                let then = self.poison_of(inst.operand(1));
                let otherwise = self.poison_of(inst.operand(2));
                let mut result = Poison::default();
                for (index, kind) in KINDS.into_iter().enumerate() {
                    if mask & kind.bit() == 0 {
                        continue;
                    }
                    let pool = &mut self.lowerer.pool;
                    let no = pool.ff();
                    let (a, b) = (then[index].unwrap_or(no), otherwise[index].unwrap_or(no));
                    let chosen = pool.ite(condition, a, b);
                    let all = pool.or(of_condition[index].unwrap_or(no), chosen);
                    result[index] = Some(all).filter(|all| *all != no);
                }
                result
            }
            _ => {
                let mut result = self.own_poison(inst);
                for operand in data_operands(inst) {
                    let passed = self.poison_of(operand);
                    for (all, passed) in result.iter_mut().zip(passed) {
                        *all = match (*all, passed) {
                            (Some(a), Some(b)) => Some(self.lowerer.pool.or(a, b)),
                            (a, b) => a.or(b),
                        };
                    }
                }
                for (kind, condition) in KINDS.into_iter().zip(&mut result) {
                    if mask & kind.bit() == 0 {
                        *condition = None;
                    }
                }
                result
            }
        }
    }

    /// The shadow of a local variable follows what is stored there.
    fn store_poison(&mut self, store: Value<'m>) {
        let shadows = self.poison.as_ref();
        let vars = shadows.and_then(|s| s.vars.get(&store.operand(1)).copied());
        let poison = self.poison_of(store.operand(0));
        for (var, condition) in vars.unwrap_or_default().into_iter().zip(poison) {
            if let Some((var, _)) = var {
                let pool = &mut self.lowerer.pool;
                let no = pool.ff();
                let bit = pool.bool_to_bv(condition.unwrap_or(no));
                self.assign(var, bit);
            }
        }
    }

    fn clear_poison(&mut self, variable: Value<'m>) {
        let shadows = self.poison.as_ref();
        let vars = shadows.and_then(|s| s.vars.get(&variable).copied());
        for (var, _) in vars.unwrap_or_default().into_iter().flatten() {
            let no = self.lowerer.pool.zero(1);
            self.assign(var, no);
        }
    }

    /// Some value instead of poison, the same wherever it is used.
    fn freeze(&mut self, inst: Value<'m>) {
        let conditions: Vec<Term> = self
            .poison_of(inst.operand(0))
            .into_iter()
            .flatten()
            .collect();
        let Some(&value) = self.values.get(&inst).filter(|_| !conditions.is_empty()) else {
            return;
        };
        let width = self.lowerer.pool.width(value);
        let any = self.undefined(width);
        let pool = &mut self.lowerer.pool;
        let is_poison = pool.or_all(conditions);
        let frozen = pool.ite(is_poison, any, value);
        self.values.insert(inst, frozen);
    }

    /// The shadows of a phi on the edge on which the phi is `value`.
    pub fn shadow_copies(&mut self, phi: Value<'m>, value: Value<'m>) -> Vec<(VarId, Term, Term)> {
        let shadows = self.poison.as_ref();
        let vars = shadows.and_then(|s| s.vars.get(&phi).copied());
        let poison = self.poison_of(value);
        let mut copies = Vec::new();
        for (var, condition) in vars.unwrap_or_default().into_iter().zip(poison) {
            if let Some((var, symbol)) = var {
                let pool = &mut self.lowerer.pool;
                let no = pool.ff();
                let bit = pool.bool_to_bv(condition.unwrap_or(no));
                copies.push((var, symbol, bit));
            }
        }
        copies
    }
}
