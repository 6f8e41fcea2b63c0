//! CaDiCaL's proof, handed to the checker.
//!
//! CaDiCaL tells a tracer of every clause that it gets, derives and deletes, with antecedents (Pollitt, Fleury, Biere,
//! "Faster LRAT checking than solving with CaDiCaL", SAT 2023). Here all of it goes to our own [`Checker`], at once: no file
//! is written, and memory is that of the clauses that are alive.

use crate::lit::{Lit, Var};
use crate::lrat::Checker;
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, ProofTracerHandle, TraceProof};

/// The checker of one solver. Must outlive it, since the solver calls it until it is dropped itself.
pub struct Proof {
    handle: ProofTracerHandle<Tracer>,
}

// SAFETY: the handle owns a `Tracer`, which can be sent, and pointers to what the solver owns, which goes where the handle
// goes: both are fields of one struct.
unsafe impl Send for Proof {}

#[derive(Default)]
struct Tracer {
    checker: Checker,
    /// The literals of the current clause.
    buffer: Vec<Lit>,
}

impl Proof {
    /// The solver must not have been given a clause before.
    pub fn connect(solver: &mut CaDiCaL<'static, 'static>) -> Proof {
        let handle = solver.connect_proof_tracer(Tracer::default(), true);
        Proof { handle }
    }

    pub fn checker<'a>(&self, solver: &'a mut CaDiCaL<'static, 'static>) -> &'a mut Checker {
        &mut solver.proof_tracer_mut(&self.handle).checker
    }
}

impl Tracer {
    fn read(&mut self, clause: &CaDiCaLClause) {
        self.buffer.clear();
        let lits = clause.iter().map(|l| Var(l.vidx32()).lit(l.is_pos()));
        self.buffer.extend(lits);
    }
}

fn numbers(ids: &[ClauseId]) -> Vec<i64> {
    ids.iter().map(|id| id.0).collect()
}

impl TraceProof for Tracer {
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause,
        restored: bool,
    ) {
        self.read(clause);
        if restored {
            self.checker.take_back(id.0, &self.buffer);
        } else {
            self.checker.original(id.0, &self.buffer);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _redundant: bool,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        self.read(clause);
        self.checker
            .derived(id.0, &self.buffer, &numbers(antecedents));
    }

    fn add_assumption_clause(
        &mut self,
        id: ClauseId,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        let _ = id;
        self.read(clause);
        self.checker.failed(&self.buffer, &numbers(antecedents));
    }

    fn delete_clause(&mut self, id: ClauseId, _redundant: bool, _clause: &CaDiCaLClause) {
        self.checker.delete(id.0);
    }

    fn weaken_minus(&mut self, id: ClauseId, clause: &CaDiCaLClause) {
        self.read(clause);
        self.checker.set_aside(id.0, &self.buffer);
    }
}
