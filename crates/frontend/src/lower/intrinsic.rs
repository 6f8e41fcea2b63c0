//! LLVM's intrinsic functions.

use super::FunctionLowerer;
use crate::IR_MARK;
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::{InputSource, InstKind, Property, Terminator};
use term::{BitVec, Term};

impl<'m> FunctionLowerer<'_, 'm> {
    /// `name` starts with `llvm.`; what follows the operation is a mangled type.
    pub fn intrinsic(&mut self, inst: Value<'m>, name: &str) {
        let args = inst.args();
        let is = |prefix: &str| name.starts_with(prefix);
        if is("llvm.dbg.")
            || is("llvm.assume")
            || is("llvm.donothing")
            || is("llvm.invariant.")
            || is("llvm.experimental.noalias.scope.decl")
            || is("llvm.prefetch")
            || is("llvm.var.annotation")
            || is("llvm.va_end")
        {
            return;
        }
        match args.as_slice() {
            [_, target] if is("llvm.lifetime.start") => self.lifetime_start(*target),
            [_, target] if is("llvm.lifetime.end") => self.lifetime_end(*target),
            [to, from, length, ..] if is("llvm.memcpy.") || is("llvm.memmove.") => {
                let (to, from) = (self.value(*to), self.value(*from));
                let length = self.value(*length);
                self.copy(to, from, length, None);
            }
            [to, byte, length, ..] if is("llvm.memset.") => {
                let (to, byte) = (self.value(*to), self.value(*byte));
                let length = self.value(*length);
                self.fill(to, byte, length);
            }
            [value, ..]
                if is("llvm.expect") || is("llvm.annotation") || is("llvm.ptr.annotation") =>
            {
                let value = self.value(*value);
                self.define(inst, value);
            }
            [value, ..] if is("llvm.threadlocal.address") || is("llvm.launder.") => {
                let value = self.value(*value);
                self.define(inst, value);
            }
            [] if is("llvm.stacksave") => {
                let null = self.null();
                self.define(inst, null);
            }
            [_] if is("llvm.stackrestore") => self.stack_restore(inst),
            _ if is("llvm.trap") || is("llvm.debugtrap") || is("llvm.ubsantrap") => {
                self.end(Terminator::Halt);
            }
            [pointer, ..] if is("llvm.objectsize") => match self.known_size(*pointer) {
                Some(size) => {
                    let width = self.width(inst.ty()).unwrap_or(64);
                    let size = self.lowerer.pool.bv_u64(width, size);
                    self.define(inst, size);
                }
                None => self.unsupported_value(inst, "`__builtin_object_size` of this pointer"),
            },
            [_] if is("llvm.is.constant") => {
                let no = self.lowerer.pool.zero(1);
                self.define(inst, no);
            }
            [a, mask] if is("llvm.is.fpclass.") => self.float_class(inst, *a, *mask),
            _ if self.float_intrinsic(inst, name) => {}
            [list] if is("llvm.va_start") => self.va_start(*list),
            [to, from] if is("llvm.va_copy") => self.va_copy(*to, *from),
            [pointer, mask] if is("llvm.ptrmask.") => {
                let (pointer, mask) = (self.value(*pointer), self.value(*mask));
                let value = self.masked(pointer, mask);
                self.define(inst, value);
            }
            [_] if is("llvm.returnaddress") || is("llvm.frameaddress") => {
                let width = self.lowerer.pointer_width();
                let source = InputSource::Approximated(name.to_string());
                let value = self.havoc("frame", width, source);
                self.values.insert(inst, value);
            }
            [first, ..] if matches!(first.ty().kind(), TypeKind::Vector(_)) => {
                match self.vector_intrinsic(inst, name) {
                    Some(value) => self.define(inst, value),
                    None => self.unsupported_intrinsic(inst, name),
                }
            }
            _ if matches!(inst.ty().kind(), TypeKind::Int(_) | TypeKind::Struct) => {
                match self.integer_intrinsic(inst, name, &args) {
                    Some(value) => self.define(inst, value),
                    None => self.unsupported_intrinsic(inst, name),
                }
            }
            _ => self.unsupported_intrinsic(inst, name),
        }
    }

    fn unsupported_intrinsic(&mut self, inst: Value<'m>, name: &str) {
        let floats = inst
            .args()
            .iter()
            .any(|a| matches!(a.ty().kind(), TypeKind::Float(_)));
        // `llvm.sqrt.f64` is the function `sqrt`.
        let short = name.trim_start_matches("llvm.").split('.').next();
        let short = short.unwrap_or(name).to_string();
        if floats {
            self.unsupported_value(inst, format_args!("the floating-point function `{short}`"));
        } else {
            self.unsupported_value(inst, format_args!("the builtin function `{name}`"));
        }
    }

    /// Whether another compiler made the function: then it lacks clang's checks.
    fn is_from_module(&self) -> bool {
        self.function.is_some_and(|f| f.has_mark(IR_MARK))
    }

    /// Functions on integers that are terms.
    fn integer_intrinsic(
        &mut self,
        inst: Value<'m>,
        name: &str,
        args: &[Value<'m>],
    ) -> Option<Term> {
        // `llvm.smul.with.overflow.i32` is `smul.with.overflow`.
        let operation = name.strip_prefix("llvm.")?.rsplit_once('.')?.0;
        for arg in args {
            if !matches!(arg.ty().kind(), TypeKind::Int(_)) {
                return None;
            }
        }
        let sum =
            operation.ends_with("add.with.overflow") || operation.ends_with("sub.with.overflow");
        let terms: Vec<Term> = args
            .iter()
            .map(|a| match sum {
                // An address that is moved is an address, and does not leave the address space.
                true => self.value(*a),
                false => self.number(*a),
            })
            .collect();
        if let ("uadd.with.overflow", [a, _]) = (operation, terms.as_slice()) {
            self.check_step(inst, args[0], args[1], *a);
        }
        self.integer_operation(operation, &terms)
    }

    /// The same for terms; `operation` has neither `llvm.` nor a type.
    pub fn integer_operation(&mut self, operation: &str, terms: &[Term]) -> Option<Term> {
        match (operation, terms) {
            ("abs", [a, undefined_for_min]) => {
                let undefined = self.lowerer.pool.as_u64(*undefined_for_min) == Some(1);
                if undefined && !self.tracks_poison() {
                    self.check_abs(*a);
                }
                Some(self.abs(*a))
            }
            ("ctlz" | "cttz", [a, undefined_for_zero]) => {
                let undefined = self.lowerer.pool.as_u64(*undefined_for_zero) == Some(1);
                // clang checks calls in C source with a handler, and in calls that it makes itself drops the result for 0.
                if undefined && self.is_from_module() && !self.tracks_poison() {
                    let holds = self.non_zero(*a);
                    let what = "counting the zero bits of 0 is undefined";
                    self.check(Property::UnreachableCode, true, what, holds, vec![*a]);
                }
                Some(self.count_zeros(*a, operation == "ctlz"))
            }
            ("fshl" | "fshr", [a, b, amount]) => {
                Some(self.funnel_shift(*a, *b, *amount, operation == "fshl"))
            }
            ("bswap", [a]) => Some(self.regroup(*a, 8)),
            ("bitreverse", [a]) => Some(self.regroup(*a, 1)),
            ("ctpop", [a]) => Some(self.population(*a)),
            (_, [a, b]) => self.binary_intrinsic(operation, *a, *b),
            _ => None,
        }
    }

    fn binary_intrinsic(&mut self, operation: &str, a: Term, b: Term) -> Option<Term> {
        let pool = &mut self.lowerer.pool;
        let choose = |pool: &mut term::TermPool, first: Term| Some(pool.ite(first, a, b));
        if let Some(kind) = operation.strip_suffix(".with.overflow") {
            let (result, overflows) = match kind {
                "sadd" => (pool.bvadd(a, b), pool.saddo(a, b)),
                "uadd" => (pool.bvadd(a, b), pool.uaddo(a, b)),
                "ssub" => (pool.bvsub(a, b), pool.ssubo(a, b)),
                "usub" => (pool.bvsub(a, b), pool.usubo(a, b)),
                "smul" => (pool.bvmul(a, b), pool.smulo(a, b)),
                "umul" => (pool.bvmul(a, b), pool.umulo(a, b)),
                _ => return None,
            };
            let bit = pool.bool_to_bv(overflows);
            return Some(pool.concat(bit, result));
        }
        match operation {
            "smin" => {
                let first = pool.sle(a, b);
                choose(pool, first)
            }
            "smax" => {
                let first = pool.sge(a, b);
                choose(pool, first)
            }
            "umin" => {
                let first = pool.ule(a, b);
                choose(pool, first)
            }
            "umax" => {
                let first = pool.uge(a, b);
                choose(pool, first)
            }
            "uadd.sat" => {
                let (sum, over) = (pool.bvadd(a, b), pool.uaddo(a, b));
                let max = pool.bv(BitVec::all_ones(pool.width(a)));
                Some(pool.ite(over, max, sum))
            }
            "usub.sat" => {
                let (difference, under) = (pool.bvsub(a, b), pool.ult(a, b));
                let zero = pool.zero(pool.width(a));
                Some(pool.ite(under, zero, difference))
            }
            "sadd.sat" | "ssub.sat" => {
                let width = pool.width(a);
                let (result, over) = if operation == "sadd.sat" {
                    (pool.bvadd(a, b), pool.saddo(a, b))
                } else {
                    (pool.bvsub(a, b), pool.ssubo(a, b))
                };
                let min = pool.bv(BitVec::int_min(width));
                let max = pool.bv(BitVec::int_max(width));
                let zero = pool.zero(width);
                // An overflow goes in the direction of the first operand's sign.
                let negative = pool.slt(a, zero);
                let limit = pool.ite(negative, min, max);
                Some(pool.ite(over, limit, result))
            }
            _ => None,
        }
    }

    /// `INT_MIN` has no absolute value.
    pub fn check_abs(&mut self, a: Term) {
        let width = self.lowerer.pool.width(a);
        let min = self.lowerer.pool.bv(BitVec::int_min(width));
        let holds = self.lowerer.pool.ne(a, min);
        let what = "the absolute value overflows";
        self.check(Property::NoOverflow, false, what, holds, vec![a]);
    }

    pub fn abs(&mut self, a: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let zero = pool.zero(pool.width(a));
        let negative = pool.slt(a, zero);
        let negated = pool.bvneg(a);
        pool.ite(negative, negated, a)
    }

    /// The number of zero bits above the highest one bit, or below the lowest; the width if there is none.
    fn count_zeros(&mut self, a: Term, leading: bool) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(a);
        let mut result = pool.bv_u64(width, u64::from(width));
        // The last bit that is examined decides, so those that matter less come first.
        for distance in (0..width).rev() {
            let bit = if leading {
                width - 1 - distance
            } else {
                distance
            };
            let bit = pool.extract(a, bit, bit);
            let set = pool.bv_to_bool(bit);
            let count = pool.bv_u64(width, u64::from(distance));
            result = pool.ite(set, count, result);
        }
        result
    }

    fn population(&mut self, a: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(a);
        let mut sum = pool.zero(width);
        for bit in 0..width {
            let bit = pool.extract(a, bit, bit);
            let bit = pool.zero_extend(bit, width - 1);
            sum = pool.bvadd(sum, bit);
        }
        sum
    }

    /// The groups of `size` bits in opposite order.
    fn regroup(&mut self, a: Term, size: u32) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(a);
        let mut result: Option<Term> = None;
        for low in (0..width).step_by(size as usize) {
            let group = pool.extract(a, low + size - 1, low);
            result = Some(match result {
                None => group,
                Some(high) => pool.concat(high, group),
            });
        }
        result.unwrap_or(a)
    }

    /// The upper (`left`) or lower half of `a` above `b`, shifted by the amount modulo the width.
    fn funnel_shift(&mut self, a: Term, b: Term, amount: Term, left: bool) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(a);
        let modulus = pool.bv_u64(width, u64::from(width));
        let amount = pool.bvurem(amount, modulus);
        let amount = pool.zero_extend(amount, width);
        let both = pool.concat(a, b);
        if left {
            let shifted = pool.bvshl(both, amount);
            pool.extract(shifted, 2 * width - 1, width)
        } else {
            let shifted = pool.bvlshr(both, amount);
            pool.extract(shifted, width - 1, 0)
        }
    }

    // ---- memory ----

    /// The bytes from a pointer to the end of its object, if the program's text shows both.
    fn known_size(&mut self, pointer: Value<'m>) -> Option<u64> {
        let mut base = pointer;
        let mut offset: u64 = 0;
        while matches!(
            base.kind(),
            ValueKind::Instruction | ValueKind::ConstantExpr
        ) && base.opcode() == Opcode::LLVMGetElementPtr
        {
            let mut operands: Vec<Term> =
                base.operands().into_iter().map(|v| self.value(v)).collect();
            *operands.first_mut()? = self.null();
            let step = self.lowerer.gep(base, &operands).ok()?;
            offset = offset.checked_add(self.lowerer.pool.as_u64(step)?)?;
            base = base.operand(0);
        }
        let module = self.lowerer.module;
        let size = match base.kind() {
            ValueKind::GlobalVariable => module.alloc_size(base.value_type()),
            ValueKind::Instruction if base.opcode() == Opcode::LLVMAlloca => {
                let count = base.operand(0).int_value()?.to_u64()?;
                module
                    .alloc_size(base.allocated_type())
                    .checked_mul(count)?
            }
            _ => return None,
        };
        Some(size.saturating_sub(offset))
    }

    pub fn copy(&mut self, to: Term, from: Term, length: Term, overlap: Option<&str>) {
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let what = match self.lowerer.pool.as_u64(length) {
            Some(count) => format!("invalid copy of {}", super::memory::bytes_text(count)),
            None => "invalid copy".to_string(),
        };
        let site = self.site(Property::ValidDeref, true, what);
        let overlap = overlap.map(|name| {
            let what = format!("`{name}` between regions that overlap");
            self.site(Property::ValidDeref, true, what)
        });
        self.emit(InstKind::Copy {
            to,
            from,
            length,
            site,
            overlap,
        });
    }

    pub fn fill(&mut self, to: Term, byte: Term, length: Term) {
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let byte = self.lowerer.pool.resize_unsigned(byte, 8);
        let what = match self.lowerer.pool.as_u64(length) {
            Some(count) => format!("invalid write of {}", super::memory::bytes_text(count)),
            None => "invalid write".to_string(),
        };
        let site = self.site(Property::ValidDeref, true, what);
        self.emit(InstKind::Fill {
            to,
            byte,
            length,
            site,
        });
    }
}
