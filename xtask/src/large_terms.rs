//! `cargo xtask large-terms`: how long `aver solve` takes for one term of a million nodes.
//!
//! A *chain* is as deep as it is long, a *tree* is as shallow as it can be. Each is built in three scripts: one that only
//! builds the term, one that also makes a circuit and clauses of it and then gives up at the first conflict, and one that
//! prints it. What a step takes is the difference to building. The operators are chosen so that no rule makes the term
//! smaller.

use crate::answer::Aver;
use crate::smt_files::Solver;
use anyhow::{Result, bail};
use clap::Args;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// How many operators each term has
    #[arg(default_value_t = 1_000_000)]
    nodes: usize,
    /// Seconds for each script
    #[arg(long, default_value_t = 600)]
    timeout: u64,
    /// The binary to measure; by default it is built from the sources
    #[arg(long)]
    aver: Option<PathBuf>,
}

/// Leaves that differ from each other.
const SYMBOLS: usize = 64;

const OPERATORS: [&str; 4] = ["bvxor", "bvadd", "bvor", "bvand"];

pub fn run(root: &Path, options: &Options) -> Result<bool> {
    let aver = Aver::new(root, options.aver.as_deref())?;
    let solver = Solver::aver(aver.path().to_path_buf());
    let folder = tempfile::tempdir()?;
    println!("{} operators: seconds to", options.nodes);
    println!("        build   blast   print");
    for (name, text) in [
        ("chain", chain(options.nodes)),
        ("tree", tree(options.nodes)),
    ] {
        let ends = [
            String::new(),
            "(set-option :reproducible-resource-limit 1)\n(assert (= top #x5a))\n(check-sat)\n"
                .to_string(),
            "(assert (= top #x5a))\n(get-assertions)\n".to_string(),
        ];
        let mut seconds = Vec::new();
        for (number, end) in ends.iter().enumerate() {
            let path = folder.path().join(format!("{name}-{number}.smt2"));
            fs::write(&path, format!("{text}{end}"))?;
            let run = solver.run(&path, Duration::from_secs(options.timeout))?;
            if let Some(error) = run.error {
                bail!("{name}: {error}");
            }
            if run.timed_out {
                bail!("{name}: no end within {} s", options.timeout);
            }
            seconds.push(run.seconds);
            fs::remove_file(&path)?;
        }
        let beyond = |i: usize| (seconds[i] - seconds[0]).max(0.0);
        println!(
            "{name:5} {:7.2} {:7.2} {:7.2}",
            seconds[0],
            beyond(1),
            beyond(2)
        );
    }
    Ok(true)
}

fn declarations() -> String {
    (0..SYMBOLS).fold(String::new(), |mut text, i| {
        writeln!(text, "(declare-const x{i} (_ BitVec 8))").expect("strings take all text");
        text
    })
}

/// Every term is an argument of the next one.
fn chain(nodes: usize) -> String {
    let mut text = declarations();
    let mut last = "x0".to_string();
    for i in 0..nodes {
        // Neighbours have different operators, and constants would come together.
        let operator = OPERATORS[i % OPERATORS.len()];
        let leaf = (i * 7 + i / SYMBOLS) % SYMBOLS;
        writeln!(
            text,
            "(define-fun t{i} () (_ BitVec 8) ({operator} {last} x{leaf}))"
        )
        .expect("strings take all text");
        last = format!("t{i}");
    }
    text + &format!("(define-fun top () (_ BitVec 8) {last})\n")
}

/// Terms are paired until one is left.
fn tree(nodes: usize) -> String {
    let mut text = declarations();
    let mut level: Vec<String> = Vec::new();
    for i in 0..nodes / 2 {
        let (a, b) = (i % SYMBOLS, (i / SYMBOLS) % SYMBOLS);
        let k = (i / (SYMBOLS * SYMBOLS)) % 256;
        writeln!(
            text,
            "(define-fun l{i} () (_ BitVec 8) (bvand x{a} (bvadd x{b} #x{k:02x})))"
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
                "(define-fun n{count} () (_ BitVec 8) ({operator} {a} {b}))"
            )
            .expect("strings take all text");
            next.push(format!("n{count}"));
            count += 1;
        }
        level = next;
    }
    text + &format!("(define-fun top () (_ BitVec 8) {})\n", level[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_define_one_term() {
        for text in [chain(100), tree(100)] {
            assert!(text.matches("define-fun").count() >= 100);
            assert!(text.ends_with(")\n") && text.contains("define-fun top"));
        }
    }
}
