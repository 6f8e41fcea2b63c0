//! Lambdas: arrays given by what they map an index to.
//!
//! `memset`, `memcpy` and `memmove` of any length are one array each: `λk. k - to < length ? source[k - to + from] : old[k]`.
//! After S. Falke, F. Merz, C. Sinz, "Extending the theory of arrays: memset, memcpy, and beyond" (VSTTE 2013), and M. Preiner,
//! A. Niemetz, A. Biere, "Lemmas on demand for lambdas" (DIFTS 2013).
//!
//! A term has no binder in it. [`TermPool::lambda`] *lifts* the lambda (T. Johnsson, "Lambda lifting", FPCA 1985): its largest
//! subterms that do not depend on the index become arguments, and what is left, over canonical symbols for the index and
//! for the arguments, is a [`Lambda`] of the pool's table, named by [`Op::Lambda`]. So the arguments of a term are closed
//! terms as everywhere else, substitution and traversals need not know of lambdas, and lambdas that differ in the name of
//! the index only are one term.
//!
//! [`TermPool::beta`] is what such an array maps an index to. A `select` is replaced by it at construction where that is
//! cheap (`rewrite/array.rs`); otherwise it stays for the solver, which does so where an assignment needs it.
//! [`TermPool::without_lambdas`] replaces all of them, for solvers that do not know them.

use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::{ArraySort, Sort};
use rustc_hash::{FxHashMap, FxHashSet};

/// A lambda of the pool's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LambdaId(pub(crate) u32);

/// What a lambda maps an index to, over canonical symbols.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lambda {
    pub(crate) sort: &'static ArraySort,
    /// The symbol that represents the index.
    pub index: Term,
    /// The symbols that represent the arguments.
    pub parameters: Vec<Term>,
    pub body: Term,
}

/// Index sorts of at most this many bits are small enough to look at each index.
pub const MAX_LISTED_BITS: u32 = 8;

impl TermPool {
    /// The array that maps each value of the symbol `index` to the value of `body`.
    ///
    /// `index` must be younger than the parts of `body` that depend on it, as a fresh symbol is.
    pub fn lambda(&mut self, index: Term, body: Term) -> Term {
        assert!(self.as_symbol(index).is_some(), "the index is a symbol");
        let sort = Sort::array(self.sort(index), self.sort(body));
        let Sort::Array(ends) = sort else {
            unreachable!("just made")
        };
        let dependent = self.dependent(index, body);
        // match:  λk. v        | λk. select(a, k)   where k occurs neither in v nor in a
        // result: const(v)     | a
        if !dependent.contains(&body) {
            return self.const_array(sort, body);
        }
        if let Some((array, at)) = self.pair(body, Op::Select)
            && at == index
            && !dependent.contains(&array)
        {
            return array;
        }
        let bound = self.symbol(&format!("\\index {}", ends.index), ends.index);
        let (body, arguments, parameters) = self.lift(index, bound, body, &dependent);
        let lambda = Lambda {
            sort: ends,
            index: bound,
            parameters,
            body,
        };
        let id = self.intern_lambda(lambda);
        self.mk(Op::Lambda(id), &arguments)
    }

    /// The terms in `body` in which `index` occurs. Older terms do not contain it.
    fn dependent(&self, index: Term, body: Term) -> FxHashSet<Term> {
        let mut young: Vec<Term> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![body];
        while let Some(term) = stack.pop() {
            if term >= index && seen.insert(term) {
                young.push(term);
                stack.extend(self.args(term));
            }
        }
        // Arguments come before their terms.
        young.sort_unstable();
        let mut dependent = FxHashSet::default();
        for term in young {
            if term == index || self.args(term).iter().any(|a| dependent.contains(a)) {
                dependent.insert(term);
            }
        }
        dependent
    }

    /// `body` over canonical symbols, the terms that the parameters represent, and the parameters.
    fn lift(
        &mut self,
        index: Term,
        bound: Term,
        body: Term,
        dependent: &FxHashSet<Term>,
    ) -> (Term, Vec<Term>, Vec<Term>) {
        let mut lifted: FxHashMap<Term, Term> = FxHashMap::default();
        lifted.insert(index, bound);
        let mut arguments = Vec::new();
        let mut parameters = Vec::new();
        let mut stack = vec![body];
        while let Some(&top) = stack.last() {
            if lifted.contains_key(&top) {
                stack.pop();
                continue;
            }
            if !dependent.contains(&top) {
                let sort = self.sort(top);
                let name = format!("\\{} {sort}", arguments.len());
                let parameter = self.symbol(&name, sort);
                arguments.push(top);
                parameters.push(parameter);
                lifted.insert(top, parameter);
                continue;
            }
            let before = stack.len();
            let args = self.args(top).iter().rev();
            stack.extend(args.filter(|a| !lifted.contains_key(a)));
            if stack.len() == before {
                let args: Vec<Term> = self.args(top).iter().map(|a| lifted[a]).collect();
                let new = self.mk(self.op(top), &args);
                lifted.insert(top, new);
            }
        }
        (lifted[&body], arguments, parameters)
    }

    /// The lambda of a term, if it is the root.
    pub fn as_lambda(&self, term: Term) -> Option<&Lambda> {
        match self.op(term) {
            Op::Lambda(id) => Some(self.lambda_of(id)),
            _ => None,
        }
    }

    /// What the array of a lambda maps `index` to.
    pub fn beta(&mut self, lambda: Term, index: Term) -> Term {
        self.reduce(lambda, index, usize::MAX)
            .expect("there are fewer reads than that")
    }

    /// As [`TermPool::beta`], unless the result has more than one read in it.
    pub(crate) fn beta_if_cheap(&mut self, lambda: Term, index: Term) -> Option<Term> {
        self.reduce(lambda, index, 1)
    }

    /// If the condition of an `ite` folds, only the chosen arm is made.
    fn reduce(&mut self, lambda: Term, index: Term, max_reads: usize) -> Option<Term> {
        let Lambda {
            index: bound,
            parameters,
            body,
            ..
        } = self.as_lambda(lambda).expect("a lambda").clone();
        let mut made: FxHashMap<Term, Term> = parameters
            .into_iter()
            .zip(self.args(lambda).iter().copied())
            .collect();
        made.insert(bound, index);
        let mut reads = 0;
        let mut stack = vec![body];
        while let Some(&top) = stack.last() {
            if made.contains_key(&top) {
                stack.pop();
                continue;
            }
            let wanted = self.wanted(top, &made);
            let before = stack.len();
            stack.extend(wanted.iter().rev().filter(|a| !made.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let new = match (self.op(top), wanted.as_slice()) {
                (Op::Ite, [_, arm]) => made[arm],
                (op, args) => {
                    reads += usize::from(op == Op::Select);
                    if reads > max_reads {
                        return None;
                    }
                    let args: Vec<Term> = args.iter().map(|a| made[a]).collect();
                    self.mk(op, &args)
                }
            };
            made.insert(top, new);
        }
        Some(made[&body])
    }

    /// The arguments of a term of a body that are needed next: of an `ite` the condition, then what it chooses.
    fn wanted(&self, term: Term, made: &FxHashMap<Term, Term>) -> Vec<Term> {
        let args = self.args(term);
        if self.op(term) != Op::Ite {
            return args.to_vec();
        }
        match made.get(&args[0]).map(|c| self.as_bool(*c)) {
            None => vec![args[0]],
            Some(Some(true)) => vec![args[0], args[1]],
            Some(Some(false)) => vec![args[0], args[2]],
            Some(None) => args.to_vec(),
        }
    }

    /// Whether the array may be that of a lambda with stores on top: whether a lambda is reached through stores and
    /// choices.
    pub fn has_lambda(&self, array: Term) -> bool {
        self.shape(array).lambda
    }
}

/// What has a value.
impl TermPool {
    /// Whether the term has a value that can be written down: it is not, nor does it compare or keep, an array that a lambda
    /// makes of more elements than can be listed, and no array in it is indexed by arrays.
    pub fn is_finite(&self, term: Term) -> bool {
        if self.is_endless(term) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            if matches!(self.sort(top), Sort::Array(ends) if ends.index.is_array()) {
                return false;
            }
            // What passes an array on, and reads it, needs no value of it.
            let (passed, used) = match (self.op(top), self.args(top)) {
                (Op::Select | Op::Store, [array, rest @ ..]) => (&[*array][..], rest),
                (Op::Ite | Op::Lambda(_), all) => (all, &[][..]),
                (_, all) => (&[][..], all),
            };
            if used.iter().any(|a| self.is_endless(*a)) {
                return false;
            }
            stack.extend(passed.iter().chain(used));
            // In a body, a parameter may be any array.
            stack.extend(self.as_lambda(top).map(|lambda| lambda.body));
        }
        true
    }

    fn is_endless(&self, term: Term) -> bool {
        let Sort::Array(sort) = self.sort(term) else {
            return false;
        };
        let listed = sort
            .index
            .index_bits()
            .is_some_and(|b| b <= MAX_LISTED_BITS);
        !listed && self.has_lambda(term)
    }
}

/// Doing without.
impl TermPool {
    /// The term with no `select` that meets a lambda: each is what the lambda maps the index to.
    ///
    /// An equality of such arrays is left as it is if there are too many indices to look at each.
    pub fn without_lambdas(&mut self, term: Term, cache: &mut FxHashMap<Term, Term>) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if cache.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let waits = |t: &Term| !cache.contains_key(t);
            if let Some(next) = self.step_towards_lambda(top) {
                stack.extend(Some(next).filter(waits));
                if let Some(done) = cache.get(&next) {
                    cache.insert(top, *done);
                }
                continue;
            }
            // The terms below an array that has a lambda are visited when the array is read.
            let args: Vec<Term> = match self.sort(top).is_array() && self.has_lambda(top) {
                true => Vec::new(),
                false => self.args(top).to_vec(),
            };
            stack.extend(args.iter().filter(|a| waits(a)));
            if stack.len() > before {
                continue;
            }
            let new: Vec<Term> = args.iter().map(|a| cache[a]).collect();
            let new = match new == args {
                true => top,
                false => self.mk(self.op(top), &new),
            };
            cache.insert(top, new);
        }
        cache[&term]
    }

    /// What a read of an array that has a lambda is, one step further down.
    fn step_towards_lambda(&mut self, term: Term) -> Option<Term> {
        let (array, index) = self.pair(term, Op::Select)?;
        if !self.has_lambda(array) {
            return None;
        }
        let args = self.args(array).to_vec();
        Some(match self.op(array) {
            Op::Lambda(_) => self.beta(array, index),
            Op::Store => {
                let here = self.eq(args[1], index);
                let below = self.select(args[0], index);
                self.ite(here, args[2], below)
            }
            Op::Ite => {
                let (then, otherwise) = (self.select(args[1], index), self.select(args[2], index));
                self.ite(args[0], then, otherwise)
            }
            op => unreachable!("{op:?} does not lead to a lambda"),
        })
    }
}
