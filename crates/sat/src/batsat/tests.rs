//! Answers and cores on random clauses, call after call.

use super::*;
use proptest::prelude::*;

fn lit((var, negated): (u32, bool)) -> Lit {
    Var(var).lit(!negated)
}

/// Whether an assignment of the variables satisfies all the clauses and assumptions.
fn brute_force(vars: u32, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
    (0_u32..1 << vars).any(|assignment| {
        let holds = |l: &Lit| (assignment >> l.var().0 & 1 == 1) != l.is_negated();
        clauses.iter().all(|c| c.iter().any(holds)) && assumptions.iter().all(holds)
    })
}

const VARS: u32 = 9;

proptest! {
    #[test]
    fn answers_cores_and_models(
        rounds in prop::collection::vec((
            prop::collection::vec(prop::collection::vec((0..VARS, any::<bool>()), 1..4), 0..12),
            prop::collection::vec((0..VARS, any::<bool>()), 0..4),
        ), 1..8),
    ) {
        let mut solver = BatSat::new();
        (0..VARS).for_each(|_| _ = solver.new_var());
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for (new, assumptions) in rounds {
            for clause in new {
                let clause: Vec<Lit> = clause.into_iter().map(lit).collect();
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> = assumptions.into_iter().map(lit).collect();
            let outcome = solver.solve(&assumptions, Budget::default());
            let expected = brute_force(VARS, &clauses, &assumptions);
            prop_assert_eq!(outcome, if expected { Outcome::Sat } else { Outcome::Unsat });
            if expected {
                let holds = |l: &Lit| solver.value(*l) != Some(false);
                prop_assert!(clauses.iter().all(|c| c.iter().any(holds)));
                prop_assert!(assumptions.iter().all(holds));
            } else {
                prop_assert!(solver.failed().iter().all(|l| assumptions.contains(l)));
                prop_assert!(!brute_force(VARS, &clauses, solver.failed()));
            }
        }
    }
}

/// Pigeons without enough holes take more conflicts than the budget has.
#[test]
fn a_budget_ends_a_call() {
    let mut solver = BatSat::new();
    let at: Vec<Vec<Lit>> = (0..7)
        .map(|_| (0..6).map(|_| solver.new_var().positive()).collect())
        .collect();
    for hole in 0..6 {
        for (i, first) in at.iter().enumerate() {
            for second in &at[..i] {
                solver.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
    at.iter().for_each(|pigeon| solver.add_clause(pigeon));
    let budget = || Budget {
        conflicts: Some(10),
        stop: None,
    };
    assert_eq!(solver.solve(&[], budget()), Outcome::Stopped);
    let stop = Budget {
        conflicts: None,
        stop: Some(Box::new(|| true)),
    };
    assert_eq!(solver.solve(&[], stop), Outcome::Stopped);
    assert_eq!(solver.solve(&[], Budget::default()), Outcome::Unsat);
}
