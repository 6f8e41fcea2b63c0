//! The loops of a function, by the weak topological order.

use super::{Cfg, Wto, WtoElement};
use crate::ids::BlockId;
use crate::program::{Function, Place, Program};

/// A loop of [`LoopForest::loops`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LoopId(pub u32);

impl LoopId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A loop: every cycle among its blocks meets its head or the head of a loop inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub head: BlockId,
    /// All blocks, also those of loops inside; the head first, then in weak topological order.
    pub blocks: Vec<BlockId>,
    pub parent: Option<LoopId>,
    /// The number of loops around it; 0 for an outermost one.
    pub depth: u32,
    /// The first place known in the head, else in the loop.
    pub place: Place,
}

/// All loops of a function, outer before inner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopForest {
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<LoopId>>,
}

impl LoopForest {
    pub fn new(function: &Function) -> LoopForest {
        LoopForest::from_wto(function, &Wto::new(&Cfg::new(function)))
    }

    pub fn from_wto(function: &Function, wto: &Wto) -> LoopForest {
        let mut forest = LoopForest {
            loops: Vec::new(),
            innermost: vec![None; function.blocks.len()],
        };
        let mut stack: Vec<(&WtoElement, Option<LoopId>)> =
            wto.components.iter().rev().map(|e| (e, None)).collect();
        while let Some((element, parent)) = stack.pop() {
            match element {
                WtoElement::Block(block) => forest.add(*block, parent),
                WtoElement::Loop { head, body } => {
                    let id =
                        LoopId(u32::try_from(forest.loops.len()).expect("fewer than 2^32 loops"));
                    forest.loops.push(Loop {
                        head: *head,
                        blocks: Vec::new(),
                        parent,
                        depth: parent.map_or(0, |p| forest.loops[p.index()].depth + 1),
                        place: Place::NOWHERE,
                    });
                    forest.add(*head, Some(id));
                    stack.extend(body.iter().rev().map(|e| (e, Some(id))));
                }
            }
        }
        for l in &mut forest.loops {
            l.place = place_of(function, &l.blocks);
        }
        forest
    }

    fn add(&mut self, block: BlockId, innermost: Option<LoopId>) {
        self.innermost[block.index()] = innermost;
        let mut around = innermost;
        while let Some(id) = around {
            let l = &mut self.loops[id.index()];
            l.blocks.push(block);
            around = l.parent;
        }
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop whose head this is.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block)
            .filter(|id| self.get(*id).head == block)
    }

    pub fn is_head(&self, block: BlockId) -> bool {
        self.headed_by(block).is_some()
    }

    /// Whether the block is in the loop, at any depth.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut around = self.innermost(block);
        while let Some(found) = around {
            if found == id {
                return true;
            }
            around = self.get(found).parent;
        }
        false
    }

    /// `loop at file.c:12`.
    pub fn name(&self, program: &Program, id: LoopId) -> String {
        format!("loop at {}", program.show_place(self.get(id).place))
    }
}

fn place_of(function: &Function, blocks: &[BlockId]) -> Place {
    let places = blocks.iter().flat_map(|b| {
        let block = &function.blocks[b.index()];
        block.insts.iter().map(|i| i.place).chain([block.place])
    });
    let mut known = places.filter(|p| p.line > 0);
    known.next().unwrap_or(Place::NOWHERE)
}
