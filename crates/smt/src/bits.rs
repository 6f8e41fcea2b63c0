//! Circuits of terms, for those who work on bits themselves.

use crate::bitblast::Blaster;
use crate::solver::{Limits, Why};
use sat::{Aig, Edge};
use term::{Term, TermPool};

/// The circuits of some terms, in one graph.
pub struct Bits {
    blaster: Blaster,
}

impl Default for Bits {
    fn default() -> Bits {
        Bits::new()
    }
}

impl Bits {
    pub fn new() -> Bits {
        Bits {
            blaster: Blaster::new(),
        }
    }

    /// The bits of a term, the lowest first. Arrays and functions have none.
    pub fn of(&mut self, pool: &TermPool, term: Term, limits: &Limits) -> Result<Vec<Edge>, Why> {
        self.blaster.blast(pool, term, limits)?;
        if self.blaster.has_theory(term) {
            let what = "arrays and functions have no circuit";
            return Err(Why::Other(what.to_string()));
        }
        Ok(self.blaster.bits(pool, term).to_vec())
    }

    /// The leaves of the graph that a symbol is made of, the lowest bit first. Those of a float are not its bits: several
    /// patterns are NaN.
    pub fn leaves(
        &mut self,
        pool: &TermPool,
        symbol: Term,
        limits: &Limits,
    ) -> Result<Vec<Edge>, Why> {
        let bits = self.of(pool, symbol, limits)?;
        let raw = self.blaster.raw(symbol);
        Ok(raw.map_or(bits, <[Edge]>::to_vec))
    }

    /// The graph.
    pub fn into_aig(self) -> Aig {
        self.blaster.aig
    }
}
