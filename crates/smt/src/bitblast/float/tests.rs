//! Circuits against the exact evaluation: exhaustively in tiny formats, at random and at corners in those that programs have.

use super::{canonical, circuit};
use sat::{Aig, Edge};
use term::eval::{Value, apply};
use term::{BitVec, Float, FloatClass, FloatFormat, Op, RoundingMode, Sort};

const fn format(exponent: u32, significand: u32) -> FloatFormat {
    FloatFormat {
        exponent,
        significand,
    }
}

const TINY: [FloatFormat; 7] = [
    format(2, 2),
    format(2, 3),
    format(2, 5),
    format(3, 2),
    format(3, 3),
    format(3, 4),
    format(4, 4),
];

fn width(sort: Sort) -> usize {
    let bits = sort.index_bits();
    bits.expect("no operator of floats takes arrays") as usize
}

/// The circuit of an operator on inputs.
struct Bench {
    op: Op,
    sorts: Vec<Sort>,
    aig: Aig,
    inputs: Vec<Vec<Edge>>,
    result: Vec<Edge>,
    values: Vec<u64>,
}

impl Bench {
    fn new(op: Op, sorts: &[Sort]) -> Bench {
        let mut aig = Aig::new();
        let inputs: Vec<Vec<Edge>> = sorts
            .iter()
            .map(|s| (0..width(*s)).map(|_| aig.input()).collect())
            .collect();
        let args: Vec<Vec<Edge>> = sorts
            .iter()
            .zip(&inputs)
            .map(|(sort, bits)| canonical(&mut aig, *sort, bits.clone()))
            .collect();
        let result = circuit(&mut aig, op, sorts, &args).expect("supported");
        Bench {
            op,
            sorts: sorts.to_vec(),
            aig,
            inputs,
            result,
            values: Vec::new(),
        }
    }

    /// Compares the circuit with the evaluation on up to 64 rows of arguments.
    fn check(&mut self, rows: &[Vec<BitVec>]) {
        let mut words = vec![0_u64; self.aig.len()];
        for (i, row) in rows.iter().enumerate() {
            for (bits, value) in self.inputs.iter().zip(row) {
                for (k, edge) in bits.iter().enumerate() {
                    words[edge.node()] |= u64::from(value.bit(k as u32)) << i;
                }
            }
        }
        self.aig.simulate(|node| words[node], &mut self.values);
        let result: Vec<u64> = self
            .result
            .iter()
            .map(|e| Aig::word(&self.values, *e))
            .collect();
        for (i, row) in rows.iter().enumerate() {
            let args: Vec<Value> = self
                .sorts
                .iter()
                .zip(row)
                .map(|(sort, bits)| Value::from_bits(*sort, bits.clone()))
                .collect();
            let expected = apply(self.op, &args)
                .expect("an operator on values")
                .to_bits();
            assert_eq!(expected.width() as usize, result.len());
            let same =
                (0..result.len()).all(|k| (result[k] >> i & 1 == 1) == expected.bit(k as u32));
            if !same {
                let found: String = (0..result.len())
                    .rev()
                    .map(|k| if result[k] >> i & 1 == 1 { '1' } else { '0' })
                    .collect();
                panic!("{:?} of {args:?} is {found}, not {expected}", self.op);
            }
        }
    }

    /// All values of all arguments.
    fn exhaust(&mut self) {
        let choices: Vec<u64> = self
            .sorts
            .iter()
            .map(|s| match s {
                Sort::RoundingMode => 5,
                s => 1 << width(*s),
            })
            .collect();
        let total: u64 = choices.iter().product();
        let sorts = self.sorts.clone();
        let row = |number: u64| {
            let mut rest = number;
            let mut row = Vec::with_capacity(sorts.len());
            for (sort, count) in sorts.iter().zip(&choices) {
                row.push(BitVec::new(width(*sort) as u32, rest % count));
                rest /= count;
            }
            row
        };
        let mut start = 0;
        while start < total {
            let rows: Vec<Vec<BitVec>> = (start..total.min(start + 64)).map(row).collect();
            self.check(&rows);
            start += 64;
        }
    }

    /// Random values, corners among them.
    fn sample(&mut self, count: usize, seed: u64) {
        let mut random = Random(seed);
        for _ in 0..count.div_ceil(64) {
            let sorts = self.sorts.clone();
            let rows: Vec<Vec<BitVec>> = (0..64)
                .map(|_| sorts.iter().map(|s| random.value(*s).to_bits()).collect())
                .collect();
            self.check(&rows);
        }
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn bits(&mut self, width: u32) -> BitVec {
        let mut bits = BitVec::new(width.min(64), self.next());
        while bits.width() < width {
            let more = BitVec::new((width - bits.width()).min(64), self.next());
            bits = bits.concat(&more);
        }
        bits
    }

    fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::RoundingMode => {
                Value::RoundingMode(RoundingMode::from_code((self.next() % 5) as u8))
            }
            Sort::Float(format) => Value::Float(self.float(format)),
            sort => {
                let width = width(sort) as u32;
                let mut bits = self.bits(width);
                // Often a small number.
                if self.next().is_multiple_of(2) {
                    let cut = BitVec::new(width, self.next() % u64::from(width));
                    bits = bits.ashr(&cut);
                }
                Value::from_bits(sort, bits)
            }
        }
    }

    fn float(&mut self, format: FloatFormat) -> Float {
        let raw = self.bits(format.width());
        let float = |bits| Float::from_bits(format, bits);
        let corners = [
            Float::zero(format, false),
            Float::infinity(format, true),
            Float::nan(format),
            Float::one(format),
            Float::largest(format, false),
            float(BitVec::one(format.width())),
            Float::power_of_two(format, format.min_exponent()).expect("normal"),
        ];
        let one = Float::one(format).bits().to_big();
        match self.next() % 6 {
            0 => corners[(self.next() % corners.len() as u64) as usize].clone(),
            // Near one, so that sums cancel and integers fit.
            1 | 2 => {
                let exponent = self.next() % 40;
                let step = num(exponent) << format.fraction();
                let base = if self.next().is_multiple_of(2) {
                    one + step
                } else {
                    let small = step.min(one.clone());
                    one - small
                };
                let fraction = raw.extract(format.fraction() - 1, 0).to_big();
                let fraction = match self.next() % 3 {
                    0 => num(0),
                    1 => fraction >> (self.next() % u64::from(format.fraction())),
                    _ => fraction,
                };
                float(BitVec::from_big(format.width(), base + fraction))
            }
            // Subnormal.
            3 => float(raw.lshr(&BitVec::new(format.width(), u64::from(format.exponent) + 1))),
            _ => float(raw),
        }
    }
}

fn num(n: u64) -> num_bigint::BigUint {
    num_bigint::BigUint::from(n)
}

const M: Sort = Sort::RoundingMode;

#[test]
fn comparisons_and_signs() {
    for format in TINY {
        let f = Sort::Float(format);
        for op in [Op::FpEq, Op::FpLt, Op::FpLe, Op::FpMin, Op::FpMax] {
            Bench::new(op, &[f, f]).exhaust();
        }
        for op in [Op::FpAbs, Op::FpNeg, Op::FpToBits] {
            Bench::new(op, &[f]).exhaust();
        }
        for class in FloatClass::ALL {
            Bench::new(Op::FpIs(class), &[f]).exhaust();
        }
        let bits = Sort::BitVec(format.width());
        Bench::new(Op::FpFromBits(format), &[bits]).exhaust();
    }
}

#[test]
fn sums() {
    for format in TINY {
        let f = Sort::Float(format);
        Bench::new(Op::FpAdd, &[M, f, f]).exhaust();
    }
}

#[test]
fn products_and_quotients() {
    for format in TINY {
        let f = Sort::Float(format);
        Bench::new(Op::FpMul, &[M, f, f]).exhaust();
        Bench::new(Op::FpDiv, &[M, f, f]).exhaust();
    }
}

#[test]
fn roots_and_integral_values() {
    for format in TINY.into_iter().chain([format(3, 8), format(5, 4)]) {
        let f = Sort::Float(format);
        Bench::new(Op::FpSqrt, &[M, f]).exhaust();
        Bench::new(Op::FpRoundToIntegral, &[M, f]).exhaust();
    }
}

#[test]
fn remainders() {
    for format in TINY {
        let f = Sort::Float(format);
        Bench::new(Op::FpRem, &[f, f]).exhaust();
        Bench::new(Op::FpFmod, &[f, f]).exhaust();
    }
}

#[test]
fn fused_products() {
    for format in [format(2, 2), format(2, 3), format(3, 2), format(3, 3)] {
        let f = Sort::Float(format);
        Bench::new(Op::FpFma, &[M, f, f, f]).exhaust();
    }
    for format in [format(3, 4), format(4, 4)] {
        let f = Sort::Float(format);
        Bench::new(Op::FpFma, &[M, f, f, f]).sample(200_000, 1);
    }
}

#[test]
fn conversions() {
    for from in TINY {
        let f = Sort::Float(from);
        for to in TINY.into_iter().chain([FloatFormat::HALF]) {
            Bench::new(Op::FpConvert(to), &[M, f]).exhaust();
        }
        Bench::new(Op::FpConvert(from), &[M, Sort::Float(FloatFormat::HALF)]).exhaust();
        for bits in 1..=7 {
            let integer = Sort::BitVec(bits);
            Bench::new(Op::FpFromSigned(from), &[M, integer]).exhaust();
            Bench::new(Op::FpFromUnsigned(from), &[M, integer]).exhaust();
            let other = Sort::BitVec(bits);
            if bits <= 4 {
                Bench::new(Op::FpToSigned(bits), &[M, f, other]).exhaust();
                Bench::new(Op::FpToUnsigned(bits), &[M, f, other]).exhaust();
            } else {
                Bench::new(Op::FpToSigned(bits), &[M, f, other]).sample(4_000, 2);
                Bench::new(Op::FpToUnsigned(bits), &[M, f, other]).sample(4_000, 3);
            }
        }
    }
}

#[test]
fn the_formats_of_programs() {
    let formats = [
        FloatFormat::HALF,
        FloatFormat::BRAIN,
        FloatFormat::SINGLE,
        FloatFormat::DOUBLE,
        FloatFormat::X87,
        FloatFormat::QUAD,
    ];
    for format in formats {
        let f = Sort::Float(format);
        let count = 4_000;
        for op in [Op::FpAdd, Op::FpMul, Op::FpDiv] {
            Bench::new(op, &[M, f, f]).sample(count, 4);
        }
        for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
            Bench::new(op, &[M, f]).sample(count, 5);
        }
        Bench::new(Op::FpFma, &[M, f, f, f]).sample(count, 6);
        for op in [Op::FpEq, Op::FpLt, Op::FpLe] {
            Bench::new(op, &[f, f]).sample(count, 7);
        }
        for to in formats {
            Bench::new(Op::FpConvert(to), &[M, f]).sample(count, 8);
        }
        for bits in [1, 8, 16, 32, 64, 128] {
            let integer = Sort::BitVec(bits);
            Bench::new(Op::FpFromSigned(format), &[M, integer]).sample(count, 9);
            Bench::new(Op::FpFromUnsigned(format), &[M, integer]).sample(count, 10);
            Bench::new(Op::FpToSigned(bits), &[M, f, integer]).sample(count, 11);
            Bench::new(Op::FpToUnsigned(bits), &[M, f, integer]).sample(count, 12);
        }
    }
    for format in [FloatFormat::HALF, FloatFormat::SINGLE] {
        let f = Sort::Float(format);
        Bench::new(Op::FpRem, &[f, f]).sample(6_000, 13);
        Bench::new(Op::FpFmod, &[f, f]).sample(6_000, 14);
    }
    let f = Sort::Float(FloatFormat::DOUBLE);
    Bench::new(Op::FpFmod, &[f, f]).sample(256, 15);
}

/// Where the circuit would be too large, there is none.
#[test]
fn remainders_of_large_formats_are_not_supported() {
    let format = FloatFormat::QUAD;
    let mut aig = Aig::new();
    let sorts = [Sort::Float(format); 2];
    let args: Vec<Vec<Edge>> = sorts
        .iter()
        .map(|_| (0..format.width()).map(|_| aig.input()).collect())
        .collect();
    assert!(circuit(&mut aig, Op::FpRem, &sorts, &args).is_err());
}
