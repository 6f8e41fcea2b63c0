//! A checker of refutations, step by step while they are made.
//!
//! The format is LRAT without its "AT" (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient certified RAT
//! verification", CADE 2017): each derived clause names the clauses that make it follow, in the order in which they
//! become unit when the derived clause is assumed to be false, and the last one is then false. Checking a step takes time
//! linear in the clauses it names. Steps that only keep satisfiability (RAT) are refused: with them, a clause would no
//! longer follow from the clauses before, and assumptions could not be combined with it.
//!
//! Why a checked answer is right: every clause in the checker's memory follows from the clauses that *we* added, as
//! reported by the code that added them, not by the solver. A clause that the solver sets aside (as elimination of
//! variables does) and takes back later was there before, so it follows as well. An answer "unsat under these
//! assumptions" counts only if the empty clause was derived, or, since the call began, a clause all of whose literals
//! are negated assumptions.
//!
//! Nothing here knows how the solver works.

use crate::lit::Lit;
use rustc_hash::FxHashMap;

/// The number of a clause in a proof.
pub type ClauseId = i64;

/// See the module documentation.
#[derive(Default)]
pub struct Checker {
    clauses: FxHashMap<ClauseId, Box<[Lit]>>,
    /// Clauses that the solver has set aside and may take back.
    aside: FxHashMap<ClauseId, Box<[Lit]>>,
    /// What the next original clause must be: sorted, without duplicates.
    expected: Option<Vec<Lit>>,
    /// By the number of a literal: whether it is true at the moment.
    is_true: Vec<bool>,
    /// The literals that are true at the moment.
    trail: Vec<Lit>,
    /// The clauses of failed assumptions since the call began.
    failed: Vec<Box<[Lit]>>,
    refuted: bool,
    steps: u64,
    error: Option<String>,
}

impl Checker {
    /// Announces the clause that is about to be added.
    pub fn expect(&mut self, clause: &[Lit]) {
        self.expected = Some(normal(clause));
    }

    /// An original clause arrives at the solver.
    pub fn original(&mut self, id: ClauseId, clause: &[Lit]) {
        if self.expected.take() != Some(normal(clause)) {
            return self.refuse(format!("the solver made up the original clause {clause:?}"));
        }
        self.insert(id, clause);
    }

    /// The solver derives a clause.
    pub fn derived(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) {
        if self.follows(clause, antecedents) {
            self.insert(id, clause);
        }
    }

    /// The solver derives a clause of negated assumptions.
    pub fn failed(&mut self, clause: &[Lit], antecedents: &[ClauseId]) {
        if self.follows(clause, antecedents) {
            self.failed.push(clause.into());
        }
    }

    pub fn delete(&mut self, id: ClauseId) {
        if self.clauses.remove(&id).is_none() {
            self.refuse(format!("clause {id} is deleted, but does not exist"));
        }
    }

    /// The solver sets aside a clause that it has deleted or is about to delete.
    pub fn set_aside(&mut self, id: ClauseId, clause: &[Lit]) {
        let known = self.clauses.get(&id).or_else(|| self.aside.get(&id));
        match known {
            Some(known) if normal(known) == normal(clause) => {
                self.aside.insert(id, clause.into());
            }
            _ => self.refuse(format!("clause {id} is set aside, but never existed")),
        }
    }

    pub fn take_back(&mut self, id: ClauseId, clause: &[Lit]) {
        match self.aside.remove(&id) {
            Some(known) if normal(&known) == normal(clause) => self.insert(id, clause),
            _ => self.refuse(format!(
                "clause {id} is taken back, but was never set aside"
            )),
        }
    }

    /// A call begins.
    pub fn begin(&mut self) {
        self.failed.clear();
    }

    /// Whether what was derived refutes the clauses under the assumptions; otherwise what is wrong.
    pub fn conclude(&self, assumptions: &[Lit]) -> Result<(), String> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let by = |clause: &[Lit]| clause.iter().all(|l| assumptions.contains(&!*l));
        if self.refuted || self.failed.iter().any(|clause| by(clause)) {
            return Ok(());
        }
        Err("the solver derived no refutation".to_string())
    }

    /// How many derivations were checked.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    fn insert(&mut self, id: ClauseId, clause: &[Lit]) {
        self.refuted |= clause.is_empty();
        if self.clauses.insert(id, clause.into()).is_some() {
            self.refuse(format!("two clauses have the number {id}"));
        }
    }

    fn refuse(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    /// Whether the clause follows by unit propagation over the antecedents; if not, no later step counts.
    fn follows(&mut self, clause: &[Lit], antecedents: &[ClauseId]) -> bool {
        self.steps += 1;
        let outcome = self.propagate(clause, antecedents);
        for lit in std::mem::take(&mut self.trail) {
            self.is_true[lit.index()] = false;
        }
        match outcome {
            Ok(()) => true,
            Err(why) => {
                self.refuse(format!("{clause:?} does not follow: {why}"));
                false
            }
        }
    }

    fn propagate(&mut self, clause: &[Lit], antecedents: &[ClauseId]) -> Result<(), String> {
        for &lit in clause {
            if self.holds(lit) {
                // A tautology.
                return Ok(());
            }
            self.make_true(!lit);
        }
        for id in antecedents {
            let Some(antecedent) = self.clauses.get(id) else {
                return Err(format!("there is no clause {id}"));
            };
            let mut open = antecedent.iter().filter(|l| !self.holds(!**l));
            match (open.next().copied(), open.next()) {
                (None, _) => return Ok(()),
                (Some(unit), None) => {
                    if !self.holds(unit) {
                        self.make_true(unit);
                    }
                }
                _ => return Err(format!("clause {id} is not unit")),
            }
        }
        Err("no antecedent is false".to_string())
    }

    fn holds(&self, lit: Lit) -> bool {
        self.is_true.get(lit.index()).copied().unwrap_or(false)
    }

    fn make_true(&mut self, lit: Lit) {
        if self.is_true.len() <= lit.index() {
            self.is_true.resize(lit.index() + 1, false);
        }
        self.is_true[lit.index()] = true;
        self.trail.push(lit);
    }
}

/// Sorted, without duplicates.
fn normal(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lit::Var;

    fn lit(number: i32) -> Lit {
        Var(number.unsigned_abs() - 1).lit(number > 0)
    }

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|n| lit(*n)).collect()
    }

    /// The four clauses over two variables.
    fn checker() -> Checker {
        let mut checker = Checker::default();
        for (id, numbers) in [[1, 2], [1, -2], [-1, 2], [-1, -2]].iter().enumerate() {
            let clause = clause(numbers);
            checker.expect(&clause);
            checker.original(id as i64 + 1, &clause);
        }
        checker
    }

    #[test]
    fn a_refutation() {
        let mut checker = checker();
        checker.begin();
        checker.derived(5, &clause(&[1]), &[1, 2]);
        assert!(checker.conclude(&[]).is_err());
        checker.derived(6, &[], &[5, 3, 4]);
        assert_eq!(checker.conclude(&[]), Ok(()));
        assert_eq!(checker.steps(), 2);
    }

    #[test]
    fn a_step_that_does_not_follow() {
        for antecedents in [&[1][..], &[1, 3], &[2, 7], &[]] {
            let mut checker = checker();
            checker.derived(5, &clause(&[1]), antecedents);
            checker.derived(6, &[], &[5, 3, 4]);
            assert!(checker.conclude(&[]).is_err(), "{antecedents:?}");
        }
    }

    #[test]
    fn clauses_that_are_gone_or_made_up_do_not_count() {
        let mut gone = checker();
        gone.delete(2);
        gone.derived(5, &clause(&[1]), &[1, 2]);
        assert!(gone.conclude(&[]).is_err());
        let mut made_up = checker();
        made_up.expect(&clause(&[1, 3]));
        made_up.original(5, &clause(&[1]));
        made_up.derived(6, &[], &[5, 3, 4]);
        assert!(made_up.conclude(&[]).is_err());
        let mut never = checker();
        never.take_back(5, &clause(&[1]));
        assert!(never.conclude(&[]).is_err());
    }

    #[test]
    fn clauses_are_set_aside_and_taken_back() {
        let mut checker = checker();
        checker.set_aside(2, &clause(&[-2, 1]));
        checker.delete(2);
        checker.take_back(2, &clause(&[1, -2]));
        checker.derived(5, &clause(&[1]), &[1, 2]);
        checker.derived(6, &[], &[5, 3, 4]);
        assert_eq!(checker.conclude(&[]), Ok(()));
        checker.set_aside(3, &clause(&[2]));
        assert!(checker.conclude(&[]).is_err());
    }

    #[test]
    fn failed_assumptions_must_be_assumptions_of_this_call() {
        let mut checker = checker();
        checker.begin();
        checker.failed(&clause(&[1]), &[1, 2]);
        assert_eq!(checker.conclude(&[lit(-1), lit(2)]), Ok(()));
        assert!(checker.conclude(&[lit(1), lit(2)]).is_err());
        assert!(checker.conclude(&[]).is_err());
        checker.begin();
        assert!(checker.conclude(&[lit(-1)]).is_err());
    }
}
