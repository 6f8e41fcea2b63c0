//! What a program says about elements.

use super::access::{Access, accesses, key, replace, subterms, terms_of};
use encode::system::{Block, TransitionSystem};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermPool};

/// At most so many subterms of a predicate.
const MAX_PREDICATE: usize = 100;

/// Statements about single elements and about any, over state variables and rigid indices.
#[derive(Default)]
pub struct Predicates(pub IndexSet<Term>);

impl Predicates {
    pub fn new(pool: &mut TermPool, system: &TransitionSystem) -> Predicates {
        let mut predicates = Predicates::default();
        for block in &system.blocks {
            predicates.add_block(pool, system, block);
        }
        predicates
    }

    fn add_block(&mut self, pool: &mut TermPool, system: &TransitionSystem, block: &Block) {
        let terms = subterms(pool, &terms_of(block));
        let writes: Vec<Access> = accesses(pool, &terms)
            .into_iter()
            .filter(|a| a.written.is_some())
            .collect();
        let bare = without_writes(pool, &terms);
        let comparisons: Vec<Term> = (terms.iter().copied())
            .filter(|t| is_comparison(pool, *t))
            .map(|t| bare.get(&t).copied().unwrap_or(t))
            .collect();
        for comparison in &comparisons {
            self.generalise(pool, system, *comparison, None);
        }
        for check in &block.checks {
            let condition = bare.get(&check.condition).copied();
            let condition = condition.unwrap_or(check.condition);
            if let Some(statement) = about_elements(pool, condition) {
                self.generalise(pool, system, statement, None);
            }
        }
        for write in writes {
            let bare = |term: Term| bare.get(&term).copied().unwrap_or(term);
            let (array, index) = (bare(write.array), bare(write.index));
            let value = bare(write.written.expect("only writes were kept"));
            let element = pool.mk(Op::Select, &[array, index]);
            let equal = pool.eq(element, value);
            let place = Some(key(pool, system, &Access { array, ..write }));
            self.generalise(pool, system, equal, place);
            if pool.as_symbol(value).is_some() && system.variable_of(value).is_none() {
                for comparison in &comparisons {
                    if pool
                        .symbols_of(&[*comparison])
                        .contains(&pool.as_symbol(value).expect("a symbol"))
                    {
                        let of_element = replace(pool, *comparison, value, element);
                        self.generalise(pool, system, of_element, place);
                    }
                }
            }
        }
    }

    /// Those that are about families.
    pub fn of_families<'a>(
        &'a self,
        pool: &'a TermPool,
        system: &'a TransitionSystem,
    ) -> impl Iterator<Item = Term> + 'a {
        let all = self.0.iter().copied();
        all.filter(|p| is_of_family(pool, system, *p))
    }

    /// Makes a statement about certain elements, or about the one whose place depends on `index`, one about any.
    fn generalise(
        &mut self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        statement: Term,
        index: Option<Term>,
    ) {
        let parts = subterms(pool, &[statement]);
        if parts.len() > MAX_PREDICATE || pool.is_value(statement) {
            return;
        }
        let indices: Vec<Term> = match index {
            Some(index) => vec![index],
            None => {
                let all = accesses(pool, &parts);
                all.iter().map(|a| key(pool, system, a)).collect()
            }
        };
        if indices.is_empty() {
            return;
        }
        let known = |pool: &TermPool, statement: Term| {
            let mut symbols = pool.symbols_of(&[statement]).into_iter();
            symbols.all(|s| system.variable_of(pool.symbol_term(s)).is_some())
        };
        let mut general: Vec<Term> = Vec::new();
        for index in indices {
            let rigid = (system.rigid.iter()).find(|r| pool.width(**r) == pool.width(index));
            general.push(match rigid {
                Some(rigid) if !pool.is_value(index) => replace(pool, statement, index, *rigid),
                _ => continue,
            });
        }
        // Of the elements that it names: they may be the same ones all along.
        general.push(statement);
        for predicate in general {
            if !pool.is_value(predicate) && known(pool, predicate) {
                self.0.insert(predicate);
                let negation = pool.not(predicate);
                self.0.insert(negation);
            }
        }
    }
}

fn is_comparison(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Eq => {
            pool.sort(pool.arg(term, 0)) != Sort::Bool && !pool.sort(pool.arg(term, 0)).is_array()
        }
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::FpEq | Op::FpLt | Op::FpLe => true,
        _ => false,
    }
}

/// The part of a conjunction that is about elements.
fn about_elements(pool: &mut TermPool, condition: Term) -> Option<Term> {
    let mut parts = Vec::new();
    let mut stack = vec![condition];
    while let Some(term) = stack.pop() {
        if pool.op(term) == Op::And {
            stack.extend(pool.args(term));
        } else if !accesses(pool, &[term]).is_empty() {
            parts.push(term);
        }
    }
    (parts.len() > 1).then(|| pool.and_all(parts))
}

/// The terms that contain writes to arrays, without them.
fn without_writes(pool: &mut TermPool, terms: &[Term]) -> FxHashMap<Term, Term> {
    let mut bare = FxHashMap::default();
    // Arguments come later in `terms`.
    for term in terms.iter().rev() {
        if pool.op(*term) == Op::Store {
            let array = pool.arg(*term, 0);
            let array = pool.substitute(array, &mut |_, _| None, &mut bare);
            bare.insert(*term, array);
        }
    }
    let comparisons: Vec<Term> = terms.to_vec();
    for term in comparisons {
        pool.substitute(term, &mut |_, _| None, &mut bare);
    }
    bare
}

/// Whether a statement is about members of families.
pub fn is_of_family(pool: &TermPool, system: &TransitionSystem, statement: Term) -> bool {
    let mut all = accesses(pool, &[statement]).into_iter();
    all.any(|access| system.family_of(pool, access.array).is_some())
}
