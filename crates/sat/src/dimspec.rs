//! DimSpec: transition systems as four sets of clauses, the format of incremental planners.
//!
//! A state is an assignment of `n` variables. The sections are `i` (first states), `u` (every state), `g` (the goal) and `t`
//! (a state and the next one, whose variable `j` is `j + n`), each a header `i cnf VARIABLES CLAUSES` and clauses as in DIMACS.
//! The system has a run to the goal if there are states, the first in `i`, neighbours in `t`, the last one in `g`, and all in
//! `u`.
//!
//! A circuit is written with a variable for each latch, input and AND; the ANDs are defined in `u`. What is read becomes a
//! circuit: the next state is an input, and a latch remembers whether all steps so far were allowed. So a goal counts also in
//! a state that has no successor.

use crate::aig::Edge;
use crate::aiger::Broken;
use crate::lit::Lit;
use crate::sequential::{CircuitRun, Sequential};
use std::io::{self, Write};

/// No file has more variables.
const MOST: usize = 1 << 22;

/// Writes a circuit; the goal is that something bad is the case.
pub fn write(circuit: &Sequential, writer: &mut impl Write) -> io::Result<()> {
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
    let ands: Vec<usize> = (1..aig.len())
        .filter(|node| needed[*node] && aig.operands(*node).is_some())
        .collect();
    // The first variable is true.
    let mut variables = vec![1_i64; aig.len()];
    let latches = circuit.latches.iter().map(|latch| latch.node);
    let all = latches.chain(circuit.inputs.iter().copied());
    let all: Vec<usize> = all.chain(ands.iter().copied()).collect();
    for (node, variable) in all.iter().zip(2..) {
        variables[*node] = variable;
    }
    let n = all.len() as i64 + 1;
    let lit = |edge: Edge| match edge.as_constant() {
        Some(value) => {
            if value {
                1
            } else {
                -1
            }
        }
        None => variables[edge.node()] * if edge.is_negated() { -1 } else { 1 },
    };
    let first = circuit.latches.iter().filter_map(|latch| {
        let variable = variables[latch.node];
        Some(vec![if latch.first? { variable } else { -variable }])
    });
    section(writer, 'i', n, &first.collect::<Vec<_>>())?;
    let mut universal = vec![vec![1]];
    for node in ands {
        let (a, b) = aig.operands(node).expect("an AND");
        let (this, a, b) = (variables[node], lit(a), lit(b));
        universal.extend([vec![-this, a], vec![-this, b], vec![this, -a, -b]]);
    }
    universal.extend(circuit.constraints.iter().map(|edge| vec![lit(*edge)]));
    section(writer, 'u', n, &universal)?;
    let goal: Vec<i64> = circuit.bad.iter().map(|edge| lit(*edge)).collect();
    section(writer, 'g', n, &[goal])?;
    let steps = circuit.latches.iter().flat_map(|latch| {
        let (after, next) = (variables[latch.node] + n, lit(latch.next));
        [vec![-after, next], vec![after, -next]]
    });
    section(writer, 't', 2 * n, &steps.collect::<Vec<_>>())
}

fn section(writer: &mut impl Write, name: char, n: i64, clauses: &[Vec<i64>]) -> io::Result<()> {
    writeln!(writer, "{name} cnf {n} {}", clauses.len())?;
    for clause in clauses {
        for lit in clause {
            write!(writer, "{lit} ")?;
        }
        writeln!(writer, "0")?;
    }
    Ok(())
}

/// The four sections of a file.
#[derive(Default)]
struct Sections {
    /// Variables of a state.
    n: Option<usize>,
    clauses: [Option<Vec<Vec<i64>>>; 4],
}

const NAMES: [&str; 4] = ["i", "u", "g", "t"];

/// Reads a system as a circuit.
pub fn read(bytes: &[u8]) -> Result<Sequential, Broken> {
    let sections = Sections::read(bytes)?;
    let n = sections.n.unwrap_or(0);
    let mut circuit = Sequential::default();
    let started = circuit.add_latch(Some(false));
    let fine = circuit.add_latch(Some(true));
    let now: Vec<Edge> = (0..n).map(|_| circuit.add_latch(Some(false))).collect();
    let next: Vec<Edge> = (0..n).map(|_| circuit.add_input()).collect();
    let conjunction = |circuit: &mut Sequential, section: usize, states: &[Edge]| {
        let clauses = sections.clauses[section].as_deref().unwrap_or_default();
        let clauses: Vec<Edge> = clauses
            .iter()
            .map(|clause| {
                let lits = clause.iter().map(|lit| {
                    let place = lit.unsigned_abs() as usize - 1;
                    states[place].negate_if(*lit < 0)
                });
                let lits: Vec<Edge> = lits.collect();
                circuit.aig.or_all(&lits)
            })
            .collect();
        circuit.aig.and_all(&clauses)
    };
    let first = conjunction(&mut circuit, 0, &next);
    let universal = conjunction(&mut circuit, 1, &now);
    let goal = conjunction(&mut circuit, 2, &now);
    let both: Vec<Edge> = now.iter().chain(&next).copied().collect();
    let step = conjunction(&mut circuit, 3, &both);
    let aig = &mut circuit.aig;
    let goes_on = aig.and(universal, step);
    let allowed = aig.ite(started, goes_on, first);
    let still = aig.and(fine, allowed);
    let there = aig.and(universal, goal);
    let there = aig.and(there, fine);
    let bad = aig.and(there, started);
    circuit.latches[0].next = Edge::TRUE;
    circuit.latches[1].next = still;
    for (latch, edge) in circuit.latches[2..].iter_mut().zip(next) {
        latch.next = edge;
    }
    circuit.bad = vec![bad];
    Ok(circuit)
}

/// Writes the states of a run of a circuit that was read: `solution VARIABLES STATES`, then the literals of each state.
pub fn write_run(
    circuit: &Sequential,
    run: &CircuitRun,
    writer: &mut impl Write,
) -> io::Result<()> {
    let n = circuit.latches.len() - 2;
    let mut states: Vec<Vec<bool>> = Vec::new();
    circuit.simulate(run, |_, state, _| {
        states.push(state[2..].to_vec());
        true
    });
    writeln!(writer, "solution {n} {}", states.len() - 1)?;
    // Before its first step the circuit has not begun.
    for state in &states[1..] {
        for (value, variable) in state.iter().zip(1..) {
            write!(writer, "{} ", if *value { variable } else { -variable })?;
        }
        writeln!(writer, "0")?;
    }
    Ok(())
}

/// Writes an invariant of a circuit that was read, as a section `v` of clauses over the variables of a state.
pub fn write_invariant(
    circuit: &Sequential,
    clauses: &[Vec<Lit>],
    writer: &mut impl Write,
) -> io::Result<()> {
    let n = circuit.latches.len() as i64 - 2;
    let mut all = Vec::new();
    for clause in clauses {
        // Once it has begun, and as long as all steps were allowed, the first two latches are true.
        let is_true = |lit: &Lit| lit.var().0 < 2 && !lit.is_negated();
        if clause.iter().any(is_true) {
            continue;
        }
        let lits = clause.iter().filter(|lit| lit.var().0 >= 2);
        let number = |lit: &Lit| i64::from(lit.var().0) - 1;
        let lits = lits.map(|lit| {
            if lit.is_negated() {
                -number(lit)
            } else {
                number(lit)
            }
        });
        all.push(lits.collect());
    }
    section(writer, 'v', n, &all)
}

impl Sections {
    fn read(bytes: &[u8]) -> Result<Sections, Broken> {
        let mut sections = Sections::default();
        // The current section, the clauses that are still to come, and the largest variable.
        let mut current: Option<(usize, usize, usize)> = None;
        let mut clause = Vec::new();
        let mut line = 0;
        for text in bytes.split(|byte| *byte == b'\n') {
            line += 1;
            let broken = |what: &str| Broken {
                line,
                what: what.to_string(),
            };
            let Ok(text) = std::str::from_utf8(text) else {
                return Err(broken("this is not text"));
            };
            let mut words = text.split_ascii_whitespace().peekable();
            match words.peek() {
                None | Some(&"c") => continue,
                Some(word) => {
                    if let Some(section) = NAMES.iter().position(|name| name == word) {
                        if current.is_some_and(|(_, left, _)| left > 0) || !clause.is_empty() {
                            return Err(broken(
                                "the section before has fewer clauses than it says",
                            ));
                        }
                        let words: Vec<&str> = words.collect();
                        let (most, count) =
                            sections.begin(section, &words).map_err(|w| broken(&w))?;
                        current = Some((section, count, most));
                        continue;
                    }
                }
            }
            let Some((section, left, most)) = &mut current else {
                return Err(broken(
                    "a file begins with `i cnf VARIABLES CLAUSES`, or another section",
                ));
            };
            for word in words {
                let lit = word.parse::<i64>().ok();
                let lit = lit.filter(|lit| lit.unsigned_abs() <= *most as u64);
                let Some(lit) = lit else {
                    let word: String = word.chars().take(20).collect();
                    return Err(broken(&format!("`{word}` is no literal of this section")));
                };
                if lit != 0 {
                    clause.push(lit);
                    continue;
                }
                if *left == 0 {
                    return Err(broken("the section has more clauses than it says"));
                }
                *left -= 1;
                let clauses = sections.clauses[*section].get_or_insert_default();
                clauses.push(std::mem::take(&mut clause));
            }
        }
        let broken = |what: String| Err(Broken { line, what });
        if current.is_some_and(|(_, left, _)| left > 0) || !clause.is_empty() {
            return broken("the file ends in a section".to_string());
        }
        match NAMES
            .iter()
            .zip(&sections.clauses)
            .find(|(_, c)| c.is_none())
        {
            Some((name, _)) => broken(format!("there is no section `{name}`")),
            None => Ok(sections),
        }
    }

    /// Begins a section; its largest variable and the number of its clauses.
    fn begin(&mut self, section: usize, words: &[&str]) -> Result<(usize, usize), String> {
        let numbers: Option<Vec<usize>> = match words {
            [_, "cnf", numbers @ ..] => numbers.iter().map(|w| w.parse().ok()).collect(),
            _ => None,
        };
        let Some([most, count]) = numbers.as_deref() else {
            return Err(format!(
                "a section begins with `{} cnf VARIABLES CLAUSES`",
                NAMES[section]
            ));
        };
        let states = if section == 3 { 2 } else { 1 };
        if *most % states != 0 || most / states > MOST {
            return Err(format!("there cannot be {most} variables"));
        }
        if self.n.is_some_and(|n| n != most / states) {
            return Err("the sections are about different numbers of variables".to_string());
        }
        if self.clauses[section].is_some() {
            return Err(format!("there are two sections `{}`", NAMES[section]));
        }
        self.n = Some(most / states);
        self.clauses[section] = Some(Vec::new());
        Ok((*most, *count))
    }
}

#[cfg(test)]
mod tests;
