//! Elements: what the elements of an array have in common, on a part of it: `∀g. l ≤ g < u ⇒ P(a[g])`.
//!
//! The quantifier costs the solver nothing. `g` is a *rigid* variable of the transition system, which has any value and
//! never changes, so a proof about it is a proof about every element (the observed cell of Monniaux and Gonnord: *Cell
//! Morphing*, SAS 2016). Where the fact is used, it may be taken for any elements; it is taken for `g` and for those that
//! the block reads or writes ([`Candidate::hypothesis`]).
//!
//! The parts are bounded by index variables and constants (the segments of Cousot, Cousot and Logozzo, POPL 2011): those
//! that occur in indices, that are compared with such variables or assigned to them. The predicates are read off the
//! program: its comparisons of elements (`a[x] <= max` gives `a[g] <= max`), its stores (`a[i] = 2 * i` gives
//! `a[g] == 2 * g`), its checks, and its comparisons of what is stored, each with its negation, and each also under the
//! condition that a flag is set or not. Which of them hold is for an engine to find out, as for all candidates.

use crate::show;
use crate::template::Candidate;
use encode::system::{Block, Location, LocationId, StateVar, TransitionSystem};
use indexmap::IndexSet;
use program::{CType, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Term, TermPool};

/// At most so many candidates at a location, variables and constants that bound parts, subterms of a predicate, flags, and
/// indices of several variables.
const MAX_CANDIDATES: usize = 3000;
const MAX_VARIABLES: usize = 5;
const MAX_CONSTANTS: usize = 8;
const MAX_PREDICATE: usize = 100;
const MAX_FLAGS: usize = 2;
const MAX_COMPOUNDS: usize = 2;

/// Adds a rigid variable for each width that an index has.
pub fn add_indices(pool: &mut TermPool, system: &mut TransitionSystem) {
    let mut widths = BTreeSet::new();
    for block in &system.blocks {
        for access in accesses(pool, &terms_of(block)) {
            let core = core(pool, access.index);
            if !pool.is_value(core) {
                widths.insert(pool.width(core));
            }
        }
    }
    for width in widths {
        system.add_rigid(pool, &format!("any{width}"), Sort::BitVec(width));
    }
}

/// The facts about elements that a system suggests, and at each location what a rigid index may be taken for.
pub fn candidates(
    pool: &mut TermPool,
    program: &Program,
    system: &TransitionSystem,
) -> (Vec<Candidate>, Vec<Vec<(Term, Term)>>) {
    let survey = Survey::new(pool, program, system);
    let instances: Vec<Vec<(Term, Term)>> = (system.blocks.iter())
        .map(|block| instances(pool, system, block))
        .collect();
    let mut found = Vec::new();
    for (index, instances) in instances.iter().enumerate().skip(1) {
        let id = LocationId(index as u32);
        let mut here = survey.candidates(pool, system, id);
        for candidate in &mut here {
            candidate.hypothesis = hypothesis(pool, candidate.predicate, instances);
        }
        found.extend(here);
    }
    (found, instances)
}

/// A statement about any element, and the same about certain ones.
fn hypothesis(pool: &mut TermPool, predicate: Term, instances: &[(Term, Term)]) -> Term {
    let mut all = vec![predicate];
    for (rigid, value) in instances {
        all.push(replace(pool, predicate, *rigid, *value));
    }
    pool.and_all(all)
}

/// What the elements that a block reads or writes are, as values of rigid indices.
fn instances(pool: &mut TermPool, system: &TransitionSystem, block: &Block) -> Vec<(Term, Term)> {
    let mut found = IndexSet::new();
    for access in accesses(pool, &terms_of(block)) {
        let core = core(pool, access.index);
        for rigid in &system.rigid {
            let width = pool.width(*rigid);
            if pool.width(core) == width {
                found.insert((*rigid, core));
            } else if pool.is_value(core) {
                let value = pool.resize_unsigned(core, width);
                found.insert((*rigid, value));
            }
        }
    }
    found.into_iter().collect()
}

/// All that a block says.
fn terms_of(block: &Block) -> Vec<Term> {
    let mut all = block.outcomes();
    all.extend(block.checks.iter().map(|c| c.condition));
    all.extend(block.edges.iter().flat_map(|e| e.values.iter().copied()));
    all
}

/// A read, or a write of a value.
#[derive(Clone, Copy)]
struct Access {
    array: Term,
    index: Term,
    written: Option<Term>,
}

fn accesses(pool: &TermPool, terms: &[Term]) -> Vec<Access> {
    let mut found = Vec::new();
    for term in subterms(pool, terms) {
        match (pool.op(term), pool.args(term)) {
            (Op::Select, [array, index]) => found.push(Access {
                array: *array,
                index: *index,
                written: None,
            }),
            (Op::Store, [array, index, value]) => found.push(Access {
                array: *array,
                index: *index,
                written: Some(*value),
            }),
            _ => {}
        }
    }
    found.retain(|a| matches!(pool.sort(a.index), Sort::BitVec(_)));
    found
}

/// Each term once, arguments after what they are arguments of.
fn subterms(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut seen: IndexSet<Term> = terms.iter().copied().collect();
    let mut next = 0;
    while next < seen.len() {
        let args = pool.args(seen[next]);
        seen.extend(args.iter().copied());
        next += 1;
    }
    seen.into_iter().collect()
}

/// The number that an index is made of by scaling, extending and cutting off: in `((_ extract 19 0) i)`, it is `i`.
fn core(pool: &TermPool, mut index: Term) -> Term {
    loop {
        index = match (pool.op(index), pool.args(index)) {
            (Op::Extract(..) | Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => *inner,
            (Op::Concat | Op::BvMul | Op::BvShl, [inner, constant]) if pool.is_value(*constant) => {
                *inner
            }
            (Op::Concat | Op::BvMul, [constant, inner]) if pool.is_value(*constant) => *inner,
            // The place of a member in a scaled index; `i + 1` itself is a number.
            (Op::BvAdd, [constant, inner])
                if pool.is_value(*constant) && is_scaled(pool, *inner) =>
            {
                *inner
            }
            _ => return index,
        }
    }
}

fn is_scaled(pool: &TermPool, term: Term) -> bool {
    matches!(
        pool.op(term),
        Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Concat | Op::BvMul | Op::BvShl
    )
}

/// A term with one of its subterms replaced.
fn replace(pool: &mut TermPool, term: Term, old: Term, new: Term) -> Term {
    let mut cache = FxHashMap::from_iter([(old, new)]);
    let mut value = |pool: &mut TermPool, symbol| (pool.symbol_term(symbol) == old).then_some(new);
    pool.substitute(term, &mut value, &mut cache)
}

/// What a program says about arrays and their indices.
struct Survey {
    /// Over state variables and rigid indices.
    predicates: IndexSet<Term>,
    /// Variables that are part of an index, or compared with such ones or assigned to them.
    variables: IndexSet<Term>,
    /// What is added to them in indices.
    offsets: BTreeSet<i64>,
    /// Indices that are made of several variables, such as `200 * i + j`.
    compounds: IndexSet<Term>,
    /// What they are assigned, and what they are compared with, by width.
    starts: BTreeMap<u32, BTreeSet<i64>>,
    ends: BTreeMap<u32, BTreeSet<i64>>,
    /// Comparisons of other variables with constants: what an array is like may depend on a flag.
    flags: IndexSet<Term>,
    /// The variables whose C type is signed.
    signed: FxHashSet<Term>,
}

impl Survey {
    fn new(pool: &mut TermPool, program: &Program, system: &TransitionSystem) -> Survey {
        let mut survey = Survey {
            predicates: IndexSet::new(),
            variables: IndexSet::new(),
            offsets: BTreeSet::from([0]),
            compounds: IndexSet::new(),
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
            flags: IndexSet::new(),
            signed: FxHashSet::default(),
        };
        for variable in &system.variables {
            let ty = variable.source.as_ref().map(|s| program.ty(s.ty));
            if let Some(CType::Int { signed: true, .. }) = ty {
                survey.signed.insert(variable.symbol);
            }
        }
        for block in &system.blocks {
            survey.add_indices(pool, system, block);
        }
        for block in &system.blocks {
            survey.add_bounds(pool, system, block);
        }
        for block in &system.blocks {
            survey.add_predicates(pool, system, block);
        }
        survey.add_rows(pool);
        survey
    }

    /// Behind an inner loop, an index of several variables is at the beginning of a row, and behind the outer one at the end.
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
            let core = core(pool, access.index);
            self.add_variables(pool, system, core);
            let mut symbols = pool.symbols_of(&[core]).into_iter();
            let is_compound = pool.op(core) == Op::BvAdd
                && symbols.len() == 2
                && symbols.all(|s| system.variable_of(pool.symbol_term(s)).is_some());
            if is_compound && self.compounds.len() < MAX_COMPOUNDS {
                self.compounds.insert(core);
            }
            if let (Op::BvAdd, [constant, _]) = (pool.op(core), pool.args(core))
                && let Some(offset) = small(pool, *constant)
            {
                self.offsets.insert(offset);
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
    fn add_bounds(&mut self, pool: &TermPool, system: &TransitionSystem, block: &Block) {
        for term in subterms(pool, &terms_of(block)) {
            let (op, [a, b]) = (pool.op(term), pool.args(term)) else {
                continue;
            };
            if !matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) {
                continue;
            }
            if !self.variables.contains(a) && !self.variables.contains(b) {
                if op == Op::Eq && pool.is_value(*a) && system.variable_of(*b).is_some() {
                    self.flags.insert(term);
                }
                continue;
            }
            // `c < i` begins behind `c`, and `i <= c` ends there.
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

    fn add_predicates(&mut self, pool: &mut TermPool, system: &TransitionSystem, block: &Block) {
        let terms = subterms(pool, &terms_of(block));
        let writes: Vec<Access> = accesses(pool, &terms)
            .into_iter()
            .filter(|a| a.written.is_some())
            .collect();
        let bare = without_writes(pool, &terms);
        let comparisons: Vec<Term> = (terms.iter().copied())
            .filter(|t| is_comparison(pool, *t))
            .map(|t| bare.get(&t).copied().unwrap_or(t))
            .collect();
        for comparison in &comparisons {
            self.generalise(pool, system, *comparison, None);
        }
        for check in &block.checks {
            let condition = bare.get(&check.condition).copied();
            let condition = condition.unwrap_or(check.condition);
            if let Some(statement) = about_elements(pool, condition) {
                self.generalise(pool, system, statement, None);
            }
        }
        for write in writes {
            let bare = |term: Term| bare.get(&term).copied().unwrap_or(term);
            let (array, index) = (bare(write.array), bare(write.index));
            let value = bare(write.written.expect("only writes were kept"));
            let element = pool.mk(Op::Select, &[array, index]);
            let equal = pool.eq(element, value);
            self.generalise(pool, system, equal, Some(index));
            if pool.as_symbol(value).is_some() && system.variable_of(value).is_none() {
                for comparison in &comparisons {
                    if pool
                        .symbols_of(&[*comparison])
                        .contains(&pool.as_symbol(value).expect("a symbol"))
                    {
                        let of_element = replace(pool, *comparison, value, element);
                        self.generalise(pool, system, of_element, Some(index));
                    }
                }
            }
        }
    }

    /// Makes a statement about certain elements, or about the one at an index, one about any.
    fn generalise(
        &mut self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        statement: Term,
        index: Option<Term>,
    ) {
        let parts = subterms(pool, &[statement]);
        if parts.len() > MAX_PREDICATE || pool.is_value(statement) {
            return;
        }
        let indices: Vec<Term> = match index {
            Some(index) => vec![index],
            None => accesses(pool, &parts).iter().map(|a| a.index).collect(),
        };
        if indices.is_empty() {
            return;
        }
        let known = |pool: &TermPool, statement: Term| {
            let mut symbols = pool.symbols_of(&[statement]).into_iter();
            symbols.all(|s| system.variable_of(pool.symbol_term(s)).is_some())
        };
        let mut general: Vec<Term> = Vec::new();
        for index in indices {
            let core = core(pool, index);
            let rigid = (system.rigid.iter()).find(|r| pool.width(**r) == pool.width(core));
            general.push(match rigid {
                Some(rigid) if !pool.is_value(core) => replace(pool, statement, core, *rigid),
                _ => continue,
            });
        }
        // Of the elements that it names: they may be the same ones all along.
        general.push(statement);
        for predicate in general {
            if !pool.is_value(predicate) && known(pool, predicate) {
                self.predicates.insert(predicate);
                let negation = pool.not(predicate);
                self.predicates.insert(negation);
            }
        }
    }

    fn candidates(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        id: LocationId,
    ) -> Vec<Candidate> {
        let location = system.location(id);
        let mut parts: FxHashMap<Term, Vec<Part>> = FxHashMap::default();
        for rigid in &system.rigid {
            let list = self.parts(pool, system, location, *rigid);
            parts.insert(*rigid, list);
        }
        let available = |symbol: Term| {
            let variable = system
                .variable_of(symbol)
                .expect("predicates are over the state");
            location.variables.contains(&variable) || system.rigid.contains(&symbol)
        };
        let mut found = Vec::new();
        for predicate in &self.predicates {
            let symbols = pool.symbols_of(&[*predicate]);
            let symbols: Vec<Term> = symbols.into_iter().map(|s| pool.symbol_term(s)).collect();
            if !symbols.iter().all(|s| available(*s)) {
                continue;
            }
            let shown = show::expression(pool, system, *predicate);
            let Some(rigid) = symbols.iter().find(|s| system.rigid.contains(s)) else {
                found.push(Candidate::new(id, *predicate, shown));
                continue;
            };
            for part in &parts[rigid] {
                let fact = pool.implies(part.condition, *predicate);
                if !pool.is_value(fact) {
                    let text = format!("(for all {}: {shown})", part.text);
                    found.push(Candidate::new(id, fact, text));
                }
            }
        }
        self.add_flags(pool, system, &mut found);
        found.truncate(MAX_CANDIDATES);
        found
    }

    /// Each of these facts, where a flag is or is not what it is compared with.
    fn add_flags(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        facts: &mut Vec<Candidate>,
    ) {
        let plain = facts.len();
        for flag in self.flags.iter().take(MAX_FLAGS) {
            let variable = system.variable_of(pool.arg(*flag, 1));
            let negation = pool.not(*flag);
            for condition in [*flag, negation] {
                let shown = show::expression(pool, system, condition);
                for index in 0..plain {
                    let fact = &facts[index];
                    let here = &system.location(fact.location).variables;
                    if !variable.is_some_and(|v| here.contains(&v)) {
                        continue;
                    }
                    let (location, text) = (fact.location, format!("({shown}) ==> {}", fact.text));
                    let conditional = pool.implies(condition, fact.predicate);
                    facts.push(Candidate::new(location, conditional, text));
                }
            }
        }
    }

    /// The parts of arrays that a location's variables and the constants bound.
    fn parts(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        location: &Location,
        rigid: Term,
    ) -> Vec<Part> {
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
            for offset in &self.offsets {
                highs.push(Bound::variable(pool, variable, *offset));
                lows.push(Bound::variable(pool, variable, *offset));
            }
            // Downwards, an index stands right before the part that is done.
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
                    text: show::expression(pool, system, *compound),
                };
                highs.push(bound());
                lows.push(bound());
            }
        }
        let zero = pool.zero(width);
        let name = pool.display(rigid).to_string();
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
                    let text = format!("{} <= {name} < {}", low.text, high.text);
                    parts.push(Part { condition, text });
                }
            }
        }
        parts
    }
}

/// A part of an array.
struct Part {
    /// Of the rigid index.
    condition: Term,
    text: String,
}

/// Where a part begins or ends.
struct Bound {
    value: Term,
    variable: Option<Term>,
    offset: i64,
    text: String,
}

impl Bound {
    fn constant(pool: &mut TermPool, width: u32, constant: i64) -> Bound {
        Bound {
            value: pool.bv_i64(width, constant),
            offset: constant,
            variable: None,
            text: constant.to_string(),
        }
    }

    fn variable(pool: &mut TermPool, variable: &StateVar, offset: i64) -> Bound {
        let constant = pool.bv_i64(pool.width(variable.symbol), offset);
        let name = variable.source.as_ref().map_or(&variable.name, |s| &s.name);
        Bound {
            value: pool.bvadd(constant, variable.symbol),
            offset,
            variable: Some(variable.symbol),
            text: match offset {
                0 => name.clone(),
                _ => format!("{name} + {offset}"),
            },
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

fn is_comparison(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Eq => {
            pool.sort(pool.arg(term, 0)) != Sort::Bool && !pool.sort(pool.arg(term, 0)).is_array()
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::FpEq | Op::FpLt | Op::FpLe => true,
        _ => false,
    }
}

/// The part of a conjunction that is about elements.
fn about_elements(pool: &mut TermPool, condition: Term) -> Option<Term> {
    let mut parts = Vec::new();
    let mut stack = vec![condition];
    while let Some(term) = stack.pop() {
        if pool.op(term) == Op::And {
            stack.extend(pool.args(term));
        } else if !accesses(pool, &[term]).is_empty() {
            parts.push(term);
        }
    }
    (parts.len() > 1).then(|| pool.and_all(parts))
}

/// The terms that contain writes to arrays, without them.
fn without_writes(pool: &mut TermPool, terms: &[Term]) -> FxHashMap<Term, Term> {
    let mut bare = FxHashMap::default();
    // Arguments come later in `terms`.
    for term in terms.iter().rev() {
        if pool.op(*term) == Op::Store {
            let array = pool.arg(*term, 0);
            let array = pool.substitute(array, &mut |_, _| None, &mut bare);
            bare.insert(*term, array);
        }
    }
    let comparisons: Vec<Term> = terms.to_vec();
    for term in comparisons {
        pool.substitute(term, &mut |_, _| None, &mut bare);
    }
    bare
}
