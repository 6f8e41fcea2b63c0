//! Other solvers as SMT-LIB 2 processes behind the [`Solver`] trait.
//!
//! Scopes are not the other solver's: a scope is a Boolean constant that implies its assertions and that is assumed while
//! the scope is open, as in the embedded solver. So every declaration is at the outermost level, where no `pop` forgets
//! it, however the solver treats `:global-declarations`. Assumptions are constants as well, since the standard lets only
//! literals be assumed.
//!
//! What another solver says is not trusted more than it must be: a model is read back and evaluated, and if it violates
//! an assertion the answer is unknown. So is everything else that is not an answer: a crash, an error, garbage, a
//! time-out. The process is then killed, and the next call starts another one with the current assertions. An "unsat"
//! is taken on trust.
//!
//! [`Limits::conflicts`] means nothing to other solvers and is ignored.

mod floats;
mod kind;
mod process;
mod reply;

pub use floats::Floats;
pub use kind::{Installed, SolverKind};

use crate::bitblast::Unsupported;
use crate::solver::{Answer, Core, Limits, Model, Solver, Why};
use floats::FloatBits;
use process::Process;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::io;
use std::process::Command;
use std::rc::Rc;
use term::eval::{Assignment, Evaluator, FunctionValue};
use term::smtlib::{ScriptWriter, quote};
use term::{FunctionId, Op, SymbolId, Term, TermPool, Value};
use tracing::debug_span;

/// See the module documentation.
pub struct ExternalSolver {
    solver: Installed,
    /// Invariant: never empty; the first scope is never popped.
    scopes: Vec<Scope>,
    talk: Option<Talk>,
    /// Numbers for the constants of scopes and assumptions.
    next: u64,
    model: Values,
    core: Vec<Term>,
    checks: u64,
    starts: u64,
    sent: u64,
    /// Terms without lambdas, which not every solver knows.
    expanded: FxHashMap<Term, Term>,
    /// Terms without floats, if these are sent as bit-vectors.
    float_bits: Option<FloatBits>,
}

#[derive(Default)]
struct Scope {
    assertions: Vec<Term>,
    /// How many of them the process knows.
    sent: usize,
    /// The constant that implies them; the first scope needs none.
    activation: Option<String>,
}

/// A process and what it knows.
struct Talk {
    process: Process,
    writer: ScriptWriter,
    /// The constants that imply the terms that were assumed before.
    proxies: FxHashMap<Term, String>,
    /// What a model has to give values to, in the order of discovery.
    symbols: Vec<SymbolId>,
    applications: Vec<Term>,
    seen: FxHashSet<Term>,
    /// What is to be sent with the next question.
    text: Vec<u8>,
}

/// A model, read back.
#[derive(Default)]
struct Values {
    symbols: FxHashMap<SymbolId, Value>,
    functions: FxHashMap<FunctionId, Rc<FunctionValue>>,
}

impl Assignment for Values {
    fn value(&self, _: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.symbols.get(&symbol).cloned()
    }

    fn function(&self, _: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        self.functions.get(&function).cloned()
    }
}

impl ExternalSolver {
    /// A solver that floats are sent to as [`SolverKind::floats`] says.
    pub fn new(solver: Installed) -> ExternalSolver {
        let floats = solver.kind.floats();
        ExternalSolver::with_floats(solver, floats)
    }

    pub fn with_floats(solver: Installed, floats: Floats) -> ExternalSolver {
        ExternalSolver {
            float_bits: (floats == Floats::Bits).then(FloatBits::default),
            solver,
            scopes: vec![Scope::default()],
            talk: None,
            next: 0,
            model: Values::default(),
            core: Vec::new(),
            checks: 0,
            starts: 0,
            sent: 0,
            expanded: FxHashMap::default(),
        }
    }

    fn constant(&mut self, prefix: &str) -> String {
        self.next += 1;
        quote(&format!("aver {prefix} {}", self.next)).into_owned()
    }

    /// Starts a process unless one is running.
    fn start(&mut self, limits: &Limits) -> Result<(), Trouble> {
        if self.talk.is_some() {
            return Ok(());
        }
        self.starts += 1;
        let mut command = Command::new(&self.solver.program);
        command.args(self.solver.kind.arguments());
        let mut process = Process::start(&mut command)?;
        let preamble = format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {})\n(echo \"ready\")\n",
            self.solver.kind.logic()
        );
        process.send(preamble.as_bytes(), limits)?;
        // Errors about options that a solver does not know are ignored; errors after that are not.
        while process.receive(limits)?.trim_matches('"') != "ready" {}
        self.talk = Some(Talk {
            process,
            writer: ScriptWriter::new(),
            proxies: FxHashMap::default(),
            symbols: Vec::new(),
            applications: Vec::new(),
            seen: FxHashSet::default(),
            text: Vec::new(),
        });
        for scope in &mut self.scopes {
            scope.sent = 0;
            scope.activation = None;
        }
        Ok(())
    }

    /// Sends the assertions that the process does not know yet; the constants to assume for the scopes.
    fn send_scopes(&mut self, pool: &mut TermPool) -> Result<Vec<String>, Trouble> {
        let mut activations = Vec::new();
        for index in 0..self.scopes.len() {
            let scope = &self.scopes[index];
            if index > 0 && scope.activation.is_none() && !scope.assertions.is_empty() {
                let name = self.constant("scope");
                self.scopes[index].activation = Some(name.clone());
                self.talk().declare(&name);
            }
            let scope = &mut self.scopes[index];
            let talk = self.talk.as_mut().expect("it was started");
            for term in &scope.assertions[scope.sent..] {
                let term = match &mut self.float_bits {
                    Some(bits) => bits.lower(pool, *term)?,
                    None => *term,
                };
                talk.assert(pool, term, scope.activation.as_deref());
            }
            scope.sent = scope.assertions.len();
            activations.extend(scope.activation.clone());
        }
        Ok(activations)
    }

    fn talk(&mut self) -> &mut Talk {
        self.talk.as_mut().expect("it was started")
    }

    /// The constant that represents an assumption.
    fn proxy(&mut self, pool: &TermPool, term: Term) -> String {
        if let Some(known) = self.talk().proxies.get(&term) {
            return known.clone();
        }
        let name = self.constant("assumption");
        let talk = self.talk();
        talk.declare(&name);
        talk.assert(pool, term, Some(&name));
        talk.proxies.insert(term, name.clone());
        name
    }

    fn decide(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[Term],
        limits: &Limits,
    ) -> Result<bool, Trouble> {
        let asserted = self.scopes.iter().flat_map(|s| &s.assertions);
        if asserted.chain(assumptions).any(|t| !pool.is_finite(*t)) {
            let what =
                "an array that cannot be listed: it is made by a lambda or indexed by arrays, and";
            return Err(Trouble::Unsupported(Unsupported(what.to_string())));
        }
        self.start(limits)?;
        let mut assumed = self.send_scopes(pool)?;
        let mut term_of = FxHashMap::default();
        for term in assumptions {
            let mut sent = pool.without_lambdas(*term, &mut self.expanded);
            if let Some(bits) = &mut self.float_bits {
                sent = bits.lower(pool, sent)?;
            }
            let name = self.proxy(pool, sent);
            term_of.insert(name.clone(), *term);
            assumed.push(name);
        }
        let question = match assumed.is_empty() {
            true => "(check-sat)\n".to_string(),
            false => format!("(check-sat-assuming ({}))\n", assumed.join(" ")),
        };
        self.sent += self.talk().text.len() as u64;
        let answer = self.talk().ask(&question, limits)?;
        match answer.as_str() {
            "sat" => {
                self.model = self.talk().values(pool, limits)?;
                if let Some(bits) = &self.float_bits {
                    bits.complete(pool, &mut self.model);
                }
                self.check_model(pool, assumptions)?;
                Ok(true)
            }
            "unsat" => {
                self.core = assumptions.to_vec();
                if !assumptions.is_empty() {
                    let answer = self.talk().ask("(get-unsat-assumptions)\n", limits)?;
                    // Without an answer to this, the core is larger than necessary.
                    if let Some(names) = reply::items(&answer)
                        && names.iter().all(|n| assumed.iter().any(|a| a == n))
                    {
                        self.core = names
                            .iter()
                            .filter_map(|n| term_of.get(*n).copied())
                            .collect();
                    }
                }
                Ok(false)
            }
            "unknown" => {
                let answer = self.talk().ask("(get-info :reason-unknown)\n", limits)?;
                Err(Trouble::Says(format!("unknown {answer}")))
            }
            other => Err(Trouble::Says(other.to_string())),
        }
    }

    fn check_model(&self, pool: &TermPool, assumptions: &[Term]) -> Result<(), Trouble> {
        let mut evaluator = Evaluator::new(pool, &self.model);
        let assertions = self.scopes.iter().flat_map(|s| &s.assertions);
        for term in assertions.chain(assumptions) {
            if !evaluator.eval(*term).as_bool() {
                return Err(Trouble::WrongModel);
            }
        }
        Ok(())
    }

    fn why(&self, trouble: Trouble, limits: &Limits) -> Why {
        let name = self.solver.kind.name();
        match trouble {
            Trouble::Io(error) => match limits.expired() {
                Some(why) => why,
                None if error.kind() == io::ErrorKind::UnexpectedEof
                    || error.kind() == io::ErrorKind::BrokenPipe =>
                {
                    Why::Other(format!("{name} ended without an answer"))
                }
                None => Why::Other(format!("cannot communicate with {name}: {error}")),
            },
            Trouble::Says(answer) => {
                let short: String = answer.chars().take(200).collect();
                Why::Other(format!("{name} says {short}"))
            }
            Trouble::NoModel(answer) => {
                let short: String = answer.chars().take(200).collect();
                Why::Other(format!("{name} gives a model that cannot be read: {short}"))
            }
            Trouble::Unsupported(Unsupported(what)) => {
                Why::Other(format!("{what} is not supported"))
            }
            Trouble::WrongModel => {
                Why::Other(format!("{name} gives a model that violates an assertion"))
            }
        }
    }
}

/// Why there is no answer.
enum Trouble {
    Io(io::Error),
    /// Something other than an answer.
    Says(String),
    NoModel(String),
    WrongModel,
    /// What cannot be asked.
    Unsupported(Unsupported),
}

impl From<Unsupported> for Trouble {
    fn from(unsupported: Unsupported) -> Trouble {
        Trouble::Unsupported(unsupported)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

impl Talk {
    fn declare(&mut self, name: &str) {
        self.text
            .extend_from_slice(format!("(declare-const {name} Bool)\n").as_bytes());
    }

    /// `premise` implies `term` from now on.
    fn assert(&mut self, pool: &TermPool, term: Term, premise: Option<&str>) {
        self.discover(pool, term);
        self.writer
            .define(pool, &[term], &mut self.text)
            .expect("memory takes all text");
        let reference = self.writer.reference(pool, term);
        let text = match premise {
            Some(premise) => format!("(assert (=> {premise} {reference}))\n"),
            None => format!("(assert {reference})\n"),
        };
        self.text.extend_from_slice(text.as_bytes());
    }

    /// Remembers the symbols and applications of functions in a term.
    fn discover(&mut self, pool: &TermPool, term: Term) {
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            match pool.op(term) {
                Op::Symbol(symbol) => self.symbols.push(symbol),
                Op::Apply(_) => self.applications.push(term),
                _ => {}
            }
            stack.extend(pool.args(term));
        }
    }

    /// Sends what is due and a question; the answer.
    fn ask(&mut self, question: &str, limits: &Limits) -> Result<String, Trouble> {
        let mut text = std::mem::take(&mut self.text);
        text.extend_from_slice(question.as_bytes());
        self.process.send(&text, limits)?;
        Ok(self.process.receive(limits)?)
    }

    /// The model of the last answer.
    fn values(&mut self, pool: &mut TermPool, limits: &Limits) -> Result<Values, Trouble> {
        let mut values = Values::default();
        let symbols: Vec<Term> = self.symbols.iter().map(|s| pool.symbol_term(*s)).collect();
        for (symbol, value) in self
            .symbols
            .clone()
            .into_iter()
            .zip(self.get(pool, &symbols, limits)?)
        {
            values.symbols.insert(symbol, value);
        }
        // Functions are known by their values where they are applied.
        let mut functions: BTreeMap<FunctionId, FunctionValue> = BTreeMap::new();
        for application in self.applications.clone() {
            let Op::Apply(function) = pool.op(application) else {
                unreachable!("only applications are remembered");
            };
            let mut terms = pool.args(application).to_vec();
            terms.push(application);
            let mut found = self.get(pool, &terms, limits)?;
            let value = found.pop().expect("as many values as terms");
            let (domain, range) = pool.function_sorts(function);
            let table = functions
                .entry(function)
                .or_insert_with(|| FunctionValue::constant(Value::zero(range)));
            table.insert(found, domain, value);
        }
        let functions = functions.into_iter().map(|(f, table)| (f, Rc::new(table)));
        values.functions.extend(functions);
        Ok(values)
    }

    fn get(
        &mut self,
        pool: &mut TermPool,
        terms: &[Term],
        limits: &Limits,
    ) -> Result<Vec<Value>, Trouble> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let texts = terms.iter().map(|t| self.writer.reference(pool, *t));
        let texts: Vec<String> = texts.collect();
        let answer = self.ask(&format!("(get-value ({}))\n", texts.join(" ")), limits)?;
        let broken = || Trouble::NoModel(answer.clone());
        let found = reply::values(&answer).ok_or_else(broken)?;
        if found.len() != terms.len() {
            return Err(broken());
        }
        let read = |(text, term): (&str, &Term)| {
            let sort = pool.sort(*term);
            reply::value(pool, text, sort).ok_or_else(|| Trouble::NoModel(text.to_string()))
        };
        found.into_iter().zip(terms).map(read).collect()
    }
}

impl Solver for ExternalSolver {
    fn assert(&mut self, pool: &mut TermPool, term: Term) {
        let term = pool.without_lambdas(term, &mut self.expanded);
        let scope = self.scopes.last_mut();
        scope
            .expect("the first scope is never popped")
            .assertions
            .push(term);
    }

    fn push(&mut self) {
        self.scopes.push(Scope::default());
    }

    fn pop(&mut self) {
        assert!(self.scopes.len() > 1, "pop without push");
        let scope = self.scopes.pop().expect("there are two at least");
        if let (Some(activation), Some(talk)) = (scope.activation, &mut self.talk) {
            // The scope is closed for good.
            talk.text
                .extend_from_slice(format!("(assert (not {activation}))\n").as_bytes());
        }
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &Limits) -> Answer<'_> {
        let _span = debug_span!("smt.check", assumptions = assumptions.len()).entered();
        self.checks += 1;
        match self.decide(pool, assumptions, limits) {
            Ok(true) => Answer::Sat(Model::new(&self.model)),
            Ok(false) => Answer::Unsat(Core::new(&self.core)),
            Err(trouble) => {
                // The state of the process is unknown.
                self.talk = None;
                Answer::Unknown(self.why(trouble, limits))
            }
        }
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        [
            ("smt.checks", self.checks),
            ("smt.external.bytes", self.sent),
            ("smt.external.starts", self.starts),
        ]
        .map(|(name, count)| (name.to_string(), count))
        .to_vec()
    }
}
