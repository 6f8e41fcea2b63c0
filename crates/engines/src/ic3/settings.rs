//! How IC3 sees a program.

use clap::builder::{PossibleValue, TypedValueParser};
use encode::finite::Coding;

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "ic3")]
pub struct Settings {
    /// How IC3 numbers the locations of a program.
    #[arg(long, value_name = "CODING", default_value = "binary", help_heading = "Proving", value_parser = codings())]
    pub locations: Coding,
}

impl Settings {
    pub(super) fn coding(&self) -> Coding {
        self.locations
    }
}

fn codings() -> impl TypedValueParser<Value = Coding> {
    crate::settings::named(vec![
        (
            PossibleValue::new("binary").help("A number in binary"),
            Coding::Binary,
        ),
        (
            PossibleValue::new("one-hot").help("A bit for each"),
            Coding::OneHot,
        ),
    ])
}
