//! `cargo xtask bench hardware`: Aver beside ABC and rIC3 on hardware-like systems.
//!
//! The systems are made here ([`families`]): counters, arbiters, queues, shift registers, pipelines, caches and so on, in three
//! sizes, right and wrong, so that the answers are known. Each is written as AIGER and given to `aver solve`, to ABC's `pdr` (if
//! `berkeley-abc` is installed) and to rIC3 (if a program of that name is), one at a time, with the same limit. The
//! files stay in `target/hardware`.

mod build;
mod families;

use crate::answer::Aver;
use crate::process;
use crate::systems::{Said, said};
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Whether nothing bad can happen, and the CPU time.
type Answered = Result<(Option<bool>, f64)>;

/// A verifier: its name, and its answer to a file.
struct Verifier<'a> {
    name: &'static str,
    solve: Box<dyn Fn(&Path) -> Answered + 'a>,
}

/// What one of them did.
#[derive(Default)]
struct Total {
    solved: usize,
    wrong: usize,
    seconds: f64,
}

pub fn run(root: &Path, filter: Option<&str>, timeout: u64, aver: Option<&Path>) -> Result<bool> {
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
    let mut count = 0;
    let wanted = filter.unwrap_or_default();
    for system in families::systems() {
        if !system.name.contains(wanted) {
            continue;
        }
        count += 1;
        let kind = if system.holds { "right" } else { "wrong" };
        let path = folder.join(format!("{}-{kind}.aig", system.name.replace(' ', "-")));
        fs::write(&path, system.circuit.aig())?;
        let [_, latches, ands] = system.circuit.size();
        let holds = if system.holds { "yes" } else { "no" };
        let mut line = format!("| {} | {latches} | {ands} | {holds}", system.name);
        for (verifier, total) in verifiers.iter().zip(&mut totals) {
            let (answer, seconds) = (verifier.solve)(&path)?;
            total.seconds += seconds;
            line += &match answer {
                Some(answer) if answer == system.holds => {
                    total.solved += 1;
                    format!(" | {seconds:.1} s")
                }
                Some(_) => {
                    total.wrong += 1;
                    " | WRONG".to_string()
                }
                None => " | –".to_string(),
            };
        }
        println!("{line} |");
    }
    println!("\n{count} systems, {timeout} s each; CPU time");
    for (name, total) in names.iter().zip(&totals) {
        let Total {
            solved,
            wrong,
            seconds,
        } = total;
        println!("{name}: {solved} solved, {wrong} wrong, {seconds:.0} s");
    }
    Ok(totals.iter().all(|total| total.wrong == 0))
}

fn is_installed(program: &str) -> bool {
    Command::new("which")
        .arg(program)
        .output()
        .is_ok_and(|output| output.status.success())
}

fn by_aver(aver: &Aver, path: &Path, timeout: u64) -> Answered {
    let mut command = aver.command("solve");
    command.arg(format!("--timeout={timeout}")).arg(path);
    let finished = process::run(&mut command, Duration::from_secs(timeout + 5))?;
    let answer = match said("aig", &finished) {
        Said::Holds => Some(true),
        Said::Fails => Some(false),
        Said::Undecided(_) | Said::Broken(_) => None,
    };
    Ok((answer, finished.cpu.as_secs_f64()))
}

fn by_abc(path: &Path, timeout: u64) -> Answered {
    let mut command = Command::new("berkeley-abc");
    let script = format!(
        "read_aiger {}; pdr -T {timeout}; print_status",
        path.display()
    );
    command.args(["-q", &script]);
    let finished = process::run(&mut command, Duration::from_secs(timeout + 5))?;
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
    let finished = process::run(&mut command, Duration::from_secs(timeout))?;
    let mut lines = finished.stdout.lines();
    let answer = lines.find_map(|line| match line.trim() {
        "RESULT: UNSAT" => Some(true),
        "RESULT: SAT" => Some(false),
        _ => None,
    });
    Ok((answer, finished.cpu.as_secs_f64()))
}
