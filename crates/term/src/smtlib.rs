//! SMT-LIB 2 text (version 2.7; Core, FixedSizeBitVectors, ArraysEx, FloatingPoint), in and out.
//!
//! [`crate::TermPool::display`] and [`parse_term`] are the compact form for readers and tests; [`write_term`],
//! [`write_script`] and [`ScriptReader`] the linear one for solvers, command by command. Reading back a term that was
//! written gives the same handle. Nothing recurses on the depth of a term.

mod apply;
mod apply_float;
mod definition;
mod forms;
mod lexer;
mod name;
mod parse;
mod print;
mod real;
mod scope;
mod script;

pub use forms::{Form, FormReader};
pub use lexer::Position;
pub use name::quote;
pub use parse::{ParseError, ParseErrorKind, parse_term};
pub use print::{ScriptWriter, TermDisplay, head, write_script, write_term};
pub use scope::Attribute;
pub use script::{Command, Script, ScriptReader, Written, parse_script};
