//! Arrays: random formulas against brute force and against z3, and long chains.

mod common;

use common::Code;
use proptest::prelude::*;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use std::collections::HashMap;
use term::{BitVec, Op, Sort, Term, TermPool, Value};

/// Terms over two array symbols, two indices and two elements.
struct Arrays {
    arrays: Vec<Term>,
    indices: Vec<Term>,
    elements: Vec<Term>,
    bools: Vec<Term>,
    sort: Sort,
}

fn pick(terms: &[Term], number: u8) -> Term {
    terms[terms.len() - 1 - number as usize % terms.len()]
}

impl Arrays {
    fn new(pool: &mut TermPool, index: u32, element: u32) -> Arrays {
        let sort = Sort::array(Sort::BitVec(index), Sort::BitVec(element));
        Arrays {
            arrays: ["a", "b"].map(|n| pool.symbol(n, sort)).to_vec(),
            indices: ["i", "j"]
                .map(|n| pool.symbol(n, Sort::BitVec(index)))
                .to_vec(),
            elements: ["v", "w"]
                .map(|n| pool.symbol(n, Sort::BitVec(element)))
                .to_vec(),
            bools: vec![pool.symbol("p", Sort::Bool)],
            sort,
        }
    }

    fn step(&mut self, pool: &mut TermPool, (op, a, b, c): Code) {
        let (x, y) = (pick(&self.arrays, a), pick(&self.arrays, b));
        let (i, j) = (pick(&self.indices, b), pick(&self.indices, c));
        let (v, w) = (pick(&self.elements, a), pick(&self.elements, c));
        let p = pick(&self.bools, a);
        match op % 16 {
            0..=2 => self.arrays.push(pool.store(x, i, w)),
            3 => self.arrays.push(pool.ite(pick(&self.bools, c), x, y)),
            4 => self.arrays.push(pool.const_array(self.sort, v)),
            5 | 6 => self.elements.push(pool.select(x, i)),
            7 => self.bools.push(pool.eq(x, y)),
            8 => self.bools.push(pool.eq(i, j)),
            9 => self.bools.push(pool.ult(v, w)),
            10 => self.bools.push(pool.not(p)),
            11 => self.bools.push(pool.or(p, pick(&self.bools, c))),
            12 => self.arrays.push(copied(pool, [x, y], i, j, p)),
            13 => self.arrays.push(filled(pool, x, i, j, w)),
            14 => self.arrays.push(searched(pool, x, y, v)),
            _ => {
                let one = pool.bv(BitVec::one(pool.width(i)));
                self.indices.push(pool.bvadd(i, one));
            }
        }
    }

    /// Some of the Booleans, the negations of others.
    fn assertions(&self, pool: &mut TermPool, signs: u32) -> Vec<Term> {
        let chosen = self.bools.iter().rev().take(6).enumerate();
        chosen
            .map(|(k, b)| {
                if signs >> k & 1 == 1 {
                    *b
                } else {
                    pool.not(*b)
                }
            })
            .collect()
    }
}

/// `to` with `length` elements from `start` on copied, from the same place or from the beginning, of `from`.
fn copied(pool: &mut TermPool, [to, from]: [Term; 2], start: Term, length: Term, p: Term) -> Term {
    let k = pool.fresh("k", pool.sort(start));
    let distance = pool.bvsub(k, start);
    let inside = pool.ult(distance, length);
    let place = pool.ite(p, k, distance);
    let (new, old) = (pool.select(from, place), pool.select(to, k));
    let element = pool.ite(inside, new, old);
    pool.lambda(k, element)
}

/// `to` with `length` elements from `start` on set to a value.
fn filled(pool: &mut TermPool, to: Term, start: Term, length: Term, value: Term) -> Term {
    let k = pool.fresh("k", pool.sort(start));
    let distance = pool.bvsub(k, start);
    let inside = pool.ult(distance, length);
    let old = pool.select(to, k);
    let element = pool.ite(inside, value, old);
    pool.lambda(k, element)
}

/// Where elements of `x` are small, those of another array that depends on the index as well.
fn searched(pool: &mut TermPool, x: Term, y: Term, limit: Term) -> Term {
    let Sort::Array(sort) = pool.sort(x) else {
        panic!("an array");
    };
    let k = pool.fresh("k", sort.index);
    let there = pool.select(x, k);
    let small = pool.ult(there, limit);
    let next = pool.bvnot(k);
    let changed = pool.store(y, next, limit);
    let at = pool.ite(small, k, next);
    let new = pool.select(changed, at);
    let element = pool.ite(small, new, there);
    pool.lambda(k, element)
}

/// A value of a small sort: a scalar, or the elements of an array in order.
#[derive(Clone, PartialEq)]
enum Small {
    Scalar(u64),
    Array(Vec<u64>),
}

/// Evaluation by definition, on terms of [`Arrays`]; shares nothing with the crates under test.
fn brute(pool: &TermPool, term: Term, symbols: &HashMap<Term, Small>) -> Small {
    let arg = |i: usize| brute(pool, pool.arg(term, i), symbols);
    let scalar = |i: usize| match arg(i) {
        Small::Scalar(v) => v,
        Small::Array(_) => panic!("a scalar was expected"),
    };
    let array = |i: usize| match arg(i) {
        Small::Array(a) => a,
        Small::Scalar(_) => panic!("an array was expected"),
    };
    let truth = |b: bool| Small::Scalar(u64::from(b));
    let modulus = |t: Term| 1_u64 << pool.width(t);
    match pool.op(term) {
        Op::True => truth(true),
        Op::False => truth(false),
        Op::BvConst(_) => Small::Scalar(pool.as_u64(term).expect("small")),
        Op::Symbol(_) => symbols[&term].clone(),
        Op::Not => truth(scalar(0) == 0),
        Op::And => truth(scalar(0) == 1 && scalar(1) == 1),
        Op::Or => truth(scalar(0) == 1 || scalar(1) == 1),
        Op::Eq => truth(arg(0) == arg(1)),
        Op::Ite => arg(if scalar(0) == 1 { 1 } else { 2 }),
        Op::BvUlt => truth(scalar(0) < scalar(1)),
        Op::BvUle => truth(scalar(0) <= scalar(1)),
        Op::BvNot => Small::Scalar(modulus(term) - 1 - scalar(0)),
        Op::BvNeg => Small::Scalar((modulus(term) - scalar(0)) % modulus(term)),
        Op::BvAdd => Small::Scalar((scalar(0) + scalar(1)) % modulus(term)),
        Op::BvSub => Small::Scalar((scalar(0) + modulus(term) - scalar(1)) % modulus(term)),
        Op::BvXor => Small::Scalar(scalar(0) ^ scalar(1)),
        Op::BvAnd => Small::Scalar(scalar(0) & scalar(1)),
        Op::BvOr => Small::Scalar(scalar(0) | scalar(1)),
        Op::Extract(high, low) => Small::Scalar(scalar(0) >> low & ((1 << (high - low + 1)) - 1)),
        Op::Concat => Small::Scalar(scalar(0) << pool.width(pool.arg(term, 1)) | scalar(1)),
        Op::ZeroExtend(_) => Small::Scalar(scalar(0)),
        Op::Select => Small::Scalar(array(0)[scalar(1) as usize]),
        Op::Store => {
            let mut elements = array(0);
            elements[scalar(1) as usize] = scalar(2);
            Small::Array(elements)
        }
        Op::ConstArray(sort) => Small::Array(vec![scalar(0); 1 << sort.index.width()]),
        Op::Lambda(_) => {
            let lambda = pool.as_lambda(term).expect("a lambda");
            let parameters = lambda.parameters.iter().copied();
            let mut inside: HashMap<Term, Small> = parameters
                .zip((0..pool.args(term).len()).map(arg))
                .collect();
            let indices = 0..1_u64 << pool.width(lambda.index);
            let element = |k| {
                inside.insert(lambda.index, Small::Scalar(k));
                match brute(pool, lambda.body, &inside) {
                    Small::Scalar(v) => v,
                    Small::Array(_) => panic!("elements are scalars"),
                }
            };
            Small::Array(indices.map(element).collect())
        }
        op => panic!("{op:?} is not made by these tests"),
    }
}

fn all_values(sort: Sort) -> Vec<Small> {
    match sort {
        Sort::Bool => vec![Small::Scalar(0), Small::Scalar(1)],
        Sort::BitVec(width) => (0..1 << width).map(Small::Scalar).collect(),
        Sort::Array(sort) => {
            let (size, element) = (1_u32 << sort.index.width(), sort.element.width());
            let elements = |code: u64| {
                (0..size)
                    .map(|i| code >> (i * element) & ((1 << element) - 1))
                    .collect()
            };
            (0..1_u64 << (size * element))
                .map(|code| Small::Array(elements(code)))
                .collect()
        }
        other => panic!("no {other} here"),
    }
}

fn brute_sat(pool: &TermPool, assertions: &[Term]) -> bool {
    let symbols: Vec<Term> = pool
        .symbols_of(assertions)
        .into_iter()
        .map(|s| pool.symbol_term(s))
        .collect();
    let choices: Vec<Vec<Small>> = symbols.iter().map(|s| all_values(pool.sort(*s))).collect();
    let mut counter = vec![0; symbols.len()];
    loop {
        let values = symbols
            .iter()
            .zip(&choices)
            .zip(&counter)
            .map(|((s, c), k)| (*s, c[*k].clone()))
            .collect();
        if assertions
            .iter()
            .all(|a| brute(pool, *a, &values) == Small::Scalar(1))
        {
            return true;
        }
        let Some(digit) = (0..counter.len()).find(|d| counter[*d] + 1 < choices[*d].len()) else {
            return false;
        };
        counter[digit] += 1;
        counter[..digit].fill(0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_formulas_against_brute_force(
        shape in prop::sample::select(vec![(1_u32, 1_u32), (1, 2), (2, 1)]),
        code in prop::collection::vec(any::<Code>(), 1..20),
        signs in any::<u32>(),
    ) {
        let mut pool = TermPool::new();
        let mut arrays = Arrays::new(&mut pool, shape.0, shape.1);
        for instruction in code {
            arrays.step(&mut pool, instruction);
        }
        let assertions = arrays.assertions(&mut pool, signs);
        let expected = brute_sat(&pool, &assertions);
        let mut solver = EmbeddedSolver::new();
        for assertion in &assertions {
            solver.assert(&mut pool, *assertion);
        }
        let answer = solver.check(&mut pool, &[], &Limits::default());
        prop_assert_eq!(answer.is_sat(), expected);
        prop_assert_eq!(answer.is_unsat(), !expected);
    }
}

/// A long chain of stores at different symbolic indices: reads near its top, near its bottom and anywhere.
#[test]
fn a_long_chain_of_stores() {
    const LENGTH: u64 = 10_000;
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(8));
    let mut array = pool.symbol("memory", sort);
    let base = pool.symbol("base", Sort::BitVec(32));
    let index = |pool: &mut TermPool, n| {
        let offset = pool.bv_u64(32, n);
        pool.bvadd(base, offset)
    };
    for n in 0..LENGTH {
        let (index, value) = (index(&mut pool, n), pool.bv_u64(8, n % 251));
        array = pool.store(array, index, value);
    }
    for n in [77, 5_000, 9_999] {
        let index = index(&mut pool, n);
        let (read, expected) = (pool.select(array, index), pool.bv_u64(8, n % 251));
        let wrong = pool.ne(read, expected);
        let answer = solver.check(&mut pool, &[wrong], &Limits::default());
        assert!(answer.is_unsat(), "{n}");
    }
    let anywhere = pool.symbol("at", Sort::BitVec(32));
    let (read, expected) = (pool.select(array, anywhere), pool.bv_u64(8, 250));
    let right = pool.eq(read, expected);
    let answer = solver.check(&mut pool, &[right], &Limits::default());
    assert!(answer.is_sat());
}

/// Copies over copies of symbolic length, in an array of 2^32 elements: only what is read is looked at.
#[test]
fn copies_of_symbolic_length() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(8));
    let first = pool.symbol("first", sort);
    let mut array = first;
    let never = pool.ff();
    for n in 0..6 {
        let start = pool.symbol(&format!("start{n}"), Sort::BitVec(32));
        let length = pool.symbol(&format!("length{n}"), Sort::BitVec(32));
        array = copied(&mut pool, [array, array], start, length, never);
    }
    let at = pool.symbol("at", Sort::BitVec(32));
    let read = pool.select(array, at);
    // Some element of the first array: none is 7 if all that a run reads are not.
    let seven = pool.bv_u64(8, 7);
    let is_seven = pool.eq(read, seven);
    let answer = solver.check(&mut pool, &[is_seven], &Limits::default());
    assert!(answer.is_sat());
    let zero = pool.zero(8);
    let sort = pool.sort(first);
    let zeros = pool.const_array(sort, zero);
    let mut cache = Default::default();
    let symbol = pool.as_symbol(first).expect("a symbol");
    let of_zeros = pool.substitute(
        is_seven,
        &mut |_, s| (s == symbol).then_some(zeros),
        &mut cache,
    );
    let answer = solver.check(&mut pool, &[of_zeros], &Limits::default());
    assert!(answer.is_unsat());
    // And once more, when all instances are known.
    assert!(
        solver
            .check(&mut pool, &[is_seven], &Limits::default())
            .is_sat()
    );
}

/// What can be compared at each index is; what cannot is declined, and does no harm where it is not asserted.
#[test]
fn equalities_of_lambdas() {
    let mut pool = TermPool::new();
    for (width, decided) in [(4, true), (16, false)] {
        let sort = Sort::array(Sort::BitVec(width), Sort::BitVec(8));
        let array = pool.symbol(&format!("a{width}"), sort);
        let [start, length] =
            ["s", "n"].map(|n| pool.symbol(&format!("{n}{width}"), Sort::BitVec(width)));
        let zero = pool.zero(8);
        let fill = filled(&mut pool, array, start, length, zero);
        let same = pool.eq(fill, array);
        let mut solver = EmbeddedSolver::new();
        match solver.check(&mut pool, &[same], &Limits::default()) {
            Answer::Sat(model) if decided => {
                assert_eq!(model.eval(&pool, same), Value::Bool(true));
            }
            Answer::Unknown(smt::Why::Other(what)) if !decided => {
                assert_eq!(what, "an equality of arrays that are made by a lambda");
            }
            _ => panic!("{width}"),
        }
        assert!(solver.check(&mut pool, &[], &Limits::default()).is_sat());
    }
}

/// The model answers array symbols, consistently with every read.
#[test]
fn models_of_arrays() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let sort = Sort::array(Sort::BitVec(8), Sort::BitVec(8));
    let (a, b) = (pool.symbol("a", sort), pool.symbol("b", sort));
    let i = pool.symbol("i", Sort::BitVec(8));
    let five = pool.bv_u64(8, 5);
    let stored = pool.store(a, i, five);
    let same = pool.eq(b, stored);
    solver.assert(&mut pool, same);
    let three = pool.bv_u64(8, 3);
    let at_three = pool.select(a, three);
    let seven = pool.bv_u64(8, 7);
    let is_seven = pool.eq(at_three, seven);
    solver.assert(&mut pool, is_seven);
    let i_not_three = pool.ne(i, three);
    let Answer::Sat(model) = solver.check(&mut pool, &[i_not_three], &Limits::default()) else {
        panic!("satisfiable");
    };
    let b_at_three = pool.select(b, three);
    let b_at_i = pool.select(b, i);
    assert_eq!(
        model.eval(&pool, b_at_three),
        Value::BitVec(BitVec::new(8, 7))
    );
    assert_eq!(model.eval(&pool, b_at_i), Value::BitVec(BitVec::new(8, 5)));
    assert_eq!(model.eval(&pool, same), Value::Bool(true));
}

/// Two constant arrays that differ are not made equal by one store, unless one index is all there is.
#[test]
fn constant_arrays_and_extensionality() {
    for (index, stores, expected) in [
        (8, 1, false),
        (1, 1, false),
        (1, 2, true),
        (2, 3, false),
        (2, 4, true),
    ] {
        let mut pool = TermPool::new();
        let mut solver = EmbeddedSolver::new();
        let sort = Sort::array(Sort::BitVec(index), Sort::BitVec(4));
        let (one, two) = (pool.bv_u64(4, 1), pool.bv_u64(4, 2));
        let mut left = pool.const_array(sort, one);
        let right = pool.const_array(sort, two);
        for n in 0..stores {
            let at = pool.symbol(&format!("i{n}"), Sort::BitVec(index));
            let value = pool.symbol(&format!("v{n}"), Sort::BitVec(4));
            left = pool.store(left, at, value);
        }
        let same = pool.eq(left, right);
        solver.assert(&mut pool, same);
        assert_eq!(
            solver.check(&mut pool, &[], &Limits::default()).is_sat(),
            expected,
            "{index} {stores}"
        );
    }
}

/// Five rounding modes and the values of a small float are all the indices there are.
#[test]
fn arrays_indexed_by_floats() {
    let solve = |index: &str, stores: &[String]| {
        let mut text =
            format!("(define-sort I () {index}) (define-sort A () (Array I (_ BitVec 4)))");
        text +=
            "(declare-const i0 I) (declare-const i1 I) (declare-const i2 I) (declare-const i3 I)";
        let stored = stores
            .iter()
            .fold("((as const A) #x1)".to_string(), |array, at| {
                format!("(store {array} {at} #x2)")
            });
        text += &format!("(assert (= {stored} ((as const A) #x2)))");
        let mut pool = TermPool::new();
        let script = term::smtlib::parse_script(&mut pool, &text).expect("a script");
        let mut solver = EmbeddedSolver::new();
        for assertion in script.assertions() {
            solver.assert(&mut pool, assertion);
        }
        solver.check(&mut pool, &[], &Limits::default()).is_sat()
    };
    let names = ["i0", "i1", "i2", "i3", "RNE"].map(String::from);
    assert!(solve("RoundingMode", &names));
    assert!(!solve("RoundingMode", &names[1..]));
    // Of the 16 patterns the last of each sign are NaN.
    let floats: Vec<String> = (0..16)
        .map(|bits| format!("((_ to_fp 2 2) #b{bits:04b})"))
        .collect();
    assert!(solve("(_ FloatingPoint 2 2)", &floats));
    assert!(solve("(_ FloatingPoint 2 2)", &floats[..15]));
    assert!(!solve("(_ FloatingPoint 2 2)", &floats[..14]));
    assert!(!solve("(_ FloatingPoint 2 2)", &floats[1..]));
}

/// Sorts of which nothing is known, in functions and arrays.
#[test]
fn declared_sorts() {
    let ask = |text: &str| {
        let declared = "(declare-sort U 0) (declare-fun f (U) U) (declare-const a (Array U U))
            (declare-const b (Array U U)) (declare-const x U) (declare-const y U) (declare-const z U)";
        let text = format!("{declared} (assert {text})");
        let mut pool = TermPool::new();
        let script = term::smtlib::parse_script(&mut pool, &text).expect("a script");
        let mut solver = EmbeddedSolver::new();
        for assertion in script.assertions() {
            solver.assert(&mut pool, assertion);
        }
        match solver.check(&mut pool, &[], &Limits::default()) {
            Answer::Sat(_) => "sat".to_string(),
            Answer::Unsat(_) => "unsat".to_string(),
            Answer::Unknown(why) => format!("{why:?}"),
        }
    };
    assert_eq!(ask("(distinct x y z (f x) (f y))"), "sat");
    assert_eq!(
        ask("(and (= (f (f (f x))) x) (= (f (f (f (f (f x))))) x) (distinct (f x) x))"),
        "unsat"
    );
    assert_eq!(
        ask("(and (= (store a x y) (store b x y)) (distinct (select a z) (select b z)))"),
        "sat"
    );
    assert_eq!(
        ask(
            "(and (= (store a x y) (store b x y)) (distinct (select a z) (select b z)) (distinct x z))"
        ),
        "unsat"
    );
    // True of a sort with one value only, which this might be.
    let constant = ask("(= (store ((as const (Array U U)) x) z y) ((as const (Array U U)) y))");
    assert!(constant.contains("constant arrays indexed by a sort that is declared"));
}

/// An array of two elements, and not more.
#[test]
fn arrays_indexed_by_booleans() {
    let solve = |text: &str| {
        let mut pool = TermPool::new();
        let script = term::smtlib::parse_script(&mut pool, text).expect("a script");
        let mut solver = EmbeddedSolver::new();
        for assertion in script.assertions() {
            solver.assert(&mut pool, assertion);
        }
        solver.check(&mut pool, &[], &Limits::default()).is_sat()
    };
    let declared =
        "(declare-const a (Array Bool (_ BitVec 4))) (declare-const b (Array Bool (_ BitVec 4)))
        (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)";
    let ask = |assertion: &str| solve(&format!("{declared} (assert {assertion})"));
    assert!(ask("(distinct (select a p) (select a q))"));
    assert!(!ask("(distinct (select a p) (select a q) (select a r))"));
    assert!(!ask(
        "(and (= (select a true) (select b true)) (= (select a false) (select b false)) (distinct a b))"
    ));
    let constant = |k: &str| format!("((as const (Array Bool (_ BitVec 4))) {k})");
    let (one, two) = (constant("#x1"), constant("#x2"));
    assert!(ask(&format!(
        "(= (store (store {one} p #x3) q #x3) (store (store {two} q #x3) p #x3))"
    )));
    assert!(!ask(&format!(
        "(= (store {one} p #x3) (store {two} p #x3))"
    )));
}
