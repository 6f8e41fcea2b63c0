//! Functions of CBMC and KLEE that ask about objects, or set memory to unknown values; and what the functions of contracts need
//! beyond C.

use super::FunctionLowerer;
use super::heap::NewObject;
use crate::llvm::Value;
use program::{Extent, InputSource, InstKind, ObjectKind, Property};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// `false` if the function is not one of these.
    pub fn dialect_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        self.object_question(inst, name)
            || self.harmless(inst, name)
            || self.klee_function(inst, name)
            || self.contract_function(inst, name)
    }

    // ---- objects ----

    fn object_question(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        let asks = matches!(
            name,
            "__CPROVER_r_ok"
                | "__CPROVER_w_ok"
                | "__CPROVER_rw_ok"
                | "__CPROVER_OBJECT_SIZE"
                | "__CPROVER_POINTER_OFFSET"
                | "__CPROVER_POINTER_OBJECT"
                | "__CPROVER_DYNAMIC_OBJECT"
                | "__CPROVER_LIVE_OBJECT"
        );
        if asks
            && self.lowerer.properties.contains(&Property::ValidQuery)
            && !self.is_contracts_own()
        {
            for arg in args.iter().filter(|a| a.ty().is_pointer()) {
                self.check_question(*arg, name);
            }
        }
        match (name, args.as_slice()) {
            ("__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok", [pointer, length]) => {
                let (pointer, length) = (self.value(*pointer), self.value(*length));
                let holds = self.is_accessible(pointer, length);
                self.define_truth(inst, holds);
            }
            ("__CPROVER_LIVE_OBJECT", [pointer]) => {
                let pointer = self.value(*pointer);
                let value = self.extent(pointer, Extent::Alive);
                self.define(inst, value);
            }
            ("__CPROVER_DYNAMIC_OBJECT", [pointer]) => {
                let pointer = self.value(*pointer);
                let value = self.extent(pointer, Extent::Dynamic);
                self.define(inst, value);
            }
            ("__CPROVER_OBJECT_SIZE", [pointer]) => {
                let pointer = self.value(*pointer);
                let value = self.extent(pointer, Extent::Size);
                self.define(inst, value);
            }
            ("__CPROVER_POINTER_OFFSET", [pointer]) => {
                let pointer = self.value(*pointer);
                let value = self.extent(pointer, Extent::Offset);
                self.define(inst, value);
            }
            // Any number that each object has for itself will do, and zero for no object.
            ("__CPROVER_POINTER_OBJECT", [pointer]) => {
                let pointer = self.value(*pointer);
                let start = self.start_of_object(pointer);
                self.define(inst, start);
            }
            ("__CPROVER_same_object", [a, b]) => {
                let (a, b) = (self.value(*a), self.value(*b));
                let holds = self.is_same_object(a, b);
                self.define_truth(inst, holds);
            }
            ("__CPROVER_pointer_in_range", [low, pointer, high]) => {
                let low = self.value(*low);
                let (pointer, high) = (self.value(*pointer), self.value(*high));
                let first = self.is_same_object(low, pointer);
                let second = self.is_same_object(low, high);
                let pool = &mut self.lowerer.pool;
                // In one object, addresses are ordered as offsets are.
                let above = pool.ule(low, pointer);
                let below = pool.ule(pointer, high);
                let holds = pool.and_all([first, second, above, below]);
                self.define_truth(inst, holds);
            }
            ("__CPROVER_havoc_object", [pointer]) => {
                let pointer = self.value(*pointer);
                let start = self.start_of_object(pointer);
                let size = self.extent(pointer, Extent::Size);
                let alive = self.extent(pointer, Extent::Alive);
                let alive = self.non_zero(alive);
                let what = "`__CPROVER_havoc_object` of a pointer to no live object";
                self.check(Property::ValidDeref, true, what, alive, vec![pointer]);
                self.unknown_slice(start, size, name);
            }
            ("__CPROVER_allocate", [size, zeroed]) => {
                let (size, zeroed) = (self.value(*size), self.value(*zeroed));
                let Some(zero) = self.lowerer.pool.as_u64(zeroed) else {
                    self.unsupported_value(
                        inst,
                        "`__CPROVER_allocate` with a computed second argument",
                    );
                    return true;
                };
                let made = self.new_object(
                    NewObject {
                        zeroed: zero != 0,
                        may_be_null: false,
                        ..NewObject::heap(name)
                    },
                    size,
                    16,
                );
                self.define(inst, made);
            }
            ("__CPROVER_deallocate", [pointer]) => {
                let pointer = self.value(*pointer);
                let what = "`__CPROVER_deallocate` of a pointer that is not the start of a live heap object";
                let site = self.site(Property::ValidFree, true, what);
                self.free_object(pointer, site);
            }
            _ => return false,
        }
        true
    }

    /// Sets memory to unknown bytes, of which the program may compute how many there are: the contents of a new object then.
    pub fn unknown_slice(&mut self, to: Term, length: Term, name: &str) {
        let constant = self.lowerer.pool.as_u64(length).is_some();
        if constant || self.lowerer.checks_written {
            self.unknown_bytes(to, length, InputSource::Nondet(name.to_string()));
            return;
        }
        let from = self.new_object(
            NewObject {
                kind: ObjectKind::Library,
                may_be_null: false,
                ..NewObject::heap("unknown bytes")
            },
            length,
            1,
        );
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let site = self.site(Property::ValidDeref, true, "invalid write");
        self.check_target(to, length);
        self.emit(InstKind::Copy {
            to,
            from,
            length,
            site,
            overlap: None,
        });
    }

    /// `valid-query`: the pointer is null or leads into a live object, or to its end.
    fn check_question(&mut self, pointer: Value<'m>, name: &str) {
        let pointer = self.value(pointer);
        let alive = self.extent(pointer, Extent::Alive);
        let alive = self.non_zero(alive);
        let offset = self.extent(pointer, Extent::Offset);
        let size = self.extent(pointer, Extent::Size);
        let null = self.null();
        let pool = &mut self.lowerer.pool;
        let inside = pool.ule(offset, size);
        let valid = pool.and(alive, inside);
        let is_null = pool.eq(pointer, null);
        let holds = pool.or(valid, is_null);
        let what = format!("`{name}` of a pointer that is neither null nor leads to a live object");
        self.check(Property::ValidQuery, false, what, holds, vec![pointer]);
    }

    /// What is asked of the object that a pointer leads to, of pointer width.
    pub fn extent(&mut self, pointer: Term, extent: Extent) -> Term {
        let width = self.lowerer.pointer_width();
        let (var, symbol) = self.new_var(extent.name(), width);
        self.emit(InstKind::ObjectSize {
            var,
            pointer,
            extent,
        });
        symbol
    }

    /// Whether so many bytes are in one live object. The address just beyond it is the place of no bytes.
    fn is_accessible(&mut self, pointer: Term, length: Term) -> Term {
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let room = self.extent(pointer, Extent::Room);
        let zero = self.lowerer.pool.zero(width);
        let fits = self.lowerer.pool.ule(length, room);
        let some = self.lowerer.pool.ne(length, zero);
        let something = self.lowerer.pool.and(some, fits);
        if self.lowerer.pool.as_u64(length).is_some_and(|n| n > 0) {
            return something;
        }
        let alive = self.extent(pointer, Extent::Alive);
        let alive = self.non_zero(alive);
        let offset = self.extent(pointer, Extent::Offset);
        let size = self.extent(pointer, Extent::Size);
        let pool = &mut self.lowerer.pool;
        let inside = pool.ule(offset, size);
        pool.and_all([alive, inside, fits])
    }

    pub fn start_of_object(&mut self, pointer: Term) -> Term {
        let offset = self.extent(pointer, Extent::Offset);
        self.lowerer.pool.bvsub(pointer, offset)
    }

    pub fn is_same_object(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.start_of_object(a), self.start_of_object(b));
        self.lowerer.pool.eq(a, b)
    }

    fn define_truth(&mut self, inst: Value<'m>, holds: Term) {
        let bit = self.lowerer.pool.bool_to_bv(holds);
        self.define(inst, bit);
    }

    // ---- what has no effect ----

    fn harmless(&mut self, inst: Value<'m>, name: &str) -> bool {
        let known = matches!(
            name,
            // What is shown, and hints for engines.
            "__CPROVER_printf"
                | "__CPROVER_input"
                | "__CPROVER_output"
                | "__CPROVER_cover"
                | "__CPROVER_fence"
                | "__CPROVER_k_induction_hint"
                | "klee_prefer_cex"
                | "klee_print_expr"
                | "klee_warning"
                | "klee_warning_once"
                | "klee_stack_trace"
                | "klee_open_merge"
                | "klee_close_merge"
                | "klee_merge"
                | "klee_mark_global"
        );
        if known {
            self.define_undefined(inst);
        }
        known
    }

    // ---- KLEE ----

    fn klee_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("klee_make_symbolic", [to, length, ..]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                self.unknown_bytes(to, length, InputSource::Nondet(name.to_string()));
            }
            ("klee_assume", [condition]) => {
                let condition = self.value(*condition);
                let condition = self.non_zero(condition);
                self.emit(InstKind::Assume { condition });
            }
            ("klee_silent_exit", _) => {
                let condition = self.lowerer.pool.ff();
                self.emit(InstKind::Assume { condition });
                self.halt();
            }
            ("klee_abort", _) => {
                let no = self.lowerer.pool.ff();
                self.check(
                    Property::Assert,
                    false,
                    "`klee_abort` is called",
                    no,
                    Vec::new(),
                );
                self.halt();
            }
            ("klee_report_error", [_, _, text, ..]) => {
                let text = self.lowerer.string_constant(*text).unwrap_or_default();
                let no = self.lowerer.pool.ff();
                let what = format!("`klee_report_error` is called: {text}");
                self.check(Property::Assert, false, what, no, Vec::new());
                self.halt();
            }
            // One of the numbers from the first argument up to, but not including, the second.
            ("klee_range", [low, high, ..]) => {
                let (low, high) = (self.value(*low), self.value(*high));
                let source = InputSource::Nondet(name.to_string());
                let Some(value) = self.havoc_of(&inst.name(), inst.ty(), source) else {
                    return true;
                };
                let pool = &mut self.lowerer.pool;
                let (above, below) = (pool.sle(low, value), pool.slt(value, high));
                let condition = pool.and(above, below);
                self.emit(InstKind::Assume { condition });
                self.values.insert(inst, value);
            }
            ("klee_choose", [count]) => {
                let count = self.value(*count);
                let source = InputSource::Nondet(name.to_string());
                let Some(value) = self.havoc_of(&inst.name(), inst.ty(), source) else {
                    return true;
                };
                let condition = self.lowerer.pool.ult(value, count);
                self.emit(InstKind::Assume { condition });
                self.values.insert(inst, value);
            }
            ("klee_int", [_]) => {
                let source = InputSource::Nondet(name.to_string());
                if let Some(value) = self.havoc_of(&inst.name(), inst.ty(), source) {
                    self.values.insert(inst, value);
                }
            }
            _ if name.starts_with("klee_") => {
                self.unsupported_value(inst, format_args!("`{name}`"));
            }
            _ => return false,
        }
        true
    }

    // ---- contracts ----

    fn contract_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("__aver_fresh", [size]) => {
                let size = self.value(*size);
                let made = self.new_object(
                    NewObject {
                        kind: ObjectKind::Library,
                        may_be_null: false,
                        ..NewObject::heap("fresh object")
                    },
                    size,
                    16,
                );
                self.define(inst, made);
            }
            ("__aver_within", [pointer, start, length]) => {
                let (pointer, start) = (self.value(*pointer), self.value(*start));
                let length = self.value(*length);
                let holds = self.is_within(pointer, start, length);
                self.define_truth(inst, holds);
            }
            ("__aver_plus", [pointer, bytes]) => {
                let (pointer, bytes) = (self.value(*pointer), self.value(*bytes));
                let width = self.lowerer.pointer_width();
                let pool = &mut self.lowerer.pool;
                let bytes = pool.resize_signed(bytes, width);
                let sum = pool.bvadd(pointer, bytes);
                self.define(inst, sum);
            }
            ("__aver_object_rest", [pointer]) => {
                let pointer = self.value(*pointer);
                let value = self.extent(pointer, Extent::Room);
                self.define(inst, value);
            }
            // Only a mark (see `super::frame`).
            ("__aver_loop_contract", []) => {}
            _ => return false,
        }
        true
    }

    /// Whether a byte is one of so many from there on.
    pub fn is_within(&mut self, byte: Term, start: Term, length: Term) -> Term {
        let width = self.lowerer.pointer_width();
        let pool = &mut self.lowerer.pool;
        let length = pool.resize_unsigned(length, width);
        let distance = pool.bvsub(byte, start);
        pool.ult(distance, length)
    }

    /// Ends an object's life, if the frame allows it.
    pub fn free_object(&mut self, pointer: Term, site: program::SiteId) {
        self.check_release(pointer);
        self.emit(InstKind::Free { pointer, site });
    }
}
