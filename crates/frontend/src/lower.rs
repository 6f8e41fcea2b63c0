//! Lowering: one linked LLVM module to a [`Program`].
//!
//! Only what can be reached from the entry is lowered: [`Lowerer::function_id`] and [`Lowerer::static_address`] hand out
//! numbers on first use and remember what is left to do. Functions whose address is taken are collected first
//! ([`reach`]), since an indirect call is a case split over all of them.
//!
//! Why the meaning is kept: LLVM's pure instructions become terms over the variables of effectful ones. In SSA form a
//! definition dominates its uses, so between a pure instruction and a use of it none of its operands is set again, and
//! the term means at the use what the instruction computed. All arithmetic wraps; what C leaves undefined is a check in
//! front of the operation. What we cannot lower is a failing check of [`Property::Unsupported`] at its place.

mod address;
mod arith;
mod atomic;
mod bounds;
mod builtin;
mod call;
mod capture;
mod clean;
mod constants;
mod control;
mod ctypes;
mod dialect;
mod float;
mod frame;
mod function;
mod heap;
mod inst;
mod intrinsic;
mod layout;
mod literals;
mod math;
mod memory;
mod model;
mod numbers;
mod output;
mod poison;
mod reach;
mod scale;
mod shift;
mod signed;
mod simple;
mod step;
mod ubsan;
mod varargs;
mod vector;

pub use frame::ContractOptions;
pub(crate) use function::FunctionLowerer;
pub(crate) use output::is_trivial_output;

use crate::clang::Sanitizers;
use crate::error::Error;
use crate::llvm::{
    Block as LlvmBlock, Meta, Module, SourceLocation, Type, TypeKind, Value, ValueKind,
};
use crate::syntax::Operators;
use crate::{ArgumentOptions, IR_MARK, Options, UndefinedFunctions, entry};
use program::{
    BlockId, FileId, Function, FunctionId, Inst, InstKind, Place, Program, Property, Site, SiteId,
    SourceFile, SourceVar, StaticKind, StaticObject, Terminator, TypeId, Var, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
pub(crate) use step::is_narrow_step;
use term::{Sort, Term, TermPool};

/// What lowering makes.
pub(crate) struct Lowered {
    pub pool: TermPool,
    pub program: Program,
    /// As in [`crate::Loaded`].
    pub lacking: Vec<SiteId>,
    pub of_layout: BTreeSet<String>,
}

/// Lowers everything that the entry reaches.
pub(crate) fn lower(
    options: &Options,
    module: &Module<'_>,
    operators: Operators,
) -> Result<Lowered, Error> {
    let start = entry::find(options, module)?;
    let contracts = frame::Contracts::new(module, &options.contracts)?;
    let stands = &contracts.stands;
    let start = stands.get(&start).copied().unwrap_or(start);
    let others: Vec<Value<'_>> = stands.values().copied().collect();
    let reached = reach::address_taken(module, start, &others);
    let mut lowerer = Lowerer::new(options, module, operators, contracts, &reached)?;
    lowerer.taken = reached.taken;
    entry::lower(&mut lowerer, start)?;
    lowerer.run();
    for name in &options.contracts.enforce {
        let wrapper = module.function(&format!("__aver_enforce_{name}"));
        if wrapper.is_some_and(|w| !lowerer.functions.contains_key(&w)) {
            let message = format!(
                "no run calls `{name}`, so its contract would not be checked: call it, or start at it (--function {name})"
            );
            return Err(Error::Contract { message });
        }
    }
    let lacking = lowerer.lacking(&options.properties);
    let of_layout = std::mem::take(&mut lowerer.of_layout);
    let (mut pool, mut program) = lowerer.finish()?;
    if let Some(frames) = options.stack_limit {
        program::stack::limit(&mut pool, &mut program, frames);
    }
    Ok(Lowered {
        pool,
        program,
        lacking,
        of_layout,
    })
}

/// The state of a lowering.
pub(crate) struct Lowerer<'m> {
    pub module: &'m Module<'m>,
    pub pool: TermPool,
    /// Grows as lowering goes on; functions not lowered yet have no blocks.
    pub program: Program,
    /// The functions that must not be called.
    pub error_functions: Vec<String>,
    /// The sanitizers whose handlers guard every operation; none if another compiler made a part of the program.
    pub guarded_by: Sanitizers,
    /// What the source says about operations whose signedness LLVM does not know.
    pub operators: Operators,
    /// The properties wanted.
    pub asked: Vec<Property>,
    /// Whether invalid accesses are asked about: if not, what a program only outputs is not read.
    pub checks_accesses: bool,
    /// Whether indices outside their arrays are asked about, and accesses to such elements.
    pub checks_bounds: bool,
    pub checks_elements: bool,
    /// Whether lengths of arrays that are not positive are asked about.
    pub checks_lengths: bool,
    /// What is asked about.
    pub properties: Vec<Property>,
    pub undefined_functions: UndefinedFunctions,
    pub malloc_may_fail: bool,
    pub volatile_inputs: bool,
    pub arguments: ArgumentOptions,
    /// The object of an unknown function that an argument points to.
    unknown_function: Option<usize>,
    /// What is not supported in the initial value of a static object, so that no run begins.
    unsupported_start: Option<(String, Place)>,
    /// Whether operations on numbers that give NaN are asked about.
    pub checks_nan: bool,
    /// Whether memory that is not freed is asked about.
    pub checks_leaks: bool,
    /// Whether a run may end while functions are active, as by `exit`.
    pub halts: bool,
    /// Whether memory that was never written is asked about.
    pub checks_written: bool,
    /// Whether addresses outside the object that they were computed from are asked about.
    pub checks_addresses: bool,
    /// Whether uses of the order or distance of pointers to different objects are asked about.
    pub checks_relations: bool,
    /// Whether alignment is asked about.
    pub checks_alignment: bool,
    /// Which integers may be addresses.
    pub numbers: numbers::Numbers<'m>,
    /// What is not supported only because it depends on where objects lie.
    of_layout: BTreeSet<String>,
    /// The pointers in the constant that is being written, with their offsets.
    pointers_written: Vec<(u64, u64)>,
    /// What contracts stand for.
    pub contracts: frame::Contracts<'m>,
    /// Variables of static duration begin with unknown values, except for these.
    unknown_statics: Option<Vec<String>>,
    /// Functions whose bodies are not looked at.
    pub dropped: Vec<String>,
    /// Functions whose address is taken somewhere in what can be reached.
    pub taken: Vec<Value<'m>>,
    functions: FxHashMap<Value<'m>, FunctionId>,
    queue: Vec<(Value<'m>, FunctionId)>,
    statics: FxHashMap<Value<'m>, usize>,
    /// The objects of functions' labels.
    labels: FxHashMap<Value<'m>, usize>,
    /// Statics whose initial bytes are not computed yet.
    raw_statics: Vec<(usize, Value<'m>)>,
    constants: FxHashMap<Value<'m>, Term>,
    types: FxHashMap<Option<Meta<'m>>, TypeId>,
    files: FxHashMap<(String, String), FileId>,
    /// The input files, made absolute, and as the user wrote them.
    inputs: Vec<(PathBuf, String)>,
    here: PathBuf,
    notes: FxHashSet<String>,
    function_names: FxHashSet<String>,
}

impl<'m> Lowerer<'m> {
    fn new(
        options: &Options,
        module: &'m Module<'m>,
        operators: Operators,
        contracts: frame::Contracts<'m>,
        reached: &reach::Reached<'m>,
    ) -> Result<Lowerer<'m>, Error> {
        let start = options.entry.as_deref().filter(|name| *name != "main");
        let params = start
            .and_then(|name| module.function(name))
            .map_or_else(Vec::new, |function| function.params());
        // Their arrays have as many elements as they like.
        let open = params.iter().any(|param| param.ty().is_pointer());
        let pointers = layout::choose(module, options, open)?;
        let here = std::env::current_dir().unwrap_or_default();
        let as_written: Vec<String> = options
            .files
            .iter()
            .map(|p| p.display().to_string())
            .collect();
        let inputs: Vec<(PathBuf, String)> = options
            .files
            .iter()
            .zip(&as_written)
            .map(|(path, text)| (normal(&here.join(path)), text.clone()))
            .collect();
        let from_ir = module.functions().iter().any(|f| f.has_mark(IR_MARK));
        let error_functions = match &options.error_function {
            Some(name) => vec![name.clone()],
            None => vec!["reach_error".to_string(), "__VERIFIER_error".to_string()],
        };
        let program = Program {
            data_model: options.data_model,
            pointers,
            functions: Vec::new(),
            statics: Vec::new(),
            vars: Vec::new(),
            var_of_symbol: FxHashMap::default(),
            sites: Vec::new(),
            types: Vec::new(),
            files: vec![SourceFile {
                path: as_written.first().cloned().unwrap_or_default(),
            }],
            entry: FunctionId(0),
            notes: Vec::new(),
            results: BTreeMap::new(),
            assumptions: Vec::new(),
        };
        let wanted = |p| options.properties.contains(&p);
        let mut lowerer = Lowerer {
            module,
            pool: TermPool::new(),
            program,
            error_functions,
            guarded_by: if from_ir {
                Sanitizers::default()
            } else {
                Sanitizers::for_properties(&options.properties)
            },
            operators,
            asked: options.properties.clone(),
            checks_accesses: wanted(Property::ValidDeref) || wanted(Property::NoUninitialised),
            checks_bounds: wanted(Property::ArrayBounds),
            checks_elements: wanted(Property::ValidDeref),
            checks_lengths: wanted(Property::VlaBound),
            properties: options.properties.clone(),
            undefined_functions: options.undefined_functions,
            malloc_may_fail: options.malloc_may_fail,
            volatile_inputs: options.volatile_inputs,
            arguments: options.arguments.clone(),
            unknown_function: None,
            unsupported_start: None,
            checks_nan: wanted(Property::NoNan),
            checks_leaks: options.properties.iter().any(|p| p.is_leak()),
            halts: false,
            checks_written: wanted(Property::NoUninitialised),
            checks_addresses: wanted(Property::NoPointerOverflow),
            checks_relations: wanted(Property::NoUnrelatedPointers),
            checks_alignment: wanted(Property::NoMisalignedAccess),
            numbers: match pointers.flat {
                true => numbers::Numbers::default(),
                false => numbers::Numbers::new(module, &reached.functions),
            },
            of_layout: BTreeSet::new(),
            pointers_written: Vec::new(),
            contracts,
            unknown_statics: options.unknown_statics.clone(),
            dropped: options.dropped.clone(),
            taken: Vec::new(),
            functions: FxHashMap::default(),
            queue: Vec::new(),
            statics: FxHashMap::default(),
            labels: FxHashMap::default(),
            raw_statics: Vec::new(),
            constants: FxHashMap::default(),
            types: FxHashMap::default(),
            files: FxHashMap::default(),
            inputs,
            here,
            notes: FxHashSet::default(),
            function_names: FxHashSet::default(),
        };
        if options.layout_seed != 0 {
            lowerer.shuffle_statics(options.layout_seed);
        }
        if from_ir {
            lowerer.note(
                "the program is LLVM IR: its undefined arithmetic is known by LLVM's flags only",
            );
        }
        Ok(lowerer)
    }

    /// Lowers until nothing is left to do.
    fn run(&mut self) {
        loop {
            if let Some((function, id)) = self.queue.pop() {
                function::lower(self, function, id);
            } else if let Some((index, global)) = self.raw_statics.pop() {
                self.initialise(index, global);
            } else {
                break;
            }
        }
    }

    fn finish(mut self) -> Result<(TermPool, Program), Error> {
        let pointers = self.program.pointers;
        if self.program.statics.len() as u64 >= pointers.max_object() {
            return Err(Error::TooLarge {
                width: pointers.memory_width(),
                what: format!(
                    "{} static objects, and only {} numbers for objects",
                    self.program.statics.len(),
                    pointers.max_object()
                ),
            });
        }
        if let Some((what, place)) = self.unsupported_start.take() {
            self.reject_start(&what, place);
        }
        if self.program.files.iter().any(|f| f.path == THREADS_MODEL) {
            self.assuming(ONE_THREAD);
        }
        self.name_results();
        clean::compact_vars(&self.pool, &mut self.program);
        #[cfg(debug_assertions)]
        program::validate::assert_valid(&self.pool, &self.program);
        Ok((self.pool, self.program))
    }

    /// Makes every run end where it begins.
    fn reject_start(&mut self, what: &str, place: Place) {
        let entry = self.program.entry;
        let text = format!("{what}, in an initial value, is not supported");
        let site = self.new_site(Property::Unsupported, place, "", true, text);
        let condition = self.pool.ff();
        let kind = InstKind::Check {
            site,
            condition,
            operands: Vec::new(),
        };
        let first = &mut self.program.functions[entry.index()].blocks[0];
        first.insts.insert(0, Inst { kind, place });
    }

    // ---- functions ----

    /// The number of a function with a body; it will be lowered.
    pub fn function_id(&mut self, function: Value<'m>) -> FunctionId {
        if let Some(id) = self.functions.get(&function) {
            return *id;
        }
        let name = function.name();
        let place = self.place_of(function);
        let id = self.new_function(&name, place);
        self.functions.insert(function, id);
        self.queue.push((function, id));
        id
    }

    /// The name in the program of a function that is lowered, unless it is one of our models.
    pub fn lowered_name(&self, function: Value<'m>) -> Option<String> {
        let id = self.functions.get(&function)?;
        let function = self.program.function(*id);
        (!self.program.is_library(function.place)).then(|| function.name.clone())
    }

    /// Whether a function belongs to the program.
    pub fn is_lowered(&self, function: Value<'m>) -> bool {
        self.functions.contains_key(&function)
    }

    /// A function that is still empty.
    pub fn new_function(&mut self, name: &str, place: Place) -> FunctionId {
        let id = FunctionId::new(self.program.functions.len());
        let mut unique = name.to_string();
        while !self.function_names.insert(unique.clone()) {
            unique.push('\'');
        }
        self.program.functions.push(Function {
            name: unique,
            params: Vec::new(),
            result: None,
            vars: Vec::new(),
            blocks: Vec::new(),
            place,
        });
        id
    }

    // ---- tables ----

    pub fn new_site(
        &mut self,
        property: Property,
        place: Place,
        function: &str,
        ends_run: bool,
        what: impl Into<String>,
    ) -> SiteId {
        let id = SiteId::new(self.program.sites.len());
        self.program.sites.push(Site {
            property,
            place,
            function: function.to_string(),
            ends_run,
            what: what.into(),
        });
        id
    }

    /// Adds a variable to a function. The name must be new in the function.
    pub fn new_var(
        &mut self,
        function: FunctionId,
        name: &str,
        width: u32,
        source: Option<SourceVar>,
    ) -> (VarId, Term) {
        let id = VarId::new(self.program.vars.len());
        let symbol_name = format!("{}::{name}", self.program.function(function).name);
        let symbol = self.pool.symbol(&symbol_name, Sort::BitVec(width));
        let symbol_id = self.pool.as_symbol(symbol).expect("a symbol was just made");
        self.program.vars.push(Var {
            name: name.to_string(),
            symbol,
            width,
            pointer: false,
            function,
            source,
        });
        self.program.var_of_symbol.insert(symbol_id, id);
        self.program.functions[function.index()].vars.push(id);
        (id, symbol)
    }

    /// Records, once, what a proof takes for granted.
    pub fn assuming(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.program.assumptions.contains(&text) {
            self.program.assumptions.push(text);
        }
    }

    /// Tells the user once.
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if self.notes.insert(text.clone()) {
            self.program.notes.push(text);
        }
    }

    // ---- places ----

    pub fn place_of(&mut self, value: Value<'m>) -> Place {
        match value.location() {
            Some(location) => self.place(&location),
            None => Place::NOWHERE,
        }
    }

    pub fn place(&mut self, location: &SourceLocation) -> Place {
        Place {
            file: self.file(&location.directory, &location.file),
            line: location.line,
            column: location.column,
        }
    }

    /// The number of a file. Paths are shown as the user wrote them, or relative to the current folder.
    fn file(&mut self, directory: &str, name: &str) -> FileId {
        let key = (directory.to_string(), name.to_string());
        if let Some(id) = self.files.get(&key) {
            return *id;
        }
        let full = normal(&self.here.join(directory).join(name));
        let input = self.inputs.iter().find(|(path, _)| *path == full);
        let path = match input {
            Some((_, text)) => text.clone(),
            None if name.starts_with("aver/") => name.to_string(),
            None => full
                .strip_prefix(&self.here)
                .unwrap_or(&full)
                .display()
                .to_string(),
        };
        let known = self.program.files.iter().position(|f| f.path == path);
        let index = known.unwrap_or_else(|| {
            self.program.files.push(SourceFile { path });
            self.program.files.len() - 1
        });
        let id = FileId::new(index);
        self.files.insert(key, id);
        id
    }

    /// The C variable that debug information describes.
    pub fn source_var(&mut self, variable: Meta<'m>) -> Option<SourceVar> {
        let name = variable.variable_name();
        if name.is_empty() {
            return None;
        }
        let ty = self.c_type(variable.variable_type());
        let place = match variable.variable_location() {
            Some(location) => self.place(&location),
            None => Place::NOWHERE,
        };
        Some(SourceVar { name, ty, place })
    }

    // ---- statics ----

    /// The address of a global variable or function, which thereby belongs to the program.
    pub fn static_address(&mut self, global: Value<'m>) -> Term {
        let index = self.static_index(global);
        let address = self.program.static_address(index);
        self.pool.bv_u64(self.program.pointers.width, address)
    }

    /// Numbers the global variables in another order than that of their first use.
    fn shuffle_statics(&mut self, seed: u32) {
        let mut globals = self.module.globals();
        globals.retain(|g| !g.name().starts_with("llvm.") && !g.is_weak_undefined());
        let count = globals.len().max(1);
        globals.rotate_left(seed as usize % count);
        if seed % 2 == 1 {
            globals.reverse();
        }
        for global in globals {
            self.static_index(global);
        }
    }

    /// The address of a label: a function's labels are one object, so that their distances are known.
    pub fn label_address(&mut self, function: Value<'m>, block: LlvmBlock<'m>) -> Term {
        let blocks = function.blocks();
        let offset = blocks.iter().position(|b| *b == block).unwrap_or(0) as u64;
        let index = match self.labels.get(&function) {
            Some(index) => *index,
            None => {
                let index = self.program.statics.len();
                self.labels.insert(function, index);
                self.program.statics.push(StaticObject {
                    name: format!("labels of {}", function.name()),
                    size: blocks.len() as u64,
                    align: 1,
                    kind: StaticKind::ExternalFunction,
                    pointers: Vec::new(),
                    visible: false,
                    source: None,
                });
                index
            }
        };
        let address = self.program.static_address(index) + offset;
        self.pool.bv_u64(self.program.pointers.width, address)
    }

    /// The address of a function that the program does not know.
    pub fn unknown_function(&mut self) -> Term {
        let index = *self.unknown_function.get_or_insert_with(|| {
            self.program.statics.push(StaticObject {
                name: "unknown function".to_string(),
                size: 1,
                align: 1,
                kind: StaticKind::ExternalFunction,
                pointers: Vec::new(),
                visible: false,
                source: None,
            });
            self.program.statics.len() - 1
        });
        let address = self.program.static_address(index);
        self.pool.bv_u64(self.program.pointers.width, address)
    }

    /// The same, if something points to it.
    pub fn known_unknown_function(&mut self) -> Option<Term> {
        self.unknown_function?;
        Some(self.unknown_function())
    }

    /// Whether the user wants a variable to begin with unknown contents.
    fn begins_unknown(&self, global: Value<'m>) -> bool {
        let Some(except) = &self.unknown_statics else {
            return false;
        };
        let name = global.name();
        // A variable in a function is called `f.x`.
        let own =
            name.starts_with("__aver_") || name.starts_with("__CPROVER_") || is_of_model(global);
        !global.is_constant_global() && !own && !name.starts_with('.') && !except.contains(&name)
    }

    fn static_index(&mut self, global: Value<'m>) -> usize {
        if let Some(index) = self.statics.get(&global) {
            return *index;
        }
        let index = self.program.statics.len();
        self.statics.insert(global, index);
        let ty = global.value_type();
        let is_function = global.kind() == ValueKind::Function;
        let kind = match (is_function, global.is_declaration()) {
            (true, true) => StaticKind::ExternalFunction,
            (true, false) => StaticKind::Function(self.function_id(global)),
            (false, true) => StaticKind::External,
            (false, false) if self.begins_unknown(global) => StaticKind::External,
            (false, false) => {
                self.raw_statics.push((index, global));
                StaticKind::Variable {
                    init: Vec::new(),
                    constant: global.is_constant_global(),
                }
            }
        };
        let variable = if is_function {
            None
        } else {
            global.global_variables().into_iter().next()
        };
        let source = variable.and_then(|v| self.source_var(v));
        let outside = matches!(kind, StaticKind::External);
        let unsized_outside = outside && global.is_declaration() && self.module.alloc_size(ty) == 0;
        let size = match (is_function, unsized_outside) {
            (true, _) => 1,
            (false, false) => self.module.alloc_size(ty),
            (false, true) => {
                self.assuming(format!(
                    "`{}`, which is declared without a size and not defined, has {UNSIZED_BYTES} bytes",
                    global.name()
                ));
                UNSIZED_BYTES
            }
        };
        let align = if is_function {
            // Some compilers place functions at any byte. Member functions of C++ need one bit of their addresses.
            global.alignment().max(1)
        } else {
            global.alignment().max(self.module.align(ty))
        };
        let visible = !is_function && global.is_visible() && !is_of_model(global);
        let mut name = global.name();
        if name.is_empty() {
            name = format!("anonymous.{index}");
        }
        self.program.statics.push(StaticObject {
            name,
            size,
            align,
            kind,
            pointers: Vec::new(),
            visible,
            source,
        });
        index
    }

    fn initialise(&mut self, index: usize, global: Value<'m>) {
        // Up to the last byte that is not zero: an object can be larger than our memory.
        let mut bytes = Vec::new();
        self.pointers_written.clear();
        if let Some(value) = global.initializer()
            && let Err(what) = self.write_constant(value, &mut bytes, 0)
        {
            let StaticObject { name, source, .. } = self.program.statics[index].clone();
            if let (Some((_, place)), Some(source)) = (&mut self.unsupported_start, source) {
                *place = source.place;
            }
            self.note(format!("the initial value of `{name}` is unknown: {what}"));
            self.program.statics[index].kind = StaticKind::External;
            return;
        }
        bytes.truncate(self.program.statics[index].size as usize);
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        let pointers = std::mem::take(&mut self.pointers_written);
        let object = &mut self.program.statics[index];
        object.pointers = pointers;
        if let StaticKind::Variable { init, .. } = &mut object.kind {
            *init = bytes;
        }
    }

    // ---- types ----

    /// Of a pointer's value.
    pub fn pointer_width(&self) -> u32 {
        self.program.pointers.width
    }

    /// Of a pointer in memory and as an integer.
    pub fn word_width(&self) -> u32 {
        self.program.pointers.memory_width()
    }

    pub fn is_wide(&self) -> bool {
        self.program.pointers.image.is_some()
    }

    /// Whether pointers have numbers of their own.
    pub fn is_flat(&self) -> bool {
        self.program.pointers.flat
    }

    /// The bits of a first-class value; `None` if values of that type cannot be bit-vectors.
    pub fn width(&self, ty: Type<'m>) -> Option<u32> {
        match ty.kind() {
            TypeKind::Int(bits) | TypeKind::Float(bits) => Some(bits),
            TypeKind::Pointer => Some(self.pointer_width()),
            TypeKind::Struct => {
                let mut sum = 0u32;
                for field in ty.fields() {
                    sum = sum.checked_add(self.width(field)?)?;
                }
                (sum > 0).then_some(sum)
            }
            TypeKind::Array(count) => {
                let element = self.width(ty.element()?)?;
                let sum = element.checked_mul(u32::try_from(count).ok()?)?;
                (sum > 0).then_some(sum)
            }
            TypeKind::Vector(count) => self.width(ty.element()?)?.checked_mul(count),
            TypeKind::Void | TypeKind::Function | TypeKind::Other => None,
        }
    }
}

/// The size of a variable that is declared without one and defined nowhere.
const UNSIZED_BYTES: u64 = 1 << 16;

/// What atomic operations and locks take for granted.
pub(crate) const ONE_THREAD: &str = "the program has one thread";
const THREADS_MODEL: &str = "aver/threads.c";

/// Whether a global variable belongs to a model of the C library.
fn is_of_model(global: Value<'_>) -> bool {
    let variable = global.global_variables().into_iter().next();
    let location = variable.and_then(|v| v.variable_location());
    location.is_some_and(|l| l.file.starts_with("aver/"))
}

/// The path without `.` and `..`, as text only.
fn normal(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

/// The terminator of a block that nothing ended: only after a mistake in lowering.
pub(crate) const OPEN: Terminator = Terminator::Goto(BlockId(u32::MAX));
