//! And-inverter graphs: circuits of binary ANDs whose edges may be negated.
//!
//! Nodes are hashed structurally, and an AND is simplified when it is made by the rules of Brummayer and Biere, "Local
//! two-level and-inverter graph minimization without blowup" (MEMICS 2006): a rule looks at the two operands and at their
//! operands, and never makes more nodes than it saves. Each rule is an equivalence, so an edge denotes the function that
//! was asked for.
//!
//! [`Aig::shape`] finds the XOR, ITE and majority gates that the constructors here make of ANDs, for an encoding with fewer
//! clauses.

use hashbrown::HashTable;
use std::fmt;
use std::ops::Not;

/// A node or its negation: twice the node's number, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u32);

impl Edge {
    pub const FALSE: Edge = Edge(0);
    pub const TRUE: Edge = Edge(1);

    pub fn constant(value: bool) -> Edge {
        Edge(u32::from(value))
    }

    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The node's number, dense from 0, which is the constant.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The edge to a node that is not negated.
    pub fn to(node: usize) -> Edge {
        Edge(u32::try_from(node << 1).expect("fewer than 2^31 nodes"))
    }

    /// The edge to the same node that is not negated.
    pub fn positive(self) -> Edge {
        Edge(self.0 & !1)
    }

    pub fn negate_if(self, negate: bool) -> Edge {
        Edge(self.0 ^ u32::from(negate))
    }
}

impl Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(
                f,
                "{}n{}",
                if self.is_negated() { "!" } else { "" },
                self.node()
            ),
        }
    }
}

/// The operands of an AND, the smaller one first; inputs and the constant hold [`AndGate::LEAF`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct AndGate {
    left: Edge,
    right: Edge,
}

impl AndGate {
    const LEAF: AndGate = AndGate {
        left: Edge(u32::MAX),
        right: Edge(u32::MAX),
    };

    /// The finaliser of splitmix64: the operands of neighbours differ by little, and a hash that is linear in them puts
    /// millions of such pairs in the same places.
    fn hash_code(self) -> u64 {
        let mut h = u64::from(self.left.0) << 32 | u64::from(self.right.0);
        h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        h ^ (h >> 31)
    }
}

/// A gate that several ANDs make up; see [`Aig::shape`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The constant or an input.
    Leaf,
    And(Edge, Edge),
    Xor(Edge, Edge),
    /// Condition, then, else.
    Ite(Edge, Edge, Edge),
    /// At least two of three.
    Majority(Edge, Edge, Edge),
}

/// See the module documentation. A node takes 9 bytes, and 6 to 12 in the table: circuits have 10^8 nodes.
pub struct Aig {
    nodes: Vec<AndGate>,
    /// How many ANDs have the node as an operand: 0, 1, or more.
    parents: Vec<u8>,
    /// The ANDs, by their operands.
    table: HashTable<u32>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig::new()
    }
}

/// What the rules make of an AND.
enum Simplified {
    /// It is equal to this edge.
    Is(Edge),
    /// It is equal to the AND of these two.
    Becomes(Edge, Edge),
    Irreducible,
}

impl Aig {
    pub fn new() -> Aig {
        Aig {
            nodes: vec![AndGate::LEAF],
            parents: vec![0],
            table: HashTable::new(),
        }
    }

    /// The number of nodes, the constant included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a graph starts with the constant.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of ANDs.
    pub fn ands(&self) -> usize {
        self.table.len()
    }

    /// The operands of the node, if it is an AND.
    pub fn operands(&self, node: usize) -> Option<(Edge, Edge)> {
        let node = self.nodes[node];
        (node != AndGate::LEAF).then_some((node.left, node.right))
    }

    /// Whether exactly one AND has the node as an operand.
    pub fn has_one_parent(&self, node: usize) -> bool {
        self.parents[node] == 1
    }

    pub fn input(&mut self) -> Edge {
        self.push(AndGate::LEAF)
    }

    fn push(&mut self, node: AndGate) -> Edge {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^31 nodes");
        assert!(number < 1 << 31, "fewer than 2^31 nodes");
        self.nodes.push(node);
        self.parents.push(0);
        Edge(number << 1)
    }

    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (mut a, mut b) = (a, b);
        loop {
            match self.simplify(a, b) {
                Simplified::Is(edge) => return edge,
                Simplified::Becomes(c, d) => (a, b) = (c, d),
                Simplified::Irreducible => break,
            }
        }
        let node = AndGate {
            left: a.min(b),
            right: a.max(b),
        };
        let (hash, nodes) = (node.hash_code(), &self.nodes);
        let same = |number: &u32| nodes[*number as usize] == node;
        if let Some(number) = self.table.find(hash, same) {
            return Edge(number << 1);
        }
        let edge = self.push(node);
        let nodes = &self.nodes;
        self.table
            .insert_unique(hash, edge.0 >> 1, |n| nodes[*n as usize].hash_code());
        for operand in [a, b] {
            let parents = &mut self.parents[operand.node()];
            *parents = (*parents + 1).min(2);
        }
        edge
    }

    fn simplify(&self, a: Edge, b: Edge) -> Simplified {
        if a == b || b == Edge::TRUE {
            return Simplified::Is(a);
        }
        if a == Edge::TRUE {
            return Simplified::Is(b);
        }
        if a == !b || a == Edge::FALSE || b == Edge::FALSE {
            return Simplified::Is(Edge::FALSE);
        }
        match (self.operands(a.node()), self.operands(b.node())) {
            (None, None) => Simplified::Irreducible,
            (Some(of_a), None) => one_sided(a, of_a, b),
            (None, Some(of_b)) => one_sided(b, of_b, a),
            (Some(of_a), Some(of_b)) => match one_sided(a, of_a, b) {
                Simplified::Irreducible => match one_sided(b, of_b, a) {
                    Simplified::Irreducible => two_sided(a, of_a, b, of_b),
                    step => step,
                },
                step => step,
            },
        }
    }

    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }

    pub fn xnor(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    pub fn ite(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        if then == otherwise {
            return then;
        }
        let yes = self.and(condition, then);
        let no = self.and(!condition, otherwise);
        self.or(yes, no)
    }

    /// At least two of three: the carry of a full adder.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let both = self.and(a, b);
        let any = self.or(a, b);
        let with_c = self.and(any, c);
        self.or(both, with_c)
    }

    /// Conjunction of all edges, as a balanced tree.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut level = edges.to_vec();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => self.and(*a, *b),
                    rest => rest[0],
                })
                .collect();
        }
        level.first().copied().unwrap_or(Edge::TRUE)
    }

    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|e| !*e).collect();
        !self.and_all(&negated)
    }

    /// The values of all nodes, 64 assignments at a time: bit `i` of each word belongs to assignment `i`. `input` gives the
    /// word of an input by its node; `values` is overwritten. [`Aig::word`] reads it.
    pub fn simulate(&self, input: impl Fn(usize) -> u64, values: &mut Vec<u64>) {
        values.clear();
        values.reserve(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let word = if number == Edge::FALSE.node() {
                0
            } else if *node == AndGate::LEAF {
                input(number)
            } else {
                Aig::word(values, node.left) & Aig::word(values, node.right)
            };
            values.push(word);
        }
    }

    /// The word of an edge after [`Aig::simulate`].
    pub fn word(values: &[u64], edge: Edge) -> u64 {
        let word = values[edge.node()];
        if edge.is_negated() { !word } else { word }
    }

    /// The gate that computes the value of a node (not of its negation), and the gate's operands.
    pub fn shape(&self, node: usize) -> Shape {
        let Some((a, b)) = self.operands(node) else {
            return Shape::Leaf;
        };
        let and = Shape::And(a, b);
        if !a.is_negated() || !b.is_negated() {
            return and;
        }
        let (Some(p), Some(q)) = (self.operands(a.node()), self.operands(b.node())) else {
            return and;
        };
        // The node is !(x & y) & !(u & v); with u = !x it is ite(x, !y, !v), and if v = !y as well, it is x ^ y.
        for (x, y) in [p, (p.1, p.0)] {
            for (u, v) in [q, (q.1, q.0)] {
                if x == !u {
                    return if y == !v {
                        Shape::Xor(x, y)
                    } else {
                        Shape::Ite(x, !y, !v)
                    };
                }
            }
        }
        self.negated_majority(p, q)
            .or_else(|| self.negated_majority(q, p))
            .unwrap_or(and)
    }

    /// `!(x & y) & !(z & !(!x & !y))` is the majority of `!x`, `!y` and `!z`.
    fn negated_majority(&self, (x, y): (Edge, Edge), q: (Edge, Edge)) -> Option<Shape> {
        for (z, r) in [q, (q.1, q.0)] {
            let Some((s, t)) = self.operands(r.node()) else {
                continue;
            };
            if r.is_negated() && ((s, t) == (!x, !y) || (s, t) == (!y, !x)) {
                return Some(Shape::Majority(!x, !y, !z));
            }
        }
        None
    }
}

/// Rules that look at the operands `(x, y)` of `a`, for `a & b`.
fn one_sided(a: Edge, (x, y): (Edge, Edge), b: Edge) -> Simplified {
    if a.is_negated() {
        // !(x & y) & b
        if b == !x || b == !y {
            return Simplified::Is(b); // subsumption
        }
        if b == x {
            return Simplified::Becomes(!y, b); // substitution
        }
        if b == y {
            return Simplified::Becomes(!x, b);
        }
    } else {
        // (x & y) & b
        if b == x || b == y {
            return Simplified::Is(a); // idempotence
        }
        if b == !x || b == !y {
            return Simplified::Is(Edge::FALSE); // contradiction
        }
    }
    Simplified::Irreducible
}

/// Rules that look at the operands of both sides.
fn two_sided(a: Edge, (x, y): (Edge, Edge), b: Edge, (u, v): (Edge, Edge)) -> Simplified {
    match (a.is_negated(), b.is_negated()) {
        (false, false) => {
            if x == !u || x == !v || y == !u || y == !v {
                return Simplified::Is(Edge::FALSE); // contradiction
            }
            if x == u || y == u {
                return Simplified::Becomes(a, v); // idempotence
            }
            if x == v || y == v {
                return Simplified::Becomes(a, u);
            }
        }
        (true, false) => return negated_and_positive((x, y), b, (u, v)),
        (false, true) => return negated_and_positive((u, v), a, (x, y)),
        (true, true) => {
            // resolution: !(x & y) & !(x & !y) is !x
            if (x == u && y == !v) || (x == v && y == !u) {
                return Simplified::Is(!x);
            }
            if (y == u && x == !v) || (y == v && x == !u) {
                return Simplified::Is(!y);
            }
        }
    }
    Simplified::Irreducible
}

/// `!(x & y) & b` with `b = u & v`.
fn negated_and_positive((x, y): (Edge, Edge), b: Edge, (u, v): (Edge, Edge)) -> Simplified {
    if x == !u || x == !v || y == !u || y == !v {
        return Simplified::Is(b); // subsumption
    }
    if x == u || x == v {
        return Simplified::Becomes(!y, b); // substitution
    }
    if y == u || y == v {
        return Simplified::Becomes(!x, b);
    }
    Simplified::Irreducible
}

#[cfg(test)]
mod tests;
