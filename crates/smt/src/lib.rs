//! Deciding terms.
//!
//! Every engine holds a [`Solver`]. [`EmbeddedSolver`] implements it and needs no other program: terms become
//! circuits ([`bitblast`]), circuits clauses for the SAT solver, and arrays and functions are decided by lemmas on demand
//! ([`arrays`], [`functions`], [`nested`]).
//! [`ExternalSolver`] hands the work to another solver's process. [`script`] lets other tools talk to a solver in SMT-LIB.
//!
//! Absences: nothing here knows programs; only `sat` knows which SAT solver runs.

mod arrays;
mod backend;
mod bitblast;
mod circuit;
mod cores;
mod embedded;
mod external;
mod functions;
mod nested;
mod preprocess;
mod record;
mod restart;
pub mod script;
pub mod solver;
mod values;

pub use backend::Backend;
pub use circuit::{NoCircuit, write_circuit};
pub use cores::minimise;
pub use embedded::EmbeddedSolver;
pub use external::{ExternalSolver, Floats, Installed, SolverKind};
pub use record::Queries;
pub use solver::{Answer, Cancel, Core, Limits, Model, Solver, Why};
