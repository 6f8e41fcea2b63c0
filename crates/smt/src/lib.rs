//! Deciding terms.
//!
//! [`Solver`] is what every engine holds one of. [`EmbeddedSolver`] implements it with nothing installed: terms become
//! circuits ([`bitblast`]), circuits clauses for the SAT solver, and arrays are decided by lemmas on demand ([`arrays`]).
//!
//! Absences: nothing here knows programs; only `sat` knows which SAT solver runs.

mod arrays;
mod bitblast;
mod embedded;
mod functions;
pub mod solver;
mod values;

pub use embedded::EmbeddedSolver;
pub use solver::{Answer, Cancel, Core, Limits, Model, Solver, Why};
