//! The program: functions, static objects, check sites and the source map.
//!
//! A program is an imperative control-flow graph over mutable variables. Expressions are terms over the symbols of these
//! variables; every variable is a bit-vector. Memory is reached only by the memory instructions. Whatever may go wrong is
//! a *check site*: a [`InstKind::Check`] or one of the memory instructions, which check themselves.
//!
//! Calls are direct: the front end turns an indirect call into a case split over the functions it may reach. A function
//! without a body does not exist here: the front end turns a call of it into [`InstKind::External`], if it may write to
//! memory, and [`InstKind::Havoc`] of its result.

use crate::ctype::CType;
use crate::ids::{BlockId, FileId, FunctionId, SiteId, TypeId, VarId};
use crate::layout::{DataModel, PointerLayout};
use crate::property::Property;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{BitVec, SymbolId, Term};

/// See the module documentation. The terms live in a [`term::TermPool`] that accompanies the program.
#[derive(Clone)]
pub struct Program {
    pub data_model: DataModel,
    pub pointers: PointerLayout,
    pub functions: Vec<Function>,
    /// Static object `i` is object number `i + 1` and lives from start to end.
    pub statics: Vec<StaticObject>,
    pub vars: Vec<Var>,
    /// The variable of each symbol that occurs in an instruction.
    pub var_of_symbol: FxHashMap<SymbolId, VarId>,
    pub sites: Vec<Site>,
    pub types: Vec<CType>,
    pub files: Vec<SourceFile>,
    /// Takes no arguments and sets everything up: arguments of `main`, constructors, the call of `main` itself.
    pub entry: FunctionId,
    /// What the user should know about how the program was read.
    pub notes: Vec<String>,
    /// The C types of what functions return, with or without a body, where that is not a signed integer. For traces only.
    pub results: BTreeMap<String, TypeId>,
    /// What a proof takes for granted, such as that a function without a body returns.
    pub assumptions: Vec<String>,
}

#[derive(Clone)]
pub struct Function {
    pub name: String,
    pub params: Vec<VarId>,
    /// The width of the result, if there is one.
    pub result: Option<u32>,
    /// All variables of the function, parameters first.
    pub vars: Vec<VarId>,
    /// Block 0 is the entry; it has no predecessors.
    pub blocks: Vec<Block>,
    pub place: Place,
}

/// A variable of a function: each call has its own instance.
#[derive(Clone)]
pub struct Var {
    /// Unique in the function.
    pub name: String,
    /// The symbol that denotes the variable's current value in the function's terms. Invariant: no two variables of
    /// the program share one.
    pub symbol: Term,
    pub width: u32,
    /// Whether an unknown value of it is a pointer: it leads to no object that is made later.
    pub pointer: bool,
    pub function: FunctionId,
    /// The C variable (or the part of one) that this is; `None` for temporaries.
    pub source: Option<SourceVar>,
}

/// The C variable that a variable or a memory object comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceVar {
    /// `x`, or `s.field` for a part.
    pub name: String,
    pub ty: TypeId,
    pub place: Place,
}

/// A global variable, string literal or function whose address is taken.
#[derive(Clone)]
pub struct StaticObject {
    pub name: String,
    pub size: u64,
    pub align: u64,
    pub kind: StaticKind,
    /// In flat memory ([`crate::layout::flat`]): where its first contents hold the numbers of pointers, and these pointers.
    pub pointers: Vec<(u64, u64)>,
    /// Whether code outside the program can name it: a function without a body may change it.
    pub visible: bool,
    pub source: Option<SourceVar>,
}

#[derive(Clone)]
pub enum StaticKind {
    /// The first bytes; the rest up to the size is zero.
    Variable { init: Vec<u8>, constant: bool },
    /// A variable defined elsewhere: its contents are unknown at the start.
    External,
    /// An address to compare and call; its bytes cannot be accessed.
    Function(FunctionId),
    /// A function without a body.
    ExternalFunction,
}

/// A place where something can go wrong.
#[derive(Clone)]
pub struct Site {
    pub property: Property,
    pub place: Place,
    pub function: String,
    /// Whether a run ends where this check fails, because what follows has no meaning (an invalid access, a division by
    /// zero, an unsupported construct). Such checks are proved even when the user did not ask for them: a TRUE would
    /// mean nothing without them. Where it is `false` the run continues: arithmetic wraps, a failing `assert` ends the
    /// run by its own means.
    pub ends_run: bool,
    /// What goes wrong, in the user's words: `signed addition overflows`, `inline assembly is not supported`.
    pub what: String,
}

impl Site {
    /// Whether the program has no meaning after the check fails: a run ends there, or a signed operation has left the range
    /// of its type and goes on with what wrapping around gives.
    pub fn is_undefined(&self) -> bool {
        match self.property {
            Property::NoOverflow => true,
            Property::Assert
            | Property::UnreachCall
            | Property::NoUnsignedOverflow
            | Property::Assigns
            | Property::NoLossyConversion
            | Property::NoFloatOverflow
            | Property::ValidQuery
            | Property::NoNan
            | Property::ValidMemtrack
            | Property::ValidMemcleanup
            | Property::Unsupported => false,
            _ => self.ends_run,
        }
    }
}

/// A point in the source. Line 0 means "unknown".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

impl Place {
    /// For what comes from no source line.
    pub const NOWHERE: Place = Place {
        file: FileId(0),
        line: 0,
        column: 0,
    };
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As clang names it.
    pub path: String,
}

#[derive(Clone)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub end: Terminator,
    /// The place of the terminator.
    pub place: Place,
}

#[derive(Clone)]
pub struct Inst {
    pub kind: InstKind,
    pub place: Place,
}

#[derive(Clone)]
pub enum InstKind {
    /// `var := value`.
    Assign { var: VarId, value: Term },
    /// `var :=` an unknown value: an input of the run.
    Havoc { var: VarId, source: InputSource },
    /// `var :=` the bytes at `pointer`, little-endian; `width / 8` of them, rounded up, the excess bits dropped.
    Load {
        var: VarId,
        pointer: Term,
        site: SiteId,
    },
    /// Writes `value`, zero-extended to whole bytes, little-endian.
    Store {
        pointer: Term,
        value: Term,
        site: SiteId,
    },
    /// `var :=` the pointer of which memory holds the image at `pointer`.
    LoadPointer {
        var: VarId,
        pointer: Term,
        site: SiteId,
    },
    /// Writes the image of `value`, a pointer. A run in which it is far is not supported, unless the pointer is read back as
    /// what it was.
    StorePointer {
        pointer: Term,
        value: Term,
        site: SiteId,
    },
    /// `var :=` the image of a pointer, or the pointer of an image, as the widths say. A run in which the pointer is far is not
    /// supported.
    Convert { var: VarId, value: Term },
    /// `var :=` the number of a pointer in flat memory ([`crate::layout::flat`]): the base of its object plus the offset.
    ToNumber { var: VarId, pointer: Term },
    /// `var :=` the pointer that has a number: into the object that lies there, or a stray one if there is none. `site`
    /// fails if it is not known which object is meant, or if there is no room for the number in a stray pointer.
    ToPointer {
        var: VarId,
        number: Term,
        site: SiteId,
    },
    /// `var :=` the address of a new object. `site` fails if `size` exceeds [`PointerLayout::max_object_size`].
    Alloc {
        var: VarId,
        size: Term,
        site: SiteId,
        object: ObjectInfo,
    },
    /// Ends the life of the heap object that starts at `pointer`; nothing happens for null. `site` fails for any other
    /// pointer.
    Free { pointer: Term, site: SiteId },
    /// Ends the life of the stack object at `pointer`, if it is still alive; nothing happens for null.
    EndLife { pointer: Term },
    /// `var :=` what `extent` asks of the object whose address `pointer` was computed from.
    ObjectSize {
        var: VarId,
        pointer: Term,
        extent: Extent,
    },
    /// Copies as if through a buffer. `site` fails if one of the ranges is not accessible; `overlap`, if given, if they
    /// overlap without being the same.
    Copy {
        to: Term,
        from: Term,
        length: Term,
        site: SiteId,
        overlap: Option<SiteId>,
    },
    /// Sets `length` bytes to the 8-bit `byte`.
    Fill {
        to: Term,
        byte: Term,
        length: Term,
        site: SiteId,
    },
    /// Sets `length` bytes to unknown values: inputs of the run.
    HavocBytes {
        to: Term,
        length: Term,
        site: SiteId,
        source: InputSource,
    },
    Call {
        var: Option<VarId>,
        function: FunctionId,
        args: Vec<Term>,
    },
    /// A function without a body runs. It may change every object that it can reach: what `args` lead to, visible
    /// static objects, what such a function was given before, and whatever pointers in any of these lead to. It changes
    /// no constant, and neither makes objects nor ends their lives. If it is `doubted`, it is not known whether it
    /// changes anything: a violation that depends on a change then proves nothing.
    External {
        function: String,
        args: Vec<Term>,
        doubted: bool,
    },
    /// Only runs in which `condition` holds are considered.
    Assume { condition: Term },
    /// `condition` must hold. `operands` are what a trace shows when it does not.
    Check {
        site: SiteId,
        condition: Term,
        operands: Vec<Term>,
    },
    /// `site` fails if the two pointers are not related in this way.
    Relate {
        a: Term,
        b: Term,
        relation: Relation,
        site: SiteId,
    },
    /// `site` fails if one of the bytes was never written since its object was made. Bytes that cannot be accessed are
    /// not looked at.
    Written {
        pointer: Term,
        length: u64,
        site: SiteId,
    },
    /// The run is about to end. `left` fails if there is a live heap object. `lost` fails if there is one that no pointer
    /// leads to from static objects and live stack objects, through objects that such pointers lead to; a pointer just
    /// beyond the end of an object leads to it, too.
    Leaks { lost: SiteId, left: SiteId },
}

/// What can be asked of the object that a pointer leads to, wherever in it or beside it the pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// Its size; 0 if it is not alive.
    Size,
    /// The bytes from the pointer to its end; 0 if it is not alive, or the pointer is not in it.
    Room,
    /// How far from its start the pointer is, also if it is dead; the pointer itself if there never was an object.
    Offset,
    /// 1 if it is alive, else 0.
    Alive,
    /// 1 if it is alive and on the heap, else 0.
    Dynamic,
}

impl Extent {
    pub const ALL: [Extent; 5] = [
        Extent::Size,
        Extent::Room,
        Extent::Offset,
        Extent::Alive,
        Extent::Dynamic,
    ];

    /// As the text form has it.
    pub fn name(self) -> &'static str {
        match self {
            Extent::Size => "objectsize",
            Extent::Room => "objectroom",
            Extent::Offset => "objectoffset",
            Extent::Alive => "objectalive",
            Extent::Dynamic => "objectdynamic",
        }
    }
}

/// How two pointers must be related for what a program does with them to have a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Whether they are equal is known: not if they point into different objects of which one died before the other one
    /// was made, since both may have been given the same address; not if one is just beyond the end of a variable and the
    /// other one the start of another variable; and not if one is not an address but a number that may be one.
    Comparable,
    /// They are equal, or both point into the same live object or just beyond its end.
    SameObject,
    /// The first one is not the address of an object, or the object is aligned to a multiple of the second, a number.
    Aligned,
}

/// Where an unknown value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputSource {
    /// A call of an input function such as `__VERIFIER_nondet_int`.
    Nondet(String),
    /// The result of a function without a body.
    External(String),
    /// The result of a library function that is modelled as "some value", although not every value is possible (what
    /// `printf` returns). A counterexample that uses one proves nothing.
    Approximated(String),
    /// What a library function returns that does not stay at what a program waits for: the time, a random number. Every
    /// value is possible each time, but a run whose course these decide for ever is no endless run.
    Passing(String),
    /// A local variable that has not been written yet.
    Uninitialised(String),
    /// An argument of the entry function.
    Argument(String),
    /// What a volatile object holds when it is read.
    Volatile(String),
    /// Bits of an address: they depend on where objects are, which C leaves open. A counterexample that uses them proves
    /// nothing.
    Layout,
    /// A choice about a pointer among the arguments of the entry function, or in what they point to. Traces show the
    /// pointer that was chosen instead.
    Pointer {
        /// `p`, `p->next`.
        name: String,
        choice: PointerChoice,
    },
    /// A value that clang leaves open (`undef`, `poison`) or C leaves undefined.
    Undefined,
    /// A detail that the standards leave to implementations and that rarely matters: sign and payload of a NaN, which of
    /// two zeros `fmin` gives. Traces do not show it.
    Unspecified,
}

/// What is chosen about a pointer that the entry function is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointerChoice {
    /// Whether it is null: one bit.
    Null,
    /// How many elements its array has, if the user did not say. The name is that of the parameter that is probably
    /// this number, or empty.
    Elements(String),
    /// The rest: which array it points into, and where.
    Place,
}

/// What is known of the objects that an [`InstKind::Alloc`] makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub kind: ObjectKind,
    pub align: u64,
    /// The contents are zero at first; otherwise unknown: inputs of the run.
    pub zeroed: bool,
    /// It takes the place of another object, which dies at once (`realloc`), and may be where that one was.
    pub resizes: bool,
    /// The variable, or the allocation function and type. A name that ends in `[]` is that of a pointer among the
    /// arguments of the entry function, and the object is the array that it points to.
    pub source: Option<SourceVar>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// Dies at the latest when its function returns.
    Stack,
    /// Dies by [`InstKind::Free`].
    Heap,
    /// Dies by [`InstKind::Free`], but belongs to the C library (a stream): the program does not leak it.
    Library,
}

#[derive(Clone)]
pub enum Terminator {
    Goto(BlockId),
    Branch {
        condition: Term,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Invariant: the values are distinct and of the width of `value`.
    Switch {
        value: Term,
        cases: Vec<(BitVec, BlockId)>,
        default: BlockId,
    },
    Return(Option<Term>),
    /// The run ends (`exit`, `abort`, after a failed assertion).
    Halt,
}

impl Terminator {
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(b) => vec![*b],
            Terminator::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, b)| *b).chain([*default]).collect()
            }
            Terminator::Return(_) | Terminator::Halt => vec![],
        }
    }
}

impl Terminator {
    /// The term that is read, if there is one.
    pub fn term(&self) -> Option<Term> {
        match self {
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Return(value) => *value,
            Terminator::Goto(_) | Terminator::Halt => None,
        }
    }

    /// The same, to be replaced.
    pub fn term_mut(&mut self) -> Option<&mut Term> {
        match self {
            Terminator::Branch { condition, .. } => Some(condition),
            Terminator::Switch { value, .. } => Some(value),
            Terminator::Return(value) => value.as_mut(),
            Terminator::Goto(_) | Terminator::Halt => None,
        }
    }
}

impl InstKind {
    /// All terms that the instruction reads.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            InstKind::Assign { value, .. } | InstKind::Convert { value, .. } => vec![*value],
            InstKind::ToPointer { number, .. } => vec![*number],
            InstKind::Havoc { .. } => vec![],
            InstKind::Load { pointer, .. }
            | InstKind::LoadPointer { pointer, .. }
            | InstKind::Free { pointer, .. }
            | InstKind::EndLife { pointer }
            | InstKind::ToNumber { pointer, .. }
            | InstKind::ObjectSize { pointer, .. } => vec![*pointer],
            InstKind::Store { pointer, value, .. }
            | InstKind::StorePointer { pointer, value, .. } => vec![*pointer, *value],
            InstKind::Alloc { size, .. } => vec![*size],
            InstKind::Copy {
                to, from, length, ..
            } => vec![*to, *from, *length],
            InstKind::Fill {
                to, byte, length, ..
            } => vec![*to, *byte, *length],
            InstKind::HavocBytes { to, length, .. } => vec![*to, *length],
            InstKind::Call { args, .. } | InstKind::External { args, .. } => args.clone(),
            InstKind::Assume { condition } => vec![*condition],
            InstKind::Check {
                condition,
                operands,
                ..
            } => std::iter::once(condition)
                .chain(operands)
                .copied()
                .collect(),
            InstKind::Relate { a, b, .. } => vec![*a, *b],
            InstKind::Written { pointer, .. } => vec![*pointer],
            InstKind::Leaks { .. } => vec![],
        }
    }

    /// The same in the same order, to be replaced.
    pub fn terms_mut(&mut self) -> Vec<&mut Term> {
        match self {
            InstKind::Assign { value, .. } | InstKind::Convert { value, .. } => vec![value],
            InstKind::ToPointer { number, .. } => vec![number],
            InstKind::Havoc { .. } => vec![],
            InstKind::Load { pointer, .. }
            | InstKind::LoadPointer { pointer, .. }
            | InstKind::Free { pointer, .. }
            | InstKind::EndLife { pointer }
            | InstKind::ToNumber { pointer, .. }
            | InstKind::ObjectSize { pointer, .. } => vec![pointer],
            InstKind::Store { pointer, value, .. }
            | InstKind::StorePointer { pointer, value, .. } => vec![pointer, value],
            InstKind::Alloc { size, .. } => vec![size],
            InstKind::Copy {
                to, from, length, ..
            } => vec![to, from, length],
            InstKind::Fill {
                to, byte, length, ..
            } => vec![to, byte, length],
            InstKind::HavocBytes { to, length, .. } => vec![to, length],
            InstKind::Call { args, .. } | InstKind::External { args, .. } => {
                args.iter_mut().collect()
            }
            InstKind::Assume { condition } => vec![condition],
            InstKind::Check {
                condition,
                operands,
                ..
            } => std::iter::once(condition).chain(operands).collect(),
            InstKind::Relate { a, b, .. } => vec![a, b],
            InstKind::Written { pointer, .. } => vec![pointer],
            InstKind::Leaks { .. } => vec![],
        }
    }

    /// The check sites of the instruction.
    pub fn sites(&self) -> Vec<SiteId> {
        match self {
            InstKind::Load { site, .. }
            | InstKind::Store { site, .. }
            | InstKind::LoadPointer { site, .. }
            | InstKind::StorePointer { site, .. }
            | InstKind::Alloc { site, .. }
            | InstKind::Free { site, .. }
            | InstKind::Fill { site, .. }
            | InstKind::HavocBytes { site, .. }
            | InstKind::Check { site, .. }
            | InstKind::Relate { site, .. }
            | InstKind::ToPointer { site, .. }
            | InstKind::Written { site, .. } => vec![*site],
            InstKind::Leaks { lost, left } => vec![*lost, *left],
            InstKind::Copy { site, overlap, .. } => [*site].into_iter().chain(*overlap).collect(),
            InstKind::Assign { .. }
            | InstKind::Convert { .. }
            | InstKind::ToNumber { .. }
            | InstKind::Havoc { .. }
            | InstKind::EndLife { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::Call { .. }
            | InstKind::External { .. }
            | InstKind::Assume { .. } => vec![],
        }
    }

    /// The variable that the instruction writes.
    pub fn writes(&self) -> Option<VarId> {
        match self {
            InstKind::Assign { var, .. }
            | InstKind::Havoc { var, .. }
            | InstKind::Load { var, .. }
            | InstKind::LoadPointer { var, .. }
            | InstKind::Convert { var, .. }
            | InstKind::ToNumber { var, .. }
            | InstKind::ToPointer { var, .. }
            | InstKind::Alloc { var, .. }
            | InstKind::ObjectSize { var, .. } => Some(*var),
            InstKind::Call { var, .. } => *var,
            InstKind::Store { .. }
            | InstKind::StorePointer { .. }
            | InstKind::Free { .. }
            | InstKind::EndLife { .. }
            | InstKind::Copy { .. }
            | InstKind::Fill { .. }
            | InstKind::HavocBytes { .. }
            | InstKind::External { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. }
            | InstKind::Relate { .. }
            | InstKind::Written { .. }
            | InstKind::Leaks { .. } => None,
        }
    }
}

/// Longer string literals count as lying apart.
const MAX_LITERAL: usize = 1 << 16;

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.index()]
    }

    pub fn ty(&self, id: TypeId) -> &CType {
        &self.types[id.index()]
    }

    /// The size of a type in bits; 0 where it has none.
    pub fn type_bits(&self, mut id: TypeId) -> u64 {
        let mut count = 1u64;
        loop {
            let bits = match self.ty(id) {
                CType::Void | CType::Function => 0,
                CType::Int { bits, .. }
                | CType::Bool { bits }
                | CType::Float { bits, .. }
                | CType::Enum { bits, .. }
                | CType::Pointer { bits, .. } => u64::from(*bits),
                CType::Struct { bits, .. }
                | CType::Union { bits, .. }
                | CType::Opaque { bits, .. } => *bits,
                CType::Array { element, count: n } => {
                    count = count.saturating_mul(*n);
                    id = *element;
                    continue;
                }
            };
            return count.saturating_mul(bits);
        }
    }

    /// Where in one string literal another one may lie, if its characters are the last ones of the former. Both are given by
    /// the numbers of their objects.
    pub fn literal_in(&self, whole: u64, part: u64) -> Option<u64> {
        let literal = |number: u64| {
            let object = self
                .statics
                .get(usize::try_from(number).ok()?.checked_sub(1)?)?;
            match &object.kind {
                StaticKind::Variable {
                    init,
                    constant: true,
                } if object.source.is_none() && object.pointers.is_empty() => {
                    let size = usize::try_from(object.size).ok()?;
                    let mut bytes = init.clone();
                    bytes.resize(Some(size).filter(|size| *size <= MAX_LITERAL)?, 0);
                    Some(bytes)
                }
                _ => None,
            }
        };
        let (whole, part) = (literal(whole)?, literal(part)?);
        let offset = whole.len().checked_sub(part.len())?;
        (whole.ends_with(&part)).then_some(offset as u64)
    }

    /// The address of static object `index`.
    pub fn static_address(&self, index: usize) -> u64 {
        let align = self.statics[index].align;
        self.pointers.start(index as u64 + 1, align)
    }

    /// All instructions of all functions.
    pub fn insts(&self) -> impl Iterator<Item = &InstKind> {
        let blocks = self.functions.iter().flat_map(|f| &f.blocks);
        blocks.flat_map(|b| &b.insts).map(|inst| &inst.kind)
    }

    /// Whether something is allocated that could leak.
    pub fn allocates(&self) -> bool {
        self.insts().any(|kind| {
            matches!(kind, InstKind::Alloc { object, .. } if object.kind == ObjectKind::Heap)
        })
    }

    /// Whether a place is in one of the models of C library functions that Aver brings along.
    pub fn is_library(&self, place: Place) -> bool {
        let file = self.files.get(place.file.index());
        place.line > 0 && file.is_some_and(|f| f.path.starts_with("aver/"))
    }

    /// `file:line` of a place, or `?` where the source is unknown. Lines of Aver's models mean nothing to a user.
    pub fn show_place(&self, place: Place) -> String {
        if self.is_library(place) {
            return "the C library".to_string();
        }
        match self.files.get(place.file.index()) {
            Some(file) if place.line > 0 => format!("{}:{}", file.path, place.line),
            _ => "?".to_string(),
        }
    }
}

/// What a run of a verifier or interpreter is about: check sites, and whether every run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// One entry per site of the program.
    wanted: Vec<bool>,
    /// Whether termination is asked.
    termination: bool,
}

impl Goals {
    /// All sites of the given properties; [`Property::Unsupported`] is never a goal.
    pub fn new(program: &Program, properties: &[Property]) -> Goals {
        let wanted = program
            .sites
            .iter()
            .map(|s| properties.contains(&s.property))
            .collect();
        Goals {
            wanted,
            termination: properties.contains(&Property::Termination),
        }
    }

    /// What termination alone is about: that every run ends, and the sites where a run meets undefined behaviour, since
    /// nothing is known of what follows there.
    pub fn of_termination(program: &Program) -> Goals {
        let wanted = program.sites.iter().map(Site::is_undefined).collect();
        Goals {
            wanted,
            termination: true,
        }
    }

    /// Whether it is asked if every run ends.
    pub fn termination(&self) -> bool {
        self.termination
    }

    /// The same question about check sites only.
    pub fn without_termination(&self) -> Goals {
        Goals {
            termination: false,
            ..self.clone()
        }
    }

    /// Leaves out the sites of the properties for which `unwanted` holds.
    pub fn leave_out(&mut self, program: &Program, unwanted: impl Fn(Property) -> bool) {
        for (wanted, site) in self.wanted.iter_mut().zip(&program.sites) {
            *wanted &= !unwanted(site.property);
        }
    }

    /// Leaves out these sites.
    pub fn exclude(&mut self, sites: &[SiteId]) {
        for site in sites {
            self.wanted[site.index()] = false;
        }
    }

    /// Keeps only the given sites, and termination if it was asked.
    pub fn restrict(&mut self, only: &[SiteId]) {
        for (index, wanted) in self.wanted.iter_mut().enumerate() {
            *wanted &= only.contains(&SiteId::new(index));
        }
    }

    pub fn contains(&self, site: SiteId) -> bool {
        self.wanted[site.index()]
    }

    pub fn iter(&self) -> impl Iterator<Item = SiteId> + '_ {
        (0..self.wanted.len())
            .filter(|i| self.wanted[*i])
            .map(SiteId::new)
    }
}
