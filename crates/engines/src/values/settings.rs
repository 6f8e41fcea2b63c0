//! How far explicit-value analysis goes.

/// The value states that are explored unless the user says otherwise.
const MAX_STATES: usize = 20_000;

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "values")]
pub struct Settings {
    /// Let explicit-value analysis explore so many states, and then give up [default: 20000].
    #[arg(long, value_name = "N", help_heading = "Proving")]
    pub max_states: Option<usize>,
}

impl Settings {
    pub(super) fn max_states(&self) -> usize {
        self.max_states.unwrap_or(MAX_STATES)
    }
}
