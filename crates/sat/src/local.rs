//! A solver for very many small questions about parts of a circuit, as IC3 asks them.
//!
//! IC3 asks hundreds of thousands of questions about one step of a circuit, and nearly all of them concern a few latches. So a
//! question is decided within its *domain*: what its literals depend on ([`Cones`]). Variables outside are neither decided nor
//! propagated to, so that a question costs as much as what it is about, however large the circuit is (Su, Yang, Ci, Bu, Huang,
//! *The rIC3 Hardware Model Checker*, and *Deeply Optimizing the SAT Solver for the IC3 Algorithm*, CAV 2025). The rest is a small
//! solver after MiniSat (Eén, Sörensson, *An Extensible SAT-solver*, SAT 2003): two watched literals, learnt clauses, decisions by
//! activity ([`order`]), assumptions as the first decisions, restarts. Gates are not decided, as their inputs determine them: that
//! keeps the order small.
//!
//! A question may bring one clause that counts for this question only. It contains the negation of a *guard*, a variable that is
//! assumed. So what is learnt from it contains that literal, too, and is removed with it when the next question comes; no
//! variables pile up. A question that is over costs nothing until then.
//!
//! Why answers are right. [`Outcome::Unsat`] always is: it comes from clauses. [`Outcome::Sat`] says that the domain's variables have
//! values that no clause contradicts. Gates outside then have values, too, since inputs determine them. Other clauses, such as
//! lemmas about latches, connect variables to groups ([`groups`]), and a domain contains all of a group or none of it. So what is
//! outside has a model of its own, unless the lemmas contradict each other: then it is a `Sat` of fewer clauses, and IC3, whose
//! frames all contain the first states, never has such lemmas. Without groups the answers are not exact, and IC3 goes astray: it
//! needs fewer steps for each question, but did not finish on a counter of Gray codes of 12 bits.
//!
//! Why not a solver that exists: BatSat and CaDiCaL, with which IC3 worked before, cannot be told what a question is about, so that
//! each question costs as much as the whole circuit. `cargo xtask bench hardware` shows what IC3 does with this one.

mod clauses;
mod cones;
mod groups;
mod learn;
mod order;
mod search;
#[cfg(test)]
mod tests;

pub use cones::Cones;

use crate::lit::{Lit, Var};
use crate::solver::Outcome;
use clauses::{Clauses, NONE as NO_REASON, Name, Watch};
use groups::Groups;
use order::Order;
use std::rc::Rc;

/// See the module documentation. A copy of a solver that has the circuit's clauses is a new solver for little.
#[derive(Clone)]
pub struct Local {
    cones: Rc<Cones>,
    groups: Groups,
    clauses: Clauses,
    /// By literal: the clauses to visit when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal.
    values: Vec<Value>,
    /// By variable: the value it had last.
    phases: Vec<bool>,
    /// By variable that has a value: the clause that implies it, and the level. Invariant: those of level 0 are not asked for
    /// their clauses.
    reasons: Vec<Name>,
    levels: Vec<u32>,
    trail: Vec<Lit>,
    /// By level from 1 on: where it begins in the trail.
    limits: Vec<usize>,
    /// What has been propagated of the trail.
    head: usize,
    order: Order,
    /// By variable: the last question that it was in the domain of.
    domain: Vec<u32>,
    /// The number of this question.
    question: u32,
    is_searching: bool,
    /// What each question's domain contains.
    always: Vec<Var>,
    assumptions: Vec<Lit>,
    /// The variable that is assumed for the clause of a question.
    guard: Var,
    /// That clause, and what was learnt from it.
    for_now: Vec<Name>,
    /// The assumptions that the last refutation needed.
    failed: Vec<Lit>,
    /// Whether the clauses are not known to have no model.
    consistent: bool,
    /// Learnt clauses, and how many there may be.
    learnt: usize,
    most_learnt: usize,
    /// How much of the trail at level 0 the clauses have been simplified with.
    simplified: usize,
    /// Invariant: all false between conflicts.
    seen: Vec<bool>,
    marked: Vec<Var>,
    buffer: Vec<Lit>,
    scratch: Vec<u32>,
    conflicts: u64,
}

/// What is asked.
#[derive(Clone, Copy, Default)]
pub struct Question<'q> {
    pub assumptions: &'q [Lit],
    /// A clause for this question only.
    pub clause: Option<&'q [Lit]>,
    /// Whether the clause counts only after the assumptions have been propagated: a refutation then follows it back from
    /// there, and needs few of them.
    pub clause_last: bool,
    /// Whether the domain is everything.
    pub everywhere: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Open,
    True,
    False,
}

/// The first limit of learnt clauses.
const MOST_LEARNT: usize = 1_000;

/// Questions after which clauses are simplified if there are new facts.
const SIMPLIFY: u32 = 512;

impl Local {
    /// A solver for formulas over so many variables.
    pub fn new(variables: u32, cones: Rc<Cones>) -> Local {
        // One more for the guard.
        let count = variables as usize + 1;
        Local {
            cones,
            groups: Groups::new(count),
            clauses: Clauses::default(),
            watches: vec![Vec::new(); 2 * count],
            values: vec![Value::Open; 2 * count],
            phases: vec![false; count],
            reasons: vec![NO_REASON; count],
            levels: vec![0; count],
            trail: Vec::new(),
            limits: Vec::new(),
            head: 0,
            order: Order::new(count),
            domain: vec![0; count],
            question: 0,
            is_searching: false,
            always: Vec::new(),
            assumptions: Vec::new(),
            guard: Var(variables),
            for_now: Vec::new(),
            failed: Vec::new(),
            consistent: true,
            learnt: 0,
            most_learnt: MOST_LEARNT,
            simplified: 0,
            seen: vec![false; count],
            marked: Vec::new(),
            buffer: Vec::new(),
            scratch: Vec::new(),
            conflicts: 0,
        }
    }

    /// Every question is also about these variables.
    pub fn always(&mut self, variables: impl Iterator<Item = Var>) {
        self.always.extend(variables);
    }

    /// Adds a clause for good. Forgets the model of the last question.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.backtrack(0);
        if self.consistent
            && let Some(name) = self.add(clause, &[])
            && self
                .clauses
                .lits(name)
                .all(|lit| self.cones.is_leaf(lit.var()))
        {
            self.groups
                .unite(self.clauses.lits(name).map(|lit| lit.var()));
        }
    }

    /// Decides a question. `stop` is asked now and then.
    pub fn solve(&mut self, question: Question<'_>, stop: &mut dyn FnMut() -> bool) -> Outcome {
        self.backtrack(0);
        self.forget_the_last_question();
        if self.consistent && self.propagate::<false>().is_some() {
            self.consistent = false;
        }
        self.failed.clear();
        if !self.consistent {
            return Outcome::Unsat;
        }
        self.tidy_up();
        self.assumptions.clear();
        let guard = self.guard.positive();
        if question.clause.is_some() && !question.clause_last {
            self.assumptions.push(guard);
        }
        self.assumptions.extend(question.assumptions);
        if let Some(clause) = question.clause {
            if question.clause_last {
                self.assumptions.push(guard);
            }
            if let Some(name) = self.add(clause, &[!guard]) {
                self.for_now.push(name);
            } else if self.value_of(guard) == Value::False {
                // All its literals are false: it alone is refuted.
                self.undo_guard();
                return Outcome::Unsat;
            }
        }
        self.restrict(&question);
        self.is_searching = true;
        let outcome = self.search(stop);
        self.is_searching = false;
        outcome
    }

    /// The value of a literal in the model of the last question, if it was in its domain.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.value_of(lit) {
            Value::Open => None,
            value => Some(value == Value::True),
        }
    }

    /// The assumptions that the last refutation used.
    pub fn failed(&self) -> &[Lit] {
        &self.failed
    }

    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Adds a clause at level 0, with more literals that are open; its name, if it has become one in memory.
    fn add(&mut self, clause: &[Lit], more: &[Lit]) -> Option<Name> {
        let mut lits = std::mem::take(&mut self.buffer);
        lits.clear();
        lits.extend(clause.iter().chain(more));
        lits.sort_unstable();
        lits.dedup();
        let is_true = lits.windows(2).any(|pair| pair[0] == !pair[1])
            || lits.iter().any(|lit| self.value_of(*lit) == Value::True);
        lits.retain(|lit| self.values[lit.index()] == Value::Open);
        let name = match lits[..] {
            _ if is_true => None,
            [] => {
                self.consistent = false;
                None
            }
            [lit] => {
                self.assign(lit, NO_REASON);
                None
            }
            _ => Some(self.attach(&lits, None)),
        };
        self.buffer = lits;
        name
    }

    fn attach(&mut self, lits: &[Lit], learnt_with: Option<u32>) -> Name {
        let name = self.clauses.add(lits, learnt_with);
        self.watch(name);
        name
    }

    fn watch(&mut self, name: Name) {
        let [first, second] = [0, 1].map(|at| self.clauses.lit(name, at));
        let is_binary = self.clauses.len(name) == 2;
        self.watches[first.index()].push(Watch::new(name, is_binary, second));
        self.watches[second.index()].push(Watch::new(name, is_binary, first));
    }

    /// The guard was found to be false for good: that was about the last clause it guarded only.
    fn undo_guard(&mut self) {
        let guard = self.guard.positive();
        self.trail.retain(|lit| lit.var() != self.guard);
        self.head = self.head.min(self.trail.len());
        self.values[guard.index()] = Value::Open;
        self.values[(!guard).index()] = Value::Open;
    }

    /// Removes the clause of the last question, and what was learnt from it.
    fn forget_the_last_question(&mut self) {
        if self.value_of(self.guard.positive()) != Value::Open {
            self.undo_guard();
        }
        while let Some(name) = self.for_now.pop() {
            for at in 0..2 {
                let lit = self.clauses.lit(name, at);
                let list = &mut self.watches[lit.index()];
                // It is one of the last.
                if let Some(place) = list.iter().rposition(|watch| watch.clause() == name) {
                    list.swap_remove(place);
                }
            }
            self.clauses.kill(name);
        }
    }

    /// The domain, and the order of its variables.
    fn restrict(&mut self, question: &Question<'_>) {
        self.question += 1;
        let number = self.question;
        if question.everywhere {
            self.domain.fill(number);
            let all = (0..self.domain.len() as u32).map(Var);
            let all = all.filter(|var| self.cones.is_leaf(*var));
            self.order
                .fill(all.filter(|var| self.values[var.positive().index()] == Value::Open));
            return;
        }
        let mut found = std::mem::take(&mut self.marked);
        let domain = &mut self.domain;
        let mut visit = |var: Var, found: &mut Vec<Var>| {
            let last = &mut domain[var.0 as usize];
            if *last != number {
                *last = number;
                found.push(var);
            }
        };
        let clause = question.clause.unwrap_or_default();
        for lit in self.assumptions.iter().chain(clause) {
            visit(lit.var(), &mut found);
        }
        for var in &self.always {
            visit(*var, &mut found);
        }
        let mut next = 0;
        while let Some(var) = found.get(next).copied() {
            next += 1;
            for input in self.cones.inputs(var) {
                visit(*input, &mut found);
            }
            for other in self.groups.enter(var, number) {
                visit(*other, &mut found);
            }
        }
        let values = &self.values;
        let open = |var: &Var| values[var.positive().index()] == Value::Open;
        found.retain(|var| self.cones.is_leaf(*var));
        self.order.fill(found.drain(..).filter(open));
        self.marked = found;
    }

    fn has_too_many_learnt(&self) -> bool {
        self.learnt > self.most_learnt
    }

    /// Simplifies the clauses from time to time. At level 0.
    fn tidy_up(&mut self) {
        if self.has_too_many_learnt() {
            self.forget();
        } else if self.clauses.is_wasteful()
            || (self.simplified < self.trail.len() && self.question.is_multiple_of(SIMPLIFY))
        {
            self.compact();
        }
    }

    /// Removes half of the learnt clauses: those of many levels, and of these the oldest. At level 0.
    fn forget(&mut self) {
        let names = self.clauses.names();
        let mut learnt: Vec<(u32, Name)> = names
            .filter(|name| !self.for_now.contains(name))
            .filter_map(|name| Some((self.clauses.learnt_with(name)?, name)))
            .filter(|(levels, _)| *levels > 2)
            .collect();
        learnt.sort_unstable_by_key(|(levels, name)| (std::cmp::Reverse(*levels), *name));
        for (_, name) in &learnt[..learnt.len() / 2] {
            self.clauses.kill(*name);
        }
        self.most_learnt += self.most_learnt / 10;
        self.compact();
    }

    /// Moves the clauses together, without those that are true and without literals that are false for good. At level 0, where
    /// all has been propagated.
    fn compact(&mut self) {
        if self.head < self.trail.len() {
            return;
        }
        let before = std::mem::take(&mut self.clauses);
        self.watches.iter_mut().for_each(Vec::clear);
        let for_now = std::mem::take(&mut self.for_now);
        self.learnt = 0;
        for name in before.names() {
            let mut lits = std::mem::take(&mut self.buffer);
            lits.clear();
            lits.extend(before.lits(name));
            let is_true = lits.iter().any(|lit| self.value_of(*lit) == Value::True);
            lits.retain(|lit| self.values[lit.index()] != Value::False);
            if !is_true {
                let learnt_with = before.learnt_with(name);
                let new = self.attach(&lits, learnt_with);
                match for_now.contains(&name) {
                    true => self.for_now.push(new),
                    false => self.learnt += usize::from(learnt_with.is_some()),
                }
            }
            self.buffer = lits;
        }
        self.simplified = self.trail.len();
    }
}
