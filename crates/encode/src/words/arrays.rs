//! Arrays with few elements, element by element.
//!
//! An index of `n` bits reaches `2^n` elements, each of which becomes a term: those of a symbol are symbols, a write is a
//! choice for each of them, and a read is a choice among them. This is exact, so nothing has to be said of indices beyond
//! the object: whether there can be any is for the checks.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermPool};

/// The most bits of an index, and of all elements of an array together.
const INDEX: u32 = 10;
const BITS: u64 = 8_192;

/// See the module documentation.
#[derive(Default)]
pub(crate) struct Expander {
    /// What was made of a term: one term, or the elements of an array.
    known: FxHashMap<Term, Vec<Term>>,
    symbols: FxHashMap<Term, Vec<Term>>,
    /// Whether elements get symbols that nothing else has. A program is encoded several times, and its elements keep theirs.
    is_new: bool,
    /// Whether arrays stay as they are.
    keeps: bool,
}

impl Expander {
    /// One whose elements are symbols that nothing else has.
    pub fn with_new_symbols() -> Expander {
        Expander {
            is_new: true,
            ..Expander::default()
        }
    }

    /// One that leaves arrays as they are.
    pub fn keeping_arrays() -> Expander {
        Expander {
            keeps: true,
            ..Expander::default()
        }
    }

    /// A term that is no array, without arrays in it.
    pub fn term(&mut self, pool: &mut TermPool, term: Term) -> Result<Term, String> {
        Ok(self.parts(pool, term)?[0])
    }

    /// The elements of an array, or the term itself, without arrays in it.
    pub fn parts(&mut self, pool: &mut TermPool, term: Term) -> Result<Vec<Term>, String> {
        if self.keeps {
            return Ok(vec![term]);
        }
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = pool.args(top).iter();
            stack.extend(args.filter(|arg| !self.known.contains_key(*arg)));
            if stack.len() > before {
                continue;
            }
            let parts = self.make(pool, top)?;
            self.known.insert(top, parts);
            stack.pop();
        }
        Ok(self.known[&term].clone())
    }

    fn make(&mut self, pool: &mut TermPool, term: Term) -> Result<Vec<Term>, String> {
        let (op, sort) = (pool.op(term), pool.sort(term));
        let args = pool.args(term).to_vec();
        let part = |this: &Expander, i: usize| this.known[&args[i]].clone();
        if let Sort::Array(_) = sort {
            let indices = indices(pool, sort)?;
            return match op {
                Op::Symbol(_) => {
                    let elements = self.elements(pool, term, &indices);
                    Ok(elements)
                }
                Op::Store => {
                    let (array, index, value) = (part(self, 0), part(self, 1)[0], part(self, 2)[0]);
                    let elements = array.into_iter().zip(&indices).map(|(element, at)| {
                        let here = pool.eq(index, *at);
                        pool.ite(here, value, element)
                    });
                    Ok(elements.collect())
                }
                Op::ConstArray(_) => Ok(vec![part(self, 0)[0]; indices.len()]),
                Op::Ite => {
                    let (condition, then, otherwise) =
                        (part(self, 0)[0], part(self, 1), part(self, 2));
                    let both = then.into_iter().zip(otherwise);
                    Ok(both.map(|(t, e)| pool.ite(condition, t, e)).collect())
                }
                _ => Err("an array that is made by a function of its index".to_string()),
            };
        }
        let of_arrays = args.first().map(|arg| pool.sort(*arg));
        let of_arrays = of_arrays.filter(|sort| matches!(sort, Sort::Array(_)));
        Ok(vec![match (op, of_arrays) {
            (Op::Select, Some(sort)) => {
                let indices = indices(pool, sort)?;
                let index = part(self, 1)[0];
                select(pool, index, &indices, &part(self, 0))
            }
            (Op::Eq, Some(_)) => {
                let pairs = part(self, 0).into_iter().zip(part(self, 1));
                let all: Vec<Term> = pairs.map(|(a, b)| pool.eq(a, b)).collect();
                pool.and_all(all)
            }
            (Op::Apply(_), _) => return Err("a function that is not interpreted".to_string()),
            _ if args.is_empty() => term,
            _ => {
                let args: Vec<Term> = args.iter().map(|arg| self.known[arg][0]).collect();
                pool.mk(op, &args)
            }
        }])
    }

    /// A symbol for an element. A system may have a variable by that name, which it is not.
    fn element(&self, pool: &mut TermPool, name: &str, sort: Sort) -> Term {
        match self.is_new {
            true => pool.new_symbol(name, sort),
            false => pool.symbol_of_sort(name, sort),
        }
    }

    /// The symbols of a symbol's elements.
    fn elements(&mut self, pool: &mut TermPool, array: Term, indices: &[Term]) -> Vec<Term> {
        let Sort::Array(ends) = pool.sort(array) else {
            unreachable!("it is an array");
        };
        let symbol = pool.as_symbol(array).expect("it is a symbol");
        let name = pool.symbol_name(symbol).to_string();
        let elements: Vec<Term> = (0..indices.len())
            .map(|i| self.element(pool, &format!("{name}[{i}]"), ends.element))
            .collect();
        self.symbols.insert(array, elements.clone());
        elements
    }

    /// A part of a symbol, as the system says it.
    pub fn original(&self, pool: &mut TermPool, symbol: Term, i: usize) -> Term {
        match pool.sort(symbol) {
            Sort::Array(ends) if !self.keeps => {
                let Sort::BitVec(width) = ends.index else {
                    unreachable!("it was expanded");
                };
                let index = pool.bv_u64(width, i as u64);
                pool.select(symbol, index)
            }
            _ => symbol,
        }
    }

    /// The elements of all arrays that are symbols.
    pub fn into_elements(self) -> FxHashMap<Term, Vec<Term>> {
        self.symbols
    }
}

/// All values of an array's index.
fn indices(pool: &mut TermPool, sort: Sort) -> Result<Vec<Term>, String> {
    let Sort::Array(ends) = sort else {
        unreachable!("it is an array");
    };
    let bits = match (ends.index, ends.element) {
        (Sort::BitVec(index), Sort::BitVec(bits)) if index <= INDEX => (index, u64::from(bits)),
        (Sort::BitVec(index), Sort::Float(format)) if index <= INDEX => {
            (index, u64::from(format.width()))
        }
        _ => return Err(format!("an array as large as {sort}")),
    };
    let (index, element) = bits;
    if element << index > BITS {
        return Err(format!("an array as large as {sort}"));
    }
    Ok((0..1 << index).map(|i| pool.bv_u64(index, i)).collect())
}

/// The element at an index: halves are chosen by its bits, the highest first.
fn select(pool: &mut TermPool, index: Term, indices: &[Term], elements: &[Term]) -> Term {
    if let Some(at) = pool.as_u64(index) {
        return elements[usize::try_from(at).expect("an index of few bits")];
    }
    let mut level = elements.to_vec();
    debug_assert_eq!(indices.len(), elements.len());
    let mut bit = 0;
    while level.len() > 1 {
        let is_one = pool.extract(index, bit, bit);
        let is_one = pool.bv_to_bool(is_one);
        level = level
            .chunks(2)
            .map(|pair| pool.ite(is_one, pair[1], pair[0]))
            .collect();
        bit += 1;
    }
    level[0]
}
