//! Template polyhedra over bit-vectors (Brain, Joshi, Kroening, Schrammel: *Safety Verification and Refutation by
//! k-Invariants and k-Induction*, SAS 2015; 2LS).
//!
//! A template is a list of *rows* `at location ⇒ e(x) ≤ d`, in which `e` is a fixed sum of multiples of variables and `d`
//! the parameter. Rows are guarded by their location, so that one template describes the whole program. An abstract value
//! gives every row its `d`; a location that is not reached is `⊥`, and a row without a `d` says nothing (`⊤`).
//!
//! Arithmetic in `e` is widened so that it cannot overflow: for two variables, two bits more than the wider one has, all
//! signed. Without this, `x - y ≤ d` would say nothing about the numbers that `x` and `y` are.

use encode::system::{LocationId, Unrolling};
use term::{BitVec, Term, TermPool};

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    pub location: LocationId,
    /// A signed number over the symbols of state variables.
    pub expression: Term,
    /// The least and the greatest value that the expression can have at all. A row that says no more than the latter is `⊤`.
    pub least: i128,
    pub greatest: i128,
}

impl Row {
    /// `expression ≤ bound`, over the symbols of the state.
    pub fn at_most(&self, pool: &mut TermPool, bound: i128) -> Term {
        let bound = constant(pool, pool.width(self.expression), bound);
        pool.sle(self.expression, bound)
    }
}

impl Row {
    /// The condition that a frame exceeds a bound.
    pub fn violation(
        &self,
        pool: &mut TermPool,
        run: &mut Unrolling<'_>,
        frame: usize,
        bound: i128,
    ) -> Term {
        let here = run.at(frame, self.location);
        let holds = self.at_most(pool, bound);
        let holds = run.instance(pool, frame, holds);
        let fails = pool.not(holds);
        pool.and(here, fails)
    }
}

/// A signed constant of at most 127 bits.
pub fn constant(pool: &mut TermPool, width: u32, value: i128) -> Term {
    let wide = BitVec::from_u128(128, value as u128);
    pool.bv(wide.extract(width - 1, 0))
}

/// A row without a parameter: it holds or is dropped.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub location: LocationId,
    /// Over the symbols of state variables.
    pub predicate: Term,
    /// What may be assumed where it holds: the same, or if it is about any element of an array, the same about certain
    /// elements as well.
    pub hypothesis: Term,
}

impl Candidate {
    pub fn new(location: LocationId, predicate: Term) -> Candidate {
        Candidate {
            location,
            predicate,
            hypothesis: predicate,
        }
    }

    /// What may be assumed about a frame where it holds.
    pub fn assumption(&self, pool: &mut TermPool, run: &mut Unrolling<'_>, frame: usize) -> Term {
        let here = run.at(frame, self.location);
        let holds = run.instance(pool, frame, self.hypothesis);
        pool.implies(here, holds)
    }

    /// The condition that a frame violates it.
    pub fn violation(&self, pool: &mut TermPool, run: &mut Unrolling<'_>, frame: usize) -> Term {
        let fails = pool.not(self.predicate);
        run.is_there(pool, frame, self.location, fails)
    }
}

/// See the module documentation.
#[derive(Default)]
pub struct Template {
    pub rows: Vec<Row>,
    pub candidates: Vec<Candidate>,
    /// By location, if there are candidates about elements: rigid variables and what hypotheses take them for.
    pub instances: Vec<Vec<(Term, Term)>>,
}

impl Template {
    /// Adds all that another template has.
    pub fn extend(&mut self, other: Template) {
        self.rows.extend(other.rows);
        self.candidates.extend(other.candidates);
        if !other.instances.is_empty() {
            self.instances = other.instances;
        }
    }
}

impl From<Vec<Row>> for Template {
    fn from(rows: Vec<Row>) -> Template {
        Template {
            rows,
            ..Template::default()
        }
    }
}
