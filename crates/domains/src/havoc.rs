//! Havoc: the invariant `true`. Induction then has the checks alone for a hypothesis.

use crate::domain::{Domain, Source};
use crate::template::Template;
use term::TermPool;

/// See the module documentation.
pub struct Havoc;

impl Domain for Havoc {
    fn name(&self) -> &'static str {
        "havoc"
    }

    fn help(&self) -> &'static str {
        "`true`"
    }

    fn shape(&self) -> &'static str {
        "nothing: the checks alone are the hypothesis"
    }

    fn template(&self, _pool: &mut TermPool, _source: Source<'_>) -> Option<Template> {
        None
    }

    /// Without an invariant, the paths do not differ.
    fn splits_paths(&self) -> bool {
        false
    }
}
