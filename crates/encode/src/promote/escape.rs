//! Which stack objects are only reached by accesses at constant offsets.
//!
//! A *candidate* is a variable that is written by `Alloc`s of one constant size and by nothing else. A forward analysis
//! computes at each point which candidates are certainly alive, and for each temporary the candidate and constant offset
//! that it certainly equals (its *fact*). Facts are about values, so they hold whether or not an object escapes; a
//! candidate escapes at every use of it, or of a temporary that may hold its address, that is not an access whose object
//! and offset are known.

use program::cfg::Cfg;
use program::{BlockId, FunctionId, Inst, InstKind, ObjectKind, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, SymbolId, Term, TermPool};

/// The result of the analysis of one function.
pub(super) struct Flow<'a> {
    pub program: &'a Program,
    pub function: FunctionId,
    pub cfg: Cfg,
    pub candidates: FxHashMap<VarId, Candidate>,
    /// The candidates whose addresses a temporary may hold.
    pub taint: FxHashMap<VarId, FxHashSet<VarId>>,
    /// What holds at the start of each block; `None` where none of them starts.
    entry: Vec<Option<EscapeState>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub size: u64,
    pub zeroed: bool,
}

/// What is known at a point.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct EscapeState {
    pub alive: FxHashSet<VarId>,
    /// Temporaries that equal a candidate plus a constant.
    pub facts: FxHashMap<VarId, Address>,
}

/// The address `offset` bytes into the object that `base` holds now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub base: VarId,
    pub offset: u64,
}

impl<'a> Flow<'a> {
    pub fn new(pool: &TermPool, program: &'a Program, function: FunctionId) -> Flow<'a> {
        let cfg = Cfg::new(program.function(function));
        let mut flow = Flow {
            program,
            function,
            entry: vec![None; cfg.len()],
            cfg,
            candidates: FxHashMap::default(),
            taint: FxHashMap::default(),
        };
        flow.find_candidates(pool);
        flow.find_taint(pool);
        flow.iterate(pool);
        flow
    }

    fn insts(&self) -> impl Iterator<Item = &'a Inst> + use<'a> {
        let blocks = self.program.function(self.function).blocks.iter();
        blocks.flat_map(|b| &b.insts)
    }

    pub fn insts_of(&self, block: BlockId) -> &'a [Inst] {
        &self.program.function(self.function).blocks[block.index()].insts
    }

    /// What holds at the start of a block that can be reached.
    pub fn state(&self, block: BlockId) -> EscapeState {
        self.entry[block.index()].clone().unwrap_or_default()
    }

    fn find_candidates(&mut self, pool: &TermPool) {
        let mut rejected: FxHashSet<VarId> = self
            .program
            .function(self.function)
            .params
            .iter()
            .copied()
            .collect();
        for inst in self.insts() {
            let Some(var) = inst.kind.writes() else {
                continue;
            };
            let candidate = self.candidate(pool, &inst.kind);
            match (candidate, self.candidates.get(&var)) {
                (Some(new), None) => {
                    self.candidates.insert(var, new);
                }
                (Some(new), Some(old)) if new == *old => {}
                _ => {
                    rejected.insert(var);
                }
            }
        }
        self.candidates.retain(|var, _| !rejected.contains(var));
    }

    fn candidate(&self, pool: &TermPool, kind: &InstKind) -> Option<Candidate> {
        match kind {
            InstKind::Alloc { size, object, .. } if object.kind == ObjectKind::Stack => {
                let size = pool.as_u64(*size)?;
                let zeroed = object.zeroed;
                (size <= self.program.pointers.max_object_size())
                    .then_some(Candidate { size, zeroed })
            }
            _ => None,
        }
    }

    /// The variable that a symbol denotes.
    pub fn var(&self, symbol: SymbolId) -> Option<VarId> {
        self.program.var_of_symbol.get(&symbol).copied()
    }

    fn find_taint(&mut self, pool: &TermPool) {
        if self.candidates.is_empty() {
            return;
        }
        let assigns: Vec<(VarId, Vec<VarId>)> = self
            .insts()
            .filter_map(|inst| match inst.kind {
                InstKind::Assign { var, value } if self.may_hold(var) => {
                    let symbols = pool.symbols_of(&[value]);
                    Some((
                        var,
                        symbols.into_iter().filter_map(|s| self.var(s)).collect(),
                    ))
                }
                _ => None,
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (var, from) in &assigns {
                for source in from {
                    let mut new: Vec<VarId> = Vec::new();
                    if self.candidates.contains_key(source) {
                        new.push(*source);
                    } else if let Some(taint) = self.taint.get(source) {
                        new.extend(taint);
                    }
                    if !new.is_empty() {
                        let taint = self.taint.entry(*var).or_default();
                        let before = taint.len();
                        taint.extend(new);
                        changed |= taint.len() > before;
                    }
                }
            }
        }
    }

    /// Only temporaries may hold the address of a promoted object: a C variable must keep its value, which traces show.
    pub fn may_hold(&self, var: VarId) -> bool {
        self.program.var(var).source.is_none() && !self.candidates.contains_key(&var)
    }

    fn iterate(&mut self, pool: &TermPool) {
        if self.candidates.is_empty() {
            return;
        }
        let crossing = self.crossing(pool);
        let order = self.cfg.reverse_postorder().to_vec();
        if let Some(first) = order.first() {
            self.entry[first.index()] = Some(EscapeState::default());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in &order {
                let Some(mut state) = self.entry[block.index()].clone() else {
                    continue;
                };
                for inst in self.insts_of(*block) {
                    state.step(self, pool, &inst.kind);
                }
                state.facts.retain(|var, _| crossing.contains(var));
                for to in self.cfg.successors(*block).to_vec() {
                    changed |= match &mut self.entry[to.index()] {
                        Some(old) => old.meet(&state),
                        none => {
                            *none = Some(state.clone());
                            true
                        }
                    };
                }
            }
        }
    }

    /// The tainted temporaries that are read in a block in which they were not written before: only their facts are
    /// worth carrying from block to block.
    fn crossing(&self, pool: &TermPool) -> FxHashSet<VarId> {
        let mut result = FxHashSet::default();
        for block in self.cfg.reverse_postorder() {
            let mut written: FxHashSet<VarId> = FxHashSet::default();
            let mut read = |term: Term, written: &FxHashSet<VarId>| {
                for var in pool
                    .symbols_of(&[term])
                    .into_iter()
                    .filter_map(|s| self.var(s))
                {
                    if self.taint.contains_key(&var) && !written.contains(&var) {
                        result.insert(var);
                    }
                }
            };
            let function = self.program.function(self.function);
            let block = &function.blocks[block.index()];
            for inst in &block.insts {
                inst.kind
                    .terms()
                    .into_iter()
                    .for_each(|t| read(t, &written));
                written.extend(inst.kind.writes());
            }
            if let Some(term) = block.end.term() {
                read(term, &written);
            }
        }
        result
    }
}

impl EscapeState {
    /// The object and offset that a term certainly points to.
    pub fn resolve(&self, flow: &Flow<'_>, pool: &TermPool, mut term: Term) -> Option<Address> {
        let mut offset = 0u64;
        let symbol = loop {
            match pool.op(term) {
                Op::Symbol(symbol) => break symbol,
                Op::BvAdd => {
                    let (a, b) = (pool.arg(term, 0), pool.arg(term, 1));
                    let (rest, constant) = match (pool.as_u64(a), pool.as_u64(b)) {
                        (None, Some(c)) => (a, c),
                        (Some(c), None) => (b, c),
                        _ => return None,
                    };
                    offset = offset.wrapping_add(constant);
                    term = rest;
                }
                Op::BvSub => {
                    offset = offset.wrapping_sub(pool.as_u64(pool.arg(term, 1))?);
                    term = pool.arg(term, 0);
                }
                _ => return None,
            }
        };
        let var = flow.var(symbol)?;
        let from = match self.facts.get(&var) {
            Some(fact) => *fact,
            None if flow.candidates.contains_key(&var) => Address {
                base: var,
                offset: 0,
            },
            None => return None,
        };
        let mask = u64::MAX >> (64 - flow.program.pointers.width);
        Some(Address {
            base: from.base,
            offset: from.offset.wrapping_add(offset) & mask,
        })
    }

    /// The effect of an instruction on what is known.
    pub fn step(&mut self, flow: &Flow<'_>, pool: &TermPool, kind: &InstKind) {
        match kind {
            InstKind::Alloc { var, .. } if flow.candidates.contains_key(var) => {
                self.facts.retain(|_, fact| fact.base != *var);
                self.alive.insert(*var);
            }
            InstKind::EndLife { pointer } => {
                if let Some(address) = self.resolve(flow, pool, *pointer) {
                    self.alive.remove(&address.base);
                }
            }
            InstKind::Assign { var, value } => {
                match self.resolve(flow, pool, *value) {
                    Some(address) if flow.may_hold(*var) => self.facts.insert(*var, address),
                    _ => self.facts.remove(var),
                };
            }
            other => {
                if let Some(var) = other.writes() {
                    self.facts.remove(&var);
                }
            }
        }
    }

    /// Keeps what holds in both; returns whether something was lost.
    fn meet(&mut self, other: &EscapeState) -> bool {
        let before = self.alive.len() + self.facts.len();
        self.alive.retain(|var| other.alive.contains(var));
        self.facts
            .retain(|var, fact| other.facts.get(var) == Some(fact));
        self.alive.len() + self.facts.len() < before
    }
}
