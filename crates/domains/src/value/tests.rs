//! Transfer functions against the concrete operators: all pairs of values of random sets, at small widths.

use super::float::FloatSet;
use super::number::Number;
use super::ranges::{Ranges, ones};
use super::{AbstractValue, Truth};
use proptest::prelude::*;
use term::eval::{self, Value};
use term::{BitVec, Float, FloatClass, FloatFormat, Op, RoundingMode, Sort, TermPool};

const WIDTH: u32 = 5;
const FORMAT: FloatFormat = FloatFormat {
    exponent: 3,
    significand: 3,
};

/// The best value of a set of bit-vectors, by joins; then perhaps only a part of what is known.
fn number_of(width: u32, values: &[u64], forget: u8) -> Number {
    let constants = values
        .iter()
        .map(|v| Number::constant(width, v & ones(width)));
    let joined = constants.reduce(|a, b| a.join(&b)).expect("a value");
    let mut number = joined.clone();
    if forget & 1 != 0 {
        number.ranges = Ranges::full(width);
    }
    if forget & 2 != 0 {
        number.bits = Number::any(width).bits;
    }
    if forget & 4 != 0 {
        number.congruence = Number::any(width).congruence;
    }
    number.meet(&number.clone()).expect("a value")
}

fn number(width: u32) -> impl Strategy<Value = Number> {
    let values = prop::collection::vec(any::<u64>(), 1..5);
    (values, 0u8..8).prop_map(move |(values, forget)| number_of(width, &values, forget))
}

fn members(number: &Number) -> Vec<BitVec> {
    let width = number.width();
    let all = (0..=ones(width)).filter(|v| number.contains(*v));
    all.map(|v| BitVec::new(width, v)).collect()
}

/// All floats of the format, every NaN once.
fn floats() -> Vec<Float> {
    let patterns = 0..1u64 << FORMAT.width();
    let mut all: Vec<Float> = patterns
        .map(|v| Float::from_bits(FORMAT, BitVec::new(FORMAT.width(), v)))
        .collect();
    all.dedup();
    all
}

fn float_set() -> impl Strategy<Value = FloatSet> {
    prop::collection::vec(0..1u64 << FORMAT.width(), 1..4).prop_map(|patterns| {
        let floats = patterns.into_iter().map(|v| {
            let bits = BitVec::new(FORMAT.width(), v);
            FloatSet::constant(&Float::from_bits(FORMAT, bits))
        });
        floats.reduce(|a, b| a.join(&b)).expect("a value")
    })
}

/// Symbols for arguments that are not looked at, as many as an operator may have.
fn check(op: Op, args: &[AbstractValue], concrete: &[Vec<Value>], sort: Sort) {
    let mut pool = TermPool::new();
    let terms: Vec<_> = concrete
        .iter()
        .enumerate()
        .map(|(i, values)| match &values[..] {
            [Value::RoundingMode(mode)] => pool.rounding_mode(*mode),
            _ => {
                let sort = match &values[0] {
                    Value::RoundingMode(_) => Sort::RoundingMode,
                    _ => Sort::Bool,
                };
                pool.symbol(&format!("x{i}"), sort)
            }
        })
        .collect();
    let result = AbstractValue::apply(&pool, op, &terms, args, sort);
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for values in concrete {
        tuples = tuples
            .into_iter()
            .flat_map(|t| {
                values
                    .iter()
                    .map(move |v| [t.clone(), vec![v.clone()]].concat())
            })
            .collect();
    }
    for tuple in tuples {
        let value = eval::apply(op, &tuple).expect("an operator");
        assert!(
            result.contains(&value),
            "{op:?} of {tuple:?} is {value:?}, not in {result:?}"
        );
    }
}

fn check_numbers(op: Op, args: &[&Number], sort: Sort) {
    let values: Vec<Vec<Value>> = args
        .iter()
        .map(|n| members(n).into_iter().map(Value::BitVec).collect())
        .collect();
    let args: Vec<_> = args
        .iter()
        .map(|n| AbstractValue::Number((*n).clone()))
        .collect();
    check(op, &args, &values, sort);
}

const BINARY: [Op; 13] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];

const PREDICATES: [Op; 10] = [
    Op::Eq,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvUaddo,
    Op::BvSaddo,
    Op::BvSsubo,
    Op::BvUmulo,
    Op::BvSmulo,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_of_two_numbers(a in number(WIDTH), b in number(WIDTH)) {
        for op in BINARY {
            check_numbers(op, &[&a, &b], Sort::BitVec(WIDTH));
        }
        for op in PREDICATES {
            check_numbers(op, &[&a, &b], Sort::Bool);
        }
        check_numbers(Op::Concat, &[&a, &b], Sort::BitVec(2 * WIDTH));
    }

    #[test]
    fn operators_of_one_bit(a in number(1), b in number(1)) {
        for op in BINARY {
            check_numbers(op, &[&a, &b], Sort::BitVec(1));
        }
        for op in PREDICATES {
            check_numbers(op, &[&a, &b], Sort::Bool);
        }
    }

    #[test]
    fn operators_of_one_number(a in number(WIDTH), low in 0..WIDTH, count in 0..WIDTH) {
        check_numbers(Op::BvNot, &[&a], Sort::BitVec(WIDTH));
        check_numbers(Op::BvNeg, &[&a], Sort::BitVec(WIDTH));
        let high = (low + count).min(WIDTH - 1);
        check_numbers(Op::Extract(high, low), &[&a], Sort::BitVec(high - low + 1));
        check_numbers(Op::ZeroExtend(count + 1), &[&a], Sort::BitVec(WIDTH + count + 1));
        check_numbers(Op::SignExtend(count + 1), &[&a], Sort::BitVec(WIDTH + count + 1));
    }

    #[test]
    fn the_widest_numbers(a in number(64), b in number(64), c: u64, d: u64) {
        // Members that need not be enumerated: the ends of the pieces, and what happens to be inside.
        let pick = |n: &Number, more: u64| {
            let ends = n.ranges.pieces().iter().flat_map(|(l, h)| [*l, *h]);
            let inside = ends.chain([more]).filter(|v| n.contains(*v));
            inside.map(|v| Value::BitVec(BitVec::new(64, v))).collect::<Vec<_>>()
        };
        let values = [pick(&a, c), pick(&b, d)];
        prop_assume!(values.iter().all(|v| !v.is_empty()));
        let args = [AbstractValue::Number(a), AbstractValue::Number(b)];
        for op in BINARY {
            check(op, &args, &values, Sort::BitVec(64));
        }
        for op in PREDICATES {
            check(op, &args, &values, Sort::Bool);
        }
    }

    #[test]
    fn the_lattice_of_numbers(a in number(WIDTH), b in number(WIDTH), thresholds in prop::collection::vec(0..=ones(WIDTH), 0..3)) {
        let joined = a.join(&b);
        let widened = a.widen(&b, &thresholds);
        let met = a.meet(&b);
        for v in 0..=ones(WIDTH) {
            let (in_a, in_b) = (a.contains(v), b.contains(v));
            if in_a || in_b {
                prop_assert!(joined.contains(v) && widened.contains(v));
            }
            if in_a && in_b {
                prop_assert!(met.as_ref().is_some_and(|m| m.contains(v)));
            }
            if in_a && a.is_subset(&b) {
                prop_assert!(in_b);
            }
            if in_a {
                let without = a.without(v.wrapping_add(1) & ones(WIDTH));
                prop_assert!(without.is_some_and(|w| w.contains(v)));
            }
        }
    }

    #[test]
    fn operators_of_floats(a in float_set(), b in float_set(), mode in 0..6usize) {
        let sort = Sort::Float(FORMAT);
        let members = |s: &FloatSet| -> Vec<Value> {
            floats().into_iter().filter(|f| s.contains(f)).map(Value::Float).collect()
        };
        let modes: Vec<Value> = match RoundingMode::ALL.get(mode) {
            Some(mode) => vec![Value::RoundingMode(*mode)],
            None => RoundingMode::ALL.iter().map(|m| Value::RoundingMode(*m)).collect(),
        };
        let (x, y) = (AbstractValue::Float(a.clone()), AbstractValue::Float(b.clone()));
        let (xs, ys) = (members(&a), members(&b));
        let any = AbstractValue::Any;
        for op in [Op::FpAdd, Op::FpMul, Op::FpDiv] {
            let args = [any.clone(), x.clone(), y.clone()];
            check(op, &args, &[modes.clone(), xs.clone(), ys.clone()], sort);
        }
        for op in [Op::FpSqrt, Op::FpRoundToIntegral, Op::FpConvert(FloatFormat { exponent: 4, significand: 5 }), Op::FpConvert(FloatFormat { exponent: 2, significand: 3 })] {
            let sort = match op { Op::FpConvert(f) => Sort::Float(f), _ => sort };
            check(op, &[any.clone(), x.clone()], &[modes.clone(), xs.clone()], sort);
        }
        for op in [Op::FpRem, Op::FpFmod, Op::FpMin, Op::FpMax] {
            check(op, &[x.clone(), y.clone()], &[xs.clone(), ys.clone()], sort);
        }
        for op in [Op::FpEq, Op::FpLt, Op::FpLe, Op::Eq] {
            check(op, &[x.clone(), y.clone()], &[xs.clone(), ys.clone()], Sort::Bool);
        }
        for op in [Op::FpNeg, Op::FpAbs] {
            check(op, std::slice::from_ref(&x), std::slice::from_ref(&xs), sort);
        }
        for class in FloatClass::ALL {
            check(Op::FpIs(class), std::slice::from_ref(&x), std::slice::from_ref(&xs), Sort::Bool);
        }
        check(Op::FpToBits, std::slice::from_ref(&x), std::slice::from_ref(&xs), Sort::BitVec(FORMAT.width()));
        for op in [Op::FpToSigned(4), Op::FpToUnsigned(4)] {
            let other = AbstractValue::Number(Number::constant(4, 5));
            let value = vec![Value::BitVec(BitVec::new(4, 5))];
            check(op, &[any.clone(), x.clone(), other], &[modes.clone(), xs.clone(), value], Sort::BitVec(4));
        }
    }

    #[test]
    fn restrictions_of_floats(a in float_set(), b in float_set()) {
        let all = floats();
        let inside = |s: &Option<FloatSet>, f: &Float| s.as_ref().is_some_and(|s| s.contains(f));
        for x in all.iter().filter(|f| a.contains(f)) {
            for class in FloatClass::ALL {
                prop_assert!(inside(&a.restrict(class, x.is(class)), x));
            }
            for y in all.iter().filter(|f| b.contains(f)) {
                if x.lt(y) {
                    prop_assert!(inside(&a.below(&b, false), x) && inside(&b.above(&a, false), y));
                }
                if x.le(y) {
                    prop_assert!(inside(&a.below(&b, true), x) && inside(&b.above(&a, true), y));
                }
            }
        }
    }

    #[test]
    fn floats_from_bits_and_integers(a in number(6), mode in 0..6usize) {
        check_numbers(Op::FpFromBits(FORMAT), &[&a], Sort::Float(FORMAT));
        let modes: Vec<Value> = match RoundingMode::ALL.get(mode) {
            Some(mode) => vec![Value::RoundingMode(*mode)],
            None => RoundingMode::ALL.iter().map(|m| Value::RoundingMode(*m)).collect(),
        };
        let values: Vec<Value> = members(&a).into_iter().map(Value::BitVec).collect();
        let args = [AbstractValue::Any, AbstractValue::Number(a.clone())];
        for op in [Op::FpFromSigned(FORMAT), Op::FpFromUnsigned(FORMAT)] {
            check(op, &args, &[modes.clone(), values.clone()], Sort::Float(FORMAT));
        }
        // Back to the patterns: all of those that give a value.
        let set = FloatSet::from_bits(FORMAT, &a);
        let patterns = set.to_bits(true).expect("a value");
        for v in members(&a) {
            prop_assert!(patterns.contains(v.to_u64().expect("few bits")));
        }
    }
}

#[test]
fn a_chain_of_widenings_ends() {
    let mut old = Number::constant(32, 0);
    for step in 1..200u64 {
        let new = old.join(&Number::constant(32, step * step));
        let widened = old.widen(&new, &[100]);
        if widened == old {
            assert!(step < 20, "{step} steps");
            return;
        }
        old = widened;
    }
    panic!("no end");
}

#[test]
fn what_is_exact() {
    let number = |low: i128, high: i128| {
        Number::of_ranges(Ranges::wrapped(8, [(low, high)])).expect("a value")
    };
    // Around zero, around the signed boundary, and by constants.
    assert_eq!(number(-3, 3).add(&number(10, 10)), number(7, 13));
    assert_eq!(number(120, 130).ranges.pieces(), [(120, 130)]);
    assert_eq!(number(-3, 3).ranges.pieces(), [(0, 3), (253, 255)]);
    assert_eq!(number(-3, 3).mul(&number(2, 2)).signed_text(), "-6..6");
    assert_eq!(number(0, 9).slt(&number(10, 10)), Some(true));
    let even = number(0, 100).mul(&number(2, 2)).add(&number(1, 1));
    assert_eq!(even.urem(&number(2, 2)).as_constant(), Some(1));
    let thirds = number(0, 20).mul(&number(3, 3));
    assert_eq!(thirds.urem(&number(3, 3)).as_constant(), Some(0));
    assert_eq!(AbstractValue::bool(true), AbstractValue::Bool(Truth::True));
}

impl Number {
    fn signed_text(&self) -> String {
        let (low, high) = self.ranges.signed_hull().expect("a value");
        format!("{low}..{high}")
    }
}
