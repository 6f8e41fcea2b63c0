//! Terms as text.
//!
//! Three forms: [`TermPool::display`] is plain and nested, and repeats what is shared; [`write_term`] is one term that
//! binds what is shared by `let`; [`ScriptWriter`] defines it by `define-fun`, so that later commands can refer to it.
//! The last two have a size linear in the number of subterms, and bounded nesting where solvers would recurse.

use super::name::{SHARED, quote};
use crate::op::Op;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::io;

/// Subterms are named when they nest deeper than this, for the sake of parsers that recurse.
const MAX_NESTING: u32 = 64;

impl TermPool {
    /// The term as plain SMT-LIB text, for small terms: what is shared is written out each time.
    pub fn display(&self, term: Term) -> TermDisplay<'_> {
        TermDisplay { pool: self, term }
    }
}

/// See [`TermPool::display`].
#[derive(Clone, Copy)]
pub struct TermDisplay<'a> {
    pool: &'a TermPool,
    term: Term,
}

impl fmt::Display for TermDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        nested(
            self.pool,
            self.term,
            &FxHashMap::default(),
            Dialect::Standard,
            f,
        )
    }
}

impl fmt::Debug for TermDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How to write what not every solver knows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// SMT-LIB 2.7, which has overflow predicates.
    Standard,
    /// Overflow predicates are functions that the script defines.
    Portable,
}

/// Writes the term with the subterms in `names` by their names (the root excepted).
fn nested(
    pool: &TermPool,
    root: Term,
    names: &FxHashMap<Term, String>,
    dialect: Dialect,
    w: &mut dyn fmt::Write,
) -> fmt::Result {
    enum Step {
        Term(Term),
        Close,
    }
    let mut todo = vec![Step::Term(root)];
    let mut first = true;
    while let Some(step) = todo.pop() {
        let Step::Term(term) = step else {
            w.write_char(')')?;
            continue;
        };
        if !first {
            w.write_char(' ')?;
        }
        match names.get(&term).filter(|_| !first) {
            Some(name) => w.write_str(name)?,
            None if pool.op(term).is_leaf() => leaf(pool, term, w)?,
            None => {
                w.write_char('(')?;
                function(pool, term, dialect, w)?;
                todo.push(Step::Close);
                todo.extend(pool.args(term).iter().rev().map(|a| Step::Term(*a)));
            }
        }
        first = false;
    }
    Ok(())
}

fn leaf(pool: &TermPool, term: Term, w: &mut dyn fmt::Write) -> fmt::Result {
    match pool.op(term) {
        Op::BvConst(_) => write!(w, "{}", pool.as_const(term).expect("a constant")),
        Op::Symbol(symbol) => w.write_str(&quote(pool.symbol_name(symbol))),
        op => w.write_str(op.name()),
    }
}

/// What stands after the open parenthesis.
fn function(pool: &TermPool, term: Term, dialect: Dialect, w: &mut dyn fmt::Write) -> fmt::Result {
    let op = pool.op(term);
    match op {
        Op::Extract(high, low) => write!(w, "(_ extract {high} {low})"),
        Op::ZeroExtend(n) | Op::SignExtend(n) => write!(w, "(_ {} {n})", op.name()),
        Op::ConstArray(_) => write!(w, "(as const {})", pool.sort(term)),
        op if dialect == Dialect::Portable && is_overflow(op) => {
            w.write_str(&overflow_name(op, pool.width(pool.arg(term, 0))))
        }
        op => w.write_str(op.name()),
    }
}

fn is_overflow(op: Op) -> bool {
    matches!(
        op,
        Op::BvUaddo | Op::BvSaddo | Op::BvSsubo | Op::BvUmulo | Op::BvSmulo
    )
}

fn overflow_name(op: Op, width: u32) -> String {
    format!("{}${width}", op.name())
}

/// The definition of an overflow predicate by operators that every solver has.
fn overflow_definition(op: Op, width: u32) -> String {
    let (w, top, double) = (width, width - 1, 2 * width - 1);
    let carry = |extend: &str, function: &str| {
        format!("({function} ((_ {extend} 1) a) ((_ {extend} 1) b))")
    };
    let body = match op {
        Op::BvUaddo => format!(
            "(= ((_ extract {w} {w}) {}) #b1)",
            carry("zero_extend", "bvadd")
        ),
        Op::BvSaddo | Op::BvSsubo => {
            let sum = carry(
                "sign_extend",
                if op == Op::BvSaddo { "bvadd" } else { "bvsub" },
            );
            format!(
                "(let ((s {sum})) (not (= ((_ extract {w} {w}) s) ((_ extract {top} {top}) s))))"
            )
        }
        Op::BvUmulo => format!(
            "(not (= ((_ extract {double} {w}) (bvmul ((_ zero_extend {w}) a) ((_ zero_extend {w}) b))) (_ bv0 {w})))"
        ),
        _ => format!(
            "(let ((p (bvmul ((_ sign_extend {w}) a) ((_ sign_extend {w}) b)))) \
             (not (= p ((_ sign_extend {w}) ((_ extract {top} 0) p)))))"
        ),
    };
    let sort = Sort::BitVec(width);
    format!(
        "(define-fun {} ((a {sort}) (b {sort})) Bool {body})",
        overflow_name(op, width)
    )
}

/// The subterms that get a name: those with two parents or more and those that nest too deep; arguments come first.
/// What `known` holds is a leaf.
fn to_be_named(pool: &TermPool, roots: &[Term], known: &FxHashMap<Term, String>) -> Vec<Term> {
    // Handles are a topological order, so sorting is all it takes.
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut order: Vec<Term> = Vec::new();
    let mut parents: FxHashMap<Term, u32> = FxHashMap::default();
    let mut stack: Vec<Term> = roots.to_vec();
    for root in roots {
        *parents.entry(*root).or_default() += 1;
    }
    while let Some(term) = stack.pop() {
        if pool.op(term).is_leaf() || known.contains_key(&term) || !seen.insert(term) {
            continue;
        }
        order.push(term);
        for arg in pool.args(term) {
            *parents.entry(*arg).or_default() += 1;
            stack.push(*arg);
        }
    }
    order.sort();
    let mut depth: FxHashMap<Term, u32> = FxHashMap::default();
    let mut named = Vec::new();
    for term in order {
        let below = pool
            .args(term)
            .iter()
            .filter_map(|a| depth.get(a))
            .max()
            .copied()
            .unwrap_or(0);
        if parents[&term] > 1 || below + 1 >= MAX_NESTING {
            named.push(term);
        } else {
            depth.insert(term, below + 1);
        }
    }
    named
}

/// Writes one term, binding by `let` what is shared.
pub fn write_term(pool: &TermPool, term: Term, w: &mut dyn fmt::Write) -> fmt::Result {
    let mut names = FxHashMap::default();
    let named = to_be_named(pool, &[term], &names);
    let bindings = named.iter().filter(|t| **t != term);
    let mut open = 0;
    for (i, subterm) in bindings.enumerate() {
        write!(w, "(let (({SHARED}{i} ")?;
        nested(pool, *subterm, &names, Dialect::Standard, w)?;
        write!(w, ")) ")?;
        names.insert(*subterm, format!("{SHARED}{i}"));
        open += 1;
    }
    nested(pool, term, &names, Dialect::Standard, w)?;
    (0..open).try_for_each(|_| w.write_char(')'))
}

/// Writes terms for a solver, a few at a time: each call first declares and defines what is new.
///
/// Definitions must outlive the solver's `pop`: scripts that use `push` set `:global-declarations`.
#[derive(Default)]
pub struct ScriptWriter {
    names: FxHashMap<Term, String>,
    declared: FxHashSet<Term>,
    overflows: FxHashSet<(Op, u32)>,
}

impl ScriptWriter {
    pub fn new() -> ScriptWriter {
        ScriptWriter::default()
    }

    /// Writes the declarations and definitions that the terms need and do not have yet.
    pub fn define(
        &mut self,
        pool: &TermPool,
        terms: &[Term],
        w: &mut dyn io::Write,
    ) -> io::Result<()> {
        self.declare(pool, terms, w)?;
        for term in to_be_named(pool, terms, &self.names) {
            let name = format!("{SHARED}{}", term.index());
            let body = self.body(pool, term);
            writeln!(w, "(define-fun {name} () {} {body})", pool.sort(term))?;
            self.names.insert(term, name);
        }
        Ok(())
    }

    /// A text for the term, short if [`ScriptWriter::define`] named it.
    pub fn reference(&self, pool: &TermPool, term: Term) -> String {
        match self.names.get(&term) {
            Some(name) => name.clone(),
            None => self.body(pool, term),
        }
    }

    fn body(&self, pool: &TermPool, term: Term) -> String {
        let mut text = String::new();
        nested(pool, term, &self.names, Dialect::Portable, &mut text)
            .expect("strings take all text");
        text
    }

    /// Declares new symbols, in the order of their making, and defines new overflow predicates.
    fn declare(
        &mut self,
        pool: &TermPool,
        terms: &[Term],
        w: &mut dyn io::Write,
    ) -> io::Result<()> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<Term> = terms.to_vec();
        let mut symbols = Vec::new();
        let mut overflows = Vec::new();
        while let Some(term) = stack.pop() {
            if self.names.contains_key(&term) || !seen.insert(term) {
                continue;
            }
            let op = pool.op(term);
            if pool.as_symbol(term).is_some() && self.declared.insert(term) {
                symbols.push(term);
            }
            if is_overflow(op) {
                let key = (op, pool.width(pool.arg(term, 0)));
                if self.overflows.insert(key) {
                    overflows.push(key);
                }
            }
            stack.extend(pool.args(term));
        }
        symbols.sort();
        for term in symbols {
            let symbol = pool.as_symbol(term).expect("only symbols are collected");
            writeln!(
                w,
                "(declare-const {} {})",
                quote(pool.symbol_name(symbol)),
                pool.sort(term)
            )?;
        }
        overflows.sort();
        for (op, width) in overflows {
            writeln!(w, "{}", overflow_definition(op, width))?;
        }
        Ok(())
    }
}

/// A script that asks whether all assertions hold at once, for any solver of QF_ABV.
///
/// Overflow predicates are defined by other operators, so these alone do not come back as they were.
pub fn write_script(pool: &TermPool, assertions: &[Term], w: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ScriptWriter::new();
    writeln!(w, "(set-logic {})", logic(pool, assertions))?;
    writer.define(pool, assertions, w)?;
    for assertion in assertions {
        writeln!(w, "(assert {})", writer.reference(pool, *assertion))?;
    }
    writeln!(w, "(check-sat)")
}

/// QF_ABV; but z3 knows constant arrays, which are no part of it, only in the logic of everything.
fn logic(pool: &TermPool, terms: &[Term]) -> &'static str {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> = terms.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if matches!(pool.op(term), Op::ConstArray(_)) {
            return "ALL";
        }
        stack.extend(pool.args(term));
    }
    "QF_ABV"
}
