//! Variables and literals of a SAT solver.

use std::fmt;
use std::ops::Not;

/// A variable of one solver, numbered densely from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

/// A variable or its negation: twice the variable's number, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Var {
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true iff the variable has this value.
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }
}

impl Lit {
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// A dense number, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal with this number.
    pub fn of_index(index: u32) -> Lit {
        Lit(index)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, negated iff `negate`.
    pub fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// DIMACS syntax.
impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negated() { "-" } else { "" };
        write!(f, "{sign}{}", u64::from(self.var().0) + 1)
    }
}
