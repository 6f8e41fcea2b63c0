//! Terms of a million levels: nothing recurses, and nothing is quadratic.

use rustc_hash::FxHashMap;
use term::eval::{Evaluator, Value};
use term::smtlib::{parse_script, parse_term, write_script, write_term};
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

const DEPTH: u64 = 1_000_000;

/// Mixes operators so that no rule collapses the chain.
fn tower(pool: &mut TermPool, depth: u64) -> Term {
    let x = pool.symbol("x", Sort::BitVec(32));
    let mut term = x;
    for i in 0..depth / 2 {
        let k = pool.bv_u64(32, 2 * (i % 1000) + 3);
        term = pool.bvxor(term, k);
        term = pool.bvmul(term, x);
    }
    term
}

#[test]
fn evaluate_substitute_and_collect() {
    let mut pool = TermPool::new();
    let term = tower(&mut pool, DEPTH);
    assert!(pool.len() as u64 > DEPTH);
    let x = pool.find_symbol("x").unwrap();
    assert_eq!(pool.symbols_of(&[term]), [pool.as_symbol(x).unwrap()]);
    let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
    assignment.insert(
        pool.as_symbol(x).unwrap(),
        Value::BitVec(BitVec::new(32, 5)),
    );
    let value = Evaluator::new(&pool, &assignment).eval(term);
    let five = pool.bv_u64(32, 5);
    let folded = pool.substitute(term, &mut |_, _| Some(five), &mut FxHashMap::default());
    assert_eq!(pool.as_const(folded), Some(value.as_bitvec()));
}

#[test]
fn print_and_parse() {
    let mut pool = TermPool::new();
    let term = tower(&mut pool, DEPTH);
    let x = pool.find_symbol("x").unwrap();
    let plain = pool.display(term).to_string();
    assert_eq!(parse_term(&mut pool, &plain, &mut |_| Some(x)), Ok(term));
}

/// The forms that name subterms cost more, so they get a tower that is merely high.
#[test]
fn print_shared_and_parse() {
    let mut pool = TermPool::new();
    let term = tower(&mut pool, DEPTH / 5);
    let x = pool.find_symbol("x").unwrap();
    let mut shared = String::new();
    write_term(&pool, term, &mut shared).unwrap();
    assert_eq!(parse_term(&mut pool, &shared, &mut |_| Some(x)), Ok(term));
    let zero = pool.zero(32);
    let assertion = pool.ult(zero, term);
    let mut script = Vec::new();
    write_script(&pool, &[assertion], &mut script).unwrap();
    let script = parse_script(&mut pool, std::str::from_utf8(&script).unwrap()).unwrap();
    assert_eq!(script.assertions(), [assertion]);
}

#[test]
fn sharing_is_not_unfolded() {
    let mut pool = TermPool::new();
    let x = pool.symbol("x", Sort::BitVec(32));
    let y = pool.symbol("y", Sort::BitVec(32));
    let mut term = x;
    for _ in 0..200 {
        let quotient = pool.bvudiv(term, y);
        term = pool.bvmul(term, quotient);
    }
    let mut shared = String::new();
    write_term(&pool, term, &mut shared).unwrap();
    assert!(shared.len() < 20_000, "{} characters", shared.len());
    let symbols = [x, y];
    let back = parse_term(&mut pool, &shared, &mut |name| {
        Some(symbols[(name == "y") as usize])
    });
    assert_eq!(back, Ok(term));
}

/// Each rule that walks or rebuilds, on terms made to lead it astray.
#[test]
fn construction_is_bounded() {
    let mut pool = TermPool::new();
    let n = DEPTH / 10;
    let a = pool.symbol("a", Sort::Bool);
    let mut conjunction = a;
    let mut disjunction = a;
    let mut alternating = a;
    let mut choice = pool.symbol("v", Sort::BitVec(32));
    let mut byte = pool.symbol("b", Sort::BitVec(8));
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(8));
    let mut array = pool.symbol("m", sort);
    let not_a = pool.not(a);
    for i in 0..n {
        let p = pool.fresh("p", Sort::Bool);
        conjunction = pool.and(p, conjunction);
        disjunction = pool.or(disjunction, p);
        let inner = pool.or(p, alternating);
        alternating = pool.or(not_a, inner);
        let k = pool.bv_u64(32, i);
        choice = pool.ite(p, k, choice);
        let wrapped = pool.eq(choice, k);
        let _ = pool.and(wrapped, a);
        array = pool.store(array, choice, byte);
        array = pool.store(array, k, byte);
        byte = pool.select(array, choice);
    }
    let _ = pool.and(a, alternating);
    let _ = pool.and(conjunction, disjunction);
    let eight = pool.bv_u64(32, 8);
    let _ = pool.bvadd(choice, eight);
    let _ = pool.extract(choice, 7, 0);
}

#[test]
fn a_wide_value_survives_its_bytes() {
    let mut pool = TermPool::new();
    let bytes = 512;
    let x = pool.symbol("x", Sort::BitVec(8 * bytes));
    let parts: Vec<Term> = (0..bytes)
        .map(|i| pool.extract(x, 8 * i + 7, 8 * i))
        .collect();
    let upwards = parts
        .iter()
        .skip(1)
        .fold(parts[0], |low, high| pool.concat(*high, low));
    assert_eq!(upwards, x);
    let downwards = parts
        .iter()
        .rev()
        .skip(1)
        .fold(parts[bytes as usize - 1], |high, low| {
            pool.concat(high, *low)
        });
    assert_eq!(downwards, x);
    // Unrelated bytes: the parts of a long concatenation are found again.
    let others: Vec<Term> = (0..bytes)
        .map(|i| pool.symbol(&format!("b{i}"), Sort::BitVec(8)))
        .collect();
    let word = others
        .iter()
        .skip(1)
        .fold(others[0], |low, high| pool.concat(*high, low));
    for i in [0, 7, 255, bytes - 1] {
        assert_eq!(pool.extract(word, 8 * i + 7, 8 * i), others[i as usize]);
    }
    assert_eq!(pool.op(word), Op::Concat);
}

#[test]
fn a_long_chain_of_stores_evaluates_fast() {
    let mut pool = TermPool::new();
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(32));
    let base = pool.symbol("m", sort);
    let i = pool.symbol("i", Sort::BitVec(32));
    let mut array = base;
    let mut sum = pool.zero(32);
    for k in 0..100_000 {
        let k = pool.bv_u64(32, k);
        let index = pool.bvmul(i, k);
        array = pool.store(array, index, k);
        let read = pool.select(array, i);
        sum = pool.bvxor(sum, read);
    }
    let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
    assignment.insert(
        pool.as_symbol(i).unwrap(),
        Value::BitVec(BitVec::new(32, 3)),
    );
    let mut evaluator = Evaluator::new(&pool, &assignment);
    // From the second store on (index 1 * i), every read of `i` gives 1.
    let expected = (0..100_000u64).skip(1).fold(0, |sum, _| sum ^ 1);
    assert_eq!(
        evaluator.eval(sum),
        Value::BitVec(BitVec::new(32, expected))
    );
}
