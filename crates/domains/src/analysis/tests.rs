//! What is assumed and what follows, against all concrete values.

use super::Context;
use crate::value::AbstractValue;
use crate::value::number::Number;
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use term::eval::{Evaluator, Value};
use term::{BitVec, Sort, SymbolId, Term, TermPool};

const WIDTH: u32 = 4;

/// A term of two numbers and a truth value, by a list of random choices.
fn build(pool: &mut TermPool, choices: &[u8]) -> (Term, Term) {
    let x = pool.symbol("x", Sort::BitVec(WIDTH));
    let y = pool.symbol("y", Sort::BitVec(WIDTH));
    let mut numbers = vec![x, y];
    let mut truths = vec![pool.ult(x, y)];
    for chunk in choices.chunks_exact(4) {
        let [op, i, j, k] = [chunk[0], chunk[1], chunk[2], chunk[3]].map(usize::from);
        let (a, b) = (numbers[i % numbers.len()], numbers[j % numbers.len()]);
        let (p, q) = (truths[j % truths.len()], truths[k % truths.len()]);
        let constant = pool.bv_u64(WIDTH, k as u64);
        match op % 24 {
            0 => numbers.push(pool.bvadd(a, b)),
            1 => numbers.push(pool.bvsub(a, constant)),
            2 => numbers.push(pool.bvmul(a, constant)),
            3 => numbers.push(pool.bvand(a, constant)),
            4 => numbers.push(pool.ite(p, a, b)),
            5 => numbers.push(pool.bvnot(a)),
            6 => {
                let low = pool.extract(a, 1, 0);
                numbers.push(pool.sign_extend(low, WIDTH - 2));
            }
            7 => {
                let low = pool.extract(a, 2, 0);
                numbers.push(pool.zero_extend(low, WIDTH - 3));
            }
            8 => numbers.push(pool.bvurem(a, constant)),
            9 => {
                let (high, low) = (pool.extract(a, 1, 0), pool.extract(b, 3, 2));
                numbers.push(pool.concat(high, low));
            }
            10 => numbers.push(pool.bvneg(a)),
            11 => truths.push(pool.slt(a, b)),
            12 => truths.push(pool.sle(a, constant)),
            13 => truths.push(pool.ule(constant, a)),
            14 => truths.push(pool.eq(a, b)),
            15 => truths.push(pool.eq(a, constant)),
            16 => truths.push(pool.and(p, q)),
            17 => truths.push(pool.or(p, q)),
            18 => truths.push(pool.not(p)),
            19 => truths.push(pool.ite(p, q, truths[0])),
            20 => truths.push(pool.saddo(a, constant)),
            21 => truths.push(pool.ssubo(a, constant)),
            22 => truths.push(pool.uaddo(a, b)),
            _ => truths.push(pool.eq(p, q)),
        }
    }
    (numbers[numbers.len() - 1], truths[truths.len() - 1])
}

fn number() -> impl Strategy<Value = Number> {
    prop::collection::vec(0u64..16, 1..4).prop_map(|values| {
        let constants = values.into_iter().map(|v| Number::constant(WIDTH, v));
        constants.reduce(|a, b| a.join(&b)).expect("a value")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn assumptions_keep_what_is_possible(
        choices in prop::collection::vec(any::<u8>(), 0..64),
        x in number(),
        y in number(),
        truth: bool,
        fuel in prop::sample::select(vec![0u64, 30, 10_000]),
    ) {
        let mut pool = TermPool::new();
        let (term, condition) = build(&mut pool, &choices);
        let symbols = ["x", "y"].map(|n| pool.find_symbol(n).expect("declared"));
        let mut context = Context::new(&pool, fuel);
        context.set(symbols[0], AbstractValue::Number(x.clone()));
        context.set(symbols[1], AbstractValue::Number(y.clone()));
        let before = context.branch().value(term);
        let possible = context.assume(condition, truth).is_ok();
        let after = possible.then(|| (context.value(term), symbols.map(|s| context.value(s))));
        for a in (0..16).filter(|v| x.contains(*v)) {
            for b in (0..16).filter(|v| y.contains(*v)) {
                let values = [a, b].map(|v| Value::BitVec(BitVec::new(WIDTH, v)));
                let ids = symbols.map(|s| pool.as_symbol(s).expect("a symbol"));
                let assignment: FxHashMap<SymbolId, Value> =
                    ids.into_iter().zip(values.clone()).collect();
                let mut evaluator = Evaluator::new(&pool, &assignment);
                let value = evaluator.eval(term);
                prop_assert!(before.contains(&value), "{value:?} not in {before:?}");
                if evaluator.eval(condition).as_bool() != truth {
                    continue;
                }
                let Some((term_after, inputs)) = &after else {
                    return Err(TestCaseError::fail("a possible state was excluded"));
                };
                prop_assert!(term_after.contains(&value));
                for (input, value) in inputs.iter().zip(&values) {
                    prop_assert!(input.contains(value), "{value:?} not in {input:?}");
                }
            }
        }
    }
}
