//! Random terms from lists of numbers, so that proptest can shrink them.

// Each test file uses a part of this.
#![allow(dead_code)]

use term::eval::{self, Value};
use term::{
    BitVec, Float, FloatClass, FloatFormat, Op, RoundingMode, Sort, SymbolId, Term, TermPool,
};

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
    formats: &'static [FloatFormat],
}

const TINY: FloatFormat = FloatFormat {
    exponent: 3,
    significand: 3,
};
const SMALL: FloatFormat = FloatFormat {
    exponent: 3,
    significand: 4,
};

/// Widths as programs have them.
pub const WIDE: Profile = Profile {
    widths: &[1, 4, 8, 8, 32],
    widest: 96,
    index: 4,
    element: 8,
    formats: &[FloatFormat::SINGLE, FloatFormat::HALF, FloatFormat::DOUBLE],
};
/// Few and small sorts, so that terms meet each other again and again.
pub const NARROW: Profile = Profile {
    widths: &[1, 4, 4],
    widest: 8,
    index: 2,
    element: 4,
    formats: &[TINY, SMALL],
};

/// As [`NARROW`], but with a format that programs have: z3 4.8 and cvc5 1.0 are wrong about tiny ones.
pub const NARROW_WITH_HALF: Profile = Profile {
    formats: &[FloatFormat::HALF],
    ..NARROW
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
    sorts.push(Sort::RoundingMode);
    for format in profile.formats {
        sorts.extend([Sort::Float(*format); 2]);
    }
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
        Sort::Float(format) => Value::Float(random_float(format, seed)),
        Sort::RoundingMode => Value::RoundingMode(RoundingMode::from_code((seed % 5) as u8)),
        Sort::Declared(_) => Value::from_bits(sort, BitVec::new(term::DECLARED_BITS, seed)),
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

/// Often a corner: zero, one, the infinities, NaN, the smallest and the largest numbers.
fn random_float(format: FloatFormat, seed: u64) -> Float {
    let negative = seed & 1 == 1;
    let bits = |n: u64| Float::from_bits(format, BitVec::new(format.width(), n));
    let value = match (seed >> 1) % 16 {
        0 => Float::zero(format, false),
        1 => Float::infinity(format, false),
        2 => Float::nan(format),
        3 => Float::one(format),
        4 => Float::largest(format, false),
        5 => bits(1),
        6 => bits(1 << format.fraction()),
        _ => bits(seed.rotate_left(17) ^ seed.rotate_left(41)),
    };
    if negative { value.neg() } else { value }
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
        FpAbs,
        FpNeg,
        FpNeg,
        FpAdd,
        FpAdd,
        FpMul,
        FpMul,
        FpDiv,
        FpFma,
        FpSqrt,
        FpRem,
        FpFmod,
        FpRoundToIntegral,
        FpMin,
        FpMax,
        FpEq,
        FpLt,
        FpLe,
        FpEq,
        FpLt,
        FpLe,
        FpIs(FloatClass::ALL[(number >> 33) as usize % 7]),
        FpIs(FloatClass::ALL[(number >> 33) as usize % 7]),
        FpFromBits(profile.formats[0]),
        FpToBits,
        FpConvert(profile.formats[(number >> 35) as usize % profile.formats.len()]),
        FpConvert(profile.formats[(number >> 35) as usize % profile.formats.len()]),
        FpFromSigned(profile.formats[(number >> 35) as usize % profile.formats.len()]),
        FpFromUnsigned(profile.formats[(number >> 35) as usize % profile.formats.len()]),
        FpToSigned(0),
        FpToUnsigned(0),
    ];
    let choice = draw(ops.len() + 14);
    if choice >= ops.len() + 8 {
        let format = profile.formats[draw(profile.formats.len())];
        let value = random_float(format, number >> 13);
        return Some(Made {
            term: pool.fp(value.clone()),
            value: Value::Float(value),
        });
    }
    if choice == ops.len() {
        let mode = term::RoundingMode::from_code(draw(5) as u8);
        return Some(Made {
            term: pool.rounding_mode(mode),
            value: Value::RoundingMode(mode),
        });
    }
    if choice > ops.len() {
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
    let float = |s: Sort| s.is_float();
    let mode = |s: Sort| s == Sort::RoundingMode;
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
        op @ (FpAbs | FpNeg | FpIs(_) | FpToBits) => (op, vec![argument(&float)]),
        op @ (FpRem | FpFmod | FpMin | FpMax | FpEq | FpLt | FpLe) => {
            let a = argument(&float);
            let sort = pool.sort(a.term);
            (op, vec![a, argument(&|s| s == sort)])
        }
        op @ (FpAdd | FpMul | FpDiv | FpFma | FpSqrt | FpRoundToIntegral | FpConvert(_)) => {
            let a = argument(&float);
            let sort = pool.sort(a.term);
            let more = match op {
                FpFma => 2,
                FpAdd | FpMul | FpDiv => 1,
                _ => 0,
            };
            let mut args = vec![argument(&mode), a];
            args.extend((0..more).map(|_| argument(&|s| s == sort)));
            (op, args)
        }
        FpFromBits(_) => {
            let widths: Vec<u32> = profile.formats.iter().map(|f| f.width()).collect();
            let fits = |s: Sort| s.is_bitvec() && widths.contains(&s.width());
            if !made.iter().any(|m| fits(pool.sort(m.term))) {
                return None;
            }
            let a = argument(&fits);
            let width = pool.width(a.term);
            let format = profile.formats.iter().find(|f| f.width() == width);
            (FpFromBits(*format.expect("just found")), vec![a])
        }
        op @ (FpFromSigned(_) | FpFromUnsigned(_)) => {
            (op, vec![argument(&mode), argument(&vector)])
        }
        op @ (FpToSigned(_) | FpToUnsigned(_)) => {
            let (mode, a, otherwise) = (argument(&mode), argument(&float), argument(&vector));
            let width = pool.width(otherwise.term);
            let op = match op {
                FpToSigned(_) => FpToSigned(width),
                _ => FpToUnsigned(width),
            };
            (op, vec![mode, a, otherwise])
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
