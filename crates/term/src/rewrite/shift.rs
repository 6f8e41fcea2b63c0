//! Shifts. By a constant they become `concat`, `extract` and extensions; see the parent module.

use crate::bitvec::BitVec;
use crate::pool::{Term, TermPool};

/// A constant amount, at most the width.
fn amount(pool: &TermPool, b: Term) -> Option<u32> {
    let k = pool.as_const(b)?;
    let width = k.width();
    Some(k.to_u64().map_or(width, |n| n.min(width as u64) as u32))
}

pub(super) fn shl(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  0 << x
    // result: 0
    if pool.is_zero(a) {
        return Some(a);
    }
    // match:  x << n with n = 0 | n >= w | otherwise
    // result: x                 | 0      | concat(extract[w-1-n:0](x), 0)
    match amount(pool, b)? {
        0 => Some(a),
        n if n == width => Some(pool.zero(width)),
        n => {
            let high = pool.extract(a, width - 1 - n, 0);
            let low = pool.zero(n);
            Some(pool.concat(high, low))
        }
    }
}

pub(super) fn lshr(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  0 >> x
    // result: 0
    if pool.is_zero(a) {
        return Some(a);
    }
    // match:  x >> n with n = 0 | n >= w | otherwise
    // result: x                 | 0      | zero_extend_n(extract[w-1:n](x))
    match amount(pool, b)? {
        0 => Some(a),
        n if n == width => Some(pool.zero(width)),
        n => {
            let low = pool.extract(a, width - 1, n);
            Some(pool.zero_extend(low, n))
        }
    }
}

pub(super) fn ashr(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let width = pool.width(a);
    // match:  0 >> x | -1 >> x | x >> y of one bit
    // result: 0      | -1      | x
    if pool.is_zero(a) || pool.is_ones(a) || width == 1 {
        return Some(a);
    }
    // match:  x >> y with x not negative
    // result: x >> y without sign
    if pool.known_sign(a) == Some(false) {
        return Some(pool.bvlshr(a, b));
    }
    // match:  x >> n with n = 0 | n >= w                     | otherwise
    // result: x                 | sign_extend(extract[w-1:w-1](x)) | sign_extend_n(extract[w-1:n](x))
    match amount(pool, b)?.min(width - 1) {
        0 => Some(a),
        n => {
            let low = pool.extract(a, width - 1, n);
            Some(pool.sign_extend(low, n))
        }
    }
}

/// The first and the last one, if the ones of the constant are one run.
pub(super) fn run_of_ones(k: &BitVec) -> Option<(u32, u32)> {
    let low = k.trailing_zeros();
    let high = (k.to_big().bits() as u32).checked_sub(1)?;
    let run = BitVec::all_ones(high - low + 1);
    (k.extract(high, low) == run).then_some((high, low))
}
