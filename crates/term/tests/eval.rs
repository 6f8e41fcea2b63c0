//! Evaluation: laziness, and equality of arrays.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use term::eval::{ArrayValue, Assignment, Evaluator};
use term::{BitVec, Sort, SymbolId, TermPool, Value};

fn array(default: u64, entries: &[(u64, u64)]) -> Value {
    let element = |v| Value::BitVec(BitVec::new(8, v));
    let mut array = ArrayValue {
        default: element(default),
        entries: Default::default(),
    };
    for (index, value) in entries {
        array.set(BitVec::new(2, *index), element(*value));
    }
    Value::Array(array.into())
}

#[test]
fn arrays_are_equal_iff_all_elements_are() {
    assert_eq!(array(0, &[(1, 5)]), array(0, &[(1, 5), (2, 0)]));
    assert_ne!(array(0, &[(1, 5)]), array(0, &[(1, 6)]));
    assert_ne!(array(0, &[(1, 5)]), array(1, &[(1, 5)]));
    assert_ne!(array(0, &[]), array(1, &[]));
    // All four indices are written: the defaults do not matter.
    let full = [(0, 3), (1, 4), (2, 5), (3, 6)];
    assert_eq!(array(0, &full), array(9, &full));
    assert_ne!(array(0, &full), array(9, &[(0, 3), (1, 4), (2, 5), (3, 7)]));
    assert_ne!(array(0, &full), array(9, &full[..3]));
    // The last element is the default of one and an entry of the other.
    assert_eq!(array(6, &full[..3]), array(0, &full));
    // Between them the entries exhaust the indices, each with the other's default.
    assert_eq!(array(1, &[(0, 2), (1, 2)]), array(2, &[(2, 1), (3, 1)]));
}

#[test]
fn equality_of_array_terms_is_exact() {
    let mut pool = TermPool::new();
    let sort = Sort::array(Sort::BitVec(1), Sort::BitVec(4));
    let (m, n) = (pool.symbol("m", sort), pool.symbol("n", sort));
    let (zero, one) = (pool.zero(1), pool.bv_u64(1, 1));
    let (v, w) = (pool.bv_u64(4, 3), pool.bv_u64(4, 4));
    let mut written = [m, n];
    for array in &mut written {
        *array = pool.store(*array, zero, v);
        *array = pool.store(*array, one, w);
    }
    let same = pool.eq(written[0], written[1]);
    let five = Value::BitVec(BitVec::new(4, 5));
    let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let fives = ArrayValue {
        default: five,
        entries: Default::default(),
    };
    assignment.insert(pool.as_symbol(n).unwrap(), Value::Array(fives.into()));
    let mut evaluator = Evaluator::new(&pool, &assignment);
    assert_eq!(evaluator.eval(same), Value::Bool(true));
}

/// Notes which symbols were asked for.
struct Asked(RefCell<Vec<String>>);

impl Assignment for Asked {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.0
            .borrow_mut()
            .push(pool.symbol_name(symbol).to_string());
        None
    }
}

#[test]
fn what_does_not_count_is_not_evaluated() {
    let mut pool = TermPool::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bool));
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::BitVec(8)));
    let choice = pool.ite(a, x, y);
    let asked = Asked(RefCell::default());
    Evaluator::new(&pool, &asked).eval(choice);
    // Unknown symbols are zero, so `a` is false.
    assert_eq!(asked.0.take(), ["a", "y"]);
    let both = pool.and(b, c);
    Evaluator::new(&pool, &asked).eval(both);
    assert_eq!(asked.0.take(), ["b"]);
}

/// Operators that are made of others, against machine words: all values of all widths up to five.
#[test]
fn derived_operators() {
    let rotate = |width: u32, x: u64, n: u64| -> u64 {
        let n = n % u64::from(width);
        let all = (1 << width) - 1;
        (x << n | x >> (u64::from(width) - n)) & all
    };
    for width in 1..=5u32 {
        for (x, n) in (0..1u64 << (2 * width)).map(|i| (i >> width, i & ((1 << width) - 1))) {
            let mut pool = TermPool::new();
            let (a, b) = (pool.bv_u64(width, x), pool.bv_u64(width, n));
            let left = pool.rotate_left_by(a, b);
            assert_eq!(pool.as_u64(left), Some(rotate(width, x, n)), "{x} {n}");
            let right = pool.rotate_right_by(a, b);
            let back = u64::from(width) - n % u64::from(width);
            assert_eq!(pool.as_u64(right), Some(rotate(width, x, back)), "{x} {n}");
            let text = format!("(concat (bvredxor {0}) (bvinc {0}))", BitVec::new(width, x));
            let term = term::smtlib::parse_term(&mut pool, &text, &mut |_| None).unwrap();
            let parity = u64::from(x.count_ones() % 2);
            let next = (x + 1) & ((1 << width) - 1);
            assert_eq!(pool.as_u64(term), Some(parity << width | next));
        }
    }
}
