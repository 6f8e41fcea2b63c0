//! What all iterations together do: to memory, and in the log.

use super::count::{Counts, Stopper, least, less};
use super::motion::{COUNT, Motion};
use super::record::{Checked, Holds, Recorder, Touch};
use super::{Loop, overlap};
use crate::exec::Executor;
use crate::exec::log::{Input, InputKind, Violation};
use crate::guard::Guard;
use crate::memory::Memory;
use crate::memory::contents::Series;
use crate::memory::resolve::Target;
use term::{Sort, Term, TermPool};

impl Executor<'_> {
    /// Writes what all iterations store.
    pub(super) fn store_all(
        &mut self,
        pool: &mut TermPool,
        memory: &mut Memory,
        recorder: &Recorder,
        counts: &Counts,
    ) {
        for touch in recorder.touches.iter().filter(|t| t.stored.is_some()) {
            let one = pool.bv_u64(COUNT, 1);
            let count = match touch.moment.before_exit {
                true => pool.bvadd(counts.total, one),
                false => counts.total,
            };
            for number in 0..touch.spots.len() {
                self.store_spot(pool, memory, &recorder.motion, touch, number, count);
            }
        }
    }

    fn store_spot(
        &mut self,
        pool: &mut TermPool,
        memory: &mut Memory,
        motion: &Motion,
        touch: &Touch,
        number: usize,
        count: Term,
    ) {
        let spot = touch.spots[number];
        let stored = touch.stored.expect("a store");
        let condition = match touch.spots.len() {
            1 => pool.tt(),
            _ => spot.condition,
        };
        memory.forget(spot.object);
        let mut access = self.access(pool);
        access.choose_unit(spot.object, touch.length);
        if spot.step == 0 {
            // All at one place: the last one stays.
            let one = access.pool.bv_u64(COUNT, 1);
            let last = access.pool.bvsub(count, one);
            let value = motion.at(access.pool, stored, last);
            let zero = access.pool.zero(COUNT);
            let some = access.pool.ne(count, zero);
            let condition = access.pool.and(condition, some);
            let target = Target {
                member: None,
                condition,
                object: spot.object,
                offset: spot.start,
            };
            access.store_into(memory, &target, value, condition);
            return;
        }
        let shape = access.facts[spot.object as usize].shape.clone();
        let start = overlap::signed(access.pool, spot.start);
        let mut element = |pool: &mut TermPool, i: Term| {
            let value = motion.at(pool, stored, i);
            (value, motion.at(pool, touch.guard, i))
        };
        let mut series = Series {
            start,
            step: spot.step,
            length: touch.length,
            count,
            element: &mut element,
        };
        access.change(memory, spot.object, |pool, contents| {
            contents.write_series(pool, &shape, &mut series, condition);
        });
    }

    pub(super) fn log_inputs(&mut self, covered: Guard, recorder: &Recorder, counts: &Counts) {
        if recorder.inputs.is_empty() {
            return;
        }
        let asked = recorder.inputs.iter();
        let kind = InputKind::Iterations {
            whole: counts.whole,
            total: counts.total,
            values: asked
                .map(|a| (a.var, a.values, a.moment.before_exit))
                .collect(),
        };
        let guard = self.guards.term(covered);
        self.log.inputs.push(Input { guard, kind });
    }

    pub(super) fn log_checks(
        &mut self,
        pool: &mut TermPool,
        covered: Guard,
        it: Loop<'_>,
        recorder: &Recorder,
        counts: &Counts,
        stoppers: &[Stopper],
    ) {
        let guard = self.guards.term(covered);
        for site in &recorder.sites {
            self.log.reached[site.index()] = true;
        }
        for check in &recorder.checks {
            if matches!(check.holds, Holds::Until(_)) && !pool.is_true(check.guard) {
                // Excluded by the summary's condition.
                continue;
            }
            let fails = self.fails(pool, it, recorder, check, counts, stoppers);
            let condition = pool.and(guard, fails);
            if !pool.is_false(condition) {
                self.log.checks.push(Violation {
                    site: check.site,
                    condition,
                    place: check.place,
                    ends_run: self.program.site(check.site).ends_run,
                });
            }
        }
    }

    /// The condition under which a check fails in some iteration that is reached.
    fn fails(
        &mut self,
        pool: &mut TermPool,
        it: Loop<'_>,
        recorder: &Recorder,
        check: &Checked,
        counts: &Counts,
        stoppers: &[Stopper],
    ) -> Term {
        // In the last iteration that begins, the check is reached if nothing ends the run before.
        let mut reached = vec![match check.moment.before_exit {
            true => pool.tt(),
            false => pool.ne(counts.whole, counts.total),
        }];
        let before = stoppers
            .iter()
            .filter(|s| s.moment.time < check.moment.time);
        for stopper in before {
            reached.push(pool.ult(counts.whole, stopper.first));
        }
        let reached = pool.and_all(reached);
        let (iteration, bad) = match &check.holds {
            Holds::Until(limits) => {
                let firsts: Vec<Term> = limits.iter().map(|l| l.first).collect();
                let first = least(pool, &firsts).expect("a check has a limit");
                (first, pool.tt())
            }
            Holds::If(condition) => {
                // Some iteration: if there is one, the solver finds it.
                let name = format!("iteration@{}.{}", it.occurrence.0, check.moment.time);
                let some = pool.symbol_of_sort(&name, Sort::BitVec(COUNT));
                let fails = pool.not(*condition);
                let bad = pool.and(check.guard, fails);
                (some, recorder.motion.at(pool, bad, some))
            }
        };
        let earlier = less(pool, iteration, counts.whole);
        let now = pool.eq(iteration, counts.whole);
        let now = pool.and(now, reached);
        let happens = pool.or(earlier, now);
        pool.and(happens, bad)
    }
}
