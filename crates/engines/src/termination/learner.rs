//! The half of the search that proposes coefficients: linear functions that do not grow on the transitions seen so far, and
//! fall on chosen ones (counterexample-guided inductive synthesis: Solar-Lezama et al., ASPLOS 2006; for ranking functions over
//! bit-vectors: Chen, David, Kroening, Schrammel, Wachter, *Bit-Precise Procedure-Modular Termination Analysis*, TOPLAS 2018).
//!
//! Coefficients are small and few: a single variable first, then more of them with coefficients from [-1, 1], then from
//! [-10, 10]. A function of few variables is easier to refute, to prove, and to read. A transition contributes the differences of its columns as
//! constants, so a question is a few multiplications of small unknowns by constants.

use encode::system::LocationId;
use smt::{Answer, Limits, Solver, Why};
use std::collections::BTreeMap;
use term::{BitVec, Term, TermPool};

/// The numbers of the columns before and after an edge.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub from: LocationId,
    pub to: LocationId,
    pub before: Vec<i128>,
    pub after: Vec<i128>,
}

/// Coefficients by location: one for each column, and a constant at the end.
pub(super) type Coefficients = BTreeMap<LocationId, Vec<i64>>;

/// The width in which sums are computed: numbers of 64 bits, some dozens of them, times small coefficients.
const WIDTH: u32 = 64 + 16;
/// The width of a coefficient.
const SMALL: u32 = 6;

/// What coefficients may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// From the negative of this to this.
    pub range: i64,
    /// So many of a location are not zero, besides the constant.
    pub most: usize,
}

/// At most so many of the numbers are not zero.
fn at_most(pool: &mut TermPool, numbers: &[Term], most: usize) -> Term {
    const COUNT: u32 = 8;
    let mut sum = pool.zero(COUNT);
    for number in numbers {
        let zero = pool.zero(SMALL);
        let is_used = pool.ne(*number, zero);
        let one = pool.bool_to_bv(is_used);
        let one = pool.resize_unsigned(one, COUNT);
        sum = pool.bvadd(sum, one);
    }
    let most = pool.bv_u64(COUNT, most as u64);
    pool.ule(sum, most)
}

pub(super) struct Learner {
    solver: Box<dyn Solver>,
    unknowns: BTreeMap<LocationId, Vec<Term>>,
}

impl Learner {
    /// Coefficients of the given shape, for so many columns at each location.
    pub fn new(
        pool: &mut TermPool,
        solver: Box<dyn Solver>,
        counts: &BTreeMap<LocationId, usize>,
        Shape { range, most }: Shape,
    ) -> Learner {
        let mut learner = Learner {
            solver,
            unknowns: BTreeMap::new(),
        };
        let (low, high) = (pool.bv_i64(SMALL, -range), pool.bv_i64(SMALL, range));
        for (location, count) in counts {
            let mut unknowns = Vec::new();
            for _ in 0..=*count {
                let unknown = pool.fresh("coefficient", term::Sort::BitVec(SMALL));
                let least = pool.sle(low, unknown);
                let most = pool.sle(unknown, high);
                learner.solver.assert(pool, least);
                learner.solver.assert(pool, most);
                unknowns.push(unknown);
            }
            if *count > most {
                let few = at_most(pool, &unknowns[..*count], most);
                learner.solver.assert(pool, few);
            }
            learner.unknowns.insert(*location, unknowns);
        }
        learner
    }

    /// By how much the unknown function falls.
    fn fall(&self, pool: &mut TermPool, sample: &Sample) -> Term {
        let mut parts: BTreeMap<Term, i128> = BTreeMap::new();
        let before = sample.before.iter().copied().chain([1]);
        for (unknown, value) in self.unknowns[&sample.from].iter().zip(before) {
            *parts.entry(*unknown).or_default() += value;
        }
        let after = sample.after.iter().copied().chain([1]);
        for (unknown, value) in self.unknowns[&sample.to].iter().zip(after) {
            *parts.entry(*unknown).or_default() -= value;
        }
        let mut sum = pool.zero(WIDTH);
        for (unknown, factor) in parts.into_iter().filter(|(_, factor)| *factor != 0) {
            let factor = pool.bv(BitVec::from_u128(WIDTH, factor as u128));
            let unknown = pool.resize_signed(unknown, WIDTH);
            let product = pool.bvmul(unknown, factor);
            sum = pool.bvadd(sum, product);
        }
        sum
    }

    /// From now on the function does not grow on a transition.
    pub fn add(&mut self, pool: &mut TermPool, sample: &Sample) {
        let fall = self.fall(pool, sample);
        let zero = pool.zero(WIDTH);
        let holds = pool.sle(zero, fall);
        self.solver.assert(pool, holds);
    }

    /// Coefficients with which the function falls on the given transitions.
    pub fn propose(
        &mut self,
        pool: &mut TermPool,
        falling: &[&Sample],
        limits: &Limits,
    ) -> Result<Option<Coefficients>, Why> {
        let zero = pool.zero(WIDTH);
        let mut question = Vec::new();
        for sample in falling {
            let fall = self.fall(pool, sample);
            question.push(pool.slt(zero, fall));
        }
        match self.solver.check(pool, &question, limits) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(Why::Conflicts) => Ok(None),
            Answer::Unknown(why) => Err(why),
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                let mut number = |t: &Term| {
                    let value = evaluator.eval(*t).as_bitvec().to_i64();
                    value.expect("a coefficient is small")
                };
                let found = self.unknowns.iter();
                let found = found.map(|(l, all)| (*l, all.iter().map(&mut number).collect()));
                Ok(Some(found.collect()))
            }
        }
    }
}
