//! Promotion of locals to variables.
//!
//! clang keeps every local in memory. A local whose address is only ever used to access it, at constant offsets, needs
//! no memory: it becomes one variable per part of it that is accessed on its own (scalar replacement of aggregates). The steps:
//!
//! 1. `escape` and `uses` find the objects that can go: they follow addresses through temporaries, and whatever they
//!    cannot follow escapes. An object that may be accessed while it is not alive, or beyond its end, stays too, so that
//!    the access is still reported.
//! 2. `partition` cuts each object at the ends of all accesses, so that each access is a sequence of whole parts.
//! 3. `rewrite` replaces the instructions; `cleanup` then removes the temporaries that are no longer needed.
//!
//! A part that is only accessed as a wide pointer ([`program::PointerLayout`]) becomes a variable that holds its value; any
//! other part is what memory would hold.
//!
//! Why it is sound: an access that is replaced is to a live object and inside it (so its check holds in every run), and
//! nothing else can reach the object. An unwritten local is *one* unknown value per lifetime: where the `Alloc` was,
//! each part gets an unknown value, and reading it twice gives the same. `mem2reg`'s `undef` does not have this property.

mod cleanup;
mod escape;
mod name;
mod partition;
mod rewrite;
mod uses;

use program::validate::validate;
use program::{FunctionId, InstKind, Program, VarId};
use rustc_hash::FxHashMap;
use term::TermPool;

/// What promotion did, so that it can be undone: the replay of a counterexample runs the program as it was before.
#[derive(Clone, Default, Debug)]
pub struct Promotion {
    /// For each `Alloc` that is gone, by the variable it wrote: the parts of the object, in the order of the `Havoc`s
    /// that replace it. Bytes that no part covers are never read. There are no parts if the object is zeroed.
    pub parts: FxHashMap<VarId, Vec<PromotedPart>>,
}

/// A part of a promoted object that became a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromotedPart {
    pub offset: u64,
    pub size: u64,
    pub var: VarId,
    /// Where the variable holds a wide pointer: the one that gets its first image, and any other that is needed.
    pub image: Option<VarId>,
}

impl PromotedPart {
    /// The variable that the `Havoc` writes.
    pub fn input(&self) -> VarId {
        self.image.unwrap_or(self.var)
    }
}

/// The program with its locals promoted, and what is needed to run the program as it was on the same inputs.
///
/// Functions, blocks, sites and variables keep their numbers; new variables are appended. Variables that occur nowhere any
/// more leave [`program::Function::vars`] but stay in [`Program::vars`]. Apart from the `Alloc`s of promoted objects, which
/// become `Havoc`s, the instructions that ask for inputs stay as they are, in number and order.
pub fn promote(pool: &mut TermPool, program: &Program) -> (Program, Promotion) {
    let mut result = program.clone();
    let mut promotion = Promotion::default();
    let ends_lives = program
        .insts()
        .any(|kind| matches!(kind, InstKind::Leaks { .. }));
    for index in 0..program.functions.len() {
        let id = FunctionId::new(index);
        let flow = escape::Flow::new(pool, program, id);
        let objects = flow.promotable(pool);
        let layouts = partition::layouts(pool, &mut result, id, &objects);
        rewrite::rewrite(pool, &mut result, id, &flow, &layouts, ends_lives);
        for (var, layout) in layouts {
            let parts = if layout.zeroed { vec![] } else { layout.parts };
            promotion.parts.insert(var, parts);
        }
        cleanup::cleanup(pool, &mut result, id);
    }
    debug_assert!(
        !validate(pool, program).is_empty() || validate(pool, &result).is_empty(),
        "promotion broke the program: {:?}",
        validate(pool, &result)
    );
    (result, promotion)
}
