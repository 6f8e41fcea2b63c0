//! `aver solve` on a circuit with latches.

use crate::channel::Channel;
use crate::cli;
use crate::{BAD_INPUT, complain};
use engines::decide_circuit;
use evidence::{CircuitAnswer, Reason};
use sat::aiger::Form;
use sat::sequential::CircuitRun;
use sat::{Lit, Sequential, aiger, dimspec};
use smt::Limits;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The formats of such files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    Aiger,
    Dimspec,
}

/// The format of a file, judged by its name.
pub fn format_of(path: &Path) -> Option<FileFormat> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("aig" | "aag") => Some(FileFormat::Aiger),
        Some("dimspec") => Some(FileFormat::Dimspec),
        _ => None,
    }
}

/// Decides a circuit, and prints the answer in the way of its format.
///
/// AIGER: `0` if nothing bad can happen, `1` with a run, or `2` if there is no answer, as AIGER's simulator reads it. DimSpec:
/// `no solution`, `solution` with the states, or `unknown`.
pub fn solve(
    path: &Path,
    format: FileFormat,
    limits: &Limits,
    args: &cli::Solve,
    channel: &Channel,
) -> u8 {
    let doing = match format {
        FileFormat::Aiger => super::DECIDING_AIGER,
        FileFormat::Dimspec => super::DECIDING,
    };
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    channel.phase(doing);
    let circuit = match format {
        FileFormat::Aiger => aiger::read(&bytes),
        FileFormat::Dimspec => dimspec::read(&bytes),
    };
    let mut circuit = match circuit {
        Ok(circuit) => circuit,
        Err(broken) => {
            channel.phase("");
            let message = format!("{}, {broken}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    let (answer, counters) = decide_circuit(&circuit, &args.engines(), limits);
    let mut text = Vec::new();
    let mut code = 0;
    match answer {
        Ok(CircuitAnswer::Holds(clauses)) => {
            text.extend(match format {
                FileFormat::Aiger => &b"0\nb0\n.\n"[..],
                FileFormat::Dimspec => b"no solution\n",
            });
            code = super::certify(args, |bytes| match format {
                FileFormat::Aiger => write_certificate(path, &mut circuit, &clauses, bytes),
                FileFormat::Dimspec => dimspec::write_invariant(&circuit, &clauses, bytes),
            });
        }
        Ok(CircuitAnswer::Fails(number, run)) => {
            let written = write_run(format, &circuit, number, &run, &mut text);
            written.expect("writing to memory succeeds");
        }
        Err(reason) => {
            eprintln!("aver: no answer: {}", why(&reason));
            text.extend(match format {
                FileFormat::Aiger => &b"2\nb0\n.\n"[..],
                FileFormat::Dimspec => b"unknown\n",
            });
        }
    }
    // A reader that closes the pipe early is not an error.
    let _ = io::stdout().write_all(&text);
    channel.phase("");
    super::statistics(args, &counters);
    code
}

/// The circuit with an invariant, as text or not as the file itself is.
fn write_certificate(
    path: &Path,
    circuit: &mut Sequential,
    clauses: &[Vec<Lit>],
    bytes: &mut Vec<u8>,
) -> io::Result<()> {
    circuit.certify(clauses);
    let form = match path.extension().is_some_and(|e| e == "aag") {
        true => Form::Ascii,
        false => Form::Binary,
    };
    aiger::write_sequential(circuit, form, &|_| None, &|_| None, bytes)
}

fn write_run(
    format: FileFormat,
    circuit: &Sequential,
    number: usize,
    run: &CircuitRun,
    text: &mut Vec<u8>,
) -> io::Result<()> {
    match format {
        FileFormat::Aiger => aiger::write_run(number, run, text),
        FileFormat::Dimspec => dimspec::write_run(circuit, run, text),
    }
}

/// A reason that is about no program.
pub(super) fn why(reason: &Reason) -> String {
    match reason {
        Reason::Timeout { .. } => "the time is over".to_string(),
        Reason::Memory { .. } => "the memory is used up".to_string(),
        Reason::Internal(what) => format!("internal error: {what}"),
        Reason::Solver(what) | Reason::Limit(what) => what.clone(),
        other => format!("{other:?}"),
    }
}
