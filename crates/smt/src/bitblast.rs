//! Bit-blasting: terms to and-inverter graphs.
//!
//! A Boolean is one edge, a bit-vector one edge per bit, the lowest first; floats are in [`float`]. Each operator family has a file that builds its
//! circuit; this one walks the terms, each once, without recursion. Arrays have no bits: a `select` and an equality of
//! arrays are inputs of the graph, which the array solver ([`crate::arrays`]) constrains; likewise an application of a function
//! ([`crate::functions`]). No array is inside another array or a function: [`crate::nested`] has replaced those by names.

mod adders;
mod comparators;
mod dividers;
mod float;
mod multipliers;
mod products;
mod shifters;
mod wiring;

pub(crate) use float::{canonical, circuit as float_circuit};

use crate::solver::{Limits, Why};
use dividers::Division;
use products::Products;
use rustc_hash::FxHashMap;
use sat::{Aig, Edge};
use term::{BitVec, DECLARED_BITS, Op, Sort, Term, TermPool};

/// A description of a term that the embedded solver does not decide.
#[derive(Clone, Debug)]
pub(crate) struct Unsupported(pub String);

/// Why a circuit is not there.
#[derive(Clone, Debug)]
pub(crate) enum Stopped {
    Unsupported(Unsupported),
    /// A limit was reached; the terms done so far stay, so that the next call continues from there.
    Limit(Why),
}

impl From<Stopped> for Why {
    fn from(stopped: Stopped) -> Why {
        match stopped {
            Stopped::Unsupported(Unsupported(what)) => Why::Other(what),
            Stopped::Limit(why) => why,
        }
    }
}

impl From<Unsupported> for Stopped {
    fn from(unsupported: Unsupported) -> Stopped {
        Stopped::Unsupported(unsupported)
    }
}

/// How many terms are blasted between two checks of the limits.
const POLL: u64 = 64;

/// The circuits of all terms seen so far.
pub(crate) struct Blaster {
    pub aig: Aig,
    /// Where a term's bits start in `bits`, by term.
    start: Vec<u32>,
    bits: Vec<Edge>,
    /// Whether the term is, or contains, an array or an application of a function, by term.
    has_theory: Vec<bool>,
    /// The inputs that a symbol is made of, where its bits are a circuit over them.
    raw: FxHashMap<Term, Vec<Edge>>,
    divisions: FxHashMap<Operands, Division>,
    products: Products,
    /// Edges that are always true, although the graph does not show it, and that were not taken yet.
    facts: Vec<Edge>,
    terms: u64,
}

type Operands = (Box<[Edge]>, Box<[Edge]>);

const UNSEEN: u32 = u32::MAX;

impl Blaster {
    pub fn new() -> Blaster {
        Blaster {
            aig: Aig::new(),
            start: Vec::new(),
            bits: Vec::new(),
            has_theory: Vec::new(),
            raw: FxHashMap::default(),
            divisions: FxHashMap::default(),
            products: Products::default(),
            facts: Vec::new(),
            terms: 0,
        }
    }

    /// Builds the circuit of a term and of all terms in it.
    pub fn blast(&mut self, pool: &TermPool, term: Term, limits: &Limits) -> Result<(), Stopped> {
        if self.start.len() < pool.len() {
            self.start.resize(pool.len(), UNSEEN);
            self.has_theory.resize(pool.len(), false);
        }
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.is_known(top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.args(top).iter().filter(|a| !self.is_known(**a)));
            if stack.len() > before {
                continue;
            }
            check_operator(pool, top)?;
            let bits = self.circuit(pool, top)?;
            self.has_theory[top.index()] = matches!(pool.sort(top), Sort::Array(_))
                || matches!(pool.op(top), Op::Apply(_))
                || pool.args(top).iter().any(|a| self.has_theory[a.index()]);
            self.start[top.index()] = u32::try_from(self.bits.len()).expect("fewer than 2^32 bits");
            self.bits.extend(bits);
            self.terms += 1;
            if self.terms.is_multiple_of(POLL)
                && let Some(why) = limits.expired()
            {
                return Err(Stopped::Limit(why));
            }
            stack.pop();
        }
        Ok(())
    }

    pub fn is_known(&self, term: Term) -> bool {
        self.start.get(term.index()).is_some_and(|s| *s != UNSEEN)
    }

    /// Whether a known term is, or contains, an array or an application of a function.
    pub fn has_theory(&self, term: Term) -> bool {
        self.has_theory[term.index()]
    }

    /// The bits of a known term; none if it is an array.
    pub fn bits(&self, pool: &TermPool, term: Term) -> &[Edge] {
        let start = self.start[term.index()] as usize;
        &self.bits[start..start + width_of(pool.sort(term))]
    }

    /// The inputs that determine the bits of a known symbol, if they are not the bits themselves.
    pub fn raw(&self, term: Term) -> Option<&[Edge]> {
        self.raw.get(&term).map(Vec::as_slice)
    }

    /// The edge of a known Boolean term.
    pub fn edge(&self, term: Term) -> Edge {
        self.bits[self.start[term.index()] as usize]
    }

    /// Whether two vectors of bits are equal.
    pub fn equal(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        comparators::eq(&mut self.aig, a, b)
    }

    /// What is always true of the circuits built since the last call; saying so helps the SAT solver.
    pub fn take_facts(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.facts)
    }

    pub fn statistics(&self) -> Vec<(String, u64)> {
        vec![
            ("smt.bitblast.ands".to_string(), self.aig.ands() as u64),
            ("smt.bitblast.terms".to_string(), self.terms),
        ]
    }

    fn circuit(&mut self, pool: &TermPool, term: Term) -> Result<Vec<Edge>, Unsupported> {
        let op = pool.op(term);
        match op {
            Op::Symbol(_) | Op::Select | Op::Apply(_) => return Ok(self.inputs(pool, term)),
            op if op.is_leaf() => {
                let value = term::eval::value_of(pool, term).expect("a constant");
                return Ok(constant_bits(&value.to_bits()));
            }
            Op::Store | Op::ConstArray(_) | Op::Lambda(_) => return Ok(vec![]),
            Op::Ite if matches!(pool.sort(term), Sort::Array(_)) => return Ok(vec![]),
            Op::Eq if matches!(pool.sort(pool.arg(term, 0)), Sort::Array(_)) => {
                return Ok(vec![self.aig.input()]);
            }
            _ => {}
        }
        // The circuits need the graph while they read the operands, so these are copied.
        let args: Vec<Vec<Edge>> = pool
            .args(term)
            .iter()
            .map(|a| self.bits(pool, *a).to_vec())
            .collect();
        let sorts: Vec<Sort> = pool.args(term).iter().map(|a| pool.sort(*a)).collect();
        let of_floats = matches!(pool.sort(term), Sort::Float(_))
            || matches!(sorts[0], Sort::Float(_) | Sort::RoundingMode);
        if of_floats && !matches!(op, Op::Eq | Op::Ite) {
            return float::circuit(&mut self.aig, op, &sorts, &args);
        }
        Ok(match args.as_slice() {
            [a] => self.unary(op, a),
            [a, b] => self.binary(op, a, b),
            [c, t, e] if op == Op::Ite => wiring::ite(&mut self.aig, c[0], t, e),
            _ => unreachable!("{op:?} is not an operator of {} arguments", args.len()),
        })
    }

    /// Fresh bits of the term's sort.
    fn inputs(&mut self, pool: &TermPool, term: Term) -> Vec<Edge> {
        let sort = pool.sort(term);
        let inputs: Vec<Edge> = (0..width_of(sort)).map(|_| self.aig.input()).collect();
        if !matches!(sort, Sort::Float(_) | Sort::RoundingMode) {
            return inputs;
        }
        self.raw.insert(term, inputs.clone());
        float::canonical(&mut self.aig, sort, inputs)
    }

    fn unary(&mut self, op: Op, a: &[Edge]) -> Vec<Edge> {
        let aig = &mut self.aig;
        match op {
            Op::Not | Op::BvNot => wiring::not(a),
            Op::BvNeg => adders::neg(aig, a),
            Op::Extract(high, low) => a[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(count) => wiring::zero_extend(a, count as usize),
            Op::SignExtend(count) => wiring::sign_extend(a, count as usize),
            _ => unreachable!("{op:?} is not unary"),
        }
    }

    fn binary(&mut self, op: Op, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
        let aig = &mut self.aig;
        match op {
            Op::And | Op::BvAnd => wiring::bitwise(aig, a, b, Aig::and),
            Op::Or | Op::BvOr => wiring::bitwise(aig, a, b, Aig::or),
            Op::BvXor => wiring::bitwise(aig, a, b, Aig::xor),
            Op::Eq => vec![comparators::eq(aig, a, b)],
            Op::BvAdd => adders::add(aig, a, b),
            Op::BvSub => adders::sub(aig, a, b),
            Op::BvMul => {
                let product = multipliers::mul(aig, a, b);
                self.facts.extend(self.products.add(aig, a, b, &product));
                product
            }
            Op::BvUdiv => self.divide(a, b).0,
            Op::BvUrem => self.divide(a, b).1,
            Op::BvSdiv => {
                let (x, y) = dividers::magnitudes(aig, a, b);
                let (quotient, _) = self.divide(&x, &y);
                dividers::signed_quotient(&mut self.aig, a, b, &quotient)
            }
            Op::BvSrem => {
                let (x, y) = dividers::magnitudes(aig, a, b);
                let (_, remainder) = self.divide(&x, &y);
                dividers::signed_remainder(&mut self.aig, a, &remainder)
            }
            Op::BvShl => shifters::shl(aig, a, b),
            Op::BvLshr => shifters::lshr(aig, a, b),
            Op::BvAshr => shifters::ashr(aig, a, b),
            Op::Concat => wiring::concat(a, b),
            Op::BvUlt => vec![comparators::ult(aig, a, b)],
            Op::BvUle => vec![comparators::ule(aig, a, b)],
            Op::BvSlt => vec![comparators::slt(aig, a, b)],
            Op::BvSle => vec![comparators::sle(aig, a, b)],
            Op::BvUaddo => vec![adders::uaddo(aig, a, b)],
            Op::BvSaddo => vec![adders::saddo(aig, a, b)],
            Op::BvSsubo => vec![adders::ssubo(aig, a, b)],
            Op::BvUmulo => vec![multipliers::umulo(aig, a, b)],
            Op::BvSmulo => vec![multipliers::smulo(aig, a, b)],
            _ => unreachable!("{op:?} is not binary"),
        }
    }

    /// Quotient and remainder of the same operands come from one circuit.
    fn divide(&mut self, a: &[Edge], b: &[Edge]) -> Division {
        let key: Operands = (a.into(), b.into());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let division = dividers::divide(&mut self.aig, a, b);
        let facts = dividers::facts(&mut self.aig, a, b, &division);
        self.facts.extend(facts);
        self.divisions.insert(key, division.clone());
        division
    }
}

/// The number of bits that represent a value of the sort; arrays have none.
fn width_of(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width as usize,
        Sort::Float(format) => format.width() as usize,
        Sort::RoundingMode => 3,
        Sort::Declared(_) => DECLARED_BITS as usize,
        Sort::Array(_) => 0,
    }
}

/// The bits of a constant.
pub(crate) fn constant_bits(value: &BitVec) -> Vec<Edge> {
    (0..value.width())
        .map(|i| Edge::constant(value.bit(i)))
        .collect()
}

/// Arrays made by lambdas cannot be compared at all indices, and constant arrays tell how many values a sort has.
fn check_operator(pool: &TermPool, term: Term) -> Result<(), Unsupported> {
    let what = match pool.op(term) {
        Op::ConstArray(sort) if matches!(sort.index, Sort::Declared(_)) => {
            "constant arrays indexed by a sort that is declared"
        }
        Op::Eq if pool.args(term).iter().any(|a| pool.has_lambda(*a)) => {
            "an equality of arrays that are made by a lambda"
        }
        _ => return Ok(()),
    };
    Err(Unsupported(what.to_string()))
}
