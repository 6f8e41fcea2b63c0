//! Scopes and assumptions: every answer against a fresh solver, every core re-checked.

mod common;

use common::{Code, Material};
use proptest::prelude::*;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{Sort, Term, TermPool};

#[derive(Clone, Debug)]
enum Action {
    Make(Code),
    Assert(u8, bool),
    Push,
    Pop,
    Check(Vec<(u8, bool)>),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => any::<Code>().prop_map(Action::Make),
        3 => any::<(u8, bool)>().prop_map(|(n, sign)| Action::Assert(n, sign)),
        1 => Just(Action::Push),
        1 => Just(Action::Pop),
        3 => prop::collection::vec(any::<(u8, bool)>(), 0..4).prop_map(Action::Check),
    ]
}

/// Material with an array: reads are bit-vectors like others, and equalities of arrays Booleans.
struct Memory {
    material: Material,
    arrays: Vec<Term>,
}

impl Memory {
    fn new(pool: &mut TermPool, width: u32) -> Memory {
        let sort = Sort::array(Sort::BitVec(width), Sort::BitVec(width));
        let material = Material::new(pool, width, 3);
        Memory {
            material,
            arrays: vec![pool.symbol("a", sort), pool.symbol("b", sort)],
        }
    }

    fn step(&mut self, pool: &mut TermPool, code: Code) {
        let (op, a, b, c) = code;
        let array = self.arrays[a as usize % self.arrays.len()];
        let other = self.arrays[b as usize % self.arrays.len()];
        let vector = |n: u8| self.material.vectors[n as usize % self.material.vectors.len()];
        match op % 8 {
            0 => self.arrays.push(pool.store(array, vector(b), vector(c))),
            1 => self.material.vectors.push(pool.select(array, vector(b))),
            2 => self.material.bools.push(pool.eq(array, other)),
            _ => self.material.step(pool, (op / 8, a, b, c)),
        }
    }

    fn literal(&self, pool: &mut TermPool, (number, sign): (u8, bool)) -> Term {
        let bools = &self.material.bools;
        let term = bools[bools.len() - 1 - number as usize % bools.len()];
        if sign { term } else { pool.not(term) }
    }
}

fn fresh_is_sat(pool: &mut TermPool, scopes: &[Vec<Term>], assumptions: &[Term]) -> bool {
    let mut solver = EmbeddedSolver::new();
    for term in scopes.iter().flatten().chain(assumptions) {
        solver.assert(pool, *term);
    }
    let answer = solver.check(pool, &[], &Limits::default());
    assert!(answer.is_sat() || answer.is_unsat());
    answer.is_sat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn scopes_and_assumptions_against_fresh_solvers(
        width in 1_u32..=6,
        actions in prop::collection::vec(action(), 1..50),
    ) {
        let mut pool = TermPool::new();
        let mut memory = Memory::new(&mut pool, width);
        let mut solver = EmbeddedSolver::new();
        let mut scopes: Vec<Vec<Term>> = vec![vec![]];
        for action in actions {
            match action {
                Action::Make(code) => memory.step(&mut pool, code),
                Action::Assert(number, sign) => {
                    let term = memory.literal(&mut pool, (number, sign));
                    solver.assert(&mut pool, term);
                    scopes.last_mut().expect("never empty").push(term);
                }
                Action::Push => {
                    solver.push();
                    scopes.push(vec![]);
                }
                Action::Pop if scopes.len() > 1 => {
                    solver.pop();
                    scopes.pop();
                }
                Action::Pop => {}
                Action::Check(literals) => {
                    let assumptions: Vec<Term> = literals.into_iter().map(|l| memory.literal(&mut pool, l)).collect();
                    let expected = fresh_is_sat(&mut pool, &scopes, &assumptions);
                    match solver.check(&mut pool, &assumptions, &Limits::default()) {
                        Answer::Sat(_) => prop_assert!(expected),
                        Answer::Unsat(core) => {
                            prop_assert!(!expected);
                            let core = core.terms().to_vec();
                            prop_assert!(core.iter().all(|t| assumptions.contains(t)));
                            prop_assert!(!fresh_is_sat(&mut pool, &scopes, &core), "the core is satisfiable");
                        }
                        Answer::Unknown(why) => panic!("unlimited, but {why:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_core_leaves_out_what_is_not_needed() {
    let mut pool = TermPool::new();
    let mut solver = EmbeddedSolver::new();
    let x = pool.symbol("x", Sort::BitVec(8));
    let (three, four) = (pool.bv_u64(8, 3), pool.bv_u64(8, 4));
    let below = pool.ult(x, three);
    let above = pool.ult(four, x);
    let other = pool.symbol("p", Sort::Bool);
    let answer = solver.check(&mut pool, &[other, below, above], &Limits::default());
    let Answer::Unsat(core) = answer else {
        panic!("unsatisfiable");
    };
    assert!(core.contains(below) && core.contains(above) && !core.contains(other));
}
