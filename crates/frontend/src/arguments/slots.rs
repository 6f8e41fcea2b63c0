//! The pointers that a function receives, by the types of its parameters.

use super::assume_note;
use super::types::{self, Inners};
use crate::ArgumentOptions;
use crate::llvm::Value;
use crate::lower::Lowerer;
use program::{CType, Program, SourceVar, TypeId};
use std::collections::BTreeMap;

/// How many pointers get their own array, in total.
const MAX_ARRAYS: usize = 40;

/// How many elements an array has that contains pointers, unless the user says how many there are.
const ELEMENTS: u64 = 2;
/// The same where another argument is the number of elements, and where the user gives a number.
const COUNTED_ELEMENTS: u64 = 4;
const MOST_ELEMENTS: u64 = 16;

/// What `malloc` promises: for pointers to objects of unknown type.
const UNKNOWN_ALIGN: u64 = 16;

/// How many elements there are, as the user says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenSize {
    Number(u64),
    Parameter(String),
    /// At least one, and one of them is zero.
    String,
}

/// Where a pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    Parameter,
    /// In a struct that is passed by value: which one, and at which offset.
    Value(usize, u64),
    /// In an element of the array of an earlier slot: which one, which element, and at which offset in it.
    Array {
        slot: usize,
        element: u64,
        offset: u64,
    },
}

/// See the module documentation of [`super`].
pub struct Slot {
    /// `p`, `p->next`, `p[1].next`, `s.data`.
    pub name: String,
    /// The type of the pointer, if it is known.
    pub ty: Option<TypeId>,
    pub element: TypeId,
    /// The bytes of an element; 1 where the type has no size.
    pub size: u64,
    pub align: u64,
    /// Whether it points to a function.
    pub function: bool,
    /// Whether it has its own array.
    pub own: bool,
    /// How many elements its array has at most, if there are pointers in them.
    pub most: Option<u64>,
    /// How many it has at least, unless the user gives a number.
    pub least: u64,
    pub nullable: bool,
    /// Whether no other pointer points to the same array, because of `restrict`.
    pub alone: bool,
    pub given: Option<GivenSize>,
    pub holder: Holder,
    depth: u32,
}

pub struct Slots {
    pub all: Vec<Slot>,
    /// For a pointer parameter, the parameter that may be its number of elements.
    pub counts: BTreeMap<String, String>,
    /// Pointers that do not fit [`MAX_ARRAYS`], or the depth.
    cut: bool,
    too_many: bool,
    in_union: bool,
    /// What follows that many pointers in a type is zero: slot, element, and the offset where this begins.
    pub zeroed: Vec<(usize, u64, u64)>,
    options: ArgumentOptions,
}

impl Slots {
    pub fn new(lowerer: &Lowerer<'_>) -> Slots {
        Slots {
            all: Vec::new(),
            counts: BTreeMap::new(),
            cut: false,
            too_many: false,
            in_union: false,
            zeroed: Vec::new(),
            options: lowerer.arguments.clone(),
        }
    }

    /// The slot of a pointer parameter.
    pub fn of_parameter<'m>(
        &mut self,
        lowerer: &mut Lowerer<'m>,
        function: Value<'m>,
        index: u32,
        name: &str,
        source: Option<&SourceVar>,
    ) -> usize {
        let void = lowerer.c_type(None);
        let known = source.and_then(|s| match lowerer.program.ty(s.ty) {
            CType::Pointer { to, .. } => Some((s.ty, *to)),
            _ => None,
        });
        let element = known.map_or(void, |(_, to)| to);
        let mut slot = self.slot(&lowerer.program, name, known.map(|k| k.0), element, 0);
        if known.is_none() {
            slot.align = UNKNOWN_ALIGN;
        }
        let has = |attribute: &str| function.param_has(index, attribute);
        // References, and arrays that are declared with `static` and a length.
        let guaranteed = function.param_number(index, "dereferenceable");
        slot.least = guaranteed.map_or(1, |bytes| (bytes / slot.size).max(1));
        slot.nullable = !(self.options.nonnull || has("nonnull") || guaranteed.is_some());
        slot.alone = has("noalias");
        if let Some(count) = counted_by(function, index) {
            self.counts.insert(name.to_string(), count);
        }
        self.all.push(slot);
        self.all.len() - 1
    }

    /// The slots of the pointers in a struct that is passed by value.
    pub fn of_value(&mut self, lowerer: &Lowerer<'_>, number: usize, name: &str, ty: TypeId) {
        let inners = types::inner_pointers(&lowerer.program, ty);
        self.in_union |= inners.in_union;
        for inner in inners.found {
            let path = format!("{name}{}", inner.path);
            let CType::Pointer { to, .. } = lowerer.program.ty(inner.ty) else {
                continue;
            };
            let mut slot = self.slot(&lowerer.program, &path, Some(inner.ty), *to, 0);
            slot.nullable = !self.options.nonnull;
            slot.holder = Holder::Value(number, inner.offset);
            self.all.push(slot);
        }
    }

    fn slot(
        &self,
        program: &Program,
        name: &str,
        ty: Option<TypeId>,
        element: TypeId,
        depth: u32,
    ) -> Slot {
        let function = matches!(program.ty(element), CType::Function);
        let arrays = self.all.iter().filter(|s| s.own).count();
        let given = self.options.sizes.iter().find(|(n, _)| n == name);
        Slot {
            name: name.to_string(),
            ty,
            element,
            size: program.type_bits(element).div_ceil(8).max(1),
            align: types::align(program, element),
            function,
            own: !function && arrays < MAX_ARRAYS,
            most: None,
            least: 1,
            nullable: true,
            alone: false,
            given: given.map(|(_, size)| match size.parse() {
                Ok(number) => GivenSize::Number(number),
                Err(_) if size == "string" => GivenSize::String,
                Err(_) => GivenSize::Parameter(size.clone()),
            }),
            holder: Holder::Parameter,
            depth,
        }
    }

    /// Adds the pointers in what the slots point to.
    pub fn deepen(&mut self, lowerer: &Lowerer<'_>) {
        let mut next = 0;
        while next < self.all.len() {
            let inners = types::inner_pointers(&lowerer.program, self.all[next].element);
            if self.all[next].own && !inners.found.is_empty() {
                self.add_inner(&lowerer.program, next, &inners);
            }
            next += 1;
        }
    }

    fn add_inner(&mut self, program: &Program, number: usize, inners: &Inners) {
        let slot = &self.all[number];
        let most = match &slot.given {
            Some(GivenSize::Number(n)) => (*n).clamp(1, MOST_ELEMENTS),
            Some(GivenSize::Parameter(_) | GivenSize::String) => COUNTED_ELEMENTS,
            // A value that points to others of its type is a node, and hardly ever an element of an array.
            None if slot.depth == 0 && !types::is_recursive(program, slot.element) => ELEMENTS,
            None => 1,
        };
        let (depth, size, host) = (slot.depth + 1, slot.size, slot.name.clone());
        let first_plain = matches!(
            program.ty(slot.element),
            CType::Struct { .. } | CType::Union { .. }
        );
        self.all[number].most = Some(most);
        self.in_union |= inners.in_union;
        for element in 0..most {
            for inner in &inners.found {
                let path = match (element, inner.path.strip_prefix('.')) {
                    (0, Some(field)) if first_plain => format!("{host}->{field}"),
                    _ => format!("{host}[{element}]{}", inner.path),
                };
                let CType::Pointer { to, .. } = program.ty(inner.ty) else {
                    continue;
                };
                let mut slot = self.slot(program, &path, Some(inner.ty), *to, depth);
                self.too_many |= !slot.own && !slot.function;
                if depth > self.options.depth && slot.own {
                    slot.own = false;
                    self.cut = true;
                }
                slot.holder = Holder::Array {
                    slot: number,
                    element,
                    offset: element * size + inner.offset,
                };
                self.all.push(slot);
            }
            if let Some(rest) = inners.rest {
                self.zeroed.push((number, element, rest));
            }
        }
    }

    /// Whether a slot is in the array of another one, or in an array that pointers in there lead to.
    pub fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut slot = to;
        while let Holder::Array { slot: holder, .. } = self.all[slot].holder {
            if holder == from {
                return true;
            }
            slot = holder;
        }
        false
    }

    /// Says what is assumed.
    pub fn tell(&self, lowerer: &mut Lowerer<'_>) {
        let inner = self.all.iter().any(|s| !s.is_direct());
        for slot in &self.all {
            let name = &slot.name;
            if let (Some(most), true) = (slot.most, slot.is_direct()) {
                let elements = if most == 1 { "element" } else { "elements" };
                assume_note(
                    lowerer,
                    format_args!(
                        "`{name}` has at most {most} {elements}, since there are pointers in them"
                    ),
                );
            }
            if slot.alone {
                assume_note(
                    lowerer,
                    format_args!("only `{name}` leads to what it points to: it is `restrict`"),
                );
            }
            match &slot.given {
                Some(GivenSize::Number(n)) => {
                    assume_note(lowerer, format_args!("`{name}` points to {n} elements"))
                }
                Some(GivenSize::Parameter(n)) => assume_note(
                    lowerer,
                    format_args!("`{name}` points to `{n}` elements, and `{n}` is not negative"),
                ),
                Some(GivenSize::String) => {
                    assume_note(lowerer, format_args!("`{name}` points to a string"));
                }
                None => {}
            }
        }
        if self.cut {
            assume_note(
                lowerer,
                format_args!(
                    "pointers lead no further than {} objects beyond the arguments' own; the next ones are null (--args-depth)",
                    self.options.depth
                ),
            );
        }
        if inner && !self.options.cyclic && !self.options.distinct {
            assume_note(lowerer, "structures have no cycles (--args cyclic)");
        }
        if self.too_many {
            assume_note(
                lowerer,
                format_args!(
                    "there are no more than {MAX_ARRAYS} objects; further pointers are null"
                ),
            );
        }
        if !self.zeroed.is_empty() {
            assume_note(
                lowerer,
                format_args!(
                    "whatever follows the first {} pointers in an element is zero",
                    types::MAX_PARTS
                ),
            );
        }
        if self.in_union {
            assume_note(lowerer, "a union that may hold a pointer holds one");
        }
        if lowerer.word_width() == 32 && !lowerer.is_wide() {
            let limit = lowerer.program.pointers.max_object_size();
            assume_note(
                lowerer,
                format_args!("no argument points to more than {limit} bytes"),
            );
        }
        let in_memory = |slot: &Slot| !matches!(slot.holder, Holder::Parameter);
        if lowerer.is_wide() && self.all.iter().any(in_memory) {
            let reach = lowerer.program.pointers.reach();
            assume_note(
                lowerer,
                format_args!(
                    "no pointer that arguments lead to points {reach} bytes or more into an object"
                ),
            );
        }
        let frees = |name: &&str| lowerer.module.function(name).is_some();
        if ["free", "realloc", "cfree"].iter().any(frees) {
            assume_note(
                lowerer,
                "what arguments point to was allocated by `malloc`, where it is freed",
            );
        }
        let globals = lowerer.module.globals();
        let is_own = |g: &Value<'_>| !g.is_constant_global() && !g.global_variables().is_empty();
        if globals.iter().any(is_own) {
            assume_note(lowerer, "no argument leads to a global variable");
        }
    }
}

/// The parameter that may be the number of elements of parameter `index`: the first after it that is not a pointer.
fn counted_by(function: Value<'_>, index: u32) -> Option<String> {
    let params = function.params();
    let count = params
        .iter()
        .skip(index as usize + 1)
        .find(|p| !p.ty().is_pointer())?;
    let is_integer = matches!(count.ty().kind(), crate::llvm::TypeKind::Int(bits) if bits >= 16);
    let name = count.name();
    (is_integer && !name.is_empty() && !name.contains('.')).then_some(name)
}

/// Whether it may be intended as a string.
pub fn is_text(program: &Program, slot: &Slot) -> bool {
    matches!(program.ty(slot.element), CType::Int { name, .. } if name == "char")
}
