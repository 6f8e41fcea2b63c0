//! The choice of a solver.

use crate::embedded::EmbeddedSolver;
use crate::external::{ExternalSolver, Floats, Installed};
use crate::record::{Queries, RecordingSolver};
use crate::restart::RestartingSolver;
use crate::solver::Solver;

/// Which solver is to be used, and how.
#[derive(Clone, Default)]
pub struct Backend {
    /// Another solver than the embedded one.
    pub external: Option<Installed>,
    /// How floats are sent to it, if not by the default of that solver.
    pub floats: Option<Floats>,
    /// Whether each refutation of the embedded SAT solver is checked.
    pub check_proofs: bool,
    /// Whether each call is made on a fresh solver, to compare with.
    pub restart: bool,
    /// Where to write what the solver is asked.
    pub queries: Option<Queries>,
}

impl Backend {
    pub fn make(&self) -> Box<dyn Solver> {
        let solver: Box<dyn Solver> = if self.restart {
            let fresh = self.clone();
            Box::new(RestartingSolver::new(Box::new(move || fresh.make_one())))
        } else {
            self.make_one()
        };
        match &self.queries {
            Some(queries) => Box::new(RecordingSolver::new(solver, queries.clone())),
            None => solver,
        }
    }
    fn make_one(&self) -> Box<dyn Solver> {
        match &self.external {
            Some(installed) => {
                let floats = self.floats.unwrap_or(installed.kind.floats());
                Box::new(ExternalSolver::with_floats(installed.clone(), floats))
            }
            None if self.check_proofs => Box::new(EmbeddedSolver::checking_proofs()),
            None => Box::new(EmbeddedSolver::new()),
        }
    }
}
