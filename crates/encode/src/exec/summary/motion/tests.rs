//! Limits against counting, at small widths.

use super::*;

const WIDTH: u32 = 4;

type Make = fn(&mut TermPool, Term, Term) -> Term;

const COMPARISONS: [Make; 6] = [
    |pool, a, b| pool.ult(a, b),
    |pool, a, b| pool.ule(a, b),
    |pool, a, b| pool.slt(a, b),
    |pool, a, b| pool.sle(a, b),
    |pool, a, b| pool.eq(a, b),
    |pool, a, b| pool.ne(a, b),
];

/// Starts and steps.
const SOME: [u64; 8] = [0, 1, 2, 3, 7, 8, 13, 15];

/// How a number of four bits gets to the comparison.
const WIDENED: [fn(&mut TermPool, Term) -> Term; 3] = [
    |_, term| term,
    |pool, term| pool.zero_extend(term, 2),
    |pool, term| pool.sign_extend(term, 2),
];

/// The first iteration in which the condition does not hold, found by looking at one after the other.
fn counted(pool: &mut TermPool, motion: &Motion, condition: Term) -> u64 {
    for i in 0..16 {
        let iteration = pool.bv_u64(COUNT, i);
        let here = motion.at(pool, condition, iteration);
        if pool.is_false(here) {
            return i;
        }
        assert!(pool.is_true(here), "all is constant");
    }
    // From here on it repeats itself.
    NEVER
}

/// Compares the limit of one comparison; whether it is exact.
fn check(pool: &mut TermPool, step: u64, make: impl Fn(&mut TermPool, Term) -> Term) -> bool {
    let mut motion = Motion::new(pool);
    let moved = motion.distance(pool, &BitVec::new(WIDTH, step));
    let condition = make(pool, moved);
    let counted = counted(pool, &motion, condition);
    let limits = motion.limits(pool, condition).expect("a comparison");
    let first = limits.iter().map(|l| number(pool, l.first)).min();
    let first = first.expect("at least one");
    let exact = limits
        .iter()
        .all(|l| number(pool, l.first) > first || pool.is_true(l.exact));
    let until = motion.until.iter().map(|(u, _)| number(pool, *u)).min();
    let until = until.unwrap_or(NEVER);
    // What moves as it is said to until then holds until then.
    assert!(first.min(until) <= counted, "{}", pool.display(condition));
    if exact && first < until {
        assert_eq!(first, counted, "{}", pool.display(condition));
    }
    exact && first < until
}

fn number(pool: &TermPool, term: Term) -> u64 {
    pool.as_u64(term).expect("all is constant")
}

#[test]
fn limits_are_where_counting_finds_them() {
    let mut pool = TermPool::new();
    let (mut exact, mut all) = (0, 0);
    for comparison in COMPARISONS {
        for wide in WIDENED {
            for code in 0..16 * 8 * 8 * 2 {
                let bound = code % 16;
                let (start, step) = (SOME[code / 16 % 8], SOME[code / 128 % 8]);
                let flipped = code / 1024 == 1;
                let found = check(&mut pool, step, |pool, moved| {
                    let start = pool.bv_u64(WIDTH, start);
                    let value = pool.bvadd(start, moved);
                    let value = wide(pool, value);
                    // In six bits, also such as four do not have.
                    let width = pool.width(value);
                    let factor = if width > WIDTH { 4 } else { 1 };
                    let bound = pool.bv_u64(width, factor * bound as u64);
                    match flipped {
                        true => comparison(pool, bound, value),
                        false => comparison(pool, value, bound),
                    }
                });
                exact += u32::from(found);
                all += 1;
            }
        }
    }
    assert!(exact * 2 > all, "{exact} of {all} are exact");
}

#[test]
fn conjunctions_end_with_the_first_of_their_parts() {
    let mut pool = TermPool::new();
    for code in 0..16 * 16 * 16 {
        let (a, b, step) = (code % 16, code / 16 % 16, code / 256);
        check(&mut pool, step, |pool, moved| {
            let (a, b) = (pool.bv_u64(WIDTH, a), pool.bv_u64(WIDTH, b));
            let below = pool.ult(moved, a);
            let other = pool.ne(moved, b);
            pool.and(below, other)
        });
    }
}

#[test]
fn what_does_not_move_evenly_has_no_step() {
    let mut pool = TermPool::new();
    let mut motion = Motion::new(&mut pool);
    let moved = motion.distance(&mut pool, &BitVec::new(8, 3));
    let x = pool.symbol("x", Sort::BitVec(8));
    let old = motion.unknown(&mut pool, 8);
    let square = pool.bvmul(moved, moved);
    let scaled = pool.bvmul(moved, x);
    let masked = pool.bvand(moved, x);
    let stale = pool.bvadd(moved, old);
    for term in [square, scaled, masked, stale] {
        assert_eq!(motion.step(&mut pool, term), None, "{}", pool.display(term));
    }
    let sum = pool.bvsub(x, moved);
    assert_eq!(motion.step(&mut pool, sum), Some(BitVec::from_i64(8, -3)));
    assert_eq!(motion.start(&mut pool, sum), x);
    assert!(motion.until.is_empty());
}
