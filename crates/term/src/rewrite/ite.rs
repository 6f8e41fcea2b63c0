//! If-then-else, over all sorts.

use crate::float::FloatClass;
use crate::op::Op;
use crate::pool::{Term, TermPool};

pub(super) fn ite(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    // match:  ite(true, a, b) | ite(false, a, b) | ite(c, a, a)
    // result: a               | b                | a
    match pool.as_bool(c) {
        Some(true) => return Some(a),
        Some(false) => return Some(b),
        None if a == b => return Some(a),
        None => {}
    }
    if is_negative(pool, c) {
        // match:  ite(not c, a, b) | ite(x <= y, a, b) | ite(k < x, a, b)
        // result: ite(c, b, a)     | ite(y < x, b, a)  | ite(x < k+1, b, a)
        let c = pool.not(c);
        return Some(pool.ite(c, b, a));
    }
    if pool.sort(a).is_bool()
        && let Some(term) = boolean(pool, c, a, b)
    {
        return Some(term);
    }
    same_condition(pool, c, a, b)
        .or_else(|| equal_under_condition(pool, c, a, b))
        .or_else(|| same_nan(pool, c, a, b))
        .or_else(|| repeated_arm(pool, c, a, b))
        .or_else(|| extended_arms(pool, c, a, b))
}

/// Whether `ite` wants the negation of this condition.
fn is_negative(pool: &TermPool, c: Term) -> bool {
    match pool.op(c) {
        Op::Not | Op::BvUle | Op::BvSle => true,
        Op::BvUlt | Op::BvSlt => pool.as_const(pool.arg(c, 0)).is_some(),
        _ => false,
    }
}

/// Boolean arms that make the choice a conjunction, a disjunction or an equivalence.
fn boolean(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    // match:  ite(c, true, b) | ite(c, c, b)
    // result: c or b
    if pool.is_true(a) || a == c {
        return Some(pool.or(c, b));
    }
    // match:  ite(c, a, false) | ite(c, a, c)
    // result: c and a
    if pool.is_false(b) || b == c {
        return Some(pool.and(c, a));
    }
    // match:  ite(c, false, b) | ite(c, not c, b)
    // result: not c and b
    if pool.is_false(a) || pool.complementary(a, c) {
        let not_c = pool.not(c);
        return Some(pool.and(not_c, b));
    }
    // match:  ite(c, a, true) | ite(c, a, not c)
    // result: not c or a
    if pool.is_true(b) || pool.complementary(b, c) {
        let not_c = pool.not(c);
        return Some(pool.or(not_c, a));
    }
    // match:  ite(c, a, not a)
    // result: c = a
    if pool.complementary(a, b) {
        return Some(pool.eq(c, a));
    }
    // match:  ite(c, c and x, b) | ite(c, c or x, b) | ite(c, a, c or x) | ite(c, a, c and x)
    // result: ite(c, x, b)       | c or b            | ite(c, a, x)      | c and a
    if let Some(x) = pool.pair(a, Op::And).and_then(|p| pool.other(p, c)) {
        return Some(pool.ite(c, x, b));
    }
    if pool
        .pair(a, Op::Or)
        .and_then(|p| pool.other(p, c))
        .is_some()
    {
        return Some(pool.or(c, b));
    }
    if let Some(x) = pool.pair(b, Op::Or).and_then(|p| pool.other(p, c)) {
        return Some(pool.ite(c, a, x));
    }
    if pool
        .pair(b, Op::And)
        .and_then(|p| pool.other(p, c))
        .is_some()
    {
        return Some(pool.and(c, a));
    }
    None
}

/// An arm that asks the same question again.
fn same_condition(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    // match:  ite(c, ite(c, x, y), b) | ite(c, a, ite(c, x, y))
    // result: ite(c, x, b)            | ite(c, a, y)
    if let Some((d, x, y)) = pool.ite_parts(a) {
        if d == c {
            return Some(pool.ite(c, x, b));
        }
        if pool.complementary(c, d) {
            return Some(pool.ite(c, y, b));
        }
    }
    if let Some((d, x, y)) = pool.ite_parts(b) {
        if d == c {
            return Some(pool.ite(c, a, y));
        }
        if pool.complementary(c, d) {
            return Some(pool.ite(c, a, x));
        }
    }
    None
}

/// A condition `x = y` that says what an arm is.
fn equal_under_condition(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    let (x, y) = pool.pair(c, Op::Eq)?;
    // match:  ite(x = y, x, y) | ite(x = y, y, x)
    // result: y                | x
    if (a == x && b == y) || (a == y && b == x) {
        return Some(b);
    }
    // match:  ite(x = k, x, b) with a constant k
    // result: ite(x = k, k, b)
    for (x, k) in [(x, y), (y, x)] {
        if a == x && pool.is_value(k) {
            return Some(pool.ite(c, k, b));
        }
    }
    None
}

/// match:  ite(c, 0..x, 0..y), where one may be a constant | likewise with copies of the sign
/// result: 0..ite(c, x, y)
fn extended_arms(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    if pool.is_value(a) && pool.is_value(b) || !pool.sort(a).is_bitvec() {
        return None;
    }
    // How many bits the arm has on top that are zero, or copies of the sign below them, to see at its root.
    let zeros = |t: Term| match (pool.zero_extended(t), pool.as_const(t)) {
        (Some((n, _)), _) => n,
        (_, Some(k)) => k.width() - k.to_big().bits() as u32,
        _ => 0,
    };
    let copies = |t: Term| match (pool.sign_extended(t), pool.as_const(t)) {
        (Some((n, _)), _) => n,
        (_, Some(_)) => pool.sign_copies(t) - 1,
        _ => 0,
    };
    let width = pool.width(a);
    let low = |pool: &mut TermPool, t: Term, n: u32| pool.extract(t, width - 1 - n, 0);
    let n = zeros(a).min(zeros(b));
    if n > 0 && n < width {
        let (x, y) = (low(pool, a, n), low(pool, b, n));
        let choice = pool.ite(c, x, y);
        return Some(pool.zero_extend(choice, n));
    }
    let n = copies(a).min(copies(b));
    if n > 0 && n < width {
        let (x, y) = (low(pool, a, n), low(pool, b, n));
        let choice = pool.ite(c, x, y);
        return Some(pool.sign_extend(choice, n));
    }
    None
}

/// match:  ite(isNaN(x), NaN, x)
/// result: x
fn same_nan(pool: &TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    let x = pool.under(c, Op::FpIs(FloatClass::NaN))?;
    (x == b && pool.as_float(a).is_some_and(|k| k.is_nan())).then_some(b)
}

/// Two of three leaves are the same.
fn repeated_arm(pool: &mut TermPool, c: Term, a: Term, b: Term) -> Option<Term> {
    if let Some((d, x, y)) = pool.ite_parts(b) {
        // match:  ite(c, a, ite(d, a, y))
        // result: ite(c or d, a, y)
        if x == a {
            let either = pool.or(c, d);
            return Some(pool.ite(either, a, y));
        }
        // match:  ite(c, a, ite(d, x, a))
        // result: ite(not c and d, x, a)
        if y == a {
            let not_c = pool.not(c);
            let only = pool.and(not_c, d);
            return Some(pool.ite(only, x, a));
        }
    }
    if let Some((d, x, y)) = pool.ite_parts(a) {
        // match:  ite(c, ite(d, x, b), b)
        // result: ite(c and d, x, b)
        if y == b {
            let both = pool.and(c, d);
            return Some(pool.ite(both, x, b));
        }
        // match:  ite(c, ite(d, b, y), b)
        // result: ite(c and not d, y, b)
        if x == b {
            let not_d = pool.not(d);
            let only = pool.and(c, not_d);
            return Some(pool.ite(only, y, b));
        }
    }
    None
}
