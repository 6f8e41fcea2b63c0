//! Which variables may be read before they are written again.

use evidence::Spot;
use program::{FunctionId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermPool};

/// The live variables at spots, computed once for each function.
#[derive(Default)]
pub(super) struct Live {
    /// At the start of each block.
    at: FxHashMap<FunctionId, Vec<FxHashSet<VarId>>>,
    known: FxHashMap<Spot, FxHashSet<VarId>>,
}

impl Live {
    pub fn at(&mut self, pool: &TermPool, program: &Program, spot: Spot) -> &FxHashSet<VarId> {
        let at = self.at.entry(spot.function);
        let at = at.or_insert_with(|| blocks(pool, program, spot.function));
        self.known.entry(spot).or_insert_with(|| {
            let function = program.function(spot.function);
            let block = &function.blocks[spot.block.index()];
            let mut live = after(pool, program, &block.end, at);
            for inst in block.insts[spot.next..].iter().rev() {
                step(pool, program, &inst.kind, &mut live);
            }
            live
        })
    }
}

fn blocks(pool: &TermPool, program: &Program, id: FunctionId) -> Vec<FxHashSet<VarId>> {
    let function = program.function(id);
    let mut at = vec![FxHashSet::default(); function.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in function.blocks.iter().enumerate().rev() {
            let mut live = after(pool, program, &block.end, &at);
            for inst in block.insts.iter().rev() {
                step(pool, program, &inst.kind, &mut live);
            }
            if live.len() > at[index].len() {
                at[index] = live;
                changed = true;
            }
        }
    }
    at
}

fn after(
    pool: &TermPool,
    program: &Program,
    end: &program::Terminator,
    at: &[FxHashSet<VarId>],
) -> FxHashSet<VarId> {
    let mut live = FxHashSet::default();
    for next in end.successors() {
        live.extend(&at[next.index()]);
    }
    if let Some(term) = end.term() {
        read(pool, program, term, &mut live);
    }
    live
}

fn step(pool: &TermPool, program: &Program, kind: &program::InstKind, live: &mut FxHashSet<VarId>) {
    if let Some(var) = kind.writes() {
        live.remove(&var);
    }
    for term in kind.terms() {
        read(pool, program, term, live);
    }
}

fn read(pool: &TermPool, program: &Program, term: Term, live: &mut FxHashSet<VarId>) {
    let symbols = pool.symbols_of(&[term]).into_iter();
    live.extend(symbols.filter_map(|s| program.var_of_symbol.get(&s)));
}
