//! Intervals: bounds of variables, from below and from above.

use crate::domain::{Domain, Source};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::Template;
use term::TermPool;

/// See the module documentation.
pub struct Intervals;

impl Domain for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn help(&self) -> &'static str {
        "Bounds of variables"
    }

    fn shape(&self) -> &'static str {
        "`x <= d`, `-x <= d`"
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        Some(rows(pool, source, Pairs::None, Ghosts::Without).into())
    }
}
