//! The heap: `malloc` and its family.
//!
//! Allocation succeeds unless the size exceeds that of any object; then the result is null. With
//! [`crate::Options::malloc_may_fail`] any allocation may fail. An object of size zero is an object: its address is not null, and
//! freeing it is fine.

use super::FunctionLowerer;
use crate::llvm::Value;
use program::{
    Extent, InputSource, InstKind, ObjectInfo, ObjectKind, Property, SourceVar, Terminator, VarId,
};
use term::{BitVec, Term};

const REALLOC_TEXT: &str = "`realloc` of a pointer that is not the start of a live heap object";

/// What `malloc` promises.
const MALLOC_ALIGN: u64 = 16;

/// A page.
const LARGEST_COMPUTED_ALIGN: u64 = 4096;

/// How an allocation function makes an object.
pub(super) struct NewObject<'a> {
    /// Of the function.
    pub name: &'a str,
    pub kind: ObjectKind,
    pub zeroed: bool,
    pub resizes: bool,
    /// Whether there may be no memory left, and the result is null then.
    pub may_be_null: bool,
}

impl<'a> NewObject<'a> {
    /// As `malloc` makes it.
    pub fn heap(name: &'a str) -> NewObject<'a> {
        NewObject {
            name,
            kind: ObjectKind::Heap,
            zeroed: false,
            resizes: false,
            may_be_null: true,
        }
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// The functions of the heap; `false` if `name` is not one of them.
    pub fn heap_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("malloc" | "valloc" | "pvalloc", [size]) => {
                let size = self.value(*size);
                let result = self.new_object(NewObject::heap(name), size, MALLOC_ALIGN);
                self.define(inst, result);
            }
            // `operator new` and `new[]`; what they throw is not caught.
            ("_Znwm" | "_Znam" | "_Znwj" | "_Znaj", [size]) => {
                let size = self.value(*size);
                let result = self.new_object(
                    NewObject {
                        may_be_null: false,
                        ..NewObject::heap("new")
                    },
                    size,
                    MALLOC_ALIGN,
                );
                let some = self.non_zero(result);
                let what = "`new` that fails is not supported";
                self.check(Property::Unsupported, true, what, some, vec![size]);
                self.define(inst, result);
            }
            ("calloc", [count, size]) => {
                let (count, size) = (self.value(*count), self.value(*size));
                let size = self.product(count, size);
                let result = self.new_object(
                    NewObject {
                        zeroed: true,
                        ..NewObject::heap(name)
                    },
                    size,
                    MALLOC_ALIGN,
                );
                self.define(inst, result);
            }
            ("aligned_alloc" | "memalign", [align, size]) => {
                let (align, size) = (self.value(*align), self.value(*size));
                self.check_alignment(name, align, size);
                let result = self.new_aligned_object(name, size, align);
                self.define(inst, result);
            }
            ("posix_memalign", [slot, align, size]) => {
                let (slot, align) = (self.value(*slot), self.value(*align));
                let size = self.value(*size);
                self.check_alignment(name, align, size);
                let pointer = self.new_aligned_object(name, size, align);
                let bytes = u64::from(self.lowerer.word_width() / 8);
                let site = self.write_site(bytes);
                self.store_pointer(slot, 0, pointer, site);
                // ENOMEM is 12.
                let pool = &mut self.lowerer.pool;
                let null = pool.zero(pool.width(pointer));
                let failed = pool.eq(pointer, null);
                let (no_memory, fine) = (pool.bv_u64(32, 12), pool.bv_u64(32, 0));
                let result = pool.ite(failed, no_memory, fine);
                self.define(inst, result);
            }
            ("realloc", [pointer, size]) => {
                let (pointer, size) = (self.value(*pointer), self.value(*size));
                let result = self.realloc(pointer, size);
                self.define(inst, result);
            }
            (
                "_ZdlPv" | "_ZdlPvm" | "_ZdlPvj" | "_ZdaPv" | "_ZdaPvm" | "_ZdaPvj",
                [pointer, ..],
            ) => {
                let pointer = self.value(*pointer);
                let what = "`delete` of a pointer that is not the start of a live heap object";
                let site = self.site(Property::ValidFree, true, what);
                self.free_object(pointer, site);
            }
            ("free" | "cfree", [pointer, ..]) => {
                let pointer = self.value(*pointer);
                let what = "`free` of a pointer that is not the start of a live heap object";
                let site = self.site(Property::ValidFree, true, what);
                self.free_object(pointer, site);
            }
            _ => return false,
        }
        true
    }

    /// The standard does not say what happens with an alignment that is not a power of two, or (in C11) a size that is not a
    /// multiple of it.
    fn check_alignment(&mut self, name: &str, align: Term, size: Term) {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(align);
        let (zero, minus_one) = (pool.zero(width), pool.bv_i64(width, -1));
        let below = pool.bvadd(align, minus_one);
        let common = pool.bvand(align, below);
        let power = pool.eq(common, zero);
        let some = pool.ne(align, zero);
        let rest = pool.bvand(size, below);
        let multiple = pool.eq(rest, zero);
        let multiple = if name == "aligned_alloc" {
            multiple
        } else {
            pool.tt()
        };
        let holds = pool.and_all([power, some, multiple]);
        let what = format!("`{name}` with this alignment is not supported");
        self.check(Property::Unsupported, true, what, holds, vec![align, size]);
    }

    /// A new object whose alignment may be computed: one case for each power of two.
    fn new_aligned_object(&mut self, name: &str, size: Term, align: Term) -> Term {
        if let Some(align) = self.lowerer.pool.as_u64(align) {
            return self.new_object(NewObject::heap(name), size, align.max(1));
        }
        let width = self.lowerer.pointer_width();
        let (var, pointer) = self.new_var(name, width);
        let join = self.new_block();
        for bits in 0..=LARGEST_COMPUTED_ALIGN.ilog2() {
            let pool = &mut self.lowerer.pool;
            let power = pool.bv_u64(pool.width(align), 1 << bits);
            let here = pool.eq(align, power);
            let (then, otherwise) = (self.new_block(), self.new_block());
            self.branch(here, then, otherwise);
            self.switch_to(then);
            let made = self.new_object(NewObject::heap(name), size, 1 << bits);
            self.assign(var, made);
            self.end(Terminator::Goto(join));
            self.switch_to(otherwise);
        }
        self.unsupported(format_args!(
            "`{name}` with a computed alignment of more than {LARGEST_COMPUTED_ALIGN}"
        ));
        self.end(Terminator::Halt);
        self.switch_to(join);
        pointer
    }

    /// The product, or all ones if it does not fit.
    fn product(&mut self, a: Term, b: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let product = pool.bvmul(a, b);
        let overflows = pool.umulo(a, b);
        let huge = pool.bv(BitVec::all_ones(pool.width(a)));
        pool.ite(overflows, huge, product)
    }

    /// A new heap object, or null if it would be larger than an object may be.
    pub(super) fn new_object(&mut self, new: NewObject<'_>, size: Term, align: u64) -> Term {
        let NewObject { name, .. } = new;
        let width = self.lowerer.pointer_width();
        let size = self.lowerer.pool.resize_unsigned(size, width);
        let limit = match width {
            32 => i32::MAX as u64,
            _ => self.lowerer.program.pointers.max_object_size(),
        };
        let (var, pointer) = self.new_var(name, width);
        let pool = &mut self.lowerer.pool;
        let limit = pool.bv_u64(width, limit);
        let mut fits = pool.ule(size, limit);
        if self.lowerer.malloc_may_fail && new.may_be_null {
            let source = InputSource::External(name.to_string());
            let fails = self.havoc("fails", 1, source);
            let pool = &mut self.lowerer.pool;
            let fails = pool.bv_to_bool(fails);
            let works = pool.not(fails);
            fits = pool.and(fits, works);
        }
        let (some, none, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(fits, some, none);
        self.switch_to(none);
        let null = self.null();
        self.assign(var, null);
        self.end(Terminator::Goto(join));
        self.switch_to(some);
        let site = if self.lowerer.pool.is_value(size) {
            self.alloc_site()
        } else {
            self.size_site()
        };
        let source = Some(SourceVar {
            name: name.to_string(),
            ty: self.lowerer.c_type(None),
            place: self.place,
        });
        self.emit(InstKind::Alloc {
            var,
            size,
            site,
            object: ObjectInfo {
                kind: new.kind,
                align,
                zeroed: new.zeroed,
                resizes: new.resizes,
                source,
            },
        });
        self.end(Terminator::Goto(join));
        self.switch_to(join);
        pointer
    }

    /// A new object with the old one's contents, as far as they fit; the old one is freed. Null is as for `malloc`, and
    /// if there is no new object the old one stays. A size of zero frees, and gives null, as glibc does.
    fn realloc(&mut self, old: Term, size: Term) -> Term {
        let width = self.lowerer.pointer_width();
        let (var, result) = self.new_var("realloc", width);
        let null = self.null();
        self.assign(var, null);
        let no_size = self.lowerer.pool.zero(self.lowerer.pool.width(size));
        let empty = self.lowerer.pool.eq(size, no_size);
        let had = self.lowerer.pool.ne(old, null);
        let frees = self.lowerer.pool.and(empty, had);
        let (free, resize, end) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(frees, free, resize);
        self.switch_to(free);
        let site = self.site(Property::ValidFree, true, REALLOC_TEXT);
        self.free_object(old, site);
        self.end(Terminator::Goto(end));
        self.switch_to(resize);
        self.resize(var, old, size);
        self.end(Terminator::Goto(end));
        self.switch_to(end);
        result
    }

    fn resize(&mut self, var: VarId, old: Term, size: Term) {
        let width = self.lowerer.pointer_width();
        let null = self.null();
        let new = self.new_object(
            NewObject {
                resizes: true,
                ..NewObject::heap("realloc")
            },
            size,
            MALLOC_ALIGN,
        );
        self.assign(var, new);
        let pool = &mut self.lowerer.pool;
        let got = pool.ne(new, null);
        let had = pool.ne(old, null);
        let both = pool.and(got, had);
        let (copy, join) = (self.new_block(), self.new_block());
        self.branch(both, copy, join);
        self.switch_to(copy);
        let site = self.site(Property::ValidFree, true, REALLOC_TEXT);
        let (size_var, old_size) = self.new_var("size", width);
        self.emit(InstKind::ObjectSize {
            var: size_var,
            pointer: old,
            extent: Extent::Size,
        });
        let pool = &mut self.lowerer.pool;
        let size = pool.resize_unsigned(size, width);
        let shrinks = pool.ult(size, old_size);
        let length = pool.ite(shrinks, size, old_size);
        // A pointer into the middle of an object fails here or at the `Free`; it is the same mistake.
        self.emit(InstKind::Copy {
            to: new,
            from: old,
            length,
            site,
            overlap: None,
        });
        self.free_object(old, site);
        self.end(Terminator::Goto(join));
        self.switch_to(join);
    }
}
