//! A run of the machine as one of the transition system.

use super::{Coding, Finite};
use crate::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::eval::{ArrayValue, Assignment, Value};
use term::{BitVec, SymbolId, Term, TermPool};

/// The values of a location's variables and of its block's inputs.
pub struct Moment(FxHashMap<SymbolId, Value>);

impl Assignment for Moment {
    fn value(&self, _: &TermPool, symbol: SymbolId) -> Option<Value> {
        self.0.get(&symbol).cloned()
    }
}

impl Finite {
    /// The location of a state and the values there. `value` gives those of the machine's symbols. `None` if the run has
    /// ended.
    pub fn moment(
        &self,
        pool: &TermPool,
        value: &dyn Fn(Term) -> Option<Value>,
    ) -> Option<(LocationId, Moment)> {
        let location = self.place(value)?;
        let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
        let own = self.states.iter().map(|s| s.symbol);
        let own = own.chain(self.inputs.iter().copied());
        for symbol in own {
            if let (Some(id), Some(value)) = (pool.as_symbol(symbol), value(symbol)) {
                values.insert(id, value);
            }
        }
        for (array, elements) in &self.elements {
            let entries: BTreeMap<BitVec, Value> = index_of(pool, *array, elements, value);
            let Some(zero) = elements.first().map(|e| Value::zero(pool.sort(*e))) else {
                continue;
            };
            if let Some(id) = pool.as_symbol(*array) {
                let array = ArrayValue {
                    default: zero,
                    entries,
                };
                values.insert(id, Value::Array(Rc::new(array)));
            }
        }
        if location == TransitionSystem::ENTRY {
            for (variable, input) in &self.at_entry {
                let (Some(to), Some(from)) = (pool.as_symbol(*variable), pool.as_symbol(*input))
                else {
                    continue;
                };
                match values.get(&from).cloned() {
                    Some(value) => values.insert(to, value),
                    None => values.remove(&to),
                };
            }
        }
        Some((location, Moment(values)))
    }

    /// Where the run is.
    fn place(&self, value: &dyn Fn(Term) -> Option<Value>) -> Option<LocationId> {
        let code = match self.coding {
            Coding::Binary => {
                let code = value(self.states[0].symbol)?;
                usize::try_from(code.as_bitvec().to_u64()?).ok()?
            }
            Coding::OneHot => {
                let mut places = self.states[..=self.locations].iter();
                let is_here = |symbol| value(symbol).is_some_and(|v| v.as_bool());
                places.position(|state| is_here(state.symbol))?
            }
        };
        (code < self.locations).then(|| LocationId::new(code))
    }
}

/// The elements that have values, by their indices.
fn index_of(
    pool: &TermPool,
    array: Term,
    elements: &[Term],
    value: &dyn Fn(Term) -> Option<Value>,
) -> BTreeMap<BitVec, Value> {
    let term::Sort::Array(ends) = pool.sort(array) else {
        unreachable!("it is an array");
    };
    let term::Sort::BitVec(width) = ends.index else {
        unreachable!("it was expanded");
    };
    let elements = elements.iter().zip(0..);
    let known = elements.filter_map(|(element, i)| Some((BitVec::new(width, i), value(*element)?)));
    known.collect()
}
