//! Tests of the binary as a whole.

mod bench;
mod command_line;
mod place;
mod solve;
mod stages;
mod supervisor;
