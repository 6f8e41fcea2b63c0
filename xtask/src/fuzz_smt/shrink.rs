//! Making a script smaller as long as it keeps a property: fewer commands, then smaller terms.

use super::script::{Command, Script, Sort, Term};

/// A script that still has the property, and from which no shrinking step leads to a smaller one that has it.
///
/// At most `budget` scripts are tried.
pub fn shrink(mut script: Script, budget: usize, keeps: &mut dyn FnMut(&Script) -> bool) -> Script {
    let mut left = budget;
    loop {
        let smaller = candidates(&script)
            .take_while(|_| {
                left = left.saturating_sub(1);
                left > 0
            })
            .find(|candidate| keeps(candidate));
        match smaller {
            Some(smaller) => script = smaller,
            None => return script,
        }
    }
}

/// Scripts that are one step smaller, the largest steps first.
fn candidates(script: &Script) -> impl Iterator<Item = Script> + '_ {
    let without = (0..script.commands.len()).rev().filter_map(|i| {
        let mut smaller = script.clone();
        smaller.commands.remove(i);
        is_sound(&smaller).then_some(smaller)
    });
    let simpler = (0..script.commands.len()).flat_map(move |i| {
        let terms: Vec<Command> = match &script.commands[i] {
            Command::Assert(term) => simpler_terms(term)
                .into_iter()
                .map(Command::Assert)
                .collect(),
            Command::Check(assumptions) => (0..assumptions.len())
                .map(|k| {
                    let mut fewer = assumptions.clone();
                    fewer.remove(k);
                    Command::Check(fewer)
                })
                .collect(),
            _ => Vec::new(),
        };
        terms.into_iter().map(move |command| {
            let mut smaller = script.clone();
            smaller.commands[i] = command;
            smaller
        })
    });
    without.chain(simpler)
}

/// Whether no `pop` is without its `push`, and there is a check.
fn is_sound(script: &Script) -> bool {
    let mut depth = 0;
    for command in &script.commands {
        match command {
            Command::Push => depth += 1,
            Command::Pop => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    script
        .commands
        .iter()
        .any(|c| matches!(c, Command::Check(_)))
}

/// Terms of the same sort with fewer nodes: a constant, an argument, or the term with a simpler argument.
fn simpler_terms(term: &Term) -> Vec<Term> {
    let mut simpler = Vec::new();
    if term.size() > 1 {
        // A constant array could make a script that other solvers get wrong out of one that Aver gets wrong.
        if !matches!(term.sort, Sort::Array(..) | Sort::Table(..)) {
            simpler.push(Term::simplest(term.sort));
        }
        simpler.extend(term.args.iter().filter(|a| a.sort == term.sort).cloned());
        for (i, arg) in term.args.iter().enumerate() {
            for replacement in simpler_terms(arg) {
                let mut copy = term.clone();
                copy.args[i] = replacement;
                simpler.push(copy);
            }
        }
    }
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz_smt::generate::generate;

    #[test]
    fn shrinking_keeps_the_property_and_the_sorts() {
        let has_division = |script: &Script| script.body().contains("bvudiv");
        let seed = (0..)
            .find(|s| has_division(&generate(*s)))
            .expect("some have one");
        let script = generate(seed);
        let small = shrink(script.clone(), 100_000, &mut |s| has_division(s));
        assert!(has_division(&small));
        assert!(
            small.body().len() < script.body().len() / 3,
            "{}",
            small.body()
        );
        let asserted = small
            .commands
            .iter()
            .filter(|c| matches!(c, Command::Assert(_)));
        assert_eq!(asserted.count(), 1, "{}", small.body());
    }
}
