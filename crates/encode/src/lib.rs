//! From programs to formulas.

pub mod inputs;
pub mod promote;
