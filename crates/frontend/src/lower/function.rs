//! One function: blocks, variables and values while it is being lowered.
//!
//! Blocks are lowered when something jumps to them, in reverse postorder, so that definitions come before uses. What
//! follows a call that never returns is not lowered at all.

use super::numbers::converts;
use super::{Lowerer, OPEN, clean};
use crate::llvm::{Block as LlvmBlock, Opcode, SourceLocation, Type, TypeKind, Value, ValueKind};
use program::{
    Block, BlockId, FunctionId, InputSource, Inst, InstKind, Place, Property, SiteId, SourceVar,
    Terminator, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

/// Lowers the body of `function` into the program's function `id`.
pub(super) fn lower<'m>(lowerer: &mut Lowerer<'m>, function: Value<'m>, id: FunctionId) {
    let place = lowerer.program.function(id).place;
    let mut this = FunctionLowerer::new(lowerer, id, place);
    this.function = Some(function);
    this.signature(function);
    this.prepare_poison(function);
    this.collect_literals(function);
    this.dynamic_allocas(function);
    this.body(function);
    this.finish();
}

/// An LLVM value as the lowered program has it.
pub(crate) struct FunctionLowerer<'a, 'm> {
    pub lowerer: &'a mut Lowerer<'m>,
    pub id: FunctionId,
    pub name: String,
    /// The LLVM function, unless this is one of our own functions.
    pub function: Option<Value<'m>>,
    /// The place of the current instruction.
    pub place: Place,
    pub values: FxHashMap<Value<'m>, Term>,
    blocks: Vec<Block>,
    current: BlockId,
    /// Whether the current block is ended: what follows cannot be reached.
    dead: bool,
    pub starts: FxHashMap<LlvmBlock<'m>, BlockId>,
    /// Variables of phi instructions.
    pub phis: FxHashMap<Value<'m>, (VarId, Term)>,
    names: FxHashSet<String>,
    temps: u32,
    /// Checks whose condition does not depend on the branch that leads to them (see [`super::clean`]).
    pub precise: FxHashSet<SiteId>,
    /// Blocks that end in clang's own branch around a check.
    pub checking: FxHashSet<BlockId>,
    /// Operations that one of clang's handlers has already checked (see [`super::ubsan`]).
    pub guarded: FxHashSet<super::ubsan::Guarded<'m>>,
    /// C variables of allocas.
    pub declared: FxHashMap<Value<'m>, SourceVar>,
    /// Allocas with lifetime markers.
    pub marked: FxHashSet<Value<'m>>,
    /// Compound literals whose lifetimes end with a block.
    pub literals: Vec<super::literals::Literal<'m>>,
    /// The pointer variable of each alloca.
    pub allocas: FxHashMap<Value<'m>, (VarId, Term)>,
    /// Where the arguments after the named ones are, in a variadic function.
    pub variable_arguments: Option<super::varargs::Area>,
    /// Which values are poison, in code that another compiler made.
    pub poison: Option<Box<super::poison::Shadows<'m>>>,
    /// Whether the current write gives a pointer back from a predicate of a contract.
    pub is_given_back: bool,
    alloc_site: Option<SiteId>,
    places: Option<(SourceLocation, Place)>,
}

impl<'a, 'm> FunctionLowerer<'a, 'm> {
    pub fn new(
        lowerer: &'a mut Lowerer<'m>,
        id: FunctionId,
        place: Place,
    ) -> FunctionLowerer<'a, 'm> {
        let name = lowerer.program.function(id).name.clone();
        let mut this = FunctionLowerer {
            lowerer,
            id,
            name,
            function: None,
            place,
            values: FxHashMap::default(),
            blocks: Vec::new(),
            current: BlockId(0),
            dead: false,
            starts: FxHashMap::default(),
            phis: FxHashMap::default(),
            names: FxHashSet::default(),
            temps: 0,
            precise: FxHashSet::default(),
            checking: FxHashSet::default(),
            guarded: FxHashSet::default(),
            declared: FxHashMap::default(),
            marked: FxHashSet::default(),
            literals: Vec::new(),
            allocas: FxHashMap::default(),
            variable_arguments: None,
            poison: None,
            is_given_back: false,
            alloc_site: None,
            places: None,
        };
        this.new_block();
        this
    }

    /// Cleans up and gives the blocks to the program.
    pub fn finish(self) {
        let FunctionLowerer {
            lowerer,
            id,
            blocks,
            precise,
            checking,
            ..
        } = self;
        let blocks = clean::clean(lowerer, blocks, &precise, checking);
        lowerer.program.functions[id.index()].blocks = blocks;
    }

    // ---- signature and order ----

    fn signature(&mut self, function: Value<'m>) {
        self.collect_declarations(function);
        let result = function.value_type().result();
        self.lowerer.program.functions[self.id.index()].result = self.lowerer.width(result);
        for param in function.params() {
            // A parameter without bits (an empty struct) keeps its place in the list.
            let width = self.lowerer.width(param.ty()).unwrap_or(1);
            let source = self.declared.get(&param).cloned();
            let name = self.unique_name(&param.name());
            let (var, symbol) = self.lowerer.new_var(self.id, &name, width, source);
            self.lowerer.program.functions[self.id.index()]
                .params
                .push(var);
            self.values.insert(param, symbol);
        }
        if function.value_type().is_variadic() {
            self.variadic_parameters();
        }
    }

    fn body(&mut self, function: Value<'m>) {
        let order = reverse_postorder(function);
        let Some(&first) = order.first() else {
            self.end(Terminator::Halt);
            return;
        };
        let start = self.start_of(first);
        self.end(Terminator::Goto(start));
        let mut done = FxHashSet::default();
        loop {
            let mut progress = false;
            for &block in &order {
                let Some(&start) = self.starts.get(&block) else {
                    continue;
                };
                if !done.insert(block) {
                    continue;
                }
                progress = true;
                self.switch_to(start);
                let mut ended = FxHashSet::default();
                for inst in block.insts() {
                    if self.dead {
                        break;
                    }
                    self.locate(inst);
                    self.literals_before(inst, &mut ended);
                    self.inst(inst);
                }
            }
            if !progress {
                break;
            }
        }
    }

    /// Sets the place to that of an instruction; one without a place keeps its predecessor's.
    fn locate(&mut self, inst: Value<'m>) {
        let Some(location) = inst.location() else {
            return;
        };
        if let Some((last, place)) = &self.places
            && *last == location
        {
            self.place = *place;
            return;
        }
        self.place = self.lowerer.place(&location);
        self.places = Some((location, self.place));
    }

    // ---- blocks ----

    pub fn new_block(&mut self) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        self.blocks.push(Block {
            insts: Vec::new(),
            end: OPEN,
            place: self.place,
        });
        id
    }

    /// Where an LLVM block begins; calling this makes the block reachable.
    pub fn start_of(&mut self, block: LlvmBlock<'m>) -> BlockId {
        if let Some(id) = self.starts.get(&block) {
            return *id;
        }
        let id = self.new_block();
        self.starts.insert(block, id);
        id
    }

    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
        self.dead = false;
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    pub fn is_dead(&self) -> bool {
        self.dead
    }

    pub fn end(&mut self, terminator: Terminator) {
        if self.dead {
            return;
        }
        let block = &mut self.blocks[self.current.index()];
        block.end = terminator;
        block.place = self.place;
        self.dead = true;
    }

    /// The program ends here of its own accord.
    pub fn halt(&mut self) {
        self.check_leaks();
        self.lowerer.halts = true;
        self.end(Terminator::Halt);
    }

    /// What must hold for memory when a run ends.
    pub fn check_leaks(&mut self) {
        if !self.lowerer.checks_leaks || self.is_dead() {
            return;
        }
        let lost = self.site(
            Property::ValidMemtrack,
            false,
            "allocated memory is lost: it was not freed, and no pointer leads to it when the program ends",
        );
        let left = self.site(
            Property::ValidMemcleanup,
            false,
            "allocated memory is not freed when the program ends",
        );
        self.emit(InstKind::Leaks { lost, left });
    }

    /// Continues in `then` if the condition holds and in `otherwise` if not.
    pub fn branch(&mut self, condition: Term, then: BlockId, otherwise: BlockId) {
        self.end(match self.lowerer.pool.as_bool(condition) {
            Some(true) => Terminator::Goto(then),
            Some(false) => Terminator::Goto(otherwise),
            None => Terminator::Branch {
                condition,
                then,
                otherwise,
            },
        });
    }

    pub fn emit(&mut self, kind: InstKind) {
        if self.dead {
            return;
        }
        self.check_write(&kind);
        let place = self.place;
        self.blocks[self.current.index()]
            .insts
            .push(Inst { kind, place });
    }

    // ---- variables ----

    pub fn unique_name(&mut self, wish: &str) -> String {
        if !wish.is_empty() && self.names.insert(wish.to_string()) {
            return wish.to_string();
        }
        loop {
            let name = format!("{wish}%{}", self.temps);
            self.temps += 1;
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    pub fn new_var(&mut self, wish: &str, width: u32) -> (VarId, Term) {
        let name = self.unique_name(wish);
        self.lowerer.new_var(self.id, &name, width, None)
    }

    pub fn assign(&mut self, var: VarId, value: Term) {
        self.emit(InstKind::Assign { var, value });
    }

    /// A fresh unknown.
    pub fn havoc(&mut self, wish: &str, width: u32, source: InputSource) -> Term {
        let (var, symbol) = self.new_var(wish, width);
        self.emit(InstKind::Havoc { var, source });
        symbol
    }

    /// The same for a value of a type; a pointer does not point to objects that are made later.
    pub fn havoc_of(&mut self, wish: &str, ty: Type<'m>, source: InputSource) -> Option<Term> {
        let width = self.width(ty)?;
        let (var, symbol) = self.new_var(wish, width);
        self.lowerer.program.vars[var.index()].pointer = ty.is_pointer();
        self.emit(InstKind::Havoc { var, source });
        Some(symbol)
    }

    pub fn undefined(&mut self, width: u32) -> Term {
        self.havoc("undef", width, InputSource::Undefined)
    }

    // ---- checks ----

    pub fn site(&mut self, property: Property, ends_run: bool, what: impl Into<String>) -> SiteId {
        let (place, name) = (self.place, self.name.clone());
        self.lowerer
            .new_site(property, place, &name, ends_run, what)
    }

    pub fn check(
        &mut self,
        property: Property,
        ends_run: bool,
        what: impl Into<String>,
        condition: Term,
        operands: Vec<Term>,
    ) {
        if self.dead || self.lowerer.pool.is_true(condition) {
            return;
        }
        let site = self.site(property, ends_run, what);
        self.emit(InstKind::Check {
            site,
            condition,
            operands,
        });
    }

    /// If a run reaches this place, the answer is UNKNOWN.
    pub fn unsupported(&mut self, what: impl std::fmt::Display) {
        let no = self.lowerer.pool.ff();
        let what = format!("{what} is not supported");
        self.check(Property::Unsupported, true, what, no, Vec::new());
    }

    /// Where the condition does not hold, the property may or may not be violated: we cannot tell. The second check never fails,
    /// since the first one ends the run; it is there so that the property has something to prove.
    pub fn undecided(
        &mut self,
        property: Property,
        what: impl std::fmt::Display,
        holds: Term,
        operands: Vec<Term>,
    ) {
        if !self.lowerer.asked.contains(&property) {
            return;
        }
        let text = format!("{what} is not supported");
        self.check(Property::Unsupported, true, text.clone(), holds, operands);
        self.check(property, false, text, holds, Vec::new());
    }

    /// As [`Self::unsupported`], for an instruction whose value is needed.
    pub fn unsupported_value(&mut self, inst: Value<'m>, what: impl std::fmt::Display) {
        self.unsupported(what);
        self.define_undefined(inst);
    }

    pub fn define_undefined(&mut self, inst: Value<'m>) {
        if let Some(width) = self.lowerer.width(inst.ty()) {
            let value = self.undefined(width);
            self.values.insert(inst, value);
        }
    }

    /// The site of allocations whose size is known to be small enough.
    pub fn alloc_site(&mut self) -> SiteId {
        if let Some(site) = self.alloc_site {
            return site;
        }
        let site = self.size_site();
        self.alloc_site = Some(site);
        site
    }

    pub fn size_site(&mut self) -> SiteId {
        let limit = self.lowerer.program.pointers.max_object_size();
        let what = format!("an object of more than {limit} bytes is not supported");
        self.site(Property::Unsupported, true, what)
    }

    // ---- values ----

    pub fn width(&self, ty: Type<'m>) -> Option<u32> {
        self.lowerer.width(ty)
    }

    /// The term of an operand.
    pub fn value(&mut self, value: Value<'m>) -> Term {
        if let Some(term) = self.values.get(&value) {
            return *term;
        }
        let width = self.width(value.ty()).unwrap_or(1);
        match value.kind() {
            ValueKind::Undef => self.undefined(width),
            ValueKind::Poison => {
                // clang folds operations on constants that C leaves undefined to poison; parts of structs and arrays are
                // merely not set yet. Those of vectors are known where the vector is built.
                let is_vector = matches!(value.ty().kind(), TypeKind::Vector(_));
                if is_vector || value.ty().fields().is_empty() && value.ty().element().is_none() {
                    self.unsupported("the result of an undefined operation on constants");
                }
                self.undefined(width)
            }
            ValueKind::Argument | ValueKind::Instruction => {
                self.unsupported(format_args!("a value of type {}", value.ty()));
                let term = self.undefined(width);
                self.values.insert(value, term);
                term
            }
            _ if converts(value, self.lowerer.is_flat()) => self.converting_constant(value),
            _ => match self.lowerer.constant(value) {
                Ok(term) => term,
                Err(what) => {
                    self.unsupported(what);
                    self.undefined(width)
                }
            },
        }
    }

    /// The term of a condition.
    pub fn condition(&mut self, value: Value<'m>) -> Term {
        let bit = self.value(value);
        self.lowerer.pool.bv_to_bool(bit)
    }

    /// `term != 0`.
    pub fn non_zero(&mut self, term: Term) -> Term {
        let width = self.lowerer.pool.width(term);
        let zero = self.lowerer.pool.zero(width);
        self.lowerer.pool.ne(term, zero)
    }

    pub fn null(&mut self) -> Term {
        let width = self.lowerer.pointer_width();
        self.lowerer.pool.zero(width)
    }

    /// C variables: which alloca (and which parameter stored in it) is which, and which allocas have lifetime markers.
    fn collect_declarations(&mut self, function: Value<'m>) {
        let mut stored: Vec<(Value<'m>, Value<'m>)> = Vec::new();
        for block in function.blocks() {
            for inst in block.insts() {
                match inst.opcode() {
                    Opcode::LLVMStore if inst.operand(0).kind() == ValueKind::Argument => {
                        stored.push((inst.operand(0), inst.operand(1)));
                    }
                    Opcode::LLVMCall => self.collect_call(inst),
                    _ => {}
                }
            }
        }
        for (param, alloca) in stored {
            // A struct passed in registers is stored through an address computation, and is not a single parameter.
            if let Some(source) = self.declared.get(&alloca).cloned() {
                let parts = self.width(param.ty()).map(u64::from);
                let whole = self.lowerer.type_size(source.ty);
                if parts == Some(8 * whole) {
                    self.declared.entry(param).or_insert(source);
                }
            }
        }
    }

    fn collect_call(&mut self, inst: Value<'m>) {
        let called = inst.called();
        if called.kind() != ValueKind::Function {
            return;
        }
        let name = called.name();
        let args = inst.args();
        if name.starts_with("llvm.dbg.declare") {
            let target = args.first().and_then(|a| a.wrapped_value());
            let variable = args.get(1).and_then(|a| a.meta());
            if let (Some(target), Some(variable)) = (target, variable)
                && let Some(source) = self.lowerer.source_var(variable)
            {
                self.declared.insert(target, source);
            }
        } else if name.starts_with("llvm.lifetime.start")
            && let Some(&target) = args.get(1)
        {
            self.marked.insert(target);
        }
    }
}

/// The blocks that can be reached, each before its successors where there is no loop.
fn reverse_postorder(function: Value<'_>) -> Vec<LlvmBlock<'_>> {
    let blocks = function.blocks();
    let Some(&first) = blocks.first() else {
        return Vec::new();
    };
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(first, successors(first), 0)];
    seen.insert(first);
    while let Some((block, next, index)) = stack.last_mut() {
        // Later successors first, so that the order is that of the source.
        if let Some(&target) = next.iter().rev().nth(*index) {
            *index += 1;
            if seen.insert(target) {
                stack.push((target, successors(target), 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

fn successors(block: LlvmBlock<'_>) -> Vec<LlvmBlock<'_>> {
    block
        .terminator()
        .map(|t| t.successors())
        .unwrap_or_default()
}
