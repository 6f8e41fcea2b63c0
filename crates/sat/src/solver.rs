//! The interface of an incremental SAT solver.

use crate::lit::{Lit, Var};

/// Decides conjunctions of clauses, incrementally.
pub trait SatSolver {
    fn new_var(&mut self) -> Var;

    /// Reserves memory for all variables so far at once, before clauses introduce them one by one. Forgets the model
    /// and the core of the last call.
    fn reserve(&mut self);

    /// Adds a clause for good. Forgets the model and the core of the last call.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Hears that the clauses since it heard so last define a gate, and what that is computed from.
    fn defined(&mut self, _gate: Var, _inputs: &[Var]) {}

    /// Decides the clauses together with `assumptions`, which hold for this call only.
    fn solve(&mut self, assumptions: &[Lit], budget: Budget) -> Outcome;

    /// The value of a literal in the model of the last call; `None` if any value will do.
    ///
    /// Panics unless the last call answered [`Outcome::Sat`] and nothing was added since.
    fn value(&self, lit: Lit) -> Option<bool>;

    /// The assumptions that the last call's refutation used; empty if the clauses alone are unsatisfiable.
    ///
    /// Panics unless the last call answered [`Outcome::Unsat`] and nothing was added since.
    fn failed(&self) -> &[Lit];

    /// The number of conflicts since the solver was made.
    fn conflicts(&self) -> u64;

    /// Counters since the solver was made, under hierarchical names (`sat.conflicts`), in a fixed order.
    fn statistics(&self) -> Vec<(String, u64)>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Sat,
    Unsat,
    /// The budget was used up.
    Stopped,
    /// The solver claims that there is no solution, but its proof of that does not pass the check.
    Unproved,
}

/// Asked regularly during a call; the call ends soon after it has answered `true`.
pub type Stop = Box<dyn FnMut() -> bool + Send>;

/// What one call may use. The default is "no limit".
#[derive(Default)]
pub struct Budget {
    pub conflicts: Option<u64>,
    pub stop: Option<Stop>,
}
