//! Circuits as files in AIGER's binary format (A. Biere, "The AIGER and-inverter graph format", 2007), which other tools read.
//!
//! [`write()`] writes the circuit of one edge, [`write_sequential`] one with latches, and [`read()`] reads one.
//!
//! Only the cone of the output is written. Inputs are numbered first, in the order in which they were made, then the ANDs.
//! Operands have smaller numbers than the ANDs that use them, so an AND is written as two differences of literals.

mod read;
mod sequential;
#[cfg(test)]
mod sequential_tests;

pub use read::{Broken, read};
pub use sequential::{Form, write_run, write_sequential};

use crate::aig::{Aig, Edge};
use std::io::{self, Write};

/// Writes the circuit of one edge, its only output. `name` gives the name of an input by its node, if it has one.
pub fn write(
    aig: &Aig,
    output: Edge,
    name: impl Fn(usize) -> Option<String>,
    writer: &mut impl Write,
) -> io::Result<()> {
    let numbering = Numbering::of(aig, output);
    let (inputs, ands) = (numbering.inputs.len(), numbering.ands.len());
    // The largest variable, inputs, latches, outputs, ANDs.
    writeln!(writer, "aig {} {inputs} 0 1 {ands}", inputs + ands)?;
    writeln!(writer, "{}", numbering.literal(output))?;
    for &node in &numbering.ands {
        let (a, b) = aig.operands(node as usize).expect("an AND");
        let (a, b) = (numbering.literal(a), numbering.literal(b));
        let this = 2 * numbering.variables[node as usize];
        write_number(writer, this - a.max(b))?;
        write_number(writer, a.max(b) - a.min(b))?;
    }
    for (place, &node) in numbering.inputs.iter().enumerate() {
        if let Some(name) = name(node as usize) {
            writeln!(writer, "i{place} {name}")?;
        }
    }
    Ok(())
}

/// The variables of the nodes in the cone of the output.
struct Numbering {
    /// By node; 0 for the constant and for nodes outside the cone.
    variables: Vec<u32>,
    inputs: Vec<u32>,
    ands: Vec<u32>,
}

impl Numbering {
    fn of(aig: &Aig, output: Edge) -> Numbering {
        // Operands have smaller numbers than the nodes that use them.
        let mut counts = vec![false; output.node() + 1];
        counts[output.node()] = true;
        for node in (0..=output.node()).rev() {
            if let Some((a, b)) = aig.operands(node).filter(|_| counts[node]) {
                counts[a.node()] = true;
                counts[b.node()] = true;
            }
        }
        let number = |n: usize| u32::try_from(n).expect("fewer than 2^31 nodes");
        let constant = Edge::FALSE.node();
        let counting = |node: &usize| *node != constant && counts[*node];
        let (ands, inputs): (Vec<usize>, Vec<usize>) = (0..=output.node())
            .filter(counting)
            .partition(|node| aig.operands(*node).is_some());
        let mut variables = vec![0; output.node() + 1];
        for (place, node) in inputs.iter().chain(&ands).enumerate() {
            variables[*node] = number(place + 1);
        }
        Numbering {
            variables,
            inputs: inputs.into_iter().map(number).collect(),
            ands: ands.into_iter().map(number).collect(),
        }
    }

    fn literal(&self, edge: Edge) -> u32 {
        2 * self.variables[edge.node()] + u32::from(edge.is_negated())
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that there are more.
fn write_number(writer: &mut impl Write, mut number: u32) -> io::Result<()> {
    while number >= 0x80 {
        writer.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    writer.write_all(&[number as u8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value of the output of a file under an assignment of its inputs, which are named by numbers.
    fn evaluate(file: &[u8], input: impl Fn(usize) -> bool) -> bool {
        let line = |from: usize| {
            let length = file[from..]
                .iter()
                .position(|b| *b == b'\n')
                .expect("a line");
            let text = std::str::from_utf8(&file[from..from + length]).expect("text");
            (text.to_string(), from + length + 1)
        };
        let (header, at) = line(0);
        let numbers: Vec<usize> = header
            .split(' ')
            .skip(1)
            .map(|word| word.parse().expect("a number"))
            .collect();
        let [_, inputs, 0, 1, ands] = numbers[..] else {
            panic!("{header}");
        };
        let (output, mut at) = line(at);
        let mut number = || {
            let (mut value, mut shift) = (0_usize, 0);
            loop {
                let byte = file[at];
                at += 1;
                value |= (byte as usize & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    return value;
                }
            }
        };
        let pairs: Vec<(usize, usize)> = (0..ands).map(|_| (number(), number())).collect();
        let mut values = vec![false];
        for place in 0..inputs {
            let (symbol, next) = line(at);
            at = next;
            let (which, name) = symbol.split_once(' ').expect("a name");
            assert_eq!(which, format!("i{place}"));
            values.push(input(name.parse().expect("the number of an input")));
        }
        let of = |values: &[bool], literal: usize| values[literal / 2] != (literal % 2 == 1);
        for (place, (first, second)) in pairs.into_iter().enumerate() {
            let larger = 2 * (inputs + 1 + place) - first;
            let smaller = larger - second;
            let value = of(&values, larger) && of(&values, smaller);
            values.push(value);
        }
        of(&values, output.parse().expect("a literal"))
    }

    proptest! {
        #[test]
        fn files_mean_the_same(code in prop::collection::vec(any::<(u8, u8, u8)>(), 1..40), inputs in any::<u32>()) {
            let mut aig = Aig::new();
            let mut edges: Vec<Edge> = (0..5).map(|_| aig.input()).collect();
            for (op, a, b) in code {
                let of = |n: u8| edges[n as usize / 2 % edges.len()].negate_if(n % 2 == 1);
                let (a, b) = (of(a), of(b));
                let edge = match op % 4 {
                    0 => aig.xor(a, b),
                    1 => aig.or(a, b),
                    2 => aig.input(),
                    _ => aig.and(a, b),
                };
                edges.push(edge);
            }
            let output = *edges.last().expect("not empty");
            let bit = |node: usize| inputs >> (node % 32) & 1 == 1;
            let mut values = Vec::new();
            aig.simulate(|node| u64::from(bit(node)), &mut values);
            let mut file = Vec::new();
            write(&aig, output, |node| Some(node.to_string()), &mut file).expect("a vector takes all");
            prop_assert_eq!(evaluate(&file, bit), Aig::word(&values, output) & 1 == 1);
        }
    }

    #[test]
    fn constants_have_no_nodes() {
        for (edge, text) in [
            (Edge::FALSE, "aig 0 0 0 1 0\n0\n"),
            (Edge::TRUE, "aig 0 0 0 1 0\n1\n"),
        ] {
            let mut file = Vec::new();
            write(&Aig::new(), edge, |_| None, &mut file).expect("a vector takes all");
            assert_eq!(file, text.as_bytes());
        }
    }
}
