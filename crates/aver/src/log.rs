//! The log: what the worker does, on stderr.
//!
//! Nothing is logged unless `-v` or the environment variable `AVER_LOG` asks for it. `-v` shows the phases and how long
//! they took, `-vv` every query to the solver as well. `AVER_LOG` takes the filters of `tracing-subscriber`, such as
//! `smt=debug`, and takes precedence over `-v`.

use std::io;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::time::uptime;

/// The environment variable with filters.
const VARIABLE: &str = "AVER_LOG";

/// Starts to log in this process; an error is about the value of `AVER_LOG`.
pub fn start(verbosity: u8) -> Result<(), String> {
    let filters = std::env::var(VARIABLE).unwrap_or_default();
    let filters = match (filters.as_str(), verbosity) {
        ("", 0) => return Ok(()),
        ("", 1) => "info",
        ("", _) => "debug",
        (filters, _) => filters,
    };
    let filter = EnvFilter::try_new(filters)
        .map_err(|error| format!("{VARIABLE}={filters} is not a list of filters: {error}"))?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_span_events(FmtSpan::CLOSE)
        .with_timer(uptime())
        .init();
    Ok(())
}
