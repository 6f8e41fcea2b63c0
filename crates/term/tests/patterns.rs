//! Floats of bit patterns: each rule fires, is right for all patterns of a tiny format, and spares a near miss.

use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{BitVec, Float, FloatClass, FloatFormat, Sort, SymbolId, Term, TermPool, Value};

const FORMAT: FloatFormat = FloatFormat {
    exponent: 3,
    significand: 3,
};

struct Setting {
    pool: TermPool,
    c: Term,
    x: Term,
    y: Term,
    open: Term,
}

impl Setting {
    fn new() -> Setting {
        let mut pool = TermPool::new();
        Setting {
            c: pool.symbol("c", Sort::Bool),
            x: pool.symbol("x", Sort::BitVec(6)),
            y: pool.symbol("y", Sort::BitVec(6)),
            open: pool.symbol("open", Sort::BitVec(2)),
            pool,
        }
    }

    fn float(&mut self, bits: Term) -> Term {
        self.pool.fp_from_bits(FORMAT, bits)
    }

    /// A pattern of NaN with an open sign and payload.
    fn nan(&mut self) -> Term {
        let pool = &mut self.pool;
        let sign = pool.extract(self.open, 1, 1);
        let payload = pool.extract(self.open, 0, 0);
        let ones = pool.bv(BitVec::all_ones(4));
        let low = pool.concat(ones, payload);
        pool.concat(sign, low)
    }

    /// The value of the float of `bits`, computed without the rules, against the value of `term`, for all values.
    fn check(&self, bits: Term, term: Term) {
        let symbol = |t: Term| self.pool.as_symbol(t).expect("a symbol");
        for number in 0..1u64 << 15 {
            let part = |low: u32, width: u32| {
                Value::BitVec(BitVec::new(width, number >> low & ((1 << width) - 1)))
            };
            let values: FxHashMap<SymbolId, Value> = FxHashMap::from_iter([
                (symbol(self.x), part(0, 6)),
                (symbol(self.y), part(6, 6)),
                (symbol(self.open), part(12, 2)),
                (symbol(self.c), Value::Bool(number >> 14 == 1)),
            ]);
            let mut evaluator = Evaluator::new(&self.pool, &values);
            let pattern = evaluator.eval(bits).as_bitvec().clone();
            let expected = Value::Float(Float::from_bits(FORMAT, pattern));
            assert_eq!(evaluator.eval(term), expected, "{number:x}");
        }
    }

    /// The float of `bits` is `wanted`.
    #[track_caller]
    fn fires(&mut self, bits: Term, wanted: Term) {
        let made = self.float(bits);
        assert_eq!(
            made,
            wanted,
            "{} and not {}",
            self.pool.display(made),
            self.pool.display(wanted)
        );
        self.check(bits, made);
    }

    /// The float of `bits` is that and nothing simpler.
    #[track_caller]
    fn stays(&mut self, bits: Term) {
        let made = self.float(bits);
        let op = self.pool.op(made);
        assert_eq!(
            op,
            term::Op::FpFromBits(FORMAT),
            "{}",
            self.pool.display(made)
        );
        self.check(bits, made);
    }
}

#[test]
fn bits_of_a_result_are_that_result() {
    let mut s = Setting::new();
    let (x, y) = (s.float(s.x), s.float(s.y));
    let mode = s.pool.rounding_mode(term::RoundingMode::NearestTiesToEven);
    let sum = s.pool.fp_add(mode, x, y);
    let nan = s.nan();
    let is_nan = s.pool.fp_is(FloatClass::NaN, sum);
    let bits = s.pool.fp_to_bits(sum);
    let open = s.pool.ite(is_nan, nan, bits);
    s.fires(open, sum);
    // Another result's NaN.
    let other = s.pool.fp_is(FloatClass::NaN, x);
    let near = s.pool.ite(other, nan, bits);
    let made = s.float(near);
    assert_ne!(made, sum);
    s.check(near, made);
}

#[test]
fn merged_results_are_merged_floats() {
    let mut s = Setting::new();
    let (x, y) = (s.float(s.x), s.float(s.y));
    let mode = s.pool.rounding_mode(term::RoundingMode::NearestTiesToEven);
    let product = s.pool.fp_mul(mode, x, y);
    let bits = s.pool.fp_to_bits(product);
    let merged = s.pool.ite(s.c, bits, s.y);
    let wanted = s.pool.ite(s.c, product, y);
    s.fires(merged, wanted);
    // Patterns that are not results of operations are merged as patterns.
    let plain = s.pool.ite(s.c, s.x, s.y);
    s.stays(plain);
}

#[test]
fn patterns_of_nan() {
    let mut s = Setting::new();
    let nan = s.nan();
    let wanted = s.pool.fp(Float::nan(FORMAT));
    s.fires(nan, wanted);
    let ones = s.pool.bv(BitVec::all_ones(5));
    let payload = s.pool.extract(s.open, 0, 0);
    let negative = s.pool.concat(ones, payload);
    s.fires(negative, wanted);
    // Without the first bit of the fraction it may be infinite; with an exponent that is not all ones it is a number.
    let rest = s.pool.extract(s.x, 1, 0);
    let ones = s.pool.bv(BitVec::all_ones(4));
    let maybe = s.pool.concat(ones, rest);
    s.stays(maybe);
    let sign = s.pool.extract(s.open, 1, 1);
    let number = s.pool.bv(BitVec::new(4, 0b1101));
    let low = s.pool.concat(number, payload);
    let number = s.pool.concat(sign, low);
    s.stays(number);
}

#[test]
fn signs() {
    let mut s = Setting::new();
    let x = s.float(s.x);
    let sign = s.pool.bv(BitVec::int_min(6));
    let negated = s.pool.bvxor(s.x, sign);
    let wanted = s.pool.fp_neg(x);
    s.fires(negated, wanted);
    let other = s.pool.bv(BitVec::new(6, 0b110000));
    let near = s.pool.bvxor(s.x, other);
    s.stays(near);
    let rest = s.pool.bv(BitVec::int_max(6));
    let magnitude = s.pool.bvand(s.x, rest);
    let wanted = s.pool.fp_abs(x);
    s.fires(magnitude, wanted);
    let fewer = s.pool.extract(s.x, 3, 0);
    let near = s.pool.zero_extend(fewer, 2);
    s.stays(near);
}
