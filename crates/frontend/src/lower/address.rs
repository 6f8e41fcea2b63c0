//! Address arithmetic.
//!
//! A pointer is the number of an object above an offset, so adding more to it than an offset can hold would give the address
//! of another object, and an access far outside one object would look like one inside another. C leaves such a sum
//! undefined. It is rejected here, where it is computed: the length of every step that is not known to be small is checked. If
//! nothing but an access follows, that access is invalid; otherwise the sum is not supported.
//!
//! Why the bound suffices: an object is smaller than half of the space between two objects ([`PointerLayout::half`]). From
//! anywhere inside an object, or its end, a step of less than half of that space reaches no other object. Many short steps
//! without an access in between could still reach one; `docs/checks.md` says so.
//!
//! [`PointerLayout::half`]: program::PointerLayout::half

use super::{FunctionLowerer, Lowerer};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::{InstKind, Property, Relation, SiteId};
use term::{Op, Term, TermPool};

/// A part of an address computation: `index` times `size` bytes.
struct Stride {
    index: Term,
    size: u64,
}

/// The sum of this many steps, each of which is short enough, does not wrap: a pointer has at least six bits above its offset.
const MOST_STEPS: usize = 60;

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn getelementptr(&mut self, inst: Value<'m>) {
        let operands: Vec<Term> = inst.operands().into_iter().map(|v| self.value(v)).collect();
        if let TypeKind::Vector(_) = inst.ty().kind() {
            self.unsupported_value(inst, "address arithmetic on vectors");
            return;
        }
        let steps = self.lowerer.steps(inst, &operands);
        match (steps, operands.first()) {
            (Ok(steps), Some(&base)) => {
                let address = self.lowerer.walk(base, &steps);
                if self.lowerer.checks_addresses {
                    self.check_address(inst, base, address);
                }
                self.check_steps(inst, &steps);
                self.check_elements(inst, &operands);
                self.values.insert(inst, address);
            }
            (Err(what), _) => self.unsupported_value(inst, what),
            (_, None) => self.unsupported_value(inst, "an address computation without operands"),
        }
    }

    /// C 6.5.6: a sum of a pointer and a number is in the pointer's object or just past its end.
    fn check_address(&mut self, inst: Value<'m>, base: Term, address: Term) {
        // Members and elements of a variable that are selected by constants are in it.
        let of_variable = matches!(
            inst.operand(0).kind(),
            ValueKind::Instruction if inst.operand(0).opcode() == Opcode::LLVMAlloca
        );
        let constant = inst.operands().iter().skip(1).all(|i| i.is_constant());
        if base == address || (of_variable && constant) || is_variable_argument(inst.operand(0)) {
            return;
        }
        let what = "an address is computed that is outside of its object";
        if self.poison.is_some() {
            if !inst.is_inbounds() {
                return;
            }
            if !is_accessed_next(inst) {
                // It is poison, and where it goes is not followed.
                let what = "an address outside of its object, in a module of another compiler, is not supported";
                let site = self.site(Property::Unsupported, true, what);
                self.relate_to_object(base, address, site);
            }
        }
        let site = self.site(Property::NoPointerOverflow, false, what);
        self.relate_to_object(base, address, site);
    }

    fn relate_to_object(&mut self, base: Term, address: Term, site: SiteId) {
        self.emit(InstKind::Relate {
            a: base,
            b: address,
            relation: Relation::SameObject,
            site,
        });
    }

    /// No step leads to another object.
    fn check_steps(&mut self, inst: Value<'m>, steps: &[Stride]) {
        let half = i128::from(self.lowerer.program.pointers.half());
        let pool = &mut self.lowerer.pool;
        let longest: i128 = steps.iter().map(|s| s.longest(pool)).sum();
        if longest < half {
            return;
        }
        let mut near: Vec<Term> = steps.iter().map(|s| s.is_within(pool, half)).collect();
        if steps.iter().filter(|s| s.longest(pool) > 0).count() > 1 {
            near.push(self.lowerer.is_sum_within(steps));
        }
        let pool = &mut self.lowerer.pool;
        let holds = pool.and_all(near);
        let operands = steps.iter().map(|s| s.index).collect();
        if is_accessed_next(inst) {
            let what = format!("invalid access {half} bytes or more away from its object");
            self.check(Property::ValidDeref, true, what, holds, operands);
        } else {
            let what =
                format!("an address {half} bytes or more away from its object is not supported");
            self.check(Property::Unsupported, true, what, holds, operands);
        }
    }
}

impl<'m> Lowerer<'m> {
    /// The address that a constant `getelementptr` computes; `operands` are the terms of its operands.
    pub fn gep(&mut self, gep: Value<'m>, operands: &[Term]) -> Result<Term, String> {
        let steps = self.steps(gep, operands)?;
        let half = i128::from(self.program.pointers.half());
        let sum: Option<i128> = steps.iter().map(|s| s.length(&self.pool)).sum();
        if sum.is_some_and(|sum| sum.abs() >= half) {
            return Err(format!(
                "an address {half} bytes or more away from its object"
            ));
        }
        match operands.first() {
            Some(&base) => Ok(self.walk(base, &steps)),
            None => Err("an address computation without operands".to_string()),
        }
    }

    fn steps(&mut self, gep: Value<'m>, operands: &[Term]) -> Result<Vec<Stride>, String> {
        let width = self.pointer_width();
        if operands
            .first()
            .is_some_and(|b| self.pool.width(*b) != width)
        {
            return Err("address arithmetic on vectors".to_string());
        }
        let mut ty = gep.gep_source();
        let mut steps = Vec::new();
        for (position, &index) in operands.iter().skip(1).enumerate() {
            if position == 0 {
                let size = self.module.alloc_size(ty);
                steps.push(Stride { index, size });
            } else if let TypeKind::Struct = ty.kind() {
                let field = self.pool.as_u64(index).unwrap_or(u64::MAX);
                let fields = ty.fields();
                let Some(&next) = usize::try_from(field).ok().and_then(|i| fields.get(i)) else {
                    return Err("a field number that is not constant".to_string());
                };
                let offset = self.module.field_offset(ty, field as u32);
                let index = self.pool.bv_u64(width, offset);
                steps.push(Stride { index, size: 1 });
                ty = next;
            } else {
                let Some(element) = ty.element() else {
                    return Err("address arithmetic inside a scalar".to_string());
                };
                let size = self.module.alloc_size(element);
                steps.push(Stride { index, size });
                ty = element;
            }
        }
        if steps.len() > MOST_STEPS {
            return Err("an address computation of so many steps".to_string());
        }
        for step in &mut steps {
            step.index = self.pool.resize_signed(step.index, width);
        }
        Ok(steps)
    }

    /// Whether steps of which none is too long are not too long in total.
    fn is_sum_within(&mut self, steps: &[Stride]) -> Term {
        let layout = self.program.pointers;
        let zero = self.pool.zero(layout.width);
        let sum = self.walk(zero, steps);
        let low = self.pool.bv_i64(layout.width, -(layout.half() as i64));
        let high = self.pool.bv_u64(layout.width, layout.half());
        let (above, below) = (self.pool.slt(low, sum), self.pool.slt(sum, high));
        self.pool.and(above, below)
    }

    /// The address at the end of the steps.
    fn walk(&mut self, base: Term, steps: &[Stride]) -> Term {
        let width = self.pointer_width();
        steps.iter().fold(base, |address, step| {
            let size = self.pool.bv_u64(width, step.size);
            let offset = self.pool.bvmul(step.index, size);
            self.pool.bvadd(address, offset)
        })
    }
}

impl Stride {
    /// Its length, if the index is constant.
    fn length(&self, pool: &TermPool) -> Option<i128> {
        let value = pool.as_u64(self.index)?;
        let unused = 64 - pool.width(self.index);
        let value = (value << unused) as i64 >> unused;
        Some(i128::from(value) * i128::from(self.size))
    }

    /// A bound of its length, by the form of the index.
    fn longest(&self, pool: &TermPool) -> i128 {
        match self.length(pool) {
            Some(length) => length.abs(),
            None => i128::from(self.size) << magnitude(pool, self.index, DEPTH),
        }
    }

    /// Whether it is shorter than `limit` bytes.
    fn is_within(&self, pool: &mut TermPool, limit: i128) -> Term {
        if self.longest(pool) < limit {
            return pool.tt();
        }
        let width = pool.width(self.index);
        let most = (limit - 1) / i128::from(self.size.max(1));
        // Fits: the limit is at most half of what an offset can hold, and offsets are shorter than pointers.
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let (low, high) = (pool.bv_i64(width, -most), pool.bv_i64(width, most));
        let (above, below) = (pool.sle(low, self.index), pool.sle(self.index, high));
        pool.and(above, below)
    }
}

/// How deeply a term is examined for its magnitude.
const DEPTH: u32 = 4;

/// A number of bits such that the term, read as a signed number, is at most two to their power away from zero.
fn magnitude(pool: &TermPool, term: Term, depth: u32) -> u32 {
    let width = pool.width(term);
    let all = width - 1;
    if depth == 0 {
        return all;
    }
    let args = pool.args(term);
    // Of a mask or divisor: the result has no more bits, and no sign. A remainder by zero is the dividend.
    let significant = |term: &Term| match pool.as_u64(*term) {
        Some(0) | None => None,
        Some(value) => Some(64 - value.leading_zeros()),
    };
    match pool.op(term) {
        Op::ZeroExtend(added) => width - added,
        Op::SignExtend(added) => width - added - 1,
        Op::BvAnd => args.iter().filter_map(significant).min().unwrap_or(all),
        Op::BvUrem => args.get(1).and_then(significant).unwrap_or(all),
        Op::BvNeg | Op::BvAdd | Op::BvSub => {
            let of_args = args.iter().map(|a| magnitude(pool, *a, depth - 1));
            let carries = args.len() as u32 - 1;
            of_args.max().map_or(all, |most| most + carries).min(all)
        }
        _ => bits_of_constant(pool, term).unwrap_or(all),
    }
}

/// The same for a constant.
fn bits_of_constant(pool: &TermPool, term: Term) -> Option<u32> {
    let value = pool.as_u64(term)?;
    let unused = 64 - pool.width(term);
    let value = (value << unused) as i64 >> unused;
    Some(64 - value.unsigned_abs().leading_zeros())
}

/// Whether the next thing that happens is an access at the address, or at a field of what is there.
fn is_accessed_next(address: Value<'_>) -> bool {
    let insts = address.block().insts();
    let behind = insts.iter().skip_while(|i| **i != address).skip(1);
    let mut addresses = vec![address];
    for &inst in behind {
        match inst.opcode() {
            Opcode::LLVMLoad if addresses.contains(&inst.operand(0)) => return true,
            Opcode::LLVMStore if addresses.contains(&inst.operand(1)) => return true,
            Opcode::LLVMGetElementPtr if addresses.contains(&inst.operand(0)) => {
                let constant = |v: &Value<'_>| v.kind() == ValueKind::ConstantInt;
                if inst.operands()[1..].iter().all(constant) {
                    addresses.push(inst);
                }
            }
            // Another access, or a call, may end the run before.
            Opcode::LLVMCall if !inst.called().name().starts_with("llvm.") => return false,
            Opcode::LLVMLoad | Opcode::LLVMStore | Opcode::LLVMInvoke => return false,
            _ => {}
        }
    }
    false
}

/// Whether this is a pointer of a `va_list` as clang's own code for `va_arg` loads it; loads of the program have no names.
fn is_variable_argument(pointer: Value<'_>) -> bool {
    let names = ["reg_save_area", "overflow_arg_area", "argp.cur"];
    pointer.kind() == ValueKind::Instruction
        && pointer.opcode() == Opcode::LLVMLoad
        && names.iter().any(|n| pointer.name().starts_with(n))
}
