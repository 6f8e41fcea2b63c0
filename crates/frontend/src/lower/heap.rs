//! The heap: `malloc` and its family.
//!
//! Allocation succeeds unless it asks for more than any object may have; then the result is null. An object of size zero
//! is an object: its address is not null, and freeing it is fine.

use super::FunctionLowerer;
use crate::llvm::Value;
use program::{InstKind, ObjectInfo, ObjectKind, Place, Property, SourceVar, Terminator};
use term::{BitVec, Term};

/// What `malloc` promises.
const MALLOC_ALIGN: u64 = 16;

impl<'m> FunctionLowerer<'_, 'm> {
    /// The functions of the heap; `false` if `name` is none of them.
    pub fn heap_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("malloc" | "valloc" | "pvalloc" | "xmalloc", [size]) => {
                if name == "xmalloc" {
                    return false;
                }
                let size = self.value(*size);
                let result = self.new_object(name, size, false, MALLOC_ALIGN);
                self.define(inst, result);
            }
            ("calloc", [count, size]) => {
                let (count, size) = (self.value(*count), self.value(*size));
                let size = self.product(count, size);
                let result = self.new_object(name, size, true, MALLOC_ALIGN);
                self.define(inst, result);
            }
            ("aligned_alloc" | "memalign", [align, size]) => {
                let (align, size) = (self.value(*align), self.value(*size));
                let align = self.lowerer.pool.as_u64(align).unwrap_or(MALLOC_ALIGN);
                let result = self.new_object(name, size, false, align.max(1));
                self.define(inst, result);
            }
            ("posix_memalign", [slot, align, size]) => {
                let (slot, align) = (self.value(*slot), self.value(*align));
                let size = self.value(*size);
                let align = self.lowerer.pool.as_u64(align).unwrap_or(MALLOC_ALIGN);
                let pointer = self.new_object(name, size, false, align.max(1));
                let bytes = u64::from(self.lowerer.pointer_width() / 8);
                let site = self.write_site(bytes);
                self.store_bits(slot, 0, pointer, site);
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
            ("free" | "cfree", [pointer, ..]) => {
                let pointer = self.value(*pointer);
                let what = "`free` of a pointer that is not the start of a live heap object";
                let site = self.site(Property::ValidFree, true, what);
                self.emit(InstKind::Free { pointer, site });
            }
            _ => return false,
        }
        true
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
    fn new_object(&mut self, name: &str, size: Term, zeroed: bool, align: u64) -> Term {
        let width = self.lowerer.pointer_width();
        let size = self.lowerer.pool.resize_unsigned(size, width);
        let limit = match width {
            32 => i32::MAX as u64,
            _ => self.lowerer.program.pointers.max_object_size(),
        };
        let (var, pointer) = self.new_var(name, width);
        let pool = &mut self.lowerer.pool;
        let limit = pool.bv_u64(width, limit);
        let fits = pool.ule(size, limit);
        let (some, none, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(fits, some, none);
        self.switch_to(none);
        let null = self.null();
        self.assign(var, null);
        self.end(Terminator::Goto(join));
        self.switch_to(some);
        let site = self.size_site();
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
                kind: ObjectKind::Heap,
                align,
                zeroed,
                source,
            },
        });
        self.end(Terminator::Goto(join));
        self.switch_to(join);
        pointer
    }

    /// A new object with the old one's contents, as far as they fit; the old one is freed. Null is as for `malloc`, and
    /// if there is no new object the old one stays.
    fn realloc(&mut self, old: Term, size: Term) -> Term {
        let width = self.lowerer.pointer_width();
        let (var, result) = self.new_var("realloc", width);
        let null = self.null();
        let new = self.new_object("realloc", size, false, MALLOC_ALIGN);
        self.assign(var, new);
        let pool = &mut self.lowerer.pool;
        let got = pool.ne(new, null);
        let had = pool.ne(old, null);
        let both = pool.and(got, had);
        let (copy, join) = (self.new_block(), self.new_block());
        self.branch(both, copy, join);
        self.switch_to(copy);
        let what = "`realloc` of a pointer that is not the start of a live heap object";
        let site = self.site(Property::ValidFree, true, what);
        let (size_var, old_size) = self.new_var("size", width);
        self.emit(InstKind::ObjectSize {
            var: size_var,
            pointer: old,
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
        self.emit(InstKind::Free { pointer: old, site });
        self.end(Terminator::Goto(join));
        self.switch_to(join);
        result
    }

    /// Where there is no source line.
    pub fn nowhere(&self) -> Place {
        Place::NOWHERE
    }
}
