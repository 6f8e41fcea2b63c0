//! Evaluation of terms under an assignment of their symbols.

use crate::bitvec::BitVec;
use crate::op::{Op, SymbolId};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    BitVec(BitVec),
    Array(Rc<ArrayValue>),
}

/// An array: a default and the indices that differ from it.
///
/// Invariant: no entry equals the default, so equal arrays are equal values (for index sorts that are not exhausted by
/// the entries).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayValue {
    pub default: Value,
    pub entries: BTreeMap<BitVec, Value>,
}

impl Value {
    /// Panics if this is not a Boolean.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            other => panic!("{other:?} is not a Boolean"),
        }
    }

    /// Panics if this is not a bit-vector.
    pub fn as_bitvec(&self) -> &BitVec {
        match self {
            Value::BitVec(v) => v,
            other => panic!("{other:?} is not a bit-vector"),
        }
    }

    /// Zero of the sort: `false`, 0, the array of zeros.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVec::zero(width)),
            Sort::Array(a) => Value::Array(Rc::new(ArrayValue {
                default: Value::zero(a.element),
                entries: BTreeMap::new(),
            })),
        }
    }
}

impl ArrayValue {
    pub fn get(&self, index: &BitVec) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    pub fn set(&mut self, index: BitVec, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

/// What gives symbols their values.
pub trait Assignment {
    /// The value of a symbol; `None` stands for "any", and evaluation then takes [`Value::zero`].
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value>;
}

impl Assignment for FxHashMap<SymbolId, Value> {
    fn value(&self, _: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.get(&symbol).cloned()
    }
}

/// The value of a constant term.
pub fn value_of(pool: &TermPool, term: Term) -> Option<Value> {
    match pool.op(term) {
        Op::True => Some(Value::Bool(true)),
        Op::False => Some(Value::Bool(false)),
        Op::BvConst(_) => pool.as_const(term).cloned().map(Value::BitVec),
        _ => None,
    }
}

/// Evaluates many terms under one assignment, each subterm once. Never recurses.
pub struct Evaluator<'a, A: Assignment + ?Sized> {
    pool: &'a TermPool,
    assignment: &'a A,
    cache: FxHashMap<Term, Value>,
}

impl<'a, A: Assignment + ?Sized> Evaluator<'a, A> {
    pub fn new(pool: &'a TermPool, assignment: &'a A) -> Self {
        Evaluator {
            pool,
            assignment,
            cache: FxHashMap::default(),
        }
    }

    pub fn eval(&mut self, term: Term) -> Value {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            let value = match self.pool.op(top) {
                Op::Symbol(symbol) => self
                    .assignment
                    .value(self.pool, symbol)
                    .unwrap_or_else(|| Value::zero(self.pool.sort(top))),
                op if op.is_leaf() => value_of(self.pool, top).expect("a constant"),
                op => {
                    let args = self.pool.args(top);
                    let missing = args.iter().filter(|a| !self.cache.contains_key(a));
                    let before = stack.len();
                    stack.extend(missing);
                    if stack.len() > before {
                        continue;
                    }
                    let values: Vec<Value> = args.iter().map(|a| self.cache[a].clone()).collect();
                    match (op, self.pool.sort(top)) {
                        (Op::ConstArray(_), _) => Value::Array(Rc::new(ArrayValue {
                            default: values[0].clone(),
                            entries: BTreeMap::new(),
                        })),
                        _ => apply(op, &values).expect("every operator applies to values"),
                    }
                }
            };
            self.cache.insert(top, value);
            stack.pop();
        }
        self.cache[&term].clone()
    }
}

/// The value of `op` on values; `None` for leaves and constant arrays, which need more than values.
pub fn apply(op: Op, args: &[Value]) -> Option<Value> {
    let b = |i: usize| args[i].as_bool();
    let v = |i: usize| args[i].as_bitvec();
    Some(match op {
        Op::True | Op::False | Op::BvConst(_) | Op::Symbol(_) | Op::ConstArray(_) => return None,
        Op::Not => Value::Bool(!b(0)),
        Op::And => Value::Bool(b(0) && b(1)),
        Op::Or => Value::Bool(b(0) || b(1)),
        Op::Eq => Value::Bool(args[0] == args[1]),
        Op::Ite => args[if b(0) { 1 } else { 2 }].clone(),
        Op::BvNot => Value::BitVec(v(0).not()),
        Op::BvNeg => Value::BitVec(v(0).neg()),
        Op::BvAnd => Value::BitVec(v(0).and(v(1))),
        Op::BvOr => Value::BitVec(v(0).or(v(1))),
        Op::BvXor => Value::BitVec(v(0).xor(v(1))),
        Op::BvAdd => Value::BitVec(v(0).add(v(1))),
        Op::BvSub => Value::BitVec(v(0).sub(v(1))),
        Op::BvMul => Value::BitVec(v(0).mul(v(1))),
        Op::BvUdiv => Value::BitVec(v(0).udiv(v(1))),
        Op::BvUrem => Value::BitVec(v(0).urem(v(1))),
        Op::BvSdiv => Value::BitVec(v(0).sdiv(v(1))),
        Op::BvSrem => Value::BitVec(v(0).srem(v(1))),
        Op::BvShl => Value::BitVec(v(0).shl(v(1))),
        Op::BvLshr => Value::BitVec(v(0).lshr(v(1))),
        Op::BvAshr => Value::BitVec(v(0).ashr(v(1))),
        Op::Concat => Value::BitVec(v(0).concat(v(1))),
        Op::Extract(high, low) => Value::BitVec(v(0).extract(high, low)),
        Op::ZeroExtend(n) => Value::BitVec(v(0).zero_extend(n)),
        Op::SignExtend(n) => Value::BitVec(v(0).sign_extend(n)),
        Op::BvUlt => Value::Bool(v(0).ult(v(1))),
        Op::BvUle => Value::Bool(v(0).ule(v(1))),
        Op::BvSlt => Value::Bool(v(0).slt(v(1))),
        Op::BvSle => Value::Bool(v(0).sle(v(1))),
        Op::BvUaddo => Value::Bool(v(0).uadd_overflows(v(1))),
        Op::BvSaddo => Value::Bool(v(0).sadd_overflows(v(1))),
        Op::BvSsubo => Value::Bool(v(0).ssub_overflows(v(1))),
        Op::BvUmulo => Value::Bool(v(0).umul_overflows(v(1))),
        Op::BvSmulo => Value::Bool(v(0).smul_overflows(v(1))),
        Op::Select => match &args[0] {
            Value::Array(a) => a.get(v(1)).clone(),
            other => panic!("select from {other:?}"),
        },
        Op::Store => match &args[0] {
            Value::Array(a) => {
                let mut a = a.clone();
                Rc::make_mut(&mut a).set(v(1).clone(), args[2].clone());
                Value::Array(a)
            }
            other => panic!("store into {other:?}"),
        },
    })
}
