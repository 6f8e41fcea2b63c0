//! A smaller circuit with the same answers: without constant latches, without latches that always equal another one, and
//! without what the bad edges and the constraints do not depend on.
//!
//! Constant latches are found by simulation with three values, from the first state on, until nothing changes. Latches that
//! may be equal are guessed by random simulation; then each class is replaced by one of its members in the whole graph, and
//! those whose next-state functions are not the same edge leave the class, until no more do (van Eijk, *Sequential
//! Equivalence Checking Based on Structural Similarities*, TCAD 2000, with structural hashing in the place of a solver). In
//! both cases the guesses that are left imply themselves one step later, so they hold in every state. [`Reduced::facts`]
//! says them as clauses, for a proof about the circuit before.

use super::{CircuitRun, Latch, Sequential};
use crate::aig::{Aig, Edge, Shape};
use crate::lit::{Lit, Var};
use rustc_hash::FxHashMap;

/// Words of 64 random runs, and steps of each.
const WORDS: usize = 4;
const STEPS: usize = 24;

/// Rounds after which equal latches are not looked for any more.
const ROUNDS: usize = 64;

/// See the module documentation.
pub struct Reduced {
    pub circuit: Sequential,
    /// For each latch of the smaller circuit, its number in the one before.
    pub latches: Vec<usize>,
    /// The same for inputs.
    pub inputs: Vec<usize>,
    /// Clauses over the numbers of latches before, that hold in every state.
    pub facts: Vec<Vec<Lit>>,
    /// How many latches and inputs there were before.
    before: (usize, usize),
}

/// What a latch is replaced by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Constant(bool),
    /// Another latch, or its negation. A representative is itself.
    Same(usize, bool),
}

impl Reduced {
    pub fn new(circuit: &Sequential) -> Reduced {
        let constants = constants(circuit);
        let values = equal(circuit, &constants);
        let facts = facts(&values);
        let mut copy = Copy::new(circuit, &values);
        copy.roots(circuit, &values);
        let latches: Vec<usize> = (0..circuit.latches.len())
            .filter(|l| copy.latch_seen[*l])
            .collect();
        let inputs: Vec<usize> = (0..circuit.inputs.len())
            .filter(|i| copy.map[circuit.inputs[*i]].is_some())
            .collect();
        let mut small = Sequential::new(Aig::new());
        std::mem::swap(&mut small.aig, &mut copy.aig);
        let edge = |edge: Edge| of(&copy.map, edge);
        small.latches = latches
            .iter()
            .map(|l| Latch {
                node: copy.leaf(circuit.latches[*l].node).node(),
                next: edge(circuit.latches[*l].next),
                first: circuit.latches[*l].first,
            })
            .collect();
        let nodes = inputs.iter().map(|i| copy.leaf(circuit.inputs[*i]).node());
        small.inputs = nodes.collect();
        small.bad = circuit.bad.iter().map(|e| edge(*e)).collect();
        small.constraints = circuit.constraints.iter().map(|e| edge(*e)).collect();
        let known = circuit.facts.iter();
        let known = known.filter(|e| copy.map[e.node()].is_some());
        small.facts = known.map(|e| edge(*e)).collect();
        small.facts.retain(|e| *e != Edge::TRUE);
        Reduced {
            circuit: small,
            latches,
            inputs,
            facts,
            before: (circuit.latches.len(), circuit.inputs.len()),
        }
    }

    /// A run of the smaller circuit as one of the circuit before. What the smaller one does not have is false.
    pub fn lift(&self, circuit: &Sequential, run: &CircuitRun) -> CircuitRun {
        let (latches, inputs) = self.before;
        let firsts = circuit.latches.iter().map(|l| l.first.unwrap_or(false));
        let mut first: Vec<bool> = firsts.collect();
        debug_assert_eq!(first.len(), latches);
        for (value, latch) in run.first.iter().zip(&self.latches) {
            first[*latch] = *value;
        }
        let steps = run.inputs.iter().map(|step| {
            let mut all = vec![false; inputs];
            for (value, input) in step.iter().zip(&self.inputs) {
                all[*input] = *value;
            }
            all
        });
        CircuitRun {
            first,
            inputs: steps.collect(),
        }
    }

    /// A clause over the latches of the smaller circuit as one over those of the circuit before.
    pub fn lift_clause(&self, clause: &[Lit]) -> Vec<Lit> {
        let lits = clause.iter().map(|lit| {
            let latch = self.latches[lit.var().0 as usize];
            Var(latch as u32).lit(!lit.is_negated())
        });
        lits.collect()
    }
}

fn of(map: &[Option<Edge>], edge: Edge) -> Edge {
    let copied = map[edge.node()].expect("operands are copied before what uses them");
    copied.negate_if(edge.is_negated())
}

/// The clauses that say what latches are replaced by.
fn facts(values: &[Value]) -> Vec<Vec<Lit>> {
    let mut facts = Vec::new();
    for (number, value) in values.iter().enumerate() {
        let this = Var(number as u32).positive();
        match *value {
            Value::Constant(value) => facts.push(vec![this.negate_if(!value)]),
            Value::Same(other, _) if other == number => {}
            Value::Same(other, negated) => {
                let other = Var(other as u32).positive().negate_if(negated);
                facts.push(vec![this, !other]);
                facts.push(vec![!this, other]);
            }
        }
    }
    facts
}

/// The latches that always have their first value.
fn constants(circuit: &Sequential) -> Vec<Option<bool>> {
    let mut state: Vec<Option<bool>> = circuit.latches.iter().map(|l| l.first).collect();
    let mut values: Vec<Option<bool>> = vec![None; circuit.aig.len()];
    loop {
        values.fill(None);
        values[Edge::FALSE.node()] = Some(false);
        for (latch, value) in circuit.latches.iter().zip(&state) {
            values[latch.node] = *value;
        }
        let of = |values: &[Option<bool>], e: Edge| values[e.node()].map(|v| v != e.is_negated());
        for node in 0..values.len() {
            if let Some((a, b)) = circuit.aig.operands(node) {
                values[node] = match (of(&values, a), of(&values, b)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                };
            }
        }
        let mut changed = false;
        for (latch, value) in circuit.latches.iter().zip(&mut state) {
            if value.is_some() && of(&values, latch.next) != *value {
                *value = None;
                changed = true;
            }
        }
        if !changed {
            return state;
        }
    }
}

/// What each latch is replaced by.
fn equal(circuit: &Sequential, constants: &[Option<bool>]) -> Vec<Value> {
    let itself = |number: usize| match constants[number] {
        Some(value) => Value::Constant(value),
        None => Value::Same(number, false),
    };
    let alone: Vec<Value> = (0..constants.len()).map(itself).collect();
    let mut values = guess(circuit, &alone);
    for _ in 0..ROUNDS {
        let mut copy = Copy::new(circuit, &values);
        copy.all(circuit, &values);
        // Those of a class whose next-state functions differ from the representative's make classes of their own.
        let mut news: FxHashMap<(usize, bool, Edge), usize> = FxHashMap::default();
        let mut changed = false;
        let mut next = values.clone();
        for (number, value) in values.iter().enumerate() {
            if let Value::Same(other, negated) = *value
                && other != number
            {
                let own = of(&copy.map, circuit.latches[number].next).negate_if(negated);
                if own == of(&copy.map, circuit.latches[other].next) {
                    continue;
                }
                changed = true;
                next[number] = match news.get(&(other, false, own)) {
                    Some(leader) => {
                        let Value::Same(_, leads_negated) = values[*leader] else {
                            unreachable!("a leader was a member of a class");
                        };
                        Value::Same(*leader, leads_negated != negated)
                    }
                    None => {
                        news.insert((other, false, own), number);
                        Value::Same(number, false)
                    }
                };
            }
        }
        values = next;
        if !changed {
            return values;
        }
    }
    alone
}

/// Latches that have the same values in random runs, as members of a class whose first one represents them.
fn guess(circuit: &Sequential, alone: &[Value]) -> Vec<Value> {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    let mut signatures: Vec<Vec<u64>> = vec![Vec::new(); circuit.latches.len()];
    let mut words = Vec::new();
    for _ in 0..WORDS {
        let firsts = circuit.latches.iter().map(|l| match l.first {
            Some(value) => 0_u64.wrapping_sub(u64::from(value)),
            None => random(),
        });
        let mut state: Vec<u64> = firsts.collect();
        for _ in 0..STEPS {
            let mut leaves: FxHashMap<usize, u64> = FxHashMap::default();
            leaves.extend(circuit.latches.iter().map(|l| l.node).zip(state.clone()));
            leaves.extend(circuit.inputs.iter().map(|node| (*node, random())));
            for (signature, word) in signatures.iter_mut().zip(&state) {
                signature.push(*word);
            }
            let leaf = |node: usize| leaves.get(&node).copied().unwrap_or(0);
            circuit.aig.simulate(leaf, &mut words);
            let nexts = circuit.latches.iter().map(|l| Aig::word(&words, l.next));
            state = nexts.collect();
        }
    }
    let mut leaders: FxHashMap<Vec<u64>, (usize, bool)> = FxHashMap::default();
    let mut values = alone.to_vec();
    for (number, mut signature) in signatures.into_iter().enumerate() {
        // Two latches without a first value may be equal in no run at all, and those that are constant are done.
        if matches!(alone[number], Value::Constant(_)) || circuit.latches[number].first.is_none() {
            continue;
        }
        let negated = signature[0] & 1 == 1;
        if negated {
            signature.iter_mut().for_each(|word| *word = !*word);
        }
        let (leader, leads) = *leaders.entry(signature).or_insert((number, negated));
        values[number] = Value::Same(leader, leads != negated);
    }
    values
}

/// The graph, with other latches or constants in the place of some.
struct Copy {
    aig: Aig,
    map: Vec<Option<Edge>>,
    latch_seen: Vec<bool>,
    latch_of: FxHashMap<usize, usize>,
}

impl Copy {
    fn new(circuit: &Sequential, values: &[Value]) -> Copy {
        let mut map = vec![None; circuit.aig.len()];
        map[Edge::FALSE.node()] = Some(Edge::FALSE);
        for (latch, value) in circuit.latches.iter().zip(values) {
            if let Value::Constant(value) = value {
                map[latch.node] = Some(Edge::constant(*value));
            }
        }
        let numbers = circuit.latches.iter().enumerate();
        Copy {
            aig: Aig::new(),
            map,
            latch_seen: vec![false; circuit.latches.len()],
            latch_of: numbers
                .map(|(number, latch)| (latch.node, number))
                .collect(),
        }
    }

    fn leaf(&self, node: usize) -> Edge {
        self.map[node].expect("a leaf that was copied")
    }

    /// Copies the next-state functions of all latches.
    fn all(&mut self, circuit: &Sequential, values: &[Value]) {
        for latch in &circuit.latches {
            self.edge(circuit, values, latch.next);
        }
    }

    /// Copies what the bad edges and constraints depend on, and the facts that are about nothing else.
    fn roots(&mut self, circuit: &Sequential, values: &[Value]) {
        for root in circuit.bad.iter().chain(&circuit.constraints) {
            self.edge(circuit, values, *root);
        }
        let mut done = vec![false; circuit.latches.len()];
        loop {
            let all = 0..circuit.latches.len();
            let new: Vec<usize> = all.filter(|l| self.latch_seen[*l] && !done[*l]).collect();
            if new.is_empty() {
                break;
            }
            for latch in new {
                self.edge(circuit, values, circuit.latches[latch].next);
                done[latch] = true;
            }
        }
        for fact in &circuit.facts {
            if self.depends_on_seen(circuit, values, *fact) {
                self.edge(circuit, values, *fact);
            }
        }
    }

    /// Whether the leaves under an edge are copied already.
    fn depends_on_seen(&self, circuit: &Sequential, values: &[Value], edge: Edge) -> bool {
        let mut stack = vec![edge.node()];
        let mut visited = rustc_hash::FxHashSet::default();
        while let Some(node) = stack.pop() {
            if self.map[node].is_some() || !visited.insert(node) {
                continue;
            }
            match (circuit.aig.operands(node), self.latch_of.get(&node)) {
                (Some((a, b)), _) => stack.extend([a.node(), b.node()]),
                (None, Some(latch)) => match values[*latch] {
                    Value::Same(other, _) if self.latch_seen[other] => {}
                    _ => return false,
                },
                (None, None) => return false,
            }
        }
        true
    }

    fn edge(&mut self, circuit: &Sequential, values: &[Value], edge: Edge) -> Edge {
        let mut stack = vec![edge.node()];
        while let Some(&node) = stack.last() {
            if self.map[node].is_some() {
                stack.pop();
                continue;
            }
            // An XOR has two forms, of which its negation and those of its operands choose one: they must not matter.
            let (operands, is_xor) = match circuit.aig.shape(node) {
                Shape::Xor(a, b) => (Some((a, b)), true),
                _ => (circuit.aig.operands(node), false),
            };
            let copied = match operands {
                Some((a, b)) => match (self.map[a.node()], self.map[b.node()]) {
                    (Some(_), Some(_)) => {
                        let (a, b) = (of(&self.map, a), of(&self.map, b));
                        match is_xor {
                            true => {
                                let negated = a.is_negated() != b.is_negated();
                                let xor = self.aig.xor(a.positive(), b.positive());
                                xor.negate_if(negated)
                            }
                            false => self.aig.and(a, b),
                        }
                    }
                    (left, right) => {
                        stack.extend(left.is_none().then_some(a.node()));
                        stack.extend(right.is_none().then_some(b.node()));
                        continue;
                    }
                },
                None => match self.latch_of.get(&node).map(|latch| values[*latch]) {
                    Some(Value::Same(other, negated)) => {
                        self.latch_seen[other] = true;
                        let leader = circuit.latches[other].node;
                        let leaf = match self.map[leader] {
                            Some(leaf) => leaf,
                            None => self.aig.input(),
                        };
                        self.map[leader] = Some(leaf);
                        leaf.negate_if(negated)
                    }
                    Some(Value::Constant(_)) => unreachable!("constants are copied first"),
                    None => self.aig.input(),
                },
            };
            self.map[node] = Some(copied);
            stack.pop();
        }
        of(&self.map, edge)
    }
}
