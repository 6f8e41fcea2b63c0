//! Systems of single bits as circuits: in both of AIGER's forms and in DimSpec, their counterexamples, and certificates.
//!
//! A certificate is the circuit once more, in which it is bad, too, that an invariant does not hold. It is judged state by
//! state: nothing else differs, no first state is bad, and no state that is not bad leads to one that is.

use super::explore::Run;
use super::random::{Node, Op, System};
use std::fmt::Write as _;

/// A circuit with the literals of AIGER: twice a variable, and one more where it is negated. The inputs come first, then the
/// latches, then the ANDs.
#[derive(Clone, Default, Debug)]
pub struct Circuit {
    inputs: usize,
    /// First value, `None` for any, and next value.
    latches: Vec<(Option<bool>, u32)>,
    ands: Vec<(u32, u32)>,
    bad: Vec<u32>,
    constraints: Vec<u32>,
}

impl Circuit {
    /// The circuit of a system whose words have one bit each. A next value that may be any is an input of its own, after the
    /// others.
    pub fn of(system: &System) -> Circuit {
        let free = system.states.iter().filter(|s| s.next.is_none()).count();
        let mut circuit = Circuit {
            inputs: system.inputs.len() + free,
            latches: vec![(None, 0); system.states.len()],
            ..Circuit::default()
        };
        let mut lits: Vec<u32> = Vec::new();
        for (node, _) in &system.nodes {
            let lit = match node {
                Node::Constant(value) => *value as u32,
                Node::Input(number) => circuit.input(*number),
                Node::State(number) => circuit.latch(*number),
                Node::Apply(op, args) => {
                    let args: Vec<u32> = args.iter().map(|a| lits[*a]).collect();
                    circuit.apply(*op, &args)
                }
            };
            lits.push(lit);
        }
        let mut free = system.inputs.len();
        for (number, state) in system.states.iter().enumerate() {
            let next = match state.next {
                Some(next) => lits[next],
                None => {
                    free += 1;
                    circuit.input(free - 1)
                }
            };
            circuit.latches[number] = (state.first.map(|first| first == 1), next);
        }
        circuit.bad = system.bad.iter().map(|b| lits[*b]).collect();
        circuit.constraints = system.constraint.iter().map(|c| lits[*c]).collect();
        circuit
    }

    /// A further input, before there are latches.
    pub fn add_input(&mut self) -> u32 {
        assert!(self.latches.is_empty(), "inputs come first");
        self.inputs += 1;
        self.input(self.inputs - 1)
    }

    /// A further latch, before there are ANDs.
    pub fn add_latch(&mut self, first: Option<bool>) -> u32 {
        assert!(self.ands.is_empty(), "latches come before ANDs");
        self.latches.push((first, 0));
        self.latch(self.latches.len() - 1)
    }

    fn place(&self, latch: u32) -> usize {
        latch as usize / 2 - 1 - self.inputs
    }

    pub fn set_next(&mut self, latch: u32, next: u32) {
        let place = self.place(latch);
        self.latches[place].1 = next;
    }

    pub fn set_first(&mut self, latch: u32, first: bool) {
        let place = self.place(latch);
        self.latches[place].0 = Some(first);
    }

    pub fn add_bad(&mut self, lit: u32) {
        self.bad.push(lit);
    }

    /// Inputs, latches and ANDs.
    pub fn size(&self) -> [usize; 3] {
        [self.inputs, self.latches.len(), self.ands.len()]
    }

    fn input(&self, number: usize) -> u32 {
        2 * (number as u32 + 1)
    }

    fn latch(&self, number: usize) -> u32 {
        2 * ((self.inputs + number) as u32 + 1)
    }

    fn variables(&self) -> usize {
        self.inputs + self.latches.len() + self.ands.len()
    }

    pub fn and(&mut self, a: u32, b: u32) -> u32 {
        self.ands.push((a.max(b), a.min(b)));
        2 * self.variables() as u32
    }

    fn or(&mut self, a: u32, b: u32) -> u32 {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    fn apply(&mut self, op: Op, args: &[u32]) -> u32 {
        match (op, args) {
            (Op::Not, [a]) => a ^ 1,
            (Op::And, [a, b]) => self.and(*a, *b),
            (Op::Or, [a, b]) => self.or(*a, *b),
            (Op::Xor, [a, b]) => {
                let (both, none) = (self.and(*a, *b), self.and(*a ^ 1, *b ^ 1));
                self.and(both ^ 1, none ^ 1)
            }
            (Op::Eq, [a, b]) => self.apply(Op::Xor, &[*a, *b]) ^ 1,
            (Op::Ite, [c, a, b]) => {
                let (then, otherwise) = (self.and(*c, *a), self.and(*c ^ 1, *b));
                self.or(then, otherwise)
            }
            _ => unreachable!("{op:?} is not among the operators on bits"),
        }
    }

    /// The file's lines up to the ANDs.
    fn head(&self, tag: &str) -> String {
        let (inputs, latches, ands) = (self.inputs, self.latches.len(), self.ands.len());
        let (most, bad, constraints) = (self.variables(), self.bad.len(), self.constraints.len());
        let mut text = format!("{tag} {most} {inputs} {latches} 0 {ands} {bad} {constraints}\n");
        let is_text = tag == "aag";
        if is_text {
            for number in 0..inputs {
                let _ = writeln!(text, "{}", self.input(number));
            }
        }
        for (number, (first, next)) in self.latches.iter().enumerate() {
            let own = self.latch(number);
            if is_text {
                let _ = write!(text, "{own} ");
            }
            let first = first.map_or(own, u32::from);
            let _ = writeln!(text, "{next} {first}");
        }
        for lit in self.bad.iter().chain(&self.constraints) {
            let _ = writeln!(text, "{lit}");
        }
        text
    }

    pub fn aag(&self) -> Vec<u8> {
        let mut text = self.head("aag");
        let own = self.inputs + self.latches.len() + 1;
        for (number, (a, b)) in self.ands.iter().enumerate() {
            let _ = writeln!(text, "{} {a} {b}", 2 * (own + number));
        }
        text.into_bytes()
    }

    pub fn aig(&self) -> Vec<u8> {
        let mut bytes = self.head("aig").into_bytes();
        let own = self.inputs + self.latches.len() + 1;
        for (number, (a, b)) in self.ands.iter().enumerate() {
            for mut delta in [2 * (own + number) as u32 - a, a - b] {
                while delta >= 0x80 {
                    bytes.push(delta as u8 | 0x80);
                    delta >>= 7;
                }
                bytes.push(delta as u8);
            }
        }
        bytes
    }

    /// A variable for each of AIGER's, and a last one that is true.
    pub fn dimspec(&self) -> Vec<u8> {
        let n = self.variables() as i64 + 1;
        let lit = |lit: u32| {
            let variable = if lit < 2 { -n } else { i64::from(lit / 2) };
            if lit % 2 == 1 { -variable } else { variable }
        };
        let mut sections: [(char, i64, Vec<Vec<i64>>); 4] = [
            ('i', n, vec![]),
            ('u', n, vec![vec![n]]),
            ('g', n, vec![]),
            ('t', 2 * n, vec![]),
        ];
        for (number, (first, next)) in self.latches.iter().enumerate() {
            let own = i64::from(self.latch(number) / 2);
            sections[0]
                .2
                .extend(first.map(|first| vec![if first { own } else { -own }]));
            let (then, next) = (own + n, lit(*next));
            sections[3].2.extend([vec![-then, next], vec![then, -next]]);
        }
        let own = (self.inputs + self.latches.len()) as i64 + 1;
        for ((a, b), this) in self.ands.iter().zip(own..) {
            let (a, b) = (lit(*a), lit(*b));
            sections[1]
                .2
                .extend([vec![-this, a], vec![-this, b], vec![this, -a, -b]]);
        }
        sections[1]
            .2
            .extend(self.constraints.iter().map(|c| vec![lit(*c)]));
        sections[2]
            .2
            .push(self.bad.iter().map(|b| lit(*b)).collect());
        let mut text = String::new();
        for (name, variables, clauses) in sections {
            let _ = writeln!(text, "{name} cnf {variables} {}", clauses.len());
            for clause in clauses {
                for lit in clause {
                    let _ = write!(text, "{lit} ");
                }
                text.push_str("0\n");
            }
        }
        text.into_bytes()
    }

    /// Reads AIGER as text, in the order in which Aver writes it.
    pub fn read(text: &str) -> Option<Circuit> {
        let mut lines = text.lines();
        let mut numbers = || -> Option<Vec<u32>> {
            let words = lines.next()?.split_whitespace();
            words
                .filter(|w| *w != "aag")
                .map(|w| w.parse().ok())
                .collect()
        };
        let header = numbers()?;
        let count = |place: usize| header.get(place).map_or(0, |n| *n as usize);
        let mut circuit = Circuit {
            inputs: count(1),
            ..Circuit::default()
        };
        for _ in 0..count(1) {
            numbers()?;
        }
        for _ in 0..count(2) {
            let line = numbers()?;
            let first = match line.get(2) {
                None | Some(0) => Some(false),
                Some(1) => Some(true),
                Some(_) => None,
            };
            circuit.latches.push((first, *line.get(1)?));
        }
        for _ in 0..count(5) {
            circuit.bad.push(*numbers()?.first()?);
        }
        for _ in 0..count(6) {
            circuit.constraints.push(*numbers()?.first()?);
        }
        for _ in 0..count(4) {
            let line = numbers()?;
            circuit.ands.push((*line.get(1)?, *line.get(2)?));
        }
        Some(circuit)
    }

    /// The values of all variables, in a state and with inputs, each as the bits of a number.
    fn values(&self, state: u64, inputs: u64) -> Vec<bool> {
        let mut values = vec![false];
        values.extend((0..self.inputs).map(|i| inputs >> i & 1 == 1));
        values.extend((0..self.latches.len()).map(|i| state >> i & 1 == 1));
        for (a, b) in &self.ands {
            let both = value(&values, *a) && value(&values, *b);
            values.push(both);
        }
        values
    }

    fn step(&self, state: u64, inputs: u64) -> Step {
        let values = self.values(state, inputs);
        let any = |lits: &[u32]| lits.iter().any(|lit| value(&values, *lit));
        let nexts = self.latches.iter().enumerate();
        Step {
            next: nexts
                .map(|(i, (_, next))| u64::from(value(&values, *next)) << i)
                .sum(),
            bad: any(&self.bad),
            keeps: self.constraints.iter().all(|c| value(&values, *c)),
        }
    }

    /// Whether a certificate is one for this circuit.
    pub fn accepts(&self, certificate: &Circuit) -> Result<(), &'static str> {
        let firsts = |circuit: &Circuit| -> Vec<Option<bool>> {
            circuit.latches.iter().map(|(first, _)| *first).collect()
        };
        if certificate.inputs != self.inputs || firsts(certificate) != firsts(self) {
            return Err("it has other inputs or first states");
        }
        let inputs: Vec<u64> = (0..1 << self.inputs).collect();
        let is_bad = |state: u64| {
            let mut steps = inputs.iter().map(|i| certificate.step(state, *i));
            steps.any(|step| step.keeps && step.bad)
        };
        for state in 0..1 << self.latches.len() {
            let begins = self.latches.iter().enumerate();
            let is_first = { begins }
                .all(|(i, (first, _))| first.is_none_or(|first| first == (state >> i & 1 == 1)));
            if is_first && is_bad(state) {
                return Err("a first state is bad");
            }
            for i in &inputs {
                let (own, other) = (self.step(state, *i), certificate.step(state, *i));
                if own.next != other.next || own.keeps != other.keeps || own.bad && !other.bad {
                    return Err("it is another circuit");
                }
                if other.keeps && !other.bad && is_bad(other.next) {
                    return Err("a state that is not bad leads to one that is");
                }
            }
        }
        Ok(())
    }
}

struct Step {
    next: u64,
    bad: bool,
    keeps: bool,
}

fn value(values: &[bool], lit: u32) -> bool {
    values[lit as usize / 2] != (lit % 2 == 1)
}

/// Reads a counterexample of AIGER.
pub fn read_aiger_run(system: &System, text: &str) -> Result<Run, String> {
    let lines: Vec<&str> = text.lines().collect();
    let ["1", bad, first, inputs @ .., "."] = lines.as_slice() else {
        return Err("it does not begin with `1`, or does not end in `.`".to_string());
    };
    if !bad.starts_with('b') {
        return Err(format!("`{bad}` names nothing bad"));
    }
    let digits = |line: &str| -> Vec<u64> { line.bytes().map(|b| u64::from(b == b'1')).collect() };
    let mut run = Run {
        first: digits(first),
        ..Run::default()
    };
    let own = system.inputs.len();
    for line in inputs {
        let mut values = digits(line);
        if values.len() < own {
            return Err(format!("`{line}` has too few inputs"));
        }
        let mut free = values.split_off(own).into_iter();
        let chosen = system.states.iter().map(|state| match state.next {
            Some(_) => 0,
            None => free.next().unwrap_or(0),
        });
        run.chosen.push(chosen.collect());
        run.inputs.push(values);
    }
    Ok(run)
}

/// Reads a counterexample of DimSpec: what is chosen is in the states.
pub fn read_dimspec_run(system: &System, text: &str) -> Result<Run, String> {
    let circuit = Circuit::of(system);
    let mut run = Run::default();
    let mut states: Vec<Vec<u64>> = Vec::new();
    for line in text.lines().skip(1) {
        let literals = line.split_whitespace().filter(|word| *word != "0");
        let values: Vec<u64> = literals.map(|l| u64::from(!l.starts_with('-'))).collect();
        if values.len() != circuit.variables() + 1 {
            return Err(format!("a state has {} literals", values.len()));
        }
        run.inputs.push(values[..system.inputs.len()].to_vec());
        states.push(values[circuit.inputs..][..system.states.len()].to_vec());
    }
    let Some(first) = states.first() else {
        return Err("there is no state".to_string());
    };
    run.first = first.clone();
    run.chosen = states.drain(1..).collect();
    run.chosen.push(Vec::new());
    Ok(run)
}
