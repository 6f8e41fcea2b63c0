//! How engines on bits see a program.

use clap::builder::{PossibleValue, TypedValueParser};
use encode::finite::Coding;

/// See the module documentation.
#[derive(clap::Args, Clone, Default, Debug)]
#[group(id = "circuit")]
pub struct Settings {
    /// How engines on bits number the locations of a program.
    #[arg(long, value_name = "CODING", default_value = "binary", help_heading = "Proving", value_parser = codings())]
    pub locations: Coding,
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
