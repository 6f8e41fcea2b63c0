//! A transition system as one finite machine: state variables, among them where the run is, each with a first value and a
//! next one.
//!
//! This is what engines work on that know nothing of locations, and what formats for hardware can say. The idea is LLUMC's
//! (Kleine Büning, Balyo, Sinz, *Unbounded Software Model Checking with Incremental SAT-Solving*, 2017): one machine for the
//! program, in which a run that has ended stays in a location of its own.
//!
//! - A location is a number in binary, or one bit for each (*one-hot*, with the fact that exactly one of them is true). How
//!   much of the program one step takes is decided before, by the cut points of the transition system: a basic block as in
//!   LLUMC, or all from loop head to loop head.
//! - All next values are functions, so every state has exactly one successor for all inputs. A run that no edge takes on
//!   has ended: the program has, or an assumption fails, or a check does. That the outcomes of a block cover all states is
//!   for the user of this module to prove ([`Block::outcomes`](crate::system::Block::outcomes)).
//! - A check that is not excused is bad, and so is a gap; runs do not go on after either. A check sees only the assumptions
//!   before it, since its condition contains them and none after it.
//! - A variable that its location does not have is zero there, so that states that differ in nothing that matters are the
//!   same one. In the invariant of a location it is zero, too.
//! - The entry has no state. What its block reads of state variables is an unknown first value: an input.
//! - Arrays whose index has few bits become one variable for each element ([`crate::words`]), and others are not supported; or
//!   all arrays stay as they are ([`Arrays`]).

mod run;

pub use run::Moment;

use crate::system::{LocationId, TransitionSystem};
use crate::words::arrays::Expander;
use program::SiteId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use term::{Sort, Term, TermPool, Value};

/// See the module documentation.
pub struct Finite {
    pub states: Vec<State>,
    pub inputs: Vec<Term>,
    pub bad: Vec<Bad>,
    /// Hold in every state of every run, if those that were given do.
    pub facts: Vec<Term>,
    pub coding: Coding,
    locations: usize,
    /// For each state variable of the system, what the entry's block reads in its place.
    at_entry: FxHashMap<Term, Term>,
    /// The elements of arrays that are symbols, the first one first.
    elements: FxHashMap<Term, Vec<Term>>,
}

/// A part of the state.
pub struct State {
    pub symbol: Term,
    /// The same in terms of the transition system; none if it says where the run is.
    pub term: Option<Term>,
    /// `None` for any value.
    pub first: Option<Value>,
    pub next: Term,
    /// The locations that have it; none are listed if it says where the run is.
    pub live: Vec<bool>,
}

/// Something bad: a check or a gap, in a location.
#[derive(Clone, Copy, Debug)]
pub struct Bad {
    pub location: LocationId,
    pub what: What,
    pub condition: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Check(SiteId),
    /// By its number in the block.
    Gap(usize),
}

/// What becomes of arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrays {
    /// They are variables, for engines on words.
    Kept,
    /// Each of their elements is a variable, for engines on bits.
    Expanded,
}

/// How locations are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Coding {
    /// A number in binary.
    #[default]
    Binary,
    /// A bit for each.
    OneHot,
}

impl Finite {
    /// The machine of a system in which nothing is asked about some checks. The facts are given by location. An error says
    /// what is not supported.
    pub fn new(
        pool: &mut TermPool,
        system: &TransitionSystem,
        excused: &BTreeSet<SiteId>,
        facts: &[Term],
        coding: Coding,
        arrays: Arrays,
    ) -> Result<Finite, String> {
        let mut builder = Builder {
            system,
            excused,
            coding,
            expander: match arrays {
                Arrays::Kept => Expander::keeping_arrays(),
                Arrays::Expanded => Expander::default(),
            },
            place: Vec::new(),
            at_entry: FxHashMap::default(),
        };
        builder.place = builder.place_symbols(pool);
        builder.build(pool, facts)
    }

    /// What a state variable is in the states of a location: a term of the transition system, or a value.
    pub fn term_at(&self, pool: &mut TermPool, state: &State, location: LocationId) -> Term {
        match state.term {
            Some(term) if state.live[location.index()] => term,
            Some(term) => {
                let sort = pool.sort(term);
                pool.constant(sort, &Value::zero(sort))
            }
            None => self.code(pool, state, location.index()),
        }
    }

    /// The variable that says where a run is, if it is a number.
    pub fn location(&self) -> Option<Term> {
        (self.coding == Coding::Binary).then(|| self.states[0].symbol)
    }

    /// The number of locations. It is also the number of the one where runs are that have ended.
    pub fn locations(&self) -> usize {
        self.locations
    }

    /// The value of a variable that says where the run is, in a location.
    fn code(&self, pool: &mut TermPool, state: &State, location: usize) -> Term {
        match self.coding {
            Coding::Binary => {
                let width = pool.width(state.symbol);
                pool.bv_u64(width, location as u64)
            }
            Coding::OneHot => {
                let own = self.states[..=self.locations]
                    .iter()
                    .position(|s| s.symbol == state.symbol);
                pool.bool(own == Some(location))
            }
        }
    }
}

struct Builder<'s> {
    system: &'s TransitionSystem,
    excused: &'s BTreeSet<SiteId>,
    coding: Coding,
    expander: Expander,
    /// What says where the run is.
    place: Vec<Term>,
    at_entry: FxHashMap<Term, Term>,
}

impl Builder<'_> {
    /// The number of locations; it is also the number of the one where ended runs are.
    fn ended(&self) -> usize {
        self.system.locations.len()
    }

    fn place_symbols(&self, pool: &mut TermPool) -> Vec<Term> {
        match self.coding {
            Coding::Binary => {
                let width = usize::BITS - self.ended().leading_zeros();
                vec![pool.symbol_of_sort("location", Sort::BitVec(width))]
            }
            Coding::OneHot => (0..=self.ended())
                .map(|i| pool.symbol_of_sort(&format!("location.{i}"), Sort::Bool))
                .collect(),
        }
    }

    /// Whether the run is at a location.
    fn at(&self, pool: &mut TermPool, location: usize) -> Term {
        match self.coding {
            Coding::Binary => {
                let code = self.value_of(pool, 0, location);
                pool.eq(self.place[0], code)
            }
            Coding::OneHot => self.place[location],
        }
    }

    /// The value of the `i`-th of the variables that say where the run is, at a location.
    fn value_of(&self, pool: &mut TermPool, i: usize, location: usize) -> Term {
        match self.coding {
            Coding::Binary => {
                let width = pool.width(self.place[0]);
                pool.bv_u64(width, location as u64)
            }
            Coding::OneHot => pool.bool(i == location),
        }
    }

    fn build(mut self, pool: &mut TermPool, facts: &[Term]) -> Result<Finite, String> {
        let system = self.system;
        let mut bad = Vec::new();
        // By location: when a run goes on.
        let mut goes_on = Vec::new();
        for (location, block) in system.blocks() {
            let here = self.at(pool, location.index());
            let checks = block.checks.iter();
            let checks = checks.filter(|c| !self.excused.contains(&c.site));
            let checks = checks.map(|c| (What::Check(c.site), c.condition, c.ends_run));
            let gaps = block.gaps.iter().enumerate();
            let gaps = gaps.map(|(number, gap)| (What::Gap(number), gap.guard, true));
            let all: Vec<(What, Term, bool)> = checks.chain(gaps).collect();
            let mut fine = pool.tt();
            for (what, condition, ends_run) in all {
                let condition = self.term(pool, location, condition)?;
                if !ends_run {
                    let holds = pool.not(condition);
                    fine = pool.and(fine, holds);
                }
                let condition = pool.and(here, condition);
                if !pool.is_false(condition) {
                    bad.push(Bad {
                        location,
                        what,
                        condition,
                    });
                }
            }
            goes_on.push(fine);
        }
        let edges = self.edges(pool, &goes_on)?;
        let mut states = self.places(pool, &edges);
        self.variables(pool, &edges, &mut states)?;
        let facts = self.facts(pool, facts)?;
        Ok(self.finish(pool, states, bad, facts))
    }

    /// A term of a location's block, over the machine's symbols.
    fn term(
        &mut self,
        pool: &mut TermPool,
        location: LocationId,
        term: Term,
    ) -> Result<Term, String> {
        let term = match location == TransitionSystem::ENTRY {
            true => self.of_entry(pool, term),
            false => term,
        };
        self.expander.term(pool, term)
    }

    /// A term of the entry's block: first values are inputs.
    fn of_entry(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let system = self.system;
        let at_entry = &mut self.at_entry;
        pool.substitute(
            term,
            &mut |pool, symbol| {
                let term = pool.symbol_term(symbol);
                let id = system.variable_of(term)?;
                if system.rigid.contains(&term) {
                    return None;
                }
                let name = format!("entry.{}", system.variable(id).name);
                let sort = pool.sort(term);
                let input = pool.symbol_of_sort(&name, sort);
                at_entry.insert(term, input);
                Some(input)
            },
            &mut FxHashMap::default(),
        )
    }

    /// All edges, with the terms of the machine.
    fn edges(&mut self, pool: &mut TermPool, goes_on: &[Term]) -> Result<Vec<Edge>, String> {
        let system = self.system;
        let mut all = Vec::new();
        for (from, block) in system.blocks() {
            for edge in &block.edges {
                let guard = self.term(pool, from, edge.guard)?;
                let guard = pool.and(guard, goes_on[from.index()]);
                if pool.is_false(guard) {
                    continue;
                }
                let mut values = FxHashMap::default();
                let variables = &system.location(edge.to).variables;
                for (id, value) in variables.iter().zip(&edge.values) {
                    let symbol = system.variable(*id).symbol;
                    let value = match from == TransitionSystem::ENTRY {
                        true => self.of_entry(pool, *value),
                        false => *value,
                    };
                    let parts = self.expander.parts(pool, value)?;
                    values.insert(symbol, parts);
                }
                all.push(Edge {
                    from: from.index(),
                    to: edge.to.index(),
                    guard,
                    values,
                });
            }
        }
        Ok(all)
    }

    /// The next value of something that each edge gives a value, and `otherwise` where none is taken.
    fn next(
        &self,
        pool: &mut TermPool,
        edges: &[Edge],
        value: &mut dyn FnMut(&mut TermPool, &Edge) -> Option<Term>,
        otherwise: Term,
    ) -> Term {
        let mut next = otherwise;
        for from in (0..self.ended()).rev() {
            let mut here = otherwise;
            let own = edges.iter().filter(|e| e.from == from);
            for edge in own.collect::<Vec<_>>().into_iter().rev() {
                if let Some(value) = value(pool, edge) {
                    here = pool.ite(edge.guard, value, here);
                }
            }
            if here != otherwise {
                let at = self.at(pool, from);
                next = pool.ite(at, here, next);
            }
        }
        next
    }

    /// Where the run is.
    fn places(&mut self, pool: &mut TermPool, edges: &[Edge]) -> Vec<State> {
        let ended = self.ended();
        let mut states = Vec::new();
        for (i, symbol) in self.place.clone().into_iter().enumerate() {
            let otherwise = self.value_of(pool, i, ended);
            let mut value =
                |pool: &mut TermPool, edge: &Edge| Some(self.value_of(pool, i, edge.to));
            let next = self.next(pool, edges, &mut value, otherwise);
            let first = self.value_of(pool, i, 0);
            states.push(State {
                symbol,
                term: None,
                first: term::eval::value_of(pool, first),
                next,
                live: Vec::new(),
            });
        }
        states
    }

    /// The variables of locations, and the rigid ones.
    fn variables(
        &mut self,
        pool: &mut TermPool,
        edges: &[Edge],
        states: &mut Vec<State>,
    ) -> Result<(), String> {
        let system = self.system;
        for id in system.variable_ids() {
            let variable = system.variable(id).symbol;
            let is_rigid = system.rigid.contains(&variable);
            let locations = system.locations.iter();
            let live: Vec<bool> = locations
                .map(|l| is_rigid || l.variables.contains(&id))
                .collect();
            if !live.contains(&true) {
                continue;
            }
            let symbols = self.expander.parts(pool, variable)?;
            for (i, symbol) in symbols.iter().enumerate() {
                let sort = pool.sort(*symbol);
                if !sort.declared_within().is_empty() {
                    return Err(format!("a state variable of sort {sort}"));
                }
                let zero = pool.constant(sort, &Value::zero(sort));
                let mut value = |_: &mut TermPool, edge: &Edge| {
                    let parts = edge.values.get(&variable)?;
                    Some(parts[i])
                };
                let (first, next) = match is_rigid {
                    true => (None, *symbol),
                    false => {
                        let next = self.next(pool, edges, &mut value, zero);
                        (Some(Value::zero(sort)), next)
                    }
                };
                states.push(State {
                    symbol: *symbol,
                    term: Some(self.expander.original(pool, variable, i)),
                    first,
                    next,
                    live: live.clone(),
                });
            }
        }
        Ok(())
    }

    fn facts(&mut self, pool: &mut TermPool, facts: &[Term]) -> Result<Vec<Term>, String> {
        let mut all = Vec::new();
        for (location, fact) in facts.iter().enumerate().skip(1) {
            let here = self.at(pool, location);
            for part in pool.conjuncts(*fact) {
                // What is not supported here is only left out.
                if let Ok(part) = self.expander.term(pool, part) {
                    all.push(pool.implies(here, part));
                }
            }
        }
        match self.coding {
            Coding::Binary => {
                let last = self.value_of(pool, 0, self.ended());
                all.push(pool.ule(self.place[0], last));
            }
            Coding::OneHot => {
                let mut before = pool.ff();
                for place in &self.place {
                    let twice = pool.and(before, *place);
                    all.push(pool.not(twice));
                    before = pool.or(before, *place);
                }
                all.push(before);
            }
        }
        all.retain(|fact| !pool.is_true(*fact));
        Ok(all)
    }

    fn finish(
        self,
        pool: &mut TermPool,
        states: Vec<State>,
        bad: Vec<Bad>,
        facts: Vec<Term>,
    ) -> Finite {
        let known: FxHashSet<Term> = states.iter().map(|s| s.symbol).collect();
        let mut terms: Vec<Term> = states.iter().map(|s| s.next).collect();
        terms.extend(bad.iter().map(|b| b.condition));
        let symbols = pool.symbols_of(&terms).into_iter();
        let inputs = symbols.map(|symbol| pool.symbol_term(symbol));
        let mut inputs: Vec<Term> = inputs.filter(|s| !known.contains(s)).collect();
        inputs.sort_unstable();
        inputs.dedup();
        Finite {
            states,
            inputs,
            bad,
            facts,
            coding: self.coding,
            locations: self.system.locations.len(),
            at_entry: self.at_entry,
            elements: self.expander.into_elements(),
        }
    }
}

/// An edge with the terms of the machine.
struct Edge {
    from: usize,
    to: usize,
    guard: Term,
    /// By variable of the system: its value, or those of its elements.
    values: FxHashMap<Term, Vec<Term>>,
}
