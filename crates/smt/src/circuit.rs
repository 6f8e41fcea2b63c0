//! The circuit of a query, for other tools.

use crate::bitblast::Blaster;
use crate::preprocess::{Preprocessor, members};
use crate::solver::{Limits, Why};
use rustc_hash::FxHashMap;
use sat::aiger;
use std::fmt;
use std::io::{self, Write};
use term::{Term, TermPool};

/// Why a circuit was not written.
#[derive(Debug)]
pub enum NoCircuit {
    Why(Why),
    Io(io::Error),
}

impl fmt::Display for NoCircuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCircuit::Why(Why::Other(what)) => write!(f, "{what}"),
            NoCircuit::Why(Why::Conflicts | Why::Timeout | Why::Memory | Why::Cancelled) => {
                write!(f, "the time is over")
            }
            NoCircuit::Io(error) => write!(f, "{error}"),
        }
    }
}

/// Writes the conjunction of Boolean terms as a circuit in AIGER's format, with one output, after preprocessing. Its inputs
/// are named after the symbols: `x[0]` is the lowest bit of `x`.
///
/// Arrays and functions are decided by lemmas; they have no circuits.
pub fn write_circuit(
    pool: &mut TermPool,
    assertions: &[Term],
    limits: &Limits,
    writer: &mut impl Write,
) -> Result<(), NoCircuit> {
    let simplified = Preprocessor::default().simplify(pool, assertions);
    let parts = simplified.unwrap_or_else(|| members(pool, assertions));
    let mut blaster = Blaster::new();
    let mut edges = Vec::with_capacity(parts.len());
    for part in parts {
        let blasted = blaster.blast(pool, part, limits);
        blasted.map_err(|stopped| NoCircuit::Why(stopped.into()))?;
        if blaster.has_theory(part) {
            let what = "arrays and functions have no circuit";
            return Err(NoCircuit::Why(Why::Other(what.to_string())));
        }
        edges.push(blaster.edge(part));
    }
    let output = blaster.aig.and_all(&edges);
    let names = names(pool, &blaster);
    let name = |node: usize| names.get(&node).cloned();
    aiger::write(&blaster.aig, output, name, writer).map_err(NoCircuit::Io)
}

/// The names of the inputs, by their nodes.
fn names(pool: &TermPool, blaster: &Blaster) -> FxHashMap<usize, String> {
    let mut names = FxHashMap::default();
    for index in 0..pool.len() {
        let term = pool.nth(index);
        let Some(symbol) = pool.as_symbol(term).filter(|_| blaster.is_known(term)) else {
            continue;
        };
        let bits = blaster.raw(term).unwrap_or(blaster.bits(pool, term));
        for (i, bit) in bits.iter().enumerate() {
            let name = pool.symbol_name(symbol);
            let name = match pool.sort(term).is_bool() {
                true => name.to_string(),
                false => format!("{name}[{i}]"),
            };
            names.insert(bit.node(), name);
        }
    }
    names
}
