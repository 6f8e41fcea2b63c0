//! How often the parts of a loop's body are executed.

use super::motion::{COUNT, Limit, at_most};
use super::record::{Holds, Moment, Recorder};
use crate::exec::Executor;
use term::{Term, TermPool};

/// More iterations than this are not left out: beyond it, places would no longer be numbers of 64 bits.
const MAX_ITERATIONS: u64 = 1 << 44;

/// How often things happen.
pub(super) struct Counts {
    /// How many iterations the loop has if no check ends the run.
    pub total: Term,
    /// How many iterations it has.
    pub whole: Term,
    /// `whole`, and one more if the run ends inside the loop.
    pub begun: Term,
    /// `whole + 1`.
    pub entered: Term,
    /// `whole` is at most this.
    pub bound: u64,
}

/// A check that ends the run, and when.
pub(super) struct Stopper {
    pub moment: Moment,
    pub first: Term,
}

impl Executor<'_> {
    /// How often things happen, which checks end the run, and the condition under which this is so.
    pub(super) fn count(
        &self,
        pool: &mut TermPool,
        recorder: &Recorder,
        ends: &[Limit],
    ) -> Option<(Counts, Vec<Stopper>, Term)> {
        let firsts: Vec<Term> = ends.iter().map(|l| l.first).collect();
        let total = least(pool, &firsts)?;
        let mut limits: Vec<Limit> = ends.to_vec();
        let mut stoppers = Vec::new();
        // What must hold as often as something happens.
        let mut lasts: Vec<(Term, bool)> = recorder.motion.until.clone();
        for check in &recorder.checks {
            let Holds::Until(of_check) = &check.holds else {
                continue;
            };
            let moment = check.moment;
            if !pool.is_true(check.guard) {
                // Where it is reached is not known, so it must not fail wherever that would be.
                lasts.extend(of_check.iter().map(|l| (l.first, moment.before_exit)));
                continue;
            }
            limits.extend(of_check);
            if self.program.site(check.site).ends_run {
                let stops = |l: &Limit| Stopper {
                    moment,
                    first: l.first,
                };
                stoppers.extend(of_check.iter().map(stops));
            }
        }
        let counts = Counts::new(pool, total, &stoppers)?;
        let exact = counts.exact(pool, &limits, &lasts);
        Some((counts, stoppers, exact))
    }
}

impl Counts {
    fn new(pool: &mut TermPool, total: Term, stoppers: &[Stopper]) -> Option<Counts> {
        let mut firsts = vec![total];
        firsts.extend(stoppers.iter().map(|s| s.first));
        let whole = least(pool, &firsts)?;
        let one = pool.bv_u64(COUNT, 1);
        let entered = pool.bvadd(whole, one);
        let finishes = pool.eq(whole, total);
        Some(Counts {
            total,
            whole,
            begun: pool.ite(finishes, whole, entered),
            entered,
            bound: firsts.iter().map(|f| at_most(pool, *f)).min()?,
        })
    }

    /// The condition under which the limits are where they are said to be, if the loop goes round as often, and the numbers
    /// `lasts` are as large as the numbers of times that the parts of the body are begun.
    fn exact(&self, pool: &mut TermPool, limits: &[Limit], lasts: &[(Term, bool)]) -> Term {
        let most = pool.bv_u64(COUNT, MAX_ITERATIONS);
        let mut exact = vec![self.whole_below(pool, most)];
        for (last, before_exit) in lasts {
            let long = self.whole_below(pool, *last);
            let long_enough = pool.ule(self.of_part(*before_exit), *last);
            exact.push(pool.or(long, long_enough));
        }
        for limit in limits {
            let later = self.whole_below(pool, limit.first);
            exact.push(pool.or(limit.exact, later));
        }
        pool.and_all(exact)
    }

    /// Whether the loop has fewer iterations.
    fn whole_below(&self, pool: &mut TermPool, limit: Term) -> Term {
        match pool.as_u64(limit) {
            Some(limit) if self.bound < limit => pool.tt(),
            _ => pool.ult(self.whole, limit),
        }
    }

    /// How often something happens.
    pub fn of(&self, moment: Moment) -> Term {
        self.of_part(moment.before_exit)
    }

    /// How often the part of the body before or after the exit is begun.
    fn of_part(&self, before_exit: bool) -> Term {
        match before_exit {
            true => self.entered,
            false => self.begun,
        }
    }
}

/// `a < b`, where the terms' shapes may tell.
pub(super) fn less(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let known = pool.as_u64(b).is_some_and(|b| at_most(pool, a) < b);
    match known {
        true => pool.tt(),
        false => pool.ult(a, b),
    }
}

/// The least of some numbers.
pub(super) fn least(pool: &mut TermPool, numbers: &[Term]) -> Option<Term> {
    let mut least: Option<Term> = None;
    for number in numbers {
        least = Some(match least {
            Some(other) if other == *number => other,
            Some(other) => {
                let smaller = less(pool, other, *number);
                pool.ite(smaller, other, *number)
            }
            None => *number,
        });
    }
    least
}
