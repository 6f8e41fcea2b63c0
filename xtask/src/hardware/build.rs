//! Words over the bits of a circuit.

use crate::systems::bits::Circuit;

/// The bits of a word, the lowest first.
pub type Word = Vec<u32>;

/// A circuit that is being made. Inputs and latches come before everything else.
#[derive(Default)]
pub struct Design {
    pub circuit: Circuit,
}

pub const FALSE: u32 = 0;
pub const TRUE: u32 = 1;

impl Design {
    /// A design with so many inputs of one bit, and these.
    pub fn new(inputs: usize) -> (Design, Word) {
        let mut design = Design::default();
        let inputs = (0..inputs).map(|_| design.circuit.add_input()).collect();
        (design, inputs)
    }

    /// A register with a first value.
    pub fn register(&mut self, width: u32, first: u64) -> Word {
        let bits = 0..width;
        bits.map(|i| {
            self.circuit
                .add_latch(Some(first.checked_shr(i).unwrap_or(0) & 1 == 1))
        })
        .collect()
    }

    /// Says what a register becomes.
    pub fn next(&mut self, register: &[u32], value: &[u32]) {
        assert_eq!(register.len(), value.len(), "both have the same width");
        for (bit, value) in register.iter().zip(value) {
            self.circuit.set_next(*bit, *value);
        }
    }

    pub fn and(&mut self, a: u32, b: u32) -> u32 {
        match (a.min(b), a.max(b)) {
            (FALSE, _) => FALSE,
            (TRUE, b) => b,
            (a, b) if a == b => a,
            (a, b) if a == b ^ 1 => FALSE,
            (a, b) => self.circuit.and(a, b),
        }
    }

    pub fn or(&mut self, a: u32, b: u32) -> u32 {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    pub fn xor(&mut self, a: u32, b: u32) -> u32 {
        let (both, none) = (self.and(a, b), self.and(a ^ 1, b ^ 1));
        self.and(both ^ 1, none ^ 1)
    }

    pub fn any(&mut self, bits: &[u32]) -> u32 {
        bits.iter().fold(FALSE, |all, bit| self.or(all, *bit))
    }

    pub fn all(&mut self, bits: &[u32]) -> u32 {
        bits.iter().fold(TRUE, |all, bit| self.and(all, *bit))
    }

    /// Whether two of some bits are true.
    pub fn two(&mut self, bits: &[u32]) -> u32 {
        let (mut one, mut two) = (FALSE, FALSE);
        for bit in bits {
            let again = self.and(one, *bit);
            two = self.or(two, again);
            one = self.or(one, *bit);
        }
        two
    }

    pub fn mux(&mut self, condition: u32, then: &[u32], otherwise: &[u32]) -> Word {
        let bits = then.iter().zip(otherwise);
        bits.map(|(t, e)| {
            let (t, e) = (self.and(condition, *t), self.and(condition ^ 1, *e));
            self.or(t, e)
        })
        .collect()
    }

    pub fn constant(&self, width: u32, value: u64) -> Word {
        (0..width)
            .map(|i| (value.checked_shr(i).unwrap_or(0) & 1) as u32)
            .collect()
    }

    pub fn equal(&mut self, a: &[u32], b: &[u32]) -> u32 {
        let bits = a.iter().zip(b);
        bits.fold(TRUE, |all, (a, b)| {
            let differ = self.xor(*a, *b);
            self.and(all, differ ^ 1)
        })
    }

    pub fn is(&mut self, word: &[u32], value: u64) -> u32 {
        let value = self.constant(word.len() as u32, value);
        self.equal(word, &value)
    }

    /// The sum with a carry in; the width stays.
    pub fn add_with(&mut self, a: &[u32], b: &[u32], mut carry: u32) -> Word {
        let mut sum = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            let (both, passed) = (self.and(*a, *b), self.and(half, carry));
            carry = self.or(both, passed);
        }
        sum
    }

    pub fn add(&mut self, a: &[u32], b: &[u32]) -> Word {
        self.add_with(a, b, FALSE)
    }

    pub fn subtract(&mut self, a: &[u32], b: &[u32]) -> Word {
        let negated: Word = b.iter().map(|bit| bit ^ 1).collect();
        self.add_with(a, &negated, TRUE)
    }

    /// One more if a bit is true.
    pub fn increment(&mut self, a: &[u32], by: u32) -> Word {
        let zero = self.constant(a.len() as u32, 0);
        self.add_with(a, &zero, by)
    }

    pub fn bad(&mut self, bit: u32) {
        self.circuit.add_bad(bit);
    }
}
