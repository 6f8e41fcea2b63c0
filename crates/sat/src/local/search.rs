//! Propagation, decisions and the way back, all within the domain of the question.
//!
//! A clause is left alone as soon as one of its literals is open and not in the domain. At level 0 there is no domain: what is
//! known for good is propagated everywhere.

use super::clauses::{Name, Watch};
use super::{Local, NO_REASON, Value};
use crate::lit::{Lit, Var};
use crate::solver::Outcome;

/// Conflicts until the first restart; the unit of the sequence of Luby, Sinclair and Zuckerman.
const RESTART: u64 = 100;

/// Conflicts, and decisions, from one question whether to stop to the next.
const POLL: u64 = 256;

impl Local {
    /// Decides the clauses under the assumptions. Everything is at level 0 before.
    pub(super) fn search(&mut self, stop: &mut dyn FnMut() -> bool) -> Outcome {
        let (mut restarts, mut conflicts, mut decisions) = (0, 0_u64, 0_u64);
        let mut until_restart = RESTART;
        loop {
            let conflict = match self.level() {
                0 => self.propagate::<false>(),
                _ => self.propagate::<true>(),
            };
            if let Some(conflict) = conflict {
                self.conflicts += 1;
                conflicts += 1;
                if self.level() == 0 {
                    self.consistent = false;
                    self.failed.clear();
                    return Outcome::Unsat;
                }
                if !self.learn(conflict) {
                    return Outcome::Unsat;
                }
                if conflicts.is_multiple_of(POLL) && stop() {
                    return Outcome::Stopped;
                }
                continue;
            }
            if conflicts >= until_restart {
                restarts += 1;
                until_restart = conflicts + RESTART * luby(restarts);
                match self.has_too_many_learnt() {
                    true => {
                        self.backtrack(0);
                        self.forget();
                    }
                    false => self.backtrack(self.assumptions.len().min(self.level())),
                }
                continue;
            }
            let next = match self.assumptions.get(self.level()) {
                Some(lit) => match self.value_of(*lit) {
                    Value::True => {
                        self.limits.push(self.trail.len());
                        continue;
                    }
                    Value::False => {
                        self.explain(*lit);
                        return Outcome::Unsat;
                    }
                    Value::Open => *lit,
                },
                None => match self.decision() {
                    Some(lit) => lit,
                    None => return Outcome::Sat,
                },
            };
            decisions += 1;
            if decisions.is_multiple_of(POLL * 16) && stop() {
                return Outcome::Stopped;
            }
            self.limits.push(self.trail.len());
            self.assign(next, NO_REASON);
        }
    }

    fn decision(&mut self) -> Option<Lit> {
        loop {
            let var = self.order.pop()?;
            if self.value_of(var.positive()) == Value::Open {
                return Some(var.lit(self.phases[var.0 as usize]));
            }
        }
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: Name) {
        self.values[lit.index()] = Value::True;
        self.values[(!lit).index()] = Value::False;
        let var = lit.var().0 as usize;
        self.reasons[var] = reason;
        self.levels[var] = self.level() as u32;
        self.trail.push(lit);
    }

    /// Assigns what follows; a clause that is false, if there is one.
    pub(super) fn propagate<const LOCAL: bool>(&mut self) -> Option<Name> {
        while self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit::<LOCAL>(falsified, &mut list);
            // A clause that found another literal to watch is never in the list of this one again.
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn visit<const LOCAL: bool>(&mut self, falsified: Lit, list: &mut Vec<Watch>) -> Option<Name> {
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        'clauses: while from < list.len() {
            let watch = list[from];
            from += 1;
            let value = self.values[watch.blocker.index()];
            if value == Value::True
                || (LOCAL && value == Value::Open && !self.is_local(watch.blocker.var()))
            {
                list[to] = watch;
                to += 1;
                continue;
            }
            let name = watch.clause();
            if watch.is_binary() {
                list[to] = watch;
                to += 1;
                if value == Value::False {
                    conflict = Some(name);
                    break;
                }
                self.assign(watch.blocker, name);
                continue;
            }
            let words = self.clauses.words_mut(name);
            if words[0] == falsified.index() as u32 {
                words.swap(0, 1);
            }
            let first = Lit::of_index(words[0]);
            let value = self.values[first.index()];
            if value == Value::True {
                list[to] = Watch::new(name, false, first);
                to += 1;
                continue;
            }
            for at in 2..words.len() {
                let other = Lit::of_index(words[at]);
                if self.values[other.index()] != Value::False {
                    words.swap(1, at);
                    self.watches[other.index()].push(Watch::new(name, false, first));
                    continue 'clauses;
                }
            }
            list[to] = Watch::new(name, false, first);
            to += 1;
            if value == Value::False {
                conflict = Some(name);
                break;
            }
            if !LOCAL || self.is_local(first.var()) {
                self.assign(first, name);
            }
        }
        // What is left after a conflict stays.
        list.copy_within(from.., to);
        list.truncate(to + list.len() - from);
        conflict
    }

    /// Takes back what was assigned after a level.
    pub(super) fn backtrack(&mut self, level: usize) {
        let Some(&begin) = self.limits.get(level) else {
            return;
        };
        for lit in self.trail.drain(begin..) {
            self.values[lit.index()] = Value::Open;
            self.values[(!lit).index()] = Value::Open;
            self.phases[lit.var().0 as usize] = !lit.is_negated();
            // The next question fills the order itself.
            if self.is_searching && self.cones.is_leaf(lit.var()) {
                self.order.insert(lit.var());
            }
        }
        self.limits.truncate(level);
        self.head = begin;
    }

    pub(super) fn level(&self) -> usize {
        self.limits.len()
    }

    pub(super) fn value_of(&self, lit: Lit) -> Value {
        self.values[lit.index()]
    }

    /// Whether the question is about a variable.
    pub(super) fn is_local(&self, var: Var) -> bool {
        self.domain[var.0 as usize] == self.question
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … from 1 on.
fn luby(mut number: u64) -> u64 {
    loop {
        let bits = u64::BITS - number.leading_zeros();
        if number == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        number -= (1 << (bits - 1)) - 1;
    }
}
