//! Arrays of arrays, and functions from or to arrays, by *names*.
//!
//! The array solver and congruence compare elements and arguments by their bits, which an array does not have. So an
//! array that is an element, an argument or a result is represented there by its name, a value of a sort that is
//! declared for the names of all arrays of its sort. An array of arrays becomes an array of names, a function of arrays
//! one of names, and a read or an application that gives an array gives a name, of an array that is a fresh symbol.
//! What ties both together is extensionality: for any two names that are terms of a query, `name = name' ⟺ array =
//! array'`. (Naming shared structure by constants is Ackermann's and Tseitin's idea; z3 and others let congruence
//! closure do this, which we do not have.)
//!
//! Soundness, of "unsat": a model of the query is one of the translation. Map the arrays that terms have as their values to
//! different names, and all others to one name more; arrays of arrays are mapped element by element. `select`, `store`,
//! `ite` and constant arrays commute with that, names of terms differ iff their arrays do, and two arrays of arrays that
//! differ do so at a *witness*, an index whose elements are terms as well, so they are not mapped to the same. There are
//! more names than terms, as for declared sorts in general ([`Sort::declared`]).
//!
//! Soundness, of "sat": map each name that is the value of a term to the value of its array, and others to any array. The
//! former is injective, by extensionality. The latter occur in arrays only where nothing reads, and equal arrays stay equal.
//! In debug builds the model is checked against the query as it was asked.
//!
//! The axioms are assumed for one call, over the terms that are active in it; as terms they are the same each time, so
//! nothing is encoded twice. There are as many as pairs of names.
//!
//! Not supported: arrays that are indexed by arrays, and lambdas over all this. A constant array at arrays as indices would
//! tell how many there are.

use crate::bitblast::Unsupported;
use crate::functions::FunctionModel;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::eval::{ArrayValue, FunctionValue};
use term::{BitVec, FunctionId, Op, Sort, Term, TermPool, Value};

/// See the module documentation.
#[derive(Default)]
pub(crate) struct Nested {
    /// What terms became. An array became an array of names, if need be.
    flat: FxHashMap<Term, Term>,
    /// The name of an array, by the original term.
    name_of: FxHashMap<Term, Term>,
    /// What a name is the name of, after translation.
    array_of: FxHashMap<Term, Term>,
    /// The names that symbols were made for.
    named_by: FxHashMap<Term, Term>,
    functions: FxHashMap<FunctionId, FunctionId>,
    /// The sort of the arrays that have names of a sort.
    named: FxHashMap<Sort, Sort>,
    /// What says that two arrays of names differ somewhere, by their equality.
    witnesses: FxHashMap<Term, Term>,
    /// The active assertions and assumptions, translated, the newest last.
    active: Vec<Term>,
    /// The names in the last call.
    names: BTreeMap<Sort, Vec<Term>>,
    /// The arrays that have these names in the last model, by sort.
    values: FxHashMap<(Sort, BitVec), Value>,
}

/// A number of active terms, to return to.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Nested {
    pub fn mark(&self) -> Mark {
        Mark(self.active.len())
    }

    /// Forgets what became active since the mark.
    pub fn release(&mut self, mark: Mark) {
        self.active.truncate(mark.0);
    }

    /// The translation of a term, which is active from now on.
    pub fn activate(&mut self, pool: &mut TermPool, term: Term) -> Result<Term, Unsupported> {
        let flat = self.flatten(pool, term)?;
        self.active.push(flat);
        Ok(flat)
    }

    fn flatten(&mut self, pool: &mut TermPool, term: Term) -> Result<Term, Unsupported> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.flat.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = pool.args(top).iter();
            stack.extend(args.filter(|a| !self.flat.contains_key(a)));
            if stack.len() == before {
                let new = self.rebuild(pool, top)?;
                self.flat.insert(top, new);
            }
        }
        Ok(self.flat[&term])
    }

    /// A term over what its arguments became.
    fn rebuild(&mut self, pool: &mut TermPool, term: Term) -> Result<Term, Unsupported> {
        let (op, sort) = (pool.op(term), pool.sort(term));
        if matches!(sort, Sort::Array(ends) if ends.index.is_array()) {
            return Err(Unsupported("arrays indexed by arrays".to_string()));
        }
        let args = pool.args(term).to_vec();
        let flat = match op {
            Op::Symbol(_) if sort.nests_arrays() => {
                let sort = self.flat_sort(sort);
                pool.fresh("\\flat", sort)
            }
            Op::Lambda(_) => {
                check_lambda(pool, term)?;
                let args: Vec<Term> = args.iter().map(|a| self.flat[a]).collect();
                pool.mk(op, &args)
            }
            Op::ConstArray(_) => {
                let element = self.value(pool, args[0]);
                let sort = self.flat_sort(sort);
                pool.const_array(sort, element)
            }
            Op::Select | Op::Store => {
                let mut new = vec![self.flat[&args[0]]];
                new.extend(args[1..].iter().map(|a| self.value(pool, *a)));
                pool.mk(op, &new)
            }
            Op::Apply(function) => {
                let args: Vec<Term> = args.iter().map(|a| self.value(pool, *a)).collect();
                let function = self.flat_function(pool, function);
                pool.apply(function, &args)
            }
            _ if args.is_empty() => term,
            _ => {
                let args: Vec<Term> = args.iter().map(|a| self.flat[a]).collect();
                pool.mk(op, &args)
            }
        };
        if sort.is_array() && matches!(op, Op::Select | Op::Apply(_)) {
            self.name_of.insert(term, flat);
            return Ok(self.array(pool, flat));
        }
        Ok(flat)
    }

    /// What represents a translated term as an element or an argument.
    fn value(&mut self, pool: &mut TermPool, term: Term) -> Term {
        let sort = pool.sort(term);
        if !sort.is_array() {
            return self.flat[&term];
        }
        if let Some(name) = self.name_of.get(&term) {
            return *name;
        }
        let name = pool.fresh("\\name", self.name_sort(sort));
        self.name_of.insert(term, name);
        self.array_of.insert(name, self.flat[&term]);
        name
    }

    /// The array of a name.
    fn array(&mut self, pool: &mut TermPool, name: Term) -> Term {
        if let Some(array) = self.array_of.get(&name) {
            return *array;
        }
        let sort = self.flat_sort(self.named[&pool.sort(name)]);
        let array = pool.fresh("\\array", sort);
        self.array_of.insert(name, array);
        self.named_by.insert(array, name);
        array
    }

    /// The sort of the names of arrays of a sort. No script can write this name.
    fn name_sort(&mut self, sort: Sort) -> Sort {
        let names = Sort::declared(&format!("\\{sort}"));
        self.named.insert(names, sort);
        names
    }

    /// The sort with names in place of arrays inside.
    fn flat_sort(&mut self, sort: Sort) -> Sort {
        match sort {
            Sort::Array(ends) if ends.element.is_array() => {
                Sort::array(ends.index, self.name_sort(ends.element))
            }
            _ => sort,
        }
    }

    fn flat_function(&mut self, pool: &mut TermPool, function: FunctionId) -> FunctionId {
        if let Some(flat) = self.functions.get(&function) {
            return *flat;
        }
        let (domain, range) = pool.function_sorts(function);
        let (domain, range) = (domain.to_vec(), range);
        if !domain.iter().chain([&range]).any(|sort| sort.is_array()) {
            return function;
        }
        let mut flat = |sort: Sort| match sort.is_array() {
            true => self.name_sort(sort),
            false => sort,
        };
        let (domain, range) = (
            domain.into_iter().map(&mut flat).collect::<Vec<_>>(),
            flat(range),
        );
        let new = pool.fresh_function("\\function", &domain, range);
        self.functions.insert(function, new);
        new
    }

    /// The axioms that tie the names in the active terms to their arrays.
    pub fn axioms(&mut self, pool: &mut TermPool) -> Vec<Term> {
        let mut axioms = Vec::new();
        let mut names: BTreeMap<Sort, Vec<Term>> = BTreeMap::new();
        let mut seen = FxHashSet::default();
        let mut stack = self.active.clone();
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            stack.extend(pool.args(top));
            stack.extend(self.named_by.get(&top));
            let before = axioms.len();
            if self.is_name(pool, top) {
                let array = self.array(pool, top);
                stack.push(array);
                let others = names.entry(pool.sort(top)).or_default();
                for other in others.iter() {
                    let same_name = pool.eq(top, *other);
                    let same_array = pool.eq(array, self.array_of[other]);
                    axioms.push(pool.eq(same_name, same_array));
                }
                others.push(top);
            }
            if self.compares_names(pool, top) {
                axioms.push(self.witness(pool, top));
            }
            // These have names of their own, of arrays that are less deep.
            stack.extend(&axioms[before..]);
        }
        self.names = names;
        axioms
    }

    /// A choice between names is one of them, unless something was read of the array that it names.
    fn is_name(&self, pool: &TermPool, term: Term) -> bool {
        self.named.contains_key(&pool.sort(term))
            && (pool.op(term) != Op::Ite || self.array_of.contains_key(&term))
    }

    /// Whether the term is an equality of arrays of names.
    fn compares_names(&self, pool: &TermPool, term: Term) -> bool {
        pool.op(term) == Op::Eq
            && matches!(pool.sort(pool.arg(term, 0)), Sort::Array(ends) if self.named.contains_key(&ends.element))
    }

    /// Arrays that are not equal differ at an index whose elements have names among the terms.
    fn witness(&mut self, pool: &mut TermPool, equality: Term) -> Term {
        if let Some(known) = self.witnesses.get(&equality) {
            return *known;
        }
        let (a, b) = (pool.arg(equality, 0), pool.arg(equality, 1));
        let Sort::Array(ends) = pool.sort(a) else {
            unreachable!("arrays are compared")
        };
        let index = pool.fresh("\\witness", ends.index);
        let (of_a, of_b) = (pool.select(a, index), pool.select(b, index));
        let differ = pool.ne(of_a, of_b);
        let witness = pool.or(equality, differ);
        self.witnesses.insert(equality, witness);
        witness
    }
}

/// Models.
impl Nested {
    /// The names in the last call and their arrays, with the sort of these; what is less deep comes first.
    pub fn named_arrays(&self) -> Vec<(Sort, Term, Term)> {
        let of_sort = |(names, terms): (&Sort, &Vec<Term>)| {
            let sort = self.named[names];
            let pair = |name: &Term| (sort, *name, self.array_of[name]);
            terms.iter().map(pair).collect::<Vec<_>>()
        };
        let mut all: Vec<(Sort, Term, Term)> = self.names.iter().flat_map(of_sort).collect();
        all.sort_by_key(|(sort, ..)| depth(*sort));
        all
    }

    /// Forgets the last model.
    pub fn begin_model(&mut self) {
        self.values.clear();
    }

    /// Says that in the model, the array of a name has this value; those of arrays in it are known.
    pub fn set(&mut self, sort: Sort, name: BitVec, value: Value) {
        let value = self.lift(sort, value);
        self.values.insert((sort, name), value);
    }

    /// The translation of a symbol, if that is another one.
    pub fn symbol(&self, symbol: Term) -> Option<Term> {
        self.flat.get(&symbol).copied().filter(|t| *t != symbol)
    }

    /// The value of a term of a sort, by that of its translation: arrays in place of names.
    pub fn lift(&self, sort: Sort, value: Value) -> Value {
        match (sort, value) {
            (Sort::Array(ends), Value::Array(array)) if ends.element.is_array() => {
                let of = |name: &Value| self.named(ends.element, &name.to_bits());
                let mut lifted = ArrayValue {
                    default: of(&array.default),
                    entries: BTreeMap::new(),
                };
                for (index, name) in &array.entries {
                    lifted.set(index.clone(), of(name));
                }
                Value::Array(Rc::new(lifted))
            }
            (_, value) => value,
        }
    }

    /// The array of a name; any, if no term has it.
    fn named(&self, sort: Sort, name: &BitVec) -> Value {
        let known = self.values.get(&(sort, name.clone()));
        known.cloned().unwrap_or_else(|| Value::zero(sort))
    }

    /// The value of a function that takes or gives arrays.
    pub fn function(
        &self,
        pool: &TermPool,
        model: &FunctionModel,
        function: FunctionId,
    ) -> Option<FunctionValue> {
        let flat = model.get(self.functions.get(&function)?)?;
        let (domain, range) = pool.function_sorts(function);
        let of = |sort: Sort, value: &Value| match sort.is_array() {
            true => self.named(sort, &value.to_bits()),
            false => value.clone(),
        };
        let mut lifted = FunctionValue::constant(of(range, &flat.default));
        for (args, result) in &flat.entries {
            let arg = |(bits, sort): (&BitVec, &Sort)| match sort.is_array() {
                true => self.named(*sort, bits),
                false => Value::from_bits(*sort, bits.clone()),
            };
            let args = args.iter().zip(domain).map(arg).collect();
            lifted.insert(args, domain, of(range, result));
        }
        Some(lifted)
    }
}

/// How deeply arrays are nested.
fn depth(sort: Sort) -> u32 {
    match sort {
        Sort::Array(ends) => 1 + depth(ends.element),
        _ => 0,
    }
}

/// What a lambda maps an index to becomes a term only later, and is not translated then.
fn check_lambda(pool: &TermPool, lambda: Term) -> Result<(), Unsupported> {
    let body = pool.as_lambda(lambda).expect("a lambda").body;
    let mut seen = FxHashSet::default();
    let mut stack = vec![lambda, body];
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        let of_arrays = match pool.op(top) {
            Op::Apply(function) => {
                let (domain, range) = pool.function_sorts(function);
                domain.iter().chain([&range]).any(|sort| sort.is_array())
            }
            _ => false,
        };
        if of_arrays || pool.sort(top).nests_arrays() {
            let what = "lambdas over nested arrays or over functions of arrays";
            return Err(Unsupported(what.to_string()));
        }
        // What is below the lambda itself was translated before.
        if top != lambda {
            stack.extend(pool.args(top));
            stack.extend(pool.as_lambda(top).map(|inner| inner.body));
        }
    }
    Ok(())
}
