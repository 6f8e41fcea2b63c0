//! Each rewrite rule: that it fires, and that a near miss does not.
//!
//! `fires(from, to)`: the term `from` becomes `to`. `stays(text)`: the term is its own normal form. Equivalence is proved
//! elsewhere (`rewrite_equivalence`).

mod arith;
mod boolean;
mod compare;
mod float;
mod structure;

use term::smtlib::parse_term;
use term::{FloatFormat, Sort, Term, TermPool};

/// The order of names is the order in which they are made, which is that of the arguments of commutative operators.
/// Constants come first, so that they are on the left.
fn pool() -> TermPool {
    let mut pool = TermPool::new();
    for k in [
        0u64, 1, 2, 3, 4, 5, 7, 8, 0x10, 0x7f, 0x80, 0xff, 0xfe, 0xfd, 0xfb,
    ] {
        pool.bv_u64(8, k);
    }
    for name in ["a", "b", "c", "d"] {
        pool.symbol(name, Sort::Bool);
    }
    for name in ["x", "y", "z"] {
        pool.symbol(name, Sort::BitVec(8));
    }
    for name in ["p", "q"] {
        pool.symbol(name, Sort::BitVec(1));
    }
    for name in ["u", "v"] {
        pool.symbol(name, Sort::BitVec(4));
    }
    for name in ["w", "w2"] {
        pool.symbol(name, Sort::BitVec(32));
    }
    for name in ["m", "n"] {
        pool.symbol(name, Sort::array(Sort::BitVec(8), Sort::BitVec(8)));
    }
    for name in ["f", "g", "h"] {
        pool.symbol(name, Sort::Float(FloatFormat::HALF));
    }
    pool.symbol("s", Sort::Float(FloatFormat::SINGLE));
    for name in ["r", "r2"] {
        pool.symbol(name, Sort::RoundingMode);
    }
    pool
}

fn parse(pool: &mut TermPool, text: &str) -> Term {
    let names = [
        "a", "b", "c", "d", "x", "y", "z", "p", "q", "u", "v", "w", "w2", "m", "n", "f", "g", "h",
        "s", "r", "r2",
    ];
    let known: Vec<Term> = names.iter().map(|n| pool.find_symbol(n).unwrap()).collect();
    let mut resolve = |name: &str| names.iter().position(|n| *n == name).map(|i| known[i]);
    parse_term(pool, text, &mut resolve).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[track_caller]
fn fires(from: &str, to: &str) {
    let mut pool = pool();
    let (from_term, to_term) = (parse(&mut pool, from), parse(&mut pool, to));
    assert_eq!(
        from_term,
        to_term,
        "{from} became {}, not {}",
        pool.display(from_term),
        pool.display(to_term)
    );
    assert_ne!(from, to, "a rule changes something");
}

/// Also with the arguments of the root exchanged; for commutative operators.
#[track_caller]
fn fires_both(op: &str, left: &str, right: &str, to: &str) {
    fires(&format!("({op} {left} {right})"), to);
    fires(&format!("({op} {right} {left})"), to);
}

#[track_caller]
fn stays(text: &str) {
    let mut pool = pool();
    let term = parse(&mut pool, text);
    assert_eq!(pool.display(term).to_string(), text);
}
