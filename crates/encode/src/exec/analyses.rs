//! What is known of a program before it is executed. It does not depend on terms, so executors, also of other threads,
//! can share it.

use super::Plan;
use crate::points_to::PointsTo;
use program::Program;
use term::TermPool;

/// The analyses that every executor of a program needs.
pub struct Analyses {
    pub plan: Plan,
    pub points_to: PointsTo,
}

impl Analyses {
    /// The analyses of a promoted program, whose terms are in the pool.
    pub fn new(pool: &TermPool, program: &Program) -> Analyses {
        Analyses {
            plan: Plan::new(pool, program),
            points_to: PointsTo::new(pool, program),
        }
    }

    /// Whether these can be the analyses of a program.
    pub(super) fn fits(&self, program: &Program) -> bool {
        self.plan.size() == (program.functions.len(), program.vars.len())
    }
}

/// Threads share analyses.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Analyses>();
};
