//! Variable arguments, as the x86 ABIs pass them, so that clang's own code for `va_arg` works unchanged.
//!
//! The caller lays out the arguments after the named ones in memory, in objects whose lifetime ends after the call, and passes
//! their addresses as parameters that only variadic functions have; `va_start` writes them into the `va_list`.
//!
//! On i386 a `va_list` is a pointer to the arguments, one after the other in multiples of four bytes.
//!
//! On x86-64 (System V ABI, 3.5.7) it is `{ i32 gp_offset, i32 fp_offset, ptr overflow_arg_area, ptr reg_save_area }`. An
//! argument that is passed in registers is read from `reg_save_area` plus an offset, if that many registers are left, and
//! from the overflow area otherwise. We put the registers that hold variable arguments at the *end* of their part of the
//! save area. That changes nothing for a function that reads what was passed: an argument is in registers if and only if
//! that many of them are left, and those after the last argument are never read. But a function that reads one argument too
//! many reads from the overflow area, which ends with the last argument: an invalid access, not a silent value.

use super::FunctionLowerer;
use crate::llvm::{Type, TypeKind, Value};
use program::{DataModel, InstKind, SourceVar};
use term::Term;

/// Registers for integers and for floats, and the bytes that a save area has for each.
const GP_COUNT: u64 = 6;
const GP_BYTES: u64 = 8;
const FP_COUNT: u64 = 8;
const FP_BYTES: u64 = 16;
const GP_END: u64 = GP_COUNT * GP_BYTES;
const SAVE_AREA: u64 = GP_END + FP_COUNT * FP_BYTES;

/// How an argument is passed.
#[derive(Clone, Copy)]
enum Class {
    /// In this many integer registers.
    Integer(u64),
    Float,
    Memory {
        size: u64,
        align: u64,
    },
}

/// Where the variable arguments are.
#[derive(Clone, Copy)]
pub struct Area {
    /// Offsets of the next integer (low half) and float register.
    offsets: Term,
    registers: Term,
    overflow: Term,
}

/// The parts of the save area that are used, and the overflow area, with what is in them.
#[derive(Default)]
struct Layout<'m> {
    integers: u64,
    floats: u64,
    overflow: u64,
    /// The alignment of the overflow area: that of the argument that needs the most.
    align: u64,
    /// Which argument is where: offsets count from the first used register of its kind, or in the overflow area.
    integer_parts: Vec<(u64, Value<'m>)>,
    float_parts: Vec<(u64, Value<'m>)>,
    memory_parts: Vec<(u64, Value<'m>, Option<Type<'m>>)>,
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// The further parameters of a variadic function.
    pub fn variadic_parameters(&mut self) {
        let width = self.lowerer.pointer_width();
        let mut parameter = |wish: &str, width: u32| {
            let name = self.unique_name(wish);
            let (var, symbol) = self.lowerer.new_var(self.id, &name, width, None);
            let function = &mut self.lowerer.program.functions[self.id.index()];
            function.params.push(var);
            symbol
        };
        self.variable_arguments = Some(Area {
            offsets: parameter("va.offsets", 64),
            registers: parameter("va.registers", width),
            overflow: parameter("va.overflow", width),
        });
    }

    /// Lays out what a call passes beyond the `named` parameters: the arguments for [`Self::variadic_parameters`], and the
    /// objects whose lifetime ends with the call. `Err` says what cannot be passed.
    pub fn pass_variable_arguments(
        &mut self,
        inst: Option<Value<'m>>,
        named: usize,
    ) -> Result<(Vec<Term>, Vec<Term>), String> {
        let layout = match (inst, self.lowerer.program.data_model) {
            (None, _) => Layout::default(),
            (Some(inst), DataModel::Lp64) => self.layout_64(inst, named)?,
            (Some(inst), DataModel::Ilp32) => self.layout_32(inst, named)?,
        };
        let mut objects = Vec::new();
        let registers = self.save_area(&layout, &mut objects);
        let overflow = self.overflow_area(&layout, &mut objects);
        let first_integer = GP_END - layout.integers * GP_BYTES;
        let first_float = SAVE_AREA - layout.floats * FP_BYTES;
        let offsets = self
            .lowerer
            .pool
            .bv_u64(64, first_float << 32 | first_integer);
        Ok((vec![offsets, registers, overflow], objects))
    }

    fn save_area(&mut self, layout: &Layout<'m>, objects: &mut Vec<Term>) -> Term {
        let start = match layout.integers {
            0 => SAVE_AREA - layout.floats * FP_BYTES,
            count => GP_END - count * GP_BYTES,
        };
        let end = if layout.floats > 0 { SAVE_AREA } else { GP_END };
        if start >= end {
            return self.null();
        }
        // The save area itself is a multiple of 16.
        let align = if start.is_multiple_of(16) { 16 } else { 8 };
        let object = self.argument_object(end - start, align);
        objects.push(object);
        for (offset, value) in layout.integer_parts.clone() {
            self.pass(object, offset, value);
        }
        for (offset, value) in layout.float_parts.clone() {
            let first = SAVE_AREA - layout.floats * FP_BYTES - start;
            self.pass(object, first + offset, value);
        }
        let width = self.lowerer.pointer_width();
        let start = self.lowerer.pool.bv_u64(width, start);
        self.lowerer.pool.bvsub(object, start)
    }

    fn overflow_area(&mut self, layout: &Layout<'m>, objects: &mut Vec<Term>) -> Term {
        let object = self.argument_object(layout.overflow, layout.align.max(16));
        objects.push(object);
        for (offset, value, copied) in layout.memory_parts.clone() {
            let Some(ty) = copied else {
                self.pass(object, offset, value);
                continue;
            };
            let from = self.value(value);
            let to = self.offset(object, offset);
            let size = self.lowerer.module.alloc_size(ty);
            let width = self.lowerer.pointer_width();
            let length = self.lowerer.pool.bv_u64(width, size);
            let site = self.read_site(size);
            self.emit(InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap: None,
            });
        }
        object
    }

    /// An object with a name that a message can show.
    fn argument_object(&mut self, size: u64, align: u64) -> Term {
        let source = SourceVar {
            name: "variable arguments".to_string(),
            ty: self.lowerer.c_type(None),
            place: self.place,
        };
        self.shown_stack_object("va.arguments", size, align, Some(source))
    }

    /// Stores an argument; the rest of its slot stays unknown.
    fn pass(&mut self, object: Term, offset: u64, value: Value<'m>) {
        let term = self.value(value);
        let to = self.offset(object, offset);
        self.store_type(to, term, value.ty());
    }

    // ---- x86-64 ----

    fn layout_64(&self, inst: Value<'m>, named: usize) -> Result<Layout<'m>, String> {
        let mut layout = Layout::default();
        let (mut integers_left, mut floats_left) = (GP_COUNT, FP_COUNT);
        for (index, value) in inst.args().into_iter().enumerate() {
            let copied = inst.byval(index as u32);
            let align = inst.argument_align(index as u32);
            let variable = index >= named;
            match self.class(value, copied, align)? {
                Class::Integer(count) if count <= integers_left => {
                    integers_left -= count;
                    if variable {
                        let offset = layout.integers * GP_BYTES;
                        layout.integer_parts.push((offset, value));
                        layout.integers += count;
                    }
                }
                Class::Float if floats_left > 0 => {
                    floats_left -= 1;
                    if variable {
                        let offset = layout.floats * FP_BYTES;
                        layout.float_parts.push((offset, value));
                        layout.floats += 1;
                    }
                }
                class if variable => {
                    let (size, align) = match class {
                        Class::Integer(count) => (GP_BYTES * count, GP_BYTES * count),
                        Class::Float => self.float_slot(value),
                        Class::Memory { size, align } => (size, align),
                    };
                    layout.place(value, copied, size, align, 8);
                }
                _ => {}
            }
        }
        Ok(layout)
    }

    /// `align` is that of a struct in memory, which its declaration may have raised above that of its fields.
    fn class(
        &self,
        value: Value<'m>,
        copied: Option<Type<'m>>,
        align: u64,
    ) -> Result<Class, String> {
        let module = self.lowerer.module;
        if let Some(ty) = copied {
            return Ok(Class::Memory {
                size: module.alloc_size(ty),
                align: module.align(ty).max(align),
            });
        }
        let ty = value.ty();
        match ty.kind() {
            TypeKind::Int(bits) if bits <= 64 => Ok(Class::Integer(1)),
            TypeKind::Int(bits) if bits <= 128 => Ok(Class::Integer(2)),
            TypeKind::Pointer => Ok(Class::Integer(1)),
            TypeKind::Float(80) => Ok(Class::Memory {
                size: 16,
                align: 16,
            }),
            TypeKind::Float(_) => Ok(Class::Float),
            TypeKind::Vector(_) if module.store_size(ty) <= 16 => Ok(Class::Float),
            _ => Err(format!("a variable argument of type {ty}")),
        }
    }

    fn float_slot(&self, value: Value<'m>) -> (u64, u64) {
        match self.lowerer.module.store_size(value.ty()) {
            0..=8 => (8, 8),
            _ => (16, 16),
        }
    }

    // ---- i386 ----

    fn layout_32(&self, inst: Value<'m>, named: usize) -> Result<Layout<'m>, String> {
        let mut layout = Layout::default();
        let module = self.lowerer.module;
        for (index, value) in inst.args().into_iter().enumerate().skip(named) {
            let copied = inst.byval(index as u32);
            let ty = value.ty();
            let size = match (copied, ty.kind()) {
                (Some(ty), _) if module.align(ty).max(inst.argument_align(index as u32)) <= 4 => {
                    module.alloc_size(ty)
                }
                (None, TypeKind::Int(_) | TypeKind::Pointer | TypeKind::Float(32 | 64 | 80)) => {
                    module.store_size(ty).next_multiple_of(4)
                }
                _ => return Err(format!("a variable argument of type {ty}")),
            };
            layout.place(value, copied, size, 4, 4);
        }
        Ok(layout)
    }

    // ---- the callee ----

    pub fn va_start(&mut self, list: Value<'m>) {
        let list = self.value(list);
        let Some(area) = self.variable_arguments else {
            self.unsupported("`va_start` in a function without variable arguments");
            return;
        };
        let bytes = self.va_list_size();
        let site = self.write_site(bytes);
        if self.lowerer.program.data_model == DataModel::Ilp32 {
            self.store_pointer(list, 0, area.overflow, site);
            return;
        }
        let pool = &mut self.lowerer.pool;
        let integers = pool.extract(area.offsets, 31, 0);
        let floats = pool.extract(area.offsets, 63, 32);
        self.store_bits(list, 0, integers, site);
        self.store_bits(list, 4, floats, site);
        self.store_pointer(list, 8, area.overflow, site);
        self.store_pointer(list, 16, area.registers, site);
    }

    pub fn va_copy(&mut self, to: Value<'m>, from: Value<'m>) {
        let (to, from) = (self.value(to), self.value(from));
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.bv_u64(width, self.va_list_size());
        self.copy(to, from, length, None);
    }

    fn va_list_size(&self) -> u64 {
        match self.lowerer.program.data_model {
            DataModel::Lp64 => 24,
            DataModel::Ilp32 => 4,
        }
    }
}

impl<'m> Layout<'m> {
    /// Puts an argument after those that are already in the overflow area.
    fn place(
        &mut self,
        value: Value<'m>,
        copied: Option<Type<'m>>,
        size: u64,
        align: u64,
        unit: u64,
    ) {
        self.align = self.align.max(align);
        let offset = self.overflow.next_multiple_of(align.max(unit));
        self.memory_parts.push((offset, value, copied));
        self.overflow = offset + size.next_multiple_of(unit);
    }
}
