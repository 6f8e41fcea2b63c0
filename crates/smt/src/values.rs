//! Reading the SAT solver's model as values of terms.

use crate::bitblast::Blaster;
use sat::{Cnf, DefaultSolver, Edge, SatSolver};
use term::{BitVec, Sort, Term, TermPool, Value};

/// The model of the last call, which answered sat.
pub(crate) struct Values<'a> {
    pub blaster: &'a Blaster,
    pub cnf: &'a Cnf,
    pub sat: &'a DefaultSolver,
}

impl Values<'_> {
    /// The value of an input or of an edge that was encoded; an input that the SAT solver never saw is false.
    pub fn edge(&self, edge: Edge) -> bool {
        if let Some(constant) = edge.as_constant() {
            return constant;
        }
        match self.cnf.known(edge) {
            Some(lit) => self.sat.value(lit).unwrap_or(false),
            None => {
                assert!(
                    self.blaster.aig.operands(edge.node()).is_none(),
                    "a gate that was never encoded has no value"
                );
                edge.is_negated()
            }
        }
    }

    /// The bits of a term that is not an array; a Boolean is one bit.
    pub fn bits(&self, pool: &TermPool, term: Term) -> BitVec {
        let bits = self.blaster.bits(pool, term);
        let width = u32::try_from(bits.len()).expect("a width is a u32");
        let mut bytes = vec![0_u8; bits.len().div_ceil(8)];
        for (i, edge) in bits.iter().enumerate() {
            bytes[i / 8] |= u8::from(self.edge(*edge)) << (i % 8);
        }
        BitVec::from_le_bytes(&bytes).extract(width - 1, 0)
    }

    /// The value of a term that is not an array.
    pub fn value(&self, pool: &TermPool, term: Term) -> Value {
        as_value(pool.sort(term), self.bits(pool, term))
    }
}

/// Bits as a value of a sort that is not an array's.
pub(crate) fn as_value(sort: Sort, bits: BitVec) -> Value {
    Value::from_bits(sort, bits)
}
