//! What was stored through pointers that may lead to several places.
//!
//! After `*p = v`, where `p` may point to any of `n` places, each of these is "`v`, if `p` points here, else what it was".
//! Reading `*p` again gives a choice among all of them, which is `v`, but no rewriting sees that. If `v` is a pointer to a new
//! object, as where a tree or list grows at its end (`*at = malloc(…); (*at)->next = NULL;`), every access through it would be
//! one to all objects. So the last such stores are kept with the state, and a read through the very same pointer gives what
//! was stored.
//!
//! Why it is sound: a run goes on after a store only if the store was valid, so the bytes at `p` are `v`; an entry goes when
//! anything is written into an object that `p` may point into, and where states join unless both have it. Whether the read is
//! valid is checked as always.

use super::Memory;
use super::resolve::Target;
use std::rc::Rc;
use term::{Term, TermPool};

/// How many stores are kept.
const MAX_KEPT: usize = 8;

/// The last stores, the latest last.
#[derive(Clone, Default)]
pub(super) struct Stored {
    entries: Rc<Vec<Entry>>,
}

#[derive(Clone, PartialEq, Eq)]
struct Entry {
    pointer: Term,
    value: Term,
    /// What the pointer may point into.
    objects: Vec<u64>,
}

impl Stored {
    /// What both know.
    pub fn join(a: &Stored, b: &Stored) -> Stored {
        if Rc::ptr_eq(&a.entries, &b.entries) {
            return a.clone();
        }
        let both = a.entries.iter().filter(|e| b.entries.contains(e));
        Stored {
            entries: Rc::new(both.cloned().collect()),
        }
    }

    fn retain(&mut self, keep: impl Fn(&Entry) -> bool) {
        if !self.entries.iter().all(&keep) {
            Rc::make_mut(&mut self.entries).retain(keep);
        }
    }
}

impl Memory {
    /// Notes that `value` was just stored at these targets of the pointer.
    pub fn keep(&mut self, pool: &TermPool, pointer: Term, targets: &[Target], value: Term) {
        let is_plain = |t: &Target| pool.is_true(t.condition) && pool.as_const(t.offset).is_some();
        if targets.iter().all(is_plain) {
            return;
        }
        let entries = Rc::make_mut(&mut self.stored.entries);
        if entries.len() == MAX_KEPT {
            entries.remove(0);
        }
        entries.push(Entry {
            pointer,
            value,
            objects: targets.iter().map(|t| t.object).collect(),
        });
    }

    /// What the `bits` bits at the pointer are, if that was stored through it.
    pub fn kept(&self, pool: &TermPool, pointer: Term, bits: u32) -> Option<Term> {
        let mut entries = self.stored.entries.iter();
        let entry = entries.find(|e| e.pointer == pointer && pool.width(e.value) == bits)?;
        Some(entry.value)
    }

    /// An object is about to change.
    pub fn forget(&mut self, object: u64) {
        self.stored.retain(|e| !e.objects.contains(&object));
    }
}
