//! Lassos: candidates for runs that come back to a state in which they were before.
//!
//! Two sources. Random runs of the interpreter find what repeats whatever the inputs are, and what takes more iterations than
//! anyone would unroll. Unrolling finds what needs certain inputs: a run whose state at the head of a loop is that of an earlier
//! visit (the singleton recurrent sets of 2LS; for the idea see A. Gupta, T. Henzinger, R. Majumdar, A. Rybalchenko, R. Xu,
//! *Proving Non-termination*, POPL 2008).
//!
//! Either way [`evidence`] is the judge: a candidate is a list of inputs, on which the interpreter must come back.

use encode::exec::{Executor, Log, Visit};
use term::{Term, TermPool};

/// How many random runs there are, and how long each may be.
pub(super) const RUNS: [(u64, u64); 4] = [(0, 1 << 12), (1, 1 << 12), (2, 1 << 14), (3, 1 << 17)];

/// So many of them come before any unrolling.
pub(super) const SHORT: usize = 2;

/// Visits of a loop that are compared: those at most so far apart, …
const LONGEST_CYCLE: usize = 40;
/// … and of one execution not more than so many pairs.
const MOST_PAIRS: usize = 1_500;

/// The conditions under which a run in the log comes back to a state, the shortest cycles first.
pub(super) fn candidates(pool: &mut TermPool, executor: &mut Executor<'_>, log: &Log) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pairs = 0;
    for distance in 1..=LONGEST_CYCLE {
        let groups = groups(&log.visits);
        for group in groups {
            for window in group.windows(distance + 1) {
                let (earlier, later) = (window[0], window[distance]);
                if pairs >= MOST_PAIRS {
                    return found;
                }
                pairs += 1;
                let back = executor.comes_back(pool, earlier, later);
                if !pool.is_false(back) {
                    found.push(back);
                }
            }
        }
    }
    found
}

/// The visits loop by loop, each group in the order of the run.
fn groups(visits: &[Visit]) -> Vec<Vec<&Visit>> {
    let mut groups: Vec<Vec<&Visit>> = Vec::new();
    for visit in visits {
        let known = groups
            .iter_mut()
            .rev()
            .find(|g| g[0].is_of_same_loop(visit));
        match known {
            Some(group) => group.push(visit),
            None => groups.push(vec![visit]),
        }
    }
    groups
}
