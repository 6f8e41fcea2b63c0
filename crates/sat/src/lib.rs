//! Incremental SAT.
