//! Bourdoncle's weak topological order (FMPA 1993, figure 4), without recursion.
//!
//! The recursive original is `visit`, a depth-first search in Tarjan's style that returns the smallest number it can
//! reach back to, and `component`, which searches the inside of a strongly connected part again without its head. Here
//! the calls of both are frames on one stack. `dfn` is 0 for blocks not visited yet and [`DONE`] for those placed; `num`
//! counts, and `stack` holds visited blocks that are not placed.

use super::Cfg;
use crate::ids::BlockId;

/// A weak topological order of the blocks that can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wto {
    pub components: Vec<WtoElement>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WtoElement {
    Block(BlockId),
    /// A strongly connected part: its head, and the order of the rest.
    Loop {
        head: BlockId,
        body: Vec<WtoElement>,
    },
}

const DONE: u32 = u32::MAX;

/// A call that waits for its callees.
struct Pending {
    /// The block that `visit` is about; for `component`, its head.
    block: BlockId,
    /// The successor to look at next.
    next: usize,
    kind: PendingKind,
}

enum PendingKind {
    /// `low` is the smallest number reached (`head` in the paper); `is_loop` says that an edge reached back to it.
    Visit {
        low: u32,
        is_loop: bool,
    },
    Component,
}

impl Wto {
    pub fn new(cfg: &Cfg) -> Wto {
        if cfg.is_empty() {
            return Wto::default();
        }
        let mut search = Search {
            cfg,
            dfn: vec![0; cfg.len()],
            num: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            partitions: vec![Vec::new()],
        };
        let components = search.run(BlockId(0));
        Wto { components }
    }

    /// All blocks in order, with the number of loops around each (a head counts as inside its loop).
    pub fn flatten(&self) -> Vec<(BlockId, usize)> {
        let mut flat = Vec::new();
        let mut stack: Vec<(&WtoElement, usize)> =
            self.components.iter().rev().map(|e| (e, 0)).collect();
        while let Some((element, depth)) = stack.pop() {
            match element {
                WtoElement::Block(b) => flat.push((*b, depth)),
                WtoElement::Loop { head, body } => {
                    flat.push((*head, depth + 1));
                    stack.extend(body.iter().rev().map(|e| (e, depth + 1)));
                }
            }
        }
        flat
    }
}

/// A nest of loops may be as deep as the program: the default would recurse.
impl Drop for Wto {
    fn drop(&mut self) {
        let mut rest = std::mem::take(&mut self.components);
        while let Some(element) = rest.pop() {
            if let WtoElement::Loop { body, .. } = element {
                rest.extend(body);
            }
        }
    }
}

/// Bourdoncle's notation: `0 (1 2) 3`.
impl std::fmt::Display for Wto {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        enum Step<'a> {
            Element(&'a WtoElement),
            Close,
        }
        let mut stack: Vec<Step<'_>> = self.components.iter().rev().map(Step::Element).collect();
        let mut space = "";
        while let Some(step) = stack.pop() {
            match step {
                Step::Close => write!(f, ")")?,
                Step::Element(WtoElement::Block(b)) => write!(f, "{space}{}", b.0)?,
                Step::Element(WtoElement::Loop { head, body }) => {
                    write!(f, "{space}({}", head.0)?;
                    stack.push(Step::Close);
                    stack.extend(body.iter().rev().map(Step::Element));
                }
            }
            space = " ";
        }
        Ok(())
    }
}

struct Search<'a> {
    cfg: &'a Cfg,
    dfn: Vec<u32>,
    num: u32,
    stack: Vec<BlockId>,
    frames: Vec<Pending>,
    /// The partition of each open component, last element first (the paper prepends); at the bottom that of the whole.
    partitions: Vec<Vec<WtoElement>>,
}

impl Search<'_> {
    fn visit(&mut self, block: BlockId) {
        self.stack.push(block);
        self.num += 1;
        self.dfn[block.index()] = self.num;
        let kind = PendingKind::Visit {
            low: self.num,
            is_loop: false,
        };
        self.frames.push(Pending {
            block,
            next: 0,
            kind,
        });
    }

    fn run(&mut self, root: BlockId) -> Vec<WtoElement> {
        self.visit(root);
        while let Some(frame) = self.frames.last_mut() {
            if let Some(to) = self.cfg.successors(frame.block).get(frame.next).copied() {
                frame.next += 1;
                match self.dfn[to.index()] {
                    0 => self.visit(to),
                    number => self.reached(number),
                }
                continue;
            }
            let block = frame.block;
            let kind = self.frames.pop().expect("just looked at").kind;
            match kind {
                PendingKind::Visit { low, is_loop } => self.leave(block, low, is_loop),
                PendingKind::Component => {
                    let body = self.close_partition();
                    self.place(WtoElement::Loop { head: block, body });
                }
            }
        }
        self.close_partition()
    }

    /// Tells the innermost call that a block with this number can be reached.
    fn reached(&mut self, number: u32) {
        let top = self.frames.last_mut().map(|f| &mut f.kind);
        if let Some(PendingKind::Visit { low, is_loop }) = top
            && number <= *low
        {
            *low = number;
            *is_loop = true;
        }
    }

    /// The end of `visit`.
    fn leave(&mut self, block: BlockId, low: u32, is_loop: bool) {
        if low != self.dfn[block.index()] {
            // Part of a component whose head is further down the stack.
            self.reached(low);
            return;
        }
        self.dfn[block.index()] = DONE;
        loop {
            let top = self.stack.pop().expect("the block itself is on the stack");
            if top == block {
                break;
            }
            self.dfn[top.index()] = 0;
        }
        if is_loop {
            self.partitions.push(Vec::new());
            self.frames.push(Pending {
                block,
                next: 0,
                kind: PendingKind::Component,
            });
        } else {
            self.place(WtoElement::Block(block));
        }
    }

    fn place(&mut self, element: WtoElement) {
        let partition = self.partitions.last_mut();
        partition
            .expect("the whole is never closed before the end")
            .push(element);
    }

    fn close_partition(&mut self) -> Vec<WtoElement> {
        let mut partition = self.partitions.pop().expect("one partition per component");
        partition.reverse();
        partition
    }
}
