//! `cargo xtask mutate`: single tokens of proved programs are changed, and Aver is asked again.
//!
//! A mutant may well be correct; the right answer is not known. But every answer of Aver needs evidence: a FALSE the replay
//! of its trace, a TRUE the second look of `--paranoid`, in which neither a random run may violate what was proved nor an
//! invariant be false in a state of such a run. In addition, each mutant that is proved is compiled and run on random
//! inputs: none of these runs may fail either.

use crate::answer::{Answer, Aver};
use crate::process::{self, in_parallel};
use crate::programs::{Test, collect};
use crate::random::Random;
use anyhow::{Context, Result, bail};
use clap::Args;
use header::Expect;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many mutants to make
    count: u64,
    /// The seed of the first one; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only programs whose path contains this
    #[arg(long, default_value = "tests/induction/")]
    filter: String,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep mutants with a wrong answer
    #[arg(long, default_value = "target/mutate")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

enum Outcome {
    /// Still proved.
    Proved,
    /// Refuted, with a trace that was replayed.
    Refuted,
    /// No answer, or no program any more.
    Open,
    /// What is wrong, and the mutant.
    Wrong(String, String),
}

/// Runs of each mutant that is proved, as compiled, and how long one may take.
const NATIVE_RUNS: u64 = 20;
const NATIVE_LIMIT: Duration = Duration::from_secs(2);

/// The exit code of a compiled mutant that fails.
const FAILED: i32 = 99;

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let mut tests = collect(root, Some(&options.filter))?;
    tests.retain(|t| t.case.expect == Expect::True && t.case.files.is_empty());
    if tests.is_empty() {
        bail!("no proved program fits");
    }
    let folder = tempfile::tempdir()?;
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut proved, mut refuted, mut open, mut wrong) = (0, 0, 0, 0);
    let mut error = None;
    in_parallel(
        &seeds,
        options.jobs,
        |seed| try_mutant(root, &aver, folder.path(), &tests, *seed, options.timeout),
        |seed, outcome| match outcome {
            Ok(Outcome::Proved) => proved += 1,
            Ok(Outcome::Refuted) => refuted += 1,
            Ok(Outcome::Open) => open += 1,
            Ok(Outcome::Wrong(what, text)) => {
                wrong += 1;
                let keep = root.join(&options.keep);
                let to = keep.join(format!("{seed}.c"));
                let kept = fs::create_dir_all(&keep).and_then(|()| fs::write(&to, text));
                let kept = kept.map_or_else(|e| e.to_string(), |()| to.display().to_string());
                println!("WRONG seed {seed}: {what}\n  {kept}");
            }
            Err(e) => error = Some(e.context(format!("seed {seed}"))),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    println!("mutate: {proved} proved, {refuted} refuted, {open} open, {wrong} wrong");
    Ok(wrong == 0)
}

fn try_mutant(
    root: &Path,
    aver: &Aver,
    folder: &Path,
    tests: &[Test],
    seed: u64,
    timeout: u64,
) -> Result<Outcome> {
    let mut random = Random::new(seed);
    let test = &tests[random.below(tests.len())];
    let text = fs::read_to_string(root.join(&test.path)).with_context(|| test.path.clone())?;
    let Some(mutant) = mutate(&text, &mut random) else {
        return Ok(Outcome::Open);
    };
    let path = folder.join(format!("{seed}.c"));
    fs::write(&path, &mutant)?;
    let mut command = aver.verify();
    command
        .arg(format!("--property={}", test.case.properties))
        .args(["--trace=none", "--paranoid"])
        .args(&test.case.args)
        .arg(&path);
    if let Some(model) = &test.case.data_model {
        command.arg(format!("--data-model={model}"));
    }
    let (answer, run) = Aver::run(&mut command, Duration::from_secs(timeout))?;
    let wrong = |what: String| {
        let what = format!("{}, {}: {what}", test.path, test.case.properties);
        Ok(Outcome::Wrong(what, mutant.clone()))
    };
    match answer {
        Answer::True if !run.stdout.contains("rechecked") && run.stdout.contains("invariant") => {
            wrong("a proof was not rechecked".to_string())
        }
        Answer::True => match fails_natively(&path, folder, test, seed)? {
            true => wrong("a compiled run fails".to_string()),
            false => Ok(Outcome::Proved),
        },
        Answer::False { .. } if run.stdout.contains("replayed") => Ok(Outcome::Refuted),
        Answer::False { .. } => wrong("a trace was not replayed".to_string()),
        Answer::Unknown(reason) if reason.contains("internal") => wrong(reason),
        Answer::Unknown(_) | Answer::Rejected => Ok(Outcome::Open),
        answer => wrong(answer.to_string()),
    }
}

/// Compiles the program with inputs from a generator of random numbers; whether an assertion or error call is reached.
fn fails_natively(path: &Path, folder: &Path, test: &Test, seed: u64) -> Result<bool> {
    let about = ["assert", "unreach-call"];
    if !test.case.properties.split(',').all(|p| about.contains(&p)) {
        return Ok(false);
    }
    let inputs = folder.join(format!("{seed}.inputs.c"));
    fs::write(&inputs, INPUTS)?;
    let binary = folder.join(format!("{seed}.out"));
    let mut compile = Command::new("clang-19");
    compile
        .args(["-w", "-O1", "-fwrapv", "-fno-builtin", "-o"])
        .arg(&binary)
        .args([path, inputs.as_path()]);
    compile.args(test.case.args.iter().filter(|a| a.starts_with("-D")));
    let compiled = process::run(&mut compile, Duration::from_secs(60))?;
    if compiled.code != Some(0) {
        return Ok(false);
    }
    for run in 0..NATIVE_RUNS {
        let mut command = Command::new(&binary);
        command.env("SEED", (seed * NATIVE_RUNS + run).to_string());
        if process::run(&mut command, NATIVE_LIMIT)?.code == Some(FAILED) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Inputs of a compiled program. An assumption that does not hold ends the run, and so does undefined behaviour outside
/// the property, sooner or later; only the code of a failure counts.
const INPUTS: &str = r#"
#include <stdlib.h>
static unsigned long long state;
static int started;
static unsigned long long next(void) {
  if (!started) {
    started = 1;
    state = strtoull(getenv("SEED"), 0, 10) * 0x9e3779b97f4a7c15ull + 1;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  switch (state >> 61) {
  case 0: return 0;
  case 1: return 1;
  case 2: return (state >> 20) & 15;
  case 3: return -(long long)((state >> 20) & 15);
  case 4: return (state >> 20) & 255;
  default: return state >> 11;
  }
}
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next(); }
char __VERIFIER_nondet_char(void) { return (char)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
long __VERIFIER_nondet_long(void) { return (long)next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next(); }
float __VERIFIER_nondet_float(void) { return (float)(long long)next() / 16; }
double __VERIFIER_nondet_double(void) { return (double)(long long)next() / 16; }
void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
void reach_error(void) { exit(99); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { exit(99); }
"#;

/// Operators and what they are changed to.
const SWAPS: [(&str, &[&str]); 16] = [
    ("<=", &["<", ">=", "=="]),
    (">=", &[">", "<=", "=="]),
    ("==", &["!=", "<="]),
    ("!=", &["==", "<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("<", &["<=", ">"]),
    (">", &[">=", "<"]),
    ("+", &["-", "*"]),
    ("%", &["/", "+"]),
];

/// The program with one token changed; `None` if there is none to change.
fn mutate(text: &str, random: &mut Random) -> Option<String> {
    let mut places: Vec<(usize, usize, String)> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let code = !line.trim_start().starts_with(['#', '/', '*']) && !line.contains("extern");
        if code {
            places.extend(
                changes(line, random)
                    .into_iter()
                    .map(|(at, n, new)| (offset + at, n, new)),
            );
        }
        offset += line.len();
    }
    if places.is_empty() {
        return None;
    }
    let (at, length, new) = places.swap_remove(random.below(places.len()));
    Some(format!("{}{new}{}", &text[..at], &text[at + length..]))
}

/// Places in a line, how long the token there is, and another one.
fn changes(line: &str, random: &mut Random) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &line[at..];
        if bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' {
            at += rest
                .bytes()
                .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
                .count();
        } else if bytes[at].is_ascii_digit() {
            let length = rest
                .bytes()
                .take_while(|b| b.is_ascii_alphanumeric() || *b == b'.')
                .count();
            if let Ok(number) = rest[..length].parse::<u64>() {
                let new = [number + 1, number.saturating_sub(1), 2 * number][random.below(3)];
                if new != number {
                    found.push((at, length, new.to_string()));
                }
            }
            at += length;
        } else if let Some((old, new)) = SWAPS.iter().find(|(old, _)| rest.starts_with(old)) {
            found.push((at, old.len(), new[random.below(new.len())].to_string()));
            at += old.len();
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_changes() {
        let text = "/* aver: a < b */\n#define N 5\nint main(void) { return a1 <= 10; }\n";
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mutant = mutate(text, &mut Random::new(seed)).expect("there are tokens");
            assert!(
                mutant.starts_with("/* aver: a < b */\n#define N 5\nint main(void) { return a1 ")
            );
            assert_ne!(mutant, text);
            seen.insert(mutant);
        }
        assert!(seen.len() >= 4, "{seen:?}");
    }
}
