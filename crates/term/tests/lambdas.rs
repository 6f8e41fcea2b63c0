//! Lambdas: what they map an index to, exhaustively at small widths, and that they are ordinary terms otherwise.

use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::smtlib::{parse_term, write_term};
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool, Value};

const INDEX: Sort = Sort::BitVec(2);
const ELEMENT: Sort = Sort::BitVec(2);

struct Small {
    pool: TermPool,
    a: Term,
    i: Term,
    j: Term,
    v: Term,
    p: Term,
}

impl Small {
    fn new() -> Small {
        let mut pool = TermPool::new();
        let a = pool.symbol("a", Sort::array(INDEX, ELEMENT));
        let [i, j] = ["i", "j"].map(|n| pool.symbol(n, INDEX));
        let v = pool.symbol("v", ELEMENT);
        let p = pool.symbol("p", Sort::Bool);
        Small {
            pool,
            a,
            i,
            j,
            v,
            p,
        }
    }

    /// Bodies over an index, from the simple to the involved.
    fn bodies(&mut self, k: Term) -> Vec<Term> {
        let Small { a, i, j, v, p, .. } = *self;
        let pool = &mut self.pool;
        let one = pool.bv_u64(2, 1);
        let distance = pool.bvsub(k, i);
        let inside = pool.ult(distance, j);
        let (here, there) = (pool.select(a, k), pool.select(a, distance));
        let next = pool.bvadd(k, one);
        let stored = pool.store(a, next, v);
        let in_stored = pool.select(stored, i);
        let chosen = pool.ite(inside, stored, a);
        let in_chosen = pool.select(chosen, j);
        let twice = pool.select(a, here);
        let guarded = pool.and(p, inside);
        vec![
            v,
            here,
            k,
            next,
            there,
            pool.ite(inside, v, here),
            pool.ite(inside, there, here),
            pool.ite(guarded, there, here),
            in_stored,
            in_chosen,
            twice,
            pool.bvmul(k, v),
        ]
    }
}

/// All assignments of the four symbols; arrays take some values of each kind.
fn assignments(small: &Small, mut each: impl FnMut(&FxHashMap<SymbolId, Value>)) {
    let bits = |value: u64| Value::BitVec(BitVec::new(2, value));
    let id = |term: Term| small.pool.as_symbol(term).expect("a symbol");
    for code in 0..1_u64 << 7 {
        for contents in [0b00_01_10_11, 0b11_11_00_01, 0b10_00_00_10_u64] {
            let mut array = term::eval::ArrayValue {
                default: bits(0),
                entries: Default::default(),
            };
            for index in 0..4 {
                array.set(BitVec::new(2, index), bits(contents >> (2 * index) & 3));
            }
            let values = [
                (id(small.a), Value::Array(array.into())),
                (id(small.i), bits(code & 3)),
                (id(small.j), bits(code >> 2 & 3)),
                (id(small.v), bits(code >> 4 & 3)),
                (id(small.p), Value::Bool(code >> 6 & 1 == 1)),
            ];
            each(&values.into_iter().collect());
        }
    }
}

#[test]
fn a_read_is_the_body_at_the_index() {
    let mut small = Small::new();
    let k = small.pool.fresh("k", INDEX);
    for body in small.bodies(k) {
        let lambda = small.pool.lambda(k, body);
        let read = small.pool.select(lambda, small.i);
        let reduced = match small.pool.as_lambda(lambda) {
            Some(_) => small.pool.beta(lambda, small.i),
            None => read,
        };
        let plain = small.pool.without_lambdas(read, &mut FxHashMap::default());
        // Below a store, where the walk down its array ends at the lambda.
        let stored = small.pool.store(lambda, small.j, small.v);
        let below = small.pool.select(stored, small.i);
        let plain_below = small.pool.without_lambdas(below, &mut FxHashMap::default());
        assignments(&small, |values| {
            let i = values[&small.pool.as_symbol(small.i).expect("a symbol")].clone();
            let mut at_i = values.clone();
            at_i.insert(small.pool.as_symbol(k).expect("a symbol"), i.clone());
            let expected = Evaluator::new(&small.pool, &at_i).eval(body);
            let mut evaluator = Evaluator::new(&small.pool, values);
            for term in [read, reduced, plain] {
                assert_eq!(
                    evaluator.eval(term),
                    expected,
                    "{}",
                    small.pool.display(term)
                );
            }
            let (j, v) = (evaluator.eval(small.j), evaluator.eval(small.v));
            let expected = if i == j { v } else { expected };
            for term in [below, plain_below] {
                assert_eq!(
                    evaluator.eval(term),
                    expected,
                    "{}",
                    small.pool.display(term)
                );
            }
            let Value::Array(listed) = evaluator.eval(lambda) else {
                panic!("an array");
            };
            assert_eq!(*listed.get(&i.to_bits()), evaluator.eval(read));
        });
    }
}

#[test]
fn equality_is_that_of_all_elements() {
    let mut small = Small::new();
    let k = small.pool.fresh("k", INDEX);
    let lambdas: Vec<Term> = small
        .bodies(k)
        .into_iter()
        .map(|body| small.pool.lambda(k, body))
        .collect();
    for x in &lambdas {
        for y in &lambdas {
            let same = small.pool.eq(*x, *y);
            assignments(&small, |values| {
                let mut evaluator = Evaluator::new(&small.pool, values);
                let expected = evaluator.eval(*x) == evaluator.eval(*y);
                assert_eq!(evaluator.eval(same), Value::Bool(expected));
            });
        }
    }
}

#[test]
fn the_name_of_the_index_does_not_matter() {
    let mut small = Small::new();
    let (k, l) = (small.pool.fresh("k", INDEX), small.pool.fresh("l", INDEX));
    let of_k = small.bodies(k);
    let of_l = small.bodies(l);
    for (x, y) in of_k.into_iter().zip(of_l) {
        let (x, y) = (small.pool.lambda(k, x), small.pool.lambda(l, y));
        assert_eq!(x, y);
    }
}

#[test]
fn what_needs_no_lambda_has_none() {
    let mut small = Small::new();
    let k = small.pool.fresh("k", INDEX);
    let sort = small.pool.sort(small.a);
    let constant = small.pool.const_array(sort, small.v);
    assert_eq!(small.pool.lambda(k, small.v), constant);
    let same = small.pool.select(small.a, k);
    assert_eq!(small.pool.lambda(k, same), small.a);
    // Near misses: another index, and an array that depends on it.
    let other = small.pool.bvnot(k);
    let elsewhere = small.pool.select(small.a, other);
    let lambda = small.pool.lambda(k, elsewhere);
    assert!(matches!(small.pool.op(lambda), Op::Lambda(_)));
    let sum = small.pool.bvadd(k, small.i);
    let stored = small.pool.store(small.a, sum, small.v);
    let in_stored = small.pool.select(stored, k);
    let lambda = small.pool.lambda(k, in_stored);
    assert!(matches!(small.pool.op(lambda), Op::Lambda(_)));
}

#[test]
fn a_read_is_reduced_at_construction_only_where_that_is_cheap() {
    let mut small = Small::new();
    let Small { a, i, j, v, .. } = small;
    let pool = &mut small.pool;
    let k = pool.fresh("k", INDEX);
    let distance = pool.bvsub(k, i);
    let inside = pool.ult(distance, j);
    let (here, there) = (pool.select(a, k), pool.select(a, distance));
    let body = pool.ite(inside, v, here);
    let fill = pool.lambda(k, body);
    let read = pool.select(fill, j);
    assert_eq!(pool.op(read), Op::Ite);
    let body = pool.ite(inside, there, here);
    let copy = pool.lambda(k, body);
    let read = pool.select(copy, j);
    assert_eq!((pool.op(read), pool.arg(read, 0)), (Op::Select, copy));
    // Where the condition folds, one of the two reads is left.
    let zero = pool.zero(2);
    let mut cache = FxHashMap::default();
    let symbol = pool.as_symbol(j).expect("a symbol");
    let nothing = pool.substitute(copy, &mut |_, s| (s == symbol).then_some(zero), &mut cache);
    let read = pool.select(nothing, j);
    assert_eq!(read, pool.select(a, j));
}

#[test]
fn text_comes_back() {
    let mut small = Small::new();
    let k = small.pool.fresh("k", INDEX);
    let mut terms: Vec<Term> = small
        .bodies(k)
        .into_iter()
        .map(|body| small.pool.lambda(k, body))
        .collect();
    // A lambda in a lambda: over its array, and over its index.
    let l = small.pool.fresh("l", INDEX);
    let inner = small.pool.select(terms[6], l);
    let outer = small.pool.bvxor(inner, l);
    terms.push(small.pool.lambda(l, outer));
    let m = small.pool.fresh("m", INDEX);
    let n = small.pool.fresh("n", INDEX);
    let sum = small.pool.bvadd(m, n);
    let at_sum = small.pool.select(small.a, sum);
    let of_n = small.pool.lambda(n, at_sum);
    let (x, y) = (small.pool.select(of_n, m), small.pool.select(of_n, small.i));
    let product = small.pool.bvmul(x, y);
    terms.push(small.pool.lambda(m, product));
    for term in terms {
        let mut text = String::new();
        write_term(&small.pool, term, &mut text).expect("strings take all text");
        let free = [small.a, small.i, small.j, small.v, small.p].map(|t| {
            let symbol = small.pool.as_symbol(t).expect("a symbol");
            (small.pool.symbol_name(symbol).to_string(), t)
        });
        let mut resolve = |name: &str| free.iter().find(|f| f.0 == name).map(|f| f.1);
        let back = parse_term(&mut small.pool, &text, &mut resolve).expect("a term");
        assert_eq!(back, term, "{text}");
        assert!(!small.pool.display(term).to_string().contains('\\'));
    }
}

#[test]
fn a_long_chain_is_evaluated_without_recursion() {
    let mut pool = TermPool::new();
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(8));
    let mut array = pool.symbol("a", sort);
    let n = pool.symbol("n", Sort::BitVec(32));
    for step in 0..20_000 {
        let k = pool.fresh("k", Sort::BitVec(32));
        let inside = pool.ult(k, n);
        let by = pool.bv_u64(32, step);
        let moved = pool.bvxor(k, by);
        let (new, old) = (pool.select(array, moved), pool.select(array, k));
        let body = pool.ite(inside, new, old);
        array = pool.lambda(k, body);
    }
    let read = pool.select(array, n);
    assert_eq!(pool.op(read), Op::Select);
    let nothing: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let value = Evaluator::new(&pool, &nothing).eval(read);
    assert_eq!(value, Value::BitVec(BitVec::zero(8)));
    // An array of 2^32 elements has no value that could be listed, but its elements have.
    assert!(!pool.is_finite(array));
    assert!(pool.is_finite(read));
}
