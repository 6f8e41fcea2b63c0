//! What the user can set, from the command line to the engines: one type for each engine, next to its code, and what
//! concerns all of them here.

use crate::registry::Configuration;
use crate::{circuit, dimspec, kiki, unwinding, values};
use clap::builder::PossibleValue;
use encode::exec::CutPoints;
use smt::Cancel;
use std::time::Instant;

/// Everything.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct Settings {
    #[command(flatten)]
    pub bmc: unwinding::Settings,
    #[command(flatten)]
    pub proving: Proving,
    #[command(flatten)]
    pub kiki: kiki::Settings,
    #[command(flatten)]
    pub values: values::Settings,
    #[command(flatten)]
    pub circuit: circuit::Settings,
    #[command(flatten)]
    pub dimspec: dimspec::Settings,
}

/// What is said to all engines that prove.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct Proving {
    /// The engine, or the engines and how they work together.
    #[arg(long, value_name = "ENGINE", default_value = "auto", help_heading = "Proving", value_parser = Configuration::parser())]
    pub engine: Configuration,

    /// Where induction cuts the program into steps.
    #[arg(long, value_name = "POINTS", default_value = "loop-heads", help_heading = "Proving", value_parser = cut_points())]
    pub cuts: CutPoints,

    /// Whether induction starts with what abstract interpretation finds.
    #[arg(
        long,
        value_enum,
        value_name = "SWITCH",
        default_value = "on",
        help_heading = "Proving"
    )]
    pub facts: Switch,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Switch {
    #[default]
    On,
    Off,
}

/// What is said to every engine, and is not about how it works.
#[derive(Clone, Default)]
pub struct Common {
    /// Stop at the first violation.
    pub stop_on_fail: bool,
    /// Check every TRUE once more with a fresh solver and random concrete runs.
    pub paranoid: bool,
    /// TRUE even if the assumptions exclude every run.
    pub allow_vacuous: bool,
    pub deadline: Option<Instant>,
    pub cancel: Cancel,
    /// The engine of this name panics, for tests of what becomes of the others.
    pub fault: Option<String>,
}

/// Where induction cuts a program, by name. (Without any cut there is no induction: `--engine bmc`.)
const CUTS: [(&str, CutPoints, &str); 3] = [
    (
        "loop-heads",
        CutPoints::LoopHeads,
        "From loop head to loop head",
    ),
    (
        "loop-heads-and-calls",
        CutPoints::LoopHeadsAndCalls,
        "The same, but a call begins a step, too",
    ),
    ("blocks", CutPoints::Blocks, "A basic block"),
];

/// Reads the name of cut points.
pub fn cut_points() -> impl clap::builder::TypedValueParser<Value = CutPoints> {
    named(
        CUTS.map(|(name, cuts, help)| (PossibleValue::new(name).help(help), cuts))
            .to_vec(),
    )
}

/// Reads one of the names.
pub(crate) fn named<T: Clone + Send + Sync + 'static>(
    values: Vec<(PossibleValue, T)>,
) -> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    let names: Vec<PossibleValue> = values.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).map(move |text: String| {
        let mut values = values.iter();
        let found = values.find(|(name, _)| name.matches(&text, false));
        found.expect("clap has checked the name").1.clone()
    })
}
