//! The successors of a value state along an edge.
//!
//! Known values are substituted, and most of a block folds away. What is left of the tracked variables' new values is
//! enumerated: each model of the guard gives a valuation, which is excluded from the next one. A variable whose new value is
//! computed, not chosen among constants, may have so many values that it is left unknown in all these successors.

use super::precision::has_constant_leaves;
use super::too_much;
use super::tree::Valuation;
use encode::system::{Edge, LocationId, TransitionSystem};
use evidence::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Answer, Backend, Limits, Solver};
use std::collections::BTreeSet;
use term::{Term, TermPool, Value};

/// How many values a variable that is computed may have along one edge from one state.
const MOST_COMPUTED: usize = 32;

/// States after which a fresh solver is made: what these asked about is of no use for others.
const SOLVER_LIFE: u32 = 10;

/// A block's terms with the values that are known at its beginning.
pub(super) struct Fold {
    known: FxHashMap<Term, Term>,
    cache: FxHashMap<Term, Term>,
}

impl Fold {
    pub fn new(system: &TransitionSystem, location: LocationId, values: &Valuation) -> Fold {
        let variables = system.location(location).variables.iter().zip(values);
        let known = variables
            .filter_map(|(id, value)| value.map(|value| (system.variable(*id).symbol, value)));
        Fold {
            known: known.collect(),
            cache: FxHashMap::default(),
        }
    }

    pub fn term(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let known = &self.known;
        let mut value = |pool: &mut TermPool, symbol| known.get(&pool.symbol_term(symbol)).copied();
        pool.substitute(term, &mut value, &mut self.cache)
    }
}

/// Answers questions about single steps.
pub(super) struct Oracle {
    backend: Backend,
    limits: Limits,
    solver: Box<dyn Solver>,
    age: u32,
    pub queries: u64,
}

impl Oracle {
    pub fn new(backend: &Backend, limits: &Limits) -> Oracle {
        Oracle {
            backend: backend.clone(),
            limits: limits.clone(),
            solver: backend.make(),
            age: 0,
            queries: 0,
        }
    }

    /// Questions about another state follow.
    pub fn next_state(&mut self) {
        self.age += 1;
        if self.age > SOLVER_LIFE {
            self.age = 0;
            self.solver = self.backend.make();
        }
    }

    /// The values of terms in a state in which the condition holds, if there is one.
    pub fn ask(
        &mut self,
        pool: &mut TermPool,
        condition: Term,
        terms: &[Term],
    ) -> Result<Option<Vec<Value>>, Reason> {
        if pool.is_false(condition) {
            return Ok(None);
        }
        if pool.is_true(condition) && terms.is_empty() {
            return Ok(Some(Vec::new()));
        }
        self.queries += 1;
        match self.solver.check(pool, &[condition], &self.limits) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(why) => Err(why.into()),
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                Ok(Some(terms.iter().map(|t| evaluator.eval(*t)).collect()))
            }
        }
    }

    /// The valuations of the target's tracked variables, at most so many.
    pub fn successors(
        &mut self,
        pool: &mut TermPool,
        fold: &mut Fold,
        edge: &Edge,
        tracked: &BTreeSet<usize>,
        most: usize,
    ) -> Result<Vec<Valuation>, Reason> {
        let guard = fold.term(pool, edge.guard);
        if pool.is_false(guard) {
            return Ok(Vec::new());
        }
        let mut known: Valuation = vec![None; edge.values.len()];
        let mut unfolded = Vec::new();
        for place in tracked {
            let value = fold.term(pool, edge.values[*place]);
            match pool.is_value(value) {
                true => known[*place] = Some(value),
                false => unfolded.push((*place, value)),
            }
        }
        self.enumerate(pool, guard, known, unfolded, most)
    }

    /// The valuations that a guard allows: those of the terms, beside known ones.
    fn enumerate(
        &mut self,
        pool: &mut TermPool,
        guard: Term,
        known: Valuation,
        mut unfolded: Vec<(usize, Term)>,
        most: usize,
    ) -> Result<Vec<Valuation>, Reason> {
        let mut rows: Vec<Valuation> = Vec::new();
        let mut rest = guard;
        loop {
            let terms: Vec<Term> = unfolded.iter().map(|(_, term)| *term).collect();
            let Some(values) = self.ask(pool, rest, &terms)? else {
                return Ok(rows);
            };
            let mut row = known.clone();
            for ((place, term), value) in unfolded.iter().zip(values) {
                row[*place] = Some(constant(pool, *term, &value));
            }
            rows.push(row);
            if unfolded.is_empty() {
                return Ok(rows);
            }
            if rows.len() > most {
                let what = format!("a state has more than {most} successors");
                return Err(too_much(what));
            }
            if let Some(numerous) = numerous(pool, &rows, &unfolded) {
                let (place, _) = unfolded.remove(numerous);
                rows.iter_mut().for_each(|row| row[place] = None);
                let mut seen = FxHashSet::default();
                rows.retain(|row| seen.insert(row.clone()));
                if unfolded.is_empty() {
                    return Ok(rows);
                }
                rest = guard;
                for row in &rows {
                    rest = without(pool, rest, row, &unfolded);
                }
            } else {
                rest = without(pool, rest, &rows[rows.len() - 1], &unfolded);
            }
        }
    }
}

/// Which of the computed variables has too many values.
fn numerous(pool: &TermPool, rows: &[Valuation], unfolded: &[(usize, Term)]) -> Option<usize> {
    if rows.len() <= MOST_COMPUTED {
        return None;
    }
    unfolded.iter().position(|(place, term)| {
        let values: BTreeSet<_> = rows.iter().map(|row| row[*place]).collect();
        values.len() > MOST_COMPUTED && !has_constant_leaves(pool, *term, None)
    })
}

/// The condition, but not with these values.
fn without(pool: &mut TermPool, condition: Term, row: &Valuation, terms: &[(usize, Term)]) -> Term {
    let mut same = pool.tt();
    for (place, term) in terms {
        if let Some(value) = row[*place] {
            let equal = pool.eq(*term, value);
            same = pool.and(same, equal);
        }
    }
    let other = pool.not(same);
    pool.and(condition, other)
}

/// A value as a term of the other one's sort.
fn constant(pool: &mut TermPool, like: Term, value: &Value) -> Term {
    match value {
        Value::Bool(value) => pool.bool(*value),
        Value::BitVec(value) => pool.bv(value.clone()),
        _ => unreachable!("{:?} is not tracked", pool.sort(like)),
    }
}
