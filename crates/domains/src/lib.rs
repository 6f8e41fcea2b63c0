//! Template domains: shapes of invariants whose parameters an engine finds with a solver ([`domain`]). A domain is a file and
//! a line in the [`registry`].
//!
//! Absences: nothing here asks a solver, and nothing decides which invariant is good.

pub mod affine;
pub mod analysis;
pub mod domain;
pub mod elements;
pub mod equalities;
mod extents;
pub mod havoc;
pub mod heaps;
pub mod intervals;
pub mod invariant;
pub mod octagons;
pub mod registry;
mod rows;
pub mod show;
pub mod sum;
pub mod template;
#[cfg(test)]
mod tests;
pub mod value;
pub mod zones;

use encode::system::StateVar;
use program::{CType, Program};

pub use domain::{Collector, Domain, DomainRef, Source};
pub use havoc::Havoc;
pub use intervals::Intervals;
pub use invariant::{Invariant, InvariantPart};
pub use registry::DOMAINS;
pub use sum::Sum;
pub use template::{Candidate, Row, Template};

/// The C types of variables, where the system comes from a program.
#[derive(Clone, Copy)]
pub struct Types<'a>(Option<&'a Program>);

impl<'a> Types<'a> {
    /// The type of a variable, if it is known.
    pub fn of(self, variable: &StateVar) -> Option<&'a CType> {
        let source = variable.source.as_ref()?;
        Some(self.0?.ty(source.ty))
    }
}

impl<'a> From<Option<&'a Program>> for Types<'a> {
    fn from(program: Option<&'a Program>) -> Types<'a> {
        Types(program)
    }
}
