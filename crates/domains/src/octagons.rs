//! Octagons: bounds of variables, and of the differences and sums of two variables (Miné, AST 2001).

use crate::domain::{Domain, Source};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::Template;
use term::TermPool;

/// See the module documentation.
pub struct Octagons;

impl Domain for Octagons {
    fn name(&self) -> &'static str {
        "octagons"
    }

    fn help(&self) -> &'static str {
        "Bounds of variables, their differences and sums"
    }

    fn shape(&self) -> &'static str {
        "those of zones, and `x + y <= d`, `-x - y <= d`"
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        Some(rows(pool, source, Pairs::DifferencesAndSums, Ghosts::Without).into())
    }
}
