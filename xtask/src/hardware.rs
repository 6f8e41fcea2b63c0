//! `cargo xtask bench hardware`: Aver beside ABC and rIC3 on hardware-like systems.
//!
//! The systems are made here ([`families`]): counters, arbiters, queues, shift registers, pipelines, caches and so on, in some
//! sizes, right and wrong, so that the answers are known. Each is written as AIGER and given to `aver solve`, to ABC's `pdr` (if
//! `berkeley-abc` is installed) and to rIC3 (if a program of that name is), one at a time, with the same limit. The
//! files stay in `target/hardware`.
//!
//! The limit is one of CPU time for each engine that runs: ABC and rIC3 have it once, Aver twice, since IC3 and incremental SAT run
//! side by side in it. So what else the machine does matters little.
//!
//! With `--resume`, what a run with the same limit has measured before it was interrupted is not measured again; without, it is
//! forgotten.
//!
//! `--files` adds the AIGER and BTOR2 files below a folder, of which the answers are not known: those who have one must agree.
//! ABC does not read BTOR2.

mod build;
mod families;

use crate::answer::Aver;
use crate::process::{self, Finished};
use crate::systems::{Said, said};
use anyhow::{Context, Result};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Whether nothing bad can happen, and the CPU time.
type Answered = Result<(Option<bool>, f64)>;

/// A verifier: its name, and its answer to a file.
struct Verifier<'a> {
    name: &'static str,
    solve: Box<dyn Fn(&Path) -> Answered + 'a>,
}

/// What has been measured so far, in memory and in a file: for each verifier and system a line with the answer and the CPU time.
struct Record {
    known: HashMap<String, (Option<bool>, f64)>,
    file: File,
}

impl Record {
    /// Begins with what a file says, or forgets that.
    fn new(path: &Path, resumes: bool) -> Result<Record> {
        let before = match resumes {
            true => fs::read_to_string(path).unwrap_or_default(),
            false => String::new(),
        };
        // The last line may have been interrupted.
        let lines = before.split_inclusive('\n').filter(|l| l.ends_with('\n'));
        let known = lines.filter_map(|line| {
            let mut fields = line.trim_end().split('\t');
            let mut next = || fields.next();
            let key = format!("{}\t{}", next()?, next()?);
            let answer = match next()? {
                "holds" => Some(true),
                "fails" => Some(false),
                _ => None,
            };
            Some((key, (answer, next()?.parse().ok()?)))
        });
        let known: HashMap<_, _> = known.collect();
        let file = File::create(path).with_context(|| path.display().to_string())?;
        let mut record = Record {
            known: HashMap::new(),
            file,
        };
        for (key, measured) in known {
            record.add(key, measured)?;
        }
        Ok(record)
    }

    fn add(&mut self, key: String, measured: (Option<bool>, f64)) -> Result<()> {
        let answer = match measured.0 {
            Some(true) => "holds",
            Some(false) => "fails",
            None => "open",
        };
        writeln!(self.file, "{key}\t{answer}\t{:.3}", measured.1)?;
        self.known.insert(key, measured);
        Ok(())
    }

    /// What a verifier says of a system, measured now if it has not been before.
    fn measure(&mut self, verifier: &Verifier<'_>, path: &Path) -> Answered {
        let key = format!("{}\t{}", verifier.name, path.display());
        if let Some(measured) = self.known.get(&key) {
            return Ok(*measured);
        }
        let measured = (verifier.solve)(path)?;
        self.add(key, measured)?;
        Ok(measured)
    }
}

/// What one of them did.
#[derive(Default)]
struct Total {
    solved: usize,
    wrong: u64,
    seconds: f64,
}

/// A system that all of them are given.
struct System {
    name: String,
    path: PathBuf,
    /// Latches and ANDs, where it was made here.
    size: Option<[usize; 2]>,
    /// Whether nothing bad can happen, if that is known.
    holds: Option<bool>,
}

pub fn run(
    root: &Path,
    filter: Option<&str>,
    files: Option<&Path>,
    timeout: u64,
    resumes: bool,
    aver: Option<&Path>,
) -> Result<bool> {
    let aver = Aver::new(root, aver)?;
    let mut verifiers = vec![Verifier {
        name: "aver",
        solve: Box::new(|path| by_aver(&aver, path, timeout)),
    }];
    if is_installed("berkeley-abc") {
        verifiers.push(Verifier {
            name: "abc pdr",
            solve: Box::new(|path| by_abc(path, timeout)),
        });
    }
    if is_installed("rIC3") {
        verifiers.push(Verifier {
            name: "rIC3",
            solve: Box::new(|path| by_ric3(path, timeout)),
        });
    }
    let folder = root.join("target/hardware");
    fs::create_dir_all(&folder)?;
    let names: Vec<&str> = verifiers.iter().map(|v| v.name).collect();
    println!(
        "| system | latches | ANDs | holds | {} |",
        names.join(" | ")
    );
    println!("|---|---|---|---{}|", "|---".repeat(names.len()));
    let mut totals: Vec<Total> = names.iter().map(|_| Total::default()).collect();
    let mut systems = made(&folder)?;
    if let Some(files) = files {
        systems.extend(found(files)?);
    }
    let wanted = filter.unwrap_or_default();
    systems.retain(|system| system.name.contains(wanted));
    let mut record = Record::new(&folder.join(format!("measured-{timeout}s.tsv")), resumes)?;
    let mut agree = true;
    for system in &systems {
        let [latches, ands] = match system.size {
            Some(size) => size.map(|n| n.to_string()),
            None => ["", ""].map(str::to_string),
        };
        let mut known = system.holds;
        let mut cells = String::new();
        for (verifier, total) in verifiers.iter().zip(&mut totals) {
            let (answer, seconds) = record.measure(verifier, &system.path)?;
            total.seconds += seconds;
            if answer.is_some() && known.is_none() {
                known = answer;
            }
            cells += &match answer {
                Some(_) if answer == known => {
                    total.solved += 1;
                    format!(" | {seconds:.1} s")
                }
                Some(_) => {
                    agree = false;
                    total.wrong += u64::from(system.holds.is_some());
                    " | WRONG".to_string()
                }
                None => " | –".to_string(),
            };
        }
        let holds = match known {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let name = &system.name;
        println!("| {name} | {latches} | {ands} | {holds}{cells} |");
    }
    let count = systems.len();
    println!("\n{count} systems, {timeout} s each; CPU time");
    for (name, total) in names.iter().zip(&totals) {
        let Total {
            solved,
            wrong,
            seconds,
        } = total;
        println!("{name}: {solved} solved, {wrong} wrong, {seconds:.0} s");
    }
    Ok(agree)
}

/// The systems that are made here, as files in a folder.
fn made(folder: &Path) -> Result<Vec<System>> {
    let mut all = Vec::new();
    for system in families::systems() {
        let kind = if system.holds { "right" } else { "wrong" };
        let path = folder.join(format!("{}-{kind}.aig", system.name.replace(' ', "-")));
        fs::write(&path, system.circuit.aig())?;
        let [_, latches, ands] = system.circuit.size();
        all.push(System {
            name: system.name,
            path,
            size: Some([latches, ands]),
            holds: Some(system.holds),
        });
    }
    Ok(all)
}

/// The systems below a folder.
fn found(folder: &Path) -> Result<Vec<System>> {
    let mut all = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            all.extend(found(&path)?);
        } else if matches!(extension(&path), "aig" | "aag" | "btor" | "btor2") {
            let name = path.file_name().unwrap_or_default();
            all.push(System {
                name: name.to_string_lossy().into_owned(),
                path,
                size: None,
                holds: None,
            });
        }
    }
    Ok(all)
}

fn extension(path: &Path) -> &str {
    let extension = path.extension().and_then(|e| e.to_str());
    extension.unwrap_or_default()
}

fn is_installed(program: &str) -> bool {
    Command::new("which")
        .arg(program)
        .output()
        .is_ok_and(|output| output.status.success())
}

/// How much longer than its CPU time a verifier may run.
const SLOWER: u64 = 4;

/// Runs a command with a limit of CPU time, and a wider one of time.
fn run_limited(command: &mut Command, cpu: u64, timeout: u64) -> Result<Finished> {
    let limit = libc::rlimit {
        rlim_cur: cpu,
        rlim_max: cpu + 1,
    };
    let set = move || {
        // SAFETY: a plain system call with a pointer to a live value.
        match unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    };
    // SAFETY: `set` makes one system call, and allocates nothing.
    unsafe { command.pre_exec(set) };
    process::run(command, Duration::from_secs(timeout * SLOWER + 5))
}

fn by_aver(aver: &Aver, path: &Path, timeout: u64) -> Answered {
    let mut command = aver.command("solve");
    command
        .arg(format!("--timeout={}", timeout * SLOWER))
        .arg(path);
    let finished = run_limited(&mut command, 2 * timeout, timeout)?;
    let format = match extension(path) {
        "btor" => "btor2",
        other => other,
    };
    let answer = match said(format, &finished) {
        Said::Holds => Some(true),
        Said::Fails => Some(false),
        Said::Undecided(_) | Said::Broken(_) => None,
    };
    Ok((answer, finished.cpu.as_secs_f64()))
}

fn by_abc(path: &Path, timeout: u64) -> Answered {
    if extension(path).starts_with("btor") {
        return Ok((None, 0.0));
    }
    let mut command = Command::new("berkeley-abc");
    let script = format!("read_aiger {}; pdr; print_status", path.display());
    command.args(["-q", &script]);
    let finished = run_limited(&mut command, timeout, timeout)?;
    let text = &finished.stdout;
    let answer = match (
        text.contains("Property proved"),
        text.contains("was asserted in frame"),
    ) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    Ok((answer, finished.cpu.as_secs_f64()))
}

fn by_ric3(path: &Path, timeout: u64) -> Answered {
    let mut command = Command::new("rIC3");
    command.args(["-e", "ic3"]).arg(path);
    let finished = run_limited(&mut command, timeout, timeout)?;
    let mut lines = finished.stdout.lines();
    let answer = lines.find_map(|line| match line.trim() {
        "RESULT: UNSAT" => Some(true),
        "RESULT: SAT" => Some(false),
        _ => None,
    });
    Ok((answer, finished.cpu.as_secs_f64()))
}
