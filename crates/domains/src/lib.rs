//! Template domains: shapes of invariants whose parameters an engine finds with a solver.
//!
//! Absences: nothing here asks a solver, and nothing decides which invariant is good.

pub mod affine;
pub mod analysis;
pub mod elements;
pub mod equality;
pub mod show;
pub mod sum;
pub mod template;
pub mod value;

pub use sum::Sum;
pub use template::{Candidate, Domain, Row, Template};
