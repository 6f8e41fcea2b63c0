//! Evaluation of assertions under a model, for the check in debug builds.
//!
//! As [`term::eval::Evaluator`], with one difference: a `select` walks the chain of stores below it instead of building the
//! arrays, so that a chain of `n` stores costs `n` per read and not `n` arrays of `n` entries.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::eval::{self, ArrayValue, Assignment, Evaluator};
use term::{BitVec, Op, Sort, Term, TermPool, Value};

pub(crate) struct Valuation<'a> {
    pool: &'a TermPool,
    assignment: &'a dyn Assignment,
    /// Values of terms that are not arrays, and of array symbols.
    cache: FxHashMap<Term, Value>,
}

impl<'a> Valuation<'a> {
    pub fn new(pool: &'a TermPool, assignment: &'a dyn Assignment) -> Valuation<'a> {
        Valuation { pool, assignment, cache: FxHashMap::default() }
    }

    /// The first of the Boolean terms that is false.
    pub fn find_false(&mut self, mut terms: impl Iterator<Item = Term>) -> Option<Term> {
        terms.find(|t| !self.eval(*t).as_bool())
    }

    fn eval(&mut self, term: Term) -> Value {
        let mut stack = vec![term];
        // Arrays have no value here; what counts is that the terms in them have.
        let mut seen_arrays = rustc_hash::FxHashSet::default();
        while let Some(&top) = stack.last() {
            if self.cache.contains_key(&top) || seen_arrays.contains(&top) {
                stack.pop();
                continue;
            }
            let args = self.pool.args(top);
            let before = stack.len();
            stack.extend(args.iter().filter(|a| !self.cache.contains_key(a) && !seen_arrays.contains(*a)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            match self.value(top) {
                Some(value) => _ = self.cache.insert(top, value),
                None => _ = seen_arrays.insert(top),
            }
        }
        self.cache[&term].clone()
    }

    /// The value of a term whose arguments are known; `None` for arrays that are not symbols.
    fn value(&self, term: Term) -> Option<Value> {
        let args = self.pool.args(term);
        let is_array = |t: Term| matches!(self.pool.sort(t), Sort::Array(_));
        Some(match self.pool.op(term) {
            Op::Symbol(symbol) => {
                let value = self.assignment.value(self.pool, symbol);
                value.unwrap_or_else(|| Value::zero(self.pool.sort(term)))
            }
            Op::Select => self.read(args[0], self.cache[&args[1]].as_bitvec()),
            Op::Eq if is_array(args[0]) => {
                let mut evaluator = Evaluator::new(self.pool, self.assignment);
                Value::Bool(same_array(&evaluator.eval(args[0]), &evaluator.eval(args[1]), self.pool.sort(args[0])))
            }
            _ if is_array(term) => return None,
            op if op.is_leaf() => eval::value_of(self.pool, term).expect("a constant"),
            op => {
                let values: Vec<Value> = args.iter().map(|a| self.cache[a].clone()).collect();
                eval::apply(op, &values).expect("not a leaf, and not an array")
            }
        })
    }

    /// The element of an array whose scalars are known.
    fn read(&self, array: Term, index: &BitVec) -> Value {
        let mut array = array;
        loop {
            let args = self.pool.args(array);
            array = match self.pool.op(array) {
                Op::Store if self.cache[&args[1]].as_bitvec() == index => return self.cache[&args[2]].clone(),
                Op::Store => args[0],
                Op::Ite => args[if self.cache[&args[0]].as_bool() { 1 } else { 2 }],
                Op::ConstArray(_) => return self.cache[&args[0]].clone(),
                Op::Symbol(_) => return entries(&self.cache[&array]).get(index).clone(),
                op => unreachable!("{op:?} makes no array of scalars"),
            };
        }
    }
}

fn entries(value: &Value) -> &Rc<ArrayValue> {
    match value {
        Value::Array(array) => array,
        other => panic!("{other:?} is not an array"),
    }
}

/// Equality of arrays, also where the entries exhaust the indices and the defaults do not count.
fn same_array(a: &Value, b: &Value, sort: Sort) -> bool {
    let Sort::Array(sort) = sort else {
        unreachable!("arrays have array sorts");
    };
    let (a, b) = (entries(a), entries(b));
    let indices: std::collections::BTreeSet<&BitVec> = a.entries.keys().chain(b.entries.keys()).collect();
    let width = sort.index.width();
    let exhausted = width < 32 && indices.len() == 1 << width;
    indices.iter().all(|i| a.get(i) == b.get(i)) && (exhausted || a.default == b.default)
}
