//! Deciding terms.

pub mod solver;

pub use solver::{Answer, Cancel, Core, Limits, Model, Solver, Why};
