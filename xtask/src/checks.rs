//! `cargo xtask checks`: Aver against the sanitizers of gcc and clang and exact arithmetic, on single operations.
//!
//! A case is one operation on given values, in a line of its own ([`cases`]): every kind of check, type of operand, and form
//! that an operation can have. What the standard says about it is computed ([`oracle`]); where gcc or clang has such a check, it
//! must find the same in the compiled program ([`compiled`]), so that the computation is judged, too. Then Aver must find
//! exactly that. In every second case the values are inputs that an assumption pins, so that nothing can be folded.
//!
//! Many cases make one program, in three kinds: those that violate nothing, those whose violations do not end the run
//! (both in one run, one after the other), and those that end it (an input chooses one). What is left open, and what
//! is not as expected, is asked again alone.

mod bounds;
mod cases;
mod compiled;
mod extensions;
mod oracle;
mod types;

use crate::answer::{Answer, Aver};
use crate::process::in_parallel;
use anyhow::{Context, Result, bail};
use cases::{Case, Judge};
use clap::Args;
use compiled::Compiler;
use oracle::Violations;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use types::{Model, PRELUDE};

#[derive(Args)]
pub struct Options {
    /// How many cases to compare
    count: u64,
    /// The number of the first case; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// 32-bit `long` and pointers, in all cases; otherwise in every eighth batch
    #[arg(long)]
    ilp32: bool,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep cases on which there is disagreement
    #[arg(long, default_value = "target/checks")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// Cases for one compilation by gcc.
const BATCH: u64 = 240;
/// Cases of one program among which an input chooses: Aver finds one violation after the other.
const CHOICES: usize = 24;

const ASKED: &str = "no-overflow,no-div-by-zero,no-shift-error,no-float-cast-overflow,unreachable-code,array-bounds,valid-deref";

/// What there is in every program before its cases; two lines.
const START: &str = "#define WIDE(h, l) ((unsigned __int128)(h) << 64 | (l))\n\
    #define WIDE_IN(h, l) ((unsigned __int128)(unsigned long long)in((long long)(h)) << 64 | (unsigned long long)in((long long)(l)))\n\
    static void use(long long x) { (void)x; }\n";

/// Inputs that an assumption pins.
const INPUTS: &str = "extern int __VERIFIER_nondet_int(void); extern long long __VERIFIER_nondet_longlong(void); \
    extern double __VERIFIER_nondet_double(void); extern void __VERIFIER_assume(int);\n\
    static long long in(long long v) { long long n = __VERIFIER_nondet_longlong(); __VERIFIER_assume(n == v); return n; }\n\
    static double in_double(double v) { double n = __VERIFIER_nondet_double(); __VERIFIER_assume(v != v ? n != n : n == v); return n; }\n";

/// The same for compilers; as many lines.
const VALUES: &str = "\n\
    static long long in(long long v) { return v; }\n\
    static double in_double(double v) { return v; }\n";

struct Batch {
    number: u64,
    model: Model,
    /// Whether unsigned operations that wrap around are asked about.
    unsigned: bool,
    cases: Vec<(u64, Case)>,
}

#[derive(Default)]
struct Outcome {
    passed: u64,
    judged_by_gcc: u64,
    judged_by_clang: u64,
    violating: u64,
    undecided: u64,
    forms: BTreeMap<&'static str, u64>,
    failures: Vec<String>,
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    let keep = root.join(&options.keep);
    let firsts: Vec<u64> = (options.seed..options.seed + options.count)
        .step_by(BATCH as usize)
        .collect();
    let mut total = Outcome::default();
    let mut error = None;
    in_parallel(
        &firsts,
        options.jobs,
        |first| {
            let last = (first + BATCH).min(options.seed + options.count);
            let number = first / BATCH;
            let model = match options.ilp32 || number % 8 == 7 {
                true => Model::Ilp32,
                false => Model::Lp64,
            };
            let batch = Batch {
                number,
                model,
                unsigned: number % 2 == 1,
                cases: (*first..last).map(|n| (n, cases::case(n, model))).collect(),
            };
            let judge = Run {
                aver: &aver,
                folder: folder.path(),
                keep: &keep,
                timeout: Duration::from_secs(options.timeout),
            };
            judge
                .batch(&batch)
                .with_context(|| format!("cases from {first}"))
        },
        |_, outcome| match outcome {
            Ok(outcome) => {
                for failure in &outcome.failures {
                    println!("DISAGREE {failure}");
                }
                total.passed += outcome.passed;
                total.judged_by_gcc += outcome.judged_by_gcc;
                total.judged_by_clang += outcome.judged_by_clang;
                total.violating += outcome.violating;
                total.undecided += outcome.undecided;
                for (form, count) in outcome.forms {
                    *total.forms.entry(form).or_default() += count;
                }
                total.failures.extend(outcome.failures);
            }
            Err(e) => error = Some(e),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    let forms: Vec<String> = total
        .forms
        .iter()
        .map(|(f, n)| format!("{n} {f}"))
        .collect();
    println!("checks: {}", forms.join(", "));
    println!(
        "checks: {} judged by gcc, {} by clang, {} with a violation, {} without an answer",
        total.judged_by_gcc, total.judged_by_clang, total.violating, total.undecided
    );
    println!(
        "checks: {} passed, {} failed",
        total.passed,
        total.failures.len()
    );
    Ok(total.failures.is_empty())
}

/// What Aver says about one case.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    Violated(Violations),
    /// As text.
    Unknown(String),
}

struct Run<'a> {
    aver: &'a Aver,
    folder: &'a Path,
    keep: &'a Path,
    timeout: Duration,
}

impl Run<'_> {
    fn batch(&self, batch: &Batch) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        let by_gcc: Vec<usize> = (0..batch.cases.len())
            .filter(|i| batch.cases[*i].1.judge == Judge::Gcc)
            .collect();
        let by_clang: Vec<usize> = (0..batch.cases.len())
            .filter(|i| is_known_to_clang(&batch.cases[*i].1, batch.model))
            .collect();
        self.ask_compiler(Compiler::Gcc, batch, &by_gcc, &mut outcome)?;
        self.ask_compiler(Compiler::Clang, batch, &by_clang, &mut outcome)?;
        outcome.judged_by_gcc = by_gcc.len() as u64;
        outcome.judged_by_clang = by_clang.len() as u64;
        let kind = |case: &Case| match (wanted(case, batch).is_empty(), case.ends) {
            // Asked alone: where one has no answer, nothing after it in the same run has.
            _ if case.open => 3,
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let mut said: BTreeMap<usize, Said> = BTreeMap::new();
        for wanted_kind in 0..3 {
            let all: Vec<usize> = (0..batch.cases.len())
                .filter(|i| kind(&batch.cases[*i].1) == wanted_kind)
                .collect();
            let size = if wanted_kind == 2 {
                CHOICES
            } else {
                all.len().max(1)
            };
            for part in all.chunks(size) {
                said.extend(self.ask(batch, part, wanted_kind == 2)?);
            }
        }
        for (index, (number, case)) in batch.cases.iter().enumerate() {
            let expected = Said::Violated(wanted(case, batch));
            let mut answer = said.remove(&index);
            if answer.as_ref() != Some(&expected) {
                answer = self.ask(batch, &[index], false)?.remove(&index);
            }
            *outcome.forms.entry(case.form).or_default() += 1;
            outcome.violating += u64::from(!case.expected.is_empty());
            match answer {
                Some(answer) if answer == expected => outcome.passed += 1,
                Some(Said::Unknown(_)) if case.open => outcome.undecided += 1,
                answer => {
                    let kept = self.keep(batch, index);
                    outcome.failures.push(format!(
                        "case {number} ({}, {:?}): expected {expected:?}, got {answer:?}\n  {}\n  {kept}",
                        case.form, case.judge, case.text
                    ));
                }
            }
        }
        Ok(outcome)
    }

    /// The computation must be what the compiler's sanitizers find.
    fn ask_compiler(
        &self,
        compiler: Compiler,
        batch: &Batch,
        indices: &[usize],
        outcome: &mut Outcome,
    ) -> Result<()> {
        let name = compiler.name();
        let numbers: Vec<u64> = indices.iter().map(|i| batch.cases[*i].0).collect();
        let (text, lines) = program(
            batch,
            indices,
            VALUES,
            &compiled::main_for_compilers(&numbers),
        );
        let path = self.folder.join(format!("{name}{}.c", batch.number));
        fs::write(&path, text)?;
        let found = compiled::violations(compiler, &path, batch.model)?;
        for (line, index) in &lines {
            let (number, case) = &batch.cases[*index];
            let mut expected = case.expected.clone();
            if compiler == Compiler::Gcc {
                expected.remove("no-unsigned-overflow");
            }
            // These sanitizers check the index, and not the access.
            expected.remove("valid-deref");
            let found = found.get(line).cloned().unwrap_or_default();
            // They report a negative left side, and then not that the result does not fit.
            if found == oracle::one("no-shift-error") && expected.contains("no-shift-error") {
                continue;
            }
            // clang's messages name the type of the left side before it is promoted, and of a `_BitInt` the next larger
            // one, and so the wrong side of a shift.
            let names_shift = |found: &Violations| {
                found.contains("no-shift-error") || found.contains("no-overflow")
            };
            if compiler == Compiler::Clang
                && is_shift(case)
                && names_shift(&found)
                && names_shift(&expected)
            {
                continue;
            }
            if found != expected {
                outcome.failures.push(format!(
                    "case {number}: {name} finds {found:?}, and the standard says {expected:?}\n  {}",
                    case.text
                ));
            }
        }
        Ok(())
    }

    /// What Aver says about these cases, one after the other in one run, or one in each run.
    fn ask(&self, batch: &Batch, indices: &[usize], chosen: bool) -> Result<BTreeMap<usize, Said>> {
        if indices.is_empty() {
            return Ok(BTreeMap::new());
        }
        let (text, lines) = program(
            batch,
            indices,
            INPUTS,
            &main_for_aver(batch, indices, chosen),
        );
        let name = format!("{}-{}-{}", batch.number, indices[0], indices.len());
        let path = self.folder.join(format!("{name}.c"));
        let report = self.folder.join(format!("{name}.json"));
        fs::write(&path, text)?;
        let mut command = self.aver.verify();
        let unsigned = if batch.unsigned {
            ",no-unsigned-overflow"
        } else {
            ""
        };
        command
            .arg(format!("--property={ASKED}{unsigned}"))
            .arg("--trace=none")
            .arg("--report")
            .arg(&report)
            .arg(&path);
        if batch.model == Model::Ilp32 {
            command.arg("--data-model=ILP32");
        }
        let (answer, run) = Aver::run(&mut command, self.timeout)?;
        if let Answer::Rejected | Answer::Usage | Answer::Broken(_) = answer {
            let kept = self.keep.join(format!("{name}.c"));
            fs::create_dir_all(self.keep).and_then(|()| fs::copy(&path, &kept))?;
            bail!("{answer}: {}\n{}", kept.display(), run.stderr);
        }
        let text = fs::read_to_string(&report)?;
        let found = read_report(&text, &lines)?;
        fs::remove_file(&report)?;
        Ok(found)
    }

    fn keep(&self, batch: &Batch, index: usize) -> String {
        let (text, _) = program(
            batch,
            &[index],
            INPUTS,
            &main_for_aver(batch, &[index], false),
        );
        let path = self.keep.join(format!("{}.c", batch.cases[index].0));
        match fs::create_dir_all(self.keep).and_then(|()| fs::write(&path, text)) {
            Ok(()) => format!("kept as {}", path.display()),
            Err(error) => format!("cannot be kept as {}: {error}", path.display()),
        }
    }
}

/// Whether clang's sanitizers check the operation, as C defines it. What it evaluates itself it does not check; it counts
/// narrow integers in their own type, and has no checks of vectors, complex numbers and atomic objects.
/// Its library for 32 bits reads a `_BitInt` from a wrong address.
fn is_known_to_clang(case: &Case, model: Model) -> bool {
    if model == Model::Ilp32 && case.text.contains("_BitInt(") {
        return false;
    }
    match case.form {
        "binary" | "compound" | "unary minus" | "float to integer" | "builtin" => true,
        // clang accepts `a[n]++`, where `n` is the number of elements.
        "element" => !case.text.contains("++;"),
        "++ --" => case.judge == Judge::Gcc,
        _ => false,
    }
}

fn is_shift(case: &Case) -> bool {
    case.text.contains("<<") || case.text.contains(">>")
}

/// The violations that Aver is asked about.
fn wanted(case: &Case, batch: &Batch) -> Violations {
    let mut expected = case.expected.clone();
    if !batch.unsigned {
        expected.remove("no-unsigned-overflow");
    }
    expected
}

/// The text of a program, and which of its lines is which case.
fn program(
    batch: &Batch,
    indices: &[usize],
    inputs: &str,
    main: &str,
) -> (String, BTreeMap<u32, usize>) {
    let mut text = format!("{PRELUDE}\n{inputs}{START}");
    let mut lines = BTreeMap::new();
    for index in indices {
        let (number, case) = &batch.cases[*index];
        lines.insert(text.lines().count() as u32 + 1, *index);
        text.push_str(&case.text.replace('@', &number.to_string()));
        text.push('\n');
    }
    text.push_str(main);
    (text, lines)
}

fn main_for_aver(batch: &Batch, indices: &[usize], chosen: bool) -> String {
    let mut text = String::from("int main(void) {\n");
    if chosen {
        text.push_str("  switch (__VERIFIER_nondet_int()) {\n");
    }
    for index in indices {
        let number = batch.cases[*index].0;
        text.push_str(&match chosen {
            true => format!("  case {index}: f{number}(); break;\n"),
            false => format!("  f{number}();\n"),
        });
    }
    if chosen {
        text.push_str("  }\n");
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// What the report says about each line.
fn read_report(text: &str, lines: &BTreeMap<u32, usize>) -> Result<BTreeMap<usize, Said>> {
    let report: serde_json::Value = serde_json::from_str(text)?;
    let mut said: BTreeMap<usize, Said> = BTreeMap::new();
    for index in lines.values() {
        said.insert(*index, Said::Violated(Violations::new()));
    }
    let checks = report["checks"]
        .as_array()
        .context("a report lists its checks")?;
    for check in checks {
        let line = check["place"]["line"].as_u64().unwrap_or(0) as u32;
        let (Some(index), Some(answer)) = (lines.get(&line), check["answer"].as_str()) else {
            continue;
        };
        let property = check["property"].as_str().unwrap_or_default();
        let known = ASKED.split(',').chain(["no-unsigned-overflow"]);
        let entry = said.get_mut(index).context("every case has an entry")?;
        match (answer, entry) {
            ("TRUE", _) => {}
            ("FALSE", Said::Violated(found)) => {
                let name = known.into_iter().find(|name| *name == property);
                found.insert(name.context("a property that was not asked about")?);
            }
            ("FALSE", Said::Unknown(_)) => {}
            (_, entry) => {
                let why = check["why"].as_str().unwrap_or("no reason").to_string();
                *entry = Said::Unknown(why);
            }
        }
    }
    Ok(said)
}
