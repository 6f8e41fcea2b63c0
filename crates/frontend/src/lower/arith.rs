//! Arithmetic: wrapping terms, and a check before what C leaves undefined.
//!
//! Division by zero, `INT_MIN / -1` and shifts by the width or more have no meaning in C, but terms define a result. They
//! are checked here unless one of clang's handlers has already checked the same operation.

use super::numbers::{is_distance, only_gives_distances};
use super::ubsan::{Guard, Guarded};
use super::{FunctionLowerer, simple};
use crate::llvm::{Opcode, Predicate, TypeKind, Value};
use program::{InstKind, PAGE, Property, Relation};
use term::{BitVec, Term};

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn binary(&mut self, inst: Value<'m>) {
        if let TypeKind::Vector(_) = inst.ty().kind() {
            self.vector_binary(inst);
            return;
        }
        let op = inst.opcode();
        let (a, b) = self.operands_as_numbers(inst);
        if is_distance(inst) {
            // The integers may be wider than addresses.
            let from = self.value(inst.operand(0).operand(0));
            let to = self.value(inst.operand(1).operand(0));
            self.check_same_object("distance", from, to);
        }
        self.check_complex_overflow(inst, a, b);
        self.check_operands(inst, a, b);
        if op == Opcode::LLVMAdd {
            self.check_step(inst, inst.operand(0), inst.operand(1), a);
        }
        match simple::binary(&mut self.lowerer.pool, op, a, b) {
            Some(value) => {
                self.check_moved(inst, value);
                self.values.insert(inst, value);
            }
            None => self.unsupported_value(inst, "an arithmetic operation"),
        }
    }

    /// Checks what the operation leaves undefined for these operands.
    pub fn check_operands(&mut self, inst: Value<'m>, a: Term, b: Term) {
        if self.poison.is_some() {
            self.check_lane(inst, a, b);
        }
        match inst.opcode() {
            Opcode::LLVMUDiv | Opcode::LLVMURem => self.check_division(inst, a, b, false),
            Opcode::LLVMSDiv | Opcode::LLVMSRem => self.check_division(inst, a, b, true),
            Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr if self.poison.is_none() => {
                self.check_shift(inst, a, b);
            }
            _ => {}
        }
    }

    fn is_guarded(&self, guard: Guard, inst: Value<'m>, a: Term, b: Term) -> bool {
        let block = inst.block();
        self.guarded.contains(&Guarded { guard, block, a, b })
    }

    fn check_division(&mut self, inst: Value<'m>, a: Term, b: Term, signed: bool) {
        let division = matches!(inst.opcode(), Opcode::LLVMUDiv | Opcode::LLVMSDiv);
        if !self.is_guarded(Guard::DivByZero, inst, a, b) {
            let holds = self.non_zero(b);
            let what = zero_text(division);
            self.check(Property::NoDivByZero, true, what, holds, vec![a, b]);
        }
        if signed && !self.is_guarded(Guard::DivOverflow, inst, a, b) {
            let holds = self.quotient_fits(a, b);
            let what = quotient_text(division);
            self.check(Property::NoOverflow, true, what, holds, vec![a, b]);
        }
    }

    /// Not `INT_MIN / -1`.
    pub fn quotient_fits(&mut self, a: Term, b: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(a);
        let min = pool.bv(BitVec::int_min(width));
        let minus_one = pool.bv(BitVec::all_ones(width));
        let not_min = pool.ne(a, min);
        let not_minus_one = pool.ne(b, minus_one);
        pool.or(not_min, not_minus_one)
    }

    fn check_shift(&mut self, inst: Value<'m>, a: Term, b: Term) {
        if inst.is_nosanitize() {
            return;
        }
        if !self.is_guarded(Guard::Shift, inst, a, b) {
            let width = self.lowerer.pool.width(a);
            let holds = self.less_than(b, width);
            let what = EXPONENT_TEXT;
            self.check(Property::NoShiftError, true, what, holds, vec![a, b]);
        }
    }

    /// `term < bound`, unsigned.
    pub fn less_than(&mut self, term: Term, bound: u32) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(term);
        if width < 32 && u64::from(bound) >= 1 << width {
            return pool.tt();
        }
        let bound = pool.bv_u64(width, u64::from(bound));
        pool.ult(term, bound)
    }

    pub fn cast(&mut self, inst: Value<'m>) {
        let from = inst.operand(0);
        let lanes = matches!(from.ty().kind(), TypeKind::Vector(_));
        if lanes && inst.opcode() != Opcode::LLVMBitCast {
            self.vector_cast(inst);
            return;
        }
        let width = self.width(inst.ty());
        let op = inst.opcode();
        let narrow = width.is_some_and(|w| w < self.lowerer.word_width());
        // Which bits of an address are zero, or equal, depends on where objects lie.
        let mut a = match op {
            Opcode::LLVMTrunc => self.number(from),
            Opcode::LLVMPtrToInt if self.lowerer.is_flat() && !inst.is_nosanitize() => {
                let pointer = self.value(from);
                self.take_number("number", pointer)
            }
            Opcode::LLVMPtrToInt if only_gives_distances(inst) || inst.is_nosanitize() => {
                // The low bits are enough.
                self.value(from)
            }
            Opcode::LLVMPtrToInt => {
                let pointer = self.value(from);
                let number = self.converted("number", pointer);
                match narrow {
                    true => self.number_of_address(number),
                    false => number,
                }
            }
            _ => self.value(from),
        };
        self.check_atomic_extension(inst, a);
        if op == Opcode::LLVMIntToPtr && self.lowerer.is_flat() {
            let word = self.lowerer.word_width();
            let number = self.lowerer.pool.resize_unsigned(a, word);
            a = self.find_pointer("pointer", number);
        } else if op == Opcode::LLVMIntToPtr {
            self.check_made_up(inst, a);
            if self.lowerer.is_wide() {
                let word = self.lowerer.word_width();
                a = self.lowerer.pool.resize_unsigned(a, word);
                a = self.converted("pointer", a);
            }
        }
        let value = match width {
            Some(width) => simple::cast(&mut self.lowerer.pool, op, a, width),
            None => None,
        };
        match value {
            Some(value) => {
                self.values.insert(inst, value);
            }
            None => self.unsupported_value(inst, "a vector operation"),
        }
    }

    pub fn icmp(&mut self, inst: Value<'m>) {
        if let TypeKind::Vector(_) = inst.ty().kind() {
            self.vector_compare(inst);
            return;
        }
        if let Some(bit) = self.compare_numbers(inst) {
            self.values.insert(inst, bit);
            return;
        }
        let mut a = self.value(inst.operand(0));
        let mut b = self.value(inst.operand(1));
        let ordered = !matches!(
            inst.predicate(),
            Predicate::LLVMIntEQ | Predicate::LLVMIntNE
        );
        if inst.operand(0).ty().is_pointer() && self.lowerer.is_flat() {
            if ordered {
                self.check_same_object("order", a, b);
            }
            a = self.take_number("left", a);
            b = self.take_number("right", b);
        } else if inst.operand(0).ty().is_pointer() {
            if ordered {
                self.check_same_object("order", a, b);
            } else {
                self.check_comparable(a, b);
            }
            if self.is_invented(a) || self.is_invented(b) {
                let what = "a comparison with an address that the program makes up";
                let no = self.lowerer.pool.ff();
                self.layout_check(what, no, Vec::new());
            }
        }
        let pool = &mut self.lowerer.pool;
        let holds = simple::compare(pool, inst.predicate(), a, b);
        let bit = pool.bool_to_bv(holds);
        self.values.insert(inst, bit);
    }

    /// Whether a constant could be the address of an object, but is not that of any object we know. The first and the last
    /// page hold no objects on any system, so null and `(void *)-1` differ from the address of every object.
    pub fn is_invented(&self, pointer: Term) -> bool {
        let layout = self.lowerer.program.pointers;
        let known = self.lowerer.program.statics.len() as u64;
        let last_page = u64::MAX >> (64 - layout.width) << 12;
        self.lowerer.pool.as_u64(pointer).is_some_and(|address| {
            let number = layout.object(address.wrapping_add(layout.half()));
            (4096..last_page).contains(&address) && !(1..=known).contains(&number)
        })
    }

    /// Whether a constant is an address at which the program has no object. An access there is invalid: on some system there
    /// is no object there either.
    pub fn points_nowhere(&self, pointer: Term) -> bool {
        let half = self.lowerer.program.pointers.half();
        self.lowerer.pool.as_u64(pointer).is_some_and(|a| a < half)
    }

    /// A real system may use an address again when its object is dead, and may place a variable right after another one; our
    /// layout never does either, so a result that depends on this proves nothing.
    pub fn check_comparable(&mut self, a: Term, b: Term) {
        let pool = &self.lowerer.pool;
        let last_page = (u64::MAX >> (64 - self.lowerer.pointer_width())) - (PAGE - 1);
        let is_outside = |t: Term| {
            let number = pool.as_u64(t);
            number.is_some_and(|n| n < PAGE || n >= last_page)
        };
        if a == b || is_outside(a) || is_outside(b) {
            return;
        }
        let site = self.layout_site("a comparison of pointers that depends on where objects lie");
        let relation = Relation::Comparable;
        self.emit(InstKind::Relate {
            a,
            b,
            relation,
            site,
        });
    }

    /// Where objects lie is our choice among many: a result that depends on it proves nothing.
    fn check_same_object(&mut self, what: &str, a: Term, b: Term) {
        if self.lowerer.checks_relations {
            let text = format!("the {what} of pointers to different objects is used");
            let site = self.site(Property::NoUnrelatedPointers, true, text);
            let relation = Relation::SameObject;
            self.emit(InstKind::Relate {
                a,
                b,
                relation,
                site,
            });
        }
        if self.lowerer.is_flat() {
            self.lowerer.assuming(
                "the order and the distance of pointers to different objects are those of their addresses",
            );
            return;
        }
        let layout = self.lowerer.program.pointers;
        let pool = &mut self.lowerer.pool;
        let half = pool.bv_u64(layout.width, layout.half());
        let mut number = |pointer: Term| {
            let moved = pool.bvadd(pointer, half);
            pool.extract(moved, layout.width - 1, layout.offset_bits)
        };
        let (x, y) = (number(a), number(b));
        let same = self.lowerer.pool.eq(x, y);
        let what = format!("the {what} of pointers to different objects");
        self.layout_check(&what, same, vec![a, b]);
    }

    pub fn select(&mut self, inst: Value<'m>) {
        if let TypeKind::Vector(_) = inst.operand(0).ty().kind() {
            self.vector_select(inst);
            return;
        }
        let condition = self.condition(inst.operand(0));
        let then = self.value(inst.operand(1));
        let otherwise = self.value(inst.operand(2));
        let value = self.lowerer.pool.ite(condition, then, otherwise);
        self.values.insert(inst, value);
    }
}

pub const EXPONENT_TEXT: &str = "shift by a negative amount or by the width or more";

pub fn zero_text(division: bool) -> &'static str {
    if division {
        "division by zero"
    } else {
        "remainder by zero"
    }
}

pub fn quotient_text(division: bool) -> &'static str {
    if division {
        "signed division overflows"
    } else {
        "signed remainder overflows"
    }
}
