//! `cargo xtask large-terms`: how long `aver solve` takes for one term of a million nodes, and how much memory.
//!
//! A *chain* is as deep as it is long, a *tree* is as shallow as it can be. Each is put into four scripts: one that only
//! builds the term, one that prints it, one that makes a circuit of it and writes that to a file, and one that makes clauses
//! of the circuit and gives up at the first conflict. What a step takes is the difference to building. The operators are
//! chosen so that no rule makes the term smaller; every fourth is an addition, which has eight gates a bit.

use crate::answer::Aver;
use crate::process::{self, Finished};
use anyhow::{Result, bail};
use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many operators each term has
    #[arg(default_value_t = 1_000_000)]
    nodes: usize,
    /// The width of the bit-vectors; several can be given
    #[arg(long, default_values_t = [8, 32])]
    width: Vec<u32>,
    /// Only the chain, or only the tree
    #[arg(long)]
    only: Option<String>,
    /// Seconds for each script
    #[arg(long, default_value_t = 600)]
    timeout: u64,
    /// Megabytes for each script
    #[arg(long, default_value_t = 12_000)]
    memory_limit: u64,
    /// The binary to measure; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// Leaves that differ from each other.
const SYMBOLS: usize = 64;

const OPERATORS: [&str; 4] = ["bvxor", "bvadd", "bvor", "bvand"];

/// What is done with the term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Build,
    Print,
    Circuit,
    Clauses,
}

const STEPS: [Stage; 4] = [Stage::Build, Stage::Print, Stage::Circuit, Stage::Clauses];

impl Stage {
    /// The rest of a script that defines `top`.
    fn text(self, width: u32) -> String {
        let assertion = format!("(assert (= top (_ bv90 {width})))\n");
        match self {
            Stage::Build => String::new(),
            Stage::Print => assertion + "(get-assertions)\n",
            Stage::Circuit => assertion + "(check-sat)\n",
            Stage::Clauses => {
                format!("(set-option :reproducible-resource-limit 1)\n{assertion}(check-sat)\n")
            }
        }
    }
}

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let folder = tempfile::tempdir()?;
    println!(
        "{} operators; CPU seconds, and the largest memory in MB:",
        options.nodes
    );
    println!("             build           print         circuit         clauses");
    let mut all_done = true;
    for width in &options.width {
        for (name, make) in [("chain", chain as fn(usize, u32) -> String), ("tree", tree)] {
            if options.only.as_ref().is_some_and(|only| only != name) {
                continue;
            }
            let term = make(options.nodes, *width);
            let mut row = format!("{name:5} {width:2}");
            let mut built = 0.0;
            for step in STEPS {
                let path = folder.path().join("term.smt2");
                fs::write(&path, format!("{term}{}", step.text(*width)))?;
                let finished = measure(&aver, options, &path, step)?;
                let seconds = finished.cpu.as_secs_f64();
                match finished.code {
                    Some(0) if step == Stage::Build => built = seconds,
                    Some(0) => {}
                    Some(1 | 2) => bail!("{name}: {}{}", finished.stdout, finished.stderr),
                    _ => {
                        all_done = false;
                        row += "     not done";
                        continue;
                    }
                }
                let beyond = match step {
                    Stage::Build => seconds,
                    _ => (seconds - built).max(0.0),
                };
                row += &format!(" {beyond:8.2} {:6}", finished.peak_memory >> 20);
            }
            println!("{row}");
        }
    }
    Ok(all_done)
}

fn measure(aver: &Aver, options: &Options, path: &Path, step: Stage) -> Result<Finished> {
    let mut command = Command::new(aver.path());
    command.arg("solve");
    command.arg(format!("--memory-limit={}", options.memory_limit));
    if step == Stage::Circuit {
        command.arg("--aiger").arg(path.with_extension("aig"));
    }
    command.arg(path);
    process::run(&mut command, Duration::from_secs(options.timeout))
}

fn declarations(width: u32) -> String {
    (0..SYMBOLS).fold(String::new(), |mut text, i| {
        writeln!(text, "(declare-const x{i} (_ BitVec {width}))").expect("strings take all text");
        text
    })
}

/// Every term is an argument of the next one.
fn chain(nodes: usize, width: u32) -> String {
    let mut text = declarations(width);
    let mut last = "x0".to_string();
    for i in 0..nodes {
        // Neighbours have different operators, and constants would come together.
        let operator = OPERATORS[i % OPERATORS.len()];
        let leaf = (i * 7 + i / SYMBOLS) % SYMBOLS;
        writeln!(
            text,
            "(define-fun t{i} () (_ BitVec {width}) ({operator} {last} x{leaf}))"
        )
        .expect("strings take all text");
        last = format!("t{i}");
    }
    text + &format!("(define-fun top () (_ BitVec {width}) {last})\n")
}

/// Terms are paired until one is left.
fn tree(nodes: usize, width: u32) -> String {
    let mut text = declarations(width);
    let mut level: Vec<String> = Vec::new();
    for i in 0..nodes / 2 {
        let (a, b) = (i % SYMBOLS, (i / SYMBOLS) % SYMBOLS);
        let k = (i / (SYMBOLS * SYMBOLS)) % 256;
        writeln!(
            text,
            "(define-fun l{i} () (_ BitVec {width}) (bvand x{a} (bvadd x{b} (_ bv{k} {width}))))"
        )
        .expect("strings take all text");
        level.push(format!("l{i}"));
    }
    let mut count = 0;
    while level.len() > 1 {
        let mut next = Vec::with_capacity(level.len() / 2 + 1);
        for pair in level.chunks(2) {
            let [a, b] = pair else {
                next.push(pair[0].clone());
                continue;
            };
            let operator = OPERATORS[count % OPERATORS.len()];
            writeln!(
                text,
                "(define-fun n{count} () (_ BitVec {width}) ({operator} {a} {b}))"
            )
            .expect("strings take all text");
            next.push(format!("n{count}"));
            count += 1;
        }
        level = next;
    }
    text + &format!("(define-fun top () (_ BitVec {width}) {})\n", level[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_define_one_term() {
        for text in [chain(100, 8), tree(100, 32)] {
            assert!(text.matches("define-fun").count() >= 100);
            assert!(text.ends_with(")\n") && text.contains("define-fun top"));
        }
        assert!(chain(10, 32).contains("(_ BitVec 32)"));
    }
}
