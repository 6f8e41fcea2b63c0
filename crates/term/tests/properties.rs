//! Random terms: rewriting keeps their value, printing and parsing their handle.

mod common;

use proptest::prelude::*;
use term::TermPool;
use term::eval::Evaluator;
use term::smtlib::{parse_script, parse_term, write_script, write_term};

fn numbers() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(any::<u64>(), 1..60)
}

fn profile(seed: u64) -> &'static common::Profile {
    if seed & 1 == 0 {
        &common::WIDE
    } else {
        &common::NARROW
    }
}

/// The same terms under several assignments.
fn check_values(
    profile: &common::Profile,
    numbers: &[u64],
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut pool = TermPool::new();
    for round in 0..8 {
        let seed = seed
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(11 * round)
            ^ u64::from(round);
        let (made, assignment) = common::make(&mut pool, profile, numbers, seed);
        let mut evaluator = Evaluator::new(&pool, &assignment);
        for m in &made {
            prop_assert_eq!(
                evaluator.eval(m.term),
                m.value.clone(),
                "{}",
                pool.display(m.term)
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn rewriting_keeps_the_value(numbers in numbers(), seed: u64) {
        check_values(&common::WIDE, &numbers, seed)?;
    }

    #[test]
    fn rewriting_keeps_the_value_where_terms_meet(numbers in numbers(), seed: u64) {
        check_values(&common::NARROW, &numbers, seed)?;
    }

    #[test]
    fn what_is_printed_parses_to_itself(numbers in numbers(), seed: u64) {
        let mut pool = TermPool::new();
        let (made, _) = common::make(&mut pool, profile(seed), &numbers, seed);
        let symbols: Vec<_> = (0..)
            .map(|i| format!("s{i}"))
            .map_while(|name| pool.find_symbol(&name).map(|term| (name, term)))
            .collect();
        let mut resolve = |name: &str| symbols.iter().find(|s| s.0 == name).map(|s| s.1);
        for m in made.iter().rev().take(8) {
            let mut shared = String::new();
            write_term(&pool, m.term, &mut shared).unwrap();
            let count = pool.len();
            prop_assert_eq!(parse_term(&mut pool, &shared, &mut resolve), Ok(m.term), "{}", shared);
            if shared.len() < 2_000 {
                let plain = pool.display(m.term).to_string();
                if plain.len() < 20_000 {
                    prop_assert_eq!(parse_term(&mut pool, &plain, &mut resolve), Ok(m.term), "{}", plain);
                }
            }
            // The fields of a float constant are constants, too.
            if !shared.contains("(fp ") {
                prop_assert_eq!(pool.len(), count, "reading back makes nothing new");
            }
        }
    }

    #[test]
    fn a_script_comes_back(numbers in numbers(), seed: u64) {
        let mut pool = TermPool::new();
        let (made, assignment) = common::make(&mut pool, profile(seed), &numbers, seed);
        let assertions: Vec<_> = made.iter().map(|m| m.term).filter(|t| pool.sort(*t).is_bool()).collect();
        let mut text = Vec::new();
        write_script(&pool, &assertions, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        // The bit pattern of a float is a constant that the script constrains, which the assignment knows nothing of.
        prop_assume!(!text.contains("(declare-const t$"));
        let script = parse_script(&mut pool, &text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        let back = script.assertions();
        prop_assert_eq!(back.len(), assertions.len());
        let mut evaluator = Evaluator::new(&pool, &assignment);
        for (a, b) in assertions.iter().zip(back) {
            // Overflow predicates come back as their definitions.
            if text.contains("define-fun bv") || text.contains("define-fun fp.") {
                prop_assert_eq!(evaluator.eval(*a), evaluator.eval(b));
            } else {
                prop_assert_eq!(*a, b);
            }
        }
    }
}
