//! Terms as text.
//!
//! Three forms: [`TermPool::display`] is plain and nested, and repeats what is shared; [`write_term`] is one term that
//! binds what is shared by `let`; [`ScriptWriter`] defines it by `define-fun`, so that later commands can refer to it.
//! The last two have a size linear in the number of subterms, and bounded nesting where solvers would recurse.

use super::definition::{Defined, definition};
use super::name::{SHARED, quote};
use crate::float::Float;
use crate::op::{FunctionId, Op};
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
    /// SMT-LIB 2.7, which has overflow predicates, and our own operators on floats.
    Standard,
    /// What not every solver has are functions that the script defines.
    Portable,
}

/// The inside of a lambda: its term, the place of that term, and the name of the index. A term outside all lambdas has no
/// place.
struct Inside {
    lambda: Term,
    place: Option<usize>,
    index: String,
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
        Term(Term, Option<usize>),
        Close,
    }
    let mut places: Vec<Inside> = Vec::new();
    let mut todo = vec![Step::Term(root, None)];
    let mut first = true;
    while let Some(step) = todo.pop() {
        let Step::Term(term, place) = step else {
            w.write_char(')')?;
            continue;
        };
        let (term, place) = argument(pool, &places, term, place);
        if !first {
            w.write_char(' ')?;
        }
        let index = place.map(|p| &places[p]).filter(|inside| {
            let lambda = pool.as_lambda(inside.lambda);
            lambda.is_some_and(|l| l.index == term)
        });
        let named = names.get(&term).filter(|_| !first && place.is_none());
        match (index, named) {
            (Some(inside), _) => w.write_str(&inside.index)?,
            (None, Some(name)) => w.write_str(name)?,
            (None, None) if pool.op(term).is_leaf() => leaf(pool, term, w)?,
            (None, None) => {
                w.write_char('(')?;
                todo.push(Step::Close);
                if let Some(lambda) = pool.as_lambda(term) {
                    let index = format!("{SHARED}k{}", places.len());
                    let sort = pool.sort(lambda.index);
                    write!(w, "lambda (({index} {sort}))")?;
                    todo.push(Step::Term(lambda.body, Some(places.len())));
                    places.push(Inside {
                        lambda: term,
                        place,
                        index,
                    });
                } else {
                    function(pool, term, dialect, w)?;
                    let args = pool.args(term).iter().rev();
                    todo.extend(args.map(|a| Step::Term(*a, place)));
                }
            }
        }
        first = false;
    }
    Ok(())
}

/// The argument that a parameter of a lambda represents, and the place of that argument; any other term is itself.
fn argument(
    pool: &TermPool,
    places: &[Inside],
    mut term: Term,
    mut place: Option<usize>,
) -> (Term, Option<usize>) {
    while let Some(inside) = place.map(|p| &places[p]) {
        let lambda = pool.as_lambda(inside.lambda).expect("a lambda");
        let Some(number) = lambda.parameters.iter().position(|p| *p == term) else {
            break;
        };
        term = pool.arg(inside.lambda, number);
        place = inside.place;
    }
    (term, place)
}

fn leaf(pool: &TermPool, term: Term, w: &mut dyn fmt::Write) -> fmt::Result {
    match pool.op(term) {
        Op::BvConst(_) => write!(w, "{}", pool.as_const(term).expect("a constant")),
        Op::Symbol(symbol) => w.write_str(&quote(pool.symbol_name(symbol))),
        Op::FpConst(..) => write!(w, "{}", pool.as_float(term).expect("a constant")),
        op => w.write_str(op.name()),
    }
}

/// What a term's text starts with: a leaf as a whole, otherwise what follows the open parenthesis.
pub fn head(pool: &TermPool, term: Term) -> String {
    let mut text = String::new();
    let written = match pool.op(term).is_leaf() {
        true => leaf(pool, term, &mut text),
        false => function(pool, term, Dialect::Standard, &mut text),
    };
    written.expect("strings take all text");
    text
}

/// What follows the open parenthesis.
fn function(pool: &TermPool, term: Term, dialect: Dialect, w: &mut dyn fmt::Write) -> fmt::Result {
    let op = pool.op(term);
    match op {
        Op::Extract(high, low) => write!(w, "(_ extract {high} {low})"),
        Op::ZeroExtend(n) | Op::SignExtend(n) => write!(w, "(_ {} {n})", op.name()),
        Op::ConstArray(_) => write!(w, "(as const {})", pool.sort(term)),
        _ if dialect == Dialect::Portable && Defined::of(pool, term).is_some() => {
            let defined = Defined::of(pool, term).expect("just asked");
            w.write_str(&defined.name())
        }
        Op::FpFromBits(format)
        | Op::FpConvert(format)
        | Op::FpFromSigned(format)
        | Op::FpFromUnsigned(format) => {
            let (e, s) = (format.exponent, format.significand);
            write!(w, "(_ {} {e} {s})", op.name())
        }
        Op::FpToSigned(n) | Op::FpToUnsigned(n) => write!(w, "(_ {} {n})", op.name()),
        Op::Apply(function) => w.write_str(&quote(pool.function_name(function))),
        op => w.write_str(op.name()),
    }
}

/// The subterms that get a name: those with two parents or more, those that nest too deep and those that `always` asks
/// for; arguments come first. What `known` holds is a leaf.
fn to_be_named(
    pool: &TermPool,
    roots: &[Term],
    known: &FxHashMap<Term, String>,
    always: fn(Op) -> bool,
) -> Vec<Term> {
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
        if parents[&term] > 1 || below + 1 >= MAX_NESTING || always(pool.op(term)) {
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
    let named = to_be_named(pool, &[term], &names, |_| false);
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
    functions: FxHashSet<FunctionId>,
    sorts: FxHashSet<&'static str>,
    defined: FxHashSet<Defined>,
    side_conditions: Vec<String>,
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
        let always = |op| op == Op::FpToBits;
        for term in to_be_named(pool, terms, &self.names, always) {
            let name = format!("{SHARED}{}", term.index());
            if pool.op(term) == Op::FpToBits {
                writeln!(w, "(declare-const {name} {})", pool.sort(term))?;
                let condition = self.bits_of(pool, pool.arg(term, 0), &name);
                writeln!(w, "(assert {condition})")?;
                self.side_conditions.push(condition);
            } else {
                let body = self.body(pool, term);
                writeln!(w, "(define-fun {name} () {} {body})", pool.sort(term))?;
            }
            self.names.insert(term, name);
        }
        Ok(())
    }

    /// What [`ScriptWriter::define`] has asserted so far to define constants. A solver forgets it when it pops the scope,
    /// but not the constants, so it is to be asserted again.
    pub fn side_conditions(&self) -> &[String] {
        &self.side_conditions
    }

    /// That `bits` is the bit pattern of a float: standard SMT-LIB has no function for it, as NaN has many.
    fn bits_of(&self, pool: &TermPool, float: Term, bits: &str) -> String {
        let format = pool.sort(float).format();
        let (e, s) = (format.exponent, format.significand);
        let text = self.reference(pool, float);
        let nan = Float::nan(format);
        format!(
            "(let ((f {text})) (and (= ((_ to_fp {e} {s}) {bits}) f) (=> (fp.isNaN f) (= {bits} {}))))",
            nan.bits()
        )
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

    /// Declares new symbols, in the order in which they were made, and new functions; defines what not every solver has.
    fn declare(
        &mut self,
        pool: &TermPool,
        terms: &[Term],
        w: &mut dyn io::Write,
    ) -> io::Result<()> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<Term> = terms.to_vec();
        let mut symbols = Vec::new();
        let mut functions = Vec::new();
        let mut defined = Vec::new();
        while let Some(term) = stack.pop() {
            if self.names.contains_key(&term) || !seen.insert(term) {
                continue;
            }
            if pool.as_symbol(term).is_some() && self.declared.insert(term) {
                symbols.push(term);
            }
            if let Op::Apply(function) = pool.op(term)
                && self.functions.insert(function)
            {
                functions.push(function);
            }
            if let Some(key) = Defined::of(pool, term)
                && self.defined.insert(key)
            {
                defined.push(key);
            }
            stack.extend(pool.args(term));
        }
        let of_symbols = symbols.iter().map(|s| pool.sort(*s));
        let of_functions = functions.iter().flat_map(|f| {
            let (domain, range) = pool.function_sorts(*f);
            domain.iter().copied().chain([range])
        });
        for name in of_symbols
            .chain(of_functions)
            .flat_map(Sort::declared_within)
        {
            if self.sorts.insert(name) {
                writeln!(w, "(declare-sort {} 0)", quote(name))?;
            }
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
        functions.sort();
        for function in functions {
            let (domain, range) = pool.function_sorts(function);
            let name = quote(pool.function_name(function));
            let domain: Vec<String> = domain.iter().map(|s| s.to_string()).collect();
            writeln!(w, "(declare-fun {name} ({}) {range})", domain.join(" "))?;
        }
        defined.sort();
        for key in defined {
            writeln!(w, "{}", definition(key))?;
        }
        Ok(())
    }
}

/// A script that asks whether all assertions hold at once, for any solver of the logic.
///
/// What not every solver has is defined by other operators, so it does not come back as it was.
pub fn write_script(pool: &TermPool, assertions: &[Term], w: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ScriptWriter::new();
    writeln!(w, "(set-logic {})", logic(pool, assertions))?;
    writer.define(pool, assertions, w)?;
    for assertion in assertions {
        writeln!(w, "(assert {})", writer.reference(pool, *assertion))?;
    }
    writeln!(w, "(check-sat)")
}

/// QF_ABV; but z3 knows constant arrays, which QF_ABV lacks, only in the logic of everything, and no single name
/// covers a logic with floats as well.
fn logic(pool: &TermPool, terms: &[Term]) -> &'static str {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> = terms.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let float = matches!(
            pool.sort(term),
            Sort::Float(_) | Sort::RoundingMode | Sort::Declared(_)
        );
        if float
            || matches!(
                pool.op(term),
                Op::ConstArray(_) | Op::Lambda(_) | Op::Apply(_)
            )
        {
            return "ALL";
        }
        stack.extend(pool.args(term));
    }
    "QF_ABV"
}
