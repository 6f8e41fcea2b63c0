//! Equalities and conditions: what the ways to a location say of its variables.
//!
//! Where an edge gives `n := input` and `size := 4 * input`, the location it leads to begins with `size = 4 * n`, and if
//! neither changes later, that is an invariant which no template of bounds can express. The same goes for what was assumed
//! on the way, such as `rows * columns <= 1000`, and for single elements of arrays, such as the zero that ends a string.
//! Candidates are read off the edges: the value of a variable, or a part of the guard, with the inputs and old variables in it
//! replaced by the variables that now hold them, or by something from which they can be computed. What is suggested for one
//! location is tried at all locations that have its variables, and after every edge under the new names. Whether a candidate
//! holds on all ways is for an engine to find out (Houdini: Flanagan and Leino, FME 2001).

use crate::domain::{Domain, Source};
use crate::template::{Candidate, Template};
use encode::system::{Edge, LocationId, StateVarId, TransitionSystem};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};

/// At most this many per edge, and at all.
const MAX: usize = 32;
const MAX_CANDIDATES: usize = 1000;

/// At most this many elements of an array.
const MAX_WRITES: usize = 4;

/// See the module documentation.
pub struct Equalities;

impl Domain for Equalities {
    fn name(&self) -> &'static str {
        "equalities"
    }

    fn help(&self) -> &'static str {
        "Equations that hold where a loop begins"
    }

    fn shape(&self) -> &'static str {
        "`x = e`, and conditions: what the path to the loop says about its variables, kept as long as nothing refutes it"
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        Some(Template {
            candidates: candidates(pool, source.system),
            ..Template::default()
        })
    }

    fn strengthens_others(&self) -> bool {
        true
    }
}

/// The equations and conditions that the edges of a system suggest.
fn candidates(pool: &mut TermPool, system: &TransitionSystem) -> Vec<Candidate> {
    let mut found: IndexSet<(LocationId, Term)> = IndexSet::new();
    for (from, block) in system.blocks.iter().enumerate() {
        for edge in &block.edges {
            // A loop's own edge says what changes in it, not what is equal.
            if edge.to.index() == from {
                continue;
            }
            for predicate in equations(pool, system, edge) {
                let locations = locations_with(pool, system, predicate);
                found.extend(locations.into_iter().map(|l| (l, predicate)));
            }
        }
    }
    let mut next = 0;
    while next < found.len() && found.len() < MAX_CANDIDATES {
        let (location, predicate) = found[next];
        for edge in &system.block(location).edges {
            if edge.to == location {
                continue;
            }
            if let Some(renamed) = holders(pool, system, edge).rename(pool, predicate)
                && !pool.is_value(renamed)
            {
                found.insert((edge.to, renamed));
            }
        }
        next += 1;
    }
    let shown = found
        .into_iter()
        .map(|(location, predicate)| Candidate::new(location, predicate));
    shown.collect()
}

/// What holds an input, an old variable, or something computed from these, after an edge. Nothing holds an old variable that
/// a new value has replaced.
struct Holders(FxHashMap<Term, Term>);

fn holders(pool: &mut TermPool, system: &TransitionSystem, edge: &Edge) -> Holders {
    let mut holder: FxHashMap<Term, Term> = FxHashMap::default();
    let variables = &system.location(edge.to).variables;
    let held = variables.iter().zip(&edge.values);
    let held = held.map(|(id, value)| (*value, system.variable(*id).symbol));
    let (plain, computed): (Vec<_>, Vec<_>) = held.partition(|(v, _)| pool.as_symbol(*v).is_some());
    for (value, variable) in plain.into_iter().chain(computed) {
        let (made_of, term) = undone(pool, value, variable);
        // That `i + 1` is the next `i` says nothing new.
        let is_step = made_of != value && system.variable_of(made_of).is_some();
        let is_computed_array = pool.sort(made_of).is_array() && pool.as_symbol(made_of).is_none();
        if !is_step && !pool.is_value(made_of) && !is_computed_array {
            holder.entry(made_of).or_insert(term);
        }
    }
    Holders(holder)
}

/// What a value is made of in ways that can be undone, and how to get it back from what holds the value: the size of an
/// object, `4 * n` in more bits, holds `n`.
fn undone(pool: &mut TermPool, mut value: Term, mut holder: Term) -> (Term, Term) {
    loop {
        if let Some((constant, rest)) = pool.as_sum_with_constant(value) {
            (value, holder) = (rest, pool.bvsub(holder, constant));
            continue;
        }
        let (first, last) = match *pool.args(value) {
            [only] => (only, only),
            [first, last] => (first, last),
            _ => return (value, holder),
        };
        (value, holder) = match pool.op(value) {
            Op::SignExtend(_) | Op::ZeroExtend(_) => {
                (first, pool.extract(holder, pool.width(first) - 1, 0))
            }
            Op::Concat if pool.is_value(last) => {
                let (high, low) = (pool.width(holder) - 1, pool.width(last));
                (first, pool.extract(holder, high, low))
            }
            _ => return (value, holder),
        };
    }
}

impl Holders {
    /// The value of a variable in terms of what is after the edge: not what the variable itself holds of it, if that is made of
    /// other terms. The size `n * m` is the product of what holds `n` and `m`.
    fn rename_value(&self, pool: &mut TermPool, value: Term, variable: Term) -> Option<Term> {
        let mut others = self.0.clone();
        let symbol = pool.as_symbol(variable).expect("a variable is a symbol");
        others.retain(|made_of, holder| {
            pool.as_symbol(*made_of).is_some() || !pool.symbols_of(&[*holder]).contains(&symbol)
        });
        Holders(others).rename(pool, value)
    }

    /// A term about what was before the edge, in terms of what is after it.
    fn rename(&self, pool: &mut TermPool, term: Term) -> Option<Term> {
        let mut is_held = true;
        let renamed = pool.substitute(
            term,
            &mut |pool, symbol| {
                let holder = self.0.get(&pool.symbol_term(symbol)).copied();
                is_held &= holder.is_some();
                holder
            },
            &mut self.0.clone(),
        );
        is_held.then_some(renamed)
    }
}

/// The locations whose state has all variables of a predicate.
fn locations_with(pool: &TermPool, system: &TransitionSystem, predicate: Term) -> Vec<LocationId> {
    let variables: Vec<StateVarId> = (pool.symbols_of(&[predicate]).into_iter())
        .filter_map(|s| system.variable_of(pool.symbol_term(s)))
        .collect();
    let all = system.heads();
    all.filter(|id| {
        let here = &system.location(*id).variables;
        variables.iter().all(|v| here.contains(v))
    })
    .collect()
}

/// What holds right after an edge.
fn equations(pool: &mut TermPool, system: &TransitionSystem, edge: &Edge) -> Vec<Term> {
    let variables = &system.location(edge.to).variables;
    let holders = holders(pool, system, edge);
    let mut found = Vec::new();
    for (id, value) in variables.iter().zip(&edge.values) {
        let variable = system.variable(*id);
        if found.len() >= MAX || pool.is_value(*value) {
            continue;
        }
        if pool.sort(*value).is_array() {
            found.extend(written(pool, &holders, variable.symbol, *value));
            continue;
        }
        let Some(expression) = holders.rename_value(pool, *value, variable.symbol) else {
            continue;
        };
        let equation = pool.eq(variable.symbol, expression);
        if !pool.is_value(equation) {
            found.push(equation);
        }
    }
    let mut conditions = Vec::new();
    for part in pool.conjuncts(edge.guard) {
        if conditions.len() >= MAX {
            break;
        }
        if let Some(condition) = holders.rename(pool, part)
            && !pool.is_value(condition)
        {
            conditions.push(condition);
        }
    }
    found.extend(conditions);
    found
}

/// What was last written into an array: `s[n] = 0`.
fn written(pool: &mut TermPool, holders: &Holders, array: Term, mut value: Term) -> Vec<Term> {
    let mut found = Vec::new();
    while found.len() < MAX_WRITES
        && let (Op::Store, &[before, index, element]) = (pool.op(value), pool.args(value))
    {
        let named = (holders.rename(pool, index), holders.rename(pool, element));
        if let (Some(index), Some(element)) = named {
            let read = pool.select(array, index);
            found.push(pool.eq(read, element));
        }
        value = before;
    }
    found
}
