//! Evaluation of terms under an assignment of their symbols.
//!
//! Lazy where that saves work: of an `ite` only the arm that counts is evaluated, of a conjunction only what decides it.
//! Arrays in a chain of stores share what they have in common.

mod float;
mod persistent;

use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::op::{FunctionId, Op, SymbolId};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use persistent::ArrayMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    BitVec(BitVec),
    Float(Float),
    RoundingMode(RoundingMode),
    Array(Rc<ArrayValue>),
}

/// An array: a default and the indices that differ from it, as [`Value::to_bits`].
///
/// Two are equal iff they map every index to the same element; in particular, where the entries exhaust the index sort the
/// default does not matter.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    pub default: Value,
    pub entries: BTreeMap<BitVec, Value>,
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        let agree = |a: &ArrayValue, b: &ArrayValue| {
            a.entries.iter().all(|(index, value)| b.get(index) == value)
        };
        if !agree(self, other) || !agree(other, self) {
            return false;
        }
        self.default == other.default || self.exhausts_index_with(other)
    }
}

impl Eq for ArrayValue {}

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

    /// Panics if this is not a float.
    pub fn as_float(&self) -> &Float {
        match self {
            Value::Float(f) => f,
            other => panic!("{other:?} is not a float"),
        }
    }

    /// Panics if this is not a rounding mode.
    pub fn as_rounding_mode(&self) -> RoundingMode {
        match self {
            Value::RoundingMode(mode) => *mode,
            other => panic!("{other:?} is not a rounding mode"),
        }
    }

    /// The bits that stand for a value that is not an array: one for a Boolean, the pattern of a float, three for a
    /// rounding mode.
    pub fn to_bits(&self) -> BitVec {
        match self {
            Value::Bool(b) => BitVec::new(1, u64::from(*b)),
            Value::BitVec(v) => v.clone(),
            Value::Float(f) => f.bits().clone(),
            Value::RoundingMode(mode) => BitVec::new(3, u64::from(mode.code())),
            Value::Array(_) => panic!("an array has no bits"),
        }
    }

    /// The value of a sort, which is no array's, that the bits stand for; any bits do.
    pub fn from_bits(sort: Sort, bits: BitVec) -> Value {
        match sort {
            Sort::Bool => Value::Bool(bits.bit(0)),
            Sort::BitVec(_) => Value::BitVec(bits),
            Sort::Float(format) => Value::Float(Float::from_bits(format, bits)),
            Sort::RoundingMode => {
                let code = bits.to_u64().expect("three bits") as u8;
                Value::RoundingMode(RoundingMode::from_code(code))
            }
            Sort::Array(_) => panic!("an array has no bits"),
        }
    }

    /// Zero of the sort: `false`, 0, the array of zeros.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVec::zero(width)),
            Sort::Float(format) => Value::Float(Float::zero(format, false)),
            Sort::RoundingMode => Value::RoundingMode(RoundingMode::NearestTiesToEven),
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

    /// Whether every index has an entry in one of the two.
    fn exhausts_index_with(&self, other: &ArrayValue) -> bool {
        let Some(index) = self.entries.keys().chain(other.entries.keys()).next() else {
            return false;
        };
        let both = self
            .entries
            .keys()
            .filter(|i| other.entries.contains_key(*i))
            .count();
        let known = (self.entries.len() + other.entries.len() - both) as u64;
        index.width() < 64 && known == 1 << index.width()
    }

    pub fn set(&mut self, index: BitVec, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

/// A function: a default and the arguments where it differs, as [`Value::to_bits`].
#[derive(Clone, Debug)]
pub struct FunctionValue {
    pub default: Value,
    pub entries: BTreeMap<Vec<BitVec>, Value>,
}

impl FunctionValue {
    pub fn get(&self, args: &[BitVec]) -> &Value {
        self.entries.get(args).unwrap_or(&self.default)
    }
}

/// What gives symbols their values.
pub trait Assignment {
    /// The value of a symbol; `None` stands for "any", and evaluation then takes [`Value::zero`].
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value>;

    /// The value of a function; `None` stands for "any", and evaluation then takes [`Value::zero`] everywhere.
    fn function(&self, _pool: &TermPool, _function: FunctionId) -> Option<Rc<FunctionValue>> {
        None
    }
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
        Op::FpConst(..) => pool.as_float(term).map(Value::Float),
        Op::RoundingMode(mode) => Some(Value::RoundingMode(mode)),
        _ => None,
    }
}

/// Evaluates many terms under one assignment, each subterm at most once. Never recurses.
pub struct Evaluator<'a, A: Assignment + ?Sized> {
    pool: &'a TermPool,
    assignment: &'a A,
    cache: FxHashMap<Term, Cached>,
    functions: FxHashMap<FunctionId, Rc<FunctionValue>>,
}

/// A value inside the evaluator: arrays are persistent.
#[derive(Clone)]
enum Cached {
    Scalar(Value),
    Array(ArrayMap),
}

impl Cached {
    fn new(value: Value) -> Cached {
        match value {
            Value::Array(array) => Cached::Array(ArrayMap::new(&array)),
            scalar => Cached::Scalar(scalar),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Cached::Scalar(value) => value,
            Cached::Array(map) => Value::Array(Rc::new(map.to_array())),
        }
    }
}

impl<'a, A: Assignment + ?Sized> Evaluator<'a, A> {
    pub fn new(pool: &'a TermPool, assignment: &'a A) -> Self {
        Evaluator {
            pool,
            assignment,
            cache: FxHashMap::default(),
            functions: FxHashMap::default(),
        }
    }

    pub fn eval(&mut self, term: Term) -> Value {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            match self.step(top, &mut stack) {
                Some(value) => {
                    self.cache.insert(top, value);
                    stack.pop();
                }
                None => debug_assert_ne!(
                    stack.last(),
                    Some(&top),
                    "a step gives a value or asks for one"
                ),
            }
        }
        self.cache[&term].clone().into_value()
    }

    /// The value of `term`, or what it waits for on the stack.
    fn step(&mut self, term: Term, stack: &mut Vec<Term>) -> Option<Cached> {
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::Symbol(symbol) => {
                let value = self.assignment.value(self.pool, symbol);
                Some(Cached::new(
                    value.unwrap_or_else(|| Value::zero(self.pool.sort(term))),
                ))
            }
            Op::Ite => {
                let arm = if self.bool(args[0], stack)? {
                    args[1]
                } else {
                    args[2]
                };
                self.get(arm, stack).cloned()
            }
            op @ (Op::And | Op::Or) => {
                let decides = op == Op::Or;
                if self.bool(args[0], stack)? == decides {
                    return Some(Cached::Scalar(Value::Bool(decides)));
                }
                self.get(args[1], stack).cloned()
            }
            op if op.is_leaf() => value_of(self.pool, term).map(Cached::Scalar),
            op => {
                let before = stack.len();
                stack.extend(args.iter().filter(|a| !self.cache.contains_key(a)));
                (stack.len() == before).then(|| self.apply(op, args))
            }
        }
    }

    fn get(&self, term: Term, stack: &mut Vec<Term>) -> Option<&Cached> {
        let found = self.cache.get(&term);
        if found.is_none() {
            stack.push(term);
        }
        found
    }

    fn bool(&self, term: Term, stack: &mut Vec<Term>) -> Option<bool> {
        match self.get(term, stack)? {
            Cached::Scalar(value) => Some(value.as_bool()),
            Cached::Array(_) => panic!("an array is not a Boolean"),
        }
    }

    fn scalar(&self, term: Term) -> &Value {
        match &self.cache[&term] {
            Cached::Scalar(value) => value,
            Cached::Array(_) => panic!("an array is not a scalar"),
        }
    }

    fn array(&self, term: Term) -> &ArrayMap {
        match &self.cache[&term] {
            Cached::Array(map) => map,
            Cached::Scalar(value) => panic!("{value:?} is not an array"),
        }
    }

    fn function(&mut self, function: FunctionId) -> Rc<FunctionValue> {
        let (pool, assignment) = (self.pool, self.assignment);
        let known = self.functions.entry(function).or_insert_with(|| {
            let (_, range) = pool.function_sorts(function);
            let anything = || FunctionValue {
                default: Value::zero(range),
                entries: BTreeMap::new(),
            };
            let value = assignment.function(pool, function);
            value.unwrap_or_else(|| Rc::new(anything()))
        });
        known.clone()
    }

    /// The operator on arguments that are in the cache.
    fn apply(&mut self, op: Op, args: &[Term]) -> Cached {
        let value = |i: usize| self.cache[&args[i]].clone().into_value();
        match op {
            Op::ConstArray(_) => Cached::Array(ArrayMap::constant(value(0))),
            Op::Apply(function) => {
                let args: Vec<BitVec> = args.iter().map(|a| self.scalar(*a).to_bits()).collect();
                Cached::new(self.function(function).get(&args).clone())
            }
            Op::Select => {
                let index = self.scalar(args[1]).to_bits();
                Cached::new(self.array(args[0]).get(&index).clone())
            }
            Op::Store => {
                let mut map = self.array(args[0]).clone();
                map.set(self.scalar(args[1]).to_bits(), value(2));
                Cached::Array(map)
            }
            _ => {
                let values: SmallVec<[Value; 3]> = (0..args.len()).map(value).collect();
                Cached::Scalar(apply(op, &values).expect("every operator applies to values"))
            }
        }
    }
}

/// The value of `op` on values; `None` for leaves, constant arrays and functions, which need more than values.
pub fn apply(op: Op, args: &[Value]) -> Option<Value> {
    let b = |i: usize| args[i].as_bool();
    let v = |i: usize| args[i].as_bitvec();
    Some(match op {
        op if op.is_leaf() => return None,
        Op::ConstArray(_) | Op::Apply(_) => return None,
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
            Value::Array(a) => a.get(&args[1].to_bits()).clone(),
            other => panic!("select from {other:?}"),
        },
        Op::Store => match &args[0] {
            Value::Array(a) => {
                let mut a = a.clone();
                Rc::make_mut(&mut a).set(args[1].to_bits(), args[2].clone());
                Value::Array(a)
            }
            other => panic!("store into {other:?}"),
        },
        op => float::apply(op, args),
    })
}
