//! Terms as SMT-LIB text over the names of a function's variables.
//!
//! Reading is [`smtlib::parse_term`]. Writing is our own, since [`smtlib`] writes the symbols' names in the pool, which
//! carry the function, and the arguments of commutative operators in the order of their handles, which depends on what
//! else the pool has seen.

use super::lex::{Lexer, ParseError, quote_symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Op, SymbolId, Term, TermPool, smtlib};

/// Above this number of nodes (as a tree) a term is printed with `let`, so that shared subterms are written only once.
const LET_ABOVE: u64 = 2000;

/// Prints terms, naming symbols by `name`.
pub(super) struct TermPrinter<'a> {
    pool: &'a TermPool,
    name: &'a dyn Fn(SymbolId) -> String,
    /// The text of each subterm printed so far.
    text: FxHashMap<Term, Rc<str>>,
}

impl<'a> TermPrinter<'a> {
    pub fn new(pool: &'a TermPool, name: &'a dyn Fn(SymbolId) -> String) -> Self {
        TermPrinter {
            pool,
            name,
            text: FxHashMap::default(),
        }
    }

    pub fn print(&mut self, term: Term) -> String {
        let order = postorder(self.pool, term);
        if tree_size(self.pool, &order) > LET_ABOVE {
            return self.print_shared(term, &order);
        }
        for t in &order {
            if !self.text.contains_key(t) {
                let text = self.node(*t, &self.text, true);
                self.text.insert(*t, text.into());
            }
        }
        self.text[&term].to_string()
    }

    /// Binds every inner node that occurs more than once by a `let` of its own.
    fn print_shared(&self, term: Term, order: &[Term]) -> String {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for t in order {
            for a in self.pool.args(*t) {
                *uses.entry(*a).or_default() += 1;
            }
        }
        let mut text: FxHashMap<Term, Rc<str>> = FxHashMap::default();
        let mut bindings = String::new();
        let mut count = 0;
        for t in order {
            let mut this = self.node(*t, &text, false);
            if *t != term && uses[t] > 1 && !self.pool.op(*t).is_leaf() {
                let name = format!("t${count}");
                bindings += &format!("(let (({name} {this})) ");
                count += 1;
                this = name;
            }
            text.insert(*t, this.into());
        }
        bindings + &text[&term] + &")".repeat(count)
    }

    /// The text of a node whose arguments have theirs.
    fn node(&self, term: Term, text: &FxHashMap<Term, Rc<str>>, sorted: bool) -> String {
        let pool = self.pool;
        let op = pool.op(term);
        let head = match op {
            Op::Symbol(symbol) => return quote_symbol(&(self.name)(symbol)),
            op if op.is_leaf() => return smtlib::head(pool, term),
            _ => smtlib::head(pool, term),
        };
        let mut args = pool.args(term).to_vec();
        if sorted && term::is_commutative(op) {
            args.sort_by_key(|a| (pool.is_value(*a), text[a].clone()));
        }
        let mut result = format!("({head}");
        for a in args {
            result.push(' ');
            result += &text[&a];
        }
        result + ")"
    }
}

/// All subterms, arguments first, each once.
fn postorder(pool: &TermPool, term: Term) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(term, false)];
    while let Some((t, done)) = stack.pop() {
        if done {
            order.push(t);
        } else if seen.insert(t) {
            stack.push((t, true));
            stack.extend(pool.args(t).iter().rev().map(|a| (*a, false)));
        }
    }
    order
}

fn tree_size(pool: &TermPool, order: &[Term]) -> u64 {
    let mut size: FxHashMap<Term, u64> = FxHashMap::default();
    let mut last = 0;
    for t in order {
        last = pool
            .args(*t)
            .iter()
            .fold(1u64, |sum, a| sum.saturating_add(size[a]));
        size.insert(*t, last);
    }
    last
}

/// Reads a term; `scope` gives the variables by name.
pub(super) fn parse_term(
    lexer: &mut Lexer<'_>,
    pool: &mut TermPool,
    scope: &FxHashMap<String, Term>,
) -> Result<Term, ParseError> {
    let (text, (line, column)) = lexer.term_text()?;
    let mut resolve = |name: &str| scope.get(name).copied();
    smtlib::parse_term(pool, text, &mut resolve).map_err(|error| {
        // Its place is relative to the term's.
        let at = error.position;
        let position = match at.line {
            1 => (line, column + at.column - 1),
            _ => (line + at.line - 1, at.column),
        };
        ParseError::at(position, error.kind.to_string())
    })
}
