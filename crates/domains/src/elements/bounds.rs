//! What bounds the parts of arrays.

use super::access::{accesses, core, replace, subterms, terms_of};
use crate::Types;
use encode::system::{Block, Location, Origin, StateVar, TransitionSystem};
use indexmap::IndexSet;
use program::CType;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Term, TermPool};

/// At most so many variables and constants that bound parts, and indices of several variables.
const MAX_VARIABLES: usize = 6;
const MAX_CONSTANTS: usize = 8;
const MAX_COMPOUNDS: usize = 2;

/// What a program says about indices.
pub struct Bounds {
    /// Variables that are part of an index, or compared with such ones or assigned to them.
    variables: IndexSet<Term>,
    /// What is added to them in indices.
    offsets: BTreeSet<i64>,
    /// What is added to a pointer in indices, and to those that it is assigned to or from: where the object is into which it
    /// leads, as a negative number.
    starts_of_objects: FxHashMap<Term, IndexSet<Term>>,
    /// Indices that are made of several variables, such as `200 * i + j`.
    compounds: IndexSet<Term>,
    /// What they are assigned, and what they are compared with, by width.
    starts: BTreeMap<u32, BTreeSet<i64>>,
    ends: BTreeMap<u32, BTreeSet<i64>>,
    /// Comparisons of other variables with constants: what an array is like may depend on a flag.
    pub flags: IndexSet<Term>,
    /// The variables whose C type is signed.
    signed: FxHashSet<Term>,
}

impl Bounds {
    pub fn new(pool: &mut TermPool, types: Types<'_>, system: &TransitionSystem) -> Bounds {
        let mut bounds = Bounds {
            variables: IndexSet::new(),
            offsets: BTreeSet::from([0]),
            starts_of_objects: FxHashMap::default(),
            compounds: IndexSet::new(),
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
            flags: IndexSet::new(),
            signed: FxHashSet::default(),
        };
        for variable in &system.variables {
            let ty = types.of(variable);
            if let Some(CType::Int { signed: true, .. }) = ty {
                bounds.signed.insert(variable.symbol);
            }
        }
        for block in &system.blocks {
            bounds.add_indices(pool, system, block);
        }
        for block in &system.blocks {
            bounds.add_bounds(pool, types, system, block);
        }
        bounds.share_starts(pool, system);
        bounds.add_rows(pool);
        let ghosts = system
            .variables
            .iter()
            .filter(|v| v.origin == Origin::Ghost);
        bounds.variables.extend(ghosts.map(|v| v.symbol));
        bounds
    }

    /// Pointers that are assigned lead into the same objects.
    fn share_starts(&mut self, pool: &TermPool, system: &TransitionSystem) {
        let mut assigned = BTreeSet::new();
        for block in &system.blocks {
            for edge in &block.edges {
                let variables = &system.location(edge.to).variables;
                for (id, value) in variables.iter().zip(&edge.values) {
                    let to = system.variable(*id).symbol;
                    let from = match pool.as_sum_with_constant(*value) {
                        Some((_, rest)) => rest,
                        None => *value,
                    };
                    if from != to && pool.as_symbol(from).is_some() {
                        assigned.insert((to, from));
                    }
                }
            }
        }
        let count = |bounds: &Bounds| -> usize {
            let starts = bounds.starts_of_objects.values();
            starts.map(|s| s.len()).sum()
        };
        loop {
            let before = count(self);
            for (to, from) in &assigned {
                for (a, b) in [(to, from), (from, to)] {
                    if let Some(starts) = self.starts_of_objects.get(a).cloned() {
                        let all = self.starts_of_objects.entry(*b).or_default();
                        all.extend(starts);
                    }
                }
            }
            if count(self) == before {
                return;
            }
        }
    }

    /// After an inner loop, an index of several variables is at the beginning of a row, and after the outer one at the end.
    fn add_rows(&mut self, pool: &mut TermPool) {
        for compound in self.compounds.clone() {
            for inner in pool.symbols_of(&[compound]) {
                let inner = pool.symbol_term(inner);
                let zero = pool.zero(pool.width(inner));
                let row = replace(pool, compound, inner, zero);
                self.compounds.insert(row);
                let [outer] = pool.symbols_of(&[row])[..] else {
                    continue;
                };
                let outer = pool.symbol_term(outer);
                for end in bounded(self.ends.get(&pool.width(outer))) {
                    let end = pool.bv_i64(pool.width(outer), end);
                    let last = replace(pool, row, outer, end);
                    let ends = self.ends.entry(pool.width(row)).or_default();
                    ends.extend(small(pool, last));
                }
            }
        }
    }

    fn add_indices(&mut self, pool: &TermPool, system: &TransitionSystem, block: &Block) {
        for access in accesses(pool, &terms_of(block)) {
            if system.family_of(pool, access.array).is_some() {
                continue;
            }
            let core = core(pool, access.index);
            self.add_variables(pool, system, core);
            let symbols = pool.symbols_of(&[core]);
            let mut symbols = symbols.into_iter().map(|s| pool.symbol_term(s));
            let is_compound = pool.op(core) == Op::BvAdd
                && symbols.len() == 2
                && symbols.all(|s| self.variables.contains(&s));
            if is_compound && self.compounds.len() < MAX_COMPOUNDS {
                self.compounds.insert(core);
            }
            let Some((constant, rest)) = pool.as_sum_with_constant(core) else {
                continue;
            };
            match small(pool, constant) {
                Some(offset) => {
                    self.offsets.insert(offset);
                }
                None if pool.as_symbol(rest).is_some() => {
                    let starts = self.starts_of_objects.entry(rest).or_default();
                    starts.insert(constant);
                }
                None => {}
            }
        }
    }

    fn add_variables(&mut self, pool: &TermPool, system: &TransitionSystem, term: Term) {
        for symbol in pool.symbols_of(&[term]) {
            let symbol = pool.symbol_term(symbol);
            let is_number = matches!(pool.sort(symbol), Sort::BitVec(_));
            if is_number && system.variable_of(symbol).is_some() {
                self.variables.insert(symbol);
            }
        }
    }

    /// What index variables are compared with and assigned.
    fn add_bounds(
        &mut self,
        pool: &TermPool,
        types: Types<'_>,
        system: &TransitionSystem,
        block: &Block,
    ) {
        for term in subterms(pool, &terms_of(block)) {
            let (op, [a, b]) = (pool.op(term), pool.args(term)) else {
                continue;
            };
            if !matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) {
                continue;
            }
            if !self.variables.contains(a) && !self.variables.contains(b) {
                let is_flag = |symbol| {
                    let variable = system.variable_of(symbol);
                    variable.is_some_and(|v| types.of(system.variable(v)).is_some())
                };
                if op == Op::Eq && pool.is_value(*a) && is_flag(*b) {
                    self.flags.insert(term);
                }
                continue;
            }
            // `c < i` begins after `c`, and `i <= c` ends there.
            let strict = matches!(op, Op::BvUlt | Op::BvSlt);
            let ends = self.ends.entry(pool.width(*a)).or_default();
            ends.extend(small(pool, *a).map(|c| c + i64::from(strict)));
            ends.extend(small(pool, *b).map(|c| c + i64::from(!strict)));
            for side in [a, b] {
                if pool.as_symbol(*side).is_some() {
                    self.add_variables(pool, system, *side);
                }
            }
        }
        for edge in &block.edges {
            let variables = &system.location(edge.to).variables;
            for (id, value) in variables.iter().zip(&edge.values) {
                if !self.variables.contains(&system.variable(*id).symbol) {
                    continue;
                }
                if let Some(c) = small(pool, *value) {
                    let width = pool.width(*value);
                    self.starts.entry(width).or_default().insert(c);
                    self.ends.entry(width).or_default().insert(c + 1);
                } else if pool.as_symbol(*value).is_some() || pool.op(*value) == Op::BvAdd {
                    self.add_variables(pool, system, *value);
                }
            }
        }
    }

    /// The parts of arrays that a location's variables and the constants bound.
    pub fn parts(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        location: &Location,
        rigid: Term,
    ) -> Vec<Region> {
        let width = pool.width(rigid);
        let here = location.variables.iter().map(|id| system.variable(*id));
        let variables: Vec<_> = here
            .filter(|v| self.variables.contains(&v.symbol) && pool.width(v.symbol) == width)
            .take(MAX_VARIABLES)
            .collect();
        let signed = variables.iter().any(|v| self.signed.contains(&v.symbol));
        let mut lows = Vec::new();
        let mut highs = Vec::new();
        let (starts, ends) = (self.starts.get(&width), self.ends.get(&width));
        lows.push(Bound::constant(pool, width, 0));
        for constant in bounded(starts).into_iter().filter(|c| *c != 0) {
            lows.push(Bound::constant(pool, width, constant));
            highs.push(Bound::constant(pool, width, constant));
        }
        for constant in bounded(ends) {
            if !starts.is_some_and(|s| s.contains(&constant)) {
                highs.push(Bound::constant(pool, width, constant));
            }
        }
        for variable in variables {
            if let Some(starts) = self.starts_of_objects.get(&variable.symbol) {
                for start in starts {
                    highs.push(Bound::pointer(pool, variable, *start));
                    lows.push(Bound::pointer(pool, variable, *start));
                }
                continue;
            }
            for offset in &self.offsets {
                highs.push(Bound::variable(pool, variable, *offset));
                lows.push(Bound::variable(pool, variable, *offset));
            }
            // Downwards, an index is right before the part that is done.
            if !self.offsets.contains(&1) {
                lows.push(Bound::variable(pool, variable, 1));
            }
        }
        for compound in &self.compounds {
            let here = |s| {
                let variable = system.variable_of(pool.symbol_term(s));
                variable.is_some_and(|v| location.variables.contains(&v))
            };
            if pool.width(*compound) == width && pool.symbols_of(&[*compound]).into_iter().all(here)
            {
                let bound = || Bound {
                    value: *compound,
                    offset: 0,
                    variable: Some(*compound),
                };
                highs.push(bound());
                lows.push(bound());
            }
        }
        let zero = pool.zero(width);
        let mut parts = Vec::new();
        for low in &lows {
            for high in &highs {
                if !low.may_begin_before(high) {
                    continue;
                }
                let condition = if signed {
                    let positive = pool.sle(zero, rigid);
                    let from = pool.sle(low.value, rigid);
                    let to = pool.slt(rigid, high.value);
                    pool.and_all([positive, from, to])
                } else {
                    let from = pool.ule(low.value, rigid);
                    let to = pool.ult(rigid, high.value);
                    pool.and(from, to)
                };
                if !pool.is_value(condition) {
                    parts.push(Region { condition });
                }
            }
        }
        parts
    }
}

/// A part of an array.
pub struct Region {
    /// Of the rigid index.
    pub condition: Term,
}

/// Where a part begins or ends.
struct Bound {
    value: Term,
    variable: Option<Term>,
    offset: i64,
}

impl Bound {
    fn constant(pool: &mut TermPool, width: u32, constant: i64) -> Bound {
        Bound {
            value: pool.bv_i64(width, constant),
            offset: constant,
            variable: None,
        }
    }

    /// How far a pointer is into the object that begins where `start` leads back to.
    fn pointer(pool: &mut TermPool, variable: &StateVar, start: Term) -> Bound {
        Bound {
            value: pool.bvadd(start, variable.symbol),
            offset: 0,
            variable: Some(variable.symbol),
        }
    }

    fn variable(pool: &mut TermPool, variable: &StateVar, offset: i64) -> Bound {
        let constant = pool.bv_i64(pool.width(variable.symbol), offset);
        Bound {
            value: pool.bvadd(constant, variable.symbol),
            offset,
            variable: Some(variable.symbol),
        }
    }

    /// Whether a part between these is worth a try: constants in order, a variable and a constant, or two variables as they
    /// are.
    fn may_begin_before(&self, high: &Bound) -> bool {
        match (self.variable, high.variable) {
            (None, None) => self.offset < high.offset,
            (Some(_), None) => high.offset > 1,
            (Some(a), Some(b)) => a != b && self.offset == 0 && high.offset == 0,
            _ => true,
        }
    }
}

/// Not too many constants that can bound a part.
fn bounded(constants: Option<&BTreeSet<i64>>) -> Vec<i64> {
    let all = constants.into_iter().flatten().copied();
    all.filter(|c| *c >= 0).take(MAX_CONSTANTS).collect()
}

/// A constant as a number, if it is no larger than an index may be.
fn small(pool: &TermPool, term: Term) -> Option<i64> {
    let constant = pool.as_const(term)?;
    if constant.width() > 64 {
        return None;
    }
    let value = constant.sign_extend(64 - constant.width()).to_u64()? as i64;
    (value.abs() < 1 << 40).then_some(value)
}
