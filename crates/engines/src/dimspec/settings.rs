//! How a circuit is unrolled.

use std::str::FromStr;

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "dimspec")]
pub struct Settings {
    /// How many steps incremental SAT adds before it asks again: a number, or `double` for as many as there are.
    #[arg(
        long,
        value_name = "STEPS",
        default_value = "1",
        help_heading = "Proving"
    )]
    pub stride: Stride,

    /// The most steps of incremental SAT; by default there is no such limit.
    #[arg(long, value_name = "STEPS", help_heading = "Proving")]
    pub max_steps: Option<usize>,

    /// The SAT solver of incremental SAT.
    #[arg(
        long,
        value_enum,
        value_name = "SOLVER",
        default_value = "large",
        help_heading = "Proving"
    )]
    pub sat_solver: SatChoice,
}

/// The steps between two questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    Steps(usize),
    Double,
}

impl Default for Stride {
    fn default() -> Stride {
        Stride::Steps(1)
    }
}

impl Stride {
    /// How many steps come after the first `count`.
    pub(super) fn after(self, count: usize) -> usize {
        match self {
            Stride::Steps(steps) => steps,
            Stride::Double => count.max(1),
        }
    }
}

impl FromStr for Stride {
    type Err = String;

    fn from_str(text: &str) -> Result<Stride, String> {
        match text.parse() {
            Ok(steps) if steps > 0 => Ok(Stride::Steps(steps)),
            _ if text == "double" => Ok(Stride::Double),
            _ => Err("a number of at least 1, or `double`".to_string()),
        }
    }
}

/// A solver of `sat`.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SatChoice {
    /// Made for few large questions.
    #[default]
    Large,
    /// Made for many small ones.
    Small,
}
