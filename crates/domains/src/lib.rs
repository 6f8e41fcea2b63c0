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

use encode::system::StateVar;
use program::{CType, Program};

pub use sum::Sum;
pub use template::{Candidate, Domain, Row, Template};

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
