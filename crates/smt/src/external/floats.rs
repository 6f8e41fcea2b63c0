//! Floats as bit-vectors, for solvers that have no theory of floats, or to compare with those that do.
//!
//! A float becomes the bit-vector of its pattern, a rounding mode three bits, and an operator on them the circuit that the
//! embedded solver would make of it ([`crate::bitblast`]), written as Boolean terms: the gates are those of one
//! and-inverter graph, whose inputs are bits of terms. So what is sent has no floats in it, and bit-vectors, arrays and
//! functions around them are left as they are.
//!
//! A symbol may have any bits as its value, of which NaN has many; its pattern is made canonical before use, and so are
//! what an array holds and what a function gives. Equality of floats is then equality of bits. It is not so for whole
//! arrays of floats, or indexed by them, which may differ at patterns that are not canonical floats: comparing them is
//! not supported.
//!
//! Soundness: the circuits are those of the embedded solver, and the model that comes back is evaluated over floats as any
//! other model is ([`super`]).

use super::Values;
use crate::bitblast::{self, Unsupported};
use rustc_hash::FxHashMap;
use sat::{Aig, Edge, Shape};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::eval::{ArrayValue, FunctionValue};
use term::{FunctionId, Op, Sort, SymbolId, Term, TermPool, Value};

/// How floats are sent to another solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// As terms of SMT-LIB's theory of floats.
    Native,
    /// As bit-vectors.
    Bits,
}

/// See the module documentation.
#[derive(Default)]
pub(super) struct FloatBits {
    aig: Aig,
    /// The bits of floats and rounding modes, by the original term.
    bits: FxHashMap<Term, Vec<Edge>>,
    /// What terms of other sorts became.
    plain: FxHashMap<Term, Term>,
    /// The Boolean terms of nodes.
    term_of: FxHashMap<usize, Term>,
    /// The edge of a Boolean term, if it has one.
    edge_of: FxHashMap<Term, Edge>,
    /// Original symbols and functions, and what they became.
    symbols: BTreeMap<SymbolId, SymbolId>,
    functions: BTreeMap<FunctionId, FunctionId>,
}

impl FloatBits {
    /// The Boolean term without floats.
    pub fn lower(&mut self, pool: &mut TermPool, term: Term) -> Result<Term, Unsupported> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.is_known(top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.args(top).iter().filter(|a| !self.is_known(**a)));
            if stack.len() == before {
                self.translate(pool, top)?;
            }
        }
        Ok(self.plain[&term])
    }

    fn is_known(&self, term: Term) -> bool {
        self.plain.contains_key(&term) || self.bits.contains_key(&term)
    }

    /// Translates a term whose arguments are known.
    fn translate(&mut self, pool: &mut TermPool, term: Term) -> Result<(), Unsupported> {
        let (op, sort) = (pool.op(term), pool.sort(term));
        let args = pool.args(term).to_vec();
        let plain = match op {
            Op::Symbol(symbol) if has_floats(sort) => {
                let new = pool.fresh("\\bits", bits_sort(sort));
                let new_symbol = pool.as_symbol(new).expect("just made");
                self.symbols.insert(symbol, new_symbol);
                new
            }
            op if op.is_leaf() => match is_float(sort) {
                false => term,
                true => {
                    let value = term::eval::value_of(pool, term).expect("a constant");
                    let bits = bitblast::constant_bits(&value.to_bits());
                    self.bits.insert(term, bits);
                    return Ok(());
                }
            },
            Op::Select | Op::Store => {
                let args: Vec<Term> = args.iter().map(|a| self.word(pool, *a)).collect();
                pool.mk(op, &args)
            }
            Op::ConstArray(_) => {
                let element = self.word(pool, args[0]);
                pool.const_array(bits_sort(sort), element)
            }
            Op::Apply(function) => {
                let args: Vec<Term> = args.iter().map(|a| self.word(pool, *a)).collect();
                let function = self.function(pool, function);
                pool.apply(function, &args)
            }
            Op::Lambda(_) => return Err(Unsupported("lambdas with floats as bits".to_string())),
            Op::Eq if pool.sort(args[0]).is_array() && has_floats(pool.sort(args[0])) => {
                let what = "an equality of arrays of floats, with floats as bits,";
                return Err(Unsupported(what.to_string()));
            }
            Op::Ite if is_float(sort) => {
                let condition = self.plain[&args[0]];
                let condition = self.edge(pool, condition);
                let (then, otherwise) = (&self.bits[&args[1]], &self.bits[&args[2]]);
                let pairs = then.iter().zip(otherwise);
                let chosen = pairs.map(|(t, e)| self.aig.ite(condition, *t, *e));
                let chosen = chosen.collect();
                self.bits.insert(term, chosen);
                return Ok(());
            }
            Op::Eq | Op::Ite => {
                let args: Vec<Term> = args.iter().map(|a| self.word(pool, *a)).collect();
                pool.mk(op, &args)
            }
            _ if is_float(sort) || is_float(pool.sort(args[0])) => {
                return self.operate(pool, term, op, &args);
            }
            _ => {
                let args: Vec<Term> = args.iter().map(|a| self.plain[a]).collect();
                pool.mk(op, &args)
            }
        };
        match is_float(sort) {
            // A symbol, an element or a result: any bits.
            true => {
                let raw = self.edges(pool, plain);
                let bits = bitblast::canonical(&mut self.aig, sort, raw);
                self.bits.insert(term, bits);
            }
            false => {
                self.plain.insert(term, plain);
            }
        }
        Ok(())
    }

    /// An operator on floats, by its circuit.
    fn operate(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        op: Op,
        args: &[Term],
    ) -> Result<(), Unsupported> {
        let sorts: Vec<Sort> = args.iter().map(|a| pool.sort(*a)).collect();
        let mut inputs = Vec::with_capacity(args.len());
        for arg in args {
            inputs.push(match self.bits.get(arg) {
                Some(bits) => bits.clone(),
                None => {
                    let plain = self.plain[arg];
                    self.edges(pool, plain)
                }
            });
        }
        let bits = bitblast::float_circuit(&mut self.aig, op, &sorts, &inputs)?;
        let sort = pool.sort(term);
        if is_float(sort) {
            self.bits.insert(term, bits);
            return Ok(());
        }
        let plain = match sort.is_bool() {
            true => self.term(pool, bits[0]),
            false => self.vector(pool, &bits),
        };
        self.plain.insert(term, plain);
        Ok(())
    }

    /// What a known term became, of whatever sort; a float is its canonical pattern.
    fn word(&mut self, pool: &mut TermPool, term: Term) -> Term {
        match self.bits.get(&term).cloned() {
            Some(bits) => self.vector(pool, &bits),
            None => self.plain[&term],
        }
    }

    fn function(&mut self, pool: &mut TermPool, function: FunctionId) -> FunctionId {
        if let Some(new) = self.functions.get(&function) {
            return *new;
        }
        let (domain, range) = pool.function_sorts(function);
        if !domain.iter().chain([&range]).any(|sort| has_floats(*sort)) {
            return function;
        }
        let domain: Vec<Sort> = domain.iter().map(|sort| bits_sort(*sort)).collect();
        let new = pool.fresh_function("\\bits", &domain, bits_sort(range));
        self.functions.insert(function, new);
        new
    }
}

/// Between the graph and terms.
impl FloatBits {
    /// The bits of a term that is a bit-vector or a Boolean, the lowest first.
    fn edges(&mut self, pool: &mut TermPool, term: Term) -> Vec<Edge> {
        if pool.sort(term).is_bool() {
            return vec![self.edge(pool, term)];
        }
        let mut edges = Vec::with_capacity(pool.width(term) as usize);
        for i in 0..pool.width(term) {
            let bit = pool.extract(term, i, i);
            let bit = pool.bv_to_bool(bit);
            edges.push(self.edge(pool, bit));
        }
        edges
    }

    /// The edge of a Boolean term; an input, if the graph does not know it.
    fn edge(&mut self, pool: &TermPool, term: Term) -> Edge {
        if let Some(constant) = pool.as_bool(term) {
            return Edge::constant(constant);
        }
        if pool.op(term) == Op::Not {
            return !self.edge(pool, pool.arg(term, 0));
        }
        if let Some(edge) = self.edge_of.get(&term) {
            return *edge;
        }
        let edge = self.aig.input();
        self.edge_of.insert(term, edge);
        self.term_of.insert(edge.node(), term);
        edge
    }

    fn vector(&mut self, pool: &mut TermPool, bits: &[Edge]) -> Term {
        let mut vector = None;
        for bit in bits {
            let bit = self.term(pool, *bit);
            let bit = pool.bool_to_bv(bit);
            vector = Some(match vector {
                None => bit,
                Some(low) => pool.concat(bit, low),
            });
        }
        vector.expect("a width is at least 1")
    }

    /// The Boolean term of an edge. Never recurses.
    fn term(&mut self, pool: &mut TermPool, edge: Edge) -> Term {
        let mut stack = vec![edge.node()];
        while let Some(&top) = stack.last() {
            if self.term_of.contains_key(&top) {
                stack.pop();
                continue;
            }
            let (operands, count) = match self.aig.shape(top) {
                // Inputs have their terms from the start.
                Shape::Leaf => ([Edge::FALSE; 3], 0),
                Shape::And(a, b) | Shape::Xor(a, b) => ([a, b, Edge::FALSE], 2),
                Shape::Ite(a, b, c) | Shape::Majority(a, b, c) => ([a, b, c], 3),
            };
            let before = stack.len();
            let nodes = operands[..count].iter().map(|e| e.node());
            stack.extend(nodes.filter(|n| !self.term_of.contains_key(n)));
            if stack.len() == before {
                let new = self.gate(pool, top);
                self.term_of.insert(top, new);
                self.edge_of.entry(new).or_insert(Edge::to(top));
            }
        }
        self.known(pool, edge)
    }

    fn known(&self, pool: &mut TermPool, edge: Edge) -> Term {
        let term = self.term_of[&edge.node()];
        match edge.is_negated() {
            true => pool.not(term),
            false => term,
        }
    }

    /// A gate over terms that are known.
    fn gate(&self, pool: &mut TermPool, node: usize) -> Term {
        match self.aig.shape(node) {
            Shape::Leaf => pool.ff(),
            Shape::And(a, b) => {
                let (a, b) = (self.known(pool, a), self.known(pool, b));
                pool.and(a, b)
            }
            Shape::Xor(a, b) => {
                let (a, b) = (self.known(pool, a), self.known(pool, b));
                pool.xor(a, b)
            }
            Shape::Ite(c, t, e) => {
                let [c, t, e] = [c, t, e].map(|x| self.known(pool, x));
                pool.ite(c, t, e)
            }
            Shape::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|x| self.known(pool, x));
                let (both, any) = (pool.and(a, b), pool.or(a, b));
                let with_c = pool.and(any, c);
                pool.or(both, with_c)
            }
        }
    }
}

/// Models.
impl FloatBits {
    /// Adds the values of the original symbols and functions to a model of what they became.
    pub fn complete(&self, pool: &TermPool, values: &mut Values) {
        for (original, new) in &self.symbols {
            if let Some(value) = values.symbols.get(new) {
                let sort = pool.sort(pool.symbol_term(*original));
                let value = float_value(sort, value);
                values.symbols.insert(*original, value);
            }
        }
        for (original, new) in &self.functions {
            if let Some(table) = values.functions.get(new) {
                let table = float_function(pool.function_sorts(*original), table);
                values.functions.insert(*original, Rc::new(table));
            }
        }
    }
}

/// The value of a sort with floats, by that of [`bits_sort`].
fn float_value(sort: Sort, value: &Value) -> Value {
    match (sort, value) {
        (Sort::Array(ends), Value::Array(array)) => {
            let mut result = ArrayValue {
                default: float_value(ends.element, &array.default),
                entries: BTreeMap::new(),
            };
            for (index, element) in &array.entries {
                // No float is at an index that is not canonical.
                if Value::from_bits(ends.index, index.clone()).to_bits() == *index {
                    result.set(index.clone(), float_value(ends.element, element));
                }
            }
            Value::Array(Rc::new(result))
        }
        (sort, value) if is_float(sort) => Value::from_bits(sort, value.to_bits()),
        (_, value) => value.clone(),
    }
}

fn float_function((domain, range): (&[Sort], Sort), table: &FunctionValue) -> FunctionValue {
    let mut result = FunctionValue::constant(float_value(range, &table.default));
    for (args, value) in &table.entries {
        let args = args.iter().zip(domain);
        let args = args.map(|(bits, sort)| Value::from_bits(*sort, bits.clone()));
        result.insert(args.collect(), domain, float_value(range, value));
    }
    for (args, value) in &table.array_entries {
        let args = args.iter().zip(domain);
        let args = args.map(|(arg, sort)| float_value(*sort, arg));
        result.insert(args.collect(), domain, float_value(range, value));
    }
    result
}

fn is_float(sort: Sort) -> bool {
    matches!(sort, Sort::Float(_) | Sort::RoundingMode)
}

/// Whether a float or a rounding mode is in a value of the sort.
fn has_floats(sort: Sort) -> bool {
    match sort {
        Sort::Array(ends) => has_floats(ends.index) || has_floats(ends.element),
        sort => is_float(sort),
    }
}

/// The sort with bit-vectors in place of floats and rounding modes.
fn bits_sort(sort: Sort) -> Sort {
    match sort {
        Sort::Float(format) => Sort::BitVec(format.width()),
        Sort::RoundingMode => Sort::BitVec(3),
        Sort::Array(ends) => Sort::array(bits_sort(ends.index), bits_sort(ends.element)),
        other => other,
    }
}
