//! Evaluation of terms over the variables of a frame.
//!
//! Each term is compiled once to code for a stack machine, whose operators are [`term::eval::apply`]: the meaning of
//! terms is defined in one place only.

use rustc_hash::FxHashMap;
use term::eval::{Value, apply, value_of};
use term::{BitVec, Op, SymbolId, Term, TermPool};

/// Evaluates terms; keeps their code.
pub(super) struct Evaluator<'a> {
    pool: &'a TermPool,
    codes: FxHashMap<Term, Code>,
    stack: Vec<Value>,
    saved: Vec<Value>,
}

enum Code {
    Constant(Value),
    Variable(usize),
    Steps(Vec<Operation>),
}

enum Operation {
    Constant(Value),
    Variable(usize),
    /// Applies to the topmost values, as many as the operator takes.
    Apply(Op, usize),
    /// Keeps a copy of the top of the stack, for a subterm that occurs again.
    Save(usize),
    Recall(usize),
}

impl<'a> Evaluator<'a> {
    pub fn new(pool: &'a TermPool) -> Evaluator<'a> {
        Evaluator {
            pool,
            codes: FxHashMap::default(),
            stack: Vec::new(),
            saved: Vec::new(),
        }
    }

    pub fn pool(&self) -> &'a TermPool {
        self.pool
    }

    /// The value of a bit-vector term; `slot` says where a symbol's value is among `values`.
    pub fn bits(
        &mut self,
        term: Term,
        slot: &dyn Fn(SymbolId) -> usize,
        values: &[BitVec],
    ) -> BitVec {
        match self.value(term, slot, values) {
            Value::BitVec(v) => v,
            other => panic!("a bit-vector term has the value {other:?}"),
        }
    }

    pub fn condition(
        &mut self,
        term: Term,
        slot: &dyn Fn(SymbolId) -> usize,
        values: &[BitVec],
    ) -> bool {
        self.value(term, slot, values).as_bool()
    }

    fn value(&mut self, term: Term, slot: &dyn Fn(SymbolId) -> usize, values: &[BitVec]) -> Value {
        let pool = self.pool;
        let code = self
            .codes
            .entry(term)
            .or_insert_with(|| compile(pool, term, slot));
        let steps = match code {
            Code::Constant(value) => return value.clone(),
            Code::Variable(slot) => return Value::BitVec(values[*slot].clone()),
            Code::Steps(steps) => steps,
        };
        let stack = &mut self.stack;
        self.saved.clear();
        for step in steps {
            match step {
                Operation::Constant(value) => stack.push(value.clone()),
                Operation::Variable(slot) => stack.push(Value::BitVec(values[*slot].clone())),
                Operation::Apply(op, count) => {
                    let first = stack.len() - *count;
                    let value = apply(*op, &stack[first..]).expect("terms of programs are scalar");
                    stack.truncate(first);
                    stack.push(value);
                }
                Operation::Save(index) => {
                    debug_assert_eq!(*index, self.saved.len(), "values are saved in order");
                    self.saved
                        .push(stack.last().expect("a value to save").clone());
                }
                Operation::Recall(index) => stack.push(self.saved[*index].clone()),
            }
        }
        stack.pop().expect("code leaves one value")
    }
}

fn compile(pool: &TermPool, term: Term, slot: &dyn Fn(SymbolId) -> usize) -> Code {
    if let Some(value) = value_of(pool, term) {
        return Code::Constant(value);
    }
    if let Some(symbol) = pool.as_symbol(term) {
        return Code::Variable(slot(symbol));
    }
    let uses = uses(pool, term);
    let mut saved: FxHashMap<Term, usize> = FxHashMap::default();
    let mut steps = Vec::new();
    let mut stack = vec![(term, false)];
    while let Some((t, done)) = stack.pop() {
        if let Some(value) = value_of(pool, t) {
            steps.push(Operation::Constant(value));
        } else if let Some(symbol) = pool.as_symbol(t) {
            steps.push(Operation::Variable(slot(symbol)));
        } else if done {
            steps.push(Operation::Apply(pool.op(t), pool.args(t).len()));
            if uses[&t] > 1 {
                steps.push(Operation::Save(saved.len()));
                saved.insert(t, saved.len());
            }
        } else if let Some(index) = saved.get(&t) {
            steps.push(Operation::Recall(*index));
        } else {
            stack.push((t, true));
            stack.extend(pool.args(t).iter().rev().map(|a| (*a, false)));
        }
    }
    Code::Steps(steps)
}

/// How often each subterm is an argument.
fn uses(pool: &TermPool, term: Term) -> FxHashMap<Term, u32> {
    let mut uses = FxHashMap::default();
    uses.insert(term, 1);
    let mut stack = vec![term];
    while let Some(t) = stack.pop() {
        for a in pool.args(t) {
            let count = uses.entry(*a).or_insert(0);
            *count += 1;
            if *count == 1 {
                stack.push(*a);
            }
        }
    }
    uses
}
