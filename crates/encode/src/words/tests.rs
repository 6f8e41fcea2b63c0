//! What is done to systems keeps their runs.

use super::*;
use rustc_hash::FxHashSet;
use term::{Op, Sort};

fn id(pool: &TermPool, symbol: Term) -> SymbolId {
    pool.as_symbol(symbol).expect("it is a symbol")
}

fn bits(pool: &TermPool, symbol: Term, value: u64) -> (SymbolId, Value) {
    let value = Value::BitVec(BitVec::new(pool.width(symbol), value));
    (id(pool, symbol), value)
}

/// `a` begins anywhere, `b` with the square of `a` and an input; they swap. Bad: `b` is 3 in the second step or later.
fn swaps(pool: &mut TermPool) -> (Words, [Term; 3]) {
    let [a, b, i] = ["a", "b", "i"].map(|name| pool.symbol(name, Sort::BitVec(3)));
    let square = pool.bvmul(a, a);
    let first = pool.bvadd(square, i);
    let three = pool.bv_u64(3, 3);
    let word = |symbol, first, next| Word {
        symbol,
        first,
        next,
    };
    let words = Words {
        states: vec![word(a, None, b), word(b, Some(first), a)],
        inputs: vec![i],
        bad: vec![pool.eq(b, three)],
        constraints: vec![pool.ne(a, three)],
        ..Words::default()
    };
    (words, [a, b, i])
}

#[test]
fn computed_first_values() {
    let mut pool = TermPool::new();
    let (words, [a, _, i]) = swaps(&mut pool);
    let plain = words.with_constant_firsts(&mut pool);
    let is_plain = |word: &Word| word.first.is_none_or(|first| pool.is_value(first));
    assert!(plain.states.iter().all(is_plain));
    let mut met = FxHashSet::default();
    for first in 0..8 {
        for input in 0..8 {
            for steps in 1..4 {
                let run = WordRun {
                    first: Values::from_iter([bits(&pool, a, first)]),
                    inputs: vec![Values::from_iter([bits(&pool, i, input)]); steps],
                };
                let judged = words.judge(&pool, &run);
                assert_eq!(judged, plain.judge(&pool, &run));
                met.insert(judged);
            }
        }
    }
    assert_eq!(met.len(), 2);
    // Nothing is added where nothing is computed.
    let again = plain.with_constant_firsts(&mut pool);
    assert_eq!(again.states, plain.states);
}

#[test]
fn what_matters() {
    let mut pool = TermPool::new();
    let (mut words, [a, b, i]) = swaps(&mut pool);
    let [c, j] = ["c", "j"].map(|name| pool.symbol(name, Sort::BitVec(3)));
    words.inputs.push(j);
    words.states.push(Word {
        symbol: c,
        first: Some(b),
        next: j,
    });
    words.facts = vec![pool.ult(a, b), pool.ult(a, c)];
    let cone = words.cone(&pool);
    assert_eq!(cone.states, words.states[..2]);
    assert_eq!(cone.inputs, [i]);
    assert_eq!(cone.facts, words.facts[..1]);
}

/// An array whose elements are named as other variables of the system are.
#[test]
fn elements_are_no_other_variables() {
    let mut pool = TermPool::new();
    let sort = Sort::array(Sort::BitVec(1), Sort::Bool);
    let (m, other) = (pool.symbol("m", sort), pool.symbol("m[0]", Sort::Bool));
    let (zero, no) = (pool.zero(1), pool.ff());
    let element = pool.select(m, zero);
    let words = Words {
        states: vec![
            Word {
                symbol: m,
                first: Some(pool.const_array(sort, no)),
                next: m,
            },
            Word {
                symbol: other,
                first: Some(pool.tt()),
                next: other,
            },
        ],
        bad: vec![pool.and(element, other)],
        ..Words::default()
    };
    // Elements are bit-vectors or floats.
    assert!(words.without_arrays(&mut pool).is_err());
    let sort = Sort::array(Sort::BitVec(1), Sort::BitVec(1));
    let m = pool.symbol("n", sort);
    let other = pool.symbol("n[0]", Sort::BitVec(1));
    let (element, one) = (pool.select(m, zero), pool.bv_u64(1, 1));
    let words = Words {
        states: vec![
            Word {
                symbol: m,
                first: Some(pool.const_array(sort, zero)),
                next: m,
            },
            Word {
                symbol: other,
                first: Some(one),
                next: other,
            },
        ],
        bad: vec![pool.eq(element, other)],
        ..Words::default()
    };
    let expanded = words.without_arrays(&mut pool).expect("it is small");
    let symbols: FxHashSet<Term> = expanded.words.states.iter().map(|w| w.symbol).collect();
    assert_eq!(symbols.len(), 3);
    let originals = expanded.originals(&mut pool);
    let reads = originals
        .iter()
        .filter(|t| pool.op(**t) == Op::Select)
        .count();
    assert_eq!((originals.len(), reads), (3, 2));
    let run = WordRun {
        first: Values::default(),
        inputs: vec![Values::default()],
    };
    assert_eq!(expanded.words.judge(&pool, &run), None);
    assert_eq!(words.judge(&pool, &run), None);
}

/// Next values and first values that only satisfy a relation.
#[test]
fn relations() {
    let mut pool = TermPool::new();
    let [x, y, i] = ["x", "y", "i"].map(|name| pool.symbol(name, Sort::BitVec(2)));
    let [then_x, then_y] = ["x'", "y'"].map(|name| pool.symbol(name, Sort::BitVec(2)));
    let [zero, one, two] = [0, 1, 2].map(|value| pool.bv_u64(2, value));
    let more = pool.bvadd(x, one);
    let relation = Relation {
        states: vec![(x, then_x), (y, then_y)],
        inputs: vec![i],
        first: vec![pool.eq(x, zero), pool.ult(y, two)],
        // The first conjunct is a function, once the second one is known.
        step: vec![
            pool.eq(then_x, then_y),
            pool.eq(then_y, more),
            pool.ult(i, one),
        ],
        bad: vec![pool.eq(x, i)],
    };
    let words = relation.into_words(&mut pool);
    assert!(
        words
            .states
            .iter()
            .all(|word| pool.sort(word.symbol) == pool.sort(word.next))
    );
    assert_eq!(words.inputs, [i]);
    assert_eq!(words.states.len(), 3);
    let judge = |y_first: u64, inputs: &[u64]| {
        let run = WordRun {
            first: Values::from_iter([bits(&pool, y, y_first)]),
            inputs: { inputs.iter() }
                .map(|value| Values::from_iter([bits(&pool, i, *value)]))
                .collect(),
        };
        words.judge(&pool, &run).is_some()
    };
    assert!(judge(0, &[0]) && judge(0, &[0, 1]));
    // A first value that is not allowed, and a step that is not.
    assert!(judge(1, &[0]) && !judge(2, &[0]) && !judge(0, &[1, 1]));
    // The last step need not be possible.
    assert!(judge(0, &[0, 0, 2]));
}

#[test]
fn a_certificate_says_more() {
    let mut pool = TermPool::new();
    let (words, [a, b, _]) = swaps(&mut pool);
    let low = pool.ult(a, b);
    let certificate = words.certificate(&mut pool, &[low]);
    let high = pool.not(low);
    assert_eq!(certificate.bad, [pool.or(words.bad[0], high)]);
    assert_eq!(certificate.states, words.states);
}
