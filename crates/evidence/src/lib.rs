//! What an answer must carry.

mod verdict;

pub use verdict::{Certificate, Reason, Verdict};
