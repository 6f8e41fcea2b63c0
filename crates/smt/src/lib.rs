//! Deciding terms.
//!
//! [`Solver`] is what every engine holds one of. [`EmbeddedSolver`] implements it with nothing installed: terms become
//! circuits ([`bitblast`]), circuits clauses for the SAT solver, and arrays are decided by lemmas on demand ([`arrays`]).
//! [`ExternalSolver`] hands the work to another solver's process. [`script`] lets other tools talk to a solver in SMT-LIB.
//!
//! Absences: nothing here knows programs; only `sat` knows which SAT solver runs.

mod arrays;
mod backend;
mod bitblast;
mod cores;
mod embedded;
mod external;
mod functions;
mod preprocess;
mod record;
mod restart;
pub mod script;
pub mod solver;
mod values;

pub use backend::Backend;
pub use cores::minimise;
pub use embedded::EmbeddedSolver;
pub use external::{ExternalSolver, Installed, Kind};
pub use record::Queries;
pub use solver::{Answer, Cancel, Core, Limits, Model, Solver, Why};
