//! SMT-LIB 2 scripts, executed: the commands that other tools send to a solver, and what it answers.
//!
//! A [`Session`] holds a pool, a [`Solver`] and the stack of assertions. Each command is first read
//! ([`Session::read`]), then run ([`Session::run`]); an error changes nothing and the session continues, as the standard
//! prescribes for `continued-execution`.
//!
//! Why it is sound to continue: an assertion that could not be read is missing, so "unsat" still holds of what the user
//! meant, but "sat" need not. While its scope is open, "sat" is answered `unknown`.
//!
//! Deviations from the standard, as other solvers have them: `print-success` is off and `produce-models` on by default, and
//! declarations may come before `set-logic`. `get-assertions` shows assertions after rewriting.

mod options;
mod value;

use crate::circuit::{NoCircuit, write_circuit};
use crate::cores::minimise;
use crate::preprocess::{Elimination, eliminate};
use crate::solver::{Answer, Limits, Model, Solver, Why};
use options::Options;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};
use term::eval::{Assignment, Evaluator, FunctionValue};
use term::smtlib::{Command, Form, ParseErrorKind, ScriptReader, Written, write_term};
use term::{FunctionId, SymbolId, Term, TermPool, Value};

/// Makes solvers: one for the session, and another after each `reset`.
pub type MakeSolver = Box<dyn Fn() -> Box<dyn Solver>>;

/// See the module documentation.
pub struct Session {
    pool: TermPool,
    reader: ScriptReader,
    make_solver: MakeSolver,
    solver: Box<dyn Solver>,
    /// Invariant: never empty; the first level is never popped.
    levels: Vec<Level>,
    options: Options,
    limits: Limits,
    last: Last,
    /// All symbols of the pool up to the given size: what a model has values for.
    symbols: Vec<SymbolId>,
    scanned: usize,
    /// Whether the next check is probably the only one.
    asked_once: bool,
    /// The counters of the solver that decided it.
    once: Vec<(String, u64)>,
}

/// What one level of the assertion stack holds.
#[derive(Default)]
struct Level {
    assertions: Vec<Assertion>,
    declared: Vec<Written>,
    functions: Vec<(String, FunctionId)>,
    /// An assertion is missing, since it could not be read.
    incomplete: bool,
}

struct Assertion {
    term: Term,
    name: Option<String>,
    /// Whether it is assumed in each call instead of asserted, so that cores can tell of it.
    assumed: bool,
}

/// The last answer, as long as nothing has changed since.
enum Last {
    Nothing,
    Sat(Snapshot),
    /// The names of assertions and the texts of assumptions in the core.
    Unsat {
        names: Vec<String>,
        assumptions: Vec<String>,
    },
    Unknown(String),
}

/// What a model says about everything that the pool has.
struct Snapshot {
    values: FxHashMap<SymbolId, Value>,
    functions: FxHashMap<FunctionId, Rc<FunctionValue>>,
}

impl Snapshot {
    fn of(pool: &TermPool, symbols: &[SymbolId], model: &Model<'_>) -> Snapshot {
        let value = |s: &SymbolId| Some((*s, Assignment::value(model, pool, *s)?));
        let function = |f: FunctionId| Some((f, model.function(pool, f)?));
        Snapshot {
            values: symbols.iter().filter_map(value).collect(),
            functions: pool.functions().filter_map(function).collect(),
        }
    }

    /// Adds the values of symbols that were eliminated, the last one first: each depends only on those after it and
    /// on what was not eliminated, so that no value changes that was read before.
    fn complete(&mut self, pool: &TermPool, definitions: &[(SymbolId, Term)]) {
        let completed = Completed {
            snapshot: self,
            found: RefCell::default(),
        };
        let mut evaluator = Evaluator::new(pool, &completed);
        for (symbol, definition) in definitions.iter().rev() {
            let value = evaluator.eval(*definition);
            completed.found.borrow_mut().insert(*symbol, value);
        }
        let found = completed.found.into_inner();
        self.values.extend(found);
    }
}

/// A snapshot and what was found out since.
struct Completed<'a> {
    snapshot: &'a Snapshot,
    found: RefCell<FxHashMap<SymbolId, Value>>,
}

impl Assignment for Completed<'_> {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        let found = self.found.borrow().get(&symbol).cloned();
        found.or_else(|| self.snapshot.value(pool, symbol))
    }

    fn function(&self, pool: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        self.snapshot.function(pool, function)
    }
}

/// Appends the symbols that the pool has got since the last time.
fn scan(pool: &TermPool, symbols: &mut Vec<SymbolId>, scanned: &mut usize) {
    let new = (*scanned..pool.len()).map(|index| pool.nth(index));
    symbols.extend(new.filter_map(|term| pool.as_symbol(term)));
    *scanned = pool.len();
}

impl Assignment for Snapshot {
    fn value(&self, _: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.values.get(&symbol).cloned()
    }

    fn function(&self, _: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        self.functions.get(&function).cloned()
    }
}

/// What to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Done, with nothing to say unless successes are printed.
    Success,
    Text(String),
    Unsupported,
    /// The message, without its quotes.
    Error(String),
    Exit,
}

impl Response {
    fn error(message: &str) -> Response {
        Response::Error(message.to_string())
    }
}

impl Session {
    /// `limits` are for the session as a whole; scripts can set narrower ones for each call.
    pub fn new(make_solver: MakeSolver, limits: Limits) -> Session {
        let pool = TermPool::new();
        Session {
            reader: ScriptReader::new(&pool),
            pool,
            solver: make_solver(),
            make_solver,
            levels: vec![Level::default()],
            options: Options::default(),
            limits,
            last: Last::Nothing,
            symbols: Vec::new(),
            scanned: 0,
            asked_once: false,
            once: Vec::new(),
        }
    }

    /// Says that there will probably be one check only. That check is then decided by a separate solver, which may
    /// eliminate what later checks would be about; if there are more checks, the session's solver starts with the
    /// second.
    pub fn expect_one_check(&mut self) {
        self.asked_once = true;
    }

    /// Reads a command; the error is the answer to give.
    pub fn read(&mut self, form: &Form) -> Result<Command, Response> {
        self.reader.read(&mut self.pool, form).map_err(|error| {
            // This may be set unnecessarily: the text may be too broken to tell which command it is.
            if form.text.contains("assert") {
                self.level().incomplete = true;
            }
            match error.kind {
                ParseErrorKind::UnsupportedCommand(_) => Response::Unsupported,
                kind => {
                    let at = error.position;
                    Response::Error(format!("line {} column {}: {kind}", at.line, at.column))
                }
            }
        })
    }

    pub fn run(&mut self, command: Command) -> Response {
        match command {
            Command::SetLogic(_) | Command::SetInfo(..) | Command::Define => Response::Success,
            Command::SetOption(keyword, value) => self.set_option(&keyword, &value),
            Command::GetOption(keyword) => match self.options.get(&keyword) {
                Some(value) => Response::Text(value),
                None => Response::Unsupported,
            },
            Command::GetInfo(keyword) => self.info(&keyword),
            Command::Declare(written) => {
                let global = self.options.global_declarations;
                let index = if global { 0 } else { self.levels.len() - 1 };
                self.levels[index].declared.push(written);
                Response::Success
            }
            Command::DeclareFunction(name, function) => {
                let global = self.options.global_declarations;
                let index = if global { 0 } else { self.levels.len() - 1 };
                self.levels[index].functions.push((name, function));
                Response::Success
            }
            Command::Assert(term, name) => self.assert(term, name),
            Command::CheckSat => self.check(&[]),
            Command::CheckSatAssuming(assumptions) => self.check(&assumptions),
            Command::Push(n) => self.push(n),
            Command::Pop(n) => self.pop(n),
            Command::GetModel => self.model(),
            Command::GetValue(terms) => self.values(&terms),
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetUnsatAssumptions => self.unsat_assumptions(),
            Command::GetAssertions => self.assertions(),
            Command::Echo(text) => Response::Text(format!("\"{text}\"")),
            Command::ResetAssertions => self.reset_assertions(),
            Command::Reset => self.reset(),
            Command::Exit => Response::Exit,
        }
    }

    /// Whether commands that have nothing to say are confirmed.
    pub fn prints_success(&self) -> bool {
        self.options.print_success
    }

    /// Writes the circuit of what is asserted now, in AIGER's format.
    pub fn write_circuit(&mut self, writer: &mut impl Write) -> Result<(), NoCircuit> {
        if self.levels.iter().any(|l| l.incomplete) {
            let what = "an assertion could not be read";
            return Err(NoCircuit::Why(Why::Other(what.to_string())));
        }
        let assertions = self.levels.iter().flat_map(|l| &l.assertions);
        let terms: Vec<Term> = assertions.map(|a| a.term).collect();
        let limits = self.limits_now();
        write_circuit(&mut self.pool, &terms, &limits, writer)
    }

    /// The solver's counters.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match self.once.is_empty() {
            true => self.solver.statistics(),
            false => self.once.clone(),
        }
    }

    fn level(&mut self) -> &mut Level {
        self.levels
            .last_mut()
            .expect("the first level is never popped")
    }

    fn assert(&mut self, term: Term, name: Option<String>) -> Response {
        self.last = Last::Nothing;
        let assumed = name.is_some() && self.options.produce_unsat_cores;
        if !assumed {
            self.solver.assert(&mut self.pool, term);
        }
        self.level().assertions.push(Assertion {
            term,
            name,
            assumed,
        });
        Response::Success
    }

    fn push(&mut self, n: u32) -> Response {
        self.last = Last::Nothing;
        for _ in 0..n {
            self.solver.push();
            self.levels.push(Level::default());
        }
        Response::Success
    }

    /// The reader has made sure that there are that many levels.
    fn pop(&mut self, n: u32) -> Response {
        self.last = Last::Nothing;
        for _ in 0..n {
            self.solver.pop();
            self.levels.pop();
        }
        Response::Success
    }

    fn reset_assertions(&mut self) -> Response {
        let first = &mut self.levels[0];
        let (declared, functions) = match self.options.global_declarations {
            true => (
                std::mem::take(&mut first.declared),
                std::mem::take(&mut first.functions),
            ),
            false => (Vec::new(), Vec::new()),
        };
        self.levels = vec![Level {
            declared,
            functions,
            ..Level::default()
        }];
        self.last = Last::Nothing;
        self.solver = (self.make_solver)();
        Response::Success
    }

    fn reset(&mut self) -> Response {
        self.options = Options::default();
        self.reset_assertions();
        self.pool = TermPool::new();
        self.reader = ScriptReader::new(&self.pool);
        self.symbols.clear();
        self.scanned = 0;
        Response::Success
    }

    fn set_option(&mut self, keyword: &str, value: &str) -> Response {
        let started = self.levels.iter().any(|l| !l.assertions.is_empty());
        let response = self.options.set(keyword, value, started);
        let global = self.options.global_declarations;
        self.reader.set_global_declarations(global);
        response
    }

    /// The session's limits and those of the script.
    fn limits_now(&self) -> Limits {
        let mut limits = self.limits.clone();
        if let Some(milliseconds) = self.options.timeout {
            let deadline = Instant::now() + Duration::from_millis(milliseconds);
            limits.deadline = Some(limits.deadline.map_or(deadline, |d| d.min(deadline)));
        }
        let conflicts = self.options.resource_limit;
        limits.conflicts = conflicts.or(limits.conflicts);
        limits
    }

    fn check(&mut self, assumptions: &[Written]) -> Response {
        let limits = self.limits_now();
        let assertions = self.levels.iter().flat_map(|l| &l.assertions);
        let named: Vec<Term> = assertions.filter(|a| a.assumed).map(|a| a.term).collect();
        let assumed: Vec<Term> = named
            .iter()
            .copied()
            .chain(assumptions.iter().map(|w| w.term))
            .collect();
        let incomplete = self.levels.iter().any(|l| l.incomplete);
        let once = std::mem::take(&mut self.asked_once) && assumed.is_empty() && !incomplete;
        if let Some(last) = once.then(|| self.check_once(&limits)).flatten() {
            return self.conclude(last);
        }
        self.once.clear();
        let answer = self.solver.check(&mut self.pool, &assumed, &limits);
        // Deciding may have made symbols of its own.
        scan(&self.pool, &mut self.symbols, &mut self.scanned);
        let last = match answer {
            Answer::Sat(_) if incomplete => {
                let why = "incomplete: an assertion could not be read";
                Last::Unknown(why.to_string())
            }
            Answer::Sat(model) => Last::Sat(Snapshot::of(&self.pool, &self.symbols, &model)),
            Answer::Unknown(why) => Last::Unknown(reason(why)),
            Answer::Unsat(core) => {
                let mut core = core.terms().to_vec();
                if self.options.minimal_unsat_cores {
                    let solver = &mut *self.solver;
                    core = minimise(solver, &mut self.pool, core, &limits);
                }
                self.refuted(&core, assumptions)
            }
        };
        self.conclude(last)
    }

    fn conclude(&mut self, last: Last) -> Response {
        self.last = last;
        let text = match &self.last {
            Last::Sat(_) => "sat",
            Last::Unsat { .. } => "unsat",
            Last::Unknown(_) | Last::Nothing => "unknown",
        };
        Response::Text(text.to_string())
    }

    /// Decides the assertions without what is unconstrained; `None` if nothing is.
    fn check_once(&mut self, limits: &Limits) -> Option<Last> {
        let assertions = self.levels.iter().flat_map(|l| &l.assertions);
        let terms: Vec<Term> = assertions.map(|a| a.term).collect();
        let Elimination {
            assertions,
            definitions,
        } = eliminate(&mut self.pool, &terms);
        if definitions.is_empty() {
            return None;
        }
        let mut solver = (self.make_solver)();
        for assertion in assertions {
            solver.assert(&mut self.pool, assertion);
        }
        let last = match solver.check(&mut self.pool, &[], limits) {
            Answer::Sat(model) => {
                scan(&self.pool, &mut self.symbols, &mut self.scanned);
                let mut snapshot = Snapshot::of(&self.pool, &self.symbols, &model);
                snapshot.complete(&self.pool, &definitions);
                if cfg!(debug_assertions) {
                    let mut evaluator = Evaluator::new(&self.pool, &snapshot);
                    let holds = terms.iter().all(|t| evaluator.eval(*t).as_bool());
                    assert!(holds, "the completed model violates an assertion");
                }
                Last::Sat(snapshot)
            }
            Answer::Unsat(_) => self.refuted(&[], &[]),
            Answer::Unknown(why) => Last::Unknown(reason(why)),
        };
        self.once = solver.statistics();
        let eliminated = definitions.len() as u64;
        let name = "smt.preprocess.unconstrained".to_string();
        self.once.push((name, eliminated));
        Some(last)
    }

    /// Names for the terms of a core: an assumption by its text, else an assertion by its name.
    fn refuted(&self, core: &[Term], assumptions: &[Written]) -> Last {
        let mut names = Vec::new();
        let mut texts = Vec::new();
        for term in core {
            let mut assertions = self.levels.iter().flat_map(|l| &l.assertions);
            let named = assertions.find(|a| a.assumed && a.term == *term);
            match named.and_then(|a| a.name.clone()) {
                Some(name) => names.push(name),
                None => texts.extend(
                    assumptions
                        .iter()
                        .find(|w| w.term == *term)
                        .map(|w| w.text.clone()),
                ),
            }
        }
        Last::Unsat {
            names,
            assumptions: texts,
        }
    }

    fn model(&self) -> Response {
        let Last::Sat(values) = &self.last else {
            return Response::error("there is no model: the last answer is not sat");
        };
        let mut evaluator = Evaluator::new(&self.pool, values);
        let mut text = String::from("(\n");
        for written in self.levels.iter().flat_map(|l| &l.declared) {
            let sort = self.pool.sort(written.term);
            let value = value::text(sort, &evaluator.eval(written.term));
            let name = value::symbol(&written.text);
            text += &format!("  (define-fun {name} () {sort} {value})\n");
        }
        for (name, function) in self.levels.iter().flat_map(|l| &l.functions) {
            let known = values.functions.get(function).map(|f| &**f);
            let definition = value::function(self.pool.function_sorts(*function), known);
            text += &format!("  (define-fun {} {definition})\n", value::symbol(name));
        }
        Response::Text(text + ")")
    }

    fn values(&self, terms: &[Written]) -> Response {
        let Last::Sat(values) = &self.last else {
            return Response::error("there are no values: the last answer is not sat");
        };
        if terms.iter().any(|w| !self.pool.is_finite(w.term)) {
            return Response::error("the value of an array that a lambda makes cannot be listed");
        }
        let mut evaluator = Evaluator::new(&self.pool, values);
        let pairs = terms.iter().map(|written| {
            let value = evaluator.eval(written.term);
            let value = value::text(self.pool.sort(written.term), &value);
            format!("({} {value})", written.text)
        });
        Response::Text(format!("({})", pairs.collect::<Vec<_>>().join("\n ")))
    }

    fn unsat_core(&self) -> Response {
        match &self.last {
            _ if !self.options.produce_unsat_cores => {
                Response::error("cores need (set-option :produce-unsat-cores true)")
            }
            Last::Unsat { names, .. } => {
                let names: Vec<String> = names.iter().map(|n| value::symbol(n)).collect();
                Response::Text(format!("({})", names.join(" ")))
            }
            _ => Response::error("there is no core: the last answer is not unsat"),
        }
    }

    fn unsat_assumptions(&self) -> Response {
        match &self.last {
            Last::Unsat { assumptions, .. } => {
                Response::Text(format!("({})", assumptions.join(" ")))
            }
            _ => Response::error("there is no core: the last answer is not unsat"),
        }
    }

    fn assertions(&self) -> Response {
        let mut texts = Vec::new();
        for assertion in self.levels.iter().flat_map(|l| &l.assertions) {
            let mut text = String::new();
            write_term(&self.pool, assertion.term, &mut text).expect("strings take all text");
            if let Some(name) = &assertion.name {
                text = format!("(! {text} :named {})", value::symbol(name));
            }
            texts.push(text);
        }
        Response::Text(format!("({})", texts.join("\n ")))
    }

    fn info(&self, keyword: &str) -> Response {
        let text = match keyword {
            ":name" => "\"Aver\"".to_string(),
            ":authors" => "\"the authors of Aver\"".to_string(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":error-behavior" => "continued-execution".to_string(),
            ":assertion-stack-levels" => (self.levels.len() - 1).to_string(),
            ":reason-unknown" => match &self.last {
                Last::Unknown(why) => format!("\"{}\"", why.replace('"', "\"\"")),
                _ => return Response::error("the last answer is not unknown"),
            },
            ":all-statistics" => {
                let counters = self.solver.statistics().into_iter();
                let pairs: Vec<String> = counters.map(|(n, c)| format!(":{n} {c}")).collect();
                return Response::Text(format!("({})", pairs.join("\n ")));
            }
            _ => return Response::Unsupported,
        };
        Response::Text(format!("({keyword} {text})"))
    }
}

fn reason(why: Why) -> String {
    match why {
        Why::Conflicts => "the limit on conflicts is reached".to_string(),
        Why::Timeout => "timeout".to_string(),
        Why::Memory => "memout".to_string(),
        Why::Cancelled => "interrupted".to_string(),
        Why::Other(what) => what,
    }
}

#[cfg(test)]
mod tests;
