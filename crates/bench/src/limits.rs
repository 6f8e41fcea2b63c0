//! What one run may use.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Of all processes of the run together.
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    /// Of all processes of the run together.
    pub megabytes: u64,
    /// What may be written to stdout and stderr, and into a single file.
    pub output_megabytes: u64,
    /// How many processes and threads there may be at the same time: it stops tools that only fork.
    pub processes: usize,
}
