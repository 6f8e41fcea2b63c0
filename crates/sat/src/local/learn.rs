//! Conflicts: what is learnt from one, how far it leads back, and which assumptions a refutation needs.
//!
//! The first unique implication point, with literals removed that the others imply (Marques-Silva, Sakallah, *GRASP*, ICCAD
//! 1996; Sörensson, Biere, *Minimizing Learned Clauses*, SAT 2009).

use super::clauses::Name;
use super::{Local, NO_REASON};
use crate::lit::{Lit, Var};

impl Local {
    /// Learns from a false clause and goes back; `false` if the assumptions are refuted.
    pub(super) fn learn(&mut self, conflict: Name) -> bool {
        let mut learnt = std::mem::take(&mut self.buffer);
        learnt.clear();
        self.resolve(conflict, &mut learnt);
        self.minimise(&mut learnt);
        for lit in self.marked.drain(..) {
            self.seen[lit.0 as usize] = false;
        }
        self.order.decay();
        let is_for_now = learnt.contains(&!self.guard.positive());
        if is_for_now && learnt.len() == 1 {
            // The clause of this question is refuted, whatever the assumptions are.
            self.failed.clear();
            self.buffer = learnt;
            return false;
        }
        // The literal of the highest level after the first is watched, and says how far to go back.
        let mut back = 0;
        for at in 1..learnt.len() {
            let level = self.levels[learnt[at].var().0 as usize];
            if level > back {
                back = level;
                learnt.swap(1, at);
            }
        }
        let levels = self.count_levels(&learnt);
        self.backtrack(back as usize);
        let reason = match learnt.len() {
            1 => NO_REASON,
            _ => {
                let name = self.attach(&learnt, Some(levels));
                match is_for_now {
                    true => self.for_now.push(name),
                    false => self.learnt += 1,
                }
                name
            }
        };
        self.assign(learnt[0], reason);
        self.buffer = learnt;
        true
    }

    /// Resolves a false clause with reasons until one literal of the last level is left, which comes first.
    fn resolve(&mut self, conflict: Name, learnt: &mut Vec<Lit>) {
        let last = self.level() as u32;
        let (mut clause, mut open, mut at) = (conflict, 0, self.trail.len());
        let mut pivot: Option<Lit> = None;
        learnt.push(self.guard.positive());
        loop {
            for number in 0..self.clauses.len(clause) {
                let lit = self.clauses.lit(clause, number);
                let var = lit.var();
                let level = self.levels[var.0 as usize];
                if Some(lit) == pivot || self.seen[var.0 as usize] || level == 0 {
                    continue;
                }
                self.mark(var);
                self.order.bump(var);
                if level == last {
                    open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].var().0 as usize] {
                    break;
                }
            }
            let lit = self.trail[at];
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                return;
            }
            pivot = Some(lit);
            clause = self.reasons[lit.var().0 as usize];
        }
    }

    fn mark(&mut self, var: Var) {
        self.seen[var.0 as usize] = true;
        self.marked.push(var);
    }

    /// Removes literals that follow from the others: those are marked.
    fn minimise(&mut self, learnt: &mut Vec<Lit>) {
        let mut kept = 1;
        for at in 1..learnt.len() {
            let lit = learnt[at];
            if !self.is_implied(lit) {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
    }

    /// Whether marked literals alone imply the negation of a literal. If they do, so do they for all that was met on the way,
    /// which stays marked.
    fn is_implied(&mut self, lit: Lit) -> bool {
        if self.reasons[lit.var().0 as usize] == NO_REASON {
            return false;
        }
        let before = self.marked.len();
        let mut stack = vec![lit.var()];
        while let Some(var) = stack.pop() {
            let reason = self.reasons[var.0 as usize];
            for number in 0..self.clauses.len(reason) {
                let other = self.clauses.lit(reason, number).var();
                if self.seen[other.0 as usize] || self.levels[other.0 as usize] == 0 {
                    continue;
                }
                if self.reasons[other.0 as usize] == NO_REASON {
                    for var in self.marked.drain(before..) {
                        self.seen[var.0 as usize] = false;
                    }
                    return false;
                }
                self.mark(other);
                stack.push(other);
            }
        }
        true
    }

    fn count_levels(&mut self, lits: &[Lit]) -> u32 {
        let levels = lits.iter().map(|lit| self.levels[lit.var().0 as usize]);
        self.scratch.clear();
        self.scratch.extend(levels);
        self.scratch.sort_unstable();
        self.scratch.dedup();
        self.scratch.len() as u32
    }

    /// Says which assumptions imply that this one is false.
    pub(super) fn explain(&mut self, assumption: Lit) {
        self.failed.clear();
        if assumption.var() != self.guard {
            self.failed.push(assumption);
        }
        if self.levels[assumption.var().0 as usize] == 0 {
            return;
        }
        self.mark(assumption.var());
        let begin = self.limits[0];
        for at in (begin..self.trail.len()).rev() {
            let lit = self.trail[at];
            if !self.seen[lit.var().0 as usize] {
                continue;
            }
            let reason = self.reasons[lit.var().0 as usize];
            if reason == NO_REASON {
                if lit.var() != self.guard && lit != assumption {
                    self.failed.push(lit);
                }
                continue;
            }
            for number in 0..self.clauses.len(reason) {
                let other = self.clauses.lit(reason, number).var();
                if self.levels[other.0 as usize] > 0 && !self.seen[other.0 as usize] {
                    self.mark(other);
                }
            }
        }
        for var in self.marked.drain(..) {
            self.seen[var.0 as usize] = false;
        }
    }
}
