//! The control-flow graph of a function: orders and loops.
//!
//! Loops are those of a *weak topological order* (F. Bourdoncle, "Efficient chaotic iteration strategies with widenings",
//! FMPA 1993): a well-parenthesised order of the blocks in which every edge that goes back ends at the head of a component
//! that contains its source. It exists for every graph, also irreducible ones, where the head is the entry that the
//! search met first. Blocks that cannot be reached are in no order.
//!
//! Nothing here recurses: the depth of the graph depends on the input.

mod loops;
mod wto;

pub use loops::{Loop, LoopForest, LoopId};
pub use wto::{Wto, WtoElement};

use crate::ids::BlockId;
use crate::program::Function;

/// Successors and predecessors of every block, and a reverse postorder.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    /// The position of each block in `order`; `u32::MAX` for those that cannot be reached.
    position: Vec<u32>,
}

impl Cfg {
    pub fn new(function: &Function) -> Cfg {
        Cfg::from_successors(function.blocks.iter().map(|b| b.end.successors()).collect())
    }

    /// The graph with these edges; block 0 is the entry. An edge that is listed more than once counts once.
    pub fn from_successors(mut successors: Vec<Vec<BlockId>>) -> Cfg {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (from, targets) in successors.iter_mut().enumerate() {
            let mut seen: Vec<BlockId> = Vec::with_capacity(targets.len());
            for to in targets.iter() {
                if !seen.contains(to) {
                    seen.push(*to);
                    predecessors[to.index()].push(BlockId::new(from));
                }
            }
            *targets = seen;
        }
        let order = reverse_postorder(&successors);
        let mut position = vec![u32::MAX; successors.len()];
        for (i, b) in order.iter().enumerate() {
            position[b.index()] = i as u32;
        }
        Cfg {
            successors,
            predecessors,
            order,
            position,
        }
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Each once, in the order of the terminator.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// Each once, in the order of their numbers.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The blocks that can be reached, each before its successors except along edges that close a cycle.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// The position of a block in the reverse postorder; `None` if it cannot be reached.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        let position = self.position[block.index()];
        (position != u32::MAX).then_some(position as usize)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position(block).is_some()
    }
}

fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(BlockId(0), 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        match successors[block.index()].get(*next) {
            Some(to) => {
                *next += 1;
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((*to, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
