//! Addresses that have become numbers.
//!
//! Where objects lie is our choice among the many that a system may make. A program that turns an address into a number
//! can ask for what that choice decides: its remainder, its order, its distance to another object. So [`Numbers`] follows which
//! integers of the program may be addresses, from every cast through arithmetic, variables, members, arguments
//! and results. What does not depend on the choice is computed as it is: moving the address, the distance of two addresses in
//! one object, the low bits that the alignment fixes, equality with null. Anything else is an unknown value: a proof
//! must hold for all of its values, and no counterexample may depend on it ([`InputSource::Layout`]).
//!
//! A number may be an address or not: `x` is not one if it lies near null, where there are no objects. So each such operation
//! is a choice: exact if its operands are near null, unknown otherwise.
//!
//! The walk is insensitive to control flow and contexts. A cell of memory is a local or global variable that is only loaded
//! and stored, a member of a struct type (of whatever object), or one of the rest, which are one cell.
//!
//! In 32 bits the number of a wide pointer is its image ([`program::PointerLayout`]): it has room for a short distance from the start of
//! its object. A number that is moved beyond that would be the address of another object, and is not supported. The
//! distance of two pointers is that of their values, so it is always exact.
//!
//! Not followed: addresses that are read from memory piece by piece, byte by byte or through a pointer of another type.

use super::FunctionLowerer;
use super::capture::{is_gep, is_only_accessed};
use crate::llvm::{Module, Opcode, Predicate, Type, TypeKind, Value, ValueKind};
use program::{InputSource, InstKind, PAGE, Property, Relation, SiteId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermPool};

/// The largest alignment of an object that we rely on, as a power of two.
const MAX_ALIGN_BITS: u32 = 12;

/// Which integers may be addresses.
#[derive(Default)]
pub struct Numbers<'m> {
    tainted: FxHashSet<Value<'m>>,
}

/// A part of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Cell<'m> {
    /// A variable whose address does not escape.
    Private(Value<'m>),
    /// A member of all objects of a type.
    Member(Type<'m>, u32),
    /// All the rest.
    Shared,
}

impl<'m> Numbers<'m> {
    /// `reached` are the functions that a run may reach: what others do does not matter.
    pub fn new(module: &'m Module<'m>, reached: &FxHashSet<Value<'m>>) -> Numbers<'m> {
        let mut walk = NumberWalk {
            pointer: module.pointer_width(),
            functions: module
                .functions()
                .into_iter()
                .filter(|f| f.is_declaration() || reached.contains(f))
                .collect(),
            globals: module.globals(),
            tainted: FxHashSet::default(),
            cells: FxHashSet::default(),
            loads: FxHashMap::default(),
            private: FxHashMap::default(),
            work: Vec::new(),
        };
        walk.run();
        Numbers {
            tainted: walk.tainted,
        }
    }

    /// Whether an integer may be an address.
    pub fn may_be_address(&self, value: Value<'m>) -> bool {
        self.tainted.contains(&value) || is_constant_address(value)
    }
}

/// Whether the number of a pointer is in a constant that is computed; in flat memory, also the pointer of a number.
pub fn converts(value: Value<'_>, flat: bool) -> bool {
    let is_it = |op: Opcode| op == Opcode::LLVMPtrToInt || flat && op == Opcode::LLVMIntToPtr;
    match value.kind() {
        ValueKind::ConstantExpr => {
            is_it(value.opcode()) || value.operands().into_iter().any(|v| converts(v, flat))
        }
        ValueKind::ConstantAggregate => value.operands().into_iter().any(|v| converts(v, flat)),
        _ => false,
    }
}

/// Whether a constant is a number that is computed from an address, or has one in it.
fn is_constant_address(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::ConstantExpr => {
            !value.ty().is_pointer()
                && (value.opcode() == Opcode::LLVMPtrToInt
                    || value.operands().into_iter().any(is_constant_address))
        }
        ValueKind::ConstantAggregate => value.operands().into_iter().any(is_constant_address),
        _ => false,
    }
}

/// Whether a number is an address, by the cast that makes it.
fn is_cast(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::Instruction | ValueKind::ConstantExpr
    ) && value.opcode() == Opcode::LLVMPtrToInt
}

/// Whether an operation is the distance of two pointers, as C computes it.
pub fn is_distance(inst: Value<'_>) -> bool {
    inst.opcode() == Opcode::LLVMSub && is_cast(inst.operand(0)) && is_cast(inst.operand(1))
}

struct NumberWalk<'m> {
    pointer: u32,
    functions: Vec<Value<'m>>,
    globals: Vec<Value<'m>>,
    tainted: FxHashSet<Value<'m>>,
    cells: FxHashSet<Cell<'m>>,
    /// The loads of integers that have room for an address.
    loads: FxHashMap<Cell<'m>, Vec<Value<'m>>>,
    private: FxHashMap<Value<'m>, bool>,
    work: Vec<Value<'m>>,
}

impl<'m> NumberWalk<'m> {
    fn run(&mut self) {
        let mut seeds = Vec::new();
        let mut with_constants = Vec::new();
        let mut of_pointers = FxHashSet::default();
        for function in self.functions.clone() {
            for inst in function.blocks().into_iter().flat_map(|b| b.insts()) {
                match inst.opcode() {
                    Opcode::LLVMPtrToInt if !only_gives_distances(inst) => seeds.push(inst),
                    Opcode::LLVMLoad | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg
                        if self.has_room(inst.ty()) =>
                    {
                        let cell = self.cell(inst.operand(0));
                        self.loads.entry(cell).or_default().push(inst);
                    }
                    Opcode::LLVMStore if inst.operand(0).ty().is_pointer() => {
                        of_pointers.insert(self.cell(inst.operand(1)));
                    }
                    _ => {}
                }
                if inst.operands().into_iter().any(is_constant_address) {
                    with_constants.push(inst);
                }
            }
        }
        for global in self.globals.clone() {
            if global.initializer().is_some_and(is_constant_address) {
                let cell = self.cell(global);
                self.taint_cell(cell);
            }
        }
        // A pointer that is read back as an integer.
        of_pointers.remove(&Cell::Shared);
        for cell in of_pointers {
            seeds.extend(self.loads.get(&cell).into_iter().flatten().copied());
        }
        for seed in seeds {
            self.taint(seed);
        }
        for inst in with_constants {
            self.flow_into(inst, None);
        }
        while let Some(value) = self.work.pop() {
            for user in value.users() {
                if user.kind() == ValueKind::Instruction {
                    self.flow_into(user, Some(value));
                }
            }
        }
    }

    fn has_room(&self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::Int(bits) => bits >= self.pointer,
            TypeKind::Struct => ty.fields().into_iter().any(|f| self.has_room(f)),
            TypeKind::Array(_) => ty.element().is_some_and(|e| self.has_room(e)),
            _ => false,
        }
    }

    fn taint(&mut self, value: Value<'m>) {
        if self.tainted.insert(value) {
            self.work.push(value);
        }
    }

    fn taint_cell(&mut self, cell: Cell<'m>) {
        if !self.cells.insert(cell) {
            return;
        }
        let loads: Vec<Value<'m>> = match cell {
            Cell::Private(_) => self.loads.get(&cell).cloned().unwrap_or_default(),
            // A member may be read through a plain pointer, and what a plain pointer writes may be any member.
            Cell::Member(..) => {
                let both = [cell, Cell::Shared];
                let loads = both.iter().filter_map(|c| self.loads.get(c));
                loads.flatten().copied().collect()
            }
            Cell::Shared => {
                let all = self.loads.iter();
                let open = all.filter(|(c, _)| !matches!(c, Cell::Private(_)));
                open.flat_map(|(_, loads)| loads).copied().collect()
            }
        };
        for load in loads {
            self.taint(load);
        }
    }

    /// An address, or a constant one (`None`), is an operand of an instruction.
    fn flow_into(&mut self, user: Value<'m>, from: Option<Value<'m>>) {
        let is_it = |v: Value<'m>| match from {
            Some(from) => v == from,
            None => is_constant_address(v),
        };
        match user.opcode() {
            Opcode::LLVMPHI
            | Opcode::LLVMSelect
            | Opcode::LLVMFreeze
            | Opcode::LLVMBitCast
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor
            | Opcode::LLVMInsertValue
            | Opcode::LLVMExtractValue
                if user.ty().kind() != TypeKind::Int(1) =>
            {
                self.taint(user);
            }
            Opcode::LLVMAdd => self.taint(user),
            Opcode::LLVMSub if !is_distance(user) => self.taint(user),
            Opcode::LLVMStore if is_it(user.operand(0)) => {
                let cell = self.cell(user.operand(1));
                self.taint_cell(cell);
            }
            Opcode::LLVMAtomicRMW if is_it(user.operand(1)) => {
                let cell = self.cell(user.operand(0));
                self.taint_cell(cell);
            }
            Opcode::LLVMAtomicCmpXchg if is_it(user.operand(2)) => {
                let cell = self.cell(user.operand(0));
                self.taint_cell(cell);
            }
            Opcode::LLVMRet => self.flow_out(user),
            Opcode::LLVMCall | Opcode::LLVMInvoke => {
                let args = user.args();
                let places = (0..args.len()).filter(|i| is_it(args[*i]));
                self.flow_into_call(user, places.collect());
            }
            _ => {}
        }
    }

    fn flow_into_call(&mut self, call: Value<'m>, places: Vec<usize>) {
        let called = super::call::resolve_alias(call.called());
        if called.kind() == ValueKind::Function {
            let name = called.name();
            // The sum of an address and a number, and whether it overflows.
            let sum = [
                "llvm.sadd.with",
                "llvm.uadd.with",
                "llvm.ssub.with",
                "llvm.usub.with",
            ];
            if sum.iter().any(|s| name.starts_with(s)) {
                self.taint(call);
            }
            self.flow_into_params(called, &places);
            return;
        }
        let wanted = call.args().len();
        for function in self.functions.clone() {
            if !function.is_declaration() && function.params().len() <= wanted {
                self.flow_into_params(function, &places);
            }
        }
    }

    fn flow_into_params(&mut self, function: Value<'m>, places: &[usize]) {
        let params = function.params();
        for place in places {
            if let Some(param) = params.get(*place)
                && self.has_room(param.ty())
            {
                self.taint(*param);
            }
        }
    }

    /// A function returns an address as a number.
    fn flow_out(&mut self, ret: Value<'m>) {
        let function = ret.block().function();
        for user in function.users() {
            let is_call = user.kind() == ValueKind::Instruction
                && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
            if is_call && user.called() == function {
                self.taint(user);
            } else {
                // Its address is taken: any call through a pointer may call it.
                self.flow_out_of_pointers(function.value_type().result());
            }
        }
    }

    fn flow_out_of_pointers(&mut self, result: Type<'m>) {
        for function in self.functions.clone() {
            for inst in function.blocks().into_iter().flat_map(|b| b.insts()) {
                let is_call = matches!(inst.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
                if is_call && inst.ty() == result && inst.called().kind() != ValueKind::Function {
                    self.taint(inst);
                }
            }
        }
    }

    /// The cell at an address.
    fn cell(&mut self, address: Value<'m>) -> Cell<'m> {
        let mut at = address;
        while is_gep(at) {
            if let Some((ty, field)) = member(at) {
                return Cell::Member(ty, field);
            }
            at = at.operand(0);
        }
        let is_variable = at.kind() == ValueKind::GlobalVariable
            || at.kind() == ValueKind::Instruction && at.opcode() == Opcode::LLVMAlloca;
        if is_variable && self.is_private(at) {
            Cell::Private(at)
        } else {
            Cell::Shared
        }
    }

    fn is_private(&mut self, variable: Value<'m>) -> bool {
        let known = self.private.entry(variable);
        *known.or_insert_with(|| is_only_accessed(variable))
    }
}

/// The struct and the member that an address computation ends in, if it ends in one.
fn member<'m>(gep: Value<'m>) -> Option<(Type<'m>, u32)> {
    let mut ty = gep.gep_source();
    let mut found = None;
    for index in gep.operands().into_iter().skip(2) {
        if ty.kind() == TypeKind::Struct {
            let field = u32::try_from(index.int_value()?.to_u64()?).ok()?;
            found = Some((ty, field));
            ty = *ty.fields().get(field as usize)?;
        } else {
            // An element of a member is the member.
            ty = ty.element()?;
        }
    }
    found
}

/// Whether a cast serves the difference of two pointers and nothing else.
pub fn only_gives_distances(cast: Value<'_>) -> bool {
    let mut users = cast.users().into_iter();
    users.all(|user| user.kind() == ValueKind::Instruction && is_distance(user))
}

impl<'m> FunctionLowerer<'_, 'm> {
    fn may_be_address(&self, value: Value<'m>) -> bool {
        !self.lowerer.is_flat() && self.lowerer.numbers.may_be_address(value)
    }

    /// The value of an integer for an operation whose result depends on all its bits: if it is an address, any value.
    pub fn number(&mut self, value: Value<'m>) -> Term {
        let term = self.value(value);
        if !self.may_be_address(value) {
            return term;
        }
        let exact = self.is_near_null(term);
        self.exact_or_unknown(exact, term)
    }

    /// A constant expression with numbers of pointers in it. Clang does not compute it, and what becomes of a number counts
    /// as in instructions.
    pub fn converting_constant(&mut self, value: Value<'m>) -> Term {
        if value.kind() == ValueKind::ConstantAggregate {
            return self.converting_aggregate(value);
        }
        let width = self.width(value.ty()).unwrap_or(1);
        let parts = value.operands();
        let mut terms: Vec<Term> = parts.iter().map(|v| self.value(*v)).collect();
        let (op, word) = (value.opcode(), self.lowerer.word_width());
        let flat = self.lowerer.is_flat();
        let moves = match (op, &parts[..]) {
            (Opcode::LLVMAdd, [a, b]) => !(is_constant_address(*a) && is_constant_address(*b)),
            (Opcode::LLVMSub, [_, b]) => !is_constant_address(*b),
            (Opcode::LLVMPtrToInt, _) => width >= word,
            (Opcode::LLVMIntToPtr | Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast, _) => true,
            _ => false,
        };
        if op == Opcode::LLVMPtrToInt {
            terms[0] = match flat {
                true => self.take_number("number", terms[0]),
                false => self.converted("number", terms[0]),
            };
        }
        let is_distance = op == Opcode::LLVMSub && parts.iter().all(|v| is_constant_address(*v));
        if is_distance && !flat {
            // Inside one object, distances are exact.
            let same = self.is_same_slot(terms[0], terms[1]);
            terms[0] = self.exact_or_unknown(same, terms[0]);
        } else if !moves && !flat {
            for (part, term) in parts.iter().zip(&mut terms) {
                if op == Opcode::LLVMPtrToInt || is_constant_address(*part) {
                    *term = self.number_of_address(*term);
                }
            }
        }
        if op == Opcode::LLVMIntToPtr {
            let number = self.lowerer.pool.resize_unsigned(terms[0], word);
            return match flat {
                true => self.find_pointer("pointer", number),
                false => self.converted("pointer", number),
            };
        }
        let pool = &mut self.lowerer.pool;
        let result = match (op, &terms[..]) {
            (Opcode::LLVMPtrToInt, [number]) => Some(pool.resize_unsigned(*number, width)),
            (Opcode::LLVMGetElementPtr, all) => self.lowerer.gep(value, all).ok(),
            (Opcode::LLVMICmp, [a, b]) if !parts[0].ty().is_pointer() => {
                let holds = super::simple::compare(pool, value.predicate(), *a, *b);
                Some(pool.bool_to_bv(holds))
            }
            (Opcode::LLVMICmp, _) => None,
            (_, [a]) => super::simple::cast(pool, op, *a, width),
            (_, [a, b]) => super::simple::binary(pool, op, *a, *b),
            _ => None,
        };
        result.unwrap_or_else(|| {
            self.unsupported(format_args!("the constant expression {}", value.print()));
            self.undefined(width)
        })
    }

    fn converting_aggregate(&mut self, value: Value<'m>) -> Term {
        // What is computed from the lanes of a vector is not followed.
        let of_vector = matches!(value.ty().kind(), TypeKind::Vector(_));
        let mut result = None;
        for part in value.operands() {
            let mut term = self.value(part);
            if of_vector && is_constant_address(part) && !self.lowerer.is_flat() {
                term = self.number_of_address(term);
            }
            result = Some(match result {
                None => term,
                Some(low) => self.lowerer.pool.concat(term, low),
            });
        }
        let width = self.width(value.ty()).unwrap_or(1);
        result.unwrap_or_else(|| self.undefined(width))
    }

    /// As [`Self::number`], for what is certainly the number of a pointer.
    pub fn number_of_address(&mut self, number: Term) -> Term {
        let exact = self.is_near_null(number);
        self.exact_or_unknown(exact, number)
    }

    /// A number was moved that may be the address of an object. A number has room for small distances only: one that is too
    /// long would give the address of another object.
    pub fn check_moved(&mut self, inst: Value<'m>, moved: Term) {
        let is_move = matches!(inst.opcode(), Opcode::LLVMAdd | Opcode::LLVMSub);
        if !self.lowerer.is_wide() || !is_move || is_distance(inst) {
            return;
        }
        let (x, y) = (inst.operand(0), inst.operand(1));
        let from = match (self.may_be_address(x), self.may_be_address(y)) {
            (true, false) => self.value(x),
            (false, true) if inst.opcode() == Opcode::LLVMAdd => self.value(y),
            _ => return,
        };
        let (null, same) = (self.is_near_null(from), self.is_same_slot(from, moved));
        let holds = self.lowerer.pool.or(null, same);
        let reach = self.lowerer.program.pointers.reach();
        let what = format!(
            "an address as a number, {reach} bytes or more away from the start of its object,"
        );
        self.layout_check(&what, holds, vec![from, moved]);
    }

    /// The site of what cannot be told without knowing where objects lie.
    pub fn layout_site(&mut self, what: &str) -> SiteId {
        let what = format!("{what} is not supported");
        self.lowerer.of_layout.insert(what.clone());
        self.site(Property::Unsupported, true, what)
    }

    /// Where the condition does not hold, it matters where objects lie.
    pub fn layout_check(&mut self, what: &str, condition: Term, operands: Vec<Term>) {
        let what = format!("{what} is not supported");
        self.lowerer.of_layout.insert(what.clone());
        self.check(Property::Unsupported, true, what, condition, operands);
    }

    /// The term, if the condition holds, and any value if not.
    fn exact_or_unknown(&mut self, exact: Term, term: Term) -> Term {
        if self.lowerer.pool.is_true(exact) {
            return term;
        }
        let width = self.lowerer.pool.width(term);
        let any = self.havoc("layout", width, InputSource::Layout);
        self.lowerer.pool.ite(exact, term, any)
    }

    /// The operands of an arithmetic operation on integers, where addresses are among them.
    pub fn operands_as_numbers(&mut self, inst: Value<'m>) -> (Term, Term) {
        let (x, y) = (inst.operand(0), inst.operand(1));
        let (of_x, of_y) = (self.may_be_address(x), self.may_be_address(y));
        if is_distance(inst) && !self.lowerer.is_flat() {
            // The low bits of both pointers are enough; their images may be those of different objects.
            let (from, to) = (self.value(x.operand(0)), self.value(y.operand(0)));
            let width = self.width(inst.ty()).unwrap_or(1);
            let pool = &mut self.lowerer.pool;
            return (
                pool.resize_unsigned(from, width),
                pool.resize_unsigned(to, width),
            );
        }
        let (a, b) = (self.value(x), self.value(y));
        if !of_x && !of_y {
            return (a, b);
        }
        let mask = self.lowerer.pool.as_u64(b).filter(|_| of_x && !of_y);
        let moves = match inst.opcode() {
            // An address that is moved by a number is an address.
            Opcode::LLVMAdd => of_x != of_y,
            Opcode::LLVMSub => of_x && !of_y,
            Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor | Opcode::LLVMURem => {
                let width = self.lowerer.pool.width(b);
                let bits = mask.and_then(|m| low_bits(inst.opcode(), m, width));
                if let Some(bits) = bits {
                    self.check_aligned(a, bits);
                }
                bits.is_some()
            }
            _ => false,
        };
        if moves {
            return (a, b);
        }
        if inst.opcode() == Opcode::LLVMSub && of_x && of_y {
            // Inside one object, distances are exact.
            let same = self.is_same_slot(a, b);
            let a = self.exact_or_unknown(same, a);
            return (a, b);
        }
        (self.number(x), self.number(y))
    }

    /// The result of comparing integers of which some may be addresses; `None` if none may be.
    pub fn compare_numbers(&mut self, inst: Value<'m>) -> Option<Term> {
        let (x, y) = (inst.operand(0), inst.operand(1));
        let (of_x, of_y) = (self.may_be_address(x), self.may_be_address(y));
        if !of_x && !of_y {
            return None;
        }
        let (a, b) = (self.value(x), self.value(y));
        let predicate = inst.predicate();
        let holds = super::simple::compare(&mut self.lowerer.pool, predicate, a, b);
        let bit = self.lowerer.pool.bool_to_bv(holds);
        let equality = matches!(predicate, Predicate::LLVMIntEQ | Predicate::LLVMIntNE);
        let signed = matches!(
            predicate,
            Predicate::LLVMIntSLT
                | Predicate::LLVMIntSLE
                | Predicate::LLVMIntSGT
                | Predicate::LLVMIntSGE
        );
        if of_x && of_y && equality && self.lowerer.pool.width(a) == self.lowerer.word_width() {
            let (p, q) = (self.converted("left", a), self.converted("right", b));
            self.check_comparable(p, q);
            return Some(bit);
        }
        let (near_a, near_b) = (self.is_near_null(a), self.is_near_null(b));
        let mut exact = self.lowerer.pool.and(near_a, near_b);
        if !signed {
            // No object lies in the first or last page, so every address is above the one and below the other.
            for (number, other) in [(a, of_y), (b, of_x)] {
                if other {
                    let outside = self.is_in_outer_page(number);
                    exact = self.lowerer.pool.or(exact, outside);
                }
            }
            if of_x && of_y {
                let same = self.is_same_slot(a, b);
                exact = self.lowerer.pool.or(exact, same);
            }
        }
        Some(self.exact_or_unknown(exact, bit))
    }

    /// A pointer that is made from an integer that is not an address. It must not look like the address of an object that
    /// happens to be there.
    pub fn check_made_up(&mut self, cast: Value<'m>, number: Term) {
        let from = cast.operand(0);
        if self.may_be_address(from) || from.is_constant() {
            return;
        }
        let near = self.is_near_null(number);
        if self.lowerer.pool.is_true(near) || super::capture::only_accessed(cast) {
            return;
        }
        let what = "an address that the program makes up";
        self.layout_check(what, near, vec![number]);
    }

    /// The pointer without those bits of its number that a mask lacks.
    pub fn masked(&mut self, pointer: Term, mask: Term) -> Term {
        let (width, word) = (self.lowerer.pointer_width(), self.lowerer.word_width());
        let mask = self.lowerer.pool.resize_signed(mask, word);
        let number = match self.lowerer.is_flat() {
            true => self.take_number("number", pointer),
            false => {
                let number = self.converted("number", pointer);
                let kept = self.lowerer.pool.as_u64(mask);
                let lacking = kept.map(|kept| !kept & u64::MAX >> (64 - word));
                match lacking.map_or(word, |bits| 64 - bits.leading_zeros()) {
                    bits @ 0..=MAX_ALIGN_BITS => self.check_aligned(number, bits),
                    _ => {
                        let no = self.lowerer.pool.ff();
                        self.layout_check("a mask of more bits of an address", no, Vec::new());
                    }
                }
                number
            }
        };
        let pool = &mut self.lowerer.pool;
        let others = pool.bvnot(mask);
        let taken = pool.bvand(number, others);
        let taken = pool.resize_unsigned(taken, width);
        pool.bvsub(pointer, taken)
    }

    /// An address, if it is one, is that of an object aligned to `2^bits` bytes: then its low bits are known.
    fn check_aligned(&mut self, address: Term, bits: u32) {
        let width = self.lowerer.pointer_width();
        if bits == 0 || self.lowerer.pool.width(address) != self.lowerer.word_width() {
            return;
        }
        let address = self.converted("address", address);
        let site = self.layout_site("using the low bits of an address beyond its alignment");
        let align = self.lowerer.pool.bv_u64(width, 1 << bits);
        self.emit(InstKind::Relate {
            a: address,
            b: align,
            relation: Relation::Aligned,
            site,
        });
    }

    /// Whether a number lies where there are no objects, below the first or above the last one.
    fn is_near_null(&mut self, number: Term) -> Term {
        let layout = self.lowerer.program.pointers;
        let pool = &mut self.lowerer.pool;
        let width = pool.width(number);
        if width < layout.memory_width() {
            return pool.tt();
        }
        let half = pool.bv_u64(width, layout.reach());
        let moved = pool.bvadd(number, half);
        let space = pool.bv_u64(width, 2 * layout.reach());
        pool.ult(moved, space)
    }

    /// Whether a number is below the first page's end, or in the last page.
    fn is_in_outer_page(&mut self, number: Term) -> Term {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(number);
        let page = pool.bv_u64(width, PAGE);
        let moved = pool.bvadd(number, page);
        let both = pool.bv_u64(width, 2 * PAGE);
        pool.ult(moved, both)
    }

    fn is_same_slot(&mut self, a: Term, b: Term) -> Term {
        let layout = self.lowerer.program.pointers;
        let pool = &mut self.lowerer.pool;
        let number = |address: Term, pool: &mut TermPool| {
            let width = pool.width(address);
            let half = pool.bv_u64(width, layout.reach());
            let moved = pool.bvadd(address, half);
            pool.extract(moved, width - 1, layout.reach().ilog2() + 1)
        };
        let (x, y) = (number(a, pool), number(b, pool));
        pool.eq(x, y)
    }
}

/// How many low bits of an address decide the result of an operation with a constant, beyond which it is the address as it
/// was, or zero; `None` if more do than any alignment fixes.
fn low_bits(op: Opcode, constant: u64, width: u32) -> Option<u32> {
    let all = u64::MAX >> (64 - width.min(64));
    let is_low_mask = |m: u64| (m & m.wrapping_add(1)) == 0;
    let bits = match op {
        Opcode::LLVMAnd if is_low_mask(constant) => 64 - constant.leading_zeros(),
        Opcode::LLVMAnd if is_low_mask(!constant & all) => 64 - (!constant & all).leading_zeros(),
        Opcode::LLVMAnd => return None,
        Opcode::LLVMURem if constant.is_power_of_two() => constant.trailing_zeros(),
        Opcode::LLVMURem => return None,
        _ => 64 - constant.leading_zeros(),
    };
    (bits <= MAX_ALIGN_BITS).then_some(bits)
}
