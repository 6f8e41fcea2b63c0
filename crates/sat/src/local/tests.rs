//! Answers, models and cores, question after question, against another solver; and questions about parts of circuits.

use super::{Cones, Local, Question};
use crate::lit::{Lit, Var};
use crate::solver::{Budget, Outcome, SatSolver};
use crate::{DefaultSolver, QuickSolver};
use std::rc::Rc;

/// Random numbers, by xorshift.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % most
    }

    fn lit(&mut self, variables: usize) -> Lit {
        Var(self.below(variables) as u32).lit(self.below(2) == 1)
    }

    fn lits(&mut self, variables: usize, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.lit(variables)).collect()
    }
}

fn solve(solver: &mut Local, question: Question<'_>) -> bool {
    match solver.solve(question, &mut || false) {
        Outcome::Sat => true,
        Outcome::Unsat => false,
        other => panic!("{other:?} without a limit"),
    }
}

/// What another solver says of clauses.
fn reference<S: SatSolver>(
    mut solver: S,
    variables: usize,
    clauses: &[Vec<Lit>],
    units: &[Lit],
) -> bool {
    (0..variables).for_each(|_| _ = solver.new_var());
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    solver.solve(units, Budget::default()) == Outcome::Sat
}

/// Random clauses with questions in between, each with its own assumptions and perhaps a clause. The copy of a solver goes on in its
/// place now and then.
fn questions(seed: u64, variables: usize, density: usize, rounds: usize) -> [u32; 2] {
    let mut random = Random::new(seed);
    let mut solver = Local::new(variables as u32, Rc::default());
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let mut counts = [0; 2];
    let least = 1 + random.below(3);
    for round in 0..rounds {
        for _ in 0..random.below(variables * density / 10 / rounds * 2 + 2) {
            let size = least + random.below(3);
            let clause = random.lits(variables, size);
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        let count = random.below(5);
        let assumptions = random.lits(variables, count);
        let size = random.below(4);
        let clause = (random.below(3) > 0).then(|| random.lits(variables, size));
        let question = Question {
            assumptions: &assumptions,
            clause: clause.as_deref(),
            clause_last: random.below(2) == 1,
            everywhere: true,
        };
        let answer = solve(&mut solver, question);
        let mut all = clauses.clone();
        all.extend(clause.clone());
        let expected = reference(QuickSolver::new(), variables, &all, &assumptions);
        assert_eq!(answer, expected, "seed {seed}, round {round}");
        counts[usize::from(answer)] += 1;
        if answer {
            let holds = |lit: &Lit| solver.value(*lit) == Some(true);
            assert!(
                all.iter().all(|clause| clause.iter().any(holds)),
                "seed {seed}"
            );
            assert!(assumptions.iter().all(holds), "seed {seed}");
        } else {
            let core = solver.failed();
            assert!(
                core.iter().all(|lit| assumptions.contains(lit)),
                "seed {seed}"
            );
            assert!(
                !reference(QuickSolver::new(), variables, &all, core),
                "seed {seed}, round {round}: {core:?} is no core"
            );
        }
        if random.below(10) == 0 {
            solver = solver.clone();
        }
    }
    counts
}

/// `AVER_SAT_FORMULAS` says how many others.
#[test]
fn random_clauses() {
    let count = std::env::var("AVER_SAT_FORMULAS");
    let count = count.map_or(3_000, |n| n.parse().expect("a number"));
    let mut counts = [0; 2];
    for seed in 1..=count {
        let variables = 4 + (seed % 40) as usize;
        let of_one = questions(seed, variables, 30 + (seed % 20) as usize, 12);
        counts = [counts[0] + of_one[0], counts[1] + of_one[1]];
    }
    assert!(counts.iter().all(|n| *n as u64 > count * 2), "{counts:?}");
}

/// With restarts, and so many learnt clauses that some are removed.
#[test]
fn hard_clauses() {
    for seed in 1..=6 {
        let (variables, mut random) = (130, Random::new(seed));
        let mut solver = Local::new(variables as u32, Rc::default());
        solver.most_learnt = 60;
        let mut clauses = Vec::new();
        for _ in 0..variables * 42 / 10 {
            let clause = random.lits(variables, 3);
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        for _ in 0..8 {
            let assumptions = random.lits(variables, 4);
            let clause = random.lits(variables, 2);
            let question = Question {
                assumptions: &assumptions,
                clause: Some(&clause),
                everywhere: true,
                ..Question::default()
            };
            let mut all = clauses.clone();
            all.push(clause.clone());
            let expected = reference(DefaultSolver::new(), variables, &all, &assumptions);
            assert_eq!(solve(&mut solver, question), expected, "seed {seed}");
            if !expected {
                let core = solver.failed();
                assert!(!reference(DefaultSolver::new(), variables, &all, core));
            }
        }
        assert!(solver.conflicts() > 500, "{}", solver.conflicts());
    }
}

/// A random circuit of ANDs, lemmas about its inputs, and questions about some of its gates: the domain is enough for the whole,
/// unless lemmas contradict each other.
#[test]
fn questions_about_gates() {
    let mut local = 0;
    for seed in 1..=600 {
        let mut random = Random::new(seed);
        let (inputs, gates) = (4 + random.below(12), 5 + random.below(60));
        let variables = inputs + gates;
        let mut of_gates: Vec<Vec<Var>> = vec![Vec::new(); inputs];
        let mut clauses = Vec::new();
        for gate in inputs..variables {
            let [a, b] = [0; 2].map(|_| random.lit(gate));
            let out = Var(gate as u32).positive();
            clauses.extend([vec![!out, a], vec![!out, b], vec![out, !a, !b]]);
            of_gates.push(vec![a.var(), b.var()]);
        }
        let cones = Rc::new(Cones::new(of_gates.iter().map(Vec::as_slice)));
        let mut solver = Local::new(variables as u32, cones);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        for round in 0..20 {
            if round >= 10 {
                // A lemma about inputs.
                let count = 1 + random.below(3);
                let lemma = random.lits(inputs, count);
                solver.add_clause(&lemma);
                clauses.push(lemma);
            }
            let count = 1 + random.below(3);
            let assumptions = random.lits(variables, count);
            let clause = (random.below(2) == 0).then(|| random.lits(variables, 2));
            let question = Question {
                assumptions: &assumptions,
                clause: clause.as_deref(),
                clause_last: random.below(2) == 1,
                everywhere: false,
            };
            let answer = solve(&mut solver, question);
            let mut all = clauses.clone();
            all.extend(clause.clone());
            let expected = reference(QuickSolver::new(), variables, &all, &assumptions);
            let is_exact = reference(QuickSolver::new(), variables, &clauses, &[]);
            if is_exact {
                assert_eq!(answer, expected, "seed {seed}, round {round}");
            }
            if !answer {
                assert!(!expected, "seed {seed}, round {round}");
                let core = solver.failed();
                assert!(!reference(QuickSolver::new(), variables, &all, core));
            } else if is_exact {
                // The domain's values can be completed.
                let values = (0..variables as u32).filter_map(|number| {
                    let value = solver.value(Var(number).positive())?;
                    Some(Var(number).lit(value))
                });
                let values: Vec<Lit> = values.collect();
                local += usize::from(values.len() < variables);
                assert!(reference(QuickSolver::new(), variables, &all, &values));
            }
        }
    }
    assert!(local > 500, "{local}");
}

/// Pigeons without enough holes take a while.
#[test]
fn a_question_is_stopped() {
    let (pigeons, holes) = (9, 8);
    let mut solver = Local::new(pigeons * holes, Rc::default());
    let at = |pigeon: u32, hole: u32| Var(pigeon * holes + hole).positive();
    for hole in 0..holes {
        for i in 0..pigeons {
            for j in 0..i {
                solver.add_clause(&[!at(i, hole), !at(j, hole)]);
            }
        }
    }
    for pigeon in 0..pigeons {
        let clause: Vec<Lit> = (0..holes).map(|hole| at(pigeon, hole)).collect();
        solver.add_clause(&clause);
    }
    let question = Question {
        everywhere: true,
        ..Question::default()
    };
    let mut asked = 0;
    let outcome = solver.solve(question, &mut || {
        asked += 1;
        asked == 2
    });
    assert_eq!(outcome, Outcome::Stopped);
    assert!(!solve(&mut solver, question));
}
