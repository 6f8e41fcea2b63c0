//! Zones: bounds of variables and of the differences of two variables (Miné, PADO 2001).

use crate::domain::{Domain, Source};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::Template;
use term::TermPool;

/// See the module documentation.
pub struct Zones;

impl Domain for Zones {
    fn name(&self) -> &'static str {
        "zones"
    }

    fn help(&self) -> &'static str {
        "Bounds of variables and of their differences"
    }

    fn shape(&self) -> &'static str {
        "those of intervals, and `x - y <= d`"
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        Some(rows(pool, source, Pairs::Differences, Ghosts::Without).into())
    }
}
