//! How far engines that unroll follow loops and recursion.

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "bmc")]
pub struct Settings {
    /// Unroll loops and recursion this often and no further [default: deeper and deeper, until there is an answer].
    #[arg(long, value_name = "N", help_heading = "Unrolling")]
    pub unwind: Option<u32>,

    /// Grow the bound by this much in each round [default: double it].
    #[arg(long, value_name = "N", help_heading = "Unrolling", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind_step: Option<u32>,

    /// A bound for single loops. LOOP is `function.number` as in CBMC, `file:line`, a line, or a function (all of its loops).
    #[arg(long, value_name = "LOOP:N", value_delimiter = ',', value_parser = loop_bound, help_heading = "Unrolling")]
    pub unwindset: Vec<(String, u32)>,
}

impl Settings {
    /// Whether the user says how far loops are to be followed.
    pub(crate) fn is_bounded(&self) -> bool {
        self.unwind.is_some() || !self.unwindset.is_empty()
    }
}

fn loop_bound(text: &str) -> Result<(String, u32), String> {
    let hint = || format!("`{text}` is not of the form LOOP:N, such as sort.c:12:10 or main:10");
    let (name, bound) = text.rsplit_once(':').ok_or_else(hint)?;
    let bound = bound.parse().map_err(|_| hint())?;
    Ok((name.to_string(), bound))
}
