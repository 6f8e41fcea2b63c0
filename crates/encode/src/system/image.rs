//! Images and pre-images of formulas along edges, and the formulas of paths.
//!
//! There are no quantifiers in terms, so what a quantifier would bind is a free symbol here: satisfiability is the same, and
//! so is validity of `image → formula`. The pre-image is a substitution, since an edge gives each variable of its target a
//! value; the image needs names for the state that it comes from, and equations.
//!
//! A variable that the target does not have may have any value there. A formula about the target that mentions one all the
//! same speaks of its value at the source.

use super::renaming::Renaming;
use super::{EdgeId, LocationId, StateVarId, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermPool};

impl TransitionSystem {
    /// When the edge is taken and leads to a state that satisfies a formula: a formula over the variables of the location that
    /// it leaves and the inputs of that block.
    ///
    /// An input of the block that the formula mentions is that of a later execution (the formula may be a pre-image itself)
    /// and gets a fresh name.
    pub fn pre(&self, pool: &mut TermPool, edge: EdgeId, formula: Term) -> Term {
        let mut values: FxHashMap<Term, Term> = self
            .updates(edge)
            .map(|(id, value)| (self.variable(id).symbol, value))
            .collect();
        let inputs: FxHashSet<Term> = self.block(edge.from).inputs.iter().copied().collect();
        let before = pool.substitute(
            formula,
            &mut |pool, symbol| {
                let term = pool.symbol_term(symbol);
                if let Some(value) = values.get(&term) {
                    return Some(*value);
                }
                if !inputs.contains(&term) {
                    return None;
                }
                let name = pool.symbol_name(symbol).to_string();
                let later = pool.fresh(&name, pool.sort(term));
                values.insert(term, later);
                Some(later)
            },
            &mut FxHashMap::default(),
        );
        pool.and(self.edge(edge).guard, before)
    }

    /// The states that the edge leads to from those that satisfy a formula: a formula over the variables of the edge's target.
    /// The state and inputs that it comes from are symbols whose names begin with `name`; other symbols in the formula (it
    /// may be an image itself) get that beginning, too.
    pub fn post(&self, pool: &mut TermPool, edge: EdgeId, formula: Term, name: &str) -> Term {
        let mut before = Renaming::of_state(pool, self, name.to_string());
        let guard = before.of(pool, self, self.edge(edge).guard);
        let formula = before.of(pool, self, formula);
        let mut parts = vec![formula, guard];
        for (id, value) in self.updates(edge) {
            let value = before.of(pool, self, value);
            parts.push(pool.eq(self.variable(id).symbol, value));
        }
        pool.and_all(parts)
    }
}

/// Consecutive edges, and what a run that takes them looks like. Each moment has symbols of its own for the state and the
/// inputs; rigid variables are the same throughout.
pub struct EdgePath<'s> {
    system: &'s TransitionSystem,
    /// The locations on the way: one more than edges.
    locations: Vec<LocationId>,
    moments: Vec<Renaming>,
    /// For each edge, that it is taken: a formula over its moment and the next one.
    steps: Vec<Term>,
    /// The system's symbol for each symbol of a state on the way.
    original: FxHashMap<Term, Term>,
}

impl<'s> EdgePath<'s> {
    /// The path along some edges, of which each begins where the one before ends. `name` tells its symbols from those of
    /// other paths and unrollings.
    pub fn new(
        pool: &mut TermPool,
        system: &'s TransitionSystem,
        from: LocationId,
        edges: &[EdgeId],
        name: &str,
    ) -> EdgePath<'s> {
        let moments: Vec<Renaming> = (0..=edges.len())
            .map(|i| Renaming::of_state(pool, system, format!("{name}{i}")))
            .collect();
        let mut path = EdgePath {
            system,
            locations: vec![from],
            moments,
            steps: Vec::new(),
            original: FxHashMap::default(),
        };
        for moment in &path.moments {
            let symbols = system.variables.iter().map(|v| v.symbol);
            path.original
                .extend(moment.values().iter().copied().zip(symbols));
        }
        for (i, edge) in edges.iter().enumerate() {
            assert_eq!(path.locations[i], edge.from, "the edges are consecutive");
            path.locations.push(system.edge(*edge).to);
            let step = path.step(pool, i, *edge);
            path.steps.push(step);
        }
        path
    }

    fn step(&mut self, pool: &mut TermPool, i: usize, edge: EdgeId) -> Term {
        let system = self.system;
        let mut parts = vec![self.at(pool, i, system.edge(edge).guard)];
        for (id, value) in system.updates(edge) {
            let value = self.at(pool, i, value);
            parts.push(pool.eq(self.value(i + 1, id), value));
        }
        pool.and_all(parts)
    }

    /// The locations on the way, one more than edges.
    pub fn locations(&self) -> &[LocationId] {
        &self.locations
    }

    /// For each edge, that it is taken: a formula over the state and inputs before it and the state after it.
    pub fn steps(&self) -> &[Term] {
        &self.steps
    }

    /// That all edges are taken.
    pub fn formula(&self, pool: &mut TermPool) -> Term {
        pool.and_all(self.steps.iter().copied())
    }

    /// The symbol of a variable after `moment` edges.
    pub fn value(&self, moment: usize, variable: StateVarId) -> Term {
        self.moments[moment].value(variable)
    }

    /// A term over variables and inputs of the system, as it is after `moment` edges.
    pub fn at(&mut self, pool: &mut TermPool, moment: usize, term: Term) -> Term {
        self.moments[moment].of(pool, self.system, term)
    }

    /// A term over the state of a single moment, as a term over the system's own symbols: the way back from
    /// [`EdgePath::at`]. Inputs stay as they are.
    pub fn original(&self, pool: &mut TermPool, term: Term) -> Term {
        pool.substitute(
            term,
            &mut |pool, symbol| self.original.get(&pool.symbol_term(symbol)).copied(),
            &mut FxHashMap::default(),
        )
    }
}
