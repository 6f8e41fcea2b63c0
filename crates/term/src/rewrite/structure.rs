//! Concatenation, extraction, extension.
//!
//! Memory writes a value as bytes (`extract`) and reads bytes back as a value (`concat`); the rules put the value together
//! again.

use crate::bitvec::BitVec;
use crate::op::Op;
use crate::pool::{Term, TermPool};
use smallvec::SmallVec;

pub(super) fn zero_extend(pool: &mut TermPool, a: Term, n: u32) -> Option<Term> {
    // match:  zero_extend_n(zero_extend_m(x))
    // result: zero_extend_(n+m)(x)
    let (m, x) = pool.zero_extended(a)?;
    Some(pool.zero_extend(x, n + m))
}

pub(super) fn sign_extend(pool: &mut TermPool, a: Term, n: u32) -> Option<Term> {
    // match:  sign_extend_n(sign_extend_m(x))
    // result: sign_extend_(n+m)(x)
    if let Some((m, x)) = pool.sign_extended(a) {
        return Some(pool.sign_extend(x, n + m));
    }
    match pool.known_sign(a)? {
        // match:  sign_extend_n(zero_extend_m(x)), or another x that is not negative
        // result: zero_extend_n(...)
        false => Some(pool.zero_extend(a, n)),
        // match:  sign_extend_n(x) with x negative
        // result: concat(-1, x)
        true => {
            let ones = pool.bv(BitVec::all_ones(n));
            Some(pool.concat(ones, a))
        }
    }
}

pub(super) fn concat(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  concat(concat(x, y), z)
    // result: concat(x, concat(y, z))
    if pool.op(a) == Op::Concat {
        let mut parts: SmallVec<[Term; 8]> = SmallVec::new();
        let mut rest = a;
        while let Some((high, low)) = pool.pair(rest, Op::Concat) {
            parts.push(high);
            rest = low;
        }
        let mut result = pool.concat(rest, b);
        while let Some(part) = parts.pop() {
            result = pool.concat(part, result);
        }
        return Some(result);
    }
    if let Some(k) = pool.value(a)
        && let Some(term) = concat_const(pool, &k, b)
    {
        return Some(term);
    }
    if let Some(term) = adjacent(pool, a, b) {
        return Some(term);
    }
    // match:  concat(x, concat(y, z)) where x and y are one term
    // result: concat(xy, z)
    if let Some((y, z)) = pool.pair(b, Op::Concat)
        && let Some(joined) = adjacent(pool, a, y)
    {
        return Some(pool.concat(joined, z));
    }
    // match:  concat(zero_extend_n(x), y), likewise sign_extend
    // result: zero_extend_n(concat(x, y))
    if let Some((n, x)) = pool.zero_extended(a) {
        let inner = pool.concat(x, b);
        return Some(pool.zero_extend(inner, n));
    }
    let (n, x) = pool.sign_extended(a)?;
    let inner = pool.concat(x, b);
    Some(pool.sign_extend(inner, n))
}

/// `concat(k, b)`
fn concat_const(pool: &mut TermPool, k: &BitVec, b: Term) -> Option<Term> {
    let zeros = k.width() - k.to_big().bits() as u32;
    // match:  concat(0, x)
    // result: zero_extend(x)
    if zeros == k.width() {
        return Some(pool.zero_extend(b, zeros));
    }
    // match:  concat(0..0k, x)
    // result: zero_extend(concat(k, x))
    if zeros > 0 {
        let k = pool.bv(k.extract(k.width() - zeros - 1, 0));
        let low = pool.concat(k, b);
        return Some(pool.zero_extend(low, zeros));
    }
    // match:  concat(k, zero_extend_n(x))
    // result: concat(k0..0, x)
    if let Some((n, x)) = pool.zero_extended(b) {
        let k = pool.bv(k.concat(&BitVec::zero(n)));
        return Some(pool.concat(k, x));
    }
    None
}

/// Two neighbours as one term that is not a `concat`.
fn adjacent(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    // match:  concat(k1, k2)
    // result: k1k2
    if let (Some(k), Some(l)) = (pool.value(a), pool.value(b)) {
        return Some(pool.bv(k.concat(&l)));
    }
    // match:  concat(extract[h:m+1](x), extract[m:l](x))
    // result: extract[h:l](x)
    if let Some(joined) = adjacent_extracts(pool, a, b) {
        return Some(joined);
    }
    // match:  concat(~x, ~y) where x and y are neighbours
    // result: ~xy
    if let (Some(x), Some(y)) = (pool.under(a, Op::BvNot), pool.under(b, Op::BvNot)) {
        let joined = adjacent_extracts(pool, x, y)?;
        return Some(pool.bvnot(joined));
    }
    // match:  concat(copies of the sign of x, x)
    // result: sign_extend(x)
    let copied = match pool.sign_extended(a) {
        Some((_, bit)) => bit,
        None => a,
    };
    if pool.width(copied) == 1
        && !pool.is_value(copied)
        && top_bit(pool, copied) == top_bit(pool, b)
    {
        let count = pool.width(a);
        return Some(pool.sign_extend(b, count));
    }
    None
}

fn adjacent_extracts(pool: &mut TermPool, a: Term, b: Term) -> Option<Term> {
    let (Op::Extract(high, middle), Op::Extract(below, low)) = (pool.op(a), pool.op(b)) else {
        return None;
    };
    let x = pool.arg(a, 0);
    (x == pool.arg(b, 0) && middle == below + 1).then(|| pool.extract(x, high, low))
}

/// Which bit of which term the top bit is.
fn top_bit(pool: &TermPool, mut term: Term) -> (Term, u32) {
    // At most two rounds: an extension is not extended again, nor is a part of a `concat` one.
    while let Op::SignExtend(_) | Op::Concat = pool.op(term) {
        term = pool.arg(term, 0);
    }
    match pool.op(term) {
        Op::Extract(high, _) => (pool.arg(term, 0), high),
        _ => (term, pool.width(term) - 1),
    }
}

pub(super) fn extract(pool: &mut TermPool, a: Term, high: u32, low: u32) -> Option<Term> {
    let width = pool.width(a);
    // match:  extract[w-1:0](x)
    // result: x
    if low == 0 && high == width - 1 {
        return Some(a);
    }
    match pool.op(a) {
        // match:  extract[h:l](extract[_:m](x))
        // result: extract[h+m:l+m](x)
        Op::Extract(_, m) => {
            let x = pool.arg(a, 0);
            Some(pool.extract(x, high + m, low + m))
        }
        Op::Concat => Some(extract_concat(pool, a, high, low)),
        Op::ZeroExtend(_) => {
            let x = pool.arg(a, 0);
            let inner = pool.width(x);
            // match:  extract[h:l](zero_extend(x)) inside x | above x | across
            // result: extract[h:l](x)                       | 0       | zero_extend(extract[_:l](x))
            if low >= inner {
                return Some(pool.zero(high - low + 1));
            }
            let part = pool.extract(x, high.min(inner - 1), low);
            Some(pool.zero_extend(part, (high + 1).saturating_sub(inner)))
        }
        Op::SignExtend(_) => {
            let x = pool.arg(a, 0);
            let inner = pool.width(x);
            // match:  extract[h:l](sign_extend(x)) inside x | above or across x
            // result: extract[h:l](x)                       | sign_extend(extract[_:l](x))
            let low_inside = low.min(inner - 1);
            let part = pool.extract(x, high.min(inner - 1), low_inside);
            let missing = (high - low) - (high.min(inner - 1) - low_inside);
            Some(pool.sign_extend(part, missing))
        }
        // match:  extract[h:l](~x)
        // result: ~extract[h:l](x)
        Op::BvNot => {
            let x = pool.arg(a, 0);
            let part = pool.extract(x, high, low);
            Some(pool.bvnot(part))
        }
        Op::BvAnd | Op::BvOr | Op::BvXor => extract_bitwise(pool, a, high, low),
        // match:  extract[h:0](x + y), where x and y are constants or extended from at most h+1 bits
        // result: extract[h:0](x) + extract[h:0](y)
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg if low == 0 => narrow(pool, a, 0, high),
        // match:  extract[h:0](ite(c, x, y)), likewise
        // result: ite(c, extract[h:0](x), extract[h:0](y))
        Op::Ite if low == 0 => narrow(pool, a, 1, high),
        _ => None,
    }
}

/// match:  extract(concat(x, y)) inside y  | inside x   | across
/// result: extract(y)                      | extract(x) | concat(extract(x), extract(y))
fn extract_concat(pool: &mut TermPool, a: Term, high: u32, low: u32) -> Term {
    let mut parts: SmallVec<[Term; 8]> = SmallVec::new();
    let mut rest = a;
    while let Some((top, bottom)) = pool.pair(rest, Op::Concat) {
        let middle = pool.width(bottom);
        if high >= middle {
            let top_high = high.min(pool.width(rest) - 1) - middle;
            let part = pool.extract(top, top_high, low.saturating_sub(middle));
            parts.push(part);
        }
        if low >= middle {
            return join(pool, parts);
        }
        rest = bottom;
    }
    let part = pool.extract(rest, high.min(pool.width(rest) - 1), low);
    parts.push(part);
    join(pool, parts)
}

/// The parts, highest first, as one term.
fn join(pool: &mut TermPool, mut parts: SmallVec<[Term; 8]>) -> Term {
    let mut result = parts.pop().expect("an extract is not empty");
    while let Some(part) = parts.pop() {
        result = pool.concat(part, result);
    }
    result
}

// match:  extract[h:l](x & k) where that part of k is all zeros or all ones, likewise `|`, `^`; or x and y are extended
// result: extract[h:l](x) & k'
fn extract_bitwise(pool: &mut TermPool, a: Term, high: u32, low: u32) -> Option<Term> {
    let op = pool.op(a);
    if let Some((x, k)) = pool.with_const(a, op) {
        let k = k.extract(high, low);
        if !k.is_zero() && !k.is_all_ones() {
            return None;
        }
        let x = pool.extract(x, high, low);
        let k = pool.bv(k);
        return Some(pool.mk(op, &[x, k]));
    }
    if low == 0 {
        narrow(pool, a, 0, high)
    } else {
        None
    }
}

/// Extracts the low bits of each argument from `first` on, if all of these get simpler.
fn narrow(pool: &mut TermPool, a: Term, first: usize, high: u32) -> Option<Term> {
    let mut args: SmallVec<[Term; 3]> = SmallVec::from_slice(pool.args(a));
    let simpler = |t: Term| match pool.op(t) {
        Op::BvConst(_) => true,
        Op::ZeroExtend(_) | Op::SignExtend(_) => pool.width(pool.arg(t, 0)) <= high + 1,
        _ => false,
    };
    if !args[first..].iter().all(|t| simpler(*t)) {
        return None;
    }
    for arg in &mut args[first..] {
        *arg = pool.extract(*arg, high, 0);
    }
    Some(pool.mk(pool.op(a), &args))
}
