//! Removal of temporaries, so that later stages see few of them.
//!
//! Within a block, a temporary that was assigned a term is replaced by that term as long as nothing in it changes. An
//! assignment to a temporary that is not read is then removed. Only temporaries are touched, never a C variable, and only
//! assignments go: what asks for an input or can fail stays.

use program::{FunctionId, InstKind, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermPool};

/// A term with more nodes is only moved to the one place that reads it.
const MAX_COPIED: usize = 8;

pub(super) fn cleanup(pool: &mut TermPool, program: &mut Program, function: FunctionId) {
    forward(pool, program, function);
    remove_unread(pool, program, function);
    remove_variables(pool, program, function);
}

/// What temporaries equal at a point inside a block.
#[derive(Default)]
struct Known {
    value: FxHashMap<VarId, Term>,
    /// The temporaries whose known value mentions a variable; some of them may be outdated.
    mentions: FxHashMap<VarId, Vec<VarId>>,
}

impl Known {
    fn forget(&mut self, var: VarId) {
        self.value.remove(&var);
        for dependent in self.mentions.remove(&var).unwrap_or_default() {
            self.value.remove(&dependent);
        }
    }
}

fn forward(pool: &mut TermPool, program: &mut Program, function: FunctionId) {
    let reads = reads(pool, program, function);
    let mut blocks = std::mem::take(&mut program.functions[function.index()].blocks);
    for block in &mut blocks {
        let mut known = Known::default();
        for inst in &mut block.insts {
            for term in inst.kind.terms_mut() {
                *term = replace(pool, program, &known, *term);
            }
            let Some(var) = inst.kind.writes() else {
                continue;
            };
            known.forget(var);
            let InstKind::Assign { value, .. } = inst.kind else {
                continue;
            };
            if program.var(var).source.is_some() {
                continue;
            }
            let mentioned = vars_of(pool, program, value);
            let often = reads.get(&var).is_some_and(|n| *n > 1);
            if mentioned.contains(&var) || (often && size_exceeds(pool, value, MAX_COPIED)) {
                continue;
            }
            for other in mentioned {
                known.mentions.entry(other).or_default().push(var);
            }
            known.value.insert(var, value);
        }
        if let Some(term) = block.end.term_mut() {
            *term = replace(pool, program, &known, *term);
        }
    }
    program.functions[function.index()].blocks = blocks;
}

fn replace(pool: &mut TermPool, program: &Program, known: &Known, term: Term) -> Term {
    if known.value.is_empty() || pool.is_value(term) {
        return term;
    }
    let value = |symbol: &term::SymbolId| {
        let var = program.var_of_symbol.get(symbol)?;
        known.value.get(var).copied()
    };
    pool.substitute(term, &mut |_, s| value(&s), &mut FxHashMap::default())
}

fn vars_of(pool: &TermPool, program: &Program, term: Term) -> Vec<VarId> {
    let symbols = pool.symbols_of(&[term]).into_iter();
    symbols
        .filter_map(|s| program.var_of_symbol.get(&s).copied())
        .collect()
}

fn size_exceeds(pool: &TermPool, term: Term, limit: usize) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(pool.args(term));
        }
        if seen.len() > limit {
            return true;
        }
    }
    false
}

/// In how many terms each variable occurs.
fn reads(pool: &TermPool, program: &Program, function: FunctionId) -> FxHashMap<VarId, u32> {
    let mut reads = FxHashMap::default();
    for block in &program.function(function).blocks {
        let insts = block.insts.iter().flat_map(|i| i.kind.terms());
        for term in insts.chain(block.end.term()) {
            for var in vars_of(pool, program, term) {
                *reads.entry(var).or_default() += 1;
            }
        }
    }
    reads
}

fn remove_unread(pool: &TermPool, program: &mut Program, function: FunctionId) {
    let mut reads = reads(pool, program, function);
    // Assignments of temporaries, by the temporary: the terms that die with it.
    let mut assigned: FxHashMap<VarId, Vec<Term>> = FxHashMap::default();
    for block in &program.function(function).blocks {
        for inst in &block.insts {
            if let InstKind::Assign { var, value } = inst.kind
                && program.var(var).source.is_none()
            {
                assigned.entry(var).or_default().push(value);
            }
        }
    }
    let unread =
        |reads: &FxHashMap<VarId, u32>, var: &VarId| reads.get(var).is_none_or(|n| *n == 0);
    let mut work: Vec<VarId> = assigned
        .keys()
        .filter(|v| unread(&reads, v))
        .copied()
        .collect();
    let mut dead: FxHashSet<VarId> = work.iter().copied().collect();
    while let Some(var) = work.pop() {
        for value in &assigned[&var] {
            for other in vars_of(pool, program, *value) {
                *reads.entry(other).or_default() -= 1;
                if unread(&reads, &other) && assigned.contains_key(&other) && dead.insert(other) {
                    work.push(other);
                }
            }
        }
    }
    for block in &mut program.functions[function.index()].blocks {
        block.insts.retain(|inst| match &inst.kind {
            InstKind::Assign { var, .. } => !dead.contains(var),
            _ => true,
        });
    }
}

/// Takes variables that occur nowhere out of the function.
fn remove_variables(pool: &TermPool, program: &mut Program, function: FunctionId) {
    let reads = reads(pool, program, function);
    let mut used: FxHashSet<VarId> = reads.into_keys().collect();
    let f = &mut program.functions[function.index()];
    used.extend(f.params.iter().copied());
    for block in &f.blocks {
        used.extend(block.insts.iter().filter_map(|i| i.kind.writes()));
    }
    f.vars.retain(|v| used.contains(v));
}
