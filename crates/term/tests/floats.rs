//! Exact evaluation of floats: against the definition of rounding in tiny formats, the machine, and `rustc_apfloat`.

use rustc_apfloat::{Float as ApFloat, FloatConvert, Round, ieee};
use std::cmp::Ordering;
use term::{BitVec, Float, FloatFormat, RoundingMode};

/// By the definition: a rounded value is chosen among all values of the format, which are listed.
mod definition {
    use super::*;

    /// All finite values in units of half of the smallest one, with their patterns, ascending; zero is there twice.
    pub struct Listed {
        pub format: FloatFormat,
        values: Vec<(i128, Float)>,
    }

    impl Listed {
        pub fn new(exponent: u32, significand: u32) -> Listed {
            let format = FloatFormat::new(exponent, significand);
            let all = (0..1u64 << format.width()).map(|n| BitVec::new(format.width(), n));
            let mut values: Vec<(i128, Float)> = all
                .map(|bits| Float::from_bits(format, bits))
                .filter(|f| !f.is_nan() && !f.is_infinite())
                .map(|f| (Listed::units(&f), f))
                .collect();
            values.sort_by_key(|(units, f)| (*units, !f.is_negative()));
            Listed { format, values }
        }

        pub fn all(&self) -> Vec<Float> {
            let all = (0..1u64 << self.format.width()).map(|n| BitVec::new(self.format.width(), n));
            all.map(|bits| Float::from_bits(self.format, bits))
                .collect()
        }

        /// A finite value in units of half of the smallest one.
        pub fn units(f: &Float) -> i128 {
            let format = f.format();
            let field = f.bits().extract(format.width() - 2, format.fraction());
            let field = field.to_u64().unwrap();
            let fraction = i128::from(f.bits().extract(format.fraction() - 1, 0).to_u64().unwrap());
            let magnitude = match field {
                0 => fraction,
                e => (fraction + (1 << format.fraction())) << (e - 1),
            };
            2 * if f.is_negative() {
                -magnitude
            } else {
                magnitude
            }
        }

        /// The float that the mode chooses for a number other than zero that is known by comparison: `compare(n)` says how
        /// it compares with `n` units.
        pub fn round(&self, mode: RoundingMode, compare: &dyn Fn(i128) -> Ordering) -> Float {
            use RoundingMode::*;
            let negative = compare(0) == Ordering::Less;
            let zero = |f: &Float| f.is_zero() && f.is_negative() != negative;
            let listed = || self.values.iter().filter(|(_, f)| !zero(f));
            if let Some((_, exact)) = listed().find(|(n, _)| compare(*n) == Ordering::Equal) {
                return exact.clone();
            }
            let below = listed()
                .rev()
                .find(|(n, _)| compare(*n) == Ordering::Greater);
            let above = listed().find(|(n, _)| compare(*n) == Ordering::Less);
            let (low, high) = match (below, above) {
                (Some(low), Some(high)) => (low, high),
                // Beyond the largest: the next value, if there were one, counts as infinite.
                (Some(last), None) => return self.beyond(mode, last, false, compare),
                (None, Some(first)) => return self.beyond(mode, first, true, compare),
                (None, None) => unreachable!("there are values"),
            };
            let middle = compare((low.0 + high.0) / 2);
            let even = |f: &Float| !f.bits().bit(0);
            let up = match (mode, middle) {
                (TowardPositive, _) => true,
                (TowardNegative, _) => false,
                (TowardZero, _) => negative,
                (_, Ordering::Greater) => true,
                (_, Ordering::Less) => false,
                (NearestTiesToAway, Ordering::Equal) => !negative,
                (NearestTiesToEven, Ordering::Equal) => even(&high.1),
            };
            if up { high.1.clone() } else { low.1.clone() }
        }

        fn beyond(
            &self,
            mode: RoundingMode,
            (units, largest): &(i128, Float),
            negative: bool,
            compare: &dyn Fn(i128) -> Ordering,
        ) -> Float {
            use RoundingMode::*;
            let step = 1 << (self.format.max_exponent() - self.format.min_exponent());
            let middle = if negative { units - step } else { units + step };
            // The middle itself is rounded to the next value, which would be even, or away from zero.
            let nearer = match compare(middle) {
                Ordering::Less => !negative,
                Ordering::Greater => negative,
                Ordering::Equal => false,
            };
            let finite = match mode {
                NearestTiesToEven | NearestTiesToAway => nearer,
                TowardPositive => negative,
                TowardNegative => !negative,
                TowardZero => true,
            };
            if finite {
                largest.clone()
            } else {
                Float::infinity(self.format, negative)
            }
        }
    }
}

use definition::Listed;

fn tiny() -> [Listed; 5] {
    [(2, 2), (2, 4), (3, 2), (3, 3), (3, 4)].map(|(e, s)| Listed::new(e, s))
}

fn is_finite(f: &Float) -> bool {
    !f.is_nan() && !f.is_infinite()
}

/// `n / d` against `k`.
fn ratio(n: i128, d: i128, k: i128) -> Ordering {
    if d < 0 {
        (-n).cmp(&(k * -d))
    } else {
        n.cmp(&(k * d))
    }
}

/// The unit, in half of which [`Listed::units`] counts, as a power of two.
fn unit(format: FloatFormat) -> u32 {
    u32::try_from(i64::from(format.fraction()) - format.min_exponent()).unwrap() + 1
}

#[test]
fn arithmetic_by_definition() {
    for listed in tiny() {
        let format = listed.format;
        let one = 1i128 << unit(format);
        let all = listed.all();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            if !is_finite(a) || !is_finite(b) {
                continue;
            }
            let (x, y) = (Listed::units(a), Listed::units(b));
            for mode in RoundingMode::ALL {
                if x + y != 0 {
                    let sum = listed.round(mode, &|k| (x + y).cmp(&k));
                    assert_eq!(a.add(b, mode), sum, "{a} + {b} {mode:?}");
                }
                if x * y != 0 {
                    let product = listed.round(mode, &|k| ratio(x * y, one, k));
                    assert_eq!(a.mul(b, mode), product, "{a} * {b} {mode:?}");
                    let quotient = listed.round(mode, &|k| ratio(x * one, y, k));
                    assert_eq!(a.div(b, mode), quotient, "{a} / {b} {mode:?}");
                }
            }
            if y == 0 {
                continue;
            }
            let truncated = x - x / y * y;
            let (floor, rest) = (x.div_euclid(y), x.rem_euclid(y));
            let nearest = match (2 * rest).cmp(&y.abs()) {
                Ordering::Less => rest,
                Ordering::Equal if floor % 2 == 0 => rest,
                _ => rest - y.abs(),
            };
            let fmod = a.fmod(b);
            assert_eq!(Listed::units(&fmod), truncated, "fmod {a} {b}");
            let rem = a.rem(b);
            assert_eq!(Listed::units(&rem), nearest, "rem {a} {b}");
            for r in [fmod, rem] {
                assert!(!r.is_zero() || r.is_negative() == a.is_negative());
            }
        }
    }
}

#[test]
fn unary_operations_by_definition() {
    for listed in tiny() {
        let format = listed.format;
        let one = 1i128 << unit(format);
        for a in listed.all().iter().filter(|a| is_finite(a) && !a.is_zero()) {
            let x = Listed::units(a);
            for mode in RoundingMode::ALL {
                if x > 0 {
                    let root = listed.round(mode, &|k| match k {
                        k if k < 0 => Ordering::Greater,
                        k => (x * one).cmp(&(k * k)),
                    });
                    assert_eq!(a.sqrt(mode), root, "sqrt {a} {mode:?}");
                }
                let down = x.div_euclid(one);
                let rest = x.rem_euclid(one);
                let up = rest != 0
                    && match mode {
                        RoundingMode::TowardPositive => true,
                        RoundingMode::TowardNegative => false,
                        RoundingMode::TowardZero => x < 0,
                        RoundingMode::NearestTiesToEven => {
                            2 * rest > one || (2 * rest == one && down % 2 != 0)
                        }
                        RoundingMode::NearestTiesToAway => {
                            2 * rest > one || (2 * rest == one && x > 0)
                        }
                    };
                let integer = down + i128::from(up);
                for width in 1..=6 {
                    let unsigned = (0..1 << width).contains(&integer);
                    let bits = |n: i128| BitVec::new(width, n as u64);
                    let expected = unsigned.then(|| bits(integer));
                    assert_eq!(a.to_unsigned(width, mode), expected, "{a} {mode:?}");
                    let half = 1 << (width - 1);
                    let signed = (-half..half).contains(&integer);
                    let expected = signed.then(|| bits(integer));
                    assert_eq!(a.to_signed(width, mode), expected, "{a} {mode:?}");
                }
                let integral = a.round_to_integral(mode);
                if integer == 0 {
                    assert_eq!(integral, Float::zero(format, x < 0));
                } else {
                    let expected = listed.round(mode, &|k| (integer * one).cmp(&k));
                    assert_eq!(integral, expected, "{a} {mode:?}");
                }
            }
        }
        for n in -70i64..=70 {
            for mode in RoundingMode::ALL {
                let expected = match n {
                    0 => Float::zero(format, false),
                    n => listed.round(mode, &|k| (i128::from(n) * one).cmp(&k)),
                };
                let bits = BitVec::from_i64(8, n);
                assert_eq!(Float::from_signed(format, &bits, mode), expected);
            }
        }
    }
}

#[test]
fn fused_products_and_conversions_by_definition() {
    for listed in [Listed::new(2, 2), Listed::new(3, 2), Listed::new(2, 4)] {
        let one = 1i128 << unit(listed.format);
        let all: Vec<Float> = listed.all().into_iter().filter(is_finite).collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            for c in &all {
                let [x, y, z] = [a, b, c].map(Listed::units);
                let exact = x * y + z * one;
                for mode in RoundingMode::ALL.into_iter().filter(|_| exact != 0) {
                    let expected = listed.round(mode, &|k| ratio(exact, one, k));
                    assert_eq!(a.fma(b, c, mode), expected, "{a} * {b} + {c} {mode:?}");
                }
            }
        }
    }
    let formats = tiny();
    for (from, to) in formats
        .iter()
        .flat_map(|a| formats.iter().map(move |b| (a, b)))
    {
        let (unit_from, unit_to) = (unit(from.format), unit(to.format));
        for a in from.all().iter().filter(|a| is_finite(a) && !a.is_zero()) {
            let x = Listed::units(a);
            for mode in RoundingMode::ALL {
                let expected = to.round(mode, &|k| (x << unit_to).cmp(&(k << unit_from)));
                assert_eq!(a.convert(to.format, mode), expected, "{a} {mode:?}");
            }
        }
    }
}

/// Special operands, by the tables of the standard.
#[test]
fn special_operands() {
    let format = FloatFormat::HALF;
    let nan = Float::nan(format);
    let [inf, minus_inf] = [false, true].map(|s| Float::infinity(format, s));
    let [zero, minus_zero] = [false, true].map(|s| Float::zero(format, s));
    let one = Float::one(format);
    for mode in RoundingMode::ALL {
        let down = mode == RoundingMode::TowardNegative;
        assert_eq!(inf.add(&minus_inf, mode), nan);
        assert_eq!(inf.add(&one, mode), inf);
        assert_eq!(zero.add(&minus_zero, mode), Float::zero(format, down));
        assert_eq!(one.sub(&one, mode), Float::zero(format, down));
        assert_eq!(minus_zero.add(&minus_zero, mode), minus_zero);
        assert_eq!(zero.mul(&inf, mode), nan);
        assert_eq!(minus_zero.mul(&one, mode), minus_zero);
        assert_eq!(inf.mul(&one.neg(), mode), minus_inf);
        assert_eq!(zero.div(&zero, mode), nan);
        assert_eq!(inf.div(&inf, mode), nan);
        assert_eq!(one.div(&minus_zero, mode), minus_inf);
        assert_eq!(one.div(&minus_inf, mode), minus_zero);
        assert_eq!(zero.fma(&inf, &nan, mode), nan);
        assert_eq!(inf.fma(&one, &minus_inf, mode), nan);
        assert_eq!(one.fma(&one, &one.neg(), mode), Float::zero(format, down));
        assert_eq!(minus_zero.sqrt(mode), minus_zero);
        assert_eq!(one.neg().sqrt(mode), nan);
        assert_eq!(inf.sqrt(mode), inf);
        assert_eq!(minus_zero.round_to_integral(mode), minus_zero);
        assert_eq!(nan.to_signed(8, mode), None);
        assert_eq!(inf.to_unsigned(8, mode), None);
        assert_eq!(minus_zero.to_unsigned(8, mode), Some(BitVec::zero(8)));
    }
    assert_eq!(inf.rem(&one), nan);
    assert_eq!(one.rem(&zero), nan);
    assert_eq!(one.fmod(&inf), one);
    assert_eq!(one.min(&nan), one);
    assert_eq!(nan.max(&one), one);
    assert_eq!(zero.min(&minus_zero), minus_zero);
    assert_eq!(minus_zero.min(&zero), zero);
    assert!(!nan.ieee_eq(&nan) && zero.ieee_eq(&minus_zero) && zero != minus_zero);
    assert_eq!(nan.neg(), nan);
    assert!(!nan.is_negative());
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

    /// A pattern of the format, often near one, or a corner.
    fn pattern(&mut self, exponent: u32, significand: u32) -> u128 {
        let width = exponent + significand;
        let raw = (u128::from(self.next()) << 64 | u128::from(self.next())) >> (128 - width);
        let fraction = significand - 1;
        let one = ((1u128 << (exponent - 1)) - 1) << fraction;
        let corners = [
            0,
            1,
            one,
            ((1 << exponent) - 1) << fraction,
            1 << fraction,
            (1 << fraction) - 1,
        ];
        let sign = u128::from(self.next() & 1) << (width - 1);
        match self.next() % 4 {
            0 => corners[self.next() as usize % 6] | sign,
            1 => (one + (raw & ((4 << fraction) - 1))) | sign,
            _ => raw,
        }
    }

    fn f64(&mut self) -> f64 {
        f64::from_bits(self.pattern(11, 53) as u64)
    }

    fn f32(&mut self) -> f32 {
        f32::from_bits(self.pattern(8, 24) as u32)
    }
}

#[test]
fn the_machine_agrees() {
    let mode = RoundingMode::NearestTiesToEven;
    let mut random = Random(1);
    let double = |x: f64| Float::from_f64(x);
    let single = |x: f32| Float::from_f32(x);
    for _ in 0..20_000 {
        let (x, y, z) = (random.f64(), random.f64(), random.f64());
        let (a, b, c) = (double(x), double(y), double(z));
        assert_eq!(a.add(&b, mode), double(x + y), "{x} + {y}");
        assert_eq!(a.sub(&b, mode), double(x - y), "{x} - {y}");
        assert_eq!(a.mul(&b, mode), double(x * y), "{x} * {y}");
        assert_eq!(a.div(&b, mode), double(x / y), "{x} / {y}");
        assert_eq!(
            a.fma(&b, &c, mode),
            double(x.mul_add(y, z)),
            "{x} * {y} + {z}"
        );
        assert_eq!(a.sqrt(mode), double(x.sqrt()), "sqrt {x}");
        assert_eq!(a.fmod(&b), double(x % y), "{x} % {y}");
        assert_eq!((a.lt(&b), a.le(&b), a.ieee_eq(&b)), (x < y, x <= y, x == y));
        assert_eq!(a.convert(FloatFormat::SINGLE, mode), single(x as f32));
        let integral = [
            x.round_ties_even(),
            x.round(),
            x.ceil(),
            x.floor(),
            x.trunc(),
        ];
        for (mode, expected) in RoundingMode::ALL.into_iter().zip(integral) {
            assert_eq!(a.round_to_integral(mode), double(expected), "{x} {mode:?}");
        }
        let (p, q, r) = (random.f32(), random.f32(), random.f32());
        let (d, e, f) = (single(p), single(q), single(r));
        assert_eq!(d.add(&e, mode), single(p + q), "{p} + {q}");
        assert_eq!(d.mul(&e, mode), single(p * q), "{p} * {q}");
        assert_eq!(d.div(&e, mode), single(p / q), "{p} / {q}");
        assert_eq!(d.fma(&e, &f, mode), single(p.mul_add(q, r)));
        assert_eq!(d.sqrt(mode), single(p.sqrt()), "sqrt {p}");
        assert_eq!(d.fmod(&e), single(p % q), "{p} % {q}");
        assert_eq!(d.convert(FloatFormat::DOUBLE, mode), double(f64::from(p)));
        let n = random.next() as i64 >> (random.next() % 64);
        let bits = BitVec::from_i64(64, n);
        assert_eq!(
            Float::from_signed(FloatFormat::DOUBLE, &bits, mode),
            double(n as f64)
        );
        assert_eq!(
            Float::from_unsigned(FloatFormat::SINGLE, &bits, mode),
            single(n as u64 as f32)
        );
        let toward_zero = RoundingMode::TowardZero;
        // The machine saturates where there is no such integer.
        if let Some(integer) = a.to_signed(64, toward_zero) {
            assert_eq!(integer, BitVec::from_i64(64, x as i64), "{x}");
        } else {
            assert!(
                x.is_nan() || x as i64 == i64::MIN || x as i64 == i64::MAX,
                "{x}"
            );
        }
    }
}

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestTiesToEven => Round::NearestTiesToEven,
        RoundingMode::NearestTiesToAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

/// All operations of `rustc_apfloat` in one of its formats, in all modes.
fn compare<F: ApFloat + FloatConvert<ieee::Single>>(format: FloatFormat, seed: u64) {
    let mut random = Random(seed);
    let (e, s) = (format.exponent, format.significand);
    let ours = |f: F| Float::from_bits(format, BitVec::from_u128(format.width(), f.to_bits()));
    for _ in 0..2_000 {
        let [x, y, z] = [0; 3].map(|_| F::from_bits(random.pattern(e, s)));
        let (a, b, c) = (ours(x), ours(y), ours(z));
        for mode in RoundingMode::ALL {
            let r = round(mode);
            assert_eq!(
                a.add(&b, mode),
                ours(x.add_r(y, r).value),
                "{a} + {b} {mode:?}"
            );
            assert_eq!(
                a.sub(&b, mode),
                ours(x.sub_r(y, r).value),
                "{a} - {b} {mode:?}"
            );
            assert_eq!(
                a.mul(&b, mode),
                ours(x.mul_r(y, r).value),
                "{a} * {b} {mode:?}"
            );
            assert_eq!(
                a.div(&b, mode),
                ours(x.div_r(y, r).value),
                "{a} / {b} {mode:?}"
            );
            let fused = x.mul_add_r(y, z, r).value;
            assert_eq!(a.fma(&b, &c, mode), ours(fused), "{a} * {b} + {c} {mode:?}");
            let integral = x.round_to_integral(r).value;
            assert_eq!(a.round_to_integral(mode), ours(integral), "{a} {mode:?}");
            let mut loses = false;
            let converted: ieee::Single = x.convert_r(r, &mut loses).value;
            let converted = Float::from_f32(f32::from_bits(converted.to_bits() as u32));
            assert_eq!(
                a.convert(FloatFormat::SINGLE, mode),
                converted,
                "{a} {mode:?}"
            );
            let n = random.next() as i64 as i128 >> (random.next() % 64);
            let from = ours(F::from_i128_r(n, r).value);
            let bits = BitVec::from_i64(64, n as i64);
            assert_eq!(
                Float::from_signed(format, &bits, mode),
                from,
                "{n} {mode:?}"
            );
        }
        assert_eq!(a.fmod(&b), ours(x.c_fmod(y).value), "fmod {a} {b}");
    }
}

#[test]
fn apfloat_agrees() {
    compare::<ieee::Half>(FloatFormat::HALF, 2);
    compare::<ieee::BFloat>(FloatFormat::BRAIN, 3);
    compare::<ieee::Single>(FloatFormat::SINGLE, 4);
    compare::<ieee::Double>(FloatFormat::DOUBLE, 5);
    compare::<ieee::Quad>(FloatFormat::QUAD, 6);
}
