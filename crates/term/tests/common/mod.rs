//! Random terms from lists of numbers, so that proptest can shrink them.

use term::eval::{self, Value};
use term::{BitVec, Op, Sort, SymbolId, Term, TermPool};

use rustc_hash::FxHashMap;

/// A term, with the value it must have: each operator applied to the values of the arguments that were asked for.
pub struct Made {
    pub term: Term,
    pub value: Value,
}

/// Which sorts the terms have.
pub struct Profile {
    widths: &'static [u32],
    /// Extensions go up to this width.
    widest: u32,
    index: u32,
    element: u32,
}

/// Widths as programs have them.
pub const WIDE: Profile = Profile {
    widths: &[1, 4, 8, 8, 32],
    widest: 96,
    index: 4,
    element: 8,
};
/// Few and small sorts, so that terms meet each other again and again.
pub const NARROW: Profile = Profile {
    widths: &[1, 4, 4],
    widest: 8,
    index: 2,
    element: 4,
};

/// Makes a term per number, each from earlier ones, and computes its value without looking at the term.
pub fn make(
    pool: &mut TermPool,
    profile: &Profile,
    numbers: &[u64],
    seed: u64,
) -> (Vec<Made>, FxHashMap<SymbolId, Value>) {
    let mut made: Vec<Made> = Vec::new();
    let mut assignment = FxHashMap::default();
    let array = Sort::array(Sort::BitVec(profile.index), Sort::BitVec(profile.element));
    let mut sorts = vec![Sort::Bool, Sort::Bool, Sort::BitVec(profile.index), array];
    sorts.extend(profile.widths.iter().map(|w| Sort::BitVec(*w)));
    for (i, sort) in sorts.into_iter().enumerate() {
        let term = pool.symbol(&format!("s{i}"), sort);
        let value = random_value(sort, seed.rotate_left(7 * i as u32));
        assignment.insert(pool.as_symbol(term).unwrap(), value.clone());
        made.push(Made { term, value });
    }
    for number in numbers {
        if let Some(next) = step(pool, profile, &made, *number) {
            made.push(next);
        }
    }
    (made, assignment)
}

fn random_value(sort: Sort, seed: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(seed & 1 == 1),
        Sort::BitVec(width) => Value::BitVec(BitVec::new(width, seed >> 3)),
        Sort::Array(ends) => {
            let (index, element) = (ends.index.width(), ends.element.width());
            let mut array = match Value::zero(sort) {
                Value::Array(array) => (*array).clone(),
                _ => unreachable!("an array sort"),
            };
            for i in 0..5 {
                array.set(
                    BitVec::new(index, seed >> (4 * i)),
                    Value::BitVec(BitVec::new(element, seed >> (5 * i))),
                );
            }
            Value::Array(array.into())
        }
    }
}

fn step(pool: &mut TermPool, profile: &Profile, made: &[Made], number: u64) -> Option<Made> {
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
        ZeroExtend(1),
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
        let width = profile.widths[draw(profile.widths.len())];
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
        op @ (ZeroExtend(_) | SignExtend(_)) => (
            op,
            vec![argument(&|s| {
                s.is_bitvec() && s.width() + 7 <= profile.widest
            })],
        ),
        Concat => {
            let narrow = |s: Sort| s.is_bitvec() && 2 * s.width() <= profile.widest;
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
            (
                Select,
                vec![a, argument(&|s| s == Sort::BitVec(profile.index))],
            )
        }
        Store => {
            let a = argument(&|s| matches!(s, Sort::Array(_)));
            (
                Store,
                vec![
                    a,
                    argument(&|s| s == Sort::BitVec(profile.index)),
                    argument(&|s| s == Sort::BitVec(profile.element)),
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
    let value = eval::apply(op, &values).expect("no leaf and no constant array");
    Some(Made {
        term: pool.mk(op, &terms),
        value,
    })
}
