//! A machine over words as a circuit over bits.

use encode::finite::{Finite, Moment};
use encode::system::LocationId;
use encode::words::{Values, WordRun, Words};
use evidence::Reason;
use rustc_hash::FxHashMap;
use sat::sequential::{CircuitRun, Latch};
use sat::{Edge, Lit, Sequential};
use smt::{Bits, Limits};
use term::eval::{Evaluator, Value};
use term::{BitVec, Op, Sort, Term, TermPool};

/// The circuit, and what its bits belong to.
pub struct Machine {
    pub circuit: Sequential,
    /// By latch: the state variable and its bit.
    pub(crate) latches: Vec<(usize, u32)>,
    /// By input of the machine: the number of its first bit among the inputs of the circuit.
    pub(crate) inputs: Vec<(Term, usize, usize)>,
    /// The same by state variable, among the latches.
    pub(crate) states: Vec<(Term, usize, usize)>,
}

impl Machine {
    pub(crate) fn new(
        pool: &mut TermPool,
        words: &Words,
        limits: &Limits,
    ) -> Result<Machine, Reason> {
        let mut bits = Bits::new();
        let mut latches = Vec::new();
        let mut circuit = Sequential::default();
        let mut states = Vec::new();
        for (number, state) in words.states.iter().enumerate() {
            let leaves = bits.leaves(pool, state.symbol, limits)?;
            let first = state.first.map(|first| constant(pool, first).to_bits());
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
        for input in &words.inputs {
            let leaves = bits.leaves(pool, *input, limits)?;
            inputs.push((*input, circuit.inputs.len(), leaves.len()));
            circuit.inputs.extend(leaves.iter().map(|leaf| leaf.node()));
        }
        let mut next = 0;
        for state in &words.states {
            for edge in bits.of(pool, state.next, limits)? {
                circuit.latches[next].next = edge;
                next += 1;
            }
        }
        let mut edge = |term: Term| -> Result<Edge, Reason> { Ok(bits.of(pool, term, limits)?[0]) };
        for bad in &words.bad {
            circuit.bad.push(edge(*bad)?);
        }
        for constraint in &words.constraints {
            circuit.constraints.push(edge(*constraint)?);
        }
        for fact in &words.facts {
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
    pub(crate) fn moments(
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

    /// The names of the circuit's inputs, and of its latches: `x[0]` is the lowest bit of `x`.
    pub fn names(&self, pool: &TermPool) -> (Vec<String>, Vec<String>) {
        let names = |places: &[(Term, usize, usize)]| {
            let mut all = Vec::new();
            for (symbol, _, width) in places {
                let symbol = pool.as_symbol(*symbol).expect("it is a symbol");
                let name = pool.symbol_name(symbol).replace(char::is_whitespace, "_");
                all.extend((0..*width).map(|bit| format!("{name}[{bit}]")));
            }
            all
        };
        (names(&self.inputs), names(&self.states))
    }

    /// Clauses over latches as conditions, where the variables have the given values.
    pub(crate) fn conditions(
        &self,
        pool: &mut TermPool,
        values: &[Term],
        clauses: &[Vec<Lit>],
    ) -> Vec<Term> {
        let bits = self.bits_of(pool, values);
        let of = |pool: &mut TermPool, lit: &Lit| {
            let bit = bits[lit.var().0 as usize];
            match lit.is_negated() {
                true => pool.not(bit),
                false => bit,
            }
        };
        { clauses.iter() }
            .map(|clause| {
                let lits: Vec<Term> = clause.iter().map(|lit| of(pool, lit)).collect();
                pool.or_all(lits)
            })
            .collect()
    }

    /// The value of each latch, where the variables have the given values.
    fn bits_of(&self, pool: &mut TermPool, values: &[Term]) -> Vec<Term> {
        let numbers: Vec<Term> = { values.iter() }
            .map(|value| match pool.sort(*value) {
                Sort::Float(_) => pool.mk(Op::FpToBits, &[*value]),
                _ => *value,
            })
            .collect();
        { self.latches.iter() }
            .map(|(number, bit)| match pool.sort(numbers[*number]) {
                Sort::Bool => numbers[*number],
                _ => {
                    let bit = pool.extract(numbers[*number], *bit, *bit);
                    pool.bv_to_bool(bit)
                }
            })
            .collect()
    }

    /// A run of the circuit as one of the words that it was made of.
    pub(crate) fn run_over_words(&self, pool: &TermPool, run: &CircuitRun) -> WordRun {
        let read = |places: &[(Term, usize, usize)], bits: &[bool]| -> Values {
            { places.iter() }
                .map(|(symbol, start, width)| {
                    let id = pool.as_symbol(*symbol).expect("it is a symbol");
                    (id, value(pool, *symbol, &bits[*start..start + width]))
                })
                .collect()
        };
        WordRun {
            first: read(&self.states, &run.first),
            inputs: { run.inputs.iter() }
                .map(|bits| read(&self.inputs, bits))
                .collect(),
        }
    }
}

/// The value of a term without symbols.
fn constant(pool: &TermPool, term: Term) -> Value {
    let nothing: Values = Values::default();
    Evaluator::new(pool, &nothing).eval(term)
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
