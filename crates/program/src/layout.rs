//! Pointers: what their bits mean.
//!
//! A pointer is a bit-vector of the data model's pointer width. Its high bits number an object, its low `offset_bits`
//! bits are the offset into it. Object 0 is "no object", so the null pointer is 0. Objects end in the first half of
//! what an offset can say, so a pointer that runs off either end of an object can still be told apart from its neighbours.

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

/// How a pointer's bits are divided between object number and offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerLayout {
    pub width: u32,
    pub offset_bits: u32,
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
        self.half() - MAX_SKEW
    }

    /// The largest object number.
    pub fn max_object(self) -> u64 {
        (1 << (self.width - self.offset_bits)) - 1
    }
}
