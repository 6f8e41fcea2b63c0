//! Bit-vector arithmetic against machine integers and against big integers.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;
use term::BitVec;

/// A value by its definition: a number modulo `2^width`.
fn modulo(width: u32, value: BigInt) -> BitVec {
    let size = BigInt::one() << width;
    let value = ((value % &size) + &size) % &size;
    BitVec::from_big(width, value.to_biguint().unwrap())
}

fn unsigned(v: &BitVec) -> BigInt {
    BigInt::from(v.to_big())
}

fn signed(v: &BitVec) -> BigInt {
    let value = unsigned(v);
    if v.is_negative() {
        value - (BigInt::one() << v.width())
    } else {
        value
    }
}

fn fits_signed(width: u32, value: &BigInt) -> bool {
    let half = BigInt::one() << (width - 1);
    *value >= -half.clone() && *value < half
}

fn vector(width: u32) -> impl Strategy<Value = BitVec> {
    let edges = prop_oneof![
        Just(BitVec::zero(width)),
        Just(BitVec::one(width)),
        Just(BitVec::all_ones(width)),
        Just(BitVec::int_min(width)),
        Just(BitVec::int_max(width)),
    ];
    let random = proptest::collection::vec(any::<u8>(), 17)
        .prop_map(move |bytes| BitVec::from_big(width, BigUint::from_bytes_le(&bytes)));
    prop_oneof![1 => edges, 4 => random]
}

fn pair() -> impl Strategy<Value = (BitVec, BitVec)> {
    (1u32..=130).prop_flat_map(|width| (vector(width), vector(width)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn arithmetic((a, b) in pair()) {
        let w = a.width();
        let (ua, ub, sa, sb) = (unsigned(&a), unsigned(&b), signed(&a), signed(&b));
        prop_assert_eq!(a.add(&b), modulo(w, &ua + &ub));
        prop_assert_eq!(a.sub(&b), modulo(w, &ua - &ub));
        prop_assert_eq!(a.mul(&b), modulo(w, &ua * &ub));
        prop_assert_eq!(a.neg(), modulo(w, -&ua));
        if ub.is_zero() {
            prop_assert_eq!(a.udiv(&b), BitVec::all_ones(w));
            prop_assert_eq!(a.urem(&b), a.clone());
            prop_assert_eq!(a.srem(&b), a.clone());
            prop_assert_eq!(a.sdiv(&b), modulo(w, if sa.is_negative() { BigInt::one() } else { -BigInt::one() }));
        } else {
            prop_assert_eq!(a.udiv(&b), modulo(w, &ua / &ub));
            prop_assert_eq!(a.urem(&b), modulo(w, &ua % &ub));
            // BigInt truncates towards zero, as SMT-LIB does.
            prop_assert_eq!(a.sdiv(&b), modulo(w, &sa / &sb));
            prop_assert_eq!(a.srem(&b), modulo(w, &sa % &sb));
        }
        prop_assert_eq!(a.uadd_overflows(&b), (&ua + &ub).bits() > w as u64);
        prop_assert_eq!(a.umul_overflows(&b), (&ua * &ub).bits() > w as u64);
        prop_assert_eq!(a.sadd_overflows(&b), !fits_signed(w, &(&sa + &sb)));
        prop_assert_eq!(a.ssub_overflows(&b), !fits_signed(w, &(&sa - &sb)));
        prop_assert_eq!(a.smul_overflows(&b), !fits_signed(w, &(&sa * &sb)));
    }

    #[test]
    fn order((a, b) in pair()) {
        prop_assert_eq!(a.ult(&b), unsigned(&a) < unsigned(&b));
        prop_assert_eq!(a.ule(&b), unsigned(&a) <= unsigned(&b));
        prop_assert_eq!(a.slt(&b), signed(&a) < signed(&b));
        prop_assert_eq!(a.sle(&b), signed(&a) <= signed(&b));
    }

    #[test]
    fn bits((a, b) in pair(), n in 0u64..140) {
        let w = a.width();
        prop_assert_eq!(a.and(&b).to_big(), a.to_big() & b.to_big());
        prop_assert_eq!(a.or(&b).to_big(), a.to_big() | b.to_big());
        prop_assert_eq!(a.xor(&b).to_big(), a.to_big() ^ b.to_big());
        prop_assert_eq!(a.not(), modulo(w, -unsigned(&a) - 1));
        let amount = BitVec::new(w, n);
        let n = amount.to_u64().unwrap();
        prop_assert_eq!(a.shl(&amount), modulo(w, unsigned(&a) << n));
        prop_assert_eq!(a.lshr(&amount), modulo(w, unsigned(&a) >> n));
        prop_assert_eq!(a.ashr(&amount), modulo(w, signed(&a) >> n));
        prop_assert_eq!(a.power_of_two(), (0..w).find(|k| a.to_big() == BigUint::one() << k));
        prop_assert_eq!(a.trailing_zeros(), (0..w).find(|k| a.bit(*k)).unwrap_or(w));
        prop_assert_eq!(BitVec::from_le_bytes(&a.to_le_bytes()).to_big(), a.to_big());
    }

    #[test]
    fn structure((a, b) in pair(), low: u32, length: u32, n in 1u32..70) {
        let w = a.width();
        let low = low % w;
        let high = low + length % (w - low);
        prop_assert_eq!(a.extract(high, low), modulo(high - low + 1, unsigned(&a) >> low));
        prop_assert_eq!(a.concat(&b), modulo(2 * w, (unsigned(&a) << w) + unsigned(&b)));
        prop_assert_eq!(a.zero_extend(n), modulo(w + n, unsigned(&a)));
        prop_assert_eq!(a.sign_extend(n), modulo(w + n, signed(&a)));
        prop_assert_eq!(a.to_u64(), unsigned(&a).to_u64());
        prop_assert_eq!(a.to_i64(), signed(&a).to_i64());
    }

    #[test]
    fn machine_integers(a: u64, b: u64, x: u128, y: u128) {
        let (p, q) = (BitVec::new(64, a), BitVec::new(64, b));
        prop_assert_eq!(p.mul(&q), BitVec::new(64, a.wrapping_mul(b)));
        let by_zero = if (a as i64) < 0 { 1 } else { -1 };
        let quotient = if b == 0 { by_zero } else { (a as i64).wrapping_div(b as i64) };
        prop_assert_eq!(p.sdiv(&q).to_i64(), Some(quotient));
        prop_assert_eq!(p.slt(&q), (a as i64) < b as i64);
        let (p, q) = (BitVec::from_u128(128, x), BitVec::from_u128(128, y));
        prop_assert_eq!(p.add(&q), BitVec::from_u128(128, x.wrapping_add(y)));
        prop_assert_eq!(p.mul(&q), BitVec::from_u128(128, x.wrapping_mul(y)));
        prop_assert_eq!(p.slt(&q), (x as i128) < y as i128);
        if y != 0 {
            prop_assert_eq!(p.srem(&q), BitVec::from_u128(128, (x as i128).wrapping_rem(y as i128) as u128));
        }
    }
}
