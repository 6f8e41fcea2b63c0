//! Functions without a body: what one of them may change gets unknown contents.
//!
//! That is every object that it can reach: through its arguments, by the names of visible static objects, through what it or
//! another such function was given before ([`Memory::exposed`]), and through pointers in any of these. Points-to facts say
//! where the program's own pointers lead; those that such a function stored lead to what was exposed before. Facts name too
//! much rather than too little, so more may become unknown than can really change: a proof still holds, and a
//! violation that depends on such a change is not believed by the replay.
//!
//! [`Memory::exposed`]: crate::memory::Memory::exposed

use super::log::InputKind;
use super::{Executor, Occurrence, State};
use crate::memory::contents::{Contents, Epoch};
use crate::memory::{FactKind, Object};
use std::rc::Rc;
use term::TermPool;

impl Executor<'_> {
    /// The call at instruction `point`, with this many arguments.
    pub(super) fn external(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        point: u32,
        arguments: usize,
        occurrence: Occurrence,
    ) {
        let mut known = (*state.memory.exposed).clone();
        for (index, object) in self.program.statics.iter().enumerate() {
            if object.visible {
                known.grow(index + 1);
                known.insert(index);
            }
        }
        for place in 0..arguments {
            let targets = self.analyses.points_to.operand(point, place as u8);
            for origin in targets.into_iter().flat_map(|t| t.origins()) {
                known.grow(origin.index() + 1);
                known.insert(origin.index());
            }
        }
        let known = self.analyses.points_to.reach(known);
        let epoch = Epoch::Changed(occurrence.0);
        let mut objects = Vec::new();
        let (mut families, mut columns) = (Vec::new(), Vec::new());
        for (number, object) in state.memory.objects.entries() {
            let facts = &self.facts[number as usize];
            let changes = match facts.kind {
                FactKind::Stack | FactKind::Heap => true,
                FactKind::Static { constant } => !constant,
                FactKind::Library | FactKind::Function | FactKind::Column => false,
            };
            if changes && facts.origin.is_some_and(|o| known.contains(o.index())) {
                match &facts.family {
                    Some(family) => {
                        families.push(number);
                        columns.extend(family.columns.iter().map(|c| c.object));
                    }
                    None => objects.push((number, object.alive)),
                }
            }
        }
        if !families.is_empty() {
            self.input(state.guard, InputKind::Untold);
        }
        let always = pool.tt();
        families.iter().for_each(|head| state.memory.forget(*head));
        let columns = columns.into_iter().map(|number| (number, always));
        for (number, alive) in objects.iter().copied().chain(columns) {
            let object = Object {
                alive,
                contents: Contents::unknown(epoch),
            };
            state.memory.forget(number);
            state.memory.objects.set(number, Rc::new(object));
        }
        state.memory.exposed = Rc::new(known);
        self.input(state.guard, InputKind::Changes { objects, epoch });
    }
}
