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

pub(crate) mod access;
pub(crate) mod bounds;
pub(crate) mod predicates;

use crate::Types;
use crate::domain::{Domain, DomainRef, Source};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::{Candidate, Template};
use crate::zones::Zones;
use access::{accesses, core, key, replace, terms_of};
use bounds::{Bounds, Region};
use encode::system::{Block, LocationId, StateVarId, TransitionSystem};
use indexmap::IndexSet;
use predicates::{Predicates, is_of_family};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{Sort, Term, TermPool};

/// At most so many candidates at a location, in sum over all of them, and flags.
const MAX_CANDIDATES: usize = 1500;
const MAX_CANDIDATES_IN_SUM: usize = 6000;
const MAX_FLAGS: usize = 2;

/// At most so many variables are kept after loops.
const MAX_ENDS: usize = 6;

/// See the module documentation.
pub struct Elements;

impl Domain for Elements {
    fn name(&self) -> &'static str {
        "elements"
    }

    fn help(&self) -> &'static str {
        "Zones, and what parts of arrays have in common"
    }

    fn shape(&self) -> &'static str {
        "those of zones, and what parts of arrays have in common: `for all l <= g < u: a[g] <= max`"
    }

    fn prepare(&self, pool: &mut TermPool, system: &mut TransitionSystem) {
        add_indices(pool, system);
        add_ends(pool, system);
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        if source.system.rigid.is_empty() {
            return None;
        }
        let (candidates, instances) = candidates(pool, source.types, source.system);
        Some(Template {
            rows: rows(pool, source, Pairs::Differences, Ghosts::With),
            candidates,
            instances,
        })
    }

    fn starts_from(&self) -> Option<DomainRef> {
        Some(&Zones)
    }

    /// What holds of every element in one member of a disjunction or the other is not what holds of every element.
    fn splits_paths(&self) -> bool {
        false
    }
}

/// Adds a rigid variable for each width that an index has.
pub(crate) fn add_indices(pool: &mut TermPool, system: &mut TransitionSystem) {
    let mut widths = BTreeSet::new();
    for block in &system.blocks {
        for access in accesses(pool, &terms_of(block)) {
            if system.family_of(pool, access.array).is_some() {
                continue;
            }
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

/// Keeps, for what comes after a loop, where the loop left the variables that were indices in it.
fn add_ends(pool: &mut TermPool, system: &mut TransitionSystem) {
    let mut left = MAX_ENDS;
    for location in system.heads() {
        let block = system.block(location);
        let mut indices = IndexSet::new();
        for access in accesses(pool, &terms_of(block)) {
            if system.family_of(pool, access.array).is_none() {
                let core = core(pool, access.index);
                let symbols = pool.symbols_of(&[core]).into_iter();
                indices.extend(symbols.filter_map(|s| system.variable_of(pool.symbol_term(s))));
            }
        }
        let here = &system.location(location).variables;
        let is_index = |id: &StateVarId| {
            let sort = pool.sort(system.variable(*id).symbol);
            here.contains(id) && !system.is_ghost(*id) && matches!(sort, Sort::BitVec(_))
        };
        let indices: Vec<StateVarId> = indices.into_iter().filter(is_index).take(left).collect();
        left -= system.add_ends(pool, location, &indices).len();
    }
}

/// The facts about elements that a system suggests, and at each location what a rigid index may be taken for.
fn candidates(
    pool: &mut TermPool,
    types: Types<'_>,
    system: &TransitionSystem,
) -> (Vec<Candidate>, Vec<Vec<(Term, Term)>>) {
    let survey = Survey {
        predicates: Predicates::new(pool, system),
        bounds: Bounds::new(pool, types, system),
    };
    let instances: Vec<Vec<(Term, Term)>> = (system.blocks.iter())
        .map(|block| instances(pool, system, block))
        .collect();
    let mut found = Vec::new();
    for id in system.heads() {
        let instances = &instances[id.index()];
        let mut here = survey.candidates(pool, system, id);
        for candidate in &mut here {
            candidate.hypothesis = hypothesis(pool, candidate.predicate, instances);
        }
        found.extend(here);
    }
    (found, instances)
}

/// A statement about any element, and the same about certain ones.
pub(crate) fn hypothesis(pool: &mut TermPool, predicate: Term, instances: &[(Term, Term)]) -> Term {
    let mut all = vec![predicate];
    for (rigid, value) in instances {
        all.push(replace(pool, predicate, *rigid, *value));
    }
    pool.and_all(all)
}

/// What the elements that a block reads or writes are, as values of rigid indices.
pub(crate) fn instances(
    pool: &mut TermPool,
    system: &TransitionSystem,
    block: &Block,
) -> Vec<(Term, Term)> {
    let mut found = IndexSet::new();
    for access in accesses(pool, &terms_of(block)) {
        let core = key(pool, system, &access);
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

/// All that the program says.
struct Survey {
    predicates: Predicates,
    bounds: Bounds,
}

impl Survey {
    fn candidates(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        id: LocationId,
    ) -> Vec<Candidate> {
        let location = system.location(id);
        let mut parts: FxHashMap<Term, Vec<Region>> = FxHashMap::default();
        for rigid in &system.rigid {
            let list = self.bounds.parts(pool, system, location, *rigid);
            parts.insert(*rigid, list);
        }
        let available = |symbol: Term| {
            let variable = system
                .variable_of(symbol)
                .expect("predicates are over the state");
            location.variables.contains(&variable) || system.rigid.contains(&symbol)
        };
        let mut found = Vec::new();
        for predicate in &self.predicates.0 {
            if is_of_family(pool, system, *predicate) {
                continue;
            }
            let symbols = pool.symbols_of(&[*predicate]);
            let symbols: Vec<Term> = symbols.into_iter().map(|s| pool.symbol_term(s)).collect();
            if !symbols.iter().all(|s| available(*s)) {
                continue;
            }
            let Some(rigid) = symbols.iter().find(|s| system.rigid.contains(s)) else {
                found.push(Candidate::new(id, *predicate));
                continue;
            };
            for part in &parts[rigid] {
                let fact = pool.implies(part.condition, *predicate);
                if !pool.is_value(fact) {
                    found.push(Candidate::new(id, fact));
                }
            }
        }
        self.add_flags(pool, system, &mut found);
        let share = MAX_CANDIDATES_IN_SUM / system.heads().count().max(1);
        found.truncate(MAX_CANDIDATES.min(share));
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
        for flag in self.bounds.flags.iter().take(MAX_FLAGS) {
            let variable = system.variable_of(pool.arg(*flag, 1));
            let negation = pool.not(*flag);
            for condition in [*flag, negation] {
                for index in 0..plain {
                    let fact = &facts[index];
                    let here = &system.location(fact.location).variables;
                    if !variable.is_some_and(|v| here.contains(&v)) {
                        continue;
                    }
                    let location = fact.location;
                    let conditional = pool.implies(condition, fact.predicate);
                    facts.push(Candidate::new(location, conditional));
                }
            }
        }
    }
}
