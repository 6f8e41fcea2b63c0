//! Known bits: which bits of a bit-vector are always 0, and which always 1.

use super::ranges::ones;

/// Invariant: `value` has only bits of `mask`, and both lie below 2^width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    pub width: u32,
    /// The bits that are known.
    pub mask: u64,
    /// Their values.
    pub value: u64,
}

impl KnownBits {
    pub fn unknown(width: u32) -> KnownBits {
        KnownBits {
            width,
            mask: 0,
            value: 0,
        }
    }

    pub fn constant(width: u32, value: u64) -> KnownBits {
        KnownBits {
            width,
            mask: ones(width),
            value,
        }
    }

    /// The greatest value.
    fn max(self) -> u64 {
        self.value | (ones(self.width) & !self.mask)
    }

    fn known_zeros(self) -> u64 {
        self.mask & !self.value
    }

    /// How many of the lowest bits are known.
    pub fn trailing(self) -> u32 {
        self.mask.trailing_ones().min(self.width)
    }

    fn trailing_zeros(self) -> u32 {
        self.known_zeros().trailing_ones().min(self.width)
    }

    pub fn contains(self, value: u64) -> bool {
        value & self.mask == self.value
    }

    pub fn join(self, other: KnownBits) -> KnownBits {
        let mask = self.mask & other.mask & !(self.value ^ other.value);
        KnownBits {
            mask,
            value: self.value & mask,
            ..self
        }
    }

    /// `None` if they contradict each other.
    pub fn meet(self, other: KnownBits) -> Option<KnownBits> {
        let both = self.mask & other.mask;
        ((self.value ^ other.value) & both == 0).then_some(KnownBits {
            mask: self.mask | other.mask,
            value: self.value | other.value,
            ..self
        })
    }

    /// The least value at or above `from`.
    pub fn next(self, from: u64) -> Option<u64> {
        if self.contains(from) {
            return Some(from);
        }
        // It has the bits of `from` above some place, where it has a 1 and `from` a 0, and is least below: the lowest
        // such place is best.
        (0..self.width).find_map(|place| {
            let above = if place == 63 { 0 } else { !0 << (place + 1) };
            let fits = (from ^ self.value) & self.mask & above == 0;
            let can_be_one = self.known_zeros() >> place & 1 == 0;
            let rises = from >> place & 1 == 0;
            let below = !(!0 << place);
            (fits && can_be_one && rises)
                .then(|| (from & above) | (1 << place) | (self.value & below))
        })
    }

    /// The greatest value at or below `to`.
    pub fn previous(self, to: u64) -> Option<u64> {
        let mirrored = self.not().next(!to & ones(self.width))?;
        Some(!mirrored & ones(self.width))
    }

    // The transfer functions.

    pub fn not(&self) -> KnownBits {
        KnownBits {
            value: self.mask & !self.value,
            ..*self
        }
    }

    pub fn and(&self, other: KnownBits) -> KnownBits {
        let one = self.value & other.value;
        let zero = self.known_zeros() | other.known_zeros();
        KnownBits {
            mask: one | zero,
            value: one,
            ..*self
        }
    }

    pub fn or(&self, other: KnownBits) -> KnownBits {
        self.not().and(other.not()).not()
    }

    pub fn xor(&self, other: KnownBits) -> KnownBits {
        let mask = self.mask & other.mask;
        KnownBits {
            mask,
            value: (self.value ^ other.value) & mask,
            ..*self
        }
    }

    /// `self + other + carry`. Where both summands and the carry that comes in are known, so is the sum; carries are
    /// least for the least summands and greatest for the greatest.
    pub fn add(self, other: KnownBits, carry: bool) -> KnownBits {
        let carry = u64::from(carry);
        let greatest = self.max().wrapping_add(other.max()).wrapping_add(carry);
        let least = self.value.wrapping_add(other.value).wrapping_add(carry);
        let never_in = !(greatest ^ self.max() ^ other.max());
        let always_in = least ^ self.value ^ other.value;
        let mask = self.mask & other.mask & (never_in | always_in);
        KnownBits {
            mask,
            value: least & mask,
            ..self
        }
    }

    pub fn mul(&self, other: KnownBits) -> KnownBits {
        let zeros = (self.trailing_zeros() + other.trailing_zeros()).min(self.width);
        let low = self.trailing().min(other.trailing());
        let exact = low.max(zeros);
        let mask = if exact == 0 { 0 } else { ones(exact) };
        let product = self.value.wrapping_mul(other.value);
        KnownBits {
            mask,
            value: if zeros >= low { 0 } else { product & mask },
            ..*self
        }
    }

    /// By less than the width.
    pub fn shl(&self, amount: u32) -> KnownBits {
        let all = ones(self.width);
        KnownBits {
            mask: ((self.mask << amount) | !(!0 << amount)) & all,
            value: (self.value << amount) & all,
            ..*self
        }
    }

    /// By less than the width.
    pub fn lshr(&self, amount: u32) -> KnownBits {
        let all = ones(self.width);
        KnownBits {
            mask: (self.mask >> amount) | (all & !(all >> amount)),
            value: self.value >> amount,
            ..*self
        }
    }

    /// By less than the width.
    pub fn ashr(&self, amount: u32) -> KnownBits {
        let all = ones(self.width);
        let filled = all & !(all >> amount);
        let shifted = self.lshr(amount);
        let sign = 1 << (self.width - 1);
        if self.mask & sign == 0 {
            KnownBits {
                mask: shifted.mask & !filled,
                value: shifted.value & !filled,
                ..*self
            }
        } else if self.value & sign == 0 {
            shifted
        } else {
            KnownBits {
                value: shifted.value | filled,
                ..shifted
            }
        }
    }

    pub fn concat(self, low: KnownBits) -> KnownBits {
        KnownBits {
            width: self.width + low.width,
            mask: (self.mask << low.width) | low.mask,
            value: (self.value << low.width) | low.value,
        }
    }

    pub fn extract(self, high: u32, low: u32) -> KnownBits {
        let width = high - low + 1;
        KnownBits {
            width,
            mask: (self.mask >> low) & ones(width),
            value: (self.value >> low) & ones(width),
        }
    }

    pub fn zero_extend(self, count: u32) -> KnownBits {
        let width = self.width + count;
        KnownBits {
            width,
            mask: self.mask | (ones(width) & !ones(self.width)),
            value: self.value,
        }
    }

    pub fn sign_extend(self, count: u32) -> KnownBits {
        let width = self.width + count;
        let new = ones(width) & !ones(self.width);
        let sign = 1 << (self.width - 1);
        KnownBits {
            width,
            mask: self.mask | if self.mask & sign == 0 { 0 } else { new },
            value: self.value | if self.value & sign == 0 { 0 } else { new },
        }
    }
}
