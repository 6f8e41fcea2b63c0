//! `cargo xtask csmith`: Aver against compiled programs, on random programs.
//!
//! Csmith (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers, PLDI 2011) writes programs without
//! undefined behaviour that end in a checksum over all globals. The compiled program says what the checksum is. Aver must
//! prove that it is so and refute that it is anything else; the replay of the refutation runs the concrete interpreter to
//! the end of the program, so lowering, interpreter, symbolic execution and solver are all compared with the compiler.
//!
//! In every second program the initial values of the scalar globals become unknown values, pinned to what they were by
//! assumptions: then little is constant, and the solver has to do what constant folding does otherwise. Two further bits of
//! the seed choose floats and the data model; bit-fields, unions, packed structs and volatile variables are in all of them.

use crate::answer::{Answer, Aver};
use crate::process::{self, in_parallel};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many programs to compare
    count: u64,
    /// The seed of the first program; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs that run for more basic blocks than this are left out
    #[arg(long, default_value_t = 20_000)]
    steps: u64,
    /// Seconds for each call of Aver
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep programs on which there is disagreement
    #[arg(long, default_value = "target/csmith")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// What Csmith is asked for: programs with all that Aver supports, and small enough to be verified.
const CSMITH: &str = "--no-argc --bitfields --unions --packed-struct --volatiles --concise --max-funcs 3 --max-block-depth 2 \
    --max-block-size 3 --max-expr-complexity 5 --max-array-dim 2 --max-array-len-per-dim 4 --max-struct-fields 4 \
    --max-union-fields 3 --max-pointer-depth 2";

/// The reference compilers; they must agree. The first counts basic blocks.
const COMPILERS: [&[&str]; 2] = [
    &["clang-19", "-O0", "-fsanitize-coverage=trace-pc"],
    &["gcc", "-O2", "-fno-strict-aliasing"],
];

/// What the seed decides beside the program itself.
#[derive(Clone, Copy)]
struct ProgramKind {
    /// Initial values are unknown, and assumed to be what they were.
    pinned: bool,
    floats: bool,
    narrow: bool,
}

impl ProgramKind {
    /// Every kind in eight seeds that follow each other.
    fn of(seed: u64) -> ProgramKind {
        ProgramKind {
            pinned: seed & 1 == 0,
            floats: seed >> 1 & 1 == 1,
            narrow: seed >> 2 & 1 == 1,
        }
    }

    fn describe(self) -> String {
        let initial = if self.pinned { "pinned" } else { "constant" };
        let floats = if self.floats { ", floats" } else { "" };
        format!("{initial}{floats}, {}", self.data_model())
    }

    fn data_model(self) -> &'static str {
        if self.narrow { "ILP32" } else { "LP64" }
    }

    /// For compilers: floats are computed in their own formats in 32 bits, too.
    fn compiler_flags(self) -> &'static [&'static str] {
        if self.narrow {
            &["-m32", "-msse2", "-mfpmath=sse"]
        } else {
            &[]
        }
    }

    /// What Csmith reads where it runs.
    fn platform(self) -> &'static str {
        if self.narrow {
            "integer size = 4\npointer size = 4\n"
        } else {
            "integer size = 4\npointer size = 8\n"
        }
    }
}

enum Outcome {
    Agree,
    /// The program is unsuitable: it runs for too long, or the compilers disagree.
    LeftOut,
    /// Aver has no answer, for this reason.
    Undecided(String),
    /// What differs.
    Disagree(String),
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    let keep = root.join(&options.keep);
    let (mut agree, mut undecided, mut left_out, mut disagree) = (0, 0, 0, 0);
    let mut next_seed = options.seed;
    while agree + undecided + disagree < options.count {
        if left_out > 100 + 10 * options.count {
            bail!("{left_out} programs were left out; is --steps too small?");
        }
        let missing = options.count - agree - undecided - disagree;
        let seeds: Vec<u64> = (next_seed..next_seed + missing).collect();
        next_seed += missing;
        let mut error = None;
        in_parallel(
            &seeds,
            options.jobs,
            |seed| compare(root, &aver, folder.path(), *seed, options),
            |seed, outcome| match outcome {
                Ok(Outcome::Agree) => agree += 1,
                Ok(Outcome::LeftOut) => left_out += 1,
                Ok(Outcome::Undecided(what)) => {
                    undecided += 1;
                    println!("seed {seed}: {what}");
                }
                Ok(Outcome::Disagree(what)) => {
                    disagree += 1;
                    let kept = keep_program(folder.path(), *seed, &keep);
                    println!("DISAGREE seed {seed}: {what}\n  {kept}");
                }
                Err(e) => error = Some(e.context(format!("seed {seed}"))),
            },
        );
        if let Some(error) = error {
            return Err(error);
        }
    }
    println!("csmith: {undecided} undecided, {left_out} left out");
    println!("csmith: {agree} passed, {disagree} failed");
    Ok(disagree == 0)
}

fn keep_program(folder: &Path, seed: u64, keep: &Path) -> String {
    let file = keep.join(format!("{seed}.c"));
    let copied =
        fs::create_dir_all(keep).and_then(|()| fs::copy(program_path(folder, seed), &file));
    match copied {
        Ok(_) => format!("kept as {}", file.display()),
        Err(error) => format!("cannot be kept as {}: {error}", file.display()),
    }
}

fn program_path(folder: &Path, seed: u64) -> PathBuf {
    folder.join(format!("{seed}.c"))
}

/// Makes the program of one seed and compares.
fn compare(
    root: &Path,
    aver: &Aver,
    folder: &Path,
    seed: u64,
    options: &Options,
) -> Result<Outcome> {
    let include = format!("-I{}", root.join("xtask/csmith").display());
    let path = program_path(folder, seed);
    let mut csmith = Command::new("csmith");
    csmith
        .args(CSMITH.split_whitespace())
        .args(["--seed", &seed.to_string()]);
    let kind = ProgramKind::of(seed);
    if kind.floats {
        csmith.arg("--float");
    }
    let workplace = tempfile::tempdir_in(folder)?;
    fs::write(workplace.path().join("platform.info"), kind.platform())?;
    csmith.current_dir(workplace.path());
    let made = process::run(&mut csmith, Duration::from_secs(30))?;
    if made.timed_out {
        return Ok(Outcome::LeftOut);
    }
    if made.code != Some(0) {
        let message = made.stdout.lines().next().unwrap_or_default();
        bail!("csmith fails: {message}");
    }
    fs::write(&path, &made.stdout)?;
    let Some(checksum) = compiled_checksum(&path, &include, options.steps, kind)? else {
        return Ok(Outcome::LeftOut);
    };
    if kind.pinned {
        fs::write(&path, pin_globals(&made.stdout))?;
    }
    let verify = |expected: u32| {
        let mut command = aver.verify();
        command
            .args([
                "--property=assert",
                "--volatile=memory",
                &include,
                "--data-model",
            ])
            .arg(kind.data_model())
            .arg(format!("-DEXPECTED={expected}u"))
            .arg(&path);
        Aver::run(&mut command, Duration::from_secs(options.timeout)).map(|(answer, _)| answer)
    };
    let kind = kind.describe();
    for (expected, is_right) in [(checksum, true), (checksum ^ 1, false)] {
        match verify(expected)? {
            Answer::True if is_right => {}
            Answer::False { .. } if !is_right => {}
            // The replay did not confirm the trace, or something broke: a disagreement within Aver.
            Answer::Unknown(reason) if !reason.contains("internal") => {
                return Ok(Outcome::Undecided(format!("{kind}, {expected}: {reason}")));
            }
            answer => {
                return Ok(Outcome::Disagree(format!(
                    "{kind}, the checksum is {checksum}; for {expected} Aver says {answer}"
                )));
            }
        }
    }
    Ok(Outcome::Agree)
}

/// The checksum that the compiled programs print, or `None` if they do not agree or one runs for too long.
fn compiled_checksum(
    path: &Path,
    include: &str,
    steps: u64,
    kind: ProgramKind,
) -> Result<Option<u32>> {
    let mut checksums = Vec::new();
    for compiler in COMPILERS {
        let binary = path.with_extension(compiler[0]);
        let mut compile = Command::new(compiler[0]);
        compile
            .args(&compiler[1..])
            .args(kind.compiler_flags())
            .args(["-w", include])
            .arg(format!("-DSTEPS={steps}"))
            .arg("-o")
            .args([&binary, path]);
        let compiled = process::run(&mut compile, Duration::from_secs(60))?;
        if compiled.code != Some(0) {
            let message = compiled.stderr.lines().next().unwrap_or_default();
            bail!("{} does not compile it: {message}", compiler[0]);
        }
        let ran = process::run(&mut Command::new(&binary), Duration::from_secs(10))?;
        fs::remove_file(&binary)?;
        if ran.code != Some(0) {
            return Ok(None);
        }
        let checksum = ran.stdout.trim().parse::<u32>();
        checksums.push(checksum.with_context(|| format!("not a checksum: {}", ran.stdout))?);
    }
    Ok((checksums[0] == checksums[1]).then_some(checksums[0]))
}

/// Turns the initial values of scalar globals into unknown values that are assumed to be what they were.
fn pin_globals(program: &str) -> String {
    let mut pins = String::new();
    for line in program.lines() {
        if let Some((ty, name, value)) = scalar_global(line) {
            let nondet = nondet_of(ty);
            pins += &format!(
                "    {name} = {nondet}(); __VERIFIER_assume({name} == ({ty})({value}));\n"
            );
        }
    }
    let declarations = "extern void __VERIFIER_assume(int);\n\
        extern signed char __VERIFIER_nondet_schar(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
        extern short __VERIFIER_nondet_short(void);\nextern unsigned short __VERIFIER_nondet_ushort(void);\n\
        extern int __VERIFIER_nondet_int(void);\nextern unsigned int __VERIFIER_nondet_uint(void);\n\
        extern long long __VERIFIER_nondet_longlong(void);\nextern unsigned long long __VERIFIER_nondet_ulonglong(void);\n";
    let begin = "    platform_main_begin();\n";
    format!(
        "{declarations}{}",
        program.replacen(begin, &format!("{pins}{begin}"), 1)
    )
}

/// Type, name and initial value, if the line defines a global of an integer type that can be written.
fn scalar_global(line: &str) -> Option<(&str, &str, &str)> {
    let (ty, rest) = line.strip_prefix("static ")?.split_once(' ')?;
    let (name, value) = rest.strip_suffix(';')?.split_once(" = ")?;
    let is_integer = ty.ends_with("_t") && (ty.starts_with("int") || ty.starts_with("uint"));
    let is_name = name.starts_with("g_") && name[2..].bytes().all(|b| b.is_ascii_digit());
    (is_integer && is_name).then_some((ty, name, value))
}

fn nondet_of(ty: &str) -> &'static str {
    match ty {
        "int8_t" => "__VERIFIER_nondet_schar",
        "uint8_t" => "__VERIFIER_nondet_uchar",
        "int16_t" => "__VERIFIER_nondet_short",
        "uint16_t" => "__VERIFIER_nondet_ushort",
        "int32_t" => "__VERIFIER_nondet_int",
        "uint32_t" => "__VERIFIER_nondet_uint",
        "int64_t" => "__VERIFIER_nondet_longlong",
        _ => "__VERIFIER_nondet_ulonglong",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalar_globals_are_found() {
        assert_eq!(
            scalar_global("static int32_t g_2 = 0x4981C586L;"),
            Some(("int32_t", "g_2", "0x4981C586L"))
        );
        for line in [
            "static const int32_t g_2 = 6L;",
            "static int32_t *g_2 = &g_45;",
            "static int32_t g_2[2] = {1L,2L};",
            "static struct S0 g_2 = {1};",
            "static int32_t func_1(void);",
        ] {
            assert_eq!(scalar_global(line), None, "{line}");
        }
    }

    #[test]
    fn pins_stand_at_the_start_of_main() {
        let program =
            "static uint8_t g_7 = 0x2FL;\nint main (void)\n{\n    platform_main_begin();\n}\n";
        let pinned = pin_globals(program);
        assert!(pinned.contains(
            "{\n    g_7 = __VERIFIER_nondet_uchar(); __VERIFIER_assume(g_7 == (uint8_t)(0x2FL));\n    platform_main_begin"
        ));
    }
}
