//! Checks the invariants of a program, for debug builds and tests.

use crate::ctype::CType;
use crate::ids::{BlockId, FunctionId, SiteId, TypeId, VarId};
use crate::program::{Function, InstKind, Place, Program, SourceVar, StaticKind, Terminator};
use rustc_hash::FxHashSet;
use std::fmt;
use term::{Sort, Term, TermPool};

/// An invariant that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// The function, and the block and the number of the instruction in it, if it is about one.
    pub function: Option<String>,
    pub at: Option<(BlockId, usize)>,
    pub what: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "{function}")?;
            if let Some((block, inst)) = self.at {
                write!(f, " {block}[{inst}]")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.what)
    }
}

/// All invariants that do not hold; none for a well-formed program.
pub fn validate(pool: &TermPool, program: &Program) -> Vec<Invalid> {
    let mut checker = Checker {
        pool,
        program,
        function: None,
        at: None,
        own: FxHashSet::default(),
        found: Vec::new(),
    };
    checker.tables();
    for id in 0..program.functions.len() {
        checker.function(FunctionId::new(id));
    }
    checker.found
}

/// Panics with all that is wrong.
pub fn assert_valid(pool: &TermPool, program: &Program) {
    let found = validate(pool, program);
    if !found.is_empty() {
        let lines: Vec<String> = found.iter().map(|i| i.to_string()).collect();
        panic!("the program is not well-formed:\n{}", lines.join("\n"));
    }
}

struct Checker<'a> {
    pool: &'a TermPool,
    program: &'a Program,
    function: Option<&'a Function>,
    at: Option<(BlockId, usize)>,
    /// The variables of the function.
    own: FxHashSet<VarId>,
    found: Vec<Invalid>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.found.push(Invalid {
                function: self.function.map(|f| f.name.clone()),
                at: self.at,
                what: what(),
            });
        }
    }

    // ---- tables ----

    fn tables(&mut self) {
        let p = self.program;
        self.require(
            p.pointers.memory_width() == p.data_model.pointer_width(),
            || "pointers do not have the width of the data model".to_string(),
        );
        self.require(p.statics.len() as u64 <= p.pointers.max_object(), || {
            "there are more static objects than object numbers".to_string()
        });
        match p.functions.get(p.entry.index()) {
            Some(entry) => self.require(entry.params.is_empty(), || {
                format!("the entry `{}` has parameters", entry.name)
            }),
            None => self.require(false, || format!("there is no entry {}", p.entry)),
        }
        let mut names = FxHashSet::default();
        for function in &p.functions {
            self.require(names.insert(&function.name), || {
                format!("two functions are called `{}`", function.name)
            });
        }
        for ty in &p.types {
            self.ctype(ty);
        }
        for ty in p.results.values() {
            self.type_id(*ty);
        }
        for site in &p.sites {
            self.place(site.place);
        }
        for object in &p.statics {
            self.source(object.source.as_ref());
            let name = &object.name;
            self.require(object.size <= p.pointers.max_object_size(), || {
                format!("`{name}` is larger than an object can be")
            });
            match &object.kind {
                StaticKind::Variable { init, .. } => {
                    self.require(init.len() as u64 <= object.size, || {
                        format!("`{name}` is smaller than its contents")
                    });
                }
                StaticKind::Function(id) => {
                    self.require(id.index() < p.functions.len(), || {
                        format!("no function {id}")
                    });
                }
                StaticKind::External | StaticKind::ExternalFunction => {}
            }
        }
        for index in 0..p.vars.len() {
            self.var(VarId::new(index));
        }
    }

    fn var(&mut self, id: VarId) {
        let var = self.program.var(id);
        self.source(var.source.as_ref());
        let name = &var.name;
        self.require(var.function.index() < self.program.functions.len(), || {
            format!("{id} `{name}` belongs to no function")
        });
        let sort = self.pool.sort(var.symbol);
        self.require(sort == Sort::BitVec(var.width), || {
            format!(
                "{id} `{name}` has {} bits but its symbol is {sort}",
                var.width
            )
        });
        let symbol = self.pool.as_symbol(var.symbol);
        let back = symbol.and_then(|s| self.program.var_of_symbol.get(&s));
        self.require(back == Some(&id), || {
            format!("the symbol of {id} `{name}` does not lead back to it")
        });
    }

    fn ctype(&mut self, ty: &CType) {
        match ty {
            CType::Pointer { to: inner, .. } | CType::Array { element: inner, .. } => {
                self.type_id(*inner);
            }
            CType::Struct { fields, .. } | CType::Union { fields, .. } => {
                fields.iter().for_each(|f| self.type_id(f.ty));
            }
            CType::Void
            | CType::Int { .. }
            | CType::Bool { .. }
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Function
            | CType::Opaque { .. } => {}
        }
    }

    fn type_id(&mut self, id: TypeId) {
        self.require(id.index() < self.program.types.len(), || {
            format!("no type {id}")
        });
    }

    fn place(&mut self, place: Place) {
        let known = place.file.index() < self.program.files.len() || place == Place::NOWHERE;
        self.require(known, || format!("no file {}", place.file));
    }

    fn source(&mut self, source: Option<&SourceVar>) {
        if let Some(source) = source {
            self.type_id(source.ty);
            self.place(source.place);
        }
    }

    // ---- functions ----

    fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let function = program.function(id);
        self.function = Some(function);
        self.at = None;
        self.own = function.vars.iter().copied().collect();
        self.require(self.own.len() == function.vars.len(), || {
            "a variable is listed twice".to_string()
        });
        self.require(function.vars.starts_with(&function.params), || {
            "the parameters are not the first variables".to_string()
        });
        let mut names = FxHashSet::default();
        for var in &function.vars {
            match program.vars.get(var.index()) {
                Some(info) => {
                    self.require(info.function == id, || {
                        format!("{var} belongs to another function")
                    });
                    self.require(names.insert(&info.name), || {
                        format!("two variables are called `{}`", info.name)
                    });
                }
                None => self.require(false, || format!("no variable {var}")),
            }
        }
        self.require(!function.blocks.is_empty(), || {
            "there is no block".to_string()
        });
        for (index, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                self.at = Some((BlockId::new(index), i));
                self.place(inst.place);
                self.inst(&inst.kind);
            }
            self.at = Some((BlockId::new(index), block.insts.len()));
            self.place(block.place);
            self.terminator(function, &block.end);
        }
        self.function = None;
        self.at = None;
    }

    /// The sort of a term, whose symbols are all variables of the function.
    fn sort(&mut self, term: Term) -> Sort {
        for symbol in self.pool.symbols_of(&[term]) {
            let var = self.program.var_of_symbol.get(&symbol);
            let name = self.pool.symbol_name(symbol);
            self.require(var.is_some_and(|v| self.own.contains(v)), || {
                format!("`{name}` is not a variable of the function")
            });
        }
        self.pool.sort(term)
    }

    fn bits(&mut self, term: Term, width: u32, what: &str) {
        let sort = self.sort(term);
        self.require(sort == Sort::BitVec(width), || {
            format!("{what} is {sort} instead of {width} bits")
        });
    }

    fn number(&mut self, term: Term, what: &str) {
        let sort = self.sort(term);
        self.require(sort.is_bitvec(), || format!("{what} is {sort}"));
    }

    fn condition(&mut self, term: Term) {
        let sort = self.sort(term);
        self.require(sort.is_bool(), || format!("the condition is {sort}"));
    }

    fn pointer(&mut self, term: Term) {
        self.bits(term, self.program.pointers.width, "the pointer");
    }

    fn site(&mut self, site: SiteId) {
        self.require(site.index() < self.program.sites.len(), || {
            format!("no site {site}")
        });
    }

    fn require_width(&mut self, var: VarId, width: u32) {
        let has = self.target(var);
        self.require(has == width, || {
            format!("{var} has {has} bits instead of {width}")
        });
    }

    /// The width of a variable of the function.
    fn target(&mut self, var: VarId) -> u32 {
        let mine = self.own.contains(&var);
        self.require(mine, || format!("{var} is not a variable of the function"));
        self.program.vars.get(var.index()).map_or(0, |v| v.width)
    }

    fn inst(&mut self, kind: &InstKind) {
        kind.sites().into_iter().for_each(|s| self.site(s));
        if let Some(var) = kind.writes() {
            self.target(var);
        }
        match kind {
            InstKind::Assign { var, value } => {
                let width = self.target(*var);
                self.bits(*value, width, "the value");
            }
            InstKind::Havoc { .. } | InstKind::Leaks { .. } => {}
            InstKind::Relate { a, b, .. } => {
                self.pointer(*a);
                self.pointer(*b);
            }
            InstKind::LoadPointer { var, pointer, .. } => {
                let width = self.target(*var);
                self.require(width == self.program.pointers.width, || {
                    format!("a pointer goes into {width} bits")
                });
                self.pointer(*pointer);
            }
            InstKind::StorePointer { pointer, value, .. } => {
                self.pointer(*pointer);
                self.pointer(*value);
            }
            InstKind::Convert { var, value } => {
                let layout = self.program.pointers;
                let widths = (layout.width, layout.memory_width());
                let width = match self.target(*var) {
                    width if width == widths.0 => widths.1,
                    _ => widths.0,
                };
                self.bits(*value, width, "the value");
            }
            InstKind::ToNumber { var, pointer } => {
                let width = self.program.pointers.memory_width();
                self.require_width(*var, width);
                self.pointer(*pointer);
            }
            InstKind::ToPointer { var, number, .. } => {
                let layout = self.program.pointers;
                self.require_width(*var, layout.width);
                self.bits(*number, layout.memory_width(), "the number");
            }
            InstKind::Load { pointer, .. }
            | InstKind::Written { pointer, .. }
            | InstKind::Free { pointer, .. }
            | InstKind::EndLife { pointer }
            | InstKind::ObjectSize { pointer, .. } => self.pointer(*pointer),
            InstKind::Store { pointer, value, .. } => {
                self.pointer(*pointer);
                self.number(*value, "the value");
            }
            InstKind::Alloc {
                var, size, object, ..
            } => {
                let width = self.target(*var);
                self.require(width == self.program.pointers.width, || {
                    format!("an address goes into {width} bits")
                });
                self.number(*size, "the size");
                self.source(object.source.as_ref());
            }
            InstKind::Copy {
                to, from, length, ..
            } => {
                self.pointer(*to);
                self.pointer(*from);
                self.number(*length, "the length");
            }
            InstKind::Fill {
                to, byte, length, ..
            } => {
                self.pointer(*to);
                self.bits(*byte, 8, "the byte");
                self.number(*length, "the length");
            }
            InstKind::HavocBytes { to, length, .. } => {
                self.pointer(*to);
                self.number(*length, "the length");
            }
            InstKind::Call {
                var,
                function,
                args,
            } => self.call(*var, *function, args),
            InstKind::External { args, .. } => {
                for arg in args {
                    self.number(*arg, "an argument");
                }
            }
            InstKind::Assume { condition } => self.condition(*condition),
            InstKind::Check {
                condition,
                operands,
                ..
            } => {
                self.condition(*condition);
                for operand in operands {
                    self.number(*operand, "an operand");
                }
            }
        }
    }

    fn call(&mut self, var: Option<VarId>, function: FunctionId, args: &[Term]) {
        let Some(callee) = self.program.functions.get(function.index()) else {
            return self.require(false, || format!("no function {function}"));
        };
        self.require(args.len() == callee.params.len(), || {
            let (given, wanted) = (args.len(), callee.params.len());
            format!(
                "`{}` gets {given} arguments instead of {wanted}",
                callee.name
            )
        });
        for (arg, param) in args.iter().zip(&callee.params) {
            if let Some(param) = self.program.vars.get(param.index()) {
                self.bits(*arg, param.width, "an argument");
            }
        }
        if let Some(var) = var {
            let width = self.target(var);
            self.require(callee.result == Some(width), || {
                format!("the result of `{}` goes into {width} bits", callee.name)
            });
        }
    }

    fn terminator(&mut self, function: &Function, end: &Terminator) {
        for target in end.successors() {
            self.require(target.index() < function.blocks.len(), || {
                format!("no block {target}")
            });
            self.require(target != BlockId(0), || {
                "the first block is a target".to_string()
            });
        }
        match end {
            Terminator::Goto(_) | Terminator::Halt => {}
            Terminator::Branch { condition, .. } => self.condition(*condition),
            Terminator::Switch { value, cases, .. } => {
                let sort = self.sort(*value);
                let mut seen = FxHashSet::default();
                for (case, _) in cases {
                    self.require(sort == Sort::BitVec(case.width()), || {
                        format!("the case {case} is not of sort {sort}")
                    });
                    self.require(seen.insert(case), || format!("two cases for {case}"));
                }
            }
            Terminator::Return(value) => match (value, function.result) {
                (Some(value), Some(width)) => self.bits(*value, width, "the result"),
                (None, None) => {}
                (Some(_), None) => self.require(false, || "a result is returned".to_string()),
                (None, Some(_)) => self.require(false, || "no result is returned".to_string()),
            },
        }
    }
}
