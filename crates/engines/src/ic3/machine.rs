//! A machine over words as a circuit over bits.

use encode::finite::{Finite, Moment};
use encode::system::LocationId;
use evidence::Reason;
use rustc_hash::FxHashMap;
use sat::sequential::{CircuitRun, Latch};
use sat::{Edge, Sequential};
use smt::{Bits, Limits};
use term::eval::Value;
use term::{BitVec, Term, TermPool};

/// The circuit, and what its bits belong to.
pub struct Machine {
    pub circuit: Sequential,
    /// By latch: the state variable and its bit.
    pub(super) latches: Vec<(usize, u32)>,
    /// By input of the machine: the number of its first bit among the inputs of the circuit.
    pub(super) inputs: Vec<(Term, usize, usize)>,
    /// The same by state variable, among the latches.
    pub(super) states: Vec<(Term, usize, usize)>,
}

impl Machine {
    pub(super) fn new(
        pool: &mut TermPool,
        finite: &Finite,
        limits: &Limits,
    ) -> Result<Machine, Reason> {
        let mut bits = Bits::new();
        let mut latches = Vec::new();
        let mut circuit = Sequential::default();
        let mut states = Vec::new();
        for (number, state) in finite.states.iter().enumerate() {
            let leaves = bits.leaves(pool, state.symbol, limits)?;
            let first = state.first.as_ref().map(Value::to_bits);
            states.push((state.symbol, latches.len(), leaves.len()));
            for (bit, leaf) in (0..).zip(leaves) {
                latches.push((number, bit));
                circuit.latches.push(Latch {
                    node: leaf.node(),
                    next: leaf,
                    first: first.as_ref().map(|first| first.bit(bit)),
                });
            }
        }
        let mut inputs = Vec::new();
        for input in &finite.inputs {
            let leaves = bits.leaves(pool, *input, limits)?;
            inputs.push((*input, circuit.inputs.len(), leaves.len()));
            circuit.inputs.extend(leaves.iter().map(|leaf| leaf.node()));
        }
        let mut next = 0;
        for state in &finite.states {
            for edge in bits.of(pool, state.next, limits)? {
                circuit.latches[next].next = edge;
                next += 1;
            }
        }
        let mut edge = |term: Term| -> Result<Edge, Reason> { Ok(bits.of(pool, term, limits)?[0]) };
        for bad in &finite.bad {
            circuit.bad.push(edge(bad.condition)?);
        }
        for fact in &finite.facts {
            circuit.facts.push(edge(*fact)?);
        }
        circuit.aig = bits.into_aig();
        Ok(Machine {
            circuit,
            latches,
            inputs,
            states,
        })
    }

    /// The blocks that a run takes, each with the values of its location's variables and its inputs.
    pub(super) fn moments(
        &self,
        pool: &TermPool,
        finite: &Finite,
        run: &CircuitRun,
    ) -> Vec<(LocationId, Moment)> {
        let mut moments = Vec::new();
        self.circuit.simulate(run, |number, state, _| {
            let inputs = &run.inputs[number];
            let mut values: FxHashMap<Term, Value> = FxHashMap::default();
            let places = self.states.iter().map(|place| (place, state));
            let places = places.chain(self.inputs.iter().map(|place| (place, inputs.as_slice())));
            for ((symbol, start, width), bits) in places {
                let bits = &bits[*start..start + width];
                values.insert(*symbol, value(pool, *symbol, bits));
            }
            moments.extend(finite.moment(pool, &|symbol| values.get(&symbol).cloned()));
            true
        });
        moments
    }
}

/// The value of a symbol by its bits, the lowest first.
fn value(pool: &TermPool, symbol: Term, bits: &[bool]) -> Value {
    let bytes: Vec<u8> = { bits.chunks(8) }
        .map(|byte| {
            let bits = byte.iter().zip(0..);
            bits.fold(0, |all, (bit, at)| all | u8::from(*bit) << at)
        })
        .collect();
    let width = bits.len() as u32;
    let wide = BitVec::from_le_bytes(&bytes);
    Value::from_bits(pool.sort(symbol), wide.extract(width - 1, 0))
}
