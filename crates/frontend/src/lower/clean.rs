//! Cleaning up a function's blocks.
//!
//! 1. A branch around nothing but checks becomes these checks: `if (!ok) check(false)` is `check(ok)`. A check that is
//!    *precise* holds whenever the condition of clang's own branch around it does, and needs no part of it. It
//!    does need the program's own branches (`if (c) 1 << 40;`).
//! 2. Assignments, and clang's unknowns, that nothing reads are removed (clang's shift check leaves some).
//! 3. A jump to an empty block becomes a jump to its target, a branch whose sides are the same is a jump, and a block with one
//!    predecessor that jumps to it becomes part of it.
//!
//! Block 0 stays first; nothing jumps to it.

use super::Lowerer;
use program::{Block, BlockId, InputSource, InstKind, Program, SiteId, Terminator, VarId};
use rustc_hash::FxHashSet;
use term::{Term, TermPool};

/// The blocks, cleaned up and numbered again. `checking` are those that end in clang's own branch around a check.
pub fn clean(
    lowerer: &mut Lowerer<'_>,
    mut blocks: Vec<Block>,
    precise: &FxHashSet<SiteId>,
    mut checking: FxHashSet<BlockId>,
) -> Vec<Block> {
    loop {
        let before = size(&blocks);
        absorb_checks(&mut lowerer.pool, &mut blocks, precise, &mut checking);
        drop_unread(lowerer, &mut blocks);
        thread_jumps(&mut blocks);
        merge(&mut blocks, &mut checking);
        if size(&blocks) == before {
            break;
        }
    }
    renumber(blocks)
}

fn size(blocks: &[Block]) -> (usize, usize) {
    let live = reachable(blocks);
    let edges = live
        .iter()
        .map(|b| blocks[b.index()].end.successors().len() + blocks[b.index()].insts.len());
    (live.len(), edges.sum())
}

/// In depth-first preorder.
fn reachable(blocks: &[Block]) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        order.push(block);
        work.extend(blocks[block.index()].end.successors().into_iter().rev());
    }
    order
}

fn predecessors(blocks: &[Block]) -> Vec<u32> {
    let mut counts = vec![0; blocks.len()];
    for block in reachable(blocks) {
        for next in blocks[block.index()].end.successors() {
            counts[next.index()] += 1;
        }
    }
    counts
}

/// Rule 1.
fn absorb_checks(
    pool: &mut TermPool,
    blocks: &mut [Block],
    precise: &FxHashSet<SiteId>,
    checking: &mut FxHashSet<BlockId>,
) {
    let counts = predecessors(blocks);
    for id in reachable(blocks) {
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = blocks[id.index()].end
        else {
            continue;
        };
        let is_detour = |side: BlockId, on: BlockId| {
            side != id
                && counts[side.index()] == 1
                && matches!(blocks[side.index()].end, Terminator::Goto(t) if t == on)
                && blocks[side.index()]
                    .insts
                    .iter()
                    .all(|i| matches!(i.kind, InstKind::Check { .. }))
        };
        let (side, on, fine) = if is_detour(otherwise, then) {
            (otherwise, then, condition)
        } else if is_detour(then, otherwise) {
            (then, otherwise, pool.not(condition))
        } else {
            continue;
        };
        let is_clangs = checking.remove(&id);
        let checks = std::mem::take(&mut blocks[side.index()].insts);
        for mut inst in checks {
            if let InstKind::Check {
                site, condition, ..
            } = &mut inst.kind
                && !(is_clangs && precise.contains(site))
            {
                *condition = pool.or(fine, *condition);
            }
            blocks[id.index()].insts.push(inst);
        }
        blocks[id.index()].end = Terminator::Goto(on);
    }
}

/// Rule 2.
fn drop_unread(lowerer: &Lowerer<'_>, blocks: &mut [Block]) {
    let live = reachable(blocks);
    let mut terms = Vec::new();
    // An assignment whose only reader is itself or another unread one stays; that is rare and harmless.
    for id in &live {
        let block = &blocks[id.index()];
        for inst in &block.insts {
            terms.extend(inst.kind.terms());
        }
        terms.extend(end_reads(&block.end));
    }
    let read = symbols(&lowerer.pool, &terms);
    let is_read = |var: VarId| read.contains(&lowerer.program.var(var).symbol);
    for id in live {
        blocks[id.index()].insts.retain(|inst| match &inst.kind {
            InstKind::Assign { var, .. } => is_read(*var),
            // The other unknowns are inputs that a trace or a test names in their order.
            InstKind::Havoc {
                var,
                source:
                    InputSource::Undefined
                    | InputSource::Layout
                    | InputSource::External(_)
                    | InputSource::Approximated(_)
                    | InputSource::Passing(_),
            } => is_read(*var),
            _ => true,
        });
    }
}

/// All symbols in the terms.
fn symbols(pool: &TermPool, terms: &[Term]) -> FxHashSet<Term> {
    let mut seen = FxHashSet::default();
    let mut found = FxHashSet::default();
    let mut work = terms.to_vec();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if pool.as_symbol(term).is_some() {
            found.insert(term);
        }
        work.extend_from_slice(pool.args(term));
    }
    found
}

/// Whether one of the symbols occurs in the term.
pub fn mentions(pool: &TermPool, term: Term, wanted: &FxHashSet<Term>) -> bool {
    !wanted.is_empty() && !symbols(pool, &[term]).is_disjoint(wanted)
}

/// Rule 3, first half.
fn thread_jumps(blocks: &mut [Block]) {
    let target = |blocks: &[Block], start: BlockId| {
        let mut at = start;
        // An empty infinite loop is a loop: the walk must end, and it must stay one.
        for _ in 0..blocks.len() {
            match blocks[at.index()].end {
                Terminator::Goto(next) if blocks[at.index()].insts.is_empty() && next != at => {
                    at = next;
                }
                _ => return at,
            }
        }
        start
    };
    for id in reachable(blocks) {
        let mut end = std::mem::replace(&mut blocks[id.index()].end, Terminator::Halt);
        // The block itself temporarily has no terminator, so put back what the walk needs.
        blocks[id.index()].end = end.clone();
        match &mut end {
            Terminator::Goto(next) => *next = target(blocks, *next),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                *then = target(blocks, *then);
                *otherwise = target(blocks, *otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                for (_, next) in cases.iter_mut() {
                    *next = target(blocks, *next);
                }
                *default = target(blocks, *default);
            }
            Terminator::Return(_) | Terminator::Halt => {}
        }
        let same = match &end {
            Terminator::Branch {
                then, otherwise, ..
            } if then == otherwise => Some(*then),
            Terminator::Switch { cases, default, .. }
                if cases.iter().all(|(_, next)| next == default) =>
            {
                Some(*default)
            }
            _ => None,
        };
        blocks[id.index()].end = same.map_or(end, Terminator::Goto);
    }
}

/// Rule 3, second half.
fn merge(blocks: &mut [Block], checking: &mut FxHashSet<BlockId>) {
    let counts = predecessors(blocks);
    for id in reachable(blocks) {
        while let Terminator::Goto(next) = blocks[id.index()].end {
            if next == id || next == BlockId(0) || counts[next.index()] != 1 {
                break;
            }
            let empty = Block {
                insts: Vec::new(),
                end: Terminator::Halt,
                place: blocks[id.index()].place,
            };
            let taken = std::mem::replace(&mut blocks[next.index()], empty);
            match checking.remove(&next) {
                true => checking.insert(id),
                false => checking.remove(&id),
            };
            let block = &mut blocks[id.index()];
            block.insts.extend(taken.insts);
            block.end = taken.end;
            block.place = taken.place;
        }
    }
}

fn renumber(blocks: Vec<Block>) -> Vec<Block> {
    let order = reachable(&blocks);
    let mut new = vec![BlockId(u32::MAX); blocks.len()];
    for (index, old) in order.iter().enumerate() {
        new[old.index()] = BlockId::new(index);
    }
    let mut blocks: Vec<Option<Block>> = blocks.into_iter().map(Some).collect();
    let mut result = Vec::with_capacity(order.len());
    for old in order {
        let mut block = blocks[old.index()].take().expect("each block once");
        match &mut block.end {
            Terminator::Goto(next) => *next = new[next.index()],
            Terminator::Branch {
                then, otherwise, ..
            } => {
                *then = new[then.index()];
                *otherwise = new[otherwise.index()];
            }
            Terminator::Switch { cases, default, .. } => {
                for (_, next) in cases.iter_mut() {
                    *next = new[next.index()];
                }
                *default = new[default.index()];
            }
            Terminator::Return(_) | Terminator::Halt => {}
        }
        result.push(block);
    }
    result
}

/// Drops the variables that nothing reads or writes, and renumbers the others.
pub fn compact_vars(pool: &TermPool, program: &mut Program) {
    let mut kept = vec![false; program.vars.len()];
    let mut terms = Vec::new();
    for function in &program.functions {
        for param in &function.params {
            kept[param.index()] = true;
        }
        for block in &function.blocks {
            for inst in &block.insts {
                terms.extend(inst.kind.terms());
                if let Some(var) = inst.kind.writes() {
                    kept[var.index()] = true;
                }
            }
            terms.extend(end_reads(&block.end));
        }
    }
    for symbol in symbols(pool, &terms) {
        let id = pool
            .as_symbol(symbol)
            .and_then(|s| program.var_of_symbol.get(&s));
        if let Some(var) = id {
            kept[var.index()] = true;
        }
    }
    let mut new = vec![None; program.vars.len()];
    let mut next = 0;
    for (index, kept) in kept.iter().enumerate() {
        if *kept {
            new[index] = Some(VarId::new(next));
            next += 1;
        }
    }
    let mut index = 0;
    program.vars.retain(|_| {
        index += 1;
        kept[index - 1]
    });
    let old = std::mem::take(&mut program.var_of_symbol);
    program.var_of_symbol = old
        .into_iter()
        .filter_map(|(symbol, var)| Some((symbol, new[var.index()]?)))
        .collect();
    let renamed = |var: &mut VarId| *var = new[var.index()].expect("used variables are kept");
    for function in &mut program.functions {
        function.vars.retain(|v| kept[v.index()]);
        function.vars.iter_mut().for_each(renamed);
        function.params.iter_mut().for_each(renamed);
        for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            match &mut inst.kind {
                InstKind::Assign { var, .. }
                | InstKind::Havoc { var, .. }
                | InstKind::Load { var, .. }
                | InstKind::LoadPointer { var, .. }
                | InstKind::Convert { var, .. }
                | InstKind::ToNumber { var, .. }
                | InstKind::ToPointer { var, .. }
                | InstKind::Alloc { var, .. }
                | InstKind::ObjectSize { var, .. }
                | InstKind::Call { var: Some(var), .. } => renamed(var),
                InstKind::Call { var: None, .. }
                | InstKind::Store { .. }
                | InstKind::StorePointer { .. }
                | InstKind::Free { .. }
                | InstKind::EndLife { .. }
                | InstKind::Copy { .. }
                | InstKind::Fill { .. }
                | InstKind::HavocBytes { .. }
                | InstKind::External { .. }
                | InstKind::Assume { .. }
                | InstKind::Check { .. }
                | InstKind::Relate { .. }
                | InstKind::Written { .. }
                | InstKind::Leaks { .. } => {}
            }
        }
    }
}

/// The term that a terminator reads.
fn end_reads(end: &Terminator) -> Option<Term> {
    match end {
        Terminator::Branch { condition, .. } => Some(*condition),
        Terminator::Switch { value, .. } => Some(*value),
        Terminator::Return(value) => *value,
        Terminator::Goto(_) | Terminator::Halt => None,
    }
}
