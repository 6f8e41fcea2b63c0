//! Which objects a pointer may point into, by an analysis of the whole program.
//!
//! An inclusion-based points-to analysis (Andersen, *Program Analysis and Specialization for the C Programming Language*,
//! 1994) over the promoted program: one abstract object, its *origin*, per static object and per allocation instruction;
//! one set for the contents of an origin, whatever the field; calls without contexts. Variables are distinguished by their
//! definitions: a use sees those that reach it, so that the unknown value which every local starts with does not spoil
//! what is written to it later.
//!
//! Values are followed through all arithmetic (a pointer keeps its object through casts to integers and back) but not
//! through conditions. Inputs and unwritten bytes have no origin. Where such a value meets a named origin, only the latter
//! counts: what is added to a pointer is an index, not another pointer. A pointer without any origin may be anything.
//!
//! The sets have three uses. In [`crate::memory::resolve`] they are a filter, where a pointer's term does not tell its objects
//! by itself. Leaving out an object that the pointer can reach makes a valid access look invalid; so a wrong set can cost an
//! answer, when the replay does not confirm the violation, but cannot make a wrong one. A function without a body may change
//! everything that can be reached from what it knows: there, a set that is too small would make a wrong proof.
//!
//! In a transition system, an object that no pointer leads to any more may be made again. An address that went through
//! conditions (bit by bit, or as an input that was found equal to it) is not seen there; so a pointer is not let into an
//! object that its set does not name ([`crate::exec::Executor`]).

mod flow;

use fixedbitset::FixedBitSet;
use flow::Definitions;
use program::{BlockId, FunctionId, InstKind, PointerLayout, Program, StaticKind, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BitVec, TermPool};

/// A static object or an allocation instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Origin(u32);

impl Origin {
    /// Its place in a set.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set in the making: a definition, an operand, a function's result, or the contents of an origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct SetId(u32);

/// The origins of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets<'a>(&'a FixedBitSet);

impl<'a> Targets<'a> {
    /// Whether the pointer may point into objects of this origin.
    pub fn contains(self, origin: Origin) -> bool {
        self.0.is_clear() || self.0.contains(origin.0 as usize)
    }

    /// Whether objects of this origin are known to be among those that the pointer may point into.
    pub fn names(self, origin: Origin) -> bool {
        self.0.contains(origin.0 as usize)
    }

    /// The origins; if there are none, nothing is known.
    pub fn origins(self) -> impl Iterator<Item = Origin> + 'a {
        self.0.ones().map(|bit| Origin(bit as u32))
    }
}

/// The result of the analysis.
pub struct PointsTo {
    sets: Vec<FixedBitSet>,
    /// The pointer operands of memory instructions: by the instruction's number (counted over all functions and blocks in
    /// order, a terminator counting as one) and the operand's place among the instruction's terms.
    operands: FxHashMap<(u32, u8), SetId>,
    statics: u32,
    allocations: FxHashMap<VarId, Origin>,
    definitions: Definitions,
    outside: SetId,
    numbered: SetId,
}

impl PointsTo {
    pub fn new(pool: &TermPool, program: &Program) -> PointsTo {
        let statics = program.statics.len() as u32;
        let mut allocations = FxHashMap::default();
        let insts = program.functions.iter().flat_map(|f| &f.blocks);
        for inst in insts.flat_map(|b| &b.insts) {
            if let InstKind::Alloc { var, .. } = inst.kind {
                let next = Origin(statics + allocations.len() as u32);
                allocations.entry(var).or_insert(next);
            }
        }
        let mut analysis = Analysis::new(program, statics as usize + allocations.len());
        analysis.add_images(program);
        let (operands, definitions) = flow::add_program(&mut analysis, pool, program, &allocations);
        analysis.solve();
        PointsTo {
            sets: analysis.sets,
            operands,
            statics,
            allocations,
            definitions,
            outside: analysis.outside,
            numbered: analysis.numbered,
        }
    }

    /// What a variable may point to when a block begins.
    pub fn at_start(&self, function: FunctionId, block: BlockId, var: VarId) -> FixedBitSet {
        self.union(self.definitions.reaching(function, block, var))
    }

    /// What a variable may point to at all.
    pub fn anywhere(&self, var: VarId) -> FixedBitSet {
        self.union(self.definitions.all(var))
    }

    fn union(&self, nodes: Vec<SetId>) -> FixedBitSet {
        let mut found = FixedBitSet::new();
        for node in nodes {
            found.union_with(&self.sets[node.0 as usize]);
        }
        found
    }

    /// All origins that can be reached from the given ones, and from static objects, through memory.
    pub fn closure(&self, mut roots: FixedBitSet) -> FixedBitSet {
        roots.grow(self.statics as usize);
        roots.insert_range(..self.statics as usize);
        self.reach(roots)
    }

    /// All origins that can be reached from the given ones through memory.
    pub fn reach(&self, roots: FixedBitSet) -> FixedBitSet {
        let mut seen = roots;
        seen.grow(self.statics as usize + self.allocations.len());
        let mut work: Vec<usize> = seen.ones().collect();
        while let Some(origin) = work.pop() {
            // The first nodes are the contents of the origins.
            for next in self.sets[origin].ones() {
                if !seen.put(next) {
                    work.push(next);
                }
            }
        }
        seen
    }

    /// The origin of a static object, by its index.
    pub fn of_static(&self, index: usize) -> Origin {
        debug_assert!((index as u32) < self.statics);
        Origin(index as u32)
    }

    /// The origin of the objects that an `Alloc` into this variable makes.
    pub fn of_allocation(&self, var: VarId) -> Origin {
        self.allocations[&var]
    }

    /// What the pointers in objects of this origin may point to.
    pub fn in_objects(&self, origin: Origin) -> &FixedBitSet {
        // The first nodes are the contents of the origins.
        &self.sets[origin.index()]
    }

    /// Everything that functions without a body may ever reach.
    pub fn outside(&self) -> FixedBitSet {
        self.reach(self.sets[self.outside.0 as usize].clone())
    }

    /// The objects whose numbers the program may know: it takes the number of a pointer into them, or a function without a
    /// body can reach them.
    pub fn numbered(&self) -> FixedBitSet {
        let mut found = self.outside();
        found.union_with(&self.sets[self.numbered.0 as usize]);
        found
    }

    /// What an instruction's operand points to, if it is a pointer that the instruction follows.
    pub fn operand(&self, instruction: u32, operand: u8) -> Option<Targets<'_>> {
        let node = self.operands.get(&(instruction, operand))?;
        Some(Targets(&self.sets[node.0 as usize]))
    }
}

/// The constraints, and the sets while they grow.
struct Analysis {
    layout: PointerLayout,
    statics: u64,
    sets: Vec<FixedBitSet>,
    /// Whatever is in the first set is in the second.
    edges: Vec<Vec<SetId>>,
    known_edges: FxHashSet<(SetId, SetId)>,
    /// By pointer: who gets what the objects hold.
    loads: Vec<Vec<SetId>>,
    /// By pointer: what the objects are given.
    stores: Vec<Vec<SetId>>,
    /// Nodes whose sets have grown.
    work: Vec<SetId>,
    origins: usize,
    /// What was written through a pointer that may be anything: all objects hold it.
    everywhere: SetId,
    /// What all objects hold: what is read through a pointer that may be anything.
    everything: SetId,
    /// What functions without a body are given, and the static objects that they can name.
    outside: SetId,
    /// The pointers whose numbers are taken.
    numbered: SetId,
}

impl Analysis {
    fn new(program: &Program, origins: usize) -> Analysis {
        let mut analysis = Analysis {
            layout: program.pointers,
            statics: program.statics.len() as u64,
            sets: Vec::new(),
            edges: Vec::new(),
            known_edges: FxHashSet::default(),
            loads: Vec::new(),
            stores: Vec::new(),
            work: Vec::new(),
            origins,
            everywhere: SetId(origins as u32),
            everything: SetId(origins as u32 + 1),
            outside: SetId(origins as u32 + 2),
            numbered: SetId(origins as u32 + 3),
        };
        for _ in 0..origins + 4 {
            analysis.node();
        }
        for origin in 0..origins {
            let contents = analysis.contents(Origin(origin as u32));
            analysis.edge(analysis.everywhere, contents);
            analysis.edge(contents, analysis.everything);
        }
        analysis
    }

    /// A new, empty set.
    fn node(&mut self) -> SetId {
        let node = SetId(self.sets.len() as u32);
        self.sets.push(FixedBitSet::with_capacity(self.origins));
        self.edges.push(Vec::new());
        self.loads.push(Vec::new());
        self.stores.push(Vec::new());
        node
    }

    /// The set of what objects of this origin hold. The first nodes are these.
    fn contents(&self, origin: Origin) -> SetId {
        SetId(origin.0)
    }

    fn add(&mut self, node: SetId, origin: Origin) {
        if !self.sets[node.0 as usize].put(origin.0 as usize) {
            self.work.push(node);
        }
    }

    fn edge(&mut self, from: SetId, to: SetId) {
        if from != to && self.known_edges.insert((from, to)) {
            self.edges[from.0 as usize].push(to);
            self.work.push(from);
        }
    }

    /// `to` gets what the objects at `pointer` hold.
    fn load(&mut self, pointer: SetId, to: SetId) {
        self.loads[pointer.0 as usize].push(to);
        self.work.push(pointer);
    }

    /// The objects at `pointer` get `from`.
    fn store(&mut self, pointer: SetId, from: SetId) {
        self.stores[pointer.0 as usize].push(from);
        self.work.push(pointer);
    }

    /// Adds the static objects whose addresses are in a constant, at any byte of it.
    fn add_constant(&mut self, node: SetId, constant: &BitVec) {
        let number = |width: u32, low: u32| {
            let part = constant.extract(low + width - 1, low);
            part.to_u64().expect("pointers have at most 64 bits")
        };
        let (whole, image) = (self.layout.width, self.layout.memory_width());
        let mut low = 0;
        while low + image <= constant.width() {
            if low + whole <= constant.width() {
                self.add_address(node, number(whole, low));
            }
            if image < whole {
                self.add_address(node, self.layout.decode(number(image, low)));
            }
            low += 8;
        }
    }

    fn add_address(&mut self, node: SetId, address: u64) {
        let object = self.layout.object(address);
        if (1..=self.statics).contains(&object) {
            self.add(node, Origin(object as u32 - 1));
        }
    }

    /// What static objects hold at the start.
    fn add_images(&mut self, program: &Program) {
        let bytes = self.layout.memory_width() as usize / 8;
        for (index, object) in program.statics.iter().enumerate() {
            let contents = self.contents(Origin(index as u32));
            for (_, pointer) in &object.pointers {
                self.add_address(contents, *pointer);
            }
            if let StaticKind::Variable { init, .. } = &object.kind {
                // The image ends with its last byte that is not zero, which may be in the middle of an address.
                let mut image = init.clone();
                image.resize(init.len() + bytes, 0);
                for window in image.windows(bytes) {
                    let address = window
                        .iter()
                        .rev()
                        .fold(0, |number, byte| number << 8 | u64::from(*byte));
                    self.add_address(contents, self.layout.decode(address));
                }
            }
        }
    }

    /// Lets the sets grow until all constraints hold.
    fn solve(&mut self) {
        self.propagate();
        // Only where no origin is known does a pointer point everywhere.
        let mut expanded = FxHashSet::default();
        loop {
            let unknown: Vec<usize> = (0..self.sets.len())
                .filter(|n| !self.stores[*n].is_empty() || !self.loads[*n].is_empty())
                .filter(|n| self.sets[*n].is_clear())
                .filter(|n| expanded.insert(*n))
                .collect();
            if unknown.is_empty() {
                return;
            }
            for pointer in unknown {
                for from in self.stores[pointer].clone() {
                    self.edge(from, self.everywhere);
                }
                for to in self.loads[pointer].clone() {
                    self.edge(self.everything, to);
                }
            }
            self.propagate();
        }
    }

    fn propagate(&mut self) {
        while let Some(node) = self.work.pop() {
            self.follow(node);
            let from = std::mem::take(&mut self.sets[node.0 as usize]);
            for next in std::mem::take(&mut self.edges[node.0 as usize]) {
                let to = &mut self.sets[next.0 as usize];
                if !from.is_subset(to) {
                    to.union_with(&from);
                    self.work.push(next);
                }
                self.edges[node.0 as usize].push(next);
            }
            self.sets[node.0 as usize] = from;
        }
    }

    /// Turns the loads and stores of a pointer into edges from and to the contents of what it points to.
    fn follow(&mut self, pointer: SetId) {
        let at = pointer.0 as usize;
        if self.loads[at].is_empty() && self.stores[at].is_empty() {
            return;
        }
        // All of them, not only the new ones: a load may have come later than the origin.
        let origins: Vec<usize> = self.sets[at].ones().collect();
        let (loads, stores) = (self.loads[at].clone(), self.stores[at].clone());
        for bit in origins {
            let contents = self.contents(Origin(bit as u32));
            for to in &loads {
                self.edge(contents, *to);
            }
            for from in &stores {
                self.edge(*from, contents);
            }
        }
    }
}
