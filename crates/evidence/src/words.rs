//! Checking what is said of a system over words, with nothing of the engine that said it.
//!
//! A run is evaluated, step by step. An invariant is a list of conditions: a fresh solver proves that each holds in all first
//! states, that all of them together are kept by every step in which the constraints hold, and that they exclude everything
//! bad. The questions are made of the system's own terms, arrays included, so a mistake in making bits of them is seen.

use crate::circuit::NotShown;
use encode::words::{WordRun, Words};
use rustc_hash::FxHashMap;
use smt::{Answer, EmbeddedSolver, Limits, Solver};
use term::{Term, TermPool};

/// What was proved or shown of a system over words.
#[derive(Clone, Debug)]
pub enum WordsAnswer {
    /// Conditions over its variables that are an invariant.
    Holds(Vec<Term>),
    /// The number of something bad, and a run to it.
    Fails(usize, WordRun),
}

/// Accepts a run that ends in something bad.
pub fn check_word_run(
    pool: &TermPool,
    words: &Words,
    run: WordRun,
) -> Result<WordsAnswer, NotShown> {
    match words.judge(pool, &run) {
        Some(number) => Ok(WordsAnswer::Fails(number, run)),
        None => Err(NotShown::Refuted("it is not a run to something bad")),
    }
}

/// Accepts conditions that are an inductive invariant which excludes everything bad. First values of the system must be
/// constants, or any.
pub fn check_invariant(
    pool: &mut TermPool,
    words: &Words,
    invariant: Vec<Term>,
    limits: &Limits,
) -> Result<WordsAnswer, NotShown> {
    let mut at_first = EmbeddedSolver::new();
    for word in &words.states {
        if let Some(first) = word.first {
            let equal = pool.eq(word.symbol, first);
            at_first.assert(pool, equal);
        }
    }
    for condition in &invariant {
        if !refutes(&mut at_first, pool, *condition, limits)? {
            return Err(NotShown::Refuted("it does not hold in all first states"));
        }
    }
    let mut later = EmbeddedSolver::new();
    for condition in invariant.iter().chain(&words.constraints) {
        later.assert(pool, *condition);
    }
    let nexts: FxHashMap<Term, Term> = { words.states.iter() }
        .map(|word| (word.symbol, word.next))
        .collect();
    let mut cache = FxHashMap::default();
    for condition in &invariant {
        let mut next = |pool: &mut TermPool, symbol| nexts.get(&pool.symbol_term(symbol)).copied();
        let then = pool.substitute(*condition, &mut next, &mut cache);
        if !refutes(&mut later, pool, then, limits)? {
            return Err(NotShown::Refuted("it is not inductive"));
        }
    }
    for bad in &words.bad {
        let good = pool.not(*bad);
        if !refutes(&mut later, pool, good, limits)? {
            return Err(NotShown::Refuted("it does not exclude everything bad"));
        }
    }
    Ok(WordsAnswer::Holds(invariant))
}

/// Whether a condition cannot be false.
fn refutes(
    solver: &mut EmbeddedSolver,
    pool: &mut TermPool,
    condition: Term,
    limits: &Limits,
) -> Result<bool, NotShown> {
    let fails = pool.not(condition);
    match solver.check(pool, &[fails], limits) {
        Answer::Unsat(_) => Ok(true),
        Answer::Sat(_) => Ok(false),
        Answer::Unknown(why) => Err(NotShown::Open(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encode::words::{Values, Word};
    use term::{Sort, Value};

    /// Counts in steps of two, as long as an input says; bad: it is seven.
    fn counts(pool: &mut TermPool) -> (Words, Term) {
        let x = pool.symbol("x", Sort::BitVec(8));
        let go = pool.symbol("go", Sort::Bool);
        let two = pool.bv_u64(8, 2);
        let more = pool.bvadd(x, two);
        let seven = pool.bv_u64(8, 7);
        let words = Words {
            states: vec![Word {
                symbol: x,
                first: Some(pool.zero(8)),
                next: pool.ite(go, more, x),
            }],
            inputs: vec![go],
            bad: vec![pool.eq(x, seven)],
            ..Words::default()
        };
        (words, x)
    }

    #[test]
    fn what_is_accepted() {
        let mut pool = TermPool::new();
        let (words, x) = counts(&mut pool);
        let check = |pool: &mut TermPool, invariant: Vec<Term>| {
            let checked = check_invariant(pool, &words, invariant, &Limits::default());
            checked.map(|_| ()).map_err(|e| match e {
                NotShown::Refuted(what) => what,
                NotShown::Open(_) => "open",
            })
        };
        let low = pool.extract(x, 0, 0);
        let odd = pool.bv_to_bool(low);
        let even = pool.not(odd);
        let (seven, six) = (pool.bv_u64(8, 7), pool.bv_u64(8, 6));
        let small = pool.ult(x, six);
        assert_eq!(check(&mut pool, vec![even]), Ok(()));
        let not_first = Err("it does not hold in all first states");
        assert_eq!(check(&mut pool, vec![even, odd]), not_first);
        assert_eq!(check(&mut pool, vec![small]), Err("it is not inductive"));
        let not_seven = pool.ne(x, seven);
        assert_eq!(
            check(&mut pool, vec![not_seven]),
            Err("it is not inductive")
        );
        let nothing = Err("it does not exclude everything bad");
        assert_eq!(check(&mut pool, vec![]), nothing);
    }

    #[test]
    fn runs() {
        let mut pool = TermPool::new();
        let (mut words, x) = counts(&mut pool);
        let go = pool.find_symbol("go").and_then(|go| pool.as_symbol(go));
        let goes = Values::from_iter([(go.expect("it is a symbol"), Value::Bool(true))]);
        let run = WordRun {
            first: Values::default(),
            inputs: vec![goes; 4],
        };
        assert!(check_word_run(&pool, &words, run.clone()).is_err());
        let six = pool.bv_u64(8, 6);
        words.bad.push(pool.eq(x, six));
        let shown = check_word_run(&pool, &words, run.clone());
        assert!(matches!(shown, Ok(WordsAnswer::Fails(1, _))));
        // A constraint that fails on the way ends the run.
        let four = pool.bv_u64(8, 4);
        words.constraints.push(pool.ne(x, four));
        assert!(check_word_run(&pool, &words, run).is_err());
    }
}
