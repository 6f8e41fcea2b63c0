//! Tests of the binary as a whole.

mod bench;
mod cbmc;
mod command_line;
mod messages;
mod place;
mod solve;
mod stages;
mod supervisor;
