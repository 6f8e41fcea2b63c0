//! How kIkI looks for invariants.

use super::infer::Pace;
use crate::settings::named;
use clap::builder::PossibleValue;
use domains::{DOMAINS, DomainRef, Sum};

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "kiki")]
pub struct Settings {
    /// The shape of kIkI's invariants; several are tried in this order [default: all, together with equalities].
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', help_heading = "Proving", value_parser = domain())]
    pub domain: Vec<DomainRef>,

    /// A sum of multiples of variables, such as `x + 2*y - z`, that kIkI's invariants bound besides those of their domain.
    #[arg(
        long,
        value_name = "SUM",
        help_heading = "Proving",
        allow_hyphen_values = true
    )]
    pub template: Vec<Sum>,

    /// Try induction up to this k [default: until there is an answer]. With 0, kIkI's invariants must exclude violations
    /// without the hypothesis that there was none before.
    #[arg(long, value_name = "K", help_heading = "Proving")]
    pub max_k: Option<u32>,

    /// Let kIkI's invariants be disjunctions: one of their shape for each set of loops that may have gone round.
    #[arg(long, help_heading = "Proving")]
    pub loop_paths: bool,

    /// Let k grow by this much from one attempt to the next [default: 1].
    #[arg(long, value_name = "N", help_heading = "Proving", value_parser = clap::value_parser!(u32).range(1..))]
    pub k_step: Option<u32>,

    /// How the bounds of kIkI's invariants are found.
    #[arg(
        long,
        value_enum,
        value_name = "STRATEGY",
        default_value = "binary-search",
        help_heading = "Proving"
    )]
    pub strategy: Strategy,

    /// Let induction consider only runs on which no state comes twice.
    #[arg(long, help_heading = "Proving")]
    pub simple_path: bool,
}

/// How the bounds of an invariant's rows are raised until they are inductive.
#[derive(clap::ValueEnum, Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Each is raised to the greatest value that one step can give it.
    #[default]
    BinarySearch,
    /// Each is raised to its value in the state that the solver has just shown.
    Enumerating,
}

impl Strategy {
    /// How carefully bounds are looked for, in turn.
    pub(super) fn paces(self) -> &'static [Pace] {
        match self {
            Strategy::BinarySearch => &[Pace::Coarse, Pace::Fine],
            Strategy::Enumerating => &[Pace::Fine],
        }
    }
}

impl Settings {
    pub(super) fn k_step(&self) -> u32 {
        self.k_step.unwrap_or(1).max(1)
    }
}

fn domain() -> impl clap::builder::TypedValueParser<Value = DomainRef> {
    let value = |d: &DomainRef| (PossibleValue::new(d.name()).help(d.help()), *d);
    named(DOMAINS.iter().map(value).collect())
}
