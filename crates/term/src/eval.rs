//! Evaluation of terms under an assignment of their symbols.
//!
//! Lazy where that saves work: of an `ite` only the chosen arm is evaluated, of a conjunction only what decides it.
//! Arrays in a chain of stores share what they have in common. The array of a lambda is a *closure*: its body is evaluated
//! for the indices that are read, each in a frame of its own.

mod float;
mod persistent;

use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::lambda::{LambdaId, MAX_LISTED_BITS};
use crate::op::{FunctionId, Op, SymbolId};
use crate::pool::{Term, TermPool};
use crate::sort::{DECLARED_BITS, Sort};
use persistent::{ArrayMap, Found};
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
    /// Of arrays that are indexed by bit-vectors or Booleans; see [`Value::equals`] for others.
    fn eq(&self, other: &ArrayValue) -> bool {
        let mut indices = self.entries.keys().chain(other.entries.keys());
        let width = indices.next().map(BitVec::width);
        let indices = width.and_then(|w| Sort::BitVec(w).size());
        self.agrees(other, indices, |a, b| a == b)
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

    /// Whether two values of a sort are the same. Recurses on the sort.
    pub fn equals(&self, other: &Value, sort: Sort) -> bool {
        match (self, other, sort) {
            (Value::Array(a), Value::Array(b), Sort::Array(ends)) => {
                a.agrees(b, ends.index.size(), |x, y| x.equals(y, ends.element))
            }
            _ => self == other,
        }
    }

    /// The bits that represent a value that is not an array: one for a Boolean, the pattern of a float, three for a
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

    /// The value that the bits represent, of a sort that is not an array sort. Any bits represent one.
    pub fn from_bits(sort: Sort, bits: BitVec) -> Value {
        match sort {
            Sort::Bool => Value::Bool(bits.bit(0)),
            Sort::BitVec(_) | Sort::Declared(_) => Value::BitVec(bits),
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
            Sort::Declared(_) => Value::BitVec(BitVec::zero(DECLARED_BITS)),
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

    /// Whether both map every index to the same element; there are `indices` of them, or very many.
    fn agrees(
        &self,
        other: &ArrayValue,
        indices: Option<u64>,
        same: impl Fn(&Value, &Value) -> bool,
    ) -> bool {
        let within = |a: &ArrayValue, b: &ArrayValue| {
            let mut entries = a.entries.iter();
            entries.all(|(index, value)| same(b.get(index), value))
        };
        within(self, other)
            && within(other, self)
            && (same(&self.default, &other.default) || self.exhausts_with(other, indices))
    }

    /// Whether every index has an entry in one of the two.
    fn exhausts_with(&self, other: &ArrayValue, indices: Option<u64>) -> bool {
        let both = self
            .entries
            .keys()
            .filter(|i| other.entries.contains_key(*i))
            .count();
        let known = (self.entries.len() + other.entries.len() - both) as u64;
        indices == Some(known)
    }

    pub fn set(&mut self, index: BitVec, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

/// A function: a default and the arguments where it differs.
#[derive(Clone, Debug)]
pub struct FunctionValue {
    pub default: Value,
    /// Of a function that takes no array; the arguments are [`Value::to_bits`].
    pub entries: BTreeMap<Vec<BitVec>, Value>,
    /// Of a function that takes arrays, which have no bits. The first with the right arguments counts.
    pub array_entries: Vec<(Vec<Value>, Value)>,
}

impl FunctionValue {
    /// The function that maps everything to one value.
    pub fn constant(default: Value) -> FunctionValue {
        FunctionValue {
            default,
            entries: BTreeMap::new(),
            array_entries: Vec::new(),
        }
    }

    /// What arguments of the sorts `domain` are mapped to.
    pub fn get(&self, args: &[Value], domain: &[Sort]) -> &Value {
        let found = match takes_array(domain) {
            false => {
                let bits: Vec<BitVec> = args.iter().map(Value::to_bits).collect();
                self.entries.get(&bits)
            }
            true => {
                let same = |(known, _): &&(Vec<Value>, Value)| {
                    let mut all = known.iter().zip(args).zip(domain);
                    all.all(|((a, b), sort)| a.equals(b, *sort))
                };
                self.array_entries.iter().find(same).map(|(_, value)| value)
            }
        };
        found.unwrap_or(&self.default)
    }

    pub fn insert(&mut self, args: Vec<Value>, domain: &[Sort], value: Value) {
        match takes_array(domain) {
            false => {
                let bits = args.iter().map(Value::to_bits).collect();
                self.entries.insert(bits, value);
            }
            true => self.array_entries.push((args, value)),
        }
    }
}

fn takes_array(domain: &[Sort]) -> bool {
    domain.iter().any(|sort| sort.is_array())
}

/// What gives symbols their values.
pub trait Assignment {
    /// The value of a symbol; `None` means "any", and evaluation then takes [`Value::zero`].
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value>;

    /// The value of a function; `None` means "any", and evaluation then takes [`Value::zero`] everywhere.
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
    /// What is known outside lambdas.
    cache: FxHashMap<Term, Cached>,
    functions: FxHashMap<FunctionId, Rc<FunctionValue>>,
    /// What closures, by number, map indices to.
    applied: FxHashMap<(u64, BitVec), Cached>,
    closures: u64,
}

/// A value inside the evaluator: arrays are persistent.
#[derive(Clone)]
enum Cached {
    Scalar(Value),
    Array(ArrayMap),
}

/// The array of a lambda.
struct Closure {
    number: u64,
    lambda: LambdaId,
    args: Vec<Cached>,
}

/// What is being evaluated: the terms of a call of [`Evaluator::eval`], or the body of a closure at an index.
struct Frame {
    of: Option<(Rc<Closure>, BitVec)>,
    cache: FxHashMap<Term, Cached>,
    stack: Vec<Term>,
}

/// The result of a step of the evaluation.
enum Evaluated {
    Value(Cached),
    /// The terms that it waits for are on the stack.
    Waits,
    /// It waits for the value of a closure at an index.
    Applies(Rc<Closure>, BitVec),
}

impl Cached {
    fn new(value: Value) -> Cached {
        match value {
            Value::Array(array) => Cached::Array(ArrayMap::new(&array)),
            scalar => Cached::Scalar(scalar),
        }
    }
}

impl Frame {
    fn get(&mut self, term: Term) -> Option<Cached> {
        let found = self.cache.get(&term).cloned();
        if found.is_none() {
            self.stack.push(term);
        }
        found
    }

    fn bool(&mut self, term: Term) -> Option<bool> {
        self.get(term).map(|value| match value {
            Cached::Scalar(value) => value.as_bool(),
            Cached::Array(_) => panic!("an array is not a Boolean"),
        })
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
}

impl<'a, A: Assignment + ?Sized> Evaluator<'a, A> {
    pub fn new(pool: &'a TermPool, assignment: &'a A) -> Self {
        Evaluator {
            pool,
            assignment,
            cache: FxHashMap::default(),
            functions: FxHashMap::default(),
            applied: FxHashMap::default(),
            closures: 0,
        }
    }

    /// The value of a term. Panics if it is, or compares, an array that a lambda makes of more than
    /// 2^[`MAX_LISTED_BITS`] elements: that need not have a finite value.
    pub fn eval(&mut self, term: Term) -> Value {
        self.run(None, term);
        let result = self.cache[&term].clone();
        loop {
            match self.value(&result, self.pool.sort(term)) {
                Ok(value) => return value,
                Err((closure, index)) => self.apply_closure(closure, index),
            }
        }
    }

    fn apply_closure(&mut self, closure: Rc<Closure>, index: BitVec) {
        let body = self.pool.lambda_of(closure.lambda).body;
        self.run(Some((closure, index)), body);
    }

    /// Evaluates a term, and whatever closures it reads.
    fn run(&mut self, of: Option<(Rc<Closure>, BitVec)>, term: Term) {
        let mut frames = vec![self.frame(of, term)];
        while let Some(frame) = frames.last_mut() {
            let Some(&top) = frame.stack.last() else {
                let frame = frames.pop().expect("there is a last one");
                self.leave(frame);
                continue;
            };
            if frame.cache.contains_key(&top) {
                frame.stack.pop();
                continue;
            }
            match self.step(frame, top) {
                Evaluated::Value(value) => {
                    frame.cache.insert(top, value);
                    frame.stack.pop();
                }
                Evaluated::Waits => debug_assert_ne!(
                    frame.stack.last(),
                    Some(&top),
                    "a step gives a value or asks for one"
                ),
                Evaluated::Applies(closure, index) => {
                    let body = self.pool.lambda_of(closure.lambda).body;
                    let frame = self.frame(Some((closure, index)), body);
                    frames.push(frame);
                }
            }
        }
    }

    fn frame(&mut self, of: Option<(Rc<Closure>, BitVec)>, term: Term) -> Frame {
        let stack = vec![term];
        let Some((closure, index)) = of else {
            let cache = std::mem::take(&mut self.cache);
            return Frame { of, cache, stack };
        };
        let lambda = self.pool.lambda_of(closure.lambda);
        let args = closure.args.iter().cloned();
        let mut cache: FxHashMap<Term, Cached> =
            lambda.parameters.iter().copied().zip(args).collect();
        let value = Value::from_bits(lambda.sort.index, index.clone());
        cache.insert(lambda.index, Cached::Scalar(value));
        let of = Some((closure, index));
        Frame { of, cache, stack }
    }

    fn leave(&mut self, frame: Frame) {
        match frame.of {
            None => self.cache = frame.cache,
            Some((closure, index)) => {
                let body = self.pool.lambda_of(closure.lambda).body;
                let value = frame.cache[&body].clone();
                self.applied.insert((closure.number, index), value);
            }
        }
    }

    /// The value of `term`, or what it waits for.
    fn step(&mut self, frame: &mut Frame, term: Term) -> Evaluated {
        let pool = self.pool;
        let args = pool.args(term);
        let or_wait = |value: Option<Cached>| value.map_or(Evaluated::Waits, Evaluated::Value);
        match pool.op(term) {
            Op::Symbol(symbol) => {
                let value = self.assignment.value(pool, symbol);
                let value = value.unwrap_or_else(|| Value::zero(pool.sort(term)));
                Evaluated::Value(Cached::new(value))
            }
            Op::Ite => match frame.bool(args[0]) {
                None => Evaluated::Waits,
                Some(holds) => or_wait(frame.get(args[if holds { 1 } else { 2 }])),
            },
            op @ (Op::And | Op::Or) => match frame.bool(args[0]) {
                None => Evaluated::Waits,
                Some(value) if value == (op == Op::Or) => {
                    Evaluated::Value(Cached::Scalar(Value::Bool(value)))
                }
                Some(_) => or_wait(frame.get(args[1])),
            },
            op if op.is_leaf() => {
                let value = value_of(pool, term).expect("a leaf that is not a symbol");
                Evaluated::Value(Cached::Scalar(value))
            }
            op => {
                let before = frame.stack.len();
                let missing = args.iter().filter(|a| !frame.cache.contains_key(a));
                frame.stack.extend(missing);
                match frame.stack.len() == before {
                    true => self.apply(frame, op, args),
                    false => Evaluated::Waits,
                }
            }
        }
    }

    fn function(&mut self, function: FunctionId) -> Rc<FunctionValue> {
        let (pool, assignment) = (self.pool, self.assignment);
        let known = self.functions.entry(function).or_insert_with(|| {
            let (_, range) = pool.function_sorts(function);
            let value = assignment.function(pool, function);
            value.unwrap_or_else(|| Rc::new(FunctionValue::constant(Value::zero(range))))
        });
        known.clone()
    }

    /// The operator on arguments that are in the frame's cache.
    fn apply(&mut self, frame: &Frame, op: Op, args: &[Term]) -> Evaluated {
        Evaluated::Value(match op {
            Op::Lambda(lambda) => {
                self.closures += 1;
                let closure = Closure {
                    number: self.closures,
                    lambda,
                    args: args.iter().map(|a| frame.cache[a].clone()).collect(),
                };
                Cached::Array(ArrayMap::closure(Rc::new(closure)))
            }
            Op::Select => {
                let index = frame.scalar(args[1]).to_bits();
                match frame.array(args[0]).get(&index) {
                    Found::Value(value) => Cached::new(value.clone()),
                    Found::Closure(closure) => {
                        match self.applied.get(&(closure.number, index.clone())) {
                            Some(value) => value.clone(),
                            None => return Evaluated::Applies(closure.clone(), index),
                        }
                    }
                }
            }
            Op::Apply(function) => {
                let (domain, _) = self.pool.function_sorts(function);
                let mut values = Vec::with_capacity(args.len());
                for (arg, sort) in args.iter().zip(domain) {
                    match self.value(&frame.cache[arg], *sort) {
                        Ok(value) => values.push(value),
                        Err((closure, index)) => return Evaluated::Applies(closure, index),
                    }
                }
                Cached::new(self.function(function).get(&values, domain).clone())
            }
            _ => {
                let mut values: SmallVec<[Value; 3]> = SmallVec::new();
                // A store shares its array with others.
                let shared = usize::from(op == Op::Store);
                for arg in &args[shared..] {
                    match self.value(&frame.cache[arg], self.pool.sort(*arg)) {
                        Ok(value) => values.push(value),
                        Err((closure, index)) => return Evaluated::Applies(closure, index),
                    }
                }
                match op {
                    Op::ConstArray(_) => Cached::Array(ArrayMap::constant(values.remove(0))),
                    Op::Store => {
                        let mut map = frame.array(args[0]).clone();
                        map.set(values[0].to_bits(), values.remove(1));
                        Cached::Array(map)
                    }
                    Op::Eq => {
                        let sort = self.pool.sort(args[0]);
                        Cached::Scalar(Value::Bool(values[0].equals(&values[1], sort)))
                    }
                    _ => {
                        let value = apply(op, &values).expect("every operator applies to values");
                        Cached::Scalar(value)
                    }
                }
            }
        })
    }

    /// The value of what is known in full, or an element that is not known yet.
    fn value(&self, cached: &Cached, sort: Sort) -> Result<Value, (Rc<Closure>, BitVec)> {
        let map = match cached {
            Cached::Scalar(value) => return Ok(value.clone()),
            Cached::Array(map) => map,
        };
        let Some(closure) = map.as_closure() else {
            return Ok(Value::Array(Rc::new(map.to_array())));
        };
        let Sort::Array(ends) = sort else {
            panic!("{sort} is not an array sort")
        };
        let bits = ends.index.index_bits().filter(|b| *b <= MAX_LISTED_BITS);
        let bits = bits.expect("an array of a lambda is listed only if its index is small");
        let mut array = ArrayValue {
            default: Value::zero(ends.element),
            entries: BTreeMap::new(),
        };
        for index in 0..1 << bits {
            let index = BitVec::new(bits, index);
            let value = match map.get(&index) {
                Found::Value(value) => value.clone(),
                Found::Closure(_) => match self.applied.get(&(closure.number, index.clone())) {
                    Some(value) => self.value(value, ends.element)?,
                    None => return Err((closure.clone(), index)),
                },
            };
            array.set(index, value);
        }
        Ok(Value::Array(Rc::new(array)))
    }
}

/// The value of `op` on values; `None` for leaves, constant arrays, lambdas and functions, which need more than values.
pub fn apply(op: Op, args: &[Value]) -> Option<Value> {
    let b = |i: usize| args[i].as_bool();
    let v = |i: usize| args[i].as_bitvec();
    Some(match op {
        op if op.is_leaf() => return None,
        Op::ConstArray(_) | Op::Lambda(_) | Op::Apply(_) => return None,
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
