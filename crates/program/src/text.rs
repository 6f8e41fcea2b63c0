//! The text form of programs, for readers and for tests.
//!
//! ```text
//! program LP64 pointers 64 offset 48
//! file "max.c"
//! type t0 int "int" 32 signed
//! site s0 valid-deref ends "invalid read" in "main" @3:10
//! entry main
//!
//! fn main() -> 32 @1:1
//!   var x: 32 = "x" t0 @2:7
//! b0:
//!   x := havoc nondet "__VERIFIER_nondet_int" @2:11
//!   return (bvadd x #x00000001) @3:3
//! ```
//!
//! One line is one entry or instruction (a line may be broken inside parentheses); `;` starts a comment. Expressions are
//! SMT-LIB terms over the variables' names. A place is `@line:column`, in the file of the function's own place (outside
//! functions: file 0), or `@file:line:column`; no place means [`crate::Place::NOWHERE`]. Names that are not plain
//! symbols are written between bars.
//!
//! Printing is deterministic and does not depend on the order in which terms were made: the arguments of commutative
//! operators are printed in the order of their text, constants last. [`parse()`] renumbers variables in the
//! order of their functions; everything else keeps its number.

mod lex;
mod parse;
mod print;
mod term;

pub use lex::ParseError;
pub use parse::parse;
pub use print::{print, print_function};
