//! Every term over floats that the pool makes equals what was asked for: in tiny formats, under all assignments.
//!
//! Terms of terms up to a depth of two. The oracle is the evaluation of single operators on values, which has its own tests.

use term::eval::{Value, apply, value_of};
use term::{
    BitVec, Float, FloatClass, FloatFormat, Op, RoundingMode, Sort, SymbolId, Term, TermPool,
};

use rustc_hash::FxHashMap;

type Assignment = FxHashMap<SymbolId, Value>;

struct Checker {
    pool: TermPool,
    assignments: Vec<Assignment>,
    /// The values of each term under all assignments.
    tables: Vec<Vec<Value>>,
    made: usize,
}

impl Checker {
    /// Tables of all terms that are new; arguments come before their terms.
    fn extend(&mut self) {
        while self.tables.len() < self.pool.len() {
            let term = self.pool.nth(self.tables.len());
            let table = match self.pool.op(term) {
                Op::Symbol(symbol) => self
                    .assignments
                    .iter()
                    .map(|a| a[&symbol].clone())
                    .collect(),
                op if op.is_leaf() => {
                    let value = value_of(&self.pool, term).expect("a constant");
                    vec![value; self.assignments.len()]
                }
                op => self.compute(op, self.pool.args(term)),
            };
            self.tables.push(table);
        }
    }

    fn compute(&self, op: Op, args: &[Term]) -> Vec<Value> {
        let row = |i: usize| -> Value {
            let values: Vec<Value> = args
                .iter()
                .map(|a| self.tables[a.index()][i].clone())
                .collect();
            apply(op, &values).expect("an operator on values")
        };
        (0..self.assignments.len()).map(row).collect()
    }

    /// Makes a term and compares it with the operator on the values of its arguments.
    fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        self.extend();
        let before = self.pool.len();
        let term = self.pool.mk(op, args);
        self.extend();
        self.made += 1;
        if self.pool.op(term) == op && self.pool.args(term) == args && term.index() >= before {
            return term;
        }
        let expected = self.compute(op, args);
        let found = &self.tables[term.index()];
        if let Some(i) = (0..expected.len()).find(|i| found[*i] != expected[*i]) {
            let values: Vec<&Value> = args.iter().map(|a| &self.tables[a.index()][i]).collect();
            let args: Vec<String> = args
                .iter()
                .map(|a| self.pool.display(*a).to_string())
                .collect();
            let term = self.pool.display(term);
            panic!(
                "{op:?} of {args:?} became {term}: {:?}, not {:?} of {values:?}",
                found[i], expected[i]
            );
        }
        term
    }
}

fn formats() -> [FloatFormat; 3] {
    [(2, 2), (2, 5), (3, 3)].map(|(e, s)| FloatFormat::new(e, s))
}

/// Symbols `x`, `y` of a format, `i` of three bits, `m`: all values of two of them, and many of the others.
fn checker(format: FloatFormat) -> (Checker, [Term; 4]) {
    let mut pool = TermPool::new();
    let f = Sort::Float(format);
    let x = pool.symbol("x", f);
    let y = pool.symbol("y", f);
    let i = pool.symbol("i", Sort::BitVec(3));
    let m = pool.symbol("m", Sort::RoundingMode);
    let float = |n: u64| Value::Float(Float::from_bits(format, BitVec::new(format.width(), n)));
    let symbols = [x, y, i, m].map(|t| pool.as_symbol(t).unwrap());
    let mut assignments = Vec::new();
    for a in 0..1u64 << format.width() {
        for mode in RoundingMode::ALL {
            let code = u64::from(mode.code());
            let b = a.wrapping_mul(11).wrapping_add(13 * code);
            let values = [
                float(a),
                float(if a % 7 == 0 { a } else { b }),
                Value::BitVec(BitVec::new(3, a + code)),
                Value::RoundingMode(mode),
            ];
            assignments.push(symbols.into_iter().zip(values).collect());
        }
    }
    let checker = Checker {
        pool,
        assignments,
        tables: Vec::new(),
        made: 0,
    };
    (checker, [x, y, i, m])
}

fn constants(pool: &mut TermPool, format: FloatFormat) -> Vec<Term> {
    let mut constants = vec![Float::nan(format)];
    for negative in [false, true] {
        constants.extend([
            Float::zero(format, negative),
            Float::infinity(format, negative),
            Float::largest(format, negative),
        ]);
        for exponent in -4..4 {
            if let Some(power) = Float::power_of_two(format, exponent) {
                constants.push(if negative { power.neg() } else { power });
            }
        }
    }
    constants.into_iter().map(|c| pool.fp(c)).collect()
}

#[test]
fn terms_of_terms() {
    let mut made = 0;
    for format in formats() {
        let (mut c, [x, y, i, m]) = checker(format);
        let modes: Vec<Term> = [
            RoundingMode::NearestTiesToEven,
            RoundingMode::TowardNegative,
        ]
        .into_iter()
        .map(|mode| c.pool.rounding_mode(mode))
        .chain([m])
        .collect();
        let constants = constants(&mut c.pool, format);
        let wider = FloatFormat::new(format.exponent + 1, format.significand + 2);
        let narrower = FloatFormat::new(2, 2);
        // One operator.
        let mut floats = vec![x, y];
        for op in [Op::FpNeg, Op::FpAbs] {
            floats.extend([c.mk(op, &[x]), c.mk(op, &[y])]);
        }
        for op in [Op::FpRoundToIntegral, Op::FpSqrt, Op::FpConvert(format)] {
            floats.extend([c.mk(op, &[m, x]), c.mk(op, &[modes[0], y])]);
        }
        for op in [Op::FpFromSigned(format), Op::FpFromUnsigned(format)] {
            floats.extend([c.mk(op, &[m, i]), c.mk(op, &[modes[1], i])]);
        }
        let bits = c.mk(Op::FpToBits, &[x]);
        floats.push(c.mk(Op::FpFromBits(format), &[bits]));
        let mut others = Vec::new();
        for to in [wider, narrower] {
            others.extend([
                c.mk(Op::FpConvert(to), &[m, x]),
                c.mk(Op::FpConvert(to), &[m, y]),
            ]);
            others.extend([
                c.mk(Op::FpFromSigned(to), &[m, i]),
                c.mk(Op::FpFromUnsigned(to), &[m, i]),
            ]);
        }
        // Two of them.
        for a in floats.iter().chain(&others).copied().collect::<Vec<_>>() {
            for op in [Op::FpNeg, Op::FpAbs, Op::FpToBits] {
                c.mk(op, &[a]);
            }
            for class in FloatClass::ALL {
                c.mk(Op::FpIs(class), &[a]);
            }
            for mode in &modes {
                for op in [
                    Op::FpRoundToIntegral,
                    Op::FpConvert(format),
                    Op::FpConvert(wider),
                    Op::FpConvert(narrower),
                ] {
                    c.mk(op, &[*mode, a]);
                }
                for width in [2, 3, 5] {
                    let otherwise = c.pool.bv_u64(width, 1);
                    c.mk(Op::FpToSigned(width), &[*mode, a, otherwise]);
                    c.mk(Op::FpToUnsigned(width), &[*mode, a, otherwise]);
                }
            }
        }
        let all: Vec<Term> = floats.iter().chain(&constants).copied().collect();
        for (a, b) in floats
            .iter()
            .flat_map(|a| all.iter().map(move |b| (*a, *b)))
        {
            for pair in [[a, b], [b, a]] {
                for op in [
                    Op::FpEq,
                    Op::FpLt,
                    Op::FpLe,
                    Op::FpMin,
                    Op::FpMax,
                    Op::FpRem,
                    Op::FpFmod,
                    Op::Eq,
                ] {
                    c.mk(op, &pair);
                }
                for mode in &modes {
                    for op in [Op::FpAdd, Op::FpMul, Op::FpDiv] {
                        c.mk(op, &[*mode, pair[0], pair[1]]);
                    }
                }
                c.mk(Op::FpFma, &[m, pair[0], pair[1], y]);
            }
        }
        for (a, b) in others
            .iter()
            .flat_map(|a| others.iter().map(move |b| (*a, *b)))
        {
            if c.pool.sort(a) == c.pool.sort(b) {
                for op in [Op::FpEq, Op::FpLt, Op::FpLe, Op::Eq] {
                    c.mk(op, &[a, b]);
                }
            }
        }
        for n in 0..1u64 << format.width() {
            let k = c.pool.bv_u64(format.width(), n);
            c.mk(Op::Eq, &[bits, k]);
        }
        made += c.made;
    }
    assert!(made > 10_000, "{made}");
}
