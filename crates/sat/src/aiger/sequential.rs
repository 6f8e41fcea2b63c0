//! Circuits with latches, in both of AIGER's formats (version 1.9: Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011),
//! and the witnesses of AIGER's simulator.
//!
//! Inputs come first, then latches, then the ANDs that anything depends on. Facts are not written: they follow.

use super::write_number;
use crate::aig::Edge;
use crate::sequential::{CircuitRun, Sequential};
use std::io::{self, Write};

/// Which of the two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Ascii,
    Binary,
}

/// Writes a circuit. The names are those of inputs and latches, by their numbers; what has no name gets none.
pub fn write_sequential(
    circuit: &Sequential,
    form: Form,
    inputs: &dyn Fn(usize) -> Option<String>,
    latches: &dyn Fn(usize) -> Option<String>,
    writer: &mut impl Write,
) -> io::Result<()> {
    let (variables, ands) = number(circuit);
    let literal = |edge: Edge| 2 * variables[edge.node()] + u32::from(edge.is_negated());
    let (tag, most) = match form {
        Form::Ascii => (
            "aag",
            circuit.inputs.len() + circuit.latches.len() + ands.len(),
        ),
        Form::Binary => (
            "aig",
            circuit.inputs.len() + circuit.latches.len() + ands.len(),
        ),
    };
    write!(
        writer,
        "{tag} {most} {} {} 0 {} {}",
        circuit.inputs.len(),
        circuit.latches.len(),
        ands.len(),
        circuit.bad.len()
    )?;
    match circuit.constraints.len() {
        0 => writeln!(writer)?,
        count => writeln!(writer, " {count}")?,
    }
    if form == Form::Ascii {
        for node in &circuit.inputs {
            writeln!(writer, "{}", literal(Edge::to(*node)))?;
        }
    }
    for latch in &circuit.latches {
        let this = literal(Edge::to(latch.node));
        if form == Form::Ascii {
            write!(writer, "{this} ")?;
        }
        write!(writer, "{}", literal(latch.next))?;
        match latch.first {
            Some(false) => writeln!(writer)?,
            Some(true) => writeln!(writer, " 1")?,
            None => writeln!(writer, " {this}")?,
        }
    }
    for edge in circuit.bad.iter().chain(&circuit.constraints) {
        writeln!(writer, "{}", literal(*edge))?;
    }
    for node in ands {
        let (a, b) = circuit.aig.operands(node).expect("an AND");
        let (a, b) = (literal(a), literal(b));
        let (this, large, small) = (2 * variables[node], a.max(b), a.min(b));
        match form {
            Form::Ascii => writeln!(writer, "{this} {large} {small}")?,
            Form::Binary => {
                write_number(writer, this - large)?;
                write_number(writer, large - small)?;
            }
        }
    }
    for (kind, count, name) in [
        ('i', circuit.inputs.len(), inputs),
        ('l', circuit.latches.len(), latches),
    ] {
        for place in 0..count {
            if let Some(name) = name(place) {
                writeln!(writer, "{kind}{place} {name}")?;
            }
        }
    }
    Ok(())
}

/// The variable of each node, and the ANDs that are needed, operands first.
fn number(circuit: &Sequential) -> (Vec<u32>, Vec<usize>) {
    let aig = &circuit.aig;
    let mut needed = vec![false; aig.len()];
    let nexts = circuit.latches.iter().map(|latch| latch.next);
    let roots = nexts.chain(circuit.bad.iter().copied());
    for root in roots.chain(circuit.constraints.iter().copied()) {
        needed[root.node()] = true;
    }
    for node in (0..aig.len()).rev() {
        if let Some((a, b)) = aig.operands(node).filter(|_| needed[node]) {
            needed[a.node()] = true;
            needed[b.node()] = true;
        }
    }
    let ands: Vec<usize> = (0..aig.len())
        .filter(|node| needed[*node] && aig.operands(*node).is_some())
        .collect();
    let mut variables = vec![0; aig.len()];
    let latches = circuit.latches.iter().map(|latch| latch.node);
    let all = circuit.inputs.iter().copied().chain(latches);
    for (place, node) in all.chain(ands.iter().copied()).enumerate() {
        variables[node] = u32::try_from(place + 1).expect("fewer than 2^31 nodes");
    }
    (variables, ands)
}

/// Writes that a bad edge, by its number, is true at the end of a run.
pub fn write_run(number: usize, run: &CircuitRun, writer: &mut impl Write) -> io::Result<()> {
    let line = |bits: &[bool]| -> String {
        let digits = bits.iter().map(|bit| if *bit { '1' } else { '0' });
        digits.collect()
    };
    writeln!(writer, "1\nb{number}\n{}", line(&run.first))?;
    for step in &run.inputs {
        writeln!(writer, "{}", line(step))?;
    }
    writeln!(writer, ".")
}
