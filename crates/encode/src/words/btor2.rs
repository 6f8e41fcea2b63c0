//! BTOR2: word-level transition systems with arrays, the format of the hardware model checking competitions (A. Niemetz, M.
//! Preiner, C. Wolf, A. Biere, *BTOR2, BtorMC and Boolector 3.0*, CAV 2018).
//!
//! A file has one node a line: `ID OPERATOR SORT OPERANDS… [NAME]`. A negative operand is negated. Bits are bit-vectors of
//! width 1 there, and Booleans here.
//!
//! [`read()`] takes everything but fairness and justice, which it reports; [`write()`] writes what has no floats and no arrays that
//! are made by functions of their index. [`write_run`] writes a counterexample in the format's own way.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{File, read};
pub use write::{write, write_run};
