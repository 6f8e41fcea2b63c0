//! The finest partition: each object is cut where an access to it starts or ends.
//!
//! Every access is then a sequence of whole parts. Copies between promoted objects carry the cuts of one to the other, so
//! that a struct assignment is an assignment of fields. What only copies and fills touch is cut where its type has a
//! scalar, since one variable of a hundred bytes is of no use.

use super::PromotedPart;

use super::name::{Meaning, part_name, scalar_cuts};
use super::uses::CutObject;
use program::{CType, FunctionId, InstKind, Program, SourceVar, TypeId, Var, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Sort, TermPool};

/// What becomes of a promoted object.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub size: u64,
    pub zeroed: bool,
    /// In the order of their offsets; between them are bytes that nothing touches.
    pub parts: Vec<PromotedPart>,
    /// For images of pointers that are stored where there is no variable for a wide one.
    pub image: Option<VarId>,
}

impl Layout {
    /// The parts that an access consists of.
    pub fn range(&self, offset: u64, length: u64) -> &[PromotedPart] {
        let start = self.parts.partition_point(|p| p.offset < offset);
        let end = self.parts.partition_point(|p| p.offset < offset + length);
        &self.parts[start..end]
    }
}

/// Decides on the parts of each object and adds their variables to the program.
pub(super) fn layouts(
    pool: &mut TermPool,
    program: &mut Program,
    function: FunctionId,
    objects: &BTreeMap<VarId, CutObject>,
) -> BTreeMap<VarId, Layout> {
    let sources = sources(program, function);
    let type_of = |var: &VarId| sources.get(var).map(|s| s.ty);
    let mut cuts: BTreeMap<VarId, BTreeSet<u64>> = BTreeMap::new();
    for (var, object) in objects {
        cuts.insert(*var, own_cuts(program, object, type_of(var)));
    }
    share_cuts(objects, &mut cuts);
    let pointers = share_pointers(objects);
    let layout = program.pointers;
    let bytes = u64::from(layout.memory_width() / 8);
    let mut names = Names::new(program, function, objects);
    let mut result = BTreeMap::new();
    for (var, object) in objects {
        let mut parts = Vec::new();
        let mut wide = 0;
        for (offset, size) in segments(object, &cuts[var]) {
            let source = sources.get(var);
            let touches =
                |(from, length): &(u64, u64)| *from < offset + size && offset < from + length;
            let is_wide = size == bytes
                && pointers[var].contains(&offset)
                && !object.plain.iter().any(touches);
            let width = match is_wide {
                true => layout.width,
                false => u32::try_from(8 * size).expect("parts are small"),
            };
            wide += usize::from(is_wide);
            let range = (offset, size);
            let part = names.part(pool, program, *var, source, range, object.size, width);
            parts.push(PromotedPart {
                offset,
                size,
                var: part,
                image: is_wide.then(|| names.image(pool, program, *var)),
            });
        }
        let image = (wide < object.pointers.len()).then(|| names.image(pool, program, *var));
        let (size, zeroed) = (object.size, object.zeroed);
        result.insert(
            *var,
            Layout {
                size,
                zeroed,
                parts,
                image,
            },
        );
    }
    result
}

/// The C variable that each `Alloc` makes room for.
fn sources(program: &Program, function: FunctionId) -> FxHashMap<VarId, SourceVar> {
    let mut sources = FxHashMap::default();
    for block in &program.function(function).blocks {
        for inst in &block.insts {
            if let InstKind::Alloc { var, object, .. } = &inst.kind
                && let Some(source) = &object.source
            {
                sources.entry(*var).or_insert_with(|| source.clone());
            }
        }
    }
    sources
}

fn own_cuts(program: &Program, object: &CutObject, ty: Option<TypeId>) -> BTreeSet<u64> {
    let ends = |(offset, length): &(u64, u64)| [*offset, offset + length];
    let mut cuts: BTreeSet<u64> = object.scalar.iter().flat_map(ends).collect();
    cuts.extend(object.bulk.iter().flat_map(ends));
    let Some(ty) = ty else {
        return cuts;
    };
    let touched = cover(&object.scalar);
    let all: Vec<u64> = cuts.iter().copied().collect();
    for pair in all.windows(2) {
        if !contains(&touched, pair[0]) {
            cuts.extend(scalar_cuts(program, ty, pair[0], pair[1]));
        }
    }
    cuts
}

/// Carries cuts along copies, both ways, until nothing changes.
fn share_cuts(objects: &BTreeMap<VarId, CutObject>, cuts: &mut BTreeMap<VarId, BTreeSet<u64>>) {
    let mut changed = true;
    while changed {
        changed = false;
        for (from, object) in objects {
            for (from_offset, to, to_offset, length) in &object.copies {
                let mut carry = |(a, a_offset): (&VarId, u64), (b, b_offset): (&VarId, u64)| {
                    let range = a_offset..=a_offset + length;
                    let moved: Vec<u64> = cuts[a]
                        .range(range)
                        .map(|c| c - a_offset + b_offset)
                        .collect();
                    let target = cuts
                        .get_mut(b)
                        .expect("copies are between promoted objects");
                    let before = target.len();
                    target.extend(moved);
                    changed |= target.len() > before;
                };
                carry((from, *from_offset), (to, *to_offset));
                carry((to, *to_offset), (from, *from_offset));
            }
        }
    }
}

/// Where each object has wide pointers: where they are loaded or stored, there or, because of copies, in another object.
fn share_pointers(objects: &BTreeMap<VarId, CutObject>) -> BTreeMap<VarId, BTreeSet<u64>> {
    let own = objects.iter().map(|(var, o)| (*var, o.pointers.clone()));
    let mut pointers: BTreeMap<VarId, BTreeSet<u64>> = own.collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (from, object) in objects {
            for (from_offset, to, to_offset, length) in &object.copies {
                let mut carry = |(a, a_offset): (&VarId, u64), (b, b_offset): (&VarId, u64)| {
                    let range = a_offset..a_offset + length;
                    let moved: Vec<u64> = pointers[a]
                        .range(range)
                        .map(|c| c - a_offset + b_offset)
                        .collect();
                    let target = pointers
                        .get_mut(b)
                        .expect("copies are between promoted objects");
                    let before = target.len();
                    target.extend(moved);
                    changed |= target.len() > before;
                };
                carry((from, *from_offset), (to, *to_offset));
                carry((to, *to_offset), (from, *from_offset));
            }
        }
    }
    pointers
}

/// The pieces between cuts that some access touches, as `(offset, size)`.
fn segments(object: &CutObject, cuts: &BTreeSet<u64>) -> Vec<(u64, u64)> {
    let touched = cover(object.scalar.union(&object.bulk));
    let cuts: Vec<u64> = cuts.iter().copied().collect();
    let pairs = cuts.windows(2).filter(|pair| contains(&touched, pair[0]));
    pairs.map(|pair| (pair[0], pair[1] - pair[0])).collect()
}

/// The union of ranges: the end of each maximal interval by its start.
fn cover<'a>(ranges: impl IntoIterator<Item = &'a (u64, u64)>) -> BTreeMap<u64, u64> {
    let mut sorted: Vec<(u64, u64)> = ranges.into_iter().copied().collect();
    sorted.sort_unstable();
    let mut cover: BTreeMap<u64, u64> = BTreeMap::new();
    for (offset, length) in sorted {
        let end = offset + length;
        match cover.last_entry() {
            Some(mut last) if offset <= *last.get() => {
                let furthest = end.max(*last.get());
                last.insert(furthest);
            }
            _ => {
                cover.insert(offset, end);
            }
        }
    }
    cover
}

fn contains(cover: &BTreeMap<u64, u64>, offset: u64) -> bool {
    let below = cover.range(..=offset).next_back();
    below.is_some_and(|(_, end)| offset < *end)
}

/// Makes variables with names that are unique in the function.
struct Names {
    function: FunctionId,
    taken: FxHashSet<String>,
}

impl Names {
    /// The names of the variables that held the addresses of promoted objects become free.
    fn new(program: &Program, function: FunctionId, objects: &BTreeMap<VarId, CutObject>) -> Names {
        let vars = program.function(function).vars.iter();
        let taken = vars
            .filter(|v| !objects.contains_key(v))
            .map(|v| program.var(*v).name.clone())
            .collect();
        Names { function, taken }
    }

    fn unique(&mut self, choices: [String; 2]) -> String {
        let [first, second] = choices;
        let numbered = (1..).map(|i| format!("{first}.{i}"));
        let mut all = [first.clone(), second].into_iter().chain(numbered);
        let name = all
            .find(|n| !self.taken.contains(n))
            .expect("there is always another number");
        self.taken.insert(name.clone());
        name
    }

    /// A variable for images of wide pointers.
    fn image(&mut self, pool: &mut TermPool, program: &mut Program, object: VarId) -> VarId {
        let name = format!("{}.image", program.var(object).name);
        let name = self.unique([name.clone(), name]);
        let width = program.pointers.memory_width();
        self.variable(pool, program, name, width, None)
    }

    /// The variable for a part.
    #[expect(clippy::too_many_arguments, reason = "what its name is made of")]
    fn part(
        &mut self,
        pool: &mut TermPool,
        program: &mut Program,
        object: VarId,
        source: Option<&SourceVar>,
        (offset, size): (u64, u64),
        object_size: u64,
        width: u32,
    ) -> VarId {
        let (suffix, meaning) = match source {
            Some(source) => part_name(program, source.ty, offset, size),
            None if offset == 0 && size == object_size => (String::new(), Meaning::Bytes),
            None => (format!("+{offset}"), Meaning::Bytes),
        };
        let bits = 8 * size;
        let ty = match meaning {
            Meaning::Object(ty) => Some(ty),
            Meaning::Bytes => source.map(|_| opaque(program, bits)),
            // No user wants to see padding: it is a temporary, and what is written there may be removed.
            Meaning::Padding => None,
        };
        let c_name = source.map(|s| format!("{}{suffix}", s.name));
        let source = source.zip(ty).map(|(source, ty)| SourceVar {
            name: format!("{}{suffix}", source.name),
            ty,
            place: source.place,
        });
        let old_name = format!("{}{suffix}", program.var(object).name);
        let name = self.unique([c_name.unwrap_or_else(|| old_name.clone()), old_name]);
        self.variable(pool, program, name, width, source)
    }

    fn variable(
        &mut self,
        pool: &mut TermPool,
        program: &mut Program,
        name: String,
        width: u32,
        source: Option<SourceVar>,
    ) -> VarId {
        let symbol_name = format!("{}::{name}", program.function(self.function).name);
        let symbol = pool.new_symbol(&symbol_name, Sort::BitVec(width));
        let id = VarId::new(program.vars.len());
        let symbol_id = pool.as_symbol(symbol).expect("just made");
        program.var_of_symbol.insert(symbol_id, id);
        program.functions[self.function.index()].vars.push(id);
        program.vars.push(Var {
            name,
            symbol,
            width,
            pointer: false,
            function: self.function,
            source,
        });
        id
    }
}

/// The type of a part that has no C type.
fn opaque(program: &mut Program, bits: u64) -> TypeId {
    let name = format!("{} bytes", bits / 8);
    let ty = CType::Opaque { name, bits };
    let index = program
        .types
        .iter()
        .position(|t| *t == ty)
        .unwrap_or_else(|| {
            program.types.push(ty);
            program.types.len() - 1
        });
    TypeId::new(index)
}
