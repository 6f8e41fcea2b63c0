//! Whether a product fits, asked by a wider product: right for all factors of small widths, whatever the terms become.

use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{BitVec, Sort, Term, TermPool, Value};

/// The value of a bit pattern.
fn number(width: u32, bits: u64, signed: bool) -> i64 {
    let negative = signed && bits >> (width - 1) & 1 == 1;
    bits as i64 - if negative { 1 << width } else { 0 }
}

fn extend(pool: &mut TermPool, term: Term, more: u32, signed: bool) -> Term {
    match signed {
        true => pool.sign_extend(term, more),
        false => pool.zero_extend(term, more),
    }
}

/// Compares for all values of two symbols of `bits` bits, which are extended to `width` bits, and multiplied with `more`.
fn check(bits: u32, from_signed: bool, width: u32, more: u32, signed: bool) {
    let mut pool = TermPool::new();
    let factors = ["x", "y"].map(|name| pool.symbol(name, Sort::BitVec(bits)));
    let [x, y] = factors.map(|f| extend(&mut pool, f, width - bits, from_signed));
    let [wide_x, wide_y] = [x, y].map(|f| extend(&mut pool, f, more, signed));
    let wide = pool.bvmul(wide_x, wide_y);
    let low = pool.extract(wide, width - 1, 0);
    let again = extend(&mut pool, low, more, signed);
    let mut asked = vec![pool.eq(wide, again), pool.eq(again, wide)];
    if !signed && more > 0 {
        let high = pool.extract(wide, width + more - 1, width);
        let zero = pool.zero(more);
        asked.push(pool.eq(high, zero));
    }
    for pair in 0..1u64 << (2 * bits) {
        let patterns = [pair >> bits, pair & ((1 << bits) - 1)];
        let values: FxHashMap<_, _> = (factors.iter().zip(patterns))
            .map(|(f, v)| (pool.as_symbol(*f).expect("a symbol"), BitVec::new(bits, v)))
            .map(|(symbol, value)| (symbol, Value::BitVec(value)))
            .collect();
        let of_width = patterns.map(|v| {
            let v = number(bits, v, from_signed);
            number(width, v as u64 & ((1 << width) - 1), signed)
        });
        // What the wide product is, and what its low bits are.
        let modulus = 1i64 << (width + more);
        let exact = (of_width[0] * of_width[1]).rem_euclid(modulus) as u64;
        let lowest = number(width, exact & ((1 << width) - 1), signed);
        let fits = lowest.rem_euclid(modulus) as u64 == exact;
        let mut evaluator = Evaluator::new(&pool, &values);
        for question in &asked {
            let answer = evaluator.eval(*question).as_bool();
            assert_eq!(answer, fits, "{} for {patterns:?}", pool.display(*question));
        }
    }
}

#[test]
fn products_that_fit() {
    for width in 1..=4 {
        for bits in 1..=width {
            for more in 0..=width + 2 {
                for how in 0..4 {
                    check(bits, how & 1 == 1, width, more, how & 2 == 2);
                }
            }
        }
    }
}
