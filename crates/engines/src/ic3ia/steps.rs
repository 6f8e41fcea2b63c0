//! A step of the machine: literals are predicates, and questions go to the SMT solver.
//!
//! One solver knows the machine. It has two names for each predicate, for what it says now and of the next state, which are
//! equivalent to their terms: so a question assumes names, whatever the terms are. A name for each frame says that its clauses
//! hold. Another solver knows what the first state leads to: first values are put in for the variables there, which leaves the
//! part of the machine where runs begin. A third one lifts.
//!
//! Solvers are made again when what was added for single questions piles up, and when they have to learn new predicates.

use super::predicates::{Predicate, Predicates};
use crate::frames::{Cube, Frames, Steps, Target};
use encode::words::Values;
use rustc_hash::FxHashMap;
use sat::{Lit, Var};
use smt::{Answer, Backend, Limits, Model, Solver, Why};
use std::rc::Rc;
use term::eval::Evaluator;
use term::{Sort, SymbolId, Term, TermPool, Value};

/// Questions with a clause of their own after which a solver is stale.
const STALE: u32 = 1_000;

/// Lifting stops when as many attempts have failed more often than one in so many succeeded.
const ATTEMPTS: u32 = 50;
const ONE_IN: u32 = 10;

/// A state that was found and the inputs with which it goes on, as values.
pub(super) type Point = Values;

/// See the module documentation.
pub(super) struct Machine<'m> {
    pub pool: &'m mut TermPool,
    pub predicates: Predicates<'m>,
    backend: &'m Backend,
    pub limits: &'m Limits,
    /// Something bad is the case.
    pub bad: Term,
    /// The constraints of the first step.
    first_constraints: Vec<Term>,
    main: Named,
    first: Named,
    lifting: Named,
    /// By frame: what says that its clauses hold. That of frame 0 is not used.
    frames: Vec<Term>,
    /// What the last question has found.
    found: Option<(Cube, Rc<Point>)>,
    symbols: Vec<(SymbolId, Term)>,
    /// By input and step of a path: its name there.
    pub names: FxHashMap<(Term, usize), Term>,
    pub rebuilt: u64,
    attempts: u32,
    successes: u32,
}

/// A solver that knows predicates by names.
struct Named {
    solver: Box<dyn Solver>,
    /// By predicate: the names of what it says now and next; none before they are first needed.
    now: Vec<Option<Term>>,
    next: Vec<Option<Term>>,
    /// Whether a scope is open, with the clause of the last question.
    is_open: bool,
    retired: u32,
    /// Whether first values are put in for the variables.
    at_first: bool,
}

impl Named {
    fn new(backend: &Backend, at_first: bool) -> Named {
        Named {
            solver: backend.make(),
            now: Vec::new(),
            next: Vec::new(),
            is_open: false,
            retired: 0,
            at_first,
        }
    }

    /// Forgets the clause of the last question.
    fn retire(&mut self) {
        if self.is_open {
            self.solver.pop();
            self.is_open = false;
            self.retired += 1;
        }
    }

    /// The name of a literal, now.
    fn now(&mut self, pool: &mut TermPool, all: &[Predicate], lit: Lit) -> Term {
        let number = lit.var().0 as usize;
        let term = all[number].term;
        let name = named(pool, &mut *self.solver, &mut self.now, number, term, "now");
        negate_if(pool, name, lit.is_negated())
    }

    /// The name of a literal in the next state.
    fn next(&mut self, pool: &mut TermPool, predicates: &mut Predicates<'_>, lit: Lit) -> Term {
        let number = lit.var().0 as usize;
        let mut term = predicates.all[number].next;
        if pool.as_bool(term).is_some() {
            return negate_if(pool, term, lit.is_negated());
        }
        let kind = match self.at_first {
            true => {
                term = predicates.first(pool, term);
                "second"
            }
            false => "next",
        };
        let name = named(pool, &mut *self.solver, &mut self.next, number, term, kind);
        negate_if(pool, name, lit.is_negated())
    }
}

/// The name of a term, by the number of its predicate. No scope is open.
fn named(
    pool: &mut TermPool,
    solver: &mut dyn Solver,
    names: &mut Vec<Option<Term>>,
    number: usize,
    term: Term,
    kind: &str,
) -> Term {
    if pool.as_bool(term).is_some() {
        return term;
    }
    if names.len() <= number {
        names.resize(number + 1, None);
    }
    if let Some(name) = names[number] {
        return name;
    }
    let name = pool.fresh(kind, Sort::Bool);
    // Two clauses, since an equation would make the solver put the term in for its name.
    let there = pool.implies(name, term);
    let back = pool.implies(term, name);
    solver.assert(pool, there);
    solver.assert(pool, back);
    names[number] = Some(name);
    name
}

fn negate_if(pool: &mut TermPool, term: Term, negate: bool) -> Term {
    match negate {
        true => pool.not(term),
        false => term,
    }
}

impl<'m> Machine<'m> {
    pub fn new(
        pool: &'m mut TermPool,
        predicates: Predicates<'m>,
        backend: &'m Backend,
        limits: &'m Limits,
    ) -> Machine<'m> {
        let words = predicates.words;
        let bad = pool.or_all(words.bad.iter().copied());
        let states = words.states.iter().map(|word| word.symbol);
        let symbols = states.chain(words.inputs.iter().copied());
        let symbols = symbols.filter_map(|symbol| Some((pool.as_symbol(symbol)?, symbol)));
        let mut this = Machine {
            symbols: symbols.collect(),
            main: Named::new(backend, false),
            first: Named::new(backend, true),
            first_constraints: Vec::new(),
            lifting: Named::new(backend, false),
            frames: Vec::new(),
            found: None,
            names: FxHashMap::default(),
            rebuilt: 0,
            attempts: 0,
            successes: 0,
            pool,
            predicates,
            backend,
            limits,
            bad,
        };
        this.restart();
        for constraint in &words.constraints {
            let first = this.predicates.first(this.pool, *constraint);
            this.first_constraints.push(first);
        }
        this
    }

    pub fn backend(&self) -> &'m Backend {
        self.backend
    }

    /// A new main solver, without the clauses of frames.
    fn restart(&mut self) {
        self.main = Named::new(self.backend, false);
        let words = self.predicates.words;
        for term in words.facts.iter().chain(&words.constraints) {
            self.main.solver.assert(self.pool, *term);
        }
    }

    /// Makes the main solver again if too much has piled up in it.
    fn refresh(&mut self, frames: &Frames) {
        if self.main.retired < STALE {
            return;
        }
        self.restart();
        self.rebuilt += 1;
        for frame in 1..frames.deltas.len() {
            for lemma in &frames.deltas[frame] {
                self.exclude_from(Some(frame), &lemma.cube);
            }
        }
        for lemma in &frames.infinity {
            self.exclude_from(None, &lemma.cube);
        }
    }

    fn exclude_from(&mut self, last: Option<usize>, cube: &[Lit]) {
        self.main.retire();
        let mut clause = self.clause(cube);
        if let Some(last) = last {
            clause.push(self.pool.not(self.frames[last]));
        }
        let clause = self.pool.or_all(clause);
        self.main.solver.assert(self.pool, clause);
    }

    /// The clause that excludes a cube, for the main solver.
    fn clause(&mut self, cube: &[Lit]) -> Vec<Term> {
        let all = &self.predicates.all;
        { cube.iter() }
            .map(|lit| self.main.now(self.pool, all, !*lit))
            .collect()
    }

    /// Keeps what a model says.
    fn keep(&mut self, model: Option<Point>) -> bool {
        let Some(point) = model else {
            self.found = None;
            return false;
        };
        let cube = self.cube_of(&point);
        self.found = Some((cube, Rc::new(point)));
        true
    }

    /// The cube of a state: where it is, and what holds of the predicates that matter there.
    pub fn cube_of(&self, point: &Point) -> Cube {
        let mut evaluator = Evaluator::new(self.pool, point);
        let place = self.predicates.places.as_ref();
        let place = place.and_then(|p| evaluator.eval(p.variable).as_bitvec().to_u64());
        let mut cube = Vec::new();
        for (number, predicate) in (0..).zip(&self.predicates.all) {
            let lit = Var(number).positive();
            match predicate.place {
                Some(at) if Some(at) == place => cube.push(lit),
                Some(_) => {}
                None if predicate.matters_at(place) => {
                    let holds = evaluator.eval(predicate.term).as_bool();
                    cube.push(lit.negate_if(!holds));
                }
                None => {}
            }
        }
        cube
    }
}

/// Asks a solver. The values of symbols, if there is a model, and otherwise the assumptions that the refutation needs.
fn ask(
    solver: &mut dyn Solver,
    pool: &mut TermPool,
    assumptions: &[Term],
    limits: &Limits,
    symbols: &[(SymbolId, Term)],
) -> Result<Result<Point, Vec<Term>>, Why> {
    if assumptions.iter().any(|term| pool.is_false(*term)) {
        let all = assumptions.iter().copied();
        return Ok(Err(all.filter(|term| pool.is_false(*term)).collect()));
    }
    match solver.check(pool, assumptions, limits) {
        Answer::Sat(model) => Ok(Ok(values(pool, &model, symbols))),
        Answer::Unsat(core) => Ok(Err(core.terms().to_vec())),
        Answer::Unknown(why) => Err(why),
    }
}

fn values(pool: &TermPool, model: &Model<'_>, symbols: &[(SymbolId, Term)]) -> Point {
    let mut evaluator = model.evaluator(pool);
    let all = symbols.iter();
    all.map(|(id, symbol)| (*id, evaluator.eval(*symbol)))
        .collect()
}

impl Steps for Machine<'_> {
    type Choice = Rc<Point>;

    fn add_frame(&mut self, frames: &Frames) {
        let name = self.pool.fresh("frame", Sort::Bool);
        self.frames.push(name);
        debug_assert_eq!(self.frames.len(), frames.deltas.len());
    }

    fn exclude(&mut self, from_upto: Option<(usize, usize)>, cube: &[Lit]) {
        self.exclude_from(from_upto.map(|(_, last)| last), cube);
    }

    fn is_bad(&mut self, frames: &Frames, frame: usize) -> Result<bool, Why> {
        let symbols = &self.symbols;
        let answer = if frame == 0 {
            let mut assumptions = self.first_constraints.clone();
            assumptions.push(self.predicates.first(self.pool, self.bad));
            let solver = &mut *self.first.solver;
            let answer = ask(solver, self.pool, &assumptions, self.limits, symbols)?;
            answer.map(|point| self.with_first_values(point))
        } else {
            self.refresh(frames);
            self.main.retire();
            let mut assumptions = self.frames[frame..].to_vec();
            assumptions.push(self.bad);
            let solver = &mut *self.main.solver;
            ask(solver, self.pool, &assumptions, self.limits, &self.symbols)?
        };
        Ok(self.keep(answer.ok()))
    }

    fn reach(
        &mut self,
        frames: &Frames,
        frame: Option<usize>,
        cube: &[Lit],
        excluded: bool,
    ) -> Result<Option<Cube>, Why> {
        let at_first = frame == Some(0);
        if !at_first {
            self.refresh(frames);
        }
        let named = match at_first {
            true => &mut self.first,
            false => &mut self.main,
        };
        named.retire();
        let mut nexts = Vec::with_capacity(cube.len());
        for lit in cube {
            nexts.push(named.next(self.pool, &mut self.predicates, *lit));
        }
        let mut assumptions = nexts.clone();
        // The first states are not in the cube.
        if excluded && !at_first {
            let clause = self.clause(cube);
            let clause = self.pool.or_all(clause);
            self.main.solver.push();
            self.main.is_open = true;
            self.main.solver.assert(self.pool, clause);
        }
        match frame {
            Some(0) => assumptions.extend(&self.first_constraints),
            Some(frame) => assumptions.extend(&self.frames[frame..]),
            None => {}
        }
        let solver = match at_first {
            true => &mut *self.first.solver,
            false => &mut *self.main.solver,
        };
        let answer = ask(solver, self.pool, &assumptions, self.limits, &self.symbols)?;
        match answer {
            Ok(point) => {
                let point = match at_first {
                    true => self.with_first_values(point),
                    false => point,
                };
                self.keep(Some(point));
                Ok(None)
            }
            Err(core) => {
                let both = cube.iter().zip(&nexts);
                let part = both.filter(|(_, next)| core.contains(next));
                Ok(Some(part.map(|(lit, _)| *lit).collect()))
            }
        }
    }

    fn found(&mut self, _: usize) -> (Cube, Rc<Point>) {
        self.found.clone().expect("the last question found a state")
    }

    fn lift(
        &mut self,
        state: &[Lit],
        point: &Rc<Point>,
        target: Target<'_>,
        weight: &dyn Fn(&Lit) -> f64,
    ) -> Result<Cube, Why> {
        if self.attempts >= ATTEMPTS && self.successes * ONE_IN < self.attempts {
            return Ok(state.to_vec());
        }
        self.attempts += 1;
        let words = self.predicates.words;
        self.lifting.retire();
        let mut reached: Vec<Term> = words.constraints.clone();
        match target {
            Target::Bad => reached.push(self.bad),
            Target::Next(cube) => {
                for lit in cube {
                    let next = self.lifting.next(self.pool, &mut self.predicates, *lit);
                    reached.push(next);
                }
            }
        }
        let reached = self.pool.and_all(reached);
        let missed = self.pool.not(reached);
        if self.pool.is_false(missed) {
            return Ok(Vec::new());
        }
        let mut order = state.to_vec();
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let mut assumptions = Vec::new();
        for input in &words.inputs {
            let id = self.pool.as_symbol(*input);
            let value = id.and_then(|id| point.get(&id));
            if let Some(value) = value.filter(|value| !matches!(value, Value::Array(_))) {
                let value = self.pool.constant(self.pool.sort(*input), value);
                assumptions.push(self.pool.eq(*input, value));
            }
        }
        let mut names: FxHashMap<Term, Lit> = FxHashMap::default();
        for lit in order {
            let name = self.lifting.now(self.pool, &self.predicates.all, lit);
            names.insert(name, lit);
            assumptions.push(name);
        }
        self.lifting.solver.push();
        self.lifting.is_open = true;
        self.lifting.solver.assert(self.pool, missed);
        let solver = &mut *self.lifting.solver;
        let answer = ask(solver, self.pool, &assumptions, self.limits, &[])?;
        if self.lifting.retired >= STALE {
            self.lifting = Named::new(self.backend, false);
        }
        // Predicates may say too little: then other states of the cube do something else.
        let Err(core) = answer else {
            return Ok(state.to_vec());
        };
        self.successes += 1;
        let mut cube: Cube = core.iter().filter_map(|t| names.get(t).copied()).collect();
        cube.sort_unstable();
        Ok(cube)
    }

    fn meets_first(&mut self, cube: &[Lit]) -> Result<bool, Why> {
        if cube.iter().any(|lit| self.is_apart(*lit)) {
            return Ok(false);
        }
        let mut open = Vec::new();
        for lit in cube {
            let first = self.predicates.all[lit.var().0 as usize].first;
            if self.pool.as_bool(first).is_none() {
                open.push(negate_if(self.pool, first, lit.is_negated()));
            }
        }
        if open.is_empty() {
            return Ok(true);
        }
        self.first.retire();
        let solver = &mut *self.first.solver;
        let answer = ask(solver, self.pool, &open, self.limits, &[])?;
        Ok(answer.is_ok())
    }

    fn is_apart(&self, lit: Lit) -> bool {
        let first = self.predicates.all[lit.var().0 as usize].first;
        self.pool.as_bool(first) == Some(lit.is_negated())
    }
}

impl Machine<'_> {
    /// A model in which first values were put in for variables, with their values.
    fn with_first_values(&self, mut point: Point) -> Point {
        let none = Point::default();
        let mut nothing = Evaluator::new(self.pool, &none);
        for word in &self.predicates.words.states {
            let value = word.first.map(|first| nothing.eval(first));
            if let (Some(id), Some(value)) = (self.pool.as_symbol(word.symbol), value) {
                point.insert(id, value);
            }
        }
        point
    }
}
