//! Random terms from lists of numbers, so that proptest can shrink them.

use term::eval::{self, Value};
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

use rustc_hash::FxHashMap;

/// A term, with the value it must have: each operator applied to the values of the arguments that were asked for.
pub struct Made {
    pub term: Term,
    pub value: Value,
}

/// Makes a term per number, each from earlier ones, and computes its value without looking at the term.
pub fn make(
    pool: &mut TermPool,
    numbers: &[u64],
    seed: u64,
) -> (Vec<Made>, FxHashMap<SymbolId, Value>) {
    let mut made: Vec<Made> = Vec::new();
    let mut assignment = FxHashMap::default();
    let array = Sort::array(Sort::BitVec(4), Sort::BitVec(8));
    let sorts = [
        Sort::Bool,
        Sort::Bool,
        Sort::BitVec(1),
        Sort::BitVec(4),
        Sort::BitVec(8),
        Sort::BitVec(8),
        Sort::BitVec(32),
        array,
    ];
    for (i, sort) in sorts.into_iter().enumerate() {
        let term = pool.symbol(&format!("s{i}"), sort);
        let value = random_value(sort, seed.rotate_left(7 * i as u32));
        assignment.insert(pool.as_symbol(term).unwrap(), value.clone());
        made.push(Made { term, value });
    }
    for number in numbers {
        if let Some(next) = step(pool, &made, *number) {
            made.push(next);
        }
    }
    (made, assignment)
}

fn random_value(sort: Sort, seed: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(seed & 1 == 1),
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, seed >> 3)),
        Sort::Array(_) => {
            let mut array = match Value::zero(sort) {
                Value::Array(array) => (*array).clone(),
                _ => unreachable!("an array sort"),
            };
            for i in 0..5 {
                array.set(
                    BitVec::new(4, seed >> (4 * i)),
                    Value::BitVec(BitVec::new(8, seed >> (5 * i))),
                );
            }
            Value::Array(array.into())
        }
    }
}

fn step(pool: &mut TermPool, made: &[Made], number: u64) -> Option<Made> {
    let mut left = number;
    let mut draw = |n: usize| {
        let drawn = left % n as u64;
        left = (left / n as u64) ^ (left.rotate_left(23));
        drawn as usize
    };
    use Op::*;
    let ops = [
        And,
        Or,
        Not,
        Eq,
        Ite,
        Ite,
        And,
        Or,
        BvNot,
        BvNeg,
        BvAnd,
        BvOr,
        BvXor,
        BvAdd,
        BvAdd,
        BvSub,
        BvMul,
        BvUdiv,
        BvUrem,
        BvSdiv,
        BvSrem,
        BvShl,
        BvLshr,
        BvAshr,
        Concat,
        Concat,
        Extract(0, 0),
        Extract(0, 0),
        ZeroExtend(4),
        SignExtend(4),
        ZeroExtend(7),
        BvUlt,
        BvUle,
        BvSlt,
        BvSle,
        BvUaddo,
        BvSaddo,
        BvSsubo,
        BvUmulo,
        BvSmulo,
        Select,
        Store,
        Store,
    ];
    let choice = draw(ops.len() + 8);
    if choice >= ops.len() {
        let width = [1, 4, 8, 32][draw(4)];
        let k = [0, 1, 2, 3, u64::MAX, 1 << (width - 1), 0x0f, number >> 20][draw(8)];
        let value = BitVec::new(width, k);
        return Some(Made {
            term: pool.bv(value.clone()),
            value: Value::BitVec(value),
        });
    }
    // Recent terms are drawn more often.
    let mut argument = |fits: &dyn Fn(Sort) -> bool| {
        let candidates: Vec<&Made> = made.iter().filter(|m| fits(pool.sort(m.term))).collect();
        let n = candidates.len();
        let i = draw(2 * n);
        candidates[if i < n { i } else { n - 1 - draw(n.min(4)) }]
    };
    let bool = |s: Sort| s.is_bool();
    let vector = |s: Sort| s.is_bitvec();
    let (op, args): (Op, Vec<&Made>) = match ops[choice] {
        Not => (Not, vec![argument(&bool)]),
        op @ (And | Or) => (op, vec![argument(&bool), argument(&bool)]),
        Ite => {
            let (c, a) = (argument(&bool), argument(&|_| true));
            let sort = pool.sort(a.term);
            (Ite, vec![c, a, argument(&|s| s == sort)])
        }
        Eq => {
            let a = argument(&|_| true);
            let sort = pool.sort(a.term);
            (Eq, vec![a, argument(&|s| s == sort)])
        }
        op @ (BvNot | BvNeg) => (op, vec![argument(&vector)]),
        op @ (ZeroExtend(_) | SignExtend(_)) => {
            (op, vec![argument(&|s| s.is_bitvec() && s.width() <= 64)])
        }
        Concat => {
            let narrow = |s: Sort| s.is_bitvec() && s.width() <= 48;
            (Concat, vec![argument(&narrow), argument(&narrow)])
        }
        Extract(..) => {
            let a = argument(&vector);
            let width = pool.width(a.term);
            let low = draw(width as usize) as u32;
            let high = low + draw((width - low) as usize) as u32;
            (Extract(high, low), vec![a])
        }
        Select => {
            let a = argument(&|s| matches!(s, Sort::Array(_)));
            (Select, vec![a, argument(&|s| s == Sort::BitVec(4))])
        }
        Store => {
            let a = argument(&|s| matches!(s, Sort::Array(_)));
            (
                Store,
                vec![
                    a,
                    argument(&|s| s == Sort::BitVec(4)),
                    argument(&|s| s == Sort::BitVec(8)),
                ],
            )
        }
        op => {
            let a = argument(&vector);
            let sort = pool.sort(a.term);
            (op, vec![a, argument(&|s| s == sort)])
        }
    };
    let values: Vec<Value> = args.iter().map(|m| m.value.clone()).collect();
    let terms: Vec<Term> = args.iter().map(|m| m.term).collect();
    let value = eval::apply(op, &values)?;
    Some(Made {
        term: pool.mk(op, &terms),
        value,
    })
}
