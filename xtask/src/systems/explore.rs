//! All states of a system, breadth first.

use super::random::{Node, Op, System};
use std::collections::HashSet;

/// Whether something bad can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Holds,
    /// After so many steps.
    Fails(usize),
}

/// The values of the variables, and those of the array's elements.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Values {
    pub states: Vec<u64>,
    pub array: Vec<u64>,
}

/// What a run chooses: first values, and in each step the inputs and the next values that may be any.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Run {
    /// By variable. Those that have a first value of their own are ignored.
    pub first: Vec<u64>,
    pub inputs: Vec<Vec<u64>>,
    /// By step and variable: the values after the step.
    pub chosen: Vec<Vec<u64>>,
}

/// Lists what can be reached.
pub fn explore(system: &System) -> Truth {
    let free: Vec<u32> = { system.states.iter() }
        .map(|s| if s.first.is_none() { s.width } else { 0 })
        .collect();
    let mut layer: Vec<Values> = all(&free)
        .into_iter()
        .map(|chosen| first(system, &chosen))
        .filter(|state| may_begin(system, state))
        .collect();
    let mut seen: HashSet<Values> = layer.iter().cloned().collect();
    let inputs = all(&system.inputs);
    let open: Vec<u32> = { system.states.iter() }
        .map(|s| if s.next.is_none() { s.width } else { 0 })
        .collect();
    let open = all(&open);
    let mut depth = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in &layer {
            for input in &inputs {
                let values = evaluate(system, state, input);
                if system.constraint.is_some_and(|c| values[c] == 0) {
                    continue;
                }
                if system.bad.iter().any(|b| values[*b] == 1) {
                    return Truth::Fails(depth);
                }
                for chosen in &open {
                    let after = successor(system, state, &values, chosen);
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
        }
        layer = next;
        depth += 1;
    }
    Truth::Holds
}

/// Whether a run keeps the constraint and ends in something bad.
pub fn meets_bad(system: &System, run: &Run) -> bool {
    let mut state = first(system, &run.first);
    if !may_begin(system, &state) {
        return false;
    }
    for (step, inputs) in run.inputs.iter().enumerate() {
        let values = evaluate(system, &state, inputs);
        if system.constraint.is_some_and(|c| values[c] == 0) {
            return false;
        }
        if step + 1 == run.inputs.len() {
            return system.bad.iter().any(|b| values[*b] == 1);
        }
        state = successor(system, &state, &values, &run.chosen[step]);
    }
    false
}

fn first(system: &System, chosen: &[u64]) -> Values {
    let states = system.states.iter().zip(chosen);
    Values {
        states: states.map(|(s, any)| s.first.unwrap_or(*any)).collect(),
        array: { system.array.iter() }
            .flat_map(|a| vec![a.first; 1 << a.index])
            .collect(),
    }
}

/// Whether a state satisfies what first values must.
fn may_begin(system: &System, state: &Values) -> bool {
    let inputs = vec![0; system.inputs.len()];
    system
        .rule
        .is_none_or(|rule| evaluate(system, state, &inputs)[rule] == 1)
}

fn successor(system: &System, state: &Values, values: &[u64], chosen: &[u64]) -> Values {
    let states = system.states.iter().zip(chosen);
    let mut array = state.array.clone();
    if let Some(own) = &system.array {
        let (index, value, whether) = own.write;
        if values[whether] == 1 {
            array[values[index] as usize] = values[value];
        }
    }
    Values {
        states: states
            .map(|(s, any)| s.next.map_or(*any, |next| values[next]))
            .collect(),
        array,
    }
}

/// All tuples of numbers of these widths.
fn all(widths: &[u32]) -> Vec<Vec<u64>> {
    let mut tuples = vec![Vec::new()];
    for width in widths {
        let longer = tuples.iter().flat_map(|tuple| {
            (0..1 << width).map(move |value| {
                let mut longer = tuple.clone();
                longer.push(value);
                longer
            })
        });
        tuples = longer.collect();
    }
    tuples
}

/// The values of all expressions.
fn evaluate(system: &System, state: &Values, inputs: &[u64]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(system.nodes.len());
    for (node, width) in &system.nodes {
        let value = match node {
            Node::Constant(value) => *value,
            Node::Input(number) => inputs[*number],
            Node::State(number) => state.states[*number],
            Node::Apply(Op::Read, args) => state.array[values[args[0]] as usize],
            Node::Apply(op, args) => {
                let widths: Vec<u32> = args.iter().map(|a| system.nodes[*a].1).collect();
                let args: Vec<u64> = args.iter().map(|a| values[*a]).collect();
                operate(*op, &args, &widths)
            }
        };
        values.push(value & ((1 << width) - 1));
    }
    values
}

/// As SMT-LIB and BTOR2 define it; the result is cut to its width by the caller.
fn operate(op: Op, args: &[u64], widths: &[u32]) -> u64 {
    let width = widths[0];
    let ones = (1u64 << width) - 1;
    let signed = |value: u64| ((value << (64 - width)) as i64) >> (64 - width);
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let shift = b.min(63);
    match op {
        Op::Not => !a,
        Op::Neg => a.wrapping_neg(),
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Udiv => a.checked_div(b).unwrap_or(ones),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Sdiv => match (signed(a), signed(b)) {
            (x, 0) => {
                if x < 0 {
                    1
                } else {
                    ones
                }
            }
            (x, y) => x.wrapping_div(y) as u64,
        },
        Op::Srem => match (signed(a), signed(b)) {
            (x, 0) => x as u64,
            (x, y) => x.wrapping_rem(y) as u64,
        },
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a << shift,
        Op::Lshr => a >> shift,
        Op::Ashr => (signed(a) >> shift) as u64,
        Op::Eq => u64::from(a == b),
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Slt => u64::from(signed(a) < signed(b)),
        Op::Sle => u64::from(signed(a) <= signed(b)),
        Op::Ite => {
            if a == 1 {
                b
            } else {
                args[2]
            }
        }
        Op::Concat => a << widths[1] | b,
        Op::Slice(_, low) => a >> low,
        Op::Uext(_) => a,
        Op::Sext(_) => signed(a) as u64,
        Op::Read => unreachable!("an array is read by the caller"),
    }
}
