//! Proofs of random clauses, alone and under assumptions, call after call.

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
    fn every_refutation_is_proved(
        rounds in prop::collection::vec((
            prop::collection::vec(prop::collection::vec((0..VARS, any::<bool>()), 1..4), 0..12),
            prop::collection::vec((0..VARS, any::<bool>()), 0..4),
        ), 1..8),
    ) {
        let mut solver = CaDiCaL::checking_proofs();
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
            prop_assert_eq!(outcome, if expected { Outcome::Sat } else { Outcome::Unsat }, "{:?}", solver.doubt());
            if !expected {
                prop_assert!(!brute_force(VARS, &clauses, solver.failed()));
            }
        }
    }
}

/// Pigeons without enough holes: eliminated variables, learnt and deleted clauses, between calls that satisfy.
#[test]
fn a_long_refutation() {
    let mut solver = CaDiCaL::checking_proofs();
    let (pigeons, holes) = (9, 8);
    let at: Vec<Vec<Lit>> = (0..pigeons)
        .map(|_| (0..holes).map(|_| solver.new_var().positive()).collect())
        .collect();
    for hole in 0..holes {
        for (i, first) in at.iter().enumerate() {
            for second in &at[..i] {
                solver.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
    for (i, pigeon) in at.iter().enumerate() {
        let expected = if i < holes {
            Outcome::Sat
        } else {
            Outcome::Unsat
        };
        solver.add_clause(pigeon);
        assert_eq!(
            solver.solve(&[], Budget::default()),
            expected,
            "{:?}",
            solver.doubt()
        );
    }
    let statistics = solver.statistics();
    let of = |name: &str| {
        statistics
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, count)| *count)
    };
    assert_eq!(of("sat.proof.checked"), Some(1));
    assert!(of("sat.proof.steps") > Some(100));
}
