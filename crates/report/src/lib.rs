//! Answers for users and for other programs.
//!
//! [`Findings`] is what was found; [`Findings::conclude`] derives the one answer from it, [`text`] makes the report for a
//! terminal, [`json`] the same for other programs.
//!
//! Absences: nothing here prints or decides anything; a report never asks a solver. The only files that are read are the
//! user's sources, for the lines that a trace shows.

mod findings;
pub mod json;
mod source;
mod style;
pub mod text;
mod trace;

#[cfg(test)]
mod tests;

pub use findings::{Answer, Conclusion, Findings, PropertyRow, site_ids};
pub use style::Style;
pub use text::Detail;
