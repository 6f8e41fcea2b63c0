//! `aver solve` on a circuit with latches.

use crate::cli::StatsFormat;
use crate::{BAD_INPUT, complain};
use engines::decide_circuit;
use evidence::CircuitAnswer;
use sat::aiger::{read, write_run};
use smt::Limits;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Whether a file is one, judged by its name.
pub fn is_circuit(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("aig" | "aag"))
}

/// Decides a circuit, and prints the answer as AIGER's simulator reads it: `0` if nothing bad can happen, `1` with a run, or
/// `2` if there is no answer.
pub fn solve(path: &Path, limits: &Limits, stats: Option<StatsFormat>) -> u8 {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    let circuit = match read(&bytes) {
        Ok(circuit) => circuit,
        Err(broken) => {
            let message = format!("{}, {broken}", path.display());
            return complain(&message, BAD_INPUT);
        }
    };
    let (answer, counters) = decide_circuit(&circuit, limits);
    let mut text = Vec::new();
    match answer {
        Ok(CircuitAnswer::Holds(_)) => text.extend(b"0\nb0\n.\n"),
        Ok(CircuitAnswer::Fails(number, run)) => {
            write_run(number, &run, &mut text).expect("writing to memory succeeds");
        }
        Err(reason) => {
            eprintln!("aver: no answer: {reason:?}");
            text.extend(b"2\nb0\n.\n");
        }
    }
    // A reader that closes the pipe early is not an error.
    let _ = io::stdout().write_all(&text);
    match stats {
        Some(StatsFormat::Text) => eprint!("{}", report::text::statistics(&counters)),
        Some(StatsFormat::Json) => eprintln!("{}", report::json::statistics(&counters)),
        None => {}
    }
    0
}
