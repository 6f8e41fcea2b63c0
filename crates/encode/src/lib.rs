//! From programs to formulas.
//!
//! [`promote`] turns locals into variables, [`points_to`] tells which objects pointers may reach, [`exec`] runs a program
//! symbolically over the memory model of [`memory`], and [`inputs`] is how a model of the resulting formulas becomes a
//! concrete run again. [`system`] is the block-by-block view of the same execution, the transition system. [`lemma`] is how
//! what was proved in one of these views is used in another. [`finite`] is the transition system as one machine over bits and
//! words, and [`words`] such machines as files of other model checkers say them.
//!
//! Absences: nothing here knows LLVM or asks a solver.

pub mod exec;
pub mod finite;
pub mod guard;
pub mod inputs;
pub mod lemma;
pub mod memory;
pub mod points_to;
pub mod promote;
pub mod system;
pub mod trie;
pub mod words;
