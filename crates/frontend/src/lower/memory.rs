//! Memory: allocas and their lifetimes, loads, stores.
//!
//! A local variable with lifetime markers is a new object each time its scope is entered, and its lifetime ends where the
//! scope is left. One without is an object from the function's start to its end. Objects whose size is computed live until the
//! `stackrestore` that belongs to the `stacksave` before them.

use super::FunctionLowerer;
use super::capture::{base_of, is_only_accessed, only_leads_to_accesses};
use super::simple::MemoryPart;
use crate::llvm::{Block, Opcode, Type, TypeKind, Value, ValueKind};
use program::{
    InputSource, InstKind, ObjectInfo, ObjectKind, Property, Relation, SiteId, SourceVar,
};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, Term};

/// `1 byte`, `4 bytes`.
pub fn bytes_text(count: u64) -> String {
    if count == 1 {
        "1 byte".to_string()
    } else {
        format!("{count} bytes")
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    // ---- allocas ----

    /// Pointers to objects whose size is computed, or that are made in the middle of the function, start as null, so that
    /// ending the lifetime of one that was never made does nothing. So do those whose lifetime may not have begun where they are
    /// used; clang makes none, but other modules may.
    pub fn dynamic_allocas(&mut self, function: Value<'m>) {
        let mut below = FxHashMap::default();
        for (index, block) in function.blocks().into_iter().enumerate() {
            for inst in block.insts() {
                if inst.opcode() != Opcode::LLVMAlloca {
                    continue;
                }
                let constant = inst.operand(0).kind() == ValueKind::ConstantInt;
                let begins =
                    !self.marked.contains(&inst) || begins_first(function, inst, &mut below);
                if constant && index == 0 && begins && !self.is_followed_literal(inst) {
                    continue;
                }
                let (var, _) = self.alloca_var(inst);
                let null = self.null();
                self.assign(var, null);
            }
        }
    }

    fn alloca_var(&mut self, inst: Value<'m>) -> (program::VarId, Term) {
        if let Some(known) = self.allocas.get(&inst) {
            return *known;
        }
        let width = self.lowerer.pointer_width();
        let made = self.new_var(&inst.name(), width);
        self.allocas.insert(inst, made);
        self.values.insert(inst, made.1);
        made
    }

    pub fn alloca(&mut self, inst: Value<'m>) {
        self.alloca_var(inst);
        if !self.marked.contains(&inst) && !self.is_followed_literal(inst) {
            self.allocate(inst);
        }
    }

    /// Makes the object of an alloca.
    pub fn allocate(&mut self, inst: Value<'m>) {
        let (var, _) = self.alloca_var(inst);
        let ty = inst.allocated_type();
        let element = self.lowerer.module.alloc_size(ty);
        let width = self.lowerer.pointer_width();
        let count = self.value(inst.operand(0));
        let pool = &mut self.lowerer.pool;
        let element = pool.bv_u64(width, element);
        let count = pool.resize_unsigned(count, width);
        let product = pool.bvmul(count, element);
        let overflows = pool.umulo(count, element);
        let huge = pool.bv(BitVec::all_ones(width));
        let size = pool.ite(overflows, huge, product);
        let constant = pool.is_value(size);
        let site = if constant {
            self.alloc_site()
        } else {
            self.check_room(size);
            self.size_site()
        };
        let source = self.declared.get(&inst).cloned();
        self.emit(InstKind::Alloc {
            var,
            size,
            site,
            object: ObjectInfo {
                kind: ObjectKind::Stack,
                align: inst.alignment(),
                zeroed: false,
                resizes: false,
                source,
            },
        });
    }

    /// No object is larger than the greatest distance between two pointers; a negative length looks like one that is.
    fn check_room(&mut self, size: Term) {
        let is_wide = self.lowerer.is_wide();
        let most = self.lowerer.program.pointers.max_object_size();
        let pool = &mut self.lowerer.pool;
        let zero = pool.zero(pool.width(size));
        let mut holds = pool.sge(size, zero);
        if is_wide {
            let most = pool.bv_u64(pool.width(size), most);
            holds = pool.ule(size, most);
        }
        let what = "a local object is larger than any object can be";
        self.check(Property::ValidDeref, true, what, holds, vec![size]);
    }

    /// The length of an array is zero or negative. If the property is not asked for, an array of length zero is an object
    /// without bytes, as in gcc, and only a negative length ends the run.
    pub fn length_not_positive(&mut self, operands: Vec<Term>) {
        let pool = &mut self.lowerer.pool;
        let goes_on = match operands.first() {
            Some(length) if !self.lowerer.checks_lengths => {
                let zero = pool.zero(pool.width(*length));
                pool.eq(*length, zero)
            }
            _ => pool.ff(),
        };
        let what = "array length is not positive";
        self.check(Property::VlaBound, true, what, goes_on, operands);
    }

    pub fn lifetime_start(&mut self, target: Value<'m>) {
        if target.kind() == ValueKind::Instruction && target.opcode() == Opcode::LLVMAlloca {
            self.allocate(target);
        }
    }

    pub fn lifetime_end(&mut self, target: Value<'m>) {
        if self.marked.contains(&target) {
            let pointer = self.value(target);
            self.emit(InstKind::EndLife { pointer });
        }
    }

    /// Ends the life of what was allocated since the matching `stacksave`.
    pub fn stack_restore(&mut self, restore: Value<'m>) {
        let saved = restore.operand(0);
        let Some(save) = matching_save(saved) else {
            self.unsupported("a stack pointer that was not saved here");
            return;
        };
        let Some(function) = self.function else {
            return;
        };
        let below = dominated(function, save.block());
        let mut ended: Vec<Value<'m>> = Vec::new();
        for block in function.blocks() {
            if !below.contains(&block) {
                continue;
            }
            let mut after = block != save.block();
            for inst in block.insts() {
                if inst == save {
                    after = true;
                } else if after && self.allocas.contains_key(&inst) && !self.marked.contains(&inst)
                {
                    ended.push(inst);
                }
            }
        }
        for alloca in ended {
            let (_, pointer) = self.allocas[&alloca];
            self.emit(InstKind::EndLife { pointer });
        }
    }

    /// A temporary object on the stack.
    pub fn stack_object(&mut self, wish: &str, size: u64, align: u64) -> Term {
        self.shown_stack_object(wish, size, align, None)
    }

    /// The same, with the name and type that messages and traces show.
    pub fn shown_stack_object(
        &mut self,
        wish: &str,
        size: u64,
        align: u64,
        source: Option<SourceVar>,
    ) -> Term {
        let width = self.lowerer.pointer_width();
        let (var, pointer) = self.new_var(wish, width);
        let size = self.lowerer.pool.bv_u64(width, size);
        let site = self.alloc_site();
        self.emit(InstKind::Alloc {
            var,
            size,
            site,
            object: ObjectInfo {
                kind: ObjectKind::Stack,
                align,
                zeroed: false,
                resizes: false,
                source,
            },
        });
        pointer
    }

    // ---- loads and stores ----

    pub fn read_site(&mut self, size: u64) -> SiteId {
        let what = format!("invalid read of {}", bytes_text(size));
        self.site(Property::ValidDeref, true, what)
    }

    pub fn write_site(&mut self, size: u64) -> SiteId {
        let what = format!("invalid write of {}", bytes_text(size));
        self.site(Property::ValidDeref, true, what)
    }

    pub fn load(&mut self, inst: Value<'m>) {
        let pointer = self.value(inst.operand(0));
        self.check_alignment_of(inst, pointer);
        if self.lowerer.checks_written && !is_transport(inst) {
            if self.poison.is_some() && may_be_of_bit_field(inst) {
                self.check_unit_written(pointer, inst.ty());
            }
            self.check_written(pointer, inst.ty());
        }
        match self.load_type(&inst.name(), pointer, inst.ty()) {
            Some(value) => {
                let value = self.volatile_value(inst).unwrap_or(value);
                self.check_float(inst.ty(), value);
                self.values.insert(inst, value);
            }
            None => self.unsupported_value(inst, format_args!("a value of type {}", inst.ty())),
        }
    }

    /// The value of a load if the object is volatile and something outside the program can reach it: any value.
    fn volatile_value(&mut self, load: Value<'m>) -> Option<Term> {
        if !self.lowerer.volatile_inputs || !load.is_volatile() {
            return None;
        }
        let object = base_of(load.operand(0));
        let is_local =
            object.kind() == ValueKind::Instruction && object.opcode() == Opcode::LLVMAlloca;
        if is_local && is_only_accessed(object) {
            return None;
        }
        let name = match (is_local, object.kind()) {
            (true, _) => self.declared.get(&object).map(|s| s.name.clone()),
            (_, ValueKind::GlobalVariable) => Some(object.name()),
            _ => None,
        };
        let name = name.unwrap_or_else(|| "memory".to_string());
        let value = self.havoc_of(&load.name(), load.ty(), InputSource::Volatile(name))?;
        self.assume_float(load.ty(), value);
        Some(value)
    }

    /// The bytes of a value were written before it is read.
    pub fn check_written(&mut self, pointer: Term, ty: Type<'m>) {
        let length = self.lowerer.module.store_size(ty);
        let what = format!("{} that were never written are read", bytes_text(length));
        let site = self.site(Property::NoUninitialised, true, what);
        self.emit(InstKind::Written {
            pointer,
            length,
            site,
        });
    }

    /// The same in a module that another compiler made, for bytes of which only some bits may be used. A run ends here, so
    /// the check after it never fails.
    fn check_unit_written(&mut self, pointer: Term, ty: Type<'m>) {
        let length = self.lowerer.module.store_size(ty);
        let what = "reading bytes that were never written, and that may be those around a bit-field, is not supported";
        let site = self.site(Property::Unsupported, true, what);
        self.emit(InstKind::Written {
            pointer,
            length,
            site,
        });
    }

    /// The address is a multiple of the alignment that clang gives for this access, wherever its object lies.
    fn check_alignment_of(&mut self, inst: Value<'m>, pointer: Term) {
        let align = inst.alignment();
        if !self.lowerer.checks_alignment || align <= 1 {
            return;
        }
        let width = self.lowerer.pool.width(pointer);
        let what = format!(
            "an access needs an address divisible by {align}, and that of the object need not be"
        );
        if self.lowerer.is_flat() {
            let number = self.take_number("number", pointer);
            let pool = &mut self.lowerer.pool;
            let word = pool.width(number);
            let mask = pool.bv_u64(word, align - 1);
            let rest = pool.bvand(number, mask);
            let zero = pool.zero(word);
            let holds = pool.eq(rest, zero);
            return self.check(
                Property::NoMisalignedAccess,
                false,
                what,
                holds,
                vec![number],
            );
        }
        let site = self.site(Property::NoMisalignedAccess, false, what);
        let divisor = self.lowerer.pool.bv_u64(width, align);
        self.emit(InstKind::Relate {
            a: pointer,
            b: divisor,
            relation: Relation::Aligned,
            site,
        });
        let pool = &mut self.lowerer.pool;
        let mask = pool.bv_u64(width, align - 1);
        let rest = pool.bvand(pointer, mask);
        let zero = pool.zero(width);
        let holds = pool.eq(rest, zero);
        let what = format!("an access that needs an address divisible by {align} has another one");
        self.check(
            Property::NoMisalignedAccess,
            false,
            what,
            holds,
            vec![pointer],
        );
    }

    /// Reads a first-class value, field by field.
    pub fn load_type(&mut self, wish: &str, pointer: Term, ty: Type<'m>) -> Option<Term> {
        let parts = self.lowerer.memory_parts(ty)?;
        let site = self.read_site(self.lowerer.module.store_size(ty));
        let mut result: Option<Term> = None;
        for MemoryPart {
            offset,
            bits,
            is_pointer,
            ..
        } in parts
        {
            let part = match is_pointer {
                true => self.load_pointer(wish, pointer, offset, site),
                false => self.load_bits(wish, pointer, offset, bits, site),
            };
            result = Some(match result {
                None => part,
                Some(low) => self.lowerer.pool.concat(part, low),
            });
        }
        result
    }

    pub fn load_bits(
        &mut self,
        wish: &str,
        pointer: Term,
        offset: u64,
        bits: u32,
        site: SiteId,
    ) -> Term {
        let pointer = self.offset(pointer, offset);
        let (var, symbol) = self.new_var(wish, bits);
        self.emit(InstKind::Load { var, pointer, site });
        symbol
    }

    /// Reads a pointer.
    pub fn load_pointer(&mut self, wish: &str, pointer: Term, offset: u64, site: SiteId) -> Term {
        let width = self.lowerer.pointer_width();
        if self.lowerer.is_flat() {
            let word = self.lowerer.word_width();
            let number = self.load_bits("number", pointer, offset, word, site);
            return self.find_pointer(wish, number);
        }
        if !self.lowerer.is_wide() {
            return self.load_bits(wish, pointer, offset, width, site);
        }
        let pointer = self.offset(pointer, offset);
        let (var, symbol) = self.new_var(wish, width);
        self.emit(InstKind::LoadPointer { var, pointer, site });
        symbol
    }

    /// Writes a pointer.
    pub fn store_pointer(&mut self, pointer: Term, offset: u64, value: Term, site: SiteId) {
        if self.lowerer.is_flat() {
            let number = self.take_number("number", value);
            return self.store_bits(pointer, offset, number, site);
        }
        if !self.lowerer.is_wide() {
            return self.store_bits(pointer, offset, value, site);
        }
        let pointer = self.offset(pointer, offset);
        self.emit(InstKind::StorePointer {
            pointer,
            value,
            site,
        });
    }

    /// The number that a pointer is, or the pointer that a number is.
    pub fn converted(&mut self, wish: &str, value: Term) -> Term {
        let widths = (self.lowerer.pointer_width(), self.lowerer.word_width());
        if widths.0 == widths.1 {
            return value;
        }
        let width = match self.lowerer.pool.width(value) == widths.0 {
            true => widths.1,
            false => widths.0,
        };
        let (var, symbol) = self.new_var(wish, width);
        self.emit(InstKind::Convert { var, value });
        symbol
    }

    /// The number of a pointer in flat memory.
    pub fn take_number(&mut self, wish: &str, pointer: Term) -> Term {
        let width = self.lowerer.word_width();
        if self.lowerer.pool.as_u64(pointer) == Some(0) {
            return self.lowerer.pool.zero(width);
        }
        let (var, symbol) = self.new_var(wish, width);
        self.emit(InstKind::ToNumber { var, pointer });
        symbol
    }

    /// The pointer of a number in flat memory.
    pub fn find_pointer(&mut self, wish: &str, number: Term) -> Term {
        let width = self.lowerer.pointer_width();
        if self.lowerer.pool.as_u64(number) == Some(0) {
            return self.lowerer.pool.zero(width);
        }
        let what = "a number as a pointer that may mean several objects is not supported";
        let site = self.site(Property::Unsupported, true, what);
        let (var, symbol) = self.new_var(wish, width);
        self.emit(InstKind::ToPointer { var, number, site });
        symbol
    }

    pub fn offset(&mut self, pointer: Term, offset: u64) -> Term {
        let width = self.lowerer.pointer_width();
        let offset = self.lowerer.pool.bv_u64(width, offset);
        self.lowerer.pool.bvadd(pointer, offset)
    }

    pub fn store(&mut self, inst: Value<'m>) {
        let value = inst.operand(0);
        let pointer = self.value(inst.operand(1));
        let term = self.value(value);
        self.check_alignment_of(inst, pointer);
        if self.may_outlive_its_block(value, inst) {
            self.unsupported("a pointer to a compound literal of an inner block");
        }
        self.is_given_back = crate::locals::is_given_back(inst);
        // This test examines all uses of the variable, so it comes last.
        if value.ty().is_pointer()
            && !self.lowerer.is_flat()
            && self.is_invented(term)
            && !(self.points_nowhere(term) && only_leads_to_accesses(inst.operand(1)))
        {
            let no = self.lowerer.pool.ff();
            self.layout_check("an address that the program makes up", no, Vec::new());
        }
        if !self.store_type(pointer, term, value.ty()) {
            self.unsupported(format_args!("a value of type {}", value.ty()));
        }
        self.is_given_back = false;
    }

    /// Writes a first-class value, field by field.
    pub fn store_type(&mut self, pointer: Term, value: Term, ty: Type<'m>) -> bool {
        let Some(parts) = self.lowerer.memory_parts(ty) else {
            return false;
        };
        let site = self.write_site(self.lowerer.module.store_size(ty));
        for MemoryPart {
            offset,
            low,
            bits,
            is_pointer,
        } in parts
        {
            let part = self.lowerer.pool.extract(value, low + bits - 1, low);
            match is_pointer {
                true => self.store_pointer(pointer, offset, part, site),
                false => self.store_bits(pointer, offset, part, site),
            }
        }
        true
    }

    pub fn store_bits(&mut self, pointer: Term, offset: u64, value: Term, site: SiteId) {
        let pointer = self.offset(pointer, offset);
        self.emit(InstKind::Store {
            pointer,
            value,
            site,
        });
    }
}

/// Whether a load is not the program's own: it fetches the bytes around a bit-field, or a struct that is passed in
/// registers, with its padding.
fn is_transport(load: Value<'_>) -> bool {
    let from = load.operand(0);
    let of_struct = from.kind() == ValueKind::Instruction
        && from.opcode() == Opcode::LLVMAlloca
        && matches!(from.allocated_type().fields().first(), Some(first) if *first != load.ty());
    let name = load.name();
    of_struct || name.starts_with("bf.") || from.name().starts_with("coerce")
}

/// Whether a load may read the bytes around a bit-field: it reads no variable or array of just that type, and some of
/// its bits are masked, shifted or cut off.
fn may_be_of_bit_field(load: Value<'_>) -> bool {
    let base = base_of(load.operand(0));
    let mut whole = match base.kind() {
        ValueKind::GlobalVariable => Some(base.value_type()),
        ValueKind::Instruction if base.opcode() == Opcode::LLVMAlloca => {
            Some(base.allocated_type())
        }
        _ => None,
    };
    while let Some(TypeKind::Array(_)) = whole.map(|t| t.kind()) {
        whole = whole.and_then(|t| t.element());
    }
    let is_part = |user: Value<'_>| {
        matches!(
            user.opcode(),
            Opcode::LLVMAnd
                | Opcode::LLVMShl
                | Opcode::LLVMLShr
                | Opcode::LLVMAShr
                | Opcode::LLVMTrunc
        )
    };
    matches!(load.ty().kind(), TypeKind::Int(_))
        && whole != Some(load.ty())
        && load.users().into_iter().any(is_part)
}

/// The `stacksave` whose result this is: directly, or through the variable in which clang keeps it.
fn matching_save(saved: Value<'_>) -> Option<Value<'_>> {
    let is_save = |v: &Value<'_>| {
        v.kind() == ValueKind::Instruction
            && v.opcode() == Opcode::LLVMCall
            && v.called().name().starts_with("llvm.stacksave")
    };
    if saved.kind() != ValueKind::Instruction {
        return None;
    }
    if is_save(&saved) {
        return Some(saved);
    }
    if saved.opcode() != Opcode::LLVMLoad {
        return None;
    }
    let slot = saved.operand(0);
    let mut saves = slot.users().into_iter().filter_map(|user| {
        let stores = user.kind() == ValueKind::Instruction
            && user.opcode() == Opcode::LLVMStore
            && user.operand(1) == slot;
        stores.then(|| user.operand(0)).filter(is_save)
    });
    let first = saves.next()?;
    saves.next().is_none().then_some(first)
}

/// Whether one lifetime marker comes before all other uses of an alloca. `below` remembers what blocks dominate.
fn begins_first<'m>(
    function: Value<'m>,
    alloca: Value<'m>,
    below: &mut FxHashMap<Block<'m>, FxHashSet<Block<'m>>>,
) -> bool {
    let users: Vec<Value<'m>> = alloca
        .users()
        .into_iter()
        .filter(|u| u.kind() == ValueKind::Instruction)
        .collect();
    let is_start = |u: &Value<'m>| {
        u.opcode() == Opcode::LLVMCall && u.called().name().starts_with("llvm.lifetime.start")
    };
    users.iter().copied().filter(is_start).any(|start| {
        let block = start.block();
        let dominated = below
            .entry(block)
            .or_insert_with(|| dominated(function, block));
        let comes_after = |user: &Value<'m>| {
            let same = user.block() == block;
            same && block.insts().into_iter().find(|i| i == user || *i == start) == Some(start)
                || !same && dominated.contains(&user.block())
        };
        users.iter().all(comes_after)
    })
}

/// The blocks that can only be reached through `top`, and `top` itself.
pub fn dominated<'m>(function: Value<'m>, top: Block<'m>) -> FxHashSet<Block<'m>> {
    let blocks = function.blocks();
    let mut around = FxHashSet::default();
    let mut work: Vec<Block<'m>> = blocks
        .first()
        .copied()
        .filter(|b| *b != top)
        .into_iter()
        .collect();
    around.extend(work.iter().copied());
    while let Some(block) = work.pop() {
        for next in block
            .terminator()
            .map(|t| t.successors())
            .unwrap_or_default()
        {
            if next != top && around.insert(next) {
                work.push(next);
            }
        }
    }
    blocks.into_iter().filter(|b| !around.contains(b)).collect()
}
