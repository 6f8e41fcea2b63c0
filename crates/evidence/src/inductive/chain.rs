//! A chain of blocks: the states of a run, one after the other, as the checker of inductive proofs sees them.
//!
//! A link of the chain says where the run is, by one condition per location, and what the variables are there. The next link
//! follows from the last one and new inputs.

use encode::system::TransitionSystem;
use rustc_hash::FxHashMap;
use term::{Sort, Term, TermPool};

/// See the module documentation.
pub struct Chain<'s> {
    system: &'s TransitionSystem,
    /// Distinguishes its symbols from those of another chain.
    name: &'static str,
    links: Vec<Link>,
    /// The first link is at exactly one location.
    start: Term,
}

/// A state.
struct Link {
    /// By location.
    at: Vec<Term>,
    /// By the variable's number.
    values: Vec<Term>,
}

impl<'s> Chain<'s> {
    /// A chain that begins at the entry.
    pub fn from_entry(pool: &mut TermPool, system: &'s TransitionSystem) -> Chain<'s> {
        let mut at = vec![pool.ff(); system.locations.len()];
        at[0] = pool.tt();
        let start = pool.tt();
        Chain::new(pool, system, "check.first", at, start)
    }

    /// A chain that begins in any state at any loop head.
    pub fn from_any_head(pool: &mut TermPool, system: &'s TransitionSystem) -> Chain<'s> {
        let name = "check.any";
        let mut at = vec![pool.ff(); system.locations.len()];
        for head in system.heads() {
            let index = head.index();
            at[index] = pool.symbol(&format!("{name}.at{index}"), Sort::Bool);
        }
        let mut start = pool.or_all(at.iter().copied());
        for (index, a) in at.iter().enumerate() {
            for b in &at[..index] {
                let both = pool.and(*a, *b);
                let apart = pool.not(both);
                start = pool.and(start, apart);
            }
        }
        Chain::new(pool, system, name, at, start)
    }

    fn new(
        pool: &mut TermPool,
        system: &'s TransitionSystem,
        name: &'static str,
        at: Vec<Term>,
        start: Term,
    ) -> Chain<'s> {
        let values = system.variables.iter().map(|variable| {
            let symbol = format!("{name}.{}", variable.name);
            pool.symbol(&symbol, pool.sort(variable.symbol))
        });
        let values = values.collect();
        Chain {
            system,
            name,
            links: vec![Link { at, values }],
            start,
        }
    }

    /// The condition under which the first link is a state.
    pub fn start(&self) -> Term {
        self.start
    }

    /// Adds a link.
    pub fn go_on(&mut self, pool: &mut TermPool) {
        let step = self.links.len() - 1;
        let mut at = vec![pool.ff(); self.system.locations.len()];
        let mut values = self.links[step].values.clone();
        let mut known = FxHashMap::default();
        for (from, block) in self.system.blocks.iter().enumerate() {
            let here = self.links[step].at[from];
            for edge in &block.edges {
                let guard = self.instance(pool, step, edge.guard, &mut known);
                let taken = pool.and(here, guard);
                if pool.is_false(taken) {
                    continue;
                }
                let to = edge.to.index();
                at[to] = pool.or(at[to], taken);
                let variables = &self.system.locations[to].variables;
                for (id, value) in variables.iter().zip(&edge.values) {
                    let value = self.instance(pool, step, *value, &mut known);
                    let slot = &mut values[id.index()];
                    *slot = pool.ite(taken, value, *slot);
                }
            }
        }
        self.links.push(Link { at, values });
    }

    /// The conditions on the state and the block at a link, given by location, hold there.
    pub fn holds(&self, pool: &mut TermPool, step: usize, by_location: &[Term]) -> Term {
        let mut known = FxHashMap::default();
        let mut all = Vec::new();
        for (at, says) in self.links[step].at.iter().zip(by_location) {
            if !pool.is_false(*at) {
                let says = self.instance(pool, step, *says, &mut known);
                all.push(pool.implies(*at, says));
            }
        }
        pool.and_all(all)
    }

    /// Two links are not the same state.
    pub fn differ(&self, pool: &mut TermPool, a: usize, b: usize) -> Term {
        let mut all = Vec::new();
        for (index, location) in self.system.locations.iter().enumerate() {
            let mut same = pool.and(self.links[a].at[index], self.links[b].at[index]);
            for id in &location.variables {
                let number = id.index();
                let equal = pool.eq(self.links[a].values[number], self.links[b].values[number]);
                same = pool.and(same, equal);
            }
            all.push(pool.not(same));
        }
        pool.and_all(all)
    }

    /// A term of the system, as it is at a link. Inputs are new at each one.
    fn instance(
        &self,
        pool: &mut TermPool,
        step: usize,
        term: Term,
        known: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let (system, name) = (self.system, self.name);
        let values = &self.links[step].values;
        let mut value_of = |pool: &mut TermPool, symbol| {
            let term = pool.symbol_term(symbol);
            if let Some(id) = system.variable_of(term) {
                return Some(values[id.index()]);
            }
            let input = format!("{name}{step}.{}", pool.symbol_name(symbol));
            Some(pool.symbol(&input, pool.sort(term)))
        };
        pool.substitute(term, &mut value_of, known)
    }
}
