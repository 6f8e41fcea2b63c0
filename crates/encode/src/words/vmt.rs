//! VMT: transition systems as annotated SMT-LIB (A. Cimatti, A. Griggio, S. Tonetta, *The VMT-LIB Language and Tools*, SMT
//! 2022).
//!
//! `(define-fun s () SORT (! x :next y))` makes `x` a state variable whose next value is `y`; `:init true` and `:trans true` mark
//! what holds at first and in each step, `:invar-property N` what must hold always. All other declared symbols are inputs.

#[cfg(test)]
mod tests;

use super::{Broken, Relation, Words};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use term::smtlib::{Command, FormReader, ParseError, ScriptReader, quote, write_term};
use term::{Sort, Term, TermPool};

/// What a file says.
pub struct File {
    pub words: Words,
    /// By property: its number in the file.
    pub properties: Vec<String>,
    /// What was left out: properties about infinite runs.
    pub left_out: Vec<String>,
    /// What holds at first.
    pub first: Term,
    /// The variable that is no variable of the file, if there is one: whether all steps so far were allowed.
    pub allowed: Option<Term>,
}

/// Reads a file.
pub fn read(pool: &mut TermPool, text: &str) -> Result<File, Broken> {
    let mut reader = ScriptReader::new(pool);
    let mut forms = FormReader::new(text.as_bytes());
    let mut relation = Relation::default();
    let mut declared = Vec::new();
    let (mut properties, mut left_out) = (Vec::new(), Vec::new());
    while let Some(form) = forms.next_form().expect("memory can be read") {
        let line = form.position.line as usize;
        let broken = |what: String| Err(Broken { line, what });
        match reader.read(pool, &form).map_err(|e| of_script(&e))? {
            Command::Declare(written) => declared.push(written.term),
            Command::DeclareFunction(name, _) => {
                return broken(format!("`{name}` has arguments: not supported"));
            }
            // Many tools end their files so.
            Command::Assert(term, _) if pool.is_true(term) => {}
            Command::Assert(..) => {
                return broken("an assertion: what holds is marked by attributes".to_string());
            }
            _ => {}
        }
        for attribute in reader.attributes().to_vec() {
            let (term, value) = (attribute.term, attribute.value.as_str());
            let is_boolean = pool.sort(term) == Sort::Bool;
            match attribute.keyword.as_str() {
                ":next" => {
                    let next = reader.meaning(value).filter(|next| {
                        let both = [term, *next].map(|t| pool.as_symbol(t).is_some());
                        both == [true; 2] && pool.sort(*next) == pool.sort(term)
                    });
                    let Some(next) = next else {
                        return broken(format!("`:next {value}` names no symbol of this sort"));
                    };
                    if { relation.states.iter() }
                        .any(|(s, n)| [*s, *n].contains(&term) || *n == next)
                    {
                        return broken(format!("`:next {value}` is said twice"));
                    }
                    relation.states.push((term, next));
                }
                ":init" | ":trans" | ":invar-property" if !is_boolean => {
                    return broken(format!("`{}` of what is no Boolean", attribute.keyword));
                }
                ":init" => relation.first.push(term),
                ":trans" => relation.step.push(term),
                ":invar-property" => {
                    relation.bad.push(pool.not(term));
                    properties.push(value.to_string());
                }
                ":live-property" => left_out.push(format!("`:live-property {value}`")),
                _ => {}
            }
        }
    }
    if relation.bad.is_empty() && !left_out.is_empty() {
        let what = format!(
            "nothing must hold always, and {} is not supported",
            left_out[0]
        );
        return Err(Broken { line: 1, what });
    }
    let is_state = |term: &Term| relation.states.iter().any(|(s, n)| [*s, *n].contains(term));
    declared.retain(|term| !is_state(term));
    relation.inputs = declared;
    let mut over_states: Vec<Term> = relation.states.iter().map(|s| s.0).collect();
    if !within(pool, &relation.first, &over_states) {
        let what = "what holds at first is about more than the variables".to_string();
        return Err(Broken { line: 1, what });
    }
    over_states.extend(relation.inputs.iter().copied());
    if !within(pool, &relation.bad, &over_states) {
        let what = "what must hold is about next values".to_string();
        return Err(Broken { line: 1, what });
    }
    let first = pool.and_all(relation.first.iter().copied());
    let own = relation.states.len();
    let words = relation.into_words(pool);
    Ok(File {
        allowed: words.states.get(own).map(|word| word.symbol),
        words,
        properties,
        left_out,
        first,
    })
}

/// Whether terms have no symbols but these.
fn within(pool: &TermPool, terms: &[Term], symbols: &[Term]) -> bool {
    let all = pool.symbols_of(terms).into_iter();
    let mut all = all.map(|id| pool.symbol_term(id));
    all.all(|symbol| symbols.contains(&symbol))
}

pub(super) fn of_script(error: &ParseError) -> Broken {
    Broken {
        line: error.position.line as usize,
        what: format!("column {}: {}", error.position.column, error.kind),
    }
}

/// Writes a system. Properties are about variables only, so what is bad in a step is said of the next one.
pub fn write(pool: &mut TermPool, words: &Words, writer: &mut impl Write) -> io::Result<()> {
    let keeps = pool.and_all(words.constraints.iter().copied());
    let mut states: Vec<(Term, Option<Term>, Term)> = { words.states.iter() }
        .map(|word| (word.symbol, word.first, word.next))
        .collect();
    let mut good = Vec::new();
    for (number, bad) in words.bad.iter().enumerate() {
        let met = pool.fresh(&format!("bad{number}"), Sort::Bool);
        let now = pool.and(keeps, *bad);
        states.push((met, Some(pool.ff()), now));
        good.push(pool.not(met));
    }
    let mut out = String::new();
    let say = |pool: &TermPool, term: Term| {
        let mut text = String::new();
        write_term(pool, term, &mut text).expect("a string takes everything");
        text
    };
    let mut nexts = FxHashMap::default();
    for (number, (symbol, _, _)) in states.iter().enumerate() {
        let sort = pool.sort(*symbol);
        let id = pool.as_symbol(*symbol).expect("it is a symbol");
        let name = pool.symbol_name(id).to_string();
        let next = pool.new_symbol(&format!("{name}.next"), sort);
        nexts.insert(*symbol, next);
        let (now, next) = (say(pool, *symbol), say(pool, next));
        let _ = writeln!(out, "(declare-fun {now} () {sort})");
        let _ = writeln!(out, "(declare-fun {next} () {sort})");
        let own = quote(&format!("state.{number}")).into_owned();
        let _ = writeln!(out, "(define-fun {own} () {sort} (! {now} :next {next}))");
    }
    for input in &words.inputs {
        let _ = writeln!(
            out,
            "(declare-fun {} () {})",
            say(pool, *input),
            pool.sort(*input)
        );
    }
    let (mut first, mut step) = (pool.tt(), keeps);
    for (symbol, begins, next) in &states {
        if let Some(begins) = begins {
            let equal = pool.eq(*symbol, *begins);
            first = pool.and(first, equal);
        }
        let equal = pool.eq(nexts[symbol], *next);
        step = pool.and(step, equal);
    }
    for fact in &words.facts {
        first = pool.and(first, *fact);
    }
    let _ = writeln!(
        out,
        "(define-fun init () Bool (! {} :init true))",
        say(pool, first)
    );
    let _ = writeln!(
        out,
        "(define-fun trans () Bool (! {} :trans true))",
        say(pool, step)
    );
    for (number, good) in good.into_iter().enumerate() {
        let text = say(pool, good);
        let _ = writeln!(
            out,
            "(define-fun property.{number} () Bool (! {text} :invar-property {number}))"
        );
    }
    writer.write_all(out.as_bytes())
}
