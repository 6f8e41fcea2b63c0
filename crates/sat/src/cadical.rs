//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt; CAV 2024) behind [`SatSolver`].
//!
//! The solver is built from source with `rustsat-cadical`. Variables are numbered by us; CaDiCaL makes them when they first
//! occur in a clause, which is sound as long as its own bounded variable addition (`factor`) stays off, as it is by default.
//!
//! Interruption is CaDiCaL's terminator callback, which it polls during search and inprocessing alike, so that the closure
//! in [`Budget::stop`] may look at a flag that another thread raises, or at a clock.

use crate::lit::{Lit, Var};
use crate::lrat::Checker;
use crate::proof::Proof;
use crate::solver::{Budget, Outcome, SatSolver};
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit as RustSatLit, TernaryVal, Var as RustSatVar};
use rustsat_cadical::{Limit, Statistic};

/// Where we deviate from CaDiCaL's defaults, which are those for one hard call, for the sake of many calls on large inputs.
const OPTIONS: [(&str, i32); 2] = [
    // Trying a few fixed assignments at the start of every call takes time linear in the clauses: up to two thirds of what
    // a refinement loop took.
    ("lucky", 0),
    // Congruence closure and fast elimination before the first call take seconds on a million gates, where the call often
    // takes less; hard calls are as fast without, since the same techniques also run during search.
    ("preprocesslight", 0),
];

/// See the module documentation.
pub struct CaDiCaL {
    // Invariant: declared before `proof`, and so dropped before it.
    solver: rustsat_cadical::CaDiCaL<'static, 'static>,
    proof: Option<Proof>,
    vars: u32,
    clauses: u64,
    /// The clause that is being added.
    clause: Vec<RustSatLit>,
    calls: u64,
    /// Invariant: meaningful iff `last` is `Unsat`.
    failed: Vec<Lit>,
    /// What is wrong with the last proof.
    doubt: Option<String>,
    /// How many answers were checked.
    proved: u64,
    /// The steps of all proofs so far.
    steps: u64,
    /// The answer of the last call, if nothing was added since.
    last: Option<Outcome>,
}

impl Default for CaDiCaL {
    fn default() -> CaDiCaL {
        CaDiCaL::new()
    }
}

fn convert(lit: Lit) -> RustSatLit {
    RustSatLit::new(lit.var().0, lit.is_negated())
}

impl CaDiCaL {
    pub fn new() -> CaDiCaL {
        let mut solver = rustsat_cadical::CaDiCaL::default();
        for (option, value) in OPTIONS {
            let known = solver.set_option(option, value);
            known.expect("CaDiCaL has this option");
        }
        CaDiCaL {
            solver,
            proof: None,
            vars: 0,
            clauses: 0,
            clause: Vec::new(),
            calls: 0,
            failed: Vec::new(),
            doubt: None,
            proved: 0,
            steps: 0,
            last: None,
        }
    }

    /// A solver whose every "unsat" is checked by [`crate::lrat`].
    pub fn checking_proofs() -> CaDiCaL {
        let mut cadical = CaDiCaL::new();
        cadical.proof = Some(Proof::connect(&mut cadical.solver));
        cadical
    }

    fn checker(&mut self) -> Option<&mut Checker> {
        let proof = self.proof.as_ref()?;
        Some(proof.checker(&mut self.solver))
    }

    /// Why the last answer "unsat" is not proved.
    pub fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        // A limit beyond CaDiCaL's own integer type is no limit.
        let limit = conflicts.and_then(|n| i32::try_from(n).ok()).unwrap_or(-1);
        self.solver
            .set_limit(Limit::Conflicts(limit))
            .expect("CaDiCaL has a limit on conflicts");
    }
}

impl SatSolver for CaDiCaL {
    fn new_var(&mut self) -> Var {
        let var = Var(self.vars);
        self.vars += 1;
        assert!(
            self.vars < 1 << 30,
            "CaDiCaL has fewer than 2^30 variables here"
        );
        var
    }

    fn reserve(&mut self) {
        self.last = None;
        if let Some(last) = self.vars.checked_sub(1) {
            self.solver
                .reserve(RustSatVar::new(last))
                .expect("CaDiCaL runs out of memory only together with the process");
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.last = None;
        self.clauses += 1;
        if let Some(checker) = self.checker() {
            checker.expect(clause);
        }
        self.clause.clear();
        self.clause.extend(clause.iter().map(|l| convert(*l)));
        self.solver
            .add_clause_ref(Cl::new(&self.clause))
            .expect("CaDiCaL runs out of memory only together with the process");
    }

    fn solve(&mut self, assumptions: &[Lit], budget: Budget) -> Outcome {
        self.calls += 1;
        self.limit_conflicts(budget.conflicts);
        let limited = budget.stop.is_some();
        if let Some(mut stop) = budget.stop {
            self.solver.attach_terminator(move || {
                if stop() {
                    ControlSignal::Terminate
                } else {
                    ControlSignal::Continue
                }
            });
        }
        if let Some(checker) = self.checker() {
            checker.begin();
        }
        let converted: Vec<RustSatLit> = assumptions.iter().map(|l| convert(*l)).collect();
        let result = self
            .solver
            .solve_assumps(&converted)
            .expect("CaDiCaL's answer is 0, 10 or 20");
        if limited {
            self.solver.detach_terminator();
        }
        let mut outcome = match result {
            SolverResult::Sat => Outcome::Sat,
            SolverResult::Unsat => Outcome::Unsat,
            SolverResult::Interrupted => Outcome::Stopped,
        };
        if outcome == Outcome::Unsat {
            // RustSAT gives the core as a clause, that is, negated.
            let core = self.solver.core().expect("the answer was unsat");
            self.failed = core
                .iter()
                .map(|l| Var(l.vidx32()).lit(l.is_neg()))
                .collect();
        }
        if outcome == Outcome::Unsat
            && let Some(checker) = self.checker()
        {
            let (verdict, steps) = (checker.conclude(assumptions), checker.steps());
            self.steps = steps;
            self.proved += u64::from(verdict.is_ok());
            self.doubt = verdict.err();
            if self.doubt.is_some() {
                outcome = Outcome::Unproved;
            }
        }
        self.last = Some(outcome);
        outcome
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        assert_eq!(self.last, Some(Outcome::Sat), "a value needs a model");
        match self
            .solver
            .lit_val(convert(lit))
            .expect("the answer was sat")
        {
            TernaryVal::True => Some(true),
            TernaryVal::False => Some(false),
            TernaryVal::DontCare => None,
        }
    }

    fn failed(&self) -> &[Lit] {
        assert_eq!(self.last, Some(Outcome::Unsat), "a core needs a refutation");
        &self.failed
    }

    fn conflicts(&self) -> u64 {
        self.solver.get_statistic(Statistic::Conflicts)
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let of = |statistic| self.solver.get_statistic(statistic);
        [
            ("sat.calls", self.calls),
            ("sat.clauses", self.clauses),
            ("sat.conflicts", of(Statistic::Conflicts)),
            ("sat.decisions", of(Statistic::Decisions)),
            ("sat.proof.checked", self.proved),
            ("sat.proof.steps", self.steps),
            ("sat.propagations", of(Statistic::Propagations)),
            ("sat.variables", u64::from(self.vars)),
        ]
        .map(|(name, count)| (name.to_string(), count))
        .to_vec()
    }
}

#[cfg(test)]
mod tests;
