//! The choice of a solver.

use crate::embedded::EmbeddedSolver;
use crate::external::{ExternalSolver, Installed};
use crate::solver::Solver;
use std::str::FromStr;

/// Which solver is to be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Backend {
    Embedded {
        /// Whether each refutation of the SAT solver is checked.
        check_proofs: bool,
    },
    External(Installed),
}

impl Default for Backend {
    fn default() -> Backend {
        Backend::Embedded {
            check_proofs: false,
        }
    }
}

impl Backend {
    pub fn make(&self) -> Box<dyn Solver> {
        match self {
            Backend::Embedded { check_proofs: true } => Box::new(EmbeddedSolver::checking_proofs()),
            Backend::Embedded { .. } => Box::new(EmbeddedSolver::new()),
            Backend::External(installed) => Box::new(ExternalSolver::new(installed.clone())),
        }
    }
}

/// `embedded`, `NAME` or `NAME:PATH`.
impl FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Backend, String> {
        match text {
            "embedded" => Ok(Backend::default()),
            other => other.parse().map(Backend::External),
        }
    }
}
