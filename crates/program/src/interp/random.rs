//! Random inputs, for concrete runs that put proofs to the test.

use super::{Contents, ObjectInput, Oracle};
use crate::ids::VarId;
use crate::program::{InputSource, ObjectInfo, PointerChoice};
use term::BitVec;

/// Larger objects are only unknown in their first bytes.
const MAX_RANDOM_BYTES: u64 = 4096;

/// Answers every question, from a seed. Values at the ends of a type's range are more likely than others.
#[derive(Clone, Debug)]
pub struct RandomOracle {
    state: u64,
}

impl RandomOracle {
    pub fn new(seed: u64) -> RandomOracle {
        RandomOracle { state: seed }
    }

    /// The next 64 bits, by the generator splitmix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A value of the given width.
    pub fn bits(&mut self, width: u32) -> BitVec {
        match self.next() % 16 {
            0 | 1 => BitVec::zero(width),
            2 => BitVec::one(width),
            3 => BitVec::all_ones(width),
            4 => BitVec::int_min(width),
            5 => BitVec::int_max(width),
            6..=9 => BitVec::new(width, self.next() % 16),
            10 => BitVec::from_i64(width, -((self.next() % 16) as i64)),
            11 => BitVec::new(width, self.next() % 256),
            _ => {
                let words = width.div_ceil(64);
                let bytes: Vec<u8> = (0..words).flat_map(|_| self.next().to_le_bytes()).collect();
                BitVec::from_le_bytes(&bytes).extract(width - 1, 0)
            }
        }
    }

    fn contents(&mut self, length: u64) -> Contents {
        let mode = self.next() % 4;
        let mut contents = Contents::default();
        for offset in 0..length.min(MAX_RANDOM_BYTES) {
            let byte = match mode {
                0 => 0,
                1 => self.next() % 4,
                _ => self.next() & 0xff,
            };
            if byte != 0 {
                contents.bytes.insert(offset, byte as u8);
            }
        }
        contents
    }
}

impl Oracle for RandomOracle {
    fn value(&mut self, _: VarId, width: u32, source: &InputSource) -> Option<BitVec> {
        match source {
            // Mostly as few as programs are called with.
            InputSource::Argument(_) if !self.next().is_multiple_of(4) => {
                Some(BitVec::new(width, 1 + self.next() % 4))
            }
            // Mostly a valid choice: few elements, the first of few arrays.
            InputSource::Pointer { choice, .. } if !self.next().is_multiple_of(8) => {
                let most = match choice {
                    PointerChoice::Elements(_) => 4,
                    PointerChoice::Null | PointerChoice::Place => 2,
                };
                let least = u64::from(matches!(choice, PointerChoice::Elements(_)));
                Some(BitVec::new(width, least + self.next() % most))
            }
            _ => Some(self.bits(width)),
        }
    }

    fn object(&mut self, _: VarId, info: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let contents = match info.zeroed {
            true => Contents::default(),
            false => self.contents(size),
        };
        Some(ObjectInput {
            address: None,
            contents,
        })
    }

    fn bytes(&mut self, length: u64, _: &InputSource) -> Option<Contents> {
        Some(self.contents(length))
    }

    fn external(&mut self, _: usize) -> Option<Contents> {
        Some(self.contents(MAX_RANDOM_BYTES))
    }
}
