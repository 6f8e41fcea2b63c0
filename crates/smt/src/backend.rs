//! The choice of a solver.

use crate::embedded::EmbeddedSolver;
use crate::external::{ExternalSolver, Installed};
use crate::record::{Queries, RecordingSolver};
use crate::solver::Solver;

/// Which solver is to be used, and how.
#[derive(Clone, Default)]
pub struct Backend {
    /// Another solver than the embedded one.
    pub external: Option<Installed>,
    /// Whether each refutation of the embedded SAT solver is checked.
    pub check_proofs: bool,
    /// Where to write what the solver is asked.
    pub queries: Option<Queries>,
}

impl Backend {
    pub fn make(&self) -> Box<dyn Solver> {
        let solver: Box<dyn Solver> = match &self.external {
            Some(installed) => Box::new(ExternalSolver::new(installed.clone())),
            None if self.check_proofs => Box::new(EmbeddedSolver::checking_proofs()),
            None => Box::new(EmbeddedSolver::new()),
        };
        match &self.queries {
            Some(queries) => Box::new(RecordingSolver::new(solver, queries.clone())),
            None => solver,
        }
    }
}
