//! CBMC, the peer that Aver is measured against, and how to ask it the same question.
//!
//! CBMC checks much by default (`--no-standard-checks` turns that off), and proves only what fits into its unwinding:
//! `--unwinding-assertions` makes it say so when something did not.

use crate::process::{self, Finished};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// CBMC's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    True,
    False,
    /// Only unwinding assertions fail.
    Unwinding,
    Timeout,
    /// CBMC does not support the program or the property, or broke.
    Error,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unwinding => "unwinding",
            Verdict::Timeout => "timeout",
            Verdict::Error => "error",
        }
    }
}

pub struct Cbmc {
    binary: PathBuf,
}

impl Cbmc {
    /// The given binary, or `$CBMC`, or `cbmc` of the PATH.
    pub fn new(binary: Option<&Path>) -> Cbmc {
        let binary = binary
            .map(Path::to_path_buf)
            .or_else(|| std::env::var_os("CBMC").map(PathBuf::from))
            .unwrap_or_else(|| PathBuf::from("cbmc"));
        Cbmc { binary }
    }

    pub fn version(&self) -> Result<String> {
        let finished = process::run(
            Command::new(&self.binary).arg("--version"),
            Duration::from_secs(10),
        )
        .context("CBMC is needed here; say where it is with --cbmc or $CBMC")?;
        Ok(finished.stdout.trim().to_string())
    }

    /// One run with a fixed unwinding. `args` are the files and what concerns them.
    pub fn run(
        &self,
        args: &[String],
        unwind: u32,
        limit: Duration,
    ) -> Result<(Verdict, Finished)> {
        let mut command = Command::new(&self.binary);
        command
            .args(["--no-standard-checks", "--unwinding-assertions", "--unwind"])
            .arg(unwind.to_string())
            .args(args);
        let finished = process::run(&mut command, limit)?;
        Ok((verdict(&finished), finished))
    }
}

fn verdict(finished: &Finished) -> Verdict {
    if finished.timed_out {
        return Verdict::Timeout;
    }
    match finished.code {
        Some(0) => Verdict::True,
        Some(10) => {
            let mut failures = finished.stdout.lines().filter(|l| l.ends_with(": FAILURE"));
            if failures.any(|line| !line.contains("unwinding assertion")) {
                Verdict::False
            } else {
                Verdict::Unwinding
            }
        }
        _ => Verdict::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(code: i32, stdout: &str) -> Finished {
        Finished {
            code: Some(code),
            timed_out: false,
            stdout: stdout.to_string(),
            stderr: String::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    #[test]
    fn unwinding_is_no_violation() {
        let unwinding = "[main.unwind.0] line 4 unwinding assertion loop 0: FAILURE\n";
        let assertion = "[main.assertion.1] line 5 assertion x: FAILURE\n";
        assert_eq!(verdict(&finished(10, unwinding)), Verdict::Unwinding);
        let both = format!("{unwinding}{assertion}");
        assert_eq!(verdict(&finished(10, &both)), Verdict::False);
        assert_eq!(verdict(&finished(0, "")), Verdict::True);
        assert_eq!(verdict(&finished(6, "")), Verdict::Error);
    }
}
