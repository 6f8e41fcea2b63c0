//! Flat memory: pointers that have numbers.
//!
//! C leaves open where objects lie. With flat memory that is an unknown of the run: each object whose address a program uses as
//! a number has a *base*, and a pointer's number is the base of its object plus the offset ([`crate::InstKind::ToNumber`],
//! [`crate::InstKind::ToPointer`]). Bases are multiples of the object's alignment, in the range below, and two objects that
//! are alive together share no byte; nothing else is known of them, so that a proof is one for every layout, and a
//! counterexample has a layout of its own (LLBMC's memory model with its allocation states: F. Merz, *Theory and Implementation
//! of Software Bounded Model Checking*, 2016, §3.8). Accesses keep to objects: there, pointers are what they are without flat
//! memory, an object and an offset, so only the program's arithmetic with numbers costs anything.
//!
//! A number is that of a byte of a live object, or of its end, or it is *stray*: then the pointer has no object, and only keeps
//! the number. In 64 bits a stray pointer has a mark in its highest bits, and room for numbers below [`STRAY_ROOM`]; numbers near
//! null need no mark. Other numbers are the address of nothing, and a pointer that is made of one is *lost*: it has a mark of its
//! own and the low bits of the number, and who wants the number back has to remember it. In 32 bits there is always room, since
//! values of pointers have 64 bits.
//!
//! The end of one object may be the start of another one. C lets the program mean either (the model PNVI-ae-udi: Memarian et al.,
//! *Exploring C Semantics and Pointer Provenance*, POPL 2019), so a number that is both is not supported where it
//! becomes a pointer, unless it is the number of a pointer into the one.

use super::{PAGE, PointerLayout};
use std::ops::Range;
use term::{Term, TermPool};

/// The mark of a stray pointer.
const MARK: u64 = 0xff << 56;

/// The mark of a lost one.
const LOST: u64 = 0xfe << 56;

/// Numbers below this can be those of stray pointers in 64 bits.
pub const STRAY_ROOM: u64 = 1 << 55;

/// User programs of 64-bit systems have addresses of so many bits.
const ADDRESS_BITS: u32 = 47;

impl PointerLayout {
    /// Where objects may be.
    pub fn addresses(self) -> Range<u64> {
        let bits = self.memory_width().min(ADDRESS_BITS);
        PAGE..(1 << bits) - PAGE
    }

    /// The first number of an object that would look like a stray pointer.
    pub(super) fn first_marked(self) -> u64 {
        LOST >> self.offset_bits
    }

    /// Whether a number needs no mark.
    fn is_near_null(self, number: u64) -> bool {
        number.wrapping_add(self.half()) < 2 * self.half()
    }

    /// The pointer that has this number and no object.
    pub fn stray(self, number: u64) -> u64 {
        if self.memory_width() < self.width {
            return i64::from(number as u32 as i32) as u64;
        }
        match (self.is_near_null(number), number < STRAY_ROOM) {
            (true, _) => number,
            (false, true) => MARK | number,
            (false, false) => LOST | number & !MARK,
        }
    }

    /// The number of a pointer that is near no object; `None` if it is lost.
    pub fn number_of_stray(self, pointer: u64) -> Option<u64> {
        if self.memory_width() < self.width {
            return Some(u64::from(pointer as u32));
        }
        if pointer >> 56 == LOST >> 56 {
            return None;
        }
        Some(match pointer >> 55 == MARK >> 55 {
            true => pointer & !MARK,
            false => pointer,
        })
    }

    /// As [`PointerLayout::stray`].
    pub fn stray_term(self, pool: &mut TermPool, number: Term) -> Term {
        if self.memory_width() < self.width {
            return pool.sign_extend(number, self.width - self.memory_width());
        }
        let half = pool.bv_u64(self.width, self.half());
        let moved = pool.bvadd(number, half);
        let near = pool.bv_u64(self.width, 2 * self.half());
        let near = pool.ult(moved, near);
        let room = pool.bv_u64(self.width, STRAY_ROOM);
        let room = pool.ult(number, room);
        let mark = pool.bv_u64(self.width, MARK);
        let marked = pool.bvor(number, mark);
        let low = pool.extract(number, 55, 0);
        let mark = pool.bv_u64(8, LOST >> 56);
        let lost = pool.concat(mark, low);
        let far = pool.ite(room, marked, lost);
        pool.ite(near, number, far)
    }

    /// As [`PointerLayout::number_of_stray`], with the condition under which it is lost.
    pub fn number_of_stray_term(self, pool: &mut TermPool, pointer: Term) -> (Term, Term) {
        if self.memory_width() < self.width {
            let number = pool.extract(pointer, self.memory_width() - 1, 0);
            return (number, pool.ff());
        }
        let top = pool.extract(pointer, self.width - 1, 55);
        let mark = pool.bv_u64(self.width - 55, MARK >> 55);
        let is_marked = pool.eq(top, mark);
        let low = pool.extract(pointer, 55, 0);
        let low = pool.zero_extend(low, self.width - 56);
        let top = pool.extract(pointer, self.width - 1, 56);
        let mark = pool.bv_u64(self.width - 56, LOST >> 56);
        let is_lost = pool.eq(top, mark);
        (pool.ite(is_marked, low, pointer), is_lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Image;
    use term::Sort;
    use term::eval::{Assignment, Evaluator, Value};

    const LP64: PointerLayout = PointerLayout {
        width: 64,
        offset_bits: 40,
        image: None,
        flat: true,
        seed: 0,
    };
    const ILP32: PointerLayout = PointerLayout {
        image: Some(Image {
            width: 32,
            offset_bits: 20,
        }),
        ..LP64
    };

    #[test]
    fn stray_numbers_come_back() {
        let numbers = [
            0,
            1,
            4096,
            0x4000_0000,
            1 << 39,
            (1 << 47) - 1,
            STRAY_ROOM - 1,
        ];
        for number in numbers.into_iter().chain([u64::MAX, u64::MAX - 4096]) {
            assert_eq!(
                LP64.number_of_stray(LP64.stray(number)),
                Some(number),
                "{number:#x}"
            );
            let low = u64::from(number as u32);
            assert_eq!(
                ILP32.number_of_stray(ILP32.stray(low)),
                Some(low),
                "{low:#x}"
            );
        }
        assert_eq!(LP64.number_of_stray(LP64.stray(STRAY_ROOM)), None);
        assert_eq!(LP64.number_of_stray(LP64.stray(1 << 63)), None);
    }

    #[test]
    fn no_object_looks_stray() {
        let last = LP64.start(LP64.max_object(), 1) + LP64.max_object_size();
        assert!(last < LOST && LP64.number_of_stray(last) == Some(last));
    }

    struct One(u64, u32);

    impl Assignment for One {
        fn value(&self, _: &TermPool, _: term::SymbolId) -> Option<Value> {
            Some(Value::BitVec(term::BitVec::new(self.1, self.0)))
        }
    }

    #[test]
    fn terms_say_the_same() {
        let mut pool = TermPool::new();
        for layout in [LP64, ILP32] {
            let width = layout.memory_width();
            let number = pool.symbol(&format!("n{width}"), Sort::BitVec(width));
            let pointer = pool.symbol(&format!("p{width}"), Sort::BitVec(64));
            let stray = layout.stray_term(&mut pool, number);
            let (back, lost) = layout.number_of_stray_term(&mut pool, pointer);
            for shift in 0..64 {
                for n in [
                    1u64 << shift,
                    (1u64 << shift).wrapping_neg(),
                    (1 << shift) - 1,
                ] {
                    let n = if width == 32 { u64::from(n as u32) } else { n };
                    let value = Evaluator::new(&pool, &One(n, width)).eval(stray);
                    assert_eq!(value.as_bitvec().to_u64(), Some(layout.stray(n)), "{n:#x}");
                    let p = layout.stray(n);
                    let is_lost = Evaluator::new(&pool, &One(p, 64)).eval(lost).as_bool();
                    assert_eq!(is_lost, layout.number_of_stray(p).is_none(), "{p:#x}");
                    if let Some(number) = layout.number_of_stray(p) {
                        let value = Evaluator::new(&pool, &One(p, 64)).eval(back);
                        assert_eq!(value.as_bitvec().to_u64(), Some(number), "{p:#x}");
                    }
                }
            }
        }
    }
}
