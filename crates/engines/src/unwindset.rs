//! The loops that `--unwindset` names, and how they are numbered.
//!
//! A loop has the name `function.number`, as in CBMC, where the jumps back are counted in the order of the text, from 0:
//! an inner loop comes before the one around it. It can also be named by `file:line` or the line of its head, and all
//! loops of a function by the function's name.

use program::cfg::LoopForest;
use program::{BlockId, FunctionId, Place, Program};
use rustc_hash::FxHashMap;

/// Loops that a message names.
const SHOWN: usize = 12;

struct NamedLoop {
    function: FunctionId,
    head: BlockId,
    /// `f.0`.
    name: String,
    place: Place,
}

/// The bounds of loops, by their heads. Where names overlap, the last one counts.
pub(crate) fn bounds(
    program: &Program,
    set: &[(String, u32)],
) -> FxHashMap<(FunctionId, BlockId), u32> {
    let mut bounds = FxHashMap::default();
    if set.is_empty() {
        return bounds;
    }
    for l in loops(program) {
        for (name, bound) in set {
            if l.is_called(program, name) {
                bounds.insert((l.function, l.head), *bound);
            }
        }
    }
    bounds
}

/// What to say about names that no loop has.
pub fn complaints(program: &Program, set: &[(String, u32)]) -> Vec<String> {
    if set.is_empty() {
        return Vec::new();
    }
    let loops = loops(program);
    let unknown = set
        .iter()
        .filter(|(name, _)| !loops.iter().any(|l| l.is_called(program, name)));
    unknown
        .map(|(name, _)| {
            format!(
                "--unwindset: no loop that can be reached is called `{name}`; {}",
                existing(program, &loops)
            )
        })
        .collect()
}

fn existing(program: &Program, loops: &[NamedLoop]) -> String {
    // Loops in models of the C library have no place that a user knows.
    let own: Vec<&NamedLoop> = loops
        .iter()
        .filter(|l| !program.is_library(l.place))
        .collect();
    if own.is_empty() {
        return "the program has no loops".to_string();
    }
    let mut names: Vec<String> = own
        .iter()
        .take(SHOWN)
        .map(|l| format!("{} (at {})", l.name, program.show_place(l.place)))
        .collect();
    if own.len() > SHOWN {
        names.push(format!("{} more", own.len() - SHOWN));
    }
    format!("the loops are {}", names.join(", "))
}

fn loops(program: &Program) -> Vec<NamedLoop> {
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let forest = LoopForest::new(function);
        let mut order: Vec<_> = forest.loops.iter().collect();
        // Where a loop ends; of two that end at the same place, the inner one first.
        order.sort_by_key(|l| {
            let blocks = l.blocks.iter().map(|b| &function.blocks[b.index()]);
            let places = blocks.flat_map(|b| b.insts.iter().map(|i| i.place).chain([b.place]));
            let last = places
                .filter(|p| p.file == l.place.file)
                .map(|p| (p.line, p.column))
                .max();
            (last, std::cmp::Reverse(l.depth))
        });
        for (number, l) in order.into_iter().enumerate() {
            found.push(NamedLoop {
                function: FunctionId::new(index),
                head: l.head,
                name: format!("{}.{number}", function.name),
                place: l.place,
            });
        }
    }
    found
}

impl NamedLoop {
    fn is_called(&self, program: &Program, name: &str) -> bool {
        name == self.name
            || name == program.show_place(self.place)
            || name == self.place.line.to_string()
            || name == program.function(self.function).name
    }
}
