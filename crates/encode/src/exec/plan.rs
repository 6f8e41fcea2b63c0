//! What can be known about the functions before anything runs: the order of blocks, loops, live variables, and numbers
//! for all instructions.

use program::cfg::{Cfg, LoopForest, Wto};
use program::{BlockId, Function, FunctionId, InstKind, Program, Terminator, VarId};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{Op, Term, TermPool};

/// The plans of all functions.
pub struct Plan {
    functions: Vec<Arc<FunctionPlan>>,
    /// The number of each variable within its function.
    local_of: Vec<u32>,
}

/// What is known of one function.
pub struct FunctionPlan {
    pub wto: Wto,
    pub loops: LoopForest,
    pub cfg: Cfg,
    /// Per block, the variables whose values matter at its start, as bits by their number within the function.
    live: Vec<Vec<u64>>,
    /// Per block, the program-wide number of its first instruction.
    first: Vec<u32>,
    /// The variables that keep memory from being lost, if that is looked for: C variables that have room for a pointer.
    /// They count as live everywhere.
    pub roots: Vec<u64>,
}

impl Plan {
    pub fn new(pool: &TermPool, program: &Program) -> Plan {
        let mut local_of = vec![0; program.vars.len()];
        for function in &program.functions {
            for (i, var) in function.vars.iter().enumerate() {
                local_of[var.index()] = i as u32;
            }
        }
        let mut next = 0;
        let tracks = program
            .insts()
            .any(|kind| matches!(kind, InstKind::Leaks { .. }));
        let functions = program
            .functions
            .iter()
            .map(|function| {
                let cfg = Cfg::new(function);
                let wto = Wto::new(&cfg);
                let loops = LoopForest::from_wto(function, &wto);
                let mut live = live_variables(pool, program, function, &cfg, &local_of);
                let roots = match tracks {
                    true => roots(program, function),
                    false => Vec::new(),
                };
                for bits in &mut live {
                    for root in &roots {
                        bits[*root as usize / 64] |= 1 << (root % 64);
                    }
                }
                let first = function
                    .blocks
                    .iter()
                    .map(|block| {
                        let first = next;
                        next += block.insts.len() as u32 + 1;
                        first
                    })
                    .collect();
                Arc::new(FunctionPlan {
                    wto,
                    loops,
                    cfg,
                    live,
                    first,
                    roots,
                })
            })
            .collect();
        Plan {
            functions,
            local_of,
        }
    }

    /// The numbers of functions and variables.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.functions.len(), self.local_of.len())
    }

    pub fn function(&self, id: FunctionId) -> Arc<FunctionPlan> {
        self.functions[id.index()].clone()
    }

    /// The number of a variable within its function.
    pub fn local(&self, var: VarId) -> u64 {
        u64::from(self.local_of[var.index()])
    }
}

impl FunctionPlan {
    pub fn is_live(&self, block: BlockId, local: u64) -> bool {
        let bits = &self.live[block.index()];
        bits[local as usize / 64] >> (local % 64) & 1 == 1
    }

    /// The program-wide number of an instruction; the terminator's is the one after the last.
    pub fn point(&self, block: BlockId, index: usize) -> u32 {
        self.first[block.index()] + index as u32
    }
}

/// The C variables of a function that have room for a pointer. What a parameter was given is in a variable of its own, which may
/// hold something else by now.
fn roots(program: &Program, function: &Function) -> Vec<u64> {
    let width = program.pointers.memory_width();
    let has_room = |id: &VarId| {
        let var = program.var(*id);
        let is_variable = var.source.is_some() && !function.params.contains(id);
        is_variable && var.width >= width && var.width.is_multiple_of(width)
    };
    let vars = function.vars.iter().enumerate();
    vars.filter(|(_, var)| has_room(var))
        .map(|(i, _)| i as u64)
        .collect()
}

/// Backward data flow: a variable is live where some way leads to a read of it that meets no write before.
fn live_variables(
    pool: &TermPool,
    program: &Program,
    function: &Function,
    cfg: &Cfg,
    local_of: &[u32],
) -> Vec<Vec<u64>> {
    let words = function.vars.len().div_ceil(64).max(1);
    let count = function.blocks.len();
    let mut read_first = vec![vec![0u64; words]; count];
    let mut written = vec![vec![0u64; words]; count];
    let mut seen_terms = Vec::new();
    for (b, block) in function.blocks.iter().enumerate() {
        let mut read = |terms: &[Term], written: &[u64]| {
            symbols(pool, terms, &mut seen_terms, |symbol| {
                if let Some(var) = program.var_of_symbol.get(&symbol) {
                    let local = local_of[var.index()] as usize;
                    if written[local / 64] >> (local % 64) & 1 == 0 {
                        read_first[b][local / 64] |= 1 << (local % 64);
                    }
                }
            });
        };
        for inst in &block.insts {
            read(&inst.kind.terms(), &written[b]);
            if let Some(var) = inst.kind.writes() {
                let local = local_of[var.index()] as usize;
                written[b][local / 64] |= 1 << (local % 64);
            }
        }
        match &block.end {
            Terminator::Branch { condition, .. } => read(&[*condition], &written[b]),
            Terminator::Switch { value, .. } => read(&[*value], &written[b]),
            Terminator::Return(Some(value)) => read(&[*value], &written[b]),
            Terminator::Return(None) | Terminator::Goto(_) | Terminator::Halt => {}
        }
    }
    let mut live = read_first.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.reverse_postorder().iter().rev() {
            let b = block.index();
            for word in 0..words {
                let out = cfg
                    .successors(*block)
                    .iter()
                    .fold(0, |bits, s| bits | live[s.index()][word]);
                let new = read_first[b][word] | (out & !written[b][word]);
                if new != live[b][word] {
                    live[b][word] = new;
                    changed = true;
                }
            }
        }
    }
    live
}

/// The variables that some way on from after an instruction reads before it writes them.
pub(super) fn live_after(
    pool: &TermPool,
    program: &Program,
    plan: &Plan,
    function: FunctionId,
    (block, index): (BlockId, usize),
) -> FxHashSet<u64> {
    let code = &program.function(function).blocks[block.index()];
    let facts = plan.function(function);
    let locals = 0..program.function(function).vars.len() as u64;
    let successors = code.end.successors();
    let mut live: FxHashSet<u64> = locals
        .filter(|local| successors.iter().any(|s| facts.is_live(*s, *local)))
        .collect();
    let mut stack = Vec::new();
    let mut read = |terms: &[Term], live: &mut FxHashSet<u64>| {
        symbols(pool, terms, &mut stack, |symbol| {
            if let Some(var) = program.var_of_symbol.get(&symbol) {
                live.insert(plan.local(*var));
            }
        });
    };
    match &code.end {
        Terminator::Branch { condition, .. } => read(&[*condition], &mut live),
        Terminator::Switch { value, .. } => read(&[*value], &mut live),
        Terminator::Return(Some(value)) => read(&[*value], &mut live),
        Terminator::Return(None) | Terminator::Goto(_) | Terminator::Halt => {}
    }
    for inst in code.insts[index + 1..].iter().rev() {
        if let Some(var) = inst.kind.writes() {
            live.remove(&plan.local(var));
        }
        read(&inst.kind.terms(), &mut live);
    }
    live
}

/// Calls `found` for every symbol in the terms, possibly more than once.
fn symbols(
    pool: &TermPool,
    terms: &[Term],
    stack: &mut Vec<Term>,
    mut found: impl FnMut(term::SymbolId),
) {
    let mut seen = rustc_hash::FxHashSet::default();
    stack.clear();
    stack.extend(terms);
    while let Some(term) = stack.pop() {
        match pool.op(term) {
            Op::Symbol(symbol) => found(symbol),
            _ => {
                if seen.insert(term) {
                    stack.extend(pool.args(term));
                }
            }
        }
    }
}
