//! The values of array symbols under an assignment that violates no axiom.
//!
//! The content of an array is either explicit or that of another one with one index changed. It is put together when a
//! symbol is asked for, so that a chain of `n` arrays does not cost `n` arrays of `n` entries.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::eval::ArrayValue;
use term::{BitVec, Term, Value};

pub(super) enum Content {
    Explicit {
        default: Value,
        entries: BTreeMap<BitVec, Value>,
    },
    Stored {
        below: usize,
        index: BitVec,
        value: Value,
    },
}

/// See the module documentation.
#[derive(Default)]
pub(crate) struct ArrayModel {
    /// Invariant: all are known when the check is over.
    contents: Vec<Option<Content>>,
    content_of: FxHashMap<Term, usize>,
}

impl ArrayModel {
    /// A place for a content.
    pub(super) fn reserve(&mut self) -> usize {
        self.contents.push(None);
        self.contents.len() - 1
    }

    pub(super) fn set(&mut self, place: usize, content: Content) {
        self.contents[place] = Some(content);
    }

    pub(super) fn define(&mut self, symbol: Term, content: usize) {
        self.content_of.insert(symbol, content);
    }

    /// The value of an array symbol; `None` if the assertions do not mention it.
    pub fn value(&self, symbol: Term) -> Option<Value> {
        let mut place = *self.content_of.get(&symbol)?;
        let mut changes = Vec::new();
        let (default, entries) = loop {
            match self.contents[place]
                .as_ref()
                .expect("the check has set every content")
            {
                Content::Explicit { default, entries } => break (default, entries),
                Content::Stored {
                    below,
                    index,
                    value,
                } => {
                    changes.push((index, value));
                    place = *below;
                }
            }
        };
        let mut array = ArrayValue {
            default: default.clone(),
            entries: BTreeMap::new(),
        };
        for (index, value) in entries {
            array.set(index.clone(), value.clone());
        }
        for (index, value) in changes.into_iter().rev() {
            array.set(index.clone(), value.clone());
        }
        Some(Value::Array(Rc::new(array)))
    }
}
