//! A solver with the circuit, for many small questions.

use crate::circuit::Encoded;
use sat::{Lit, Local, Outcome, Question};
use smt::{Limits, Why};
use std::rc::Rc;

/// See the module documentation. A copy of one with nothing but the circuit is the beginning of another one.
#[derive(Clone)]
pub(super) struct Query {
    solver: Local,
    asked: u32,
    /// Clauses that have been added for good.
    pub added: usize,
}

/// Questions from one look at the limits to the next. They take some microseconds each.
const LOOK: u32 = 64;

impl Query {
    pub fn new(encoded: &Encoded) -> Query {
        let mut solver = Local::new(encoded.variables, Rc::clone(&encoded.cones));
        for clause in &encoded.clauses {
            solver.add_clause(clause);
        }
        solver.always(encoded.asserted.iter().copied());
        Query {
            solver,
            asked: 0,
            added: 0,
        }
    }

    /// Adds a clause for good.
    pub fn add(&mut self, clause: &[Lit]) {
        self.added += 1;
        self.solver.add_clause(clause);
    }

    /// Whether there is a model.
    pub fn ask(&mut self, question: Question<'_>, limits: &Limits) -> Result<bool, Why> {
        self.asked += 1;
        if self.asked % LOOK == 1
            && let Some(why) = limits.expired()
        {
            return Err(why);
        }
        let mut stop = || limits.expired().is_some();
        match self.solver.solve(question, &mut stop) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Stopped | Outcome::Unproved => Err(limits.expired().unwrap_or(Why::Cancelled)),
        }
    }

    /// The value of a literal in the model, if the question was about it.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.solver.value(lit)
    }

    /// The assumptions that the refutation used.
    pub fn core(&self) -> &[Lit] {
        self.solver.failed()
    }

    pub fn conflicts(&self) -> u64 {
        self.solver.conflicts()
    }
}
