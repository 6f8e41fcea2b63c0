//! The repository's own tools: `cargo xtask --help`.
//!
//! Nothing here is part of Aver: these tools run its binary and read its answers, as any user's script would.

mod answer;
mod bench;
mod bench_incremental;
mod bench_loops;
mod bench_smt;
mod bench_termination;
mod cbmc;
mod checks;
mod csmith;
mod fuzz_input;
mod fuzz_smt;
mod hardware;
mod lab;
mod large_terms;
mod loops;
mod mutate;
mod process;
mod programs;
mod random;
mod shapes;
mod smt_files;
mod smt_regress;
mod systems;
mod termination;
mod tidy;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Tools for developers of Aver")]
struct Args {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Check the rules of the source tree: layers, module docs, file sizes, printing, stubs, wording
    Tidy,
    /// Run the C programs under tests/ and compare with their headers
    Programs(programs::Options),
    /// Compare Aver with gcc's sanitizers and exact arithmetic, on single operations
    Checks(checks::Options),
    /// Compare Aver with compiled programs, on random programs
    Csmith(csmith::Options),
    /// Compare Aver with exhaustive exploration, on random programs with loops
    Loops(loops::Options),
    /// Compare Aver with exhaustive search for runs that do not end, on random programs with loops
    Termination(termination::Options),
    /// Compare Aver with a list of all states, on random transition systems in files, and write programs as such files
    Systems(systems::Options),
    /// Compare Aver with compiled programs on all inputs, on random programs that allocate in loops
    Shapes(shapes::Options),
    /// Change single tokens of proved programs, and see that no answer is wrong
    Mutate(mutate::Options),
    /// Measure Aver against CBMC
    Bench(bench::Options),
    /// Measure Aver's solver against z3 and cvc5
    BenchSmt(bench_smt::Options),
    /// Give Aver mutated C programs and LLVM modules
    FuzzInput(fuzz_input::Options),
    /// Compare Aver's solver with z3 and cvc5, on random scripts
    FuzzSmt(fuzz_smt::Options),
    /// Run Aver's solver on SMT-LIB files that state their answers
    SmtRegress(smt_regress::Options),
    /// Measure Aver's solver on terms of a million nodes
    LargeTerms(large_terms::Options),
    /// Compare the programs under tests/ with what the last release made of them
    Lab(lab::Options),
}

fn main() -> ExitCode {
    let run = || -> Result<bool> {
        match Args::parse().tool {
            Tool::Tidy => tidy::run(&root()),
            Tool::Programs(options) => programs::run(&root(), &options),
            Tool::Checks(options) => checks::run(&root(), &options),
            Tool::Csmith(options) => csmith::run(&root(), &options),
            Tool::Loops(options) => loops::run(&root(), &options),
            Tool::Termination(options) => termination::run(&root(), &options),
            Tool::Systems(options) => systems::run(&root(), &options),
            Tool::Shapes(options) => shapes::run(&root(), &options),
            Tool::Mutate(options) => mutate::run(&root(), &options),
            Tool::Bench(options) => bench::run(&root(), &options),
            Tool::BenchSmt(options) => bench_smt::run(&root(), &options),
            Tool::FuzzInput(options) => fuzz_input::run(&root(), &options),
            Tool::FuzzSmt(options) => fuzz_smt::run(&root(), &options),
            Tool::SmtRegress(options) => smt_regress::run(&root(), &options),
            Tool::LargeTerms(options) => large_terms::run(&root(), &options),
            Tool::Lab(options) => lab::run(&root(), &options),
        }
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the root of the repository")
        .to_path_buf()
}
