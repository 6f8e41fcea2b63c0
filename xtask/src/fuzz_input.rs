//! `cargo xtask fuzz-input`: Aver on malformed and unusual files.
//!
//! C programs, LLVM modules as text and as bitcode are mutated ([`mod@mutate`]) and given to `aver verify` under small limits;
//! with `--systems`, random transition systems in all formats to `aver solve`.
//! Whatever they are, Aver must answer by the contract of its command line: a verdict, or exit code 1 with a message. A
//! panic, a crash, a run that outlives its limit, a process or a temporary file that is left over is a fault; the file is
//! shrunk ([`mod@shrink`]) and kept. LLVM's readers do crash on broken modules: that must end in a message, too, and is
//! counted apart.
//!
//! Verdicts are not judged, since the right answer for a mutant is not known. A seed determines its file and the options.

mod mutate;
mod seeds;
mod shrink;

use crate::answer::{Answer, Aver};
use crate::process::{self, Finished, in_parallel};
use crate::random::Random;
use crate::systems::{FORMATS, Said, said};
use anyhow::Result;
use clap::Args;
use mutate::mutate;
use seeds::{FileKind, Seeds};
use shrink::shrink;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many files to try
    count: u64,
    /// The seed of the first file; the others follow it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each file
    #[arg(long, default_value_t = 10)]
    timeout: u64,
    /// Megabytes for each file
    #[arg(long, default_value_t = 1500)]
    memory: u64,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where to keep files with faults
    #[arg(long, default_value = "target/fuzz-input")]
    keep: PathBuf,
    /// The binary to test; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
    /// Mutate transition systems instead of programs
    #[arg(long)]
    systems: bool,
}

/// How many files are tried to make one smaller.
const SHRINKING: usize = 400;

/// Few checks of one kind, or many of all kinds.
const PROPERTIES: [&str; 4] = [
    "assert",
    "valid-memsafety",
    "no-overflow,no-div-by-zero,no-shift-error",
    "assert,valid-deref,valid-free,no-overflow,array-bounds,no-float-cast-overflow,unreachable-code",
];

/// A file and how it is verified.
struct Case {
    kind: FileKind,
    bytes: Vec<u8>,
    property: &'static str,
    data_model: &'static str,
}

/// The outcome for one file.
enum Outcome {
    Verdict,
    Undecided,
    Rejected,
    /// Clang or LLVM's reader crashed, and Aver said so.
    CompilerCrashed,
    Fault(Fault),
}

/// What must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    /// A broken invariant in Aver.
    Internal(String),
    /// No answer by the contract of the command line, or none in time.
    Broken(String),
    ProcessLeft(String),
    FileLeft(String),
}

impl Fault {
    /// Whether it is the same mistake, as far as one can see from outside.
    fn is_like(&self, other: &Fault) -> bool {
        let letters = |text: &str| -> String {
            let of_line = text.lines().next().unwrap_or_default();
            of_line.chars().filter(|c| !c.is_ascii_digit()).collect()
        };
        match (self, other) {
            (Fault::Internal(a), Fault::Internal(b)) | (Fault::Broken(a), Fault::Broken(b)) => {
                letters(a) == letters(b)
            }
            (Fault::ProcessLeft(_), Fault::ProcessLeft(_)) => true,
            (Fault::FileLeft(_), Fault::FileLeft(_)) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Internal(what) => write!(f, "{what}"),
            Fault::Broken(what) => write!(f, "no proper answer: {what}"),
            Fault::ProcessLeft(what) => write!(f, "a process is left over: {what}"),
            Fault::FileLeft(what) => write!(f, "a temporary file is left over: {what}"),
        }
    }
}

struct Fuzzer<'a> {
    options: &'a Options,
    aver: Aver,
    seeds: Seeds,
    folder: tempfile::TempDir,
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let fuzzer = Fuzzer {
        options,
        aver: Aver::new(root, options.aver.as_deref())?,
        seeds: Seeds::collect(root)?,
        folder: tempfile::Builder::new().prefix("fuzz-").tempdir()?,
    };
    let keep = root.join(&options.keep);
    let seeds: Vec<u64> = (options.seed..options.seed + options.count).collect();
    let (mut verdicts, mut undecided, mut rejected, mut crashed, mut faults) = (0, 0, 0, 0, 0);
    let mut error = None;
    in_parallel(
        &seeds,
        options.jobs,
        |seed| fuzzer.try_seed(*seed, &keep),
        |seed, outcome| match outcome {
            Ok((Outcome::Verdict, _)) => verdicts += 1,
            Ok((Outcome::Undecided, _)) => undecided += 1,
            Ok((Outcome::Rejected, _)) => rejected += 1,
            Ok((Outcome::CompilerCrashed, _)) => crashed += 1,
            Ok((Outcome::Fault(fault), kept)) => {
                faults += 1;
                println!("FAULT seed {seed}: {fault}\n  {kept}");
            }
            Err(e) => error = Some(e.context(format!("seed {seed}"))),
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    println!(
        "fuzz-input: {verdicts} decided, {undecided} unknown, {rejected} rejected, {crashed} where clang or LLVM crashed"
    );
    let passed = verdicts + undecided + rejected + crashed;
    println!("fuzz-input: {passed} passed, {faults} failed");
    Ok(faults == 0)
}

impl Fuzzer<'_> {
    /// The outcome, and a text that says where a file with a fault is kept.
    fn try_seed(&self, seed: u64, keep: &Path) -> Result<(Outcome, String)> {
        let case = self.make(seed)?;
        let name = seed.to_string();
        let outcome = self.judge(&case, &name)?;
        let Outcome::Fault(fault) = &outcome else {
            return Ok((outcome, String::new()));
        };
        let mut keeps = |bytes: &[u8]| {
            let smaller = Case {
                bytes: bytes.to_vec(),
                ..case
            };
            matches!(self.judge(&smaller, &name), Ok(Outcome::Fault(f)) if f.is_like(fault))
        };
        let small = shrink(case.bytes.clone(), SHRINKING, &mut keeps);
        fs::create_dir_all(keep)?;
        let extension = case.kind.extension();
        fs::write(keep.join(format!("{seed}.whole.{extension}")), &case.bytes)?;
        let path = keep.join(format!("{seed}.{extension}"));
        fs::write(&path, small)?;
        let kept = match case.kind {
            FileKind::System(_) => format!("aver solve {}", path.display()),
            _ => format!(
                "aver verify {} {}",
                self.arguments(&case).join(" "),
                path.display()
            ),
        };
        Ok((outcome, kept))
    }

    /// The file of a seed.
    fn make(&self, seed: u64) -> Result<Case> {
        let mut random = Random::new(seed);
        let kind = match random.below(10) {
            _ if self.options.systems => FileKind::System(random.pick::<&str>(&FORMATS)),
            0..=3 => FileKind::Source,
            4..=7 => FileKind::Text,
            _ => FileKind::Bitcode,
        };
        let property = *random.pick(&PROPERTIES);
        let (drawn, other) = loop {
            let drawn = self.seeds.draw(kind, &mut random)?;
            if let (Some(drawn), Some(other)) = (drawn, self.seeds.draw(kind, &mut random)?) {
                break (drawn, other);
            }
        };
        Ok(Case {
            kind,
            bytes: mutate(kind, &drawn.bytes, &other.bytes, &mut random),
            property,
            data_model: if drawn.narrow { "ILP32" } else { "LP64" },
        })
    }

    fn arguments(&self, case: &Case) -> Vec<String> {
        vec![
            format!("--property={}", case.property),
            format!("--data-model={}", case.data_model),
            "--unwind=3".to_string(),
            format!("--memory-limit={}", self.options.memory),
        ]
    }

    /// Verifies a file in a temporary folder of its own.
    fn judge(&self, case: &Case, name: &str) -> Result<Outcome> {
        let place = tempfile::Builder::new()
            .prefix(&format!("{name}-"))
            .tempdir_in(self.folder.path())?;
        let file = place.path().join(format!("case.{}", case.kind.extension()));
        fs::write(&file, &case.bytes)?;
        let temporary = place.path().join("tmp");
        fs::create_dir(&temporary)?;
        let limit = Duration::from_secs(self.options.timeout);
        let outcome = match case.kind {
            FileKind::System(_) => {
                let mut command = self.aver.command("solve");
                command
                    .arg(format!("--memory-limit={}", self.options.memory))
                    .arg(format!("--timeout={}", limit.as_secs().max(1)))
                    .arg(&file)
                    .env("TMPDIR", &temporary);
                let finished = process::run(&mut command, limit + Duration::from_secs(5))?;
                outcome_of_system(case.kind.extension(), &finished)
            }
            _ => {
                let mut command = self.aver.verify();
                command
                    .args(self.arguments(case))
                    .arg(&file)
                    .env("TMPDIR", &temporary);
                let (answer, finished) = Aver::run(&mut command, limit)?;
                outcome_of(answer, &finished)
            }
        };
        if let Some(left) = process_with(&temporary) {
            return Ok(Outcome::Fault(Fault::ProcessLeft(left)));
        }
        if let Some(left) = fs::read_dir(&temporary)?.next() {
            let left = left?.file_name().to_string_lossy().into_owned();
            return Ok(Outcome::Fault(Fault::FileLeft(left)));
        }
        Ok(outcome)
    }
}

fn outcome_of(answer: Answer, finished: &Finished) -> Outcome {
    let crash = ["clang crashed on", "LLVM crashed on", "LLVM ERROR"];
    match answer {
        Answer::True | Answer::False { .. } => Outcome::Verdict,
        Answer::Unknown(why) if is_internal(&why) => Outcome::Fault(Fault::Internal(why)),
        Answer::Unknown(_) => Outcome::Undecided,
        Answer::Rejected if crash.iter().any(|c| finished.stderr.contains(c)) => {
            Outcome::CompilerCrashed
        }
        Answer::Rejected if finished.stderr.trim().is_empty() => {
            Outcome::Fault(Fault::Broken("exit code 1 without a message".to_string()))
        }
        Answer::Rejected => Outcome::Rejected,
        Answer::Usage | Answer::Broken(_) => Outcome::Fault(Fault::Broken(answer.to_string())),
    }
}

/// A broken file has one message that names the line.
fn outcome_of_system(extension: &str, finished: &Finished) -> Outcome {
    let messages = finished.stderr.trim();
    match said(extension, finished) {
        Said::Holds | Said::Fails => Outcome::Verdict,
        Said::Undecided(_) => Outcome::Undecided,
        Said::Broken(what) if messages.contains("internal error") || what.contains("panicked") => {
            Outcome::Fault(Fault::Internal(messages.to_string()))
        }
        Said::Broken(_)
            if finished.code == Some(1)
                && finished.stdout.is_empty()
                && messages.lines().count() == 1
                && messages.contains(", line ") =>
        {
            Outcome::Rejected
        }
        Said::Broken(what) => Outcome::Fault(Fault::Broken(what)),
    }
}

/// Whether the reason is a mistake of Aver's.
fn is_internal(why: &str) -> bool {
    let starts = ["internal error", "crash", "the worker ended", "killed"];
    starts.iter().any(|s| why.starts_with(s)) || why.contains("internal error")
}

/// The command of a process that was started with that folder for its temporary files.
fn process_with(folder: &Path) -> Option<String> {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder.as_os_str().as_bytes();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(environment) = fs::read(entry.path().join("environ")) else {
            continue;
        };
        let has = |variable: &[u8]| variable.windows(folder.len()).any(|w| w == folder);
        if environment.split(|b| *b == 0).any(has) {
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            // A process that is gone but has not been waited for has no command line.
            if !command.is_empty() {
                return Some(String::from_utf8_lossy(&command).replace('\0', " "));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(code: i32, stdout: &str, stderr: &str) -> Finished {
        Finished {
            code: Some(code),
            timed_out: false,
            stdout: stdout.to_string(),
            stderr: stderr.to_string(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    fn judged(code: i32, stdout: &str, stderr: &str) -> Outcome {
        let run = finished(code, stdout, stderr);
        outcome_of(Answer::of(&run), &run)
    }

    #[test]
    fn panics_crashes_and_silence_are_faults() {
        let internal = "VERDICT: UNKNOWN (internal error in bmc: index 3)\n";
        for run in [
            judged(20, internal, ""),
            judged(20, "VERDICT: UNKNOWN (crash in bmc: SIGSEGV)\n", ""),
            judged(101, "", "panicked"),
            judged(1, "", ""),
        ] {
            assert!(matches!(run, Outcome::Fault(_)));
        }
    }

    #[test]
    fn answers_and_messages_are_not() {
        let unknown = "VERDICT: UNKNOWN (loop at a.c:3 was cut off)\n";
        assert!(matches!(judged(20, unknown, ""), Outcome::Undecided));
        assert!(matches!(judged(1, "", "x.c:1: error"), Outcome::Rejected));
        let crashed = judged(1, "", "aver: LLVM crashed on x.bc");
        assert!(matches!(crashed, Outcome::CompilerCrashed));
    }

    #[test]
    fn faults_are_compared_without_numbers() {
        let fault = |text: &str| Fault::Internal(text.to_string());
        assert!(fault("index 3 of 4").is_like(&fault("index 17 of 20")));
        assert!(!fault("index 3").is_like(&fault("overflow")));
        assert!(!fault("x").is_like(&Fault::Broken("x".to_string())));
    }

    #[test]
    fn a_process_is_found_by_its_folder() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(process_with(folder.path()), None);
        let mut child = std::process::Command::new("sleep")
            .arg("600")
            .env("TMPDIR", folder.path())
            .spawn()
            .expect("sleep can be run");
        // Between fork and exec the child still has our own environment.
        let found = (0..100).find_map(|_| {
            std::thread::sleep(Duration::from_millis(10));
            process_with(folder.path())
        });
        child.kill().expect("the child can be ended");
        child.wait().expect("the child ends");
        assert_eq!(found.as_deref(), Some("sleep 600 "));
    }
}
