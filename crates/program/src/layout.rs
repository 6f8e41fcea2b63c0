//! Pointers: what their bits mean.
//!
//! The *value* of a pointer, in a variable or a term, is a bit-vector. Its high bits number an object, its low `offset_bits`
//! bits are the offset into it. Object 0 is "no object", so the null pointer is 0. Objects end in the first half of
//! what an offset can say, so a pointer that runs off either end of an object can still be told apart from its neighbours.
//!
//! In memory, and as an integer, a pointer has the width of the data model. In 64 bits there is room for object and offset, and
//! that is the value itself. In 32 bits there is room only as long as all objects are small: then, too, the value is what
//! memory holds, since nothing is cheaper to reason about. A program for 32 bits whose objects may be large has *wide*
//! pointers: values of 64 bits, and an [`Image`] of 32 bits of each, in which fewer bits number the object, and the
//! others are the offset. Two functions lead from one to the other:
//!
//! - `encode` drops the bits that an image has no room for. A pointer that loses something by that is *far*.
//! - `decode` gives the value back: `decode(encode(p)) = p` for all pointers but the far ones, and `encode(decode(i)) = i` for
//!   all images.
//!
//! Address arithmetic, comparisons and accesses are about values, so they are the same in both data models. Only a pointer that
//! goes through memory, or through an integer, has to have an image ([`crate::InstKind::StorePointer`],
//! [`crate::InstKind::Convert`]). If it is far there, the run is not supported: it never continues with another pointer. What
//! was never written, or was written by code that we do not have, is some image. It may be one of an object that
//! does not exist, and a comparison with such a pointer is not decided ([`crate::Relation::Comparable`]): so nothing is concluded
//! from its not being far.

pub mod flat;

use term::{BitVec, Term, TermPool};

/// The width of the basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers.
    Lp64,
}

impl DataModel {
    pub fn pointer_width(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// The largest alignment that an object's start shows.
const MAX_SKEW: u64 = 4096;

/// The bytes at either end of the address space in which there are no objects.
pub const PAGE: u64 = 4096;

/// A number that looks random (splitmix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014).
fn scatter(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What memory and integers hold of a wide pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Image {
    pub width: u32,
    /// The lowest bits, which are the offset; the others number the object.
    pub offset_bits: u32,
}

/// How a pointer's bits are divided between object number and offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerLayout {
    /// Of a value.
    pub width: u32,
    pub offset_bits: u32,
    /// Whether pointers have numbers of their own ([`flat`]).
    pub flat: bool,
    /// Only of wide pointers. Invariant: it has fewer bits for the object and for the offset than the value.
    pub image: Option<Image>,
    /// Chooses where in their slots objects start. Zero is the usual choice; others are for tests, since no answer may depend
    /// on it.
    pub seed: u32,
}

impl PointerLayout {
    /// The number of the object that an address points into (or just beyond).
    pub fn object(self, address: u64) -> u64 {
        address >> self.offset_bits
    }

    pub fn offset(self, address: u64) -> u64 {
        address & ((1 << self.offset_bits) - 1)
    }

    /// The lowest address with this object number.
    pub fn slot(self, object: u64) -> u64 {
        object << self.offset_bits
    }

    /// Where an object starts: as far into its slot as its alignment says, so that its address is a multiple of its
    /// alignment and of nothing more. A program that relies on more is wrong, and this shows it.
    pub fn start(self, object: u64, align: u64) -> u64 {
        let align = align.clamp(1, MAX_SKEW);
        let steps = match self.seed {
            0 => 1,
            // An odd number, since an even one would align it further.
            seed => {
                let choices = (MAX_SKEW / align).div_ceil(2);
                1 + 2 * (scatter(object ^ u64::from(seed) << 40) % choices)
            }
        };
        self.slot(object) + align * steps
    }

    /// Half of the space between two objects: an address that is further than this from an object's slot belongs to the
    /// next one.
    pub fn half(self) -> u64 {
        1 << (self.offset_bits - 1)
    }

    /// Whether a number could be the address of something: it is neither in the first nor in the last page, where no system
    /// places objects.
    pub fn may_be_address(self, number: u64) -> bool {
        let last = u64::MAX >> (64 - self.width);
        (PAGE..=last - PAGE).contains(&number)
    }

    /// The largest size of an object in bytes.
    pub fn max_object_size(self) -> u64 {
        match self.image {
            Some(image) => (1 << (image.width - 1)) - 1,
            None => self.half() - MAX_SKEW,
        }
    }

    /// The width of a pointer in memory and as an integer.
    pub fn memory_width(self) -> u32 {
        self.image.map_or(self.width, |image| image.width)
    }

    /// How far from its object's slot a pointer may be that goes through memory.
    pub fn reach(self) -> u64 {
        self.image
            .map_or(self.half(), |image| 1 << (image.offset_bits - 1))
    }

    /// What memory holds of a pointer.
    pub fn encode(self, address: u64) -> u64 {
        let Some(image) = self.image else {
            return address;
        };
        let object = self.object(address) << image.offset_bits;
        let offset = address & ((1 << image.offset_bits) - 1);
        (object | offset) & ((1 << image.width) - 1)
    }

    /// The pointer of which memory holds this.
    pub fn decode(self, bits: u64) -> u64 {
        let Some(image) = self.image else {
            return bits;
        };
        let unused = 64 - image.offset_bits;
        let offset = ((bits << unused) as i64 >> unused) as u64;
        let mut object = bits >> image.offset_bits;
        let last = (1 << (image.width - image.offset_bits)) - 1;
        if object == last && (offset as i64) < 0 {
            // In front of null.
            object = (1 << (self.width - self.offset_bits)) - 1;
        }
        object << self.offset_bits | self.offset(offset)
    }

    /// Whether memory cannot hold the pointer.
    pub fn is_far(self, address: u64) -> bool {
        self.decode(self.encode(address)) != address
    }

    /// As [`PointerLayout::encode`].
    pub fn encode_term(self, pool: &mut TermPool, pointer: Term) -> Term {
        let Some(image) = self.image else {
            return pointer;
        };
        let high = self.offset_bits + image.width - image.offset_bits - 1;
        let object = pool.extract(pointer, high, self.offset_bits);
        let offset = pool.extract(pointer, image.offset_bits - 1, 0);
        pool.concat(object, offset)
    }

    /// As [`PointerLayout::decode`].
    pub fn decode_term(self, pool: &mut TermPool, bits: Term) -> Term {
        let Some(image) = self.image else {
            return bits;
        };
        let object = pool.extract(bits, image.width - 1, image.offset_bits);
        let offset = pool.extract(bits, image.offset_bits - 1, 0);
        // The object and the sign.
        let top = pool.extract(bits, image.width - 1, image.offset_bits - 1);
        let ones = pool.bv(BitVec::all_ones(pool.width(top)));
        let before_null = pool.eq(top, ones);
        let above = self.width - self.offset_bits - pool.width(object);
        let (none, all) = (pool.zero(above), pool.bv(BitVec::all_ones(above)));
        let high = pool.ite(before_null, all, none);
        let high = pool.concat(high, object);
        let low = pool.sign_extend(offset, self.offset_bits - image.offset_bits);
        pool.concat(high, low)
    }

    /// As [`PointerLayout::is_far`].
    pub fn far_term(self, pool: &mut TermPool, pointer: Term) -> Term {
        let image = self.encode_term(pool, pointer);
        let back = self.decode_term(pool, image);
        pool.ne(back, pointer)
    }

    /// The largest object number.
    pub fn max_object(self) -> u64 {
        match self.flat {
            true => self.first_marked() - 1,
            false => (1 << (self.width - self.offset_bits)) - 1,
        }
    }
}

#[cfg(test)]
mod tests;
