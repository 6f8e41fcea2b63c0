//! Incremental SAT, and the way from circuits to clauses.
//!
//! [`SatSolver`] is the interface, [`DefaultSolver`] its implementation (CaDiCaL), [`QuickSolver`] another one for many small
//! questions (BatSat). [`Local`] is a solver of our own for questions about parts of a circuit. [`sequential`] holds circuits with latches. [`aig`] holds circuits as and-inverter graphs, and
//! [`cnf`] hands the part of a circuit that is asked for to a solver. [`aiger`] and [`dimspec`] are their files, [`lrat`] checks
//! refutations.
//!
//! Absences: nothing here knows terms. No other crate names CaDiCaL.

pub mod aig;
pub mod aiger;
mod batsat;
mod cadical;
pub mod cnf;
pub mod dimspec;
mod lit;
mod local;
pub mod lrat;
mod proof;
pub mod sequential;
mod solver;

pub use aig::{Aig, Edge, Shape};
/// The solver for many small questions.
pub use batsat::BatSat as QuickSolver;
/// The solver that the other crates use.
pub use cadical::CaDiCaL as DefaultSolver;
pub use cnf::Cnf;
pub use lit::{Lit, Var};
pub use local::{Cones, Local, Question};
pub use sequential::Sequential;
pub use solver::{Budget, Outcome, SatSolver, Stop};
