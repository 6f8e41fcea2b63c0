//! Heaps: where pointers lead, and what the objects that one allocation makes have in common.
//!
//! Objects that a loop allocates are a *family* ([`encode::memory::family`]): their parts are arrays over the members'
//! numbers. So a statement about every object of a list is one about every element: `∀g. g < count ⇒ P(next[g])`. As in
//! [`crate::elements`], `g` is a rigid variable of the system. This is what 2LS calls the concrete witness of an abstract
//! dynamic object (Malík, Hruška, Schrammel, Vojnar, FMCAD 2018): one member, any of them, is followed exactly.
//!
//! Candidates, of which an engine finds out which hold:
//! - of each pointer variable, and of each pointer in a member: it is null, or an address that the program stores, or
//!   leads to a member that has been made (and is alive), in any combination of these (may-point-to);
//! - of pointers between members: they lead to older or newer ones, or to the next older or newer one, so there are no
//!   cycles, and a list is left behind where one walks along it;
//! - where doubly linked lists lead back: `next->prev` of a member is the member;
//! - of the pointers in a table: they lead to members, each to the one of its own number;
//! - what the program says of members in comparisons and stores, as for arrays;
//! - of each member: it is alive, or it is dead.
//!
//! Each is tried for all members, for those that are alive, for all but the last, and for those before or after the member
//! to which a pointer variable leads.

use crate::domain::{Domain, Source};
use crate::elements::access::{accesses, core, replace, terms_of};
use crate::elements::bounds::Bounds;
use crate::elements::predicates::Predicates;
use crate::elements::{add_indices, hypothesis, instances};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::{Candidate, Template};
use encode::system::{LocationId, StateFamily, TransitionSystem};
use indexmap::IndexSet;
use program::CType;
use term::{Op, Sort, Term, TermPool};

/// At most so many candidates at a location, constants that may be addresses, and variables that bound parts.
const MAX_CANDIDATES: usize = 2000;
const MAX_CONSTANTS: usize = 8;
const MAX_BOUNDS: usize = 4;

/// No object is below this address.
const PAGE: u64 = program::PAGE;

/// See the module documentation.
pub struct Heaps;

impl Domain for Heaps {
    fn name(&self) -> &'static str {
        "heaps"
    }

    fn help(&self) -> &'static str {
        "Bounds, and what objects that are allocated in loops have in common"
    }

    fn shape(&self) -> &'static str {
        "those of intervals, where pointers lead, and what objects allocated in a loop have in common"
    }

    fn prepare(&self, pool: &mut TermPool, system: &mut TransitionSystem) {
        let widths: IndexSet<u32> = system
            .families
            .iter()
            .map(|f| f.place.index_bits())
            .collect();
        for width in widths {
            if system.rigid.iter().all(|r| pool.width(*r) != width) {
                system.add_rigid(pool, &format!("any{width}"), Sort::BitVec(width));
            }
        }
        if !system.families.is_empty() {
            add_indices(pool, system);
        }
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        if source.system.families.is_empty() {
            return None;
        }
        let survey = Survey::new(pool, source);
        let system = source.system;
        let instances: Vec<Vec<(Term, Term)>> = (system.blocks.iter())
            .map(|block| instances(pool, system, block))
            .collect();
        let mut candidates = Vec::new();
        for id in system.heads() {
            let found = survey.candidates(pool, id);
            for predicate in found.into_iter().take(MAX_CANDIDATES) {
                let mut candidate = Candidate::new(id, predicate);
                candidate.hypothesis = hypothesis(pool, predicate, &instances[id.index()]);
                candidates.push(candidate);
            }
        }
        Some(Template {
            rows: rows(pool, source, Pairs::None, Ghosts::Without),
            candidates,
            instances,
        })
    }

    /// What holds of every member in one part of a disjunction or the other is not what holds of every member.
    fn splits_paths(&self) -> bool {
        false
    }
}

/// An element of an array of pointers.
struct Entry {
    array: Term,
    rigid: Term,
    /// Its index, as a term over the rigid variable.
    index: Term,
}

/// All that the program says.
struct Survey<'a> {
    source: Source<'a>,
    /// Statements about members.
    predicates: Vec<Term>,
    /// Addresses that pointers may be.
    constants: Vec<Term>,
    /// Pointers in tables.
    tables: Vec<Entry>,
    bounds: Bounds,
    width: u32,
}

impl<'a> Survey<'a> {
    fn new(pool: &mut TermPool, source: Source<'a>) -> Survey<'a> {
        let system = source.system;
        let predicates = Predicates::new(pool, system);
        let predicates = predicates.of_families(pool, system).collect();
        let width = system.families[0].place.pointer_width();
        Survey {
            source,
            predicates,
            constants: constants(pool, system, width),
            tables: tables(pool, system, width),
            bounds: Bounds::new(pool, source.types, system),
            width,
        }
    }

    fn candidates(&self, pool: &mut TermPool, id: LocationId) -> IndexSet<Term> {
        let pointers = self.pointers(pool, id);
        let mut found = IndexSet::new();
        for pointer in &pointers {
            found.extend(self.leads(pool, *pointer));
        }
        self.add_tables(pool, id, &mut found);
        for family in &self.source.system.families {
            let Some(any) = self.rigid(pool, family) else {
                continue;
            };
            let mut statements = IndexSet::new();
            let alive = family.is_alive(pool, any);
            statements.insert(alive);
            statements.insert(pool.not(alive));
            for predicate in &self.predicates {
                if self.is_here(pool, id, *predicate) && mentions(pool, *predicate, family) {
                    statements.insert(*predicate);
                }
            }
            for column in &family.columns {
                let element = pool.select(column.array, any);
                if pool.width(element) == self.width {
                    statements.extend(self.leads(pool, element));
                    statements.extend(order(pool, family, element, any));
                    statements.extend(self.back(pool, family, element, any));
                }
            }
            for part in parts(pool, family, any, &pointers) {
                for statement in &statements {
                    let fact = pool.implies(part, *statement);
                    if !pool.is_value(fact) {
                        found.insert(fact);
                    }
                }
            }
        }
        found
    }

    /// What a pointer in a member leads to leads back to it, by another pointer.
    fn back(
        &self,
        pool: &mut TermPool,
        family: &StateFamily,
        element: Term,
        any: Term,
    ) -> Vec<Term> {
        let inside = at_bases(pool, family, element, false);
        let inside = pool.or_all(inside);
        let to = family.place.member(pool, element);
        let mut found = Vec::new();
        for column in &family.columns {
            let back = pool.select(column.array, to);
            if pool.width(back) == self.width && back != element {
                let here = at_bases(pool, family, back, false);
                let here = pool.or_all(here);
                let member = family.place.member(pool, back);
                let same = pool.eq(member, any);
                let leads = pool.and(here, same);
                found.push(pool.implies(inside, leads));
            }
        }
        found
    }

    /// What is said of the pointers in tables.
    fn add_tables(&self, pool: &mut TermPool, id: LocationId, found: &mut IndexSet<Term>) {
        let system = self.source.system;
        for Entry {
            array,
            rigid,
            index,
        } in &self.tables
        {
            if !self.is_here(pool, id, *array) {
                continue;
            }
            let element = pool.select(*array, *index);
            let mut statements = self.leads(pool, element);
            for family in &system.families {
                let here = at_bases(pool, family, element, true);
                let here = pool.or_all(here);
                let member = family.place.member(pool, element);
                let number = pool.resize_unsigned(*rigid, pool.width(member));
                let own = pool.eq(member, number);
                statements.push(pool.and(here, own));
                statements.push(pool.implies(here, own));
            }
            for part in self.bounds.parts(pool, system, system.location(id), *rigid) {
                for statement in &statements {
                    let fact = pool.implies(part.condition, *statement);
                    if !pool.is_value(fact) {
                        found.insert(fact);
                    }
                }
            }
        }
    }

    fn rigid(&self, pool: &TermPool, family: &StateFamily) -> Option<Term> {
        let mut all = self.source.system.rigid.iter().copied();
        all.find(|r| pool.width(*r) == family.place.index_bits())
    }

    /// Whether all symbols of a statement are part of a location's state, or rigid.
    fn is_here(&self, pool: &TermPool, id: LocationId, statement: Term) -> bool {
        let system = self.source.system;
        let here = &system.location(id).variables;
        pool.symbols_of(&[statement]).into_iter().all(|symbol| {
            let symbol = pool.symbol_term(symbol);
            let variable = system.variable_of(symbol);
            variable.is_some_and(|v| here.contains(&v)) || system.rigid.contains(&symbol)
        })
    }

    /// The variables of a location that may be pointers.
    fn pointers(&self, pool: &TermPool, id: LocationId) -> Vec<Term> {
        let Source { system, types, .. } = self.source;
        let here = system.location(id).variables.iter();
        let variables = here.map(|id| system.variable(*id));
        let pointers = variables.filter(|variable| {
            let is_number = matches!(
                types.of(variable),
                Some(CType::Int { .. } | CType::Bool { .. } | CType::Float { .. })
            );
            pool.sort(variable.symbol) == Sort::BitVec(self.width) && !is_number
        });
        pointers.map(|v| v.symbol).collect()
    }

    /// Where a pointer may lead: combinations of null, addresses, and each family or all of them.
    fn leads(&self, pool: &mut TermPool, pointer: Term) -> Vec<Term> {
        let zero = pool.zero(self.width);
        let null = pool.eq(pointer, zero);
        let constants: Vec<Term> = self
            .constants
            .iter()
            .map(|c| pool.eq(pointer, *c))
            .collect();
        let fixed = pool.or_all(constants);
        let mut families = vec![pool.ff()];
        for must_live in [false, true] {
            let mut all = Vec::new();
            for family in &self.source.system.families {
                let bases = at_bases(pool, family, pointer, must_live);
                families.push(pool.or_all(bases.clone()));
                if bases.len() > 1 {
                    families.extend(bases.iter().copied());
                }
                all.extend(bases);
            }
            families.push(pool.or_all(all));
        }
        let mut found = IndexSet::new();
        for family in families {
            let with_fixed = pool.or(family, fixed);
            for part in [family, with_fixed] {
                for lead in [part, pool.or(null, part)] {
                    if !pool.is_value(lead) {
                        found.insert(lead);
                    }
                }
            }
        }
        let some = pool.not(null);
        found.insert(some);
        found.into_iter().collect()
    }
}

/// The arrays of pointers, with the forms of indices that blocks use.
fn tables(pool: &mut TermPool, system: &TransitionSystem, width: u32) -> Vec<Entry> {
    let mut found = IndexSet::new();
    for block in &system.blocks {
        for access in accesses(pool, &terms_of(block)) {
            let mut array = access.array;
            while pool.op(array) == Op::Store {
                array = pool.arg(array, 0);
            }
            let is_table = system.variable_of(array).is_some()
                && system.family_of(pool, array).is_none()
                && pool.sort(array).is_array();
            let index = core(pool, access.index);
            let mut rigid = system.rigid.iter().copied();
            let rigid = rigid.find(|r| pool.width(*r) == pool.width(index));
            if let (true, Some(rigid), false) = (is_table, rigid, pool.is_value(index)) {
                let general = replace(pool, access.index, index, rigid);
                let element = pool.select(array, general);
                if pool.sort(element) == Sort::BitVec(width) {
                    found.insert((array, rigid, general));
                }
            }
        }
    }
    let entry = |(array, rigid, index)| Entry {
        array,
        rigid,
        index,
    };
    found.into_iter().map(entry).collect()
}

/// That a pointer leads to one base of a family or another.
fn at_bases(
    pool: &mut TermPool,
    family: &StateFamily,
    pointer: Term,
    must_live: bool,
) -> Vec<Term> {
    let bases = family.bases.iter().map(|base| {
        let here = family.is_base(pool, pointer, *base);
        let member = family.place.member(pool, pointer);
        match must_live {
            true => {
                let alive = family.is_alive(pool, member);
                pool.and(here, alive)
            }
            false => here,
        }
    });
    bases.collect()
}

/// How the number of the member that an element leads to is related to that of its own member.
fn order(pool: &mut TermPool, family: &StateFamily, element: Term, any: Term) -> Vec<Term> {
    let bits = family.place.index_bits();
    let one = pool.bv_u64(bits, 1);
    let (before, after) = (pool.bvsub(any, one), pool.bvadd(any, one));
    let to = family.place.member(pool, element);
    let inside = at_bases(pool, family, element, false);
    let inside = pool.or_all(inside);
    let outside = pool.not(inside);
    let zero = pool.zero(bits);
    let is_first = pool.eq(any, zero);
    let is_last = {
        let after = family.is_made(pool, after);
        pool.not(after)
    };
    let relations = [
        pool.ult(to, any),
        pool.ult(any, to),
        pool.eq(to, before),
        pool.eq(to, after),
    ];
    let mut found: Vec<Term> = relations.iter().map(|r| pool.or(outside, *r)).collect();
    // A whole list: each member leads to its neighbour, and the one at the end to nothing.
    let null = {
        let zero = pool.zero(pool.width(element));
        pool.eq(element, zero)
    };
    for (end, relation) in [(is_first, relations[2]), (is_last, relations[3])] {
        let next = pool.and(inside, relation);
        found.push(pool.ite(end, null, next));
    }
    found
}

/// The parts of a family that statements are tried for, as conditions of a member.
fn parts(
    pool: &mut TermPool,
    family: &StateFamily,
    any: Term,
    pointers: &[Term],
) -> IndexSet<Term> {
    let made = family.is_made(pool, any);
    let alive = family.is_alive(pool, any);
    let one = pool.bv_u64(family.place.index_bits(), 1);
    let next = pool.bvadd(any, one);
    let has_next = family.is_made(pool, next);
    let mut found = IndexSet::from([made, pool.and(made, alive), pool.and(made, has_next)]);
    for pointer in pointers.iter().take(MAX_BOUNDS) {
        let here = family.place.contains(pool, *pointer);
        let member = family.place.member(pool, *pointer);
        let outside = pool.not(here);
        let relations = [
            pool.ult(any, member),
            pool.ule(any, member),
            pool.ult(member, any),
            pool.ule(member, any),
        ];
        for relation in relations {
            for part in [pool.and(here, relation), pool.or(outside, relation)] {
                found.insert(pool.and(made, part));
            }
        }
    }
    found
}

/// Whether a statement is about a family's members.
fn mentions(pool: &TermPool, statement: Term, family: &StateFamily) -> bool {
    let symbols = pool.symbols_of(&[statement]);
    let mut symbols = symbols.into_iter().map(|s| pool.symbol_term(s));
    symbols.any(|symbol| family.arrays().any(|array| array == symbol))
}

/// The constants that a system gives to pointers, if they may be addresses.
fn constants(pool: &TermPool, system: &TransitionSystem, width: u32) -> Vec<Term> {
    let mut found = IndexSet::new();
    let edges = system.blocks.iter().flat_map(|b| &b.edges);
    let mut stack: Vec<Term> = edges.flat_map(|e| e.values.iter().copied()).collect();
    let mut seen: IndexSet<Term> = IndexSet::new();
    while let Some(value) = stack.pop() {
        if !seen.insert(value) {
            continue;
        }
        match pool.op(value) {
            Op::Store => stack.extend([pool.arg(value, 0), pool.arg(value, 2)]),
            Op::Ite => stack.extend(&pool.args(value)[1..]),
            Op::BvConst(_) if pool.width(value) == width => {
                let address = pool.as_u64(value).filter(|number| *number >= PAGE);
                found.extend(address.map(|_| value));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.into_iter().take(MAX_CONSTANTS).collect()
}
