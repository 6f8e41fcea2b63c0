//! Dominators, by the iteration of K. Cooper, T. Harvey and K. Kennedy, "A simple, fast dominance algorithm", 2001.

use super::Cfg;
use crate::ids::BlockId;

/// The immediate dominator of every block that can be reached.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// By block; the entry is its own.
    idom: Vec<Option<BlockId>>,
    /// Entry and exit times of a walk over the dominator tree: one block dominates another iff its interval contains
    /// the other's.
    interval: Vec<(u32, u32)>,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Dominators {
        let mut idom: Vec<Option<BlockId>> = vec![None; cfg.len()];
        if let Some(entry) = cfg.order.first() {
            idom[entry.index()] = Some(*entry);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.order.iter().skip(1) {
                let known = cfg.predecessors(*block).iter();
                let known = known.filter(|p| idom[p.index()].is_some()).copied();
                let new = known.reduce(|a, b| intersect(cfg, &idom, a, b));
                if idom[block.index()] != new {
                    idom[block.index()] = new;
                    changed = true;
                }
            }
        }
        let interval = intervals(cfg, &idom);
        Dominators { idom, interval }
    }

    /// The closest block on every way to `block` other than itself; `None` for the entry and for what cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block.index()].filter(|d| *d != block)
    }

    /// Whether every way from the entry to `b` meets `a` (so every block dominates itself).
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        if self.idom[a.index()].is_none() || self.idom[b.index()].is_none() {
            return false;
        }
        let (outer, inner) = (self.interval[a.index()], self.interval[b.index()]);
        outer.0 <= inner.0 && inner.1 <= outer.1
    }
}

fn intersect(cfg: &Cfg, idom: &[Option<BlockId>], mut a: BlockId, mut b: BlockId) -> BlockId {
    let up = |block: BlockId| idom[block.index()].expect("only known blocks are compared");
    while a != b {
        if cfg.position[a.index()] > cfg.position[b.index()] {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}

fn intervals(cfg: &Cfg, idom: &[Option<BlockId>]) -> Vec<(u32, u32)> {
    let mut children = vec![Vec::new(); cfg.len()];
    for block in cfg.order.iter().skip(1) {
        let parent = idom[block.index()].expect("every reachable block has a dominator");
        children[parent.index()].push(*block);
    }
    let mut interval = vec![(0, 0); cfg.len()];
    let mut time = 0;
    let mut stack: Vec<(BlockId, usize)> = cfg.order.iter().take(1).map(|b| (*b, 0)).collect();
    while let Some((block, next)) = stack.last_mut() {
        if *next == 0 {
            interval[block.index()].0 = time;
            time += 1;
        }
        match children[block.index()].get(*next) {
            Some(child) => {
                *next += 1;
                stack.push((*child, 0));
            }
            None => {
                interval[block.index()].1 = time;
                time += 1;
                stack.pop();
            }
        }
    }
    interval
}
