//! A solver with the circuit, for many small questions.
//!
//! A question may bring a clause of its own, which counts for this question only: it is guarded by a new variable, which is
//! made false afterwards. Such clauses and variables pile up, so that the solver is made again now and then by its owner.

use crate::circuit::Encoded;
use sat::{Budget, Lit, Outcome, QuickSolver, SatSolver};
use smt::{Limits, Why};

/// Questions with a clause of their own after which a solver is stale.
const STALE: u32 = 3_000;

/// See the module documentation.
pub(super) struct Query {
    solver: QuickSolver,
    /// The guard of the last question's clause.
    guard: Option<Lit>,
    retired: u32,
}

impl Query {
    pub fn new(encoded: &Encoded) -> Query {
        let mut solver = QuickSolver::new();
        for _ in 0..encoded.variables {
            solver.new_var();
        }
        for clause in &encoded.clauses {
            solver.add_clause(clause);
        }
        Query {
            solver,
            guard: None,
            retired: 0,
        }
    }

    pub fn is_stale(&self) -> bool {
        self.retired >= STALE
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.retire();
        self.solver.add_clause(clause);
    }

    fn retire(&mut self) {
        if let Some(guard) = self.guard.take() {
            self.solver.add_clause(&[!guard]);
            self.retired += 1;
        }
    }

    /// Whether the clauses, the clause of this question, and the assumptions have a model.
    pub fn ask(
        &mut self,
        clause: Option<&[Lit]>,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<bool, Why> {
        self.retire();
        let mut all = Vec::with_capacity(assumptions.len() + 1);
        if let Some(clause) = clause {
            all.push(self.guard(clause));
        }
        all.extend(assumptions);
        self.solve(&all, limits)
    }

    /// The same, where the assumptions come before the clause: what follows from them is known when the clause is, so that a
    /// refutation needs few of them.
    pub fn ask_clause_last(
        &mut self,
        clause: &[Lit],
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<bool, Why> {
        self.retire();
        let mut all = assumptions.to_vec();
        all.push(self.guard(clause));
        self.solve(&all, limits)
    }

    /// What makes a clause count, in the next question.
    fn guard(&mut self, clause: &[Lit]) -> Lit {
        let guard = self.solver.new_var().positive();
        let mut guarded = vec![!guard];
        guarded.extend(clause);
        self.solver.add_clause(&guarded);
        self.guard = Some(guard);
        guard
    }

    fn solve(&mut self, all: &[Lit], limits: &Limits) -> Result<bool, Why> {
        // Most questions are decided before the solver asks whether to stop.
        if let Some(why) = limits.expired() {
            return Err(why);
        }
        let asked = limits.clone();
        let budget = Budget {
            conflicts: None,
            stop: Some(Box::new(move || asked.expired().is_some())),
        };
        match self.solver.solve(all, budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Stopped | Outcome::Unproved => Err(limits.expired().unwrap_or(Why::Cancelled)),
        }
    }

    /// The value of a literal in the model. One that does not matter is false.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit).unwrap_or(lit.is_negated())
    }

    /// The assumptions that the refutation used.
    pub fn core(&self) -> &[Lit] {
        self.solver.failed()
    }

    pub fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }
}
