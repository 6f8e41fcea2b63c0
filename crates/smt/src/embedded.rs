//! The embedded solver.
//!
//! Terms are bit-blasted into one and-inverter graph. The cones that are asserted or assumed are handed to an
//! incremental SAT solver; arrays and uninterpreted functions are decided by lemmas on demand ([`crate::arrays`],
//! [`crate::functions`]), after arrays in arrays and in functions have been given names ([`crate::nested`]). Nothing is
//! encoded twice and nothing learnt is lost: a scope is an activation literal that guards its assertions and that
//! [`Solver::pop`] makes false for good.
//!
//! Soundness: circuits and lemmas are equivalences or definitions of fresh inputs, so they hold in every scope. In debug
//! builds every satisfying assignment is checked by evaluation of the assertions and assumptions.

use crate::arrays::{self, ArrayModel, Arrays};
use crate::bitblast::{Blaster, Stopped, Unsupported};
use crate::functions::{self, FunctionModel, Functions};
use crate::nested::{self, Nested};
use crate::preprocess::{self, Preprocessor};
use crate::solver::{Answer, Core, Limits, Model, Solver, Why};
use crate::values::Values;
use rustc_hash::FxHashMap;
use sat::{Budget, Cnf, DefaultSolver, Edge, Lit, Outcome, SatSolver};
use std::rc::Rc;
use std::time::{Duration, Instant};
use term::eval::{Assignment, Evaluator, FunctionValue};
use term::{FunctionId, Sort, SymbolId, Term, TermPool, Value};
use tracing::debug_span;

/// See the module documentation.
pub struct EmbeddedSolver {
    state: Blasted,
    preprocessor: Preprocessor,
    /// Invariant: never empty; the first scope is never popped.
    scopes: Vec<Scope>,
    core: Vec<Term>,
    checks: u64,
}

/// Where the array terms, the applications and what nests them start in a scope.
type Marks = (arrays::Mark, functions::Mark, nested::Mark);

/// What a model is read from.
struct Blasted {
    blaster: Blaster,
    cnf: Cnf,
    sat: DefaultSolver,
    arrays: Arrays,
    array_model: ArrayModel,
    functions: Functions,
    function_model: FunctionModel,
    nested: Nested,
}

struct Scope {
    /// Assumed while the scope is open; the first scope needs none.
    activation: Option<Lit>,
    assertions: Vec<Term>,
    /// How many of the assertions were preprocessed: the others wait for the next check.
    taken: usize,
    /// What was made of them and the SAT solver does not know yet, the next one last.
    waiting: Vec<Term>,
    /// An assertion that is not supported: nothing can be decided while the scope is open.
    unsupported: Option<Unsupported>,
    /// Where the array terms, applications and facts of this scope start; unknown until its assertions are first passed on.
    start: Option<(Marks, preprocess::Mark)>,
}

impl Scope {
    fn new(activation: Option<Lit>) -> Scope {
        Scope {
            activation,
            assertions: Vec::new(),
            taken: 0,
            waiting: Vec::new(),
            unsupported: None,
            start: None,
        }
    }
}

impl Default for EmbeddedSolver {
    fn default() -> EmbeddedSolver {
        EmbeddedSolver::new()
    }
}

impl EmbeddedSolver {
    pub fn new() -> EmbeddedSolver {
        EmbeddedSolver::on(DefaultSolver::new())
    }

    /// A solver that answers "unsat" only if the SAT solver's refutation passes the check of [`sat::lrat`]. Circuits and
    /// lemmas are not part of that proof.
    pub fn checking_proofs() -> EmbeddedSolver {
        EmbeddedSolver::on(DefaultSolver::checking_proofs())
    }

    fn on(sat: DefaultSolver) -> EmbeddedSolver {
        let state = Blasted {
            blaster: Blaster::new(),
            cnf: Cnf::new(),
            sat,
            arrays: Arrays::new(),
            array_model: ArrayModel::default(),
            functions: Functions::default(),
            function_model: FunctionModel::default(),
            nested: Nested::default(),
        };
        EmbeddedSolver {
            state,
            preprocessor: Preprocessor::default(),
            scopes: vec![Scope::new(None)],
            core: Vec::new(),
            checks: 0,
        }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes
            .last_mut()
            .expect("the first scope is never popped")
    }

    /// An assumption, simplified by the facts of the assertions and its own.
    fn simplify(&mut self, pool: &mut TermPool, assumption: Term) -> Term {
        let mark = self.preprocessor.mark();
        let members = self.preprocessor.simplify(pool, &[assumption]);
        self.preprocessor.release(mark);
        members.map_or(assumption, |members| pool.and_all(members))
    }

    /// Tells the SAT solver the assertions that it does not know yet.
    fn tell(&mut self, pool: &mut TermPool, limits: &Limits) -> Result<(), Why> {
        for scope in &mut self.scopes {
            let (state, preprocessor) = (&mut self.state, &mut self.preprocessor);
            scope
                .start
                .get_or_insert_with(|| (state.mark(), preprocessor.mark()));
            let new = &scope.assertions[scope.taken..];
            let simplified = preprocessor.simplify(pool, new);
            let new = simplified.unwrap_or_else(|| preprocess::members(pool, new));
            scope.taken = scope.assertions.len();
            scope.waiting.splice(0..0, new.into_iter().rev());
            while let Some(&member) = scope.waiting.last() {
                match state.prepare(pool, member, limits) {
                    Ok(edge) => {
                        let unless = scope.activation.map(|lit| !lit);
                        let Blasted {
                            blaster, cnf, sat, ..
                        } = state;
                        cnf.assert(&blaster.aig, sat, edge, unless);
                    }
                    Err(Stopped::Unsupported(what)) => scope.unsupported = Some(what),
                    Err(Stopped::Limit(why)) => return Err(why),
                }
                scope.waiting.pop();
            }
        }
        Ok(())
    }

    /// Decides under the literals of `assumptions`; answers `Err` if there is no answer.
    fn decide(
        &mut self,
        pool: &mut TermPool,
        assumptions: &[Term],
        limits: &Limits,
    ) -> Result<bool, Why> {
        if let Some(Unsupported(what)) = self.scopes.iter().find_map(|s| s.unsupported.clone()) {
            return Err(Why::Other(what));
        }
        let mut lits: Vec<Lit> = self.scopes.iter().filter_map(|s| s.activation).collect();
        let mut term_of: FxHashMap<Lit, Term> = FxHashMap::default();
        for &term in assumptions {
            if let Some(why) = limits.expired() {
                return Err(why);
            }
            let simplified = self.simplify(pool, term);
            let edge = self.state.prepare(pool, simplified, limits)?;
            match edge.as_constant() {
                Some(true) => continue,
                Some(false) => {
                    self.core = vec![term];
                    return Ok(false);
                }
                None => {}
            }
            let lit = self
                .state
                .cnf
                .lit(&self.state.blaster.aig, &mut self.state.sat, edge);
            term_of.entry(lit).or_insert_with(|| {
                lits.push(lit);
                term
            });
        }
        lits.extend(self.state.name_arrays(pool, limits)?);
        let sat = self.state.solve(pool, &lits, limits)?;
        if sat {
            self.state.read_names(pool);
        } else {
            self.core = self
                .state
                .sat
                .failed()
                .iter()
                .filter_map(|l| term_of.get(l).copied())
                .collect();
        }
        Ok(sat)
    }

    /// Panics if the model does not satisfy what was asserted and assumed.
    fn check_model(&self, pool: &TermPool, assumptions: &[Term]) {
        let mut evaluator = Evaluator::new(pool, &self.state);
        for &term in self
            .scopes
            .iter()
            .flat_map(|s| &s.assertions)
            .chain(assumptions)
        {
            let holds = evaluator.eval(term).as_bool();
            assert!(
                holds,
                "the model violates term {} ({:?})",
                term.index(),
                pool.op(term)
            );
        }
    }
}

impl Solver for EmbeddedSolver {
    fn assert(&mut self, _pool: &mut TermPool, term: Term) {
        self.scope().assertions.push(term);
    }

    fn push(&mut self) {
        let activation = self.state.sat.new_var().positive();
        self.scopes.push(Scope::new(Some(activation)));
    }

    fn pop(&mut self) {
        assert!(self.scopes.len() > 1, "pop without push");
        let scope = self.scopes.pop().expect("there are two at least");
        if let Some(activation) = scope.activation {
            self.state.sat.add_clause(&[!activation]);
        }
        if let Some((marks, facts)) = scope.start {
            self.state.release(marks);
            self.preprocessor.release(facts);
        }
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &Limits) -> Answer<'_> {
        let _span = debug_span!("smt.check", assumptions = assumptions.len()).entered();
        self.checks += 1;
        // Simplifying what is asserted takes memory, too.
        let expired = limits.expired().map_or(Ok(()), Err);
        let told = expired.and_then(|()| self.tell(pool, limits));
        let answer = told.and_then(|()| {
            let mark = self.state.mark();
            let answer = self.decide(pool, assumptions, limits);
            self.state.release(mark);
            answer
        });
        match answer {
            Ok(true) => {
                if cfg!(debug_assertions) {
                    self.check_model(pool, assumptions);
                }
                Answer::Sat(Model::new(&self.state))
            }
            Ok(false) => Answer::Unsat(Core::new(&self.core)),
            Err(why) => Answer::Unknown(why),
        }
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let mut statistics = vec![("smt.checks".to_string(), self.checks)];
        statistics.extend(self.state.arrays.statistics());
        statistics.extend(self.state.functions.statistics());
        statistics.extend(self.preprocessor.statistics());
        statistics.extend(self.state.blaster.statistics());
        statistics.extend(self.state.cnf.statistics());
        statistics.extend(self.state.sat.statistics());
        statistics
    }
}

impl Blasted {
    fn mark(&self) -> Marks {
        (
            self.arrays.mark(),
            self.functions.mark(),
            self.nested.mark(),
        )
    }

    fn release(&mut self, (arrays, functions, nested): Marks) {
        self.arrays.release(arrays);
        self.functions.release(functions);
        self.nested.release(nested);
    }

    /// Blasts a term and activates its array terms and applications.
    fn prepare(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        limits: &Limits,
    ) -> Result<Edge, Stopped> {
        let term = match pool.nests_arrays() {
            true => self.nested.activate(pool, term)?,
            false => term,
        };
        self.activate(pool, term, limits)?;
        Ok(self.blaster.edge(term))
    }

    /// As [`Blasted::prepare`], for a term of any sort in which no array is inside another array or a function.
    fn activate(
        &mut self,
        pool: &mut TermPool,
        term: Term,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        self.blaster.blast(pool, term, limits)?;
        self.assert_facts();
        if self.blaster.has_theory(term) {
            let mut scalars = self.arrays.activate(pool, &self.blaster, term);
            scalars.extend(self.functions.activate(pool, &self.blaster, term));
            self.encode(pool, &scalars);
        }
        Ok(())
    }

    /// Assumptions that tie the names of arrays to the arrays.
    fn name_arrays(&mut self, pool: &mut TermPool, limits: &Limits) -> Result<Vec<Lit>, Why> {
        if !pool.nests_arrays() {
            return Ok(Vec::new());
        }
        let mut lits = Vec::new();
        for axiom in self.nested.axioms(pool) {
            self.activate(pool, axiom, limits)?;
            let edge = self.blaster.edge(axiom);
            lits.push(self.cnf.lit(&self.blaster.aig, &mut self.sat, edge));
        }
        // A single one has no axioms, but needs a value.
        for (_, name, _) in self.nested.named_arrays() {
            self.activate(pool, name, limits)?;
        }
        Ok(lits)
    }

    /// Reads from the model which arrays have which names.
    fn read_names(&mut self, pool: &TermPool) {
        self.nested.begin_model();
        for (sort, name, array) in self.nested.named_arrays() {
            let mut evaluator = Evaluator::new(pool, &*self);
            let (name, value) = (evaluator.eval(name).to_bits(), evaluator.eval(array));
            self.nested.set(sort, name, value);
        }
    }

    /// Hands terms to the SAT solver, so that its models give them values.
    fn encode(&mut self, pool: &TermPool, scalars: &[Term]) {
        for scalar in scalars {
            for edge in self.blaster.bits(pool, *scalar) {
                self.cnf.lit(&self.blaster.aig, &mut self.sat, *edge);
            }
        }
    }

    /// Defines the witness of an equality of arrays: a definition of a fresh index, so it holds in every scope.
    fn define_witness(&mut self, pool: &mut TermPool, equality: Term) {
        let clause = self.arrays.witness(pool, equality);
        self.blaster
            .blast(pool, clause, &Limits::default())
            .expect("reads of supported arrays are supported");
        let scalars = self.arrays.scalars_of_witness(pool, equality);
        self.encode(pool, &scalars);
        let edge = self.blaster.edge(clause);
        self.cnf
            .assert(&self.blaster.aig, &mut self.sat, edge, None);
    }

    /// A model of the arrays, or what is wrong with the assignment. Instances of lambdas that the SAT solver knows from
    /// earlier calls have a value already.
    fn check_arrays(
        &mut self,
        pool: &mut TermPool,
    ) -> Result<Result<ArrayModel, arrays::Violations>, Why> {
        loop {
            let values = Values {
                blaster: &self.blaster,
                cnf: &self.cnf,
                sat: &self.sat,
            };
            let violations = match self.arrays.check(pool, &values) {
                Err(violations) if !violations.needs.is_empty() => violations,
                other => return Ok(other),
            };
            let known = violations.needs.iter().all(|need| {
                let instance = pool.beta(need.lambda, need.index);
                self.arrays.is_encoded(instance)
            });
            if !known || !violations.conflicts.is_empty() || !violations.witnesses.is_empty() {
                return Ok(Err(violations));
            }
            for need in violations.needs {
                self.instantiate(pool, &need)?;
            }
        }
    }

    /// Makes the instance that a read needs active, as a term to which the SAT solver gives a value.
    fn instantiate(&mut self, pool: &mut TermPool, need: &arrays::Need) -> Result<Term, Why> {
        let instance = pool.beta(need.lambda, need.index);
        self.blaster.blast(pool, instance, &Limits::default())?;
        self.assert_facts();
        let mut scalars = self.arrays.instantiate(pool, &self.blaster, need, instance);
        if self.blaster.has_theory(instance) {
            scalars.extend(self.functions.activate(pool, &self.blaster, instance));
        }
        self.encode(pool, &scalars);
        Ok(instance)
    }

    /// Tells the SAT solver what always holds of the circuits that are new.
    fn assert_facts(&mut self) {
        for fact in self.blaster.take_facts() {
            self.cnf
                .assert(&self.blaster.aig, &mut self.sat, fact, None);
        }
    }

    /// The refinement loop: solve, look for violated axioms of arrays and functions, add them, until there are none.
    fn solve(&mut self, pool: &mut TermPool, lits: &[Lit], limits: &Limits) -> Result<bool, Why> {
        let start = self.sat.conflicts();
        loop {
            if let Some(why) = limits.expired() {
                return Err(why);
            }
            let used = self.sat.conflicts() - start;
            let conflicts = limits.conflicts.map(|limit| limit.saturating_sub(used));
            match self.sat.solve(
                lits,
                Budget {
                    conflicts,
                    stop: stop(limits),
                },
            ) {
                Outcome::Unsat => return Ok(false),
                Outcome::Unproved => {
                    let doubt = self.sat.doubt().unwrap_or("no reason is given");
                    let what = format!(
                        "internal error: the proof of a refutation does not pass the check: {doubt}"
                    );
                    return Err(Why::Other(what));
                }
                Outcome::Stopped => return Err(limits.expired().unwrap_or(Why::Conflicts)),
                Outcome::Sat => {}
            }
            match self.check_arrays(pool)? {
                Ok(model) => self.array_model = model,
                Err(violations) => {
                    for equality in violations.witnesses {
                        self.define_witness(pool, equality);
                    }
                    let mut conflicts = violations.conflicts;
                    for need in violations.needs {
                        let instance = self.instantiate(pool, &need)?;
                        conflicts.push(need.met_by(instance));
                    }
                    for conflict in conflicts {
                        for clause in self.arrays.lemmas(pool, &mut self.blaster, &conflict) {
                            let Blasted {
                                blaster, cnf, sat, ..
                            } = self;
                            cnf.assert_any(&blaster.aig, sat, &clause);
                        }
                    }
                    continue;
                }
            }
            let values = Values {
                blaster: &self.blaster,
                cnf: &self.cnf,
                sat: &self.sat,
            };
            let functions = self.functions.check(pool, &values);
            match functions {
                Ok(model) => {
                    self.function_model = model;
                    return Ok(true);
                }
                Err(conflicts) => {
                    for conflict in conflicts {
                        let clause = self.functions.lemma(pool, &mut self.blaster, &conflict);
                        let Blasted {
                            blaster, cnf, sat, ..
                        } = self;
                        cnf.assert_any(&blaster.aig, sat, &clause);
                    }
                }
            }
        }
    }
}

/// The limits that are not counts, as a callback of the SAT solver.
fn stop(limits: &Limits) -> Option<sat::Stop> {
    if limits.cancel.is_none() && limits.deadline.is_none() && limits.memory.is_none() {
        return None;
    }
    let limits = limits.clone();
    let mut looked = Instant::now();
    Some(Box::new(move || {
        // The SAT solver calls this a million times a second.
        let look = limits.memory.is_some() && looked.elapsed() > LOOK_AT_MEMORY;
        if look {
            looked = Instant::now();
        }
        limits.expired_by_flag_or_clock().is_some() || look && limits.has_too_little_memory()
    }))
}

/// How often a running SAT solver looks at the memory.
const LOOK_AT_MEMORY: Duration = Duration::from_millis(10);

impl Assignment for Blasted {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        let term = pool.symbol_term(symbol);
        if let Some(flat) = self.nested.symbol(term) {
            let value = self.array_model.value(flat)?;
            return Some(self.nested.lift(pool.sort(term), value));
        }
        if !self.blaster.is_known(term) {
            return None;
        }
        let values = Values {
            blaster: &self.blaster,
            cnf: &self.cnf,
            sat: &self.sat,
        };
        match pool.sort(term) {
            Sort::Array(_) => self.array_model.value(term),
            _ => Some(values.value(pool, term)),
        }
    }

    fn function(&self, pool: &TermPool, function: FunctionId) -> Option<Rc<FunctionValue>> {
        let known = self.function_model.get(&function).cloned();
        known.or_else(|| {
            let of_arrays = self.nested.function(pool, &self.function_model, function)?;
            Some(Rc::new(of_arrays))
        })
    }
}
