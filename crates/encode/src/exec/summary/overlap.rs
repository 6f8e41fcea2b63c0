//! When the iterations of a loop do not interfere with each other.
//!
//! The summary reads memory as it was before the loop, and writes the stores one after the other, each for all iterations.
//! That is what the loop does if no load reads what an earlier iteration, or an earlier store of the same one, has written,
//! and if, where two stores meet, the one that comes later in the body is the one that came later in time. Each of these is
//! a condition on where the accesses start; it folds where the offsets are constant.

use super::count::Counts;
use super::motion::COUNT;
use super::record::{Spot, Touch};
use term::{Term, TermPool};

/// A condition under which the accesses of all iterations can be taken together; `None` if they cannot.
pub(super) fn apart(pool: &mut TermPool, touches: &[Touch], counts: &Counts) -> Option<Term> {
    let mut all = pool.tt();
    for (index, store) in touches.iter().enumerate() {
        if store.stored.is_none() {
            continue;
        }
        for spot in &store.spots {
            let size = spot.step.unsigned_abs();
            // Stores that meet themselves, unless all are at one place and all happen.
            let alone = match spot.step {
                0 => pool.is_true(store.guard),
                _ => store.length <= size,
            };
            if !alone {
                return None;
            }
        }
        for (other_index, other) in touches.iter().enumerate() {
            let both_stores = other.stored.is_some();
            if other_index == index || (both_stores && other_index < index) {
                continue;
            }
            let condition = pair_apart(pool, store, other, counts);
            all = pool.and(all, condition);
            if pool.is_false(all) {
                return None;
            }
        }
    }
    Some(all)
}

fn pair_apart(pool: &mut TermPool, store: &Touch, other: &Touch, counts: &Counts) -> Term {
    let mut all = pool.tt();
    if other.source == Some(store.moment.time) {
        return all;
    }
    for a in &store.spots {
        for b in other.spots.iter().filter(|b| b.object == a.object) {
            let both = pool.and(a.condition, b.condition);
            let elsewhere = pool.not(both);
            let ordered = in_order(pool, (store, a), (other, b));
            let disjoint = disjoint(pool, (store, a), (other, b), counts);
            let fine = pool.or(ordered, disjoint);
            let fine = pool.or(elsewhere, fine);
            all = pool.and(all, fine);
        }
    }
    all
}

/// Accesses with the same step: whether they meet in the right order wherever they meet.
fn in_order(pool: &mut TermPool, (store, a): (&Touch, &Spot), (other, b): (&Touch, &Spot)) -> Term {
    if a.step != b.step || a.step == 0 {
        return pool.ff();
    }
    let step = a.step.unsigned_abs() as i64;
    let (from, to) = (signed(pool, a.start), signed(pool, b.start));
    let shift = pool.bvsub(to, from);
    let (length, other_length) = (store.length as i64, other.length as i64);
    // The distance from the store of one iteration to the other access of the iteration before or after it.
    let upwards = a.step > 0;
    if other.stored.is_some() {
        // No store of an earlier iteration by the second one meets the first one's.
        return match upwards {
            true => {
                let beyond = at_least(pool, shift, step - other_length + 1);
                pool.not(beyond)
            }
            false => at_least(pool, shift, length - step),
        };
    }
    // No store of an earlier iteration meets the load.
    let earlier = match upwards {
        true => at_least(pool, shift, length - step),
        false => {
            let beyond = at_least(pool, shift, step - other_length + 1);
            pool.not(beyond)
        }
    };
    if store.moment.time > other.moment.time {
        return earlier;
    }
    // Nor does that of the same iteration.
    let after = at_least(pool, shift, length);
    let meets = at_least(pool, shift, 1 - other_length);
    let before = pool.not(meets);
    let same = pool.or(after, before);
    pool.and(earlier, same)
}

/// `bound <= shift`, both signed.
fn at_least(pool: &mut TermPool, shift: Term, bound: i64) -> Term {
    let bound = pool.bv_i64(COUNT, bound);
    pool.sle(bound, shift)
}

/// Whether everything that one of them touches lies before everything that the other touches.
fn disjoint(
    pool: &mut TermPool,
    (store, a): (&Touch, &Spot),
    (other, b): (&Touch, &Spot),
    counts: &Counts,
) -> Term {
    let (low_a, high_a) = range(pool, store, a, counts);
    let (low_b, high_b) = range(pool, other, b, counts);
    let before = pool.sle(high_a, low_b);
    let after = pool.sle(high_b, low_a);
    pool.or(before, after)
}

/// The first byte that is touched, and the one after the last.
fn range(pool: &mut TermPool, touch: &Touch, spot: &Spot, counts: &Counts) -> (Term, Term) {
    let start = signed(pool, spot.start);
    let one = pool.bv_u64(COUNT, 1);
    let last = pool.bvsub(counts.of(touch.moment), one);
    let step = pool.bv_i64(COUNT, spot.step);
    let distance = pool.bvmul(step, last);
    let other_end = pool.bvadd(start, distance);
    let length = pool.bv_u64(COUNT, touch.length);
    let (low, high) = match spot.step < 0 {
        true => (other_end, start),
        false => (start, other_end),
    };
    (low, pool.bvadd(high, length))
}

/// An offset as a signed number of the width in which we count.
pub(super) fn signed(pool: &mut TermPool, offset: Term) -> Term {
    pool.resize_signed(offset, COUNT)
}
