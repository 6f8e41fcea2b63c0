//! Constrained Horn clauses (SMT-LIB's logic `HORN`; N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, *Horn Clause Solvers
//! for Program Verification*, 2015), in and out.
//!
//! A clause is `(assert (forall (…) (=> (and (P x) C) (Q y))))`: if `P` holds of `x` and `C` is the case, `Q` holds of `y`. With
//! at most one predicate in front of the arrow (*linear* clauses) this is a transition system: a state is a predicate with its
//! arguments, a clause a step, and `false` is bad. The clauses have a solution exactly if nothing bad can happen. Sorts are
//! bit-vectors, Booleans, floats and arrays; there are no integers without a width.
//!
//! The machine says where it is by a number, and has a variable for the i-th argument of each sort. Which clause is taken, and
//! what its free names are, are inputs.

#[cfg(test)]
mod tests;

use super::relation::equation;
use super::vmt::of_script;
use super::{Broken, Word, Words, replace};
use crate::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use term::eval::Value;
use term::smtlib::{Command, FormReader, ScriptReader, quote, write_term};
use term::{FunctionId, Op, Sort, Term, TermPool};

/// What a file says.
pub struct File {
    pub words: Words,
    /// The predicates in the order of the file, each with the number that says where the machine is.
    pub predicates: Vec<Predicate>,
    /// The number that says where the machine is.
    pub place: Term,
}

/// What a predicate is in terms: a function, or without arguments a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Function(FunctionId),
    Symbol(Term),
}

/// A predicate, and the variables that its arguments are.
pub struct Predicate {
    /// As it is written.
    pub name: String,
    pub meaning: Meaning,
    pub code: u64,
    pub arguments: Vec<Term>,
}

/// `body(…) and condition => head(…)`.
struct Clause {
    body: Option<(Meaning, Vec<Term>)>,
    condition: Vec<Term>,
    /// None for `false`.
    head: Option<(Meaning, Vec<Term>)>,
}

/// Reads a file.
pub fn read(pool: &mut TermPool, text: &str) -> Result<File, Broken> {
    let mut reader = ScriptReader::new(pool);
    reader.allow_clauses();
    let mut forms = FormReader::new(text.as_bytes());
    let mut predicates: Vec<(String, Meaning)> = Vec::new();
    let mut clauses = Vec::new();
    while let Some(form) = forms.next_form().expect("memory can be read") {
        let line = form.position.line as usize;
        let broken = |what: String| Broken { line, what };
        match reader.read(pool, &form).map_err(|e| of_script(&e))? {
            Command::DeclareFunction(name, function) => {
                if pool.function_sorts(function).1 != Sort::Bool {
                    return Err(broken(format!("`{name}` is no predicate")));
                }
                let written = quote(&name).into_owned();
                predicates.push((written, Meaning::Function(function)));
            }
            Command::Declare(written) if pool.sort(written.term) == Sort::Bool => {
                predicates.push((written.text, Meaning::Symbol(written.term)));
            }
            Command::Declare(written) => {
                let what = format!("`{}` is bound by no `forall`", written.text);
                return Err(broken(what));
            }
            Command::Assert(term, _) => {
                clauses.push(clause(pool, term, &predicates).map_err(broken)?)
            }
            _ => {}
        }
    }
    Ok(Machine::new(pool, &predicates, &clauses).build(pool, clauses, predicates))
}

/// Takes a clause apart: its negation is a conjunction.
fn clause(
    pool: &mut TermPool,
    term: Term,
    predicates: &[(String, Meaning)],
) -> Result<Clause, String> {
    let mut clause = Clause {
        body: None,
        condition: Vec::new(),
        head: None,
    };
    let mut open = vec![(term, false)];
    while let Some((term, is_true)) = open.pop() {
        let op = pool.op(term);
        let args = pool.args(term).to_vec();
        let splits = match op {
            Op::And => is_true,
            Op::Or => !is_true,
            _ => false,
        };
        match op {
            Op::Not => open.push((args[0], !is_true)),
            _ if splits => open.extend(args.iter().rev().map(|arg| (*arg, is_true))),
            _ if meaning(pool, term, predicates).is_some() => {
                let found = meaning(pool, term, predicates).expect("just asked");
                let place = match is_true {
                    true => &mut clause.body,
                    false => &mut clause.head,
                };
                if place.replace((found, args)).is_some() {
                    let what = match is_true {
                        true => {
                            "two predicates in front of `=>`: only linear clauses are supported"
                        }
                        false => "two predicates after `=>`",
                    };
                    return Err(what.to_string());
                }
            }
            _ => {
                let part = match is_true {
                    true => term,
                    false => pool.not(term),
                };
                if applies(pool, part, predicates) {
                    return Err("a predicate inside of a condition".to_string());
                }
                clause.condition.push(part);
            }
        }
    }
    let both = clause.body.iter().chain(&clause.head);
    let is_nested = { both.flat_map(|(_, args)| args) }.any(|arg| applies(pool, *arg, predicates));
    match is_nested {
        true => Err("a predicate as an argument".to_string()),
        false => Ok(clause),
    }
}

/// The predicate that a term applies.
fn meaning(pool: &TermPool, term: Term, predicates: &[(String, Meaning)]) -> Option<Meaning> {
    let found = match pool.op(term) {
        Op::Apply(function) => Meaning::Function(function),
        Op::Symbol(_) => Meaning::Symbol(term),
        _ => return None,
    };
    predicates.iter().any(|(_, m)| *m == found).then_some(found)
}

fn applies(pool: &TermPool, term: Term, predicates: &[(String, Meaning)]) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if meaning(pool, term, predicates).is_some() {
            return true;
        }
        open.extend(pool.args(term).iter().filter(|arg| seen.insert(**arg)));
    }
    false
}

/// Symbols by sort and number.
#[derive(Default)]
struct Slots {
    prefix: &'static str,
    symbols: FxHashMap<(Sort, usize), Term>,
    all: Vec<Term>,
}

impl Slots {
    fn new(prefix: &'static str) -> Slots {
        Slots {
            prefix,
            ..Slots::default()
        }
    }

    fn get(&mut self, pool: &mut TermPool, sort: Sort, number: usize) -> Term {
        if let Some(symbol) = self.symbols.get(&(sort, number)) {
            return *symbol;
        }
        let symbol = pool.fresh(self.prefix, sort);
        self.symbols.insert((sort, number), symbol);
        self.all.push(symbol);
        symbol
    }

    /// A symbol for each of some sorts.
    fn of(&mut self, pool: &mut TermPool, sorts: &[Sort]) -> Vec<Term> {
        let mut used: FxHashMap<Sort, usize> = FxHashMap::default();
        let mut all = Vec::new();
        for sort in sorts {
            let number = used.entry(*sort).or_default();
            all.push(self.get(pool, *sort, *number));
            *number += 1;
        }
        all
    }
}

struct Machine {
    arguments: Slots,
    free: Slots,
    place: Term,
    taken: Term,
}

impl Machine {
    fn new(pool: &mut TermPool, predicates: &[(String, Meaning)], clauses: &[Clause]) -> Machine {
        let width = |count: usize| usize::BITS - count.max(1).leading_zeros();
        // Where a run begins is 0, where it ends is beyond the predicates.
        let place = pool.fresh("place", Sort::BitVec(width(predicates.len() + 1)));
        let taken = pool.fresh("clause", Sort::BitVec(width(clauses.len())));
        Machine {
            arguments: Slots::new("argument"),
            free: Slots::new("free"),
            place,
            taken,
        }
    }

    fn build(
        mut self,
        pool: &mut TermPool,
        clauses: Vec<Clause>,
        predicates: Vec<(String, Meaning)>,
    ) -> File {
        let numbered = (1..).zip(predicates);
        let predicates: Vec<Predicate> = numbered
            .map(|(code, (name, meaning))| {
                let sorts = match meaning {
                    Meaning::Function(function) => pool.function_sorts(function).0.to_vec(),
                    Meaning::Symbol(_) => Vec::new(),
                };
                Predicate {
                    name,
                    meaning,
                    code,
                    arguments: self.arguments.of(pool, &sorts),
                }
            })
            .collect();
        let width = pool.width(self.place);
        let ended = pool.bv_u64(width, predicates.len() as u64 + 1);
        let mut nexts: FxHashMap<Term, Term> = FxHashMap::default();
        for symbol in &self.arguments.all {
            let sort = pool.sort(*symbol);
            nexts.insert(*symbol, pool.constant(sort, &Value::zero(sort)));
        }
        let mut goes_to = ended;
        let mut bad = pool.ff();
        for (number, clause) in clauses.into_iter().enumerate() {
            let here = self.here(pool, &predicates, number, &clause.body);
            let (guard, values) = self.step(pool, &predicates, clause);
            let guard = pool.and(here, guard);
            match values {
                None => bad = pool.or(bad, guard),
                Some((to, values)) => {
                    let code = pool.bv_u64(width, predicates[to].code);
                    goes_to = pool.ite(guard, code, goes_to);
                    for (symbol, value) in predicates[to].arguments.iter().zip(values) {
                        let otherwise = nexts[symbol];
                        nexts.insert(*symbol, pool.ite(guard, value, otherwise));
                    }
                }
            }
        }
        let mut words = Words::default();
        words.states.push(Word {
            symbol: self.place,
            first: Some(pool.zero(width)),
            next: goes_to,
        });
        for symbol in &self.arguments.all {
            let sort = pool.sort(*symbol);
            words.states.push(Word {
                symbol: *symbol,
                first: Some(pool.constant(sort, &Value::zero(sort))),
                next: nexts[symbol],
            });
        }
        words.inputs.push(self.taken);
        words.inputs.extend(self.free.all.iter().copied());
        words.bad.push(bad);
        File {
            words,
            predicates,
            place: self.place,
        }
    }

    /// That a clause is taken, and that the machine is where it begins.
    fn here(
        &self,
        pool: &mut TermPool,
        predicates: &[Predicate],
        number: usize,
        body: &Option<(Meaning, Vec<Term>)>,
    ) -> Term {
        let code = match body {
            None => 0,
            Some((function, _)) => predicates[find(predicates, *function)].code,
        };
        let code = pool.bv_u64(pool.width(self.place), code);
        let number = pool.bv_u64(pool.width(self.taken), number as u64);
        let (at, taken) = (pool.eq(self.place, code), pool.eq(self.taken, number));
        pool.and(at, taken)
    }

    /// When a clause can be taken, and what it leads to: names that an equation determines are replaced, others are inputs.
    fn step(
        &mut self,
        pool: &mut TermPool,
        predicates: &[Predicate],
        clause: Clause,
    ) -> (Term, Option<(usize, Vec<Term>)>) {
        let mut open = clause.condition;
        if let Some((function, args)) = &clause.body {
            let own = &predicates[find(predicates, *function)].arguments;
            for (symbol, arg) in own.iter().zip(args) {
                open.insert(0, pool.eq(*symbol, *arg));
            }
        }
        let head = clause.head;
        let values = head.as_ref().map_or(Vec::new(), |(_, args)| args.clone());
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        loop {
            let is_free = |term: Term| {
                pool.as_symbol(term).is_some()
                    && !known.contains_key(&term)
                    && !self.arguments.all.contains(&term)
            };
            let found = open
                .iter()
                .enumerate()
                .find_map(|(i, part)| Some((i, equation(pool, *part, &is_free)?)));
            let Some((i, found)) = found else {
                break;
            };
            let (symbol, value) = (found.symbol, found.value(pool));
            open.remove(i);
            let one = FxHashMap::from_iter([(symbol, value)]);
            let mut cache = FxHashMap::default();
            for term in &mut open {
                *term = replace(pool, &one, *term, &mut cache);
            }
            for term in known.values_mut() {
                *term = replace(pool, &one, *term, &mut cache);
            }
            known.insert(symbol, value);
            let parts: Vec<Term> = { open.iter() }.flat_map(|t| pool.conjuncts(*t)).collect();
            open = parts;
        }
        let mut cache = FxHashMap::default();
        let values = values.into_iter();
        let values: Vec<Term> = values
            .map(|value| replace(pool, &known, value, &mut cache))
            .collect();
        let guard = pool.and_all(open);
        // What is left are inputs.
        let mut all = values.clone();
        all.push(guard);
        let symbols = pool.symbols_of(&all).into_iter();
        let symbols = symbols.map(|id| pool.symbol_term(id));
        let is_own = |symbol: &Term| self.arguments.all.contains(symbol);
        let rest: Vec<Term> = symbols.filter(|symbol| !is_own(symbol)).collect();
        let sorts: Vec<Sort> = rest.iter().map(|symbol| pool.sort(*symbol)).collect();
        let inputs = self.free.of(pool, &sorts);
        let by: FxHashMap<Term, Term> = rest.into_iter().zip(inputs).collect();
        let mut cache = FxHashMap::default();
        let guard = replace(pool, &by, guard, &mut cache);
        let values = values.into_iter();
        let values = values.map(|v| replace(pool, &by, v, &mut cache));
        let values: Vec<Term> = values.collect();
        let to = head.map(|(function, _)| (find(predicates, function), values));
        (guard, to)
    }
}

fn find(predicates: &[Predicate], meaning: Meaning) -> usize {
    let found = predicates.iter().position(|p| p.meaning == meaning);
    found.expect("the script declared it")
}

/// Writes a transition system: a predicate for each location, a clause for each edge, check and gap.
pub fn write(
    pool: &mut TermPool,
    system: &TransitionSystem,
    writer: &mut impl Write,
) -> io::Result<()> {
    let mut out = String::from("(set-logic HORN)\n");
    let predicate = |location: usize| quote(&format!("at.{location}")).into_owned();
    for (id, location) in system.locations() {
        if id == TransitionSystem::ENTRY {
            continue;
        }
        let sorts = variables(system, id).into_iter();
        let sorts: Vec<String> = sorts.map(|v| pool.sort(v).to_string()).collect();
        let _ = writeln!(out, "; {}", location.name);
        let name = predicate(id.index());
        let _ = writeln!(out, "(declare-fun {name} ({}) Bool)", sorts.join(" "));
    }
    for (id, block) in system.blocks() {
        let here = match id == TransitionSystem::ENTRY {
            true => None,
            false => Some(apply(pool, &predicate(id.index()), &variables(system, id))),
        };
        let mut keeps = pool.tt();
        for check in block.checks.iter().filter(|check| !check.ends_run) {
            let holds = pool.not(check.condition);
            keeps = pool.and(keeps, holds);
        }
        let own = variables(system, id);
        let bad = block.checks.iter().map(|check| check.condition);
        for condition in bad.chain(block.gaps.iter().map(|gap| gap.guard)) {
            if !pool.is_false(condition) {
                write_clause(
                    pool,
                    &own,
                    here.as_deref(),
                    condition,
                    &[],
                    "false",
                    &mut out,
                );
            }
        }
        for edge in &block.edges {
            let guard = pool.and(edge.guard, keeps);
            if pool.is_false(guard) {
                continue;
            }
            let name = predicate(edge.to.index());
            let mut values = edge.values.clone();
            values.extend(&system.rigid);
            let head = apply(pool, &name, &values);
            write_clause(pool, &own, here.as_deref(), guard, &values, &head, &mut out);
        }
    }
    out += "(check-sat)\n";
    writer.write_all(out.as_bytes())
}

fn variables(system: &TransitionSystem, location: LocationId) -> Vec<Term> {
    let own = system.location(location).variables.iter();
    let own = own.map(|id| system.variable(*id).symbol);
    // What never changes is an argument everywhere.
    own.chain(system.rigid.iter().copied()).collect()
}

fn apply(pool: &TermPool, name: &str, args: &[Term]) -> String {
    match args.is_empty() {
        true => name.to_string(),
        false => {
            let args: Vec<String> = args.iter().map(|arg| say(pool, *arg)).collect();
            format!("({name} {})", args.join(" "))
        }
    }
}

fn say(pool: &TermPool, term: Term) -> String {
    let mut text = String::new();
    write_term(pool, term, &mut text).expect("a string takes everything");
    text
}

fn write_clause(
    pool: &TermPool,
    own: &[Term],
    body: Option<&str>,
    condition: Term,
    values: &[Term],
    head: &str,
    out: &mut String,
) {
    let mut bound: Vec<Term> = own.to_vec();
    let mut terms = values.to_vec();
    terms.push(condition);
    let symbols = pool.symbols_of(&terms).into_iter();
    let symbols = symbols.map(|id| pool.symbol_term(id));
    let others: Vec<Term> = symbols.filter(|symbol| !bound.contains(symbol)).collect();
    bound.extend(others);
    let names = bound
        .iter()
        .map(|symbol| format!("({} {})", say(pool, *symbol), pool.sort(*symbol)));
    let names: Vec<String> = names.collect();
    let condition = say(pool, condition);
    let body = match body {
        Some(body) => format!("(and {body} {condition})"),
        None => condition,
    };
    let _ = match names.is_empty() {
        true => writeln!(out, "(assert (=> {body} {head}))"),
        false => writeln!(
            out,
            "(assert (forall ({}) (=> {body} {head})))",
            names.join(" ")
        ),
    };
}
