//! The pool: owner of all terms of one verification run.
//!
//! Contract of the interner:
//! - Terms are hash-consed: two terms of one pool are equal as trees iff their handles are equal.
//! - A term's arguments have smaller handles than the term itself, so handles are a topological order.
//! - Terms are never removed. A handle is only meaningful in the pool that made it.
//! - [`TermPool::mk`] is the only way to make a term; it sorts the arguments of commutative operators, checks sorts in
//!   debug builds and applies the rewrite rules of [`crate::rewrite`], so a term that folds to a constant never exists.

use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::lambda::{Lambda, LambdaId};
use crate::op::{ConstId, FunctionId, Op, SymbolId};
use crate::rewrite::{self, Budget, Shape};
use crate::sort::Sort;
use hashbrown::HashTable;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// A handle of a term in its pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(NonZeroU32);

impl Term {
    /// A dense number from 0, for side tables.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> Term {
        let number = u32::try_from(index + 1).expect("a pool holds fewer than 2^32 terms");
        Term(NonZeroU32::new(number).expect("index + 1 is not zero"))
    }
}

#[derive(Clone)]
struct Node {
    op: Op,
    sort: Sort,
    args: SmallVec<[Term; 3]>,
    shape: Shape,
}

#[derive(Clone)]
struct Symbol {
    name: String,
    term: Term,
}

/// An uninterpreted function.
#[derive(Clone)]
struct Function {
    name: String,
    domain: Vec<Sort>,
    range: Sort,
}

/// See the module documentation. A clone means the same by the same terms.
#[derive(Clone)]
pub struct TermPool {
    nodes: Vec<Node>,
    table: HashTable<Term>,
    consts: IndexSet<BitVec, FxBuildHasher>,
    lambdas: IndexSet<Lambda, FxBuildHasher>,
    symbols: Vec<Symbol>,
    symbol_of: FxHashMap<String, SymbolId>,
    functions: Vec<Function>,
    function_of: FxHashMap<String, FunctionId>,
    fresh: u64,
    true_: Term,
    false_: Term,
    nests_arrays: bool,
    pub(crate) budget: Budget,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

fn hash_of(op: Op, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

impl TermPool {
    pub fn new() -> TermPool {
        let mut pool = TermPool {
            nodes: Vec::new(),
            table: HashTable::new(),
            consts: IndexSet::default(),
            lambdas: IndexSet::default(),
            symbols: Vec::new(),
            symbol_of: FxHashMap::default(),
            functions: Vec::new(),
            function_of: FxHashMap::default(),
            fresh: 0,
            true_: Term::from_index(0),
            false_: Term::from_index(1),
            nests_arrays: false,
            budget: Budget::default(),
        };
        pool.true_ = pool.intern(Op::True, Sort::Bool, &[]);
        pool.false_ = pool.intern(Op::False, Sort::Bool, &[]);
        pool
    }

    // ---- looking at terms ----

    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    pub fn args(&self, term: Term) -> &[Term] {
        &self.nodes[term.index()].args
    }

    /// The `i`-th argument.
    pub fn arg(&self, term: Term, i: usize) -> Term {
        self.nodes[term.index()].args[i]
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// What the rewriter remembers about the term.
    pub(crate) fn shape(&self, term: Term) -> Shape {
        self.nodes[term.index()].shape
    }

    /// The width of a bit-vector term.
    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// The number of terms made so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term whose [`Term::index`] is `index`; panics if there is none.
    pub fn nth(&self, index: usize) -> Term {
        assert!(
            index < self.nodes.len(),
            "no term {index} in a pool of {}",
            self.nodes.len()
        );
        Term::from_index(index)
    }

    /// Never: a pool starts with `true` and `false`.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there is an array of arrays, or a function from or to arrays.
    pub fn nests_arrays(&self) -> bool {
        self.nests_arrays
    }

    /// The value of a bit-vector constant.
    pub fn as_const(&self, term: Term) -> Option<&BitVec> {
        match self.op(term) {
            Op::BvConst(id) => Some(&self.consts[id.0 as usize]),
            _ => None,
        }
    }

    /// The unsigned value of a bit-vector constant that fits into 64 bits.
    pub fn as_u64(&self, term: Term) -> Option<u64> {
        self.as_const(term).and_then(BitVec::to_u64)
    }

    /// The constant and the rest of a sum with a constant.
    pub fn as_sum_with_constant(&self, term: Term) -> Option<(Term, Term)> {
        match (self.op(term), self.args(term)) {
            (Op::BvAdd, [a, b]) if self.is_value(*a) => Some((*a, *b)),
            (Op::BvAdd, [a, b]) if self.is_value(*b) => Some((*b, *a)),
            _ => None,
        }
    }

    /// The value of `true` and `false`.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    pub fn is_true(&self, term: Term) -> bool {
        term == self.true_
    }

    pub fn is_false(&self, term: Term) -> bool {
        term == self.false_
    }

    /// The value of a float constant.
    pub fn as_float(&self, term: Term) -> Option<Float> {
        match self.op(term) {
            Op::FpConst(format, id) => {
                Some(Float::from_bits(format, self.consts[id.0 as usize].clone()))
            }
            _ => None,
        }
    }

    /// The value of a rounding mode that is a constant.
    pub fn as_rounding_mode(&self, term: Term) -> Option<RoundingMode> {
        match self.op(term) {
            Op::RoundingMode(mode) => Some(mode),
            _ => None,
        }
    }

    /// Whether the term is `true`, `false`, or a constant of another sort that is not an array's.
    pub fn is_value(&self, term: Term) -> bool {
        self.op(term).is_leaf() && !matches!(self.op(term), Op::Symbol(_))
    }

    pub fn as_symbol(&self, term: Term) -> Option<SymbolId> {
        match self.op(term) {
            Op::Symbol(id) => Some(id),
            _ => None,
        }
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.symbols[symbol.index()].term
    }

    /// The symbol of that name, if there is one.
    pub fn find_symbol(&self, name: &str) -> Option<Term> {
        self.symbol_of.get(name).map(|id| self.symbol_term(*id))
    }

    /// The symbol that [`TermPool::symbol_of_sort`] gives, if it exists.
    pub fn find_symbol_of_sort(&self, name: &str, sort: Sort) -> Option<Term> {
        let symbol = self.find_symbol(name)?;
        if self.sort(symbol) == sort {
            return Some(symbol);
        }
        self.find_symbol_of_sort(&format!("{name}'"), sort)
    }

    pub fn function_name(&self, function: FunctionId) -> &str {
        &self.functions[function.index()].name
    }

    /// The sorts of the arguments and of the result.
    pub fn function_sorts(&self, function: FunctionId) -> (&[Sort], Sort) {
        let function = &self.functions[function.index()];
        (&function.domain, function.range)
    }

    pub(crate) fn lambda_of(&self, id: LambdaId) -> &Lambda {
        &self.lambdas[id.0 as usize]
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// The function of that name, if there is one.
    pub fn find_function(&self, name: &str) -> Option<FunctionId> {
        self.function_of.get(name).copied()
    }

    // ---- making terms ----

    /// The uninterpreted function `name`, with at least one argument; panics if it exists with other sorts.
    pub fn function(&mut self, name: &str, domain: &[Sort], range: Sort) -> FunctionId {
        assert!(!domain.is_empty(), "without arguments it is a symbol");
        if let Some(id) = self.find_function(name) {
            assert_eq!(
                self.function_sorts(id),
                (domain, range),
                "function {name} has two ranks"
            );
            return id;
        }
        let id =
            FunctionId(u32::try_from(self.functions.len()).expect("fewer than 2^32 functions"));
        self.nests_arrays |= domain.iter().chain([&range]).any(|sort| sort.is_array());
        self.functions.push(Function {
            name: name.to_string(),
            domain: domain.to_vec(),
            range,
        });
        self.function_of.insert(name.to_string(), id);
        id
    }

    /// A fresh function, named `prefix!n`.
    pub fn fresh_function(&mut self, prefix: &str, domain: &[Sort], range: Sort) -> FunctionId {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if self.find_function(&name).is_none() {
                return self.function(&name, domain, range);
            }
        }
    }

    /// The symbol `name`; panics if it exists with another sort.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(id) = self.symbol_of.get(name) {
            let term = self.symbol_term(*id);
            assert_eq!(self.sort(term), sort, "symbol {name} has two sorts");
            return term;
        }
        let id = SymbolId(u32::try_from(self.symbols.len()).expect("fewer than 2^32 symbols"));
        let term = self.intern(Op::Symbol(id), sort, &[]);
        self.symbols.push(Symbol {
            name: name.to_string(),
            term,
        });
        self.symbol_of.insert(name.to_string(), id);
        term
    }

    /// The symbol `name`, or if that exists with another sort, the symbol `name'`, and so on.
    pub fn symbol_of_sort(&mut self, name: &str, sort: Sort) -> Term {
        match self.find_symbol(name) {
            Some(symbol) if self.sort(symbol) != sort => {
                self.symbol_of_sort(&format!("{name}'"), sort)
            }
            _ => self.symbol(name, sort),
        }
    }

    /// A fresh symbol, named `prefix!n`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if !self.symbol_of.contains_key(&name) {
                return self.symbol(&name, sort);
            }
        }
    }

    /// A new symbol: `name` if there is no such symbol yet, or else one that [`TermPool::fresh`] gives.
    pub fn new_symbol(&mut self, name: &str, sort: Sort) -> Term {
        match self.symbol_of.contains_key(name) {
            false => self.symbol(name, sort),
            true => self.fresh(name, sort),
        }
    }

    /// The term `op(args)`, rewritten. Panics in debug builds if the sorts do not fit.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.sort_of(op, args);
        let sorted;
        let rounded;
        let args = match args {
            [a, b] if is_commutative(op) && b < a => {
                sorted = [*b, *a];
                &sorted[..]
            }
            [mode, a, b, rest @ ..] if is_commutative_but_mode(op) && b < a => {
                rounded = [&[*mode, *b, *a], rest].concat();
                &rounded
            }
            _ => args,
        };
        if let Some(term) = rewrite::rewrite(self, op, args) {
            debug_assert_eq!(self.sort(term), sort, "rewriting {op:?} changed the sort");
            return term;
        }
        self.intern(op, sort, args)
    }

    fn intern(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let hash = hash_of(op, args);
        let nodes = &self.nodes;
        let same = |t: &Term| {
            let node = &nodes[t.index()];
            node.op == op && node.args.as_slice() == args
        };
        if let Some(term) = self.table.find(hash, same) {
            return *term;
        }
        let term = Term::from_index(self.nodes.len());
        let shape = Shape::of(self, op, args);
        self.nests_arrays |= sort.nests_arrays();
        self.nodes.push(Node {
            op,
            sort,
            args: SmallVec::from_slice(args),
            shape,
        });
        let nodes = &self.nodes;
        self.table.insert_unique(hash, term, |t| {
            let node = &nodes[t.index()];
            hash_of(node.op, &node.args)
        });
        term
    }

    /// The sort of `op(args)`.
    fn sort_of(&self, op: Op, args: &[Term]) -> Sort {
        let sort = |i: usize| self.sort(args[i]);
        match op {
            Op::True | Op::False => Sort::Bool,
            Op::BvConst(_) | Op::Symbol(_) | Op::FpConst(..) | Op::RoundingMode(_) => {
                unreachable!("leaves are made by their own constructors")
            }
            Op::Not | Op::And | Op::Or => {
                debug_assert!(
                    args.iter().all(|a| self.sort(*a).is_bool()),
                    "{op:?} of non-Booleans"
                );
                Sort::Bool
            }
            Op::Eq => {
                debug_assert_eq!(sort(0), sort(1), "= of different sorts");
                Sort::Bool
            }
            Op::Ite => {
                debug_assert!(sort(0).is_bool(), "condition of ite");
                debug_assert_eq!(sort(1), sort(2), "arms of ite");
                sort(1)
            }
            Op::BvNot | Op::BvNeg => Sort::BitVec(sort(0).width()),
            Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr => {
                debug_assert_eq!(sort(0), sort(1), "operands of {op:?}");
                Sort::BitVec(sort(0).width())
            }
            Op::Concat => Sort::BitVec(sort(0).width() + sort(1).width()),
            Op::Extract(high, low) => {
                debug_assert!(
                    low <= high && high < sort(0).width(),
                    "{op:?} of {}",
                    sort(0)
                );
                Sort::BitVec(high - low + 1)
            }
            Op::ZeroExtend(n) | Op::SignExtend(n) => Sort::BitVec(sort(0).width() + n),
            Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvUaddo
            | Op::BvSaddo
            | Op::BvSsubo
            | Op::BvUmulo
            | Op::BvSmulo => {
                debug_assert!(
                    sort(0).is_bitvec() && sort(0) == sort(1),
                    "operands of {op:?}"
                );
                Sort::Bool
            }
            Op::Select => match sort(0) {
                Sort::Array(a) => {
                    debug_assert_eq!(a.index, sort(1), "index of select");
                    a.element
                }
                other => panic!("select from {other}"),
            },
            Op::Store => match sort(0) {
                Sort::Array(a) => {
                    debug_assert_eq!(a.index, sort(1), "index of store");
                    debug_assert_eq!(a.element, sort(2), "element of store");
                    sort(0)
                }
                other => panic!("store into {other}"),
            },
            Op::ConstArray(array) => {
                debug_assert_eq!(array.element, sort(0), "element of a constant array");
                Sort::Array(array)
            }
            Op::Lambda(id) => {
                let lambda = self.lambda_of(id);
                debug_assert!(
                    args.iter()
                        .map(|a| self.sort(*a))
                        .eq(lambda.parameters.iter().map(|p| self.sort(*p))),
                    "arguments of a lambda"
                );
                Sort::Array(lambda.sort)
            }
            Op::Apply(function) => {
                let (domain, range) = self.function_sorts(function);
                debug_assert!(
                    args.iter()
                        .map(|a| self.sort(*a))
                        .eq(domain.iter().copied()),
                    "arguments of {}",
                    self.function_name(function)
                );
                range
            }
            _ => self.sort_of_float(op, args),
        }
    }

    /// The sort of `op(args)` for the operators of floats.
    fn sort_of_float(&self, op: Op, args: &[Term]) -> Sort {
        let sort = |i: usize| self.sort(args[i]);
        // Whether the arguments from `first` on are `count` floats of one format.
        let floats = |first: usize, count: usize| {
            args.len() == first + count
                && sort(first).is_float()
                && args[first..].iter().all(|a| self.sort(*a) == sort(first))
        };
        let rounds = || sort(0) == Sort::RoundingMode;
        let (fits, result) = match op {
            Op::FpAbs | Op::FpNeg => (floats(0, 1), sort(0)),
            Op::FpRem | Op::FpFmod | Op::FpMin | Op::FpMax => (floats(0, 2), sort(0)),
            Op::FpAdd | Op::FpMul | Op::FpDiv => (rounds() && floats(1, 2), sort(1)),
            Op::FpFma => (rounds() && floats(1, 3), sort(1)),
            Op::FpSqrt | Op::FpRoundToIntegral => (rounds() && floats(1, 1), sort(1)),
            Op::FpEq | Op::FpLt | Op::FpLe => (floats(0, 2), Sort::Bool),
            Op::FpIs(_) => (floats(0, 1), Sort::Bool),
            Op::FpFromBits(format) => (sort(0).width() == format.width(), Sort::Float(format)),
            Op::FpToBits => (floats(0, 1), Sort::BitVec(sort(0).format().width())),
            Op::FpConvert(format) => (rounds() && floats(1, 1), Sort::Float(format)),
            Op::FpFromSigned(format) | Op::FpFromUnsigned(format) => {
                (rounds() && sort(1).is_bitvec(), Sort::Float(format))
            }
            Op::FpToSigned(width) | Op::FpToUnsigned(width) => {
                let result = Sort::BitVec(width);
                (rounds() && sort(1).is_float() && sort(2) == result, result)
            }
            op => unreachable!("{op:?} is not an operator on floats"),
        };
        debug_assert!(fits, "operands of {op:?}");
        result
    }

    /// The float constant `value`.
    pub fn fp(&mut self, value: Float) -> Term {
        let format = value.format();
        let (id, _) = self.consts.insert_full(value.bits().clone());
        let id = ConstId(u32::try_from(id).expect("fewer than 2^32 constants"));
        self.intern(Op::FpConst(format, id), Sort::Float(format), &[])
    }

    pub fn rounding_mode(&mut self, mode: RoundingMode) -> Term {
        self.intern(Op::RoundingMode(mode), Sort::RoundingMode, &[])
    }

    pub(crate) fn intern_lambda(&mut self, lambda: Lambda) -> LambdaId {
        let (id, _) = self.lambdas.insert_full(lambda);
        LambdaId(u32::try_from(id).expect("fewer than 2^32 lambdas"))
    }

    /// The bit-vector constant `value`.
    pub fn bv(&mut self, value: BitVec) -> Term {
        let sort = Sort::BitVec(value.width());
        let (id, _) = self.consts.insert_full(value);
        let id = ConstId(u32::try_from(id).expect("fewer than 2^32 constants"));
        self.intern(Op::BvConst(id), sort, &[])
    }

    /// The bit-vector constant `value` modulo `2^width`.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> Term {
        self.bv(BitVec::new(width, value))
    }

    /// The bit-vector constant `value` in two's complement.
    pub fn bv_i64(&mut self, width: u32, value: i64) -> Term {
        self.bv(BitVec::from_i64(width, value))
    }

    pub fn bool(&self, value: bool) -> Term {
        if value { self.true_ } else { self.false_ }
    }

    pub fn tt(&self) -> Term {
        self.true_
    }

    pub fn ff(&self) -> Term {
        self.false_
    }
}

/// Whether the order of the two arguments does not matter; the pool then keeps the smaller handle first.
pub fn is_commutative(op: Op) -> bool {
    matches!(
        op,
        Op::And
            | Op::Or
            | Op::Eq
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvUaddo
            | Op::BvSaddo
            | Op::BvUmulo
            | Op::BvSmulo
            | Op::FpEq
    )
}

/// Whether the order of the second and the third argument does not matter.
fn is_commutative_but_mode(op: Op) -> bool {
    matches!(op, Op::FpAdd | Op::FpMul | Op::FpFma)
}
