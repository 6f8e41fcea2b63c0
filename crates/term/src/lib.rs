//! Terms: the one expression language from lowering to solver.
//!
//! A [`TermPool`] owns hash-consed terms over [`Sort`]s; making a term simplifies it ([`rewrite`]). [`eval`] computes a
//! term's value, `subst` replaces symbols, `import` copies from another pool, and [`smtlib`] reads and writes SMT-LIB 2 text.
//!
//! Absences: nothing here knows programs, solvers or C. No function recurses on the depth of a term.

// The generator of random terms serves tests inside and outside the crate.
#[cfg(test)]
extern crate self as term;

pub mod bitvec;
mod build;
pub mod eval;
pub mod float;
mod import;
mod lambda;
mod op;
mod pool;
mod rewrite;
pub mod smtlib;
mod sort;
mod subst;

pub use bitvec::BitVec;
pub use eval::Value;
pub use float::{Float, FloatClass, FloatFormat, RoundingMode};
pub use lambda::{Lambda, LambdaId, MAX_LISTED_BITS};
pub use op::{ConstId, FunctionId, Op, SymbolId};
pub use pool::{Term, TermPool, is_commutative};
pub use sort::{ArraySort, DECLARED_BITS, Sort};
