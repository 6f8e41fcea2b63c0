//! Images of wide pointers: which pointers have one, and that terms say the same as numbers.

use super::{Image, PointerLayout};
use term::{Sort, TermPool};

const WIDE: PointerLayout = PointerLayout {
    width: 64,
    offset_bits: 40,
    image: Some(Image {
        width: 32,
        offset_bits: 20,
    }),
    flat: false,
    seed: 0,
};

#[test]
fn images_of_near_pointers_lead_back() {
    for object in [0, 1, 2, 77, 4095] {
        let start = WIDE.slot(object);
        for offset in [0, 1, 4096, (1 << 19) - 1] {
            let forth = start.wrapping_add(offset);
            assert!(!WIDE.is_far(forth), "{forth:#x}");
            let back = start.wrapping_sub(offset);
            assert!(!WIDE.is_far(back), "{back:#x}");
        }
    }
}

#[test]
fn pointers_without_an_image_are_far() {
    for object in [1, 77, 4095] {
        let start = WIDE.slot(object);
        for offset in [1 << 19, 1 << 20, 1 << 31, (1 << 39) - 1] {
            assert!(WIDE.is_far(start + offset));
        }
        for offset in [(1 << 19) + 1, 1 << 20, 1 << 31] {
            assert!(WIDE.is_far(start - offset));
        }
    }
    assert!(WIDE.is_far(WIDE.slot(4096)));
    assert!(WIDE.is_far(WIDE.slot(100_000) + 8));
}

#[test]
fn every_image_is_that_of_its_pointer() {
    let mut bits = 0u64;
    while bits < 1 << 32 {
        assert_eq!(WIDE.encode(WIDE.decode(bits)), bits);
        bits += 65_521;
    }
    let last = u64::from(u32::MAX);
    assert_eq!(WIDE.encode(WIDE.decode(last)), last);
    assert_eq!(WIDE.decode(last), u64::MAX);
    assert_eq!(WIDE.decode(0), 0);
}

#[test]
fn terms_and_numbers_agree() {
    let mut pool = TermPool::new();
    let pointer = pool.symbol("p", Sort::BitVec(64));
    let bits = pool.symbol("i", Sort::BitVec(32));
    let encoded = WIDE.encode_term(&mut pool, pointer);
    let decoded = WIDE.decode_term(&mut pool, bits);
    let far = WIDE.far_term(&mut pool, pointer);
    let evaluate = |pool: &mut TermPool, term, symbol, width, value| {
        let constant = pool.bv_u64(width, value);
        let id = pool.as_symbol(symbol).expect("a symbol");
        let mut map = |_: &mut TermPool, s| (s == id).then_some(constant);
        pool.substitute(term, &mut map, &mut Default::default())
    };
    let mut value = 1u64;
    for _ in 0..1000 {
        value = value
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let object = value >> 60 << 40 | value >> 20 & 0xff_ffff;
        for address in [
            value,
            object,
            WIDE.decode(value >> 32),
            value | 0xffff << 48,
        ] {
            let image = evaluate(&mut pool, encoded, pointer, 64, address);
            assert_eq!(pool.as_u64(image), Some(WIDE.encode(address)));
            let is_far = evaluate(&mut pool, far, pointer, 64, address);
            assert_eq!(pool.is_true(is_far), WIDE.is_far(address));
            assert!(pool.is_value(is_far));
        }
        let back = evaluate(&mut pool, decoded, bits, 32, value >> 32);
        assert_eq!(pool.as_u64(back), Some(WIDE.decode(value >> 32)));
    }
}

#[test]
fn what_is_decoded_is_not_far() {
    let mut pool = TermPool::new();
    let bits = pool.symbol("i", Sort::BitVec(32));
    let decoded = WIDE.decode_term(&mut pool, bits);
    assert_eq!(WIDE.encode_term(&mut pool, decoded), bits);
    let far = WIDE.far_term(&mut pool, decoded);
    assert!(pool.is_false(far));
}
