//! `aver solve` on a transition system over words.

use super::circuit::why;
use crate::channel::Channel;
use crate::cli;
use crate::{BAD_INPUT, BAD_USAGE, complain};
use encode::words::{Broken, Words, btor2, horn, vmt};
use engines::decide_words;
use evidence::{Reason, WordsAnswer};
use smt::Limits;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use term::eval::Value;
use term::smtlib::{quote, write_term};
use term::{Term, TermPool};

/// The formats of such files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordFormat {
    Btor2,
    Vmt,
    Horn,
}

/// The format of a file, judged by its name; for a script, by its logic.
pub fn format_of(path: &Path) -> Option<WordFormat> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("btor2" | "btor") => Some(WordFormat::Btor2),
        Some("vmt") => Some(WordFormat::Vmt),
        Some("chc") => Some(WordFormat::Horn),
        Some("smt2") if has_logic_of_clauses(path) => Some(WordFormat::Horn),
        _ => None,
    }
}

/// Whether the first command that sets a logic sets that of Horn clauses.
fn has_logic_of_clauses(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else {
        return false;
    };
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    let mut logic = lines.filter(|line| line.trim_start().starts_with("(set-logic"));
    logic.next().is_some_and(|line| line.contains("HORN"))
}

/// A file as it was read.
enum File {
    Btor2(btor2::File),
    Vmt(vmt::File),
    Horn(horn::File),
}

impl File {
    fn read(pool: &mut TermPool, format: WordFormat, text: &str) -> Result<File, Broken> {
        Ok(match format {
            WordFormat::Btor2 => File::Btor2(btor2::read(pool, text)?),
            WordFormat::Vmt => File::Vmt(vmt::read(pool, text)?),
            WordFormat::Horn => File::Horn(horn::read(pool, text)?),
        })
    }

    fn words(&self) -> &Words {
        match self {
            File::Btor2(file) => &file.words,
            File::Vmt(file) => &file.words,
            File::Horn(file) => &file.words,
        }
    }

    fn left_out(&self) -> &[String] {
        match self {
            File::Btor2(file) => &file.left_out,
            File::Vmt(file) => &file.left_out,
            File::Horn(_) => &[],
        }
    }
}

/// Decides a system, and prints the answer in the way of its format.
///
/// BTOR2: `sat` with a run as its simulator reads it, or `unsat`. VMT: `unsafe` with the states of a run, or `safe` with an
/// invariant. Horn clauses: `sat` with what the predicates are, or `unsat`. Each can be `unknown`.
pub fn solve(
    path: &Path,
    format: WordFormat,
    limits: &Limits,
    args: &cli::Solve,
    channel: &Channel,
) -> u8 {
    if args.certificate.is_some() && format != WordFormat::Btor2 {
        let message = "`--certificate`: the invariant is printed for files in this format";
        return complain(message, BAD_USAGE);
    }
    let text = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    channel.phase(super::DECIDING);
    let mut pool = TermPool::new();
    let file = match File::read(&mut pool, format, &text) {
        Ok(file) => file,
        Err(broken) => {
            channel.phase("");
            let message = format!("{}, {broken}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    for what in file.left_out() {
        eprintln!("aver: left out: {what} is not supported");
    }
    let (answer, plain, counters) = decide_words(&mut pool, file.words(), &args.engines(), limits);
    let code = match &answer {
        Ok(WordsAnswer::Holds(invariant)) => super::certify(args, |bytes| {
            let certificate = plain.certificate(&mut pool, invariant);
            btor2::write(&pool, &certificate, bytes)
        }),
        _ => 0,
    };
    let out = show(&mut pool, &file, &plain, answer);
    // A reader that closes the pipe early is not an error.
    let _ = io::stdout().write_all(out.as_bytes());
    channel.phase("");
    super::statistics(args, &counters);
    code
}

fn show(
    pool: &mut TermPool,
    file: &File,
    plain: &Words,
    answer: Result<WordsAnswer, Reason>,
) -> String {
    match (answer, file) {
        (Err(reason), _) => {
            eprintln!("aver: no answer: {}", why(&reason));
            "unknown\n".to_string()
        }
        (Ok(WordsAnswer::Fails(bad, run)), File::Btor2(file)) => {
            let mut out = Vec::new();
            let written = btor2::write_run(pool, file, bad, &run, &mut out);
            written.expect("writing to memory succeeds");
            String::from_utf8_lossy(&out).into_owned()
        }
        (Ok(WordsAnswer::Fails(bad, run)), File::Vmt(file)) => {
            let mut out = format!("unsafe\n; property {}\n", file.properties[bad]);
            let words = &file.words;
            words.simulate(pool, &run, |step, values| {
                let _ = writeln!(out, "; step {step}");
                let states = words.states.iter().map(|word| word.symbol);
                for symbol in states.chain(words.inputs.iter().copied()) {
                    let id = pool.as_symbol(symbol).expect("it is a symbol");
                    if let Some(value) = values.get(&id) {
                        let name = quote(pool.symbol_name(id));
                        let _ = writeln!(out, "(= {name} {})", shown(pool, symbol, value));
                    }
                }
                true
            });
            out
        }
        (Ok(WordsAnswer::Fails(_, run)), File::Horn(file)) => derivation(pool, file, &run),
        (Ok(WordsAnswer::Holds(_)), File::Btor2(_)) => "unsat\n".to_string(),
        (Ok(WordsAnswer::Holds(invariant)), File::Vmt(file)) => {
            let all = pool.and_all(invariant);
            let all = over_the_file(pool, file, plain, all);
            format!("safe\n(define-fun invariant () Bool {})\n", say(pool, all))
        }
        (Ok(WordsAnswer::Holds(invariant)), File::Horn(file)) => {
            let all = pool.and_all(invariant);
            solution(pool, file, all)
        }
    }
}

/// An invariant in terms of the file's own variables. All steps are allowed in its states, and the run has begun, or else they
/// are first ones.
fn over_the_file(pool: &mut TermPool, file: &vmt::File, plain: &Words, invariant: Term) -> Term {
    let own = &file.words.states;
    let is_own = |symbol: Term| own.iter().any(|word| word.symbol == symbol);
    let others = plain.states.iter().map(|word| word.symbol);
    let started: Vec<Term> = others.filter(|symbol| !is_own(*symbol)).collect();
    let mut value = |pool: &mut TermPool, symbol| {
        let term = pool.symbol_term(symbol);
        (started.contains(&term) || file.allowed == Some(term)).then(|| pool.tt())
    };
    let later = pool.substitute(invariant, &mut value, &mut Default::default());
    match started.is_empty() {
        true => later,
        false => pool.or(later, file.first),
    }
}

/// What the predicates are: the invariant where the machine is at each.
fn solution(pool: &mut TermPool, file: &horn::File, invariant: Term) -> String {
    let mut out = "sat\n(\n".to_string();
    for predicate in &file.predicates {
        let code = pool.bv_u64(pool.width(file.place), predicate.code);
        let mut value = |pool: &mut TermPool, symbol| {
            let term = pool.symbol_term(symbol);
            if term == file.place {
                return Some(code);
            }
            // The arguments of other predicates are zero here.
            let own = predicate.arguments.contains(&term);
            let sort = pool.sort(term);
            (!own).then(|| pool.constant(sort, &Value::zero(sort)))
        };
        let body = pool.substitute(invariant, &mut value, &mut Default::default());
        let parameters = predicate.arguments.iter();
        let parameters: Vec<String> = parameters
            .map(|symbol| format!("({} {})", say(pool, *symbol), pool.sort(*symbol)))
            .collect();
        let (name, parameters) = (&predicate.name, parameters.join(" "));
        let _ = writeln!(
            out,
            "(define-fun {name} ({parameters}) Bool {})",
            say(pool, body)
        );
    }
    out + ")\n"
}

/// The facts that lead to `false`, one after the other.
fn derivation(pool: &mut TermPool, file: &horn::File, run: &encode::words::WordRun) -> String {
    let mut out = "unsat\n".to_string();
    let place = pool.as_symbol(file.place).expect("it is a symbol");
    file.words.simulate(pool, run, |_, values| {
        let code = values
            .get(&place)
            .and_then(|code| code.as_bitvec().to_u64());
        let at = file.predicates.iter().find(|p| Some(p.code) == code);
        if let Some(predicate) = at {
            let arguments = predicate.arguments.iter().map(|symbol| {
                let id = pool.as_symbol(*symbol).expect("it is a symbol");
                let zero = Value::zero(pool.sort(*symbol));
                shown(pool, *symbol, values.get(&id).unwrap_or(&zero))
            });
            let arguments: Vec<String> = arguments.collect();
            let _ = writeln!(out, "; {} {}", predicate.name, arguments.join(" "));
        }
        true
    });
    out + "; false\n"
}

/// A value as SMT-LIB writes it.
fn shown(pool: &TermPool, symbol: Term, value: &Value) -> String {
    let mut own = TermPool::new();
    let term = own.constant(pool.sort(symbol), value);
    say(&own, term)
}

fn say(pool: &TermPool, term: Term) -> String {
    let mut text = String::new();
    write_term(pool, term, &mut text).expect("a string takes everything");
    text
}
