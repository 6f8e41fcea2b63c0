//! BatSat, a solver after MiniSat (Eén, Sörensson, *An Extensible SAT-solver*, SAT 2003), behind [`SatSolver`].
//!
//! It has no inprocessing and next to no cost per call, and so is for engines that ask very many small questions. It is
//! written in Rust: nothing has to be built with a C++ compiler.

use crate::lit::{Lit, Var};
use crate::solver::{Budget, Outcome, SatSolver, Stop};
use batsat::{Callbacks, SolverInterface, SolverOpts, lbool};
use std::cell::{Cell, RefCell};

/// How many calls of [`Callbacks::stop`] there are from one question whether to stop to the next.
const POLL: u32 = 16;

/// See the module documentation.
pub struct BatSat {
    solver: batsat::Solver<Interrupt>,
    vars: u32,
    clauses: u64,
    calls: u64,
    /// Invariant: meaningful iff `last` is `Unsat`.
    failed: Vec<Lit>,
    last: Option<Outcome>,
}

/// Asks whether to stop.
#[derive(Default)]
struct Interrupt {
    stop: RefCell<Option<Stop>>,
    polls: RefCell<u32>,
    /// Whether it was said in this call that it is to stop: the solver asks once more before it does.
    stopped: Cell<bool>,
    /// The number of conflicts is not among what a callback is told, so that it counts learnt clauses.
    conflicts: u64,
    most: Option<u64>,
}

impl Callbacks for Interrupt {
    fn on_new_clause(&mut self, _: &[batsat::Lit], _: batsat::ClauseKind) {
        self.conflicts += 1;
    }

    fn stop(&self) -> bool {
        if self.stopped.get() || self.most.is_some_and(|most| self.conflicts >= most) {
            return true;
        }
        let mut polls = self.polls.borrow_mut();
        *polls += 1;
        let is_due = polls.is_multiple_of(POLL);
        let stops = is_due && self.stop.borrow_mut().as_mut().is_some_and(|stop| stop());
        self.stopped.set(stops);
        stops
    }
}

impl Default for BatSat {
    fn default() -> BatSat {
        BatSat::new()
    }
}

fn convert(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var().0), !lit.is_negated())
}

impl BatSat {
    pub fn new() -> BatSat {
        let options = SolverOpts::default();
        BatSat {
            solver: batsat::Solver::new(options, Interrupt::default()),
            vars: 0,
            clauses: 0,
            calls: 0,
            failed: Vec::new(),
            last: None,
        }
    }
}

impl SatSolver for BatSat {
    fn new_var(&mut self) -> Var {
        let var = Var(self.vars);
        self.vars += 1;
        self.solver.new_var_default();
        var
    }

    fn reserve(&mut self) {
        self.last = None;
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.last = None;
        self.clauses += 1;
        let mut clause: Vec<batsat::Lit> = clause.iter().map(|l| convert(*l)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: Budget) -> Outcome {
        self.calls += 1;
        let interrupt = self.solver.cb_mut();
        interrupt.most = budget.conflicts.map(|more| interrupt.conflicts + more);
        *interrupt.stop.borrow_mut() = budget.stop;
        interrupt.stopped.set(false);
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|l| convert(*l)).collect();
        let answer = self.solver.solve_limited(&assumptions);
        *self.solver.cb_mut().stop.borrow_mut() = None;
        let outcome = if answer == lbool::TRUE {
            Outcome::Sat
        } else if answer == lbool::FALSE {
            Outcome::Unsat
        } else {
            Outcome::Stopped
        };
        if outcome == Outcome::Unsat {
            // The core comes as a clause, that is, negated.
            let core = self.solver.unsat_core().iter();
            self.failed = core.map(|l| Var(l.var().idx()).lit(!l.sign())).collect();
        }
        self.last = Some(outcome);
        outcome
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        assert_eq!(self.last, Some(Outcome::Sat), "a value needs a model");
        let value = self.solver.value_lit(convert(lit));
        match value {
            v if v == lbool::TRUE => Some(true),
            v if v == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn failed(&self) -> &[Lit] {
        assert_eq!(self.last, Some(Outcome::Unsat), "a core needs a refutation");
        &self.failed
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        [
            ("sat.calls", self.calls),
            ("sat.clauses", self.clauses),
            ("sat.conflicts", self.solver.num_conflicts()),
            ("sat.decisions", self.solver.num_decisions()),
            ("sat.propagations", self.solver.num_propagations()),
            ("sat.variables", u64::from(self.vars)),
        ]
        .map(|(name, count)| (name.to_string(), count))
        .to_vec()
    }
}

#[cfg(test)]
mod tests;
